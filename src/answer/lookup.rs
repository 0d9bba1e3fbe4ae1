//! Texts that one value of a row decides alone, such as the contact moments of its class: each is looked up
//! once and remembered for the rows that come later.

use std::collections::HashMap;

use anyhow::{Context, Result};
use rusqlite::types::ValueRef;
use rusqlite::{CachedStatement, OptionalExtension};

use crate::store::Snapshot;
use crate::wire::xml::escape;

/// How many bytes of texts one lookup remembers; it then begins anew.
const REMEMBERED: usize = 2 * 1024 * 1024;

/// One lookup of an answer.
pub struct Lookup<'a> {
    statement: CachedStatement<'a>,
    /// By the row's value; escaped.
    known: HashMap<i64, Box<[u8]>>,
    bytes: usize,
}

impl<'a> Lookup<'a> {
    pub fn open(snapshot: &'a Snapshot, select: &str) -> rusqlite::Result<Self> {
        Ok(Self {
            statement: snapshot.prepare_cached(select)?,
            known: HashMap::new(),
            bytes: 0,
        })
    }

    /// The text for this value of the row, escaped; empty where there is none.
    pub fn text(&mut self, key: ValueRef) -> Result<&[u8]> {
        let key = match key {
            ValueRef::Null => return Ok(&[]),
            key => key.as_i64().context("a lookup is by a whole number")?,
        };
        if !self.known.contains_key(&key) {
            let text = self.find(key)?;
            self.remember(key, text);
        }
        Ok(&self.known[&key])
    }

    fn find(&mut self, key: i64) -> rusqlite::Result<Box<[u8]>> {
        let mut escaped = Vec::new();
        let found = self.statement.query_row([key], |row| {
            if let Some(text) = row.get_ref(0)?.as_bytes_or_null()? {
                escape(text, &mut escaped);
            }
            Ok(())
        });
        found.optional()?;
        Ok(escaped.into())
    }

    fn remember(&mut self, key: i64, text: Box<[u8]>) {
        if self.bytes > REMEMBERED {
            self.known.clear();
            self.bytes = 0;
        }
        self.bytes += text.len() + size_of::<(i64, Box<[u8]>)>();
        self.known.insert(key, text);
    }
}
