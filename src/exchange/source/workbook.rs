//! Reads the rows of an Excel workbook (contract §7).
//!
//! A workbook is a .zip, of which a few kilobytes may unpack to gigabytes. It is read as a stream within the limits of
//! contract §11. No memory is reserved for the sizes that it declares.

mod number_format;
mod part;
mod shared_strings;
mod sheet;

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::{self, BufReader, Read, Seek};

use anyhow::{Context, Result, anyhow, ensure};
use quick_xml::events::{BytesStart, Event};
use tempfile::{SpooledTempFile, spooled_tempfile};
use zip::ZipArchive;
use zip::result::ZipError;

use super::archive;
use super::records::{MAX_RECORD_BYTES, MAX_ROW_CELLS};
use super::rows::{RecordError, RowReader, SourceRow};
use crate::model::message::{Message, MessageName};
use number_format::NumberFormats;
use part::{XmlPart, read_attribute};
use shared_strings::SharedStrings;
use sheet::{SheetCell, SheetCells};

/// The maximum number of cells of a workbook (contract §11).
const MAX_CELLS: usize = 20_000_000;

/// The maximum number of bytes of the part with the shared strings, including tags.
const MAX_STRINGS_BYTES: u64 = 1 << 30;

/// The maximum number of bytes of a sheet: more than [`MAX_CELLS`] cells need.
const MAX_SHEET_BYTES: u64 = 8 << 30;

/// The maximum number of bytes of any other part.
const MAX_PART_BYTES: u64 = 16 << 20;

const MAX_RELATIONS: usize = 10_000;

/// The first bytes of the format before 2007, in which Excel also packs workbooks with a password.
const OLE_MARK: &[u8] = b"\xD0\xCF\x11\xE0";

/// The maximum size of a packed workbook that is copied to memory. A larger one is copied to a temporary file.
const MAX_BYTES_IN_MEMORY: usize = 4 << 20;

type Archive = ZipArchive<BufReader<SpooledTempFile>>;

/// Returns the unpacked size in bytes that a workbook declares; 0 if the file is not an archive.
pub fn unpacked_size(file: impl Read) -> Result<u64> {
    let Ok(mut archive) = open_archive(file)? else { return Ok(0) };
    let mut sum: u64 = 0;
    for at in 0..archive.len() {
        sum = sum.saturating_add(archive.by_index(at)?.size());
    }
    Ok(sum)
}

fn not_a_workbook() -> Message {
    MessageName::NotAWorkbook.into()
}

/// Opens an archive. The outer error is a read error; the inner error is the reason why the file is not an archive.
fn open_archive(mut file: impl Read) -> Result<Result<Archive>> {
    // a .zip is read from its end, but the source can be a stream: an entry of another .zip
    let mut copy = spooled_tempfile(MAX_BYTES_IN_MEMORY);
    io::copy(&mut file, &mut copy)?;
    copy.rewind()?;
    let mut mark = Vec::new();
    copy.by_ref().take(OLE_MARK.len() as u64).read_to_end(&mut mark)?;
    if mark == OLE_MARK {
        return Ok(Err(anyhow!(Message::from(MessageName::ProtectedWorkbook))));
    }
    copy.rewind()?;
    Ok(archive::open_zip(copy))
}

pub struct Workbook {
    archive: Archive,
    strings: SharedStrings,
    formats: NumberFormats,
    sheets: Vec<Sheet>,
}

struct Sheet {
    name: String,
    is_visible: bool,
    /// The position in the archive; `None` if the part is missing.
    part: Option<usize>,
}

