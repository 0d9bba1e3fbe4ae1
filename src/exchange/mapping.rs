//! Mappings, which describe how a file of another system is read as a data file (contract §10).
//!
//! A mapping is written as TOML ([`document`]). [`recognition`] finds the mapping that fits a file, and
//! [`foreign_header`] finds the header in the file. `stage/reader.rs` then reads the rows like those of data files.

pub mod document;
pub mod foreign_header;
pub mod recognition;
pub mod suggestion;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Result, anyhow};
use rusqlite::Connection;

use crate::datafile::cell::parse_cell;
use crate::datafile::file::{Column, DataFile, Domain};
use crate::exchange::source::charset::CsvEncoding;
use crate::ledger::Attribution;
use crate::ledger::imports::MappingVersion;
use crate::model::message::{Message, MessageName};
use crate::model::time::Clock;
use crate::store::mapping as mapping_store;
use foreign_header::{ForeignHeader, ForeignHeaderError};

/// How a foreign file is read as a data file. Positions of columns are those in `file.columns`.
#[derive(Clone)]
pub struct Mapping {
    pub name: String,
    pub file: &'static DataFile,
    /// Patterns of file names. `*` matches any text.
    pub patterns: Vec<String>,
    /// The sheet of a workbook; `None` for the first visible sheet.
    pub sheet: Option<String>,
    /// The line of the header; `None` if the header is found by its cells.
    pub header_row: Option<u64>,
    pub encoding: Option<CsvEncoding>,
    pub separator: Option<u8>,
    /// Headers, each with the position of its column in the data file; `None` if the header is ignored.
    pub columns: Vec<(String, Option<usize>)>,
    /// The values that replace cells, by position of the column and by cell. The key `*` matches all other cells that
    /// are not empty.
    pub values: BTreeMap<usize, BTreeMap<String, String>>,
    /// The cell of each column that the foreign file lacks, by position of the column.
    pub constants: BTreeMap<usize, String>,
    /// Headers, each with the cells that make an import skip the row.
    pub skip: Vec<(String, BTreeSet<String>)>,
    pub date_order: DateOrder,
}

/// A mapping in the database, or a pending one, with its version: 1, 2 and so on.
#[derive(Clone)]
pub struct StoredMapping {
    pub mapping: Mapping,
    pub version: i64,
}

/// Mappings by name of the file. They are stored only when the previewed import is written.
pub type PendingMappings = BTreeMap<String, Mapping>;

/// A foreign file of a source, with the mapping that was chosen for it.
#[derive(Clone)]
pub struct MappedFile {
    pub name: String,
    pub mapping: Mapping,
    pub version: i64,
    /// Whether the mapping is stored only when the import is written.
    pub is_pending: bool,
    /// The header of the foreign file; an error if the mapping does not fit. Reading the file reports this error.
    pub foreign_header: Result<ForeignHeader, ForeignHeaderError>,
}

impl MappedFile {
    /// Returns the header that the mapping maps to this column; empty if there is none.
    pub fn find_header(&self, column: &str) -> &str {
        let position = self.mapping.file.columns.iter().position(|known| known.name == column);
        let (Some(at), Ok(header)) = (position, &self.foreign_header) else { return "" };
        header.column_headers.get(at).map_or("", String::as_str)
    }

    pub fn has_constant(&self, column: usize) -> bool {
        self.mapping.constants.contains_key(&column)
    }

    /// Returns whether `version`, which a page showed, is still right. If the mapping is pending, it must get this
    /// version when it is stored now: another user may have stored a version meanwhile.
    pub fn is_version_right(&self, connection: &Connection, clock: &Clock) -> rusqlite::Result<bool> {
        if !self.is_pending {
            return Ok(true);
        }
        // if it is not new, the same content was stored meanwhile
        let (version, is_new) = version_if_stored(connection, clock, &self.mapping)?;
        Ok(is_new && version == self.version)
    }

    pub fn mapping_version(&self) -> MappingVersion {
        MappingVersion { name: self.mapping.name.clone(), version: self.version }
    }
}

/// Reads the stored mappings. An invalid mapping is an error.
pub fn read_mappings(connection: &Connection, clock: &Clock) -> Result<Vec<StoredMapping>> {
    let parsed = mapping_store::all(connection)?.into_iter().map(|stored| {
        let mapping = Mapping::parse(&stored.content, clock).map_err(|errors| {
            let message = Message::new(MessageName::MappingUnusable).with(&stored.name).with(stored.version);
            anyhow!(match errors.first() {
                Some(error) => message
                    .with_part(Message::new(MessageName::AtLine).with(error.line).with_part(error.message.clone())),
                None => message,
            })
        })?;
        Ok(StoredMapping { mapping, version: stored.version })
    });
    parsed.collect()
}

