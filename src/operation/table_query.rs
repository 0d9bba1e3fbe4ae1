//! The query of a table: a request's filters, order, columns and position, as SQL over the tables of a data file.

use std::collections::HashSet;

use base64ct::{Base64UrlUnpadded, Encoding};
use blake2::{Blake2b256, Digest};
use serde_json::{Value, json};

use super::column_kind::ColumnKind;
use super::computed_rows::OwnedCell;
use super::request::{Arguments, INT_RANGE, invalid_value_text, parse_bool};
use super::response_schema::{Field, FieldValue, field};
use crate::datafile::FILES;
use crate::datafile::cell::parse_cell;
use crate::datafile::file::{Column, DataFile, Domain};
use crate::datafile::view;
use crate::model::name_similarity::find_close_name;
use crate::model::problem::{FieldCode, FieldProblem, ParameterLocation};
use crate::model::text::{containing_pattern, cut_and_escape_value, escape_like, to_hex};
use crate::model::time::{self, Clock};

/// A position contains the values of the sort columns.
pub const MAX_POSITION_CHARACTERS: usize = 16_000;

/// This is far below SQLite's limit for the depth of an expression.
pub const MAX_FILTERS: usize = 100;

/// Longer texts are sorted by their first characters, because positions contain the sort values.
const MAX_SORT_CHARACTERS: usize = 1000;

const DIGEST_CHARACTERS: usize = 16;

/// A filter of a request as sent, such as `FamilyName=starts.Ber`.
#[derive(Debug, Clone)]
pub struct SentFilter {
    /// The index among the parameters in the query of the URL.
    pub position: usize,
    /// The name of the column as sent, in any case.
    pub name: String,
    /// The operator, a dot and the value: `starts.Ber`.
    pub value: String,
}

/// SQL and the values of its parameters, in order.
struct SqlPart {
    text: String,
    values: Vec<OwnedCell>,
}

/// Conversions for the sort values in a position.
impl OwnedCell {
    fn to_json(&self) -> Value {
        match self {
            OwnedCell::Null => Value::Null,
            OwnedCell::Int(number) => (*number).into(),
            OwnedCell::Text(text) => text.as_ref().into(),
        }
    }

    /// Returns `None` for a JSON value that no cell has, such as an object: a client can send any position.
    fn from_json(value: &Value) -> Option<Self> {
        match value {
            Value::Null => Some(OwnedCell::Null),
            Value::Number(number) => number.as_i64().map(OwnedCell::Int),
            Value::String(text) => Some(OwnedCell::Text(text.clone().into())),
            _ => None,
        }
    }
}

/// A request for rows of a table, such as `GET /tables/persons?FamilyName=starts.Ber&sort=-Id&limit=100`.
pub struct TableQuery {
    file: &'static DataFile,
    columns: Vec<&'static Column>,
    sort: Vec<SortColumn>,
    /// The condition of each filter, with the column that it compares.
    filters: Vec<(&'static Column, SqlPart)>,
    /// The condition for the rows after the position; `None` on the first page.
    after: Option<SqlPart>,
    limit: Option<i32>,
    /// Identifies the table, the filters and the order. A position is valid only for queries with the same digest.
    digest: String,
}

struct SortColumn {
    column: &'static Column,
    is_descending: bool,
}

/// Returns the error of a filter by an unknown column; `None` if the table has the column or does not exist.
pub fn unknown_column_error(table: &str, column: &str) -> Option<String> {
    let file = find_table(table).filter(|file| file.find_column(column).is_none())?;
    let names = file.columns.iter().map(|known| known.name);
    let allowed: Vec<_> = names.chain(["sort", "fields", "limit", "after", "format"]).collect();
    let suggestion = match find_close_name(column, &allowed) {
        Some(close) => format!(" Did you mean {close}?"),
        None => String::new(),
    };
    let shown = cut_and_escape_value(column);
    Some(format!("Unknown parameter: {shown}.{suggestion} Allowed are {}.", allowed.join(", ")))
}

/// Finds the data file of a table: `persons` is the table of `persons.csv`.
fn find_table(name: &str) -> Option<&'static DataFile> {
    FILES.iter().copied().find(|file| file.stem() == name)
}

pub struct TableQueryError {
    /// The [position](SentFilter::position) of a filter; `None` for another parameter.
    pub position: Option<usize>,
    pub problem: FieldProblem,
}

impl TableQueryError {
    fn new(position: Option<usize>, field: &str, code: FieldCode, detail: String) -> Self {
        let field = cut_and_escape_value(field).into_owned();
        Self { position, problem: FieldProblem { location: ParameterLocation::Query, field, code, detail } }
    }
}

