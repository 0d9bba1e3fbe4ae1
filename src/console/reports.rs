//! The pages of the reports: for each read operation, a form with the parameters and a table with the answer. The
//! address contains the parameters and the selection of rows.

mod cells;
mod columns;
pub mod download;
mod lists;
mod parameters;
mod report_list;
mod row_selection;
pub mod selection_file;
mod table_page;

use std::sync::Arc;

use anyhow::{Result, anyhow};
use askama::Template;

use super::components::{
    CheckboxOption, Collapsed, CopyTexts, FilterChips, Form, FormField, Heading, Input, Links, MoreFields, Note,
};
use super::response::HTML_CONTENT_TYPE;
use super::{FormFields, Page, PageAnswer, PageContent, PageContext, Response, ResponseBody};
use crate::decode::form;
use crate::decode::rest::FORMAT;
use crate::describe;
use crate::encode::Format;
use crate::model::brand::Brand;
use crate::model::language::Language;
use crate::model::message::{ColumnNames, Message, MessageName};
use crate::model::problem::{FieldProblem, Problem};
use crate::model::request_error::RequestError;
use crate::model::text::cut_and_escape_value;
use crate::operation::request::{Parameter, ParameterKind};
use crate::operation::response_schema::FieldValue;
use crate::operation::{Operation, grantable};
use crate::service::{Interface, Reply};
use crate::store::operator::Role;
use columns::{ReportColumn, ReportShape};
use download::{Download, DownloadFormat};
use report_list::report_list_page;
use row_selection::{COLUMNS, FILTER_PREFIX, LAST_ROW, LAST_SORT_VALUE, RowSelection, SEARCH, SORT};
use selection_file::{SELECTION, SelectionFile};
use table_page::TablePage;

pub static PAGE: Page = Page { path: "reports", title: |words| words.reports, role: Role::Viewer, show, submit: None };

/// Shows the list of reports, or a report such as `reports/GetCatalog`.
fn show(context: &PageContext) -> Result<PageAnswer> {
    let brand = &context.console.service.brand;
    match context.segments().as_slice() {
        [] => Ok(PageAnswer::Page(report_list_page(context))),
        [name] => match report_operations().find(|operation| brand.matches(operation.name, name)) {
            Some(operation) => ReportPage::new(context, operation)?.answer(),
            None => Ok(PageAnswer::NotFound),
        },
        _ => Ok(PageAnswer::NotFound),
    }
}

/// Returns the operations that have a report: those that can be granted, and only read.
fn report_operations() -> impl Iterator<Item = &'static Operation> {
    grantable().filter(|operation| operation.is_read())
}

struct ReportPage<'a> {
    context: &'a PageContext<'a>,
    operation: &'static Operation,
    /// The values of the parameters that the address lacks: the name of the parameter, and its value.
    initial_values: Vec<(&'static str, String)>,
    parameter_fields: Vec<FormField>,
}

struct RowSelectionFields {
    search: FormField,
    /// Hidden fields: a new search keeps the order and the columns.
    order_and_columns: Vec<FormField>,
    filters: Vec<FormField>,
}

impl<'a> ReportPage<'a> {
    fn new(context: &'a PageContext<'a>, operation: &'static Operation) -> Result<Self> {
        let mut page = Self { context, operation, initial_values: Vec::new(), parameter_fields: Vec::new() };
        page.initial_values = page.find_initial_values()?;
        let fields = operation.request.iter().map(|parameter| page.parameter_field(parameter));
        page.parameter_fields = fields.collect::<Result<_>>()?;
        Ok(page)
    }

    fn brand(&self) -> &Brand {
        &self.context.console.service.brand
    }

    /// Returns the first field of the address that is no parameter, no filter and no other field of the page, or the first
    /// unknown column that the address chooses.
    fn unknown_field(&self) -> Option<&str> {
        let shape = self.shape();
        let is_column = |name: &str| shape.columns().any(|(column, _)| column.name == name);
        let is_filter = |name: &str| name.strip_prefix(FILTER_PREFIX).is_some_and(is_column);
        let parameters = self.operation.request;
        let is_parameter = |name: &str| parameters.iter().any(|known| self.brand().matches(known.name, name));
        let page_fields = [SEARCH, SORT.column_field, SORT.direction_field, LAST_ROW, LAST_SORT_VALUE, FORMAT];
        self.context.request.query.0.iter().find_map(|(name, value)| match name.as_str() {
            COLUMNS => (!is_column(value)).then_some(value.as_str()),
            name if page_fields.contains(&name) || is_parameter(name) || is_filter(name) => None,
            unknown => Some(unknown),
        })
    }

