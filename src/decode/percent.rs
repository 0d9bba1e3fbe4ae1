//! Percent escapes: "Percent escapes and UTF-8 of a form are checked strictly", and those of a path and a query too.

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

pub fn encoded(text: &str) -> String {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-._~@:,".contains(byte);
    let encoded = text.bytes().map(|byte| match plain(&byte) {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    });
    encoded.collect()
}

fn escaped(text: &[u8]) -> Option<u8> {
    let digit = |at: usize| char::from(*text.get(at)?).to_digit(16);
    u8::try_from(digit(1)? * 16 + digit(2)?).ok()
}
