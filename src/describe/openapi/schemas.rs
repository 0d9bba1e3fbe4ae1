//! JSON Schemas of requests and answers.

use super::super::rest::{ParameterLocation, is_required, placed};
use super::super::tree::{JsonTree, list, object};
use super::super::{ServiceDescription, kinds};
use super::refers;
use crate::ledger::position;
use crate::model::brand::Brand;
use crate::model::descriptions;
use crate::model::language::Language;
use crate::model::problem::{FieldCode, Problem};
use crate::model::record::RecordField;
use crate::model::text::MAX_TEXT_CHARACTERS;
use crate::operation::imports;
use crate::operation::request::{Parameter, ParameterKind, RecordKind};
use crate::operation::response_schema::{ChangeResult, Contents, Field, FieldValue, ListItem, ListSchema, int};
use crate::operation::{ArgumentRule, Operation};

/// The characters that XML 1.0 allows.
const FIT: &str = r"^[^\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]*$";

/// "outside the years 1900 to 9999 invalid"
const DATE: &str = r"^(19|[2-9]\d)\d\d-\d\d-\d\d$";

/// Without leap seconds, and with offsets up to fourteen hours, as in XML.
const DATE_TIME: &str = r"^(19|[2-9]\d)\d\d-\d\d-\d\dT\d\d:\d\d:[0-5]\d(\.\d+)?(Z|[+-](0\d|1[0-3]):[0-5]\d)$";

/// Returns a schema with this type.
fn typed(name: &str) -> JsonTree {
    object().and("type", name)
}

/// The longest address and the longest sentence of a problem, in characters.
const ADDRESS: i64 = 2_000;
const SENTENCE: i64 = 300_000;

/// The most errors of a problem: names of one character fill the largest body.
const MOST_ERRORS: i64 = 100_000;

/// The longest text of an answer, in characters: several texts of a row may be joined.
const ANSWERED: i64 = 1_000_000;

/// The longest datetime, in characters: with a fraction of a second.
const MOMENT: i64 = 64;

/// The largest id.
const MOST: i64 = i32::MAX as i64;

/// A schema of a text of at most so many characters.
fn bounded(name: &str, longest: i64) -> JsonTree {
    typed(name).and("maxLength", longest)
}

/// Returns a schema with this type, optionally nullable.
fn nullable(name: &str, nullable: bool) -> JsonTree {
    if nullable { object().and("type", list([name, "null"])) } else { typed(name) }
}

fn text(schema: JsonTree, longest: usize) -> JsonTree {
    let longest = i64::try_from(longest).expect("a limit is small");
    schema.and("maxLength", longest).and("pattern", FIT)
}

fn date_time(schema: JsonTree) -> JsonTree {
    schema.and("format", "date-time").and("pattern", DATE_TIME).and("maxLength", MOMENT)
}

/// Returns the schema of a parameter.
pub fn parameter(operation: &Operation, parameter: &Parameter) -> JsonTree {
    // a value that is `null` in an object is absent
    let null = !is_required(parameter) && operation.location(parameter.name) == ParameterLocation::Body;
    match parameter.kind {
        ParameterKind::Int => {
            let (least, most) = limits(operation, parameter);
            number(null)
                .and("minimum", least)
                .and("maximum", most)
                .and_some("default", parameter.default.map(i64::from))
        }
        ParameterKind::Position => nullable("string", null)
            .and("maxLength", position::MAX_POSITION_BYTES as i64)
            .and("pattern", position::POSITION_PATTERN),
        ParameterKind::RowLimit => typed("string")
            .and("maxLength", 20i64)
            .and("pattern", r"^([0-9]{1,18}|(100([.,]00?)?|[0-9]{1,2}([.,][0-9]{1,2})?)%)$"),
        ParameterKind::Text(longest) => text(nullable("string", null), longest),
        ParameterKind::Bool => nullable("boolean", null).and("default", false),
        ParameterKind::Date => {
            nullable("string", null).and("format", "date").and("pattern", DATE).and("maxLength", 10i64)
        }
        ParameterKind::DateTime | ParameterKind::RangeEnd => date_time(nullable("string", null)),
        ParameterKind::OneOf(words) => {
            let words = words.iter().map(|(word, _)| *word);
            typed("string").and("enum", list(words))
        }
        ParameterKind::AnyOf([]) => typed("array").and("items", text(typed("string"), 64)).and("maxItems", 26i64),
        ParameterKind::AnyOf(words) => {
            let known = typed("string").and("enum", list(words.iter().map(|(word, _)| *word)));
            typed("array").and("items", known).and("maxItems", words.len() as i64)
        }
        ParameterKind::Record(_) => unreachable!("an object is the body itself"),
    }
}

