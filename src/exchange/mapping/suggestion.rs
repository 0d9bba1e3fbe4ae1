//! Suggests a mapping for a foreign file, by the Dutch and English names of columns, by synonyms and by cells.

mod column_names;

use std::cmp::Reverse;
use std::collections::HashSet;

use anyhow::{Result, bail};

use super::document::quote_toml;
use super::foreign_header::{ForeignHeader, LAST_HEADER_LINE};
use super::recognition::find_data_file;
use super::{DateOrder, Mapping, StoredMapping, has_dates, normalize_header};
use crate::datafile::FILES;
use crate::datafile::cell::{parse_cell, parse_flag};
use crate::datafile::file::{Column, ColumnRole, DataFile, Domain};
use crate::exchange::file_names::is_table_name;
use crate::exchange::source::Source;
use crate::exchange::source::top_rows::{NumberedRow, TopRows, find_read_error, read_top_rows};
use crate::model::language::Language;
use crate::model::message::{Message, MessageName};
use crate::model::text::{cut_and_escape_cell, cut_cell, is_cut};
use crate::model::time::Clock;
pub use column_names::find_allowed_value;
use column_names::{
    CandidateFile, columns_with_names, lowercase_alphanumeric, similarity_of_name, similarity_of_similar_name,
};

const SAMPLED_LINES: u64 = 1_000;

/// The similarity of a header and a column if only the cells suggest the column.
const SIMILARITY_BY_CELLS: f64 = 0.5;

/// The maximum number of values of a column for which replacements are suggested.
const MAX_VALUES: usize = 100;

const MAX_SAMPLE_CELLS: usize = 3;

/// A row near the top of a foreign file that is taken as the header, and the `rows` below.
struct ForeignSample<'h> {
    sheet: Option<&'h str>,
    header: &'h [String],
    rows: &'h [NumberedRow],
}

/// Suggests a mapping, as TOML with comments, for the only foreign file of the source. Fails if the source has no
/// such file or several, if the file cannot be read, if no data file is similar, or if the file lacks a column of the
/// similar file's key.
pub fn suggest_toml(source: &mut Source, clock: &Clock, language: Language) -> Result<String> {
    let name = find_only_foreign_file(source)?;
    if let Some(error) = find_read_error(source, &name)? {
        bail!(error);
    }
    let Some(suggestion) = Suggestion::for_unknown_file(source, &name, clock)? else {
        bail!(Message::new(MessageName::ResemblesNothing).with(cut_and_escape_cell(&name)));
    };
    if let Some((_, column)) = suggestion.missing_columns(ColumnRole::Key).next() {
        let message = Message::new(MessageName::ResemblesNoKey).with(cut_and_escape_cell(&name));
        bail!(message.with(suggestion.mapping.file.name).with(column.name));
    }
    Ok(suggestion.to_toml(language))
}

fn find_only_foreign_file(source: &mut Source) -> Result<String> {
    let mut names = Vec::new();
    let mut table_names = source.file_names();
    table_names.retain(|name| !name.contains('/') && is_table_name(name));
    for name in table_names {
        let first_rows = read_top_rows(source, &name, 1, &[])?;
        let is_data_file = find_data_file(&name, &first_rows).is_some();
        if !is_data_file {
            names.push(name);
        }
    }
    match &names[..] {
        [name] => Ok(name.clone()),
        [] => bail!(Message::new(MessageName::NoForeignFile)),
        names => {
            let shown_names: Vec<_> = names.iter().map(|name| cut_and_escape_cell(name)).collect();
            bail!(Message::new(MessageName::SeveralForeignFiles).with(shown_names.join(", ")))
        }
    }
}

