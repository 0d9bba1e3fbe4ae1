//! Tests the migration of older databases by `init` and `serve`, refusals of other commands, and killed migrations.
//! `tests/schemas/v<N>.sql` is a database of version N with data. `store::migration` tests steps that fail.

use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::io::{BufRead, BufReader};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use rusqlite::Connection;
use rusqlite::types::Value;

use crate::goldens::{file_names, goldens_folder, read_request};
use crate::options_and_variables::NEED_DATABASE;
use crate::support::{Dialect, PASSWORD, Response, Server, Site, USER, seed_site, signal, wait_until};

/// Adds records of commands that changed no data to a database of version 1, and deletes rows.
const ACTIONS: &str = "
    INSERT INTO ledger (at, kind, actor, action) VALUES
        ('2026-11-22T06:00:00Z', 'command', 'beheer@lms', 'credential add bi; granted: all'),
        ('2026-11-22T06:00:01Z', 'command', 'beheer@lms', 'credential revoke bi'),
        ('2026-11-22T06:00:02Z', 'call', 'hr', 'UpdatePerson');
    DELETE FROM ledger WHERE id = 8;
    INSERT INTO group_member (person_group, person) VALUES (1, 1);
    DELETE FROM group_member WHERE id = 36";

/// Returns the folder with a dump of each older version.
fn schemas_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/schemas")
}

/// Returns the SQL that migrates a database to this version.
fn migration_sql(version: i32) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/store/migration");
    fs::read_to_string(folder.join(format!("{version}.sql"))).unwrap()
}

/// Returns a site with the database of a dump, changed by `change`.
pub fn site_from_dump(dump: &str, change: &str) -> Site {
    let site = Site::empty();
    let dump = fs::read_to_string(schemas_folder().join(dump)).unwrap();
    let database = Connection::open(site.db()).unwrap();
    database.execute_batch(&format!("{dump}; PRAGMA journal_mode = WAL; {change}")).unwrap();
    site
}

fn version_1_site() -> Site {
    site_from_dump("v1.sql", ACTIONS)
}

fn site_files(site: &Site) -> Vec<String> {
    file_names(site.path())
}

fn version(file: &Path) -> i32 {
    let database = Connection::open(file).unwrap();
    database.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap()
}

/// Returns the schema version of a new database.
fn newest_version() -> i32 {
    version(&Site::new().db())
}

type Rows = Vec<Vec<Value>>;

fn rows(database: &Connection, query: &str) -> Rows {
    let mut query = database.prepare(query).unwrap();
    let columns = query.column_count();
    let row = |row: &rusqlite::Row| (0..columns).map(|at| row.get(at)).collect();
    query.query_map([], row).unwrap().map(Result::unwrap).collect()
}

fn texts(database: &Connection, query: &str) -> Vec<String> {
    let mut query = database.prepare(query).unwrap();
    query.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
}

/// Returns every row of every table that stores data.
fn data(file: &Path) -> BTreeMap<String, Rows> {
    data_in_columns_of(file, file)
}

/// Returns every row of every table that stores data, in the columns that the table has in `older`. A table that `older`
/// lacks has all its columns.
fn data_in_columns_of(older: &Path, file: &Path) -> BTreeMap<String, Rows> {
    let columns = "SELECT t.name, group_concat(c.name, ', ') FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
                   WHERE t.type = 'table' GROUP BY t.name";
    let columns: BTreeMap<String, String> = Connection::open(older)
        .unwrap()
        .prepare(columns)
        .unwrap()
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))
        .unwrap()
        .collect::<Result<_, _>>()
        .unwrap();
    let database = Connection::open(file).unwrap();
    let tables = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'portfolio%'
                                          AND name NOT LIKE 'reported%'
                                          AND name NOT IN ('class_enrollment', 'timetable', 'roster', 'feed')";
    let tables = texts(&database, tables).into_iter();
    let rows_of = |table: String| {
        let columns = columns.get(&table).map_or("*", String::as_str);
        let mut rows = rows(&database, &format!("SELECT {columns} FROM \"{table}\""));
        rows.sort_by_key(|row| format!("{row:?}"));
        (table, rows)
    };
    tables.map(rows_of).collect()
}

