//! What one value of a row decides alone, such as all that a report tells of a person: asked for once, and
//! remembered as it is written for the rows that come later.

use std::collections::HashMap;

use anyhow::{Context, Result};
use rusqlite::CachedStatement;

use super::memory::{BLOCK, Block, Share};
use super::prepared::PreparedLookup;
use super::value::{cell, value};
use crate::encode::{Encoder, Fragment, Local};
use crate::operation::shape::Again;
use crate::store::Snapshot;

/// One lookup of an answer.
pub struct Lookup<'a> {
    statement: CachedStatement<'a>,
    prepared: &'a PreparedLookup,
    share: &'a Share<'a>,
    /// What was written for the value that was found last, run after run, and where each run ends.
    found: Fragment,
    ends: Vec<usize>,
    /// What is remembered: what was found for a value lies in one block, run after run.
    blocks: Vec<Block<'a>>,
    /// Where in the blocks, laid end to end, the runs of a value begin, and the last one ends.
    bounds: Vec<u32>,
    /// Where in `bounds` those of a value are.
    known: HashMap<i64, u32>,
    /// The value asked for last, which mostly comes again.
    last: Option<(i64, Place)>,
}

/// Where the runs of a value are.
#[derive(Clone, Copy)]
enum Place {
    /// In what was found last.
    Found,
    /// In the blocks, from here on in `bounds`.
    Remembered(u32),
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
            share,
            found: Fragment::default(),
            ends: Vec::new(),
            blocks: Vec::new(),
            bounds: Vec::new(),
            known: HashMap::new(),
            last: None,
        })
    }

    /// A run of elements for this value, as they are written.
    pub fn run<E: Encoder>(&mut self, key: i64, run: usize, local: &mut Local) -> Result<&[u8]> {
        let place = match self.last {
            Some((last, place)) if last == key => place,
            _ => match self.known.get(&key) {
                Some(first) => Place::Remembered(*first),
                None => {
                    self.find::<E>(key, local)?;
                    if self.prepared.again == Again::AnyTime {
                        self.remember(key)?;
                    }
                    Place::Found
                }
            },
        };
        self.last = Some((key, place));
        Ok(match place {
            Place::Found => {
                let begin = run.checked_sub(1).map_or(0, |before| self.ends[before]);
                &self.found.bytes()[begin..self.ends[run]]
            }
            Place::Remembered(first) => {
                let at = first as usize + run;
                let (begin, end) = (self.bounds[at] as usize, self.bounds[at + 1] as usize);
                match end - begin {
                    // it may lie at the very end of the last block
                    0 => &[],
                    count => self.blocks[begin / BLOCK].get(begin % BLOCK, count),
                }
            }
        })
    }

    fn find<E: Encoder>(&mut self, key: i64, local: &mut Local) -> Result<()> {
        self.found.clear();
        self.ends.clear();
        let mut rows = self.statement.query([key])?;
        let row = rows
            .next()?
            .with_context(|| format!("nothing is known of {} {key}", self.prepared.key))?;
        let mut column = 0;
        for end in &self.prepared.runs {
            for of in &self.prepared.columns[column..*end] {
                let cell = cell(row.get_ref(column)?)?;
                value::<E>(of, &cell, local, &mut self.found)?;
                column += 1;
            }
            self.ends.push(self.found.bytes().len());
        }
        Ok(())
    }

    /// Remembers what was found, where there is room for it.
    fn remember(&mut self, key: i64) -> Result<()> {
        let found = self.found.bytes();
        if !self.has_room(found.len()) && !self.make_room(found.len()) {
            return Ok(());
        }
        let before = (self.blocks.len() - 1) * BLOCK;
        let block = self.blocks.last_mut().context("there is room in it")?;
        let begin = before + block.add(self.found.bytes());
        let first = u32::try_from(self.bounds.len())?;
        for bound in [0].iter().chain(&self.ends) {
            self.bounds.push(u32::try_from(begin + bound)?);
        }
        self.known.insert(key, first);
        Ok(())
    }

    fn has_room(&self, bytes: usize) -> bool {
        let last = self.blocks.last();
        last.is_some_and(|block| block.room() >= bytes)
    }

    /// Begins another block: the first again, when there may be no more.
    fn make_room(&mut self, bytes: usize) -> bool {
        if bytes > BLOCK {
            return false;
        }
        let more = self.blocks.len() < self.share.blocks();
        let block = more.then(|| self.share.block()).flatten().or_else(|| {
            self.blocks = Vec::new();
            self.bounds = Vec::new();
            self.known = HashMap::new();
            self.share.block()
        });
        let begun = block.is_some();
        self.blocks.extend(block);
        begun
    }
}
