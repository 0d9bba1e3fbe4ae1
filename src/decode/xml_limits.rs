//! Limits of an XML document, checked token by token before the document is parsed into a tree.
//!
//! For each element that declares a namespace, the tree parser copies the namespaces in scope: 64 KiB of nested `xmlns`
//! attributes would keep it busy for seconds.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use crate::model::request_error::RequestError;
use crate::model::text::is_xml_char;

// contract §1: "XML depth 32, 64 attributes on an element, 64 namespace declarations in all, 1,000 elements"
const MAX_DEPTH: usize = 32;
const MAX_ATTRIBUTES: usize = 64;
const MAX_NAMESPACES: usize = 64;
const MAX_ELEMENTS: usize = 1_000;

const FORBIDDEN_CHARACTER: &str = "a character that XML forbids";

/// Refuses a document that exceeds a limit, or has a forbidden character, a DTD or a processing instruction.
pub fn check_limits(text: &str) -> Result<(), RequestError> {
    if let Some((offset, _)) = text.char_indices().find(|(_, c)| !is_xml_char(*c)) {
        return Err(error_at(text, offset, FORBIDDEN_CHARACTER));
    }
    let mut reader = Reader::from_str(text);
    let config = reader.config_mut();
    // the tree parser checks end tags, with better messages
    config.check_end_names = false;
    config.allow_unmatched_ends = true;
    let mut counts = DocumentCounts::default();
    loop {
        let offset = reader.buffer_position() as usize;
        let error = match reader.read_event() {
            Ok(Event::Eof) => return Ok(()),
            Ok(event) => counts.count(event),
            Err(malformed) => Some(malformed.to_string()),
        };
        if let Some(reason) = error {
            return Err(error_at(text, offset, &reason));
        }
    }
}

/// Returns the error for XML that cannot be parsed, or that exceeds a limit. Line and column count from 1.
pub fn malformed_xml_error(line: usize, column: usize, reason: &str) -> RequestError {
    RequestError::BadRequest(format!("Malformed XML at line {line}, column {column}: {reason}."))
}

/// Returns the error at a byte offset. Columns count bytes.
fn error_at(text: &str, offset: usize, reason: &str) -> RequestError {
    let before = &text.as_bytes()[..offset.min(text.len())];
    let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
    let column = before.iter().rev().take_while(|byte| **byte != b'\n').count() + 1;
    malformed_xml_error(line, column, reason)
}

#[derive(Default)]
struct DocumentCounts {
    depth: usize,
    namespaces: usize,
    elements: usize,
}

impl DocumentCounts {
    /// Counts a token. Returns the end of an error message if the token is not accepted or exceeds a limit.
    fn count(&mut self, event: Event) -> Option<String> {
        match event {
            Event::Start(element) => self.count_start_tag(&element),
            Event::Empty(element) => {
                let error = self.count_start_tag(&element);
                self.depth -= 1;
                error
            }
            Event::End(_) => {
                self.depth = self.depth.saturating_sub(1);
                None
            }
            Event::DocType(_) => Some("a DTD is not accepted".to_owned()),
            Event::PI(_) => Some("a processing instruction is not accepted".to_owned()),
            // the tree parser would report a reference to a forbidden character as an unknown entity
            Event::GeneralRef(reference) => match reference.resolve_char_ref() {
                Ok(character) if character.is_none_or(is_xml_char) => None,
                _ => Some(FORBIDDEN_CHARACTER.to_owned()),
            },
            _ => None,
        }
    }

    /// Counts an element, its depth and its namespaces.
    fn count_start_tag(&mut self, element: &BytesStart) -> Option<String> {
        self.depth += 1;
        self.elements += 1;
        let mut attributes = 0;
        for attribute in element.attributes().with_checks(false) {
            // a malformed attribute counts too, since the tree parser would read it
            let is_namespace = attribute.is_ok_and(|attribute| {
                let key = attribute.key.as_ref();
                key == "xmlns" || key.starts_with("xmlns:")
            });
            if is_namespace {
                self.namespaces += 1;
            } else {
                attributes += 1;
            }
        }
        let counts = [
            (self.depth, MAX_DEPTH, "elements inside each other"),
            (attributes, MAX_ATTRIBUTES, "attributes on an element"),
            (self.namespaces, MAX_NAMESPACES, "namespace declarations"),
            (self.elements, MAX_ELEMENTS, "elements"),
        ];
        let (_, limit, counted) = counts.into_iter().find(|(count, limit, _)| count > limit)?;
        Some(format!("more than {limit} {counted}"))
    }
}
