//! Materialized tables: each contains the rows of a view. A declaration names the view and what its rows depend on;
//! triggers, fills and the comparison of `check` follow from it. A changed declaration changes the digest in
//! [`derived`](super::derived), and the next `init` or `serve` rebuilds the tables.

use rusqlite::{Connection, Result};

use super::derived::texts;

pub struct Materialized {
    pub table: &'static str,
    /// Its columns, comma-separated.
    key: &'static str,
    rows: MaterializedSource,
    depends_on: &'static [Dependency],
}

enum MaterializedSource {
    /// From this view, in the transaction of the change.
    AtOnce(&'static str),
    /// From this view, by [`settle`]: a change sets `is_marked`, and readers compute marked rows.
    Marked(&'static str),
    /// From code. A change inserts the key into this table.
    Code(&'static str),
}

struct Dependency {
    table: &'static str,
    /// The columns whose update counts, comma-separated; if empty, all.
    columns: &'static str,
    /// A query for the keys of the rows that depend on the changed `ROW`.
    keys: &'static str,
    /// Whether inserted and deleted rows count too.
    is_of_rows: bool,
}

const fn rows(table: &'static str, columns: &'static str, keys: &'static str) -> Dependency {
    Dependency { table, columns, keys, is_of_rows: true }
}

const fn updates(table: &'static str, columns: &'static str, keys: &'static str) -> Dependency {
    Dependency { table, columns, keys, is_of_rows: false }
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
        rows: MaterializedSource::AtOnce("told_result"),
        depends_on: &[
            // a result that comes or goes changes no other
            rows("FinishedModule", "", "SELECT ROW.finished_at, ROW.person, ROW.training"),
            rows("enrollment", "", RESULTS_OF_PAIR),
            updates(
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
        rows: MaterializedSource::AtOnce("open_enrollment"),
        depends_on: &[
            rows("FinishedModule", "", ENROLLMENTS_OF_PAIR),
            rows("progress", "", ENROLLMENTS_OF_PAIR),
            rows(
                "enrollment",
                "",
                "SELECT ROW.enrolled_at, ROW.person, ROW.training, ROW.id
                 UNION SELECT enrolled_at, person, training, id FROM enrollment
                 WHERE person = ROW.person AND training = ROW.training",
            ),
            updates(
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
        rows: MaterializedSource::AtOnce("latest_enrollment"),
        depends_on: &[rows(
            "enrollment",
            "person, class, enrolled_at, state, on_waiting_list",
            "SELECT ROW.class, ROW.person WHERE ROW.class IS NOT NULL",
        )],
    },
    Materialized {
        table: "timetable",
        key: "class",
        rows: MaterializedSource::AtOnce("class_timetable"),
        depends_on: &[rows(
            "class_date",
            "class, date, starts_at, ends_at, location_name",
            "SELECT ROW.class",
        )],
    },
    Materialized {
        table: "roster",
        key: "class",
        rows: MaterializedSource::Marked("class_roster"),
        depends_on: &[
            rows("class", "id, begins", "SELECT ROW.id"),
            rows(
                "class_date",
                "id, class, date, starts_at, ends_at, location_name, location_address, trainer_ids",
                "SELECT ROW.class",
            ),
            rows(
                "enrollment",
                "person, class, enrolled_at, state, on_waiting_list",
                "SELECT ROW.class WHERE ROW.class IS NOT NULL",
            ),
            updates(
                "person",
                "contract_end, anonymised",
                "SELECT class FROM class_enrollment WHERE person = ROW.id",
            ),
        ],
    },
    Materialized {
        table: "portfolio_count",
        key: "person",
        rows: MaterializedSource::Code("portfolio_stale"),
        depends_on: &[
            rows("person", "id, function, division, contract_end, anonymised", "SELECT ROW.id"),
            rows("enrollment", "person, training, class, enrolled_at, state", "SELECT ROW.person"),
            rows("FinishedModule", "person, training", "SELECT ROW.person"),
            rows("group_member", "", "SELECT ROW.person"),
            rows("training_trainer", "", "SELECT ROW.person"),
            // 0 means everyone
            rows("learning_path_link", "", "SELECT coalesce(ROW.person, 0)"),
            rows("learning_path_training", "", "SELECT 0"),
            updates("division", "parent", "SELECT 0"),
            updates("LearningModule", "is_active", "SELECT 0"),
        ],
    },
];

/// Tables of the portfolio's counts: dirty persons, and sums.
const PORTFOLIO_TABLES: [&str; 2] = ["portfolio_stale", "portfolio_block"];

pub fn tables() -> impl Iterator<Item = &'static str> {
    MATERIALIZED.iter().map(|materialized| materialized.table).chain(PORTFOLIO_TABLES)
}

/// Returns the materialized tables of a database, also those of other builds, which have a view `…_dirty`.
pub fn stored(connection: &Connection) -> Result<Vec<String>> {
    let names: Vec<_> = tables().map(|table| format!("'{table}'")).collect();
    let of = format!(
        "SELECT name FROM sqlite_schema AS t WHERE type = 'table' AND (name IN ({}) OR EXISTS (
             SELECT 1 FROM sqlite_schema AS v WHERE v.type = 'view' AND v.name = t.name || '_dirty'))",
        names.join(", ")
    );
    texts(connection, &of)
}

impl Materialized {
    /// Returns the statements that create a view for the keys of changed rows, and the triggers that insert them there.
    pub fn triggers(&self) -> Vec<String> {
        let (table, insert_keys) = (self.table, self.insert_keys());
        let mut statements = self.dirty_view();
        for Dependency { table: on, columns, keys, is_of_rows } in self.depends_on {
            let of = |row: &str| keys.replace("ROW.", &format!("{row}."));
            let trigger = |event: &str, when: &str, keys: &str| {
                let name = event.split(' ').next().unwrap_or_default().to_ascii_lowercase();
                format!(
                    "CREATE TRIGGER {table}_after_{name}_of_{on} AFTER {event} ON {on}{when} BEGIN
    {insert_keys} {keys};
END"
                )
            };
            let row = |row: &str| format!("{row}.{}", columns.replace(", ", &format!(", {row}.")));
            let (event, when) = match *columns {
                "" => ("UPDATE".into(), String::new()),
                _ => (format!("UPDATE OF {columns}"), format!("\nWHEN ({}) IS NOT ({})", row("NEW"), row("OLD"))),
            };
            statements.push(trigger(&event, &when, &format!("{} UNION {}", of("OLD"), of("NEW"))));
            if *is_of_rows {
                statements.push(trigger("INSERT", "", &of("NEW")));
                statements.push(trigger("DELETE", "", &of("OLD")));
            }
        }
        statements
    }

    fn insert_keys(&self) -> String {
        match self.rows {
            MaterializedSource::AtOnce(_) | MaterializedSource::Marked(_) => {
                format!("INSERT INTO {}_dirty", self.table)
            }
            MaterializedSource::Code(dirty) => format!("INSERT OR IGNORE INTO {dirty}"),
        }
    }

    fn dirty_view(&self) -> Vec<String> {
        let Self { table, key, .. } = self;
        let is_row: Vec<_> = key.split(", ").map(|column| format!("{column} = NEW.{column}")).collect();
        let is_row = is_row.join(" AND ");
        let rebuild = match self.rows {
            MaterializedSource::Code(_) => return Vec::new(),
            MaterializedSource::AtOnce(view) => format!(
                "DELETE FROM {table} WHERE {is_row};
    INSERT INTO {table} SELECT * FROM {view} WHERE {is_row};"
            ),
            MaterializedSource::Marked(view) => format!(
                "DELETE FROM {table} WHERE {is_row} AND NOT EXISTS (SELECT 1 FROM {view} WHERE {is_row});
    INSERT INTO {table} ({key}, is_marked) SELECT {key}, TRUE FROM {view} WHERE {is_row}
    ON CONFLICT DO UPDATE SET is_marked = TRUE WHERE NOT is_marked;"
            ),
        };
        vec![
            format!("CREATE VIEW {table}_dirty AS SELECT {key} FROM {table}"),
            format!("CREATE TRIGGER {table}_fill INSTEAD OF INSERT ON {table}_dirty BEGIN\n    {rebuild}\nEND"),
        ]
    }

    pub fn has_trigger(&self, trigger: &str) -> bool {
        trigger.strip_prefix(self.table).is_some_and(|rest| rest.starts_with("_after_"))
    }

    pub fn fill(&self) -> String {
        let Self { table, key, .. } = self;
        match self.rows {
            MaterializedSource::AtOnce(view) => {
                format!("DELETE FROM {table}; INSERT INTO {table} SELECT * FROM {view} ORDER BY {key};")
            }
            MaterializedSource::Marked(view) => format!(
                "DELETE FROM {table};
                 INSERT INTO {table} ({key}, is_marked) SELECT {key}, TRUE FROM {view} ORDER BY {key};"
            ),
            MaterializedSource::Code(dirty) => format!("INSERT OR IGNORE INTO {dirty} VALUES (0);"),
        }
    }

    /// Returns queries for a sentence per row that differs from the view.
    pub fn differences(&self, connection: &Connection) -> Result<Vec<String>> {
        let table = self.table;
        let (view, counts) = match self.rows {
            MaterializedSource::AtOnce(view) => (view, ""),
            MaterializedSource::Marked(view) => (view, "AND t.is_marked IS NOT TRUE"),
            MaterializedSource::Code(_) => return Ok(Vec::new()),
        };
        let each = |columns: &[&str], form: &dyn Fn(&str) -> String, between: &str| {
            columns.iter().map(|column| form(column)).collect::<Vec<_>>().join(between)
        };
        let columns = texts(connection, &format!("SELECT name FROM pragma_table_info('{table}')"))?;
        let columns: Vec<_> = columns.iter().map(String::as_str).collect();
        let key: Vec<_> = self.key.split(", ").collect();
        let is_row = each(&key, &|column| format!("t.{column} = v.{column}"), " AND ");
        let of = |row: &str| each(&columns, &|column| format!("{row}.{column}"), ", ");
        let row = |row: &str| each(&key, &|column| format!("{column} ' || {row}.{column} || '"), ", ");
        Ok(vec![
            format!(
                "SELECT '{table}: the row of {} is missing or differs from the data'
                 FROM {view} AS v LEFT JOIN {table} AS t ON {is_row} WHERE ({}) IS NOT ({}) {counts}",
                row("v"),
                of("t"),
                of("v")
            ),
            format!(
                "SELECT '{table}: the row of {} is of nothing in the data'
                 FROM {table} AS t WHERE NOT EXISTS (SELECT 1 FROM {view} AS v WHERE {is_row})",
                row("t")
            ),
        ])
    }
}

/// Computes some of the marked rows, so that others can write in between.
pub fn settle(connection: &Connection) -> Result<()> {
    for (table, view, key) in dirty_tables() {
        let batch = format!(
            "INSERT OR REPLACE INTO {table} SELECT * FROM {view}
             WHERE {key} IN (SELECT {key} FROM {table} WHERE is_marked LIMIT 4096)"
        );
        connection.prepare_cached(&batch)?.execute([])?;
    }
    Ok(())
}

/// Returns whether a row of the view is marked. `check` reports other marked rows.
pub fn has_dirty_rows(connection: &Connection) -> Result<bool> {
    for (table, view, key) in dirty_tables() {
        let any = format!("SELECT 1 FROM {table} WHERE is_marked AND {key} IN (SELECT {key} FROM {view})");
        if connection.prepare_cached(&any)?.exists([])? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns the tables with marked rows, their views and keys.
fn dirty_tables() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    MATERIALIZED.iter().filter_map(|materialized| match materialized.rows {
        MaterializedSource::Marked(view) => Some((materialized.table, view, materialized.key)),
        _ => None,
    })
}

/// Returns the statements that create the tables of [`tables`] in this database.
pub fn create_statements(connection: &Connection) -> Result<Vec<String>> {
    let names: Vec<_> = tables().map(|table| format!("'{table}'")).collect();
    let of = format!("SELECT sql FROM sqlite_schema WHERE type = 'table' AND name IN ({})", names.join(", "));
    texts(connection, &of)
}
