//! The fuzzing targets, one for each kind of input. No input may cause a panic, and results must pass the checks here.

use std::io::Read;
use std::mem::discriminant;
use std::sync::LazyLock;

use csv::ReaderBuilder;

use crate::datafile::all_files;
use crate::datafile::cell::{find_spreadsheet_error, parse_cell};
use crate::datafile::file::Column;
use crate::decode::json::JsonBody;
use crate::decode::soap::EnvelopeHeaders;
use crate::decode::transfer_coding::has_unsupported_transfer_coding;
use crate::decode::{Call, find_operation, form, rest, soap, unknown_operation_error};
use crate::exchange::mapping::Mapping;
use crate::exchange::mapping::foreign_header::{ForeignHeader, LAST_HEADER_LINE};
use crate::exchange::mapping::suggestion::Suggestion;
use crate::exchange::source::charset::{Charset, CsvEncoding};
use crate::exchange::source::records::{MAX_RECORD_BYTES, MAX_ROW_CELLS, bytes_above_header};
use crate::exchange::source::rows::{CsvRows, RecordError, RowReader};
use crate::exchange::source::top_rows::read_top_rows;
use crate::exchange::source::workbook::{Workbook, unpacked_size};
use crate::exchange::source::{FileGenerator, Source};
use crate::model::brand::Brand;
use crate::model::request_error::RequestError;
use crate::model::text::is_xml_char;
use crate::model::time::{self, Clock};
use crate::operation::request::{Argument, Arguments, Parameter, ParameterKind};
use crate::operation::{OPERATIONS, Operation};

/// Checks the program with this input.
pub type Target = fn(&[u8]);

/// All targets with their names, which are those of the folders in `fuzz/corpus`.
pub const TARGETS: [(&str, Target); 10] = [
    ("head", head),
    ("soap", soap),
    ("form", form),
    ("json", json),
    ("value", value),
    ("cell", cell),
    ("rows", rows),
    ("workbook", workbook),
    ("mapping", mapping),
    ("mapped-file", mapped_file),
];

/// In characters. Messages quote only pieces of the input.
const LONGEST_MESSAGE: usize = 2_000;

static BRAND: LazyLock<Brand> = LazyLock::new(|| Brand::new("Service").expect("a brand"));
static CLOCK: LazyLock<Clock> = LazyLock::new(|| Clock::new("Europe/Amsterdam", None).expect("a zone"));

/// A request head that hyper could not parse. Only the header Transfer-Encoding can contain an unsupported coding.
fn head(bytes: &[u8]) {
    if has_unsupported_transfer_coding(bytes) {
        assert!(bytes.to_ascii_lowercase().windows(18).any(|name| name == b"transfer-encoding:"));
    }
}

/// A SOAP envelope.
fn soap(bytes: &[u8]) {
    let headers = EnvelopeHeaders { is_text_xml: false, has_action: false, charset: None };
    let (_, call) = soap::decode_envelope(bytes, &headers, &BRAND);
    check_call(call);
}

/// A form after a line with the name of the operation, which is part of the path.
fn form(bytes: &[u8]) {
    let (name, body) = split_line(bytes);
    let name = String::from_utf8_lossy(name);
    check_call(form::parse_fields(body).and_then(|fields| match find_operation(&name, &BRAND) {
        Some(operation) => form::decode_call(operation, name.into_owned(), fields, &BRAND),
        None => {
            form::refuse_repeated_credentials(&fields)?;
            Err(unknown_operation_error(&name, &BRAND))
        }
    }));
}

/// A REST request: a line with path and query, then the body.
fn json(bytes: &[u8]) {
    let (target, body) = split_line(bytes);
    let Ok(target) = std::str::from_utf8(target) else {
        return;
    };
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let body = JsonBody { bytes: body, charset: None };
    match rest::find_routes(path) {
        Ok(route) => route.into_iter().for_each(|route| {
            check_call(route.decode(query, body, &BRAND).map(|request| request.call));
        }),
        Err(error) => check_error(&error),
    }
}

/// A value, parsed as a parameter of each kind. Parsing the result again must give the same value.
fn value(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    for (operation, parameter) in KINDS.iter() {
        if let Some(parsed) = parse_parameter(operation, parameter, text) {
            // words of a choice are parsed into other values
            let again = parse_parameter(operation, parameter, &parsed);
            assert!(matches!(parameter.kind, ParameterKind::OneOf(_)) || again == Some(parsed));
        }
    }
    if let Some(local) = CLOCK.parse_datetime(text) {
        assert!(local <= time::end_of_range(local));
        CLOCK.format_in_zone(&CLOCK.to_instant_text(local)).expect("an instant");
    }
}

