//! Materialized tables: each stores the rows of a view. A declaration names the view and the tables on which it depends.
//! The triggers, the statements that fill the table, and the comparison by `check` are generated from it. A changed
//! declaration changes the digest in [`derived`](super::derived), and the next `init` or `serve` rebuilds the tables.

use rusqlite::{Connection, Result};

use super::derived::query_texts;

pub struct Materialized {
    pub table: &'static str,
    /// The columns of its key, comma-separated.
    key: &'static str,
    source: MaterializedSource,
    depends_on: &'static [Dependency],
}

enum MaterializedSource {
    /// Triggers copy the rows of this view, within each change.
    Immediate(&'static str),
    /// Triggers set `is_dirty`, and [`rebuild_dirty_batch`] copies the rows of this view. Until then, readers compute dirty
    /// rows.
    Deferred(&'static str),
    /// Triggers insert the keys of dirty rows into this table, and Rust code computes the rows.
    Computed(&'static str),
}

struct Dependency {
    table: &'static str,
    /// The columns whose updates count, comma-separated; if empty, all.
    columns: &'static str,
    /// A query for the keys of the materialized rows that depend on the changed row `ROW`.
    keys: &'static str,
    /// Whether inserted and deleted rows count too.
    includes_inserts_and_deletes: bool,
}

/// Declares a dependency on inserted, updated and deleted rows.
const fn on_all_changes(table: &'static str, columns: &'static str, keys: &'static str) -> Dependency {
    Dependency { table, columns, keys, includes_inserts_and_deletes: true }
}

const fn on_updates(table: &'static str, columns: &'static str, keys: &'static str) -> Dependency {
    Dependency { table, columns, keys, includes_inserts_and_deletes: false }
}

const RESULTS_OF_PAIR: &str = "SELECT finished_at, person, training FROM FinishedModule
    WHERE person = ROW.person AND training = ROW.training";

const ENROLLMENTS_OF_PAIR: &str = "SELECT enrolled_at, person, training, id FROM enrollment
    WHERE person = ROW.person AND training = ROW.training";

/// Every materialized table, each after those that its rows depend on.
pub const MATERIALIZED: &[Materialized] = &[
    Materialized {
        table: "reported_result",
        key: "finished_at, person, training",
        source: MaterializedSource::Immediate("result_with_enrollment"),
        depends_on: &[
            // a new or deleted result changes the row of no other result
            on_all_changes("FinishedModule", "", "SELECT ROW.finished_at, ROW.person, ROW.training"),
            on_all_changes("enrollment", "", RESULTS_OF_PAIR),
            on_updates(
                "class",
                "begins",
                "SELECT DISTINCT f.finished_at, f.person, f.training
                 FROM enrollment AS e JOIN FinishedModule AS f ON f.person = e.person AND f.training = e.training
                 WHERE e.class = ROW.id",
            ),
        ],
    },
    Materialized {
        table: "reported_enrollment",
        key: "enrolled_at, person, training, enrollment",
        source: MaterializedSource::Immediate("open_enrollment"),
        depends_on: &[
            on_all_changes("FinishedModule", "", ENROLLMENTS_OF_PAIR),
            on_all_changes("progress", "", ENROLLMENTS_OF_PAIR),
            on_all_changes(
                "enrollment",
                "",
                "SELECT ROW.enrolled_at, ROW.person, ROW.training, ROW.id
                 UNION SELECT enrolled_at, person, training, id FROM enrollment
                 WHERE person = ROW.person AND training = ROW.training",
            ),
            on_updates(
                "class",
                "begins",
                "SELECT DISTINCT other.enrolled_at, other.person, other.training, other.id
                 FROM enrollment AS e JOIN enrollment AS other ON other.person = e.person AND other.training = e.training
                 WHERE e.class = ROW.id",
            ),
        ],
    },
    Materialized {
        table: "class_enrollment",
        key: "class, person",
        source: MaterializedSource::Immediate("latest_enrollment"),
        depends_on: &[on_all_changes(
            "enrollment",
            "person, class, enrolled_at, state, on_waiting_list",
            "SELECT ROW.class, ROW.person WHERE ROW.class IS NOT NULL",
        )],
    },
    Materialized {
        table: "timetable",
        key: "class",
        source: MaterializedSource::Immediate("class_timetable"),
        depends_on: &[on_all_changes(
            "class_date",
            "class, date, starts_at, ends_at, location_name",
            "SELECT ROW.class",
        )],
    },
    Materialized {
        table: "roster",
        key: "class",
        source: MaterializedSource::Deferred("class_roster"),
        depends_on: &[
            on_all_changes("class", "id, begins", "SELECT ROW.id"),
            on_all_changes(
                "class_date",
                "id, class, date, starts_at, ends_at, location_name, location_address, trainer_ids",
                "SELECT ROW.class",
            ),
            on_all_changes(
                "enrollment",
                "person, class, enrolled_at, state, on_waiting_list",
                "SELECT ROW.class WHERE ROW.class IS NOT NULL",
            ),
            on_updates(
                "person",
                "contract_end, anonymised",
                "SELECT class FROM class_enrollment WHERE person = ROW.id",
            ),
        ],
    },
    Materialized {
        table: "portfolio_count",
        key: "person",
        source: MaterializedSource::Computed("portfolio_stale"),
        depends_on: &[
            on_all_changes("person", "id, function, division, contract_end, anonymised", "SELECT ROW.id"),
            on_all_changes("enrollment", "person, training, class, enrolled_at, state", "SELECT ROW.person"),
            on_all_changes("FinishedModule", "person, training", "SELECT ROW.person"),
            on_all_changes("group_member", "", "SELECT ROW.person"),
            on_all_changes("training_trainer", "", "SELECT ROW.person"),
            // 0 means everyone
            on_all_changes("learning_path_link", "", "SELECT coalesce(ROW.person, 0)"),
            on_all_changes("learning_path_training", "", "SELECT 0"),
            on_updates("division", "parent", "SELECT 0"),
            on_updates("LearningModule", "is_active", "SELECT 0"),
        ],
    },
];

/// Further tables of the portfolio's counts: the dirty persons, and sums over blocks of persons.
const PORTFOLIO_TABLES: [&str; 2] = ["portfolio_stale", "portfolio_block"];

pub fn table_names() -> impl Iterator<Item = &'static str> {
    MATERIALIZED.iter().map(|materialized| materialized.table).chain(PORTFOLIO_TABLES)
}

/// Returns the materialized tables in a database, also those that only another build has: they have a view `…_dirty`.
pub fn existing_tables(connection: &Connection) -> Result<Vec<String>> {
    let names: Vec<_> = table_names().map(|table| format!("'{table}'")).collect();
    let of = format!(
        "SELECT name FROM sqlite_schema AS t WHERE type = 'table' AND (name IN ({}) OR EXISTS (
             SELECT 1 FROM sqlite_schema AS v WHERE v.type = 'view' AND v.name = t.name || '_dirty'))",
        names.join(", ")
    );
    query_texts(connection, &of)
}

