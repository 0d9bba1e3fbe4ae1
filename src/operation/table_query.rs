//! The query of a table: the filters, order, columns and position of a request, as SQL over a data file's tables.

use std::collections::HashSet;

use base64ct::{Base64UrlUnpadded, Encoding};
use blake2::{Blake2b256, Digest};
use serde_json::{Value, json};

use super::request::Arguments;
use super::response_schema::{Field, FieldValue, field};
use crate::datafile::FILES;
use crate::datafile::cell::parse_cell;
use crate::datafile::file::{Column, DataFile, Domain};
use crate::datafile::view;
use crate::model::name_similarity::find_close_name;
use crate::model::problem::{FieldCode, FieldProblem, ParameterLocation};
use crate::model::text::{containing_pattern, escape_like, shorten_for_message, to_hex};
use crate::model::time::{self, Clock};

/// The most characters of a position, which has the values of the sort columns.
pub const MAX_POSITION_CHARACTERS: usize = 16_000;

/// The most filters of a request, far below the depth of SQLite's expressions.
pub const MAX_FILTERS: usize = 100;

/// Rows are sorted by this many characters of a text.
const MAX_SORT_CHARACTERS: usize = 1000;

/// The hexadecimal digits of a query's digest in a position.
const DIGEST_CHARACTERS: usize = 16;

#[derive(Debug, Clone)]
pub struct SentFilter {
    /// The index among the parameters in the URL.
    pub position: usize,
    /// The name of the column, in any case.
    pub name: String,
    /// The operator, a dot and the value.
    pub value: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SqlValue {
    Null,
    Int(i64),
    Text(String),
}

/// SQL with the values of its parameters, in their order.
struct SqlPart {
    text: String,
    values: Vec<SqlValue>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnKind {
    Integer,
    Money,
    Boolean,
    Date,
    Datetime,
    DatetimeOrNever,
    Time,
    Text,
}

pub fn column_kind(column: &Column) -> ColumnKind {
    match column.domain {
        _ if view::refers_by_number(column) || column.enumeration.is_some() => ColumnKind::Integer,
        Domain::Id | Domain::Int(..) => ColumnKind::Integer,
        Domain::Money => ColumnKind::Money,
        Domain::Flag => ColumnKind::Boolean,
        Domain::Date => ColumnKind::Date,
        Domain::Datetime => ColumnKind::Datetime,
        Domain::DatetimeOrNever => ColumnKind::DatetimeOrNever,
        Domain::Time => ColumnKind::Time,
        Domain::Text(_) | Domain::Choice(_) | Domain::Image | Domain::Bytes => ColumnKind::Text,
    }
}

impl ColumnKind {
    pub fn name(self) -> &'static str {
        match self {
            ColumnKind::Integer => "integer",
            ColumnKind::Money => "money",
            ColumnKind::Boolean => "boolean",
            ColumnKind::Date => "date",
            ColumnKind::Datetime => "datetime",
            ColumnKind::DatetimeOrNever => "datetime-or-never",
            ColumnKind::Time => "time",
            ColumnKind::Text => "text",
        }
    }

    fn value(self) -> FieldValue {
        match self {
            ColumnKind::Integer => FieldValue::Long,
            ColumnKind::Money => FieldValue::Money,
            ColumnKind::Boolean => FieldValue::Bool,
            ColumnKind::Date => FieldValue::Date,
            ColumnKind::Datetime => FieldValue::ZonedDateTime,
            ColumnKind::DatetimeOrNever => FieldValue::ZonedOrNever,
            ColumnKind::Time | ColumnKind::Text => FieldValue::Text,
        }
    }

    fn operators(self) -> &'static [&'static str] {
        match self {
            ColumnKind::Boolean => &["eq", "ne", "in", "null"],
            ColumnKind::Text => &["eq", "ne", "lt", "lte", "gt", "gte", "in", "contains", "starts", "null"],
            _ => &["eq", "ne", "lt", "lte", "gt", "gte", "in", "null"],
        }
    }
}

impl SqlValue {
    fn to_json(&self) -> Value {
        match self {
            SqlValue::Null => Value::Null,
            SqlValue::Int(number) => (*number).into(),
            SqlValue::Text(text) => text.as_str().into(),
        }
    }

    fn from_json(value: &Value) -> Option<Self> {
        match value {
            Value::Null => Some(SqlValue::Null),
            Value::Number(number) => number.as_i64().map(SqlValue::Int),
            Value::String(text) => Some(SqlValue::Text(text.clone())),
            _ => None,
        }
    }
}

