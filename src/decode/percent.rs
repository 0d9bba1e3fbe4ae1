//! Percent escapes of forms, paths and queries.

/// A malformed escape, or decoded bytes that are not UTF-8.
pub struct PercentError {
    /// In bytes; of the escape in the sent text, or of the wrong byte in the decoded text.
    pub offset: usize,
    pub reason: &'static str,
}

/// Decodes percent escapes. The result must be UTF-8; `+` stays a plus.
pub fn decode(text: &[u8]) -> Result<String, PercentError> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut offset = 0;
    while let Some(byte) = text.get(offset) {
        bytes.push(match byte {
            b'%' => decode_escape(&text[offset..])
                .ok_or(PercentError { offset, reason: "% is not followed by two hexadecimal digits" })?,
            byte => *byte,
        });
        // an escape such as `%2F` has three bytes
        offset += if *byte == b'%' { 3 } else { 1 };
    }
    String::from_utf8(bytes).map_err(|error| PercentError {
        offset: error.utf8_error().valid_up_to(),
        reason: "the decoded bytes are not UTF-8",
    })
}

/// Escapes a path segment or a query value.
pub fn encode(text: &str) -> String {
    let is_allowed = |byte: &u8| byte.is_ascii_alphanumeric() || b"-._~@:,".contains(byte);
    let encode_byte = |byte| if is_allowed(&byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    text.bytes().map(encode_byte).collect()
}

/// Decodes the escape at the beginning, such as `%2F`; `None` if it is malformed.
fn decode_escape(text: &[u8]) -> Option<u8> {
    let digit = |offset: usize| char::from(*text.get(offset)?).to_digit(16);
    u8::try_from(digit(1)? * 16 + digit(2)?).ok()
}