/// Returns the range of an integer parameter.
fn limits(operation: &Operation, parameter: &Parameter) -> (i64, i64) {
    let within = operation.rules.iter().find_map(|rule| match rule {
        ArgumentRule::Within { parameter: name, least, most, .. } if *name == parameter.name => Some((*least, *most)),
        _ => None,
    });
    let (least, most) = within.unwrap_or((i32::MIN, i32::MAX));
    (least.into(), most.into())
}

/// Returns the schema of a 32-bit integer.
fn number(null: bool) -> JsonTree {
    nullable("integer", null).and("format", "int32")
}

/// A whole number of an answer: 32 bits, between the limits of its type.
fn answered_number(null: bool) -> JsonTree {
    number(null).and("minimum", i64::from(i32::MIN)).and("maximum", MOST)
}

/// A text of an answer of at most so many characters.
fn answered_text(null: bool, longest: i64) -> JsonTree {
    nullable("string", null).and("maxLength", longest)
}

/// Returns the schema of an answer's value.
fn value(of: FieldValue, null: bool) -> JsonTree {
    match of {
        FieldValue::Int => answered_number(null),
        FieldValue::Long => {
            nullable("integer", null).and("format", "int64").and("minimum", i64::MIN).and("maximum", i64::MAX)
        }
        FieldValue::Bool => nullable("boolean", null),
        FieldValue::Money => nullable("number", null),
        FieldValue::Text | FieldValue::Picture => answered_text(null, ANSWERED),
        FieldValue::ShortDate | FieldValue::ZonedOrNever => answered_text(null, MAX_TEXT_CHARACTERS as i64),
        FieldValue::JsonObject => typed("object").and("additionalProperties", true),
        FieldValue::Date => answered_text(null, 10).and("format", "date"),
        // a time without an offset, unlike RFC 3339's
        FieldValue::Time => answered_text(null, 8).and("format", "time-local"),
        FieldValue::DateTime | FieldValue::ZonedDateTime => answered_text(null, MOMENT).and("format", "date-time"),
        FieldValue::Object(_) | FieldValue::List(_) | FieldValue::JsonArray(_) | FieldValue::Nothing => {
            unreachable!("it is no single value")
        }
    }
}

/// Returns a record's field: "`null` in a PATCH and an empty text mean what an empty element means, `null` in a POST
/// what an absent one means".
fn sent(field: &RecordField, changes: bool) -> Property {
    let schema = nullable("string", !field.is_required);
    let schema = match (field.is_datetime, field.is_required) {
        // empty is no datetime, and a date alone means midnight
        (true, _) => object().and(
            "anyOf",
            list([
                date_time(typed("string")),
                typed("string").and("format", "date").and("pattern", DATE).and("maxLength", 10i64),
                typed("string").and("const", ""),
                typed("null"),
            ]),
        ),
        (false, true) => text(schema, MAX_TEXT_CHARACTERS).and("minLength", 1),
        (false, false) => text(schema, MAX_TEXT_CHARACTERS),
    };
    Property {
        name: field.name.to_owned(),
        schema: schema.and("description", field.description),
        required: field.is_required && !changes,
    }
}

