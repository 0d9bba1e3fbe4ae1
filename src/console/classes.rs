//! Classes: the classes that begin in a month, a class ([`class`]), and the attendance list of a class
//! ([`attendance`]).

mod attendance;
mod class;

use anyhow::Result;

use super::components::{FilterChips, Form, FormField, Input, Links, Table, TableCell};
use super::data::{NEW_ROW, download, last_change};
use super::{FormFields, Page, PageAnswer, PageContent, PageContext, calendar};
use crate::datafile::classes;
use crate::decode::rest::FORMAT;
use crate::encode::Format;
use crate::model::time;
use crate::store::class::{ClassSummary, adjacent_months, classes_in_month};
use crate::store::operator::Role;

pub static PAGE: Page =
    Page { path: "classes", title: |words| words.classes, role: Role::Viewer, show, submit: Some(submit) };

const CLASSES_PER_PAGE: u32 = 100;

/// The value of the query field `month` and of [`ClassSummary::begins`] for classes without contact moments.
pub const WITHOUT_MOMENTS: &str = "never";

/// Shows a month, a class, its attendance list, or the form of a task, such as `classes/3/cancel`.
fn show(context: &PageContext) -> Result<PageAnswer> {
    match context.segments().as_slice() {
        [] => show_month(context),
        [row] => class::show(context, row),
        [row, "attendance"] => attendance::show(context, row),
        [row, task] => class::with_class(context, row, |class| class.task_target()?.show_task(task)),
        _ => Ok(PageAnswer::NotFound),
    }
}

fn submit(context: &PageContext) -> Result<PageAnswer> {
    match context.segments().as_slice() {
        [row, task] => class::with_class(context, row, |class| class.task_target()?.submit_task(task)),
        _ => Ok(PageAnswer::NotFound),
    }
}

/// Returns whether the text is a value of the field `month`: a month such as `2026-03`, or [`WITHOUT_MOMENTS`].
fn is_month_value(text: &str) -> bool {
    text == WITHOUT_MOMENTS || time::parse_date(&format!("{text}-01")).is_some()
}

/// Shows the classes that begin in the requested month; without a valid month, in the current month.
fn show_month(context: &PageContext) -> Result<PageAnswer> {
    let (words, query) = (context.words, &context.request.query);
    let snapshot = context.snapshot()?;
    let current_month = time::format_wall_time(snapshot.clock().now())[.."2026-03".len()].to_owned();
    let requested = query.get("month").filter(|month| !month.is_empty());
    let month = requested.filter(|month| is_month_value(month)).unwrap_or(&current_month);
    let labels =
        [words.class, words.training, words.begins, words.trainers, words.enrolled, words.waiting, words.status];
    if query.get(FORMAT) == Some(Format::CsvExcel.name()) {
        let month_classes = classes_in_month(&snapshot, month, ("", 0), u32::MAX)?;
        let row = |class: &ClassSummary| {
            let begins = context.language.text_in_file(&class.begins, begin_text(context, &class.begins));
            class_row(context, class, begins)
        };
        return Ok(download::excel_file(format!("classes-{month}.csv"), &labels, month_classes.iter().map(row)));
    }
    // a page after the first has the begin and the id of the previous page's last class in its address
    let after = (query.text_of("after"), query.text_of("from").parse().unwrap_or_default());
    let month_classes = classes_in_month(&snapshot, month, after, CLASSES_PER_PAGE)?;
    let month_name = words.month_name(month);
    let mut content = PageContent::new(format!("{} · {month_name}", words.classes));
    content.add_new_row_button(context, &classes::FILE, context.form_address(&classes::FILE, NEW_ROW));
    last_change::add_outcome_message(context, &snapshot, &classes::FILE, None, &mut content)?;
    let [earlier_month, later_month] = adjacent_months(&snapshot, month)?;
    let month_link = |month: &str, text: String| (format!("?month={month}"), text);
    let earlier_link = earlier_month.map(|month| month_link(&month, format!("← {}", words.month_name(&month))));
    let later_link = later_month.map(|month| month_link(&month, format!("{} →", words.month_name(&month))));
    content.add_links(earlier_link.into_iter().chain(later_link).collect());
    let form = month_form(context, month, requested);
    content.add(&form);
    // the current month is shown without a filter
    if requested == Some(month) {
        content.add(&FilterChips::of(context, &FormFields::default(), form.all_fields()));
    }
    if context.has_role(calendar::PAGE.role) {
        content.add_link(context.address(calendar::PAGE.path), words.calendar_feeds_of_divisions);
    }
    let rows =
        month_classes.iter().map(|class| class_row(context, class, begin_text(context, &class.begins))).collect();
    let has_next_page = month_classes.len() == CLASSES_PER_PAGE as usize;
    let last_class = month_classes.last().filter(|_| has_next_page);
    let next_page =
        last_class.map(|last| (format!("?month={month}&after={}&from={}", last.begins, last.row), words.next_rows));
    content.add(&Table::new(&month_name, labels, rows, words.no_classes).without_empty_columns().with_links(next_page));
    if !month_classes.is_empty() {
        let month_file = FormFields::new([("month", month), (FORMAT, Format::CsvExcel.name())]);
        let link = (format!("?{}", month_file.to_query()), Format::CsvExcel.label(context.language));
        let label = download::label_with_table(words.save_selection_of_table_as, context, &classes::FILE);
        content.add(&Links { label: &label, links: vec![link] });
    }
    let table_address = context.address("data/classes");
    download::add_links(context, &classes::FILE, None, (&table_address, &FormFields::default()), &mut content);
    Ok(PageAnswer::Page(content))
}

