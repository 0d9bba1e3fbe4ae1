//! How much memory answers may use: all that are in flight share one amount.

use std::sync::atomic::{AtomicUsize, Ordering};

use memmap2::MmapMut;

/// How long a block is.
pub const BLOCK: usize = 64 * 1024;

/// How many blocks all answers in flight have together at most.
const BLOCKS: usize = 19 * 1024 * 1024 / BLOCK;

/// How many blocks one lookup has at most.
const FOR_ONE: usize = 12 * 1024 * 1024 / BLOCK;

/// How long the chunks of all answers in flight are together, of each the one that is being written.
const CHUNKS: usize = 1024 * 1024;

/// The sizes between which chunks are.
const CHUNK: std::ops::RangeInclusive<usize> = 16 * 1024..=256 * 1024;

/// Which part of all that was handed over before it a chunk is at most.
const GROWTH: usize = 16;

/// Knows how many answers are in flight, and what they have.
#[derive(Default)]
pub struct MemoryBudget {
    answers: AtomicUsize,
    blocks: AtomicUsize,
}

/// The share of one answer, which shrinks while more come; given back when dropped.
pub struct MemoryShare<'a> {
    memory: &'a MemoryBudget,
}

/// Memory that is filled once, given back when dropped: to the system, since what an allocator is given back it
/// keeps for the thread that had it, and answers are written by many.
pub struct MemoryBlock<'a> {
    memory: &'a MemoryBudget,
    bytes: MmapMut,
    filled: usize,
}

impl MemoryBudget {
    /// The share of one more answer.
    pub fn share(&self) -> MemoryShare<'_> {
        self.answers.fetch_add(1, Ordering::Relaxed);
        MemoryShare { memory: self }
    }
}

impl<'a> MemoryShare<'a> {
    /// How many blocks a lookup may have now.
    pub fn blocks(&self) -> usize {
        (BLOCKS / self.answers()).clamp(1, FOR_ONE)
    }

    /// One block more; `None` when the answers in flight have them all.
    pub fn block(&self) -> Option<MemoryBlock<'a>> {
        let memory = self.memory;
        let one_more = |blocks| (blocks < BLOCKS).then_some(blocks + 1);
        memory.blocks.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_more).ok()?;
        match MmapMut::map_anon(BLOCK) {
            Ok(bytes) => Some(MemoryBlock { memory, bytes, filled: 0 }),
            Err(_) => {
                memory.blocks.fetch_sub(1, Ordering::Relaxed);
                None
            }
        }
    }

    /// How much is handed over at once after so much, of which a few chunks are on their way: waking the thread that
    /// sends costs as much as copying a large one. They grow with what was handed over, so that an answer which nobody
    /// reads holds little.
    pub fn chunk(&self, handed_over: usize) -> usize {
        (CHUNKS / self.answers()).min(handed_over / GROWTH).clamp(*CHUNK.start(), *CHUNK.end())
    }

    fn answers(&self) -> usize {
        self.memory.answers.load(Ordering::Relaxed)
    }
}

impl Drop for MemoryShare<'_> {
    fn drop(&mut self) {
        self.memory.answers.fetch_sub(1, Ordering::Relaxed);
    }
}

impl MemoryBlock<'_> {
    /// How much fits in yet.
    pub fn room(&self) -> usize {
        BLOCK - self.filled
    }

    /// Adds bytes, for which there is room; where they begin.
    pub fn add(&mut self, bytes: &[u8]) -> usize {
        let begin = self.filled;
        self.filled += bytes.len();
        self.bytes[begin..self.filled].copy_from_slice(bytes);
        begin
    }

    /// So many of its bytes from there on.
    pub fn get(&self, begin: usize, count: usize) -> &[u8] {
        &self.bytes[begin..begin + count]
    }
}

impl Drop for MemoryBlock<'_> {
    fn drop(&mut self) {
        self.memory.blocks.fetch_sub(1, Ordering::Relaxed);
    }
}
