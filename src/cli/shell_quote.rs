//! Quoting for commands that users paste into a shell.

/// Quotes an argument (`it's` becomes `'it'\''s'`), unless it has only plain characters and does not begin with `-`.
pub fn quote_for_shell(argument: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-+".contains(c);
    match argument.chars().all(is_plain) && !argument.starts_with('-') {
        true => argument.to_owned(),
        false => format!("'{}'", argument.replace('\'', r"'\''")),
    }
}
