//! Lookups: parts of an answer that depend on one value of a row, such as a report's columns about a person. The row of
//! a value is queried once, and cached in serialized form. A nested lookup, such as a division, has its own cache.
//!
//! The fields of a lookup can be at several places of a row. The fields at one place are a *run*.

use std::collections::hash_map::Entry;

use anyhow::{Context, Result, bail, ensure};
use rusqlite::CachedStatement;
use rustc_hash::FxHashMap;

use super::batch::RowBatch;
use super::memory::{BLOCK_SIZE, MemoryBlock, MemoryShare};
use super::prepared_answer::{PreparedElement, PreparedLookup};
use super::value::{read_cell, read_integer, write_cell};
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
    /// The serialized runs of the last row that was not cached.
    serialized: Fragment,
    run_ends: Vec<usize>,
    current: LookupCache<'a>,
    previous: LookupCache<'a>,
    /// The last key and the place of its runs. Adjacent rows often have the same key.
    last_key: Option<(i64, RunLocation)>,
    /// The last row that this lookup queried itself, because it was not prefetched.
    fetched: RowBatch,
    /// Rows that the reading thread fetched for the current batch.
    pub prefetched: PrefetchedLookups,
}

#[derive(Default)]
pub struct PrefetchedLookups {
    /// The requested keys, in the order of the rows that need them.
    keys: Vec<i64>,
    rows: RowBatch,
    /// The number of rows that were used or skipped.
    used: usize,
}

#[derive(Default)]
struct LookupCache<'a> {
    /// The serialized runs of one row never span two blocks.
    blocks: Vec<MemoryBlock<'a>>,
    /// For each key, the offsets of its runs and of the end of its last run. Offsets count across all blocks.
    bounds: Vec<u32>,
    /// By key, the index in `bounds` where its first run begins; `None` while the key is requested.
    first_bounds: FxHashMap<i64, Option<u32>>,
}

#[derive(Clone, Copy)]
enum RunLocation {
    /// In `LookupState::serialized`.
    Uncached,
    /// In the current generation of the cache; the first run begins at this index of `bounds`.
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
            last_key: None,
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

    /// Returns a serialized run of the row for a key: from the cache, a prefetched row, or a query.
    pub fn serialized_run<E: Encoder>(&mut self, key: i64, run: usize, local: &mut LocalSettings) -> Result<&[u8]> {
        let location = match self.last_key {
            Some((last_key, location)) if last_key == key => location,
            _ => self.find_or_serialize::<E>(key, local)?,
        };
        self.last_key = Some((key, location));
        Ok(match location {
            RunLocation::Current(first) => self.current.serialized_run(first, run),
            RunLocation::Previous(first) => self.previous.serialized_run(first, run),
            RunLocation::Uncached => {
                let begin = run.checked_sub(1).map_or(0, |previous_run| self.run_ends[previous_run]);
                &self.serialized.bytes[begin..self.run_ends[run]]
            }
        })
    }

    /// Returns the place of a key's runs. Serializes runs that are not cached, and caches them if there is room.
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
                // lets later batches request the key again
                self.current.first_bounds.remove(&key);
            }
        }
        Ok(RunLocation::Uncached)
    }

    /// Serializes the row for a key into `serialized`. Queries the row if it was not prefetched.
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
        for elements in &self.prepared.runs {
            for element in elements {
                match element {
                    PreparedElement::Value(prepared, column) => {
                        write_cell::<E>(prepared, &batch.cell(row, *column), local, &mut self.serialized)?;
                    }
                    PreparedElement::Lookup { lookup, run, column } => {
                        let nested = &mut self.nested[*lookup];
                        let nested_key = read_integer(batch.cell(row, *column))?;
                        self.serialized.append(nested.serialized_run::<E>(nested_key, *run, local)?);
                    }
                    _ => bail!("a lookup has values only"),
                }
            }
            self.run_ends.push(self.serialized.bytes.len());
        }
        Ok(())
    }

    /// Fills `requested` with at most `limit` of these keys. Omits a key that is cached or was requested before.
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
                && let Entry::Vacant(entry) = self.current.first_bounds.entry(key)
                && !self.previous.first_bounds.contains_key(&key)
            {
                entry.insert(None);
                requested.keys.push(key);
            }
        }
    }

    /// Fetches the rows of requested keys until the batch is full or a row is missing. Drops the remaining keys: the
    /// requesting thread queries their rows itself.
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

    /// Makes room for the serialized row in the current generation. If this generation has half of the lookup's
    /// blocks, it becomes the previous generation, and a new generation begins. Returns false if there is no room.
    fn make_room(&mut self) -> bool {
        let bytes = self.serialized.bytes.len();
        if self.current.blocks.last().is_some_and(|block| block.free_bytes() >= bytes) {
            return true;
        }
        if bytes > BLOCK_SIZE {
            return false;
        }
        if self.current.blocks.len() >= self.share.block_limit().div_ceil(2) {
            self.previous = std::mem::take(&mut self.current);
        }
        let block = self.share.allocate_block().or_else(|| {
            // the budget is used up: this lookup frees its own blocks
            self.previous = LookupCache::default();
            self.share.allocate_block()
        });
        let has_block = block.is_some();
        self.current.blocks.extend(block);
        has_block
    }
}

/// Adds the row for a key to a batch. Returns false if there is no row for the key.
fn fetch_row(statement: &mut CachedStatement, key: i64, batch: &mut RowBatch) -> Result<bool> {
    let mut rows = statement.query([key])?;
    let Some(row) = rows.next()? else {
        return Ok(false);
    };
    batch.add(|column| read_cell(row.get_ref(column)?))?;
    Ok(true)
}

impl PrefetchedLookups {
    /// Returns the index of a key's row, if it was prefetched, and marks all rows up to it as used.
    fn take_index(&mut self, key: i64) -> Option<usize> {
        let skipped = self.keys[self.used..].iter().position(|requested| *requested == key)?;
        self.used += skipped + 1;
        Some(self.used - 1)
    }
}

impl LookupCache<'_> {
    /// Caches the serialized runs of a key. The last block must have room for them.
    fn add(&mut self, key: i64, serialized: &[u8], run_ends: &[usize]) -> Result<()> {
        let block_offset = (self.blocks.len() - 1) * BLOCK_SIZE;
        let block = self.blocks.last_mut().context("the cache has no block")?;
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
