//! Proposes a mapping for a file of another system, by the names of columns in Dutch and English, synonyms, and values.

use std::cmp::Reverse;
use std::collections::HashSet;

use anyhow::{Result, bail};

use super::document::quoted;
use super::layout::LAST_LINE;
use super::recognition::own_file;
use super::{DateOrder, Mapping, header_key};
use crate::datafile::FILES;
use crate::datafile::cell::{canonical, flag};
use crate::datafile::file::{Column, ColumnRole, DataFile, Domain};
use crate::exchange::file_names::is_table;
use crate::exchange::source::Source;
use crate::exchange::source::head::{Head, heads};
use crate::model::language::Language;
use crate::model::message::{Message, MessageName};
use crate::model::text::{cut_cell, quoted_cell};
use crate::model::time::Clock;

/// Synonyms of columns and values.
const SYNONYMS: &str = include_str!("synonyms.txt");

/// How many lines of a file are looked at.
const SAMPLED_LINES: u64 = 1_000;

/// How like a name a header must be, where it is no synonym.
const NEAR: f64 = 0.85;

/// The most values of a column that are looked at.
const MOST_VALUES: usize = 100;

/// How many cells of a column are shown.
const SHOWN_CELLS: usize = 3;

/// A file in one way of reading it, with the row that is the header.
struct ForeignSample<'h> {
    head: &'h Head,
    header: &'h [String],
    rows: &'h [(u64, Vec<String>)],
}

/// Proposes a mapping for the only file of another system in the source, as TOML.
pub fn suggest(source: &mut Source, clock: &Clock) -> Result<String> {
    let mut names = Vec::new();
    for name in source.names().into_iter().filter(|name| !name.contains('/') && is_table(name)) {
        if own_file(&name, &heads(source, &name, 1, &[])?).is_none() {
            names.push(name);
        }
    }
    let name = match &names[..] {
        [name] => name,
        [] => bail!("no file of another system is there: data files need no mapping"),
        names => {
            let names: Vec<_> = names.iter().map(|name| quoted_cell(name)).collect();
            bail!("files of several systems are there: name one of {}", names.join(", "))
        }
    };
    let Some(suggestion) = Suggestion::of(source, name, None, clock)? else {
        bail!("the headers of {} resemble those of no data file: nothing is proposed", quoted_cell(name));
    };
    match suggestion.missing_key() {
        None => Ok(suggestion.to_toml()),
        Some(column) => bail!(
            "{} looks like {}, and no header of it resembles {column}: nothing is proposed",
            quoted_cell(name),
            suggestion.mapping.file.name
        ),
    }
}

/// Asks what a file is that no mapping fits, with a guess.
pub fn question(source: &mut Source, name: &str, clock: &Clock) -> Result<Message> {
    let message = Message::new(MessageName::NoMappingFits).with(quoted_cell(name));
    Ok(match Suggestion::of(source, name, None, clock)? {
        Some(found) => message.with_part(Message::new(MessageName::LooksLike).with(found.mapping.file.name)),
        None => message,
    })
}

/// What is proposed for a file of another system.
pub struct Suggestion {
    pub mapping: Mapping,
    pub headers: Vec<SuggestedHeader>,
    /// Cells of columns with a list of values for which no value is known, by the position of the column.
    pub unknown: Vec<(usize, String)>,
}

/// A header of a file with the position of its column and some cells.
pub struct SuggestedHeader {
    pub name: String,
    pub column: Option<usize>,
    pub cells: Vec<String>,
}

impl Suggestion {
    /// Proposes a mapping for a file. With `file` it becomes that data file, even where nothing resembles it.
    pub fn of(source: &mut Source, name: &str, file: Option<&'static DataFile>, clock: &Clock) -> Result<Option<Self>> {
        let heads = heads(source, name, SAMPLED_LINES, &[])?;
        let found = best(name, &heads, file).or_else(|| Some((file?, widest(heads.first()?)?)));
        Ok(found.map(|(file, sample)| sample.proposal(name, file, heads.first(), clock)))
    }

