//! Percent escapes and form fields: "Percent escapes and UTF-8 of a form are checked strictly", and those of a path and a
//! query too.

/// Why a text cannot be decoded, and the offset of the wrong byte.
pub struct PercentError {
    pub at: usize,
    pub why: &'static str,
}

pub fn decoded(text: &[u8]) -> Result<String, PercentError> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut at = 0;
    while let Some(byte) = text.get(at) {
        bytes.push(match byte {
            b'%' => {
                escaped(&text[at..]).ok_or(PercentError { at, why: "% is not followed by two hexadecimal digits" })?
            }
            byte => *byte,
        });
        at += if *byte == b'%' { 3 } else { 1 };
    }
    String::from_utf8(bytes)
        .map_err(|error| PercentError { at: error.utf8_error().valid_up_to(), why: "the decoded bytes are not UTF-8" })
}

/// Escapes a text for a path segment or a query value.
pub fn encoded(text: &str) -> String {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-._~@:,".contains(byte);
    let encoded = text.bytes().map(|byte| match plain(&byte) {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    });
    encoded.collect()
}

/// Decodes the fields of a form or query: pairs joined by `&`, in which `+` is a blank.
pub fn form_fields(text: &[u8]) -> Result<Vec<(String, String)>, PercentError> {
    let mut fields = Vec::new();
    let mut begin = 0;
    for pair in text.split(|byte| *byte == b'&') {
        let name_length = pair.iter().position(|byte| *byte == b'=').unwrap_or(pair.len());
        let decode = |part: &[u8], at: usize| {
            let part: Vec<u8> = part.iter().map(|byte| if *byte == b'+' { b' ' } else { *byte }).collect();
            decoded(&part).map_err(|error| PercentError { at: begin + at + error.at, ..error })
        };
        if !pair.is_empty() {
            let value = pair.get(name_length + 1..).unwrap_or_default();
            fields.push((decode(&pair[..name_length], 0)?, decode(value, name_length + 1)?));
        }
        begin += pair.len() + 1;
    }
    Ok(fields)
}

/// Encodes fields as a form or query.
pub fn form_text(fields: &[(String, impl AsRef<str>)]) -> String {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"*-._".contains(byte);
    let encode = |text: &str| -> String {
        let encoded = text.bytes().map(|byte| match byte {
            b' ' => "+".to_owned(),
            byte if plain(&byte) => char::from(byte).to_string(),
            byte => format!("%{byte:02X}"),
        });
        encoded.collect()
    };
    let pairs: Vec<_> =
        fields.iter().map(|(name, value)| format!("{}={}", encode(name), encode(value.as_ref()))).collect();
    pairs.join("&")
}

fn escaped(text: &[u8]) -> Option<u8> {
    let digit = |at: usize| char::from(*text.get(at)?).to_digit(16);
    u8::try_from(digit(1)? * 16 + digit(2)?).ok()
}
