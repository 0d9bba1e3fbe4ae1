//! The page at the service's address: the operations, and how to call them.

use super::html::Html;
use super::{Described, Page, SERVICE, rest};
use crate::model::problem::Problem;
use crate::operation::OPERATIONS;

/// The page.
pub fn page(service: &Described, page: &Page) -> String {
    let mut html = Html::first(SERVICE, page);
    html.raw("<h1>")
        .text(SERVICE)
        .raw("</h1>\n<p>For client generators: <a href=\"")
        .text(&service.api)
        .raw(
            "/openapi.json\">openapi.json</a> of REST; the <a href=\"?WSDL\">WSDL</a> and the \
             <a href=\"?disco\">discovery document</a> of SOAP.</p>\n",
        );
    operations(&mut html, service);
    over_rest(&mut html, service);
    in_xml(&mut html, service);
    html.finish()
}

/// The page of an operation that there is not; `near` is the name of one that there is.
pub fn unknown(name: &str, near: Option<&str>, page: &Page) -> String {
    let mut html = Html::below("Unknown operation", page);
    html.raw("<h1>Unknown operation</h1>\n<p>There is no operation ")
        .code(name)
        .raw(".");
    if let Some(near) = near {
        html.raw(" Did you mean <a href=\"?op=")
            .text(near)
            .raw("\">")
            .text(near)
            .raw("</a>?");
    }
    html.raw("</p>\n");
    html.finish()
}

fn operations(html: &mut Html, service: &Described) {
    html.raw(
        "<h2>Operations</h2>\n<p>Each can be called over REST and, unless it says otherwise, in XML, with a name and a \
         password issued by whoever runs this service, to which it is granted.</p>\n<dl>\n",
    );
    for operation in OPERATIONS {
        let name = service.brand.name(operation.name);
        let path = rest::template(service, operation);
        html.raw("<dt><a href=\"?op=")
            .text(&name)
            .raw("\">")
            .text(&name)
            .raw("</a></dt>\n<dd>")
            .text(operation.summary)
            .raw("<br>")
            .code(&format!("{} {path}", operation.rest.method.name()))
            .raw(if operation.in_xml {
                ""
            } else {
                ", over REST alone"
            })
            .raw("</dd>\n");
    }
    html.raw("</dl>\n");
}

fn over_rest(html: &mut Html, service: &Described) {
    html.raw("<h2 id=\"rest\">Calling over REST</h2>\n<p>The paths above stand below ")
        .code(&service.api)
        .raw(
            ". Sign in with HTTP Basic. What stands in braces is part of the path; other parameters stand in the \
             query, and what is created or changed is a JSON object.</p>\n",
        )
        .copied(
            "A first call",
            &format!("curl -u USERNAME:PASSWORD {}/catalog", service.api),
        );
    html.raw(
        "<p>Answers are JSON. <code>Accept</code> or <code>format</code> in the query asks for another form: \
         <code>ndjson</code>, an object a line; of lists <code>csv</code>, or <code>csv-excel</code>, which a Dutch \
         Excel opens with a double click.</p>\n\
         <h3>When it fails</h3>\n\
         <p>The status says it, and a problem (RFC 9457) says why in its <code>detail</code>. Its <code>type</code> \
         leads to one of these pages:</p>\n<ul>\n",
    );
    for problem in Problem::ALL {
        html.raw("<li><a href=\"")
            .text(&service.problem(*problem))
            .raw("\">")
            .text(problem.code())
            .raw("</a>, ")
            .text(&problem.status().to_string())
            .raw("</li>\n");
    }
    html.raw("</ul>\n");
}

fn in_xml(html: &mut Html, service: &Described) {
    html.raw(
        "<h2>Calling in XML</h2>\n\
         <p>Every request carries a <code>username</code> and a <code>password</code>. Operations are called by POST \
         only; a GET never executes one.</p>\n\
         <h3>SOAP 1.2 and SOAP 1.1</h3>\n<p>An envelope to ",
    )
    .code(&service.address)
    .raw(
        ", whose Body holds one element named after the operation. The answer is the bare result document; \
         it comes in an envelope when the request names an action or is SOAP 1.1, and from operations that \
         take an object always.</p>\n<h3>Form</h3>\n<p>Parameters as form fields to ",
    )
    .code(&format!("{}/", service.address))
    .raw(
        "<i>operation</i>. The answer is the bare result document. An object does not fit in a form.</p>\n\
         <h3>When it fails</h3>\n\
         <p>What the rules refuse is answered with status 200, <code>Success</code> false and the reason in \
         <code>Error</code>. Everything else has a status of its own (400, 401, 403, …) and its reason in \
         <code>Error</code> of the result document, or in SOAP in a Fault, whose status is 500 when the \
         request names an action.</p>\n",
    );
}
