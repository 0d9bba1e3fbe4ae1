//! A data file as an Excel workbook: "a .xlsx is read too (first sheet of each, named like the .csv)".

mod shown;

use std::io::{Cursor, Read};

use anyhow::{Context, Result, ensure};
use calamine::{Reader, SheetType, SheetVisible, Xlsx, XlsxCellReader};
use zip::ZipArchive;

use super::rows::{Row, Rows};
use shown::shown;

/// The most bytes that are held of a workbook: packed, and of each of its parts but the sheets, which are read cell by
/// cell.
const HELD: u64 = 256 << 20;

/// Where a workbook has its sheets.
const SHEETS: &str = "xl/worksheets/";

/// How many bytes a workbook has unpacked.
pub fn unpacked(file: impl Read) -> Result<u64> {
    let mut bytes = Vec::new();
    file.take(HELD + 1).read_to_end(&mut bytes)?;
    ensure!(bytes.len() as u64 <= HELD, "a workbook has more than the {HELD} bytes that are taken");
    let parts = parts(&bytes)?;
    Ok(parts.iter().fold(0, |sum, (_, size)| sum.saturating_add(*size)))
}

/// The parts of a workbook, each with its size unpacked; none of what is no archive.
fn parts(bytes: &[u8]) -> Result<Vec<(String, u64)>> {
    let Ok(mut archive) = ZipArchive::new(Cursor::new(bytes)) else {
        return Ok(Vec::new());
    };
    let count = archive.len();
    let part = |at| {
        let part = archive.by_index(at)?;
        Ok((part.name()?.into_owned(), part.size()))
    };
    (0..count).map(part).collect()
}

/// A workbook, whole in memory.
pub struct Workbook(Xlsx<Cursor<Vec<u8>>>);

impl Workbook {
    /// Opens the workbook that has these bytes.
    pub fn open(bytes: Vec<u8>) -> Result<Self> {
        for (name, size) in parts(&bytes)? {
            ensure!(size <= HELD || name.starts_with(SHEETS), "its {name} has {size} bytes unpacked; {HELD} are taken");
        }
        let workbook = Xlsx::new(Cursor::new(bytes)).context("it is no .xlsx workbook that can be opened")?;
        Ok(Self(workbook))
    }

    /// The rows of the first sheet that is to be seen.
    pub fn rows(&mut self) -> Result<SheetRows<'_>> {
        let mut sheets = self.0.sheets_metadata().iter();
        let first = sheets.find(|sheet| sheet.typ == SheetType::WorkSheet && sheet.visible == SheetVisible::Visible);
        let name = first.context("it has no sheet")?.name.clone();
        let cells = self.0.worksheet_cells_reader(&name)?;
        let formats = cells.styles().iter().map(|style| {
            let format = style.number_format.as_ref();
            format.map_or_else(String::new, |format| format.format_code.clone())
        });
        Ok(SheetRows { formats: formats.collect(), cells, next: None, ended: false, columns: 0 })
    }
}

/// The rows of a sheet; those without cells are left out.
pub struct SheetRows<'w> {
    cells: XlsxCellReader<'w, Cursor<Vec<u8>>>,
    /// The number format of each style.
    formats: Vec<String>,
    /// The first cell of the next row.
    next: Option<Shown>,
    /// Whether all cells are read.
    ended: bool,
    /// How many columns the header has.
    columns: usize,
}

/// A cell that shows something.
struct Shown {
    row: u32,
    column: usize,
    text: String,
}

impl SheetRows<'_> {
    fn cell(&mut self) -> Result<Option<Shown>> {
        while !self.ended {
            let Some((cell, style)) = self.cells.next_cell_with_style_id()? else {
                self.ended = true;
                break;
            };
            let format = self.formats.get(style).map_or("", String::as_str);
            let text = shown(cell.get_value(), format);
            let (row, column) = cell.get_position();
            if !text.trim().is_empty() {
                let column = usize::try_from(column)?;
                return Ok(Some(Shown { row, column, text }));
            }
        }
        Ok(None)
    }
}

impl Rows for SheetRows<'_> {
    fn next(&mut self) -> Result<Option<Row<'_>>> {
        let first = match self.next.take() {
            Some(first) => Some(first),
            None => self.cell()?,
        };
        let Some(Shown { row, column, text }) = first else {
            return Ok(None);
        };
        let mut cells = vec![String::new(); column];
        cells.push(text);
        while let Some(cell) = self.cell()? {
            if cell.row != row {
                self.next = Some(cell);
                break;
            }
            cells.resize(cells.len().max(cell.column), String::new());
            cells.push(cell.text);
        }
        self.columns = match self.columns {
            0 => cells.len(),
            columns => columns,
        };
        cells.resize(cells.len().max(self.columns), String::new());
        Ok(Some(Row { line: u64::from(row) + 1, cells: cells.into_iter().map(Into::into).collect(), unclosed: false }))
    }
}
