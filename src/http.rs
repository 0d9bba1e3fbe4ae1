//! The HTTP service: listening, accepting, limits and graceful shutdown. Only this module uses hyper.

mod accept;
mod body;
mod calendar;
mod call;
mod certificate;
mod connection;
mod connection_refusals;
mod connection_slots;
mod console;
mod cors;
mod documents;
mod etag;
mod feed_watch;
mod framing;
pub mod health;
mod images;
mod limits;
mod links;
mod log;
mod metrics;
mod openapi;
mod pages;
mod problem;
mod proxies;
mod public_address;
mod reply;
mod request;
mod request_outcome;
mod resource;
mod response;
mod rest;
pub mod route;
mod server;
mod status;
mod upload;
mod xml;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use hyper::StatusCode;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::watch;
use tokio_rustls::TlsAcceptor;

pub use certificate::Certificate;
use connection_refusals::ConnectionRefusal;
use connection_slots::ConnectionSlots;
pub use cors::AllowedOrigin;
pub use documents::DocumentCache;
pub use hyper::header::HeaderName;
pub use limits::MAX_CONNECTIONS;
pub use log::RequestIds;
pub use metrics::Metrics;
pub use proxies::Proxies;
pub use public_address::Address;
pub use server::Server;
pub use upload::Uploads;

use crate::model::message::{Message, MessageName};

const SHUTDOWN_GRACE: Duration = Duration::from_secs(10);

const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(50);

/// The size in bytes of the kernel's send buffer for a connection. A large buffer would hide slow readers.
const SEND_BUFFER: u32 = 128 * 1024;

/// The most connections that the kernel queues until the service accepts them.
const BACKLOG: u32 = 1024;

pub struct Listener {
    socket: TcpListener,
    tls: Option<TlsAcceptor>,
}

impl Listener {
    /// Listens at an address; port 0 picks a free port. From then on the kernel queues connections for [`serve`].
    pub fn bind(address: SocketAddr, tls: Option<TlsAcceptor>) -> Result<Self> {
        let bind = || -> std::io::Result<TcpListener> {
            let socket = match address {
                SocketAddr::V4(_) => TcpSocket::new_v4()?,
                SocketAddr::V6(_) => TcpSocket::new_v6()?,
            };
            // a restarted service must not wait until the kernel forgets the previous connections
            socket.set_reuseaddr(true)?;
            // accepted sockets inherit the size
            socket.set_send_buffer_size(SEND_BUFFER)?;
            socket.bind(address)?;
            socket.listen(BACKLOG)
        };
        let socket = bind().with_context(|| Message::new(MessageName::CannotListen).with(address))?;
        Ok(Self { socket, tls })
    }

    /// Returns the address with the actual port, such as `http://127.0.0.1:8080`.
    pub fn base_url(&self) -> Result<String> {
        let scheme = if self.tls.is_some() { "https" } else { "http" };
        Ok(format!("{scheme}://{}", self.socket.local_addr()?))
    }
}

/// Serves until `stop` resolves. Running answers then have 10 s to end.
pub async fn serve(listener: Listener, server: Arc<Server>, stop: impl Future<Output = ()>) {
    let slots = Arc::default();
    let (stop_sender, stopped) = watch::channel(false);
    let refusals = &server.metrics.refusals;
    // the first two never end, so only `stop` ends this wait
    tokio::select! {
        () = accept_connections(&listener, &server, &slots, &stopped) => {}
        () = refusals.log_periodically() => {}
        () = stop => {}
    }
    drop(listener);
    // a connection closes now, or after its running answer
    stop_sender.send_replace(true);
    // requests that wait for a change are answered without one
    server.feed.wake_all();
    server.imports.stop();
    let drained = tokio::time::timeout(SHUTDOWN_GRACE, slots.wait_until_empty()).await;
    if drained.is_err() {
        let open = slots.count();
        tracing::warn!(open, "stopped before every answer was sent: 10 s are over");
    }
    refusals.log_new();
}

async fn accept_connections(
    listener: &Listener,
    server: &Arc<Server>,
    slots: &Arc<ConnectionSlots>,
    stopped: &watch::Receiver<bool>,
) {
    let refusals = &server.metrics.refusals;
    loop {
        let (stream, peer) = match listener.socket.accept().await {
            // canonical: a socket for IPv6 shows an IPv4 peer as `::ffff:192.0.2.1`
            Ok((stream, peer)) => (stream, peer.ip().to_canonical()),
            Err(error) => {
                // the process has no free descriptors, or the peer has gone: the service continues
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(ACCEPT_RETRY_DELAY).await;
                continue;
            }
        };
        // all clients of a proxy have its address, so the quota of one address does not suit a proxy
        let is_quota_limited = !server.is_proxy_or_local(peer);
        let Some((guard, evicted_peer)) = slots.take_slot(peer, is_quota_limited) else {
            refusals.count(ConnectionRefusal::NoFreeSlot, peer);
            turn_away(stream, listener.tls.is_some());
            continue;
        };
        if let Some(evicted_peer) = evicted_peer {
            refusals.count(ConnectionRefusal::Evicted, evicted_peer);
        }
        let (tls, server, stopped) = (listener.tls.clone(), Arc::clone(server), stopped.clone());
        tokio::spawn(async move {
            // an eviction drops the other branch, which closes the connection
            tokio::select! {
                () = connection::serve_connection(stream, &guard.slot, tls, server, stopped) => {}
                () = guard.slot.wait_for_eviction() => {}
            }
        });
    }
}

/// Closes a connection without a slot, and does not read its request. Sends 503 first, unless the connection uses TLS.
fn turn_away(stream: TcpStream, is_tls: bool) {
    // a TLS handshake costs more than a refused connection may
    if !is_tls {
        let _ =
            stream.try_write(&framing::empty_response(StatusCode::SERVICE_UNAVAILABLE, is_tls, "Retry-After: 1\r\n"));
        tokio::spawn(connection::linger(stream));
    }
}