/// A cell, parsed as a column of each kind. Parsing the result again must give the same value.
fn cell(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    for column in COLUMNS.iter() {
        find_spreadsheet_error(column, text);
        if let Ok(parsed) = parse_cell(column, text, &CLOCK) {
            assert_eq!(parse_cell(column, &parsed, &CLOCK).as_deref(), Ok(&*parsed));
        }
    }
}

/// A CSV file. `CsvRows` must find the same cells as the reader of the csv crate.
fn rows(bytes: &[u8]) {
    let charset = Charset::detect(bytes).expect("bytes in memory can be read");
    let Some(encoding) = charset.encoding() else {
        return;
    };
    let mut found = CsvRows::new(bytes, Some(encoding), None).expect("bytes in memory can be read");
    let mut expected = ReaderBuilder::new()
        .delimiter(found.separator().expect("CSV has one"))
        .has_headers(false)
        .flexible(true)
        .from_reader(&bytes[bytes_above_header(bytes)..]);
    let mut expected = expected.byte_records();
    let mut line = 0;
    while let Some(row) = found.next_row().expect("a known encoding") {
        assert!(row.line > line);
        line = row.line;
        let record = expected.next().expect("a record").expect("of any length");
        match row.error {
            Some(RecordError::TooManyCells) => {
                assert!(row.cells.is_empty() && record.len() > MAX_ROW_CELLS);
                continue;
            }
            Some(_) => return,
            None => assert!(row.cells.len() <= MAX_ROW_CELLS),
        }
        assert_eq!(row.cells.len(), record.len());
        for (cell, bytes) in row.cells.iter().zip(&record) {
            assert_eq!(*cell, encoding.decoder().decode_without_bom_handling(bytes).0);
        }
    }
    assert!(expected.next().is_none());
}

/// A workbook. Its rows must not exceed the limits.
fn workbook(bytes: &[u8]) {
    let _ = unpacked_size(bytes);
    let Ok(mut workbook) = Workbook::open(bytes) else {
        return;
    };
    let Ok(mut rows) = workbook.read_rows(None) else {
        return;
    };
    while let Ok(Some(row)) = rows.next_row() {
        assert!((1..=1_048_576).contains(&row.line));
        assert!(row.cells.len() <= MAX_ROW_CELLS && (row.error.is_none() || row.cells.is_empty()));
        assert!(row.cells.iter().map(|cell| cell.len()).sum::<usize>() <= MAX_RECORD_BYTES);
    }
}

/// A mapping as TOML. Writing and parsing it again must give the same mapping.
fn mapping(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    if let Ok(mapping) = Mapping::parse(text, &CLOCK) {
        let written = mapping.to_toml();
        // with escapes, the text can become longer than the limit of a mapping
        if let Ok(again) = Mapping::parse(&written, &CLOCK) {
            assert_eq!(again.to_toml(), written);
        }
    }
}

/// A source with one file.
struct OneFile(Vec<u8>);

impl FileGenerator for OneFile {
    fn file_names(&self) -> Vec<String> {
        vec!["x.csv".to_owned()]
    }

    fn open_file(&self, _: &str) -> Option<Box<dyn Read + '_>> {
        Some(Box::new(self.0.as_slice()))
    }
}

/// A mapping as TOML, a line `---`, and a file of another system. The suggested mapping must be valid. The file is read with
/// the given mapping.
fn mapped_file(bytes: &[u8]) {
    const SEPARATOR: &[u8] = b"\n---\n";
    let at = bytes.windows(SEPARATOR.len()).position(|bytes| bytes == SEPARATOR).unwrap_or(bytes.len());
    let file = bytes.get(at + SEPARATOR.len()..).unwrap_or_default();
    let mut source = Source::Generated(Box::new(OneFile(file.to_owned())));
    if let Some(suggestion) =
        Suggestion::for_file(&mut source, "x.csv", None, None, &CLOCK).expect("bytes in memory can be read")
    {
        let suggested = suggestion.mapping.to_toml();
        assert!(Mapping::parse(&suggested, &CLOCK).is_ok(), "{suggested}");
    }
    let Ok(mapping) =
        std::str::from_utf8(&bytes[..at]).map_err(drop).and_then(|text| Mapping::parse(text, &CLOCK).map_err(drop))
    else {
        return;
    };
    let tops = read_top_rows(&mut source, "x.csv", LAST_HEADER_LINE, &[]).expect("bytes in memory can be read");
    let Ok(header) = ForeignHeader::find(&mapping, &tops) else {
        return;
    };
    let mut rows =
        CsvRows::new(file, Some(CsvEncoding::Windows1252), header.separator).expect("bytes in memory can be read");
    while let Some(mut row) = rows.next_row().expect("every byte is a character") {
        header.fit_length(&mut row.cells);
        if row.line <= header.line || header.is_row_skipped(&row.cells) {
            continue;
        }
        for (cell, column) in row.cells.iter().zip(&header.columns) {
            let Some(at) = *column else { continue };
            let column = &mapping.file.columns[at];
            if let Ok(cell) = mapping.to_iso_if_date(column, mapping.map_cell(at, cell)) {
                let _ = parse_cell(column, &cell, &CLOCK);
            }
        }
    }
}

