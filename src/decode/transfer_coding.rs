//! Checks of the header `Transfer-Encoding`, also in a head that the HTTP library cannot parse.

/// Returns whether a `Transfer-Encoding` is `chunked`, the only coding that the service supports.
pub fn is_chunked(coding: &[u8]) -> bool {
    coding.trim_ascii().eq_ignore_ascii_case(b"chunked")
}

/// Returns whether a head, even a malformed one, has a `Transfer-Encoding` other than `chunked`.
pub fn has_unsupported_transfer_coding(head: &[u8]) -> bool {
    head.split(|byte| *byte == b'\n').any(|line| {
        let mut parts = line.splitn(2, |byte| *byte == b':');
        let name = parts.next().unwrap_or_default();
        // a line without a colon is not a header
        name.eq_ignore_ascii_case(b"transfer-encoding") && parts.next().is_some_and(|coding| !is_chunked(coding))
    })
}
