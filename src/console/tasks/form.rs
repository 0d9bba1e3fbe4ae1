//! The form of a task.

use anyhow::Result;

use super::declaration::{CHECKLIST_LABEL, FieldKind, NOTHING_CHOSEN, TaskField, TaskRecord};
use super::{TaskNotice, TaskView};
use crate::console::components::{ChecklistRow, DAY, Form, FormField, Input};
use crate::console::data::{column_options, suggestions};
use crate::console::{PageAnswer, PageContent};
use crate::datafile::file::Domain;
use crate::datafile::find_cell;

impl TaskView<'_> {
    /// Shows the form, or the obstacle to the task. The form ends at an invalid field on which the next fields depend.
    pub(super) fn form_page(&self, notice: TaskNotice) -> Result<PageAnswer> {
        let (context, words, subject) = (self.context(), self.context().words, self.subject);
        let name = subject.file.row_title(&subject.cells);
        let label = (self.task.label)(words);
        let mut content = PageContent::new(format!("{label} · {name}")).with_row_key(subject.key());
        content.add_link(context.address(&subject.path()), &subject.file.full_row_title(&subject.cells));
        if let Some(obstacle) = (self.task.obstacle)(self)? {
            content.add_warning(obstacle);
            if let Some(time) = (self.task.possible_from)(self)? {
                content.add_note(&words.possible_from.replace("{}", &context.language.format_date(&time)));
            }
            return Ok(PageAnswer::Page(content));
        }
        content.add_note((self.task.description)(words));
        notice.other_errors.iter().for_each(|error| content.add_error(error));
        notice.warnings.iter().for_each(|warning| content.add_warning(warning));
        let action = context.address(&format!("{}/{}", subject.path(), self.task.path));
        let mut fields = Vec::new();
        for field in self.task.fields {
            fields.push(self.form_field(field, &notice)?);
            if self.is_end_of_form(field)? {
                FormField::focus_first_empty(&mut fields);
                content.add(&Form::selecting(label, action, fields, words.next_step));
                return Ok(PageAnswer::Page(content));
            }
        }
        FormField::focus_first_empty(&mut fields);
        fields.push(FormField::hidden("seen", self.subject_digest()?));
        let button = if notice.warnings.is_empty() {
            label
        } else {
            fields.push(FormField::hidden("confirmed", "yes"));
            words.save_anyway
        };
        let cancel = Some(context.address(&subject.path()));
        content.add(&Form {
            is_destructive: self.task.is_destructive,
            cancel,
            ..Form::changing(context, label, action, fields, button)
        });
        Ok(PageAnswer::Page(content))
    }

    fn form_field(&self, field: &TaskField, notice: &TaskNotice) -> Result<FormField> {
        let (context, column) = (self.context(), field.column());
        let mut value = self.field_value(field.column)?;
        let input = match (&field.kind, column.domain) {
            (FieldKind::OneOf(options) | FieldKind::OneOfOrDay(options), _) => Input::Radio(options(self)?),
            (FieldKind::FirstOneOf(options), _) => {
                let mut options = options(self)?;
                // the next fields depend on the chosen option: offer no other option
                if !self.is_end_of_form(field)? {
                    options.retain(|(option, _)| *option == value);
                }
                Input::Radio(options)
            }
            (FieldKind::Checklist(records), _) => Input::Checklist(self.checklist_rows(field, records(self)?, notice)),
            (FieldKind::Day, _) | (_, Domain::Date) => Input::Line("date"),
            (_, Domain::Time) => Input::Line("time"),
            (_, Domain::Datetime) => Input::DateTime,
            _ => column_options(context, column).map_or(Input::Line("text"), Input::Select),
        };
        let label = field.label.map_or_else(|| column.label(context.language), |label| label(context.words).to_owned());
        let mut form_field = FormField::new(field.column, label, input);
        form_field.is_required = field.is_required;
        if let (FieldKind::OneOfOrDay(_), Input::Radio(options)) = (&field.kind, &form_field.input) {
            // a value that is no option is a day
            let is_day =
                self.sent_value(field.column) == Some(DAY) || !options.iter().any(|(option, _)| *option == value);
            let sent_day = self.sent_value(&format!("{}.{DAY}", field.column)).unwrap_or_default();
            let day = if is_day { value.get(..10).unwrap_or(&value) } else { sent_day };
            form_field.day = Some((context.words.until_another_day.to_owned(), day.to_owned()));
            if is_day {
                value = DAY.to_owned();
            }
        }
        // select no option, so that the operator has to choose
        if matches!(form_field.input, Input::Radio(_))
            && field.is_required
            && field.initial.is_none()
            && self.sent_value(field.column).is_none()
        {
            value = NOTHING_CHOSEN.to_owned();
        }
        form_field.hint = match field.hint {
            Some(hint) => hint(self)?,
            None if matches!(field.kind, FieldKind::Column) => column.hint_in(context.language).to_owned(),
            None => String::new(),
        };
        let errors = notice.field_errors.iter().filter(|(name, _)| name == field.column);
        form_field.errors = errors.map(|(_, error)| error.clone()).collect();
        if matches!(field.kind, FieldKind::Column | FieldKind::First) {
            for reference in column.references() {
                suggestions::add_suggestions(context, self.snapshot(), &mut form_field, reference, &value)?;
            }
        }
        form_field.value = value;
        Ok(form_field)
    }

    fn checklist_rows(&self, field: &TaskField, records: Vec<TaskRecord>, notice: &TaskNotice) -> Vec<ChecklistRow> {
        let row = |record: &TaskRecord| {
            let key = record.key();
            let error = notice.checklist_errors.iter().find(|(row_key, _)| *row_key == key);
            ChecklistRow {
                label: find_cell(&record.cells, CHECKLIST_LABEL).to_owned(),
                is_ticked: self.is_ticked(field.column, &key),
                text: self.context().request.form.text_of(&format!("{}.{key}", field.column)).to_owned(),
                error: error.map(|(_, error)| error.clone()).unwrap_or_default(),
                key,
            }
        };
        records.iter().map(row).collect()
    }
}
