//! Giving and taking access in the console, as the command line does: what pages of connectors and operators share.

use std::borrow::Cow;

use anyhow::Result;
use tokio::runtime::Handle;

use super::components::{Field, Form, Input, Link, PRESENT, Secret};
use super::connectors::GRANT;
use super::page::{Answer, Content};
use super::sign_in;
use super::visit::Visit;
use crate::gate::admission::Admission;
use crate::gate::grants::Unknown;
use crate::gate::password::{Bad, chosen};
use crate::model::text::{LONGEST, Unfit};
use crate::store::access::{Present, Unchanged, Whose, mark};
use crate::store::operator::SignIn;
use crate::store::{Open, open};

/// What a field was refused for.
pub struct Wrong {
    /// The field's name.
    pub field: Cow<'static, str>,
    /// What is said of it.
    pub says: String,
}

impl Wrong {
    /// A refusal of what a field holds.
    pub fn of(field: impl Into<Cow<'static, str>>, says: impl Into<String>) -> Self {
        Self { field: field.into(), says: says.into() }
    }

    fn password(visit: &Visit, bad: Bad) -> Self {
        let words = visit.words;
        let says = match bad {
            Bad::Short { length, least } => {
                words.password_short.replace("{least}", &least.to_string()).replace("{}", &length.to_string())
            }
            Bad::Long => words.password_long.replace("{}", &LONGEST.to_string()),
            Bad::Forbidden => words.password_forbidden.to_owned(),
            Bad::Common => words.password_common.to_owned(),
        };
        Self::of("password", says)
    }

    /// What is said of a word that grants nothing.
    pub fn grant(visit: &Visit, Unknown { word, .. }: &Unknown) -> Self {
        Self::of(GRANT, visit.words.unknown_operation.replace("{}", word))
    }

    /// What is said of a name for which access is not given, changed or taken back.
    pub fn unchanged(visit: &Visit, refused: &Unchanged) -> Self {
        let words = visit.words;
        let unseen = |code: u32| words.name_unseen.replace("{}", &format!("U+{code:04X}"));
        let says = match refused {
            Unchanged::Taken { name, .. } => words.name_taken.replace("{}", name),
            Unchanged::Nameless { .. } => words.name_needed.to_owned(),
            Unchanged::Replaced { name, .. } => words.password_replaced.replace("{}", name),
            Unchanged::LastOwner(_) => words.last_owner.to_owned(),
            Unchanged::Unknown { .. } => words.nothing_here.to_owned(),
            Unchanged::Unfit(_, Unfit::TooLong(most)) => words.name_long.replace("{}", &most.to_string()),
            Unchanged::Unfit(_, Unfit::Forbidden(c)) => unseen(u32::from(*c)),
            Unchanged::Unseen(_, code) => unseen(*code),
        };
        Self::of("name", says)
    }

    /// Tells it at its field, of these.
    pub fn tell(told: Option<&Self>, fields: &mut [Field]) {
        let Some(Self { field, says }) = told else {
            return;
        };
        let mut fields = fields.iter_mut();
        let found = fields.find(|known| known.name == *field);
        found.into_iter().for_each(|found| found.wrong.push(says.clone()));
    }
}

/// Goes on with the one that stands at this row; where there is none there is no page.
pub fn found<T>(all: Vec<T>, id: fn(&T) -> i64, row: &str, then: impl FnOnce(T) -> Result<Answer>) -> Result<Answer> {
    all.into_iter().find(|stored| id(stored).to_string() == row).map_or(Ok(Answer::Nothing), then)
}

/// Changes access, or tells why not.
pub fn admit<T>(visit: &Visit, change: impl FnOnce(&mut Admission) -> Result<T>) -> Result<Result<T, Wrong>> {
    let clock = visit.snapshot()?.clock().clone();
    let mut database = open(&visit.console.file, &clock, Open::Existing)?;
    let by = |action: String| visit.attribution(&action);
    let changed = change(&mut Admission { database: &mut database, by: &by });
    match changed {
        Ok(done) => Ok(Ok(done)),
        Err(error) => match error.downcast::<Unchanged>() {
            Ok(refused) => Ok(Err(Wrong::unchanged(visit, &refused))),
            Err(error) => Err(error),
        },
    }
}