/// Returns the form that chooses the month of the listed classes. `month` is the shown month, or [`WITHOUT_MOMENTS`] for
/// the classes that have no contact moment. An invalid `requested` month, which is in the address, gets an error.
fn month_form<'a>(context: &'a PageContext, month: &str, requested: Option<&str>) -> Form<'a> {
    let words = context.words;
    // the browser's input for a month shows only months
    let value = if month == WITHOUT_MOMENTS { "" } else { month };
    let field = FormField::new("month", words.month, Input::Line("month")).with_value(value);
    let mut field = field.with_hint(words.month_hint);
    let invalid = requested.filter(|requested| !is_month_value(requested));
    field.errors.extend(invalid.map(|invalid| words.not_a_month.replace("{}", invalid)));
    Form::selecting(words.month, context.address("classes"), vec![field], words.show)
}

fn wrapping_cell(text: &str) -> TableCell {
    TableCell { can_wrap: true, ..TableCell::text(text) }
}

fn class_row(context: &PageContext, class: &ClassSummary, begins: String) -> Vec<TableCell> {
    let enrolled = match class.max_persons {
        Some(max) => format!("{} / {max}", class.enrolled),
        None => class.enrolled.to_string(),
    };
    let badges = class_badges(context, class);
    let statuses: Vec<_> = badges.iter().map(|(_, status)| status.as_str()).collect();
    let waiting = if class.waiting > 0 { class.waiting.to_string() } else { String::new() };
    vec![
        wrapping_cell(&class.name).link_to(context.address(&format!("classes/{}", class.row))),
        wrapping_cell(&class.training_title),
        TableCell::text(begins),
        // lines may break between the names of trainers, but not inside a name
        wrapping_cell(&class.trainers.replace(' ', "\u{a0}").replace(",\u{a0}", ", ")),
        TableCell::number(enrolled),
        TableCell::number(waiting),
        TableCell { text: statuses.join(", "), badges, ..TableCell::default() },
    ]
}

/// Formats the begin of a class. A class without contact moments has an empty text.
pub fn begin_text(context: &PageContext, begins: &str) -> String {
    if begins == WITHOUT_MOMENTS { String::new() } else { context.language.format_date(begins) }
}

/// Returns the tone and text of a badge for each status of a class.
fn class_badges(context: &PageContext, class: &ClassSummary) -> Vec<(&'static str, String)> {
    let words = context.words;
    // too few participants matter only before a class starts, and if it is not cancelled
    let is_past = *class.begins < *time::format_wall_time(context.console.service.store.clock().now());
    let is_overbooked = !class.is_cancelled && class.is_overbooked();
    let lacks_persons = !class.is_cancelled && !is_past && class.lacks_persons();
    let statuses = [
        (is_overbooked, "wrong", words.overbooked),
        (lacks_persons, "warn", words.too_few_participants),
        (class.is_cancelled, "wrong", words.is_cancelled),
        (class.is_archived, "note", words.is_archived),
        (class.is_under_construction, "note", words.is_under_construction),
    ];
    statuses.into_iter().filter(|(applies, ..)| *applies).map(|(_, tone, text)| (tone, text.to_owned())).collect()
}
