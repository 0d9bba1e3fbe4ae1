//! "Framing and header faults of HTTP: bare status and close": checks of a request's head, and our own responses where
//! hyper refuses a head.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};
use hyper::{StatusCode, Version};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use super::connection_slots::ConnectionSlot;
use crate::decode::transfer_coding::{is_chunked, names_other_coding};

/// How many received bytes are kept until the answer: the longest head.
const LONGEST_HEAD: usize = 32 * 1024;

/// The beginning of hyper's own responses, without the version's last digit.
const HYPER_REFUSAL: (&[u8], &[u8]) = (b"HTTP/1.", b" 4");

/// Returns the status of an error that hyper accepts: "HTTP/1.1 without exactly one Host: bare 400; a Transfer-Encoding
/// other than `chunked`: bare 501, closed".
pub fn head_error(version: Version, headers: &HeaderMap) -> Option<StatusCode> {
    let mut codings = headers.get_all(header::TRANSFER_ENCODING).iter();
    let is_valid = codings.next().is_none_or(|coding| is_chunked(coding.as_bytes()));
    if !is_valid || codings.next().is_some() {
        return Some(StatusCode::NOT_IMPLEMENTED);
    }
    let hosts = headers.get_all(header::HOST).iter().count();
    (version == Version::HTTP_11 && hosts != 1).then_some(StatusCode::BAD_REQUEST)
}

/// Returns the headers of every response that lacks them: "Every response carries `X-Content-Type-Options: nosniff`,
/// over TLS `Strict-Transport-Security: max-age=31536000`", and no page may frame it.
pub fn common_headers(tls: bool) -> impl Iterator<Item = (HeaderName, HeaderValue)> {
    let every = [
        (header::CACHE_CONTROL, "no-store"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::CONTENT_SECURITY_POLICY, "frame-ancestors 'none'"),
        (header::X_FRAME_OPTIONS, "DENY"),
    ];
    let secure = (header::STRICT_TRANSPORT_SECURITY, "max-age=31536000");
    every.into_iter().chain(tls.then_some(secure)).map(|(name, value)| (name, HeaderValue::from_static(value)))
}

/// Returns the bytes of a response without a body that closes the connection. `more` are further header lines.
pub fn empty_response(status: StatusCode, tls: bool, more: &str) -> Vec<u8> {
    let mut text = format!("HTTP/1.1 {status}\r\nConnection: close\r\nContent-Length: 0\r\n{more}");
    for (name, value) in common_headers(tls) {
        let value = value.to_str().expect("our own words");
        text.push_str(&format!("{name}: {value}\r\n"));
    }
    text.push_str("\r\n");
    text.into_bytes()
}

/// A stream between hyper and the connection that replaces hyper's response to an unreadable head.
pub struct FramedStream<S> {
    stream: S,
    slot: Arc<ConnectionSlot>,
    tls: bool,
    /// The bytes received since the last answer.
    head: Vec<u8>,
    /// What is still to be sent in place of the response of hyper.
    replacement: Vec<u8>,
}

impl<S: AsyncRead + AsyncWrite + Unpin> FramedStream<S> {
    pub fn new(stream: S, slot: Arc<ConnectionSlot>, tls: bool) -> Self {
        Self { stream, slot, tls, head: Vec::new(), replacement: Vec::new() }
    }

    /// Replaces hyper's response if no request is complete. Returns whether it did.
    fn replace_refusal(&mut self, bytes: &[u8]) -> bool {
        if !self.slot.is_waiting() {
            self.head.clear();
            return false;
        }
        let digit = HYPER_REFUSAL.0.len();
        let refusal = bytes.starts_with(HYPER_REFUSAL.0)
            && bytes.get(digit + 1..).is_some_and(|rest| rest.starts_with(HYPER_REFUSAL.1));
        if refusal {
            let status = bytes.get(digit + 2..digit + 5);
            let status = status.and_then(|status| StatusCode::from_bytes(status).ok());
            let status = match status.unwrap_or(StatusCode::BAD_REQUEST) {
                StatusCode::BAD_REQUEST if names_other_coding(&self.head) => StatusCode::NOT_IMPLEMENTED,
                status => status,
            };
            self.replacement = empty_response(status, self.tls, "");
        }
        refusal
    }

    /// Sends the rest of the replacement.
    fn poll_replacement(&mut self, context: &mut Context) -> Poll<io::Result<()>> {
        while !self.replacement.is_empty() {
            let written = ready!(Pin::new(&mut self.stream).poll_write(context, &self.replacement))?;
            if written == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            self.replacement.drain(..written);
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for FramedStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(context, buffer))?;
        let room = LONGEST_HEAD.saturating_sub(self.head.len());
        let received = &buffer.filled()[before..];
        self.head.extend_from_slice(&received[..received.len().min(room)]);
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for FramedStream<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &[u8]) -> Poll<io::Result<usize>> {
        if self.replace_refusal(buffer) {
            return Poll::Ready(Ok(buffer.len()));
        }
        Pin::new(&mut self.stream).poll_write(context, buffer)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffers: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        if buffers.first().is_some_and(|first| self.replace_refusal(first)) {
            return Poll::Ready(Ok(buffers.iter().map(|buffer| buffer.len()).sum()));
        }
        Pin::new(&mut self.stream).poll_write_vectored(context, buffers)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_replacement(context))?;
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
