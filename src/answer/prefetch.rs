//! Prefetching: one thread reads the rows of a streamed answer and another writes them, if a core is free. Up to three
//! batches per query are in circulation and are reused. The writer requests missing lookups one batch early; the
//! reader sends them with the next batch.

use std::mem::replace;
use std::sync::mpsc::{Receiver, Sender, channel};

use anyhow::{Context, Result};

use super::batch::{ROWS, RowBatch};
use super::cursors::Cursor;
use super::lookup::{LookupState, PrefetchedLookups};
use super::prepared_answer::PreparedQuery;
use crate::model::cell::Cell;

/// Batches per query: one is written, one has its lookups requested, one is filled.
const BATCHES: usize = 3;

/// The first batch has this many rows. Each later batch doubles, up to a full one.
const FIRST: usize = 32;

/// A batch that the threads exchange.
#[derive(Default)]
struct PrefetchBatch {
    query: usize,
    rows: RowBatch,
    /// Prefetched lookups for the rows of the batch before, one per lookup of these rows.
    brought: Vec<PrefetchedLookups>,
}

pub struct Prefetcher<'a> {
    /// The lookups of these rows and the columns of their keys.
    looked: &'a [(usize, usize)],
    asks: Sender<PrefetchBatch>,
    filled: Receiver<Result<PrefetchBatch>>,
    load: PrefetchBatch,
    row: usize,
    next: PrefetchBatch,
    /// The most keys to request per lookup: as many as arrive without waiting.
    most: usize,
}

pub struct PrefetchReader<'a> {
    queries: &'a [PreparedQuery],
    asked: Receiver<PrefetchBatch>,
    gives: Vec<Sender<Result<PrefetchBatch>>>,
}

pub fn ahead(queries: &[PreparedQuery]) -> (PrefetchReader<'_>, Vec<Prefetcher<'_>>) {
    let (asks, asked) = channel();
    let each = queries.iter().enumerate();
    let (gives, ahead) = each.map(|(query, of)| Prefetcher::of(query, &of.looked, &asks)).unzip();
    let reading = PrefetchReader { queries, asked, gives };
    (reading, ahead)
}

impl PrefetchReader<'_> {
    /// Reads rows from the cursors' current positions, and the requested lookups, until the other thread stops.
    pub fn read(&self, cursors: &mut [Cursor], lookups: &mut [LookupState]) {
        let mut most = vec![FIRST; self.queries.len()];
        for mut load in &self.asked {
            let query = load.query;
            let filled = load.fill(most[query], &mut cursors[query], lookups, &self.queries[query]);
            most[query] = ROWS.min(most[query] * 2);
            self.give(query, filled.map(|()| load));
        }
    }

    pub fn fail(&self, error: anyhow::Error) {
        self.give(0, Err(error));
    }

    fn give(&self, query: usize, load: Result<PrefetchBatch>) {
        // the receiver may have finished
        let _ = self.gives[query].send(load);
    }
}

impl PrefetchBatch {
    /// Fills a batch with requested lookups and the next rows, up to `count`. Without further rows the batch is empty.
    fn fill(
        &mut self,
        most: usize,
        cursor: &mut Cursor,
        lookups: &mut [LookupState],
        query: &PreparedQuery,
    ) -> Result<()> {
        for ((lookup, _), brought) in query.looked.iter().zip(&mut self.brought) {
            lookups[*lookup].fetch(brought)?;
        }
        self.rows.begin(query.columns);
        while cursor.has_row() && self.rows.rows() < most && !self.rows.is_full() {
            self.rows.add(|column| cursor.cell(column))?;
            cursor.advance(&mut [])?;
        }
        Ok(())
    }
}

impl<'a> Prefetcher<'a> {
    fn of(
        query: usize,
        looked: &'a [(usize, usize)],
        asks: &Sender<PrefetchBatch>,
    ) -> (Sender<Result<PrefetchBatch>>, Self) {
        let (give, filled) = channel();
        let ahead = Self {
            looked,
            asks: asks.clone(),
            filled,
            load: PrefetchBatch::default(),
            row: 0,
            next: PrefetchBatch::default(),
            most: ROWS / 2,
        };
        for _ in 0..BATCHES {
            ahead.request_batch(PrefetchBatch {
                query,
                brought: looked.iter().map(|_| PrefetchedLookups::default()).collect(),
                ..PrefetchBatch::default()
            });
        }
        (give, ahead)
    }

    fn request_batch(&self, load: PrefetchBatch) {
        // fails only if the reader has stopped
        let _ = self.asks.send(load);
    }

    /// Waits for the first batch and moves to its first row.
    pub fn begun(mut self) -> Result<Cursor<'a>> {
        self.load = self.receive()?;
        self.next = self.receive()?;
        Ok(Cursor::Ahead(Box::new(self)))
    }

    fn receive(&self) -> Result<PrefetchBatch> {
        self.filled.recv().context("the reading thread ended early")?
    }

    pub fn has_row(&self) -> bool {
        self.row < self.load.rows.rows()
    }

    pub fn advance(&mut self, lookups: &mut [LookupState]) -> Result<()> {
        self.row += 1;
        if !self.has_row() {
            self.turn(lookups)?;
            self.row = 0;
        }
        Ok(())
    }

    /// Moves to the next batch with its prefetched lookups, and requests lookups for the batch after it.
    fn turn(&mut self, lookups: &mut [LookupState]) -> Result<()> {
        let after = match self.filled.try_recv() {
            Ok(after) => {
                self.most = ROWS.min(self.most + 16);
                after?
            }
            Err(_) => {
                self.most -= self.most / 4;
                self.receive()?
            }
        };
        let next = replace(&mut self.next, after);
        let mut written = replace(&mut self.load, next);
        let PrefetchBatch { rows, brought, .. } = &mut self.next;
        for (at, (lookup, column)) in self.looked.iter().enumerate() {
            let lookup = &mut lookups[*lookup];
            lookup.take(&mut brought[at]);
            let keys = (0..rows.rows()).map(|row| rows.cell(row, *column));
            lookup.request_missing(keys, self.most, &mut written.brought[at]);
        }
        self.request_batch(written);
        Ok(())
    }

    #[inline]
    pub fn cell(&self, column: usize) -> Cell<'_> {
        self.load.rows.cell(self.row, column)
    }
}

#[cfg(test)]
mod tests;
