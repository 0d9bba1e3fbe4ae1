//! Clients that send requests at the same time, each one request after the other.

use std::sync::Barrier;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};

use crate::client::Client;
use crate::server::Server;

/// The condition that ends a run.
#[derive(Clone, Copy)]
pub enum Until {
    Elapsed(Duration),
    /// The number of requests of all clients together.
    Answered(u32),
}

/// A kind of request, and its expected response.
pub struct RequestKind<'a> {
    pub write_request: &'a (dyn Fn(&mut Random, &mut Vec<u8>) + Sync),
    pub status: u16,
    /// A part of the response's body.
    pub body_part: &'a str,
}

/// The result of a run, or the sum of several.
#[derive(Default)]
pub struct LoadResult {
    pub requests: f64,
    pub seconds: f64,
    pub bytes: f64,
    /// In nanoseconds.
    pub latencies: Vec<u32>,
}

/// A generator of pseudo-random numbers (xorshift).
pub struct Random(u64);

impl Random {
    /// Returns a number from 1 to `last`.
    pub fn up_to(&mut self, last: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 32) as u32 % last + 1
    }
}

/// Lets clients send requests until the condition is met.
pub fn run(server: &Server, clients: usize, until: Until, kind: &RequestKind) -> Result<LoadResult> {
    let ready = Barrier::new(clients + 1);
    let left = AtomicU32::new(match until {
        Until::Elapsed(_) => u32::MAX,
        Until::Answered(count) => count,
    });
    let time_limit = match until {
        Until::Elapsed(time) => time,
        Until::Answered(_) => Duration::from_secs(600),
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..clients)
            .map(|number| {
                let (ready, left) = (&ready, &left);
                scope.spawn(move || {
                    let client = Client::connect(server.address);
                    ready.wait();
                    run_client(client?, number, time_limit, left, kind)
                })
            })
            .collect();
        ready.wait();
        let start = Instant::now();
        let mut result = LoadResult::default();
        let parts: Vec<_> = threads.into_iter().map(|thread| thread.join().expect("no panic")).collect();
        result.seconds = start.elapsed().as_secs_f64();
        for part in parts {
            let (latencies, bytes) = part?;
            result.requests += latencies.len() as f64;
            result.bytes += bytes as f64;
            result.latencies.extend(latencies);
        }
        Ok(result)
    })
}

/// Returns the latencies in nanoseconds, and the bytes of all bodies.
fn run_client(
    mut client: Client,
    number: usize,
    time_limit: Duration,
    left: &AtomicU32,
    kind: &RequestKind,
) -> Result<(Vec<u32>, usize)> {
    let start = Instant::now();
    let mut random = Random(0x9E37_79B9_7F4A_7C15 ^ (number as u64 + 1) << 17);
    let (mut request, mut body) = (Vec::new(), Vec::new());
    let (mut latencies, mut bytes) = (Vec::new(), 0);
    let take_request = || left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
    while start.elapsed() < time_limit && take_request().is_ok() {
        (kind.write_request)(&mut random, &mut request);
        let sent = Instant::now();
        client.send(&request)?;
        body.clear();
        let head = client.receive(|piece| body.extend_from_slice(piece))?;
        latencies.push(u32::try_from(sent.elapsed().as_nanos()).unwrap_or(u32::MAX));
        bytes += head.body_length;
        let text = String::from_utf8_lossy(&body);
        ensure!(
            head.status == kind.status && text.contains(kind.body_part),
            "unexpected response: {} {text}",
            head.status
        );
    }
    Ok((latencies, bytes))
}

impl LoadResult {
    /// Adds the result of another run.
    pub fn add(&mut self, other: LoadResult) {
        self.requests += other.requests;
        self.seconds += other.seconds;
        self.bytes += other.bytes;
        self.latencies.extend(other.latencies);
    }

    /// Returns the requests per second.
    pub fn rate(&self) -> f64 {
        self.requests / self.seconds
    }

    /// Returns the average length of a body.
    pub fn body_length(&self) -> f64 {
        self.bytes / self.requests
    }

    /// Returns the median and the p99 of the latencies, in microseconds.
    pub fn latency_percentiles(&mut self) -> (f64, f64) {
        self.latencies.sort_unstable();
        let last = self.latencies.len() - 1;
        let at = |share: f64| f64::from(self.latencies[(last as f64 * share) as usize]) / 1000.0;
        (at(0.5), at(0.99))
    }
}
