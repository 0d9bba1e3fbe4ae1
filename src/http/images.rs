//! GET on a training picture: "served at `{base}/images/<name>` (right type, ETag, no script can run from
//! there)".

use std::sync::Arc;

use hyper::header::{self, HeaderMap, HeaderValue};
use hyper::{Response, StatusCode};

use super::body::Answer;
use super::log::Record;
use super::response;
use super::service::Service;
use crate::store::image::{self, Image};

/// Answers with the picture of this name.
pub async fn respond(
    service: Arc<Service>,
    name: &str,
    headers: &HeaderMap,
    record: Record,
) -> Response<Answer> {
    let (name, headers) = (name.to_owned(), headers.clone());
    let found = tokio::task::spawn_blocking(move || {
        let snapshot = service.store.snapshot()?;
        image::find(&snapshot, &name, |digest| is_known(&headers, digest))
    });
    match found.await {
        Ok(Ok(Some(image))) => picture(image, record),
        Ok(Ok(None)) => {
            let text = "There is no such picture.\n";
            response::whole(StatusCode::NOT_FOUND, response::PLAIN, text.into(), record)
        }
        Ok(Err(_)) | Err(_) => {
            let text = "The database does not answer.\n";
            let status = StatusCode::SERVICE_UNAVAILABLE;
            response::whole(status, response::PLAIN, text.into(), record)
        }
    }
}

/// Whether the client has what the digest tells: If-None-Match compares weakly (RFC 9110, 13.1.2).
fn is_known(headers: &HeaderMap, digest: &str) -> bool {
    let tag = tag(digest);
    let values = headers.get_all(header::IF_NONE_MATCH).iter();
    let mut known = values
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(|known| known.trim().trim_start_matches("W/"));
    known.any(|known| known == "*" || known == tag)
}

fn tag(digest: &str) -> String {
    format!("\"{digest}\"")
}

fn picture(image: Image, record: Record) -> Response<Answer> {
    let status = match image.content {
        Some(_) => StatusCode::OK,
        None => StatusCode::NOT_MODIFIED,
    };
    let bytes = image.content.unwrap_or_default();
    let mut response = response::whole(status, image.content_type, bytes, record);
    let headers = response.headers_mut();
    if status == StatusCode::NOT_MODIFIED {
        headers.remove(header::CONTENT_TYPE);
    }
    let tag = HeaderValue::try_from(tag(&image.digest)).expect("hexadecimal digits");
    headers.insert(header::ETAG, tag);
    for (name, value) in [
        // it is kept, and asked for again each time
        (header::CACHE_CONTROL, "no-cache"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; sandbox; frame-ancestors 'none'",
        ),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}
