//! Connectors: their credentials with what each is granted, when it was last used and which errors it told of; an owner
//! adds one, grants and denies, gives another password and revokes. What that does is `gate/admission.rs`'s.

mod grants;
mod one;

pub use grants::FIELD as GRANT;

use anyhow::Result;
use jiff::SignedDuration;

use super::admission::{self, Wrong, give};
use super::components::{Cell, Field, Form, Heading, Input, Table};
use super::page::{Answer, Content, Page};
use super::visit::Visit;
use crate::gate::admission::NewCredential;
use crate::gate::grants::{described, read};
use crate::model::time::second;
use crate::store::Snapshot;
use crate::store::access::{Whose, named};
use crate::store::connector_error::{self, ConnectorError};
use crate::store::credential::{self, Credential};
use crate::store::operator::Role;

/// The page. Errors and grants are for everybody who is to notice that a connector fails.
pub static PAGE: Page =
    Page { path: "connectors", title: |words| words.connectors, role: Role::Viewer, show, change: Some(change) };

/// How many errors a page shows.
const ERRORS: u32 = 50;

/// Errors are counted of so long.
const RECENT: SignedDuration = SignedDuration::from_hours(7 * 24);

fn show(visit: &Visit) -> Result<Answer> {
    match visit.steps().as_slice() {
        [] => list(visit, None, None),
        [row] => one::show(visit, row),
        _ => Ok(Answer::Nothing),
    }
}

fn change(visit: &Visit) -> Result<Answer> {
    visit.changing_as(Role::Owner, || match visit.steps().as_slice() {
        [] => add(visit),
        [row, deed] => one::change(visit, row, deed),
        _ => Ok(Answer::Nothing),
    })
}

/// All connectors. What was done before is said first, what is wrong with a new one at its field.
fn list(visit: &Visit, done: Option<&String>, wrong: Option<&Wrong>) -> Result<Answer> {
    let words = visit.words;
    let snapshot = visit.snapshot()?;
    let since = snapshot.clock().present().checked_sub(RECENT);
    let errors = connector_error::counts(&snapshot, &since.map(second).unwrap_or_default())?;
    let row = |stored: &Credential| -> Result<Vec<Cell>> {
        let granted = credential::grants(&snapshot, stored.id)?;
        let address = visit.address(&format!("connectors/{}", stored.id));
        Ok(vec![
            Cell::text(&stored.name).to(address),
            Cell::text(described(&granted, &visit.console.service.brand)),
            Cell::text(last_used(visit, &snapshot, stored)?),
            Cell::number(errors.get(&stored.name).copied().unwrap_or_default()),
        ])
    };
    let mut content = Content::new(words.connectors);
    done.iter().for_each(|says| content.good(says));
    let stored = credential::all(&snapshot)?;
    content.add(&Table {
        caption: words.connectors,
        headings: vec![
            Heading::plain(words.name),
            Heading::plain(words.granted),
            Heading::plain(words.last_used),
            Heading::number(words.errors_lately),
        ],
        rows: stored.iter().map(row).collect::<Result<_>>()?,
        none: words.no_connectors,
        more: Vec::new(),
    });
    if visit.may(Role::Owner) {
        content.heading(words.add_connector);
        content.add(&form(visit, wrong));
    }
    content.heading(words.errors);
    content.add(&self::errors(visit, &snapshot, None)?);
    Ok(Answer::Page(content))
}

/// When a credential was last used, to the minute or so.
fn last_used(visit: &Visit, snapshot: &Snapshot, stored: &Credential) -> Result<String> {
    match &stored.last_used_at {
        Some(at) => visit.moment(snapshot, at),
        None => Ok(visit.words.never.to_owned()),
    }
}

/// The latest errors, of one connector or of all.
fn errors(visit: &Visit, snapshot: &Snapshot, of: Option<&str>) -> Result<Table<'static>> {
    let words = visit.words;
    let row = |error: &ConnectorError| -> Result<Vec<Cell>> {
        Ok(vec![
            Cell::text(visit.moment(snapshot, &error.at)?),
            Cell::text(&error.credential),
            Cell::text(&error.connector),
            Cell::text(&error.message),
        ])
    };
    let latest = connector_error::latest(snapshot, of, ERRORS)?;
    Ok(Table {
        caption: words.errors,
        headings: [words.when, words.name, words.connector, words.message].map(Heading::plain).into(),
        rows: latest.iter().map(row).collect::<Result<_>>()?,
        none: words.no_errors,
        more: Vec::new(),
    })
}

/// The form of a new one.
fn form<'a>(visit: &'a Visit, wrong: Option<&Wrong>) -> Form<'a> {
    let (words, sent) = (visit.words, &visit.request.form);
    let mut name = Field::new("name", words.name, Input::Line("text")).holding(sent.text_of("name"));
    name.is_required = true;
    name.hint = words.connector_name_says.to_owned();
    let choices = [("auto", words.envelope_auto), ("always", words.envelope_always)];
    let choices = choices.map(|(sent, says)| (sent.to_owned(), says.to_owned()));
    let envelope =
        Field::new("envelope", words.envelope, Input::Choice(choices.into())).holding(sent.text_of("envelope"));
    let mut fields = vec![name, envelope, admission::password(visit)];
    fields.extend(grants::fields(visit, &sent.all(grants::FIELD)));
    Wrong::tell(wrong, &mut fields);
    let add = words.add_connector;
    Form::changing(visit, add, visit.address("connectors"), fields, add)
}

fn add(visit: &Visit) -> Result<Answer> {
    let (form, brand) = (&visit.request.form, &visit.console.service.brand);
    let name = match named(Whose::Credential, form.text_of("name")) {
        Ok(name) => name,
        Err(refused) => return list(visit, None, Some(&Wrong::unchanged(visit, &refused))),
    };
    let password = match admission::password_for(visit, Whose::Credential)? {
        Ok(password) => password,
        Err(wrong) => return list(visit, None, Some(&wrong)),
    };
    let operations = match read(&form.all(grants::FIELD), brand) {
        Ok(operations) => operations,
        Err(unknown) => return list(visit, None, Some(&Wrong::grant(visit, &unknown))),
    };
    let new =
        NewCredential { name, password: &password, always_envelope: form.text_of("envelope") == "always", operations };
    let says = visit.words.connector_added.replace("{}", name);
    let given = give(visit, &password, (says, "connectors".into()), |admission| {
        admission.add_credential(new, brand, |_| Ok(()))
    })?;
    given.or_else(|wrong| list(visit, None, Some(&wrong)))
}
