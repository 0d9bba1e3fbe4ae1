//! Opens a .zip, and checks the entries of its central directory.

use std::collections::HashSet;
use std::io::{BufReader, Read, Seek, SeekFrom};

use anyhow::{Result, ensure};
use zip::ZipArchive;

use crate::model::message::{Message, MessageName};

/// The first bytes of an entry of the central directory, which lists the files at the end of a .zip.
const ENTRY_MARK: &[u8] = b"PK\x01\x02";

/// The number of bytes that precede the name in an entry.
const ENTRY_BYTES: usize = 46;

/// Where an entry has the lengths of its name, of its extra field and of its comment, which follow in this order.
const LENGTH_POSITIONS: [usize; 3] = [28, 30, 32];

const MAX_ENTRIES: usize = 65_535;

/// The maximum number of bytes of the central directory.
const MAX_LIST_BYTES: usize = 16 << 20;

/// Opens a .zip. Fails if the central directory is too large: a parsed entry takes much more memory than disk space.
pub fn open_zip<R: Read + Seek>(mut file: R) -> Result<ZipArchive<BufReader<R>>> {
    let (count, bytes) = count_entries(&mut file)?;
    ensure!(count <= MAX_ENTRIES, Message::new(MessageName::TooManyEntries).with(MAX_ENTRIES));
    ensure!(bytes <= MAX_LIST_BYTES, Message::new(MessageName::EntryListTooLarge).with(MAX_LIST_BYTES));
    file.seek(SeekFrom::Start(0))?;
    Ok(ZipArchive::new(BufReader::new(file))?)
}

/// Reads `file` itself, because `archive` has only one of two entries with the same name.
pub fn find_repeated_entry<R: Read + Seek>(
    mut file: R,
    archive: &ZipArchive<impl Read + Seek>,
) -> Result<Option<String>> {
    file.seek(SeekFrom::Start(archive.central_directory_start()))?;
    let mut directory = BufReader::new(file);
    let mut names = HashSet::new();
    loop {
        let mut entry = [0; ENTRY_BYTES];
        // the directory ends with a record that has another mark
        if directory.read_exact(&mut entry).is_err() || !entry.starts_with(ENTRY_MARK) {
            return Ok(None);
        }
        let [name_length, extra_length, comment_length] = entry_lengths(&entry);
        let mut name = vec![0; name_length];
        directory.read_exact(&mut name)?;
        directory.seek_relative((extra_length + comment_length) as i64)?;
        if let Some(name) = names.replace(name) {
            return Ok(Some(String::from_utf8_lossy(&name).into_owned()));
        }
    }
}

/// Returns the lengths of an entry's name, extra field and comment. A length beyond the end of `entry` is 0.
fn entry_lengths(entry: &[u8]) -> [usize; 3] {
    LENGTH_POSITIONS.map(|at| entry.get(at..at + 2).map_or(0, |bytes| u16::from_le_bytes([bytes[0], bytes[1]]).into()))
}

/// Returns the number of the directory's entries, and their length in bytes. Scans the whole file for entries, because
/// the counts in the record at its end may be forged. Marks in packed data also count.
fn count_entries(file: &mut impl Read) -> Result<(usize, usize)> {
    let mut window = Vec::new();
    let (mut count, mut bytes) = (0, 0);
    loop {
        let read = file.take(64 << 10).read_to_end(&mut window)?;
        // an entry that is cut by the end of the window is counted in the next window
        let end = if read == 0 { window.len() } else { window.len().saturating_sub(ENTRY_BYTES - 1) };
        for at in 0..end {
            let entry = &window[at..];
            if entry.starts_with(ENTRY_MARK) {
                count += 1;
                bytes += ENTRY_BYTES + entry_lengths(entry).iter().sum::<usize>();
            }
        }
        if read == 0 {
            return Ok((count, bytes));
        }
        // keeps the bytes in which an entry could begin
        window.drain(..end);
    }
}
