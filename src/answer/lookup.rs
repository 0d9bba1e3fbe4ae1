//! What one value of a row decides alone, such as all that a report tells of a person: asked for once, and
//! remembered as it is written for the rows that come later. What is looked up in turn, such as the person's division,
//! is remembered by itself.

use std::collections::HashMap;

use anyhow::{Context, Result, bail};
use rusqlite::CachedStatement;

use super::memory::{BLOCK, Block, Share};
use super::prepared::{Element, PreparedLookup};
use super::value::{cell, value};
use crate::encode::{Encoder, Fragment, Local};
use crate::operation::shape::Again;
use crate::store::Snapshot;

/// One lookup of an answer.
pub struct Lookup<'a> {
    statement: CachedStatement<'a>,
    prepared: &'a PreparedLookup,
    /// What is looked up by keys that it gives.
    further: Vec<Lookup<'a>>,
    share: &'a Share<'a>,
    /// What was written for the value that was found last, run after run, and where each run ends.
    found: Fragment,
    ends: Vec<usize>,
    /// What is remembered, and what was before there was no more room beside it.
    young: Remembered<'a>,
    old: Remembered<'a>,
    /// The value asked for last, which mostly comes again.
    last: Option<(i64, Place)>,
}

/// What was found for some values.
#[derive(Default)]
struct Remembered<'a> {
    /// What was found for a value lies in one block, run after run.
    blocks: Vec<Block<'a>>,
    /// Where in the blocks, laid end to end, the runs of a value begin, and the last one ends.
    bounds: Vec<u32>,
    /// Where in `bounds` those of a value are.
    known: HashMap<i64, u32>,
}

/// Where the runs of a value are.
#[derive(Clone, Copy)]
enum Place {
    /// In what was found last.
    Found,
    /// In what is remembered, from here on in `bounds`.
    Young(u32),
    /// The same in what was before.
    Old(u32),
}

impl<'a> Lookup<'a> {
    pub fn open(
        prepared: &'a PreparedLookup,
        snapshot: &'a Snapshot,
        share: &'a Share<'a>,
    ) -> rusqlite::Result<Self> {
        Ok(Self {
            statement: snapshot.prepare_cached(&prepared.select)?,
            prepared,
            further: Self::open_all(&prepared.lookups, snapshot, share)?,
            share,
            found: Fragment::default(),
            ends: Vec::new(),
            young: Remembered::default(),
            old: Remembered::default(),
            last: None,
        })
    }

    /// Those of a row.
    pub fn open_all(
        prepared: &'a [PreparedLookup],
        snapshot: &'a Snapshot,
        share: &'a Share<'a>,
    ) -> rusqlite::Result<Vec<Self>> {
        let open = |lookup| Self::open(lookup, snapshot, share);
        prepared.iter().map(open).collect()
    }

    /// A run of elements for this value, as they are written.
    pub fn run<E: Encoder>(&mut self, key: i64, run: usize, local: &mut Local) -> Result<&[u8]> {
        let place = match self.last {
            Some((last, place)) if last == key => place,
            _ => self.place::<E>(key, local)?,
        };
        self.last = Some((key, place));
        Ok(match place {
            Place::Young(first) => self.young.run(first, run),
            Place::Old(first) => self.old.run(first, run),
            Place::Found => {
                let begin = run.checked_sub(1).map_or(0, |before| self.ends[before]);
                &self.found.bytes()[begin..self.ends[run]]
            }
        })
    }

    fn place<E: Encoder>(&mut self, key: i64, local: &mut Local) -> Result<Place> {
        if let Some(first) = self.young.known.get(&key) {
            return Ok(Place::Young(*first));
        }
        if let Some(first) = self.old.known.get(&key) {
            return Ok(Place::Old(*first));
        }
        self.find::<E>(key, local)?;
        if self.prepared.again == Again::AnyTime && self.make_room() {
            self.young.add(key, self.found.bytes(), &self.ends)?;
        }
        Ok(Place::Found)
    }

    fn find<E: Encoder>(&mut self, key: i64, local: &mut Local) -> Result<()> {
        self.found.clear();
        self.ends.clear();
        let mut rows = self.statement.query([key])?;
        let row = rows
            .next()?
            .with_context(|| format!("nothing is known of {} {key}", self.prepared.key))?;
        for run in &self.prepared.runs {
            for element in run {
                match element {
                    Element::Value(of, column) => {
                        let cell = cell(row.get_ref(*column)?)?;
                        value::<E>(of, &cell, local, &mut self.found)?;
                    }
                    Element::Looked {
                        lookup,
                        run,
                        column,
                    } => {
                        let further = &mut self.further[*lookup];
                        let written = further.run::<E>(row.get(*column)?, *run, local)?;
                        self.found.written(written);
                    }
                    _ => bail!("what is looked up has values only"),
                }
            }
            self.ends.push(self.found.bytes().len());
        }
        Ok(())
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
            self.old = Remembered::default();
            self.share.block()
        });
        let begun = block.is_some();
        self.young.blocks.extend(block);
        begun
    }
}

impl Remembered<'_> {
    fn has_room(&self, bytes: usize) -> bool {
        let last = self.blocks.last();
        last.is_some_and(|block| block.room() >= bytes)
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
        self.known.insert(key, first);
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