/// Returns the error of a file that no mapping fits, with the most similar mapping and data file, and with `advice`.
pub(super) fn describe_unmapped_file(
    source: &mut Source,
    name: &str,
    stored_mappings: &[StoredMapping],
    clock: &Clock,
    advice: MessageName,
) -> Result<Message> {
    if let Some(error) = find_read_error(source, name)? {
        return Ok(error);
    }
    let mut message = Message::new(MessageName::NoMappingFits).with(cut_and_escape_cell(name));
    let tops = read_top_rows(source, name, LAST_HEADER_LINE, &[])?;
    let mappings = stored_mappings.iter().map(|stored| (&stored.mapping, stored.mapping.fewest_missing_headers(&tops)));
    // a mapping is similar if the file has more than half of its headers
    let similar = mappings.filter(|(mapping, missing)| 2 * missing.len() < mapping.columns.len());
    if let Some((mapping, missing)) = similar.min_by_key(|(_, missing)| missing.len()) {
        let shown_headers: Vec<_> = missing.into_iter().map(cut_and_escape_cell).collect();
        let near_mapping = Message::new(MessageName::NearMapping).with(&mapping.name).with(shown_headers.join(", "));
        message = message.with_part(near_mapping);
    }
    if let Some(suggestion) = Suggestion::for_unknown_file(source, name, clock)? {
        message = message.with_part(Message::new(MessageName::LooksLike).with(suggestion.mapping.file.name));
    }
    Ok(message.with_part(advice))
}

pub struct Suggestion {
    pub mapping: Mapping,
    /// The headers of the foreign file, then the headers that only the mapping has.
    pub headers: Vec<SuggestedHeader>,
    /// Cells for which no allowed value was found, each with the position of its column.
    pub unknown_cells: Vec<(usize, String)>,
}

pub struct SuggestedHeader {
    pub name: String,
    /// The position of the header's column; `None` if the header is ignored.
    pub column: Option<usize>,
    /// The first distinct cells below the header, as examples.
    pub cells: Vec<String>,
}

impl SuggestedHeader {
    fn without_cells(name: &str, column: Option<usize>) -> Self {
        Self { name: name.to_owned(), column, cells: Vec::new() }
    }
}

impl Suggestion {
    fn for_unknown_file(source: &mut Source, name: &str, clock: &Clock) -> Result<Option<Self>> {
        let (data_file, known_mapping) = (None, None);
        Self::for_file(source, name, data_file, known_mapping, clock)
    }

    /// Suggests a mapping of the foreign file `name` to `file`, else to the data file of the `known` mapping, else to
    /// the most similar data file, if there is one. Adds headers and values to the `known` mapping.
    pub fn for_file(
        source: &mut Source,
        name: &str,
        file: Option<&'static DataFile>,
        known: Option<&Mapping>,
        clock: &Clock,
    ) -> Result<Option<Self>> {
        // a user can change the data file of a known mapping in the console
        let data_file = file.or(known.map(|known| known.file));
        let adapted = known.zip(data_file).map(|(known, data_file)| known.with_data_file(data_file));
        let sheets: Vec<_> = adapted.iter().filter_map(|mapping| mapping.sheet.as_deref()).collect();
        let tops = read_top_rows(source, name, SAMPLED_LINES, &sheets)?;
        // finds the header by the known mapping; else by the names of columns; else takes the widest row
        let sample_by_known = adapted.as_ref().and_then(|mapping| sample_by_mapping(mapping, &tops));
        let sample = sample_by_known
            .or_else(|| find_best_sample(name, &tops, data_file))
            .or_else(|| Some((data_file?, sample_by_widest_row(tops.first()?)?)));
        let first_sheet = tops.first().and_then(|top| top.sheet.as_deref());
        Ok(sample.map(|(file, sample)| sample.to_suggestion(name, file, adapted.as_ref(), first_sheet, clock)))
    }

    fn add_header(&mut self, header: &str, column: Option<usize>, cells: Vec<&str>, clock: &Clock) {
        // a mapping has a repeated header only once
        if self.headers.iter().any(|known| known.name == header) {
            return;
        }
        let shown_cells = cells.iter().take(MAX_SAMPLE_CELLS).map(|cell| cut_cell(cell).into_owned()).collect();
        self.headers.push(SuggestedHeader { name: header.to_owned(), column, cells: shown_cells });
        let Some(position) = column else { return };
        self.mapping.set_column(header, Some(position));
        if matches!(self.mapping.file.columns[position].domain, Domain::Choice(_) | Domain::Flag) {
            self.add_values(position, cells, clock);
        }
    }

