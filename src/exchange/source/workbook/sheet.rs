//! The cells of a sheet, in the order of the file.

use anyhow::{Context, Result, bail, ensure};
use quick_xml::events::{BytesStart, Event};

use super::number_format::{NumberFormats, format_cell};
use super::part::{XmlPart, read_attribute};
use super::shared_strings::SharedStrings;
use super::{MAX_CELLS, unescape};
use crate::model::message::{Message, MessageName};

/// The number of columns of an Excel sheet. The last column is XFD.
const COLUMNS: u32 = 16_384;

const ROWS: u32 = 1_048_576;

/// A reader of the cells of a sheet. It omits empty cells.
pub struct SheetCells<'w> {
    pub part: XmlPart<'w>,
    pub strings: &'w mut SharedStrings,
    pub formats: &'w NumberFormats,
    /// The position, from 0, of the next cell that does not give its position.
    pub row: u32,
    pub column: u32,
    /// The number of cells so far, including empty cells.
    pub cell_count: usize,
}

/// A row and a column, both from 0.
type CellPosition = (u32, u32);

/// A cell. Rows and columns are counted from 0.
pub struct SheetCell {
    pub row: u32,
    pub column: u32,
    /// The text that Excel displays.
    pub text: String,
}

impl SheetCells<'_> {
    /// Returns the next non-empty cell; `None` at the end.
    pub fn next_cell(&mut self) -> Result<Option<SheetCell>> {
        loop {
            match self.part.next_event()? {
                // `<row r="7">`: Excel omits empty rows, and other programs omit `r`
                Event::Start(tag) if tag.local_name().as_ref() == "row" => {
                    if let Some(row) = read_attribute(&tag, "r")? {
                        self.row = parse_row(&row)?;
                    }
                    self.column = 0;
                }
                // `<c r="B7" t="s" s="1"><v>0</v></c>`
                Event::Start(tag) if tag.local_name().as_ref() == "c" => {
                    let (position, kind, style) = parse_cell_tag(&tag)?;
                    (self.row, self.column) = position.unwrap_or((self.row, self.column));
                    self.count_cell()?;
                    let text = self.read_content(&kind, style)?;
                    let (row, column) = (self.row, self.column);
                    self.column += 1;
                    if !text.trim().is_empty() {
                        return Ok(Some(SheetCell { row, column, text }));
                    }
                }
                Event::End(tag) if tag.local_name().as_ref() == "row" => self.row += 1,
                Event::End(tag) if tag.local_name().as_ref() == "sheetData" => return Ok(None),
                Event::Eof => bail!(Message::from(MessageName::IncompletePart)),
                _ => {}
            }
        }
    }

    fn count_cell(&mut self) -> Result<()> {
        self.cell_count += 1;
        ensure!(self.cell_count <= MAX_CELLS, Message::new(MessageName::TooManyCellsOfWorkbook).with(MAX_CELLS));
        let (row, column) = (self.row + 1, self.column + 1);
        ensure!(
            row <= ROWS && column <= COLUMNS,
            Message::new(MessageName::BeyondLastCell).with(ROWS).with(row).with(column)
        );
        Ok(())
    }

    /// Reads the text that Excel displays for the current cell. `kind` is the cell's type in the XML, such as `s`.
    fn read_content(&mut self, kind: &str, style: usize) -> Result<String> {
        let mut text = String::new();
        loop {
            // `v` has the value and `is` an inline text; skips formulas (`f`) and the like
            let is_value = match self.part.next_event()? {
                Event::Start(tag) => match (tag.local_name().as_ref(), kind) {
                    ("is", _) => false,
                    ("v", kind) if kind != "inlineStr" => true,
                    _ => {
                        self.part.skip_element()?;
                        continue;
                    }
                },
                // the end of the cell: the calls below read to the end of `v` or `is`
                Event::End(_) => return self.display_value(text, kind, style),
                Event::Eof => bail!(Message::from(MessageName::IncompletePart)),
                _ => continue,
            };
            // of several values, the last counts
            text.clear();
            if is_value { self.part.append_text(&mut text)? } else { self.part.append_visible_text(&mut text)? }
        }
    }

    /// Returns the text that Excel displays for a value. `text` is the value in the XML: for the kind `s` the number of
    /// a shared string, for `b` a Boolean, for `n` a number or a date.
    fn display_value(&mut self, text: String, kind: &str, style: usize) -> Result<String> {
        Ok(match kind {
            _ if text.is_empty() => text,
            "s" => self
                .strings
                .get(text.trim().parse().map_err(|_| Message::new(MessageName::NoSharedString).with(text.trim()))?)?,
            "b" => match text.trim() {
                "1" | "true" => "TRUE".into(),
                "0" | "false" => "FALSE".into(),
                _ => text,
            },
            "str" | "inlineStr" => unescape(&text).into_owned(),
            "n" => match text.trim().parse::<f64>() {
                Ok(number) if number.is_finite() => {
                    format_cell(number, self.formats.format_of_style(style), self.formats.since_1904)
                }
                _ => text,
            },
            // dates (`d`) and errors (`e`) are texts already
            _ => text,
        })
    }
}

/// Returns the position, the type and the style of a cell. The position is `None` if the tag omits it.
fn parse_cell_tag(tag: &BytesStart) -> Result<(Option<CellPosition>, String, usize)> {
    let position = read_attribute(tag, "r")?.map(|reference| parse_position(&reference)).transpose()?;
    let kind = read_attribute(tag, "t")?.unwrap_or_else(|| "n".into());
    let style = read_attribute(tag, "s")?.and_then(|style| style.parse().ok());
    Ok((position, kind, style.unwrap_or(0)))
}

/// Parses the position of a cell, such as `B7`, to a row and a column from 0.
fn parse_position(reference: &str) -> Result<CellPosition> {
    let letter_count = reference.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(reference.len());
    let (letters, row) = reference.split_at(letter_count);
    // a column is a number in base 26 with the digits A to Z, of which A is 1
    let append_letter = |column: u32, letter: u8| match column {
        // stops before the number overflows
        0..=COLUMNS => Some(column * 26 + u32::from(letter.to_ascii_uppercase() - b'A') + 1),
        _ => None,
    };
    let column = letters.bytes().try_fold(0, append_letter).filter(|column| *column <= COLUMNS);
    let column = column.with_context(|| position_error(reference))?;
    let row = parse_row(row).with_context(|| position_error(reference))?;
    Ok((row, column.checked_sub(1).with_context(|| position_error(reference))?))
}

/// Parses the number of a row to an index from 0.
fn parse_row(number: &str) -> Result<u32> {
    let row = number.parse().ok().filter(|row| (1..=ROWS).contains(row));
    Ok(row.with_context(|| Message::new(MessageName::NoSuchRowOfSheet).with(shorten(number)))? - 1)
}

fn position_error(reference: &str) -> Message {
    Message::new(MessageName::NotACellOfExcel).with(shorten(reference)).with(ROWS)
}

fn shorten(text: &str) -> String {
    text.chars().take(20).collect()
}
