//! The cells of a sheet, in file order.

use anyhow::{Context, Result, bail, ensure};
use quick_xml::events::{BytesStart, Event};

use super::number_format::{NumberFormats, shown};
use super::part::{XmlPart, attribute};
use super::strings::SharedStrings;
use super::{MOST_CELLS, unescaped};

/// The columns and rows of an Excel sheet: the last cell is XFD1048576.
const COLUMNS: u32 = 16_384;
const ROWS: u32 = 1_048_576;

pub struct SheetCells<'w> {
    pub part: XmlPart<'w>,
    pub strings: &'w mut SharedStrings,
    pub formats: &'w NumberFormats,
    /// The row and column, from 0, of the next cell without a reference.
    pub row: u32,
    pub column: u32,
    pub count: usize,
}

type CellPosition = (u32, u32);

pub struct SheetCell {
    pub row: u32,
    pub column: u32,
    pub text: String,
}

impl SheetCells<'_> {
    /// Returns the next non-empty cell.
    pub fn next(&mut self) -> Result<Option<SheetCell>> {
        loop {
            let (at, kind, style) = match self.part.next()? {
                Event::Start(tag) if tag.local_name().as_ref() == "row" => {
                    if let Some(row) = attribute(&tag, "r")? {
                        self.row = row_of(&row)?;
                    }
                    self.column = 0;
                    continue;
                }
                Event::Start(tag) if tag.local_name().as_ref() == "c" => cell(&tag)?,
                Event::End(tag) if tag.local_name().as_ref() == "row" => {
                    self.row += 1;
                    continue;
                }
                Event::End(tag) if tag.local_name().as_ref() == "sheetData" => return Ok(None),
                Event::Eof => bail!("its sheet is not complete"),
                _ => continue,
            };
            (self.row, self.column) = at.unwrap_or((self.row, self.column));
            self.count += 1;
            ensure!(self.count <= MOST_CELLS, "a workbook can have at most {MOST_CELLS} cells");
            ensure!(
                self.row < ROWS && self.column < COLUMNS,
                "a cell is beyond Excel's last, which is XFD{ROWS}: row {}, column {}",
                self.row + 1,
                self.column + 1
            );
            let text = self.content(&kind, style)?;
            let column = self.column;
            self.column += 1;
            if !text.trim().is_empty() {
                return Ok(Some(SheetCell { row: self.row, column, text }));
            }
        }
    }

    fn content(&mut self, kind: &str, style: usize) -> Result<String> {
        let mut text = String::new();
        loop {
            let is_value = match self.part.next()? {
                Event::Start(tag) => match (tag.local_name().as_ref(), kind) {
                    ("is", _) => false,
                    ("v", kind) if kind != "inlineStr" => true,
                    _ => {
                        self.part.skip()?;
                        continue;
                    }
                },
                Event::End(_) => return self.value(text, kind, style),
                Event::Eof => bail!("its sheet is not complete"),
                _ => continue,
            };
            text.clear();
            match is_value {
                true => self.part.text(&mut text)?,
                false => self.part.shown_text(&mut text)?,
            }
        }
    }

    /// Returns the displayed text of a cell with this content.
    fn value(&mut self, text: String, kind: &str, style: usize) -> Result<String> {
        Ok(match kind {
            _ if text.is_empty() => text,
            "s" => self.strings.get(text.trim().parse().context("a cell names no shared string")?)?,
            "b" => match text.trim() {
                "1" | "true" => "TRUE".into(),
                "0" | "false" => "FALSE".into(),
                _ => text,
            },
            "str" | "inlineStr" => unescaped(&text).into_owned(),
            "n" => match text.trim().parse::<f64>() {
                Ok(number) if number.is_finite() => shown(number, self.formats.of(style), self.formats.since_1904),
                _ => text,
            },
            // a time or an error is a text
            _ => text,
        })
    }
}

/// Returns a cell's position if given, its type and its style.
fn cell(tag: &BytesStart) -> Result<(Option<CellPosition>, String, usize)> {
    let at = attribute(tag, "r")?.map(|at| position(&at)).transpose()?;
    let kind = attribute(tag, "t")?.unwrap_or_else(|| "n".into());
    let style = attribute(tag, "s")?.and_then(|style| style.parse().ok());
    Ok((at, kind, style.unwrap_or(0)))
}

/// Parses the row and column, from 0, of a cell reference such as `B7`.
fn position(at: &str) -> Result<CellPosition> {
    let digits = at.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(at.len());
    let (letters, row) = at.split_at(digits);
    let next = |column: u32, letter: u8| match column {
        0..=COLUMNS => Some(column * 26 + u32::from(letter.to_ascii_uppercase() - b'A') + 1),
        _ => None,
    };
    let column = letters.bytes().try_fold(0, next).filter(|column| *column <= COLUMNS);
    let column = column.with_context(|| beyond(at))?.checked_sub(1);
    Ok((row_of(row).with_context(|| beyond(at))?, column.with_context(|| beyond(at))?))
}

/// Parses a row number to an index from 0.
fn row_of(number: &str) -> Result<u32> {
    let row = number.parse().ok().filter(|row| (1..=ROWS).contains(row));
    Ok(row.with_context(|| format!("it has no row {}", cut(number)))? - 1)
}

fn beyond(at: &str) -> String {
    format!("{} is no cell of Excel, of which the last is XFD{ROWS}", cut(at))
}

fn cut(text: &str) -> String {
    text.chars().take(20).collect()
}
