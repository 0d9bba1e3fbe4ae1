//! Writes a mapping as TOML, and changes the parts that forms of the console set by name.

use std::collections::BTreeSet;
use std::fmt::Write;

use toml::de::DeTable;

use super::SEPARATORS;
use crate::exchange::mapping::{DateOrder, Mapping, normalize_header};
use crate::exchange::source::charset::CsvEncoding;

impl Mapping {
    /// Returns the name of the encoding; empty if the encoding is detected.
    pub fn encoding_name(&self) -> &'static str {
        self.encoding.map_or("", CsvEncoding::name)
    }

    /// Sets the encoding by name. If the name is empty or unknown, the encoding is detected.
    pub fn set_encoding(&mut self, name: &str) {
        self.encoding = CsvEncoding::from_name(name);
    }

    /// Sets the cells below a header for which rows are skipped. Without cells, the header skips no rows.
    pub fn set_skip<'c>(&mut self, header: &str, cells: impl Iterator<Item = &'c str>) {
        let cells: BTreeSet<_> = cells.map(|cell| cell.trim().to_owned()).collect();
        self.skip.retain(|(earlier, _)| normalize_header(earlier) != normalize_header(header));
        if !cells.is_empty() {
            self.skip.push((header.to_owned(), cells));
        }
    }

    /// Mappings with the same content have the same TOML, by which they are compared.
    pub fn to_toml(&self) -> String {
        let column_name = |at: usize| self.file.columns[at].name;
        let mut toml = format!("name = {}\nfile = {}\n", quote_toml(&self.name), quote_toml(self.file.name));
        let mut add = |line: String| toml += &line;
        if !self.patterns.is_empty() {
            add(format!("match = {}\n", format_list(&self.patterns)));
        }
        if let Some(sheet) = &self.sheet {
            add(format!("sheet = {}\n", quote_toml(sheet)));
        }
        if let Some(row) = self.header_row {
            add(format!("header_row = {row}\n"));
        }
        if self.encoding.is_some() {
            add(format!("encoding = {}\n", quote_toml(self.encoding_name())));
        }
        if let Some((name, _)) = SEPARATORS.iter().find(|(_, separator)| Some(*separator) == self.separator) {
            add(format!("separator = {}\n", quote_toml(name)));
        }
        // tables come last, because a table has all keys up to the next table
        add("\n[columns]\n".into());
        for (header, mapped) in &self.columns {
            add(format!("{} = {}\n", quote_toml(header), quote_toml(mapped.map_or("", column_name))));
        }
        for (at, values) in &self.values {
            add(format!("\n[values.{}]\n", column_name(*at)));
            values.iter().for_each(|(cell, value)| add(format!("{} = {}\n", quote_toml(cell), quote_toml(value))));
        }
        let constants = self.constants.iter().map(|(at, value)| (column_name(*at), quote_toml(value)));
        let skip = self.skip.iter().map(|(header, cells)| (header.as_str(), format_list(cells)));
        add(format_table("constants", constants) + &format_table("skip", skip));
        if self.date_order != DateOrder::default() {
            add(format!("\n[dates]\norder = {}\n", quote_toml(self.date_order.name())));
        }
        toml
    }
}

/// Returns the table and the key that a line of [`Mapping::to_toml`] sets, such as `columns` and `Roepnaam`; `None` if
/// the line sets no key. The table is empty above the first table. Lines are counted from 1.
pub fn key_of_line(toml: &str, line: usize) -> Option<(&str, String)> {
    let lines: Vec<_> = toml.lines().take(line).collect();
    let table = lines.iter().rev().find_map(|line| line.strip_prefix('[')?.strip_suffix(']'));
    let last_line = lines.last().filter(|line| !line.starts_with('['))?;
    // each line is a document of its own, because `to_toml` writes each value on one line
    let entry = DeTable::parse(last_line).ok()?;
    let key = entry.get_ref().keys().next()?.get_ref().to_string();
    Some((table.unwrap_or_default(), key))
}

/// Returns a table of TOML; an empty text if it has no entries. The values of the entries are TOML already.
fn format_table<'a>(name: &str, entries: impl Iterator<Item = (&'a str, String)>) -> String {
    let lines: String = entries.map(|(key, value)| format!("{} = {value}\n", quote_toml(key))).collect();
    if lines.is_empty() { lines } else { format!("\n[{name}]\n{lines}") }
}

fn format_list<'a>(texts: impl IntoIterator<Item = &'a String>) -> String {
    let texts: Vec<_> = texts.into_iter().map(|text| quote_toml(text)).collect();
    format!("[{}]", texts.join(", "))
}

/// Returns a text as a basic string of TOML, in quotes.
pub fn quote_toml(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\t' => quoted += "\\t",
            '\n' => quoted += "\\n",
            c if c.is_control() => drop(write!(quoted, "\\u{:04X}", u32::from(c))),
            c => quoted.push(c),
        }
    }
    quoted + "\""
}
