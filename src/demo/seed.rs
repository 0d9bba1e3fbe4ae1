//! The handmade organisation of the folder `seed/`, embedded in the program.

use std::rc::Rc;

use csv::StringRecord;

/// Makes a list of pairs of a path and the bytes of the file.
macro_rules! embedded {
    ($($name:literal)*) => {
        &[$(($name, include_bytes!(concat!("../../seed/", $name)))),*]
    };
}

/// Every file of `seed/`, by path.
pub const FILES: &[(&str, &[u8])] = embedded![
    "absences.csv" "account_levels.csv" "block_courses.csv" "categories.csv" "class_dates.csv" "class_trainers.csv"
    "classes.csv" "dim_reasons.csv" "dimmings.csv" "divisions.csv" "enrollments.csv" "functions.csv"
    "group_members.csv" "groups.csv" "images/bhv.png" "images/blok.png" "images/brand.png" "images/dementie.png"
    "images/dossier.png" "images/hygiene.png" "images/injecteren.png" "images/leiding.png" "images/medicatie.webp"
    "images/meldcode.png" "images/palliatief.jpg" "images/privacy.png" "images/reanimatie.png" "images/tillen.jpg"
    "images/welkom.png" "learning_path_links.csv" "learning_path_trainings.csv" "learning_paths.csv" "persons.csv"
    "progress.csv" "results.csv" "steps.csv" "tasks.csv" "training_tasks.csv" "training_thresholds.csv"
    "training_trainers.csv" "trainings.csv"
];

pub fn file_bytes(name: &str) -> Option<&'static [u8]> {
    FILES.iter().find(|(known, _)| *known == name).map(|(_, bytes)| *bytes)
}

fn csv_reader(name: &str) -> csv::Reader<&'static [u8]> {
    csv::Reader::from_reader(file_bytes(name).unwrap_or_default())
}

/// Returns the columns of a data file; none for a name that is not in [`FILES`].
pub fn header(name: &str) -> StringRecord {
    csv_reader(name).headers().cloned().expect("the seed is CSV in UTF-8")
}

pub fn rows(name: &str) -> impl Iterator<Item = SeedRow> {
    let header = Rc::new(header(name));
    let rows = csv_reader(name).into_records();
    rows.map(move |cells| SeedRow { header: Rc::clone(&header), cells: cells.expect("the seed is CSV in UTF-8") })
}

pub struct SeedRow {
    header: Rc<StringRecord>,
    pub cells: StringRecord,
}

impl SeedRow {
    /// Returns the cell of a column. Returns an empty text if the file lacks the column.
    pub fn cell(&self, column: &str) -> &str {
        let index = self.header.iter().position(|header| header == column);
        index.and_then(|index| self.cells.get(index)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn every_file_of_the_folder_is_listed() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("seed");
        let mut existing = Vec::new();
        for (folder, prefix) in [(folder.clone(), ""), (folder.join("images"), "images/")] {
            for entry in folder.read_dir().unwrap().map(Result::unwrap) {
                if entry.path().is_file() {
                    existing.push(format!("{prefix}{}", entry.file_name().to_string_lossy()));
                }
            }
        }
        existing.sort();
        let listed: Vec<_> = FILES.iter().map(|(name, _)| *name).collect();
        assert_eq!(listed, existing);
    }
}
