//! Answers GET on a training picture, `{base}/images/<name>`. A header prevents scripts in pictures from running.

use std::sync::Arc;

use hyper::header::{self, HeaderMap, HeaderValue};
use hyper::{Response, StatusCode};
use tokio::sync::mpsc;
use tokio::task::block_in_place;

use super::body::AnswerBody;
use super::log::RequestRecord;
use super::server::Server;
use super::{etag, response};
use crate::service::Chunk;
use crate::store::Store;
use crate::store::training_image::{self, Image};

pub async fn respond(server: &Server, name: &str, headers: &HeaderMap, record: RequestRecord) -> Response<AnswerBody> {
    let (name, store) = (name.to_owned(), Arc::clone(&server.service.store));
    let image = tokio::task::spawn_blocking(move || training_image::find(&*store.snapshot()?, &name));
    match image.await {
        Ok(Ok(Some(image))) => picture_response(server, image, headers, record),
        Ok(Ok(None)) => response::text_response(StatusCode::NOT_FOUND, "There is no such picture.\n", record),
        // an error of the database, or a panic
        _ => response::text_response(StatusCode::SERVICE_UNAVAILABLE, "The database does not answer.\n", record),
    }
}

fn picture_response(server: &Server, image: Image, headers: &HeaderMap, record: RequestRecord) -> Response<AnswerBody> {
    let tag = format!("\"{}\"", image.digest);
    let mut response = etag::tagged_response(headers, &tag, record, |record| {
        let (content_type, length) = (image.content_type, image.length as u64);
        let (sender, chunks) = mpsc::channel(1);
        tokio::spawn(send_picture(Arc::clone(&server.service.store), image, sender));
        response::streamed_response(chunks, Some(length), content_type, record)
    });
    // a browser that opens the address as a page runs nothing and loads nothing
    let policy = HeaderValue::from_static("default-src 'none'; sandbox; frame-ancestors 'none'");
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    response
}

/// Sends a picture in pieces, with a snapshot for each piece. Cuts the answer if the picture is replaced meanwhile.
async fn send_picture(store: Arc<Store>, image: Image, sender: mpsc::Sender<Chunk>) {
    let mut offset = 0;
    while offset < image.length {
        // no snapshot is kept open while a slow client reads
        let Ok(Some(piece)) = block_in_place(|| image.piece(&*store.snapshot()?, offset)) else {
            tracing::warn!("reading a picture for a response failed, or it was replaced");
            return;
        };
        offset += piece.len();
        if sender.send(Chunk::Bytes(piece)).await.is_err() {
            return;
        }
    }
    let _ = sender.send(Chunk::End).await;
}
