//! Generates the rows of a data file while they are read, so that no file is complete in memory.

use std::io::{self, Read};
use std::ops::Range;

use csv::StringRecord;

/// The approximate number of bytes generated at a time.
const AT_ONCE: usize = 64 << 10;

pub struct RowSink {
    csv: csv::Writer<Vec<u8>>,
    header: StringRecord,
}

impl RowSink {
    fn new(header: StringRecord) -> Self {
        let csv = csv::Writer::from_writer(Vec::with_capacity(2 * AT_ONCE));
        Self { csv, header }
    }

    /// Adds a row with these cells by column; the others are empty.
    pub fn row<const CELLS: usize>(&mut self, cells: [(&str, &str); CELLS]) {
        let mut placed = 0;
        for column in &self.header {
            // cells are mostly in the order of the columns
            let mut turned = cells.iter().cycle().skip(placed).take(CELLS);
            let cell = turned.find(|(name, _)| *name == column);
            placed += usize::from(cell.is_some());
            self.csv.write_field(cell.map_or("", |(_, cell)| cell)).expect("memory takes every byte");
        }
        assert_eq!(placed, CELLS, "columns of the file: {cells:?}");
        self.csv.write_record(None::<&[u8]>).expect("memory takes rows of one length");
    }

    fn bytes(self) -> Vec<u8> {
        self.csv.into_inner().expect("memory takes every byte")
    }
}

/// Returns a reader that calls `write` for each object's rows.
pub fn made<'a>(header: StringRecord, objects: u64, write: impl Fn(u64, &mut RowSink) + 'a) -> Box<dyn Read + 'a> {
    Box::new(GeneratedCsv { header, left: 0..objects, write, bytes: Vec::new(), read: 0 })
}

struct GeneratedCsv<W> {
    header: StringRecord,
    left: Range<u64>,
    write: W,
    bytes: Vec<u8>,
    read: usize,
}

impl<W: Fn(u64, &mut RowSink)> GeneratedCsv<W> {
    fn make(&mut self) {
        let mut table = RowSink::new(self.header.clone());
        // an object has few rows, so the size is checked after several
        while table.csv.get_ref().len() < AT_ONCE && !self.left.is_empty() {
            for object in self.left.by_ref().take(64) {
                (self.write)(object, &mut table);
            }
        }
        self.bytes = table.bytes();
        self.read = 0;
    }
}

impl<W: Fn(u64, &mut RowSink)> Read for GeneratedCsv<W> {
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
