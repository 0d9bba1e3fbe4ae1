//! Operators: who may come in here, and what they may do; an owner adds one, gives another role or password and revokes.
//! What that does is `gate/admission.rs`'s.

use anyhow::Result;

use super::admission::{self, Wrong, admit, give, refused};
use super::components::{Cell, Facts, Field, Form, Heading, Input, Table};
use super::page::{Answer, Content, Page};
use super::visit::Visit;
use crate::store::Snapshot;
use crate::store::access::{Whose, named};
use crate::store::operator::{self, Operator, Role};

/// The forms that ask for the present password, by what their fields begin with.
const ADD: &str = "add";
const APPOINT: &str = "role";

/// The page.
pub static PAGE: Page =
    Page { path: "operators", title: |words| words.operators, role: Role::Owner, show, change: Some(change) };

fn show(visit: &Visit) -> Result<Answer> {
    match visit.steps().as_slice() {
        [] => list(visit, None, None),
        [row] => found(visit, row, |stored| one(visit, &stored, None, None)),
        _ => Ok(Answer::Nothing),
    }
}

fn change(visit: &Visit) -> Result<Answer> {
    visit.changing_as(Role::Owner, || match visit.steps().as_slice() {
        [] => add(visit),
        [row, "role"] => found(visit, row, |stored| appoint(visit, &stored)),
        [row, "rotate"] => found(visit, row, |stored| rotate(visit, &stored)),
        [row, "revoke"] => found(visit, row, |stored| revoke(visit, &stored)),
        _ => Ok(Answer::Nothing),
    })
}

fn found(visit: &Visit, row: &str, then: impl FnOnce(Operator) -> Result<Answer>) -> Result<Answer> {
    let all = operator::all(&*visit.snapshot()?)?;
    admission::found(all, |stored| stored.id, row, then)
}

/// What a role is called, and what it may do.
fn role_says(visit: &Visit, role: Role) -> &'static str {
    match role {
        Role::Viewer => visit.words.viewer,
        Role::Editor => visit.words.editor,
        Role::Owner => visit.words.owner,
    }
}

fn signed_in(visit: &Visit, snapshot: &Snapshot, stored: &Operator) -> Result<String> {
    match &stored.last_signed_in_at {
        Some(at) => visit.moment(snapshot, at),
        None => Ok(visit.words.never.to_owned()),
    }
}

/// All operators. What was done before is said first, what is wrong with a new one at its field.
fn list(visit: &Visit, done: Option<&String>, wrong: Option<&Wrong>) -> Result<Answer> {
    let words = visit.words;
    let snapshot = visit.snapshot()?;
    let row = |stored: &Operator| -> Result<Vec<Cell>> {
        let address = visit.address(&format!("operators/{}", stored.id));
        Ok(vec![
            Cell::text(&stored.name).to(address),
            Cell::text(role_says(visit, stored.role)),
            Cell::text(signed_in(visit, &snapshot, stored)?),
        ])
    };
    let mut content = Content::new(words.operators);
    done.iter().for_each(|says| content.good(says));
    content.add(&Table {
        caption: words.operators,
        headings: [words.name, words.role, words.last_signed_in].map(Heading::plain).into(),
        rows: operator::all(&snapshot)?.iter().map(row).collect::<Result<_>>()?,
        none: words.none_found,
        more: Vec::new(),
    });
    content.heading(words.add_operator);
    let sent = &visit.request.form;
    let mut name = Field::new("name", words.name, Input::Line("text")).holding(sent.text_of("name"));
    name.is_required = true;
    let role = role(visit).holding(sent.text_of("role"));
    let own = admission::present(visit, ADD, words.present_for_owner);
    let mut fields = vec![name, role, admission::password(visit), own];
    Wrong::tell(wrong, &mut fields);
    let (add, action) = (words.add_operator, visit.address("operators"));
    content.add(&Form::changing(visit, add, action, fields, add));
    Ok(Answer::Page(content))
}

/// The field of a role.
fn role(visit: &Visit) -> Field {
    let roles = Role::ALL.map(|role| (role.name().to_owned(), role_says(visit, role).to_owned()));
    Field::new("role", visit.words.role, Input::Choice(roles.into()))
}

/// The role that was sent.
fn sent_role(visit: &Visit) -> Result<Role, Wrong> {
    let role = visit.request.form.text_of("role").parse();
    role.map_err(|_: &str| Wrong::of("role", visit.words.unknown_role))
}

fn add(visit: &Visit) -> Result<Answer> {
    let name = match named(Whose::Operator, visit.request.form.text_of("name")) {
        Ok(name) => name,
        Err(refused) => return list(visit, None, Some(&Wrong::unchanged(visit, &refused))),
    };
    let password = match admission::password_for(visit, Whose::Operator)? {
        Ok(password) => password,
        Err(wrong) => return list(visit, None, Some(&wrong)),
    };
    let role = match sent_role(visit) {
        Ok(role) => role,
        Err(wrong) => return list(visit, None, Some(&wrong)),
    };
    if let Err(wrong) = confirmed_owner(visit, ADD, role) {
        return list(visit, None, Some(&wrong));
    }
    let says = visit.words.operator_added.replace("{}", name);
    let given = give(visit, &password, (says, "operators".into()), |admission| {
        admission.add_operator(name, role, &password, |_| Ok(()))
    })?;
    given.or_else(|wrong| list(visit, None, Some(&wrong)))
}