pub struct TableQuery {
    file: &'static DataFile,
    columns: Vec<&'static Column>,
    sort: Vec<SortColumn>,
    /// Columns with the conditions on them.
    filters: Vec<(&'static Column, SqlPart)>,
    /// The condition for the rows after the requested position.
    after: Option<SqlPart>,
    limit: Option<i32>,
    /// Identifies the table, the filters and the order, for which alone a position is valid.
    digest: String,
}

struct SortColumn {
    column: &'static Column,
    is_descending: bool,
}

/// Returns the error of a parameter that is no column of this table; `None` if it is a column, or the table is unknown.
pub fn unknown_column_error(table: &str, name: &str) -> Option<String> {
    let file = file_of_table(table).filter(|file| file.find_column(name).is_none())?;
    let names = file.columns.iter().map(|column| column.name);
    let known: Vec<_> = names.chain(["sort", "fields", "limit", "after", "format"]).collect();
    let near = find_close_name(name, &known).map_or_else(String::new, |known| format!(" Did you mean {known}?"));
    Some(format!("Unknown parameter: {}.{near} Allowed are {}.", shorten_for_message(name), known.join(", ")))
}

/// Returns the data file with this name, without extension.
fn file_of_table(name: &str) -> Option<&'static DataFile> {
    FILES.iter().copied().find(|file| file.stem() == name)
}

/// The error of a filter or another parameter of a table query.
pub struct TableQueryError {
    /// The [position](SentFilter::position) of a filter; `None` for another parameter.
    pub position: Option<usize>,
    pub problem: FieldProblem,
}

impl TableQueryError {
    fn new(position: Option<usize>, field: &str, code: FieldCode, detail: String) -> Self {
        let field = shorten_for_message(field).into_owned();
        Self { position, problem: FieldProblem { location: ParameterLocation::Query, field, code, detail } }
    }
}

impl TableQuery {
    /// Parses the query of the table that the arguments name; `None` if there is no such table.
    pub fn parse(arguments: &Arguments, sent: &[SentFilter], clock: &Clock) -> (Option<Self>, Vec<TableQueryError>) {
        let text = |name| arguments.given_text(name).unwrap_or_default();
        let Some(file) = file_of_table(text("name")) else {
            return (None, Vec::new());
        };
        let mut query = Self {
            file,
            columns: file.columns.iter().collect(),
            sort: Vec::new(),
            filters: Vec::new(),
            after: None,
            limit: arguments.given_int("limit"),
            digest: String::new(),
        };
        let mut errors = Vec::new();
        for filter in sent {
            match query.parse_filter(filter, clock) {
                Ok(filter) => query.filters.push(filter),
                Err((code, detail)) => {
                    errors.push(TableQueryError::new(Some(filter.position), &filter.name, code, detail));
                }
            }
        }
        if sent.len() > MAX_FILTERS {
            let detail = format!("The request has {} filters: at most {MAX_FILTERS} are allowed.", sent.len());
            errors.push(TableQueryError::new(None, &sent[MAX_FILTERS].name, FieldCode::Range, detail));
        }
        let mut add_error = |name, detail| errors.push(TableQueryError::new(None, name, FieldCode::Kind, detail));
        match query.parse_sort(text("sort")) {
            Ok(sort) => query.sort = sort,
            Err(detail) => add_error("sort", detail),
        }
        match query.parse_fields(text("fields")) {
            Ok(columns) if columns.is_empty() => {}
            Ok(columns) => query.columns = columns,
            Err(detail) => add_error("fields", detail),
        }
        query.digest = query.query_digest(sent);
        match query.parse_after(text("after")) {
            Ok(after) => query.after = after,
            Err(detail) => add_error("after", detail),
        }
        (Some(query), errors)
    }

