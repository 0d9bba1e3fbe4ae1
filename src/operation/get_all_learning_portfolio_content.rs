//! GetAllLearningPortfolioContent: every row of the learning portfolio, by person and training.

use super::response_schema::{Contents, RowSource};
use super::rest::get;
use super::{Operation, learning_portfolio};

pub const OPERATION: Operation = Operation {
    request: &learning_portfolio::FLAGS,
    error_on_success: true,
    dutch: ("Leerportfolio's", "Het leerportfolio van iedereen in dienst: een rij voor elke persoon en training."),
    ..Operation::report(
        "GetAllLearningPortfolioContent",
        get("/learning-portfolio"),
        "The learning portfolio of everyone employed: a row for each person and training.",
        "ApiResponse",
        Contents::Each(learning_portfolio::list_of(RowSource::Computed(learning_portfolio::open))),
    )
};
