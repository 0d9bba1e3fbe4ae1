//! Labels of data files and columns in each language, the columns that describe a row, and those that a search covers.

use std::borrow::Cow;

use super::cell_of;
use super::file::{Column, DataFile, Domain};
use crate::model::language::{Language, without_zero_seconds};
use crate::model::text::{LONGEST, spaced};

impl DataFile {
    pub fn label(&self, language: Language) -> String {
        match language {
            Language::Dutch if !self.dutch.0.is_empty() => self.dutch.0.to_owned(),
            _ => capital(&self.stem().replace('_', " ")),
        }
    }

    /// Returns the label of a column by its name; another name stays as it is.
    pub fn label_of(&self, column: &str, language: Language) -> String {
        self.column(column).map_or_else(|| column.to_owned(), |(_, column)| column.label(language))
    }

    /// Returns what its rows are.
    pub fn holds(&self, language: Language) -> String {
        match language {
            Language::Dutch if !self.dutch.1.is_empty() => capital(self.dutch.1),
            _ => capital(self.about),
        }
    }

    /// Returns the columns that a search covers.
    pub fn searched(&self) -> impl Iterator<Item = &'static Column> {
        let columns = self.columns.iter();
        columns.filter(|column| match self.searched {
            [] => column.is_key() || self.title.contains(&column.name),
            names => names.contains(&column.name),
        })
    }

    /// Returns the description of a row with these cells.
    pub fn title_of(&self, cells: &[(String, String)]) -> String {
        let names = match self.title {
            [] => self.key().map(|(_, column)| column.name).collect(),
            title => title.to_vec(),
        };
        names.into_iter().map(|name| cell_of(cells, name)).filter(|cell| !cell.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// Returns the description of a row with its key and its distinguishing columns: `Jan Bos · E7 · Kok · Noord`.
    pub fn full_title_of(&self, cells: &[(String, String)]) -> String {
        let title = self.title_of(cells);
        let key = self.key().filter(|(_, column)| column.domain != Domain::Id).map(|(_, column)| column.name);
        let parts = key.chain(self.details.iter().copied()).map(|name| cell_of(cells, name));
        let parts: Vec<_> = parts.filter(|part| !part.is_empty() && *part != title).collect();
        [title.as_str()].into_iter().chain(parts).collect::<Vec<_>>().join(" · ")
    }
}

impl Column {
    /// Adds the Dutch label and description.
    pub const fn dutch(mut self, label: &'static str, meaning: &'static str) -> Self {
        self.dutch = (label, meaning);
        self
    }

    pub fn label(&self, language: Language) -> String {
        match language {
            Language::Dutch if !self.dutch.0.is_empty() => self.dutch.0.to_owned(),
            _ => spaced(self.name),
        }
    }

    pub fn says(&self, language: Language) -> Cow<'static, str> {
        let says = match language {
            Language::Dutch if !self.dutch.1.is_empty() => self.dutch.1,
            _ => self.meaning,
        };
        match self.enumeration {
            Some(numbers) => format!("{says}: {}", numbers.listed(language)).into(),
            None => says.into(),
        }
    }

    pub fn shown(&self, cell: &str, language: Language) -> String {
        match (self.domain, cell) {
            (Domain::Flag, "true") => language.flag(true).to_owned(),
            (Domain::Flag, "false") => language.flag(false).to_owned(),
            (Domain::DatetimeOrNever, "never") => language.never().to_owned(),
            (Domain::Date | Domain::Datetime | Domain::DatetimeOrNever, cell) => {
                language.date(cell.strip_suffix("T00:00:00").unwrap_or(cell))
            }
            (Domain::Time, cell) => without_zero_seconds(cell).to_owned(),
            (_, cell) => match self.enumeration {
                Some(numbers) => numbers.label(cell, language),
                None => cell.to_owned(),
            },
        }
    }

    pub fn is_long(&self) -> bool {
        matches!(self.domain, Domain::Text(longest) if longest > LONGEST)
    }

    pub fn is_number(&self) -> bool {
        matches!(self.domain, Domain::Id | Domain::Int(..) | Domain::Money)
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use crate::datafile::all_files;

    #[test]
    fn everything_is_called_something_in_dutch_too() {
        for file in all_files() {
            assert!(!file.dutch.0.is_empty() && !file.dutch.1.is_empty(), "{}", file.name);
            for column in file.columns {
                let (label, meaning) = column.dutch;
                assert!(!label.is_empty() && !meaning.is_empty(), "{} {}", file.name, column.name);
            }
            for name in file.title.iter().chain(file.listed).chain(file.details).chain(file.searched) {
                assert!(file.column(name).is_some(), "{} {name}", file.name);
            }
        }
    }
}
