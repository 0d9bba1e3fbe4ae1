//! What one value of a row decides alone, such as all that a report tells of a person: asked for once, and
//! remembered as it is written for the rows that come later. What is looked up in turn, such as the person's division,
//! is remembered by itself.

use std::collections::hash_map::Entry;

use anyhow::{Context, Result, bail, ensure};
use rusqlite::CachedStatement;
use rustc_hash::FxHashMap;

use super::batch::RowBatch;
use super::memory::{BLOCK, MemoryBlock, MemoryShare};
use super::prepared_answer::{PreparedElement, PreparedLookup};
use super::value::{self, cell, value};
use crate::encode::{Encoder, Fragment, LocalSettings};
use crate::model::cell::Cell;
use crate::operation::response_schema::RepeatRule;
use crate::store::Snapshot;

/// One lookup of an answer.
pub struct LookupState<'a> {
    statement: CachedStatement<'a>,
    prepared: &'a PreparedLookup,
    /// What is looked up by keys that it gives.
    further: Vec<LookupState<'a>>,
    share: &'a MemoryShare<'a>,
    /// What was written for the value that was found last, run after run, and where each run ends.
    found: Fragment,
    ends: Vec<usize>,
    /// What is remembered, and what was before there was no more room beside it.
    young: LookupCache<'a>,
    old: LookupCache<'a>,
    /// The value asked for last, which mostly comes again.
    last: Option<(i64, CachedValue)>,
    /// The row that was found last by this thread.
    alone: RowBatch,
    /// What another one found for the rows that are written now.
    brought: PrefetchedLookups,
}

/// What one thread finds for another.
#[derive(Default)]
pub struct PrefetchedLookups {
    /// The values for which it is wanted, in the order of the rows that have them first.
    keys: Vec<i64>,
    /// What was found for them, as far as it was.
    found: RowBatch,
    /// How many of them had their turn.
    past: usize,
}

/// What was found for some values.
#[derive(Default)]
struct LookupCache<'a> {
    /// What was found for a value lies in one block, run after run.
    blocks: Vec<MemoryBlock<'a>>,
    /// Where in the blocks, laid end to end, the runs of a value begin, and the last one ends.
    bounds: Vec<u32>,
    /// Where in `bounds` those of a value are; nowhere yet, where it is wanted.
    known: FxHashMap<i64, Option<u32>>,
}