/// Stores a mapping as a new version, unless its newest stored version has the same content. `text` is the TOML of
/// `mapping`, and may have comments. Returns the number of the version, and whether it is new.
///
/// `attribute` adds the user to the action of the ledger entry, such as `mappings set hr, version 2`.
pub fn store_mapping(
    connection: &Connection,
    clock: &Clock,
    mapping: &Mapping,
    text: &str,
    attribute: impl FnOnce(Message) -> Attribution,
) -> rusqlite::Result<(i64, bool)> {
    let name = &mapping.name;
    let has_same_content = |stored_text: &str| mapping.has_same_content(stored_text, clock);
    let attribute_version = |version: i64| attribute(Message::new(MessageName::SetMapping).with(name).with(version));
    mapping_store::add_version_if_changed(connection, name, text, has_same_content, attribute_version)
}

/// Returns the version that a mapping would get if it were stored, and whether that version would be new.
pub fn version_if_stored(connection: &Connection, clock: &Clock, mapping: &Mapping) -> rusqlite::Result<(i64, bool)> {
    mapping_store::version_if_stored(connection, &mapping.name, |stored| mapping.has_same_content(stored, clock))
}

/// The order of day, month and year in dates. A date that begins with a year of four digits is valid in every order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DateOrder {
    #[default]
    Dmy,
    Mdy,
    Ymd,
}

impl DateOrder {
    const NAMES: [(&str, DateOrder); 3] = [("dmy", DateOrder::Dmy), ("mdy", DateOrder::Mdy), ("ymd", DateOrder::Ymd)];

    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, order)| *order == self).map_or("", |(name, _)| name)
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(known, _)| *known == name).map(|(_, order)| *order)
    }

    /// Returns the error of a date that has another order. The caller adds the cell.
    fn error_message(self) -> Message {
        let expected_form = match self {
            DateOrder::Dmy => MessageName::DateOfDmy,
            DateOrder::Mdy => MessageName::DateOfMdy,
            DateOrder::Ymd => MessageName::DateOfYmd,
        };
        Message::new(MessageName::DateOfOtherOrder).with(self.name()).with_part(expected_form)
    }

    /// Converts a date of this order, such as `3-4-2026` or `03.04.2026 8:30`, to `YYYY-MM-DD`. Keeps the time, and any
    /// text that is not a date. Fails if the date has another order.
    fn to_iso(self, text: &str) -> Result<Cow<'_, str>, Message> {
        let (date, time) = text.split_at(text.find(['T', ' ']).unwrap_or(text.len()));
        let parts: Vec<_> = date.split(['-', '/', '.']).collect();
        let [first, second, third] = parts[..] else { return Ok(Cow::Borrowed(text)) };
        let is_number = |part: &str| !part.is_empty() && part.len() <= 4 && part.bytes().all(|b| b.is_ascii_digit());
        let has_year = first.len() == 4 || third.len() == 4;
        if !has_year || !parts.iter().all(|part| is_number(part)) {
            return Ok(Cow::Borrowed(text));
        }
        let (year, month, day) = match self {
            // a date that begins with the year has the same order everywhere
            _ if first.len() == 4 => (first, second, third),
            DateOrder::Dmy => (third, second, first),
            DateOrder::Mdy => (third, first, second),
            // the year is last
            DateOrder::Ymd => return Err(self.error_message()),
        };
        let is_in_range = |part: &str, max| part.parse().is_ok_and(|number: u32| (1..=max).contains(&number));
        // a month above 12 suggests that day and month are exchanged
        if !is_in_range(month, 12) || !is_in_range(day, 31) {
            return Err(self.error_message());
        }
        Ok(Cow::Owned(format!("{year}-{month:0>2}-{day:0>2}{time}")))
    }
}

impl Mapping {
    pub fn new(name: String, file: &'static DataFile) -> Self {
        Self {
            name,
            file,
            patterns: Vec::new(),
            sheet: None,
            header_row: None,
            encoding: None,
            separator: None,
            columns: Vec::new(),
            values: BTreeMap::new(),
            constants: BTreeMap::new(),
            skip: Vec::new(),
            date_order: DateOrder::default(),
        }
    }

    fn has_same_content(&self, text: &str, clock: &Clock) -> bool {
        Self::parse(text, clock).is_ok_and(|parsed| parsed.to_toml() == self.to_toml())
    }

