//! The parameters of a report: their values in the address, the values without an address, and their form fields.

use anyhow::Result;

use super::ReportPage;
use crate::console::components::{FormField, Input};
use crate::console::data::suggestions::{FieldReference, add_suggestions};
use crate::console::request::with_seconds;
use crate::operation::ArgumentRule;
use crate::operation::request::{Parameter, ParameterKind};

impl ReportPage<'_> {
    /// Returns the value of a parameter: the value in the address, or else its initial value. `None` means that the
    /// operator has to fill in a required parameter.
    pub fn parameter_value(&self, parameter: &Parameter) -> Option<String> {
        self.value_in_address(parameter).or_else(|| {
            let mut named = self.initial_values.iter().filter(|(name, _)| *name == parameter.name);
            named.next().map(|(_, value)| value.clone())
        })
    }

    /// Returns the value of a parameter in the address. `None` means that the value is missing or empty.
    fn value_in_address(&self, parameter: &Parameter) -> Option<String> {
        let fields = self.context.request.query.0.iter();
        let mut named = fields.filter(|(name, _)| self.brand().matches(parameter.name, name));
        let (_, value) = named.next()?;
        if value.trim().is_empty() {
            return None;
        }
        Some(match parameter.kind {
            ParameterKind::DateTime | ParameterKind::RangeEnd => with_seconds(value),
            _ => value.clone(),
        })
    }

    /// Returns the values of required parameters that the address lacks, if a common value exists: the current year for
    /// a period, and the first option of a list.
    pub fn find_initial_values(&self) -> Result<Vec<(&'static str, String)>> {
        let is_missing = |parameter: &&Parameter| parameter.is_required && self.value_in_address(parameter).is_none();
        let missing: Vec<_> = self.operation.request.iter().filter(is_missing).collect();
        let first_option = |parameter: &&Parameter| match parameter.kind {
            ParameterKind::Bool => Some((parameter.name, false.to_string())),
            // an alias is a word whose value is another word
            ParameterKind::OneOf(known) => {
                let (word, _) = known.iter().find(|(word, value)| word == value)?;
                Some((parameter.name, (*word).to_owned()))
            }
            _ => None,
        };
        let mut values: Vec<_> = missing.iter().filter_map(first_option).collect();
        // with only one of the dates, the other could be on the wrong side
        if let Some((from, till)) = self.period_parameters()
            && [from, till].iter().all(|name| missing.iter().any(|parameter| parameter.name == *name))
        {
            let year = self.context.snapshot()?.clock().now().year();
            values.extend([(from, format!("{year:04}-01-01")), (till, format!("{year:04}-12-31"))]);
        }
        Ok(values)
    }

    /// Returns the names of the parameters with the first and the last date of a period.
    fn period_parameters(&self) -> Option<(&'static str, &'static str)> {
        self.operation.rules.iter().find_map(|rule| match rule {
            ArgumentRule::DateRange { from, till } => Some((*from, *till)),
            _ => None,
        })
    }

    /// Returns the labels of the required parameters without a value.
    pub fn missing_labels(&self) -> Vec<String> {
        let is_missing = |parameter: &&Parameter| parameter.is_required && self.parameter_value(parameter).is_none();
        let missing = self.operation.request.iter().filter(is_missing);
        missing.map(|parameter| parameter.label(self.context.language, self.brand())).collect()
    }

    /// Returns the form field of a parameter. If the address has no value, the field has the parameter's default.
    pub fn parameter_field(&self, parameter: &Parameter) -> Result<FormField> {
        let value = self.parameter_value(parameter).unwrap_or_default();
        let label = parameter.label(self.context.language, self.brand());
        let input = self.parameter_input(parameter, &value);
        let mut field = FormField::new(self.brand().branded_name(parameter.name), label, input).with_value(&value);
        field.hint = self.parameter_hint(parameter, &field);
        field.is_required = parameter.is_required;
        if value.is_empty()
            && let Some(default) = parameter.default
        {
            field.value = default.to_string();
        }
        if let Some((file, column)) = parameter.reference {
            let reference = FieldReference::by_column(file, column);
            add_suggestions(self.context, &self.context.snapshot()?, &mut field, &reference, value.trim())?;
        }
        Ok(field)
    }

    fn parameter_input(&self, parameter: &Parameter, value: &str) -> Input {
        let language = self.context.language;
        let choices = parameter.choices.and_then(|(file, column)| file.find_column(column));
        // the name of a data file is shown as the label of its table
        let option = |(word, value): &(&'static str, &str)| {
            let name = choices.and_then(|(_, column)| column.choice_name(value, language));
            (*word, name.map_or_else(|| self.context.file_label(value), str::to_owned))
        };
        match parameter.kind {
            ParameterKind::Int => Input::Line("number"),
            ParameterKind::Bool => {
                Input::select([false, true].map(|value| (value.to_string(), language.yes_or_no(value))))
            }
            ParameterKind::Date => Input::Line("date"),
            // a time is rarely needed: the operator enters a date, unless the address already has a time
            ParameterKind::DateTime | ParameterKind::RangeEnd if !value.contains('T') => Input::Line("date"),
            ParameterKind::DateTime | ParameterKind::RangeEnd => Input::DateTime,
            ParameterKind::AnyOf(known) => Input::select([("", "")].iter().chain(known).map(option)),
            ParameterKind::OneOf(known) => {
                // an alias is a word whose value is another word
                let without_aliases = known.iter().filter(|(word, value)| word == value);
                Input::select(without_aliases.map(option))
            }
            ParameterKind::Position
            | ParameterKind::RowLimit
            | ParameterKind::Text(_)
            | ParameterKind::MappingNames
            | ParameterKind::Record(_) => Input::Line("text"),
        }
    }

    fn parameter_hint(&self, parameter: &Parameter, field: &FormField) -> String {
        let words = self.context.words;
        let meaning = parameter.meaning(self.context.language);
        let is_last_of_period = self.period_parameters().is_some_and(|(_, till)| till == parameter.name);
        let hint = match &field.input {
            // the suggestions add their own hint, and named choices need none
            _ if parameter.reference.is_some() || parameter.choices.is_some() => "",
            Input::DateTime if is_last_of_period => words.until_this_moment,
            _ if is_last_of_period => words.whole_day_included,
            // a hint that repeats the label helps nobody
            _ if meaning.trim_end_matches('.') == field.label => "",
            _ => meaning,
        };
        hint.to_owned()
    }
}
