//! Checks the `Transfer-Encoding` of a request, also if the HTTP library cannot parse the head.

/// Returns whether the value of a `Transfer-Encoding` header is `chunked`.
pub fn is_chunked(coding: &[u8]) -> bool {
    coding.trim_ascii().eq_ignore_ascii_case(b"chunked")
}

/// Returns whether a head, however malformed, names a `Transfer-Encoding` other than `chunked`.
pub fn names_other_coding(head: &[u8]) -> bool {
    head.split(|byte| *byte == b'\n').any(|line| {
        let mut parts = line.splitn(2, |byte| *byte == b':');
        let name = parts.next().unwrap_or_default();
        // a line without a colon is no header
        name.eq_ignore_ascii_case(b"transfer-encoding") && parts.next().is_some_and(|coding| !is_chunked(coding))
    })
}