    pub fn map_cell<'a>(&'a self, column: usize, cell: &'a str) -> &'a str {
        let Some(values) = self.values.get(&column) else { return cell };
        let key = cell.trim();
        let value_of_any_cell = || values.get("*").filter(|_| !key.is_empty());
        values.get(key).or_else(value_of_any_cell).map_or(cell, String::as_str)
    }

    /// Returns this mapping for a data file. If it was for another file, all headers become unmapped, but values and
    /// constants stay for columns that `file` has too.
    pub fn with_data_file(&self, file: &'static DataFile) -> Self {
        if file.name == self.file.name {
            return self.clone();
        }
        let new_position = |old: usize| file.find_column(self.file.columns[old].name).map(|(new, _)| new);
        let values = self.values.iter().filter_map(|(at, values)| Some((new_position(*at)?, values.clone())));
        let constants = self.constants.iter().filter_map(|(at, cell)| Some((new_position(*at)?, cell.clone())));
        Self {
            file,
            columns: self.columns.iter().map(|(header, _)| (header.clone(), None)).collect(),
            values: values.collect(),
            constants: constants.collect(),
            ..self.clone()
        }
    }

    fn has_mapped_columns(&self) -> bool {
        self.columns.iter().any(|(_, column)| column.is_some())
    }

    /// Returns the mapped column of a header, or else the column with the same name; `None` if the header is ignored.
    fn column_of_header(&self, header: &str) -> Option<usize> {
        let key = normalize_header(header);
        match self.columns.iter().find(|(mapped, _)| normalize_header(mapped) == key) {
            Some((_, column)) => *column,
            None => find_column_by_header(self.file, &key),
        }
    }

    /// Maps a header to a column; `None` ignores the header.
    pub fn set_column(&mut self, header: &str, column: Option<usize>) {
        match self.columns.iter_mut().find(|(mapped, _)| normalize_header(mapped) == normalize_header(header)) {
            Some((_, mapped_column)) => *mapped_column = column,
            None => self.columns.push((header.to_owned(), column)),
        }
    }

    fn add_value(&mut self, column: usize, cell: &str, value: &str) {
        self.values.entry(column).or_default().insert(cell.trim().to_owned(), value.to_owned());
    }

    pub fn set_value(&mut self, column: usize, cell: &str, value: &str) {
        self.add_value(column, cell, value);
        self.values.entry(column).or_default().retain(|_, value| !value.is_empty());
        self.values.retain(|_, values| !values.is_empty());
    }

    /// Sets the cell of a column that the foreign files lack. An empty value removes the constant.
    pub fn set_constant(&mut self, column: usize, value: &str) {
        self.constants.insert(column, value.to_owned());
        self.constants.retain(|_, value| !value.is_empty());
    }

    /// Returns whether a cell of a column may come from the mapping rather than from the file.
    pub fn is_mapping_value(&self, column: usize, cell: &str) -> bool {
        let is_value = self.values.get(&column).is_some_and(|values| values.values().any(|value| value == cell));
        is_value || self.constants.contains_key(&column)
    }

    pub fn to_iso_if_date<'a>(&self, column: &Column, cell: &'a str) -> Result<Cow<'a, str>, Message> {
        if has_dates(column) { self.date_order.to_iso(cell.trim()) } else { Ok(Cow::Borrowed(cell)) }
    }

    /// Replaces the error of an invalid date by one that names the order of dates, unless the order is the default.
    pub fn explain_date_error(&self, message: Message) -> Message {
        use MessageName::{NotADate, NotADatetime, NotADatetimeOrNever};
        let is_date_error = matches!(message.name, NotADate | NotADatetime | NotADatetimeOrNever);
        let has_other_order = self.date_order != DateOrder::default();
        if is_date_error && has_other_order { self.date_order.error_message() } else { message }
    }

    fn check_value(&self, column: &Column, value: &str, clock: &Clock) -> Result<(), Message> {
        parse_cell(column, &self.to_iso_if_date(column, value)?, clock).map(drop)
    }

    pub fn matches_file_name(&self, name: &str) -> bool {
        let lowercase_name = name.to_lowercase();
        self.patterns.iter().any(|pattern| matches_pattern(&pattern.to_lowercase(), &lowercase_name))
    }
}

fn has_dates(column: &Column) -> bool {
    matches!(column.domain, Domain::Date | Domain::Datetime | Domain::DatetimeOrNever)
}

fn find_column_by_header(file: &DataFile, normalized: &str) -> Option<usize> {
    file.columns.iter().position(|column| normalize_header(column.name) == normalized)
}

