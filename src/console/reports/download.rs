//! A report as a file: the complete answer in a format of the API or as XML.

use std::sync::Arc;

use super::columns::{count_lists, flatten_fields};
use crate::answer::{AnswerError, AnswerRequest, PreparedFormats};
use crate::encode::frame::{Frame, TEXT_XML};
use crate::encode::{Document, Format};
use crate::model::language::Language;
use crate::operation::Operation;
use crate::operation::response_schema::Contents;
use crate::service::Interface;

#[derive(Clone, Copy)]
pub enum DownloadFormat {
    Api(Format),
    Xml,
}

impl DownloadFormat {
    /// Returns the formats that can represent the complete answer.
    pub fn of(operation: &Operation) -> Vec<DownloadFormat> {
        let mut api_formats = Format::offered_for(&operation.contents);
        if has_lists(&operation.contents) {
            // a table would omit the lists
            api_formats.retain(|format| !format.is_table());
        }
        // most operators open the file in a spreadsheet; the sort is stable: formats with the same key keep their order
        api_formats.sort_by_key(|format| match format {
            Format::CsvExcel => 0,
            Format::Csv => 1,
            Format::Json | Format::Ndjson => 2,
        });
        let xml = operation.in_xml.then_some(DownloadFormat::Xml);
        api_formats.into_iter().map(DownloadFormat::Api).chain(xml).collect()
    }

    /// Returns the property of the API's format, or `of_xml` for XML, which is not one of these formats.
    fn either<T>(self, of_api: fn(Format) -> T, of_xml: T) -> T {
        match self {
            DownloadFormat::Api(format) => of_api(format),
            DownloadFormat::Xml => of_xml,
        }
    }

    pub fn name(self) -> &'static str {
        self.either(Format::name, "xml")
    }

    pub fn label(self, language: Language) -> &'static str {
        match self {
            DownloadFormat::Api(format) => format.label(language),
            DownloadFormat::Xml => "XML",
        }
    }

    pub fn file_extension(self) -> &'static str {
        self.either(Format::file_extension, "xml")
    }

    pub fn content_type(self) -> &'static str {
        self.either(Format::content_type, TEXT_XML)
    }
}

/// Returns whether the rows of an answer contain lists. No table format can represent lists.
fn has_lists(contents: &Contents) -> bool {
    match contents {
        Contents::List(list) | Contents::Table(list) => count_lists(&flatten_fields(list.item.fields())) > 0,
        Contents::One { .. } | Contents::Changed { .. } => false,
    }
}

pub struct Download {
    pub formats: Arc<PreparedFormats>,
    pub format: DownloadFormat,
}

impl Interface for Download {
    fn write(&self, request: &AnswerRequest, document: &mut Document) -> Result<u64, AnswerError> {
        let operation = request.checked.operation();
        match self.format {
            DownloadFormat::Api(format) => self.formats.write(format, request, document),
            DownloadFormat::Xml => {
                let frame = Frame::result_document(operation.root, &self.formats.namespaces.form);
                self.formats.xml.write_framed(&frame, request, document)
            }
        }
    }
}
