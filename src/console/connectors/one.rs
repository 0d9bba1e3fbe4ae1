//! One connector: what is known of its credential, the errors that it told of, and what an owner changes of it.

use anyhow::Result;
use jiff::SignedDuration;

use super::{errors, grants, last_used, list};
use crate::console::admission::{self, Wrong, admit, give, refused};
use crate::console::components::{Facts, Field, Form, Input};
use crate::console::page::{Answer, Content};
use crate::console::visit::Visit;
use crate::console::words::Words;
use crate::gate::grants::{described, read};
use crate::model::time::instant_text;
use crate::store::access::Whose;
use crate::store::credential::{self, Credential, DENY, GRANT};
use crate::store::operator::Role;

/// The form's field that says what was granted when it was shown, so that only what was changed in it is changed.
const SHOWN: &str = "shown";

/// For how many hours the old password may go on.
const HOURS: [i64; 5] = [0, 4, 24, 7 * 24, 30 * 24];

/// The page of the credential of this row.
pub fn show(visit: &Visit, row: &str) -> Result<Answer> {
    found(visit, row, |stored| page(visit, &stored, None, None))
}

/// Does something to the credential of this row.
pub fn change(visit: &Visit, row: &str, deed: &str) -> Result<Answer> {
    found(visit, row, |stored| match deed {
        "grants" => regrant(visit, &stored),
        "rotate" => rotate(visit, &stored),
        "revoke" => revoke(visit, &stored),
        _ => Ok(Answer::Nothing),
    })
}

fn found(visit: &Visit, row: &str, then: impl FnOnce(Credential) -> Result<Answer>) -> Result<Answer> {
    let all = credential::all(&*visit.snapshot()?)?;
    admission::found(all, |stored| stored.id, row, then)
}

fn page(visit: &Visit, stored: &Credential, done: Option<&String>, wrong: Option<&Wrong>) -> Result<Answer> {
    let words = visit.words;
    let snapshot = visit.snapshot()?;
    let mut content = Content::new(stored.name.as_str());
    done.iter().for_each(|says| content.good(says));
    let granted = credential::grants(&snapshot, stored.id)?;
    let now = instant_text();
    let old = stored.old.as_ref().filter(|old| old.holds(&now));
    let old = old.map(|old| visit.moment(&snapshot, &old.until)).transpose()?;
    let envelope = match stored.always_envelope {
        true => words.envelope_always,
        false => words.envelope_auto,
    };
    let brand = &visit.console.service.brand;
    content.add(&Facts::of([
        (words.last_used, last_used(visit, &snapshot, stored)?),
        (words.granted, described(&granted, brand)),
        (words.envelope, envelope.to_owned()),
        (words.old_password_until, old.unwrap_or_default()),
    ]));
    content.heading(words.errors);
    content.add(&errors(visit, &snapshot, Some(&stored.name))?);
    if visit.may(Role::Owner) {
        let granted = granted.iter().map(|name| brand.name(name)).collect();
        offer(visit, stored, granted, wrong, &mut content);
    }
    Ok(Answer::Page(content))
}

/// What an owner can do.
fn offer(visit: &Visit, stored: &Credential, granted: Vec<String>, wrong: Option<&Wrong>, content: &mut Content) {
    let words = visit.words;
    let address = |deed: &str| visit.address(&format!("connectors/{}/{deed}", stored.id));
    content.heading(words.granted);
    let mut fields = grants::fields(visit, &granted);
    fields.push(Field::new(SHOWN, "", Input::Hidden).holding(granted.join(" ")));
    let grants = address("grants");
    content.add(&Form::changing(visit, words.granted, grants, fields, words.save));
    content.heading(words.rotate);
    let hours = HOURS.map(|hours| (hours.to_string(), kept(words, hours)));
    let keep = Field::new("keep", words.keep_old, Input::Choice(hours.into()));
    let keep = keep.holding(visit.request.form.text_of("keep"));
    content.add(&admission::rotation(visit, (address("rotate"), &stored.password_hash), Some(keep), wrong));
    content.heading(words.revoke);
    content.note(words.revoke_connector_says);
    content.add(&Form {
        is_grave: true,
        ..Form::changing(visit, words.revoke, address("revoke"), Vec::new(), words.revoke)
    });
}

/// For how long an old password goes on.
fn kept(words: &Words, hours: i64) -> String {
    match hours {
        0 => words.no_longer.to_owned(),
        ..=24 => words.hours.replace("{}", &hours.to_string()),
        _ => words.days.replace("{}", &(hours / 24).to_string()),
    }
}

/// Grants what was ticked since the form was shown, and denies what was unticked.
fn regrant(visit: &Visit, stored: &Credential) -> Result<Answer> {
    let (form, brand) = (&visit.request.form, &visit.console.service.brand);
    let shown: Vec<_> = form.text_of(SHOWN).split_whitespace().map(str::to_owned).collect();
    let words = read(&form.all(grants::FIELD), brand);
    let (wanted, shown) = match words.and_then(|wanted| Ok((wanted, read(&shown, brand)?))) {
        Ok(read) => read,
        Err(unknown) => return Ok(refused(visit, &Wrong::grant(visit, &unknown))),
    };
    let without = |these: &[&'static str], those: &[&str]| -> Vec<&'static str> {
        these.iter().filter(|name| !those.contains(name)).copied().collect()
    };
    let changes = [(GRANT, without(&wanted, &shown)), (DENY, without(&shown, &wanted))];
    let changed = admit(visit, |admission| {
        for (change, operations) in changes {
            if !operations.is_empty() {
                admission.regrant(&stored.name, change, &operations, brand)?;
            }
        }
        Ok(())
    })?;
    match changed {
        Ok(()) => page(visit, stored, Some(&visit.words.grants_saved.to_owned()), None),
        Err(wrong) => Ok(refused(visit, &wrong)),
    }
}

fn rotate(visit: &Visit, stored: &Credential) -> Result<Answer> {
    let hours: i64 = visit.request.form.text_of("keep").parse().unwrap_or_default();
    if !HOURS.contains(&hours) {
        return Ok(Answer::Nothing);
    }
    let keep = (hours > 0).then(|| SignedDuration::from_hours(hours));
    let password = match admission::password_for(visit, Whose::Credential)? {
        Ok(password) => password,
        Err(wrong) => return page(visit, stored, None, Some(&wrong)),
    };
    if let Err(wrong) = admission::confirmed(visit, admission::ROTATE) {
        return page(visit, stored, None, Some(&wrong));
    }
    let words = visit.words;
    let old = match hours {
        0 => words.old_ended.to_owned(),
        _ => words.old_goes_on.replace("{}", &kept(words, hours)),
    };
    let says = format!("{} {old}", words.password_given.replace("{}", &stored.name));
    let replaced = admission::replaced(visit, &stored.name);
    let back = format!("connectors/{}", stored.id);
    let given = give(visit, &password, (says, back), |admission| {
        admission.rotate_credential(&replaced, &password, keep, |_| Ok(()))
    })?;
    Ok(given.unwrap_or_else(|wrong| refused(visit, &wrong)))
}

fn revoke(visit: &Visit, stored: &Credential) -> Result<Answer> {
    match admit(visit, |admission| admission.revoke_credential(&stored.name))? {
        Ok(_) => {
            let says = visit.words.revoked.replace("{}", &stored.name);
            list(visit, Some(&says), None)
        }
        Err(wrong) => Ok(refused(visit, &wrong)),
    }
}
