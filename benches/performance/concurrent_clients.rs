//! Load: some clients, each of which sends its next request when its last was answered.

use std::sync::Barrier;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};

use crate::client::Client;
use crate::server::Server;

/// When the clients stop.
#[derive(Clone, Copy)]
pub enum Until {
    /// So much time has passed.
    Passed(Duration),
    /// So many requests were answered, of all clients.
    Answered(u32),
}

/// A kind of request and what its answer must be.
pub struct Kind<'a> {
    /// Writes a request.
    pub request: &'a (dyn Fn(&mut Chance, &mut Vec<u8>) + Sync),
    pub status: u16,
    /// The answer's body.
    pub holds: &'a str,
}

/// What came of it.
#[derive(Default)]
pub struct Outcome {
    pub requests: f64,
    pub seconds: f64,
    pub bytes: f64,
    /// In nanoseconds.
    pub latencies: Vec<u32>,
}

/// Numbers as if by chance (xorshift).
pub struct Chance(u64);

impl Chance {
    /// 1 to `last`.
    pub fn up_to(&mut self, last: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 32) as u32 % last + 1
    }
}

/// Puts this load on the server.
pub fn run(server: &Server, clients: usize, until: Until, kind: &Kind) -> Result<Outcome> {
    let ready = Barrier::new(clients + 1);
    let left = AtomicU32::new(match until {
        Until::Passed(_) => u32::MAX,
        Until::Answered(count) => count,
    });
    let end = match until {
        Until::Passed(time) => time,
        Until::Answered(_) => Duration::from_secs(600),
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..clients)
            .map(|number| {
                let (ready, left) = (&ready, &left);
                scope.spawn(move || {
                    let connected = Client::connect(server.address);
                    ready.wait();
                    one(connected?, number, end, left, kind)
                })
            })
            .collect();
        ready.wait();
        let began = Instant::now();
        let mut outcome = Outcome::default();
        let parts: Vec<_> = threads.into_iter().map(|thread| thread.join().expect("no panic")).collect();
        outcome.seconds = began.elapsed().as_secs_f64();
        for part in parts {
            let (latencies, bytes) = part?;
            outcome.requests += latencies.len() as f64;
            outcome.bytes += bytes as f64;
            outcome.latencies.extend(latencies);
        }
        Ok(outcome)
    })
}

fn one(mut client: Client, number: usize, end: Duration, left: &AtomicU32, kind: &Kind) -> Result<(Vec<u32>, usize)> {
    let began = Instant::now();
    let mut chance = Chance(0x9E37_79B9_7F4A_7C15 ^ (number as u64 + 1) << 17);
    let (mut request, mut body) = (Vec::new(), Vec::new());
    let (mut latencies, mut bytes) = (Vec::new(), 0);
    let next = || left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
    while began.elapsed() < end && next().is_ok() {
        (kind.request)(&mut chance, &mut request);
        let sent = Instant::now();
        client.send(&request)?;
        body.clear();
        let reply = client.receive(|piece| body.extend_from_slice(piece))?;
        latencies.push(u32::try_from(sent.elapsed().as_nanos()).unwrap_or(u32::MAX));
        bytes += reply.bytes;
        let text = String::from_utf8_lossy(&body);
        ensure!(reply.status == kind.status && text.contains(kind.holds), "an answer is {} {text}", reply.status);
    }
    Ok((latencies, bytes))
}

impl Outcome {
    /// Adds another turn of the same.
    pub fn add(&mut self, other: Outcome) {
        self.requests += other.requests;
        self.seconds += other.seconds;
        self.bytes += other.bytes;
        self.latencies.extend(other.latencies);
    }

    /// Requests answered in a second.
    pub fn rate(&self) -> f64 {
        self.requests / self.seconds
    }

    /// The length of an answer's body, on average.
    pub fn length(&self) -> f64 {
        self.bytes / self.requests
    }

    /// The latencies that half of the requests, and 99 of 100, stay within, in microseconds.
    pub fn latencies(&mut self) -> (f64, f64) {
        self.latencies.sort_unstable();
        let last = self.latencies.len() - 1;
        let at = |share: f64| f64::from(self.latencies[(last as f64 * share) as usize]) / 1000.0;
        (at(0.5), at(0.99))
    }
}