/// A property of an object.
struct Property {
    name: String,
    schema: JsonTree,
    required: bool,
}

/// Returns the schema of an object.
fn shape(properties: Vec<Property>) -> JsonTree {
    let required = properties.iter().filter(|property| property.required);
    let required = list(required.map(|property| property.name.as_str()));
    let properties = properties.into_iter().map(|property| (property.name, property.schema));
    typed("object").and("properties", JsonTree::Object(properties.collect())).and("required", required)
}

/// A problem: "with `type`, `title`, `status`, `detail`, `instance`, `code` and, where fields are wrong, `errors`".
fn problem(brand: &Brand) -> JsonTree {
    let person = brand.apply_to("serviceId");
    let codes = list(Problem::ALL.iter().map(|problem| problem.code()));
    let reference = || bounded("string", ADDRESS).and("format", "uri-reference");
    let errors = typed("array").and("items", refers("schemas", "FieldProblem")).and("maxItems", MOST_ERRORS);
    let rows = typed("array").and("items", refers("schemas", imports::ERRORS.element)).and("maxItems", MOST);
    let members = [
        ("type", reference(), true, "The address of a page that explains this kind of problem."),
        ("title", bounded("string", SENTENCE), true, "What kind of problem it is."),
        ("status", number(false).and("minimum", 400i64).and("maximum", 599i64), true, "The status of the answer."),
        ("detail", bounded("string", SENTENCE), true, "What is wrong, in the words of the XML interface."),
        ("instance", reference(), true, "The id of the request in the log of the service."),
        ("code", typed("string").and("enum", codes), true, "The kind of problem; it ends the type."),
        ("errors", errors, false, "Every parameter or field that is wrong."),
        ("rows", rows, false, "The rows that stand in the way of an undo."),
        (&person, number(false).and("minimum", 1i64).and("maximum", MOST), false, "The person with this identifier."),
    ];
    shape(members.map(property).into()).and("additionalProperties", false)
}

/// An item of a problem's `errors`.
fn field_problem() -> JsonTree {
    let locations = [ParameterLocation::Body, ParameterLocation::Query, ParameterLocation::Path];
    let locations = list(locations.map(ParameterLocation::name));
    let codes = list(FieldCode::ALL.map(FieldCode::name));
    let members = [
        ("in", typed("string").and("enum", locations), true, "The part of the request."),
        ("field", bounded("string", MAX_TEXT_CHARACTERS as i64), true, "The name of the parameter or field."),
        ("code", typed("string").and("enum", codes), true, "What is wrong with it."),
        ("detail", bounded("string", SENTENCE), true, "What is wrong, in a sentence."),
    ];
    shape(members.map(property).into()).and("additionalProperties", false)
}

fn property((name, schema, required, description): (&str, JsonTree, bool, &str)) -> Property {
    Property { name: name.to_owned(), schema: schema.and("description", description), required }
}

/// An object that has exactly one of the fields; the others may be null.
fn one_of(operation: &Operation) -> JsonTree {
    let fields = || placed(operation, ParameterLocation::Body);
    let choices = fields().map(|chosen| {
        let properties = fields().map(|declared| {
            let is_chosen = declared.name == chosen.name;
            let schema = if is_chosen { text(typed("string"), MAX_TEXT_CHARACTERS) } else { typed("null") };
            property((declared.name, schema, is_chosen, declared.description))
        });
        shape(properties.collect()).and("additionalProperties", false)
    });
    object().and("oneOf", list(choices))
}

/// The named schemas of structures.
pub struct Schemas<'a> {
    service: &'a ServiceDescription<'a>,
    written: Vec<(String, JsonTree)>,
}

impl<'a> Schemas<'a> {
    /// Creates a collection that holds the schemas of a problem.
    pub fn new(service: &'a ServiceDescription<'a>) -> Self {
        let written =
            vec![("Problem".to_owned(), problem(service.brand)), ("FieldProblem".to_owned(), field_problem())];
        Self { service, written }
    }