    /// Adds values for the invalid cells of a choice or flag, or adds them to the unknown cells.
    fn add_values(&mut self, position: usize, cells: Vec<&str>, clock: &Clock) {
        let column = &self.mapping.file.columns[position];
        let is_invalid = |cell: &str| parse_cell(column, self.mapping.map_cell(position, cell), clock).is_err();
        let mut invalid_cells: Vec<_> = cells.into_iter().filter(|cell| !is_cut(cell) && is_invalid(cell)).collect();
        invalid_cells.truncate(MAX_VALUES);
        for cell in invalid_cells {
            match find_allowed_value(self.mapping.file, column, cell) {
                Some(value) => self.mapping.add_value(position, cell, value),
                None => self.unknown_cells.push((position, cell.to_owned())),
            }
        }
    }

    fn add_other_headers_of_mapping(&mut self) {
        let file_headers: HashSet<_> = self.headers.iter().map(|header| normalize_header(&header.name)).collect();
        let mapped_headers = self.mapping.columns.iter();
        let other_headers = mapped_headers.filter(|(header, _)| !file_headers.contains(&normalize_header(header)));
        self.headers.extend(other_headers.map(|(name, column)| SuggestedHeader::without_cells(name, *column)));
    }

    /// Returns a suggestion without a file: only the headers and values of the mapping.
    pub fn from_mapping(mapping: &Mapping) -> Self {
        let headers = mapping.columns.iter().map(|(name, column)| SuggestedHeader::without_cells(name, *column));
        Self { headers: headers.collect(), mapping: mapping.clone(), unknown_cells: Vec::new() }
    }

    pub fn missing_columns(&self, role: ColumnRole) -> impl Iterator<Item = (usize, &'static Column)> {
        let is_found = |at| self.headers.iter().any(|header| header.column == Some(at));
        let columns = self.mapping.file.columns.iter().enumerate();
        columns.filter(move |(at, column)| column.role == role && !is_found(*at))
    }

    /// Returns each cell to replace: the position of the column, the cell, and the value, empty if no value is known.
    pub fn cell_values(&self) -> impl Iterator<Item = (usize, &str, &str)> {
        let replaced_cells =
            self.mapping.values.iter().flat_map(|(column, values)| {
                values.iter().map(|(cell, value)| (*column, cell.as_str(), value.as_str()))
            });
        replaced_cells.chain(self.unknown_cells.iter().map(|(column, cell)| (*column, cell.as_str(), "")))
    }

    /// Returns the mapping as TOML, with comments about ignored headers, unknown values and missing columns.
    fn to_toml(&self, language: Language) -> String {
        let ignored_headers = self.headers.iter().filter(|header| header.column.is_none());
        // lines of TOML, which the user can uncomment and complete
        let header_lines = ignored_headers.map(|header| format!("{} = \"\"", quote_toml(&header.name)));
        let unknown_cells = self.unknown_cells.iter().map(|(column, cell)| {
            let column = self.mapping.file.columns[*column].name;
            Message::new(MessageName::NoValueKnown).with(column).with(quote_toml(cell))
        });
        let missing_columns = self.missing_columns(ColumnRole::Required);
        let missing_columns =
            missing_columns.map(|(_, column)| Message::new(MessageName::NoHeaderIsClose).with(column.name));
        let remarks = unknown_cells.chain(missing_columns).map(|message| message.text(language));
        let comments: String = header_lines.chain(remarks).map(|line| format!("# {line}\n")).collect();
        if comments.is_empty() {
            return self.mapping.to_toml();
        }
        let heading = Message::new(MessageName::NotMapped).text(language);
        format!("{}\n# {heading}\n{comments}", self.mapping.to_toml())
    }
}