/// Returns the definitions of all tables, indexes, triggers and views.
fn schema(file: &Path) -> Rows {
    let schema = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name";
    rows(&Connection::open(file).unwrap(), schema)
}

fn json(value: &str) -> serde_json::Value {
    serde_json::from_str(value).unwrap()
}

fn set_password(site: &Site) {
    let rotate = ["credential", "rotate", USER, "--password-stdin"];
    site.lms_with_input(&rotate, &format!("{PASSWORD}\n")).ok();
}

/// Returns a new database with the same data.
fn reimport(site: &Site) -> Site {
    let new = Site::new();
    new.add_credential(USER, PASSWORD, &["all", "ConnectorError"]);
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().to_str().unwrap();
    site.lms(&["export", folder, "--overwrite"]).ok();
    new.lms(&["import", folder]).ok();
    new
}

/// Returns the answers to all golden requests whose recorded status is 200.
fn golden_answers(server: &Server) -> Vec<(String, Response)> {
    let mut answers = Vec::new();
    for operation in file_names(&goldens_folder()) {
        for style in ["form", "soap12"] {
            let folder = goldens_folder().join(&operation).join(style);
            let requests = file_names(&folder);
            for name in requests.iter().filter(|name| name.ends_with(".request")) {
                let path = folder.join(name);
                let answer = fs::read(path.with_extension("answer")).unwrap();
                if answer.starts_with(b"HTTP/1.1 200") {
                    answers.push((path.display().to_string(), server.send(&read_request(&path))));
                }
            }
        }
    }
    answers
}

#[test]
fn every_older_version_migrates_to_the_schema_of_a_new_database() {
    let new = schema(&Site::new().db());
    let schemas = file_names(&schemas_folder());
    // a version whose step has only comments has the tables of the version before, and no dump
    let changed =
        (2..newest_version()).filter(|version| !migration_sql(*version).lines().all(|line| line.starts_with("--")));
    let versions: Vec<_> = [1].into_iter().chain(changed).map(|version| format!("v{version}.sql")).collect();
    assert_eq!(schemas, versions, "each older version has a dump");
    for dump in schemas {
        let site = site_from_dump(&dump, "");
        site.lms(&["init"]).ok();
        assert_eq!(schema(&site.db()), new, "{dump}");
        site.lms(&["check"]).ok();
    }
}

/// A database of the newest version with the indexes, triggers and views of another build.
fn site_of_another_build(change: &str) -> Site {
    // the last version whose indexes, triggers and views had no digest
    let last = 7;
    let steps: String = (last + 1..=newest_version()).map(migration_sql).collect();
    let site = site_from_dump(&format!("v{last}.sql"), "");
    let database = Connection::open(site.db()).unwrap();
    // as in a migration, steps run without indexes, triggers and views
    let objects = "FROM sqlite_schema WHERE type IN ('trigger', 'view', 'index') AND sql IS NOT NULL";
    let create = texts(&database, &format!("SELECT sql {objects} ORDER BY rowid")).join(";\n");
    let drop = texts(&database, &format!("SELECT 'DROP ' || type || ' IF EXISTS ' || name {objects}")).join(";\n");
    let version = newest_version();
    let sql = format!(
        "PRAGMA foreign_keys = OFF; PRAGMA legacy_alter_table = ON; {drop}; {steps};
         {create}; PRAGMA user_version = {version}; {change}"
    );
    database.execute_batch(&sql).unwrap();
    database.close().unwrap();
    site
}

