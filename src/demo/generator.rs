//! Generates rows in addition to the handmade rows. The same seed gives the same rows. Only trainings are kept in
//! memory: other objects are recomputed from their number whenever a row needs them. The import assigns ids.

mod catalog;
mod classes;
mod learning;
mod participants;
mod paths;
mod people;

use std::io::Read;

use super::random::{ObjectKind, Random};
use super::rows::{GeneratedCsv, RowWriter};
use super::seed;
use super::shift::DateShift;
use catalog::DemoTraining;

/// The Monday of the current week, from which days are counted.
const THIS_MONDAY: i64 = 0;

/// The minute of the day at which the system records changes.
const SEVEN_O_CLOCK: i64 = 7 * 60;

mod enrollment_state {
    pub const REGISTERED: &str = "0";
    pub const APPROVED: &str = "1";
    pub const CANCELLED: &str = "2";
    pub const SCHEDULED: &str = "3";
}

/// The generated rows of all data files. Persons, classes and other objects are numbered from 0.
pub struct GeneratedRows {
    seed: u64,
    shift: DateShift,
    /// How many persons and trainings to generate, in addition to the handmade ones.
    persons: u64,
    trainings: u64,
    /// The trainings without classes, and those with classes. Both lists also have handmade trainings.
    online_trainings: Vec<DemoTraining>,
    classroom_trainings: Vec<DemoTraining>,
}

impl GeneratedRows {
    pub fn new(seed: u64, persons: u64, trainings: u64, shift: DateShift) -> Self {
        let (online_trainings, classroom_trainings) = catalog::list_trainings(trainings);
        Self { seed, shift, persons, trainings, online_trainings, classroom_trainings }
    }

    /// Returns the generated rows of a data file, without a header. Files without generated rows, such as functions.csv, are
    /// empty. The rows are generated while they are read.
    pub fn open_file(&self, name: &str) -> Box<dyn Read + '_> {
        match name {
            // each line names the objects whose rows the file has, and the function that writes the rows of one object
            "divisions.csv" => self.rows_of_each(name, self.location_count(), Self::write_division_rows),
            "groups.csv" => self.rows_of_each(name, self.group_count(), Self::write_group_row),
            "persons.csv" => self.rows_of_each(name, self.persons, Self::write_person_row),
            "group_members.csv" => self.rows_of_each(name, self.persons, Self::write_member_rows),
            "categories.csv" => self.rows_of_each(name, self.category_count(), Self::write_category_row),
            "trainings.csv" => self.rows_of_each(name, self.trainings, Self::write_training_row),
            "tasks.csv" => self.rows_of_each(name, self.trainings, Self::write_task_row),
            "training_tasks.csv" => self.rows_of_each(name, self.trainings, Self::write_training_task_row),
            "block_courses.csv" => self.rows_of_each(name, self.trainings, Self::write_block_rows),
            "training_thresholds.csv" => self.rows_of_each(name, self.trainings, Self::write_required_training_row),
            "training_trainers.csv" => self.rows_of_each(name, self.trainings, Self::write_training_trainer_rows),
            "learning_paths.csv" => self.rows_of_each(name, self.path_count(), Self::write_path_row),
            "learning_path_trainings.csv" => self.rows_of_each(name, self.path_count(), Self::write_path_training_rows),
            "learning_path_links.csv" => self.rows_of_each(name, self.path_count(), Self::write_path_link_rows),
            "classes.csv" => self.rows_of_each(name, self.class_count(), Self::write_class_row),
            "class_dates.csv" => self.rows_of_each(name, self.class_count(), Self::write_class_date_rows),
            "class_trainers.csv" => self.rows_of_each(name, self.class_count(), Self::write_class_trainer_rows),
            "dimmings.csv" => self.rows_of_each(name, self.persons, Self::write_exemption_row),
            "absences.csv" => self.rows_of_each(name, self.class_count(), Self::write_absence_rows),
            "progress.csv" => self.rows_of_each(name, self.persons, Self::write_progress_rows),
            "enrollments.csv" => {
                let classes = self.rows_of_each(name, self.class_count(), Self::write_class_enrollment_rows);
                Box::new(classes.chain(self.rows_of_each(name, self.persons, Self::write_online_enrollment_rows)))
            }
            "results.csv" => {
                let classes = self.rows_of_each(name, self.class_count(), Self::write_class_result_rows);
                Box::new(classes.chain(self.rows_of_each(name, self.persons, Self::write_online_result_rows)))
            }
            _ => Box::new(std::io::empty()),
        }
    }

    fn rows_of_each<'a>(
        &'a self,
        name: &str,
        object_count: u64,
        write_rows: impl Fn(&Self, u64, &mut RowWriter) + 'a,
    ) -> Box<dyn Read + 'a> {
        Box::new(GeneratedCsv::new(seed::header(name), object_count, move |object, rows: &mut RowWriter| {
            write_rows(self, object, rows)
        }))
    }

    /// Returns the random generator of an object. Every call returns the generator in the same state.
    fn random(&self, kind: ObjectKind, number: u64) -> Random {
        Random::for_object(self.seed, kind, number)
    }

    /// Returns a datetime cell, such as `2026-03-09T09:30:00`. Days are counted from [`THIS_MONDAY`].
    fn datetime(&self, day: i64, minute_of_day: i64) -> String {
        let (hour, minute) = (minute_of_day / 60, minute_of_day % 60);
        format!("{}T{hour:02}:{minute:02}:00", self.shift.date(day))
    }
}

fn random_working_minute(random: &mut Random) -> i64 {
    random.between(8 * 60, 20 * 60)
}

fn bool_cell(value: bool) -> &'static str {
    if value { "true" } else { "false" }
}
