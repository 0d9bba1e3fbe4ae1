//! Decodes the bytes of a request. UTF-8 may have a byte order mark. XML may also be UTF-16 with a byte order mark.
//! Any other charset is an error.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

use crate::model::request_error::RequestError;
use crate::model::text::cut_and_escape_value;

/// Decodes XML. `charset` is the charset in the Content-Type. This charset and the encoding in the XML
/// declaration must be supported. The text is UTF-16 only if it has the byte order mark of UTF-16.
pub fn decode_xml<'a>(body: &'a [u8], charset: Option<&str>) -> Result<Cow<'a, str>, RequestError> {
    if let Some(charset) = charset {
        check_supported(charset)?;
    }
    let text = match Encoding::for_bom(body) {
        Some((encoding, bom)) if encoding == UTF_8 => str_from_utf8(&body[bom..])?,
        Some((encoding, bom)) if encoding == UTF_16LE || encoding == UTF_16BE => encoding
            .decode_without_bom_handling_and_without_replacement(&body[bom..])
            .ok_or_else(|| RequestError::BadRequest("The body is not valid UTF-16.".to_owned()))?,
        _ => str_from_utf8(body)?,
    };
    // the first mark was removed above, and an XML parser would skip the second
    if text.starts_with('\u{feff}') {
        let detail = "The body begins with two byte order marks: one is allowed.";
        return Err(RequestError::BadRequest(detail.to_owned()));
    }
    if let Some(charset) = declared_encoding(&text) {
        check_supported(charset)?;
    }
    Ok(text)
}

pub fn check_supported(charset: &str) -> Result<(), RequestError> {
    let is_supported = ["utf-8", "utf-16"].iter().any(|known| charset.eq_ignore_ascii_case(known));
    if is_supported { Ok(()) } else { Err(unsupported_charset(charset, "UTF-8, or UTF-16 with a byte order mark")) }
}

fn unsupported_charset(charset: &str, supported: &str) -> RequestError {
    let charset = cut_and_escape_value(charset);
    RequestError::BadRequest(format!("The charset {charset} is not supported: use {supported}."))
}

/// Decodes text that must be UTF-8, such as JSON. `charset` is the charset in the Content-Type.
pub fn decode_utf8<'a>(body: &'a [u8], charset: Option<&str>) -> Result<Cow<'a, str>, RequestError> {
    match charset.filter(|charset| !charset.eq_ignore_ascii_case("utf-8")) {
        Some(charset) => Err(unsupported_charset(charset, "UTF-8")),
        None => str_from_utf8(body),
    }
}

fn str_from_utf8(body: &[u8]) -> Result<Cow<'_, str>, RequestError> {
    std::str::from_utf8(body).map(Cow::Borrowed).map_err(|error| {
        let line = body[..error.valid_up_to()].iter().filter(|byte| **byte == b'\n').count() + 1;
        RequestError::BadRequest(format!("The body is not valid UTF-8, at line {line}."))
    })
}

/// Returns `utf-8` for `<?xml version="1.0" encoding="utf-8"?>`, and `None` without an encoding.
fn declared_encoding(text: &str) -> Option<&str> {
    let (declaration, _) = text.strip_prefix("<?xml")?.split_once("?>")?;
    let (_, after_name) = declaration.split_once("encoding")?;
    let value = after_name.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    value[1..].split_once(quote).map(|(name, _)| name)
}