fn sample_by_mapping<'h>(mapping: &Mapping, tops: &'h [TopRows]) -> Option<(&'static DataFile, ForeignSample<'h>)> {
    let header = ForeignHeader::find(mapping, tops).ok()?;
    let top = tops.iter().find(|top| (&top.sheet, top.separator) == (&header.sheet, header.separator))?;
    let at = top.rows.iter().position(|row| row.line == header.line)?;
    Some((mapping.file, ForeignSample::new(top, at)))
}

/// Returns the sample whose header is the row with the most non-empty cells; of several, the first.
fn sample_by_widest_row(top: &TopRows) -> Option<ForeignSample<'_>> {
    let possible_headers = top.rows.iter().enumerate().take_while(|(_, row)| row.line <= LAST_HEADER_LINE);
    let counts = possible_headers.map(|(at, row)| (at, row.cells.iter().filter(|cell| !cell.is_empty()).count()));
    // of equal counts, `max_by_key` would return the last
    let (at, count) = counts.min_by_key(|(_, count)| Reverse(*count))?;
    if count == 0 {
        return None;
    }
    Some(ForeignSample::new(top, at))
}

/// Finds the data file and the header that have the most columns in common. With `file`, considers only this data file.
fn find_best_sample<'h>(
    name: &str,
    tops: &'h [TopRows],
    file: Option<&'static DataFile>,
) -> Option<(&'static DataFile, ForeignSample<'h>)> {
    let possible_files = FILES.iter().filter(|known| file.is_none_or(|file| file.name == known.name));
    let candidates: Vec<_> = possible_files.map(|file| CandidateFile::new(file, name)).collect();
    let mut best = None;
    let mut best_score = None;
    for top in tops {
        for (at, row) in top.rows.iter().enumerate().take_while(|(_, row)| row.line <= LAST_HEADER_LINE) {
            let header_names: HashSet<_> = row.cells.iter().map(|cell| lowercase_alphanumeric(cell)).collect();
            for candidate in &candidates {
                let score = candidate.score(&header_names);
                if score > best_score {
                    best_score = score;
                    best = Some((candidate.file, ForeignSample::new(top, at)));
                }
            }
        }
    }
    best
}

struct PossibleMatch {
    /// Infinite for the header of a data file; else [`similarity_of_name`], [`similarity_of_similar_name`] or
    /// [`SIMILARITY_BY_CELLS`].
    similarity: f64,
    header: usize,
    column: usize,
}

impl<'h> ForeignSample<'h> {
    fn new(top: &'h TopRows, header_at: usize) -> Self {
        Self { sheet: top.sheet.as_deref(), header: &top.rows[header_at].cells, rows: &top.rows[header_at + 1..] }
    }

    fn distinct_cells(&self, at: usize) -> Vec<&str> {
        let mut seen = HashSet::new();
        let cells = self.rows.iter().filter_map(|row| row.cells.get(at)).map(String::as_str);
        cells.filter(|cell| !cell.is_empty() && seen.insert(*cell)).collect()
    }

    /// Returns the position of the most similar column for each header; `None` if no column is similar or left.
    fn match_columns(&self, foreign_name: &str, file: &DataFile, clock: &Clock) -> Vec<Option<usize>> {
        let mut matches = self.find_possible_matches(foreign_name, file, clock);
        // the most similar first; among equals in the order of headers, then of columns
        matches.sort_by(|a, b| {
            b.similarity.total_cmp(&a.similarity).then((a.header, a.column).cmp(&(b.header, b.column)))
        });
        let mut columns = vec![None; self.header.len()];
        for PossibleMatch { header, column, .. } in matches {
            // each header and each column takes part in one match
            if columns[header].is_none() && !columns.contains(&Some(column)) {
                columns[header] = Some(column);
            }
        }
        columns
    }

