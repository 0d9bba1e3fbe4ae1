//! Everything about a person, to be saved.

use anyhow::Result;

use super::Person;
use crate::console::page::Answer;
use crate::dossier;
use crate::store::operator::Role;

/// The person's dossier, in the language of who asks.
pub fn everything(person: &Person) -> Result<Answer> {
    if !person.visit.may(Role::Owner) {
        return Ok(Answer::Refused(person.visit.words.not_allowed));
    }
    let Some(dossier) = dossier::of(person.snapshot, person.row)? else {
        return Ok(Answer::Nothing);
    };
    Ok(Answer::File {
        name: format!("person-{}.zip", person.row),
        content_type: "application/zip",
        body: dossier.zip(person.snapshot, person.visit.language)?.into(),
    })
}
