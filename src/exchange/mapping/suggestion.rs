//! Proposes a mapping for a file of another system, by the names of columns in Dutch and English, synonyms, and values.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::ops::RangeInclusive;

use anyhow::{Result, bail};

use super::document::quote_toml;
use super::layout::{LAST_LINE, Layout};
use super::recognition::find_data_file;
use super::{DateOrder, Mapping, StoredMapping, normalize_header};
use crate::datafile::FILES;
use crate::datafile::cell::{parse_cell, parse_flag};
use crate::datafile::file::{Column, ColumnRole, DataFile, Domain};
use crate::exchange::file_names::is_table_name;
use crate::exchange::source::Source;
use crate::exchange::source::head::{Head, find_read_error, read_heads};
use crate::model::language::Language;
use crate::model::message::{Message, MessageName};
use crate::model::text::{cut_and_escape_cell, cut_cell, is_cut};
use crate::model::time::Clock;

/// Synonyms of columns and values.
const SYNONYMS: &str = include_str!("synonyms.txt");

/// The lines of a file from which a mapping is suggested.
const SAMPLED_LINES: u64 = 1_000;

/// The least similarity of a header and a column's name, unless the header is a synonym.
const MIN_SIMILARITY: f64 = 0.87;

/// The lengths in characters of headers that are compared with names. Shorter ones resemble too many names, longer ones
/// take too much time.
const COMPARED_LENGTHS: RangeInclusive<usize> = 5..=60;

/// The most values of a column that get a suggestion.
const MAX_VALUES: usize = 100;

/// The most cells that are shown of a column.
const MAX_SAMPLE_CELLS: usize = 3;

/// The first rows of a foreign file, read with one separator or from one sheet, and the row taken as its header.
struct ForeignSample<'h> {
    head: &'h Head,
    header: &'h [String],
    rows: &'h [(u64, Vec<String>)],
}

/// Suggests a mapping for the only foreign file in the source, as TOML with comments.
pub fn suggest_toml(source: &mut Source, clock: &Clock, language: Language) -> Result<String> {
    let mut names = Vec::new();
    for name in source.file_names().into_iter().filter(|name| !name.contains('/') && is_table_name(name)) {
        if find_data_file(&name, &read_heads(source, &name, 1, &[])?).is_none() {
            names.push(name);
        }
    }
    let name = match &names[..] {
        [name] => name,
        [] => bail!(Message::new(MessageName::NoForeignFile)),
        names => {
            let names: Vec<_> = names.iter().map(|name| cut_and_escape_cell(name)).collect();
            bail!(Message::new(MessageName::SeveralForeignFiles).with(names.join(", ")))
        }
    };
    if let Some(why) = find_read_error(source, name)? {
        bail!(Message::new(MessageName::FileUnreadable).with(cut_and_escape_cell(name)).with_part(why));
    }
    let Some(suggestion) = Suggestion::for_file(source, name, None, None, clock)? else {
        bail!(Message::new(MessageName::ResemblesNothing).with(cut_and_escape_cell(name)));
    };
    match suggestion.missing_columns(ColumnRole::Key).next() {
        None => Ok(suggestion.to_toml(language)),
        Some((_, column)) => {
            let message = Message::new(MessageName::ResemblesNoKey).with(cut_and_escape_cell(name));
            bail!(message.with(suggestion.mapping.file.name).with(column.name))
        }
    }
}

