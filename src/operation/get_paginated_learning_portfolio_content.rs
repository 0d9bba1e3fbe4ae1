//! GetPaginatedLearningPortfolioContent: "the same rows" a page at a time, with how many there are in all,
//! of the same snapshot.

use anyhow::Result;
use rusqlite::types::ValueRef;

use super::learning_portfolio::{FLAGS, ROWS, wanted};
use super::{
    Arguments, Contents, Each, GrantedWith, MadeRows, Operation, Rule, SUCCESS, int, int_parameter,
    list,
};
use crate::store::Snapshot;
use crate::store::portfolio::{self, Rows};

pub const OPERATION: Operation = Operation {
    name: "GetPaginatedLearningPortfolioContent",
    summary: "One page of the learning portfolio, with how many rows and pages there are.",
    granted_with: GrantedWith::Reports,
    request: &[
        int_parameter("size"),
        int_parameter("index"),
        FLAGS[0],
        FLAGS[1],
    ],
    root: "ApiResponseOfLearningPortfolioContentPaginated",
    flag: SUCCESS,
    error_on_success: true,
    rule: Some(Rule::Arguments(rule)),
    contents: Contents::Made {
        shape: &Contents::One {
            structure: "LearningPortfolioContentPaginated",
            select: "",
            fields: &[
                int("TotalItems"),
                int("Size"),
                int("Index"),
                int("TotalPages"),
                list("Items", ITEMS),
            ],
            none: "",
            several: None,
        },
        open,
    },
};

const ITEMS: &Each = &ROWS;

/// "`size` 1 to 10000, `index` from 0".
fn rule(arguments: &Arguments) -> Option<&'static str> {
    match (arguments.int("size"), arguments.int("index")) {
        (..1 | 10_001.., _) => Some("size must be 1 to 10000."),
        (_, ..0) => Some("index must be 0 or more."),
        _ => None,
    }
}

fn open<'s>(snapshot: &'s Snapshot, arguments: &Arguments) -> Result<Vec<Box<dyn MadeRows + 's>>> {
    let wanted = wanted(arguments);
    let (size, index) = (
        i64::from(arguments.int("size")),
        i64::from(arguments.int("index")),
    );
    let page = portfolio::page(snapshot, wanted, size * index)?;
    let numbers = Numbers {
        cells: [
            KEY,
            page.total,
            size,
            index,
            // "`TotalPages` = ceil(TotalItems / size)"
            (page.total + size - 1) / size,
        ],
        given: false,
    };
    let items = Items {
        rows: Rows::new(snapshot, wanted, page.person)?,
        skipped: page.skipped,
        left: size,
    };
    Ok(vec![Box::new(numbers), Box::new(items)])
}

/// The page's key: there is one.
const KEY: i64 = 1;

/// The one row that is the page itself.
struct Numbers {
    cells: [i64; 5],
    given: bool,
}

impl MadeRows for Numbers {
    fn advance(&mut self) -> Result<bool> {
        Ok(!std::mem::replace(&mut self.given, true))
    }

    fn cell(&self, column: usize) -> ValueRef<'_> {
        ValueRef::Integer(self.cells[column])
    }
}

/// The rows of the page.
struct Items<'s> {
    rows: Rows<'s>,
    /// How many of the first person's rows stand before the page.
    skipped: i64,
    /// How many the page still takes.
    left: i64,
}

impl MadeRows for Items<'_> {
    fn advance(&mut self) -> Result<bool> {
        if self.left == 0 {
            return Ok(false);
        }
        self.left -= 1;
        for _ in 0..std::mem::take(&mut self.skipped) {
            self.rows.advance()?;
        }
        Ok(self.rows.advance()?)
    }

    fn cell(&self, column: usize) -> ValueRef<'_> {
        match column {
            0 => ValueRef::Integer(KEY),
            _ => MadeRows::cell(&self.rows, column - 1),
        }
    }
}
