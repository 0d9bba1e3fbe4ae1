//! The subject of an error in an import.

use std::borrow::Cow;

use crate::datafile::file::DataFile;
use crate::datafile::images::PICTURE_PREFIX;

pub struct ErrorSubject {
    /// The order among the errors of a line: the position of the column, or a negative number.
    pub(super) order: i64,
    /// The name of the column or header; empty for any other subject.
    pub(super) column: Cow<'static, str>,
    /// The path of the picture; `None` for any other subject.
    pub(super) picture: Option<String>,
}

impl ErrorSubject {
    /// The whole row or file. This subject sorts before the columns of the same line.
    pub const NONE: ErrorSubject = ErrorSubject { order: -1, column: Cow::Borrowed(""), picture: None };

    /// A limit, such as `--max-removals`. Its error is reported only if there are no other errors.
    pub const LIMIT: ErrorSubject = ErrorSubject { order: -2, ..ErrorSubject::NONE };

    pub fn unknown_header(name: &str) -> Self {
        ErrorSubject { column: name.to_owned().into(), ..ErrorSubject::NONE }
    }

    /// A picture. Its path replaces the name of the file.
    pub fn picture(name: &str) -> Self {
        ErrorSubject { picture: Some(format!("{PICTURE_PREFIX}{name}")), ..ErrorSubject::NONE }
    }

    pub fn column(file: &DataFile, at: usize) -> Self {
        ErrorSubject { order: at as i64, column: file.columns[at].name.into(), picture: None }
    }
}