// derived objects of another build of the same version are rebuilt, without a copy of the file
#[test]
fn init_and_serve_rebuild_derived_objects_of_another_build() {
    let new = schema(&Site::new().db());
    for command in ["init", "serve"] {
        // the other build computes this materialized table differently
        let site = site_of_another_build("DELETE FROM timetable");
        let before = data(&site.db());
        let refused = site.lms(&["credential", "list"]).refused();
        let reported = "has indexes, triggers and views of another build of lms-appliance; `lms-appliance init --db ";
        assert!(refused.stderr.contains(reported), "{refused:?}");
        let checked = site.lms(&["check"]).ok();
        assert!(checked.stderr.contains("has indexes, triggers and views of another build"), "{checked:?}");
        match command {
            "init" => site.lms(&["init"]).ok(),
            _ => site.serve(&[]).stop(),
        };
        assert!(site_files(&site).iter().all(|name| !name.ends_with(".bak")), "{:?}", site_files(&site));
        assert_eq!(schema(&site.db()), new);
        assert_eq!(data(&site.db()), before);
        site.lms(&["check"]).ok();
    }
}

#[test]
fn foreign_objects_are_found_beside_another_or_no_digest() {
    let planted = "CREATE TRIGGER planted AFTER UPDATE ON person BEGIN DELETE FROM person; END";
    for digest in ["DROP VIEW derived_digest", "DROP VIEW derived_digest; CREATE VIEW derived_digest AS SELECT '0-0'"] {
        let site = seed_site();
        Connection::open(site.db()).unwrap().execute_batch(&format!("{digest}; {planted}")).unwrap();
        let found = "schema: the trigger planted of person is unknown";
        assert!(site.lms(&["check"]).refused().stdout.contains(found));
        assert!(
            site.lms(&["serve", "--listen", "127.0.0.1:0"]).refused().stderr.contains("the trigger planted of person")
        );
    }
    let site = site_of_another_build("CREATE TABLE wine (year INTEGER)");
    let found = "schema: the table wine is unknown";
    assert!(site.lms(&["check"]).refused().stdout.contains(found));
    let refused = site.lms(&["init"]).refused().stderr;
    assert!(refused.contains(found) && refused.contains("it is unchanged"), "{refused}");
    let tables = "SELECT count(*) FROM sqlite_schema WHERE name = 'derived_digest'";
    assert_eq!(texts(&Connection::open(site.db()).unwrap(), &format!("SELECT ({tables}) || ''")), ["0"]);
}

