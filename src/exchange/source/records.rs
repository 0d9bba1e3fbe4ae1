//! Parses a CSV file into records of cells, each with its first line. The first record is the header. Cells are bytes.
//!
//! Uses csv-core: the csv crate would count blank lines above a record to it, and fill memory after an unclosed quote.

use std::io::{self, BufRead, BufReader, Chain, Cursor, Read};

use csv_core::{ReadRecordResult, ReaderBuilder};

use super::rows::RecordError;

/// The maximum number of bytes of a record (contract §11). A longer record usually has an unclosed quote.
pub const MAX_RECORD_BYTES: usize = 1 << 20;

/// The maximum number of cells of a record (contract §11).
pub const MAX_ROW_CELLS: usize = 1_000;

/// The number of bytes in which the header is searched for separators.
const SEPARATOR_DETECTION_BYTES: u64 = 64 << 10;

pub const UTF_8_MARK: &[u8] = b"\xEF\xBB\xBF";

/// The separators that are detected in the header. If several are equally frequent, the first is chosen.
pub const SEPARATORS: [u8; 3] = *b",;\t";

/// A parser of CSV. After [`Records::next_record`], it has one record, whose cells [`Records::cell`] returns.
pub struct Records<R> {
    input: BufReader<Chain<Cursor<Vec<u8>>, R>>,
    parser: csv_core::Reader,
    pub separator: u8,
    line_counter: LineCounter,
    /// The first line of the record, from 1.
    pub record_line: u64,
    /// The bytes of all cells, one after another.
    cells: Vec<u8>,
    /// The end of each cell in `cells`.
    ends: Vec<usize>,
    /// The number of cells of the record. `ends` can be longer.
    pub cell_count: usize,
    /// The reason why the record is unusable and has no cells; `None` for a usable record.
    pub error: Option<RecordError>,
}

impl<R: Read> Records<R> {
    /// Parses a file. Without `separator`, detects the separator in the header.
    pub fn new(mut input: R, separator: Option<u8>) -> io::Result<Self> {
        // reads the first bytes to detect the separator; the parser gets them too
        let mut head = Vec::new();
        input.by_ref().take(SEPARATOR_DETECTION_BYTES).read_to_end(&mut head)?;
        let mut line_counter = LineCounter::default();
        let above = bytes_above_header(&head);
        line_counter.add(&head[..above]);
        head.drain(..above);
        let separator = separator.unwrap_or_else(|| detect_separator(&head));
        let parser = ReaderBuilder::new().delimiter(separator).build();
        Ok(Self {
            input: BufReader::with_capacity(64 << 10, Cursor::new(head).chain(input)),
            parser,
            separator,
            record_line: line_counter.line,
            line_counter,
            cells: vec![0; 4 << 10],
            ends: vec![0; 64],
            cell_count: 0,
            error: None,
        })
    }

    /// Advances to the next record. Skips blank lines. Returns false at the end.
    pub fn next_record(&mut self) -> io::Result<bool> {
        if self.error.is_some_and(RecordError::ends_file) {
            return Ok(false);
        }
        self.error = None;
        self.skip_line_ends()?;
        // the line on which the record begins; its cells can have line ends
        self.record_line = self.line_counter.line;
        match self.parse_record()? {
            None => return Ok(false),
            Some(Ok(cell_count)) => self.cell_count = cell_count,
            Some(Err(error)) => (self.cell_count, self.error) = (0, Some(error)),
        }
        Ok(true)
    }