    fn answer(&self) -> Result<PageAnswer> {
        if let Some(name) = self.unknown_field() {
            let reason = self.context.words.unknown_field.replace("{}", &cut_and_escape_value(name));
            return Ok(PageAnswer::WrongAddress { reason, label: self.title() });
        }
        // the first visit of a report with required parameters shows the form, without errors
        let missing_labels = self.missing_labels();
        let format = self.context.request.query.get(FORMAT);
        // the operator first chooses one of the rows that match a part of a name; a download is refused instead
        let has_matches = format.is_none() && self.parameter_fields.iter().any(|field| !field.matches.is_empty());
        if !missing_labels.is_empty() || has_matches {
            return Ok(PageAnswer::Page(self.form_page(&missing_labels, None)));
        }
        match format {
            Some(SELECTION) if self.shape().has_table() => self.download_selection(),
            Some(name) => {
                let formats = DownloadFormat::of(self.operation);
                match formats.iter().find(|format| format.name() == name) {
                    Some(format) => self.download_report(*format),
                    None => Ok(self.refuse_format(name, &formats)),
                }
            }
            None => self.show_report(),
        }
    }

    fn refuse_format(&self, name: &str, formats: &[DownloadFormat]) -> PageAnswer {
        let known: Vec<_> = formats.iter().map(|format| format.name()).collect();
        let message = self.context.words.format_not_available;
        PageAnswer::BadRequest(message.replace("{known}", &known.join(", ")).replace("{}", name))
    }

    fn download_report(&self, format: DownloadFormat) -> Result<PageAnswer> {
        self.call_for_file(Download { formats: Arc::clone(&self.context.console.formats), format }, format)
    }

    /// Calls the operation and answers with a file in this format. `interface` writes the file.
    fn call_for_file(&self, interface: impl Interface, format: DownloadFormat) -> Result<PageAnswer> {
        let name = self.brand().branded_name(self.operation.name);
        let disposition = format!("attachment; filename=\"{name}.{}\"", format.file_extension());
        self.call_service(interface, move |body| {
            Response::with_body(200, format.content_type(), body).with_header("content-disposition", disposition)
        })
    }

    fn shape(&self) -> ReportShape {
        let chosen = self.context.request.query.get_all(COLUMNS);
        ReportShape::of(&self.operation.contents, self.brand(), self.context.language, &chosen)
    }

    fn download_selection(&self) -> Result<PageAnswer> {
        let (context, shape) = (self.context, self.shape());
        let file = SelectionFile {
            formats: Arc::clone(&context.console.formats),
            language: context.language,
            selection: RowSelection::parse(&context.request.query, &shape, context.language),
            shape,
        };
        self.call_for_file(file, DownloadFormat::Api(Format::CsvExcel))
    }

    fn show_report(&self) -> Result<PageAnswer> {
        let (context, words) = (self.context, self.context.words);
        let shape = self.shape();
        let selection = RowSelection::parse(&context.request.query, &shape, context.language);
        let query = row_selection::without_position(&context.request.query);
        let mut content = self.form_page(&[], self.row_selection_fields());
        if shape.has_table() {
            content.add(&self.column_choice_form(&shape, &query));
        }
        let mut after_table = PageContent::new(String::new());
        after_table.add(&Collapsed { heading: words.meaning_of_columns, content: shape.meanings(context.language) });
        after_table.add(&self.example_calls());
        let initial = self.operation.sorted_by;
        let heading = |column: &ReportColumn| Heading {
            label: column.label.clone(),
            is_number: column.shows_numbers(),
            sort: column.is_sortable().then(|| SORT.link(&query, (&column.name, &column.label), initial, words)),
        };
        // the rows are not known yet: the writer of the answer puts them between the two parts of the page
        let (html_before, html_after) = content.split_around_stream(after_table, context);
        let page = TablePage {
            formats: Arc::clone(&context.console.formats),
            language: context.language,
            root: context.console.root.clone(),
            download_links: self.download_links(selection.has_search_or_filter() || query.get(COLUMNS).is_some())?,
            caption: self.title(),
            headings: shape.shown_columns().map(|(column, _)| heading(column)).collect(),
            selection,
            shape,
            html_before,
            html_after,
            query,
        };
        self.call_service(page, |body| Response::with_body(200, HTML_CONTENT_TYPE, body))
    }

