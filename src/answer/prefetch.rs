//! Prefetching: if the store has a paired snapshot for a streamed answer, one thread reads the rows, another writes
//! them. Three batches per query circulate between the threads. The writer requests missing lookups one
//! batch early; the reader sends them with the next batch.

use std::mem::{replace, swap};
use std::sync::mpsc::{Receiver, Sender, channel};

use anyhow::{Context, Result};

use super::batch::{MAX_ROWS, RowBatch};
use super::cursors::Cursor;
use super::prepared_answer::{LookupKey, PreparedQuery};
use super::row_lookup::{LookupState, PrefetchedLookups};
use crate::model::cell::Cell;

/// The first batch is being written, the lookups of the second are requested, and the third is being filled.
const BATCHES_PER_QUERY: usize = 3;

/// The number of rows in a query's first batch. Each batch has twice as many as the one before, up to [`MAX_ROWS`].
const FIRST_ROWS: usize = 32;

/// The first limit of requested keys, which then adapts to the speed of the reading thread.
const INITIAL_KEY_LIMIT: usize = MAX_ROWS / 2;

/// A batch that circulates between the threads: filled by the reader, then written and sent back.
#[derive(Default)]
struct PrefetchBatch {
    query: usize,
    rows: RowBatch,
    /// For each lookup key of the query, the lookups for the rows of the previous batch.
    lookups_of_previous_batch: Vec<PrefetchedLookups>,
}

/// The side of the writing thread, for one query.
pub struct PrefetchReceiver<'a> {
    lookup_keys: &'a [LookupKey],
    /// Sends written batches back, with the keys of missing lookups.
    fill_requests: Sender<PrefetchBatch>,
    filled_batches: Receiver<Result<PrefetchBatch>>,
    current: PrefetchBatch,
    /// The index of the current row in `current`.
    row: usize,
    /// The next batch. Its missing lookups are requested while `current` is written.
    next: PrefetchBatch,
    /// The most keys to request per lookup and batch. More keys would make the writer wait for the reader.
    key_limit: usize,
}

pub struct PrefetchSender<'a> {
    queries: &'a [PreparedQuery],
    batches_to_fill: Receiver<PrefetchBatch>,
    filled_batches: Vec<Sender<Result<PrefetchBatch>>>,
}

/// Returns the side of the reading thread, and for each query the side of the writing thread.
pub fn open_prefetch_channel(queries: &[PreparedQuery]) -> (PrefetchSender<'_>, Vec<PrefetchReceiver<'_>>) {
    let (fill_requests, batches_to_fill) = channel();
    let (filled_batches, receivers) = queries
        .iter()
        .enumerate()
        .map(|(index, query)| PrefetchReceiver::open(index, &query.lookup_keys, &fill_requests))
        .unzip();
    (PrefetchSender { queries, batches_to_fill, filled_batches }, receivers)
}

impl PrefetchSender<'_> {
    /// Fills and sends batches, beginning at the cursors' current rows, until the writing thread stops.
    pub fn send_batches(&self, cursors: &mut [Cursor], lookups: &mut [LookupState]) {
        // each query's first batch is small, so that the writer need not wait long
        let mut row_limits = vec![FIRST_ROWS; self.queries.len()];
        for mut batch in &self.batches_to_fill {
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
        // fails only if the writing thread has stopped
        let _ = self.filled_batches[query].send(batch);
    }
}

impl PrefetchBatch {
    /// Fills a batch: with the lookups that the rows of the previous batch need, and with at most `row_limit` further rows.
    /// A batch without rows marks the end.
    fn fill(
        &mut self,
        row_limit: usize,
        cursor: &mut Cursor,
        lookups: &mut [LookupState],
        query: &PreparedQuery,
    ) -> Result<()> {
        for (key, prefetched) in query.lookup_keys.iter().zip(&mut self.lookups_of_previous_batch) {
            lookups[key.lookup_index].fetch_requested(prefetched)?;
        }
        self.rows.begin(query.column_count());
        while cursor.has_row() && self.rows.row_count() < row_limit && !self.rows.is_full() {
            self.rows.add(|column| cursor.cell(column))?;
            // the cursors of the reading thread receive no prefetched lookups
            cursor.advance(&mut [])?;
        }
        Ok(())
    }
}

