//! The audit: all entries of the ledger, filtered by person, actor and time.

use anyhow::Result;
use jiff::civil::Date;

use super::components::{FilterChips, Form, FormField, Input, MoreFields, Paging, Table, TableCell};
use super::connectors::grants;
use super::data::row_names::RowNames;
use super::data::suggestions::{FieldReference, add_suggestions};
use super::saved_message;
use super::{Page, PageAnswer, PageContent, PageContext, edit, imports as imports_page};
use crate::datafile::file::DataFile;
use crate::datafile::{classes, divisions, persons};
use crate::ledger::action::{Action, is_from_console, without_console_wrapper};
use crate::ledger::audit::{self, AFTER_ALL_TIMES, AuditFilter};
use crate::ledger::find_cells;
use crate::ledger::history::{self, ChangeOrigin, ChangeQuery, RowChange};
use crate::ledger::imports::{self, ImportRun};
use crate::model::message::{Message, MessageArgument, MessageName};
use crate::model::refusal::{Entity, Refusal};
use crate::model::text::containing_pattern;
use crate::model::time;
use crate::operation::OPERATIONS;
use crate::store::operator::{Role, UNKNOWN_ACTOR};
use crate::store::{Snapshot, row_listing};

/// For owners only: the entries name the addresses from which operators signed in, and all roles and grants.
pub static PAGE: Page = Page { path: "audit", title: |words| words.audit, role: Role::Owner, show, submit: None };

const ROWS_PER_PAGE: u32 = 50;

const MAX_READ_ENTRIES: usize = 20;

/// The query fields with the position of a later page.
const POSITION_FIELDS: [&str; 2] = ["at", "before"];

/// Shows the form of the filter, and the entries that match it. If a field of the form is invalid, shows only the form.
fn show(context: &PageContext) -> Result<PageAnswer> {
    if !context.segments().is_empty() {
        return Ok(PageAnswer::NotFound);
    }
    let (words, query) = (context.words, &context.request.query);
    let snapshot = context.snapshot()?;
    let [mut person_field, mut from_field, mut till_field, actor_field] = filter_fields(context);
    let first_day = parse_day(context, &mut from_field);
    let last_day = parse_day(context, &mut till_field);
    // the person, whose changes are then listed instead of entries
    let identifier = query.text_of("person").trim();
    let person = match identifier {
        "" => None,
        identifier => row_listing::find_row_by_key(&snapshot, &persons::FILE, identifier)?,
    };
    if person.is_none() && !identifier.is_empty() {
        person_field.errors.push(context.refusal_text(&Refusal::NotFound(Entity::Person)));
    }
    let reference = FieldReference::by_column(&persons::FILE, "ExternalIdentifier");
    add_suggestions(context, &snapshot, &mut person_field, &reference, identifier)?;
    let filters = [from_field, till_field, actor_field];
    let has_errors = [&person_field].into_iter().chain(&filters).any(|field| !field.errors.is_empty());
    let start_of = |day: Date| snapshot.clock().to_instant_text(day.at(0, 0, 0, 0));
    // the filter includes the last day
    let end_of = |day: Date| start_of(day.tomorrow().unwrap_or(day));
    let filter = AuditFilter {
        from: &first_day.map_or_else(String::new, start_of),
        till: &last_day.map_or_else(|| AFTER_ALL_TIMES.to_owned(), end_of),
        actor: &containing_pattern(query.text_of("who").trim()),
    };
    let mut content = PageContent::new(words.audit);
    content.add_note(words.audit_intro);
    let is_open = filters.iter().any(|field| !field.value.is_empty());
    let form = Form {
        more: Some(MoreFields { heading: words.filters, is_open, fields: filters.into() }),
        ..Form::selecting(words.audit, context.address("audit"), vec![person_field], words.show)
    };
    content.add(&form);
    content.add(&FilterChips::of(context, &query.nonempty_without(&POSITION_FIELDS), form.all_fields()));
    if !has_errors {
        let names = RowNames::new(context, &snapshot);
        content.add(&match person {
            Some(person) => table_of_person_changes(context, &names, person, &filter)?,
            None => entry_table(context, &names, &filter)?,
        });
    }
    Ok(PageAnswer::Page(content))
}

/// Returns the fields of the filter with the requested values: the person, the first day, the last day, the actor.
fn filter_fields(context: &PageContext) -> [FormField; 4] {
    let (words, query) = (context.words, &context.request.query);
    let field =
        |name, label, kind| FormField::new(name, label, Input::Line(kind)).with_value(query.text_of(name).trim());
    [
        field("person", words.person, "text"),
        field("from", words.from, "date"),
        field("till", words.to, "date"),
        field("who", words.who, "text"),
    ]
}