    pub fn written(self) -> JsonTree {
        JsonTree::Object(self.written)
    }

    /// Returns the schema of an answer.
    pub fn answer(&mut self, operation: &Operation) -> JsonTree {
        match &operation.contents {
            Contents::One { structure, fields, .. } => self.structure(structure, fields),
            Contents::Each(_) if operation.is_table() => {
                let values = object().and("type", list(["string", "number", "boolean", "null"]));
                let row = typed("object").and("additionalProperties", values.and("maxLength", ANSWERED));
                typed("array").and("items", row).and("maxItems", MOST)
            }
            Contents::Each(each) | Contents::Table(each) => self.list(each),
            Contents::Changed { gives: ChangeResult::Int(name), .. } => {
                self.structure("Created", &[int(name).described(descriptions::CREATED)])
            }
            Contents::Changed { .. } => object(),
        }
    }

    /// Returns the name of a request's schema.
    pub fn body(&mut self, operation: &Operation) -> String {
        let name = format!("{}Body", self.service.brand.apply_to(operation.name));
        if !operation.answered_by.is_empty() {
            self.written.push((name.clone(), one_of(operation)));
            return name;
        }
        let properties = placed(operation, ParameterLocation::Body).flat_map(|declared| match declared.kind {
            ParameterKind::Record(RecordKind { fields, changes }) => {
                fields.iter().map(|field| sent(field, changes)).collect()
            }
            _ => vec![Property {
                name: self.service.brand.apply_to(declared.name),
                schema: parameter(operation, declared).and("description", declared.description),
                required: is_required(declared),
            }],
        });
        let schema = shape(properties.collect()).and("additionalProperties", false);
        self.written.push((name.clone(), schema));
        name
    }

    fn list(&mut self, each: &ListSchema) -> JsonTree {
        let items = match each.item {
            ListItem::Fields(fields) => self.structure(each.element, fields),
            ListItem::Value(of) => value(of, false),
        };
        typed("array").and("items", items).and("maxItems", MOST)
    }

    /// Adds a structure and returns a reference; it precedes its nested structures.
    pub fn structure(&mut self, name: &str, fields: &[Field]) -> JsonTree {
        let name = capitalised(name);
        if !self.written.iter().any(|(known, _)| *known == name) {
            let at = self.written.len();
            self.written.push((name.clone(), object()));
            self.written[at].1 = self.object(fields);
        }
        refers("schemas", &name)
    }

    fn object(&mut self, fields: &[Field]) -> JsonTree {
        let properties = fields.iter().map(|field| Property {
            name: self.service.brand.apply_to(field.name),
            schema: self.field(field).and("description", &*field.meaning(Language::English)),
            required: true,
        });
        shape(properties.collect())
    }

    fn field(&mut self, field: &Field) -> JsonTree {
        match field.value {
            FieldValue::Object(fields) if kinds::may_be_null(field) => {
                object().and("anyOf", list([self.object(fields), typed("null")]))
            }
            FieldValue::Object(fields) => self.object(fields),
            FieldValue::List(each) | FieldValue::JsonArray(each) => self.list(each),
            FieldValue::Nothing => typed("array").and("items", object()).and("maxItems", 0i64),
            _ if !field.words.is_empty() => {
                let null = kinds::may_be_null(field).then(|| JsonTree::Written("null".to_owned()));
                let words = field.words.iter().map(|word| JsonTree::from(*word)).chain(null);
                nullable("string", kinds::may_be_null(field)).and("enum", list(words))
            }
            of => value(of, kinds::may_be_null(field)),
        }
    }
}

/// Converts a name to "UpperCamelCase".
fn capitalised(name: &str) -> String {
    let (first, rest) = name.split_at(1);
    format!("{}{rest}", first.to_ascii_uppercase())
}
