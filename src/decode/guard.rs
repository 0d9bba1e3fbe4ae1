//! Checks the limits of a document before it is parsed into a tree: depth, attributes, namespaces, elements, no DTD
//! and no processing instruction.
//!
//! The tree parser copies the namespaces in scope for each element that declares one: 64 KiB of nested `xmlns`
//! attributes keep it busy for seconds. This check refuses such a document token by token.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use crate::model::request_error::RequestError;
use crate::model::text::is_xml_char;

const MOST_DEPTH: usize = 32;
const MOST_ATTRIBUTES: usize = 64;
const MOST_NAMESPACES: usize = 64;
const MOST_ELEMENTS: usize = 1_000;

const FORBIDDEN: &str = "a character that XML forbids";

/// Refuses a document beyond the limits. A document that passes may still be malformed.
pub fn inspect(text: &str) -> Result<(), RequestError> {
    if let Some((at, _)) = text.char_indices().find(|(_, c)| !is_xml_char(*c)) {
        let (line, column) = position(text, at);
        return Err(malformed(line, column, FORBIDDEN));
    }
    let mut reader = Reader::from_str(text);
    let config = reader.config_mut();
    // the tree parser compares names and reports them better
    config.check_end_names = false;
    config.allow_unmatched_ends = true;
    let mut measure = DocumentMeasure::default();
    loop {
        let at = reader.buffer_position() as usize;
        let refused = match reader.read_event() {
            Ok(Event::Eof) => return Ok(()),
            Ok(Event::Start(element)) => measure.exceeded_limit(&element),
            Ok(Event::Empty(element)) => {
                let limit = measure.exceeded_limit(&element);
                measure.depth -= 1;
                limit
            }
            Ok(Event::End(_)) => {
                measure.depth = measure.depth.saturating_sub(1);
                None
            }
            Ok(Event::DocType(_)) => Some("a DTD is not accepted".to_owned()),
            Ok(Event::PI(_)) => Some("a processing instruction is not accepted".to_owned()),
            // the tree parser calls a reference to half a character unknown
            Ok(Event::GeneralRef(reference)) => match reference.resolve_char_ref() {
                Ok(character) if character.is_none_or(is_xml_char) => None,
                _ => Some(FORBIDDEN.to_owned()),
            },
            Ok(_) => None,
            Err(error) => Some(error.to_string()),
        };
        if let Some(why) = refused {
            let (line, column) = position(text, at);
            return Err(malformed(line, column, &why));
        }
    }
}

pub fn malformed(line: usize, column: usize, why: &str) -> RequestError {
    RequestError::BadRequest(format!("Malformed XML at line {line}, column {column}: {why}."))
}

/// Returns the line and column, counted from 1, of a byte offset.
pub fn position(text: &str, at: usize) -> (usize, usize) {
    let before = &text.as_bytes()[..at.min(text.len())];
    let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
    let column = before.iter().rev().take_while(|byte| **byte != b'\n').count() + 1;
    (line, column)
}

#[derive(Default)]
struct DocumentMeasure {
    depth: usize,
    namespaces: usize,
    elements: usize,
}

impl DocumentMeasure {
    /// Counts an element's start tag. Returns the limit that it exceeds.
    fn exceeded_limit(&mut self, element: &BytesStart) -> Option<String> {
        self.depth += 1;
        self.elements += 1;
        let mut attributes = 0;
        for attribute in element.attributes().with_checks(false) {
            // a malformed attribute counts too, since the tree parser would read it
            let declares = attribute.is_ok_and(|attribute| {
                let key = attribute.key.as_ref();
                key == "xmlns" || key.starts_with("xmlns:")
            });
            *(if declares { &mut self.namespaces } else { &mut attributes }) += 1;
        }
        let beyond =
            |count: usize, limit: usize, what: &str| (count > limit).then(|| format!("more than {limit} {what}"));
        beyond(self.depth, MOST_DEPTH, "elements inside each other")
            .or_else(|| beyond(attributes, MOST_ATTRIBUTES, "attributes on an element"))
            .or_else(|| beyond(self.namespaces, MOST_NAMESPACES, "namespace declarations"))
            .or_else(|| beyond(self.elements, MOST_ELEMENTS, "elements"))
    }
}
