//! The page at the service's address: the operations, and how to call them.

use super::html::Html;
use super::{Described, Page, SERVICE};
use crate::operation::in_xml;

/// The page.
pub fn page(service: &Described, page: &Page) -> String {
    let mut html = Html::first(SERVICE, page);
    html.raw("<h1>").text(SERVICE).raw("</h1>\n<p>At ");
    html.code(&service.address);
    html.raw(
        ". For client generators: the <a href=\"?WSDL\">WSDL</a> and the <a href=\"?disco\">discovery \
         document</a>.</p>\n",
    );
    operations(&mut html, service);
    calling(&mut html, service);
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
    html.raw("<h2>Operations</h2>\n<dl>\n");
    for operation in in_xml() {
        let name = service.brand.name(operation.name);
        html.raw("<dt><a href=\"?op=")
            .text(&name)
            .raw("\">")
            .text(&name)
            .raw("</a></dt>\n<dd>")
            .text(operation.summary)
            .raw("</dd>\n");
    }
    html.raw("</dl>\n");
}

fn calling(html: &mut Html, service: &Described) {
    html.raw(
        "<h2>Calling</h2>\n\
         <p>Every request carries a <code>username</code> and a <code>password</code>, issued by whoever runs \
         this service; a user name is granted certain operations. Operations are called by POST only; a GET \
         never executes one.</p>\n\
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
