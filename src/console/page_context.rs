//! A visit: what somebody who has signed in asks of a page, and all that a page needs to answer it.

use std::sync::Arc;

use anyhow::Result;

use super::page::{Page, PageAnswer, PageContent, RequestResult};
use super::preview::Preview;
use super::submissions::{self, Submissions};
use super::translations::{self, Translations};
use super::{Console, Request, Response};
use crate::exchange::merge::error_table::ImportError;
use crate::ledger::history::ChangeOrigin;
use crate::ledger::{Attribution, Origin};
use crate::model::language::Language;
use crate::store::listing::{LONGEST_SEARCH, ListingError, MOST_FILTERS};
use crate::store::operator::Role;
use crate::store::{self, Snapshot};

/// The name of a form's field with the token of the session and the page.
const TOKEN: &str = "token";

#[derive(Clone)]
pub struct SignedInOperator {
    pub name: String,
    /// What the operator may do.
    pub role: Role,
    /// What every token of the session begins with.
    pub token: String,
    /// The forms that were sent in the session.
    pub sent: Submissions,
}

/// What somebody asks of a page.
pub struct PageContext<'a> {
    /// What all pages stand on.
    pub console: &'a Arc<Console>,
    pub request: &'a Request,
    pub signed: SignedInOperator,
    /// What every form of the page carries.
    pub token: String,
    /// The language in which it is answered.
    pub language: Language,
    /// What pages say in it.
    pub words: &'static Translations,
}

impl<'a> PageContext<'a> {
    /// A visit of somebody who has signed in.
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

    /// The steps of the path below the page's own.
    pub fn steps(&self) -> Vec<&'a str> {
        self.request.path.iter().skip(1).map(String::as_str).collect()
    }

    /// The data as they are now.
    pub fn snapshot(&self) -> Result<Snapshot<'_>, store::Error> {
        self.console.service.store.snapshot()
    }

    /// The address of something below the console.
    pub fn address(&self, path: &str) -> String {
        format!("{}/{path}", self.console.root)
    }

    /// Whether the operator may do what needs this role.
    pub fn may(&self, role: Role) -> bool {
        role <= self.signed.role
    }

    /// Answers what only an editor may ask, and only where anything can be changed.
    pub fn changing(&self, answer: impl FnOnce() -> Result<PageAnswer>) -> Result<PageAnswer> {
        self.changing_as(Role::Editor, answer)
    }

    /// The same of what needs this role.
    pub fn changing_as(&self, role: Role, answer: impl FnOnce() -> Result<PageAnswer>) -> Result<PageAnswer> {
        if !self.may(role) {
            return Ok(PageAnswer::Refused(self.words.not_allowed));
        }
        if !self.console.service.store.is_writable() {
            return Ok(PageAnswer::Refused(self.words.read_only));
        }
        answer()
    }

    /// What is done here, as the ledger keeps it.
    pub fn attribution(&self, action: &str) -> Attribution {
        Attribution { door: Origin::Command, actor: self.signed.name.clone(), action: format!("console {action}") }
    }

    /// The preview that this session has.
    pub fn preview(&self) -> Option<Arc<Preview>> {
        self.console.previews.of(&self.signed.token)
    }

    /// A moment of the ledger in the service's zone, as people read it.
    pub fn moment(&self, snapshot: &Snapshot, at: &str) -> Result<String> {
        let local = snapshot.clock().local(at)?;
        Ok(local.get(..16).unwrap_or(&local).replace('T', " "))
    }

    /// What made a change: `import 3 line 17 (jan)`, as [`ChangeOrigin`] shows it, in the visit's language.
    pub fn origin(&self, origin: &ChangeOrigin) -> String {
        match self.run(origin) {
            Some(run) => format!("{run} ({})", origin.actor),
            None => origin.to_string(),
        }
    }

    /// The import or undo that made it: `import 3 line 17`.
    pub fn run(&self, origin: &ChangeOrigin) -> Option<String> {
        let number = origin.number?;
        let kind = match origin.kind.as_str() {
            "undo" => self.words.an_undo,
            _ => self.words.import,
        };
        let file = origin.file.as_ref().map(|file| format!(" {file}"));
        let line = origin.line.map(|line| {
            let word = self.words.line.to_lowercase();
            format!("{} {word} {line}", file.unwrap_or_default())
        });
        let line = line.unwrap_or_default();
        Some(format!("{} {number}{line}", kind.to_lowercase()))
    }

    /// A sentence with what made a change, and when.
    pub fn with_origin(&self, snapshot: &Snapshot, sentence: &str, origin: &ChangeOrigin) -> Result<String> {
        let at = self.moment(snapshot, &origin.at)?;
        let sentence = sentence.replace("{}", &self.origin(origin));
        Ok(sentence.replace("{at}", &at))
    }

    /// Where a fault is: `persons.csv, line 17`.
    pub fn error_location(&self, fault: &ImportError) -> String {
        let word = self.words.line.to_lowercase();
        format!("{}, {word} {}", fault.file, fault.line)
    }

    /// What became of a row.
    pub fn fate(&self, kind: &str) -> &'static str {
        match kind {
            "created" => self.words.created,
            "changed" => self.words.changed,
            "dismissed" => self.words.dismissed,
            _ => self.words.gone,
        }
    }

    /// What the page answers.
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

    /// Whether the form stood on a page of this very session.
    pub fn is_own(&self) -> bool {
        let token = self.request.form.text_of(TOKEN);
        self.request.is_of_this_site && submissions::is_of(token, &self.signed.token)
    }

    /// The response to a question; one that asks too much is answered with what is allowed.
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

    /// The response that this answer becomes.
    pub fn response(&self, answer: PageAnswer) -> RequestResult {
        let says = |status, says: &str| {
            let mut content = PageContent::new(self.words.refused);
            content.note(says);
            content.response(self.console, self.request, Some(self), status)
        };
        let response = match answer {
            PageAnswer::Later(later) => return RequestResult::Later(later),
            PageAnswer::Page(content) => content.response(self.console, self.request, Some(self), 200),
            PageAnswer::Nothing => says(404, self.words.nothing_here),
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
