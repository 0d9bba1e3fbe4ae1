//! Lookups: parts of an answer that depend on one value of a row own, such as a report's columns about a person.
//! Each is queried once and cached in serialized form for later rows. Nested lookups, such as the person's division,
//! have caches of their own.

use std::collections::hash_map::Entry;

use anyhow::{Context, Result, bail, ensure};
use rusqlite::CachedStatement;
use rustc_hash::FxHashMap;

use super::batch::RowBatch;
use super::memory::{BLOCK, MemoryBlock, MemoryShare};
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
    /// The serialized runs of the value found last, and where each run ends.
    found: Fragment,
    ends: Vec<usize>,
    /// The current and the previous generation of the cache.
    current: LookupCache<'a>,
    previous: LookupCache<'a>,
    /// The key used last. Adjacent rows often share it.
    last: Option<(i64, CachedValue)>,
    /// The row that this thread fetched itself.
    own: RowBatch,
    /// Rows that the prefetching thread found for the current batch.
    pub prefetched: PrefetchedLookups,
}

#[derive(Default)]
pub struct PrefetchedLookups {
    /// The requested keys, in the order of the rows that need them.
    keys: Vec<i64>,
    /// The rows found for the first of these keys.
    found: RowBatch,
    used: usize,
}

#[derive(Default)]
struct LookupCache<'a> {
    /// The serialized runs of one value never span two blocks.
    blocks: Vec<MemoryBlock<'a>>,
    /// Offsets, across all blocks, at which each run begins and the last run ends.
    bounds: Vec<u32>,
    /// The position in `bounds` per key; `None` while the key is requested.
    known: FxHashMap<i64, Option<u32>>,
}

#[derive(Clone, Copy)]
enum CachedValue {
    Found,
    /// In the current generation, from this position of `bounds`.
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
            found: Fragment::default(),
            ends: Vec::new(),
            current: LookupCache::default(),
            previous: LookupCache::default(),
            last: None,
            own: RowBatch::default(),
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

    /// Returns run number `run` of the value for a key, serialized.
    pub fn serialized_run<E: Encoder>(&mut self, key: i64, run: usize, local: &mut LocalSettings) -> Result<&[u8]> {
        let cached = match self.last {
            Some((last, cached)) if last == key => cached,
            _ => self.find_or_write::<E>(key, local)?,
        };
        self.last = Some((key, cached));
        Ok(match cached {
            CachedValue::Current(first) => self.current.serialized_run(first, run),
            CachedValue::Previous(first) => self.previous.serialized_run(first, run),
            CachedValue::Found => {
                let begin = run.checked_sub(1).map_or(0, |before| self.ends[before]);
                &self.found.bytes[begin..self.ends[run]]
            }
        })
    }

    /// Returns where the serialized value for a key is; serializes it if it is not cached.
    fn find_or_write<E: Encoder>(&mut self, key: i64, local: &mut LocalSettings) -> Result<CachedValue> {
        if let Some(Some(first)) = self.current.known.get(&key) {
            return Ok(CachedValue::Current(*first));
        }
        if let Some(Some(first)) = self.previous.known.get(&key) {
            return Ok(CachedValue::Previous(*first));
        }
        self.serialize_row::<E>(key, local)?;
        if self.prepared.again == RepeatRule::AnyTime {
            if self.make_room() {
                self.current.add(key, &self.found.bytes, &self.ends)?;
            } else {
                self.current.known.remove(&key);
            }
        }
        Ok(CachedValue::Found)
    }

    /// Serializes the row for a key into `found`. The row was prefetched, or is queried now.
    fn serialize_row<E: Encoder>(&mut self, key: i64, local: &mut LocalSettings) -> Result<()> {
        self.found.bytes.clear();
        self.ends.clear();
        let (batch, row) = match self.prefetched.position_of(key) {
            Some(row) => (&self.prefetched.found, row),
            None => {
                self.own.begin(self.statement.column_count());
                let found = fetch_row(&mut self.statement, key, &mut self.own)?;
                ensure!(found, "nothing is known of {} {key}", self.prepared.key);
                (&self.own, 0)
            }
        };
        for run in &self.prepared.runs {
            for element in run {
                match element {
                    PreparedElement::Value(prepared, column) => {
                        write_column::<E>(prepared, &batch.cell(row, *column), local, &mut self.found)?;
                    }
                    PreparedElement::Lookup { lookup, run, column } => {
                        let nested = &mut self.nested[*lookup];
                        let key = value::read_key(batch.cell(row, *column))?;
                        self.found.append(nested.serialized_run::<E>(key, *run, local)?);
                    }
                    _ => bail!("a lookup has values only"),
                }
            }
            self.ends.push(self.found.bytes.len());
        }
        Ok(())
    }