impl TableQuery {
    /// Parses the query of a table, and returns the errors of its parameters. The query is `None` for an unknown table.
    /// With errors, the query lacks the invalid parameters: the caller then refuses the request with all errors.
    pub fn parse(
        arguments: &Arguments,
        sent_filters: &[SentFilter],
        clock: &Clock,
    ) -> (Option<Self>, Vec<TableQueryError>) {
        // an absent parameter counts as empty
        let text = |parameter| arguments.given_text(parameter).unwrap_or_default();
        let Some(file) = find_table(text("name")) else { return (None, Vec::new()) };
        let mut query = Self {
            file,
            columns: file.columns.iter().collect(),
            sort: Vec::new(),
            filters: Vec::new(),
            after: None,
            limit: arguments.given_int("limit"),
            digest: String::new(),
        };
        let mut errors = query.parse_filters(sent_filters, clock);
        let mut add_error = |name, detail| errors.push(TableQueryError::new(None, name, FieldCode::Kind, detail));
        match query.parse_sort(text("sort")) {
            Ok(sort) => query.sort = sort,
            Err(detail) => add_error("sort", detail),
        }
        match query.parse_fields(text("fields")) {
            // no names: the answer has all columns
            Ok(columns) if columns.is_empty() => {}
            Ok(columns) => query.columns = columns,
            Err(detail) => add_error("fields", detail),
        }
        // The digest identifies the table, the filters and the sort columns, so it is computed after these are parsed.
        // `parse_after` refuses a position with another digest, so it comes last.
        query.digest = query.compute_digest(sent_filters);
        match query.parse_after(text("after")) {
            Ok(after) => query.after = after,
            Err(detail) => add_error("after", detail),
        }
        (Some(query), errors)
    }

    /// Adds the valid filters, and returns the errors of the others.
    fn parse_filters(&mut self, sent_filters: &[SentFilter], clock: &Clock) -> Vec<TableQueryError> {
        let mut errors = Vec::new();
        for SentFilter { position, name, value } in sent_filters {
            let (_, column) = self.file.find_column(name).expect("the decoder has checked the names of columns");
            match self.parse_filter(column, value, clock) {
                Ok(condition) => self.filters.push((column, condition)),
                Err(allowed) => {
                    let detail = invalid_value_text(column.name, value, &allowed);
                    errors.push(TableQueryError::new(Some(*position), name, FieldCode::Kind, detail));
                }
            }
        }
        // this error names the first filter over the limit, but is about the whole query and has no position
        if let Some(excess) = sent_filters.get(MAX_FILTERS) {
            let detail = format!("The request has {} filters: at most {MAX_FILTERS} are allowed.", sent_filters.len());
            errors.push(TableQueryError::new(None, &excess.name, FieldCode::Range, detail));
        }
        errors
    }

    /// Parses an operator, a dot and an operand: `gte.2026-03-09`. The error describes the allowed filters.
    fn parse_filter(&self, column: &Column, filter: &str, clock: &Clock) -> Result<SqlPart, String> {
        let kind = ColumnKind::of(column);
        // the operand may have dots, too: `eq.12.50`
        let (operator, operand) = filter.split_once('.').unwrap_or((filter, ""));
        if !kind.operators.contains(&operator) {
            let operators = kind.operators.join(", ");
            return Err(format!("an operator, a dot and a value; the operators are {operators}"));
        }
        if operand.is_empty() {
            return Err("a value after the operator; null.true finds rows without a value".to_owned());
        }
        let parse_value = |text: &str| parse_operand(column, text, clock);
        let stored = view::value_sql(self.file, column);
        // texts match by code point, whatever the collation of the column
        let compared = if kind.value.is_integer() { stored.clone() } else { format!("{stored} COLLATE BINARY") };
        // an absent value is NULL, which no comparison finds, or an empty text, which `<> ''` excludes
        let present_and = |sign: &str| format!("({compared} {sign} ? AND {stored} <> '')");
        // LIKE ignores the case of ASCII letters, as `contains` and `starts` must
        let like_condition = || format!("{stored} LIKE ? ESCAPE '\\'");
        let (text, values) = match operator {
            "null" if operand == "true" => (format!("coalesce({stored}, '') = ''"), Vec::new()),
            "null" if operand == "false" => (format!("coalesce({stored}, '') <> ''"), Vec::new()),
            "null" => return Err("null.true or null.false".to_owned()),
            "contains" => (like_condition(), vec![OwnedCell::Text(containing_pattern(operand).into())]),
            "starts" => (like_condition(), vec![OwnedCell::Text((escape_like(operand) + "%").into())]),
            "in" => {
                let alternatives = split_alternatives(operand);
                let values = alternatives.iter().map(|text| parse_value(text)).collect::<Result<Vec<_>, _>>()?;
                (format!("{compared} IN ({})", vec!["?"; values.len()].join(", ")), values)
            }
            "eq" => (format!("{compared} = ?"), vec![parse_value(operand)?]),
            // a row without a value differs from every value
            "ne" => (format!("coalesce({stored}, '') COLLATE BINARY <> ?"), vec![parse_value(operand)?]),
            "lt" => (present_and("<"), vec![parse_value(operand)?]),
            "lte" => (present_and("<="), vec![parse_value(operand)?]),
            "gt" => (present_and(">"), vec![parse_value(operand)?]),
            // gte, the only other operator
            _ => (present_and(">="), vec![parse_value(operand)?]),
        };
        Ok(SqlPart { text, values })
    }

