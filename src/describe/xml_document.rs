//! Writes small XML documents with the crate `xmlwriter`, and escapes their values.

use xmlwriter::{Indent, Options, XmlWriter};

use crate::encode::xml::escape_to_string;

pub type Attribute<'a> = (&'a str, &'a str);

/// An XML document in memory, indented by two spaces.
pub struct XmlDocument(XmlWriter);

impl XmlDocument {
    pub fn new() -> Self {
        Self(XmlWriter::new(Options { indent: Indent::Spaces(2), ..Options::default() }))
    }

    /// Opens an element. [`Self::close`] closes the element that was opened last.
    pub fn open(&mut self, name: &str, attributes: &[Attribute]) {
        self.0.start_element(name);
        for (attribute, value) in attributes {
            self.0.write_attribute(attribute, &escape_to_string(value));
        }
    }

    pub fn close(&mut self) {
        self.0.end_element();
    }

    pub fn write_empty_element(&mut self, name: &str, attributes: &[Attribute]) {
        self.open(name, attributes);
        self.close();
    }

    pub fn write_text_element(&mut self, name: &str, text: &str) {
        self.0.start_element(name);
        // indentation would add white space to the text
        self.0.set_preserve_whitespaces(true);
        self.0.write_text(&escape_to_string(text));
        self.0.end_element();
        self.0.set_preserve_whitespaces(false);
    }

    pub fn finish(self) -> String {
        self.0.end_document().trim_end().to_owned()
    }
}