    /// Calls the operation. `interface` writes the answer, from which `create_response` makes the response. After an
    /// error, the response is the form with the error.
    fn call_service(
        &self,
        interface: impl Interface,
        create_response: impl FnOnce(ResponseBody) -> Response + Send + 'static,
    ) -> Result<PageAnswer> {
        let (context, brand) = (self.context, self.brand());
        // the call is decoded like a call of the API with these parameters, and authorized for the operator
        let argument = |parameter: &Parameter| Some((parameter.name.to_owned(), self.parameter_value(parameter)?));
        let parameters = self.operation.request.iter().filter_map(argument).collect();
        let called_as = brand.branded_name(self.operation.name);
        let call = form::decode_call(self.operation, called_as, parameters, brand)
            .map_err(|failure| anyhow!(failure.message_text()))?;
        let gate = &context.console.service.gate;
        let operator = &context.operator.name;
        let Ok(granted) = gate.authorize_operator(&context.snapshot()?, operator, self.operation) else {
            return Ok(PageAnswer::Forbidden(context.words.not_allowed));
        };
        // the future outlives this page: it gets copies of everything that the response needs
        let service = Arc::clone(&context.console.service);
        let caller = context.request.caller.clone();
        let (before_error, after_error) = self.markup_around_error()?;
        let language = context.language;
        let label_of = self.labels_in_errors();
        let error_page = move |problem: Problem, text: &str| {
            let error = Note { tone: "wrong", text }.render().unwrap_or_default();
            Response::new(problem.status(), HTML_CONTENT_TYPE, format!("{before_error}{error}{after_error}"))
        };
        let response = async move {
            let reply = service.answer(call, Some(granted.clone()), interface, &caller).await;
            let mut response = match reply {
                Reply::Whole(_, whole) => create_response(ResponseBody::Bytes(whole.bytes)),
                Reply::Streamed { chunks, guard, .. } => create_response(ResponseBody::Stream(chunks, guard)),
                Reply::Refused(_, refusal) => {
                    error_page(refusal.problem_type(), &refusal.render(&service.brand, language, &label_of))
                }
                Reply::Failed(failed) => {
                    error_page(failed.error.problem_type(), &error_text(&failed.error, language, &label_of))
                }
                // cannot happen: the gate grants operators only operations that read
                Reply::Changed(..) => Response::text(500, caller.request_id.clone()),
            };
            response.granted = Some(granted);
            response
        };
        Ok(PageAnswer::Pending(Box::pin(response)))
    }

    /// Returns a function that returns the name of a parameter in errors. English errors have the declared names, as in
    /// the contract.
    fn labels_in_errors(&self) -> impl Fn(&str) -> String + use<> {
        let (brand, language) = (self.brand().clone(), self.context.language);
        let parameters = self.operation.request;
        move |name| match parameters.iter().find(|parameter| brand.matches(parameter.name, name)) {
            Some(parameter) if language == Language::Dutch => parameter.label(language, &brand),
            _ => name.to_owned(),
        }
    }

    /// Returns the HTML before an error message, and the HTML after it with the form.
    fn markup_around_error(&self) -> Result<(String, String)> {
        let mut form = PageContent::new(String::new());
        self.add_form(&mut form, None);
        Ok(self.content().split_around_stream(form, self.context))
    }

    fn title(&self) -> String {
        self.operation.label(self.context.language, self.brand())
    }

    /// Creates the page of the report. The title of the window has the parameters, such as `Rows of a table (Persons)`.
    fn content(&self) -> PageContent {
        let fields = self.operation.request.iter().zip(&self.parameter_fields);
        let is_named = |(parameter, field): &(&Parameter, &FormField)| {
            let has_common_value = parameter.default.is_some() || matches!(parameter.kind, ParameterKind::Bool);
            !field.value.is_empty() && !has_common_value
        };
        let values = fields.filter(is_named).map(|(_, field)| field.displayed_value(self.context));
        PageContent::new(self.title()).with_row_key(&values.collect::<Vec<_>>().join(", "))
    }

    /// Creates the page with the form. `missing_labels` has the labels of the parameters that the operator fills in first.
    fn form_page(&self, missing_labels: &[String], row_selection: Option<RowSelectionFields>) -> PageContent {
        let mut content = self.content();
        let description = self.operation.description(self.context.language);
        let shape = self.shape();
        let has_more_columns = row_selection.is_some() && shape.shown_columns().count() < shape.columns().count();
        content.add_note(&match has_more_columns {
            true => format!("{description} {}", self.context.words.more_columns),
            false => description.to_owned(),
        });
        if !missing_labels.is_empty() {
            content.add_note(&self.context.words.fill_in_first.replace("{}", &missing_labels.join(", ")));
        }
        self.add_form(&mut content, row_selection);
        content
    }

    fn row_selection_fields(&self) -> Option<RowSelectionFields> {
        let (words, query, shape) = (self.context.words, &self.context.request.query, self.shape());
        if !shape.has_table() {
            return None;
        }
        let search = FormField::new(SEARCH, words.search, Input::Line("search"))
            .with_value(query.text_of(SEARCH))
            .with_hint(words.row_search_hint);
        let view_fields = [SORT.column_field, SORT.direction_field, COLUMNS];
        let view_fields = query.0.iter().filter(|(name, _)| view_fields.contains(&name.as_str()));
        let order_and_columns = view_fields.map(|(name, value)| FormField::hidden(name, value)).collect();
        let filters = shape.columns().map(|(column, _)| self.filter_field(column)).collect();
        Some(RowSelectionFields { search, order_and_columns, filters })
    }

