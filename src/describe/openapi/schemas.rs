//! JSON Schemas of requests and answers.

use super::super::json_tree::{JsonTree, list, object};
use super::super::rest::{is_required, parameters_in};
use super::super::schema::{OPTIONAL, REQUIRED};
use super::super::{ServiceDescription, value_kinds};
use super::component_reference;
use crate::datafile::FILES;
use crate::exchange::mapping::document;
use crate::ledger::feed_position;
use crate::model::brand::Brand;
use crate::model::language::Language;
use crate::model::problem::{FieldCode, ParameterLocation, Problem};
use crate::model::record::RecordField;
use crate::model::text::MAX_TEXT_CHARACTERS;
use crate::operation::imports;
use crate::operation::request::{Parameter, ParameterKind, RecordKind};
use crate::operation::response_schema::{ChangeResult, Contents, Field, FieldValue, ListItem, ListSchema, int};
use crate::operation::{ArgumentRule, Operation};

const XML_TEXT_PATTERN: &str = r"^[^\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]*$";

/// The pattern of dates in the years 1900 to 9999.
const DATE_PATTERN: &str = r"^(19|[2-9]\d)\d\d-\d\d-\d\d$";

/// The pattern of datetimes in the years 1900 to 9999, without leap seconds. Offsets are less than fourteen hours.
const DATE_TIME_PATTERN: &str = r"^(19|[2-9]\d)\d\d-\d\d-\d\dT\d\d:\d\d:[0-5]\d(\.\d+)?(Z|[+-](0\d|1[0-3]):[0-5]\d)$";

/// The longest address and the longest sentence in a problem, in characters.
const MAX_ADDRESS_LENGTH: usize = 2_000;
const MAX_SENTENCE_LENGTH: usize = 300_000;

/// The most errors of a problem: a body of the largest size has fewer fields.
const MAX_ERRORS: usize = 100_000;

/// The longest text of an answer, in characters: several texts of a row may be joined.
const MAX_ANSWER_TEXT_LENGTH: usize = 1_000_000;

/// The longest datetime, in characters. A fraction of a second may have many digits.
const MAX_DATE_TIME_LENGTH: usize = 64;

const DATE_LENGTH: usize = "yyyy-MM-dd".len();

const TIME_LENGTH: usize = "HH:mm:ss".len();

fn type_schema(type_name: &str) -> JsonTree {
    object().with("type", type_name)
}

fn nullable_schema(type_name: &str, can_be_null: bool) -> JsonTree {
    if can_be_null { object().with("type", list([type_name, "null"])) } else { type_schema(type_name) }
}

pub fn enum_schema<T: Into<JsonTree>>(words: impl IntoIterator<Item = T>) -> JsonTree {
    type_schema("string").with("enum", list(words))
}

fn array_schema(items: JsonTree, max_items: impl Into<JsonTree>) -> JsonTree {
    type_schema("array").with("items", items).with("maxItems", max_items)
}

/// Limits a schema to texts of at most `max_length` characters, all of which XML allows.
fn with_text_limits(schema: JsonTree, max_length: usize) -> JsonTree {
    schema.with("maxLength", max_length).with("pattern", XML_TEXT_PATTERN)
}

fn with_date_time_limits(schema: JsonTree) -> JsonTree {
    schema.with("format", "date-time").with("pattern", DATE_TIME_PATTERN).with("maxLength", MAX_DATE_TIME_LENGTH)
}

fn with_date_limits(schema: JsonTree) -> JsonTree {
    schema.with("format", "date").with("pattern", DATE_PATTERN).with("maxLength", DATE_LENGTH)
}

const UNLIMITED: i32 = i32::MAX;

pub fn unlimited_string_schema() -> JsonTree {
    object().with("type", "string").with("maxLength", UNLIMITED)
}