/// Returns the error for a file that no mapping fits, with the most similar mapping and data file, and this advice. For an
/// unreadable file, returns why it is unreadable.
pub fn describe_unmapped_file(
    source: &mut Source,
    name: &str,
    stored: &[StoredMapping],
    clock: &Clock,
    advice: MessageName,
) -> Result<Message> {
    if let Some(why) = find_read_error(source, name)? {
        return Ok(Message::new(MessageName::FileUnreadable).with(cut_and_escape_cell(name)).with_part(why));
    }
    let message = Message::new(MessageName::NoMappingFits).with(cut_and_escape_cell(name));
    let heads = read_heads(source, name, LAST_LINE, &[])?;
    let mappings = stored.iter().map(|stored| (&stored.mapping, stored.mapping.fewest_missing_headers(&heads)));
    // the file must have most headers of a similar mapping
    let similar = mappings.filter(|(mapping, missing)| 2 * missing.len() < mapping.columns.len());
    let message = match similar.min_by_key(|(_, missing)| missing.len()) {
        Some((mapping, missing)) => {
            let missing: Vec<_> = missing.into_iter().map(cut_and_escape_cell).collect();
            message.with_part(Message::new(MessageName::NearMapping).with(&mapping.name).with(missing.join(", ")))
        }
        None => message,
    };
    let message = match Suggestion::for_file(source, name, None, None, clock)? {
        Some(found) => message.with_part(Message::new(MessageName::LooksLike).with(found.mapping.file.name)),
        None => message,
    };
    Ok(message.with_part(advice))
}

/// A suggested mapping for a file of another system.
pub struct Suggestion {
    pub mapping: Mapping,
    pub headers: Vec<SuggestedHeader>,
    /// Cells for which no allowed value was found, each with the position of its column.
    pub unknown_cells: Vec<(usize, String)>,
}

/// A header of a file with the position of its column and some cells.
pub struct SuggestedHeader {
    pub name: String,
    pub column: Option<usize>,
    pub cells: Vec<String>,
}

impl SuggestedHeader {
    /// Returns a header that the mapping has and the file lacks.
    fn without_cells(name: &str, column: Option<usize>) -> Self {
        Self { name: name.to_owned(), column, cells: Vec::new() }
    }
}

impl Suggestion {
    /// Suggests a mapping of a foreign file to the data file `file`, or by default to the most similar one. A `known`
    /// mapping is completed with further headers and values. `None` if the file resembles no data file.
    pub fn for_file(
        source: &mut Source,
        name: &str,
        file: Option<&'static DataFile>,
        known: Option<&Mapping>,
        clock: &Clock,
    ) -> Result<Option<Self>> {
        let file = file.or(known.map(|known| known.file));
        let known = known.zip(file).map(|(known, file)| known.with_data_file(file));
        let sheets: Vec<_> = known.iter().filter_map(|known| known.sheet.as_deref()).collect();
        let heads = read_heads(source, name, SAMPLED_LINES, &sheets)?;
        let by_mapping = known.as_ref().and_then(|known| Some((known.file, sample_by_mapping(known, &heads)?)));
        let sample = by_mapping
            .or_else(|| find_best_sample(name, &heads, file))
            .or_else(|| Some((file?, sample_by_widest_row(heads.first()?)?)));
        Ok(sample.map(|(file, sample)| sample.to_suggestion(name, file, known.as_ref(), heads.first(), clock)))
    }

    /// Returns a suggestion with the headers and values of a mapping, without those of a file.
    pub fn from_mapping(mapping: &Mapping) -> Self {
        let headers = mapping.columns.iter().map(|(name, column)| SuggestedHeader::without_cells(name, *column));
        Self { headers: headers.collect(), mapping: mapping.clone(), unknown_cells: Vec::new() }
    }

    /// Returns the columns of a role that no header becomes, with their positions.
    pub fn missing_columns(&self, role: ColumnRole) -> impl Iterator<Item = (usize, &'static Column)> {
        let has = |at| self.headers.iter().any(|header| header.column == Some(at));
        let columns = self.mapping.file.columns.iter().enumerate();
        columns.filter(move |(at, column)| column.role == role && !has(*at))
    }

    /// Returns each cell with the position of its column and its value, which is empty if unknown.
    pub fn cell_values(&self) -> impl Iterator<Item = (usize, &str, &str)> {
        let known =
            self.mapping.values.iter().flat_map(|(column, values)| {
                values.iter().map(|(cell, value)| (*column, cell.as_str(), value.as_str()))
            });
        known.chain(self.unknown_cells.iter().map(|(column, cell)| (*column, cell.as_str(), "")))
    }

