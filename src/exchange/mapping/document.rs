//! The TOML of a mapping: parses it, and reports each error with its line. [`toml_writer`] writes it.

mod toml_writer;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use toml::de::{DeTable, DeValue};

use super::{DateOrder, Mapping, normalize_header};
use crate::datafile::FILES;
use crate::datafile::file::DataFile;
use crate::exchange::source::charset::CsvEncoding;
use crate::model::message::{Message, MessageName};
use crate::model::name_similarity::find_close_name;
use crate::model::text::cut_and_escape_cell;
use crate::model::time::Clock;
pub use toml_writer::{key_of_line, quote_toml};

/// The maximum number of bytes of a mapping (contract §10).
pub const MAX_BYTES: usize = 64 << 10;

pub const MAX_NAME_LENGTH: usize = 64;

#[rustfmt::skip]
const KEYS: [&str; 12] = [
    "name", "file", "match", "sheet", "header_row", "encoding", "separator",
    "columns", "values", "constants", "skip", "dates",
];

pub const MAX_HEADER_ROW: u64 = 1_000;

const SEPARATORS: [(&str, u8); 3] = [(",", b','), (";", b';'), ("\t", b'\t')];

#[derive(Debug, Clone, PartialEq)]
pub struct MappingError {
    pub line: usize,
    pub message: Message,
}

#[derive(Clone, Copy)]
struct TomlEntry<'v, 'i> {
    key: &'v str,
    /// The position in the document of the key's first byte.
    at: usize,
    value: &'v DeValue<'i>,
}

struct TextEntry<'v> {
    key: &'v str,
    at: usize,
    text: &'v str,
}

impl Mapping {
    /// Parses a mapping. Fails with at least one error. The errors are in the order of lines.
    pub fn parse(text: &str, clock: &Clock) -> Result<Self, Vec<MappingError>> {
        if text.len() > MAX_BYTES {
            let message = Message::new(MessageName::MappingTooLong).with(MAX_BYTES);
            return Err(vec![MappingError { line: 1, message }]);
        }
        let mut document = MappingDocument { text, clock, errors: Vec::new() };
        let mapping = match DeTable::parse(text) {
            Ok(table) => document.read_mapping(table.get_ref()),
            Err(error) => {
                let span = error.span().unwrap_or_default();
                document.add_error(span.start, syntax_error(text, error.message(), span));
                None
            }
        };
        document.errors.sort_by_key(|error| error.line);
        match mapping {
            Some(mapping) if document.errors.is_empty() => Ok(mapping),
            _ => Err(document.errors),
        }
    }
}

/// Returns the error of a text that is not TOML. `reason` is the parser's message about the text at `span`.
/// Administrators write mappings, so that the error names the usual mistakes in plain words.
fn syntax_error(text: &str, reason: &str, span: Range<usize>) -> Message {
    let before = text.get(..span.start.min(text.len())).unwrap_or_default();
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    let line = text[line_start..].lines().next().unwrap_or_default();
    // these phrases are parts of the toml crate's messages
    let has_any = |phrases: &[&str]| phrases.iter().any(|phrase| reason.contains(phrase));
    let (name, shown) = if reason.starts_with("duplicate key") {
        (MessageName::TomlRepeatedKey, text.get(span).unwrap_or_default())
    } else if has_any(&["expected `\"`", "expected `'`"]) {
        (MessageName::TomlUnclosedText, line)
    } else if has_any(&["key with no value", "must be quoted", "unquoted"]) {
        (MessageName::TomlUnquoted, line)
    } else {
        (MessageName::TomlLine, line)
    };
    Message::new(name).with(cut_and_escape_cell(shown.trim()))
}

/// Reads the document of a mapping. Reading continues after an error, so that `errors` has all of them.
struct MappingDocument<'t> {
    text: &'t str,
    clock: &'t Clock,
    errors: Vec<MappingError>,
}

