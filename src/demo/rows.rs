//! Rows of a data file that are made while they are read, so that no file is ever whole in memory.

use std::io::{self, Read};
use std::ops::Range;

/// How many bytes are made at a time, about.
const AT_ONCE: usize = 64 << 10;

/// Takes rows.
pub struct Table(csv::Writer<Vec<u8>>);

impl Table {
    fn new() -> Self {
        Self(csv::Writer::from_writer(Vec::with_capacity(2 * AT_ONCE)))
    }

    /// Adds a row of these cells.
    pub fn row<const CELLS: usize>(&mut self, cells: [&str; CELLS]) {
        self.rows([cells]);
    }

    /// Adds rows of these cells.
    pub fn rows<C: AsRef<[u8]>>(
        &mut self,
        rows: impl IntoIterator<Item = impl IntoIterator<Item = C>>,
    ) {
        for cells in rows {
            self.0
                .write_record(cells)
                .expect("memory takes rows of one length");
        }
    }

    fn bytes(self) -> Vec<u8> {
        self.0.into_inner().expect("memory takes every byte")
    }
}

/// The bytes of these rows.
pub fn bytes<C: AsRef<[u8]>>(
    rows: impl IntoIterator<Item = impl IntoIterator<Item = C>>,
) -> Vec<u8> {
    let mut table = Table::new();
    table.rows(rows);
    table.bytes()
}

/// A reader for which `write` makes the rows of one thing after the other.
pub fn made<'a>(things: u64, write: impl Fn(u64, &mut Table) + 'a) -> Box<dyn Read + 'a> {
    Box::new(Rows {
        left: 0..things,
        write,
        bytes: Vec::new(),
        read: 0,
    })
}

struct Rows<W> {
    left: Range<u64>,
    write: W,
    bytes: Vec<u8>,
    read: usize,
}

impl<W: Fn(u64, &mut Table)> Rows<W> {
    fn make(&mut self) {
        let mut table = Table::new();
        // a thing has few rows, so the size is looked at after some of them
        while table.0.get_ref().len() < AT_ONCE && !self.left.is_empty() {
            for thing in self.left.by_ref().take(64) {
                (self.write)(thing, &mut table);
            }
        }
        self.bytes = table.bytes();
        self.read = 0;
    }
}

impl<W: Fn(u64, &mut Table)> Read for Rows<W> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.read == self.bytes.len() {
            self.make();
        }
        let count = buffer.len().min(self.bytes.len() - self.read);
        buffer[..count].copy_from_slice(&self.bytes[self.read..self.read + count]);
        self.read += count;
        Ok(count)
    }
}