    /// Returns the name of a key column that no header resembles.
    pub fn missing_key(&self) -> Option<&'static str> {
        self.lacking(ColumnRole::Key).map(|(_, column)| column.name).next()
    }

    /// Returns the columns of a role that no header resembles.
    pub fn lacking(&self, role: ColumnRole) -> impl Iterator<Item = (usize, &'static Column)> {
        let has = |at| self.headers.iter().any(|header| header.column == Some(at));
        let columns = self.mapping.file.columns.iter().enumerate();
        columns.filter(move |(at, column)| column.mark == role && !has(*at))
    }

    /// Returns the cells to map, with the position of the column and the proposed value, which may be empty.
    pub fn values(&self) -> Vec<(usize, String, String)> {
        let known = self
            .mapping
            .values
            .iter()
            .flat_map(|(column, values)| values.iter().map(|(cell, value)| (*column, cell.clone(), value.clone())));
        let is_known = |(column, cell): &&(usize, String)| {
            self.mapping.values.get(column).is_some_and(|values| values.contains_key(cell))
        };
        let unknown = self.unknown.iter().filter(|unknown| !is_known(unknown));
        known.chain(unknown.map(|(column, cell)| (*column, cell.clone(), String::new()))).collect()
    }

    /// Lets an existing mapping go before what is proposed.
    pub fn prefer(&mut self, known: &Mapping) {
        for header in &mut self.headers {
            let of_known = known.columns.iter().find(|(name, _)| header_key(name) == header_key(&header.name));
            header.column = of_known.map_or(header.column, |(_, column)| *column);
        }
        let mut values = std::mem::take(&mut self.mapping.values);
        for (column, known) in &known.values {
            values.entry(*column).or_default().extend(known.clone());
        }
        self.mapping = Mapping { values, ..known.clone() };
    }

    /// Returns the mapping as TOML, with what is not known as comments.
    fn to_toml(&self) -> String {
        let mut comments = String::new();
        for header in self.headers.iter().filter(|header| header.column.is_none()) {
            comments += &format!("# {} = \"\"\n", quoted(&header.name));
        }
        for (column, cell) in &self.unknown {
            let column = self.mapping.file.columns[*column].name;
            comments += &format!("# [values.{column}]: no value is known for {}\n", quoted(cell));
        }
        for (_, column) in self.lacking(ColumnRole::Required) {
            comments += &format!("# {} is required for new rows, and no header is close to it\n", column.name);
        }
        match comments.is_empty() {
            true => self.mapping.to_toml(),
            false => format!("{}\n# not mapped:\n{comments}", self.mapping.to_toml()),
        }
    }
}

/// Returns the first of the rows with the most cells as the header.
fn widest(head: &Head) -> Option<ForeignSample<'_>> {
    let cells = |at: usize| head.rows[at].1.iter().filter(|cell| !cell.is_empty()).count();
    let rows = (0..head.rows.len()).take_while(|at| head.rows[*at].0 <= LAST_LINE);
    let at = rows.min_by_key(|at| Reverse(cells(*at))).filter(|at| cells(*at) > 0)?;
    Some(ForeignSample { head, header: &head.rows[at].1, rows: &head.rows[at + 1..] })
}

