//! A server under measurement, in a process of its own: its start and end, its memory and its time.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};

/// How often memory is looked at.
const SAMPLED_EVERY: Duration = Duration::from_millis(3);

/// A running server; ended when dropped.
pub struct Server {
    pub address: SocketAddr,
    child: Child,
}

impl Server {
    /// Starts a server that says `listening on http://ADDRESS…` in its first line.
    pub fn start(command: &mut Command) -> Result<Self> {
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().context("piped")?).read_line(&mut line)?;
        let address = line
            .trim_end()
            .strip_prefix("listening on http://")
            .and_then(|rest| rest.split('/').next())
            .and_then(|address| address.parse().ok())
            .with_context(|| format!("the first line of the server: {line:?}"))?;
        Ok(Self { address, child })
    }

    /// Resident memory that is no file's, in MiB.
    pub fn memory(&self) -> f64 {
        let kib = fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok().and_then(|status| {
            status.lines().find(|line| line.starts_with("RssAnon:"))?.split_whitespace().nth(1)?.parse::<u32>().ok()
        });
        f64::from(kib.expect("a running process")) / 1024.0
    }

    /// The most memory, in MiB, while something is done, and what that gave.
    pub fn peak<T>(&self, work: impl FnOnce() -> T) -> (f64, T) {
        let done = AtomicBool::new(false);
        let peak = AtomicU64::new(self.memory().to_bits());
        let worked = thread::scope(|scope| {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    // numbers above zero compare as their bits do
                    peak.fetch_max(self.memory().to_bits(), Ordering::Relaxed);
                    thread::sleep(SAMPLED_EVERY);
                }
            });
            let worked = work();
            done.store(true, Ordering::Relaxed);
            worked
        });
        (f64::from_bits(peak.into_inner()), worked)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
