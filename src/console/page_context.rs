//! The context of a page: the signed-in operator, the request, and everything that a page needs to answer.

use std::sync::{Arc, Mutex};

use anyhow::Result;

use super::audit;
use super::edit;
use super::page::{Page, PageAnswer, PageContent, RequestResult};
use super::preview::Preview;
use super::submissions::{self, Submissions};
use super::translations::{self, Translations};
use super::{Console, Request, Response};
use crate::datafile::{find_file, persons};
use crate::exchange::merge::error_table::ImportError;
use crate::gate::second_factor::TotpSecret;
use crate::ledger::history::ChangeOrigin;
use crate::ledger::imports::MappingVersion;
use crate::ledger::{Attribution, Origin};
use crate::model::language::Language;
use crate::model::message::MessageName;
use crate::model::refusal::Refusal;
use crate::store::listing::{LONGEST_SEARCH, ListingError, MOST_FILTERS};
use crate::store::operator::Role;
use crate::store::{self, Snapshot};

/// The form field with the token of the session and page.
const TOKEN: &str = "token";

#[derive(Clone)]
pub struct SignedInOperator {
    pub name: String,
    pub role: Role,
    pub has_second_factor: bool,
    /// Did a trusted proxy name the operator?
    pub is_by_proxy: bool,
    /// The prefix of the session's tokens.
    pub token: String,
    /// The session's submitted forms.
    pub sent: Submissions,
    /// The secret that the session was shown for a new second factor.
    pub offered: OfferedSecret,
}

pub type OfferedSecret = Arc<Mutex<Option<TotpSecret>>>;

/// The context of a page.
pub struct PageContext<'a> {
    /// The state that all pages share.
    pub console: &'a Arc<Console>,
    pub request: &'a Request,
    pub signed: SignedInOperator,
    /// The token for the page's forms.
    pub token: String,
    pub language: Language,
    /// The texts in this language.
    pub words: &'static Translations,
}

impl<'a> PageContext<'a> {
    /// Creates the context of a signed-in operator's request.
    pub fn new(console: &'a Arc<Console>, request: &'a Request, signed: SignedInOperator) -> Self {
        let language = request.language();
        Self {
            console,
            request,
            token: submissions::token(&signed.token),
            signed,
            language,
            words: translations::of(language),
        }
    }

