//! GET on a training picture: "served at `{base}/images/<name>` (right type, ETag, no script can run from
//! there)".

use std::sync::Arc;

use hyper::header::{self, HeaderMap, HeaderValue};
use hyper::{Response, StatusCode};

use tokio::sync::mpsc;

use super::body::AnswerBody;
use super::log::RequestRecord;
use super::request_outcome::RequestOutcome;
use super::server::Server;
use super::{etag, response};
use crate::service::Chunk;
use crate::store::Store;
use crate::store::image::{self, Image};

pub async fn respond(
    server: Arc<Server>,
    name: &str,
    headers: &HeaderMap,
    record: RequestRecord,
) -> Response<AnswerBody> {
    let (name, store) = (name.to_owned(), Arc::clone(&server.service.store));
    let found = tokio::task::spawn_blocking(move || image::find(&*store.snapshot()?, &name));
    match found.await {
        Ok(Ok(Some(image))) => picture(&server, image, headers, record),
        Ok(Ok(None)) => {
            let text = "There is no such picture.\n";
            response::whole_response(StatusCode::NOT_FOUND, response::PLAIN, text, record)
        }
        Ok(Err(_)) | Err(_) => {
            let text = "The database does not answer.\n";
            let status = StatusCode::SERVICE_UNAVAILABLE;
            response::whole_response(status, response::PLAIN, text, record)
        }
    }
}

fn picture(server: &Arc<Server>, image: Image, asked: &HeaderMap, record: RequestRecord) -> Response<AnswerBody> {
    let tag = format!("\"{}\"", image.digest);
    let mut response = etag::or_known(asked, &tag, record, |record| streamed(server, image, record));
    let policy = HeaderValue::from_static("default-src 'none'; sandbox; frame-ancestors 'none'");
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    response
}

fn streamed(server: &Arc<Server>, image: Image, mut record: RequestRecord) -> Response<AnswerBody> {
    record.status = 200;
    record.outcome = RequestOutcome::Ok;
    let (content_type, length) = (image.content_type, image.length);
    let (to, pieces) = mpsc::channel(1);
    tokio::spawn(send(Arc::clone(&server.service.store), image, to));
    let mut response = Response::new(AnswerBody::sized(pieces, length as u64, record));
    response::head(&mut response, content_type);
    response
}

/// Sends a picture in pieces at the reader's pace, without holding the picture or a snapshot. An early end cuts the
/// answer.
async fn send(store: Arc<Store>, image: Image, to: mpsc::Sender<Chunk>) {
    let (image, mut begin) = (Arc::new(image), 0);
    while begin < image.length {
        let (store, looked_for) = (Arc::clone(&store), Arc::clone(&image));
        let piece = tokio::task::spawn_blocking(move || looked_for.piece(&*store.snapshot()?, begin));
        let Ok(Ok(Some(piece))) = piece.await else {
            tracing::warn!("reading a picture for a response failed, or it was replaced");
            return;
        };
        begin += piece.len();
        if to.send(Chunk::Bytes(piece)).await.is_err() {
            return;
        }
    }
    let _ = to.send(Chunk::End).await;
}
