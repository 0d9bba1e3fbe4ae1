//! What the rows of all persons share: steps, trainings, thresholds, learning paths and to whom they are
//! linked. It is read once for an answer; its size is that of the catalog, whatever the number of persons.

use std::collections::HashMap;

use rusqlite::Connection;

/// A step of the catalog.
pub struct Step {
    /// Title.
    pub title: String,
    /// Introduction; may be empty.
    pub introduction: String,
    /// Its place among the steps.
    pub order: i64,
}

/// A course or a block.
pub struct Training {
    /// Its step's place in [`Catalog::steps`].
    pub step: usize,
    /// Title.
    pub title: String,
    /// Name of its picture; may be empty.
    pub image_name: String,
    /// Whether it is mandatory.
    pub is_mandatory: bool,
    /// Whether it is active.
    pub is_active: bool,
    /// The active trainings that it requires.
    pub required: Vec<usize>,
}

/// The steps, trainings and links. A training is known by its place in the order of rows: "step order, step
/// id, type (`Learning` first), training id".
pub struct Catalog {
    pub steps: Vec<Step>,
    pub trainings: Vec<Training>,
    keys: Keys,
    /// The trainings of a learning path.
    paths: HashMap<i64, Vec<usize>>,
    /// The learning paths linked to a function, a division and a group.
    functions: HashMap<i64, Vec<i64>>,
    divisions: HashMap<i64, Vec<i64>>,
    groups: HashMap<i64, Vec<i64>>,
    /// The division above a division.
    parents: HashMap<i64, i64>,
}

impl Catalog {
    /// Reads it.
    pub fn read(connection: &Connection) -> rusqlite::Result<Self> {
        let (steps, places) = steps(connection)?;
        let (mut trainings, keys) = trainings(connection, &places)?;
        require(connection, &mut trainings, &keys)?;
        let pairs = |sql| -> rusqlite::Result<Vec<(i64, i64)>> {
            let mut statement = connection.prepare_cached(sql)?;
            let pairs = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            pairs.collect()
        };
        let mut paths: HashMap<_, Vec<_>> = HashMap::new();
        for (path, key) in pairs("SELECT learning_path, training FROM learning_path_training")? {
            if let Some(training) = keys.place(key) {
                paths.entry(path).or_default().push(training);
            }
        }
        let links = |sql| Ok::<_, rusqlite::Error>(grouped(pairs(sql)?));
        Ok(Self {
            steps,
            trainings,
            keys,
            paths,
            functions: links(
                "SELECT function, learning_path FROM learning_path_link WHERE function IS NOT NULL",
            )?,
            divisions: links(
                "SELECT division, learning_path FROM learning_path_link WHERE division IS NOT NULL",
            )?,
            groups: links(
                "SELECT person_group, learning_path FROM learning_path_link WHERE person_group IS NOT NULL",
            )?,
            parents: pairs("SELECT id, parent FROM division WHERE parent IS NOT NULL")?
                .into_iter()
                .collect(),
        })
    }

    /// The place of the training with this key; none in a database where a row points at none.
    pub fn training(&self, key: i64) -> Option<usize> {
        self.keys.place(key)
    }

    /// The trainings of a learning path.
    pub fn of_path(&self, path: i64) -> &[usize] {
        self.paths.get(&path).map_or(&[], Vec::as_slice)
    }

    /// The trainings of the paths that are linked to a function; one may come more than once.
    pub fn of_function(&self, function: i64) -> impl Iterator<Item = usize> {
        self.linked(&self.functions, function)
    }

    /// The same for a group.
    pub fn of_group(&self, group: i64) -> impl Iterator<Item = usize> {
        self.linked(&self.groups, group)
    }

    /// The same for a division and those above it. Nothing stands higher than there are divisions, also where
    /// a damaged database has one above itself.
    pub fn of_division(&self, division: i64) -> impl Iterator<Item = usize> {
        let above = |division: &i64| self.parents.get(division).copied();
        std::iter::successors(Some(division), above)
            .take(self.parents.len() + 1)
            .flat_map(|division| self.linked(&self.divisions, division))
    }

    fn linked<'a>(
        &'a self,
        links: &'a HashMap<i64, Vec<i64>>,
        to: i64,
    ) -> impl Iterator<Item = usize> + 'a {
        let paths = links.get(&to).into_iter().flatten();
        paths.flat_map(|path| self.of_path(*path).iter().copied())
    }
}

/// The steps in their order, and the place of each id.
fn steps(connection: &Connection) -> rusqlite::Result<(Vec<Step>, HashMap<i64, usize>)> {
    let mut statement = connection.prepare_cached(
        "SELECT id, title, introduction, position FROM step ORDER BY position, id",
    )?;
    let mut rows = statement.query([])?;
    let (mut steps, mut places) = (Vec::new(), HashMap::new());
    while let Some(row) = rows.next()? {
        places.insert(row.get(0)?, steps.len());
        steps.push(Step {
            title: row.get(1)?,
            introduction: row.get(2)?,
            order: row.get(3)?,
        });
    }
    Ok((steps, places))
}

fn trainings(
    connection: &Connection,
    steps: &HashMap<i64, usize>,
) -> rusqlite::Result<(Vec<Training>, Keys)> {
    // 'Learning' sorts before 'Longterm'
    let mut statement = connection.prepare_cached(
        "SELECT m.key, m.step, m.title, m.image_name, m.is_mandatory, m.is_active
         FROM LearningModule AS m JOIN step AS s ON s.id = m.step
         ORDER BY s.position, s.id, m.type, m.id",
    )?;
    let mut rows = statement.query([])?;
    let (mut trainings, mut keys) = (Vec::new(), Vec::new());
    while let Some(row) = rows.next()? {
        keys.push(row.get(0)?);
        trainings.push(Training {
            step: steps[&row.get(1)?],
            title: row.get(2)?,
            image_name: row.get(3)?,
            is_mandatory: row.get(4)?,
            is_active: row.get(5)?,
            required: Vec::new(),
        });
    }
    Ok((trainings, Keys::new(&keys)))
}

/// "Every required active training": one that is inactive is not asked for.
fn require(
    connection: &Connection,
    trainings: &mut [Training],
    keys: &Keys,
) -> rusqlite::Result<()> {
    let mut statement =
        connection.prepare_cached("SELECT training, required FROM training_threshold")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let places = (keys.place(row.get(0)?), keys.place(row.get(1)?));
        if let (Some(training), Some(required)) = places
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

/// The places of trainings by key, in the order of keys.
struct Keys(Vec<(i64, usize)>);

impl Keys {
    fn new(keys: &[i64]) -> Self {
        let mut sorted: Vec<_> = keys.iter().copied().zip(0..).collect();
        sorted.sort_unstable();
        Self(sorted)
    }

    fn place(&self, key: i64) -> Option<usize> {
        // keys without gaps between them stand at their distance from the first
        let first = self.0.first()?.0;
        let guess = usize::try_from(key - first)
            .ok()
            .and_then(|guess| self.0.get(guess));
        match guess {
            Some((found, place)) if *found == key => Some(*place),
            _ => {
                let at = self.0.binary_search_by_key(&key, |(key, _)| *key).ok()?;
                Some(self.0[at].1)
            }
        }
    }
}
