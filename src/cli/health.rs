//! `health`: a health check for containers and monitors.

use std::net::SocketAddr;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use super::UnusedOptions;
use super::serve::parse_listen_address;
use super::terminal::print_line;
use crate::http;

#[derive(Args)]
pub struct HealthCommand {
    /// The address that `serve` listens on.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080", value_parser = parse_service_address)]
    listen: SocketAddr,
    /// The certificate chain of `serve` in PEM: the check uses https and requires this certificate.
    #[arg(long, value_name = "FILE")]
    tls_cert: Option<PathBuf>,
    #[command(flatten)]
    common: UnusedOptions,
}

/// Parses an address, or a URL as `serve` prints it.
fn parse_service_address(text: &str) -> Result<SocketAddr, &'static str> {
    let after_scheme = ["https://", "http://"].into_iter().find_map(|scheme| text.strip_prefix(scheme));
    let address = after_scheme.unwrap_or(text).split('/').next().unwrap_or_default();
    // other host names are not resolved
    match address.strip_prefix("localhost:") {
        Some(port) => parse_listen_address(&format!("127.0.0.1:{port}")),
        None => parse_listen_address(address),
    }
}

impl HealthCommand {
    pub fn run(self) -> Result<()> {
        http::health::check_health(self.listen, self.tls_cert.as_deref())?;
        print_line("ok")
    }
}
