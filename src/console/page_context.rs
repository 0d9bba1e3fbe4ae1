//! The context of a page: the signed-in operator, the request, and all other data that a page needs to answer.

use std::fmt::Display;
use std::sync::{Arc, Mutex};

use anyhow::Result;

use super::page::{Page, PageAnswer, PageContent, ResponseFuture};
use super::preview::Preview;
use super::storage_failure::StorageFailure;
use super::submissions::{self, Submissions};
use super::translations::{self, Translations, fill};
use super::{Console, Request, Response, audit, edit};
use crate::datafile::file::DataFile;
use crate::datafile::{find_file, persons};
use crate::exchange::merge::error_table::ImportError;
use crate::gate::second_factor::TotpSecret;
use crate::ledger::Attribution;
use crate::ledger::action::Action;
use crate::ledger::history::ChangeOrigin;
use crate::ledger::imports::MappingVersion;
use crate::model::language::Language;
use crate::model::refusal::Refusal;
use crate::model::text::cut_and_escape_value;
use crate::store::operator::Role;
use crate::store::row_listing::{ListingError, MAX_FILTERS, MAX_SEARCH_CHARACTERS};
use crate::store::{self, Snapshot};

const TOKEN_FIELD: &str = "token";

/// The field of a row's form with the path of the page that opened the form, such as `person/2`.
pub const RETURN_PATH: &str = "back";

#[derive(Clone)]
pub struct SignedInOperator {
    pub name: String,
    pub role: Role,
    pub has_second_factor: bool,
    /// Has a trusted proxy signed the operator in? Then the proxy also checked the second factor.
    pub is_by_proxy: bool,
    /// A secret identifier of the session. Every token in a form of the session begins with this identifier.
    pub session_id: String,
    pub submissions: Submissions,
    pub offered_secret: OfferedSecret,
}

/// The secret that a session was shown for a new second factor, until the operator confirms it.
pub type OfferedSecret = Arc<Mutex<Option<TotpSecret>>>;

/// The request, the signed-in operator, and the rest of what a page needs to answer.
pub struct PageContext<'a> {
    pub console: &'a Arc<Console>,
    pub request: &'a Request,
    pub operator: SignedInOperator,
    /// The token of all forms on the page ([`submissions::new_token`]).
    pub token: String,
    pub language: Language,
    pub words: &'static Translations,
}

impl<'a> PageContext<'a> {
    pub fn new(console: &'a Arc<Console>, request: &'a Request, operator: SignedInOperator) -> Self {
        let language = request.language();
        Self {
            console,
            request,
            token: submissions::new_token(&operator.session_id),
            operator,
            language,
            words: translations::of(language),
        }
    }

