//! GetAllLearningPortfolioContent: every row of the learning portfolio, by person and training.

use super::{Contents, GrantedWith, Operation, SUCCESS, learning_portfolio};

pub const OPERATION: Operation = Operation {
    name: "GetAllLearningPortfolioContent",
    summary: "The learning portfolio of everyone employed: a row for each person and training.",
    granted_with: GrantedWith::Reports,
    request: &learning_portfolio::FLAGS,
    root: "ApiResponse",
    flag: SUCCESS,
    error_on_success: true,
    rule: None,
    contents: Contents::Made {
        shape: &Contents::Each(learning_portfolio::ROWS),
        open: learning_portfolio::open,
    },
};