/// A parameter of each kind, with an operation that takes it.
static KINDS: LazyLock<Vec<(&Operation, &Parameter)>> = LazyLock::new(|| {
    let operations = OPERATIONS.iter().filter(|operation| !operation.has_record_parameter());
    let mut kinds: Vec<(&Operation, &Parameter)> = Vec::new();
    for operation in operations {
        for parameter in operation.request {
            let kind = discriminant(&parameter.kind);
            if !kinds.iter().any(|(_, known)| discriminant(&known.kind) == kind) {
                kinds.push((operation, parameter));
            }
        }
    }
    kinds
});

/// A column of each domain and role.
static COLUMNS: LazyLock<Vec<&Column>> = LazyLock::new(|| {
    let mut columns: Vec<&Column> = Vec::new();
    for column in all_files().flat_map(|file| file.columns) {
        let same = |known: &&Column| (known.domain, known.role) == (column.domain, column.role);
        if !columns.iter().any(same) {
            columns.push(column);
        }
    }
    columns
});

/// Decodes a form with this text as the parameter and valid values of the others; returns the parsed parameter as text.
fn parse_parameter(operation: &'static Operation, parameter: &'static Parameter, text: &str) -> Option<String> {
    let fields = operation.request.iter().map(|other| {
        let value = match other.name == parameter.name {
            true => text,
            false => valid_value(other.kind),
        };
        (other.name.to_owned(), value.to_owned())
    });
    let call = form::decode_call(operation, operation.name.into(), fields.collect(), &BRAND);
    let arguments = check_call(call)?;
    arguments.values.get(parameter.name).map(|argument| match argument {
        Argument::Int(number) => number.to_string(),
        Argument::Bool(flag) => flag.to_string(),
        Argument::Text(text) => text.clone(),
        Argument::Record(_) => unreachable!("forms cannot contain records"),
    })
}

/// Returns a valid value of a parameter of this kind.
fn valid_value(kind: ParameterKind) -> &'static str {
    match kind {
        ParameterKind::Int | ParameterKind::Position | ParameterKind::RowLimit => "1",
        ParameterKind::Bool => "true",
        ParameterKind::Date | ParameterKind::DateTime | ParameterKind::RangeEnd => "2026-01-01",
        ParameterKind::OneOf(words) => words[0].0,
        ParameterKind::Text(_) | ParameterKind::AnyOf(_) | ParameterKind::MappingNames | ParameterKind::Record(_) => "",
    }
}

/// Returns the arguments of a call. Checks texts of arguments and errors.
fn check_call(call: Result<Call, RequestError>) -> Option<Arguments> {
    match call.and_then(|call| call.parse_arguments(&BRAND, &CLOCK)) {
        Ok(arguments) => {
            arguments.values.values().for_each(check_argument);
            Some(arguments)
        }
        Err(error) => {
            check_error(&error);
            None
        }
    }
}

/// Checks that a text contains only characters of XML. Fields of records are checked later.
fn check_argument(argument: &Argument) {
    if let Argument::Text(text) = argument {
        assert!(text.chars().all(is_xml_char));
    }
}

fn check_error(error: &RequestError) {
    let text = error.message_text();
    assert!(text.chars().all(is_xml_char), "{text:?}");
    assert!(text.chars().count() <= LONGEST_MESSAGE, "{text}");
}

/// Splits the bytes into the first line and the rest.
fn split_line(bytes: &[u8]) -> (&[u8], &[u8]) {
    let end = bytes.iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len());
    (&bytes[..end], bytes.get(end + 1..).unwrap_or_default())
}