impl MappingDocument<'_> {
    /// Adds an error on the line of the byte at a position.
    fn add_error(&mut self, at: usize, message: impl Into<Message>) {
        let before = &self.text.as_bytes()[..at.min(self.text.len())];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        self.errors.push(MappingError { line, message: message.into() });
    }

    /// Reads the table of the whole document, and adds all errors. Returns `None` if no data file is named.
    fn read_mapping(&mut self, table: &DeTable) -> Option<Mapping> {
        let entries = entries_in_document_order(table);
        for TomlEntry { key, at, .. } in entries.iter().filter(|entry| !KEYS.contains(&entry.key)) {
            let message = Message::new(MessageName::UnknownMappingKey).with(cut_and_escape_cell(key));
            let message = message.with_suggestion(find_close_name(key, KEYS));
            self.add_error(*at, message.with_part(Message::new(MessageName::KnownKeys).with(KEYS.join(", "))));
        }
        let find = |key: &str| entries.iter().copied().find(|entry| entry.key == key);
        let name = self.read_name(find("name"));
        let file = self.read_file(find("file"));
        let patterns = self.read_texts(find("match"));
        let sheet = self.read_text(find("sheet")).map(|sheet| sheet.text.to_owned());
        let header_row = self.read_header_row(find("header_row"));
        let encoding = self.read_choice(find("encoding"), &CsvEncoding::NAMES);
        let separator = self.read_choice(find("separator"), &SEPARATORS);
        let date_order = self.read_date_order(find("dates"));
        // the other tables name columns, which are unknown without a data file
        let file = file?;
        let mut mapping = Mapping {
            patterns,
            sheet,
            header_row,
            encoding,
            separator,
            date_order,
            ..Mapping::new(name.unwrap_or_default(), file)
        };
        self.read_columns(&mut mapping, find("columns"));
        self.read_values(&mut mapping, find("values"));
        self.read_constants(&mut mapping, find("constants"));
        self.read_skip(&mut mapping, find("skip"));
        Some(mapping)
    }

    fn read_name(&mut self, entry: Option<TomlEntry>) -> Option<String> {
        if entry.is_none() {
            self.add_error(0, MessageName::MappingNameMissing);
        }
        let TextEntry { at, text: name, .. } = self.read_text(entry)?;
        let is_allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if !(1..=MAX_NAME_LENGTH).contains(&name.len()) || !name.chars().all(is_allowed) {
            self.add_error(at, Message::new(MessageName::MappingNameForm).with(cut_and_escape_cell(name)));
        }
        Some(name.to_owned())
    }

    fn read_file(&mut self, entry: Option<TomlEntry>) -> Option<&'static DataFile> {
        if entry.is_none() {
            self.add_error(0, MessageName::MappingFileMissing);
        }
        let TextEntry { at, text: name, .. } = self.read_text(entry)?;
        let file = FILES.iter().copied().find(|file| file.name == name);
        if file.is_none() {
            let known = FILES.iter().map(|file| file.name);
            let message = Message::new(MessageName::NoSuchDataFile).with(cut_and_escape_cell(name));
            self.add_error(at, message.with_suggestion(find_close_name(name, known)));
        }
        file
    }

    fn read_header_row(&mut self, entry: Option<TomlEntry>) -> Option<u64> {
        let TomlEntry { at, value, .. } = entry?;
        // refuses hexadecimal integers and the like
        let number = value.as_integer().filter(|number| number.radix() == 10);
        let row = number.and_then(|number| number.as_str().parse().ok());
        let row = row.filter(|row| (1..=MAX_HEADER_ROW).contains(row));
        if row.is_none() {
            self.add_error(at, Message::new(MessageName::HeaderRowForm).with(MAX_HEADER_ROW));
        }
        row
    }

    fn read_date_order(&mut self, entry: Option<TomlEntry>) -> DateOrder {
        let mut order = None;
        for TomlEntry { key, at, value } in self.read_table(entry) {
            match (key, value.as_str()) {
                ("order", Some(name)) if DateOrder::from_name(name).is_some() => order = DateOrder::from_name(name),
                ("order", _) => self.add_error(at, MessageName::DateOrderForm),
                _ => self.add_error(at, Message::new(MessageName::UnknownDatesKey).with(cut_and_escape_cell(key))),
            }
        }
        order.unwrap_or_default()
    }

    /// Reads one of the words in `choices`, in any case. Returns its value; `None` if the word is absent or invalid.
    fn read_choice<T: Copy>(&mut self, entry: Option<TomlEntry>, choices: &[(&str, T)]) -> Option<T> {
        let TextEntry { key, at, text: word } = self.read_text(entry)?;
        let choice = choices.iter().find(|(known, _)| known.eq_ignore_ascii_case(word));
        if choice.is_none() {
            let allowed: Vec<_> = choices.iter().map(|(known, _)| format!("{known:?}")).collect();
            let error =
                Message::new(MessageName::NotAChoice).with(allowed.join(", ")).with_value(cut_and_escape_cell(word));
            self.add_error(at, Message::new(MessageName::AtKey).with(key).with_part(error));
        }
        choice.map(|(_, value)| *value)
    }

    /// Reads a text that is not empty. Any other value is an error. Returns `None` if the text is absent or invalid.
    fn read_text<'v>(&mut self, entry: Option<TomlEntry<'v, '_>>) -> Option<TextEntry<'v>> {
        let TomlEntry { key, at, value } = entry?;
        let text = value.as_str().filter(|text| !text.is_empty());
        if text.is_none() {
            self.add_error(at, Message::new(MessageName::MustBeText).with(key));
        }
        Some(TextEntry { key, at, text: text? })
    }

    /// Reads a list of texts; none if it is absent or invalid. An empty text is an error.
    fn read_texts(&mut self, entry: Option<TomlEntry>) -> Vec<String> {
        let Some(TomlEntry { key, at, value }) = entry else { return Vec::new() };
        let texts = value.as_array().map(|list| list.iter().map(|text| text.get_ref().as_str()));
        match texts.and_then(|texts| texts.collect::<Option<Vec<_>>>()) {
            Some(texts) if texts.iter().all(|text| !text.is_empty()) => texts.into_iter().map(str::to_owned).collect(),
            _ => {
                self.add_error(at, Message::new(MessageName::MustBeTexts).with(key));
                Vec::new()
            }
        }
    }

    /// Returns the entries of a table; none if the table is absent. Any other value is an error.
    fn read_table<'v, 'i>(&mut self, entry: Option<TomlEntry<'v, 'i>>) -> Vec<TomlEntry<'v, 'i>> {
        let Some(TomlEntry { key, at, value }) = entry else { return Vec::new() };
        match value.as_table() {
            Some(table) => entries_in_document_order(table),
            None => {
                self.add_error(at, Message::new(MessageName::MustBeTable).with(key));
                Vec::new()
            }
        }
    }

    /// Returns the entries of a table of texts; none if the table is absent. Each value that is not a text is an error.
    fn read_text_table<'v>(&mut self, entry: Option<TomlEntry<'v, '_>>) -> Vec<TextEntry<'v>> {
        let table = entry.map_or("", |entry| entry.key);
        let mut texts = Vec::new();
        for TomlEntry { key, at, value } in self.read_table(entry) {
            match value.as_str() {
                Some(text) => texts.push(TextEntry { key, at, text }),
                None => {
                    let message = Message::new(MessageName::EntryMustBeText).with(table);
                    self.add_error(at, message.with(cut_and_escape_cell(key)));
                }
            }
        }
        texts
    }

    /// Returns the position of a column. An unknown name is an error that names the mapping's `table`.
    fn find_column(&mut self, table: &str, at: usize, file: &DataFile, name: &str) -> Option<usize> {
        let position = file.find_column(name).map(|(position, _)| position);
        if position.is_none() {
            let nearest = find_close_name(name, file.columns.iter().map(|column| column.name));
            let message =
                Message::new(MessageName::NoSuchColumn).with(table).with(file.name).with(cut_and_escape_cell(name));
            self.add_error(at, message.with_suggestion(nearest));
        }
        position
    }

    /// Reads headers with names of columns, such as `"Roepnaam" = "FirstName"`. An empty name ignores the header.
    fn read_columns(&mut self, mapping: &mut Mapping, entry: Option<TomlEntry>) {
        for TextEntry { key: header, at, text: name } in self.read_text_table(entry) {
            self.check_header(mapping, header, at);
            if name.is_empty() {
                mapping.columns.push((header.to_owned(), None));
                continue;
            }
            let Some(column) = self.find_column("columns", at, mapping.file, name) else { continue };
            if let Some((earlier, _)) = mapping.columns.iter().find(|(_, mapped)| *mapped == Some(column)) {
                let error = Message::new(MessageName::HeadersOfOneColumn).with(cut_and_escape_cell(earlier));
                let error = error.with(cut_and_escape_cell(header)).with(name);
                self.add_error(at, Message::new(MessageName::AtKey).with("columns").with_part(error));
            }
            mapping.columns.push((header.to_owned(), Some(column)));
        }
    }

    fn check_header(&mut self, mapping: &Mapping, header: &str, at: usize) {
        let normalized = normalize_header(header);
        let same_header = mapping.columns.iter().find(|(earlier, _)| normalize_header(earlier) == normalized);
        if normalized.is_empty() {
            self.add_error(at, Message::new(MessageName::EmptyHeader).with("columns"));
        } else if let Some((earlier, _)) = same_header {
            let message = Message::new(MessageName::SameHeader).with(cut_and_escape_cell(header));
            self.add_error(at, message.with(cut_and_escape_cell(earlier)));
        }
    }

    /// Reads the table `values`. For each column, it has a table of cells and their replacements.
    fn read_values(&mut self, mapping: &mut Mapping, entry: Option<TomlEntry>) {
        for column_entry in self.read_table(entry) {
            let TomlEntry { key: column_name, at, .. } = column_entry;
            let Some(column) = self.find_column("values", at, mapping.file, column_name) else { continue };
            let replacements = self.read_replacements(mapping, column, column_entry);
            if mapping.values.insert(column, replacements).is_some() {
                let message = Message::new(MessageName::RepeatedName).with("values");
                self.add_error(at, message.with(cut_and_escape_cell(column_name)));
            }
        }
    }

    /// Reads the table `values.<column>`: cells with their replacements, such as `"Vast" = "Intern"`.
    fn read_replacements(&mut self, mapping: &Mapping, column: usize, entry: TomlEntry) -> BTreeMap<String, String> {
        let TomlEntry { key: column_name, at, value } = entry;
        let table_name = format!("values.{column_name}");
        let mut replacements = BTreeMap::new();
        let table = TomlEntry { key: &table_name, at, value };
        for TextEntry { key: cell, at, text: replacement } in self.read_text_table(Some(table)) {
            self.check_value(mapping, &format!("{table_name}: {cell:?}"), at, column, replacement);
            // TOML forbids equal keys, but not keys that differ only in white space at their ends
            if replacements.insert(cell.trim().to_owned(), replacement.to_owned()).is_some() {
                let message = Message::new(MessageName::RepeatedValue).with(column_name);
                self.add_error(at, message.with(cut_and_escape_cell(cell.trim())));
            }
        }
        replacements
    }

    /// Reads the columns that the foreign file lacks, with their cells.
    fn read_constants(&mut self, mapping: &mut Mapping, entry: Option<TomlEntry>) {
        for TextEntry { key: name, at, text: value } in self.read_text_table(entry) {
            let Some(column) = self.find_column("constants", at, mapping.file, name) else { continue };
            if let Some((header, _)) = mapping.columns.iter().find(|(_, mapped)| *mapped == Some(column)) {
                let message = Message::new(MessageName::ConstantOfMapped).with(name);
                self.add_error(at, message.with(cut_and_escape_cell(header)));
            }
            self.check_value(mapping, &format!("constants: {name}"), at, column, value);
            if mapping.constants.insert(column, value.to_owned()).is_some() {
                let message = Message::new(MessageName::RepeatedName).with("constants");
                self.add_error(at, message.with(cut_and_escape_cell(name)));
            }
        }
    }

    /// Adds an error if the column does not allow the value. `key` names the value in the error.
    fn check_value(&mut self, mapping: &Mapping, key: &str, at: usize, column: usize, value: &str) {
        if let Err(message) = mapping.check_value(&mapping.file.columns[column], value, self.clock) {
            let error = message.with_value(cut_and_escape_cell(value));
            self.add_error(at, Message::new(MessageName::AtKey).with(key).with_part(error));
        }
    }

    /// Reads headers with lists of cells, such as `"Status" = ["Uit dienst"]`.
    fn read_skip(&mut self, mapping: &mut Mapping, entry: Option<TomlEntry>) {
        for TomlEntry { key: header, at, value } in self.read_table(entry) {
            let list = value.as_array().into_iter().flat_map(|list| list.iter());
            let cells: Option<BTreeSet<_>> =
                list.map(|cell| Some(cell.get_ref().as_str()?.trim().to_owned())).collect();
            let cells = cells.unwrap_or_default();
            if cells.is_empty() {
                self.add_error(at, Message::new(MessageName::SkipForm).with(cut_and_escape_cell(header)));
            }
            let normalized = normalize_header(header);
            if normalized.is_empty() {
                self.add_error(at, Message::new(MessageName::EmptyHeader).with("skip"));
            } else if mapping.skip.iter().any(|(earlier, _)| normalize_header(earlier) == normalized) {
                self.add_error(at, Message::new(MessageName::RepeatedSkip).with(cut_and_escape_cell(header)));
            }
            mapping.skip.push((header.to_owned(), cells));
        }
    }
}

