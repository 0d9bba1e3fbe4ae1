//! Opens a .zip whose central directory is not too large. An entry has a few bytes in the file, but takes hundreds of bytes
//! of memory.

use std::io::{BufReader, Read, Seek, SeekFrom};

use anyhow::{Result, ensure};
use zip::ZipArchive;

/// The first bytes of an entry in the central directory.
const MARK: &[u8] = b"PK\x01\x02";

/// The bytes of an entry before its name.
const ENTRY_BYTES: usize = 46;

const MAX_ENTRIES: usize = 65_535;

const MAX_LIST_BYTES: usize = 16 << 20;

pub fn open_zip<R: Read + Seek>(mut file: R) -> Result<ZipArchive<BufReader<R>>> {
    let (count, bytes) = count_entries(&mut file)?;
    ensure!(count <= MAX_ENTRIES, "a .zip can have at most {MAX_ENTRIES} entries");
    ensure!(bytes <= MAX_LIST_BYTES, "the list of entries of a .zip can have at most {MAX_LIST_BYTES} bytes");
    file.seek(SeekFrom::Start(0))?;
    Ok(ZipArchive::new(BufReader::new(file))?)
}

/// Counts the entries and the bytes of their list. Scans the whole file, since the end record may be forged.
fn count_entries(file: &mut impl Read) -> Result<(usize, usize)> {
    let mut window = Vec::new();
    let (mut count, mut bytes) = (0, 0);
    loop {
        let read = file.take(64 << 10).read_to_end(&mut window)?;
        // an entry split by the window is counted with the next one
        let end = if read == 0 { window.len() } else { window.len().saturating_sub(ENTRY_BYTES - 1) };
        for at in 0..end {
            let entry = &window[at..];
            if entry.starts_with(MARK) {
                let length = |at: usize| match entry.get(at..at + 2) {
                    Some(bytes) => usize::from(bytes[0]) | usize::from(bytes[1]) << 8,
                    None => 0,
                };
                count += 1;
                bytes += ENTRY_BYTES + length(28) + length(30) + length(32);
            }
        }
        if read == 0 {
            return Ok((count, bytes));
        }
        window.drain(..end);
    }
}
