//! Lookups: parts of an answer that depend on one value of a row, such as a report's columns about a person. Each is
//! queried once and cached in serialized form for later rows. Nested lookups, such as the person's division, have
//! caches of their own.
//!
//! A lookup's fields may be at several places of a row. The fields at one place are a *run*.

use std::collections::hash_map::Entry;

use anyhow::{Context, Result, bail, ensure};
use rusqlite::CachedStatement;
use rustc_hash::FxHashMap;

use super::batch::RowBatch;
use super::memory::{BLOCK_SIZE, MemoryBlock, MemoryShare};
use super::prepared_answer::{PreparedElement, PreparedLookup};
use super::value::{self, read_cell, write_column};
use crate::encode::{Encoder, Fragment, LocalSettings};
use crate::model::cell::Cell;
use crate::operation::response_schema::RepeatRule;
use crate::store::Snapshot;

pub struct LookupState<'a> {
    statement: CachedStatement<'a>,
    prepared: &'a PreparedLookup,
    /// Nested lookups, keyed by values of this lookup's row.
    nested: Vec<LookupState<'a>>,
    share: &'a MemoryShare<'a>,
    /// The runs of the row that was serialized last.
    serialized: Fragment,
    /// Where each run ends in `serialized`.
    run_ends: Vec<usize>,
    /// The current and the previous generation of the cache.
    current: LookupCache<'a>,
    previous: LookupCache<'a>,
    /// The key used last. Adjacent rows often share it.
    last: Option<(i64, RunLocation)>,
    /// The last row that was not prefetched.
    fetched: RowBatch,
    /// Rows that the reading thread fetched for the current batch.
    pub prefetched: PrefetchedLookups,
}

#[derive(Default)]
pub struct PrefetchedLookups {
    /// The requested keys, in the order of the rows that need them.
    keys: Vec<i64>,
    /// The rows of the first of these keys; all of them once the batch is complete.
    rows: RowBatch,
    /// How many rows are used or skipped.
    used: usize,
}

#[derive(Default)]
struct LookupCache<'a> {
    /// The serialized runs of one row never span two blocks.
    blocks: Vec<MemoryBlock<'a>>,
    /// Offsets, across all blocks, at which each run begins and the last run ends.
    bounds: Vec<u32>,
    /// The index in `bounds` of the first run, by key; `None` while the key is requested.
    first_bounds: FxHashMap<i64, Option<u32>>,
}

/// Where the serialized runs of a key are. In a cache, they begin at this index of its `bounds`.
#[derive(Clone, Copy)]
enum RunLocation {
    /// In `LookupState::serialized`.
    Uncached,
    Current(u32),
    Previous(u32),
}

impl<'a> LookupState<'a> {
    pub fn open(
        prepared: &'a PreparedLookup,
        snapshot: &'a Snapshot,
        share: &'a MemoryShare<'a>,
    ) -> rusqlite::Result<Self> {
        Ok(Self {
            statement: snapshot.prepare_cached(&prepared.select)?,
            prepared,
            nested: Self::open_all(&prepared.lookups, snapshot, share)?,
            share,
            serialized: Fragment::default(),
            run_ends: Vec::new(),
            current: LookupCache::default(),
            previous: LookupCache::default(),
            last: None,
            fetched: RowBatch::default(),
            prefetched: PrefetchedLookups::default(),
        })
    }

    pub fn open_all(
        prepared: &'a [PreparedLookup],
        snapshot: &'a Snapshot,
        share: &'a MemoryShare<'a>,
    ) -> rusqlite::Result<Vec<Self>> {
        let open = |lookup| Self::open(lookup, snapshot, share);
        prepared.iter().map(open).collect()
    }

    /// Returns a serialized run of the row for a key.
    pub fn serialized_run<E: Encoder>(&mut self, key: i64, run: usize, local: &mut LocalSettings) -> Result<&[u8]> {
        let location = match self.last {
            Some((last, location)) if last == key => location,
            _ => self.find_or_serialize::<E>(key, local)?,
        };
        self.last = Some((key, location));
        Ok(match location {
            RunLocation::Current(first) => self.current.serialized_run(first, run),
            RunLocation::Previous(first) => self.previous.serialized_run(first, run),
            RunLocation::Uncached => {
                let begin = run.checked_sub(1).map_or(0, |before| self.run_ends[before]);
                &self.serialized.bytes[begin..self.run_ends[run]]
            }
        })
    }

    /// Returns where the serialized runs of a key are; serializes them if they are not cached.
    fn find_or_serialize<E: Encoder>(&mut self, key: i64, local: &mut LocalSettings) -> Result<RunLocation> {
        if let Some(Some(first)) = self.current.first_bounds.get(&key) {
            return Ok(RunLocation::Current(*first));
        }
        if let Some(Some(first)) = self.previous.first_bounds.get(&key) {
            return Ok(RunLocation::Previous(*first));
        }
        self.serialize_row::<E>(key, local)?;
        if self.prepared.repeats == RepeatRule::Anywhere {
            if self.make_room() {
                self.current.add(key, &self.serialized.bytes, &self.run_ends)?;
            } else {
                self.current.first_bounds.remove(&key);
            }
        }
        Ok(RunLocation::Uncached)
    }

