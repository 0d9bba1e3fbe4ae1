//! What can be granted: operations by name, branded or neutral, and the collective words.

use crate::model::brand::Brand;
use crate::model::nearest::{is_slip, near};
use crate::operation::{GrantedWith, grantable};

/// The words that grant several operations, and those that each grants.
const COLLECTIVES: [(&str, &[GrantedWith]); 3] = [
    ("provisioning", &[GrantedWith::Provisioning]),
    ("reports", &[GrantedWith::Reports]),
    ("all", &[GrantedWith::Provisioning, GrantedWith::Reports, GrantedWith::All]),
];

/// A word that means no operation.
#[derive(Debug, thiserror::Error)]
#[error("{word} is not an operation{meant}")]
pub struct UnknownGrantError {
    pub word: String,
    meant: String,
}

/// The neutral names of the operations that these words mean. "Branded names are accepted", those of any brand
/// where none is named: which one a server is started with is not known here. An unknown word is refused
/// with the nearest.
pub fn read(words: &[String], brand: &Brand) -> Result<Vec<&'static str>, UnknownGrantError> {
    let mut names = Vec::new();
    for word in words {
        names.extend(meant(word.trim(), brand)?);
    }
    Ok(names)
}

fn meant(word: &str, brand: &Brand) -> Result<Vec<&'static str>, UnknownGrantError> {
    if let Some((_, with)) = COLLECTIVES.iter().find(|(known, _)| word == *known) {
        return Ok(of(with).collect());
    }
    let known = |names: &dyn Fn(&str) -> bool| grantable().map(|operation| operation.name).find(|name| names(name));
    let operation = known(&|name| brand.names(name, word)).or_else(|| {
        let any = brand.is_neutral() && !is_slip_of_one(word);
        any.then(|| known(&|name| Brand::any_names(name, word)))?
    });
    operation.map_or_else(|| Err(unknown(word, brand)), |operation| Ok(vec![operation]))
}

/// Whether a word is so like an operation's name that it is taken for a slip of the pen, not for a branded
/// name: `GetPersonByExternelId`.
fn is_slip_of_one(word: &str) -> bool {
    let mut operations = grantable();
    operations.any(|operation| is_slip(word, operation.name))
}

fn of(with: &[GrantedWith]) -> impl Iterator<Item = &'static str> {
    grantable().filter(|operation| with.contains(&operation.granted_with)).map(|operation| operation.name)
}

/// A slip is told what was meant; all that there is, only who is nowhere near.
fn unknown(word: &str, brand: &Brand) -> UnknownGrantError {
    let words = COLLECTIVES.iter().map(|(word, _)| *word);
    let operations = grantable().map(|known| brand.name(known.name));
    let allowed: Vec<String> = words.map(str::to_owned).chain(operations).collect();
    let meant = match near(word, &allowed) {
        Some(near) => format!("; did you mean {near}?"),
        None => format!(" (allowed: {})", allowed.join(", ")),
    };
    UnknownGrantError { word: word.to_owned(), meant }
}

/// In a few words what is granted: a collective word where all that it means is, else the names.
pub fn described(granted: &[impl AsRef<str>], brand: &Brand) -> String {
    let mut granted: Vec<&str> = granted.iter().map(AsRef::as_ref).collect();
    let mut words = Vec::new();
    // the one that grants most first
    for (word, with) in COLLECTIVES.iter().rev() {
        let meant: Vec<_> = of(with).collect();
        if meant.iter().all(|name| granted.contains(name)) {
            words.push((*word).to_owned());
            granted.retain(|name| !meant.contains(name));
        }
    }
    words.extend(granted.iter().map(|name| brand.name(name)));
    match words.is_empty() {
        true => "nothing".into(),
        false => words.join(" "),
    }
}
