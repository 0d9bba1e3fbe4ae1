//! The discovery document, by which Visual Studio's "Add Web Reference" finds the WSDL.

use askama::Template;

use super::{Described, SERVICE};
use crate::encode::xml::DECLARATION;

#[derive(Template)]
#[template(path = "service.disco", escape = "api")]
struct Discovery<'a> {
    service: &'a Described<'a>,
}

pub fn document(service: &Described) -> String {
    super::written(Discovery { service })
}
