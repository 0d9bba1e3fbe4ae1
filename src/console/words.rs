//! What pages say, in each language: a file a language, whose table lacks nothing that another has.
//!
//! Columns, files and operations are called what their declarations say; texts of refusals stay as the API has them.

mod dutch;
mod english;

use crate::model::language::Language;

/// What pages say in one language. `{}` stands for a value.
pub struct Words {
    pub code: &'static str,
    pub product: &'static str,
    pub skip: &'static str,
    pub pages: &'static str,
    pub languages: &'static str,
    pub sign_in: &'static str,
    pub sign_out: &'static str,
    pub name: &'static str,
    pub password: &'static str,
    pub wrong_password: &'static str,
    pub too_many: &'static str,
    pub session_ended: &'static str,
    pub not_of_this_page: &'static str,
    pub plain_http: &'static str,
    pub no_operator: &'static str,
    pub refused: &'static str,
    pub nothing_here: &'static str,
    pub internal: &'static str,
    pub data: &'static str,
    pub file: &'static str,
    pub holds: &'static str,
    pub rows: &'static str,
    pub search: &'static str,
    pub search_in: &'static str,
    pub find: &'static str,
    pub all: &'static str,
    pub filters: &'static str,
    pub none_found: &'static str,
    pub next_page: &'static str,
    pub first_page: &'static str,
    pub sort_up: &'static str,
    pub sort_down: &'static str,
    pub yes: &'static str,
    pub no: &'static str,
}

/// What is said in this language.
pub fn of(language: Language) -> &'static Words {
    match language {
        Language::English => &english::WORDS,
        Language::Dutch => &dutch::WORDS,
    }
}