impl<'a> PrefetchReceiver<'a> {
    /// Requests the first batches of a query. Returns the reading thread's sender for filled batches, and their receiver.
    fn open(
        query: usize,
        lookup_keys: &'a [LookupKey],
        fill_requests: &Sender<PrefetchBatch>,
    ) -> (Sender<Result<PrefetchBatch>>, Self) {
        let (filled_batches_sender, filled_batches) = channel();
        let receiver = Self {
            lookup_keys,
            fill_requests: fill_requests.clone(),
            filled_batches,
            current: PrefetchBatch::default(),
            row: 0,
            next: PrefetchBatch::default(),
            key_limit: INITIAL_KEY_LIMIT,
        };
        for _ in 0..BATCHES_PER_QUERY {
            receiver.request_batch(PrefetchBatch {
                query,
                lookups_of_previous_batch: lookup_keys.iter().map(|_| PrefetchedLookups::default()).collect(),
                ..PrefetchBatch::default()
            });
        }
        (filled_batches_sender, receiver)
    }

    fn request_batch(&self, batch: PrefetchBatch) {
        // fails only if the reading thread has stopped
        let _ = self.fill_requests.send(batch);
    }

    /// Waits for the first two batches.
    pub fn into_cursor(mut self) -> Result<Cursor<'a>> {
        self.current = self.receive()?;
        self.next = self.receive()?;
        Ok(Cursor::Prefetched(Box::new(self)))
    }

    fn receive(&self) -> Result<PrefetchBatch> {
        self.filled_batches.recv().context("the reading thread ended early")?
    }

    pub fn has_row(&self) -> bool {
        self.row < self.current.rows.row_count()
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

    /// Receives a batch. The limit of keys grows slowly while batches are in time, and shrinks fast if they are late.
    fn receive_and_adapt_key_limit(&mut self) -> Result<PrefetchBatch> {
        if let Ok(batch) = self.filled_batches.try_recv() {
            self.key_limit = MAX_ROWS.min(self.key_limit + 16);
            return batch;
        }
        self.key_limit -= self.key_limit / 4;
        self.receive()
    }

    /// Makes `next` the current batch, and a newly received batch `next`. The written batch is filled again.
    fn move_to_next_batch(&mut self, lookups: &mut [LookupState]) -> Result<()> {
        let received = self.receive_and_adapt_key_limit()?;
        let next = replace(&mut self.next, received);
        let written = replace(&mut self.current, next);
        self.take_lookups_for_current(lookups);
        self.request_lookups_for_next(lookups, written);
        Ok(())
    }

    /// Gives `lookups` their prefetched rows for the current batch, which have arrived with the next batch.
    fn take_lookups_for_current(&mut self, lookups: &mut [LookupState]) {
        for (key, prefetched) in self.lookup_keys.iter().zip(&mut self.next.lookups_of_previous_batch) {
            swap(&mut lookups[key.lookup_index].prefetched, prefetched);
        }
    }

    /// Requests another batch in the written one, with the missing lookups for the rows of `next`.
    fn request_lookups_for_next(&self, lookups: &mut [LookupState], mut written: PrefetchBatch) {
        let next_rows = &self.next.rows;
        for (key, requested) in self.lookup_keys.iter().zip(&mut written.lookups_of_previous_batch) {
            let keys = (0..next_rows.row_count()).map(|row| next_rows.cell(row, key.key_column));
            lookups[key.lookup_index].request_missing(keys, self.key_limit, requested);
        }
        self.request_batch(written);
    }

    #[inline]
    pub fn cell(&self, column: usize) -> Cell<'_> {
        self.current.rows.cell(self.row, column)
    }
}

#[cfg(test)]
mod tests;