    /// Returns the column of a filter and its condition, or the code and the sentence of the filter's error.
    fn parse_filter(
        &self,
        sent: &SentFilter,
        clock: &Clock,
    ) -> Result<(&'static Column, SqlPart), (FieldCode, String)> {
        let (_, column) = self.file.find_column(&sent.name).expect("the decoder has checked the names of columns");
        let kind = column_kind(column);
        let invalid = |allowed: &str| {
            let value = shorten_for_message(&sent.value);
            (FieldCode::Kind, format!("Invalid value for parameter {}: {value}. Allowed is {allowed}.", column.name))
        };
        let (operator, operand) = sent.value.split_once('.').unwrap_or((&sent.value, ""));
        if !kind.operators().contains(&operator) {
            let operators = kind.operators().join(", ");
            return Err(invalid(&format!("an operator, a dot and a value; the operators are {operators}")));
        }
        if operand.is_empty() {
            return Err(invalid("a value after the operator; null.true finds rows without a value"));
        }
        let expression = view::value_sql(self.file, column);
        let texts = match operator {
            "in" => split_alternatives(operand),
            _ => vec![operand.to_owned()],
        };
        let value = |text: &String| parse_operand(column, kind, text, clock).map_err(|allowed| invalid(&allowed));
        let is_text = !matches!(kind, ColumnKind::Integer | ColumnKind::Money | ColumnKind::Boolean);
        let compared_value = if is_text { format!("{expression} COLLATE BINARY") } else { expression.clone() };
        let (text, values) = match operator {
            "null" => match operand {
                "true" => (format!("coalesce({expression}, '') = ''"), Vec::new()),
                "false" => (format!("coalesce({expression}, '') <> ''"), Vec::new()),
                _ => return Err(invalid("null.true or null.false")),
            },
            "contains" | "starts" => {
                let pattern = match operator {
                    "contains" => containing_pattern(operand),
                    _ => escape_like(operand) + "%",
                };
                (format!("{expression} LIKE ? ESCAPE '\\'"), vec![SqlValue::Text(pattern)])
            }
            "in" => {
                let values = texts.iter().map(value).collect::<Result<Vec<_>, _>>()?;
                (format!("{compared_value} IN ({})", vec!["?"; values.len()].join(", ")), values)
            }
            "eq" => (format!("{compared_value} = ?"), vec![value(&texts[0])?]),
            // a row without a value differs from every value
            "ne" => (format!("coalesce({expression}, '') COLLATE BINARY <> ?"), vec![value(&texts[0])?]),
            _ => {
                let sign = match operator {
                    "lt" => "<",
                    "lte" => "<=",
                    "gt" => ">",
                    _ => ">=",
                };
                (format!("({compared_value} {sign} ? AND {expression} <> '')"), vec![value(&texts[0])?])
            }
        };
        Ok((column, SqlPart { text, values }))
    }

    /// Parses the columns to sort by, with `-` before a descending one.
    fn parse_sort(&self, text: &str) -> Result<Vec<SortColumn>, String> {
        let names = split_names(text).map(|name| name.strip_prefix('-').unwrap_or(name));
        let columns = self.find_columns(names);
        let columns = columns.ok_or_else(|| self.columns_error("sort", text, ", with - before a descending one"))?;
        let sort = columns.into_iter().zip(split_names(text).map(|name| name.starts_with('-')));
        Ok(sort.map(|(column, is_descending)| SortColumn { column, is_descending }).collect())
    }