/// Finds the data file and the header that have most in common.
fn best<'h>(
    name: &str,
    heads: &'h [Head],
    file: Option<&'static DataFile>,
) -> Option<(&'static DataFile, ForeignSample<'h>)> {
    let stem = letters(name.rsplit_once('.').map_or(name, |(stem, _)| stem));
    let is_wanted = |known: &&&DataFile| file.is_none_or(|file| file.name == known.name);
    let known: Vec<_> = FILES.iter().filter(is_wanted).map(|file| (*file, file_names(file))).collect();
    let mut best: Option<(_, &'static DataFile, ForeignSample)> = None;
    for head in heads {
        for (at, (_, header)) in head.rows.iter().enumerate().take_while(|(_, (line, _))| *line <= LAST_LINE) {
            let header_letters: HashSet<_> = header.iter().map(|cell| letters(cell)).collect();
            for (file, columns) in &known {
                let is_found = |names: &[String]| names.iter().any(|name| header_letters.contains(name));
                let found = columns.iter().filter(|(_, names)| is_found(names)).count();
                let lacks =
                    |(column, names): &&(&Column, Vec<String>)| column.mark != ColumnRole::Optional && !is_found(names);
                let lacking = columns.iter().filter(lacks).count();
                let labels = [file.label(Language::Dutch), file.label(Language::English)];
                let is_named = labels.iter().any(|label| stem.contains(&letters(label)));
                let score = (2 * found + usize::from(is_named), Reverse(lacking));
                if found > 0 && best.as_ref().is_none_or(|(most, ..)| score > *most) {
                    best = Some((score, *file, ForeignSample { head, header, rows: &head.rows[at + 1..] }));
                }
            }
        }
    }
    best.map(|(_, file, sample)| (file, sample))
}

/// Returns the columns of a file that are proposed, with their names.
fn file_names(file: &DataFile) -> Vec<(&'static Column, Vec<String>)> {
    let columns = file.columns.iter().filter(|column| is_proposed(column));
    columns.map(|column| (column, names(file, column))).collect()
}

/// Returns whether a column is proposed: ids, and columns that only our exports have, are not.
fn is_proposed(column: &Column) -> bool {
    column.domain != Domain::Id && !["Anonymised", "HasActivatedAccount"].contains(&column.name)
}

/// Returns the letters and digits of a text, in lower case.
fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Returns the synonyms of a column, or of one of its values.
fn synonyms(key: &str) -> impl Iterator<Item = String> {
    let lines = SYNONYMS.lines().filter_map(|line| line.split_once(": "));
    let of_key = lines.filter(move |(known, _)| *known == key);
    of_key.flat_map(|(_, synonyms)| synonyms.split(", ").map(letters)).collect::<Vec<_>>().into_iter()
}

/// Returns the letters of all names that a column has.
fn names(file: &DataFile, column: &Column) -> Vec<String> {
    let labels = [column.name.to_owned(), column.label(Language::Dutch), column.label(Language::English)];
    labels.iter().map(|name| letters(name)).chain(synonyms(&format!("{} {}", file.name, column.name))).collect()
}

/// Returns the value of a column for which a cell is a synonym.
pub fn known_value(file: &DataFile, column: &Column, cell: &str) -> Option<&'static str> {
    let cell = letters(cell);
    let choices: &[&'static str] = match column.domain {
        Domain::Choice(choices) => choices,
        Domain::Flag => &["true", "false"],
        _ => return None,
    };
    let is_synonym = |choice: &&&str| {
        let own = format!("{} {}={choice}", file.name, column.name);
        letters(choice) == cell || synonyms(&own).chain(synonyms(&format!("* {choice}"))).any(|known| known == cell)
    };
    choices.iter().find(is_synonym).copied().filter(|_| !cell.is_empty())
}