    /// Parses the columns to sort by. A `-` before a name means descending order.
    fn parse_sort(&self, text: &str) -> Result<Vec<SortColumn>, String> {
        let names = split_names(text).map(|name| name.strip_prefix('-').unwrap_or(name));
        let Some(columns) = self.find_columns(names) else {
            return Err(self.columns_error("sort", text, ", with - before a descending one"));
        };
        let are_descending = split_names(text).map(|name| name.starts_with('-'));
        let sort = columns.into_iter().zip(are_descending);
        Ok(sort.map(|(column, is_descending)| SortColumn { column, is_descending }).collect())
    }

    /// Parses the columns of the answer. Returns an empty list if all columns are requested.
    fn parse_fields(&self, text: &str) -> Result<Vec<&'static Column>, String> {
        self.find_columns(split_names(text)).ok_or_else(|| self.columns_error("fields", text, ""))
    }

    /// Returns the columns with these names; `None` if a name is unknown or occurs twice.
    fn find_columns<'n>(&self, names: impl Iterator<Item = &'n str>) -> Option<Vec<&'static Column>> {
        let mut columns = Vec::new();
        let mut seen = HashSet::new();
        for name in names {
            let (_, column) = self.file.find_column(name)?;
            if !seen.insert(column.name) {
                return None;
            }
            columns.push(column);
        }
        Some(columns)
    }

    /// Returns the error of a parameter that takes columns. The error ends with the allowed columns and `hint`.
    fn columns_error(&self, parameter: &str, text: &str, hint: &str) -> String {
        let names: Vec<_> = self.file.columns.iter().map(|column| column.name).collect();
        let (shown, allowed) = (cut_and_escape_value(text), names.join(", "));
        format!("Invalid value for parameter {parameter}: {shown}. Allowed are, each once, {allowed}{hint}.")
    }

    /// Parses a position. Returns the condition for the rows after the position; `None` for an empty text.
    fn parse_after(&self, text: &str) -> Result<Option<SqlPart>, String> {
        if text.is_empty() {
            return Ok(None);
        }
        let Some((row, values)) = self.decode_position(text) else {
            let allowed = "the position from the Link of an earlier answer with the same sort and filters";
            return Err(invalid_value_text("after", text, allowed));
        };
        // built from the last sort column: rows equal in one column are compared by the next, then by row number
        let mut condition = SqlPart { text: "t.rowid > ?".to_owned(), values: vec![OwnedCell::Int(row)] };
        for (sort, value) in self.sort.iter().zip(values).rev() {
            condition = self.condition_after(sort, value, condition);
        }
        Ok(Some(condition))
    }

    /// Returns a position's row number and its values of the sort columns; `None` for a malformed position or the
    /// position of another query. [`Self::position_after`] defines the format.
    fn decode_position(&self, text: &str) -> Option<(i64, Vec<OwnedCell>)> {
        let bytes = Base64UrlUnpadded::decode_vec(text).ok()?;
        let position: Value = serde_json::from_slice(&bytes).ok()?;
        let [digest, row, values] = position.as_array()?.as_slice() else { return None };
        let sort_values: Vec<_> = values.as_array()?.iter().map(OwnedCell::from_json).collect::<Option<_>>()?;
        // a client can change a position: the number of values must fit, too
        let belongs_to_query = *digest == self.digest && sort_values.len() == self.sort.len();
        if belongs_to_query { Some((row.as_i64()?, sort_values)) } else { None }
    }

    /// Returns the condition for the rows after a value of a sort column. Rows with the same value must meet `tie`.
    fn condition_after(&self, sort: &SortColumn, value: OwnedCell, tie: SqlPart) -> SqlPart {
        let (key, tie_text) = (self.sort_key_sql(sort.column), tie.text);
        // NULL sorts before all values, and last in descending order. The redundant `>=` and `<=` let SQLite use an
        // index.
        let (text, value_count) = match (sort.is_descending, &value) {
            (false, OwnedCell::Null) => (format!("({key} IS NOT NULL OR {tie_text})"), 0),
            (true, OwnedCell::Null) => (format!("({key} IS NULL AND {tie_text})"), 0),
            (false, _) => (format!("({key} >= ? AND ({key} > ? OR {tie_text}))"), 2),
            (true, _) if sort.column.is_required() => (format!("({key} <= ? AND ({key} < ? OR {tie_text}))"), 2),
            (true, _) => (format!("({key} IS NULL OR {key} < ? OR ({key} = ? AND {tie_text}))"), 2),
        };
        let values = vec![value; value_count].into_iter().chain(tie.values);
        SqlPart { text, values: values.collect() }
    }

    /// Returns SQL for the value by which rows are sorted: a column, or the beginning of a long text.
    fn sort_value_sql(&self, column: &Column) -> String {
        let value = view::value_sql(self.file, column);
        match column.domain {
            Domain::Text(max_characters) if max_characters > MAX_SORT_CHARACTERS => {
                format!("substr({value}, 1, {MAX_SORT_CHARACTERS})")
            }
            _ => value,
        }
    }

    /// Returns [`Self::sort_value_sql`] with the collation of the order: texts sort by code point.
    fn sort_key_sql(&self, column: &Column) -> String {
        format!("{} COLLATE BINARY", self.sort_value_sql(column))
    }

    /// Returns the digest of the table, the order and the filters. `fields` and `limit` may differ between pages.
    fn compute_digest(&self, sent_filters: &[SentFilter]) -> String {
        let mut parts = vec![self.file.name.to_owned()];
        parts.extend(self.sort.iter().map(|sort| format!("{}{}", sort.column.name, sort.is_descending)));
        // an empty part separates the order from the filters
        parts.push(String::new());
        parts.extend(sent_filters.iter().flat_map(|filter| [filter.name.to_ascii_lowercase(), filter.value.clone()]));
        let mut digest = Blake2b256::new();
        for part in parts {
            // with the length, so that different parts never have the same bytes together
            digest.update((part.len() as u64).to_le_bytes());
            digest.update(part);
        }
        to_hex(&digest.finalize())[..DIGEST_CHARACTERS].to_owned()
    }

    pub fn fields(&self) -> Vec<Field> {
        let to_field = |column: &&Column| {
            let declared = field(column.name, ColumnKind::of(column).value);
            // a boolean column always has a value
            if matches!(declared.value, FieldValue::Bool) { declared } else { declared.nillable() }
        };
        self.columns.iter().map(to_field).collect()
    }

    pub fn rows_query(&self) -> (String, Vec<OwnedCell>) {
        let columns = self.columns.iter().map(|column| view::value_sql(self.file, column));
        let (mut select, mut values) = self.select(columns.collect());
        if let Some(limit) = self.limit {
            select += " LIMIT ?";
            values.push(OwnedCell::Int(limit.into()));
        }
        (select, values)
    }

    /// Returns a query for the last row of the page and the row after the page. Its columns are the sort columns and
    /// the row number. Returns `None` if the request has no limit. If the query finds only one row, there is no next
    /// page.
    pub fn page_end_query(&self) -> Option<(String, Vec<OwnedCell>)> {
        let limit = self.limit?;
        let sort_values = self.sort.iter().map(|sort| self.sort_value_sql(sort.column));
        let (select, mut values) = self.select(sort_values.chain(["t.rowid".to_owned()]).collect());
        // skips the rows of the page before its last row
        values.push(OwnedCell::Int(i64::from(limit) - 1));
        Some((format!("{select} LIMIT 2 OFFSET ?"), values))
    }

    /// Returns a JSON array of the digest, the row number and the values of the sort columns, in Base64.
    pub fn position_after(&self, values: &[OwnedCell], row: i64) -> String {
        let values: Vec<_> = values.iter().map(OwnedCell::to_json).collect();
        Base64UrlUnpadded::encode_string(json!([self.digest, row, values]).to_string().as_bytes())
    }

    /// Returns a query for these columns of the filtered rows after the position, and the values of its parameters.
    fn select(&self, columns: Vec<String>) -> (String, Vec<OwnedCell>) {
        // SQLite uses only the first range of row numbers in WHERE, so the condition for the position must come first
        let filter_conditions = self.filters.iter().map(|(_, condition)| condition);
        let conditions: Vec<_> = self.after.iter().chain(filter_conditions).collect();
        let mut texts: Vec<_> = conditions.iter().map(|condition| condition.text.as_str()).collect();
        // row 0 is the placeholder, which is in no file
        texts.extend(self.file.placeholder_name.map(|_| "t.rowid <> 0"));
        let all_conditions = if texts.is_empty() { "1".to_owned() } else { texts.join(" AND ") };
        let mut order = String::new();
        // the row number comes last, so that the order of the rows is unique
        for SortColumn { column, is_descending } in &self.sort {
            order += &self.sort_key_sql(column);
            order += if *is_descending { " DESC, " } else { ", " };
        }
        let sort_columns = self.sort.iter().map(|sort| sort.column.name);
        let filtered_columns = self.filters.iter().map(|(column, _)| column.name);
        let searched_columns: Vec<_> = sort_columns.chain(filtered_columns).collect();
        let is_searched = |column: &Column| searched_columns.contains(&column.name);
        let tables = view::from_clause(self.file, is_searched);
        let columns = columns.join(", ");
        let select = format!("SELECT {columns} FROM {tables} WHERE {all_conditions} ORDER BY {order}t.rowid");
        (select, conditions.iter().flat_map(|condition| condition.values.clone()).collect())
    }
}