pub fn parameter_schema(operation: &Operation, parameter: &Parameter) -> JsonTree {
    // `null` in a JSON body counts as absent
    let can_be_null =
        !is_required(parameter) && operation.parameter_location(parameter.name) == ParameterLocation::Body;
    match parameter.kind {
        ParameterKind::Int => {
            let (least, most) = integer_range(operation, parameter);
            int32_schema(can_be_null, least, most).with_some("default", parameter.default)
        }
        ParameterKind::Position => nullable_schema("string", can_be_null)
            .with("maxLength", feed_position::MAX_POSITION_BYTES)
            .with("pattern", feed_position::POSITION_PATTERN),
        // a number, or a percentage up to 100 with at most two decimals: `250`, `2,5%`
        ParameterKind::RowLimit => type_schema("string")
            .with("maxLength", 20)
            .with("pattern", r"^([0-9]{1,18}|(100([.,]00?)?|[0-9]{1,2}([.,][0-9]{1,2})?)%)$"),
        ParameterKind::Text(longest) => with_text_limits(nullable_schema("string", can_be_null), longest),
        ParameterKind::Bool => nullable_schema("boolean", can_be_null).with("default", false),
        ParameterKind::Date => with_date_limits(nullable_schema("string", can_be_null)),
        ParameterKind::DateTime | ParameterKind::RangeEnd => {
            with_date_time_limits(nullable_schema("string", can_be_null))
        }
        ParameterKind::OneOf(words) => enum_schema(words.iter().map(|(word, _)| *word)),
        // at most one mapping for each data file
        ParameterKind::MappingNames => {
            array_schema(with_text_limits(type_schema("string"), document::MAX_NAME_LENGTH), FILES.len())
        }
        ParameterKind::AnyOf(words) => array_schema(enum_schema(words.iter().map(|(word, _)| *word)), words.len()),
        ParameterKind::Record(_) => unreachable!("an object is the body itself"),
    }
}

/// Returns the range that a rule of the operation sets, or else the range of 32-bit integers.
fn integer_range(operation: &Operation, parameter: &Parameter) -> (i32, i32) {
    let declared_range = operation.rules.iter().find_map(|rule| match rule {
        ArgumentRule::IntegerRange { parameter: name, min, max, .. } if *name == parameter.name => Some((*min, *max)),
        _ => None,
    });
    declared_range.unwrap_or((i32::MIN, i32::MAX))
}

fn int32_schema(can_be_null: bool, least: i32, most: i32) -> JsonTree {
    nullable_schema("integer", can_be_null).with("format", "int32").with("minimum", least).with("maximum", most)
}

fn bounded_text_schema(max_length: usize) -> JsonTree {
    answer_text_schema(false, max_length)
}

/// Returns the schema of a text in an answer. Such texts need no pattern, since the service writes them.
fn answer_text_schema(can_be_null: bool, max_length: usize) -> JsonTree {
    nullable_schema("string", can_be_null).with("maxLength", max_length)
}

fn value_schema(value: FieldValue, can_be_null: bool) -> JsonTree {
    match value {
        FieldValue::Int => int32_schema(can_be_null, i32::MIN, i32::MAX),
        FieldValue::Long => nullable_schema("integer", can_be_null)
            .with("format", "int64")
            .with("minimum", i64::MIN)
            .with("maximum", i64::MAX),
        FieldValue::Bool => nullable_schema("boolean", can_be_null),
        FieldValue::Money => nullable_schema("number", can_be_null),
        FieldValue::Text | FieldValue::Picture => answer_text_schema(can_be_null, MAX_ANSWER_TEXT_LENGTH),
        FieldValue::ShortDate | FieldValue::ZonedOrNever => answer_text_schema(can_be_null, MAX_TEXT_CHARACTERS),
        FieldValue::JsonObject => type_schema("object").with("additionalProperties", true),
        FieldValue::Date => answer_text_schema(can_be_null, DATE_LENGTH).with("format", "date"),
        // the time has no offset, unlike a time of RFC 3339
        FieldValue::Time => answer_text_schema(can_be_null, TIME_LENGTH).with("format", "time-local"),
        FieldValue::DateTime | FieldValue::ZonedDateTime => {
            answer_text_schema(can_be_null, MAX_DATE_TIME_LENGTH).with("format", "date-time")
        }
        FieldValue::Object(_) | FieldValue::List(_) | FieldValue::JsonArray(_) | FieldValue::EmptyList => {
            unreachable!("a list or an object is no single value")
        }
    }
}

/// Returns the property of a record's field. An optional field can be `null`, and a datetime can be empty. In a change
/// (`is_change`), every field may be absent.
fn record_property(field: &RecordField, is_change: bool) -> Property {
    let schema = match (field.is_datetime, field.is_required) {
        // an empty text means no datetime, and a date alone means midnight
        (true, _) => object().with(
            "anyOf",
            list([
                with_date_time_limits(type_schema("string")),
                with_date_limits(type_schema("string")),
                type_schema("string").with("const", ""),
                type_schema("null"),
            ]),
        ),
        (false, true) => with_text_limits(type_schema("string"), MAX_TEXT_CHARACTERS).with("minLength", 1),
        (false, false) => with_text_limits(nullable_schema("string", true), MAX_TEXT_CHARACTERS),
    };
    property(field.name, schema, field.is_required && !is_change, field.description)
}

