//! Answers an XML call: decodes the request in the order of contract section 2's checks, passes it to `service`, and
//! `xml` writes the reply.

use std::sync::Arc;

use hyper::Response;
use hyper::body::Incoming;
use hyper::header::HeaderMap;
use hyper::http::request::Parts;

use super::accept::takes_gzip;
use super::body::{self, AnswerBody, BodyRequirement};
use super::connection_slots::ConnectionSlot;
use super::log::RequestRecord;
use super::server::Server;
use super::xml::XmlInterface;
use super::{reply, route};
use crate::decode::{self, Call, form, soap};
use crate::encode::frame::CallStyle;
use crate::model::brand::Brand;
use crate::model::request_error::RequestError;
use crate::operation::Operation;

/// Answers a call: style B if the path names an operation, else style A.
pub async fn called(
    server: Arc<Server>,
    parts: &Parts,
    incoming: Incoming,
    name: Option<&str>,
    mut record: RequestRecord,
    place: &Arc<ConnectionSlot>,
) -> Response<AnswerBody> {
    let headers = &parts.headers;
    let announced = route::envelope_headers(headers);
    let brand = &server.service.brand;
    let operation = name.and_then(|name| decode::find_operation(name, brand));
    record.operation = operation.map_or("-", |operation| operation.name);
    let style = if name.is_some() { CallStyle::Form } else { announced.default_style() };
    let mut xml = XmlInterface::new(&server, style, operation, takes_gzip(headers));
    // without a valid host, addresses are relative to the root
    xml.base = server.address.base(&parts.uri, headers).unwrap_or_default();

    let media = match name {
        Some(_) => route::form_type(headers),
        None => route::envelope_type(headers),
    };
    let due = media.map_or_else(BodyRequirement::Refused, |()| BodyRequirement::Body(server.max_body));
    let body = match body::received(incoming, headers, due, place, &mut record).await {
        Ok(body) => body,
        Err(unread) => return reply::unread(&xml, &unread, record),
    };

    let call = match name {
        Some(name) => read_form(&body, name, operation, headers, brand),
        None => {
            let (style, call) = soap::decode_envelope(&body, &announced, brand);
            xml.style = style;
            call
        }
    };
    drop(body);
    match call {
        Ok(call) => {
            record.operation = call.operation.name;
            record.ignored(&call.ignored);
            reply::answer(xml.to(&call), call, record).await
        }
        Err(failure) => reply::failed(&xml, &failure, record),
    }
}

fn read_form(
    body: &[u8],
    name: &str,
    operation: Option<&'static Operation>,
    headers: &HeaderMap,
    brand: &Brand,
) -> Result<Call, RequestError> {
    if let Some(charset) = route::charset(headers) {
        decode::charset::check_supported(&charset)?;
    }
    let fields = form::parse_fields(body)?;
    match operation {
        Some(operation) => form::decode_call(operation, name.to_owned(), fields, brand),
        None => {
            form::check_credentials_once(&fields)?;
            Err(decode::unknown_operation(name, brand))
        }
    }
}
