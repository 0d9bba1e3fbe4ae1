//! Reports: each read operation as a form of its parameters and a table of its answer, which the service makes as for
//! a connector. The page's address determines the report.

mod cells;
mod columns;
pub mod download;
mod row_selection;
pub mod selection_file;
mod table_page;

use std::sync::Arc;

use anyhow::{Result, anyhow};
use askama::Template;

use super::components::{
    Collapsed, CopyTexts, FilterChips, Form, FormField, Heading, Input, Links, Note, Sort, Table, TableCell,
};
use super::page::{Page, PageAnswer, PageContent};
use super::page_context::PageContext;
use super::request::moment;
use super::response::{HTML, Response, ResponseBody};
use crate::decode::form;
use crate::decode::rest::FORMAT;
use crate::describe;
use crate::encode::Format;
use crate::model::brand::Brand;
use crate::model::problem::Problem;
use crate::model::text::shorten_for_message;
use crate::operation::request::{Parameter, ParameterKind as Takes};
use crate::operation::response_schema::FieldValue;
use crate::operation::{Operation, grantable};
use crate::service::{Interface, Reply};
use crate::store::operator::Role;
use columns::{ReportColumn, ReportShape};
use download::{Download, DownloadFormat};
use row_selection::{AFTER, FROM, HAS, IN, RowSelection, SORT, WAY};
use selection_file::{SELECTION, SelectionFile};
use table_page::TablePage;

pub static PAGE: Page = Page { path: "reports", title: |words| words.reports, role: Role::Viewer, show, change: None };

fn show(context: &PageContext) -> Result<PageAnswer> {
    let brand = &context.console.service.brand;
    let mut reads = report_operations();
    match context.steps().as_slice() {
        [] => Ok(PageAnswer::Page(report_list(context))),
        [name] => match reads.find(|operation| brand.matches(operation.name, name)) {
            Some(operation) => ReportPage { context, operation }.answer(),
            None => Ok(PageAnswer::Nothing),
        },
        _ => Ok(PageAnswer::Nothing),
    }
}

/// Returns the operations that are reports.
fn report_operations() -> impl Iterator<Item = &'static Operation> {
    grantable().filter(|operation| operation.is_read())
}

/// Returns the list of all reports.
fn report_list(context: &PageContext) -> PageContent {
    let (words, brand) = (context.words, &context.console.service.brand);
    let row = |operation: &'static Operation| {
        let address = context.address(&format!("reports/{}", brand.apply_to(operation.name)));
        vec![
            TableCell::text(operation.label(context.language, brand)).to(address),
            TableCell::text(operation.description(context.language)),
        ]
    };
    let mut content = PageContent::new(words.reports);
    content.note(words.reports_are);
    let rows = report_operations().map(row).collect();
    content.add(&Table::new(words.reports, [words.report, words.holds], rows, words.none_found));
    content
}

/// The report to show.
struct ReportPage<'a> {
    context: &'a PageContext<'a>,
    operation: &'static Operation,
}

