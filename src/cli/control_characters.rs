//! Escapes control characters in printed values. On a terminal, they could move the cursor or reorder a line.

use std::borrow::Cow;

/// Escapes the unprintable characters of a value: a line feed becomes `\n`, the escape character `\u{1b}`.
pub fn escape(value: &str) -> Cow<'_, str> {
    if !value.chars().any(is_unprintable) {
        return Cow::Borrowed(value);
    }
    let mut escaped = String::with_capacity(value.len() + 8);
    for c in value.chars() {
        if is_unprintable(c) {
            escaped.extend(c.escape_default());
        } else {
            escaped.push(c);
        }
    }
    Cow::Owned(escaped)
}

fn is_unprintable(c: char) -> bool {
    // also line and paragraph separators, and direction marks
    c.is_control() || matches!(c, '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn control_characters_are_shown() {
        assert_eq!(escape("Zoë Ångström"), "Zoë Ångström");
        assert_eq!(escape("a\nb\t\u{1b}[2J\u{202e}c"), "a\\nb\\t\\u{1b}[2J\\u{202e}c");
    }
}
