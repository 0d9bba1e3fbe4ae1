//! `health`: the check of a container or a monitor that has nothing but this binary.

use std::net::SocketAddr;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use super::Unneeded;
use super::say::say;
use super::serve::listen;
use crate::http;

#[derive(Args)]
pub struct Health {
    /// The address that `serve` listens on.
    #[arg(
        long,
        value_name = "ADDRESS",
        default_value = "127.0.0.1:8080",
        value_parser = listen
    )]
    listen: SocketAddr,
    /// The certificate chain of `serve`, in PEM: it is asked over https, and has to show that certificate.
    #[arg(long, value_name = "FILE")]
    tls_cert: Option<PathBuf>,
    #[command(flatten)]
    common: Unneeded,
}

impl Health {
    pub fn run(self) -> Result<()> {
        http::health::ask(self.listen, self.tls_cert.as_deref())?;
        say("ok")
    }
}