    /// Returns the mapping as TOML, with comments about unknown values and missing columns.
    fn to_toml(&self, language: Language) -> String {
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
        match comments.is_empty() {
            true => self.mapping.to_toml(),
            false => {
                let heading = Message::new(MessageName::NotMapped).text(language);
                format!("{}\n# {heading}\n{}", self.mapping.to_toml(), comments.concat())
            }
        }
    }
}

/// Returns the rows of a file as its mapping reads them; `None` if the mapping does not fit.
fn sample_by_mapping<'h>(mapping: &Mapping, heads: &'h [Head]) -> Option<ForeignSample<'h>> {
    let layout = Layout::find(mapping, heads).ok()?;
    let head = heads.iter().find(|head| (&head.sheet, head.separator) == (&layout.sheet, layout.separator))?;
    let at = head.rows.iter().position(|(line, _)| *line == layout.line)?;
    Some(ForeignSample { head, header: &head.rows[at].1, rows: &head.rows[at + 1..] })
}

/// Returns the rows of a file. Takes the row with the most cells as the header, the first of several.
fn sample_by_widest_row(head: &Head) -> Option<ForeignSample<'_>> {
    let cells = |at: usize| head.rows[at].1.iter().filter(|cell| !cell.is_empty()).count();
    let rows = (0..head.rows.len()).take_while(|at| head.rows[*at].0 <= LAST_LINE);
    let at = rows.min_by_key(|at| Reverse(cells(*at))).filter(|at| cells(*at) > 0)?;
    Some(ForeignSample { head, header: &head.rows[at].1, rows: &head.rows[at + 1..] })
}

/// Finds the data file and the header row that have the most columns in common. A given `file` is the only candidate.
fn find_best_sample<'h>(
    name: &str,
    heads: &'h [Head],
    file: Option<&'static DataFile>,
) -> Option<(&'static DataFile, ForeignSample<'h>)> {
    let candidates = FILES.iter().filter(|known| file.is_none_or(|file| file.name == known.name));
    let candidates: Vec<_> = candidates.map(|file| CandidateFile::new(file, name)).collect();
    let mut best = None;
    let mut best_score = None;
    for head in heads {
        for (at, (_, header)) in head.rows.iter().enumerate().take_while(|(_, (line, _))| *line <= LAST_LINE) {
            let header_names: HashSet<_> = header.iter().map(|cell| normalize(cell)).collect();
            for candidate in &candidates {
                let score = candidate.score(&header_names);
                // of equal scores the first is the best
                if score > best_score {
                    best_score = score;
                    best = Some((candidate.file, ForeignSample { head, header, rows: &head.rows[at + 1..] }));
                }
            }
        }
    }
    best
}

/// A data file that a foreign file may become.
struct CandidateFile {
    file: &'static DataFile,
    columns: Vec<(&'static Column, Vec<String>)>,
    /// Does the name of the foreign file contain a label of the data file?
    is_named: bool,
}

impl CandidateFile {
    fn new(file: &'static DataFile, foreign_name: &str) -> Self {
        let stem = normalize(foreign_name.rsplit_once('.').map_or(foreign_name, |(stem, _)| stem));
        let labels = [file.label(Language::Dutch), file.label(Language::English)];
        let is_named = labels.iter().any(|label| stem.contains(&normalize(label)));
        Self { file, columns: columns_with_names(file), is_named }
    }

