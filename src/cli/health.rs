//! `health`: the check of a container or a monitor that has nothing but this binary.

use std::net::SocketAddr;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use super::UnusedOptions;
use super::serve::listen;
use super::terminal::print_line;
use crate::http;

#[derive(Args)]
pub struct HealthCommand {
    /// The address that `serve` listens on.
    #[arg(
        long,
        value_name = "ADDRESS",
        default_value = "127.0.0.1:8080",
        value_parser = service
    )]
    listen: SocketAddr,
    /// The certificate chain of `serve`, in PEM: it is asked over https, and has to show that certificate.
    #[arg(long, value_name = "FILE")]
    tls_cert: Option<PathBuf>,
    #[command(flatten)]
    common: UnusedOptions,
}

/// Reads the address, also as the URL that `serve` prints.
fn service(text: &str) -> Result<SocketAddr, &'static str> {
    let scheme = ["https://", "http://"].into_iter().find_map(|scheme| text.strip_prefix(scheme));
    let address = scheme.unwrap_or(text).split('/').next().unwrap_or_default();
    match address.strip_prefix("localhost:") {
        Some(port) => listen(&format!("127.0.0.1:{port}")),
        None => listen(address),
    }
}

impl HealthCommand {
    pub fn run(self) -> Result<()> {
        http::health::ask(self.listen, self.tls_cert.as_deref())?;
        print_line("ok")
    }
}
