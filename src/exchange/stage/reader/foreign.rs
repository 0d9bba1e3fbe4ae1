//! What is read otherwise of a file of another system: its encoding, sheet and separator, and where its header is.

use anyhow::Result;
use encoding_rs::UTF_8;

use super::FileReading;
use crate::exchange::file_names::is_workbook;
use crate::exchange::mapping::MappedFile;
use crate::exchange::mapping::layout::Layout;
use crate::exchange::merge::error_table::ErrorSubject;
use crate::exchange::source::Source;
use crate::exchange::source::charset::Charset;
use crate::exchange::source::rows::{RowReader, SourceRow};
use crate::model::message::{Message, MessageName};
use crate::model::text::cut_and_escape_cell;

impl FileReading<'_> {
    /// How a foreign file is read, unless that is wrong.
    pub(super) fn layout(&self) -> Option<&Layout> {
        self.mapped.and_then(|mapped| mapped.layout.as_ref().ok())
    }

    pub(super) fn separator(&self) -> Option<u8> {
        self.layout().and_then(|layout| layout.separator)
    }

    /// In which encoding a foreign file is: that of the mapping goes before `--encoding`.
    pub(super) fn charset_of_mapped(&mut self, source: &mut Source, mapped: &MappedFile) -> Result<Charset> {
        let file = source.file(&mapped.name)?.filter(|_| !is_workbook(&mapped.name));
        let Some(file) = file else {
            return Ok(Charset::Known(UTF_8));
        };
        let given = mapped.mapping.encoding;
        let given_by = given.map_or(MessageName::EncodingOption, |_| MessageName::EncodingOfMapping);
        Charset::of(file, given.or(self.reading.encoding), given_by, || self.go_on())
    }

    /// Goes to the header of a foreign file, and returns the column of each of its cells.
    pub(super) fn mapped_header(&mut self, rows: &mut impl RowReader, layout: &Layout) -> Result<Vec<Option<usize>>> {
        let mut above = 0;
        while rows.next()?.is_some_and(|row| row.line < layout.line) {
            above += 1;
        }
        let mut note = |message: Message| self.note(true, layout.line, ErrorSubject::NONE, "", message);
        if above > 0 {
            note(Message::new(MessageName::LinesAboveHeader).with(above));
        }
        if !layout.left_out.is_empty() {
            let headers: Vec<_> = layout.left_out.iter().map(|header| cut_and_escape_cell(header)).collect();
            note(Message::new(MessageName::LeftOutHeaders).with(headers.join(", ")));
        }
        self.nameless.clone_from(&layout.nameless);
        let has = |at: usize| !layout.headers[at].is_empty();
        self.missing_key(layout.line, has);
        Ok(layout.header.clone())
    }

    /// Notes that columns without a header are left out, once each has a cell.
    pub(super) fn note_nameless(&mut self, row: &SourceRow) {
        let has_cell = |at: &usize| row.cells.get(*at).is_some_and(|cell| !cell.trim().is_empty());
        for at in self.nameless.extract_if(.., |at| has_cell(at)).collect::<Vec<_>>() {
            let message = Message::new(MessageName::LeftOutNameless).with(at + 1);
            self.note(true, row.line, ErrorSubject::NONE, "", message);
        }
    }
}