impl Materialized {
    /// Returns the statements that create the view `…_dirty`, and the triggers that insert the keys of dirty rows into it.
    pub fn trigger_statements(&self) -> Vec<String> {
        let (table, insert_keys) = (self.table, self.insert_keys_sql());
        let mut statements = self.dirty_view_statements();
        for Dependency { table: on, columns, keys, includes_inserts_and_deletes } in self.depends_on {
            let keys_of = |row: &str| keys.replace("ROW.", &format!("{row}."));
            let trigger = |event: &str, when: &str, keys: &str| {
                let name = event.split(' ').next().unwrap_or_default().to_ascii_lowercase();
                format!(
                    "CREATE TRIGGER {table}_after_{name}_of_{on} AFTER {event} ON {on}{when} BEGIN
    {insert_keys} {keys};
END"
                )
            };
            let columns_of = |row: &str| format!("{row}.{}", columns.replace(", ", &format!(", {row}.")));
            let (event, when) = match *columns {
                "" => ("UPDATE".into(), String::new()),
                _ => (
                    format!("UPDATE OF {columns}"),
                    format!("\nWHEN ({}) IS NOT ({})", columns_of("NEW"), columns_of("OLD")),
                ),
            };
            statements.push(trigger(&event, &when, &format!("{} UNION {}", keys_of("OLD"), keys_of("NEW"))));
            if *includes_inserts_and_deletes {
                statements.push(trigger("INSERT", "", &keys_of("NEW")));
                statements.push(trigger("DELETE", "", &keys_of("OLD")));
            }
        }
        statements
    }

    fn insert_keys_sql(&self) -> String {
        match self.source {
            MaterializedSource::Immediate(_) | MaterializedSource::Deferred(_) => {
                format!("INSERT INTO {}_dirty", self.table)
            }
            MaterializedSource::Computed(dirty) => format!("INSERT OR IGNORE INTO {dirty}"),
        }
    }

    /// Returns the statements that create the view `…_dirty` and its trigger. An INSERT of a key into this view rebuilds the
    /// row of the key, or marks it as dirty.
    fn dirty_view_statements(&self) -> Vec<String> {
        let Self { table, key, .. } = self;
        let is_row: Vec<_> = key.split(", ").map(|column| format!("{column} = NEW.{column}")).collect();
        let is_row = is_row.join(" AND ");
        let rebuild = match self.source {
            MaterializedSource::Computed(_) => return Vec::new(),
            MaterializedSource::Immediate(view) => format!(
                "DELETE FROM {table} WHERE {is_row};
    INSERT INTO {table} SELECT * FROM {view} WHERE {is_row};"
            ),
            MaterializedSource::Deferred(view) => format!(
                "DELETE FROM {table} WHERE {is_row} AND NOT EXISTS (SELECT 1 FROM {view} WHERE {is_row});
    INSERT INTO {table} ({key}, is_dirty) SELECT {key}, TRUE FROM {view} WHERE {is_row}
    ON CONFLICT DO UPDATE SET is_dirty = TRUE WHERE NOT is_dirty;"
            ),
        };
        vec![
            format!("CREATE VIEW {table}_dirty AS SELECT {key} FROM {table}"),
            format!("CREATE TRIGGER {table}_fill INSTEAD OF INSERT ON {table}_dirty BEGIN\n    {rebuild}\nEND"),
        ]
    }

