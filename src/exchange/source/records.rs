//! Takes a CSV file apart: its header, and records of cells with the line on which each begins.
//!
//! It stands on csv-core, not on the csv crate's reader, whose position of a record is that of the blank
//! lines before it, and which lets one quote that is never closed fill the memory. What a cell means is
//! left to others; here it is bytes.

use std::io::{self, BufRead, BufReader, Chain, Cursor, Read};

use csv_core::{ReadRecordResult, ReaderBuilder};

use super::rows::RecordError;

/// The most bytes of a record's cells (contract §11). A longer record is mostly a quote that is never closed.
pub const LONGEST_RECORD: usize = 1 << 20;

/// The most cells of a record (contract §11).
pub const MOST_CELLS: usize = 1_000;

/// How much of a file is looked at for its header line.
const HEAD: u64 = 64 << 10;

/// What a file begins with that says that it is UTF-8.
pub const UTF_8_MARK: &[u8] = b"\xEF\xBB\xBF";

/// The separators that are looked for in the header line; the first wins a tie.
pub const SEPARATORS: [u8; 3] = *b",;\t";

/// The records of one file.
pub struct Records<R> {
    input: BufReader<Chain<Cursor<Vec<u8>>, R>>,
    parser: csv_core::Reader,
    /// What stands between the cells.
    pub separator: u8,
    lines: Lines,
    /// The file's line on which the record begins; the first is 1.
    pub line: u64,
    cells: Vec<u8>,
    ends: Vec<usize>,
    count: usize,
    /// Why the record cannot be used; it has no cells then.
    pub error: Option<RecordError>,
}

impl<R: Read> Records<R> {
    /// The records of this file; the header is the first. The separator is found from the header unless it is given.
    pub fn new(mut input: R, separator: Option<u8>) -> io::Result<Self> {
        let mut head = Vec::new();
        input.by_ref().take(HEAD).read_to_end(&mut head)?;
        let mut lines = Lines::default();
        let above = above_header(&head);
        lines.pass(&head[..above]);
        head.drain(..above);
        let separator = separator.unwrap_or_else(|| found_separator(&head));
        let parser = ReaderBuilder::new().delimiter(separator).build();
        Ok(Self {
            input: BufReader::with_capacity(64 << 10, Cursor::new(head).chain(input)),
            parser,
            separator,
            lines,
            line: 1,
            cells: vec![0; 4 << 10],
            ends: vec![0; 64],
            count: 0,
            error: None,
        })
    }

    /// Goes to the next record; false at the end. Blank lines are none.
    pub fn next(&mut self) -> io::Result<bool> {
        if self.error.take().is_some_and(RecordError::is_last) {
            self.error = Some(RecordError::Unclosed);
            return Ok(false);
        }
        self.skip_line_ends()?;
        self.line = self.lines.at;
        let (mut used, mut ended, mut begun, mut has_too_many) = (0, 0, false, false);
        loop {
            let bytes = self.input.fill_buf()?;
            let at_end = bytes.is_empty();
            // a line end that the file may lack ends its last record, and is one more character in a quote
            let bytes = match at_end && begun {
                true => b"\n",
                false => bytes,
            };
            let (result, read, written, ends) =
                self.parser.read_record(bytes, &mut self.cells[used..], &mut self.ends[ended..]);
            if !at_end {
                begun |= read > 0;
                self.lines.pass(&bytes[..read]);
                self.input.consume(read);
            }
            used += written;
            ended += ends;
            match result {
                ReadRecordResult::InputEmpty if at_end && begun => return Ok(self.fails(RecordError::Unclosed)),
                ReadRecordResult::InputEmpty => {}
                ReadRecordResult::OutputFull if used >= LONGEST_RECORD => return Ok(self.fails(RecordError::TooLong)),
                ReadRecordResult::OutputFull => self.cells.resize(self.cells.len() * 2, 0),
                // the rest of the record is read over what it had
                ReadRecordResult::OutputEndsFull if ended > MOST_CELLS => (ended, has_too_many) = (0, true),
                ReadRecordResult::OutputEndsFull => self.ends.resize(self.ends.len() * 2, 0),
                ReadRecordResult::Record if has_too_many || ended > MOST_CELLS => {
                    return Ok(self.fails(RecordError::TooManyCells));
                }
                ReadRecordResult::Record => {
                    self.count = ended;
                    return Ok(true);
                }
                ReadRecordResult::End => return Ok(false),
            }
        }
    }

    /// Leaves a record without cells.
    fn fails(&mut self, error: RecordError) -> bool {
        self.error = Some(error);
        self.count = 0;
        true
    }

    /// How many cells the record has.
    pub fn len(&self) -> usize {
        self.count
    }

    /// The record's cell at this position.
    pub fn cell(&self, at: usize) -> &[u8] {
        let begin = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.cells[begin..self.ends[at]]
    }

