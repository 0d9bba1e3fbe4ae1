//! Groups the errors of an import, so that users see one error for many rows with the same cause.

use std::collections::HashMap;

use anyhow::Result;

use super::{ErrorTable, ImportError, KindCount};
use crate::exchange::mapping::MappedFile;
use crate::exchange::mapping::suggestion::find_allowed_value;
use crate::model::language::Language;
use crate::model::message::MessageName::{NeitherInFileNorStored, NotAChoice, NotAFlag, NotStored, UnlistedInFile};
use crate::model::message::{Message, MessageName, Severity};
use crate::model::text::is_cut;

/// The maximum number of lines that the text of a group lists.
const MAX_LISTED_LINES: usize = 3;

/// The errors about cells that are not an allowed value. A mapping can replace such a cell.
const UNKNOWN_VALUES: [MessageName; 5] = [NotAChoice, NotAFlag, NotStored, UnlistedInFile, NeitherInFileNorStored];

/// The errors with the same message in one column, or a single error.
#[derive(Clone)]
pub struct ErrorGroup {
    /// The first errors: at least one, at most [`MAX_LISTED_LINES`].
    pub errors: Vec<ImportError>,
    pub count: u64,
    /// The cells that a mapping can replace, each with the probable value; `?` if no value is probable.
    pub values: Vec<(String, &'static str)>,
}

/// The files whose errors [`ErrorTable::group_errors`] groups.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum GroupedFiles {
    All,
    /// Foreign files, because one change of the mapping can correct a whole group.
    Mapped,
}

impl ErrorGroup {
    pub fn first(&self) -> &ImportError {
        &self.errors[0]
    }

    /// Adds the cell of an error to `values`, if a mapping can replace the cell.
    fn add_value(&mut self, error: ImportError, mapped: Option<&MappedFile>) {
        let Some((at, column)) = error.data_file.find_column(&error.column) else { return };
        // only the beginning of a cut cell is known, so that a mapping cannot match it
        let is_unknown_value = UNKNOWN_VALUES.contains(&error.message.name) && !is_cut(&error.value);
        // a value that the mapping itself sets is not a cell of the file
        let is_from_mapping = mapped.is_some_and(|mapped| mapped.mapping.is_mapping_value(at, &error.value));
        let is_known = self.values.iter().any(|(value, _)| *value == error.value);
        if is_unknown_value && !is_from_mapping && !is_known {
            let probable_value = find_allowed_value(error.data_file, column, &error.value);
            self.values.push((error.value, probable_value.unwrap_or("?")));
        }
    }

    /// Returns the first error, followed by [`Self::row_summary`].
    pub fn text(&self, language: Language) -> String {
        self.first().text(language) + &self.row_summary(language)
    }

    /// Returns ` (58 rows with 2 values: lines 4, 5, 6, …)`; empty for a single error.
    pub fn row_summary(&self, language: Language) -> String {
        if self.count == 1 {
            return String::new();
        }
        let message = Message::new(MessageName::InRows).with(self.count);
        // a group about one value has the value in its first error
        let message = match self.values.len() {
            0 | 1 => message.with(""),
            count => message.with_part(Message::new(MessageName::WithValues).with(count)),
        };
        let lines = self.errors.iter().map(|error| error.line.to_string()).collect::<Vec<_>>().join(", ");
        let ellipsis = if self.count > MAX_LISTED_LINES as u64 { ", …" } else { "" };
        message.with(lines).with(ellipsis).text(language)
    }
}

#[derive(PartialEq, Eq, Hash)]
struct GroupKey {
    data_file: &'static str,
    column: String,
    message: MessageName,
    /// The text of the message if there is no column; else `None`.
    text: Option<String>,
}

impl GroupKey {
    fn new(error: &ImportError) -> Self {
        let text = error.column.is_empty().then(|| error.message.to_string());
        let (column, message) = (error.column.clone(), error.message.name);
        GroupKey { data_file: error.data_file.name, column, message, text }
    }
}

impl ErrorTable<'_> {
    /// Keeps the order of first errors. In a file that `grouped` excludes, each error is a group of its own.
    pub fn group_errors(&self, grouped: GroupedFiles) -> Result<Vec<ErrorGroup>> {
        let mapped_files = self.mapped_files.borrow();
        let mut groups: Vec<ErrorGroup> = Vec::new();
        let mut positions: HashMap<GroupKey, usize> = HashMap::new();
        self.for_each(Severity::Error, u64::MAX, |error| {
            let mapped = mapped_files.get(error.data_file.name);
            let is_grouped = mapped.is_some() || grouped == GroupedFiles::All;
            let new_position = groups.len();
            let position = match is_grouped {
                true => *positions.entry(GroupKey::new(&error)).or_insert(new_position),
                false => new_position,
            };
            if position == new_position {
                groups.push(ErrorGroup { errors: Vec::new(), count: 0, values: Vec::new() });
            }
            let group = &mut groups[position];
            group.count += 1;
            if group.errors.len() < MAX_LISTED_LINES {
                group.errors.push(error.clone());
            }
            if is_grouped {
                group.add_value(error, mapped);
            }
            Ok(())
        })?;
        self.count_dropped_errors(&mut groups, &positions);
        Ok(groups)
    }

    /// Adds the errors that the table dropped to the counts of their groups.
    fn count_dropped_errors(&self, groups: &mut [ErrorGroup], positions: &HashMap<GroupKey, usize>) {
        for count in self.counts.borrow().values() {
            for ((column, message), KindCount { dropped, .. }) in &count.kinds {
                let kind = (count.data_file, &**column, *message);
                let is_of_kind = |key: &GroupKey| (key.data_file, &*key.column, key.message) == kind;
                // errors without a column can have several groups of one kind: the first counts the dropped errors
                let of_kind = positions.iter().filter(|(key, _)| is_of_kind(key)).map(|(_, position)| *position);
                if let Some(first_position) = of_kind.min() {
                    groups[first_position].count += dropped;
                }
            }
        }
    }
}