struct Property {
    name: String,
    schema: JsonTree,
    is_required: bool,
}

fn property(name: &str, schema: JsonTree, is_required: bool, description: &str) -> Property {
    Property { name: name.to_owned(), schema: schema.with("description", description), is_required }
}

fn closed_object_schema(properties: Vec<Property>) -> JsonTree {
    object_schema(properties).with("additionalProperties", false)
}

fn object_schema(properties: Vec<Property>) -> JsonTree {
    let required = properties.iter().filter(|property| property.is_required);
    let required = list(required.map(|property| property.name.as_str()));
    let properties = properties.into_iter().map(|property| (property.name, property.schema));
    type_schema("object").with("properties", JsonTree::Object(properties.collect())).with("required", required)
}

fn problem_schema(brand: &Brand) -> JsonTree {
    let codes = Problem::ALL.iter().map(|problem| problem.code());
    let reference = || bounded_text_schema(MAX_ADDRESS_LENGTH).with("format", "uri-reference");
    let errors = array_schema(component_reference("schemas", "FieldProblem"), MAX_ERRORS);
    let rows = array_schema(component_reference("schemas", imports::ERRORS.element), UNLIMITED);
    closed_object_schema(vec![
        property("type", reference(), REQUIRED, "The address of a page that explains this kind of problem."),
        property("title", bounded_text_schema(MAX_SENTENCE_LENGTH), REQUIRED, "A name for the kind of problem."),
        property("status", int32_schema(false, 400, 599), REQUIRED, "The status of the answer."),
        property(
            "detail",
            bounded_text_schema(MAX_SENTENCE_LENGTH),
            REQUIRED,
            "What is wrong, as the XML interface reports it.",
        ),
        property("instance", reference(), REQUIRED, "The id of the request in the log of the service."),
        property("code", enum_schema(codes), REQUIRED, "The kind of problem, which is also the end of type."),
        property("errors", errors, OPTIONAL, "Every parameter or field that is wrong."),
        property("rows", rows, OPTIONAL, "The rows that prevent an undo."),
        property(
            &brand.branded_name("serviceId"),
            int32_schema(false, 1, i32::MAX),
            OPTIONAL,
            "The person with this identifier.",
        ),
    ])
}

fn field_problem_schema() -> JsonTree {
    let locations = [ParameterLocation::Body, ParameterLocation::Query, ParameterLocation::Path];
    let (locations, codes) = (locations.map(ParameterLocation::name), FieldCode::ALL.map(FieldCode::name));
    closed_object_schema(vec![
        property("in", enum_schema(locations), REQUIRED, "The part of the request."),
        property("field", bounded_text_schema(MAX_TEXT_CHARACTERS), REQUIRED, "The name of the parameter or field."),
        property("code", enum_schema(codes), REQUIRED, "What is wrong with it."),
        property("detail", bounded_text_schema(MAX_SENTENCE_LENGTH), REQUIRED, "What is wrong, in a sentence."),
    ])
}

/// Returns the schema of an object with a value in exactly one field. Other fields are `null` or absent.
fn exactly_one_schema(operation: &Operation) -> JsonTree {
    let fields = || parameters_in(operation, ParameterLocation::Body);
    // one schema for each field that can have the value
    let schema_with_value_in = |chosen: &Parameter| {
        let properties = fields().map(|declared| {
            let is_chosen = declared.name == chosen.name;
            let schema = match is_chosen {
                true => with_text_limits(type_schema("string"), MAX_TEXT_CHARACTERS),
                false => type_schema("null"),
            };
            property(declared.name, schema, is_chosen, declared.description)
        });
        closed_object_schema(properties.collect())
    };
    object().with("oneOf", list(fields().map(schema_with_value_in)))
}

/// The schemas to which other schemas refer by name.
pub struct Schemas<'a> {
    service: &'a ServiceDescription<'a>,
    /// In the order of the document.
    named: Vec<(String, JsonTree)>,
}

