//! Everything about a person, to be saved.

use anyhow::Result;
use tokio::runtime::Handle;

use super::Person;
use crate::console::page::Answer;
use crate::dossier;
use crate::store::act::audit;
use crate::store::operator::Role;

/// The person's dossier, in the language of who asks; the audit has that it was saved.
pub fn everything(person: &Person) -> Result<Answer> {
    if !person.visit.may(Role::Owner) {
        return Ok(Answer::Refused(person.visit.words.not_allowed));
    }
    let Some(dossier) = dossier::of(person.snapshot, person.row)? else {
        return Ok(Answer::Nothing);
    };
    let zip = dossier.zip(person.snapshot, person.visit.language)?;
    let by = person.visit.attribution(&format!("person export {}", person.row));
    let store = &person.visit.console.service.store;
    // a copy that cannot be written answers requests of access too; its log has who saved what
    if let Err(error) = Handle::current().block_on(audit(store.writer(), by.clone())) {
        tracing::warn!(%error, actor = %by.actor, action = %by.action, "not written into the audit");
    }
    Ok(Answer::File { name: format!("person-{}.zip", person.row), content_type: "application/zip", body: zip.into() })
}