    /// Returns the path segments after the page's own segment: `["3", "undo"]` of `imports/3/undo`.
    pub fn segments(&self) -> Vec<&'a str> {
        self.request.path.iter().skip(1).map(String::as_str).collect()
    }

    pub fn snapshot(&self) -> Result<Snapshot<'_>, store::Error> {
        self.console.service.store.snapshot()
    }

    /// Returns the address of a path below the console, such as `/console/imports/3` of `imports/3`.
    pub fn address(&self, path: &str) -> String {
        format!("{}/{path}", self.console.root)
    }

    /// Returns the address of a row: the page of a person, or the form of any other row.
    pub fn row_address(&self, file_name: &str, row: i64) -> String {
        match file_name.trim_end_matches(".csv") {
            "persons" => self.address(&format!("person/{row}")),
            stem => self.address(&format!("data/{stem}/{row}")),
        }
    }

    /// Returns the address of a row's form. The form leads back to the current page.
    /// `row` is the id of the row, or `new`.
    pub fn form_address(&self, file: &DataFile, row: impl Display) -> String {
        self.address(&format!("data/{}/{row}?{RETURN_PATH}={}", file.stem(), self.request.path.join("/")))
    }

    pub fn must_set_up_second_factor(&self) -> bool {
        self.console.must_set_up_second_factor(self.request, &self.operator)
    }

    pub fn has_role(&self, role: Role) -> bool {
        role <= self.operator.role
    }

    pub fn with_editor_access(&self, answer: impl FnOnce() -> Result<PageAnswer>) -> Result<PageAnswer> {
        self.with_write_access(Role::Editor, answer)
    }

    /// Refuses to call `answer` if the operator's role is lower than `role`, or if the database is read-only.
    pub fn with_write_access(&self, role: Role, answer: impl FnOnce() -> Result<PageAnswer>) -> Result<PageAnswer> {
        if !self.has_role(role) {
            return Ok(PageAnswer::Forbidden(self.words.not_allowed));
        }
        if !self.console.service.store.is_writable() {
            return Ok(PageAnswer::Forbidden(self.words.read_only));
        }
        answer()
    }

    pub fn attribution(&self, action: impl Into<Action>) -> Attribution {
        Attribution::in_console(&self.operator.name, action)
    }

    /// Returns the session's preview of an import, even if its thread has ended.
    pub fn preview(&self) -> Option<Arc<Preview>> {
        self.console.previews.find(&self.operator.session_id)
    }

    /// Formats an instant of the ledger in the service's time zone and the page's language.
    pub fn format_time(&self, snapshot: &Snapshot, instant: &str) -> Result<String> {
        let local = snapshot.clock().format_in_zone(instant)?;
        Ok(self.language.format_datetime(&local))
    }

    /// Returns the name of a ledger entry: `Import 3`, `Undo 4`, or `Change 5` for an import by a form or task.
    pub fn entry_name(&self, kind: &str, action: &str, number: i64) -> String {
        let word = match kind {
            "undo" => self.words.undo_noun,
            _ if edit::is_edit_action(action) => self.words.change_noun,
            _ => self.words.import_noun,
        };
        format!("{word} {number}")
    }

    /// Describes the origin of a change: `import 3, line 17 (jan), mapping hr (version 2)`, or `jan (UpdatePerson)`.
    pub fn origin_text(&self, origin: &ChangeOrigin) -> String {
        // calls and commands have no number
        let Some(number) = origin.number else {
            return format!("{} ({})", origin.actor, audit::action_text(self, &origin.action));
        };
        let action = origin.action.to_string();
        let name = self.entry_name(&origin.kind, &action, number).to_lowercase();
        // a form creates the imported file: the operator does not know the file's lines
        let line = origin.line.filter(|_| !edit::is_edit_action(&action));
        let file = origin.imported_file.as_ref().map(|file| format!(", {}", self.file_label(file))).unwrap_or_default();
        let location = line.map(|line| format!("{file}, {} {line}", self.words.line.to_lowercase()));
        let location = location.unwrap_or_default();
        let mapping = origin.mapping.as_ref().map(|mapping| format!(", {}", self.mapping_label(mapping)));
        let mapping = mapping.unwrap_or_default();
        format!("{name}{location} ({}){mapping}", origin.actor)
    }

    /// Returns the name and version of a mapping: `mapping hr (version 2)`.
    pub fn mapping_label(&self, mapping: &MappingVersion) -> String {
        fill(self.words.mapping_version, [("", &mapping.name), ("version", &mapping.version.to_string())])
    }

    /// Fills a sentence with the origin of a change (`{}`) and the time of the change (`{at}`).
    pub fn origin_sentence(&self, snapshot: &Snapshot, template: &str, origin: &ChangeOrigin) -> Result<String> {
        let time = self.format_time(snapshot, &origin.at)?;
        Ok(fill(template, [("", &self.origin_text(origin)), ("at", &time)]))
    }

    /// Returns the file and line of an error: `persons.csv, line 4`.
    pub fn error_location(&self, error: &ImportError) -> String {
        let word = self.words.line.to_lowercase();
        format!("{}, {word} {}", error.file, error.line)
    }

    /// Returns the label of a data file, such as `Persons`; the name itself if no data file has it.
    pub fn file_label(&self, name: &str) -> String {
        find_file(name).map_or(name.to_owned(), |file| file.label(self.language))
    }

    /// Translates a refusal to the page's language. English texts name fields; Dutch texts have the fields' labels.
    pub fn refusal_text(&self, refusal: &Refusal) -> String {
        let label = |field: &str| {
            let column_label = persons::FILE.column_label(field, self.language);
            self.language.either(field.to_owned(), column_label)
        };
        refusal.render(&self.console.service.brand, self.language, &label)
    }

    /// Returns the label of a kind of change, such as `created`. A dismissal is shown as the end of an employment.
    pub fn change_label(&self, kind: &str) -> &'static str {
        match kind {
            "created" => self.words.created,
            "changed" => self.words.changed,
            "dismissed" => self.words.employment_ended,
            _ => self.words.removed,
        }
    }

    /// Calls the page's `show` or `submit`. Refuses too low a role, and a POST that no page of this session sent.
    pub fn answer(&self, page: &Page) -> Result<ResponseFuture> {
        if !self.has_role(page.role) {
            return Ok(self.response(PageAnswer::Forbidden(self.words.not_allowed)));
        }
        if !self.request.is_post {
            self.operator.submissions.forget_shown_pages();
            let answer = (page.show)(self).or_else(|error| self.answer_known_error(error));
            return Ok(self.response(answer?));
        }
        if !self.is_form_of_session() {
            return Ok(self.response(PageAnswer::Forbidden(self.words.foreign_request)));
        }
        // of several values of a field, none is certain to be the intended one
        if let Some(name) = self.request.form.repeated_name() {
            let text = self.words.repeated_field.replace("{}", &cut_and_escape_value(name));
            return Ok(self.response(PageAnswer::BadRequest(text)));
        }
        let Some(submit) = page.submit else { return Ok(self.response(PageAnswer::NotFound)) };
        let answer = self.operator.submissions.answer_once(self.request, || submit(self));
        Ok(self.response(answer.or_else(|error| self.answer_known_error(error))?))
    }

    /// Returns whether a page of this session sent the form: other sites do not know the session's token.
    pub fn is_form_of_session(&self) -> bool {
        let token = self.request.form.text_of(TOKEN_FIELD);
        self.request.is_of_this_site && submissions::is_token_of(token, &self.operator.session_id)
    }

    /// Answers an error whose cause is outside the service: the database or the disk, or too large a search.
    /// Returns any other error as `Err`.
    fn answer_known_error(&self, error: anyhow::Error) -> Result<PageAnswer> {
        if let Some(failure) = StorageFailure::of(&error) {
            let request_id = &self.request.caller.request_id;
            let cause = format!("{error:#}");
            match failure {
                StorageFailure::Locked => tracing::warn!(request = %request_id, error = cause, "nothing was saved"),
                _ => tracing::error!(request = %request_id, error = cause, "the database or the disk has failed"),
            }
            let mut content = PageContent::not_done(self).with_status(failure.status());
            content.add_error(failure.text(self.words));
            return Ok(PageAnswer::Page(content));
        }
        let (text, size, max) = match error.downcast_ref() {
            Some(ListingError::LongSearch(size)) => (self.words.search_too_long, size, MAX_SEARCH_CHARACTERS),
            Some(ListingError::ManyFilters(size)) => (self.words.too_many_filters, size, MAX_FILTERS),
            _ => return Err(error),
        };
        Ok(PageAnswer::BadRequest(fill(text, [("", &size.to_string()), ("most", &max.to_string())])))
    }

    pub fn response(&self, answer: PageAnswer) -> ResponseFuture {
        let page = |content: PageContent| content.response(self.console, self.request, Some(self));
        let refusal_page = |status, message: &str| {
            let mut content = PageContent::not_done(self).with_status(status);
            content.add_error(message);
            page(content)
        };
        let response = match answer {
            PageAnswer::Pending(response) => return response,
            PageAnswer::Page(content) => page(content),
            PageAnswer::NotFound => {
                let mut content = PageContent::new(self.words.not_found).with_status(404);
                content.add_note(self.words.nothing_at_address);
                content.add_link(self.address("today"), self.words.today);
                page(content)
            }
            PageAnswer::Removed(reason) => refusal_page(404, &reason),
            PageAnswer::Forbidden(reason) => refusal_page(403, reason),
            PageAnswer::BadRequest(reason) => refusal_page(400, &reason),
            PageAnswer::WrongAddress { reason, label } => {
                let mut content = PageContent::new(self.words.wrong_address).with_status(400);
                content.add_error(&reason);
                // a link without fields leads to the same path without its query
                content.add_link("?".to_owned(), &self.words.open_without_filters.replace("{}", &label));
                page(content)
            }
            PageAnswer::Unavailable(reason) => refusal_page(503, &reason),
            PageAnswer::Redirect(path) => Response::redirect(self.address(&path)),
            PageAnswer::File { name, content_type, body } => Response::with_body(200, content_type, body)
                .with_header("content-disposition", format!("attachment; filename=\"{name}\"")),
        };
        response.into()
    }
}