    /// Parses a record into `cells` and `ends`. Returns its number of cells or its error; `None` at the end.
    ///
    /// csv-core reads from one buffer into two: it stops when the input is used up, when `cells` or `ends` is full, or
    /// at the end of the record. This loop then reads more, makes a buffer larger, or returns.
    fn parse_record(&mut self) -> io::Result<Option<Result<usize, RecordError>>> {
        let mut has_begun = false;
        let (mut byte_count, mut cell_count) = (0, 0);
        // the used part of `ends`
        let mut end_count = 0;
        loop {
            let buffered = self.input.fill_buf()?;
            let is_at_end = buffered.is_empty();
            // adds a line end, because the last record may lack it; within a quote, the line end is text
            let bytes = if is_at_end && has_begun { b"\n" } else { buffered };
            let (result, read, written, ends) =
                self.parser.read_record(bytes, &mut self.cells[byte_count..], &mut self.ends[end_count..]);
            if !is_at_end {
                has_begun |= read > 0;
                self.line_counter.add(&bytes[..read]);
                self.input.consume(read);
            }
            byte_count += written;
            cell_count += ends;
            end_count += ends;
            match result {
                // not even the added line end ends the record
                ReadRecordResult::InputEmpty if is_at_end && has_begun => return Ok(Some(Err(RecordError::Unclosed))),
                ReadRecordResult::InputEmpty => {}
                ReadRecordResult::OutputFull if byte_count >= MAX_RECORD_BYTES => {
                    return Ok(Some(Err(RecordError::TooLong)));
                }
                ReadRecordResult::OutputFull => self.cells.resize(self.cells.len() * 2, 0),
                // the record must be read to its end, but `ends` is of no use: overwrites it
                ReadRecordResult::OutputEndsFull if cell_count > MAX_ROW_CELLS => end_count = 0,
                ReadRecordResult::OutputEndsFull => self.ends.resize(self.ends.len() * 2, 0),
                ReadRecordResult::Record if cell_count > MAX_ROW_CELLS => {
                    return Ok(Some(Err(RecordError::TooManyCells)));
                }
                ReadRecordResult::Record => return Ok(Some(Ok(cell_count))),
                ReadRecordResult::End => return Ok(None),
            }
        }
    }

    /// Returns the bytes of a cell of the current record. `at` must be below [`Self::cell_count`].
    pub fn cell(&self, at: usize) -> &[u8] {
        let begin = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.cells[begin..self.ends[at]]
    }

    /// Skips the line ends before a record, so that blank lines are no records and count as lines.
    fn skip_line_ends(&mut self) -> io::Result<()> {
        loop {
            let bytes = self.input.fill_buf()?;
            let count = bytes.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
            self.line_counter.add(&bytes[..count]);
            self.input.consume(count);
            if count == 0 {
                return Ok(());
            }
        }
    }
}

/// Counts lines. A line ends in LF, CR LF or, in files of old spreadsheets, CR.
pub struct LineCounter {
    pub line: u64,
    /// Whether the last byte was a CR. Then an LF does not end another line.
    after_cr: bool,
}

impl Default for LineCounter {
    fn default() -> Self {
        Self { line: 1, after_cr: false }
    }
}

impl LineCounter {
    pub fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            if *byte == b'\r' || *byte == b'\n' && !self.after_cr {
                self.line += 1;
            }
            self.after_cr = *byte == b'\r';
        }
    }
}

/// Returns the number of bytes before the header: blank lines and byte order marks.
pub fn bytes_above_header(head: &[u8]) -> usize {
    let mut header = head;
    while let Some(rest) =
        header.strip_prefix(UTF_8_MARK).or_else(|| header.strip_prefix(b"\r")).or_else(|| header.strip_prefix(b"\n"))
    {
        header = rest;
    }
    head.len() - header.len()
}