#[test]
fn a_migration_keeps_every_row() {
    let site = version_1_site();
    let mut before = data(&site.db());
    let reported = site.lms(&["init"]).ok();
    assert_eq!(reported.stdout.lines().count(), 1, "{reported:?}");
    assert_eq!(site_files(&site), ["lms.sqlite", "lms.sqlite.v1.bak"]);
    let copy = site.path().join("lms.sqlite.v1.bak");
    assert!(data(&copy) == before, "the copy");
    let after = data_in_columns_of(&copy, &site.db());
    // the last two actions changed no data; actions of commands become messages
    let messages = [
        ("command", r#"["AnonymisePerson"]"#),
        ("act", r#"["AddAccount",["Credential"],"bi",["GrantedOperations","all"]]"#),
        ("act", r#"["RevokeCredential","bi"]"#),
    ];
    for (action, (kind, message)) in before.get_mut("ledger").unwrap()[4..7].iter_mut().zip(messages) {
        action[2] = Value::Text(kind.into());
        action[6] = Value::Text(message.into());
    }
    assert_eq!(before.get_mut("ledger").unwrap().len(), 7);
    for (table, rows) in &before {
        assert_eq!(Some(rows), after.get(table), "{table}");
    }
    // new tables are empty
    let is_old = |table: &String| before.contains_key(table);
    assert!(after.iter().all(|(table, rows)| is_old(table) || rows.is_empty()));

    let again = site.lms(&["init"]).ok();
    assert_eq!(again.stderr, "", "nothing is migrated twice");
    assert_eq!(site_files(&site), ["lms.sqlite", "lms.sqlite.v1.bak"]);
}

#[test]
fn a_migrated_database_answers_like_a_new_one() {
    let site = version_1_site();
    // the persons before the migration
    let persons = {
        let database = Connection::open(site.db()).unwrap();
        let names = "SELECT first_name || ' ' || family_name || ' ' || email FROM person
                     WHERE id > 0 AND NOT anonymised ORDER BY id";
        texts(&database, names)
    };
    assert_eq!(persons.len(), 60);
    let server = site.serve(&["--base-url", "https://lms.example.nl"]);
    for line in ["copying it", "changing its tables", "checking it", "done; the previous"] {
        let line = format!("from schema version 1 to {}: {line}", newest_version());
        assert!(server.log().contains(&line), "{}", server.log());
    }
    set_password(&site);
    // the credential of version 1 lacks newer operations
    site.lms(&["credential", "grant", USER, "all"]).ok();
    let other = reimport(&site);
    assert_eq!(site.export_files(), other.export_files());

    let all = server.form("GetAllBasicPersonInfo", &[]);
    let all = all.answer();
    let reported = all.contents.as_ref().expect("persons").children.iter().map(|person| {
        let value = |name| person.children.iter().find(|child| child.name == name);
        let value = |name| value(name).map(|child| child.text.as_str()).unwrap_or_default();
        ["FirstName", "FamilyName", "Email"].map(value).join(" ")
    });
    assert_eq!(reported.collect::<Vec<_>>(), persons);

    let server_of_other = other.serve(&["--base-url", "https://lms.example.nl"]);
    let (here, there) = (golden_answers(&server), golden_answers(&server_of_other));
    assert!(here.len() > 60, "{}", here.len());
    let found = here.iter().filter(|(_, answer)| answer.status == 200).count();
    assert!(found > 50, "{found}");
    for ((path, here), (_, there)) in here.iter().zip(&there) {
        assert_eq!(here.status_line, there.status_line, "{path}");
        assert!(here.body == there.body, "{path}:\n{}\n{}", here.text(), there.text());
    }
    server.stop();
    site.lms(&["check"]).ok();
}

#[test]
fn a_migration_keeps_used_ids_and_recorded_actions() {
    let site = version_1_site();
    site.lms(&["init"]).ok();
    set_password(&site);
    let server = site.serve(&[]);
    let create = "<personCreate><ExternalIdentifier>N1</ExternalIdentifier><FirstName>N</FirstName>\
                  <FamilyName>N</FamilyName><Email>n@x</Email></personCreate>";
    let created = server.soap(Dialect::Soap12, "CreatePerson", create);
    assert!(created.text().contains("<Contents>64</Contents>"), "{}", created.text());
    server.stop();
    site.import(&[("group_members.csv", "GroupName,PersonExternalIdentifier\nWijkteam Oost,N1\n")]);
    site.add_credential("late", PASSWORD, &["reports"]);
    let database = Connection::open(site.db()).unwrap();
    let ids = rows(&database, "SELECT id FROM ledger WHERE id > 5 ORDER BY id");
    let ids: Vec<_> = ids.iter().flatten().collect();
    assert_eq!(ids[..3], [&Value::Integer(6), &Value::Integer(7), &Value::Integer(9)]);

    let since = ["audit", "--since", "2026-11-22T06:30:00"];
    let reported = site.lms(&since).ok().stdout;
    let actions: Vec<_> = reported.lines().filter(|line| !line.contains("  person ")).collect();
    assert_eq!(
        actions[..2],
        [
            "2026-11-22T07:00:00+01:00  beheer@lms credential add bi; granted: all",
            "2026-11-22T07:00:01+01:00  beheer@lms credential revoke bi",
        ]
    );
    let reported = site.lms(&[&since[..], &["--json"]].concat()).ok().stdout;
    let actions = reported.lines().map(json).filter(|line| line.get("row").is_none());
    let sources: Vec<_> = actions.map(|action| action["by"]["source"].clone()).collect();
    assert_eq!(sources, ["command"; 4]);
}

/// Starts the command on a database of version 1, and kills it when its log has this text.
fn kill_at(args: &[&str], at: &str) -> Site {
    let site = version_1_site();
    let mut child = site.spawn(args);
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
    assert!(lines.any(|line| line.contains(at)), "{at} is not logged");
    child.kill().unwrap();
    child.wait().unwrap();
    site
}

#[test]
fn a_killed_migration_leaves_the_old_or_the_new_file_and_the_next_init_finishes() {
    let new = newest_version();
    for args in [&["init"][..], &["serve", "--listen", "127.0.0.1:0"]] {
        for (at, versions) in [
            ("copying it", [1, new]),
            ("changing its tables", [1, new]),
            ("checking it", [1, new]),
            ("done; ", [new, new]),
        ] {
            let site = kill_at(args, at);
            let found = version(&site.db());
            assert!(versions.contains(&found), "{args:?}, {at}: {found}");
            let has_new_schema = schema(&site.db()) == schema(&Site::new().db());
            assert_eq!(has_new_schema, found == new, "{args:?}, {at}");
            site.lms(&["init"]).ok();
            site.lms(&["check"]).ok();
            let mut files = site_files(&site);
            // a killed copy leaves an unfinished file
            files.retain(|name| !name.contains(".partial"));
            assert_eq!(files, ["lms.sqlite", "lms.sqlite.v1.bak"], "{args:?}, {at}");
            assert_eq!(version(&site.path().join("lms.sqlite.v1.bak")), 1);
        }
    }
}

#[test]
fn a_database_in_use_is_not_migrated() {
    let site = version_1_site();
    let idle = Connection::open(site.db()).unwrap();
    rows(&idle, "SELECT count(*) FROM step");
    for args in [&["init"][..], &["serve", "--listen", "127.0.0.1:0"]] {
        let refused = site.lms(args).refused();
        let reported = "has the older schema version 1 and is in use: stop what has it open";
        assert!(refused.stderr.contains(reported), "{refused:?}");
    }
    drop(idle);
    assert_eq!(site_files(&site), ["lms.sqlite"]);
    assert_eq!(version(&site.db()), 1);
    site.lms(&["init"]).ok();
}

#[test]
fn other_commands_refuse_an_older_database_and_name_init() {
    let site = version_1_site();
    let db = site.db();
    let db = db.to_str().unwrap();
    fs::create_dir(site.path().join("data")).unwrap();
    let creating: [&[&str]; 4] = [
        &["import", "data"],
        &["import", "data", "--dry-run"],
        &["credential", "add", "x", "--grant", "all"],
        &["demo", "--listen", "127.0.0.1:0"],
    ];
    for args in NEED_DATABASE.into_iter().chain(creating) {
        let refused = site.lms(args).refused();
        let reported = format!(
            "{db} has the older schema version 1, not {}; `lms-appliance init --db {db}` migrates it",
            newest_version()
        );
        assert!(refused.stderr.contains(&reported), "{args:?}: {refused:?}");
        let mut files = site_files(&site);
        // files that a reader without write access leaves beside a served database
        files.retain(|name| !name.ends_with("-shm") && !name.ends_with("-wal"));
        assert_eq!(files, ["data", "lms.sqlite"], "{args:?}");
    }
    assert_eq!(version(&site.db()), 1);
}

// "an older one is left to `serve` to migrate"; the copy of a migration can be restored
#[test]
fn an_older_database_is_backed_up_and_restored_as_it_is() {
    let site = version_1_site();
    let before = data(&site.db());
    site.lms(&["backup", "--to", "copy.sqlite"]).ok();
    let copy = site.path().join("copy.sqlite");
    assert!((version(&copy), data(&copy)) == (1, before.clone()));
    site.serve(&[]).stop();
    assert_eq!(version(&site.db()), newest_version());
    for from in ["copy.sqlite", "lms.sqlite.v1.bak"] {
        site.lms(&["restore", "--from", from]).ok();
        assert!((version(&site.db()), data(&site.db())) == (1, before.clone()), "{from}");
        assert_ne!(site.lms(&["check"]).ok().stderr, "", "some checks are skipped");
    }
    site.serve(&[]).stop();
    assert_eq!(version(&site.db()), newest_version());
    let copies = site_files(&site).into_iter().filter(|name| name.contains(".bak"));
    assert_eq!(copies.count(), 1, "the same content is kept once");
    site.lms(&["check"]).ok();
}

#[test]
fn older_databases_are_checked_and_errors_name_rows() {
    let site = version_1_site();
    let checked = site.lms(&["check"]).ok();
    let reported = "has the older schema version 1: only its pages, constraints and references are checked";
    assert!(checked.stderr.contains(reported), "{checked:?}");
    Connection::open(site.db())
        .unwrap()
        .execute_batch(
            "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON;
             UPDATE person SET employee_type = 'Robot', manager = 1999 WHERE id = 7;
             UPDATE class SET begins = 'never', max_persons = -1 WHERE id = 2",
        )
        .unwrap();
    let checked = site.lms(&["check"]).refused();
    let init = site.lms(&["init"]).refused();
    for broken in [
        "CHECK constraint failed in person: row 7: employee_type IN ('Intern', 'Extern')",
        "CHECK constraint failed in class: row 2: max_persons >= 0",
        "person: row 7 refers to a missing row of person",
    ] {
        assert!(checked.stdout.contains(broken), "{broken}: {checked:?}");
        assert!(init.stderr.contains(broken), "{broken}: {init:?}");
    }
    assert_eq!(site_files(&site), ["lms.sqlite"]);
    assert_eq!(version(&site.db()), 1);
}

// a step that creates a table again would lose columns that it does not know
#[test]
fn foreign_columns_stop_the_migration() {
    for table in ["person", "ledger"] {
        let site = site_from_dump("v1.sql", &format!("ALTER TABLE {table} ADD note TEXT"));
        let refused = site.lms(&["init"]).refused();
        let reported = format!("schema: the table {table} was changed");
        assert!(refused.stderr.contains(&reported), "{refused:?}");
        assert_eq!(version(&site.db()), 1);
    }
}

#[test]
fn unknown_versions_are_refused_by_every_command() {
    for version in ["0", "-5"] {
        let site = site_from_dump("v1.sql", &format!("PRAGMA user_version = {version}"));
        for args in [&["init"][..], &["check"], &["audit"], &["backup", "--to", "x"]] {
            let refused = site.lms(args).refused();
            let reported = format!("has the schema version {version}, which does not exist");
            assert!(refused.stderr.contains(&reported), "{args:?}: {refused:?}");
        }
        assert_eq!(site_files(&site), ["lms.sqlite"]);
    }
}

#[test]
fn unwritable_files_are_refused_without_leaving_files() {
    let site = version_1_site();
    fs::set_permissions(site.path(), Permissions::from_mode(0o777)).unwrap();
    fs::set_permissions(site.db(), Permissions::from_mode(0o444)).unwrap();
    // root can write any file: as root, another user runs a copy of the program
    let program = site.path().join("program");
    // cp copies it, because a file that a child inherited for writing cannot be started
    let mut copy = Command::new("cp");
    copy.arg(env!("CARGO_BIN_EXE_lms-appliance")).arg(&program);
    assert!(copy.status().unwrap().success());
    let mut init = Command::new(&program);
    init.args(["init", "--db", "lms.sqlite"]).current_dir(site.path());
    if site.path().metadata().unwrap().uid() == 0 {
        init.uid(65534);
    }
    let refused = init.output().unwrap();
    let reported = String::from_utf8(refused.stderr).unwrap();
    assert!(reported.contains("cannot be written by this user"), "{reported}");
    assert_eq!(site_files(&site), ["lms.sqlite", "program"]);
}

// "leaves no file of its own"
#[test]
fn a_stopped_migration_removes_its_copy() {
    let add_changes = "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 200000)
        INSERT INTO ledger_change (ledger, file, row, kind) SELECT 1, 'persons.csv', n, 'created' FROM n";
    for (args, status) in [(&["init"][..], 1), (&["serve", "--listen", "127.0.0.1:0"], 0)] {
        let site = site_from_dump("v1.sql", add_changes);
        let mut child = site.spawn(args);
        wait_until("the copy has begun", || site_files(&site).iter().any(|name| name.ends_with(".partial")));
        signal("TERM", child.id());
        assert_eq!(child.wait().unwrap().code(), Some(status), "{args:?}");
        let file_list = site_files(&site).join(" ");
        assert!(!file_list.contains(".partial"), "{args:?}: {file_list}");
        assert_eq!(version(&site.db()), 1);
        site.lms(&["init"]).ok();
    }
}