/// Returns the entries of a table in the order in which they are written. The parser has another order.
fn entries_in_document_order<'v, 'i>(table: &'v DeTable<'i>) -> Vec<TomlEntry<'v, 'i>> {
    let entries = table.iter().map(|(key, value)| TomlEntry {
        key: key.get_ref().as_ref(),
        at: key.span().start,
        value: value.get_ref(),
    });
    let mut entries: Vec<_> = entries.collect();
    entries.sort_by_key(|entry| entry.at);
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_written_mapping_is_read_as_the_same_mapping() {
        let clock = Clock::new("Europe/Amsterdam", None).unwrap();
        let text = "name = 'hr'\nfile = 'persons.csv'\nmatch = ['a\\*.csv']\nsheet = 'Blad \"1\"'\nheader_row = 3\n\
                    encoding = 'UTF-8'\nseparator = \"\\t\"\n[columns]\n\"B\\u0001\\\\\" = 'Email'\nA = ''\n\
                    [values.EmployeeType]\n'*' = 'Extern'\n[constants]\nCostCentre = 'x'\n[skip]\nS = ['', 'b']\n\
                    [dates]\norder = 'mdy'\n";
        let written = Mapping::parse(text, &clock).unwrap().to_toml();
        assert_eq!(Mapping::parse(&written, &clock).unwrap().to_toml(), written);
        assert!(written.contains("\"B\\u0001\\\\\" = \"Email\"\n"), "{written}");
    }
}
