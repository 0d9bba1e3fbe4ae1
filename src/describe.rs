//! What the service says of itself: its pages, its WSDL and its discovery document, all from the
//! operations' declarations.
//!
//! This room only makes texts. Which of them is asked for, and under which address the service is reached,
//! is `http`'s to know. A new kind of parameter or value is described in [`kinds`]; nothing else here knows
//! one from another.

mod disco;
mod html;
mod kinds;
mod operation_page;
mod sample;
mod schema;
mod service_page;
mod tags;
mod wsdl;

pub use disco::document as disco;
pub use operation_page::page as operation_page;
pub use service_page::{page as service_page, unknown as unknown_page};
pub use wsdl::document as wsdl;

use crate::encode::frame::Namespaces;
use crate::model::brand::Brand;
use crate::operation::Operation;

/// The name of the service in its WSDL; the names of its ports begin with it. The brand does not apply: it
/// is no name of a person's field.
const SERVICE: &str = "ApiService";

/// A service, seen from outside.
pub struct Described<'a> {
    /// How names are written.
    pub brand: &'a Brand,
    /// The namespaces of requests and results.
    pub namespaces: &'a Namespaces,
    /// The full address of Style A; not escaped.
    pub address: String,
}

/// What an HTML page needs beside the service.
pub struct Page<'a> {
    /// The nonce under which the page's style is allowed.
    pub nonce: &'a str,
    /// The reference that leads from the page's own address to that of Style A.
    pub service: &'a str,
}

impl Described<'_> {
    /// The `SOAPAction` of an operation: the namespace and the name, as ASP.NET puts them together.
    fn action(&self, operation: &Operation) -> String {
        let namespace = &self.namespaces.soap;
        let slash = if namespace.ends_with('/') { "" } else { "/" };
        format!("{namespace}{slash}{}", self.brand.name(operation.name))
    }
}