impl Workbook {
    /// Reads everything but the sheets. The error is a message about the workbook, such as `it has no visible
    /// sheet`.
    pub fn open(file: impl Read) -> Result<Self> {
        let explain = |error: anyhow::Error| if error.is::<ZipError>() { anyhow!(not_a_workbook()) } else { error };
        let mut archive = open_archive(file)?.map_err(explain)?;
        // the main part lists the sheets by relation ids; its relations have the names of their parts
        let parts = PartNames::list(&archive)?;
        let main_path = find_main_part(&mut archive, &parts)?;
        let (folder, main_name) = main_path.rsplit_once('/').unwrap_or(("", &main_path));
        let find_part = |name: &str| parts.find(folder, name);
        let relations = read_relations(&mut archive, find_part(&format!("_rels/{main_name}.rels")))?;
        let strings = match find_part("sharedStrings.xml") {
            Some(at) => SharedStrings::read(open_part(&mut archive, at, MAX_STRINGS_BYTES)?)?,
            None => SharedStrings::empty(),
        };
        let mut formats = match find_part("styles.xml") {
            Some(at) => NumberFormats::read(open_part(&mut archive, at, MAX_PART_BYTES)?)?,
            None => NumberFormats::default(),
        };
        let main_position = find_part(main_name).with_context(not_a_workbook)?;
        let main_part = open_part(&mut archive, main_position, MAX_PART_BYTES)?;
        let (sheets, since_1904) = read_sheets(main_part, &relations, find_part)?;
        formats.since_1904 = since_1904;
        // an import without a mapping reads the first visible sheet
        let workbook = Self { archive, strings, formats, sheets };
        let sheet = workbook.find_sheet(None).context(Message::from(MessageName::NoVisibleSheet))?;
        sheet.part.context(Message::from(MessageName::SheetMissing))?;
        Ok(workbook)
    }

    pub fn visible_sheets(&self) -> Vec<String> {
        let visible = self.sheets.iter().filter(|sheet| sheet.is_visible);
        visible.map(|sheet| sheet.name.clone()).collect()
    }

    /// Returns the sheet with this name, ignoring case; without a name, the first visible sheet.
    fn find_sheet(&self, name: Option<&str>) -> Option<&Sheet> {
        self.sheets.iter().find(|sheet| match name {
            Some(name) => sheet.name.to_lowercase() == name.to_lowercase(),
            None => sheet.is_visible,
        })
    }

    /// Returns whether the workbook has a sheet with this name, visible or hidden, and with cells.
    pub fn has_sheet(&self, name: &str) -> bool {
        self.find_sheet(Some(name)).is_some_and(|sheet| sheet.part.is_some())
    }

    /// Returns the rows of the sheet with this name, ignoring case; without a name, those of the first visible sheet.
    pub fn read_rows(&mut self, sheet: Option<&str>) -> Result<SheetRows<'_>> {
        let at =
            self.find_sheet(sheet).and_then(|sheet| sheet.part).context(Message::from(MessageName::SheetMissing))?;
        let part = open_part(&mut self.archive, at, MAX_SHEET_BYTES)?;
        let cells =
            SheetCells { part, strings: &mut self.strings, formats: &self.formats, row: 0, column: 0, cell_count: 0 };
        Ok(SheetRows { cells, next: None, is_ended: false, header_length: 0 })
    }
}

/// The positions of a workbook's parts by name in lower case.
struct PartNames(HashMap<String, usize>);

impl PartNames {
    /// Lists the entries of an archive. Some programs write `\` instead of `/`, or another letter case.
    fn list(archive: &Archive) -> Result<Self> {
        let mut parts = HashMap::new();
        for at in 0..archive.len() {
            let name = archive.name_for_index(at).transpose()?.unwrap_or_default();
            parts.insert(name.replace('\\', "/").to_lowercase(), at);
        }
        Ok(Self(parts))
    }

    /// Finds a part by its name relative to a folder. A name that begins with `/` is absolute.
    fn find(&self, folder: &str, name: &str) -> Option<usize> {
        let path = match name.strip_prefix('/') {
            Some(absolute) => absolute.to_owned(),
            None if folder.is_empty() => name.to_owned(),
            None => format!("{folder}/{name}"),
        };
        self.0.get(&path.to_lowercase()).copied()
    }
}

fn open_part(archive: &mut Archive, at: usize, max_bytes: u64) -> Result<XmlPart<'_>> {
    Ok(XmlPart::new(Box::new(archive.by_index(at)?), max_bytes))
}

/// A relation of a part to another part: the workbook to its sheets, the archive to its main part.
struct PartRelation {
    target: String,
    /// The last segment of the type's URL, such as `worksheet`.
    kind: String,
}