    fn add_form(&self, content: &mut PageContent, row_selection: Option<RowSelectionFields>) {
        let (context, words) = (self.context, self.context.words);
        let mut fields = self.parameter_fields.clone();
        let mut chips = None;
        let mut more = None;
        if let Some(RowSelectionFields { search, order_and_columns, filters }) = row_selection {
            let query = row_selection::without_position(&context.request.query);
            chips = Some(FilterChips::of(context, &query, [&search].into_iter().chain(&filters)));
            fields.push(search);
            fields.extend(order_and_columns);
            more = Some(MoreFields { heading: words.filters, is_open: false, fields: filters });
        }
        if fields.is_empty() {
            return;
        }
        let form = Form::selecting(words.report, self.address(), fields, words.show);
        content.add(&Form { more, required_text: Some(words.required), ..form });
        if let Some(chips) = chips {
            content.add(&chips);
        }
    }

    fn address(&self) -> String {
        self.context.address(&format!("reports/{}", self.brand().branded_name(self.operation.name)))
    }

    /// Returns the form that chooses the columns of the table. Sending the form keeps the other fields of `query`.
    fn column_choice_form(&self, shape: &ReportShape, query: &FormFields) -> Form<'_> {
        let shown: Vec<_> = shape.shown_columns().map(|(column, _)| &column.name).collect();
        let options = shape.columns().map(|(column, _)| CheckboxOption {
            value: column.name.clone(),
            label: column.label.clone(),
            is_ticked: shown.contains(&&column.name),
        });
        Form::choosing_columns(self.context, self.address(), query, COLUMNS, options.collect())
    }

    fn filter_field(&self, column: &ReportColumn) -> FormField {
        let language = self.context.language;
        // without options, the filter is a part of the cell
        let options: Vec<_> = match (column.field.enumeration, column.field.value) {
            (Some(enumeration), _) => enumeration.numbers_and_words(language).collect(),
            (None, FieldValue::Bool) => vec![("true", language.yes_or_no(true)), ("false", language.yes_or_no(false))],
            _ => Vec::new(),
        };
        let input = match options.is_empty() {
            true => Input::Line("text"),
            false => Input::select([("", self.context.words.all)].into_iter().chain(options)),
        };
        let name = format!("{FILTER_PREFIX}{}", column.name);
        let value = self.context.request.query.text_of(&name).to_owned();
        FormField::new(name, column.label.clone(), input).with_value(value)
    }

    fn download_links(&self, has_search_or_filter: bool) -> Result<String> {
        let mut html = String::new();
        if has_search_or_filter {
            let query = row_selection::without_position(&self.context.request.query);
            let address = format!("?{}", query.query_with(FORMAT, SELECTION));
            let excel = DownloadFormat::Api(Format::CsvExcel).label(self.context.language);
            html = Links { label: self.context.words.save_selected_rows_as, links: vec![(address, excel)] }.render()?;
        }
        // a file with all rows needs only the parameters, without search, filters and order
        let named_values = self.operation.request.iter().filter_map(|parameter| {
            let name = self.brand().branded_name(parameter.name);
            Some((name, self.parameter_value(parameter)?))
        });
        let parameters = FormFields::new(named_values);
        let link = |format: DownloadFormat| {
            (format!("?{}", parameters.query_with(FORMAT, format.name())), format.label(self.context.language))
        };
        let all_rows = Links {
            label: self.context.words.save_all_rows_as,
            links: DownloadFormat::of(self.operation).into_iter().map(link).collect(),
        };
        Ok(html + &all_rows.render()?)
    }

    fn example_calls(&self) -> CopyTexts<'static> {
        let api = &self.context.request.api_address;
        let value = |parameter: &Parameter| self.parameter_value(parameter);
        CopyTexts {
            heading: self.context.words.example_calls,
            explanation: self.context.words.example_calls_explanation,
            labelled_texts: describe::call_snippets(self.brand(), api, self.operation, value),
        }
    }
}

/// Returns an error in the language of the page. The English text is that of the contract.
fn error_text(error: &RequestError, language: Language, label_of: ColumnNames) -> String {
    match error {
        RequestError::Fields { errors, .. } if language == Language::Dutch => {
            let sentence = |error: &FieldProblem| {
                let message = Message::new(MessageName::InvalidParameter).with(label_of(&error.field));
                message.text(language)
            };
            errors.iter().map(sentence).collect::<Vec<_>>().join(" ")
        }
        error => error.message_text(),
    }
}
