//! GetPaginatedLearningPortfolioContent: "the same rows" in pages, with the total of the same snapshot.

use crate::model::cell::Cell;
use anyhow::Result;

use super::learning_portfolio::{INCLUDE_INACTIVE, INCLUDE_NOT_IN_PORTFOLIO, list_schema, requested_selection};
use super::prelude::*;
use crate::store::portfolio;

pub const OPERATION: Operation = Operation {
    request: &[
        int_parameter("size")
            .described("The number of rows on a page: 1 to 10000.")
            .dutch("Rijen per pagina", "Hoeveel rijen een pagina heeft: 1 tot en met 10000."),
        int_parameter("index")
            .described("The page number, starting at 0.")
            .dutch("Pagina", "Het paginanummer (begint bij 0)."),
        INCLUDE_NOT_IN_PORTFOLIO,
        INCLUDE_INACTIVE,
    ],
    has_empty_error_on_success: true,
    rules: &[
        ArgumentRule::IntegerRange { parameter: "size", min: 1, max: 10_000 },
        ArgumentRule::IntegerRange { parameter: "index", min: 0, max: i32::MAX },
    ],
    is_for_programs: true,
    ..Operation::report(
        "GetPaginatedLearningPortfolioContent",
        Endpoint { pages: Some(Pages { index: "index", total: "TotalPages" }), ..get("/learning-portfolio/pages") },
        "For programs: one page of the learning portfolios, with the total numbers of rows and pages.",
        "ApiResponseOfLearningPortfolioContentPaginated",
        Contents::one(
            "LearningPortfolioContentPaginated",
            RowSource::Computed(open_page),
            &[
                int("TotalItems").described("How many rows there are in all."),
                int("Size").described("The requested number of rows per page."),
                int("Index").described("The number of this page, counted from 0."),
                int("TotalPages").described("How many pages there are."),
                list("Items", ITEMS).described("The rows of this page; empty after the last page."),
            ],
            None,
        ),
    )
    .dutch(
        "Leerportfolio's per pagina",
        "Voor programma's: één pagina van de leerportfolio's, met het totale aantal rijen en pagina's.",
    )
};

const ITEMS: &ListSchema = &list_schema(RowSource::None);

/// Opens two lists: the row of the page with the totals, and the rows on the page.
fn open_page<'s>(snapshot: &'s Snapshot, arguments: &Arguments) -> Result<OpenedRows<'s>, AnswerError> {
    let selection = requested_selection(arguments);
    let (size, index) = (i64::from(arguments.int("size")), i64::from(arguments.int("index")));
    let page = portfolio::find_page(snapshot, selection, size * index)?;
    // "`TotalPages` = ceil(TotalItems / size)"
    let pages = (page.total + size - 1) / size;
    let items = PageItems {
        rows: portfolio::PortfolioRows::new(snapshot, selection, page.person)?,
        rows_to_skip: page.skipped,
        rows_to_return: size,
    };
    let page_row = [ONLY_ROW_KEY, page.total, size, index, pages].map(OwnedCell::Int);
    Ok(vec![rows_from_vec(vec![page_row]), Box::new(items)].into())
}

/// The rows on one page. Rows of the page's first person that are on earlier pages are skipped.
struct PageItems<'s> {
    /// The rows from the first person on the page.
    rows: portfolio::PortfolioRows<'s>,
    /// The number of rows to skip before the first row, because they are on earlier pages.
    rows_to_skip: i64,
    rows_to_return: i64,
}

impl ComputedRows for PageItems<'_> {
    fn advance(&mut self) -> Result<bool> {
        if self.rows_to_return == 0 {
            return Ok(false);
        }
        self.rows_to_return -= 1;
        // only before the first row: afterwards, the number is 0
        for _ in 0..std::mem::take(&mut self.rows_to_skip) {
            self.rows.advance()?;
        }
        Ok(self.rows.advance()?)
    }

    fn cell(&self, column: usize) -> Cell<'_> {
        match column {
            // all items are in the one page
            PARENT_COLUMN => Cell::Int(ONLY_ROW_KEY),
            // the columns of the items follow the parent column
            _ => ComputedRows::cell(&self.rows, column - 1),
        }
    }
}
