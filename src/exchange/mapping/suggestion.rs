//! Suggests a mapping for a foreign file, by the Dutch and English names of columns, by synonyms and by cells.

mod column_names;

use std::cmp::Reverse;
use std::collections::HashSet;
use std::ops::RangeInclusive;

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
pub use column_names::find_value;
use column_names::{CandidateFile, columns_with_names, lowercase_alphanumeric};

/// The number of lines of a file whose cells are compared with columns.
const SAMPLED_LINES: u64 = 1_000;

/// The minimum similarity of a header and a column's name, if the header is not a synonym.
const MIN_SIMILARITY: f64 = 0.87;

/// The lengths of compared headers. Short headers are similar to too many names; long headers take too much time.
const COMPARED_LENGTHS: RangeInclusive<usize> = 5..=60;

/// The maximum number of values of a column for which replacements are suggested.
const MAX_VALUES: usize = 100;

/// The maximum number of example cells of a header.
const MAX_SAMPLE_CELLS: usize = 3;

/// A row near the top of a foreign file that is taken as the header, and the `rows` below.
struct ForeignSample<'h> {
    sheet: Option<&'h str>,
    header: &'h [String],
    rows: &'h [NumberedRow],
}

/// Suggests a mapping, as TOML with comments, for the only foreign file of the source. Fails if the source does not
/// have exactly one foreign file, or if no data file is similar.
pub fn suggest_toml(source: &mut Source, clock: &Clock, language: Language) -> Result<String> {
    let name = find_only_foreign_file(source)?;
    if let Some(error) = find_read_error(source, &name)? {
        bail!(error);
    }
    let Some(suggestion) = Suggestion::for_file(source, &name, None, None, clock)? else {
        bail!(Message::new(MessageName::ResemblesNothing).with(cut_and_escape_cell(&name)));
    };
    if let Some((_, column)) = suggestion.missing_columns(ColumnRole::Key).next() {
        let message = Message::new(MessageName::ResemblesNoKey).with(cut_and_escape_cell(&name));
        bail!(message.with(suggestion.mapping.file.name).with(column.name));
    }
    Ok(suggestion.to_toml(language))
}

/// Returns the name of the only foreign file of the source. Fails if there is none, or if there are several.
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
    if let Some(suggestion) = Suggestion::for_file(source, name, None, None, clock)? {
        message = message.with_part(Message::new(MessageName::LooksLike).with(suggestion.mapping.file.name));
    }
    Ok(message.with_part(advice))
}

/// A suggested mapping, with what a user must still decide.
pub struct Suggestion {
    pub mapping: Mapping,
    /// The headers of the foreign file, then the headers that only the mapping has.
    pub headers: Vec<SuggestedHeader>,
    /// Cells for which no allowed value was found, each with the position of its column.
    pub unknown_cells: Vec<(usize, String)>,
}

/// A header of the foreign file, with the suggested column.
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

    /// Returns a suggestion without a file: only the headers and values of the mapping.
    pub fn from_mapping(mapping: &Mapping) -> Self {
        let headers = mapping.columns.iter().map(|(name, column)| SuggestedHeader::without_cells(name, *column));
        Self { headers: headers.collect(), mapping: mapping.clone(), unknown_cells: Vec::new() }
    }

    /// Returns the columns with this role to which no header is mapped, with their positions.
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
        // each comment is a line that the user can complete, or a remark
        let mut comments = Vec::new();
        let mut add = |message: Message| comments.push(format!("# {}\n", message.text(language)));
        for header in self.headers.iter().filter(|header| header.column.is_none()) {
            add(Message::new(MessageName::Verbatim).with(format_args!("{} = \"\"", quote_toml(&header.name))));
        }
        for (column, cell) in &self.unknown_cells {
            let column = self.mapping.file.columns[*column].name;
            add(Message::new(MessageName::NoValueKnown).with(column).with(quote_toml(cell)));
        }
        for (_, column) in self.missing_columns(ColumnRole::Required) {
            add(Message::new(MessageName::NoHeaderIsClose).with(column.name));
        }
        if comments.is_empty() {
            return self.mapping.to_toml();
        }
        let heading = Message::new(MessageName::NotMapped).text(language);
        format!("{}\n# {heading}\n{}", self.mapping.to_toml(), comments.concat())
    }
}

/// Returns the sample whose header the mapping finds; `None` if the mapping does not fit.
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
    // `None` is lower than any score
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

/// A header and a column that may have the same meaning.
struct PossibleMatch {
    /// Infinite for the header of a data file; 1 or almost 1 for equal names, at most 0.9 for similar names, and 0.5
    /// for similar cells.
    similarity: f64,
    /// The position of the header in the header row.
    header: usize,
    /// The position of the column in the data file.
    column: usize,
}

impl<'h> ForeignSample<'h> {
    fn new(top: &'h TopRows, header_at: usize) -> Self {
        Self { sheet: top.sheet.as_deref(), header: &top.rows[header_at].cells, rows: &top.rows[header_at + 1..] }
    }

    /// Returns the distinct cells below the header at a position, without empty cells, in file order.
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

