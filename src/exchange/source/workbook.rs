//! Reads a data file from an Excel workbook: "a .xlsx is read too (first sheet of each, named like the .csv)".
//!
//! A workbook is a .zip that may declare anything, and a few kilobytes may unpack to gigabytes. It is read as a stream
//! within the bounds of contract §11, and declared sizes allocate nothing.

mod number_format;
mod part;
mod sheet;
mod strings;

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::{self, BufReader, Read, Seek};

use anyhow::{Context, Result, anyhow, ensure};
use quick_xml::events::Event;
use tempfile::{SpooledTempFile, spooled_tempfile};
use zip::ZipArchive;
use zip::result::ZipError;

use super::archive;
use super::records::{MAX_RECORD_BYTES, MAX_ROW_CELLS};
use super::rows::{RecordError, RowReader, SourceRow};
use number_format::NumberFormats;
use part::{XmlPart, read_attribute};
use sheet::{SheetCell, SheetCells};
use strings::SharedStrings;

/// The most cells of a workbook (contract §11).
const MAX_CELLS: usize = 20_000_000;

/// The most bytes of the part with shared strings, including tags.
const MAX_STRINGS_BYTES: u64 = 1 << 30;

/// The most bytes of a sheet, more than the most cells need.
const MAX_SHEET_BYTES: u64 = 8 << 30;

/// The most bytes of any other part.
const MAX_PART_BYTES: u64 = 16 << 20;

const MAX_RELATIONS: usize = 10_000;

/// The first bytes of an encrypted workbook and of an .xls.
const OLE_MARK: &[u8] = b"\xD0\xCF\x11\xE0";

const NOT_A_WORKBOOK: &str = "it is not an .xlsx workbook that can be opened";

/// A packed workbook up to this size stays in memory; a larger one is copied to a temporary file.
const MAX_BYTES_IN_MEMORY: usize = 4 << 20;

type Archive = ZipArchive<BufReader<SpooledTempFile>>;

/// Returns the unpacked size that a workbook declares, in bytes; 0 for a file that is no archive.
pub fn unpacked_size(file: impl Read) -> Result<u64> {
    let Ok(mut archive) = open_archive(file)? else {
        return Ok(0);
    };
    let mut sum: u64 = 0;
    for at in 0..archive.len() {
        sum = sum.saturating_add(archive.by_index(at)?.size());
    }
    Ok(sum)
}

/// Opens an archive. The outer error is one of reading; the inner one explains why the file is not an archive.
fn open_archive(mut file: impl Read) -> Result<Result<Archive>> {
    let mut copy = spooled_tempfile(MAX_BYTES_IN_MEMORY);
    io::copy(&mut file, &mut copy)?;
    copy.rewind()?;
    let mut mark = Vec::new();
    copy.by_ref().take(OLE_MARK.len() as u64).read_to_end(&mut mark)?;
    if mark == OLE_MARK {
        return Ok(Err(anyhow!("it is protected by a password, or is an old .xls workbook")));
    }
    copy.rewind()?;
    Ok(archive::open_zip(copy))
}

pub struct Workbook {
    archive: Archive,
    strings: SharedStrings,
    formats: NumberFormats,
    /// The worksheets in their order.
    sheets: Vec<Sheet>,
}

struct Sheet {
    name: String,
    is_visible: bool,
    /// The position of its part in the archive; `None` if the part is missing.
    part: Option<usize>,
}

impl Workbook {
    pub fn open(file: impl Read) -> Result<Self> {
        let mut archive = open_archive(file)?.map_err(|error| match error.is::<ZipError>() {
            true => anyhow!(NOT_A_WORKBOOK),
            false => error,
        })?;
        let parts = PartNames::list(&archive)?;
        let main = find_main_part(&mut archive, &parts)?;
        let (folder, name) = main.rsplit_once('/').unwrap_or(("", &main));
        let find_part = |name: &str| parts.find(folder, name);
        let relations = read_relations(&mut archive, find_part(&format!("_rels/{name}.rels")))?;
        let strings = match find_part("sharedStrings.xml") {
            Some(at) => SharedStrings::read(open_part(&mut archive, at, MAX_STRINGS_BYTES)?)?,
            None => SharedStrings::empty(),
        };
        let mut formats = match find_part("styles.xml") {
            Some(at) => NumberFormats::read(open_part(&mut archive, at, MAX_PART_BYTES)?).context("its styles")?,
            None => NumberFormats::default(),
        };
        let at = find_part(name).context(NOT_A_WORKBOOK)?;
        let main = open_part(&mut archive, at, MAX_PART_BYTES)?;
        let (sheets, since_1904) = read_sheets(main, &relations, |target| find_part(target))?;
        formats.since_1904 = since_1904;
        let workbook = Self { archive, strings, formats, sheets };
        workbook.find_sheet(None).context("it has no visible sheet")?.part.context("its first sheet is missing")?;
        Ok(workbook)
    }

