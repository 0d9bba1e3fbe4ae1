//! Answers an XML call. The checks are in the order of contract section 2.

use std::sync::Arc;

use hyper::Response;
use hyper::header::HeaderMap;

use super::body::{AnswerBody, BodyRequirement};
use super::request::IncomingRequest;
use super::xml::XmlInterface;
use super::{reply, route};
use crate::decode::{self, Call, form, soap};
use crate::encode::frame::CallStyle;
use crate::model::brand::Brand;
use crate::model::request_error::RequestError;
use crate::operation::Operation;

/// Answers a form call if the path names the operation, else a SOAP call.
pub async fn answer_xml_call(mut request: IncomingRequest, operation_name: Option<&str>) -> Response<AnswerBody> {
    let server = Arc::clone(&request.server);
    let headers = &request.parts.headers;
    let envelope_headers = route::envelope_headers(headers);
    let brand = &server.service.brand;
    let operation = operation_name.and_then(|name| decode::find_operation(name, brand));
    request.record.operation = operation.map_or("-", |operation| operation.name);
    // the style of errors that are found before the envelope is decoded
    let style = if operation_name.is_some() { CallStyle::Form } else { envelope_headers.style_of_headers() };
    let mut xml = XmlInterface::new(&server, style, operation);

    // 415 and 413 are decided before the body is decoded (contract §2)
    let type_check = match operation_name {
        Some(_) => route::check_form_type(headers),
        None => route::check_media_type(headers, &["application/soap+xml", "text/xml", "application/xml"]),
    };
    let limit = server.limits().max_body_bytes;
    let requirement = match type_check {
        Ok(()) => BodyRequirement::Body(limit),
        Err(failure) => BodyRequirement::Refused(failure),
    };
    let body = match request.receive_body(requirement).await {
        Ok(body) => body,
        Err(error) => return reply::body_error_response(&xml, &error, request.record),
    };

    let IncomingRequest { parts, mut record, .. } = request;
    let call = match operation_name {
        Some(name) => decode_form(&body, name, operation, &parts.headers, brand),
        None => {
            // the envelope's namespace decides on the style of the reply
            let (style, call) = soap::decode_envelope(&body, &envelope_headers, brand);
            xml.style = style;
            call
        }
    };
    // the call has copies of its values: the body need not stay in memory during the answer
    drop(body);
    match call {
        Ok(call) => {
            record.operation = call.operation.name;
            record.log_ignored_names(&call.ignored);
            reply::answer_call(xml.for_call(&call), call, record).await
        }
        Err(failure) => reply::error_response(&xml, &failure, record),
    }
}

/// Decodes a form call. `operation` is `None` if no operation has the name `called_as`.
fn decode_form(
    body: &[u8],
    called_as: &str,
    operation: Option<&'static Operation>,
    headers: &HeaderMap,
    brand: &Brand,
) -> Result<Call, RequestError> {
    if let Some(charset) = route::content_charset(headers) {
        decode::charset::check_supported(&charset)?;
    }
    let fields = form::parse_fields(body)?;
    // an unknown operation is reported after the errors of the body: 400 comes before 404 (contract §2)
    match operation {
        Some(operation) => form::decode_call(operation, called_as.to_owned(), fields, brand),
        None => {
            form::refuse_repeated_credentials(&fields)?;
            Err(decode::unknown_operation_error(called_as, brand))
        }
    }
}