/// Returns whether a name matches a pattern, such as `hr*.csv`, in which `*` matches any text, even an empty one.
fn matches_pattern(pattern: &str, name: &str) -> bool {
    let Some((prefix, rest)) = pattern.split_once('*') else { return pattern == name };
    let Some(mut unmatched) = name.strip_prefix(prefix) else { return false };
    // each part between two `*` matches at its first occurrence, which leaves the most text for the parts after it
    let (middle, suffix) = rest.rsplit_once('*').unwrap_or(("", rest));
    for part in middle.split('*') {
        let Some((_, after)) = unmatched.split_once(part) else { return false };
        unmatched = after;
    }
    unmatched.ends_with(suffix)
}

/// Combining accents, each with the letters that can have the accent, and the composed letters in the same order.
const COMPOSED: [(char, &str, &str); 7] = [
    ('\u{300}', "aeiou", "àèìòù"),
    ('\u{301}', "aeiouycnszlr", "áéíóúýćńśźĺŕ"),
    ('\u{302}', "aeiou", "âêîôû"),
    ('\u{303}', "ano", "ãñõ"),
    ('\u{308}', "aeiouy", "äëïöüÿ"),
    ('\u{30c}', "cdenrstz", "čďěňřšťž"),
    ('\u{327}', "cs", "çş"),
];

/// Returns the form in which headers are compared: without white space, in lower case, with composed accents. For
/// example, `Datum in dienst` becomes `datumindienst`.
pub fn normalize_header(header: &str) -> String {
    let mut normalized = String::new();
    let visible = header.chars().filter(|c| !c.is_whitespace());
    // upper case first, because `ß` has the upper case `SS`
    for c in visible.flat_map(char::to_uppercase).flat_map(char::to_lowercase) {
        // an accent as a character of its own joins the letter before it: `e` and U+0301 become `é`
        let composed = compose_with_last_letter(&normalized, c);
        if composed.is_some() {
            normalized.pop();
        }
        normalized.push(composed.unwrap_or(c));
    }
    normalized
}

/// Returns the letter that the last letter of a text forms with an accent; `None` if `accent` is no accent, or if the
/// letter cannot have it.
fn compose_with_last_letter(text: &str, accent: char) -> Option<char> {
    let (_, letters, composed_letters) = COMPOSED.iter().find(|(known, ..)| *known == accent)?;
    let position = letters.chars().position(|letter| text.ends_with(letter))?;
    composed_letters.chars().nth(position)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_converted_from_each_order() {
        use DateOrder::{Dmy, Mdy, Ymd};
        for (order, text, expected) in [
            (Dmy, "3-4-2026", Some("2026-04-03")),
            (Dmy, "03.04.2026 8:30", Some("2026-04-03 8:30")),
            (Dmy, "3/4/2026", Some("2026-04-03")),
            (Dmy, "4-13-2026", None),
            (Mdy, "4/13/2026", Some("2026-04-13")),
            (Mdy, "13-4-2026", None),
            (Ymd, "3-4-2026", None),
            (Mdy, "2026/4/3", Some("2026-04-03")),
            (Ymd, "2026.04.03T10:00", Some("2026-04-03T10:00")),
            (Dmy, "3-4-26", Some("3-4-26")),
            (Mdy, "never", Some("never")),
            (Mdy, "", Some("")),
        ] {
            assert_eq!(order.to_iso(text).ok().as_deref(), expected, "{order:?} {text}");
        }
    }

    #[test]
    fn file_names_match_patterns() {
        for (pattern, name, expected) in [
            ("medewerkers*.csv", "medewerkers-2026.csv", true),
            ("medewerkers*.csv", "medewerkers.csv", true),
            ("*.csv", "a.csv.bak", false),
            ("*hr*.xlsx", "export-hr-3.xlsx", true),
            ("a*a", "a", false),
            ("hr.csv", "hr.csv", true),
            ("*", "", true),
        ] {
            assert_eq!(matches_pattern(pattern, name), expected, "{pattern} {name}");
        }
    }

    #[test]
    fn headers_compare_without_white_space_and_case() {
        assert_eq!(normalize_header(" Soort\u{a0}dienst Verband\n"), "soortdienstverband");
        assert_eq!(normalize_header("Cre\u{301}e\u{308}r"), normalize_header("Créër"));
        assert_eq!(normalize_header("STRASSE"), normalize_header("straße"));
        assert_eq!(normalize_header("ΟΔΟΣ"), normalize_header("οδος"));
    }
}
