//! Parses and describes grants. A grant is the branded or neutral name of an operation, or one of the words
//! `provisioning`, `reports` and `all`, which mean several operations.

use crate::model::brand::Brand;
use crate::model::message::{Message, MessageArgument, MessageName};
use crate::model::name_similarity::{find_close_name, is_misspelling};
use crate::operation::{GrantedWith, grantable};

/// The words that each grant several operations, and the groups that a word grants. `all` includes the other words.
const COLLECTIVE_WORDS: [(&str, &[GrantedWith]); 3] = [
    ("provisioning", &[GrantedWith::Provisioning]),
    ("reports", &[GrantedWith::Reports]),
    ("all", &[GrantedWith::Provisioning, GrantedWith::Reports, GrantedWith::All]),
];

#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub struct UnknownGrantError {
    pub word: String,
    /// Suggests the most similar allowed word; if no word is similar, lists all allowed words.
    pub message: Message,
}

/// Returns the neutral names of the operations that these words grant. Branded names of operations are accepted for
/// `brand`. If `brand` is neutral, the names of every brand are accepted.
pub fn parse_grants(words: &[String], brand: &Brand) -> Result<Vec<&'static str>, UnknownGrantError> {
    let names = words.iter().map(|word| operations_of_word(word.trim(), brand));
    Ok(names.collect::<Result<Vec<_>, _>>()?.concat())
}

/// Returns the neutral names of one or, for a collective word, several operations. The error suggests a similar word.
fn operations_of_word(word: &str, brand: &Brand) -> Result<Vec<&'static str>, UnknownGrantError> {
    if let Some((_, included)) = COLLECTIVE_WORDS.iter().find(|(collective, _)| word == *collective) {
        return Ok(operations_granted_with(included).collect());
    }
    let names = || grantable().map(|operation| operation.name);
    if let Some(name) = names().find(|name| brand.matches(name, word)) {
        return Ok(vec![name]);
    }
    // a misspelled neutral name would match, as if it had a brand
    let is_misspelled_neutral_name = names().any(|name| is_misspelling(word, name));
    if brand.is_neutral()
        && !is_misspelled_neutral_name
        && let Some(name) = names().find(|name| Brand::matches_any_brand(name, word))
    {
        return Ok(vec![name]);
    }
    Err(unknown_grant_error(word, brand))
}

fn operations_granted_with(groups: &[GrantedWith]) -> impl Iterator<Item = &'static str> {
    grantable().filter(|operation| groups.contains(&operation.granted_with)).map(|operation| operation.name)
}

fn unknown_grant_error(word: &str, brand: &Brand) -> UnknownGrantError {
    let words = COLLECTIVE_WORDS.iter().map(|(word, _)| *word);
    let operations = grantable().map(|operation| brand.branded_name(operation.name));
    let allowed: Vec<String> = words.map(str::to_owned).chain(operations).collect();
    let message = Message::new(MessageName::UnknownGrant).with(word);
    let message = match find_close_name(word, &allowed) {
        None => message.with_part(Message::new(MessageName::AllowedGrants).with(allowed.join(", "))),
        near => message.with_suggestion(near),
    };
    UnknownGrantError { word: word.to_owned(), message }
}

/// Returns [`describe_grants`] as an argument of a message, which translates `nothing`.
pub fn grants_argument(granted: &[impl AsRef<str>], brand: &Brand) -> MessageArgument {
    match granted {
        [] => MessageName::Nothing.into(),
        granted => MessageArgument::Text(describe_grants(granted, brand)),
    }
}

/// Describes granted operations, such as `reports CreatePerson`, or `nothing`. If all operations of a collective word are
/// granted, the word replaces their names.
pub fn describe_grants(granted: &[impl AsRef<str>], brand: &Brand) -> String {
    let mut granted: Vec<&str> = granted.iter().map(AsRef::as_ref).collect();
    let mut words = Vec::new();
    // `all` is last in the list, and comes first here because it includes the other words
    for (word, included) in COLLECTIVE_WORDS.iter().rev() {
        let included: Vec<_> = operations_granted_with(included).collect();
        if included.iter().all(|name| granted.contains(name)) {
            words.push((*word).to_owned());
            granted.retain(|name| !included.contains(name));
        }
    }
    words.extend(granted.iter().map(|name| brand.branded_name(name)));
    if words.is_empty() { "nothing".into() } else { words.join(" ") }
}