    /// Returns a score that increases with the columns found in a header, then decreases with the missing columns that
    /// are not optional. `None` if no column is found.
    fn score(&self, header_names: &HashSet<String>) -> Option<(usize, Reverse<usize>)> {
        let is_found = |(_, names): &&(&Column, Vec<String>)| names.iter().any(|name| header_names.contains(name));
        let (found, missing): (Vec<_>, Vec<_>) = self.columns.iter().partition(is_found);
        let missing = missing.iter().filter(|(column, _)| column.role != ColumnRole::Optional).count();
        // the name of the file counts as half a column
        let score = (2 * found.len() + usize::from(self.is_named), Reverse(missing));
        (!found.is_empty()).then_some(score)
    }
}

/// Returns the columns of a file that can be suggested, with their normalized names.
fn columns_with_names(file: &DataFile) -> Vec<(&'static Column, Vec<String>)> {
    let columns = file.columns.iter().filter(|column| can_be_suggested(column));
    columns.map(|column| (column, column_names(file, column))).collect()
}

/// Returns whether a column can be suggested: ids, and columns that only our exports have, cannot.
fn can_be_suggested(column: &Column) -> bool {
    column.domain != Domain::Id && !["Anonymised", "HasActivatedAccount"].contains(&column.name)
}

/// Returns the letters and digits of a text, in lower case.
fn normalize(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Returns the normalized synonyms of a column, or of one of its values, from `synonyms.txt`.
fn find_synonyms(key: &str) -> impl Iterator<Item = String> {
    let lines = SYNONYMS.lines().filter_map(|line| line.split_once(": "));
    let of_key = lines.filter(move |(known, _)| *known == key);
    of_key.flat_map(|(_, synonyms)| synonyms.split(", ").map(normalize)).collect::<Vec<_>>().into_iter()
}

/// Returns the normalized labels and synonyms of a column.
fn column_names(file: &DataFile, column: &Column) -> Vec<String> {
    let labels = [column.name.to_owned(), column.label(Language::Dutch), column.label(Language::English)];
    labels.iter().map(|name| normalize(name)).chain(find_synonyms(&format!("{} {}", file.name, column.name))).collect()
}

/// Returns the value of a column for which a cell is a synonym, such as `true` for `ja`.
pub fn find_value(file: &DataFile, column: &Column, cell: &str) -> Option<&'static str> {
    let cell = normalize(cell);
    let choices: &[&'static str] = match column.domain {
        Domain::Choice(choices) => choices,
        Domain::Flag => &["true", "false"],
        _ => return None,
    };
    let is_synonym = |choice: &&&str| {
        let own = format!("{} {}={choice}", file.name, column.name);
        normalize(choice) == cell
            || find_synonyms(&own).chain(find_synonyms(&format!("* {choice}"))).any(|known| known == cell)
    };
    choices.iter().find(is_synonym).copied().filter(|_| !cell.is_empty())
}

impl ForeignSample<'_> {
    /// Returns the distinct cells below the header at this position.
    fn distinct_cells(&self, at: usize) -> Vec<&str> {
        let mut seen = HashSet::new();
        let cells = self.rows.iter().filter_map(|(_, cells)| cells.get(at)).map(String::as_str);
        cells.filter(|cell| !cell.is_empty() && seen.insert(*cell)).collect()
    }

