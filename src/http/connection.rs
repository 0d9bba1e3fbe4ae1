//! One connection: handshake, successive requests, and its end.

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

/// The size of hyper's buffers for a request's head and for output.
const BUFFER: usize = 32 * 1024;

/// How often a connection is checked for running answers during shutdown.
const FLUSH: Duration = Duration::from_millis(500);

/// The interval of queries to the kernel for a reader's progress that it does not report.
const ASK: Duration = Duration::from_secs(1);

pub struct Connection {
    pub stream: TcpStream,
    pub place: Arc<ConnectionSlot>,
    pub tls: Option<TlsAcceptor>,
    pub server: Arc<Server>,
    pub stopped: watch::Receiver<bool>,
}

impl Connection {
    pub async fn serve(self) {
        let Self { stream, place, tls, server, stopped } = self;
        // small answers must not wait for an acknowledgement
        let _ = stream.set_nodelay(true);
        let stream = PacedStream::new(stream, Arc::clone(&place));
        match tls {
            None => exchange(stream, place, server, stopped).await,
            Some(tls) => match tokio::time::timeout(limits::HEADERS, tls.accept(stream)).await {
                Ok(Ok(stream)) => exchange(stream, place, server, stopped).await,
                Ok(Err(_)) | Err(_) => {
                    let refusals = &server.metrics.refusals;
                    refusals.count(ConnectionRefusal::FailedHandshake, place.peer);
                }
            },
        }
    }
}

async fn exchange<S>(stream: S, place: Arc<ConnectionSlot>, server: Arc<Server>, mut stopped: watch::Receiver<bool>)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let respond = service_fn(|request| {
        let (server, place) = (Arc::clone(&server), Arc::clone(&place));
        async move { request::respond(server, request, place).await }
    });
    let stream = FramedStream::new(stream, Arc::clone(&place), server.address.is_https());
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits::HEADERS)
        .max_buf_size(BUFFER)
        .serve_connection(TokioIo::new(stream), respond);
    tokio::pin!(connection);
    tokio::select! {
        // the error is the peer's or the network's; each request has its own log line
        ended = connection.as_mut() => {
            if ended.is_err_and(|error| error.is_parse()) {
                server.metrics.refusals.count(ConnectionRefusal::Unreadable, place.peer);
            }
            return;
        }
        _ = stopped.wait_for(|stopped| *stopped) => {}
    }
    connection.as_mut().graceful_shutdown();
    loop {
        // an incomplete request is abandoned; an answer is finished, also if its reader is slow
        let answers = !place.is_waiting();
        let ended = tokio::time::timeout(FLUSH, connection.as_mut()).await.is_ok();
        if ended || !answers {
            return;
        }
    }
}

/// Closes a connection that was answered without being read: reads for a moment what the peer still sends, since
/// closing over unread data could destroy the answer.
pub async fn linger(mut stream: TcpStream) {
    let _ = stream.shutdown().await;
    let mut discarded = [0; 1024];
    let rest = async { while stream.read(&mut discarded).await.is_ok_and(|count| count > 0) {} };
    let _ = tokio::time::timeout(Duration::from_secs(1), rest).await;
}

/// A stream that enforces a reader's pace: "a reader that takes less than 16 KiB in 30 s while more is ready is cut
/// off".
struct PacedStream {
    stream: TcpStream,
    /// Open while more is ready than the reader takes.
    window: Option<PaceWindow>,
    place: Arc<ConnectionSlot>,
}

struct PaceWindow {
    taken: usize,
    ends: Instant,
    /// The time of the next query to the kernel.
    asks: Pin<Box<Sleep>>,
}

impl PaceWindow {
    fn open() -> Self {
        let now = Instant::now();
        Self { taken: 0, ends: now + limits::READER_TIME, asks: Box::pin(tokio::time::sleep_until(now + ASK)) }
    }

    /// Handles a full send buffer: schedules the next query, unless the reader's time is up.
    fn goes_on<T>(&mut self, context: &mut Context) -> Poll<io::Result<T>> {
        let now = Instant::now();
        if now >= self.ends {
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        self.asks.as_mut().reset((now + ASK).min(self.ends));
        // polled, so that it wakes this task
        if self.asks.as_mut().poll(context).is_ready() {
            context.waker().wake_by_ref();
        }
        Poll::Pending
    }
}

impl PacedStream {
    fn new(stream: TcpStream, place: Arc<ConnectionSlot>) -> Self {
        Self { stream, window: None, place }
    }

    /// Handles the result of a write; `send` repeats it directly to the kernel.
    ///
    /// The kernel reports room only when a third of its buffer is free, which may be several times what a reader must
    /// take, but a write succeeds with any room. So the kernel is queried directly from time to time.
    fn wrote(
        &mut self,
        written: Poll<io::Result<usize>>,
        send: impl FnOnce(SockRef) -> io::Result<usize>,
        context: &mut Context,
    ) -> Poll<io::Result<usize>> {
        let written = match written {
            Poll::Ready(written) => written,
            Poll::Pending => {
                let window = self.window.get_or_insert_with(|| {
                    self.place.stalls();
                    PaceWindow::open()
                });
                ready!(window.asks.as_mut().poll(context));
                match send(SockRef::from(&self.stream)) {
                    Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                        if self.place.is_overdue() {
                            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
                        }
                        return window.goes_on(context);
                    }
                    written => written,
                }
            }
        };
        Poll::Ready(written.inspect(|count| self.took(*count)))
    }

    fn took(&mut self, count: usize) {
        if let Some(window) = &mut self.window {
            self.place.stalls();
            window.taken += count;
            if window.taken >= limits::READER_BYTES {
                self.window = None;
            }
        }
    }
}

impl Drop for PacedStream {
    /// Resets the connection of a cut answer: an HTTP/1.0 client would take a normal end as complete.
    fn drop(&mut self) {
        if self.place.is_answering() {
            let _ = SockRef::from(&self.stream).set_linger(Some(Duration::ZERO));
        }
    }
}

impl AsyncRead for PacedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for PacedStream {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, buffer);
        self.wrote(written, |socket| socket.send(buffer), context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffers: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, buffers);
        self.wrote(written, |socket| socket.send_vectored(buffers), context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    /// Everything ready was taken, so the window ends.
    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.window = None;
        self.place.taken();
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use tokio::net::TcpListener;

    use super::super::connection_slots::ConnectionSlots;
    use super::*;

    /// Returns what a reader sees at the end of a complete or cut answer.
    async fn read(whole: bool) -> io::Result<usize> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let mut reader = TcpStream::connect(listener.local_addr()?).await?;
        let (stream, peer) = listener.accept().await?;
        let (seat, _) = ConnectionSlots::take(&Arc::default(), peer.ip(), false).expect("a place");
        let mut paced = PacedStream::new(stream, Arc::clone(seat.place()));
        let until = std::time::Instant::now() + limits::READER_TIME;
        let answering = seat.place().begin(until).await;
        paced.write_all(b"half").await?;
        drop(answering);
        if whole {
            paced.flush().await?;
        }
        drop(paced);
        reader.read_to_end(&mut Vec::new()).await
    }

    /// An HTTP/1.0 client gets no length and reads until the end.
    #[tokio::test]
    async fn an_answer_that_is_cut_has_no_plain_end() {
        let error = read(false).await.expect_err("a reset");
        assert_eq!(error.kind(), io::ErrorKind::ConnectionReset);
        assert_eq!(read(true).await.expect("an end"), 4);
    }
}