impl ReportPage<'_> {
    fn brand(&self) -> &Brand {
        &self.context.console.service.brand
    }

    /// Returns the value of a parameter in the address; `None` if empty.
    fn parameter_value(&self, parameter: &Parameter) -> Option<String> {
        let fields = self.context.request.query.0.iter();
        let mut named = fields.filter(|(name, _)| self.brand().matches(parameter.name, name));
        let (_, value) = named.next()?;
        let value = Some(value).filter(|value| !value.trim().is_empty())?;
        Some(match parameter.kind {
            Takes::DateTime | Takes::RangeEnd => moment(value),
            _ => value.clone(),
        })
    }

    /// Returns the first field of the address that this report does not have.
    fn unknown_field(&self) -> Option<&str> {
        let (shape, names) = (self.shape(), self.context.request.query.0.iter().map(|(name, _)| name.as_str()));
        let is_column = |name| shape.columns().any(|(column, ..)| column.name == name);
        let is_parameter = |name: &str| self.operation.request.iter().any(|of| self.brand().matches(of.name, name));
        let is_own = |name: &str| [HAS, SORT, WAY, FROM, AFTER, FORMAT].contains(&name);
        names
            .into_iter()
            .find(|name| !is_own(name) && !is_parameter(name) && !name.strip_prefix(IN).is_some_and(is_column))
    }

    fn answer(&self) -> Result<PageAnswer> {
        if let Some(name) = self.unknown_field() {
            return Ok(PageAnswer::Bad(self.context.words.unknown_field.replace("{}", &shorten_for_message(name))));
        }
        let mut required = self.operation.request.iter();
        if !required.all(|parameter| !parameter.required || self.parameter_value(parameter).is_some()) {
            return Ok(PageAnswer::Page(self.page_without_answer(false)));
        }
        match self.context.request.query.get(FORMAT) {
            Some(SELECTION) if self.shape().has_table() => self.save_selection(),
            Some(name) => {
                let kinds = DownloadFormat::of(self.operation);
                match kinds.iter().find(|kind| kind.name() == name) {
                    Some(kind) => self.save_whole_report(*kind),
                    None => Ok(self.refuse_format(name, &kinds)),
                }
            }
            None => self.show_report(),
        }
    }

    /// Shows the possible formats, for an address with another one.
    fn refuse_format(&self, name: &str, kinds: &[DownloadFormat]) -> PageAnswer {
        let known: Vec<_> = kinds.iter().map(|kind| kind.name()).collect();
        let says = self.context.words.not_saved_as;
        PageAnswer::Bad(says.replace("{known}", &known.join(", ")).replace("{}", name))
    }

    /// Answers with the whole report as a file of this format.
    fn save_whole_report(&self, kind: DownloadFormat) -> Result<PageAnswer> {
        let (console, request) = (self.context.console, self.context.request);
        let saved = Download { formats: Arc::clone(&console.formats), base: request.base.clone(), kind };
        let name = format!("{}.{}", self.brand().apply_to(self.operation.name), kind.ending());
        let disposition = format!("attachment; filename=\"{name}\"");
        self.call_service(saved, move |body| {
            Response::of(200, kind.content_type(), body).with("content-disposition", disposition)
        })
    }

    fn shape(&self) -> ReportShape {
        ReportShape::of(&self.operation.contents, self.brand(), self.context.language)
    }

    /// Saves the rows that the page's search and filters select.
    fn save_selection(&self) -> Result<PageAnswer> {
        let (context, shape) = (self.context, self.shape());
        let file = SelectionFile {
            formats: Arc::clone(&context.console.formats),
            base: context.request.base.clone(),
            language: context.language,
            selection: RowSelection::of(&context.request.query, &shape, context.language),
            shape,
        };
        let kind = DownloadFormat::Rest(Format::CsvExcel);
        let disposition = format!("attachment; filename=\"{}.csv\"", self.brand().apply_to(self.operation.name));
        self.call_service(file, move |body| {
            Response::of(200, kind.content_type(), body).with("content-disposition", disposition)
        })
    }

    /// Answers with the report as a page.
    fn show_report(&self) -> Result<PageAnswer> {
        let (context, words) = (self.context, self.context.words);
        let shape = self.shape();
        let query = row_selection::without_place(&context.request.query);
        let mut content = self.page_without_answer(true);
        content.add(&self.example_calls());
        content.add(&Collapsed { heading: words.columns, content: shape.meanings(context.language) });
        let heading = |column: &ReportColumn| {
            let sort = || Sort::by(&query, (SORT, WAY), &column.name, words).above(&column.label);
            Heading {
                label: column.label.clone(),
                is_number: column.shows_numbers(),
                sort: column.is_sortable().then(sort),
            }
        };
        let shown = TablePage {
            formats: Arc::clone(&context.console.formats),
            base: context.request.base.clone(),
            language: context.language,
            words,
            saves: self.download_links(RowSelection::of(&query, &shape, context.language).selects())?,
            caption: self.operation.label(context.language, self.brand()),
            headings: shape.columns().map(|(column, ..)| heading(column)).collect(),
            wish: RowSelection::of(&context.request.query, &shape, context.language),
            shape,
            around: content.split_around(PageContent::new(String::new()), context),
            query,
        };
        self.call_service(shown, |body| Response::of(200, HTML, body))
    }

    /// Calls the service. Returns the response that `done` makes of the answer, or the form with an error.
    fn call_service(
        &self,
        interface: impl Interface,
        done: impl FnOnce(ResponseBody) -> Response + Send + 'static,
    ) -> Result<PageAnswer> {
        let context = self.context;
        let given = self
            .operation
            .request
            .iter()
            .filter_map(|parameter| Some((parameter.name.to_owned(), self.parameter_value(parameter)?)));
        let called_as = self.brand().apply_to(self.operation.name);
        let call = form::decode_call(self.operation, called_as, given.collect(), self.brand());
        let call = call.map_err(|failure| anyhow!(failure.message_text()))?;
        let gate = &context.console.service.gate;
        let operator = &context.signed.name;
        let Ok(granted) = gate.authorize_operator(&context.snapshot()?, operator, self.operation) else {
            return Ok(PageAnswer::Refused(context.words.not_allowed));
        };
        let service = Arc::clone(&context.console.service);
        let caller = context.request.caller.clone();
        let (before, after) = self.form_around_error()?;
        let language = self.context.language;
        let refused = move |problem: Problem, text: &str| {
            let wrong = Note { kind: "wrong", text }.render().unwrap_or_default();
            Response::html(problem.status(), format!("{before}{wrong}{after}"))
        };
        let replied = async move {
            let call = service.answer(call, Some(granted.clone()), interface, &caller);
            let mut response = match call.await {
                Reply::Whole(_, whole) => done(ResponseBody::Whole(whole.bytes)),
                Reply::Streamed { chunks, guard, .. } => done(ResponseBody::Begun(chunks, guard)),
                Reply::Refused(_, refusal) => {
                    refused(refusal.problem_type(), &refusal.render(&service.brand, language, &str::to_owned))
                }
                Reply::Failed(failed) => refused(failed.error.problem_type(), &failed.error.message_text()),
                // the gate grants an operator no changes
                Reply::Changed(..) => Response::text(500, caller.request.clone()),
            };
            response.granted = Some(granted);
            response
        };
        Ok(PageAnswer::Later(Box::pin(replied)))
    }

    /// Returns the page's markup before and after an error message: the form follows it.
    fn form_around_error(&self) -> Result<(String, String)> {
        let mut form = PageContent::new(String::new());
        self.add_form(&mut form, false);
        Ok(PageContent::new(self.title()).split_around(form, self.context))
    }

    fn title(&self) -> String {
        self.operation.label(self.context.language, self.brand())
    }

    /// Returns the page without the answer.
    fn page_without_answer(&self, is_answered: bool) -> PageContent {
        let mut content = PageContent::new(self.title());
        content.note(self.operation.description(self.context.language));
        self.add_form(&mut content, is_answered);
        content
    }

    /// Adds the form of the parameters.
    fn add_form(&self, content: &mut PageContent, is_answered: bool) {
        let (context, words) = (self.context, self.context.words);
        let mut fields: Vec<_> =
            self.operation.request.iter().map(|parameter| self.parameter_field(parameter)).collect();
        let shape = self.shape();
        let mut more = None;
        if is_answered && shape.has_table() {
            let query = &context.request.query;
            // keeps the current sorting
            for name in [SORT, WAY] {
                let value = query.get(name);
                fields.extend(value.map(|value| FormField::new(name, "", Input::Hidden).with_value(value)));
            }
            let has = FormField::new(HAS, words.search, Input::Line("search")).with_value(query.text_of(HAS));
            let has = has.hint(words.rows_that_hold);
            let columns = shape.columns().map(|(column, ..)| self.filter_field(column));
            let filters: Vec<_> = [has].into_iter().chain(columns).collect();
            more = Some((words.filters, false, filters));
        }
        if fields.is_empty() && more.is_none() {
            return;
        }
        let name = self.brand().apply_to(self.operation.name);
        let form = Form {
            more,
            ..Form::search_form(words.report, context.address(&format!("reports/{name}")), fields, words.show)
        };
        content.add(&form);
        let filters = form.more.iter().flat_map(|(_, _, filters)| filters);
        content.add(&FilterChips::of(context, &row_selection::without_place(&context.request.query), filters));
    }

    /// Returns the field of a parameter with its value.
    fn parameter_field(&self, parameter: &Parameter) -> FormField {
        let language = self.context.language;
        let given = self.parameter_value(parameter).unwrap_or_default();
        let one_of = |known: &[(&str, &str)]| {
            let own = known.iter().map(|(sent, shown)| ((*sent).to_owned(), (*shown).to_owned()));
            Input::Choice(own.collect())
        };
        let input = match parameter.kind {
            Takes::Int => Input::Line("number"),
            Takes::Bool => one_of(&[("false", language.yes_or_no(false)), ("true", language.yes_or_no(true))]),
            Takes::Date => Input::Line("date"),
            // a date is enough
            Takes::DateTime | Takes::RangeEnd if !given.contains('T') => Input::Line("date"),
            Takes::DateTime | Takes::RangeEnd => Input::Moment,
            Takes::AnyOf(known) => one_of(&[&[("", "")], known].concat()),
            Takes::OneOf(known) => {
                // only words that are not aliases
                let own = known.iter().filter(|(word, meaning)| word == meaning);
                one_of(&own.copied().collect::<Vec<_>>())
            }
            Takes::Position | Takes::RowLimit | Takes::Text(_) | Takes::Record(_) => Input::Line("text"),
        };
        let label = parameter.label(language, self.brand());
        let mut field = FormField::new(self.brand().apply_to(parameter.name), label, input).with_value(&given);
        field.hint = parameter.meaning(language).to_owned();
        field.is_required = parameter.required;
        if let (true, Some(default)) = (given.is_empty(), parameter.default) {
            field.value = default.to_string();
        }
        field
    }

    /// Returns the field that filters by a column.
    fn filter_field(&self, column: &ReportColumn) -> FormField {
        let language = self.context.language;
        let known: Vec<_> = match (column.field.enumeration, column.field.value) {
            (Some(numbers), _) => numbers.numbers_and_words(language).collect(),
            (None, FieldValue::Bool) => vec![("true", language.yes_or_no(true)), ("false", language.yes_or_no(false))],
            _ => Vec::new(),
        };
        let input = match known.is_empty() {
            true => Input::Line("text"),
            false => {
                let all = [("", self.context.words.all)].into_iter().chain(known);
                Input::Choice(all.map(|(sent, shown)| (sent.to_owned(), shown.to_owned())).collect())
            }
        };
        let name = format!("{IN}{}", column.name);
        let value = self.context.request.query.text_of(&name).to_owned();
        FormField::new(name, column.label.clone(), input).with_value(value)
    }

    /// Renders links to download the selected rows, if not all are selected, and the whole report.
    fn download_links(&self, selects: bool) -> Result<String> {
        let query = row_selection::without_place(&self.context.request.query);
        let these = format!("?{}", query.with(FORMAT, SELECTION));
        let excel = DownloadFormat::Rest(Format::CsvExcel).label();
        let these = Links { says: self.context.words.save_these_as, links: vec![(these, excel)] };
        let these = if selects { these.render()? } else { String::new() };
        let given = self.operation.request.iter().filter_map(|parameter| {
            let name = self.brand().apply_to(parameter.name);
            Some((name, self.parameter_value(parameter)?))
        });
        let given = super::FormFields(given.collect());
        let link = |kind: DownloadFormat| (format!("?{}", given.with(FORMAT, kind.name())), kind.label());
        let all = Links {
            says: self.context.words.save_as,
            links: DownloadFormat::of(self.operation).into_iter().map(link).collect(),
        };
        Ok(these + &all.render()?)
    }

    /// Returns example calls of the operation.
    fn example_calls(&self) -> CopyTexts<'static> {
        let api = &self.context.request.api;
        let given = |parameter: &Parameter| self.parameter_value(parameter);
        CopyTexts {
            heading: self.context.words.calls,
            says: self.context.words.calls_say,
            calls: describe::calls(self.brand(), api, self.operation, given),
        }
    }
}
