//! The names of rows in errors and other messages: pages show the name beside each key that a message contains.

use anyhow::Result;

use super::components::TableCell;
use super::data::filters::filter_field_name;
use super::data::row_names::RowNames;
use super::translations::fill;
use super::{FormFields, PageContext, audit, edit};
use crate::datafile::file::{Column, DataFile};
use crate::datafile::{self, persons, trainings};
use crate::exchange::merge::error_table::ImportError;
use crate::ledger::imports;
use crate::model::message::MessageArgument::{Part, Text};
use crate::model::message::{Message, MessageName};
use crate::model::text::{cut_and_escape_cell, is_cut};
use crate::store::Snapshot;
use crate::store::row_listing::{self, ColumnFilter, FilterOperator, ListingQuery};

/// The errors about a whole row. The value of these errors is the key of the row.
const ROW_ERRORS: [MessageName; 10] = [
    MessageName::CannotRemove,
    MessageName::StillReferenced,
    MessageName::RowExists,
    MessageName::ChangedLater,
    MessageName::ExistsAgain,
    MessageName::ReferredRowMissing,
    MessageName::ReferredRowRemoved,
    MessageName::PictureOf,
    MessageName::DefaultElsewhere,
    MessageName::ReferredToBy,
];

/// Returns the value of an error as a cell, with the name of the row that has the value as its key.
pub fn value_cell(names: &RowNames, error: &ImportError) -> Result<TableCell> {
    let file = error.data_file;
    let is_own_key = ROW_ERRORS.contains(&error.message.name)
        || file.only_key_column().is_some_and(|key| key.name.eq_ignore_ascii_case(&error.column));
    let TableCell { text, small_text, .. } = match file.find_column(&error.column) {
        _ if is_own_key => names.cell_of_row_with_key(file, &error.value, &[])?,
        Some((_, column)) => names.cell_with_name(column, &error.value, &[])?,
        None => TableCell::text(&error.value),
    };
    Ok(TableCell { small_text, ..TableCell::text(text) })
}

/// Returns the detail of an error for a page, with names beside keys: `Groep 2 (VOL) has 1 place, and 2 persons …`.
pub fn error_detail(context: &PageContext, names: &RowNames, error: &ImportError) -> Result<String> {
    let column = error.data_file.find_column(&error.column).map(|(_, column)| column);
    let reference = column.and_then(|column| column.references().first());
    let key_file = reference.map_or(error.data_file, |reference| reference.to);
    let message = message_with_names(context, names, &error.message, Some(key_file))?;
    let value = value_cell(names, error)?.joined_text();
    Ok(ImportError { message, value, ..error.clone() }.labelled_detail(context.language))
}

/// Returns the text of an error in a form, in plain words if a value is missing, or matches no row of `referenced_file`,
/// to which the field refers. Any other error has its usual text.
pub fn field_error_text(
    context: &PageContext,
    names: &RowNames,
    error: &ImportError,
    referenced_file: Option<&'static DataFile>,
) -> Result<String> {
    use MessageName::*;
    let file = match (error.message.name, referenced_file) {
        (ValueRequired, _) => return Ok(context.words.value_required.to_owned()),
        // `NotAWholeNumber` and `NumberOutOfRange`: the field accepts a row's name or number, and no row has this name
        (NotStored | UnlistedInFile | NeitherInFileNorStored | NotAWholeNumber | NumberOutOfRange, Some(file)) => file,
        _ => return error_detail(context, names, error),
    };
    let (mut key_texts, mut similar_name) = (Vec::new(), None);
    for argument in &error.message.arguments {
        let Part(Message { name, arguments, .. }) = argument else { continue };
        match (name, arguments.as_slice()) {
            // the key has several columns: this is the cell of an earlier one, from another field of the form
            (Within, [Text(column_name), Text(cell)]) => {
                if let Some((_, column)) = error.data_file.find_column(column_name) {
                    key_texts.push(names.text_with_name(column, cell)?);
                }
            }
            (DidYouMean, [Text(similar_key)]) => {
                similar_name = Some(names.name_of_row_with_key(file, similar_key)?);
            }
            _ => {}
        }
    }
    // the field's own cell is the last of the key
    key_texts.push(error.value.clone());
    Ok(nothing_matches_text(context, file, &key_texts.join(", "), similar_name))
}

/// Returns the error of a field whose value matches no row of the file to which the field refers. Without a similar name
/// to suggest, the error advises to look the row up.
pub fn nothing_matches_text(
    context: &PageContext,
    file: &DataFile,
    value: &str,
    similar_name: Option<String>,
) -> String {
    let (words, table) = (context.words, file.label(context.language));
    let text = fill(words.nothing_matches, [("", &cut_and_escape_cell(value)), ("table", &table)]);
    let advice = match similar_name {
        Some(name) => words.did_you_mean.replace("{}", &name),
        None => words.look_up_in_table.replace("{table}", &table),
    };
    format!("{text} {advice}")
}

