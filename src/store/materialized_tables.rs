//! Materialized tables: each stores the rows of a view. Its declaration names the view and the tables on which the rows
//! depend. The triggers, the SQL that fills the table and the comparison by `check` are generated from the declaration.

use rusqlite::{Connection, Result};

use super::derived::query_texts;

pub struct MaterializedTable {
    pub table: &'static str,
    /// The key columns, comma-separated.
    key: &'static str,
    source: MaterializedSource,
    depends_on: &'static [Dependency],
}

enum MaterializedSource {
    /// Triggers copy the rows of this view in the same transaction as the change.
    Immediate(&'static str),
    /// Triggers mark rows as dirty. Readers compute these rows until [`rebuild_dirty_batch`] copies them from this view.
    Deferred(&'static str),
    /// Triggers insert the keys of dirty rows into this table. Later, Rust code computes the rows.
    Computed(&'static str),
}

/// A table whose changes make rows of a materialized table dirty.
struct Dependency {
    table: &'static str,
    /// The columns whose updates make rows dirty, comma-separated, or [`ALL_COLUMNS`].
    columns: &'static str,
    /// The query for the keys of the materialized rows that depend on the changed row `ROW`.
    select_keys: &'static str,
    /// Whether inserted and deleted rows make rows dirty, too.
    includes_inserts_and_deletes: bool,
}

/// The value of [`Dependency::columns`] if an update of any column makes rows dirty.
const ALL_COLUMNS: &str = "";

impl Dependency {
    /// Returns the event of the trigger for updates, and its condition: one of the columns has a new value.
    fn update_event_and_condition(&self) -> (String, String) {
        let columns = self.columns;
        if columns == ALL_COLUMNS {
            return ("UPDATE".into(), String::new());
        }
        let [new, old] = ["NEW", "OLD"].map(|row| join_columns(columns, ", ", |column| format!("{row}.{column}")));
        (format!("UPDATE OF {columns}"), format!("\nWHEN ({new}) IS NOT ({old})"))
    }
}

/// Formats each of the comma-separated columns, and joins the results.
fn join_columns(columns: &str, separator: &str, format: impl Fn(&str) -> String) -> String {
    columns.split(", ").map(format).collect::<Vec<_>>().join(separator)
}

const fn on_all_changes(table: &'static str, columns: &'static str, select_keys: &'static str) -> Dependency {
    Dependency { table, columns, select_keys, includes_inserts_and_deletes: true }
}

const fn on_updates(table: &'static str, columns: &'static str, select_keys: &'static str) -> Dependency {
    Dependency { table, columns, select_keys, includes_inserts_and_deletes: false }
}

const RESULTS_OF_PAIR: &str = "SELECT finished_at, person, training FROM FinishedModule
    WHERE person = ROW.person AND training = ROW.training";

const ENROLLMENTS_OF_PAIR: &str = "SELECT enrolled_at, person, training, id FROM enrollment
    WHERE person = ROW.person AND training = ROW.training";

/// Every materialized table. A table comes after the tables on which its rows depend.
pub const MATERIALIZED_TABLES: &[MaterializedTable] = &[
    MaterializedTable {
        table: "reported_result",
        key: "finished_at, person, training",
        source: MaterializedSource::Immediate("result_with_enrollment"),
        depends_on: &[
            // a new or deleted result changes the row of no other result
            on_all_changes("FinishedModule", ALL_COLUMNS, "SELECT ROW.finished_at, ROW.person, ROW.training"),
            on_all_changes("enrollment", ALL_COLUMNS, RESULTS_OF_PAIR),
            on_updates(
                "class",
                "begins",
                "SELECT DISTINCT f.finished_at, f.person, f.training
                 FROM enrollment AS e JOIN FinishedModule AS f ON f.person = e.person AND f.training = e.training
                 WHERE e.class = ROW.id",
            ),
        ],
    },
    MaterializedTable {
        table: "reported_enrollment",
        key: "enrolled_at, person, training, enrollment",
        source: MaterializedSource::Immediate("open_enrollment"),
        depends_on: &[
            on_all_changes("FinishedModule", ALL_COLUMNS, ENROLLMENTS_OF_PAIR),
            on_all_changes("progress", ALL_COLUMNS, ENROLLMENTS_OF_PAIR),
            on_all_changes(
                "enrollment",
                ALL_COLUMNS,
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
    MaterializedTable {
        table: "class_enrollment",
        key: "class, person",
        source: MaterializedSource::Immediate("latest_enrollment"),
        depends_on: &[on_all_changes(
            "enrollment",
            "person, class, enrolled_at, state, on_waiting_list",
            "SELECT ROW.class, ROW.person WHERE ROW.class IS NOT NULL",
        )],
    },
    MaterializedTable {
        table: "timetable",
        key: "class",
        source: MaterializedSource::Immediate("class_timetable"),
        depends_on: &[on_all_changes(
            "class_date",
            "class, date, starts_at, ends_at, location_name",
            "SELECT ROW.class",
        )],
    },
    MaterializedTable {
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
    MaterializedTable {
        table: "portfolio_count",
        key: "person",
        source: MaterializedSource::Computed("portfolio_dirty_person"),
        depends_on: &[
            on_all_changes("person", "id, function, division, contract_end, anonymised", "SELECT ROW.id"),
            on_all_changes("enrollment", "person, training, class, enrolled_at, state", "SELECT ROW.person"),
            on_all_changes("FinishedModule", "person, training", "SELECT ROW.person"),
            on_all_changes("group_member", ALL_COLUMNS, "SELECT ROW.person"),
            on_all_changes("training_trainer", ALL_COLUMNS, "SELECT ROW.person"),
            // the dirty person 0 means all persons
            on_all_changes("learning_path_link", ALL_COLUMNS, "SELECT coalesce(ROW.person, 0)"),
            on_all_changes("learning_path_training", ALL_COLUMNS, "SELECT 0"),
            on_updates("division", "parent", "SELECT 0"),
            on_updates("LearningModule", "is_active", "SELECT 0"),
        ],
    },
];

/// The other tables of the portfolio's counts: the dirty persons, and the sums over blocks of persons.
const PORTFOLIO_TABLES: [&str; 2] = ["portfolio_dirty_person", "portfolio_block"];

/// The table of dirty persons in databases of earlier versions.
const FORMER_DIRTY_PERSON_TABLE: &str = "portfolio_stale";

/// Returns the names of the materialized tables as a list of SQL literals.
fn table_names_sql() -> String {
    let names = MATERIALIZED_TABLES.iter().map(|materialized| materialized.table).chain(PORTFOLIO_TABLES);
    names.map(|name| format!("'{name}'")).collect::<Vec<_>>().join(", ")
}

/// Returns the materialized tables in a database. If another version of the program created a table, and this version
/// does not know the name, the table is recognised by its view, which has the same name with the suffix `_dirty`.
pub fn find_materialized_tables(connection: &Connection) -> Result<Vec<String>> {
    let known_names = format!("{}, '{FORMER_DIRTY_PERSON_TABLE}'", table_names_sql());
    let select = format!(
        "SELECT name FROM sqlite_schema AS t WHERE type = 'table' AND (name IN ({known_names}) OR EXISTS (
             SELECT 1 FROM sqlite_schema AS v WHERE v.type = 'view' AND v.name = t.name || '_dirty'))"
    );
    query_texts(connection, &select)
}

/// Returns the CREATE statements of this build's materialized tables, as a database stores them.
pub fn create_table_sql(connection: &Connection) -> Result<Vec<String>> {
    let names = table_names_sql();
    query_texts(connection, &format!("SELECT sql FROM sqlite_schema WHERE type = 'table' AND name IN ({names})"))
}

impl MaterializedTable {
    /// Returns the SQL that creates the view `…_dirty`, and the triggers that insert keys of dirty rows into the view.
    pub fn create_trigger_sql(&self) -> Vec<String> {
        let (table, insert_dirty_keys) = (self.table, self.insert_dirty_keys_sql());
        let mut statements = self.create_dirty_view_sql();
        for dependency in self.depends_on {
            let changed_table = dependency.table;
            // `event` is such as `UPDATE OF begins`; its first word is part of the trigger's name
            let create_trigger = |event: &str, condition: &str, select: &str| {
                let action = event.split(' ').next().unwrap_or_default().to_ascii_lowercase();
                format!(
                    "CREATE TRIGGER {table}_after_{action}_of_{changed_table} AFTER {event} ON {changed_table}{condition} BEGIN
    {insert_dirty_keys} {select};
END"
                )
            };
            let (event, condition) = dependency.update_event_and_condition();
            // the row before a change is `OLD`, and after the change `NEW`: an update makes the rows of both dirty
            let [select_old, select_new] = ["OLD.", "NEW."].map(|row| dependency.select_keys.replace("ROW.", row));
            statements.push(create_trigger(&event, &condition, &format!("{select_old} UNION {select_new}")));
            if dependency.includes_inserts_and_deletes {
                statements.push(create_trigger("INSERT", "", &select_new));
                statements.push(create_trigger("DELETE", "", &select_old));
            }
        }
        statements
    }

    /// Returns the INSERT of the keys of dirty rows, up to the query for the keys.
    fn insert_dirty_keys_sql(&self) -> String {
        match self.source {
            MaterializedSource::Computed(dirty_table) => format!("INSERT OR IGNORE INTO {dirty_table}"),
            _ => format!("INSERT INTO {}_dirty", self.table),
        }
    }

    /// Returns the SQL of the view `…_dirty` and its trigger: an inserted key rebuilds the row or marks it as dirty.
    fn create_dirty_view_sql(&self) -> Vec<String> {
        let Self { table, key, .. } = self;
        let has_key = join_columns(key, " AND ", |column| format!("{column} = NEW.{column}"));
        let rebuild = match self.source {
            // triggers insert the keys into the table of dirty rows, so no view is needed
            MaterializedSource::Computed(_) => return Vec::new(),
            // replaces the row; if the view no longer has it, only deletes it
            MaterializedSource::Immediate(view) => format!(
                "DELETE FROM {table} WHERE {has_key};
    INSERT INTO {table} SELECT * FROM {view} WHERE {has_key};"
            ),
            // deletes a row that the view no longer has, adds a new one, or marks the existing one
            MaterializedSource::Deferred(view) => format!(
                "DELETE FROM {table} WHERE {has_key} AND NOT EXISTS (SELECT 1 FROM {view} WHERE {has_key});
    INSERT INTO {table} ({key}, is_dirty) SELECT {key}, TRUE FROM {view} WHERE {has_key}
    ON CONFLICT DO UPDATE SET is_dirty = TRUE WHERE NOT is_dirty;"
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

    /// Returns the SQL that fills the table, or marks all its rows as dirty.
    pub fn fill_sql(&self) -> String {
        let Self { table, key, .. } = self;
        match self.source {
            MaterializedSource::Immediate(view) => {
                format!("DELETE FROM {table}; INSERT INTO {table} SELECT * FROM {view} ORDER BY {key};")
            }
            MaterializedSource::Deferred(view) => format!(
                "DELETE FROM {table};
                 INSERT INTO {table} ({key}, is_dirty) SELECT {key}, TRUE FROM {view} ORDER BY {key};"
            ),
            // the key 0 means all rows
            MaterializedSource::Computed(dirty_table) => format!("INSERT OR IGNORE INTO {dirty_table} VALUES (0);"),
        }
    }

    /// Returns queries that compare the table with its view. They select a sentence for each difference, such as
    /// `timetable: the row of class 12 is missing or differs from the data`. Returns no queries for a table whose rows
    /// Rust code computes, since it has no view.
    pub fn difference_queries(&self, connection: &Connection) -> Result<Vec<String>> {
        let table = self.table;
        let (view, is_compared) = match self.source {
            MaterializedSource::Immediate(view) => (view, "TRUE"),
            // the cells of a dirty row may be outdated until `rebuild_dirty_batch`
            MaterializedSource::Deferred(view) => (view, "stored.is_dirty IS NOT TRUE"),
            MaterializedSource::Computed(_) => return Ok(Vec::new()),
        };
        // the view has the same columns as the table; its `is_dirty` is always false
        let column_names = query_texts(connection, &format!("SELECT name FROM pragma_table_info('{table}')"))?;
        let columns = column_names.join(", ");
        // `stored` is a row of the table, and `computed` the row of the view with the same key
        let [stored_cells, computed_cells] =
            ["stored", "computed"].map(|row| join_columns(&columns, ", ", |column| format!("{row}.{column}")));
        let has_same_key = join_columns(self.key, " AND ", |column| format!("stored.{column} = computed.{column}"));
        // SQL for the text `class 12, person 7`: `'class ' || stored.class || ', ' || 'person ' || stored.person`
        let [stored_key, computed_key] = ["stored", "computed"]
            .map(|row| join_columns(self.key, " || ', ' || ", |column| format!("'{column} ' || {row}.{column}")));
        let missing_or_different_rows = format!(
            "SELECT '{table}: the row of ' || {computed_key} || ' is missing or differs from the data'
             FROM {view} AS computed LEFT JOIN {table} AS stored ON {has_same_key}
             -- a missing row has NULL in all cells, which IS NOT compares, too
             WHERE ({stored_cells}) IS NOT ({computed_cells}) AND {is_compared}"
        );
        // dirty rows count, too: when the view loses a row, a trigger deletes the stored row at once
        let surplus_rows = format!(
            "SELECT '{table}: the row of ' || {stored_key} || ' has no counterpart in the data'
             FROM {table} AS stored
             WHERE NOT EXISTS (SELECT 1 FROM {view} AS computed WHERE {has_same_key})"
        );
        Ok(vec![missing_or_different_rows, surplus_rows])
    }
}

const REBUILD_BATCH_SIZE: u32 = 4096;

/// Rebuilds some of the dirty rows. Other changes need not wait until all are rebuilt.
pub fn rebuild_dirty_batch(connection: &Connection) -> Result<()> {
    for (table, view, key) in deferred_tables() {
        // the view has FALSE in its column `is_dirty`
        let replace_dirty_rows = format!(
            "INSERT OR REPLACE INTO {table} SELECT * FROM {view}
             WHERE {key} IN (SELECT {key} FROM {table} WHERE is_dirty LIMIT {REBUILD_BATCH_SIZE})"
        );
        connection.prepare_cached(&replace_dirty_rows)?.execute([])?;
    }
    Ok(())
}

/// Returns whether [`rebuild_dirty_batch`] has rows to rebuild: dirty rows whose keys are in the view.
pub fn has_dirty_rows(connection: &Connection) -> Result<bool> {
    for (table, view, key) in deferred_tables() {
        let select = format!("SELECT 1 FROM {table} WHERE is_dirty AND {key} IN (SELECT {key} FROM {view})");
        if connection.prepare_cached(&select)?.exists([])? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns the name, the view and the key of each [`MaterializedSource::Deferred`] table.
fn deferred_tables() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    MATERIALIZED_TABLES.iter().filter_map(|materialized| match materialized.source {
        MaterializedSource::Deferred(view) => Some((materialized.table, view, materialized.key)),
        _ => None,
    })
}