/// Reads the relations, by id, from the part at a position of the archive.
fn read_relations(archive: &mut Archive, at: Option<usize>) -> Result<HashMap<String, PartRelation>> {
    let at = at.with_context(not_a_workbook)?;
    let mut part = open_part(archive, at, MAX_PART_BYTES)?;
    let mut relations = HashMap::new();
    loop {
        match part.next_event()? {
            // `<Relationship Id="rId1" Type="http://…/worksheet" Target="worksheets/sheet1.xml"/>`
            Event::Start(tag) if tag.local_name().as_ref() == "Relationship" => {
                let type_url = read_attribute(&tag, "Type")?.unwrap_or_default();
                let kind = type_url.rsplit('/').next().unwrap_or_default().to_owned();
                let relation = PartRelation { target: read_attribute(&tag, "Target")?.unwrap_or_default(), kind };
                relations.insert(read_attribute(&tag, "Id")?.unwrap_or_default(), relation);
                ensure!(
                    relations.len() <= MAX_RELATIONS,
                    Message::new(MessageName::TooManyRelations).with(MAX_RELATIONS)
                );
            }
            Event::Eof => return Ok(relations),
            _ => {}
        }
    }
}

/// Returns the path of the main part, which lists the sheets.
fn find_main_part(archive: &mut Archive, parts: &PartNames) -> Result<String> {
    let relations = read_relations(archive, parts.find("", "_rels/.rels"))?;
    let main = relations.into_values().find(|relation| relation.kind == "officeDocument");
    let path = main.with_context(not_a_workbook)?.target;
    Ok(path.strip_prefix('/').unwrap_or(&path).to_owned())
}

/// Returns the worksheets that the main part lists, and whether the workbook counts days from 1904.
fn read_sheets(
    mut part: XmlPart,
    relations: &HashMap<String, PartRelation>,
    find_part: impl Fn(&str) -> Option<usize>,
) -> Result<(Vec<Sheet>, bool)> {
    let (mut sheets, mut since_1904) = (Vec::new(), false);
    loop {
        match part.next_event()? {
            Event::Start(tag) if tag.local_name().as_ref() == "sheet" => {
                let is_first = sheets.is_empty();
                sheets.extend(read_sheet(&tag, relations, &find_part, is_first)?);
            }
            // `<workbookPr date1904="1"/>`, in workbooks of old Macs
            Event::Start(tag) if tag.local_name().as_ref() == "workbookPr" => {
                if let Some(value) = read_attribute(&tag, "date1904")? {
                    since_1904 = ["1", "true"].contains(&value.as_str());
                }
            }
            Event::Eof => return Ok((sheets, since_1904)),
            _ => {}
        }
    }
}

/// Reads the tag of a sheet, such as `<sheet name="Blad1" sheetId="1" r:id="rId1"/>`. Returns `None` for a sheet that
/// is no worksheet, such as a chart. Fails if the first sheet is visible and missing.
fn read_sheet(
    tag: &BytesStart,
    relations: &HashMap<String, PartRelation>,
    find_part: impl Fn(&str) -> Option<usize>,
    is_first: bool,
) -> Result<Option<Sheet>> {
    let mut attributes = tag.attributes();
    // the prefix of the attribute `r:id` varies
    let id = attributes.with_checks(false).flatten().find(|attribute| attribute.key.local_name().as_ref() == "id");
    let relation = id.and_then(|id| relations.get(&*id.value));
    let is_visible = read_attribute(tag, "state")?.is_none_or(|state| state == "visible");
    // an import reads the first visible sheet by default, and must not silently read the next one instead
    ensure!(relation.is_some() || !(is_first && is_visible), Message::from(MessageName::SheetMissing));
    let Some(worksheet) = relation.filter(|relation| relation.kind == "worksheet") else { return Ok(None) };
    let name = read_attribute(tag, "name")?.unwrap_or_default();
    Ok(Some(Sheet { name, is_visible, part: find_part(&worksheet.target) }))
}

/// An error within a sheet. Rows before it were read.
#[derive(Debug, thiserror::Error)]
#[error("{reason}")]
pub struct SheetError {
    /// The number of the row, from 1.
    pub row: u64,
    pub reason: Message,
}

