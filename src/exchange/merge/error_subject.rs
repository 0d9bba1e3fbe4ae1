//! The subject of an import's error.

use std::borrow::Cow;

use crate::datafile::file::DataFile;
use crate::datafile::images::PICTURES;

/// The subject of an error: a column, a picture, or the whole row or file.
pub struct ErrorSubject {
    /// Orders the errors of a line: the position of the column, or a negative number.
    pub(super) order: i64,
    /// The name of the column; empty for another subject.
    pub(super) column: Cow<'static, str>,
    /// The path of the picture; `None` for another subject.
    pub(super) picture: Option<String>,
}

impl ErrorSubject {
    /// The whole row or file; sorts before the columns of the same line.
    pub const NONE: ErrorSubject = ErrorSubject { order: -1, column: Cow::Borrowed(""), picture: None };

    /// A guard that stops an import, such as `--max-removals`. Reported only if there are no other errors.
    pub const GUARD: ErrorSubject = ErrorSubject { order: -2, ..ErrorSubject::NONE };

    /// A header that is no column of the file.
    pub fn unknown_header(name: &str) -> Self {
        ErrorSubject { column: name.to_owned().into(), ..ErrorSubject::NONE }
    }

    /// The picture of this name, whose path replaces the name of the file.
    pub fn picture(name: &str) -> Self {
        ErrorSubject { picture: Some(format!("{PICTURES}{name}")), ..ErrorSubject::NONE }
    }

    /// The column at this position.
    pub fn column(file: &DataFile, at: usize) -> Self {
        ErrorSubject { order: at as i64, column: file.columns[at].name.into(), picture: None }
    }
}