    fn find_possible_matches(&self, foreign_name: &str, file: &DataFile, clock: &Clock) -> Vec<PossibleMatch> {
        let mut matches = Vec::new();
        let columns_with_names = columns_with_names(file);
        let is_named_as_data_file = file.has_name(foreign_name);
        let compared_headers: Vec<_> = self.header.iter().map(|header| normalize_header(header)).collect();
        for (at, header) in self.header.iter().enumerate().filter(|(_, header)| !header.is_empty()) {
            let same_headers = compared_headers.iter().filter(|other| **other == compared_headers[at]);
            if same_headers.count() > 1 {
                continue; // a mapping cannot distinguish equal headers
            }
            // a foreign file with the name of a data file may have some of its columns
            if let Some((column, _)) = file.find_column(header).filter(|_| is_named_as_data_file) {
                matches.push(PossibleMatch { similarity: f64::INFINITY, header: at, column });
            }
            let normalized_header = lowercase_alphanumeric(header);
            let is_name_of_column = columns_with_names.iter().any(|(_, names)| names.contains(&normalized_header));
            let has_cells = !self.distinct_cells(at).is_empty();
            for (column, names) in &columns_with_names {
                let Some((position, _)) = file.find_column(column.name) else { continue };
                let (similarity, min_fitting_share) = match names.iter().position(|name| *name == normalized_header) {
                    // all cells of a choice can be mapped
                    Some(rank) if matches!(column.domain, Domain::Choice(_)) => (similarity_of_name(rank), 0.0),
                    // half of the cells may be invalid
                    Some(rank) => (similarity_of_name(rank), 0.5),
                    // a header that is a column's name is similar to no other column
                    None if is_name_of_column => continue,
                    None => match similarity_of_similar_name(names, &normalized_header) {
                        Some(similarity) => (similarity, 0.8),
                        None if has_cells && has_typical_cells(column) => (SIMILARITY_BY_CELLS, 0.8),
                        None => continue,
                    },
                };
                if self.share_of_fitting_cells(file, column, at, clock) >= min_fitting_share {
                    matches.push(PossibleMatch { similarity, header: at, column: position });
                }
            }
        }
        matches
    }

    /// Returns the share, from 0 to 1, of the cells below a header that fit a column; 1 if there are no cells.
    fn share_of_fitting_cells(&self, file: &DataFile, column: &Column, at: usize, clock: &Clock) -> f64 {
        let cells = self.rows.iter().filter_map(|row| row.cells.get(at)).filter(|cell| !cell.is_empty());
        let (fitting, others): (Vec<_>, Vec<_>) = cells.partition(|cell| is_possible_cell(file, column, cell, clock));
        match fitting.len() + others.len() {
            0 => 1.0,
            count => fitting.len() as f64 / count as f64,
        }
    }

    /// Completes the `known` mapping, if given. `first_sheet` is the sheet that an import reads by default.
    fn to_suggestion(
        &self,
        foreign_name: &str,
        file: &'static DataFile,
        known: Option<&Mapping>,
        first_sheet: Option<&str>,
        clock: &Clock,
    ) -> Suggestion {
        let column_positions = match known {
            // headers that the mapping lacks are columns of the same name, or ignored
            Some(known) if known.has_mapped_columns() => {
                self.header.iter().map(|header| known.column_of_header(header)).collect()
            }
            // no mapping, or one whose data file was changed
            _ => self.match_columns(foreign_name, file, clock),
        };
        let mut mapping = match known {
            Some(known) => known.clone(),
            None => self.new_mapping(foreign_name, file, first_sheet),
        };
        if known.is_none() && self.has_only_american_dates(file, &column_positions) {
            mapping.date_order = DateOrder::Mdy;
        }
        let mut suggestion = Suggestion { mapping, headers: Vec::new(), unknown_cells: Vec::new() };
        for at in self.distinct_headers() {
            suggestion.add_header(&self.header[at], column_positions[at], self.distinct_cells(at), clock);
        }
        suggestion.add_other_headers_of_mapping();
        suggestion
    }

