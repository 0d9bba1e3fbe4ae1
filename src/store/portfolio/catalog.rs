//! The data that all persons share, read once per answer: trainings, thresholds, learning paths and their links.

use std::collections::HashMap;

use rusqlite::{Connection, Row};

pub struct PortfolioTraining {
    pub key: i64,
    pub step: i64,
    pub is_active: bool,
    pub is_mandatory: bool,
    pub required: Vec<usize>,
}

/// A training is identified by its index in the order of rows: "step order, step id, type (`Learning` first), training
/// id".
pub struct TrainingCatalog {
    pub trainings: Vec<PortfolioTraining>,
    keys: TrainingKeys,
    paths: HashMap<i64, Vec<usize>>,
    /// The learning paths by function, division and group.
    functions: HashMap<i64, Vec<i64>>,
    divisions: HashMap<i64, Vec<i64>>,
    groups: HashMap<i64, Vec<i64>>,
    parents: HashMap<i64, i64>,
}

impl TrainingCatalog {
    pub fn read(connection: &Connection) -> rusqlite::Result<Self> {
        let mut trainings = trainings(connection)?;
        let keys = TrainingKeys::new(&trainings);
        add_thresholds(connection, &mut trainings, &keys)?;
        let pairs = |sql| -> rusqlite::Result<Vec<(i64, i64)>> {
            let mut statement = connection.prepare_cached(sql)?;
            statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
        };
        let mut paths: HashMap<_, Vec<_>> = HashMap::new();
        for (path, key) in pairs("SELECT learning_path, training FROM learning_path_training")? {
            if let Some(training) = keys.index(key) {
                paths.entry(path).or_default().push(training);
            }
        }
        let links = |sql| Ok::<_, rusqlite::Error>(grouped(pairs(sql)?));
        Ok(Self {
            trainings,
            keys,
            paths,
            functions: links("SELECT function, learning_path FROM learning_path_link WHERE function IS NOT NULL")?,
            divisions: links("SELECT division, learning_path FROM learning_path_link WHERE division IS NOT NULL")?,
            groups: links("SELECT person_group, learning_path FROM learning_path_link WHERE person_group IS NOT NULL")?,
            parents: pairs("SELECT id, parent FROM division WHERE parent IS NOT NULL")?.into_iter().collect(),
        })
    }

    pub fn training(&self, key: i64) -> Option<usize> {
        self.keys.index(key)
    }

    pub fn of_path(&self, path: i64) -> &[usize] {
        self.paths.get(&path).map_or(&[], Vec::as_slice)
    }

    /// Returns the trainings of a function's learning paths, possibly with duplicates.
    pub fn of_function(&self, function: i64) -> impl Iterator<Item = usize> {
        self.linked(&self.functions, function)
    }

    pub fn of_group(&self, group: i64) -> impl Iterator<Item = usize> {
        self.linked(&self.groups, group)
    }

    /// Includes ancestors, at most as many as there are divisions, in case a damaged database has a cycle.
    pub fn of_division(&self, division: i64) -> impl Iterator<Item = usize> {
        let above = |division: &i64| self.parents.get(division).copied();
        std::iter::successors(Some(division), above)
            .take(self.parents.len() + 1)
            .flat_map(|division| self.linked(&self.divisions, division))
    }

    fn linked<'a>(&'a self, links: &'a HashMap<i64, Vec<i64>>, to: i64) -> impl Iterator<Item = usize> + 'a {
        links.get(&to).into_iter().flatten().flat_map(|path| self.of_path(*path).iter().copied())
    }
}

fn trainings(connection: &Connection) -> rusqlite::Result<Vec<PortfolioTraining>> {
    let sql = "SELECT m.key, m.step, m.is_active, m.is_mandatory
               FROM LearningModule AS m JOIN step AS s ON s.id = m.step
               ORDER BY s.position, s.id, m.key";
    let mut statement = connection.prepare_cached(sql)?;
    let training =
        |row: &Row| read_row!(row => PortfolioTraining { key, step, is_active, is_mandatory, required: Vec::new() });
    statement.query_map([], training)?.collect()
}

/// Adds "every required active training".
fn add_thresholds(
    connection: &Connection,
    trainings: &mut [PortfolioTraining],
    keys: &TrainingKeys,
) -> rusqlite::Result<()> {
    let mut statement = connection.prepare_cached("SELECT training, required FROM training_threshold")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let indexes = (keys.index(row.get(0)?), keys.index(row.get(1)?));
        if let (Some(training), Some(required)) = indexes
            && trainings[required].is_active
        {
            trainings[training].required.push(required);
        }
    }
    Ok(())
}

fn grouped(pairs: Vec<(i64, i64)>) -> HashMap<i64, Vec<i64>> {
    let mut groups: HashMap<_, Vec<_>> = HashMap::new();
    for (of, value) in pairs {
        groups.entry(of).or_default().push(value);
    }
    groups
}

/// Indexes of trainings by key, in the order of keys.
struct TrainingKeys(Vec<(i64, usize)>);

impl TrainingKeys {
    fn new(trainings: &[PortfolioTraining]) -> Self {
        let mut sorted: Vec<_> = trainings.iter().map(|training| training.key).zip(0..).collect();
        sorted.sort_unstable();
        Self(sorted)
    }

    fn index(&self, key: i64) -> Option<usize> {
        // keys without gaps are at their distance from the first
        let first = self.0.first()?.0;
        let candidate = usize::try_from(key - first).ok().and_then(|candidate| self.0.get(candidate));
        match candidate {
            Some((found, index)) if *found == key => Some(*index),
            _ => {
                let at = self.0.binary_search_by_key(&key, |(key, _)| *key).ok()?;
                Some(self.0[at].1)
            }
        }
    }
}