    fn skip_line_ends(&mut self) -> io::Result<()> {
        loop {
            let bytes = self.input.fill_buf()?;
            let blank = bytes.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
            self.lines.pass(&bytes[..blank]);
            self.input.consume(blank);
            if blank == 0 {
                return Ok(());
            }
        }
    }
}

/// Counts lines; one ends in LF, CR LF, or, as an old spreadsheet writes it, CR.
pub struct Lines {
    /// The line that the next byte is on.
    pub at: u64,
    /// Whether the last byte was a CR: an LF after it ends no line of its own.
    after_cr: bool,
}

impl Default for Lines {
    fn default() -> Self {
        Self { at: 1, after_cr: false }
    }
}

impl Lines {
    /// Goes past these bytes.
    pub fn pass(&mut self, bytes: &[u8]) {
        for byte in bytes {
            if *byte == b'\r' || *byte == b'\n' && !self.after_cr {
                self.at += 1;
            }
            self.after_cr = *byte == b'\r';
        }
    }
}

/// How many bytes stand before the header: blank lines, and marks of UTF-8 wherever they are among them, which the parser
/// would take for the begin of a record.
pub fn above_header(head: &[u8]) -> usize {
    let mut header = head;
    while let Some(rest) =
        header.strip_prefix(UTF_8_MARK).or_else(|| header.strip_prefix(b"\r")).or_else(|| header.strip_prefix(b"\n"))
    {
        header = rest;
    }
    head.len() - header.len()
}

/// The separator that stands most often in the header line, outside quotes.
fn found_separator(header: &[u8]) -> u8 {
    let mut counts = [0; SEPARATORS.len()];
    let mut quoted = false;
    for byte in header {
        match byte {
            b'"' => quoted = !quoted,
            b'\n' | b'\r' if !quoted => break,
            byte if !quoted => {
                if let Some(found) = SEPARATORS.iter().position(|separator| separator == byte) {
                    counts[found] += 1;
                }
            }
            _ => {}
        }
    }
    let most = counts.into_iter().max().unwrap_or(0);
    let first = counts.iter().position(|count| *count == most).unwrap_or(0);
    SEPARATORS[first]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(file: &str) -> Vec<(u64, Vec<String>)> {
        let mut records = Records::new(file.as_bytes(), None).unwrap();
        let mut found = Vec::new();
        while records.next().unwrap() {
            let cells = (0..records.len()).map(|at| String::from_utf8_lossy(records.cell(at)).into());
            found.push((records.line, cells.collect()));
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
    fn a_mark_below_blank_lines_is_no_record() {
        assert_eq!(read("\n\n\u{FEFF}\n"), []);
        assert_eq!(read("\u{FEFF}\u{FEFF}\n"), []);
        let header = "\r\n\u{FEFF}\r\n\u{FEFF}a,b\r\n";
        assert_eq!(read(header), [record(3, &["a", "b"])]);
    }

    #[test]
    fn the_header_line_tells_the_separator() {
        assert_eq!(read("a;b,c;d\n1;2;3")[0], record(1, &["a", "b,c", "d"]));
        assert_eq!(read("a\tb\n1;2\t3")[1], record(2, &["1;2", "3"]));
        assert_eq!(read("\"a;;;\",b\n1,2")[1], record(2, &["1", "2"]));
        assert_eq!(read("Name\nx;y\n")[1], record(2, &["x;y"]));
    }

    #[test]
    fn a_quote_that_is_not_closed_does_not_fill_the_memory() {
        let file = format!("a\n1\n\"{}", "x\n".repeat(LONGEST_RECORD));
        let mut records = Records::new(file.as_bytes(), None).unwrap();
        records.next().unwrap();
        records.next().unwrap();
        assert!(records.next().unwrap());
        assert!(records.error == Some(RecordError::TooLong) && records.line == 3);
        assert!(!records.next().unwrap());
    }

    #[test]
    fn a_record_with_too_many_cells_has_none_and_the_next_one_is_read() {
        let row = |cells: usize| ",".repeat(cells - 1) + "\n";
        let file = format!("a\n{}{}{}b\n", row(MOST_CELLS), row(MOST_CELLS + 1), row(1_000_000));
        let mut records = Records::new(file.as_bytes(), None).unwrap();
        let mut found = Vec::new();
        while records.next().unwrap() {
            found.push((records.line, records.len(), records.error));
        }
        let error = Some(RecordError::TooManyCells);
        assert_eq!(found, [(1, 1, None), (2, MOST_CELLS, None), (3, 0, error), (4, 0, error), (5, 1, None)]);
        assert!(records.ends.len() <= 2 * MOST_CELLS);
    }

    #[test]
    fn a_quote_that_is_not_closed_is_seen_at_the_end() {
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
                assert!(records.next().unwrap());
            }
            assert_eq!((records.error.is_some(), records.line), (unclosed, 3), "{file}");
            assert!(!records.next().unwrap());
        }
    }
}