    /// Names the sheet only if it is not the one that an import reads by default.
    fn new_mapping(&self, foreign_name: &str, file: &'static DataFile, first_sheet: Option<&str>) -> Mapping {
        let sheet = self.sheet.filter(|_| self.sheet != first_sheet).map(str::to_owned);
        let patterns = vec![file_pattern(foreign_name)];
        Mapping { sheet, patterns, ..Mapping::new(mapping_name(foreign_name), file) }
    }

    fn distinct_headers(&self) -> Vec<usize> {
        let mut seen = HashSet::new();
        let headers = self.header.iter().enumerate().filter(|(_, header)| !header.is_empty());
        headers.filter(|(_, header)| seen.insert(normalize_header(header))).map(|(at, _)| at).collect()
    }

    fn has_only_american_dates(&self, file: &DataFile, column_positions: &[Option<usize>]) -> bool {
        let mut date_headers = self.distinct_headers();
        date_headers.retain(|at| column_positions[*at].is_some_and(|position| has_dates(&file.columns[position])));
        let dates: Vec<_> = date_headers.into_iter().flat_map(|at| self.distinct_cells(at)).collect();
        let are_all_valid = |order: DateOrder| dates.iter().all(|date| order.to_iso(date).is_ok());
        !are_all_valid(DateOrder::Dmy) && are_all_valid(DateOrder::Mdy)
    }
}

/// Returns whether a cell of a foreign file may belong to a column. A mapping can convert dates and values, so that
/// these need not be canonical.
fn is_possible_cell(file: &DataFile, column: &Column, cell: &str, clock: &Clock) -> bool {
    match column.domain {
        _ if column.name == "Email" => cell.contains('@'),
        _ if has_dates(column) => {
            let is_date =
                |order: DateOrder| order.to_iso(cell).is_ok_and(|date| parse_cell(column, &date, clock).is_ok());
            is_date(DateOrder::Dmy) || is_date(DateOrder::Mdy)
        }
        Domain::Choice(_) => {
            parse_cell(column, cell, clock).is_ok() || find_allowed_value(file, column, cell).is_some()
        }
        Domain::Flag => parse_flag(cell).is_some() || find_allowed_value(file, column, cell).is_some(),
        // an address belongs to no other column
        _ if cell.contains('@') => false,
        // codes and identifiers have no spaces, unlike names
        _ if column.name.ends_with("ExternalIdentifier") || column.name.ends_with("Code") => !cell.contains(' '),
        _ => parse_cell(column, cell, clock).is_ok(),
    }
}

/// Returns whether the cells can suggest the column without a similar header.
fn has_typical_cells(column: &Column) -> bool {
    column.name == "Email" || matches!(column.domain, Domain::Choice(_))
}

/// Returns a name for the mapping of a file, such as `export-hr` for `Export HR 2026.xlsx`.
fn mapping_name(file_name: &str) -> String {
    let stem = file_name.rsplit_once('.').map_or(file_name, |(stem, _)| stem).to_lowercase();
    // names of mappings have at most 64 of these characters; digits at the ends are usually dates
    let without_ends = stem.trim_matches(|c: char| !c.is_ascii_lowercase());
    let parts = without_ends.split(|c: char| !c.is_ascii_lowercase() && !c.is_ascii_digit());
    let words: Vec<_> = parts.filter(|word| !word.is_empty()).collect();
    let name: String = words.join("-").chars().take(64).collect();
    if name.is_empty() { "mapping".into() } else { name }
}

/// Returns a pattern for later files too: `*` replaces the part from the first to the last digit of the name.
fn file_pattern(name: &str) -> String {
    let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
    match (stem.find(|c: char| c.is_ascii_digit()), stem.rfind(|c: char| c.is_ascii_digit())) {
        (Some(first), Some(last)) => format!("{}*{}.{extension}", &stem[..first], &stem[last + 1..]),
        _ => name.to_owned(),
    }
}
