//! The page of an operation: its parameters, what it answers, and how to call it, over REST and in each style of XML.

use super::html::{Html, Row};
use super::kinds::Input;
use super::sample::{self, Sample};
use super::{Described, Page, kinds, rest, snippets};
use crate::encode::frame::Version;
use crate::model::language::Language;
use crate::operation::Operation;
use crate::operation::request::{Parameter, RecordKind};
use crate::operation::shape::{Contents, Field, Value};

/// The page.
pub fn page(service: &Described, operation: &Operation, page: &Page) -> String {
    let name = service.brand.name(operation.name);
    let mut html = Html::below(&name, page);
    html.raw("<h1>")
        .text(&name)
        .raw("</h1>\n<p>")
        .text(operation.summary)
        .raw("</p>\n");
    parameters(&mut html, service, operation);
    html.raw("<h2>Calling it</h2>\n");
    if operation.in_xml {
        tabs(&mut html, service, operation, page);
    } else {
        over_rest(&mut html, service, operation);
    }
    answer(&mut html, service, operation);
    html.finish()
}

/// Both interfaces, in tabs without a script: which of the two is chosen decides which is shown.
fn tabs(html: &mut Html, service: &Described, operation: &Operation, page: &Page) {
    html.raw(
        "<input class=\"tab\" type=\"radio\" name=\"tab\" id=\"rest\" checked><label class=\"tab\" for=\"rest\">REST</label>\n\
         <input class=\"tab\" type=\"radio\" name=\"tab\" id=\"xml\"><label class=\"tab\" for=\"xml\">SOAP and form</label>\n\
         <section class=\"rest\">\n",
    );
    over_rest(html, service, operation);
    html.raw("</section>\n<section class=\"xml\">\n");
    in_xml(html, service, operation, page);
    html.raw("</section>\n");
}

fn parameters(html: &mut Html, service: &Described, operation: &Operation) {
    html.raw("<h2>Parameters</h2>\n")
        .table(["Name", "Kind", "Required", "Meaning"]);
    let row = |html: &mut Html, class, name: &str, kind: &str, required: &str, says: &str| {
        html.row(&Row {
            class,
            name,
            kind,
            label: "required",
            mark: required,
            says,
        });
    };
    let signing_in = "Issued by whoever runs the service; over REST they are those of HTTP Basic.";
    for name in ["username", "password"] {
        row(html, "", name, "text", "yes", signing_in);
    }
    for declared in operation.request {
        let kind = kinds::parameter(declared);
        let name = service.brand.name(declared.name);
        let must = required(kind.required);
        row(html, "", &name, &kind.words, must, declared.says);
        let Some(RecordKind { fields, changes }) = declared.record() else {
            continue;
        };
        for field in fields {
            let kind = kinds::field(field, changes);
            let must = if changes && field.required {
                "no, but not empty"
            } else {
                required(kind.required)
            };
            row(html, "field", field.name, &kind.words, must, field.says);
        }
    }
    html.raw("</tbody>\n</table>\n");
    if has_changes(operation) {
        html.raw(
            "<p>A field that is absent is left as it is; an empty one gets its default. Send only what \
             changes.</p>\n",
        );
    }
}

fn has_changes(operation: &Operation) -> bool {
    operation
        .request
        .iter()
        .filter_map(Parameter::record)
        .any(|record| record.changes)
}

fn required(required: bool) -> &'static str {
    if required { "yes" } else { "no" }
}

/// What the operation answers, field by field.
fn answer(html: &mut Html, service: &Described, operation: &Operation) {
    let fields = match &operation.contents {
        Contents::One { fields, .. } => fields,
        Contents::Each(each) | Contents::Table(each) => each.item.fields(),
        Contents::Changed { .. } => return,
    };
    html.raw("<h2>Answer</h2>\n")
        .table(["Name", "Kind", "Always there", "Meaning"]);
    answered(html, service, "", fields);
    html.raw("</tbody>\n</table>\n");
}

