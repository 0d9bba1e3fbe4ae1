//! Checks the head of a request, and replaces hyper's own responses to heads that hyper refuses.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};
use hyper::{StatusCode, Version};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use super::connection_slots::ConnectionSlot;
use crate::decode::transfer_coding::{has_unsupported_transfer_coding, is_chunked};

/// The most bytes of a head that are kept for [`FramedStream::replacement_for`].
const MAX_HEAD_BYTES: usize = 32 * 1024;

/// Returns the status for a head that hyper accepts and the service refuses: 501 for a Transfer-Encoding other than
/// `chunked`, 400 for HTTP/1.1 without exactly one Host.
pub fn head_error(version: Version, headers: &HeaderMap) -> Option<StatusCode> {
    let mut codings = headers.get_all(header::TRANSFER_ENCODING).iter();
    let is_valid = codings.next().is_none_or(|coding| is_chunked(coding.as_bytes()));
    if !is_valid || codings.next().is_some() {
        return Some(StatusCode::NOT_IMPLEMENTED);
    }
    let hosts = headers.get_all(header::HOST).iter().count();
    (version == Version::HTTP_11 && hosts != 1).then_some(StatusCode::BAD_REQUEST)
}

/// Returns the headers of every response. The caller adds only those that a response lacks.
pub fn common_headers(is_tls: bool) -> impl Iterator<Item = (HeaderName, HeaderValue)> {
    let always = [
        (header::CACHE_CONTROL, "no-store"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::CONTENT_SECURITY_POLICY, "frame-ancestors 'none'"),
        (header::X_FRAME_OPTIONS, "DENY"),
    ];
    let over_tls = (header::STRICT_TRANSPORT_SECURITY, "max-age=31536000");
    let headers = always.into_iter().chain(is_tls.then_some(over_tls));
    headers.map(|(name, value)| (name, HeaderValue::from_static(value)))
}

/// Returns the bytes of a response that has no body and closes the connection. `extra_headers` are complete lines.
pub fn empty_response(status: StatusCode, is_tls: bool, extra_headers: &str) -> Vec<u8> {
    let mut text = format!("HTTP/1.1 {status}\r\nConnection: close\r\nContent-Length: 0\r\n{extra_headers}");
    for (name, value) in common_headers(is_tls) {
        let value = value.to_str().expect("the headers are ASCII");
        text.push_str(&format!("{name}: {value}\r\n"));
    }
    text.push_str("\r\n");
    text.into_bytes()
}

/// A stream between hyper and the connection. It replaces hyper's response to an unreadable head.
pub struct FramedStream<S> {
    stream: S,
    slot: Arc<ConnectionSlot>,
    is_tls: bool,
    /// The bytes received since the last answer.
    head: Vec<u8>,
    /// The unsent rest of the response that replaces hyper's.
    replacement_response: Vec<u8>,
}

impl<S: AsyncRead + AsyncWrite + Unpin> FramedStream<S> {
    pub fn new(stream: S, slot: Arc<ConnectionSlot>, is_tls: bool) -> Self {
        Self { stream, slot, is_tls, head: Vec::new(), replacement_response: Vec::new() }
    }

    /// Returns the replacement of hyper's response to an unreadable head; `None` if `bytes` begin no such response.
    fn replacement_for(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        // `bytes` begin with a status line such as `HTTP/1.1 400 Bad Request`: the status follows `1` and a space
        let status = StatusCode::from_bytes(bytes.strip_prefix(b"HTTP/1.")?.get(2..5)?).ok()?;
        if !status.is_client_error() {
            return None;
        }
        let is_unsupported = status == StatusCode::BAD_REQUEST && has_unsupported_transfer_coding(&self.head);
        let status = if is_unsupported { StatusCode::NOT_IMPLEMENTED } else { status };
        Some(empty_response(status, self.is_tls, ""))
    }

    fn poll_write_replacement_response(&mut self, context: &mut Context) -> Poll<io::Result<()>> {
        while !self.replacement_response.is_empty() {
            let written = ready!(Pin::new(&mut self.stream).poll_write(context, &self.replacement_response))?;
            if written == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            self.replacement_response.drain(..written);
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for FramedStream<S> {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context, buffer: &mut ReadBuf) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(context, buffer))?;
        let free_bytes = MAX_HEAD_BYTES.saturating_sub(self.head.len());
        let received = &buffer.filled()[before..];
        self.head.extend_from_slice(&received[..received.len().min(free_bytes)]);
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for FramedStream<S> {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context, buffer: &[u8]) -> Poll<io::Result<usize>> {
        self.poll_write_vectored(context, &[IoSlice::new(buffer)])
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context,
        buffers: &[IoSlice],
    ) -> Poll<io::Result<usize>> {
        let is_response_of_service = !self.slot.is_waiting_for_request();
        if is_response_of_service {
            self.head.clear();
        } else if let Some(replacement) = buffers.first().and_then(|first| self.replacement_for(first)) {
            // hyper's bytes count as written; `poll_flush` writes the replacement
            self.replacement_response = replacement;
            return Poll::Ready(Ok(buffers.iter().map(|buffer| buffer.len()).sum()));
        }
        Pin::new(&mut self.stream).poll_write_vectored(context, buffers)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context) -> Poll<io::Result<()>> {
        ready!(self.poll_write_replacement_response(context))?;
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