    /// Returns for each header the position of the most similar column that no other header has; `None` without one.
    fn match_columns(&self, name: &str, file: &DataFile, clock: &Clock) -> Vec<Option<usize>> {
        // similarity, position of the header, position of the column
        let mut pairs = Vec::new();
        let known = columns_with_names(file);
        let is_data_file = file.has_name(name);
        let keys: Vec<_> = self.header.iter().map(|header| normalize_header(header)).collect();
        for (at, header) in self.header.iter().enumerate().filter(|(_, header)| !header.is_empty()) {
            // a mapping cannot distinguish equal headers
            if keys.iter().filter(|key| **key == keys[at]).count() > 1 {
                continue;
            }
            if let Some((column, _)) = file.find_column(header).filter(|_| is_data_file) {
                pairs.push((f64::INFINITY, at, column));
            }
            let header = normalize(header);
            // the name of one column is not similar to another column
            let is_name = known.iter().any(|(_, names)| names.contains(&header));
            for (column, names) in &known {
                let Some((column_at, _)) = file.find_column(column.name) else { continue };
                let similarity = self.header_similarity(column, names, at, &header, is_name);
                // cells may be wrong in a column that the header names; cells of a choice can be mapped to its values
                let min_share = match names.contains(&header) {
                    true if matches!(column.domain, Domain::Choice(_)) => 0.0,
                    true => 0.5,
                    false => 0.8,
                };
                if similarity > 0.0 && self.share_of_fitting_cells(file, column, at, clock) >= min_share {
                    pairs.push((similarity, at, column_at));
                }
            }
        }
        // among equal similarities: the first header, then the first column
        pairs.sort_by(|one, other| other.0.total_cmp(&one.0).then((one.1, one.2).cmp(&(other.1, other.2))));
        let mut columns = vec![None; self.header.len()];
        for (_, at, column) in pairs {
            if columns[at].is_none() && !columns.contains(&Some(column)) {
                columns[at] = Some(column);
            }
        }
        columns
    }

    /// Returns the share, from 0 to 1, of the cells below a header that can be cells of a column.
    fn share_of_fitting_cells(&self, file: &DataFile, column: &Column, at: usize, clock: &Clock) -> f64 {
        let cells = self.rows.iter().filter_map(|(_, cells)| cells.get(at)).filter(|cell| !cell.is_empty());
        let (mut all, mut fitting) = (0, 0);
        for cell in cells {
            all += 1;
            fitting += u32::from(is_possible_cell(file, column, cell, clock));
        }
        if all == 0 { 1.0 } else { f64::from(fitting) / f64::from(all) }
    }

    /// Returns the similarity, from 0 to 1, of the header at this position and a column with these names. `is_name` means
    /// that the header is the name of some column.
    fn header_similarity(&self, column: &Column, names: &[String], at: usize, header: &str, is_name: bool) -> f64 {
        // the first synonyms are the most usual ones
        if let Some(position) = names.iter().position(|name| name == header) {
            return 1.0 - position as f64 / 1_000.0;
        }
        if is_name {
            return 0.0;
        }
        if COMPARED_LENGTHS.contains(&header.chars().count()) {
            let similarities = names.iter().map(|name| strsim::normalized_damerau_levenshtein(name, header));
            let highest = similarities.fold(0.0, f64::max);
            if highest > MIN_SIMILARITY {
                return highest * 0.9;
            }
        }
        let has_typical_cells = column.name == "Email" || matches!(column.domain, Domain::Choice(_));
        if has_typical_cells && !self.distinct_cells(at).is_empty() { 0.5 } else { 0.0 }
    }

