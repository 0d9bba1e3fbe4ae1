//! Serves one connection: the handshake, successive requests, and the end.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::{Instant, Sleep};
use tokio_rustls::TlsAcceptor;

use super::connection_refusals::ConnectionRefusal;
use super::connection_slots::ConnectionSlot;
use super::framing::FramedStream;
use super::limits;
use super::request;
use super::server::Server;

/// The size limit of hyper's buffers, and of a request's head.
const MAX_BUFFER_SIZE: usize = 32 * 1024;

/// How often a connection is checked for running answers during shutdown.
const SHUTDOWN_CHECK_INTERVAL: Duration = Duration::from_millis(500);

/// How often a pending write is retried, even if the kernel has not reported free space.
const RETRY_INTERVAL: Duration = Duration::from_secs(1);

/// Serves a connection until it ends: the TLS handshake, if `tls` is given, then the requests.
pub async fn serve_connection(
    stream: TcpStream,
    slot: &Arc<ConnectionSlot>,
    tls: Option<TlsAcceptor>,
    server: Arc<Server>,
    stopped: watch::Receiver<bool>,
) {
    // small answers must not wait for an acknowledgement
    let _ = stream.set_nodelay(true);
    let stream = PacedStream { stream, pace_period: None, slot: Arc::clone(slot) };
    match tls {
        None => serve_requests(stream, slot, server, stopped).await,
        Some(tls) => match tokio::time::timeout(limits::HEAD_TIMEOUT, tls.accept(stream)).await {
            Ok(Ok(stream)) => serve_requests(stream, slot, server, stopped).await,
            Ok(Err(_)) | Err(_) => server.metrics.refusals.count(ConnectionRefusal::FailedHandshake, slot.peer),
        },
    }
}

/// Serves successive requests. At shutdown, finishes only the current answer.
async fn serve_requests<S>(
    stream: S,
    slot: &Arc<ConnectionSlot>,
    server: Arc<Server>,
    mut stopped: watch::Receiver<bool>,
) where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let respond = service_fn(|request| {
        let (server, slot) = (Arc::clone(&server), Arc::clone(slot));
        async move { request::respond(server, request, slot).await }
    });
    let stream = FramedStream::new(stream, Arc::clone(slot), server.address.is_https());
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits::HEAD_TIMEOUT)
        .max_buf_size(MAX_BUFFER_SIZE)
        .serve_connection(TokioIo::new(stream), respond);
    tokio::pin!(connection);
    tokio::select! {
        // not logged: the peer or the network caused the error, and each request has its own log line
        ended = connection.as_mut() => {
            if ended.is_err_and(|error| error.is_parse()) {
                server.metrics.refusals.count(ConnectionRefusal::Unreadable, slot.peer);
            }
            return;
        }
        _ = stopped.wait_for(|stopped| *stopped) => {}
    }
    // hyper closes an idle connection, and any other connection after its current answer
    connection.as_mut().graceful_shutdown();
    loop {
        // an incomplete request is abandoned; an answer is finished, even for a slow reader
        let was_waiting = slot.is_waiting_for_request();
        let ended = tokio::time::timeout(SHUTDOWN_CHECK_INTERVAL, connection.as_mut()).await.is_ok();
        if ended || was_waiting {
            return;
        }
    }
}

/// Closes a connection whose request was not read. Discards data for up to a second: closing a connection with unread
/// data could destroy the answer.
pub async fn linger(mut stream: TcpStream) {
    let _ = stream.shutdown().await;
    let mut discarded = [0; 1024];
    let rest = async { while stream.read(&mut discarded).await.is_ok_and(|count| count > 0) {} };
    let _ = tokio::time::timeout(Duration::from_secs(1), rest).await;
}

/// A stream to a client. A write fails if the client takes less than 16 KiB in 30 s while more data is ready.
struct PacedStream {
    stream: TcpStream,
    /// `None` while the client takes all data.
    pace_period: Option<PacePeriod>,
    slot: Arc<ConnectionSlot>,
}

/// A period of [`limits::PACE_PERIOD`], in which at least [`limits::MIN_PACE_BYTES`] must be written.
struct PacePeriod {
    bytes_written: usize,
    ends_at: Instant,
    next_attempt: Pin<Box<Sleep>>,
}

impl PacePeriod {
    fn start() -> Self {
        let now = Instant::now();
        Self {
            bytes_written: 0,
            ends_at: now + limits::PACE_PERIOD,
            next_attempt: Box::pin(tokio::time::sleep_until(now + RETRY_INTERVAL)),
        }
    }

