//! The page of an operation: its parameters, a form that calls it, and samples in each style.

use super::html::Html;
use super::kinds::Input;
use super::sample::{self, Sample};
use super::{Described, Page, kinds};
use crate::encode::frame::Version;
use crate::operation::Operation;
use crate::operation::request::{Parameter, RecordKind};

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
    html.raw("<h2>Try it</h2>\n");
    let form = sample::form(service, operation);
    if form.is_some() {
        call(&mut html, service, operation, page);
    } else {
        html.raw(
            "<p>This operation takes an object, which a form cannot hold: call it with SOAP.</p>\n",
        );
    }
    if let Some(form) = form {
        sample_of(&mut html, "Form", &form);
    }
    sample_of(
        &mut html,
        "SOAP 1.2",
        &sample::soap(service, operation, Version::Soap12),
    );
    if !operation.has_record() {
        html.raw(
            "<p>With an <code>action</code> parameter on its Content-Type the request is answered in an \
             envelope, as SOAP 1.1 is below.</p>\n",
        );
    }
    sample_of(
        &mut html,
        "SOAP 1.1",
        &sample::soap(service, operation, Version::Soap11),
    );
    html.finish()
}

fn parameters(html: &mut Html, service: &Described, operation: &Operation) {
    html.raw(
        "<h2>Parameters</h2>\n<table>\n<thead>\n<tr><th scope=\"col\">Name</th><th scope=\"col\">Kind</th>\
         <th scope=\"col\">Required</th></tr>\n</thead>\n<tbody>\n",
    );
    for name in ["username", "password"] {
        parameter(html, "<tr><td>", name, "text", "yes");
    }
    for declared in operation.request {
        let kind = kinds::parameter(declared);
        let name = service.brand.name(declared.name);
        parameter(
            html,
            "<tr><td>",
            &name,
            &kind.words,
            required(kind.required),
        );
        let Some(RecordKind { fields, changes }) = declared.record() else {
            continue;
        };
        for field in fields {
            let kind = kinds::field(field, changes);
            let required = if changes && field.required {
                "no, but not empty"
            } else {
                required(kind.required)
            };
            parameter(
                html,
                "<tr class=\"field\"><td>",
                field.name,
                &kind.words,
                required,
            );
        }
    }
    html.raw("</tbody>\n</table>\n");
    if has_changes(operation) {
        html.raw(
            "<p>A field that is absent is left as it is; an empty one gets its default. Send only what \
             changes.</p>\n",
        );
    }
    html.raw("<p>The result is an <code>")
        .text(operation.result_type())
        .raw("</code> of the <a href=\"?WSDL\">WSDL</a>.</p>\n");
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

fn parameter(html: &mut Html, begin: &'static str, name: &str, words: &str, required: &str) {
    html.raw(begin)
        .code(name)
        .raw("</td><td>")
        .text(words)
        .raw("</td><td>")
        .text(required)
        .raw("</td></tr>\n");
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
