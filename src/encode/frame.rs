//! The frame around an XML answer, a bare result document or a SOAP envelope, and SOAP faults.

use super::xml::{DECLARATION, escaped};
use crate::model::request_error::RequestError;
use crate::operation::Operation;
use crate::operation::response_schema::ChangeResult;

const SCHEMAS: &str =
    r#"xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema""#;

pub const TEXT_XML: &str = "text/xml; charset=utf-8";

const SOAP_XML: &str = "application/soap+xml; charset=utf-8";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SoapVersion {
    /// SOAP 1.1: "most toolkits default to it; its media type is `text/xml`".
    Soap11,
    Soap12,
}

impl SoapVersion {
    pub fn namespace(self) -> &'static str {
        match self {
            SoapVersion::Soap11 => "http://schemas.xmlsoap.org/soap/envelope/",
            SoapVersion::Soap12 => "http://www.w3.org/2003/05/soap-envelope",
        }
    }

    pub fn content_type(self) -> &'static str {
        match self {
            SoapVersion::Soap11 => TEXT_XML,
            SoapVersion::Soap12 => SOAP_XML,
        }
    }

    fn code(self, failure: &RequestError) -> &'static str {
        match (self, failure) {
            (_, RequestError::VersionMismatch(_)) => "VersionMismatch",
            (_, RequestError::MustUnderstand { .. }) => "MustUnderstand",
            (SoapVersion::Soap12, _) => {
                if failure.is_server_error() {
                    "Receiver"
                } else {
                    "Sender"
                }
            }
            (SoapVersion::Soap11, _) => {
                if failure.is_server_error() {
                    "Server"
                } else {
                    "Client"
                }
            }
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallStyle {
    Soap {
        version: SoapVersion,
        /// "an `action` parameter on its Content-Type, a `SOAPAction` header (even empty), or a SOAP 1.1
        /// envelope"
        names_action: bool,
    },
    Form,
}

#[derive(Debug, Clone)]
pub struct Namespaces {
    /// `--namespace`, for style A.
    pub soap: String,
    /// `--form-namespace`, for style B.
    pub form: String,
}

pub struct Frame {
    pub head: String,
    pub tail: String,
    pub content_type: &'static str,
}

impl Frame {
    pub fn bare(root: &str, style: CallStyle, namespaces: &Namespaces) -> Self {
        let namespace = escaped(match style {
            CallStyle::Soap { .. } => &namespaces.soap,
            CallStyle::Form => &namespaces.form,
        });
        Self {
            head: format!("{DECLARATION}<{root} xmlns=\"{namespace}\" {SCHEMAS}>"),
            tail: format!("</{root}>"),
            content_type: TEXT_XML,
        }
    }

    /// Returns the frame `<Operation>Response/<Operation>Result` in an envelope; "the answer's wrapper echoes the
    /// operation name as called".
    pub fn enveloped(version: SoapVersion, called_as: &str, namespaces: &Namespaces) -> Self {
        let (head, tail) = envelope(version);
        let namespace = escaped(&namespaces.soap);
        Self {
            head: format!("{head}<soap:Body><{called_as}Response xmlns=\"{namespace}\"><{called_as}Result>"),
            tail: format!("</{called_as}Result></{called_as}Response></soap:Body>{tail}"),
            content_type: version.content_type(),
        }
    }

    pub fn opened(&self, operation: &Operation) -> String {
        format!("{}{}<Contents>", self.head, flag(operation.flag, true))
    }

    pub fn closed(&self, operation: &Operation) -> String {
        format!("</Contents>{}{}", error_on_success(operation), self.tail)
    }

    pub fn changed(&self, operation: &Operation, gives: ChangeResult, created: Option<i64>) -> String {
        let Self { head, tail, .. } = self;
        let contents = match (gives, created) {
            (ChangeResult::Int(_), Some(number)) => format!("<Contents>{number}</Contents>"),
            _ => "<Contents/>".to_owned(),
        };
        format!("{head}{}{contents}{}{tail}", flag(operation.flag, true), error_on_success(operation))
    }

    /// "`Success` is false, `Contents` is absent, `Error` holds the text, in every shape." `name` is that of the success
    /// element.
    pub fn refused(&self, name: &str, text: &str) -> String {
        format!("{}{}<Error>{}</Error>{}", self.head, flag(name, false), escaped(text), self.tail)
    }
}

fn envelope(version: SoapVersion) -> (String, &'static str) {
    let namespace = version.namespace();
    (format!("{DECLARATION}<soap:Envelope xmlns:soap=\"{namespace}\" {SCHEMAS}>"), "</soap:Envelope>")
}

fn error_on_success(operation: &Operation) -> &'static str {
    if operation.error_on_success { "<Error/>" } else { "" }
}

fn flag(name: &str, success: bool) -> String {
    format!("<{name}>{success}</{name}>")
}

pub fn fault(version: SoapVersion, failure: &RequestError) -> String {
    let (head, tail) = envelope(version);
    let header = fault_header(version, failure);
    let code = version.code(failure);
    let text = escaped(&failure.message_text());
    let fault = match version {
        SoapVersion::Soap11 => {
            format!("<faultcode>soap:{code}</faultcode><faultstring xml:lang=\"en\">{text}</faultstring>")
        }
        SoapVersion::Soap12 => format!(
            "<soap:Code><soap:Value>soap:{code}</soap:Value></soap:Code>\
             <soap:Reason><soap:Text xml:lang=\"en\">{text}</soap:Text></soap:Reason>"
        ),
    };
    format!("{head}{header}<soap:Body><soap:Fault>{fault}</soap:Fault></soap:Body>{tail}")
}

/// Returns the header of a fault (SOAP 1.2, part 1, sections 5.4.7 and 5.4.8): the supported versions, or the header
/// that was not understood.
fn fault_header(version: SoapVersion, failure: &RequestError) -> String {
    match (version, failure) {
        (SoapVersion::Soap12, RequestError::VersionMismatch(_)) => format!(
            "<soap:Header><soap:Upgrade>\
             <soap:SupportedEnvelope qname=\"ns1:Envelope\" xmlns:ns1=\"{}\"/>\
             <soap:SupportedEnvelope qname=\"ns2:Envelope\" xmlns:ns2=\"{}\"/>\
             </soap:Upgrade></soap:Header>",
            SoapVersion::Soap12.namespace(),
            SoapVersion::Soap11.namespace(),
        ),
        (SoapVersion::Soap12, RequestError::MustUnderstand { namespace, name }) if namespace.is_empty() => {
            format!("<soap:Header><soap:NotUnderstood qname=\"{}\"/></soap:Header>", escaped(name))
        }
        (SoapVersion::Soap12, RequestError::MustUnderstand { namespace, name }) => format!(
            "<soap:Header><soap:NotUnderstood qname=\"ns:{}\" xmlns:ns=\"{}\"/></soap:Header>",
            escaped(name),
            escaped(namespace)
        ),
        _ => String::new(),
    }
}
