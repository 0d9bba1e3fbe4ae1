//! Generates the rows of a data file while the file is read, so that no file is complete in memory.

use std::io::{self, Cursor, Read};
use std::ops::Range;

use csv::StringRecord;

/// The approximate number of bytes generated at once.
const CHUNK_SIZE: usize = 64 << 10;

pub struct RowWriter {
    csv: csv::Writer<Vec<u8>>,
    header: StringRecord,
}

impl RowWriter {
    fn new(header: StringRecord) -> Self {
        let csv = csv::Writer::from_writer(Vec::with_capacity(2 * CHUNK_SIZE));
        Self { csv, header }
    }

    /// Writes a row. A pair is a column and a cell. Columns without a pair get an empty cell. Panics if the file lacks
    /// the column of a pair.
    pub fn write_row<const CELLS: usize>(&mut self, cells: [(&str, &str); CELLS]) {
        let mut written = 0;
        // cells are mostly in the order of the columns, so each search begins after the previous result
        let mut search_start = 0;
        for column in &self.header {
            let cell = match find_cell(&cells, search_start, column) {
                Some(index) => {
                    written += 1;
                    search_start = index + 1;
                    cells[index].1
                }
                None => "",
            };
            self.csv.write_field(cell).expect("memory takes every byte");
        }
        assert_eq!(written, CELLS, "a cell has a column that the file lacks: {cells:?}");
        self.csv.write_record(None::<&[u8]>).expect("memory takes rows of one length");
    }
}

fn find_cell(cells: &[(&str, &str)], start: usize, column: &str) -> Option<usize> {
    let (before, after) = cells.split_at(start);
    let find_in = |pairs: &[(&str, &str)]| pairs.iter().position(|(name, _)| *name == column);
    find_in(after).map(|index| start + index).or_else(|| find_in(before))
}

/// A reader of the rows that `write_rows` writes for each object.
pub struct GeneratedCsv<W> {
    header: StringRecord,
    /// The objects whose rows are not generated yet.
    remaining: Range<u64>,
    write_rows: W,
    /// The current chunk. The position is the number of bytes that were read.
    bytes: Cursor<Vec<u8>>,
}

impl<W: Fn(u64, &mut RowWriter)> GeneratedCsv<W> {
    pub fn new(header: StringRecord, object_count: u64, write_rows: W) -> Self {
        Self { header, remaining: 0..object_count, write_rows, bytes: Cursor::default() }
    }
}

impl<W: Fn(u64, &mut RowWriter)> Read for GeneratedCsv<W> {
    /// Reads from the current chunk, after generating the next chunk if necessary. Returns 0 after the last row.
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // all bytes are read: generates the next chunk, which stays empty after the last object
        if self.bytes.position() == self.bytes.get_ref().len() as u64 {
            let mut rows = RowWriter::new(self.header.clone());
            // an object has few rows, so the size is checked after several objects
            while rows.csv.get_ref().len() < CHUNK_SIZE && !self.remaining.is_empty() {
                for object in self.remaining.by_ref().take(64) {
                    (self.write_rows)(object, &mut rows);
                }
            }
            self.bytes = Cursor::new(rows.csv.into_inner().expect("memory takes every byte"));
        }
        self.bytes.read(buffer)
    }
}
