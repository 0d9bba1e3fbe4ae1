//! Decodes the characters of a request's XML: "UTF-8 (one BOM accepted) or UTF-16 with BOM; any other charset named or
//! met: 400".

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

use crate::model::request_error::RequestError;
use crate::model::text::quoted;

pub fn decode<'a>(body: &'a [u8], named: Option<&str>) -> Result<Cow<'a, str>, RequestError> {
    if let Some(named) = named {
        accept(named)?;
    }
    let text = match Encoding::for_bom(body) {
        Some((encoding, bom)) if encoding == UTF_8 => utf8(&body[bom..])?,
        Some((encoding, bom)) if encoding == UTF_16LE || encoding == UTF_16BE => encoding
            .decode_without_bom_handling_and_without_replacement(&body[bom..])
            .ok_or_else(|| RequestError::BadRequest("The body is not valid UTF-16.".to_owned()))?,
        _ => utf8(body)?,
    };
    if text.starts_with('\u{feff}') {
        let text = "The body begins with two byte order marks: one is allowed.";
        return Err(RequestError::BadRequest(text.to_owned()));
    }
    if let Some(named) = declared(&text) {
        accept(named)?;
    }
    Ok(text)
}

pub fn accept(named: &str) -> Result<(), RequestError> {
    let known = ["utf-8", "utf-16"].iter().any(|known| named.eq_ignore_ascii_case(known));
    match known {
        true => Ok(()),
        false => Err(unsupported(named, "UTF-8, or UTF-16 with a byte order mark")),
    }
}

fn unsupported(named: &str, supported: &str) -> RequestError {
    let named = quoted(named);
    RequestError::BadRequest(format!("The charset {named} is not supported: use {supported}."))
}

pub fn only_utf8<'a>(body: &'a [u8], named: Option<&str>) -> Result<Cow<'a, str>, RequestError> {
    match named.filter(|named| !named.eq_ignore_ascii_case("utf-8")) {
        Some(named) => Err(unsupported(named, "UTF-8")),
        None => utf8(body),
    }
}

fn utf8(body: &[u8]) -> Result<Cow<'_, str>, RequestError> {
    std::str::from_utf8(body).map(Cow::Borrowed).map_err(|error| {
        let line = body[..error.valid_up_to()].iter().filter(|byte| **byte == b'\n').count() + 1;
        RequestError::BadRequest(format!("The body is not valid UTF-8, at line {line}."))
    })
}

fn declared(text: &str) -> Option<&str> {
    let declaration = text.strip_prefix("<?xml")?.split_once("?>")?.0;
    let value = declaration.split_once("encoding")?.1.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    value[1..].split_once(quote).map(|(name, _)| name)
}
