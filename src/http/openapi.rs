//! GET on openapi.json: what REST says of itself, "no sign-in … with an ETag".

use blake2::{Blake2b256, Digest};
use hyper::http::request::Parts;
use hyper::{Response, StatusCode};

use super::accept::takes_gzip;
use super::address::Unknown;
use super::body::Answer;
use super::log::Record;
use super::outcome::Outcome;
use super::rest::API_VERSION;
use super::server::Server;
use super::{etag, pages, response};
use crate::describe;
use crate::encode::Format;
use crate::service::Whole;

/// Answers with the description, right for the address that it is asked at.
pub fn respond(server: &Server, parts: &Parts, record: Record) -> Response<Answer> {
    let mut response = match server.address.base(&parts.uri, &parts.headers) {
        Ok(base) => described(server, base, parts, record),
        Err(Unknown(why)) => {
            response::whole(StatusCode::BAD_REQUEST, response::PLAIN, why.into(), record)
        }
    };
    response.headers_mut().extend([API_VERSION]);
    response
}

fn described(server: &Server, base: String, parts: &Parts, record: Record) -> Response<Answer> {
    let text = describe::openapi(&pages::described(server, base)).into_bytes();
    let digest = Blake2b256::digest(&text);
    let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    // a weak one: it is the same text, compressed or not
    let tag = format!("W/\"{digest}\"");
    etag::or_known(&parts.headers, &tag, record, |record| {
        let whole = Whole::new(text, takes_gzip(&parts.headers));
        let content_type = Format::Json.content_type();
        response::sent(Outcome::Ok, StatusCode::OK, content_type, whole, record)
    })
}
