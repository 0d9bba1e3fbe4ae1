//! Actions on a person: dismissing, re-employing, anonymising, and downloading all data.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use tokio::runtime::Handle;

use super::{PersonView, with_person};
use crate::console::components::{Form, FormField, Input};
use crate::console::request::with_seconds;
use crate::console::{PageAnswer, PageContent, PageContext, ResponseBody};
use crate::datafile::persons;
use crate::dossier;
use crate::ledger::Attribution;
use crate::ledger::action::Action;
use crate::ledger::audit::AuditFilter;
use crate::ledger::history::{self, ChangeQuery, FieldChange};
use crate::model::message::{Message, MessageName};
use crate::model::record::{Record, SentField};
use crate::provision;
use crate::store::ChangeError;
use crate::store::anonymisation::{AnonymisationError, anonymise, erase_traces};
use crate::store::ledger_action::record_action_by_writer;
use crate::store::operator::Role;

/// The column, and the form field, with the end of the contract.
const CONTRACT_END: &str = "ContractEndTime";

/// Answers the forms of a person's page: the actions of this module, and otherwise a task such as `person/7/enrol`.
pub fn submit(context: &PageContext) -> Result<PageAnswer> {
    match context.segments().as_slice() {
        [row, "employment"] => context.with_editor_access(|| with_person(context, row, change_employment)),
        [row, "anonymise"] => context.with_write_access(Role::Owner, || anonymise_and_erase(context, row)),
        [row, task] => with_person(context, row, |person| person.task_target().submit_task(task)),
        _ => Ok(PageAnswer::NotFound),
    }
}

/// The query fields of a person's page after a finished action.
const EMPLOYMENT_CHANGED: &str = "done";
const ANONYMISED: &str = "anonymised";

/// Adds a success message if the query names a finished action, and the stored data confirm the action.
pub fn add_success_message(person: &PersonView, content: &mut PageContent) -> Result<()> {
    let (query, words) = (&person.context.request.query, person.context.words);
    if query.get(EMPLOYMENT_CHANGED).is_some() && is_contract_end_in_last_change(person)? {
        content.add_success(words.employment_changed);
    }
    if query.get(ANONYMISED).is_some() && persons::is_anonymised(&person.cells) {
        content.add_success(words.anonymised);
    }
    Ok(())
}

/// Returns whether the latest change of the person was made on this page and changed the end of the contract.
fn is_contract_end_in_last_change(person: &PersonView) -> Result<bool> {
    let newest_first = ChangeQuery::NewestFirst { person: person.row, filter: &AuditFilter::ANY };
    let last_change = history::list_changes(person.snapshot, newest_first, i64::MAX, 1)?.pop();
    let Some(change) = last_change else { return Ok(false) };
    let action_of_page = update_attribution(person).action;
    let is_contract_end = |field: &FieldChange| field.field == CONTRACT_END;
    Ok(change.origin.action == action_of_page && change.fields.iter().any(is_contract_end))
}

/// Returns the attribution of a change of the contract's end on this page. An API call has another action.
fn update_attribution(person: &PersonView) -> Attribution {
    person.context.attribution(Action::Text("UpdatePerson".to_owned()))
}

pub fn add_actions(person: &PersonView, content: &mut PageContent) {
    let (context, words) = (person.context, person.context.words);
    let address = |action: &str| context.address(&format!("person/{}/{action}", person.row));
    // an anonymised person can be neither dismissed nor re-employed
    if !persons::is_anonymised(&person.cells) {
        let (hint, button) = match person.is_dismissed() {
            true => (words.re_employ_hint, words.re_employ),
            false => (words.dismiss_hint, words.end_employment),
        };
        let label = persons::FILE.column_label(CONTRACT_END, context.language);
        let fields = vec![FormField::new(CONTRACT_END, label, Input::DateTime).with_hint(hint)];
        let form = Form::button(context, button, address("employment"), fields);
        content.add(&Form { is_destructive: !person.is_dismissed(), ..form });
    }
    if context.has_role(Role::Owner) {
        content.add_link(address("everything"), words.everything_as_zip);
        if person.is_dismissed() && !persons::is_anonymised(&person.cells) {
            // anonymising cannot be undone: the operator confirms it by typing the identifier
            let field = FormField::new("confirmed", words.confirm_identifier, Input::Line("text"));
            let fields = vec![field.with_hint(words.anonymise_explanation).required()];
            let form = Form::button(context, words.anonymise, address("anonymise"), fields);
            content.add(&Form { is_destructive: true, ..form });
        }
    }
}

