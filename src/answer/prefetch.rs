//! Prefetching: if the store has a paired snapshot for a streamed answer, one thread reads the rows, another writes
//! them. Three batches per query circulate between the threads. The writer requests missing lookups one
//! batch early; the reader sends them with the next batch.

use std::mem::{replace, swap};
use std::sync::mpsc::{Receiver, Sender, channel};

use anyhow::{Context, Result};

use super::batch::{MAX_ROWS, RowBatch};
use super::cursors::Cursor;
use super::lookup::{LookupState, PrefetchedLookups};
use super::prepared_answer::{LookupKey, PreparedQuery};
use crate::model::cell::Cell;

/// The first batch is being written, the lookups of the second are requested, and the third is being filled.
const BATCHES_PER_QUERY: usize = 3;

/// The number of rows in a query's first batch. Each batch has twice as many as the one before, up to [`MAX_ROWS`].
const FIRST_ROWS: usize = 32;

#[derive(Default)]
struct PrefetchBatch {
    query: usize,
    rows: RowBatch,
    /// For each lookup key of the query, the lookups for the rows of the previous batch.
    prefetched: Vec<PrefetchedLookups>,
}

/// The receiving side of a query: the batch being written and the next batch.
pub struct Prefetcher<'a> {
    lookup_keys: &'a [LookupKey],
    request_sender: Sender<PrefetchBatch>,
    filled_batches: Receiver<Result<PrefetchBatch>>,
    batch: PrefetchBatch,
    row: usize,
    next: PrefetchBatch,
    /// The most keys to request per lookup and batch. More keys would make the writer wait for the reader.
    key_limit: usize,
}

pub struct PrefetchReader<'a> {
    queries: &'a [PreparedQuery],
    requests: Receiver<PrefetchBatch>,
    senders: Vec<Sender<Result<PrefetchBatch>>>,
}

/// Connects a reader, for the thread that runs the queries, with a receiver for each query, for the thread that writes.
pub fn new_prefetch(queries: &[PreparedQuery]) -> (PrefetchReader<'_>, Vec<Prefetcher<'_>>) {
    let (request_sender, requests) = channel();
    let (senders, prefetchers) = queries
        .iter()
        .enumerate()
        .map(|(index, query)| Prefetcher::new_with_sender(index, &query.lookup_keys, &request_sender))
        .unzip();
    (PrefetchReader { queries, requests, senders }, prefetchers)
}

impl PrefetchReader<'_> {
    /// Fills requested batches, beginning at the cursors' current rows, until the other thread stops.
    pub fn read(&self, cursors: &mut [Cursor], lookups: &mut [LookupState]) {
        let mut row_limits = vec![FIRST_ROWS; self.queries.len()];
        for mut batch in &self.requests {
            let query = batch.query;
            let filled = batch.fill(row_limits[query], &mut cursors[query], lookups, &self.queries[query]);
            row_limits[query] = MAX_ROWS.min(row_limits[query] * 2);
            self.send(query, filled.map(|()| batch));
        }
    }

    /// Sends an error instead of a batch of the first query.
    pub fn send_error(&self, error: anyhow::Error) {
        self.send(0, Err(error));
    }

    fn send(&self, query: usize, batch: Result<PrefetchBatch>) {
        // fails only if the other thread has stopped
        let _ = self.senders[query].send(batch);
    }
}

impl PrefetchBatch {
    /// Fills a batch with the requested lookups and at most `row_limit` more rows. A batch without rows marks the end.
    fn fill(
        &mut self,
        row_limit: usize,
        cursor: &mut Cursor,
        lookups: &mut [LookupState],
        query: &PreparedQuery,
    ) -> Result<()> {
        for (key, prefetched) in query.lookup_keys.iter().zip(&mut self.prefetched) {
            lookups[key.lookup_index].fetch_requested(prefetched)?;
        }
        self.rows.begin(query.is_integer.len());
        while cursor.has_row() && self.rows.row_count() < row_limit && !self.rows.is_full() {
            self.rows.add(|column| cursor.cell(column))?;
            // the reading thread's own cursors have no prefetched lookups
            cursor.advance(&mut [])?;
        }
        Ok(())
    }
}

impl<'a> Prefetcher<'a> {
    /// Returns the sender of a query's filled batches, and its receiving side. Requests the first batches.
    fn new_with_sender(
        query: usize,
        lookup_keys: &'a [LookupKey],
        request_sender: &Sender<PrefetchBatch>,
    ) -> (Sender<Result<PrefetchBatch>>, Self) {
        let (sender, filled_batches) = channel();
        let prefetcher = Self {
            lookup_keys,
            request_sender: request_sender.clone(),
            filled_batches,
            batch: PrefetchBatch::default(),
            row: 0,
            next: PrefetchBatch::default(),
            key_limit: MAX_ROWS / 2,
        };
        for _ in 0..BATCHES_PER_QUERY {
            prefetcher.request_batch(PrefetchBatch {
                query,
                prefetched: lookup_keys.iter().map(|_| PrefetchedLookups::default()).collect(),
                ..PrefetchBatch::default()
            });
        }
        (sender, prefetcher)
    }

    fn request_batch(&self, batch: PrefetchBatch) {
        // fails only if the reader has stopped
        let _ = self.request_sender.send(batch);
    }

    pub fn into_cursor(mut self) -> Result<Cursor<'a>> {
        self.batch = self.receive()?;
        self.next = self.receive()?;
        Ok(Cursor::Prefetched(Box::new(self)))
    }

    fn receive(&self) -> Result<PrefetchBatch> {
        self.filled_batches.recv().context("the reading thread ended early")?
    }

    pub fn has_row(&self) -> bool {
        self.row < self.batch.rows.row_count()
    }

    /// Advances to the next row. A new batch gives its prefetched lookups to `lookups`.
    pub fn advance(&mut self, lookups: &mut [LookupState]) -> Result<()> {
        self.row += 1;
        if !self.has_row() {
            self.move_to_next_batch(lookups)?;
            self.row = 0;
        }
        Ok(())
    }

    /// Moves to the next batch. Its lookups came with the batch after it, because their keys were requested one batch
    /// early. Requests the missing lookups of the batch after next.
    fn move_to_next_batch(&mut self, lookups: &mut [LookupState]) -> Result<()> {
        // the limit grows slowly while batches arrive in time, and shrinks fast when this thread must wait
        let batch_after_next = match self.filled_batches.try_recv() {
            Ok(batch) => {
                self.key_limit = MAX_ROWS.min(self.key_limit + 16);
                batch?
            }
            Err(_) => {
                self.key_limit -= self.key_limit / 4;
                self.receive()?
            }
        };
        let next = replace(&mut self.next, batch_after_next);
        let mut finished = replace(&mut self.batch, next);
        let PrefetchBatch { rows, prefetched, .. } = &mut self.next;
        for (index, LookupKey { lookup_index, key_column }) in self.lookup_keys.iter().enumerate() {
            let lookup_state = &mut lookups[*lookup_index];
            swap(&mut lookup_state.prefetched, &mut prefetched[index]);
            let keys = (0..rows.row_count()).map(|row| rows.cell(row, *key_column));
            lookup_state.request_missing(keys, self.key_limit, &mut finished.prefetched[index]);
        }
        self.request_batch(finished);
        Ok(())
    }

    #[inline]
    pub fn cell(&self, column: usize) -> Cell<'_> {
        self.batch.rows.cell(self.row, column)
    }
}

#[cfg(test)]
mod tests;
