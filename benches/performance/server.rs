//! Starts and stops a measured server, and reads its memory.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};

const MEMORY_INTERVAL: Duration = Duration::from_millis(3);

/// A running server; stopped when dropped.
pub struct Server {
    pub address: SocketAddr,
    child: Child,
}

impl Server {
    /// Starts a server whose first line is `listening on http://ADDRESS…`.
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

    /// Returns the anonymous resident memory (RssAnon), in MiB.
    pub fn memory(&self) -> f64 {
        let kib = fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok().and_then(|status| {
            status.lines().find(|line| line.starts_with("RssAnon:"))?.split_whitespace().nth(1)?.parse::<u32>().ok()
        });
        f64::from(kib.expect("a running process")) / 1024.0
    }

    /// Returns the peak memory during the work, in MiB, and the result of the work.
    pub fn peak_memory<T>(&self, work: impl FnOnce() -> T) -> (f64, T) {
        let is_done = AtomicBool::new(false);
        let peak = AtomicU64::new(self.memory().to_bits());
        let result = thread::scope(|scope| {
            scope.spawn(|| {
                while !is_done.load(Ordering::Relaxed) {
                    // the bits of positive numbers have the same order as the numbers
                    peak.fetch_max(self.memory().to_bits(), Ordering::Relaxed);
                    thread::sleep(MEMORY_INTERVAL);
                }
            });
            let result = work();
            is_done.store(true, Ordering::Relaxed);
            result
        });
        (f64::from_bits(peak.into_inner()), result)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