/// Splits a list of names at commas. An empty text has no names.
fn split_names(text: &str) -> impl Iterator<Item = &str> {
    let names = if text.is_empty() { None } else { Some(text.split(',')) };
    names.into_iter().flatten().map(str::trim)
}

/// Splits the operand of `in` at commas. `\,` is a comma and `\\` a backslash: `a\,b,c` gives `a,b` and `c`.
fn split_alternatives(operand: &str) -> Vec<String> {
    let mut alternatives = vec![String::new()];
    let mut characters = operand.chars().peekable();
    while let Some(character) = characters.next() {
        let current = alternatives.last_mut().expect("there is at least one");
        match character {
            ',' => alternatives.push(String::new()),
            // a backslash before another character is itself
            '\\' => current.push(characters.next_if(|next| matches!(next, ',' | '\\')).unwrap_or('\\')),
            other => current.push(other),
        }
    }
    alternatives
}

/// Parses the value with which a filter compares a column. The error describes the allowed values.
fn parse_operand(column: &Column, text: &str, clock: &Clock) -> Result<OwnedCell, String> {
    if text.is_empty() {
        return Err("a value".to_owned());
    }
    let datetime = || clock.parse_datetime(text).map(|wall| OwnedCell::Text(time::format_wall_time(wall).into()));
    // the text in the form of the compared SQL value; `None` if the text is no valid cell of the column
    let canonical = || parse_cell(column, text, clock).ok().filter(|cell| !cell.is_empty());
    let canonical_cell = || canonical().map(|cell| OwnedCell::Text(cell.into_owned().into()));
    // a canonical amount has two decimals: 12.50 is 1250 cents
    let cents = || {
        let digits = canonical()?.replace('.', "");
        digits.parse().ok().map(OwnedCell::Int)
    };
    let (value, allowed) = match ColumnKind::of(column).value {
        // "Whole numbers are 32-bit"
        FieldValue::Long => (text.parse().ok().map(|number: i32| OwnedCell::Int(number.into())), INT_RANGE),
        FieldValue::Bool => (parse_bool(text).map(|flag| OwnedCell::Int(flag.into())), "true, false, 1 or 0"),
        FieldValue::Money => (cents(), "an amount with at most two decimals"),
        FieldValue::Date => (canonical_cell(), "a date (yyyy-MM-dd)"),
        FieldValue::Time => (canonical_cell(), "a time (HH:mm or HH:mm:ss)"),
        FieldValue::ZonedOrNever if text == "never" => return Ok(OwnedCell::Text("never".into())),
        FieldValue::ZonedOrNever => (datetime(), "never or a datetime (yyyy-MM-ddTHH:mm:ss)"),
        FieldValue::ZonedDateTime => (datetime(), "a datetime (yyyy-MM-ddTHH:mm:ss)"),
        _ => return Ok(OwnedCell::Text(text.to_owned().into())),
    };
    value.ok_or_else(|| allowed.to_owned())
}
