//! The shared strings of a workbook. If they are large, they are in a temporary file.

use std::io::{BufWriter, Read, Seek, SeekFrom, Write};

use anyhow::{Context, Result, ensure};
use quick_xml::events::Event;
use tempfile::{SpooledTempFile, spooled_tempfile};

use super::part::XmlPart;
use super::unescape;
use crate::model::message::{Message, MessageName};

/// The maximum number of bytes of all shared strings (contract §11).
const MAX_BYTES: usize = 256 << 20;

const MAX_COUNT: usize = super::MAX_CELLS;

/// The maximum number of bytes in memory. More bytes go to the temporary file.
const MAX_BYTES_IN_MEMORY: usize = 4 << 20;

/// The texts of a workbook's cells, each once. A cell has the number of its text.
pub struct SharedStrings {
    /// All strings, one after another.
    text: SpooledTempFile,
    /// The end of each string in `text`.
    ends: Vec<u32>,
}

impl SharedStrings {
    pub fn empty() -> Self {
        Self { text: spooled_tempfile(MAX_BYTES_IN_MEMORY), ends: Vec::new() }
    }

    /// Reads the part `sharedStrings.xml`, in which each `si` element is a string.
    pub fn read(mut part: XmlPart) -> Result<Self> {
        let mut text = BufWriter::new(spooled_tempfile(MAX_BYTES_IN_MEMORY));
        let (mut ends, mut end, mut string) = (Vec::new(), 0, String::new());
        loop {
            match part.next_event()? {
                Event::Start(tag) if tag.local_name().as_ref() == "si" => {}
                Event::Eof => break,
                _ => continue,
            }
            string.clear();
            part.append_visible_text(&mut string)?;
            let string = unescape(&string);
            end += string.len();
            ensure!(end <= MAX_BYTES, Message::new(MessageName::SharedStringsTooLarge).with(MAX_BYTES >> 20));
            ensure!(ends.len() < MAX_COUNT, Message::new(MessageName::TooManySharedStrings).with(MAX_COUNT));
            text.write_all(string.as_bytes()).context(Message::from(MessageName::TemporaryFilesNotWritten))?;
            ends.push(u32::try_from(end)?);
        }
        let text = text.into_inner().context(Message::from(MessageName::TemporaryFilesNotWritten))?;
        Ok(Self { text, ends })
    }

    /// Returns the shared string with this number, from 0.
    pub fn get(&mut self, number: usize) -> Result<String> {
        let end = *self.ends.get(number).with_context(|| Message::new(MessageName::NoSharedString).with(number))?;
        // a string begins where the string before it ends
        let begin = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        let mut bytes = vec![0; (end - begin) as usize];
        self.text.seek(SeekFrom::Start(begin.into()))?;
        self.text.read_exact(&mut bytes)?;
        Ok(String::from_utf8(bytes)?)
    }
}
