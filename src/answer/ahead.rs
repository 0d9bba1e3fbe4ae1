//! Rows read ahead: a long answer is read by one thread and written by another where a core is free for that. Between the
//! two go batches of rows, two for each query at most, each filled anew when it was written.

use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, SendError, Sender, channel};
use std::thread;

use anyhow::Context;

use super::cursors::Cursor;
use crate::model::cell::Cell;

/// How many rows a batch has at most, and of how many bytes of text a row is its last.
const ROWS: usize = 256;
const BYTES: usize = 64 * 1024;

/// How many batches of a query there are.
const BATCHES: usize = 2;

/// Rows of a query.
#[derive(Default)]
pub struct Batch {
    rows: usize,
    /// Row by row.
    slots: Vec<Slot>,
    /// The texts, end to end.
    text: Vec<u8>,
}

/// A cell; of a text, where it begins and ends.
enum Slot {
    Null,
    Int(i64),
    Text(usize, usize),
}

/// A batch that is to be filled from a query.
struct Ask {
    query: usize,
    batch: Batch,
}

/// The rows of a query that another thread reads.
pub struct Ahead {
    query: usize,
    columns: usize,
    asks: Sender<Ask>,
    filled: Receiver<anyhow::Result<Batch>>,
    batch: Batch,
    /// Which row of the batch it stands on.
    row: usize,
}

/// Reads rows of so many columns, from those on which the cursors stand, while another thread works with them. What it
/// works with is given back where the system has no thread for it; then nothing was read.
pub fn read_ahead<W: Send, T: Send>(
    cursors: &mut [Cursor],
    columns: &[usize],
    with: W,
    work: impl FnOnce(W, Vec<Ahead>) -> T + Send,
) -> Result<T, W> {
    let (asks, asked) = channel();
    let (gives, ahead): (Vec<_>, Vec<_>) = columns
        .iter()
        .enumerate()
        .map(|(query, columns)| Ahead::of(query, *columns, &asks))
        .unzip();
    // it ends when the other thread has no use for rows any more
    drop(asks);
    let (hand, handed) = channel();
    // what the rows are given by goes where reading them panics, so that nobody waits for it
    thread::scope(move |scope| {
        let working = move || handed.recv().map(|with| work(with, ahead));
        let Ok(working) = thread::Builder::new().spawn_scoped(scope, working) else {
            return Err(with);
        };
        hand.send(with).map_err(|SendError(with)| with)?;
        for Ask { query, mut batch } in asked {
            let filled = batch.fill(&mut cursors[query], columns[query]);
            // whoever asked may have come to an end
            let _ = gives[query].send(filled.map(|()| batch));
        }
        let done = working.join().unwrap_or_else(|panic| resume_unwind(panic));
        Ok(done.expect("it was handed over"))
    })
}

impl Ahead {
    /// Those of a query, which are asked for; and where they are given to it.
    fn of(
        query: usize,
        columns: usize,
        asks: &Sender<Ask>,
    ) -> (Sender<anyhow::Result<Batch>>, Self) {
        let (give, filled) = channel();
        let ahead = Self {
            query,
            columns,
            asks: asks.clone(),
            filled,
            batch: Batch::default(),
            row: 0,
        };
        (0..BATCHES).for_each(|_| ahead.ask(Batch::default()));
        (give, ahead)
    }

    fn ask(&self, batch: Batch) {
        // where nobody reads any more, nothing is given
        let _ = self.asks.send(Ask {
            query: self.query,
            batch,
        });
    }

    /// On its first row, once that was read.
    pub fn begun(mut self) -> anyhow::Result<Cursor<'static>> {
        self.batch = self.next()?;
        Ok(Cursor::Ahead(self))
    }

    fn next(&self) -> anyhow::Result<Batch> {
        self.filled
            .recv()
            .context("the reading thread ended early")?
    }

    /// Whether it stands on a row.
    pub fn on_row(&self) -> bool {
        self.row < self.batch.rows
    }

    /// Goes on to the next row.
    pub fn advance(&mut self) -> anyhow::Result<()> {
        self.row += 1;
        if self.row == self.batch.rows {
            let next = self.next()?;
            let written = std::mem::replace(&mut self.batch, next);
            self.ask(written);
            self.row = 0;
        }
        Ok(())
    }

    /// A value of the row on which it stands.
    #[inline]
    pub fn cell(&self, column: usize) -> Cell<'_> {
        match self.batch.slots[self.row * self.columns + column] {
            Slot::Null => Cell::Null,
            Slot::Int(number) => Cell::Int(number),
            Slot::Text(begin, end) => Cell::Text(&self.batch.text[begin..end]),
        }
    }
}

impl Batch {
    /// Holds the next rows and nothing else; none where there are none.
    fn fill(&mut self, cursor: &mut Cursor, columns: usize) -> anyhow::Result<()> {
        self.rows = 0;
        self.slots.clear();
        self.text.clear();
        while cursor.on_row() && self.rows < ROWS && self.text.len() < BYTES {
            for column in 0..columns {
                self.push(cursor.cell(column)?);
            }
            self.rows += 1;
            cursor.advance()?;
        }
        Ok(())
    }

    fn push(&mut self, cell: Cell) {
        self.slots.push(match cell {
            Cell::Null => Slot::Null,
            Cell::Int(number) => Slot::Int(number),
            Cell::Text(text) => {
                let begin = self.text.len();
                self.text.extend_from_slice(text);
                Slot::Text(begin, self.text.len())
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;
    use crate::operation::shape::ComputedRows;

    /// Rows of which none can be read.
    struct Broken;

    impl ComputedRows for Broken {
        fn advance(&mut self) -> anyhow::Result<bool> {
            Ok(true)
        }

        fn cell(&self, _: usize) -> Cell<'_> {
            panic!("a row that cannot be read")
        }
    }

    #[test]
    fn nobody_waits_for_rows_whose_reading_panicked() {
        let rows = Box::new(Broken);
        let mut cursors = [Cursor::Computed { rows, on: true }];
        let wait = |(), ahead: Vec<Ahead>| ahead.into_iter().all(|ahead| ahead.begun().is_err());
        let read = AssertUnwindSafe(|| read_ahead(&mut cursors, &[1], (), wait));
        assert!(catch_unwind(read).is_err());
    }
}
