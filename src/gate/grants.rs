//! What can be granted: operations by name, branded or neutral, and collective words.

use crate::model::brand::Brand;
use crate::model::nearest::{find_close_name, is_misspelling};
use crate::operation::{GrantedWith, grantable};

const COLLECTIVES: [(&str, &[GrantedWith]); 3] = [
    ("provisioning", &[GrantedWith::Provisioning]),
    ("reports", &[GrantedWith::Reports]),
    ("all", &[GrantedWith::Provisioning, GrantedWith::Reports, GrantedWith::All]),
];

#[derive(Debug, thiserror::Error)]
#[error("{word} is not an operation{granted_by}")]
pub struct UnknownGrantError {
    pub word: String,
    granted_by: String,
}

/// Returns the neutral names of the operations that these words grant. "Branded names are accepted": without a given
/// brand, those of any brand.
pub fn read(words: &[String], brand: &Brand) -> Result<Vec<&'static str>, UnknownGrantError> {
    let mut names = Vec::new();
    for word in words {
        names.extend(granted_by(word.trim(), brand)?);
    }
    Ok(names)
}

fn granted_by(word: &str, brand: &Brand) -> Result<Vec<&'static str>, UnknownGrantError> {
    if let Some((_, with)) = COLLECTIVES.iter().find(|(known, _)| word == *known) {
        return Ok(of(with).collect());
    }
    let known = |names: &dyn Fn(&str) -> bool| grantable().map(|operation| operation.name).find(|name| names(name));
    let operation = known(&|name| brand.matches(name, word)).or_else(|| {
        let any = brand.is_neutral() && !is_misspelled_operation(word);
        any.then(|| known(&|name| Brand::matches_any_brand(name, word)))?
    });
    operation.map_or_else(|| Err(unknown(word, brand)), |operation| Ok(vec![operation]))
}

fn is_misspelled_operation(word: &str) -> bool {
    grantable().any(|operation| is_misspelling(word, operation.name))
}

fn of(with: &[GrantedWith]) -> impl Iterator<Item = &'static str> {
    grantable().filter(|operation| with.contains(&operation.granted_with)).map(|operation| operation.name)
}

fn unknown(word: &str, brand: &Brand) -> UnknownGrantError {
    let words = COLLECTIVES.iter().map(|(word, _)| *word);
    let operations = grantable().map(|known| brand.apply_to(known.name));
    let allowed: Vec<String> = words.map(str::to_owned).chain(operations).collect();
    let granted_by = match find_close_name(word, &allowed) {
        Some(near) => format!("; did you mean {near}?"),
        None => format!(" (allowed: {})", allowed.join(", ")),
    };
    UnknownGrantError { word: word.to_owned(), granted_by }
}

/// Describes grants, with a collective word where all its operations are granted.
pub fn described(granted: &[impl AsRef<str>], brand: &Brand) -> String {
    let mut granted: Vec<&str> = granted.iter().map(AsRef::as_ref).collect();
    let mut words = Vec::new();
    // the most general word first
    for (word, with) in COLLECTIVES.iter().rev() {
        let granted_by: Vec<_> = of(with).collect();
        if granted_by.iter().all(|name| granted.contains(name)) {
            words.push((*word).to_owned());
            granted.retain(|name| !granted_by.contains(name));
        }
    }
    words.extend(granted.iter().map(|name| brand.apply_to(name)));
    if words.is_empty() { "nothing".into() } else { words.join(" ") }
}
