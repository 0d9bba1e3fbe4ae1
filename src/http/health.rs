//! Checks the health of a local service: `GET /healthz`, over TLS if the service uses TLS.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use tokio_rustls::rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::crypto::{verify_tls12_signature, verify_tls13_signature};
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use tokio_rustls::rustls::{
    CertificateError, ClientConfig, ClientConnection, DigitallySignedStruct, Error, SignatureScheme, StreamOwned,
};

use crate::model::message::{Message, MessageName};
use crate::output::path_message;

/// The time limit of a connection, a read or a write. It is shorter than a container engine's limit.
const STEP_TIMEOUT: Duration = Duration::from_secs(5);

const MAX_LINE_BYTES: u64 = 1024;

/// Checks that the service at this address is healthy. Fails if it does not answer, or answers another status than 200.
pub fn check_health(listen_address: SocketAddr, certificate: Option<&Path>) -> Result<()> {
    let address = reachable_address(listen_address);
    let socket = connect(address).with_context(|| Message::new(MessageName::NoServiceAnswers).with(address))?;
    let status = match certificate {
        Some(_) => request_status_line(StreamOwned::new(tls_session(address, certificate)?, socket)),
        None => request_status_line_with_or_without_tls(address, socket)?,
    };
    let status = status.with_context(|| Message::new(MessageName::ServiceSilent).with(address))?;
    match status.as_str() {
        "HTTP/1.1 200 OK" => Ok(()),
        _ => bail!(Message::new(MessageName::ServiceUnhealthy).with(address).with(format_args!("{status:?}"))),
    }
}

/// Returns the status line without TLS, or else over TLS. If both fail, returns the result without TLS.
fn request_status_line_with_or_without_tls(address: SocketAddr, socket: TcpStream) -> Result<io::Result<String>> {
    let without_tls = request_status_line(socket);
    if without_tls.as_ref().is_ok_and(|status| status.starts_with("HTTP/")) {
        return Ok(without_tls);
    }
    match request_status_line_over_tls(address)? {
        Some(status) => Ok(Ok(status)),
        None => Ok(without_tls),
    }
}

/// Returns the status line over https without checking the certificate; `None` if the address does not speak https. The
/// address must be loopback: at any other address, another machine could answer.
fn request_status_line_over_tls(address: SocketAddr) -> Result<Option<String>> {
    let request = || -> Result<String> {
        Ok(request_status_line(StreamOwned::new(tls_session(address, None)?, connect(address)?))?)
    };
    let Some(status) = request().ok().filter(|status| status.starts_with("HTTP/")) else { return Ok(None) };
    let is_loopback = address.ip().to_canonical().is_loopback();
    ensure!(is_loopback, Message::new(MessageName::CertificateNeeded).with(address));
    Ok(Some(status))
}

fn connect(address: SocketAddr) -> io::Result<TcpStream> {
    let socket = TcpStream::connect_timeout(&address, STEP_TIMEOUT)?;
    socket.set_read_timeout(Some(STEP_TIMEOUT))?;
    socket.set_write_timeout(Some(STEP_TIMEOUT))?;
    Ok(socket)
}

/// Returns the address to connect to, which is loopback if the service listens on all addresses.
fn reachable_address(mut listen_address: SocketAddr) -> SocketAddr {
    match listen_address.ip() {
        IpAddr::V4(Ipv4Addr::UNSPECIFIED) => listen_address.set_ip(Ipv4Addr::LOCALHOST.into()),
        IpAddr::V6(Ipv6Addr::UNSPECIFIED) => listen_address.set_ip(Ipv6Addr::LOCALHOST.into()),
        _ => {}
    }
    listen_address
}

/// Requests the health over an open connection, and returns the status line, such as `HTTP/1.1 200 OK`.
fn request_status_line(mut service: impl Read + Write) -> io::Result<String> {
    let request = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    service.write_all(request.as_bytes())?;
    let mut line = String::new();
    BufReader::new(service.take(MAX_LINE_BYTES)).read_line(&mut line)?;
    Ok(line.trim_end().to_owned())
}

/// Returns a TLS session that accepts only the certificate in this file. Without a file, it accepts every certificate.
fn tls_session(address: SocketAddr, certificate: Option<&Path>) -> Result<ClientConnection> {
    let read = |file: &Path| {
        CertificateDer::from_pem_file(file).with_context(|| path_message(MessageName::NotACertificate, file))
    };
    let expected = certificate.map(read).transpose()?;
    let config = ClientConfig::builder()
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(PinnedCertificate(expected)))
        .with_no_client_auth();
    let name = ServerName::from(address.ip());
    Ok(ClientConnection::new(Arc::new(config), name)?)
}

/// Accepts only this certificate, or with `None` every certificate. Names are not checked: the address is local.
#[derive(Debug)]
struct PinnedCertificate(Option<CertificateDer<'static>>);

impl ServerCertVerifier for PinnedCertificate {
    /// Compares the server's certificate with the expected certificate, if there is one. Its expiry does not matter.
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        match self.0.as_ref().is_none_or(|expected| certificate == expected) {
            true => Ok(ServerCertVerified::assertion()),
            false => Err(CertificateError::ApplicationVerificationFailure.into()),
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls12_signature(message, certificate, signature, &default_provider().signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(message, certificate, signature, &default_provider().signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        default_provider().signature_verification_algorithms.supported_schemes()
    }
}