/// The rows of these fields; one inside another is named after it.
fn answered(html: &mut Html, service: &Described, inside: &str, fields: &[Field]) {
    for field in fields {
        let name = format!("{inside}{}", service.brand.name(field.name));
        html.row(&Row {
            class: "",
            name: &name,
            kind: kinds::answered(field),
            label: "always there",
            mark: required(!kinds::may_be_null(field)),
            says: &field.meaning(Language::English),
        });
        let within = match field.value {
            Value::Object(fields) => fields,
            Value::List(each) => each.item.fields(),
            _ => continue,
        };
        answered(html, service, &format!("{name}."), within);
    }
}

/// Where the operation lives over REST, and calls to copy.
fn over_rest(html: &mut Html, service: &Described, operation: &Operation) {
    let path = rest::template(service, operation);
    html.raw("<p>")
        .code(&format!("{} {path}", operation.rest.method.name()))
        .raw(" below ")
        .code(&service.api)
        .raw(". What else it takes and may answer is in <a href=\"")
        .text(&service.api)
        .raw("/openapi.json\">openapi.json</a>.</p>\n");
    for (language, call) in snippets::of(service, operation) {
        html.copied(language, &call);
    }
    if !operation.contents.is_silent() {
        html.copied("Answer", &sample::json(service, operation));
    }
}

/// The operation in the styles of XML.
fn in_xml(html: &mut Html, service: &Described, operation: &Operation, page: &Page) {
    html.raw("<p>The result is an <code>")
        .text(operation.result_type())
        .raw("</code> of the <a href=\"?WSDL\">WSDL</a>.</p>\n<h2>Try it</h2>\n");
    if let Some(form) = sample::form(service, operation) {
        call(html, service, operation, page);
        sample_of(html, "Form", &form);
    } else {
        html.raw(
            "<p>This operation takes an object, which a form cannot hold: call it with SOAP.</p>\n",
        );
    }
    let soap = |version| sample::soap(service, operation, version);
    sample_of(html, "SOAP 1.2", &soap(Version::Soap12));
    if !operation.has_record() {
        html.raw(
            "<p>With an <code>action</code> parameter on its Content-Type the request is answered in an \
             envelope, as SOAP 1.1 is below.</p>\n",
        );
    }
    sample_of(html, "SOAP 1.1", &soap(Version::Soap11));
}

/// The form that calls the operation in Style B.
fn call(html: &mut Html, service: &Described, operation: &Operation, page: &Page) {
    html.raw("<form method=\"post\" autocomplete=\"off\" action=\"")
        .text(page.service)
        .raw("/")
        .text(&service.brand.name(operation.name))
        .raw("\">\n");
    let secret = |kind| Input::Typed { kind, filled: true };
    field(html, "username", &secret("text"), "");
    field(html, "password", &secret("password"), "");
    for parameter in operation.request {
        let example = kinds::parameter(parameter).example;
        let example = sample::value(parameter.name, example);
        let name = service.brand.name(parameter.name);
        field(html, &name, &kinds::input(&parameter.kind), example);
    }
    html.raw("<button>Call</button>\n</form>\n<p>This calls the service for real, in the form style; the answer \
         opens as XML.</p>\n");
}

fn field(html: &mut Html, name: &str, input: &Input, example: &str) {
    html.raw("<label for=\"")
        .text(name)
        .raw("\">")
        .code(name)
        .raw("</label>\n");
    match input {
        Input::Typed { kind, filled } => {
            html.raw("<input")
                .named(name)
                .raw(" type=\"")
                .raw(kind)
                .raw("\" placeholder=\"")
                .text(example)
                .raw(if *filled { "\" required>\n" } else { "\">\n" });
        }
        Input::Chosen(words) => {
            html.raw("<select").named(name).raw(">\n");
            for word in words {
                html.raw("<option>").text(word).raw("</option>\n");
            }
            html.raw("</select>\n");
        }
    }
}

fn sample_of(html: &mut Html, style: &'static str, sample: &Sample) {
    html.raw("<h2>").raw(style).raw("</h2>\n");
    for (what, text) in [("Request", &sample.request), ("Answer", &sample.answer)] {
        // scrolls: by keyboard too, and a screen reader says what it is
        html.raw("<h3>")
            .raw(what)
            .raw("</h3>\n<pre tabindex=\"0\" role=\"region\" aria-label=\"")
            .raw(style)
            .raw(", ")
            .raw(what)
            .raw("\">")
            .text(text)
            .raw("</pre>\n");
    }
}