/// Returns links to the stored rows that prevent the removal of the row of an error, for each column that refers to it.
/// Returns no links for other errors.
pub fn links_to_referring_rows(
    context: &PageContext,
    snapshot: &Snapshot,
    error: &ImportError,
) -> Result<Vec<(String, String)>> {
    let (MessageName::CannotRemove | MessageName::StillReferenced, [_, Text(name), ..]) =
        (error.message.name, error.message.arguments.as_slice())
    else {
        return Ok(Vec::new());
    };
    let has_whole_key = error.data_file.only_key_column().is_some() && !is_cut(&error.value);
    let Some(file) = datafile::find_file(name).filter(|_| has_whole_key) else { return Ok(Vec::new()) };
    let refers =
        |column: &&Column| column.references().iter().any(|reference| reference.to.name == error.data_file.name);
    let mut links = Vec::new();
    for column in file.columns.iter().filter(refers) {
        let filter = ColumnFilter { column, operator: FilterOperator::Is, cell: error.value.clone() };
        let query = ListingQuery { file, search: "", filters: &[filter], order: None, after: None, size: 1 };
        let listing = row_listing::list(snapshot, &query)?;
        // a search of many rows ends early, and then has a next page
        if listing.rows.is_empty() && listing.next.is_none() {
            continue;
        }
        let filter = (filter_field_name(FilterOperator::Is, column), error.value.as_str());
        let address = format!("data/{}?{}", file.stem(), FormFields::new([filter]).to_query());
        let labels = [("table", &*file.label(context.language)), ("column", &column.label(context.language))];
        links.push((context.address(&address), fill(context.words.rows_that_refer, labels)));
    }
    Ok(links)
}

/// Replaces the files, keys and operations in a message by the names that pages show: in `is referred to by persons.csv
/// E7`, the file and key become `Persons: Jan Bos (E7)`. An import by a form or task becomes a change: `import 5` becomes
/// `change 5`. `key_file` is the file of the keys of an error's column; `None` for a message that is no error.
pub fn message_with_names(
    context: &PageContext,
    names: &RowNames,
    message: &Message,
    key_file: Option<&'static DataFile>,
) -> Result<Message> {
    let mut message = message.clone();
    // a message can contain other messages
    for argument in &mut message.arguments {
        if let Part(part) = argument {
            *part = message_with_names(context, names, part, key_file)?;
        }
    }
    for (argument, file) in message.arguments.iter_mut().zip(files_of_keys(message.name, key_file)) {
        if let Text(key) = argument {
            *key = names.name_of_row_with_key(file, key)?;
        }
    }
    match (message.name, message.arguments.as_mut_slice()) {
        (MessageName::ReferredToBy, [Text(file), Text(key), ..]) => {
            if let Some(data_file) = datafile::find_file(file) {
                *key = names.name_of_row_with_key(data_file, key)?;
                *file = format!("{}:", data_file.label(context.language));
            }
        }
        (MessageName::ReferredRowRemoved, [Text(key), Text(file), ..]) => {
            if let Some(data_file) = datafile::find_file(file) {
                *key = names.name_of_row_with_key(data_file, key)?;
                *file = data_file.label(context.language);
            }
        }
        (MessageName::ByCall, [_, action, ..]) => *action = Text(format!("({})", audit::action_text(context, action))),
        (MessageName::CannotRemove | MessageName::StillReferenced, [_, Text(file), ..])
        | (MessageName::OnLineOf, [Text(file), ..]) => *file = context.file_label(file),
        // like all other times of changes, and unlike the times in cells, never without its time
        (MessageName::At, [Text(at)]) => *at = context.language.format_datetime(at),
        (MessageName::ImportNumber, [Text(number)]) if is_edit(names.snapshot, number)? => {
            message.name = MessageName::ChangeNumber;
        }
        // `import` was replaced above. The form generated the file: the operator does not know its lines
        (MessageName::ByNumberedEntry, [Part(import), line, ..]) if import.name == MessageName::ChangeNumber => {
            *line = Text(String::new());
        }
        _ => {}
    }
    Ok(message)
}

/// Returns the files of the rows whose keys are the first arguments of a message.
fn files_of_keys(name: MessageName, key_file: Option<&'static DataFile>) -> Vec<&'static DataFile> {
    use MessageName::*;
    match name {
        NotAnonymised | StaysAnonymised | ZeroStripped | ZeroAdded => vec![&persons::FILE],
        TrainingOfItsEnrolments | RequiredInCircle | OtherType | PictureOf => vec![&trainings::FILE],
        ClassOfOtherTraining => vec![&trainings::FILE, &trainings::FILE],
        OtherId | TakenId | DidYouMean => key_file.into_iter().collect(),
        _ => Vec::new(),
    }
}

fn is_edit(snapshot: &Snapshot, number: &str) -> Result<bool> {
    let Ok(number) = number.parse() else { return Ok(false) };
    let import = imports::find_import(snapshot, number)?;
    Ok(import.is_some_and(|import| edit::is_edit_action(&import.action)))
}
