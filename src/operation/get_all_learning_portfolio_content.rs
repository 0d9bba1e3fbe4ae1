//! GetAllLearningPortfolioContent: every row of the learning portfolio, by person and training.

use super::learning_portfolio;
use super::prelude::*;

pub const OPERATION: Operation = Operation {
    request: &[learning_portfolio::INCLUDE_NOT_IN_PORTFOLIO, learning_portfolio::INCLUDE_INACTIVE],
    has_empty_error_on_success: true,
    ..Operation::report(
        "GetAllLearningPortfolioContent",
        get("/learning-portfolio"),
        "The learning portfolio of everyone employed: a row for each person and training.",
        "ApiResponse",
        Contents::List(learning_portfolio::list_schema(RowSource::Computed(learning_portfolio::open_all))),
    )
    .dutch("Leerportfolio's", "Het leerportfolio van iedereen in dienst: één rij per persoon en training.")
};