/// Returns the most frequent separator outside quotes in the header. Of equally frequent separators, and in a header
/// with a single cell, returns the first in [`SEPARATORS`].
fn detect_separator(header: &[u8]) -> u8 {
    let mut counts = [0; SEPARATORS.len()];
    // a doubled quote in a quoted cell ends and begins the quotation, which makes no difference
    let mut is_quoted = false;
    for byte in header {
        match byte {
            b'"' => is_quoted = !is_quoted,
            _ if is_quoted => {}
            b'\n' | b'\r' => break,
            byte => {
                if let Some(position) = SEPARATORS.iter().position(|separator| separator == byte) {
                    counts[position] += 1;
                }
            }
        }
    }
    let highest = counts.into_iter().max().unwrap_or(0);
    let first = counts.iter().position(|count| *count == highest).unwrap_or(0);
    SEPARATORS[first]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(file: &str) -> Vec<(u64, Vec<String>)> {
        let mut records = Records::new(file.as_bytes(), None).unwrap();
        let mut found = Vec::new();
        while records.next_record().unwrap() {
            let cells = (0..records.cell_count).map(|at| String::from_utf8_lossy(records.cell(at)).into());
            found.push((records.record_line, cells.collect()));
        }
        found
    }

    fn record(line: u64, cells: &[&str]) -> (u64, Vec<String>) {
        (line, cells.iter().map(|cell| cell.to_string()).collect())
    }

    #[test]
    fn a_record_has_the_line_on_which_it_begins() {
        for end in ["\n", "\r\n", "\r"] {
            let file = ["a,b", "1,2", "", "", "\"x", "y\",\"q\"\"q\"", "3,", "", "4,5"];
            let expected = [
                record(1, &["a", "b"]),
                record(2, &["1", "2"]),
                record(5, &[&format!("x{end}y"), "q\"q"]),
                record(7, &["3", ""]),
                record(9, &["4", "5"]),
            ];
            assert_eq!(read(&file.join(end)), expected);
            assert_eq!(read(&(file.join(end) + end + end)), expected);
            assert_eq!(read(&("\u{FEFF}".to_owned() + &file.join(end))), expected);
        }
        assert_eq!(read(""), []);
        assert_eq!(read("\n\n"), []);
    }

    #[test]
    fn a_byte_order_mark_below_blank_lines_is_not_a_record() {
        assert_eq!(read("\n\n\u{FEFF}\n"), []);
        assert_eq!(read("\u{FEFF}\u{FEFF}\n"), []);
        let header = "\r\n\u{FEFF}\r\n\u{FEFF}a,b\r\n";
        assert_eq!(read(header), [record(3, &["a", "b"])]);
    }

    #[test]
    fn the_header_determines_the_separator() {
        assert_eq!(read("a;b,c;d\n1;2;3")[0], record(1, &["a", "b,c", "d"]));
        assert_eq!(read("a\tb\n1;2\t3")[1], record(2, &["1;2", "3"]));
        assert_eq!(read("\"a;;;\",b\n1,2")[1], record(2, &["1", "2"]));
        assert_eq!(read("Name\nx;y\n")[1], record(2, &["x;y"]));
    }

    #[test]
    fn a_quote_that_is_not_closed_does_not_fill_the_memory() {
        let file = format!("a\n1\n\"{}", "x\n".repeat(MAX_RECORD_BYTES));
        let mut records = Records::new(file.as_bytes(), None).unwrap();
        records.next_record().unwrap();
        records.next_record().unwrap();
        assert!(records.next_record().unwrap());
        assert!(records.error == Some(RecordError::TooLong) && records.record_line == 3);
        assert!(!records.next_record().unwrap());
    }

    #[test]
    fn a_record_with_too_many_cells_is_skipped() {
        let row = |cells: usize| ",".repeat(cells - 1) + "\n";
        let file = format!("a\n{}{}{}b\n", row(MAX_ROW_CELLS), row(MAX_ROW_CELLS + 1), row(1_000_000));
        let mut records = Records::new(file.as_bytes(), None).unwrap();
        let mut found = Vec::new();
        while records.next_record().unwrap() {
            found.push((records.record_line, records.cell_count, records.error));
        }
        let error = Some(RecordError::TooManyCells);
        assert_eq!(found, [(1, 1, None), (2, MAX_ROW_CELLS, None), (3, 0, error), (4, 0, error), (5, 1, None)]);
        assert!(records.ends.len() <= 2 * MAX_ROW_CELLS);
    }

    #[test]
    fn an_unclosed_quote_is_an_error_at_the_end_of_the_file() {
        for (file, unclosed) in [
            ("a,b\n1,2\n3,\"4", true),
            ("a,b\n1,2\n3,\"4\n5,6\n", true),
            ("a,b\n1,2\n3,\"4\"\"", true),
            ("a,b\n1,2\n3,\"4\"", false),
            ("a,b\n1,2\n3,\"\"", false),
            ("a,b\n1,2\n3,4\r", false),
            ("a,b\n1,2\n3,", false),
        ] {
            let mut records = Records::new(file.as_bytes(), None).unwrap();
            for _ in 0..3 {
                assert!(records.next_record().unwrap());
            }
            assert_eq!((records.error.is_some(), records.record_line), (unclosed, 3), "{file}");
            assert!(!records.next_record().unwrap());
        }
    }
}