    /// Returns the names of the worksheets that are visible.
    pub fn visible_sheets(&self) -> Vec<String> {
        let visible = self.sheets.iter().filter(|sheet| sheet.is_visible);
        visible.map(|sheet| sheet.name.clone()).collect()
    }

    /// Returns the sheet of this name, in any case, or the first visible one.
    fn find_sheet(&self, name: Option<&str>) -> Option<&Sheet> {
        self.sheets.iter().find(|sheet| match name {
            Some(name) => sheet.name.to_lowercase() == name.to_lowercase(),
            None => sheet.is_visible,
        })
    }

    pub fn has_sheet(&self, name: &str) -> bool {
        self.find_sheet(Some(name)).is_some_and(|sheet| sheet.part.is_some())
    }

    /// Returns the rows of the sheet of this name, or of the first visible one.
    pub fn read_rows(&mut self, sheet: Option<&str>) -> Result<SheetRows<'_>> {
        let at = self.find_sheet(sheet).and_then(|sheet| sheet.part).context("it lacks the sheet")?;
        let part = open_part(&mut self.archive, at, MAX_SHEET_BYTES)?;
        let cells =
            SheetCells { part, strings: &mut self.strings, formats: &self.formats, row: 0, column: 0, count: 0 };
        Ok(SheetRows { cells, next: None, is_ended: false, columns: 0 })
    }
}

/// The positions of a workbook's parts by name, ignoring case.
struct PartNames(HashMap<String, usize>);

impl PartNames {
    fn list(archive: &Archive) -> Result<Self> {
        let mut parts = HashMap::new();
        for at in 0..archive.len() {
            let name = archive.name_for_index(at).transpose()?.unwrap_or_default();
            parts.insert(name.replace('\\', "/").to_lowercase(), at);
        }
        Ok(Self(parts))
    }

    /// Finds a part relative to a folder; a name that begins with `/` is absolute.
    fn find(&self, folder: &str, name: &str) -> Option<usize> {
        let whole = match name.strip_prefix('/') {
            Some(whole) => whole.to_owned(),
            None if folder.is_empty() => name.to_owned(),
            None => format!("{folder}/{name}"),
        };
        self.0.get(&whole.to_lowercase()).copied()
    }
}

/// Opens the part at a position, of which at most `max_bytes` are read.
fn open_part(archive: &mut Archive, at: usize, max_bytes: u64) -> Result<XmlPart<'_>> {
    Ok(XmlPart::new(Box::new(archive.by_index(at)?), max_bytes))
}

/// The target and the type of a relation.
struct PartRelation {
    target: String,
    kind: String,
}

/// Returns the relations of a part by id.
fn read_relations(archive: &mut Archive, at: Option<usize>) -> Result<HashMap<String, PartRelation>> {
    let at = at.context(NOT_A_WORKBOOK)?;
    let mut part = open_part(archive, at, MAX_PART_BYTES)?;
    let mut relations = HashMap::new();
    loop {
        match part.next_event()? {
            Event::Start(tag) if tag.local_name().as_ref() == "Relationship" => {
                let kind = read_attribute(&tag, "Type")?.unwrap_or_default();
                let kind = kind.rsplit('/').next().unwrap_or_default().to_owned();
                let relation = PartRelation { target: read_attribute(&tag, "Target")?.unwrap_or_default(), kind };
                relations.insert(read_attribute(&tag, "Id")?.unwrap_or_default(), relation);
                ensure!(relations.len() <= MAX_RELATIONS, "a part can have at most {MAX_RELATIONS} relations");
            }
            Event::Eof => return Ok(relations),
            _ => {}
        }
    }
}

fn find_main_part(archive: &mut Archive, parts: &PartNames) -> Result<String> {
    let relations = read_relations(archive, parts.find("", "_rels/.rels"))?;
    let main = relations.into_values().find(|relation| relation.kind == "officeDocument");
    let main = main.context(NOT_A_WORKBOOK)?.target;
    Ok(main.strip_prefix('/').map(str::to_owned).unwrap_or(main))
}

