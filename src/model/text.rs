//! Texts: their rules (contract §1), and their forms in messages, in hexadecimal digits, in patterns of `LIKE`, and in
//! labels.

use std::borrow::Cow;

use super::message::{Message, MessageName};

/// The most characters of a text, unless its column has another limit.
pub const MAX_TEXT_CHARACTERS: usize = 1_000;

/// The most characters of a cell in a message (contract §11).
const MAX_QUOTED_CELL: usize = 200;

/// The most characters of a request's value in a message (contract §2).
const MAX_QUOTED_VALUE: usize = 100;

/// Returns whether XML 1.0 allows a character (production 2, `Char`).
pub fn is_xml_char(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' '..='\u{D7FF}' | '\u{E000}'..='\u{FFFD}' | '\u{10000}'..)
}

/// Returns whether `c` is invisible: a control or format character, or a character that Unicode lets renderers ignore.
pub fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{AD}' | '\u{34F}' | '\u{600}'..='\u{605}' | '\u{61C}' | '\u{6DD}' | '\u{70F}'
            | '\u{890}' | '\u{891}' | '\u{8E2}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
            | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}'
            | '\u{FFF0}'..='\u{FFFB}' | '\u{110BD}' | '\u{110CD}' | '\u{13430}'..='\u{1343F}'
            | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}')
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextError {
    TooLong(usize),
    Forbidden(char),
}

impl TextError {
    /// Returns a message with the place `{}` for the value, such as `{} is longer than 1000 characters`.
    pub fn message(self) -> Message {
        match self {
            TextError::TooLong(limit) => Message::new(MessageName::TooLong).with(limit),
            TextError::Forbidden(c) => {
                Message::new(MessageName::ForbiddenCharacter).with(format_args!("U+{:04X}", c as u32))
            }
        }
    }
}

/// Returns the trimmed text. Fails if XML forbids a character or the trimmed text is too long.
pub fn check_text(value: &str, max_characters: usize) -> Result<&str, TextError> {
    // checked before trimming, which would remove forbidden white space; most texts are plain and need no search
    let is_plain = value.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    if !is_plain && let Some(c) = value.chars().find(|c| !is_xml_char(*c)) {
        return Err(TextError::Forbidden(c));
    }
    let value = value.trim();
    // a text has at most as many characters as bytes: the characters of short texts need not be counted
    if value.len() > max_characters && value.chars().count() > max_characters {
        return Err(TextError::TooLong(max_characters));
    }
    Ok(value)
}

pub fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns a LIKE pattern for texts that contain the word.
pub fn containing_pattern(word: &str) -> String {
    format!("%{}%", escape_like(word))
}

/// Escapes a text for a LIKE pattern with `ESCAPE '\'`, so that `%` and `_` match only themselves.
pub fn escape_like(text: &str) -> String {
    text.replace('\\', r"\\").replace('%', r"\%").replace('_', r"\_")
}

/// Cuts a request's value for a message, without `…`, and escapes the characters that XML forbids.
pub fn cut_and_escape_value(value: &str) -> Cow<'_, str> {
    escape_forbidden(first_characters(value, MAX_QUOTED_VALUE))
}

/// Cuts a cell for a message. A cut cell ends with `…`.
pub fn cut_cell(cell: &str) -> Cow<'_, str> {
    match first_characters(cell, MAX_QUOTED_CELL) {
        shown if shown.len() == cell.len() => Cow::Borrowed(cell),
        shown => Cow::Owned(format!("{shown}…")),
    }
}

/// Returns whether [`cut_cell`] has cut this text: with its `…`, a cut cell exceeds the limit.
pub fn is_cut(shown: &str) -> bool {
    first_characters(shown, MAX_QUOTED_CELL).len() < shown.len()
}

/// Cuts a cell for a message, and escapes the characters that XML forbids.
pub fn cut_and_escape_cell(cell: &str) -> Cow<'_, str> {
    match cut_cell(cell) {
        Cow::Borrowed(cell) => escape_forbidden(cell),
        Cow::Owned(cut) => Cow::Owned(escape_forbidden(&cut).into_owned()),
    }
}

/// Returns whether a spreadsheet could run the cell as a formula.
pub fn looks_like_formula(cell: &[u8]) -> bool {
    matches!(cell, [b'=' | b'+' | b'-' | b'@', ..])
}

fn first_characters(value: &str, count: usize) -> &str {
    let end = value.char_indices().nth(count).map_or(value.len(), |(index, _)| index);
    &value[..end]
}

fn escape_forbidden(shown: &str) -> Cow<'_, str> {
    if shown.chars().all(is_xml_char) {
        return Cow::Borrowed(shown);
    }
    let escape = |c: char| if is_xml_char(c) { c.to_string() } else { c.escape_unicode().to_string() };
    Cow::Owned(shown.chars().map(escape).collect())
}

/// Splits an identifier for display: `ContractEndTime` becomes "Contract end time", `classID` becomes "Class ID".
pub fn split_into_words(name: &str) -> String {
    let mut text = String::with_capacity(name.len() + 4);
    let mut letters = name.chars().peekable();
    let mut previous = ' ';
    while let Some(letter) = letters.next() {
        let starts_word = letter.is_ascii_uppercase() && previous.is_ascii_lowercase();
        // otherwise the word is an abbreviation, which keeps its capitals
        let is_followed_by_lowercase = letters.peek().is_some_and(char::is_ascii_lowercase);
        if starts_word {
            text.push(' ');
        }
        text.push(match text.len() {
            0 => letter.to_ascii_uppercase(),
            _ if starts_word && is_followed_by_lowercase => letter.to_ascii_lowercase(),
            _ => letter,
        });
        previous = letter;
    }
    text
}