    /// Requests the keys of these rows that are not cached, each once, up to a limit.
    pub fn request_missing<'c>(
        &mut self,
        keys: impl Iterator<Item = Cell<'c>>,
        most: usize,
        requested: &mut PrefetchedLookups,
    ) {
        requested.keys.clear();
        for key in keys {
            if requested.keys.len() == most {
                break;
            }
            if let Cell::Int(key) = key
                && let Entry::Vacant(unknown) = self.current.known.entry(key)
                && !self.previous.known.contains_key(&key)
            {
                unknown.insert(None);
                requested.keys.push(key);
            }
        }
    }

    /// Fetches requested rows until the batch is full. The requesting thread fetches the rest itself.
    pub fn fetch_requested(&mut self, requested: &mut PrefetchedLookups) -> Result<()> {
        let PrefetchedLookups { keys, found, used } = requested;
        *used = 0;
        found.begin(self.statement.column_count());
        for key in keys.iter() {
            if found.is_full() || !fetch_row(&mut self.statement, *key, found)? {
                break;
            }
        }
        keys.truncate(found.row_count());
        Ok(())
    }

    /// When a generation fills half of the budget, it replaces the previous one. Returns whether there is room.
    fn make_room(&mut self) -> bool {
        let bytes = self.found.bytes.len();
        if self.current.has_room(bytes) {
            return true;
        }
        if bytes > BLOCK {
            return false;
        }
        if self.current.blocks.len() >= self.share.block_limit().div_ceil(2) {
            self.previous = std::mem::take(&mut self.current);
        }
        let block = self.share.allocate_block().or_else(|| {
            // other answers use all the memory: this lookup reuses its own
            self.previous = LookupCache::default();
            self.share.allocate_block()
        });
        let has_block = block.is_some();
        self.current.blocks.extend(block);
        has_block
    }
}

/// Adds the row for a key to a batch. Returns whether it exists.
fn fetch_row(statement: &mut CachedStatement, key: i64, into: &mut RowBatch) -> Result<bool> {
    let mut rows = statement.query([key])?;
    let Some(row) = rows.next()? else {
        return Ok(false);
    };
    into.add(|column| read_cell(row.get_ref(column)?))?;
    Ok(true)
}

impl PrefetchedLookups {
    /// Returns the position of a key among the prefetched rows, and skips those before it.
    fn position_of(&mut self, key: i64) -> Option<usize> {
        let at = self.keys[self.used..].iter().position(|of| *of == key)?;
        self.used += at + 1;
        Some(self.used - 1)
    }
}

impl LookupCache<'_> {
    fn has_room(&self, bytes: usize) -> bool {
        self.blocks.last().is_some_and(|block| block.room() >= bytes)
    }

    /// Caches a serialized value. The last block must have room for it.
    fn add(&mut self, key: i64, found: &[u8], ends: &[usize]) -> Result<()> {
        let before = (self.blocks.len() - 1) * BLOCK;
        let block = self.blocks.last_mut().context("there is room in it")?;
        let begin = before + block.add(found);
        let first = u32::try_from(self.bounds.len())?;
        for bound in [0].iter().chain(ends) {
            self.bounds.push(u32::try_from(begin + bound)?);
        }
        self.known.insert(key, Some(first));
        Ok(())
    }

    fn serialized_run(&self, first: u32, run: usize) -> &[u8] {
        let at = first as usize + run;
        let (begin, end) = (self.bounds[at] as usize, self.bounds[at + 1] as usize);
        match end - begin {
            // an empty run may begin at the end of the last block
            0 => &[],
            count => self.blocks[begin / BLOCK].get(begin % BLOCK, count),
        }
    }
}