impl ForeignSample<'_> {
    /// Returns the distinct cells of a column of the file.
    fn cells(&self, at: usize) -> Vec<&str> {
        let mut seen = HashSet::new();
        let cells = self.rows.iter().filter_map(|(_, cells)| cells.get(at)).map(String::as_str);
        cells.filter(|cell| !cell.is_empty() && seen.insert(*cell)).collect()
    }

    /// Returns for each header its column: the nearest names first, and each column once.
    fn columns(&self, file: &DataFile, clock: &Clock) -> Vec<Option<usize>> {
        let mut pairs = Vec::new();
        let known = file_names(file);
        for (at, header) in self.header.iter().enumerate().filter(|(_, header)| !header.is_empty()) {
            let header = letters(header);
            // a name of one column is not nearly that of another
            let is_name = known.iter().any(|(_, names)| names.contains(&header));
            for (column, names) in &known {
                let Some((column_at, _)) = file.column(column.name) else { continue };
                let likeness = self.likeness(column, names, at, &header, is_name);
                // values that are not known yet can be mapped
                let is_choice = matches!(column.domain, Domain::Choice(_)) && names.contains(&header);
                if likeness > 0.0 && (is_choice || self.fits_mostly(file, column, at, clock)) {
                    pairs.push((likeness, at, column_at));
                }
            }
        }
        // equally near: the first header, and the first column
        pairs.sort_by(|one, other| other.0.total_cmp(&one.0).then((one.1, one.2).cmp(&(other.1, other.2))));
        let mut columns = vec![None; self.header.len()];
        for (_, at, column) in pairs {
            if columns[at].is_none() && !columns.contains(&Some(column)) {
                columns[at] = Some(column);
            }
        }
        columns
    }

    /// Returns whether most cells can be some of a column.
    fn fits_mostly(&self, file: &DataFile, column: &Column, at: usize, clock: &Clock) -> bool {
        let mut cells = self.cells(at);
        cells.truncate(MOST_VALUES);
        cells.iter().filter(|cell| fits(file, column, cell, clock)).count() * 5 >= cells.len() * 4
    }

    /// Returns how like a header is to a column whose cells it has, from 0 to 1.
    fn likeness(&self, column: &Column, names: &[String], at: usize, header: &str, is_name: bool) -> f64 {
        let near = || names.iter().map(|name| strsim::normalized_damerau_levenshtein(name, header)).fold(0.0, f64::max);
        let tells = column.name == "Email" || matches!(column.domain, Domain::Choice(_));
        match names.iter().position(|name| name == header) {
            // of synonyms, those that are listed first are the plainest
            Some(place) => 1.0 - place as f64 / 1_000.0,
            None if is_name => 0.0,
            None if header.chars().count() > 4 && near() > NEAR => near() * 0.9,
            None if tells && !self.cells(at).is_empty() => 0.5,
            None => 0.0,
        }
    }

    fn proposal(&self, name: &str, file: &'static DataFile, first: Option<&Head>, clock: &Clock) -> Suggestion {
        let columns = self.columns(file, clock);
        let sheet = self.head.sheet.clone().filter(|sheet| first.and_then(|first| first.sheet.as_ref()) != Some(sheet));
        let mut mapping = Mapping { sheet, ..Mapping::new(slug(name), file) };
        mapping.patterns.push(pattern(name));
        let (mut headers, mut dates, mut unknown) = (Vec::new(), Vec::new(), Vec::new());
        for (at, header) in self.header.iter().enumerate().filter(|(_, header)| !header.is_empty()) {
            let cells = self.cells(at);
            let shown = cells.iter().take(SHOWN_CELLS).map(|cell| cut_cell(cell).into_owned()).collect();
            headers.push(SuggestedHeader { name: header.clone(), column: columns[at], cells: shown });
            let Some(column_at) = columns[at] else { continue };
            let column = &file.columns[column_at];
            mapping.columns.push((header.clone(), Some(column_at)));
            if is_date(column) {
                dates.extend(cells);
            } else if matches!(column.domain, Domain::Choice(_) | Domain::Flag) {
                let others = cells.into_iter().filter(|cell| canonical(column, cell, clock).is_err());
                for cell in others.take(MOST_VALUES) {
                    match known_value(file, column, cell) {
                        Some(value) => {
                            mapping.values.entry(column_at).or_default().insert(cell.to_owned(), value.to_owned());
                        }
                        None => unknown.push((column_at, cell.to_owned())),
                    }
                }
            }
        }
        let has_all = |order: DateOrder| dates.iter().all(|date| order.iso(date).is_ok());
        if !has_all(DateOrder::Dmy) && has_all(DateOrder::Mdy) {
            mapping.order = DateOrder::Mdy;
        }
        Suggestion { mapping, headers, unknown }
    }
}

fn is_date(column: &Column) -> bool {
    matches!(column.domain, Domain::Date | Domain::Datetime | Domain::DatetimeOrNever)
}

/// Whether a cell can be one of a column.
fn fits(file: &DataFile, column: &Column, cell: &str, clock: &Clock) -> bool {
    match column.domain {
        _ if column.name == "Email" => cell.contains('@'),
        _ if is_date(column) => [DateOrder::Dmy, DateOrder::Mdy]
            .iter()
            .any(|order| order.iso(cell).is_ok_and(|date| canonical(column, &date, clock).is_ok())),
        Domain::Choice(_) => canonical(column, cell, clock).is_ok() || known_value(file, column, cell).is_some(),
        Domain::Flag => flag(cell).is_some() || known_value(file, column, cell).is_some(),
        _ if cell.contains('@') => false,
        _ if ["ExternalIdentifier", "Code"].iter().any(|end| column.name.ends_with(end)) => !cell.contains(' '),
        _ => canonical(column, cell, clock).is_ok(),
    }
}

/// Returns the name of a file as that of a mapping.
fn slug(name: &str) -> String {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_lowercase();
    let stem = stem.trim_matches(|c: char| !c.is_ascii_lowercase());
    let plain: String =
        stem.chars().map(|c| if c.is_ascii_lowercase() || c.is_ascii_digit() { c } else { '-' }).collect();
    let plain: String =
        plain.split('-').filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-").chars().take(64).collect();
    if plain.is_empty() { "mapping".into() } else { plain }
}

/// Returns a pattern of a file's name: where it has numbers, such as a date, the next file has others.
fn pattern(name: &str) -> String {
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
    match (stem.find(|c: char| c.is_ascii_digit()), stem.rfind(|c: char| c.is_ascii_digit())) {
        (Some(first), Some(last)) => format!("{}*{}.{ending}", &stem[..first], &stem[last + 1..]),
        _ => name.to_owned(),
    }
}