    /// Returns the path segments below the page's own.
    pub fn steps(&self) -> Vec<&'a str> {
        self.request.path.iter().skip(1).map(String::as_str).collect()
    }

    /// Returns a snapshot of the data.
    pub fn snapshot(&self) -> Result<Snapshot<'_>, store::Error> {
        self.console.service.store.snapshot()
    }

    /// Returns the address of a path below the console.
    pub fn address(&self, path: &str) -> String {
        format!("{}/{path}", self.console.root)
    }

    /// Returns whether the operator has to set up a second factor before anything else.
    pub fn must_set_up(&self) -> bool {
        self.console.requires_second_factor(self.request, &self.signed)
    }

    /// Returns whether the operator has this role.
    pub fn may(&self, role: Role) -> bool {
        role <= self.signed.role
    }

    /// Answers what requires an editor and a writable database.
    pub fn changing(&self, answer: impl FnOnce() -> Result<PageAnswer>) -> Result<PageAnswer> {
        self.changing_as(Role::Editor, answer)
    }

    /// Answers what requires this role and a writable database.
    pub fn changing_as(&self, role: Role, answer: impl FnOnce() -> Result<PageAnswer>) -> Result<PageAnswer> {
        if !self.may(role) {
            return Ok(PageAnswer::Refused(self.words.not_allowed));
        }
        if !self.console.service.store.is_writable() {
            return Ok(PageAnswer::Refused(self.words.read_only));
        }
        answer()
    }

    /// Returns the attribution of an action for the ledger.
    pub fn attribution(&self, action: &str) -> Attribution {
        Attribution { origin: Origin::Command, actor: self.signed.name.clone(), action: format!("console {action}") }
    }

    /// Returns the session's preview.
    pub fn preview(&self) -> Option<Arc<Preview>> {
        self.console.previews.of(&self.signed.token)
    }

    /// Formats a time of the ledger in the service's zone.
    pub fn moment(&self, snapshot: &Snapshot, at: &str) -> Result<String> {
        let local = snapshot.clock().format_in_zone(at)?;
        Ok(self.language.format_date(&local))
    }

    /// Returns the name of a numbered ledger entry: `Import 3`, `Undo 4`, or `Change 5` for rows saved by a form or a task.
    pub fn entry_name(&self, kind: &str, action: &str, number: i64) -> String {
        let word = match kind {
            "undo" => self.words.an_undo,
            _ if edit::parse_action(action).is_some() => self.words.a_change,
            _ => self.words.import,
        };
        format!("{word} {number}")
    }

    /// Returns what made a change in the page's language: `import 3, line 17 (jan), mapping hr (version 2)`, or
    /// `jan UpdatePerson`.
    pub fn origin(&self, origin: &ChangeOrigin) -> String {
        let Some(number) = origin.number else {
            return format!("{} {}", origin.actor, audit::action_text(self, &origin.action));
        };
        let name = self.entry_name(&origin.kind, &origin.action, number).to_lowercase();
        let line = origin.line.filter(|_| edit::parse_action(&origin.action).is_none());
        let file = origin.file.as_ref().map(|file| format!(", {file}")).unwrap_or_default();
        let line = line.map(|line| format!("{file}, {} {line}", self.words.line.to_lowercase())).unwrap_or_default();
        let mapping = origin.mapping.as_ref().map(|mapping| format!(", {}", self.mapping_version(mapping)));
        format!("{name}{line} ({}){}", origin.actor, mapping.unwrap_or_default())
    }

    /// Returns a mapping with its version: `mapping hr (version 2)`.
    pub fn mapping_version(&self, mapping: &MappingVersion) -> String {
        let text = self.words.mapping_version.replace("{version}", &mapping.version.to_string());
        text.replace("{}", &mapping.name)
    }

    /// Returns a sentence with what made a change, and when.
    pub fn with_origin(&self, snapshot: &Snapshot, sentence: &str, origin: &ChangeOrigin) -> Result<String> {
        let at = self.moment(snapshot, &origin.at)?;
        let sentence = sentence.replace("{}", &self.origin(origin));
        Ok(sentence.replace("{at}", &at))
    }

    /// Returns the location of an error: `persons.csv, line 17`.
    pub fn error_location(&self, error: &ImportError) -> String {
        let word = self.words.line.to_lowercase();
        format!("{}, {word} {}", error.file, error.line)
    }

    /// Returns an error of a field's value in the page's language.
    pub fn field_error(&self, error: &ImportError) -> String {
        match error.message.name {
            MessageName::ValueRequired => self.words.fill_in.to_owned(),
            _ => error.labelled_detail(self.language),
        }
    }

    /// Returns the label of a data file in the page's language.
    pub fn file_label(&self, name: &str) -> String {
        find_file(name).map_or(name.to_owned(), |file| file.label(self.language))
    }

    /// Returns a refusal by the rules of persons in the page's language. In English it is the contract's text.
    pub fn refusal(&self, refusal: &Refusal) -> String {
        let label =
            |field: &str| self.language.either(field.to_owned(), persons::FILE.column_label(field, self.language));
        refusal.render(&self.console.service.brand, self.language, &label)
    }

    /// Returns the word for a kind of change.
    pub fn fate(&self, kind: &str) -> &'static str {
        match kind {
            "created" => self.words.created,
            "changed" => self.words.changed,
            "dismissed" => self.words.dismissed,
            _ => self.words.gone,
        }
    }

    /// Returns the page's answer.
    pub fn answered(&self, page: &Page) -> Result<RequestResult> {
        if !self.request.is_post {
            self.signed.sent.was_seen();
            return self.respond((page.show)(self));
        }
        // "Every change is a POST with a token of the session and a matching Origin."
        if !self.is_own() {
            return Ok(self.response(PageAnswer::Refused(self.words.not_of_this_page)));
        }
        let Some(change) = page.change else {
            return Ok(self.response(PageAnswer::Nothing));
        };
        let sent = &self.signed.sent;
        let answer = sent.answered(self.request, || change(self));
        Ok(self.response(answer?))
    }

    /// Returns whether the form came from a page of this session.
    pub fn is_own(&self) -> bool {
        let token = self.request.form.text_of(TOKEN);
        self.request.is_of_this_site && submissions::is_of(token, &self.signed.token)
    }

    /// Converts an answer to a response; a query beyond the limits becomes an error message.
    fn respond(&self, answer: Result<PageAnswer>) -> Result<RequestResult> {
        let error = match answer {
            Ok(answer) => return Ok(self.response(answer)),
            Err(error) => error,
        };
        let (says, size, most) = match error.downcast_ref() {
            Some(ListingError::Search(size)) => (self.words.search_too_long, size, LONGEST_SEARCH),
            Some(ListingError::Filters(size)) => (self.words.too_many_filters, size, MOST_FILTERS),
            _ => return Err(error),
        };
        let says = says.replace("{most}", &most.to_string()).replace("{}", &size.to_string());
        Ok(self.response(PageAnswer::Bad(says)))
    }

    /// Converts an answer to a response.
    pub fn response(&self, answer: PageAnswer) -> RequestResult {
        let says = |status, says: &str| {
            let mut content = PageContent::new(self.words.refused);
            content.note(says);
            content.response(self.console, self.request, Some(self), status)
        };
        let response = match answer {
            PageAnswer::Later(later) => return RequestResult::Later(later),
            PageAnswer::Page(content) => content.response(self.console, self.request, Some(self), 200),
            PageAnswer::Nothing => {
                let mut content = PageContent::new(self.words.not_found);
                content.note(self.words.nothing_here);
                content.link(self.address("today"), self.words.today);
                content.response(self.console, self.request, Some(self), 404)
            }
            PageAnswer::Gone(why) => says(404, &why),
            PageAnswer::Refused(why) => says(403, why),
            PageAnswer::Bad(why) => says(400, &why),
            PageAnswer::To(path) => Response::to(self.address(&path)),
            PageAnswer::File { name, content_type, body } => Response::of(200, content_type, body)
                .with("content-disposition", format!("attachment; filename=\"{name}\"")),
        };
        response.into()
    }
}
