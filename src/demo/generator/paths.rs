//! Generates learning paths, their trainings and their links.

use super::GeneratedRows;
use super::catalog::{form_of, training_code};
use super::people::person_identifier;
use crate::demo::names::{LOCATIONS, SUBJECTS};
use crate::demo::random::ObjectKind;
use crate::demo::rows::RowWriter;

/// The codes of the forms whose trainings are on a learning path.
const PATH_FORMS: [&str; 3] = ["BAS", "PRAK", "OPFR"];

/// One path is generated for every 20 trainings, but at most one for each subject.
const TRAININGS_PER_PATH: u64 = 20;

/// The functions to which paths are linked.
const LINKED_FUNCTIONS: [&str; 6] = [
    "Verpleegkundige hbo",
    "Begeleider",
    "Wijkverpleegkundige",
    "Helpende plus",
    "Persoonlijk begeleider",
    "Facilitair medewerker",
];

impl GeneratedRows {
    pub fn path_count(&self) -> u64 {
        (self.trainings / TRAININGS_PER_PATH).min(SUBJECTS.len() as u64)
    }

    fn path_title(&self, path: u64) -> String {
        format!("Leerpad {}", SUBJECTS[path as usize].title.to_lowercase())
    }

    pub fn write_path_row(&self, path: u64, rows: &mut RowWriter) {
        rows.write_row([("Title", &self.path_title(path))]);
    }

    /// Writes the trainings of a path: those about its subject whose form is one of [`PATH_FORMS`].
    pub fn write_path_training_rows(&self, path: u64, rows: &mut RowWriter) {
        let title = self.path_title(path);
        // path n and training n are about subject n
        let trainings = self.trainings_of_same_subject(path);
        for training in trainings.filter(|training| PATH_FORMS.contains(&form_of(*training).code)) {
            rows.write_row([("LearningPathTitle", &title), ("TrainingCode", &training_code(training))]);
        }
    }

    /// Links a path to one function, one group or every fifth location, and to two persons.
    pub fn write_path_link_rows(&self, path: u64, rows: &mut RowWriter) {
        let mut random = self.random(ObjectKind::Path, path);
        let title = self.path_title(path);
        let mut link = |link_type: &str, value: &str| {
            rows.write_row([("LearningPathTitle", &title), ("LinkType", link_type), ("LinkValue", value)]);
        };
        match path % 3 {
            // every third path, so divided by 3 to use each function in turn
            0 => link("Function", LINKED_FUNCTIONS[(path / 3) as usize % LINKED_FUNCTIONS.len()]),
            1 if self.group_count() > 0 => link("Group", &self.group_name(path % self.group_count())),
            _ => {
                // limited, because a large organisation has hundreds of locations
                let locations = self.location_count().min(LOCATIONS.len() as u64);
                for location in (path % 5..locations).step_by(5) {
                    link("Location", &self.location_name(location));
                }
            }
        }
        if self.persons > 0 {
            // the value of a theme is the person who chose the theme
            link("Theme", &person_identifier(random.below(self.persons)));
            link("Person", &person_identifier(random.below(self.persons)));
        }
    }
}