    /// Parses the columns of the answer; none means all.
    fn parse_fields(&self, text: &str) -> Result<Vec<&'static Column>, String> {
        self.find_columns(split_names(text)).ok_or_else(|| self.columns_error("fields", text, ""))
    }

    /// Returns the columns of these names; `None` if a name is unknown or occurs twice.
    fn find_columns<'n>(&self, names: impl Iterator<Item = &'n str>) -> Option<Vec<&'static Column>> {
        let columns = names.map(|name| Some(self.file.find_column(name)?.1)).collect::<Option<Vec<_>>>()?;
        let mut seen = HashSet::new();
        columns.iter().all(|column| seen.insert(column.name)).then_some(columns)
    }

    fn columns_error(&self, parameter: &str, text: &str, hint: &str) -> String {
        let allowed: Vec<_> = self.file.columns.iter().map(|column| column.name).collect();
        let (shown, allowed) = (shorten_for_message(text), allowed.join(", "));
        format!("Invalid value for parameter {parameter}: {shown}. Allowed are, each once, {allowed}{hint}.")
    }

    /// Parses a position, and returns the condition for the rows after it.
    fn parse_after(&self, text: &str) -> Result<Option<SqlPart>, String> {
        if text.is_empty() {
            return Ok(None);
        }
        let Some((row, values)) = self.decode_position(text) else {
            return Err(format!(
                "Invalid value for parameter after: {}. Allowed is the position from the Link of an earlier answer with \
                 the same sort and filters.",
                shorten_for_message(text)
            ));
        };
        let mut after = SqlPart { text: "t.rowid > ?".to_owned(), values: vec![SqlValue::Int(row)] };
        for (sort, value) in self.sort.iter().zip(values).rev() {
            after = self.condition_after(sort, value, after);
        }
        Ok(Some(after))
    }

    /// Returns the number of a position's row, and the row's values of the sort columns; `None` for a position of
    /// another query.
    fn decode_position(&self, text: &str) -> Option<(i64, Vec<SqlValue>)> {
        let position: Value = serde_json::from_slice(&Base64UrlUnpadded::decode_vec(text).ok()?).ok()?;
        let [digest, row, values] = position.as_array()?.as_slice() else { return None };
        let values: Vec<_> = values.as_array()?.iter().map(SqlValue::from_json).collect::<Option<_>>()?;
        let belongs_to_query = *digest == self.digest && values.len() == self.sort.len();
        if belongs_to_query { Some((row.as_i64()?, values)) } else { None }
    }

    /// Returns the condition for the rows after a value of a sort column. `rest` is the condition for rows with this
    /// value.
    fn condition_after(&self, sort: &SortColumn, value: SqlValue, rest: SqlPart) -> SqlPart {
        let key = self.sort_key(sort.column);
        // the condition, and how often it uses the value
        let (text, uses) = match (sort.is_descending, &value) {
            (false, SqlValue::Null) => (format!("({key} IS NOT NULL OR {})", rest.text), 0),
            (true, SqlValue::Null) => (format!("({key} IS NULL AND {})", rest.text), 0),
            // an index can serve the first comparison
            (false, _) => (format!("({key} >= ? AND ({key} > ? OR {}))", rest.text), 2),
            (true, _) if sort.column.is_required() => (format!("({key} <= ? AND ({key} < ? OR {}))", rest.text), 2),
            (true, _) => (format!("({key} IS NULL OR {key} < ? OR ({key} = ? AND {}))", rest.text), 2),
        };
        let values = vec![value; uses].into_iter().chain(rest.values);
        SqlPart { text, values: values.collect() }
    }

    /// Returns the SQL of the value by which rows are sorted: only the beginning of a long text, since positions
    /// contain it.
    fn sort_value(&self, column: &Column) -> String {
        let value = view::value_sql(self.file, column);
        match column.domain {
            Domain::Text(longest) if longest > MAX_SORT_CHARACTERS => {
                format!("substr({value}, 1, {MAX_SORT_CHARACTERS})")
            }
            _ => value,
        }
    }

    fn sort_key(&self, column: &Column) -> String {
        format!("{} COLLATE BINARY", self.sort_value(column))
    }

    fn query_digest(&self, sent: &[SentFilter]) -> String {
        let mut digest = Blake2b256::new();
        let filters = sent.iter().flat_map(|filter| [filter.name.to_ascii_lowercase(), filter.value.clone()]);
        let sort = self.sort.iter().map(|sort| format!("{}{}", sort.column.name, sort.is_descending));
        // an empty part separates the order from the filters
        for part in [self.file.name.to_owned()].into_iter().chain(sort).chain([String::new()]).chain(filters) {
            digest.update((part.len() as u64).to_le_bytes());
            digest.update(part);
        }
        to_hex(&digest.finalize())[..DIGEST_CHARACTERS].to_owned()
    }

    /// Returns the response fields of the selected columns, in their order.
    pub fn fields(&self) -> Vec<Field> {
        let fields = self.columns.iter().map(|column| {
            let kind = column_kind(column);
            let field = field(column.name, kind.value());
            if kind == ColumnKind::Boolean { field } else { field.nillable() }
        });
        fields.collect()
    }

    /// Returns the query of the rows, and the values of its parameters.
    pub fn rows_query(&self) -> (String, Vec<SqlValue>) {
        let columns = self.columns.iter().map(|column| view::value_sql(self.file, column));
        let (mut select, mut values) = self.select(columns.collect());
        if let Some(limit) = self.limit {
            select += " LIMIT ?";
            values.push(SqlValue::Int(limit.into()));
        }
        (select, values)
    }

    /// Returns the query of the sort columns' values and the row number of the last row of the page and of the row
    /// after it; `None` without a limit.
    pub fn page_end_query(&self) -> Option<(String, Vec<SqlValue>)> {
        let limit = self.limit?;
        let keys = self.sort.iter().map(|sort| self.sort_value(sort.column));
        let (select, mut values) = self.select(keys.chain(["t.rowid".to_owned()]).collect());
        values.push(SqlValue::Int(i64::from(limit) - 1));
        Some((format!("{select} LIMIT 2 OFFSET ?"), values))
    }

    /// Returns the position after the row with this number and these values of the sort columns.
    pub fn position_after(&self, values: &[SqlValue], row: i64) -> String {
        let values: Vec<_> = values.iter().map(SqlValue::to_json).collect();
        Base64UrlUnpadded::encode_string(json!([self.digest, row, values]).to_string().as_bytes())
    }

    /// Returns a query of these columns over the selected rows, in their order, and the values of its parameters.
    fn select(&self, columns: Vec<String>) -> (String, Vec<SqlValue>) {
        // SQLite uses the first range of row numbers: the position comes first, and the placeholder is excluded by `<>`
        let parts: Vec<_> = self.after.iter().chain(self.filters.iter().map(|(_, part)| part)).collect();
        let placeholder = self.file.placeholder.map(|_| "t.rowid <> 0");
        let conditions: Vec<_> = parts.iter().map(|part| part.text.as_str()).chain(placeholder).collect();
        let conditions = if conditions.is_empty() { "1".to_owned() } else { conditions.join(" AND ") };
        let order = self
            .sort
            .iter()
            .map(|sort| format!("{}{}, ", self.sort_key(sort.column), if sort.is_descending { " DESC" } else { "" }));
        let order: String = order.collect();
        let sort_columns = self.sort.iter().map(|sort| sort.column.name);
        let used: Vec<_> = sort_columns.chain(self.filters.iter().map(|(column, _)| column.name)).collect();
        let tables = view::from_clause(self.file, |column| used.contains(&column.name));
        let columns = columns.join(", ");
        let select = format!("SELECT {columns} FROM {tables} WHERE {conditions} ORDER BY {order}t.rowid");
        (select, parts.iter().flat_map(|part| part.values.clone()).collect())
    }
}

