//! The discovery document, by which Visual Studio's "Add Web Reference" finds the WSDL.

use super::tags::Tags;
use super::{Described, SERVICE};

/// The document.
pub fn document(service: &Described) -> String {
    let mut out = Tags::new();
    out.open(
        "discovery",
        &[("xmlns", "http://schemas.xmlsoap.org/disco/")],
    );
    out.empty(
        "contractRef",
        &[
            ("ref", &format!("{}?wsdl", service.address)),
            ("docRef", &service.address),
            ("xmlns", "http://schemas.xmlsoap.org/disco/scl/"),
        ],
    );
    for port in ["Soap", "Soap12"] {
        out.empty(
            "soap",
            &[
                ("address", &service.address),
                ("xmlns:q", &service.namespaces.soap),
                ("binding", &format!("q:{SERVICE}{port}")),
                ("xmlns", "http://schemas.xmlsoap.org/disco/soap/"),
            ],
        );
    }
    out.finish()
}
