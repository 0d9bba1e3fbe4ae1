//! The memory budget that all running answers share.

use std::sync::atomic::{AtomicUsize, Ordering};

use memmap2::MmapMut;

pub const BLOCK_SIZE: usize = 64 * 1024;

/// The limit for all running answers together.
const MAX_BLOCKS: usize = 19 * 1024 * 1024 / BLOCK_SIZE;

/// The limit for one lookup, even if only one answer runs.
const MAX_BLOCKS_PER_LOOKUP: usize = 12 * 1024 * 1024 / BLOCK_SIZE;

/// The limit for the unfinished chunks of all running answers together.
const MAX_CHUNK_BYTES: usize = 1024 * 1024;

/// The least and the greatest size of a chunk, in bytes.
const CHUNK_SIZES: std::ops::RangeInclusive<usize> = 16 * 1024..=256 * 1024;

/// A chunk above the minimum size is at most one sixteenth of the bytes sent before.
const SENT_PER_CHUNK: usize = 16;

#[derive(Default)]
pub struct MemoryBudget {
    answer_count: AtomicUsize,
    block_count: AtomicUsize,
}

/// The memory of one running answer, until dropped. Its limits shrink as more answers run.
pub struct AnswerMemory<'a> {
    budget: &'a MemoryBudget,
}

/// A block of memory that returns to the operating system on drop. An allocator would keep freed blocks for each of the
/// many threads that write answers.
pub struct MemoryBlock<'a> {
    budget: &'a MemoryBudget,
    bytes: MmapMut,
    /// The number of bytes in use, from the beginning.
    filled: usize,
}

impl MemoryBudget {
    pub fn begin_answer(&self) -> AnswerMemory<'_> {
        self.answer_count.fetch_add(1, Ordering::Relaxed);
        AnswerMemory { budget: self }
    }
}

impl<'a> AnswerMemory<'a> {
    /// Returns the number of blocks that one lookup may use now.
    pub fn block_limit(&self) -> usize {
        (MAX_BLOCKS / self.answer_count()).clamp(1, MAX_BLOCKS_PER_LOOKUP)
    }

    /// Allocates a block. Returns `None` if the running answers use the whole budget, or the system has no memory.
    pub fn allocate_block(&self) -> Option<MemoryBlock<'a>> {
        let budget = self.budget;
        // counted first, so that answers on other threads cannot exceed the budget together
        let add_one = |count| (count < MAX_BLOCKS).then_some(count + 1);
        budget.block_count.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add_one).ok()?;
        match MmapMut::map_anon(BLOCK_SIZE) {
            Ok(bytes) => Some(MemoryBlock { budget, bytes, filled: 0 }),
            Err(_) => {
                budget.block_count.fetch_sub(1, Ordering::Relaxed);
                None
            }
        }
    }

    /// Returns the size of the next chunk of an answer that has sent `sent` bytes. The first chunks are small, because
    /// the client may not read them. Later chunks are larger: waking the sender costs as much as copying a large chunk.
    pub fn chunk_size(&self, sent: usize) -> usize {
        (MAX_CHUNK_BYTES / self.answer_count())
            .min(sent / SENT_PER_CHUNK)
            .clamp(*CHUNK_SIZES.start(), *CHUNK_SIZES.end())
    }

    fn answer_count(&self) -> usize {
        self.budget.answer_count.load(Ordering::Relaxed)
    }
}

impl Drop for AnswerMemory<'_> {
    fn drop(&mut self) {
        self.budget.answer_count.fetch_sub(1, Ordering::Relaxed);
    }
}

impl MemoryBlock<'_> {
    pub fn free_bytes(&self) -> usize {
        BLOCK_SIZE - self.filled
    }

    /// Appends bytes, for which the block must have room. Returns the index of the first byte.
    pub fn add(&mut self, bytes: &[u8]) -> usize {
        let begin = self.filled;
        self.filled += bytes.len();
        self.bytes[begin..self.filled].copy_from_slice(bytes);
        begin
    }

    pub fn get(&self, begin: usize, length: usize) -> &[u8] {
        &self.bytes[begin..begin + length]
    }
}

impl Drop for MemoryBlock<'_> {
    fn drop(&mut self) {
        self.budget.block_count.fetch_sub(1, Ordering::Relaxed);
    }
}