    /// Returns whether a trigger of this name is one of [`Self::trigger_statements`].
    pub fn has_trigger(&self, trigger: &str) -> bool {
        trigger.strip_prefix(self.table).is_some_and(|rest| rest.starts_with("_after_"))
    }

    /// Returns the statements that fill the table, or mark all its rows as dirty.
    pub fn fill_statement(&self) -> String {
        let Self { table, key, .. } = self;
        match self.source {
            MaterializedSource::Immediate(view) => {
                format!("DELETE FROM {table}; INSERT INTO {table} SELECT * FROM {view} ORDER BY {key};")
            }
            MaterializedSource::Deferred(view) => format!(
                "DELETE FROM {table};
                 INSERT INTO {table} ({key}, is_dirty) SELECT {key}, TRUE FROM {view} ORDER BY {key};"
            ),
            MaterializedSource::Computed(dirty) => format!("INSERT OR IGNORE INTO {dirty} VALUES (0);"),
        }
    }

    /// Returns queries that select a sentence for each row that differs from the view.
    pub fn differences(&self, connection: &Connection) -> Result<Vec<String>> {
        let table = self.table;
        let (view, condition) = match self.source {
            MaterializedSource::Immediate(view) => (view, ""),
            MaterializedSource::Deferred(view) => (view, "AND t.is_dirty IS NOT TRUE"),
            MaterializedSource::Computed(_) => return Ok(Vec::new()),
        };
        let each = |columns: &[&str], form: &dyn Fn(&str) -> String, between: &str| {
            columns.iter().map(|column| form(column)).collect::<Vec<_>>().join(between)
        };
        let columns = query_texts(connection, &format!("SELECT name FROM pragma_table_info('{table}')"))?;
        let columns: Vec<_> = columns.iter().map(String::as_str).collect();
        let key: Vec<_> = self.key.split(", ").collect();
        let is_row = each(&key, &|column| format!("t.{column} = v.{column}"), " AND ");
        let all_of = |row: &str| each(&columns, &|column| format!("{row}.{column}"), ", ");
        let key_text = |row: &str| each(&key, &|column| format!("{column} ' || {row}.{column} || '"), ", ");
        Ok(vec![
            format!(
                "SELECT '{table}: the row of {} is missing or differs from the data'
                 FROM {view} AS v LEFT JOIN {table} AS t ON {is_row} WHERE ({}) IS NOT ({}) {condition}",
                key_text("v"),
                all_of("t"),
                all_of("v")
            ),
            format!(
                "SELECT '{table}: the row of {} has no counterpart in the data'
                 FROM {table} AS t WHERE NOT EXISTS (SELECT 1 FROM {view} AS v WHERE {is_row})",
                key_text("t")
            ),
        ])
    }
}

/// Rebuilds some of the dirty rows. Others can write between batches.
pub fn rebuild_dirty_batch(connection: &Connection) -> Result<()> {
    for (table, view, key) in deferred_tables() {
        let batch = format!(
            "INSERT OR REPLACE INTO {table} SELECT * FROM {view}
             WHERE {key} IN (SELECT {key} FROM {table} WHERE is_dirty LIMIT 4096)"
        );
        connection.prepare_cached(&batch)?.execute([])?;
    }
    Ok(())
}

/// Returns whether a row that is in its view is dirty. `check` reports dirty rows that are not.
pub fn has_dirty_rows(connection: &Connection) -> Result<bool> {
    for (table, view, key) in deferred_tables() {
        let any = format!("SELECT 1 FROM {table} WHERE is_dirty AND {key} IN (SELECT {key} FROM {view})");
        if connection.prepare_cached(&any)?.exists([])? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns the tables that are rebuilt later, with their views and keys.
fn deferred_tables() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    MATERIALIZED.iter().filter_map(|materialized| match materialized.source {
        MaterializedSource::Deferred(view) => Some((materialized.table, view, materialized.key)),
        _ => None,
    })
}

/// Returns the statements that created the tables of [`table_names`] in this database.
pub fn create_statements(connection: &Connection) -> Result<Vec<String>> {
    let names: Vec<_> = table_names().map(|table| format!("'{table}'")).collect();
    let of = format!("SELECT sql FROM sqlite_schema WHERE type = 'table' AND name IN ({})", names.join(", "));
    query_texts(connection, &of)
}
