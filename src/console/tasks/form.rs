//! The form of a task.

use anyhow::Result;

use super::declaration::{FieldKind, NOTHING_CHOSEN, TaskField, TaskRecord};
use super::{TaskNotice, TaskView};
use crate::console::components::{DAY, Form, FormField, Input, SheetRow};
use crate::console::data::{choices, suggestions};
use crate::console::page::{PageAnswer, PageContent};
use crate::datafile::file::Domain;
use crate::datafile::find_cell;

impl TaskView<'_> {
    /// Returns the form of the task with its errors and warnings, or why the task is impossible. A field that others
    /// depend on comes alone, with a button to the next step.
    pub(super) fn form_page(&self, notice: TaskNotice) -> Result<PageAnswer> {
        let (context, words, subject) = (self.context(), self.context().words, self.subject);
        let name = subject.file.row_title(&subject.cells);
        let label = (self.task.label)(words);
        let mut content = PageContent::new(format!("{label} · {name}"));
        content.link(context.address(&subject.path()), &subject.file.full_row_title(&subject.cells));
        if let Some(obstacle) = (self.task.obstacle)(self)? {
            content.warn(obstacle);
            if let Some(moment) = (self.task.possible_from)(self)? {
                content.note(&words.possible_from.replace("{}", &context.language.format_date(&moment)));
            }
            return Ok(PageAnswer::Page(content));
        }
        content.note((self.task.description)(words));
        notice.others.iter().for_each(|says| content.wrong(says));
        notice.warnings.iter().for_each(|says| content.warn(says));
        let action = context.address(&format!("{}/{}", subject.path(), self.task.path));
        let mut fields = Vec::new();
        for field in self.task.fields {
            fields.push(self.form_field(field, &notice)?);
            if self.awaits(field)? {
                FormField::focus_first_empty(&mut fields);
                content.add(&Form::search_form(label, action, fields, words.next_step));
                return Ok(PageAnswer::Page(content));
            }
        }
        FormField::focus_first_empty(&mut fields);
        let hidden = |name: &str, value: &str| FormField::new(name, "", Input::Hidden).with_value(value);
        fields.push(hidden("seen", &self.subject_digest()));
        let button = if notice.warnings.is_empty() {
            label
        } else {
            fields.push(hidden("confirmed", "yes"));
            words.save_all_the_same
        };
        let cancel = Some(context.address(&subject.path()));
        content.add(&Form {
            is_grave: self.task.is_grave,
            cancel,
            ..Form::changing(context, label, action, fields, button)
        });
        Ok(PageAnswer::Page(content))
    }

    fn form_field(&self, field: &TaskField, notice: &TaskNotice) -> Result<FormField> {
        let (context, column) = (self.context(), field.column());
        let mut value = self.field_value(field.column)?;
        let input = match (&field.kind, column.domain) {
            (FieldKind::OneOf(known) | FieldKind::OneOfOrDay(known), _) => Input::OneOf(known(self)?),
            (FieldKind::FirstOf(known), _) => {
                let mut known = known(self)?;
                if !self.awaits(field)? {
                    known.retain(|(known, _)| *known == value);
                }
                Input::OneOf(known)
            }
            (FieldKind::Sheet(records), _) => Input::Sheet(self.sheet_rows(field, records(self)?, notice)),
            (FieldKind::Day, _) | (_, Domain::Date) => Input::Line("date"),
            (_, Domain::Time) => Input::Line("time"),
            (_, Domain::Datetime) => Input::Moment,
            _ => match choices(context, column) {
                Some(known) => Input::Choice(known),
                None => Input::Line("text"),
            },
        };
        let label = field.label.map_or_else(|| column.label(context.language), |label| label(context.words).to_owned());
        let mut shown = FormField::new(field.column, label, input);
        shown.is_required = field.is_required;
        if let (FieldKind::OneOfOrDay(_), Input::OneOf(known)) = (&field.kind, &shown.input) {
            let is_day = !known.iter().any(|(known, _)| *known == value);
            let day = if is_day { value.get(..10).unwrap_or(&value).to_owned() } else { String::new() };
            shown.day = Some((context.words.until_day.to_owned(), day));
            if is_day {
                value = DAY.to_owned();
            }
        }
        if let Input::OneOf(known) = &shown.input
            && field.is_required
            && field.initial.is_none()
            && known.len() > 1
            && !self.is_sent(field.column)
        {
            value = NOTHING_CHOSEN.to_owned();
        }
        shown.hint = match field.hint {
            Some(hint) => hint(self)?,
            None if matches!(field.kind, FieldKind::Column) => column.hint_in(context.language).to_owned(),
            None => String::new(),
        };
        let wrong = notice.fields.iter().filter(|(name, _)| name == field.column);
        shown.wrong = wrong.map(|(_, says)| says.clone()).collect();
        if matches!(field.kind, FieldKind::Column | FieldKind::First) {
            for reference in column.references() {
                suggestions::add_suggestions(context, self.snapshot(), &mut shown, reference, &value)?;
            }
        }
        if field.kind.is_day() && value.contains('T') {
            value.truncate("2026-03-09".len());
        }
        shown.value = value;
        Ok(shown)
    }

    /// Returns a row to tick for each record, with what was sent for it.
    fn sheet_rows(&self, field: &TaskField, records: Vec<TaskRecord>, notice: &TaskNotice) -> Vec<SheetRow> {
        let row = |record: &TaskRecord| {
            let key = record.key();
            let wrong = notice.sheet.iter().find(|(of, _)| *of == key);
            SheetRow {
                label: find_cell(&record.cells, "label").to_owned(),
                is_ticked: self.is_ticked(field.column, &key),
                text: self.context().request.form.text_of(&format!("{}.{key}", field.column)).to_owned(),
                wrong: wrong.map(|(_, says)| says.clone()).unwrap_or_default(),
                key,
            }
        };
        records.iter().map(row).collect()
    }
}
