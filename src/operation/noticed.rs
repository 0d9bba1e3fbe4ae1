//! A page of notices: what became of which rows, and from where to ask on. What Changes and DataFile share.

use std::rc::Rc;

use anyhow::Result;

use super::Rule;
use super::request::{Arguments, Kind, Parameter};
use super::shape::*;
use crate::ledger::feed::{self, Became, Notice, Told};
use crate::ledger::position::{Position, PositionError};
use crate::model::cell::Cell;
use crate::model::refusal::Refusal;
use crate::model::time;
use crate::store::Snapshot;

/// How many notices a page has at most.
pub const LIMIT: Parameter = Parameter::optional("limit", Kind::Int)
    .or(1000)
    .says("How many rows the answer tells of at most.")
    .dutch("Hoogstens", "Van hoeveel rijen het antwoord hoogstens vertelt.");

/// How many it may have.
pub const LIMITED: Rule = Rule::Within { parameter: LIMIT.name, least: 1, most: 10_000, allowed: "1 to 10000" };

/// Reads a position from a parameter; `None` where it is absent.
pub fn given_position(arguments: &Arguments, parameter: &'static str) -> Result<Option<Position>, Unopened> {
    match arguments.text(parameter) {
        "" => Ok(None),
        text => match text.parse() {
            Ok(position) => Ok(Some(position)),
            Err(()) => Err(Unopened::Refused(Refusal::NoPosition { parameter, text: text.to_owned() })),
        },
    }
}

/// Refuses a position that was found not to be valid on this snapshot.
pub fn refuse_unless(
    valid: Result<(), PositionError>,
    position: &Position,
    snapshot: &Snapshot,
) -> Result<(), Unopened> {
    let Err(why) = valid else {
        return Ok(());
    };
    let position = position.to_string();
    Err(Unopened::Refused(match why {
        // a copy that is not followed never catches up
        PositionError::Ahead if snapshot.is_followed() => Refusal::Behind { position },
        PositionError::Ahead | PositionError::Gone => {
            let newest = Position::after(feed::newest(snapshot)?, snapshot)?.to_string();
            Refusal::Gone { position, newest }
        }
    }))
}

/// A page, which is opened so.
pub const fn page_of(open: OpenComputed) -> Contents {
    Contents::One { structure: "ChangesPage", rows: Rows::Computed(open), fields: PAGE, none: None, several: None }
}

const PAGE: &[Field] = &[
    list("changes", &CHANGES).says("What became of which row, in the order in which to take it."),
    text("next").says("The position from which to continue: an opaque text."),
    boolean("more").says("Whether there is more already; else ask again when you like."),
];

static CHANGES: Each = Each {
    element: "Change",
    rows: Rows::Beside,
    item: Item::Fields(&[
        long("number")
            .nillable()
            .says("Its number, one more than the one before; null where a row is told without a change."),
        field("moment", Value::ZonedDateTime)
            .nillable()
            .says("When it was made; null where a row is told without a change."),
        text("file").says("The data file that the row stands in."),
        long("row").says("The row, by a number that it keeps whatever else of it changes."),
        text("kind").says("created, changed, removed, or anonymised: of such a person nothing is told."),
        list("key", &CELLS).says("The cells of the row's key, as they are now or were last."),
        list("cells", &CELLS).says("What the cells are now that the change gave; none of a row that is gone."),
    ]),
};

static CELLS: Each = Each {
    element: "Cell",
    rows: Rows::Beside,
    item: Item::Fields(&[
        text("column").says("The column of the data file."),
        text("value").says("The cell, as an export writes it."),
        long("person").nillable().says("Where the cell names a person: that person's row in persons.csv, which stays."),
    ]),
};

/// Notices, and from where to ask on.
pub struct Page {
    pub notices: Vec<Notice>,
    /// The number of the change, or row, after which the next page begins.
    pub next: i64,
    /// Whether there is a next page already.
    pub more: bool,
}

