//! The rows of a table as a file: for Excel as the page shows them, or as the data file. Rows are read in batches and
//! sent while they are read.

use std::sync::Arc;
use std::thread;

use anyhow::Result;
use tokio::sync::mpsc::{Sender, channel};

use super::ListedColumn;
use super::names::{Names, in_one_text};
use crate::console::FormFields;
use crate::console::components::Links;
use crate::console::page::{PageAnswer, PageContent};
use crate::console::page_context::PageContext;
use crate::console::reports::download::DownloadFormat;
use crate::console::reports::selection_file::{EXCEL_MARK, excel_line};
use crate::console::response::ResponseBody;
use crate::datafile::file::{Column, DataFile};
use crate::decode::rest::FORMAT;
use crate::encode::Format;
use crate::model::language::Language;
use crate::model::request_error::RequestError;
use crate::service::{Chunk, MOST_STREAMED, Service};
use crate::store::listing::{self, ColumnFilter, ListingQuery};

/// Rows that are read at once.
const BATCH: usize = 100;

/// Batches that wait for a slow receiver.
const WAITING: usize = 4;

const FORMATS: [DownloadFormat; 2] = [DownloadFormat::Rest(Format::CsvExcel), DownloadFormat::Rest(Format::Csv)];

/// The rows to send and how.
pub struct TableDownload {
    pub file: &'static DataFile,
    pub columns: Vec<ListedColumn>,
    pub search: String,
    pub filters: Vec<ColumnFilter>,
    pub order: Option<(&'static Column, bool)>,
    pub language: Language,
}

/// Adds links that save the selected rows, if not all are selected, and all rows.
pub fn add_links(context: &PageContext, selects: bool, content: &mut PageContent) {
    let (words, mut query) = (context.words, super::query_without_position(context));
    let links = |query: &FormFields| {
        let link = |format: DownloadFormat| (format!("?{}", query.with(FORMAT, format.name())), format.label());
        FORMATS.map(link).into()
    };
    if selects {
        content.add(&Links { says: words.save_these_as, links: links(&query) });
    }
    query.0.retain(|(name, _)| super::FIELDS_OF_VIEW.contains(&name.as_str()));
    content.add(&Links { says: words.save_as, links: links(&query) });
}

impl TableDownload {
    /// Begins to send the rows in the format of this name.
    pub fn answer(self, context: &PageContext, format: &str) -> Result<PageAnswer> {
        let Some(format) = FORMATS.iter().copied().find(|known| known.name() == format) else {
            let known = FORMATS.map(DownloadFormat::name).join(", ");
            return Ok(PageAnswer::Bad(context.words.not_saved_as.replace("{known}", &known).replace("{}", format)));
        };
        let service = Arc::clone(&context.console.service);
        let Some(long) = service.streamed_responses.begin(&format!("operator {}", context.signed.name)) else {
            return Ok(PageAnswer::Bad(RequestError::TooManyStreamed(MOST_STREAMED).message_text()));
        };
        let name = format!("{}.csv", self.file.stem());
        let (to, chunks) = channel(WAITING);
        let is_excel = matches!(format, DownloadFormat::Rest(Format::CsvExcel));
        let send = move || {
            // without an end the answer is cut
            match self.send(&service, is_excel, &to) {
                Ok(()) => drop(to.blocking_send(Chunk::End)),
                Err(error) => tracing::error!(error = format!("{error:#}"), "a table was not saved"),
            }
        };
        thread::Builder::new().name("download".into()).spawn(send)?;
        let body = ResponseBody::Begun(chunks, long);
        Ok(PageAnswer::File { name, content_type: format.content_type(), body })
    }

    /// Sends all rows, until the receiver has gone.
    fn send(&self, service: &Service, is_excel: bool, to: &Sender<Chunk>) -> Result<()> {
        let snapshot = service.store.snapshot()?;
        let mut text = if is_excel { self.excel_header() } else { line(self.file.columns.iter().map(|c| c.name))? };
        let mut after = None;
        loop {
            let query = ListingQuery {
                file: self.file,
                search: &self.search,
                filters: &self.filters,
                order: self.order,
                after,
                size: BATCH,
            };
            let listing = listing::list(&snapshot, &query)?;
            // names are remembered within a batch only, to bound memory
            let names = Names::of(self.language, &snapshot);
            for (_, cells) in &listing.rows {
                text += &if is_excel {
                    let shown = self.columns.iter().map(|column| column.cell(self.file, &names, cells));
                    let shown: Vec<_> = shown.map(|cell| cell.map(in_one_text)).collect::<Result<_>>()?;
                    excel_line(shown.into_iter())
                } else {
                    line(cells.iter().map(|(_, cell)| cell.as_str()))?
                };
            }
            if to.blocking_send(Chunk::Bytes(std::mem::take(&mut text).into_bytes())).is_err() || listing.next.is_none()
            {
                return Ok(());
            }
            after = listing.next;
        }
    }

    fn excel_header(&self) -> String {
        let labels = self.columns.iter().map(|column| column.label(self.language));
        EXCEL_MARK.to_owned() + &excel_line(labels)
    }
}

/// Returns a line of a data file.
fn line<'c>(cells: impl Iterator<Item = &'c str>) -> Result<String> {
    let mut text = csv::Writer::from_writer(Vec::new());
    text.write_record(cells)?;
    Ok(String::from_utf8(text.into_inner()?)?)
}