    /// Returns all pairs of a header and a column that may have the same meaning, by their names and cells.
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
            // a header that is a column's name is similar to no other column
            let is_name = columns_with_names.iter().any(|(_, names)| names.contains(&normalized_header));
            for (column, names) in &columns_with_names {
                let Some((position, _)) = file.find_column(column.name) else { continue };
                let similarity = match names.iter().position(|name| *name == normalized_header) {
                    // earlier names are more usual, so that they have a higher similarity
                    Some(rank) => 1.0 - rank as f64 / 1_000.0,
                    None if is_name => 0.0,
                    None => self.similarity_to_column(column, names, at, &normalized_header),
                };
                // if a header is a column's name, half of its cells may be invalid; cells of a choice can all be mapped
                let min_share = match names.contains(&normalized_header) {
                    true if matches!(column.domain, Domain::Choice(_)) => 0.0,
                    true => 0.5,
                    false => 0.8,
                };
                if similarity > 0.0 && self.share_of_fitting_cells(file, column, at, clock) >= min_share {
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

    /// Returns the similarity of a column and a header that is not a column's name: at most 0.9, by names or by cells.
    fn similarity_to_column(&self, column: &Column, names: &[String], at: usize, header: &str) -> f64 {
        // a typing error, such as `Achternaan`
        if COMPARED_LENGTHS.contains(&header.chars().count()) {
            let similarities = names.iter().map(|name| strsim::normalized_damerau_levenshtein(name, header));
            let highest = similarities.fold(0.0, f64::max);
            if highest > MIN_SIMILARITY {
                return highest * 0.9;
            }
        }
        // the caller checks the cells
        let has_typical_cells = column.name == "Email" || matches!(column.domain, Domain::Choice(_));
        if has_typical_cells && !self.distinct_cells(at).is_empty() { 0.5 } else { 0.0 }
    }

    /// Suggests a mapping to a data file, or completes the `known` mapping. `first_sheet` is the sheet that an import
    /// reads by default.
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
            Some(known) if known.columns.iter().any(|(_, column)| column.is_some()) => {
                self.header.iter().map(|header| known.column_of_header(header)).collect()
            }
            _ => self.match_columns(foreign_name, file, clock),
        };
        // a new mapping names its sheet only if it is not the default
        let mut mapping = known.cloned().unwrap_or_else(|| {
            let sheet = self.sheet.filter(|_| self.sheet != first_sheet).map(str::to_owned);
            let patterns = vec![file_pattern(foreign_name)];
            Mapping { sheet, patterns, ..Mapping::new(mapping_name(foreign_name), file) }
        });
        let (mut headers, mut dates, mut unknown_cells) = (Vec::new(), Vec::new(), Vec::new());
        let mut seen_headers = HashSet::new();
        for (at, header) in self.header.iter().enumerate() {
            if header.is_empty() || !seen_headers.insert(normalize_header(header)) {
                continue;
            }
            let cells = self.distinct_cells(at);
            let shown = cells.iter().take(MAX_SAMPLE_CELLS).map(|cell| cut_cell(cell).into_owned()).collect();
            headers.push(SuggestedHeader { name: header.clone(), column: column_positions[at], cells: shown });
            let Some(position) = column_positions[at] else { continue };
            let column = &file.columns[position];
            mapping.set_column(header, Some(position));
            if has_dates(column) {
                dates.extend(cells);
            } else if matches!(column.domain, Domain::Choice(_) | Domain::Flag) {
                unknown_cells.extend(add_values(&mut mapping, position, cells, clock));
            }
        }
        // headers that the known mapping has, but not this file
        let absent = mapping.columns.iter().filter(|(header, _)| !seen_headers.contains(&normalize_header(header)));
        headers.extend(absent.map(|(header, column)| SuggestedHeader::without_cells(header, *column)));
        // suggests the American order only if some date is invalid in the Dutch order, and none in the American order
        let have_all_dates = |order: DateOrder| dates.iter().all(|date| order.to_iso(date).is_ok());
        if known.is_none() && !have_all_dates(DateOrder::Dmy) && have_all_dates(DateOrder::Mdy) {
            mapping.date_order = DateOrder::Mdy;
        }
        Suggestion { mapping, headers, unknown_cells }
    }
}

/// Adds values for the invalid cells of a choice or flag. Returns the [`Suggestion::unknown_cells`].
fn add_values(mapping: &mut Mapping, position: usize, cells: Vec<&str>, clock: &Clock) -> Vec<(usize, String)> {
    let column = &mapping.file.columns[position];
    let needs_value =
        |cell: &&str| !is_cut(cell) && parse_cell(column, mapping.map_cell(position, cell), clock).is_err();
    let cells_without_value: Vec<_> = cells.into_iter().filter(needs_value).take(MAX_VALUES).collect();
    let mut unknown_cells = Vec::new();
    for cell in cells_without_value {
        match find_value(mapping.file, column, cell) {
            // unlike `set_value`, keeps empty values of a known mapping
            Some(value) => {
                mapping.values.entry(position).or_default().insert(cell.to_owned(), value.to_owned());
            }
            None => unknown_cells.push((position, cell.to_owned())),
        }
    }
    unknown_cells
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
        Domain::Choice(_) => parse_cell(column, cell, clock).is_ok() || find_value(file, column, cell).is_some(),
        Domain::Flag => parse_flag(cell).is_some() || find_value(file, column, cell).is_some(),
        // an address belongs to no other column
        _ if cell.contains('@') => false,
        // codes and identifiers have no spaces, unlike names
        _ if column.name.ends_with("ExternalIdentifier") || column.name.ends_with("Code") => !cell.contains(' '),
        _ => parse_cell(column, cell, clock).is_ok(),
    }
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