/// Returns the worksheets, and whether their days are counted from 1904.
fn read_sheets(
    mut part: XmlPart,
    relations: &HashMap<String, PartRelation>,
    find: impl Fn(&str) -> Option<usize>,
) -> Result<(Vec<Sheet>, bool)> {
    let (mut sheets, mut since_1904) = (Vec::new(), false);
    loop {
        match part.next_event()? {
            Event::Start(tag) => match tag.local_name().as_ref() {
                "sheet" => {
                    let id =
                        tag.attributes().with_checks(false).flatten().find(|a| a.key.local_name().as_ref() == "id");
                    let target = id.and_then(|id| relations.get(&*id.value));
                    let is_visible = read_attribute(&tag, "state")?.is_none_or(|state| state == "visible");
                    ensure!(target.is_some() || !is_visible || !sheets.is_empty(), "a sheet of it is missing");
                    if let Some(target) = target.filter(|target| target.kind == "worksheet") {
                        let name = read_attribute(&tag, "name")?.unwrap_or_default();
                        sheets.push(Sheet { name, is_visible, part: find(&target.target) });
                    }
                }
                "workbookPr" => {
                    if let Some(value) = read_attribute(&tag, "date1904")? {
                        since_1904 = ["1", "true"].contains(&value.as_str());
                    }
                }
                _ => {}
            },
            Event::Eof => return Ok((sheets, since_1904)),
            _ => {}
        }
    }
}

#[derive(Debug, thiserror::Error)]
#[error("{reason}")]
pub struct SheetError {
    /// The row, counted from 1.
    pub row: u64,
    pub reason: String,
}

/// The non-empty rows of a sheet.
pub struct SheetRows<'w> {
    cells: SheetCells<'w>,
    /// The first cell of the next row, which was read to find the end of the row before.
    next: Option<SheetCell>,
    is_ended: bool,
    /// The number of cells in the first row.
    columns: usize,
}

impl SheetRows<'_> {
    /// Returns the next cell; an error names its row.
    fn next_cell(&mut self) -> Result<Option<SheetCell>> {
        if self.is_ended {
            return Ok(None);
        }
        let cell = self.cells.next_cell();
        let row = u64::from(self.cells.row) + 1;
        let cell = cell.map_err(|error| SheetError { row, reason: format!("{error:#}") })?;
        self.is_ended = cell.is_none();
        Ok(cell)
    }
}

impl RowReader for SheetRows<'_> {
    fn next_row(&mut self) -> Result<Option<SourceRow<'_>>> {
        let first = match self.next.take() {
            Some(first) => Some(first),
            None => self.next_cell()?,
        };
        let Some(first) = first else {
            return Ok(None);
        };
        let row = first.row;
        let mut record = RowDraft::default();
        record.add_cell(first);
        while let Some(cell) = self.next_cell()? {
            if cell.row != row {
                self.next = Some(cell);
                break;
            }
            record.add_cell(cell);
        }
        if self.columns == 0 {
            self.columns = record.cells.len();
        }
        if record.error.is_none() {
            record.cells.resize(record.cells.len().max(self.columns), Cow::Borrowed(""));
        }
        Ok(Some(SourceRow { line: u64::from(row) + 1, cells: record.cells, error: record.error }))
    }
}

#[derive(Default)]
struct RowDraft {
    cells: Vec<Cow<'static, str>>,
    bytes: usize,
    error: Option<RecordError>,
}

impl RowDraft {
    /// Adds a cell, with empty cells before it. A row that exceeds a limit has an error and no cells.
    fn add_cell(&mut self, cell: SheetCell) {
        let column = cell.column as usize;
        self.bytes += cell.text.len();
        // a row that repeats a cell contains it twice
        let column = column.max(self.cells.len());
        let error = match () {
            () if column >= MAX_ROW_CELLS => Some(RecordError::TooManyCells),
            () if self.bytes > MAX_RECORD_BYTES => Some(RecordError::TooLong),
            () => None,
        };
        self.error = self.error.or(error);
        if self.error.is_some() {
            self.cells.clear();
            return;
        }
        self.cells.resize(column, Cow::Borrowed(""));
        self.cells.push(cell.text.into());
    }
}

/// Decodes each `_x000D_` to the UTF-16 unit with that code. Adjacent ones are decoded together, as surrogate pairs.
fn unescape(text: &str) -> Cow<'_, str> {
    let escape = |at: usize| {
        let unit = text.get(at..at + 7)?.strip_prefix("_x")?.strip_suffix('_')?;
        u16::from_str_radix(unit, 16).ok().filter(|_| unit.bytes().all(|byte| byte.is_ascii_hexdigit()))
    };
    let mut plain = String::new();
    let (mut copied, mut at) = (0, 0);
    while let Some(found) = text[at..].find("_x") {
        let begin = at + found;
        let mut units = Vec::new();
        while let Some(unit) = escape(begin + 7 * units.len()) {
            units.push(unit);
        }
        at = begin + if units.is_empty() { 1 } else { 7 * units.len() };
        if !units.is_empty() {
            plain.push_str(&text[copied..begin]);
            plain.push_str(&String::from_utf16_lossy(&units));
            copied = at;
        }
    }
    match copied {
        0 => Cow::Borrowed(text),
        _ => Cow::Owned(plain + &text[copied..]),
    }
}
