//! What one value of a row decides alone, such as all that a report tells of a person: asked for once, and
//! remembered as it is written for the rows that come later.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context, Result};
use rusqlite::CachedStatement;

use super::value::{Tags, write};
use crate::model::offsets::Offsets;
use crate::operation::{Again, Value};
use crate::store::Snapshot;
use crate::wire::xml::Fragment;

/// How many bytes one lookup remembers at most; it then begins anew.
const ALONE: usize = 12 * 1024 * 1024;

/// How many bytes the lookups of all answers in flight may remember together.
const TOGETHER: usize = 64 * 1024 * 1024;

/// A lookup, made ready: its query and what is written from the row.
pub struct Prepared {
    pub select: &'static str,
    /// Of each column how it is written.
    pub columns: Vec<(Value, Tags)>,
    pub again: Again,
}

/// What all lookups in flight share.
#[derive(Default)]
pub struct Memory {
    lookups: AtomicUsize,
}

/// One lookup of an answer.
pub struct Lookup<'a> {
    statement: CachedStatement<'a>,
    columns: &'a [(Value, Tags)],
    again: Again,
    memory: &'a Memory,
    /// What was written for each value, one after the other.
    written: Fragment,
    /// Where it stands in `written`, by the value.
    known: HashMap<i64, (usize, usize)>,
    /// The value asked for last, which often comes again.
    last: Option<(i64, (usize, usize))>,
}

impl<'a> Lookup<'a> {
    pub fn open(
        prepared: &'a Prepared,
        snapshot: &'a Snapshot,
        memory: &'a Memory,
    ) -> rusqlite::Result<Self> {
        let statement = snapshot.prepare_cached(prepared.select)?;
        memory.lookups.fetch_add(1, Ordering::Relaxed);
        Ok(Self {
            statement,
            columns: &prepared.columns,
            again: prepared.again,
            memory,
            written: Fragment::default(),
            known: HashMap::new(),
            last: None,
        })
    }

    /// The elements for this value, as they are written.
    pub fn written(&mut self, key: i64, base: &str, offsets: &mut Offsets) -> Result<&[u8]> {
        let (begin, end) = match self.last {
            Some((last, place)) if last == key => place,
            _ => match self.known.get(&key) {
                Some(place) => *place,
                None => self.find(key, base, offsets)?,
            },
        };
        self.last = Some((key, (begin, end)));
        Ok(&self.written.bytes()[begin..end])
    }

    fn find(&mut self, key: i64, base: &str, offsets: &mut Offsets) -> Result<(usize, usize)> {
        let room = match self.again {
            Again::AtOnce => 0,
            Again::AnyTime => ALONE.min(TOGETHER / self.memory.lookups.load(Ordering::Relaxed)),
        };
        if self.written.bytes().len() > room {
            self.written.clear();
            self.known.clear();
        }
        let begin = self.written.bytes().len();
        let mut rows = self.statement.query([key])?;
        let row = rows.next()?.context("a lookup gives a row for every key")?;
        for (column, (value, tags)) in self.columns.iter().enumerate() {
            let cell = row.get_ref(column)?;
            write(*value, tags, cell, base, offsets, &mut self.written)
                .with_context(|| format!("column {}", tags.open))?;
        }
        let place = (begin, self.written.bytes().len());
        self.known.insert(key, place);
        Ok(place)
    }
}

impl Drop for Lookup<'_> {
    fn drop(&mut self) {
        self.memory.lookups.fetch_sub(1, Ordering::Relaxed);
    }
}
