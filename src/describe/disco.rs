//! The discovery document, by which Visual Studio's "Add Web Reference" finds the WSDL.

use askama::Template;

use super::{SERVICE, ServiceDescription};
use crate::encode::xml::DECLARATION;

#[derive(Template)]
#[template(path = "service.disco", escape = "api")]
struct Discovery<'a> {
    service: &'a ServiceDescription<'a>,
}

pub fn document(service: &ServiceDescription) -> String {
    super::written(Discovery { service })
}
