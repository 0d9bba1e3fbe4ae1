//! GET on a training picture: "served at `{base}/images/<name>` (right type, ETag, no script can run from
//! there)".

use std::sync::Arc;

use hyper::header::{self, HeaderMap, HeaderValue};
use hyper::{Response, StatusCode};

use tokio::sync::mpsc;

use super::body::Answer;
use super::log::Record;
use super::outcome::Outcome;
use super::response;
use super::server::Server;
use crate::service::Chunk;
use crate::store::Store;
use crate::store::image::{self, Image};

/// Answers with the picture of this name.
pub async fn respond(
    server: Arc<Server>,
    name: &str,
    headers: &HeaderMap,
    record: Record,
) -> Response<Answer> {
    let (name, store) = (name.to_owned(), Arc::clone(&server.service.store));
    let found = tokio::task::spawn_blocking(move || image::find(&*store.snapshot()?, &name));
    match found.await {
        Ok(Ok(Some(image))) => picture(&server, image, headers, record),
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

fn picture(
    server: &Arc<Server>,
    image: Image,
    asked: &HeaderMap,
    record: Record,
) -> Response<Answer> {
    let tag = HeaderValue::try_from(tag(&image.digest)).expect("hexadecimal digits");
    let mut response = if is_known(asked, &image.digest) {
        let (status, none) = (StatusCode::NOT_MODIFIED, Vec::new());
        response::whole(status, "", none, record)
    } else {
        streamed(server, image, record)
    };
    let headers = response.headers_mut();
    headers.insert(header::ETAG, tag);
    for (name, value) in [
        // it is kept, and asked for again each time
        (header::CACHE_CONTROL, "no-cache"),
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; sandbox; frame-ancestors 'none'",
        ),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

fn streamed(server: &Arc<Server>, image: Image, mut record: Record) -> Response<Answer> {
    record.status = 200;
    record.outcome = Outcome::Ok;
    let (content_type, length) = (image.content_type, image.length);
    let (to, pieces) = mpsc::channel(1);
    tokio::spawn(send(Arc::clone(&server.service.store), image, to));
    let mut response = Response::new(Answer::sized(pieces, length as u64, record));
    response::head(&mut response, content_type);
    response
}

/// Sends a picture a piece at a time, as its reader takes them: neither a picture nor a snapshot is held for a
/// slow one. Where that ends early the answer is cut.
async fn send(store: Arc<Store>, image: Image, to: mpsc::Sender<Chunk>) {
    let (image, mut begin) = (Arc::new(image), 0);
    while begin < image.length {
        let (store, looked_for) = (Arc::clone(&store), Arc::clone(&image));
        let piece =
            tokio::task::spawn_blocking(move || looked_for.piece(&*store.snapshot()?, begin));
        let Ok(Ok(Some(piece))) = piece.await else {
            tracing::warn!("a picture that was being sent could not be read on, or was replaced");
            return;
        };
        begin += piece.len();
        if to.send(Chunk::Bytes(piece)).await.is_err() {
            return;
        }
    }
    let _ = to.send(Chunk::End).await;
}
