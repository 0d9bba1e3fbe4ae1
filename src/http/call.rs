//! A call of an operation in XML: its request is read in the order of contract section 2's checks and handed to
//! `service`; `xml` writes what comes back.

use std::sync::Arc;

use hyper::body::Incoming;
use hyper::header;
use hyper::header::HeaderMap;
use hyper::http::request::Parts;
use hyper::{Response, StatusCode};

use super::body::{self, Answer, Unread};
use super::log::Record;
use super::places::Place;
use super::server::Server;
use super::xml::Xml;
use super::{limits, response, route};
use crate::decode::{self, Call, form, soap};
use crate::encode::frame::Style;
use crate::model::brand::Brand;
use crate::model::failure::Failure;
use crate::operation::Operation;

/// A call of an operation: Style B when the path names one, else Style A.
pub async fn called(
    server: Arc<Server>,
    parts: &Parts,
    incoming: Incoming,
    name: Option<&str>,
    mut record: Record,
    place: &Arc<Place>,
) -> Response<Answer> {
    let headers = &parts.headers;
    let announced = route::announced(headers);
    let brand = &server.service.brand;
    let operation = name.and_then(|name| decode::operation(name, brand));
    record.operation = operation.map_or("-", |operation| operation.name);
    let style = if name.is_some() {
        Style::Form
    } else {
        announced.style()
    };
    let mut xml = Xml::new(&server, style, operation, route::takes_gzip(headers));
    // to a client that does not validly say whom it calls, an address begins at the root
    xml.base = server.address.base(&parts.uri, headers).unwrap_or_default();

    let media = match name {
        Some(_) => route::form_type(headers),
        None => route::envelope_type(headers),
    };
    let expects = headers.contains_key(header::EXPECT);
    let body = match media {
        Ok(()) => body::read(incoming, expects, server.max_body).await,
        Err(failure) => {
            body::discard(incoming, expects).await;
            Err(Unread::Refused(failure))
        }
    };
    record.answering = Some(place.begin(record.wanted.until()).await);
    let body = match body {
        Ok(body) => body,
        Err(unread) => return refused(&xml, &unread, record),
    };

    let call = match name {
        Some(name) => read_form(&body, name, operation, headers, brand),
        None => {
            let (style, call) = soap::read(&body, &announced, brand);
            xml.style = style;
            call
        }
    };
    drop(body);
    match call {
        Ok(call) => {
            record.operation = call.operation.name;
            record.ignored(&call.ignored);
            xml.answer(call, record).await
        }
        Err(failure) => xml.failed(&failure, record),
    }
}

fn read_form(
    body: &[u8],
    name: &str,
    operation: Option<&'static Operation>,
    headers: &HeaderMap,
    brand: &Brand,
) -> Result<Call, Failure> {
    if let Some(charset) = route::form_charset(headers) {
        decode::charset::accept(&charset)?;
    }
    let fields = form::fields(body)?;
    match operation {
        Some(operation) => form::call(operation, name.to_owned(), fields, brand),
        None => {
            form::credentials_once(&fields)?;
            Err(decode::unknown_operation(name, brand))
        }
    }
}

/// The response to a body that could not be read.
fn refused(xml: &Xml, unread: &Unread, record: Record) -> Response<Answer> {
    let failure = match unread {
        Unread::Refused(failure) => return xml.failed(failure, record),
        Unread::TooLarge => Failure::TooLarge(xml.server.max_body),
        Unread::TooSlow => Failure::TooSlow(limits::BODY),
        Unread::Broken => return response::bare(StatusCode::BAD_REQUEST, record),
    };
    let mut refusal = xml.failed(&failure, record);
    response::close(&mut refusal);
    refusal
}
