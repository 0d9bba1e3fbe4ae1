//! Generates the rows of a data file while they are read, so that no file is complete in memory.

use std::io::{self, Cursor, Read};
use std::ops::Range;

use csv::StringRecord;

/// The approximate number of bytes generated at once.
const CHUNK_SIZE: usize = 64 << 10;

pub struct RowSink {
    csv: csv::Writer<Vec<u8>>,
    header: StringRecord,
}

impl RowSink {
    fn new(header: StringRecord) -> Self {
        let csv = csv::Writer::from_writer(Vec::with_capacity(2 * CHUNK_SIZE));
        Self { csv, header }
    }

    /// Writes a row with these cells by column; the other cells are empty.
    pub fn write_row<const CELLS: usize>(&mut self, cells: [(&str, &str); CELLS]) {
        let mut placed = 0;
        for column in &self.header {
            // cells are mostly in the order of the columns, so the search begins after the cells found before
            let mut rotated = cells.iter().cycle().skip(placed).take(CELLS);
            let cell = rotated.find(|(name, _)| *name == column);
            placed += usize::from(cell.is_some());
            self.csv.write_field(cell.map_or("", |(_, cell)| cell)).expect("memory takes every byte");
        }
        assert_eq!(placed, CELLS, "columns of the file: {cells:?}");
        self.csv.write_record(None::<&[u8]>).expect("memory takes rows of one length");
    }
}

/// Reads the rows that `write` adds for each object.
pub struct GeneratedCsv<W> {
    header: StringRecord,
    /// The objects whose rows are not generated yet.
    remaining: Range<u64>,
    write: W,
    bytes: Cursor<Vec<u8>>,
}

impl<W: Fn(u64, &mut RowSink)> GeneratedCsv<W> {
    pub fn new(header: StringRecord, objects: u64, write: W) -> Self {
        Self { header, remaining: 0..objects, write, bytes: Cursor::default() }
    }
}

impl<W: Fn(u64, &mut RowSink)> Read for GeneratedCsv<W> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.bytes.position() == self.bytes.get_ref().len() as u64 {
            let mut table = RowSink::new(self.header.clone());
            // an object has few rows, so the size is checked after several objects
            while table.csv.get_ref().len() < CHUNK_SIZE && !self.remaining.is_empty() {
                for object in self.remaining.by_ref().take(64) {
                    (self.write)(object, &mut table);
                }
            }
            self.bytes = Cursor::new(table.csv.into_inner().expect("memory takes every byte"));
        }
        self.bytes.read(buffer)
    }
}
