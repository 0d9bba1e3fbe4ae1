//! The form of a task.

use anyhow::Result;

use super::declaration::{CHECKLIST_LABEL, FieldKind, NOTHING_CHOSEN, TaskField, TaskSourceRow};
use super::{TaskNotice, TaskView};
use crate::console::components::{ChecklistRow, DAY_OPTION, Form, FormField, Input, date_input_name};
use crate::console::data::column_options;
use crate::console::data::suggestions::{self, FieldReference};
use crate::console::edit::{CONFIRMED, SHOWN_DIGEST};
use crate::console::request::date_part;
use crate::console::{PageAnswer, PageContent};
use crate::datafile::file::Domain;
use crate::datafile::find_cell;

impl TaskView<'_> {
    /// Shows the form, or the obstacle to the task. The form ends at an invalid field on which the next fields depend.
    pub(super) fn form_page(&self, notice: TaskNotice) -> Result<PageAnswer> {
        let (context, words, target) = (self.context(), self.context().words, self.target);
        let label = (self.task.label)(words);
        let target_address = context.address(&target.path());
        let mut content = PageContent::new(label)
            .with_row_key(target.key())
            .with_parent(target_address.clone(), target.file.full_row_title(&target.cells));
        if let Some(obstacle) = self.obstacle_text()? {
            content.add_warning(&obstacle);
            return Ok(PageAnswer::Page(content));
        }
        if let Some(facts) = (self.task.facts)(self)? {
            content.add_note(&facts);
        }
        content.add_note((self.task.description)(words));
        if let Some(task) = target.tasks.iter().find(|task| Some(task.path) == self.task.mentioned_task) {
            content.add_link(context.address(&format!("{}/{}", target.path(), task.path)), (task.label)(words));
        }
        if let Some(note) = (self.task.note)(self)? {
            content.add_warning(&note);
        }
        notice.other_errors.iter().for_each(|error| content.add_error(error));
        notice.warnings.iter().for_each(|warning| content.add_warning(warning));
        // a form that ends early sends its values in the address, and leads to the form with the next fields
        let action = context.address(&format!("{}/{}", target.path(), self.task.path));
        let cancel = Some((target_address, (self.task.cancel_label)(words)));
        let mut fields = Vec::new();
        for field in self.task.fields {
            fields.push(self.form_field(field, &notice)?);
            if self.is_last_shown_field(field)? {
                FormField::focus_first_empty(&mut fields);
                let required_text = Some(words.required);
                let form = Form::selecting(label, action, fields, words.next_step);
                content.add(&Form { cancel, required_text, ..form });
                return Ok(PageAnswer::Page(content));
            }
        }
        FormField::focus_first_empty(&mut fields);
        fields.push(FormField::hidden(SHOWN_DIGEST, self.target_digest()?));
        let button = if notice.warnings.is_empty() {
            label
        } else {
            // the page shows the warnings: sending this form confirms them
            fields.push(FormField::hidden(CONFIRMED, "yes"));
            words.save_anyway
        };
        content.add(&Form {
            is_destructive: self.task.is_destructive,
            refresh: self.task.has_dependent_fields().then_some(words.refresh_form),
            cancel,
            ..Form::changing(context, label, action, fields, button)
        });
        Ok(PageAnswer::Page(content))
    }

    fn form_field(&self, field: &TaskField, notice: &TaskNotice) -> Result<FormField> {
        let (context, column) = (self.context(), field.column());
        let value = self.field_value(field.column)?;
        let input = self.input(field, &value, notice)?;
        let label = field.label.map_or_else(|| column.label(context.language), |label| label(context.words).to_owned());
        let chosen_option = self.chosen_option(field, &input, &value);
        let mut form_field = FormField::new(field.column, label, input);
        form_field.is_required = field.is_required;
        if let FieldKind::OneOfOrDay(_) = field.kind {
            let is_day_chosen = chosen_option == Some(DAY_OPTION);
            let day = if is_day_chosen {
                date_part(&value).unwrap_or(&value)
            } else {
                // a day beside another option stays in the date input, where the operator can clear it
                self.sent_value(&date_input_name(field.column)).unwrap_or_default()
            };
            form_field.day = Some((context.words.until_another_day.to_owned(), day.to_owned()));
        }
        // the column's explanation describes the usual input, and not a list of options
        form_field.hint = match field.hint {
            Some(hint) => hint(self)?,
            None if matches!(field.kind, FieldKind::Column) => column.hint_in(context.language).to_owned(),
            None => String::new(),
        };
        let errors = notice.field_errors.iter().filter(|(name, _)| name == field.column);
        form_field.errors = errors.map(|(_, error)| error.clone()).collect();
        // `add_suggestions` reads the input, the hint and the errors, which therefore come first
        if matches!(field.kind, FieldKind::Column | FieldKind::Deciding) {
            let field_of = |name: &str| (name.to_owned(), self.sent_value(name).unwrap_or_default().to_owned());
            let reference = column.applying_reference(|name| self.sent_value(name).unwrap_or_default());
            if let Some(reference) = reference.and_then(|reference| FieldReference::new(reference, field_of)) {
                suggestions::add_suggestions(context, self.snapshot(), &mut form_field, &reference, &value)?;
            }
        }
        form_field.value = match chosen_option {
            Some(option) => option.to_owned(),
            None => value,
        };
        Ok(form_field)
    }

    fn chosen_option<'v>(&self, field: &TaskField, input: &Input, value: &'v str) -> Option<&'v str> {
        let Input::Radio(options) = input else { return None };
        let sent = self.sent_value(field.column);
        // without a declared initial value, the operator has to choose
        if field.is_required && field.initial.is_none() && sent.is_none() {
            return Some(NOTHING_CHOSEN);
        }
        let is_option = options.iter().any(|(option, _)| *option == value);
        let is_day = matches!(field.kind, FieldKind::OneOfOrDay(_)) && (sent == Some(DAY_OPTION) || !is_option);
        Some(if is_day { DAY_OPTION } else { value })
    }

    fn input(&self, field: &TaskField, value: &str, notice: &TaskNotice) -> Result<Input> {
        let column = field.column();
        Ok(match (&field.kind, column.domain) {
            (FieldKind::OneOf(options) | FieldKind::OneOfOrDay(options), _) => Input::Radio(options(self)?),
            (FieldKind::DecidingOneOf(options), _) => {
                let mut options = options(self)?;
                // the next fields depend on the chosen option: offer no other option
                if !self.is_last_shown_field(field)? {
                    options.retain(|(option, _)| *option == value);
                }
                Input::Radio(options)
            }
            (FieldKind::Checklist(rows), _) => Input::Checklist(self.checklist_rows(field, rows(self)?, notice)),
            (FieldKind::Day, _) | (_, Domain::Date) => Input::Line("date"),
            (_, Domain::Time) => Input::Line("time"),
            (_, Domain::Datetime) => Input::DateTime,
            _ => column_options(self.context(), column).map_or(Input::Line("text"), Input::Select),
        })
    }

    fn checklist_rows(&self, field: &TaskField, rows: Vec<TaskSourceRow>, notice: &TaskNotice) -> Vec<ChecklistRow> {
        let ticked_keys = self.ticked_keys(field.column);
        let checklist_row = |row: &TaskSourceRow| {
            let key = row.key();
            let error = notice.checklist_errors.iter().find(|(row_key, _)| *row_key == key);
            ChecklistRow {
                label: find_cell(&row.cells, CHECKLIST_LABEL).to_owned(),
                is_ticked: ticked_keys.as_ref().is_none_or(|keys| keys.contains(&*key)),
                text: self.context().request.form.text_of(&format!("{}.{key}", field.column)).to_owned(),
                error: error.map(|(_, error)| error.clone()).unwrap_or_default(),
                key,
            }
        };
        rows.iter().map(checklist_row).collect()
    }
}