/// Changes the contract's end. A past end dismisses the person, and a future end re-employs the person. If the operator
/// enters no end, an employed person is dismissed now, and a dismissed person is re-employed without an end.
fn change_employment(person: &PersonView) -> Result<PageAnswer> {
    let (context, row) = (person.context, person.row);
    let sent = with_seconds(context.request.form.text_of(CONTRACT_END).trim());
    let now = crate::model::time::format_wall_time(person.snapshot.clock().now());
    // an empty `sent` stays empty for a dismissed person, and removes the end
    let end = if sent.is_empty() && !person.is_dismissed() { now } else { sent };
    let fields: Record = BTreeMap::from([(CONTRACT_END, SentField::Text(end))]);
    let attribution = update_attribution(person);
    let writer = context.console.service.store.writer();
    let update = writer.change(attribution, move |change| provision::update_person(change, row, &fields, None));
    match Handle::current().block_on(update) {
        Ok(_) => Ok(PageAnswer::Redirect(format!("person/{row}?{EMPLOYMENT_CHANGED}=yes"))),
        Err(ChangeError::Rule(refusal)) => Ok(PageAnswer::BadRequest(context.refusal_text(&refusal))),
        Err(ChangeError::Write(error)) => Err(error.into()),
    }
}

/// Anonymises a person, and then erases the traces in the database file. Returns a page with a warning if another
/// connection prevents the erasure.
fn anonymise_and_erase(context: &PageContext, row: &str) -> Result<PageAnswer> {
    // `with_person` closes its snapshot on return: erasing fails while a snapshot is open
    let answer = with_person(context, row, anonymise_if_confirmed)?;
    // any other answer is a refusal, after which nothing needs to be erased
    if !matches!(answer, PageAnswer::Redirect(_)) {
        return Ok(answer);
    }
    let is_erased = erase_traces(&context.console.service.store.open_connection()?)
        .context("the file still holds traces of the person's data")?;
    if is_erased {
        return Ok(answer);
    }
    let words = context.words;
    let mut content = PageContent::new(words.anonymise);
    content.add_warning(words.anonymised_with_traces);
    content.add_button(context.address(&format!("person/{row}")), words.person);
    Ok(PageAnswer::Page(content))
}

fn anonymise_if_confirmed(person: &PersonView) -> Result<PageAnswer> {
    let (context, row) = (person.context, person.row);
    let identifier = person.identifier();
    if context.request.form.text_of("confirmed").trim() != identifier {
        return Ok(PageAnswer::BadRequest(context.words.wrong_identifier.to_owned()));
    }
    let attribution = context.attribution(MessageName::AnonymisePerson);
    match anonymise(&mut context.console.service.store.open_connection()?, identifier, &attribution) {
        Ok(_) => Ok(PageAnswer::Redirect(format!("person/{row}?{ANONYMISED}=yes"))),
        Err(AnonymisationError::Database(error)) => Err(error.into()),
        Err(error) => Ok(PageAnswer::BadRequest(error.message().text_for_page(context.language))),
    }
}

/// Returns a .zip with all data about the person. Records the export in the audit. Only for owners.
pub fn download_dossier(person: &PersonView) -> Result<PageAnswer> {
    if !person.context.has_role(Role::Owner) {
        return Ok(PageAnswer::Forbidden(person.context.words.not_allowed));
    }
    let Some(dossier) = dossier::collect_dossier(person.snapshot, person.row)? else { return Ok(PageAnswer::NotFound) };
    let zip = dossier.zip_bytes(person.snapshot, person.context.language)?;
    let attribution = person.context.attribution(Message::new(MessageName::ExportPerson).with(person.row));
    let store = &person.context.console.service.store;
    // the audit of a read-only copy cannot be written: the log records the export instead
    let recorded = Handle::current().block_on(record_action_by_writer(store.writer(), attribution.clone()));
    if let Err(error) = recorded {
        tracing::warn!(%error, actor = %attribution.actor, action = %attribution.action, "not written into the audit");
    }
    Ok(PageAnswer::File {
        name: format!("person-{}.zip", person.row),
        content_type: "application/zip",
        body: ResponseBody::Bytes(zip),
    })
}