/// Returns the date in a field; `None` if the field is empty or invalid. Adds an error to an invalid field.
fn parse_day(context: &PageContext, field: &mut FormField) -> Option<Date> {
    let day = time::parse_date(&field.value);
    if day.is_none() && !field.value.is_empty() {
        field.errors.push(context.words.not_a_date.replace("{}", &field.value));
    }
    day
}

/// Returns a table of entries or changes. The query fields `next` select the next page, if any.
fn audit_table(context: &PageContext, rows: Vec<Vec<TableCell>>, next: Vec<(&str, String)>) -> Table<'static> {
    let words = context.words;
    let first_page = format!("?{}", context.request.query.nonempty_without(&POSITION_FIELDS).to_query());
    let paging = Paging::of(context, "before", first_page);
    let labels = [words.when, words.who, words.origin, words.what, words.changes];
    Table::new(words.audit, labels, rows, words.nothing_found).without_empty_columns().with_links(paging.links(next))
}

/// Returns a page of ledger entries, the newest first. Later pages begin after the position in `at` and `before`.
fn entry_table(context: &PageContext, names: &RowNames, filter: &AuditFilter) -> Result<Table<'static>> {
    let query = &context.request.query;
    let last_entry = query.get("before").and_then(|entry| entry.parse().ok());
    let position = last_entry.map(|entry| (query.text_of("at").to_owned(), entry));
    let (entries, next) = audit::list_entries(names.snapshot, filter, position, ROWS_PER_PAGE as usize)?;
    let rows = entries.iter().map(|entry| entry_row(context, names, entry)).collect::<Result<_>>()?;
    let next = next.map_or_else(Vec::new, |(at, entry)| vec![("at", at), ("before", entry.to_string())]);
    Ok(audit_table(context, rows, next))
}

fn table_of_person_changes(
    context: &PageContext,
    names: &RowNames,
    person: i64,
    filter: &AuditFilter,
) -> Result<Table<'static>> {
    let query = ChangeQuery::NewestFirst { person, filter };
    let last_shown_id = context.request.query.text_of("before").parse().unwrap_or(i64::MAX);
    let changes = history::list_changes(names.snapshot, query, last_shown_id, ROWS_PER_PAGE)?;
    let last = changes.last().filter(|_| changes.len() == ROWS_PER_PAGE as usize);
    let next = last.map(|last| ("before", last.id.to_string())).into_iter().collect();
    let row = |change: &RowChange| audit_row(context, names, &change.origin, change_cell(context, names, change)?);
    let rows = changes.iter().map(row).collect::<Result<_>>()?;
    Ok(audit_table(context, rows, next))
}

/// Describes the changes of data and mappings after an entry: `change 5 (jan), 9 Mar 2026 12:00: Divisions: North`.
pub fn changes_since(context: &PageContext, entry: i64) -> Result<Vec<String>> {
    let snapshot = context.snapshot()?;
    let (entries, _) = audit::list_entries(&snapshot, &AuditFilter::ANY, None, MAX_READ_ENTRIES)?;
    let names = RowNames::new(context, &snapshot);
    let mut descriptions = Vec::new();
    for origin in entries.iter().filter(|origin| origin.entry > entry && changes_data_or_mapping(origin)) {
        let origin_and_time = context.origin_sentence(&snapshot, "{}, {at}", origin)?;
        descriptions.push(match find_run(&snapshot, origin)? {
            Some(run) => format!("{origin_and_time}: {}", imports_page::describe_run(context, &names, &run)?),
            None => origin_and_time,
        });
    }
    Ok(descriptions)
}

fn changes_data_or_mapping(origin: &ChangeOrigin) -> bool {
    let is_change_of_data = origin.kind != "act";
    let is_change_of_mapping = match without_console_wrapper(&origin.action) {
        Action::Part(message) => matches!(message.name, MessageName::SetMapping | MessageName::RemoveMapping),
        Action::Text(_) => false,
    };
    is_change_of_data || is_change_of_mapping
}

/// Returns the import or undo that an entry records; `None` for calls and commands.
fn find_run(snapshot: &Snapshot, origin: &ChangeOrigin) -> Result<Option<ImportRun>> {
    match origin.number {
        Some(number) => Ok(imports::find_import(snapshot, number)?),
        None => Ok(None),
    }
}

/// Returns the cells of a ledger entry, with the name of its only changed row, or with counts of its changed rows.
fn entry_row(context: &PageContext, names: &RowNames, origin: &ChangeOrigin) -> Result<Vec<TableCell>> {
    let files = imports::count_changes_by_file(names.snapshot, origin.entry)?;
    let single_change = match files.iter().map(|file| file.counts.changes()).sum() {
        1 => history::list_changes(names.snapshot, ChangeQuery::Entry(origin.entry), 0, 1)?.pop(),
        _ => None,
    };
    let cell = match &single_change {
        Some(change) => change_cell(context, names, change)?,
        None => TableCell::text(saved_message::counts_by_file(context, &files)),
    };
    audit_row(context, names, origin, cell)
}