/// Where the runs of a value are.
#[derive(Clone, Copy)]
enum CachedValue {
    /// In what was found last.
    Found,
    /// In what is remembered, from here on in `bounds`.
    Young(u32),
    /// The same in what was before.
    Old(u32),
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
            further: Self::open_all(&prepared.lookups, snapshot, share)?,
            share,
            found: Fragment::default(),
            ends: Vec::new(),
            young: LookupCache::default(),
            old: LookupCache::default(),
            last: None,
            alone: RowBatch::default(),
            brought: PrefetchedLookups::default(),
        })
    }

    /// Those of a row.
    pub fn open_all(
        prepared: &'a [PreparedLookup],
        snapshot: &'a Snapshot,
        share: &'a MemoryShare<'a>,
    ) -> rusqlite::Result<Vec<Self>> {
        let open = |lookup| Self::open(lookup, snapshot, share);
        prepared.iter().map(open).collect()
    }

    /// A run of elements for this value, as they are written.
    pub fn run<E: Encoder>(&mut self, key: i64, run: usize, local: &mut LocalSettings) -> Result<&[u8]> {
        let place = match self.last {
            Some((last, place)) if last == key => place,
            _ => self.find_or_write::<E>(key, local)?,
        };
        self.last = Some((key, place));
        Ok(match place {
            CachedValue::Young(first) => self.young.run(first, run),
            CachedValue::Old(first) => self.old.run(first, run),
            CachedValue::Found => {
                let begin = run.checked_sub(1).map_or(0, |before| self.ends[before]);
                &self.found.bytes()[begin..self.ends[run]]
            }
        })
    }

    fn find_or_write<E: Encoder>(&mut self, key: i64, local: &mut LocalSettings) -> Result<CachedValue> {
        if let Some(Some(first)) = self.young.known.get(&key) {
            return Ok(CachedValue::Young(*first));
        }
        if let Some(Some(first)) = self.old.known.get(&key) {
            return Ok(CachedValue::Old(*first));
        }
        self.find::<E>(key, local)?;
        if self.prepared.again == RepeatRule::AnyTime {
            if self.make_room() {
                self.young.add(key, self.found.bytes(), &self.ends)?;
            } else {
                self.young.known.remove(&key);
            }
        }
        Ok(CachedValue::Found)
    }

    fn find<E: Encoder>(&mut self, key: i64, local: &mut LocalSettings) -> Result<()> {
        self.found.clear();
        self.ends.clear();
        let (batch, row) = match self.brought.turn(key) {
            Some(row) => (&self.brought.found, row),
            None => {
                self.alone.begin(self.statement.column_count());
                let found = fetch(&mut self.statement, key, &mut self.alone)?;
                ensure!(found, "nothing is known of {} {key}", self.prepared.key);
                (&self.alone, 0)
            }
        };
        for run in &self.prepared.runs {
            for element in run {
                match element {
                    PreparedElement::Value(of, column) => {
                        value::<E>(of, &batch.cell(row, *column), local, &mut self.found)?;
                    }
                    PreparedElement::Looked { lookup, run, column } => {
                        let further = &mut self.further[*lookup];
                        let key = value::key(batch.cell(row, *column))?;
                        self.found.written(further.run::<E>(key, *run, local)?);
                    }
                    _ => bail!("what is looked up has values only"),
                }
            }
            self.ends.push(self.found.bytes().len());
        }
        Ok(())
    }

    /// Says what is wanted for rows with these values: what is not remembered, each once, and no more than so much.
    pub fn request_missing<'c>(
        &mut self,
        keys: impl Iterator<Item = Cell<'c>>,
        most: usize,
        wanted: &mut PrefetchedLookups,
    ) {
        wanted.keys.clear();
        for key in keys {
            if wanted.keys.len() == most {
                break;
            }
            if let Cell::Int(key) = key
                && let Entry::Vacant(unknown) = self.young.known.entry(key)
                && !self.old.known.contains_key(&key)
            {
                unknown.insert(None);
                wanted.keys.push(key);
            }
        }
    }

    /// Finds what is wanted, as much of it as a batch holds; whoever wants more finds it himself.
    pub fn fetch(&mut self, wanted: &mut PrefetchedLookups) -> Result<()> {
        let PrefetchedLookups { keys, found, past } = wanted;
        *past = 0;
        found.begin(self.statement.column_count());
        for key in keys.iter() {
            if found.is_full() || !fetch(&mut self.statement, *key, found)? {
                break;
            }
        }
        keys.truncate(found.rows());
        Ok(())
    }

    /// Takes what was brought for the rows that come now, for what was brought for those before.
    pub fn take(&mut self, brought: &mut PrefetchedLookups) {
        std::mem::swap(&mut self.brought, brought);
    }

    /// Makes room for what was found, if there may be. What has grown to half of what it may have is kept as what was
    /// before, and that is forgotten.
    fn make_room(&mut self) -> bool {
        let bytes = self.found.bytes().len();
        if self.young.has_room(bytes) {
            return true;
        }
        if bytes > BLOCK {
            return false;
        }
        if self.young.blocks.len() >= self.share.blocks().div_ceil(2) {
            self.old = std::mem::take(&mut self.young);
        }
        let block = self.share.block().or_else(|| {
            // others have it all: what there is here is used again
            self.old = LookupCache::default();
            self.share.block()
        });
        let begun = block.is_some();
        self.young.blocks.extend(block);
        begun
    }
}

/// Adds the row of a value to a batch; says whether there is one.
fn fetch(statement: &mut CachedStatement, key: i64, into: &mut RowBatch) -> Result<bool> {
    let mut rows = statement.query([key])?;
    let Some(row) = rows.next()? else {
        return Ok(false);
    };
    into.add(|column| cell(row.get_ref(column)?))?;
    Ok(true)
}

impl PrefetchedLookups {
    /// Where in what was found that for a value is. What stands before it has had its turn.
    fn turn(&mut self, key: i64) -> Option<usize> {
        let at = self.keys[self.past..].iter().position(|of| *of == key)?;
        self.past += at + 1;
        Some(self.past - 1)
    }
}

impl LookupCache<'_> {
    fn has_room(&self, bytes: usize) -> bool {
        self.blocks.last().is_some_and(|block| block.room() >= bytes)
    }

    /// Adds what was found, for which there is room in the last block.
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

    /// A run of the value whose bounds begin there.
    fn run(&self, first: u32, run: usize) -> &[u8] {
        let at = first as usize + run;
        let (begin, end) = (self.bounds[at] as usize, self.bounds[at + 1] as usize);
        match end - begin {
            // it may lie at the very end of the last block
            0 => &[],
            count => self.blocks[begin / BLOCK].get(begin % BLOCK, count),
        }
    }
}