impl<'a> Schemas<'a> {
    pub fn new(service: &'a ServiceDescription<'a>) -> Self {
        let named = vec![
            ("Problem".to_owned(), problem_schema(service.brand)),
            ("FieldProblem".to_owned(), field_problem_schema()),
        ];
        Self { service, named }
    }

    pub fn into_tree(self) -> JsonTree {
        JsonTree::Object(self.named)
    }

    pub fn answer_schema(&mut self, operation: &Operation) -> JsonTree {
        match &operation.contents {
            Contents::One { structure, fields, .. } => self.add_structure(structure, fields),
            // the columns of a table depend on the request, so each member can have any kind of value
            Contents::List(_) if operation.selects_columns() => {
                let values = object().with("type", list(["string", "number", "boolean", "null"]));
                let values = values.with("maxLength", MAX_ANSWER_TEXT_LENGTH);
                array_schema(type_schema("object").with("additionalProperties", values), UNLIMITED)
            }
            Contents::List(list) | Contents::Table(list) => self.list_schema(list),
            Contents::Changed { result: ChangeResult::Int(name), .. } => {
                self.add_structure("Created", &[int(name).described("Id of the created object, for later calls.")])
            }
            Contents::Changed { .. } => object(),
        }
    }

    /// Adds the schema of a request's body and returns its name.
    pub fn add_body(&mut self, operation: &Operation) -> String {
        let name = format!("{}Body", self.service.brand.branded_name(operation.name));
        if !operation.operations_by_field.is_empty() {
            // the only field of the body chooses the operation
            self.named.push((name.clone(), exactly_one_schema(operation)));
            return name;
        }
        let mut properties = Vec::new();
        for declared in parameters_in(operation, ParameterLocation::Body) {
            // the fields of a record are members of the body itself
            if let Some(RecordKind { fields, is_change }) = declared.record_kind() {
                properties.extend(fields.iter().map(|field| record_property(field, is_change)));
            } else {
                let name = self.service.brand.branded_name(declared.name);
                let schema = parameter_schema(operation, declared);
                properties.push(property(&name, schema, is_required(declared), declared.description));
            }
        }
        self.named.push((name.clone(), closed_object_schema(properties)));
        name
    }

    fn list_schema(&mut self, list: &ListSchema) -> JsonTree {
        let items = match list.item {
            ListItem::Fields(fields) => self.add_structure(list.element, fields),
            ListItem::Value(value) => value_schema(value, false),
        };
        array_schema(items, UNLIMITED)
    }

    /// Returns a reference to the schema of a structure. Adds the schema if it is missing.
    pub fn add_structure(&mut self, name: &str, fields: &[Field]) -> JsonTree {
        let name = upper_camel_case(name);
        if !self.named.iter().any(|(known, _)| *known == name) {
            let index = self.named.len();
            // an empty placeholder keeps its position: the schemas of nested structures are added after it
            self.named.push((name.clone(), object()));
            self.named[index] = (name.clone(), self.fields_schema(fields));
        }
        component_reference("schemas", &name)
    }

    /// Returns the schema of an object in an answer. JSON answers have every field, if necessary as `null`.
    fn fields_schema(&mut self, fields: &[Field]) -> JsonTree {
        let properties = fields.iter().map(|field| {
            let name = self.service.brand.branded_name(field.name);
            property(&name, self.field_schema(field), REQUIRED, &field.meaning(Language::English))
        });
        object_schema(properties.collect())
    }

    fn field_schema(&mut self, field: &Field) -> JsonTree {
        match field.value {
            FieldValue::Object(fields) if value_kinds::can_be_null(field) => {
                object().with("anyOf", list([self.fields_schema(fields), type_schema("null")]))
            }
            FieldValue::Object(fields) => self.fields_schema(fields),
            FieldValue::List(list) | FieldValue::JsonArray(list) => self.list_schema(list),
            FieldValue::EmptyList => array_schema(object(), 0),
            // `enum` must list `null`, too
            _ if !field.words.is_empty() => {
                let null = value_kinds::can_be_null(field).then(|| JsonTree::Raw("null".to_owned()));
                let words = field.words.iter().map(|word| JsonTree::from(*word)).chain(null);
                nullable_schema("string", value_kinds::can_be_null(field)).with("enum", list(words))
            }
            value => value_schema(value, value_kinds::can_be_null(field)),
        }
    }
}

fn upper_camel_case(name: &str) -> String {
    let (first, rest) = name.split_at(1);
    format!("{}{rest}", first.to_ascii_uppercase())
}