/// A page that says only that something was refused, and why.
pub fn refused(visit: &Visit, wrong: &Wrong) -> Answer {
    let mut content = Content::new(visit.words.refused);
    content.wrong(&wrong.says);
    Answer::Page(content)
}

/// The field of a password that is typed or made.
pub fn password(visit: &Visit) -> Field {
    let mut field = Field::new("password", visit.words.password, Input::Line("password"));
    field.hint = visit.words.password_made.to_owned();
    field
}

/// The field of the present password of the operator who asks, in the form of this action.
pub fn present(visit: &Visit, action: &str, hint: &str) -> Field {
    let mut field = Field::new(format!("{action}-{PRESENT}"), visit.words.present_password, Input::Line("password"));
    field.hint = hint.to_owned();
    field
}

/// Verifies that whoever asks gave the present password of the session's operator in the form of this action: a session
/// that somebody left open, or stole, is not enough to change who may come in.
pub fn confirmed(visit: &Visit, action: &'static str) -> Result<(), Wrong> {
    let field = format!("{action}-{PRESENT}");
    let name = visit.signed.name.as_str();
    let given = sign_in::verified(visit.console, visit.request, (name, &field), SignIn::Unconfirmed);
    match Handle::current().block_on(given) {
        Ok(_) => Ok(()),
        Err(wrong) if wrong.is_password() => Err(Wrong::of(field, visit.words.present_wrong)),
        Err(wrong) => Err(Wrong::of(field, wrong.text)),
    }
}

/// The password that was typed, if any was.
pub fn typed<'v>(visit: &'v Visit) -> Option<&'v str> {
    let typed = visit.request.form.text_of("password");
    (!typed.is_empty()).then_some(typed)
}

/// The password that was typed, or a new one; why not, where it is a bad one.
pub fn password_for(visit: &Visit, whose: Whose) -> Result<Result<String, Wrong>> {
    match chosen(typed(visit), whose) {
        Ok(password) => Ok(Ok(password)),
        Err(refused) => Ok(Err(Wrong::password(visit, refused.downcast::<Bad>()?))),
    }
}

/// Gives access by a password, and shows what was done.
pub fn give<T>(
    visit: &Visit,
    password: &str,
    (says, back): (String, String),
    change: impl FnOnce(&mut Admission) -> Result<T>,
) -> Result<Result<Answer, Wrong>> {
    let given = admit(visit, change)?;
    Ok(given.map(|_| shown(visit, &says, password, back)))
}

/// What was done, and the password if it was made: it is shown only now.
fn shown(visit: &Visit, says: &str, password: &str, back: String) -> Answer {
    let words = visit.words;
    let mut content = Content::new(words.password);
    content.good(says);
    if typed(visit).is_none() {
        content.add(&Secret { says: words.password_once, password });
    }
    content.add(&Link { address: visit.address(&back), text: words.done, is_button: true });
    Answer::Page(content)
}

/// The action of the form that gives another password.
pub const ROTATE: &str = "rotate";

/// The field of a form that says which password it replaces.
const MARK: &str = "mark";

/// The password of whoever has this name that the form replaces: none where it says of none, so that what the browser
/// sends once more changes nothing.
pub fn replaced<'a>(visit: &'a Visit, name: &'a str) -> Present<'a> {
    let mark = Some(visit.request.form.text_of(MARK));
    Present { name, mark }
}

/// The form that gives another password than that of this hash, with what else it asks.
pub fn rotation<'a>(
    visit: &'a Visit,
    (action, hash): (String, &str),
    more: Option<Field>,
    wrong: Option<&Wrong>,
) -> Form<'a> {
    let mut own = present(visit, ROTATE, visit.words.present_says);
    own.is_required = true;
    let mut fields: Vec<_> = more.into_iter().chain([password(visit), own]).collect();
    fields.push(Field::new(MARK, "", Input::Hidden).holding(mark(hash)));
    Wrong::tell(wrong, &mut fields);
    let rotate = visit.words.rotate;
    Form::changing(visit, rotate, action, fields, rotate)
}
