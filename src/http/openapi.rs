//! Answers GET on openapi.json, which needs no sign-in and has an ETag.

use blake2::{Blake2b256, Digest};
use hyper::header::{self, HeaderMap, HeaderValue};
use hyper::{Response, StatusCode};

use super::body::AnswerBody;
use super::log::RequestRecord;
use super::server::Server;
use super::{etag, pages, response};
use crate::describe;
use crate::encode::Format;
use crate::model::text::to_hex;

/// Responds with openapi.json for the base address that the client used, or with 304 if the client has this text.
pub fn respond(server: &Server, base: String, headers: &HeaderMap, record: RequestRecord) -> Response<AnswerBody> {
    let create = || describe::openapi_document(&pages::service_description(server, base.clone()));
    let text = server.documents.find_or_create("openapi.json", &base, create);
    let digest = Blake2b256::digest(&text);
    // a weak tag: the text is the same, compressed or not
    let tag = format!("W/\"{}\"", to_hex(&digest));
    let mut response = etag::tagged_response(headers, &tag, record, |record| {
        response::shared_text_response(StatusCode::OK, Format::Json.content_type(), text, record)
    });
    // RFC 9110, 15.4.5: a response with status 304 has the same `Vary` as one with 200
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    response
}
