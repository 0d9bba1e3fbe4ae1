//! Reads the XML of a workbook's part event by event, within limits.

use std::cell::Cell;
use std::io::{self, BufReader, Read};
use std::rc::Rc;

use anyhow::{Context, Result, anyhow, bail, ensure};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use crate::model::message::{Message, MessageName};

/// The maximum number of bytes of a tag or a text, and so of a cell.
pub const MAX_TEXT_BYTES: usize = 1 << 20;

const MAX_DEPTH: usize = 100;

const BUFFER_BYTES: usize = 64 << 10;

pub struct XmlPart<'z> {
    xml: Reader<BufReader<BoundedPart<Box<dyn Read + 'z>>>>,
    buffer: Vec<u8>,
    /// The bytes read since the last event. [`BoundedPart`] counts and limits them.
    event_bytes: Rc<Cell<usize>>,
    /// The number of open elements.
    depth: usize,
}

impl<'z> XmlPart<'z> {
    /// Opens a part. Reading more than `max_bytes` is an error.
    pub fn new(part: Box<dyn Read + 'z>, max_bytes: u64) -> Self {
        let event_bytes = Rc::new(Cell::new(0));
        let bounded = BoundedPart { part, remaining_bytes: max_bytes, event_bytes: Rc::clone(&event_bytes) };
        let mut xml = Reader::from_reader(BufReader::with_capacity(BUFFER_BYTES, bounded));
        let config = xml.config_mut();
        config.check_end_names = false;
        config.expand_empty_elements = true;
        Self { xml, buffer: Vec::new(), event_bytes, depth: 0 }
    }

    pub fn next_event(&mut self) -> Result<Event<'_>> {
        self.buffer.clear();
        self.event_bytes.set(0);
        let event = self.xml.read_event_into(&mut self.buffer).map_err(explain_xml_error)?;
        match &event {
            Event::Start(_) => self.depth += 1,
            Event::End(_) => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        ensure!(self.depth <= MAX_DEPTH, Message::new(MessageName::NestedTooDeep).with(MAX_DEPTH));
        Ok(event)
    }

    /// Skips the rest of the element whose start was the last event, with its end.
    pub fn skip_element(&mut self) -> Result<()> {
        // the end of the element makes the depth lower than it is now
        let depth = self.depth;
        while self.depth >= depth {
            if let Event::Eof = self.next_event()? {
                bail!(Message::from(MessageName::IncompletePart));
            }
        }
        Ok(())
    }

    /// Appends the text in the element whose start was the last event, and reads its end.
    pub fn append_text(&mut self, text: &mut String) -> Result<()> {
        let depth = self.depth;
        while self.depth >= depth {
            match self.next_event()? {
                Event::Text(piece) => text.push_str(&piece.xml10_content()),
                Event::CData(piece) => text.push_str(&piece.xml10_content()),
                // `&#233;` is a character, `&amp;` a predefined entity
                Event::GeneralRef(entity) => match entity.resolve_char_ref()? {
                    Some(character) => text.push(character),
                    None => text.push_str(
                        quick_xml::escape::resolve_predefined_entity(&entity)
                            .context(Message::from(MessageName::UnknownEntity))?,
                    ),
                },
                Event::Eof => bail!(Message::from(MessageName::IncompletePart)),
                _ => {}
            }
            ensure!(text.len() <= MAX_TEXT_BYTES, Message::new(MessageName::WorkbookCellTooLong).with(MAX_TEXT_BYTES));
        }
        Ok(())
    }

    /// Appends all `t` elements of an `si` or `is` element, of which a text with several fonts has several, and reads
    /// its end. Omits phonetic text (`rPh`), which Japanese workbooks have.
    pub fn append_visible_text(&mut self, text: &mut String) -> Result<()> {
        let depth = self.depth;
        let mut run = String::new();
        while self.depth >= depth {
            match self.next_event()? {
                Event::Start(tag) if tag.local_name().as_ref() == "rPh" => self.skip_element()?,
                Event::Start(tag) if tag.local_name().as_ref() == "t" => {
                    let keeps_space = read_attribute(&tag, "xml:space")?.as_deref() == Some("preserve");
                    run.clear();
                    self.append_text(&mut run)?;
                    text.push_str(if keeps_space { &run } else { run.trim_matches([' ', '\t', '\r', '\n']) });
                    ensure!(
                        text.len() <= MAX_TEXT_BYTES,
                        Message::new(MessageName::WorkbookCellTooLong).with(MAX_TEXT_BYTES)
                    );
                }
                Event::Eof => bail!(Message::from(MessageName::IncompletePart)),
                _ => {}
            }
        }
        Ok(())
    }
}

/// Returns the value of an attribute; `None` if the tag lacks it. The attribute may have a namespace prefix.
pub fn read_attribute(tag: &BytesStart, name: &str) -> Result<Option<String>> {
    for attribute in tag.attributes().with_checks(false) {
        let attribute = attribute.map_err(|error| Message::new(MessageName::MalformedXml).with(error))?;
        let key = attribute.key.as_ref();
        if key == name || key.split_once(':').is_some_and(|(_, local)| local == name) {
            return Ok(Some(quick_xml::escape::unescape(&attribute.value)?.into_owned()));
        }
    }
    Ok(None)
}

/// A part whose reads fail after `remaining_bytes`, or if an event has more than [`MAX_TEXT_BYTES`].
struct BoundedPart<R> {
    part: R,
    remaining_bytes: u64,
    event_bytes: Rc<Cell<usize>>,
}

impl<R: Read> Read for BoundedPart<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.part.read(buffer)?;
        let remaining_bytes = self.remaining_bytes.checked_sub(count as u64);
        self.remaining_bytes = remaining_bytes.ok_or_else(|| limit_error(MessageName::PartTooLarge))?;
        self.event_bytes.set(self.event_bytes.get() + count);
        // the buffer reads ahead: some of the counted bytes can belong to later events
        match self.event_bytes.get() > MAX_TEXT_BYTES + BUFFER_BYTES {
            true => Err(limit_error(MessageName::TagTooLong)),
            false => Ok(count),
        }
    }
}

/// Returns the error of an exceeded limit unchanged, and describes any other error as malformed XML.
fn explain_xml_error(error: quick_xml::Error) -> anyhow::Error {
    match error {
        quick_xml::Error::Io(error) if error.kind() == io::ErrorKind::InvalidData => {
            match error.get_ref().and_then(|limit| limit.downcast_ref::<Message>()) {
                Some(message) => anyhow!(message.clone()),
                None => anyhow!("{error}"),
            }
        }
        error => anyhow!(Message::new(MessageName::MalformedXml).with(error)),
    }
}

/// Returns the error of an exceeded limit, which [`explain_xml_error`] recognizes by its kind.
fn limit_error(message: MessageName) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, Message::from(message))
}