    /// Schedules the next attempt to write, or fails if the period is over.
    fn schedule_next_attempt(&mut self, context: &mut Context) -> io::Result<()> {
        let now = Instant::now();
        if now >= self.ends_at {
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.next_attempt.as_mut().reset((now + RETRY_INTERVAL).min(self.ends_at));
        // a timer wakes the task only if the task has polled it
        if self.next_attempt.as_mut().poll(context).is_ready() {
            context.waker().wake_by_ref();
        }
        Ok(())
    }
}

impl PacedStream {
    /// Retries a pending write every [`RETRY_INTERVAL`]. The kernel reports free space only when a third of its buffer
    /// is free, which may be several times [`limits::MIN_PACE_BYTES`]. A retry succeeds with any free space.
    fn retry_pending_write(&mut self, context: &mut Context, buffers: &[io::IoSlice]) -> Poll<io::Result<usize>> {
        let pace_period = self.pace_period.get_or_insert_with(|| {
            self.slot.restart_stall_time();
            PacePeriod::start()
        });
        // before the time of the next attempt, the write stays pending
        ready!(pace_period.next_attempt.as_mut().poll(context));
        match SockRef::from(&self.stream).send_vectored(buffers) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                // the time limit of the whole answer (contract §1: 30 minutes)
                if self.slot.is_overdue() {
                    return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
                }
                match pace_period.schedule_next_attempt(context) {
                    Ok(()) => Poll::Pending,
                    Err(error) => Poll::Ready(Err(error)),
                }
            }
            written => Poll::Ready(written),
        }
    }

    /// Counts bytes of the pace period. Ends the period if the client has taken enough.
    fn count_written(&mut self, bytes: usize) {
        if let Some(pace_period) = &mut self.pace_period {
            // the client has just taken bytes
            self.slot.restart_stall_time();
            pace_period.bytes_written += bytes;
            if pace_period.bytes_written >= limits::MIN_PACE_BYTES {
                self.pace_period = None;
            }
        }
    }
}

impl Drop for PacedStream {
    /// Resets the connection if its answer was cut: after a normal close, an HTTP/1.0 client would think it complete.
    fn drop(&mut self) {
        if self.slot.is_answering() {
            let _ = SockRef::from(&self.stream).set_linger(Some(Duration::ZERO));
        }
    }
}

impl AsyncRead for PacedStream {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context, buffer: &mut ReadBuf) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for PacedStream {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context, buffer: &[u8]) -> Poll<io::Result<usize>> {
        self.poll_write_vectored(context, &[io::IoSlice::new(buffer)])
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context,
        buffers: &[io::IoSlice],
    ) -> Poll<io::Result<usize>> {
        let written = match Pin::new(&mut self.stream).poll_write_vectored(context, buffers) {
            // the kernel's buffer may have free space that the kernel has not reported
            Poll::Pending => ready!(self.retry_pending_write(context, buffers)),
            Poll::Ready(written) => written,
        };
        Poll::Ready(written.inspect(|count| self.count_written(*count)))
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    /// Ends the pace period: hyper flushes when the kernel has taken everything.
    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context) -> Poll<io::Result<()>> {
        self.pace_period = None;
        self.slot.mark_all_sent();
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use tokio::net::TcpListener;

    use super::super::connection_slots::ConnectionSlots;
    use super::*;

    /// Returns what a client reads from a complete or incomplete answer: the number of bytes, or an error.
    async fn read(is_complete: bool) -> io::Result<usize> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let mut reader = TcpStream::connect(listener.local_addr()?).await?;
        let (stream, peer) = listener.accept().await?;
        let (guard, _) = ConnectionSlots::take_slot(&Arc::default(), peer.ip(), false).expect("a slot");
        let mut paced = PacedStream { stream, pace_period: None, slot: Arc::clone(&guard.slot) };
        let until = std::time::Instant::now() + limits::PACE_PERIOD;
        let answering = guard.slot.begin_answer(until).await;
        paced.write_all(b"half").await?;
        drop(answering);
        if is_complete {
            paced.flush().await?;
        }
        drop(paced);
        reader.read_to_end(&mut Vec::new()).await
    }

    /// An HTTP/1.0 client gets no length and reads until the end.
    #[tokio::test]
    async fn an_incomplete_answer_ends_with_a_reset() {
        let error = read(false).await.expect_err("a reset");
        assert_eq!(error.kind(), io::ErrorKind::ConnectionReset);
        assert_eq!(read(true).await.expect("an end"), 4);
    }
}
