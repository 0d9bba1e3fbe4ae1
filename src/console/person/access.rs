//! Download of all data about a person.

use anyhow::Result;
use tokio::runtime::Handle;

use super::PersonView;
use crate::console::page::PageAnswer;
use crate::console::response::ResponseBody;
use crate::dossier;
use crate::store::action::record_action_in_service;
use crate::store::operator::Role;

/// Returns a .zip with all data about the person. Records the export in the audit. Only for owners.
pub fn download_dossier(person: &PersonView) -> Result<PageAnswer> {
    if !person.context.has_role(Role::Owner) {
        return Ok(PageAnswer::Forbidden(person.context.words.not_allowed));
    }
    let Some(dossier) = dossier::collect_dossier(person.snapshot, person.row)? else { return Ok(PageAnswer::NotFound) };
    let zip = dossier.zip_bytes(person.snapshot, person.context.language)?;
    let attribution = person.context.attribution(&format!("person export {}", person.row));
    let store = &person.context.console.service.store;
    // the audit of a read-only copy cannot be written: the log records the export instead
    let recorded = Handle::current().block_on(record_action_in_service(store.writer(), attribution.clone()));
    if let Err(error) = recorded {
        tracing::warn!(%error, actor = %attribution.actor, action = %attribution.action, "not written into the audit");
    }
    Ok(PageAnswer::File {
        name: format!("person-{}.zip", person.row),
        content_type: "application/zip",
        body: ResponseBody::Bytes(zip),
    })
}
