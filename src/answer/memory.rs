//! How much memory an answer may use: all that are in flight share one amount.

use std::sync::atomic::{AtomicUsize, Ordering};

/// What all answers in flight may hold together, of what can be chosen: what is looked up, and chunks.
const TOGETHER: usize = 64 * 1024 * 1024;

/// The sizes between which chunks are.
const CHUNK: std::ops::RangeInclusive<usize> = 16 * 1024..=256 * 1024;

/// Knows how many answers are in flight.
#[derive(Default)]
pub struct Memory {
    answers: AtomicUsize,
}

/// The share of one answer, which shrinks while more come; given back when dropped.
pub struct Share<'a> {
    memory: &'a Memory,
}

impl Memory {
    /// The share of one more answer.
    pub fn share(&self) -> Share<'_> {
        self.answers.fetch_add(1, Ordering::Relaxed);
        Share { memory: self }
    }
}

impl Share<'_> {
    /// How many bytes it is now.
    pub fn bytes(&self) -> usize {
        TOGETHER / self.memory.answers.load(Ordering::Relaxed)
    }

    /// How much is handed over at once, of which a few chunks are on their way: waking the thread that sends
    /// costs as much as copying a large one.
    pub fn chunk(&self) -> usize {
        (self.bytes() / 16).clamp(*CHUNK.start(), *CHUNK.end())
    }
}

impl Drop for Share<'_> {
    fn drop(&mut self) {
        self.memory.answers.fetch_sub(1, Ordering::Relaxed);
    }
}
