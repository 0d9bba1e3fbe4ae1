//! What one value of a row decides alone, such as all that a report tells of a person: asked for once, and
//! remembered as it is written for the rows that come later.

use std::collections::HashMap;

use anyhow::{Context, Result};
use rusqlite::CachedStatement;

use super::memory::Share;
use super::value::{Tags, write};
use crate::model::offsets::Offsets;
use crate::operation::{Again, Value};
use crate::store::Snapshot;
use crate::wire::xml::Fragment;

/// How many bytes one lookup remembers at most; it then begins anew.
const REMEMBERED: usize = 12 * 1024 * 1024;

/// A lookup, made ready: its query, and what is written from the row that it gives.
pub struct Prepared {
    /// What it is looked up by.
    pub key: &'static str,
    pub select: &'static str,
    /// Of each column how it is written.
    pub columns: Vec<(Value, Tags)>,
    /// The columns after which each run of elements ends: those that follow each other in the answer.
    pub runs: Vec<usize>,
    pub again: Again,
}

/// One lookup of an answer.
pub struct Lookup<'a> {
    statement: CachedStatement<'a>,
    prepared: &'a Prepared,
    share: &'a Share<'a>,
    /// What was written for each value, run after run.
    written: Fragment,
    /// Where in `written` the runs meet: each ends where the next begins, of the next value too.
    bounds: Vec<u32>,
    /// Where in `bounds` the runs of a value begin.
    known: HashMap<i64, u32>,
    /// The value asked for last, which mostly comes again.
    last: Option<(i64, u32)>,
}

impl<'a> Lookup<'a> {
    pub fn open(
        prepared: &'a Prepared,
        snapshot: &'a Snapshot,
        share: &'a Share<'a>,
    ) -> rusqlite::Result<Self> {
        Ok(Self {
            statement: snapshot.prepare_cached(prepared.select)?,
            prepared,
            share,
            written: Fragment::default(),
            bounds: vec![0],
            known: HashMap::new(),
            last: None,
        })
    }

    /// A run of elements for this value, as they are written.
    pub fn run(
        &mut self,
        key: i64,
        run: usize,
        base: &str,
        offsets: &mut Offsets,
    ) -> Result<&[u8]> {
        let first = match self.last {
            Some((last, first)) if last == key => first,
            _ => match self.known.get(&key) {
                Some(first) => *first,
                None => self.find(key, base, offsets)?,
            },
        };
        self.last = Some((key, first));
        let at = first as usize + run;
        let (begin, end) = (self.bounds[at] as usize, self.bounds[at + 1] as usize);
        Ok(&self.written.bytes()[begin..end])
    }

    fn find(&mut self, key: i64, base: &str, offsets: &mut Offsets) -> Result<u32> {
        let room = match self.prepared.again {
            Again::AtOnce => 0,
            Again::AnyTime => REMEMBERED.min(self.share.bytes() / 4),
        };
        if self.written.bytes().len() > room {
            self.written.clear();
            self.bounds.truncate(1);
            self.known.clear();
        }
        self.written.reserve(room);
        let first = u32::try_from(self.bounds.len() - 1)?;
        let mut rows = self.statement.query([key])?;
        let row = rows
            .next()?
            .with_context(|| format!("nothing is known of {} {key}", self.prepared.key))?;
        let mut column = 0;
        for end in &self.prepared.runs {
            for (value, tags) in &self.prepared.columns[column..*end] {
                let cell = row.get_ref(column)?;
                write(*value, tags, &cell, base, offsets, &mut self.written)
                    .with_context(|| format!("column {}", tags.open))?;
                column += 1;
            }
            self.bounds.push(u32::try_from(self.written.bytes().len())?);
        }
        self.known.insert(key, first);
        Ok(first)
    }
}
