//! Quotes paths in commands that users paste into a shell.

/// Quotes a path that a user may paste into a shell; a plain one is unchanged.
pub fn quote_for_shell(path: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+".contains(c);
    match path.chars().all(plain) && !path.starts_with('-') {
        true => path.to_owned(),
        false => format!("'{}'", path.replace('\'', r"'\''")),
    }
}
