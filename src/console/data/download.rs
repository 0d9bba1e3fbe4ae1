//! The rows of a table as a download: a file for Excel with the cells of the page, or a data file. The download reads
//! and sends the rows batch by batch.

use std::sync::Arc;
use std::thread;

use anyhow::Result;
use tokio::sync::mpsc::{Sender, channel};

use super::ListedColumn;
use super::row_names::RowNames;
use crate::console::components::{Links, TableCell};
use crate::console::reports::selection_file::{BYTE_ORDER_MARK, excel_line};
use crate::console::response::ResponseBody;
use crate::console::translations::fill;
use crate::console::{FormFields, PageAnswer, PageContent, PageContext};
use crate::datafile::file::DataFile;
use crate::decode::rest::FORMAT;
use crate::encode::Format;
use crate::model::language::Language;
use crate::service::{Chunk, MAX_STREAMED, Service};
use crate::store::row_listing::{self, ColumnFilter, ListingOrder, ListingQuery};

/// The number of rows that are read and sent at once.
const BATCH_SIZE: usize = 100;

/// The most batches that wait for a slow client. Then the reading thread waits.
const MAX_WAITING_BATCHES: usize = 4;

const FORMATS: [Format; 2] = [Format::CsvExcel, Format::Csv];

pub struct TableDownload {
    pub file: &'static DataFile,
    /// The columns of a file for Excel. A data file always has all columns.
    pub columns: Vec<ListedColumn>,
    pub search: String,
    pub filters: Vec<ColumnFilter>,
    pub order: Option<ListingOrder>,
    pub language: Language,
}

/// Adds links that save all rows of the table of `file`, and before them links that save the rows of a selection. Each has an address
/// and a query, to which the links add a format.
pub fn add_links(
    context: &PageContext,
    file: &DataFile,
    selection: Option<(&str, &FormFields)>,
    all_rows: (&str, &FormFields),
    content: &mut PageContent,
) {
    let words = context.words;
    let add = |content: &mut PageContent, label: &str, (address, query): (&str, &FormFields)| {
        let link = |format: Format| {
            (format!("{address}?{}", query.query_with(FORMAT, format.name())), format.label(context.language))
        };
        content.add(&Links { label, links: FORMATS.map(link).into() });
    };
    if let Some(selection) = selection {
        add(content, &label_with_table(words.save_selection_of_table_as, context, file), selection);
    }
    add(content, &label_with_table(words.save_all_of_table_as, context, file), all_rows);
}

/// Fills a text with the name of a table: `Save all persons as`.
pub fn label_with_table(text: &str, context: &PageContext, file: &DataFile) -> String {
    text.replace("{}", &file.label(context.language).to_lowercase())
}

/// Returns a file for Excel with these labels and the texts of these rows.
pub fn excel_file(name: String, labels: &[&str], rows: impl Iterator<Item = Vec<TableCell>>) -> PageAnswer {
    let header = excel_line(labels.iter().map(|label| (*label).to_owned()));
    // the no-break spaces are only for the width of pages
    let text = |cell: TableCell| cell.joined_text().replace('\u{a0}', " ");
    let lines = rows.map(|cells| excel_line(cells.into_iter().map(text)));
    let bytes = [BYTE_ORDER_MARK.to_owned(), header].into_iter().chain(lines).collect::<String>().into_bytes();
    PageAnswer::File { name, content_type: Format::CsvExcel.content_type(), body: ResponseBody::Bytes(bytes) }
}

impl TableDownload {
    /// Answers with a file, which another thread sends. Refuses unknown formats and too many running downloads.
    pub fn begin(self, context: &PageContext, format: &str) -> Result<PageAnswer> {
        let Some(format) = FORMATS.into_iter().find(|known| known.name() == format) else {
            let known = FORMATS.map(Format::name).join(", ");
            let text = fill(context.words.format_not_available, [("", format), ("known", &known)]);
            return Ok(PageAnswer::BadRequest(text));
        };
        let service = Arc::clone(&context.console.service);
        let Some(guard) = service.streamed_responses.begin(&format!("operator {}", context.operator.name)) else {
            return Ok(PageAnswer::Unavailable(
                context.words.too_many_downloads.replace("{}", &MAX_STREAMED.to_string()),
            ));
        };
        let name = format!("{}.csv", self.file.stem());
        let (sender, chunks) = channel(MAX_WAITING_BATCHES);
        let is_excel = format == Format::CsvExcel;
        let send_all = move || {
            // after an error no `End` follows: the connection is aborted, so that the client notices
            match self.send(&service, is_excel, &sender) {
                Ok(()) => drop(sender.blocking_send(Chunk::End)),
                Err(error) => tracing::error!(error = format!("{error:#}"), "a table was not saved"),
            }
        };
        thread::Builder::new().name("download".into()).spawn(send_all)?;
        let body = ResponseBody::Stream(chunks, guard);
        Ok(PageAnswer::File { name, content_type: format.content_type(), body })
    }

    /// Sends the header and the rows. Returns early without an error if the client has gone.
    fn send(&self, service: &Service, is_excel: bool, sender: &Sender<Chunk>) -> Result<()> {
        let snapshot = service.store.snapshot()?;
        let mut text =
            if is_excel { self.excel_header() } else { csv_line(self.file.columns.iter().map(|column| column.name))? };
        let mut after = None;
        loop {
            let query = ListingQuery {
                file: self.file,
                search: &self.search,
                filters: &self.filters,
                order: self.order,
                after,
                size: BATCH_SIZE,
            };
            let listing = row_listing::list(&snapshot, &query)?;
            // each batch gets new `RowNames`, so that few names are in memory
            let names = RowNames::in_language(self.language, &snapshot);
            for (_, cells) in &listing.rows {
                text += &if is_excel {
                    let text = |column: &ListedColumn| -> Result<String> {
                        let stored = column.stored_cell(cells);
                        // an import accepts only the words of the data file
                        if column.is_choice() {
                            return Ok(stored.to_owned());
                        }
                        let shown = column.cell(self.file, &names, cells)?.joined_text();
                        Ok(self.language.text_in_file(stored, shown))
                    };
                    let texts: Vec<_> = self.columns.iter().map(text).collect::<Result<_>>()?;
                    excel_line(texts.into_iter())
                } else {
                    csv_line(cells.iter().map(|(_, cell)| cell.as_str()))?
                };
            }
            let bytes = std::mem::take(&mut text).into_bytes();
            let is_client_gone = sender.blocking_send(Chunk::Bytes(bytes)).is_err();
            if is_client_gone || listing.next.is_none() {
                return Ok(());
            }
            after = listing.next;
        }
    }

    fn excel_header(&self) -> String {
        let labels = self.columns.iter().map(|column| column.label(self.language));
        BYTE_ORDER_MARK.to_owned() + &excel_line(labels)
    }
}

fn csv_line<'c>(cells: impl Iterator<Item = &'c str>) -> Result<String> {
    let mut text = csv::Writer::from_writer(Vec::new());
    text.write_record(cells)?;
    Ok(String::from_utf8(text.into_inner()?)?)
}