/// Returns the cell of a changed row: the name with a link to the row, and the changed fields.
fn change_cell(context: &PageContext, names: &RowNames, change: &RowChange) -> Result<TableCell> {
    let row = names.link_to_changed_row(context, change)?;
    let fields = names.describe_fields(&change.file, &change.kind, &change.fields)?;
    // without described fields, only the label of the change remains
    let description = format!("{}: {fields}", context.change_label(&change.kind));
    let parts = [row.small_text.as_str(), description.trim_end_matches(": ")];
    let small_text = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ");
    Ok(TableCell { small_text, ..row })
}

/// Returns the cells of a row of the table, with the given cell in the last column.
fn audit_row(
    context: &PageContext,
    names: &RowNames,
    origin: &ChangeOrigin,
    changes: TableCell,
) -> Result<Vec<TableCell>> {
    let action = match find_run(names.snapshot, origin)? {
        Some(run) => {
            let name = TableCell::text(imports_page::run_name(context, &run));
            let cell = TableCell { small_text: imports_page::describe_run(context, names, &run)?, ..name };
            cell.link_to(context.address(&format!("imports/{}", run.number)))
        }
        None => action_cell(context, names, &origin.action)?,
    };
    Ok(vec![
        TableCell::text(context.format_time(names.snapshot, &origin.at)?),
        TableCell::text(if origin.actor == UNKNOWN_ACTOR { context.words.unknown_name } else { &origin.actor }),
        TableCell::text(origin_name(context, origin)),
        action,
        changes,
    ])
}

/// Returns the cell of an action. If the action has the id of a row, the cell names the row and links to it, unless the
/// row was removed or is an anonymised person.
fn action_cell(context: &PageContext, names: &RowNames, action: &Action) -> Result<TableCell> {
    let text_cell = || Ok(TableCell::text(action_text(context, action)));
    let Action::Part(message) = without_console_wrapper(action) else { return text_cell() };
    let Some((file, row)) = row_of_action(message) else { return text_cell() };
    let Some(cells) = find_cells(names.snapshot, file, row)? else { return text_cell() };
    if persons::is_anonymised(&cells) {
        return text_cell();
    }
    let title = names.title_with_codes(file, &cells)?;
    let mut message_with_title = message.clone();
    let _row_id = message_with_title.arguments.pop();
    let text = message_with_title.with(&title.text).text_for_page(context.language);
    Ok(TableCell { text, ..title }.link_to(context.row_address(file.name, row)))
}

fn row_of_action(message: &Message) -> Option<(&'static DataFile, i64)> {
    let (file, id) = match (message.name, message.arguments.as_slice()) {
        (MessageName::ExportPerson, [id]) => (&persons::FILE, id),
        (MessageName::RenewCalendarFeed | MessageName::RemoveCalendarFeed, [MessageArgument::Part(feed), id]) => {
            match feed.name {
                MessageName::FeedOfPerson => (&persons::FILE, id),
                MessageName::FeedOfClass => (&classes::FILE, id),
                _ => (&divisions::FILE, id),
            }
        }
        _ => return None,
    };
    Some((file, id.to_string().parse().ok()?))
}

fn origin_name(context: &PageContext, origin: &ChangeOrigin) -> &'static str {
    let words = context.words;
    match origin.kind.as_str() {
        "undo" => words.undo_noun,
        "call" => words.api,
        // forms and tasks of the console save rows by an import
        "import" if edit::is_edit_action(&origin.action.to_string()) => words.console,
        "import" => words.import_noun,
        _ if is_from_console(&origin.action) => words.console,
        _ => words.on_server,
    }
}

/// Returns an action as a sentence in the page's language. Operations have their labels.
pub fn action_text(context: &PageContext, action: &Action) -> String {
    let (language, brand) = (context.language, &context.console.service.brand);
    match without_console_wrapper(action) {
        Action::Part(message) => with_labelled_grants(context, message).with_dates(language).text_for_page(language),
        Action::Text(name) => {
            let operation = OPERATIONS.iter().find(|operation| brand.matches(operation.name, name));
            operation.map_or_else(|| name.clone(), |operation| operation.label(language, brand))
        }
    }
}

/// Returns the message with the labels of its grants, such as `Reports` for `reports`.
fn with_labelled_grants(context: &PageContext, message: &Message) -> Message {
    let mut labelled = message.clone();
    let has_grants = matches!(
        message.name,
        MessageName::GrantedOperations | MessageName::GrantOperations | MessageName::DenyOperations
    );
    match labelled.arguments.last_mut() {
        Some(MessageArgument::Part(part)) => *part = with_labelled_grants(context, part),
        Some(MessageArgument::Text(grants)) if has_grants => *grants = grants::label_grants(context, grants),
        _ => {}
    }
    labelled
}
