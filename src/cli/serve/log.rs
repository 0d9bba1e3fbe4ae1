//! Writes the log to standard error through a queue and a thread of its own: a reader that stalls, stops or runs out of
//! disk must not delay answers. Lines that find the queue full are counted; lines that cannot be written are dropped.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::time::Duration;

const MAX_QUEUED_LINES: usize = 4096;

const MAX_LINES_PER_WRITE: usize = 256;

/// How long the thread collects lines for one write. To wake it for each line costs an eighth of a short request.
const COLLECT_TIME: Duration = Duration::from_millis(1);

const FLUSH_TIMEOUT: Duration = Duration::from_millis(500);

/// The writing end of the log, which all threads share.
pub struct LogQueue {
    queue: SyncSender<LogEntry>,
    /// The number of lines that found the queue full, since the last warning.
    lost: AtomicU64,
}

enum LogEntry {
    Line(Vec<u8>),
    /// A request for a reply when all earlier lines are written.
    Flush(SyncSender<()>),
}

impl LogQueue {
    pub fn start() -> io::Result<Arc<Self>> {
        let (queue, entries) = mpsc::sync_channel(MAX_QUEUED_LINES);
        let log = Arc::new(Self { queue, lost: AtomicU64::new(0) });
        let shared = Arc::clone(&log);
        std::thread::Builder::new().name("log".into()).spawn(move || write_entries(&entries, &shared.lost))?;
        Ok(log)
    }

    /// Waits until the earlier lines are written, at most [`FLUSH_TIMEOUT`].
    pub fn flush(&self) {
        let (done, reply) = mpsc::sync_channel(1);
        // a full queue is not waited for: the reader of the log has stalled
        if self.queue.try_send(LogEntry::Flush(done)).is_ok() {
            let _ = reply.recv_timeout(FLUSH_TIMEOUT);
        }
    }
}

/// Writes queued lines in groups, until the queue is dropped. Ignores errors: nobody could read about them.
fn write_entries(entries: &Receiver<LogEntry>, lost: &AtomicU64) {
    let (mut stderr, mut lines) = (io::stderr(), Vec::new());
    while let Ok(first) = entries.recv() {
        // a flush is not delayed, since a thread waits for it
        if matches!(first, LogEntry::Line(_)) {
            std::thread::sleep(COLLECT_TIME);
        }
        let queued = entries.try_iter().take(MAX_LINES_PER_WRITE);
        for entry in std::iter::once(first).chain(queued) {
            match entry {
                LogEntry::Line(line) => lines.extend(line),
                LogEntry::Flush(done) => {
                    let _ = stderr.write_all(&std::mem::take(&mut lines));
                    let _ = done.try_send(());
                }
            }
        }
        let _ = stderr.write_all(&lines);
        lines.clear();
        let count = lost.swap(0, Ordering::Relaxed);
        if count > 0 {
            // this warning passes through the queue, too
            tracing::warn!(count, "log lines were lost: they were not read in time");
        }
    }
}

/// The subscriber writes each line with one call.
impl Write for &LogQueue {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        // never waits: a full queue loses the line and counts it
        if self.queue.try_send(LogEntry::Line(line.to_vec())).is_err() {
            self.lost.fetch_add(1, Ordering::Relaxed);
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