fn one(visit: &Visit, stored: &Operator, done: Option<&String>, wrong: Option<&Wrong>) -> Result<Answer> {
    let words = visit.words;
    let snapshot = visit.snapshot()?;
    let mut content = Content::new(stored.name.as_str());
    done.iter().for_each(|says| content.good(says));
    if stored.name == visit.signed.name {
        content.note(words.this_is_you);
    }
    content.add(&Facts::of([
        (words.role, role_says(visit, stored.role).to_owned()),
        (words.last_signed_in, signed_in(visit, &snapshot, stored)?),
    ]));
    let address = |deed: &str| visit.address(&format!("operators/{}/{deed}", stored.id));
    let is_last = operator::is_last_owner(&snapshot, &stored.name)?;
    // the clear word without which the last owner does not go
    let word = |deed: &str| {
        let mut field = Field::new(format!("{deed}-word"), words.confirm_name, Input::Line("text"));
        field.hint = words.last_owner.to_owned();
        is_last.then_some(field)
    };
    content.heading(words.role);
    let mut fields = vec![role(visit).holding(stored.role.name())];
    fields.extend(word("role"));
    if stored.role != Role::Owner {
        fields.push(admission::present(visit, APPOINT, words.present_for_owner));
    }
    Wrong::tell(wrong, &mut fields);
    content.add(&Form::changing(visit, words.role, address("role"), fields, words.save));
    content.heading(words.rotate);
    content.add(&admission::rotation(visit, (address("rotate"), &stored.password_hash), None, wrong));
    content.heading(words.revoke);
    content.note(words.revoke_operator_says);
    let mut fields: Vec<_> = word("revoke").into_iter().collect();
    Wrong::tell(wrong, &mut fields);
    content
        .add(&Form { is_grave: true, ..Form::changing(visit, words.revoke, address("revoke"), fields, words.revoke) });
    Ok(Answer::Page(content))
}

/// Verifies the present password where the role makes an owner.
fn confirmed_owner(visit: &Visit, action: &'static str, role: Role) -> Result<(), Wrong> {
    match role {
        Role::Owner => admission::confirmed(visit, action),
        Role::Viewer | Role::Editor => Ok(()),
    }
}

/// Whether the name was typed, so that the last owner may go.
fn is_meant(visit: &Visit, stored: &Operator, field: &str) -> bool {
    visit.request.form.text_of(field).trim() == stored.name
}

fn appoint(visit: &Visit, stored: &Operator) -> Result<Answer> {
    let role = match sent_role(visit) {
        Ok(role) => role,
        Err(wrong) => return one(visit, stored, None, Some(&wrong)),
    };
    if stored.role != Role::Owner
        && let Err(wrong) = confirmed_owner(visit, APPOINT, role)
    {
        return one(visit, stored, None, Some(&wrong));
    }
    let meant = is_meant(visit, stored, "role-word");
    match admit(visit, |admission| admission.appoint(&stored.name, role, meant))? {
        Ok(_) => {
            let says = visit.words.role_given.replace("{role}", role.name());
            let stored = Operator { role, ..stored.clone() };
            one(visit, &stored, Some(&says.replace("{}", &stored.name)), None)
        }
        Err(Wrong { says, .. }) => one(visit, stored, None, Some(&Wrong::of("role-word", says))),
    }
}

fn rotate(visit: &Visit, stored: &Operator) -> Result<Answer> {
    // one that is made would be shown once, to a session that ends with the old one
    if stored.name == visit.signed.name && admission::typed(visit).is_none() {
        let wrong = Wrong::of("password", visit.words.own_password);
        return one(visit, stored, None, Some(&wrong));
    }
    let password = match admission::password_for(visit, Whose::Operator)? {
        Ok(password) => password,
        Err(wrong) => return one(visit, stored, None, Some(&wrong)),
    };
    if let Err(wrong) = admission::confirmed(visit, admission::ROTATE) {
        return one(visit, stored, None, Some(&wrong));
    }
    let replaced = admission::replaced(visit, &stored.name);
    let says = visit.words.password_given.replace("{}", &stored.name);
    let back = format!("operators/{}", stored.id);
    let given =
        give(visit, &password, (says, back), |admission| admission.rotate_operator(&replaced, &password, |_| Ok(())))?;
    Ok(given.unwrap_or_else(|wrong| refused(visit, &wrong)))
}

fn revoke(visit: &Visit, stored: &Operator) -> Result<Answer> {
    let meant = is_meant(visit, stored, "revoke-word");
    match admit(visit, |admission| admission.revoke_operator(&stored.name, meant))? {
        Ok(_) => {
            let says = visit.words.revoked.replace("{}", &stored.name);
            list(visit, Some(&says), None)
        }
        Err(Wrong { says, .. }) => one(visit, stored, None, Some(&Wrong::of("revoke-word", says))),
    }
}
