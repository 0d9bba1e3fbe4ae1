//! A report as a file: the whole answer, in a format of the service.

use std::sync::Arc;

use crate::answer::{Asked, Formats, Memory, Stopped};
use crate::encode::frame::{Frame, Style, TEXT_XML};
use crate::encode::{Document, Format};
use crate::operation::Operation;
use crate::service::Interface;

/// A format in which a report is saved.
#[derive(Clone, Copy)]
pub enum Kind {
    /// As REST answers.
    Rest(Format),
    /// As Style B answers.
    Xml,
}

impl Kind {
    /// Those that can hold an answer of the operation, that for spreadsheets first.
    pub fn of(operation: &Operation) -> Vec<Kind> {
        let mut formats = Format::of(&operation.contents);
        let is_table = |format: &Format| matches!(format, Format::Csv | Format::CsvExcel);
        // those for spreadsheets are the last of all
        if formats.last().is_some_and(is_table) {
            formats.rotate_right(2);
            formats.swap(0, 1);
        }
        let kinds = formats.into_iter().map(Kind::Rest);
        kinds.chain(operation.in_xml.then_some(Kind::Xml)).collect()
    }

    /// Its name in an address.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Rest(format) => format.name(),
            Kind::Xml => "xml",
        }
    }

    /// What it is called.
    pub fn label(self) -> &'static str {
        match self {
            Kind::Rest(Format::CsvExcel) => "Excel (CSV)",
            Kind::Rest(Format::Csv) => "CSV",
            Kind::Rest(Format::Json) => "JSON",
            Kind::Rest(Format::Ndjson) => "NDJSON",
            Kind::Xml => "XML",
        }
    }

    /// The ending of a file.
    pub fn ending(self) -> &'static str {
        match self {
            Kind::Rest(Format::CsvExcel) => "csv",
            other => other.name(),
        }
    }

    /// The media type of a file.
    pub fn content_type(self) -> &'static str {
        match self {
            Kind::Rest(format) => format.content_type(),
            Kind::Xml => TEXT_XML,
        }
    }
}

/// A file to be.
pub struct Saved {
    pub formats: Arc<Formats>,
    pub base: String,
    pub kind: Kind,
}

impl Interface for Saved {
    fn base(&self) -> &str {
        &self.base
    }

    fn write(
        &self,
        asked: &Asked,
        memory: &Memory,
        document: &mut Document,
    ) -> Result<u64, Stopped> {
        let operation = asked.checked.operation();
        match self.kind {
            Kind::Rest(format) => self.formats.write(format, asked, memory, document),
            Kind::Xml => {
                let frame = Frame::bare(operation.root, Style::Form, &self.formats.namespaces);
                self.formats.xml.framed(&frame, asked, memory, document)
            }
        }
    }
}
