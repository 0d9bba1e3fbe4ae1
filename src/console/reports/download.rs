//! A report as a file: the complete answer in one of the service's formats.

use std::sync::Arc;

use super::columns::{leaves, lists};
use crate::answer::{AnswerError, AnswerRequest, MemoryBudget, PreparedFormats};
use crate::encode::frame::{CallStyle, Frame, TEXT_XML};
use crate::encode::{Document, Format};
use crate::operation::Operation;
use crate::operation::response_schema::Contents;
use crate::service::Interface;

#[derive(Clone, Copy)]
pub enum DownloadFormat {
    Rest(Format),
    Xml,
}

impl DownloadFormat {
    /// Returns the formats that can represent the complete answer, the one for spreadsheets first.
    pub fn of(operation: &Operation) -> Vec<DownloadFormat> {
        let mut formats = Format::offered_for(&operation.contents);
        if has_lists(&operation.contents) {
            formats.retain(|format| !format.is_table());
        }
        let (tables, others): (Vec<_>, Vec<_>) = formats.into_iter().partition(|format| format.is_table());
        // the format for spreadsheets is the last table
        let formats = tables.into_iter().rev().chain(others);
        formats.map(DownloadFormat::Rest).chain(operation.in_xml.then_some(DownloadFormat::Xml)).collect()
    }

    pub fn name(self) -> &'static str {
        match self {
            DownloadFormat::Rest(format) => format.name(),
            DownloadFormat::Xml => "xml",
        }
    }

    pub fn label(self) -> &'static str {
        match self {
            DownloadFormat::Rest(format) => format.label(),
            DownloadFormat::Xml => "XML",
        }
    }

    pub fn ending(self) -> &'static str {
        match self {
            DownloadFormat::Rest(format) => format.file_extension(),
            DownloadFormat::Xml => "xml",
        }
    }

    pub fn content_type(self) -> &'static str {
        match self {
            DownloadFormat::Rest(format) => format.content_type(),
            DownloadFormat::Xml => TEXT_XML,
        }
    }
}

/// Returns whether rows of an answer contain lists, which a table omits.
fn has_lists(contents: &Contents) -> bool {
    match contents {
        Contents::Each(each) | Contents::Table(each) => lists(&leaves(each.item.fields())) > 0,
        Contents::One { .. } | Contents::Changed { .. } => false,
    }
}

/// A file to write.
pub struct Download {
    pub formats: Arc<PreparedFormats>,
    pub base: String,
    pub kind: DownloadFormat,
}

impl Interface for Download {
    fn base(&self) -> &str {
        &self.base
    }

    fn write(
        &self,
        request: &AnswerRequest,
        memory: &MemoryBudget,
        document: &mut Document,
    ) -> Result<u64, AnswerError> {
        let operation = request.checked.operation();
        match self.kind {
            DownloadFormat::Rest(format) => self.formats.write(format, request, memory, document),
            DownloadFormat::Xml => {
                let frame = Frame::result_document(operation.root, CallStyle::Form, &self.formats.namespaces);
                self.formats.xml.write_framed(&frame, request, memory, document)
            }
        }
    }
}
