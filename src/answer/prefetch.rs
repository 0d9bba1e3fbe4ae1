//! Rows read ahead: a long answer is read by one thread and written by another where a core is free for that. Between the
//! two go batches of rows, three for each query at most, each filled anew when it was written. Who writes says one batch
//! ahead which looked-up rows he lacks, and who reads brings them with the batch after.

use std::mem::replace;
use std::sync::mpsc::{Receiver, Sender, channel};

use anyhow::{Context, Result};

use super::batch::{ROWS, RowBatch};
use super::cursors::Cursor;
use super::lookup::{LookupState, PrefetchedLookups};
use super::prepared_answer::PreparedQuery;
use crate::model::cell::Cell;

/// How many batches of a query there are: one is written, of one it is said what is to be looked up, one is filled.
const BATCHES: usize = 3;

/// How many rows the first batches have; each later one has twice as many as the one before it, up to a whole one.
const FIRST: usize = 32;

/// What goes between the two threads.
#[derive(Default)]
struct PrefetchBatch {
    query: usize,
    rows: RowBatch,
    /// What is looked up for the rows before them, one for each lookup of such rows.
    brought: Vec<PrefetchedLookups>,
}

/// The rows of a query that another thread reads.
pub struct Prefetcher<'a> {
    /// Which of the lookups there are for them, and the columns of their keys.
    looked: &'a [(usize, usize)],
    asks: Sender<PrefetchBatch>,
    filled: Receiver<Result<PrefetchBatch>>,
    load: PrefetchBatch,
    /// Which of its rows it stands on.
    row: usize,
    next: PrefetchBatch,
    /// How much is wanted of each lookup at most: as much as need not be waited for.
    most: usize,
}

/// Who reads the rows of the queries.
pub struct PrefetchReader<'a> {
    queries: &'a [PreparedQuery],
    asked: Receiver<PrefetchBatch>,
    gives: Vec<Sender<Result<PrefetchBatch>>>,
}

/// Who reads the rows of these queries, and what they are then read from, for another thread.
pub fn ahead(queries: &[PreparedQuery]) -> (PrefetchReader<'_>, Vec<Prefetcher<'_>>) {
    let (asks, asked) = channel();
    let each = queries.iter().enumerate();
    let (gives, ahead) = each.map(|(query, of)| Prefetcher::of(query, &of.looked, &asks)).unzip();
    let reading = PrefetchReader { queries, asked, gives };
    (reading, ahead)
}

impl PrefetchReader<'_> {
    /// Reads from the rows on which the cursors stand, and what is looked up for them, until the other thread has no use
    /// for rows any more.
    pub fn read(&self, cursors: &mut [Cursor], lookups: &mut [LookupState]) {
        let mut most = vec![FIRST; self.queries.len()];
        for mut load in &self.asked {
            let query = load.query;
            let filled = load.fill(most[query], &mut cursors[query], lookups, &self.queries[query]);
            most[query] = ROWS.min(most[query] * 2);
            self.give(query, filled.map(|()| load));
        }
    }

    /// Says why nothing can be read.
    pub fn fail(&self, error: anyhow::Error) {
        self.give(0, Err(error));
    }

    fn give(&self, query: usize, load: Result<PrefetchBatch>) {
        // whoever asked may have come to an end
        let _ = self.gives[query].send(load);
    }
}

impl PrefetchBatch {
    /// Holds what is wanted for rows before, the next rows, so many at most, and nothing else; no rows where there are none.
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
    /// Those of a query, which are asked for; and where they are given to it.
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
        // where nobody reads any more, nothing is given
        let _ = self.asks.send(load);
    }

    /// On its first row, once that was read.
    pub fn begun(mut self) -> Result<Cursor<'a>> {
        self.load = self.receive()?;
        self.next = self.receive()?;
        Ok(Cursor::Ahead(Box::new(self)))
    }

    fn receive(&self) -> Result<PrefetchBatch> {
        self.filled.recv().context("the reading thread ended early")?
    }

    /// Whether it stands on a row.
    pub fn has_row(&self) -> bool {
        self.row < self.load.rows.rows()
    }

    /// Goes on to the next row.
    pub fn advance(&mut self, lookups: &mut [LookupState]) -> Result<()> {
        self.row += 1;
        if !self.has_row() {
            self.turn(lookups)?;
            self.row = 0;
        }
        Ok(())
    }

    /// Goes on to the next rows, with what was brought for them, and says what is wanted for those after.
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

    /// A value of the row on which it stands.
    #[inline]
    pub fn cell(&self, column: usize) -> Cell<'_> {
        self.load.rows.cell(self.row, column)
    }
}

#[cfg(test)]
mod tests;
