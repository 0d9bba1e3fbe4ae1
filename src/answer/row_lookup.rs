//! Lookups: parts of an answer that depend on one value of a row, such as a report's columns about a person. The row of
//! a value is queried once, and cached in serialized form. A nested lookup, such as a division, has its own cache.
//!
//! The fields of a lookup can be at several places of a row. The adjacent fields at one place are a *field group*.

use std::collections::hash_map::Entry;

use anyhow::{Context, Result, bail, ensure};
use rusqlite::CachedStatement;
use rustc_hash::FxHashMap;

use super::batch::RowBatch;
use super::memory::{AnswerMemory, BLOCK_SIZE, MemoryBlock};
use super::prepared_answer::{PreparedElement, PreparedLookup};
use super::value::{read_cell, read_integer, write_cell};
use crate::encode::{Encoder, Fragment, LocalSettings};
use crate::model::cell::Cell;
use crate::operation::response_schema::RepeatRule;
use crate::store::Snapshot;

/// A lookup during one answer: its query, its cache, and the rows that the reading thread fetched for it.
pub struct LookupState<'a> {
    statement: CachedStatement<'a>,
    prepared: &'a PreparedLookup,
    /// Nested lookups, keyed by values of this lookup's row.
    nested: Vec<LookupState<'a>>,
    memory: &'a AnswerMemory<'a>,
    /// The serialized field groups of the last row that was not cached, and their ends.
    serialized: Fragment,
    group_ends: Vec<usize>,
    /// Gets new rows. When it is full, it becomes `old_cache`, whose rows are dropped. Both are searched.
    new_cache: LookupCache<'a>,
    old_cache: LookupCache<'a>,
    /// The last key and the place of its serialized row. Adjacent rows often have the same key.
    last_key: Option<(i64, SerializedLocation)>,
    /// The last row that this lookup queried itself, because it was not prefetched.
    fetched: RowBatch,
    /// Rows that the reading thread fetched for the current batch.
    pub prefetched: PrefetchedLookups,
}

/// The rows of a lookup that the writing thread requests and the reading thread fetches.
#[derive(Default)]
pub struct PrefetchedLookups {
    /// The requested keys, in the order of the rows that need them.
    keys: Vec<i64>,
    rows: RowBatch,
    /// The index of the first row that was neither used nor skipped.
    next: usize,
}

/// The serialized rows of a lookup, by their keys.
#[derive(Default)]
struct LookupCache<'a> {
    /// The serialized field groups of one row never span two blocks.
    blocks: Vec<MemoryBlock<'a>>,
    /// For each cached key, the offsets of its field groups and the end of the last group. Offsets count across blocks.
    bounds: Vec<u32>,
    entries: FxHashMap<i64, CacheEntry>,
}

enum CacheEntry {
    /// The reading thread was asked for the row of the key.
    Requested,
    /// The index of the key's first bound in `bounds`.
    Cached(u32),
}

#[derive(Clone, Copy)]
enum SerializedLocation {
    /// In `LookupState::serialized`.
    NotCached,
    /// In `new_cache`, with the key's first bound.
    NewCache(u32),
    /// In `old_cache`, with the key's first bound.
    OldCache(u32),
}

impl<'a> LookupState<'a> {
    pub fn open(
        prepared: &'a PreparedLookup,
        snapshot: &'a Snapshot,
        memory: &'a AnswerMemory<'a>,
    ) -> rusqlite::Result<Self> {
        Ok(Self {
            statement: snapshot.prepare_cached(&prepared.select)?,
            prepared,
            nested: Self::open_all(&prepared.nested_lookups, snapshot, memory)?,
            memory,
            serialized: Fragment::default(),
            group_ends: Vec::new(),
            new_cache: LookupCache::default(),
            old_cache: LookupCache::default(),
            last_key: None,
            fetched: RowBatch::default(),
            prefetched: PrefetchedLookups::default(),
        })
    }

    pub fn open_all(
        prepared: &'a [PreparedLookup],
        snapshot: &'a Snapshot,
        memory: &'a AnswerMemory<'a>,
    ) -> rusqlite::Result<Vec<Self>> {
        let open = |lookup| Self::open(lookup, snapshot, memory);
        prepared.iter().map(open).collect()
    }

    /// Returns a serialized field group of the row for a key: from the cache, a prefetched row, or a query.
    pub fn serialized_group<E: Encoder>(&mut self, key: i64, group: usize, local: &mut LocalSettings) -> Result<&[u8]> {
        let location = match self.last_key {
            Some((last_key, location)) if last_key == key => location,
            _ => self.find_or_serialize::<E>(key, local)?,
        };
        self.last_key = Some((key, location));
        Ok(match location {
            SerializedLocation::NewCache(first_bound) => self.new_cache.serialized_group(first_bound, group),
            SerializedLocation::OldCache(first_bound) => self.old_cache.serialized_group(first_bound, group),
            // the end of the previous group is the beginning of this group
            SerializedLocation::NotCached => {
                let begin = if group == 0 { 0 } else { self.group_ends[group - 1] };
                &self.serialized.bytes[begin..self.group_ends[group]]
            }
        })
    }

    /// Returns the place of a key's serialized row. Serializes an uncached row, and caches it if there is room.
    fn find_or_serialize<E: Encoder>(&mut self, key: i64, local: &mut LocalSettings) -> Result<SerializedLocation> {
        if let Some(CacheEntry::Cached(first_bound)) = self.new_cache.entries.get(&key) {
            return Ok(SerializedLocation::NewCache(*first_bound));
        }
        if let Some(CacheEntry::Cached(first_bound)) = self.old_cache.entries.get(&key) {
            return Ok(SerializedLocation::OldCache(*first_bound));
        }
        self.serialize_row::<E>(key, local)?;
        // if equal keys are always adjacent, `last_key` suffices
        if self.prepared.key_repeats == RepeatRule::Anywhere {
            if self.make_room() {
                self.new_cache.add(key, &self.serialized.bytes, &self.group_ends)?;
            } else {
                self.new_cache.forget_request(key);
            }
        }
        Ok(SerializedLocation::NotCached)
    }