    /// Serializes the row for a key into `serialized`. The row was prefetched, or is queried now.
    fn serialize_row<E: Encoder>(&mut self, key: i64, local: &mut LocalSettings) -> Result<()> {
        self.serialized.bytes.clear();
        self.run_ends.clear();
        let (batch, row) = match self.prefetched.take_index(key) {
            Some(row) => (&self.prefetched.rows, row),
            None => {
                self.fetched.begin(self.statement.column_count());
                let exists = fetch_row(&mut self.statement, key, &mut self.fetched)?;
                ensure!(exists, "nothing is known of {} {key}", self.prepared.key);
                (&self.fetched, 0)
            }
        };
        for run in &self.prepared.runs {
            for element in run {
                match element {
                    PreparedElement::Value(prepared, column) => {
                        write_column::<E>(prepared, &batch.cell(row, *column), local, &mut self.serialized)?;
                    }
                    PreparedElement::Lookup { lookup, run, column } => {
                        let nested = &mut self.nested[*lookup];
                        let key = value::read_key(batch.cell(row, *column))?;
                        self.serialized.append(nested.serialized_run::<E>(key, *run, local)?);
                    }
                    _ => bail!("a lookup has values only"),
                }
            }
            self.run_ends.push(self.serialized.bytes.len());
        }
        Ok(())
    }

    /// Requests the keys of these rows that are not cached, each once, up to a limit.
    pub fn request_missing<'c>(
        &mut self,
        keys: impl Iterator<Item = Cell<'c>>,
        limit: usize,
        requested: &mut PrefetchedLookups,
    ) {
        requested.keys.clear();
        for key in keys {
            if requested.keys.len() == limit {
                break;
            }
            if let Cell::Int(key) = key
                && let Entry::Vacant(missing) = self.current.first_bounds.entry(key)
                && !self.previous.first_bounds.contains_key(&key)
            {
                missing.insert(None);
                requested.keys.push(key);
            }
        }
    }

    /// Fetches requested rows until the batch is full. The requesting thread fetches the rest itself.
    pub fn fetch_requested(&mut self, requested: &mut PrefetchedLookups) -> Result<()> {
        let PrefetchedLookups { keys, rows, used } = requested;
        *used = 0;
        rows.begin(self.statement.column_count());
        for key in keys.iter() {
            if rows.is_full() || !fetch_row(&mut self.statement, *key, rows)? {
                break;
            }
        }
        keys.truncate(rows.row_count());
        Ok(())
    }

    /// Makes room in the current generation for the serialized row. When it fills half of the budget, it becomes the
    /// previous one. Returns whether there is room.
    fn make_room(&mut self) -> bool {
        let bytes = self.serialized.bytes.len();
        if self.current.has_room(bytes) {
            return true;
        }
        if bytes > BLOCK_SIZE {
            return false;
        }
        if self.current.blocks.len() >= self.share.block_limit().div_ceil(2) {
            self.previous = std::mem::take(&mut self.current);
        }
        let block = self.share.allocate_block().or_else(|| {
            // other answers use all the memory: this lookup frees its own
            self.previous = LookupCache::default();
            self.share.allocate_block()
        });
        let has_block = block.is_some();
        self.current.blocks.extend(block);
        has_block
    }
}

/// Adds the row for a key to a batch. Returns whether it exists.
fn fetch_row(statement: &mut CachedStatement, key: i64, batch: &mut RowBatch) -> Result<bool> {
    let mut rows = statement.query([key])?;
    let Some(row) = rows.next()? else {
        return Ok(false);
    };
    batch.add(|column| read_cell(row.get_ref(column)?))?;
    Ok(true)
}

impl PrefetchedLookups {
    /// Returns the index of a key's row, and marks it and those before it as used.
    fn take_index(&mut self, key: i64) -> Option<usize> {
        let skipped = self.keys[self.used..].iter().position(|known| *known == key)?;
        self.used += skipped + 1;
        Some(self.used - 1)
    }
}

impl LookupCache<'_> {
    fn has_room(&self, bytes: usize) -> bool {
        self.blocks.last().is_some_and(|block| block.free_bytes() >= bytes)
    }

    /// Caches the serialized runs of a key. The last block must have room for them.
    fn add(&mut self, key: i64, serialized: &[u8], run_ends: &[usize]) -> Result<()> {
        let block_offset = (self.blocks.len() - 1) * BLOCK_SIZE;
        let block = self.blocks.last_mut().context("there is room in it")?;
        let begin = block_offset + block.add(serialized);
        let first = u32::try_from(self.bounds.len())?;
        for bound in [0].iter().chain(run_ends) {
            self.bounds.push(u32::try_from(begin + bound)?);
        }
        self.first_bounds.insert(key, Some(first));
        Ok(())
    }

    fn serialized_run(&self, first: u32, run: usize) -> &[u8] {
        let index = first as usize + run;
        let (begin, end) = (self.bounds[index] as usize, self.bounds[index + 1] as usize);
        match end - begin {
            // an empty run may begin at the end of the last block
            0 => &[],
            length => self.blocks[begin / BLOCK_SIZE].get(begin % BLOCK_SIZE, length),
        }
    }
}
