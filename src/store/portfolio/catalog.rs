//! Reads the data that all persons share: trainings with the trainings that they require, and learning paths with the
//! functions, divisions and groups to which they are linked.

use rusqlite::{Connection, Result, Row};
use rustc_hash::FxHashMap;

use crate::ledger::query::query_all;

pub struct PortfolioTraining {
    pub key: i64,
    /// The id of the step: a step contains categories, and a category contains trainings.
    pub step: i64,
    pub is_active: bool,
    pub is_mandatory: bool,
    /// The indexes of the active trainings that must be completed before this training: its threshold.
    pub required: Vec<usize>,
}

/// All trainings, and the learning paths with their trainings. The index of a training is its index in `trainings`.
pub struct TrainingCatalog {
    /// The trainings in the order of rows: by step order, step id, type (`Learning` first) and training id.
    pub trainings: Vec<PortfolioTraining>,
    /// The indexes of the trainings by their keys.
    indexes: FxHashMap<i64, usize>,
    trainings_by_path: FxHashMap<i64, Vec<usize>>,
    paths_by_function: FxHashMap<i64, Vec<i64>>,
    paths_by_division: FxHashMap<i64, Vec<i64>>,
    paths_by_group: FxHashMap<i64, Vec<i64>>,
    parents: FxHashMap<i64, i64>,
}

impl TrainingCatalog {
    /// Reads the catalog. Links to trainings that a damaged database lacks are ignored.
    pub fn read(connection: &Connection) -> Result<Self> {
        let mut trainings = read_trainings(connection)?;
        let indexes: FxHashMap<_, _> = trainings.iter().map(|training| training.key).zip(0..).collect();
        let query_pairs = |sql: &str| -> Result<Vec<(i64, i64)>> {
            query_all(connection, sql, [], |row| Ok((row.get(0)?, row.get(1)?)))
        };
        // thresholds: a required training that is not active need not be completed
        for (training, required) in query_pairs("SELECT training, required FROM training_threshold")? {
            if let (Some(training), Some(required)) = (indexes.get(&training), indexes.get(&required))
                && trainings[*required].is_active
            {
                trainings[*training].required.push(*required);
            }
        }
        // learning paths: their trainings, and the functions, divisions and groups that have them
        let paths_with_keys = query_pairs("SELECT learning_path, training FROM learning_path_training")?;
        let paths = paths_with_keys.into_iter().filter_map(|(path, key)| Some((path, *indexes.get(&key)?)));
        let trainings_by_path = group_by_first(paths);
        let paths_by = |column: &str| {
            let sql = format!("SELECT {column}, learning_path FROM learning_path_link WHERE {column} IS NOT NULL");
            Ok::<_, rusqlite::Error>(group_by_first(query_pairs(&sql)?))
        };
        Ok(Self {
            trainings,
            indexes,
            trainings_by_path,
            paths_by_function: paths_by("function")?,
            paths_by_division: paths_by("division")?,
            paths_by_group: paths_by("person_group")?,
            parents: query_pairs("SELECT id, parent FROM division WHERE parent IS NOT NULL")?.into_iter().collect(),
        })
    }

    /// Returns the index of the training with this key; `None` if a damaged database lacks the training.
    pub fn find_index(&self, key: i64) -> Option<usize> {
        self.indexes.get(&key).copied()
    }

    pub fn trainings_of_path(&self, path: i64) -> &[usize] {
        self.trainings_by_path.get(&path).map_or(&[], Vec::as_slice)
    }

    /// Returns the trainings of a function's learning paths. A training may occur several times.
    pub fn trainings_of_function(&self, function: i64) -> impl Iterator<Item = usize> {
        self.trainings_of_paths(self.paths_by_function.get(&function))
    }

    pub fn trainings_of_group(&self, group: i64) -> impl Iterator<Item = usize> {
        self.trainings_of_paths(self.paths_by_group.get(&group))
    }

    /// Returns the trainings of the learning paths of a division and its ancestors. If a damaged database has a cycle
    /// of divisions, stops after as many ancestors as there are divisions.
    pub fn trainings_of_division(&self, division: i64) -> impl Iterator<Item = usize> {
        let find_parent = |division: &i64| self.parents.get(division).copied();
        std::iter::successors(Some(division), find_parent)
            .take(self.parents.len() + 1)
            .flat_map(|division| self.trainings_of_paths(self.paths_by_division.get(&division)))
    }

    fn trainings_of_paths<'a>(&'a self, paths: Option<&'a Vec<i64>>) -> impl Iterator<Item = usize> + 'a {
        paths.into_iter().flatten().flat_map(|path| self.trainings_of_path(*path).iter().copied())
    }
}

/// Reads all trainings in the order of rows, without the trainings that they require.
fn read_trainings(connection: &Connection) -> Result<Vec<PortfolioTraining>> {
    let sql = "SELECT m.key, m.step, m.is_active, m.is_mandatory
               FROM LearningModule AS m JOIN step AS s ON s.id = m.step
               ORDER BY s.position, s.id, m.key";
    let read_training =
        |row: &Row| read_row!(row => PortfolioTraining { key, step, is_active, is_mandatory, required: Vec::new() });
    query_all(connection, sql, [], read_training)
}

fn group_by_first<V>(pairs: impl IntoIterator<Item = (i64, V)>) -> FxHashMap<i64, Vec<V>> {
    let mut groups: FxHashMap<_, Vec<_>> = FxHashMap::default();
    for (first, second) in pairs {
        groups.entry(first).or_default().push(second);
    }
    groups
}
