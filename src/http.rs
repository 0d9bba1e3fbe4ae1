//! The service on the network: it listens, accepts, limits, and stops gracefully.
//!
//! Only this room knows hyper. What arrives is handed down: `route` says what is asked, `wire` reads it,
//! `gate` says who asks, `answer` writes what is answered.

mod address;
mod answering;
mod body;
mod call;
mod connection;
mod images;
mod limits;
mod log;
mod looking;
mod metrics;
mod pages;
mod respond;
mod response;
mod route;
mod service;

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

pub use address::Address;
pub use log::RequestIds;
pub use service::Service;

/// "512 connections: beyond, 503."
const CONNECTIONS: usize = 512;

/// How long what is being answered may take after the service was told to stop.
const FAREWELL: Duration = Duration::from_secs(10);

/// The kernel's send buffer of a connection: it hides a slow reader, so it is bounded.
const SEND_BUFFER: u32 = 128 * 1024;

/// A socket that listens, and what it speaks.
pub struct Listener {
    socket: TcpListener,
    tls: Option<TlsAcceptor>,
}

impl Listener {
    /// Binds the address; port 0 picks a free one.
    pub fn bind(address: SocketAddr, tls: Option<TlsAcceptor>) -> Result<Self> {
        let bind = || -> std::io::Result<TcpListener> {
            let socket = match address {
                SocketAddr::V4(_) => TcpSocket::new_v4()?,
                SocketAddr::V6(_) => TcpSocket::new_v6()?,
            };
            socket.set_reuseaddr(true)?;
            // what is accepted inherits it
            socket.set_send_buffer_size(SEND_BUFFER)?;
            socket.bind(address)?;
            socket.listen(1024)
        };
        let socket = bind().with_context(|| {
            format!("{address} cannot be listened on; `--listen` names another address")
        })?;
        Ok(Self { socket, tls })
    }

    /// The address of the service, with the real port.
    pub fn base(&self) -> Result<String> {
        let scheme = if self.tls.is_some() { "https" } else { "http" };
        Ok(format!("{scheme}://{}", self.socket.local_addr()?))
    }
}

/// TLS with the certificate chain and the private key of these PEM files.
pub fn tls(certificate: &Path, key: &Path) -> Result<TlsAcceptor> {
    let chain = CertificateDer::pem_file_iter(certificate)
        .and_then(Iterator::collect::<Result<Vec<_>, _>>)
        .with_context(|| format!("{} holds no certificate in PEM", certificate.display()))?;
    let key = PrivateKeyDer::from_pem_file(key)
        .with_context(|| format!("{} holds no private key in PEM", key.display()))?;
    let mut config = ServerConfig::builder()
        .with_no_client_auth()
        .with_single_cert(chain, key)
        .with_context(|| format!("{} and its key do not fit", certificate.display()))?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(TlsAcceptor::from(Arc::new(config)))
}

/// Serves until `stop` resolves; then lets what is being answered finish, for at most 10 s.
pub async fn serve(listener: Listener, service: Arc<Service>, stop: impl Future<Output = ()>) {
    let connections = Arc::new(Semaphore::new(CONNECTIONS));
    let (stopping, stopped) = watch::channel(false);
    tokio::pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.socket.accept() => accepted,
            () = &mut stop => break,
        };
        match accepted {
            Ok((stream, peer)) => match Arc::clone(&connections).try_acquire_owned() {
                Ok(permit) => {
                    let connection = connection::Connection {
                        stream,
                        peer: peer.ip().to_canonical(),
                        tls: listener.tls.clone(),
                        service: Arc::clone(&service),
                        stopped: stopped.clone(),
                    };
                    tokio::spawn(connected(connection, permit));
                }
                Err(_) => turn_away(stream, listener.tls.is_some()),
            },
            Err(error) => {
                // out of descriptors, or the peer has gone already: neither is a reason to stop
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }
    drop(listener);
    stopping.send_replace(true);
    let everyone = u32::try_from(CONNECTIONS).expect("a small number");
    // each connection gives its permit back when it ends
    let ended = tokio::time::timeout(FAREWELL, connections.acquire_many(everyone)).await;
    if ended.is_err() {
        let open = CONNECTIONS - connections.available_permits();
        tracing::warn!(open, "stopped before every answer was sent: 10 s are over");
    }
}

async fn connected(connection: connection::Connection, permit: OwnedSemaphorePermit) {
    connection.serve().await;
    drop(permit);
}

/// Says 503 to a connection beyond the limit, without waiting for its request.
fn turn_away(stream: TcpStream, tls: bool) {
    const ANSWER: &[u8] =
        b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
    // a handshake would cost what the limit protects
    if !tls {
        let _ = stream.try_write(ANSWER);
        tokio::spawn(connection::linger(stream));
    }
}
