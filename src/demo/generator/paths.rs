//! Generates learning paths, their trainings and their links.

use super::GeneratedRows;
use super::catalog::{form_of, training_code};
use super::people::person_identifier;
use crate::demo::names::{LOCATIONS, SUBJECTS};
use crate::demo::random::RandomStream;
use crate::demo::rows::RowSink;

const ON_PATHS: [&str; 3] = ["BAS", "PRAK", "OPFR"];

const PATH_EACH: u64 = 20;

impl GeneratedRows {
    pub fn path_count(&self) -> u64 {
        (self.trainings / PATH_EACH).min(SUBJECTS.len() as u64)
    }

    fn path_title(&self, path: u64) -> String {
        format!("Leerpad {}", SUBJECTS[path as usize].1.to_lowercase())
    }

    pub fn path_row(&self, path: u64, table: &mut RowSink) {
        table.row([("Title", &self.path_title(path))]);
    }

    pub fn path_training_rows(&self, path: u64, table: &mut RowSink) {
        for training in self.trainings_of_subject(path).filter(|t| ON_PATHS.contains(&form_of(*t).code)) {
            table.row([("LearningPathTitle", &self.path_title(path)), ("TrainingCode", &training_code(training))]);
        }
    }

    pub fn path_link_rows(&self, path: u64, table: &mut RowSink) {
        const FUNCTIONS: [&str; 6] = [
            "Verpleegkundige hbo",
            "Begeleider",
            "Wijkverpleegkundige",
            "Helpende plus",
            "Persoonlijk begeleider",
            "Facilitair medewerker",
        ];
        let mut random = self.random(RandomStream::Path, path);
        let title = self.path_title(path);
        let mut link = |by: &str, value: &str| {
            table.row([("LearningPathTitle", &title), ("LinkType", by), ("LinkValue", value)]);
        };
        match path % 3 {
            0 => link("Function", FUNCTIONS[(path / 3 % 6) as usize]),
            1 if self.group_count() > 0 => link("Group", &self.group_name(path % self.group_count())),
            _ => {
                let locations = self.location_count().min(LOCATIONS.len() as u64);
                for location in (path % 5..locations).step_by(5) {
                    link("Location", &self.location_name(location));
                }
            }
        }
        if self.persons > 0 {
            link("Theme", &person_identifier(random.below(self.persons)));
            link("Person", &person_identifier(random.below(self.persons)));
        }
    }
}