    /// Suggests a mapping of the file `name` to a data file, from the `known` mapping if there is one. The mapping names the
    /// sheet unless it is `first`.
    fn to_suggestion(
        &self,
        name: &str,
        file: &'static DataFile,
        known: Option<&Mapping>,
        first: Option<&Head>,
        clock: &Clock,
    ) -> Suggestion {
        let mut columns = self.match_columns(name, file, clock);
        let mut mapping = known.cloned().unwrap_or_else(|| {
            let sheet = self.head.sheet.clone();
            let sheet = sheet.filter(|sheet| first.and_then(|first| first.sheet.as_ref()) != Some(sheet));
            Mapping { sheet, patterns: vec![file_pattern(name)], ..Mapping::new(mapping_name(name), file) }
        });
        if let Some(known) = known.filter(|known| known.columns.iter().any(|(_, column)| column.is_some())) {
            // headers that the mapping lacks are columns by name, or ignored
            for (column, header) in columns.iter_mut().zip(self.header) {
                *column = known.column_of_header(header);
            }
        }
        let (mut headers, mut dates, mut unknown_cells, mut seen) =
            (Vec::new(), Vec::new(), Vec::new(), HashSet::new());
        for (at, header) in self.header.iter().enumerate() {
            if header.is_empty() || !seen.insert(normalize_header(header)) {
                continue;
            }
            let cells = self.distinct_cells(at);
            let shown = cells.iter().take(MAX_SAMPLE_CELLS).map(|cell| cut_cell(cell).into_owned()).collect();
            headers.push(SuggestedHeader { name: header.clone(), column: columns[at], cells: shown });
            let Some(column_at) = columns[at] else { continue };
            let column = &file.columns[column_at];
            mapping.set_column(header, Some(column_at));
            if has_dates(column) {
                dates.extend(cells);
            } else if matches!(column.domain, Domain::Choice(_) | Domain::Flag) {
                let is_unknown = |cell: &&str| {
                    !is_cut(cell) && parse_cell(column, mapping.map_cell(column_at, cell), clock).is_err()
                };
                let unknown: Vec<_> = cells.into_iter().filter(is_unknown).take(MAX_VALUES).collect();
                for cell in unknown {
                    match find_value(file, column, cell) {
                        Some(value) => {
                            mapping.values.entry(column_at).or_default().insert(cell.to_owned(), value.to_owned());
                        }
                        None => unknown_cells.push((column_at, cell.to_owned())),
                    }
                }
            }
        }
        let absent = mapping.columns.iter().filter(|(header, _)| !seen.contains(&normalize_header(header)));
        headers.extend(absent.map(|(header, column)| SuggestedHeader::without_cells(header, *column)));
        let has_all = |order: DateOrder| dates.iter().all(|date| order.to_iso(date).is_ok());
        if known.is_none() && !has_all(DateOrder::Dmy) && has_all(DateOrder::Mdy) {
            mapping.order = DateOrder::Mdy;
        }
        Suggestion { mapping, headers, unknown_cells }
    }
}

fn has_dates(column: &Column) -> bool {
    matches!(column.domain, Domain::Date | Domain::Datetime | Domain::DatetimeOrNever)
}

/// Returns whether a cell can be one of a column.
fn is_possible_cell(file: &DataFile, column: &Column, cell: &str, clock: &Clock) -> bool {
    match column.domain {
        _ if column.name == "Email" => cell.contains('@'),
        _ if has_dates(column) => [DateOrder::Dmy, DateOrder::Mdy]
            .iter()
            .any(|order| order.to_iso(cell).is_ok_and(|date| parse_cell(column, &date, clock).is_ok())),
        Domain::Choice(_) => parse_cell(column, cell, clock).is_ok() || find_value(file, column, cell).is_some(),
        Domain::Flag => parse_flag(cell).is_some() || find_value(file, column, cell).is_some(),
        _ if cell.contains('@') => false,
        _ if ["ExternalIdentifier", "Code"].iter().any(|end| column.name.ends_with(end)) => !cell.contains(' '),
        _ => parse_cell(column, cell, clock).is_ok(),
    }
}

/// Returns a name for the mapping of a file: `export-hr` for `Export HR 2026.xlsx`.
fn mapping_name(name: &str) -> String {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_lowercase();
    let stem = stem.trim_matches(|c: char| !c.is_ascii_lowercase());
    let plain: String =
        stem.chars().map(|c| if c.is_ascii_lowercase() || c.is_ascii_digit() { c } else { '-' }).collect();
    let plain: String =
        plain.split('-').filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-").chars().take(64).collect();
    if plain.is_empty() { "mapping".into() } else { plain }
}

/// Returns a pattern for the name of a file, with `*` from its first to its last digit: the next file has another date.
fn file_pattern(name: &str) -> String {
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
    match (stem.find(|c: char| c.is_ascii_digit()), stem.rfind(|c: char| c.is_ascii_digit())) {
        (Some(first), Some(last)) => format!("{}*{}.{ending}", &stem[..first], &stem[last + 1..]),
        _ => name.to_owned(),
    }
}
