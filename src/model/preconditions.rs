//! The conditions of a request on the entity that it changes (RFC 9110, section 13).

use super::refusal::Refusal;

/// The suffix of an entity tag for a compressed representation.
pub const GZIP_TAG_SUFFIX: &str = "-gzip\"";

pub const MAX_HEADER_BYTES: usize = 16_384;

/// Parses If-Match or If-None-Match: entity tags, or `*`; `None` if invalid, or longer than [`MAX_HEADER_BYTES`]. Tags
/// keep their quotes and `W/`: `"a", W/"b"` becomes `"a"` and `W/"b"`.
pub fn parse_entity_tags(header: &str) -> Option<Vec<String>> {
    if header.trim() == "*" {
        return Some(vec!["*".to_owned()]);
    }
    // RFC 9110, section 5.6.1: a list may have empty elements
    let separators = [',', ' ', '\t'];
    let mut unparsed = header.trim().trim_matches(separators);
    if unparsed.len() > MAX_HEADER_BYTES {
        return None;
    }
    let mut tags = Vec::new();
    loop {
        let (tag, after_tag) = split_entity_tag(unparsed)?;
        tags.push(tag.to_owned());
        unparsed = after_tag.trim_start_matches(separators);
        if unparsed.is_empty() {
            return Some(tags);
        }
        if !after_tag.trim_start().starts_with(',') {
            return None;
        }
    }
}

/// Splits a text after its first entity tag; `None` if it does not begin with a valid tag. A tag may contain a comma.
fn split_entity_tag(text: &str) -> Option<(&str, &str)> {
    let quoted = text.strip_prefix("W/").unwrap_or(text).strip_prefix('"')?;
    let (opaque, after_tag) = quoted.split_once('"')?;
    let is_valid = opaque.bytes().all(|byte| matches!(byte, b'!' | b'#'..=b'~'));
    is_valid.then(|| text.split_at(text.len() - after_tag.len()))
}

/// The parsed headers If-Match and If-None-Match. A header that was not sent is `None`.
#[derive(Debug, Clone, Default)]
pub struct Preconditions {
    pub if_match: Option<Vec<String>>,
    pub if_none_match: Option<Vec<String>>,
}

impl Preconditions {
    pub fn has_any(&self) -> bool {
        self.if_match.is_some() || self.if_none_match.is_some()
    }

    /// Refuses the request if a precondition fails. `current` is the entity's tag, `None` if the entity does not exist.
    /// An entity that does not exist fulfils no If-Match, not even `*`, and every If-None-Match.
    pub fn check(&self, current: Option<&str>) -> Result<(), Refusal> {
        // RFC 9110, section 13.2.2: If-Match is evaluated first
        if let Some(tags) = &self.if_match {
            let is_match = current.is_some_and(|tag| matches_strongly(tags, tag));
            if !is_match {
                return Err(Refusal::Precondition { header: "If-Match" });
            }
        }
        if let Some(tags) = &self.if_none_match {
            let is_match = current.is_some_and(|tag| matches_weakly(tags, tag));
            if is_match {
                return Err(Refusal::Precondition { header: "If-None-Match" });
            }
        }
        Ok(())
    }
}

/// Returns whether one of the tags is `*`, the current tag (RFC 9110: strong comparison), or the current tag for gzip.
fn matches_strongly(tags: &[String], current: &str) -> bool {
    tags.iter().any(|tag| match tag.strip_suffix(GZIP_TAG_SUFFIX) {
        // the client has a compressed response: the text before the suffix must be the current tag
        Some(plain) => current.strip_suffix('"') == Some(plain),
        None => tag == "*" || tag == current,
    })
}

/// Returns whether one of the tags is `*`, or the current tag apart from `W/` (RFC 9110: weak comparison).
pub fn matches_weakly(tags: &[String], current: &str) -> bool {
    let strip_weak = |tag: &str| tag.trim_start_matches("W/").to_owned();
    tags.iter().any(|tag| tag == "*" || strip_weak(tag) == strip_weak(current))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_entity_tags_are_parsed() {
        for (header, expected) in [
            ("*", Some(&["*"][..])),
            (" \"a\" ", Some(&["\"a\""])),
            ("\"a\",W/\"b\" , \"\"", Some(&["\"a\"", "W/\"b\"", "\"\""])),
            ("\"a,b\", \"c\"", Some(&["\"a,b\"", "\"c\""])),
            (",, \"a\",,\"b\",", Some(&["\"a\"", "\"b\""])),
            ("", None),
            (" , ", None),
            ("a", None),
            ("\"a", None),
            ("\"a\" \"b\"", None),
            ("\"a\"b", None),
            ("\"a b\"", None),
            ("*, \"a\"", None),
            ("w/\"a\"", None),
        ] {
            let expected = expected.map(|tags| tags.iter().map(|tag| (*tag).to_owned()).collect::<Vec<_>>());
            assert_eq!(parse_entity_tags(header), expected, "{header}");
        }
    }
}