impl Page {
    /// Its rows, for the walk.
    pub fn open<'s>(self, snapshot: &'s Snapshot) -> Result<Opened<'s>> {
        let notices: Rc<[Notice]> = self.notices.into();
        let cells = |which| {
            Box::new(Cells { snapshot, notices: Rc::clone(&notices), which, passed: 0, left: Vec::new(), told: None })
        };
        let moments = notices.iter().map(|notice| moment(notice, snapshot));
        let changes = Changes { moments: moments.collect::<Result<_>>()?, notices: Rc::clone(&notices), passed: 0 };
        Ok(vec![
            Box::new(Head { next: Position::after(self.next, snapshot)?.to_string(), more: self.more, passed: false }),
            Box::new(changes),
            cells(Which::Key),
            cells(Which::Given),
        ])
    }
}

/// The page's own row.
struct Head {
    next: String,
    more: bool,
    /// Whether the walk has reached it.
    passed: bool,
}

impl ComputedRows for Head {
    fn advance(&mut self) -> Result<bool> {
        Ok(!std::mem::replace(&mut self.passed, true))
    }

    fn cell(&self, column: usize) -> Cell<'_> {
        match column {
            0 => Cell::Int(PAGE_KEY),
            1 => Cell::Text(self.next.as_bytes()),
            _ => Cell::Int(self.more.into()),
        }
    }
}

/// When it was, as wall time.
fn moment(notice: &Notice, snapshot: &Snapshot) -> Result<Option<String>> {
    let Some((_, at)) = &notice.change else {
        return Ok(None);
    };
    Ok(Some(time::text(snapshot.clock().wall(at.parse()?))))
}

struct Changes {
    notices: Rc<[Notice]>,
    moments: Vec<Option<String>>,
    /// How many were gone to.
    passed: usize,
}

impl ComputedRows for Changes {
    fn advance(&mut self) -> Result<bool> {
        self.passed += 1;
        Ok(self.passed <= self.notices.len())
    }

    fn cell(&self, column: usize) -> Cell<'_> {
        let at = self.passed - 1;
        let notice = &self.notices[at];
        match column {
            0 => Cell::Int(PAGE_KEY),
            1 => Cell::Int(key_of(at)),
            2 => optional(notice.number()),
            3 => match &self.moments[at] {
                Some(moment) => Cell::Text(moment.as_bytes()),
                None => Cell::Null,
            },
            4 => Cell::Text(notice.file.name.as_bytes()),
            5 => Cell::Int(notice.row),
            _ => Cell::Text(word(&notice.became).as_bytes()),
        }
    }
}

/// By what the cells of a notice find it.
fn key_of(at: usize) -> i64 {
    i64::try_from(at).expect("a page is short")
}

fn optional(number: Option<i64>) -> Cell<'static> {
    number.map_or(Cell::Null, Cell::Int)
}

fn word(became: &Became) -> &'static str {
    match became {
        Became::Created => "created",
        Became::Changed(_) => "changed",
        Became::Removed => "removed",
        Became::Anonymised => "anonymised",
    }
}

/// Cells of the notices, read when they are come to.
struct Cells<'s> {
    snapshot: &'s Snapshot<'s>,
    notices: Rc<[Notice]>,
    /// Which cells of a notice.
    which: Which,
    /// How many notices were gone to.
    passed: usize,
    /// The cells of the one gone to last that are left, the next one last.
    left: Vec<Told>,
    /// The one that it stands on.
    told: Option<Told>,
}

/// Which cells of a notice.
#[derive(Clone, Copy)]
enum Which {
    Key,
    Given,
}

impl ComputedRows for Cells<'_> {
    fn advance(&mut self) -> Result<bool> {
        self.told = self.left.pop();
        while self.told.is_none() {
            let Some(notice) = self.notices.get(self.passed) else {
                return Ok(false);
            };
            self.passed += 1;
            self.left = match self.which {
                Which::Key => notice.key(self.snapshot)?,
                Which::Given => notice.cells(self.snapshot)?,
            };
            self.left.reverse();
            self.told = self.left.pop();
        }
        Ok(true)
    }

    fn cell(&self, column: usize) -> Cell<'_> {
        let Some(told) = &self.told else {
            return Cell::Null;
        };
        match column {
            0 => Cell::Int(key_of(self.passed - 1)),
            1 => Cell::Text(told.column.as_bytes()),
            2 => Cell::Text(told.value.as_bytes()),
            _ => optional(told.person),
        }
    }
}
