//! Texts that pages show for data files: labels of files and columns, titles of rows, formatted cells.

use std::borrow::Cow;

use super::file::{Column, DataFile, Domain};
use super::find_cell;
use crate::model::language::{Language, without_zero_seconds};
use crate::model::text::{MAX_TEXT_CHARACTERS, split_into_words};

impl DataFile {
    pub fn label(&self, language: Language) -> String {
        self.labels[language as usize].to_owned()
    }

    pub fn add_row_label(&self, language: Language) -> &'static str {
        self.add_row_label[language as usize]
    }

    /// Returns the label of the column with this name; an unknown name is returned unchanged.
    pub fn column_label(&self, column: &str, language: Language) -> String {
        self.find_column(column).map_or_else(|| column.to_owned(), |(_, column)| column.label(language))
    }

    /// Returns a phrase for the rows, such as `The pictures of trainings`.
    pub fn summary(&self, language: Language) -> String {
        capitalize(self.about[language as usize])
    }

    pub fn searched_columns(&self) -> impl Iterator<Item = &'static Column> {
        let columns = self.columns.iter();
        columns.filter(|column| match self.searched {
            [] => column.is_key() || self.title.contains(&column.name),
            names => names.contains(&column.name),
        })
    }

    /// Returns the title of a row, such as `Jan van den Bos`: the cells of the title or, without one, of the key.
    pub fn row_title(&self, cells: &[(String, String)]) -> String {
        let names = match self.title {
            [] => self.key_columns().map(|(_, column)| column.name).collect(),
            title => title.to_vec(),
        };
        let shown_cells = names.into_iter().map(|name| find_cell(cells, name)).filter(|cell| !cell.is_empty());
        shown_cells.collect::<Vec<_>>().join(" ")
    }

    /// Returns the title, key and details of a row: `Jan Bos · E7 · Kok · Noord`.
    pub fn full_row_title(&self, cells: &[(String, String)]) -> String {
        let title = self.row_title(cells);
        // an id means nothing to a reader
        let shown_key = self.key_columns().map(|(_, column)| column).filter(|column| column.domain != Domain::Id);
        let names = shown_key.map(|column| column.name).chain(self.details.iter().copied());
        // without a title of its own, the row's title is its key, which is not repeated
        let details = names.map(|name| find_cell(cells, name)).filter(|cell| !cell.is_empty() && *cell != title);
        [title.as_str()].into_iter().chain(details).collect::<Vec<_>>().join(" · ")
    }
}

impl Column {
    /// Sets the Dutch label. Pages in English show the words of the name.
    pub const fn dutch(self, label: &'static str) -> Self {
        self.labels("", label)
    }

    pub const fn labels(self, english: &'static str, dutch: &'static str) -> Self {
        Self { labels: [english, dutch], ..self }
    }

    pub const fn hint(self, english: &'static str, dutch: &'static str) -> Self {
        Self { hint: [english, dutch], ..self }
    }

    /// Sets the English and the Dutch name of each choice, in the order of the choices.
    pub const fn choice_names(self, names: &'static [[&'static str; 2]]) -> Self {
        Self { choice_names: names, ..self }
    }

    pub fn label(&self, language: Language) -> String {
        match self.labels[language as usize] {
            "" => split_into_words(self.name),
            label => label.to_owned(),
        }
    }

    pub fn hint_in(&self, language: Language) -> &'static str {
        self.hint[language as usize]
    }

    /// Returns the English meaning of the cells, for authors of data files. Lists the values of an enumeration.
    pub fn description(&self) -> Cow<'static, str> {
        match self.enumeration {
            Some(numbers) => format!("{}: {}", self.meaning, numbers.list_values(Language::English)).into(),
            None => self.meaning.into(),
        }
    }

    /// Formats a cell for people: `yes` for `true`, `Learning (course)` for `Learning`, and dates in the form of the
    /// language.
    pub fn format_cell(&self, cell: &str, language: Language) -> String {
        match (self.domain, cell) {
            (Domain::Flag, "true") => language.yes_or_no(true).to_owned(),
            (Domain::Flag, "false") => language.yes_or_no(false).to_owned(),
            (Domain::DatetimeOrNever, "never") => language.no_end_date().to_owned(),
            // a usual date for a contract without an end
            (Domain::Date | Domain::Datetime, cell) if cell.starts_with("9999-12-31") => {
                language.no_end_date().to_owned()
            }
            (Domain::Date, cell) => language.format_date(cell),
            (Domain::Datetime | Domain::DatetimeOrNever, cell) => language.format_if_datetime(cell),
            (Domain::Money, cell) => language.format_decimal(cell),
            (Domain::Time, cell) => without_zero_seconds(cell).to_owned(),
            (_, cell) => match (self.enumeration, self.choice_name(cell, language)) {
                (Some(numbers), _) => numbers.label(cell, language),
                (None, Some(name)) => format!("{cell} ({name})"),
                (None, None) => cell.to_owned(),
            },
        }
    }

    /// Returns the name of a choice, such as `course` for `Learning`; `None` if the choices have no names.
    pub fn choice_name(&self, choice: &str, language: Language) -> Option<&'static str> {
        let Domain::Choice(choices) = self.domain else { return None };
        let mut names = choices.iter().zip(self.choice_names);
        names.find(|(known, _)| **known == choice).map(|(_, name)| name[language as usize])
    }

    /// Returns whether the texts can be so long that a form has several lines for a cell.
    pub fn is_long(&self) -> bool {
        matches!(self.domain, Domain::Text(characters) if characters > MAX_TEXT_CHARACTERS)
    }

    pub fn is_number(&self) -> bool {
        matches!(self.domain, Domain::Id | Domain::Int(..) | Domain::Money)
    }
}

fn capitalize(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use crate::datafile::{FILES, all_files};

    #[test]
    fn files_and_columns_have_labels() {
        assert!(FILES.iter().all(|file| !file.add_row_label.contains(&"")));
        for file in all_files() {
            assert!(![file.labels, file.about].as_flattened().contains(&""), "{}", file.name);
            for column in file.columns {
                let [_, dutch] = column.labels;
                assert!(!dutch.is_empty(), "{} {}", file.name, column.name);
            }
            for name in file.title.iter().chain(file.listed).chain(file.details).chain(file.searched) {
                assert!(file.find_column(name).is_some(), "{} {name}", file.name);
            }
        }
    }
}