/// A reader of the rows of a sheet. It omits empty rows.
pub struct SheetRows<'w> {
    cells: SheetCells<'w>,
    /// The first cell of the next row. The previous row ended when this cell was read.
    next: Option<SheetCell>,
    is_ended: bool,
    /// The number of cells of the first row; 0 before it is read. Shorter rows are extended to this length.
    header_length: usize,
}

impl SheetRows<'_> {
    /// Returns the next cell; `None` at the end. An error names the row of the cell.
    fn next_cell(&mut self) -> Result<Option<SheetCell>> {
        if self.is_ended {
            return Ok(None);
        }
        let cell = self.cells.next_cell();
        let row = u64::from(self.cells.row) + 1;
        let cell = cell.map_err(|error| SheetError { row, reason: Message::of_error(&error) })?;
        self.is_ended = cell.is_none();
        Ok(cell)
    }
}

impl RowReader for SheetRows<'_> {
    fn next_row(&mut self) -> Result<Option<SourceRow<'_>>> {
        // collects cells until one of another row is read, which is kept for the next call
        let first = match self.next.take() {
            Some(first) => Some(first),
            None => self.next_cell()?,
        };
        let Some(first) = first else { return Ok(None) };
        let row = first.row;
        let mut draft = RowDraft::default();
        draft.add_cell(first);
        while let Some(cell) = self.next_cell()? {
            if cell.row != row {
                self.next = Some(cell);
                break;
            }
            draft.add_cell(cell);
        }
        if self.header_length == 0 {
            self.header_length = draft.cells.len();
        }
        if draft.error.is_none() {
            // a sheet omits empty cells at the end of a row
            draft.cells.resize(draft.cells.len().max(self.header_length), Cow::Borrowed(""));
        }
        Ok(Some(SourceRow { line: u64::from(row) + 1, cells: draft.cells, error: draft.error }))
    }
}

#[derive(Default)]
struct RowDraft {
    cells: Vec<Cow<'static, str>>,
    bytes: usize,
    error: Option<RecordError>,
}

impl RowDraft {
    /// Adds a cell, after empty cells for the columns before it. A row that exceeds a limit has an error and no cells.
    fn add_cell(&mut self, cell: SheetCell) {
        self.bytes += cell.text.len();
        // if the sheet repeats a position, both cells are added
        let column = self.cells.len().max(cell.column as usize);
        let error = if column >= MAX_ROW_CELLS {
            Some(RecordError::TooManyCells)
        } else {
            (self.bytes > MAX_RECORD_BYTES).then_some(RecordError::TooLong)
        };
        // the first error stays: later cells of the row are dropped too
        self.error = self.error.or(error);
        if self.error.is_some() {
            self.cells.clear();
            return;
        }
        self.cells.resize(column, Cow::Borrowed(""));
        self.cells.push(cell.text.into());
    }
}

const ESCAPE_BYTES: usize = "_x000D_".len();

/// Decodes escapes of UTF-16 units, such as `_x000D_`. Adjacent escapes can be a surrogate pair.
fn unescape(mut text: &str) -> Cow<'_, str> {
    if !text.contains("_x") {
        return Cow::Borrowed(text);
    }
    // decodes at the end, because two escapes can be one character
    let mut units = Vec::new();
    while let Some(c) = text.chars().next() {
        if let Some(unit) = parse_first_escape(text) {
            units.push(unit);
            text = &text[ESCAPE_BYTES..];
        } else {
            units.extend_from_slice(c.encode_utf16(&mut [0; 2]));
            text = &text[c.len_utf8()..];
        }
    }
    Cow::Owned(String::from_utf16_lossy(&units))
}

/// Returns the UTF-16 unit if the text begins with an escape, such as `_x000D_`; else `None`.
fn parse_first_escape(text: &str) -> Option<u16> {
    let digits = text.get(..ESCAPE_BYTES)?.strip_prefix("_x")?.strip_suffix('_')?;
    // `from_str_radix` also accepts a `+`
    let has_only_digits = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    u16::from_str_radix(digits, 16).ok().filter(|_| has_only_digits)
}