    /// Serializes the row for a key into `serialized`. Queries the row if it was not prefetched.
    fn serialize_row<E: Encoder>(&mut self, key: i64, local: &mut LocalSettings) -> Result<()> {
        self.serialized.bytes.clear();
        self.group_ends.clear();
        let (batch, row) = match self.prefetched.take_index(key) {
            Some(row) => (&self.prefetched.rows, row),
            None => {
                self.fetched.begin(self.statement.column_count());
                let exists = fetch_row(&mut self.statement, key, &mut self.fetched)?;
                ensure!(exists, "nothing is known of {} {key}", self.prepared.key);
                (&self.fetched, 0)
            }
        };
        for elements in &self.prepared.field_groups {
            for element in elements {
                match element {
                    PreparedElement::Value(prepared, column) => {
                        write_cell::<E>(prepared, &batch.cell(row, *column), local, &mut self.serialized)?;
                    }
                    PreparedElement::Lookup { lookup, group, key_column } => {
                        let nested = &mut self.nested[*lookup];
                        let nested_key = read_integer(batch.cell(row, *key_column))?;
                        self.serialized.append(nested.serialized_group::<E>(nested_key, *group, local)?);
                    }
                    _ => bail!("a lookup has only values and nested lookups"),
                }
            }
            self.group_ends.push(self.serialized.bytes.len());
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
            // the entry prevents that a later batch requests the key again before its row arrives
            if let Cell::Int(key) = key
                && let Entry::Vacant(entry) = self.new_cache.entries.entry(key)
                && !self.old_cache.entries.contains_key(&key)
            {
                entry.insert(CacheEntry::Requested);
                requested.keys.push(key);
            }
        }
    }

    /// Fetches the rows of requested keys. Stops if the batch is full, or if a row is missing, because each key must
    /// have its row at the same index. Drops the remaining keys: the requesting thread queries their rows itself.
    pub fn fetch_requested(&mut self, requested: &mut PrefetchedLookups) -> Result<()> {
        let PrefetchedLookups { keys, rows, next } = requested;
        *next = 0;
        rows.begin(self.statement.column_count());
        for key in keys.iter() {
            if rows.is_full() || !fetch_row(&mut self.statement, *key, rows)? {
                break;
            }
        }
        keys.truncate(rows.row_count());
        Ok(())
    }

    /// Makes room for the serialized row in `new_cache`. If it has half of the lookup's blocks, it becomes `old_cache`,
    /// and an empty cache replaces it. Returns false if there is no room.
    fn make_room(&mut self) -> bool {
        let bytes = self.serialized.bytes.len();
        if self.new_cache.blocks.last().is_some_and(|block| block.free_bytes() >= bytes) {
            return true;
        }
        // a serialized row never spans two blocks
        if bytes > BLOCK_SIZE {
            return false;
        }
        if self.new_cache.blocks.len() >= self.memory.block_limit().div_ceil(2) {
            self.old_cache = std::mem::take(&mut self.new_cache);
        }
        let block = self.memory.allocate_block().or_else(|| {
            // the budget is used up: this lookup frees its own blocks
            self.old_cache = LookupCache::default();
            self.memory.allocate_block()
        });
        let has_block = block.is_some();
        self.new_cache.blocks.extend(block);
        has_block
    }
}

/// Adds the row for a key to a batch. Returns false if there is no row for the key.
fn fetch_row(statement: &mut CachedStatement, key: i64, batch: &mut RowBatch) -> Result<bool> {
    let mut rows = statement.query([key])?;
    let Some(row) = rows.next()? else { return Ok(false) };
    batch.add(|column| read_cell(row.get_ref(column)?))?;
    Ok(true)
}

impl PrefetchedLookups {
    /// Returns the index of a key's row, if it was prefetched, and marks all rows up to it as used.
    fn take_index(&mut self, key: i64) -> Option<usize> {
        // rows use the keys in the order of the request, so the search continues after the last used key
        let skipped = self.keys[self.next..].iter().position(|requested| *requested == key)?;
        self.next += skipped + 1;
        Some(self.next - 1)
    }
}

impl LookupCache<'_> {
    /// Caches the serialized field groups of a key. The last block must have room for them.
    fn add(&mut self, key: i64, serialized: &[u8], group_ends: &[usize]) -> Result<()> {
        let block_offset = (self.blocks.len() - 1) * BLOCK_SIZE;
        let block = self.blocks.last_mut().context("the cache has no block")?;
        let begin = block_offset + block.add(serialized);
        let first_bound = u32::try_from(self.bounds.len())?;
        for bound in [0].iter().chain(group_ends) {
            self.bounds.push(u32::try_from(begin + bound)?);
        }
        self.entries.insert(key, CacheEntry::Cached(first_bound));
        Ok(())
    }

    fn forget_request(&mut self, key: i64) {
        self.entries.remove(&key);
    }

    /// Returns a field group of the key whose bounds begin at `first_bound`.
    fn serialized_group(&self, first_bound: u32, group: usize) -> &[u8] {
        let index = first_bound as usize + group;
        let (begin, end) = (self.bounds[index] as usize, self.bounds[index + 1] as usize);
        match end - begin {
            // an empty group may begin at the end of the last block
            0 => &[],
            length => self.blocks[begin / BLOCK_SIZE].get(begin % BLOCK_SIZE, length),
        }
    }
}