/// Splits a parameter at commas; an empty one has no names.
fn split_names(text: &str) -> impl Iterator<Item = &str> {
    let names = if text.is_empty() { None } else { Some(text.split(',')) };
    names.into_iter().flatten().map(str::trim)
}

/// Splits the operand of `in` at commas. `\,` is a comma and `\\` a backslash.
fn split_alternatives(operand: &str) -> Vec<String> {
    let mut alternatives = vec![String::new()];
    let mut characters = operand.chars().peekable();
    while let Some(character) = characters.next() {
        let last = alternatives.last_mut().expect("there is at least one");
        match character {
            ',' => alternatives.push(String::new()),
            '\\' => last.push(characters.next_if(|next| matches!(next, ',' | '\\')).unwrap_or('\\')),
            other => last.push(other),
        }
    }
    alternatives
}

/// Parses a value to compare a column with. The error describes the allowed values.
fn parse_operand(column: &Column, kind: ColumnKind, text: &str, clock: &Clock) -> Result<SqlValue, String> {
    let datetime = || clock.parse_datetime(text).map(|wall| SqlValue::Text(time::format_wall_time(wall)));
    let cell = || parse_cell(column, text, clock).ok().filter(|cell| !cell.is_empty());
    let cell_text =
        |allowed: &str| cell().map(|cell| SqlValue::Text(cell.into_owned())).ok_or_else(|| allowed.to_owned());
    match kind {
        _ if text.is_empty() => Err("a value".to_owned()),
        ColumnKind::Text => Ok(SqlValue::Text(text.to_owned())),
        // contract 1: "Whole numbers are 32-bit"
        ColumnKind::Integer => match text.parse::<i32>() {
            Ok(number) => Ok(SqlValue::Int(number.into())),
            Err(_) => Err("a whole number from -2147483648 to 2147483647".to_owned()),
        },
        ColumnKind::Boolean => match text.to_ascii_lowercase().as_str() {
            "true" | "1" => Ok(SqlValue::Int(1)),
            "false" | "0" => Ok(SqlValue::Int(0)),
            _ => Err("true, false, 1 or 0".to_owned()),
        },
        ColumnKind::Money => {
            let cents = cell().and_then(|cell| cell.replace('.', "").parse().ok());
            cents.map(SqlValue::Int).ok_or_else(|| "an amount with at most two decimals".to_owned())
        }
        ColumnKind::Date => cell_text("a date (yyyy-MM-dd)"),
        ColumnKind::Time => cell_text("a time (HH:mm or HH:mm:ss)"),
        ColumnKind::DatetimeOrNever if text == "never" => Ok(SqlValue::Text(text.to_owned())),
        ColumnKind::DatetimeOrNever => {
            datetime().ok_or_else(|| format!("never or a datetime ({})", time::DATETIME_FORMAT))
        }
        ColumnKind::Datetime => datetime().ok_or_else(|| format!("a datetime ({})", time::DATETIME_FORMAT)),
    }
}
