//! The database: made by the binary and filled by SQL, the same in every run.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Result, ensure};
use rusqlite::Connection;
use tempfile::TempDir;

use crate::server::Server;

/// The credential of every request.
pub const USER: &str = "web";
/// Its password.
pub const PASSWORD: &str = "stilzwijgend-stilzwijgend";

pub const PERSONS: u32 = 10_000;
pub const TRAININGS: u32 = 2_000;
pub const CLASSES: u32 = 5_000;
pub const ENROLLMENTS: u32 = 100_000;

/// The clock: half of the classes have begun.
const NOW: &str = "2026-03-09T12:00:00";

/// Rows from numbers: `n` counts from 1, `hash(n)` is a number as if by chance. Every class has one to five contact
/// moments within two years around now, and two trainers, one of them of one moment only; a person enrols in about ten
/// classes, now and then twice in one.
const FILL: &str = "
    INSERT INTO step (id, title, position) SELECT n, 'Trede ' || n, n FROM number WHERE n <= 10;
    INSERT INTO category (id, step, title, position)
        SELECT n, 1 + n % 10, 'Categorie ' || n, n FROM number WHERE n <= 80;
    INSERT INTO person (id, external_identifier, first_name, insertion, family_name, email, account_level, contract_end)
        SELECT n, printf('%07d', n), 'Voornaam ' || (n % 97), iif(n % 4 = 0, 'van den', ''), 'Achternaam ' || n,
               'persoon' || n || '@organisatie.example', 3, iif(n % 5 = 0, '2025-06-30T00:00:00', NULL)
        FROM number WHERE n <= 10000;
    INSERT INTO LearningModule (key, type, id, code, title, step, category, description, image, costs)
        SELECT n, 'Learning', n, 'T' || n, 'Training ' || hash(n), 1 + (1 + n % 80) % 10,
               1 + n % 80, '<p>' || replace(printf('%.40c', 'x'), 'x', 'Wat je leert. ') || '</p>',
               'images/training' || n || '.png', iif(n % 3 = 0, NULL, n * 25)
        FROM number WHERE n <= 2000;
    INSERT INTO training_trainer (training, person)
        SELECT t.key, 1 + hash(t.key * 7 + n) % 9000 FROM LearningModule AS t, number WHERE n <= 2;
    INSERT INTO class (id, code, training, name, max_persons, has_waiting_list)
        SELECT n, 'K' || n, 1 + hash(n) % 2000, 'Lichting ' || n, iif(n % 7 = 0, NULL, 10 + n % 15), n % 2
        FROM number WHERE n <= 5000;
    INSERT INTO class_date (class, date, starts_at, ends_at, location_name, location_address)
        SELECT c.id, date('2025-03-09', (hash(c.id) % 710 + 7 * n) || ' days'), '09:00:00', '16:30:00',
               'Zaal ' || n, 'Scheepswerf 40, 1297 CC Veendijk'
        FROM class AS c, number WHERE n <= 1 + hash(c.id) % 5;
    INSERT INTO class_trainer (class, person) SELECT id, 1 + hash(id + 1) % 9000 FROM class;
    INSERT INTO class_trainer (class, person, class_date)
        SELECT class, 9001 + hash(class) % 999, min(id) FROM class_date GROUP BY class;
    INSERT INTO enrollment (person, training, class, enrolled_at, state, on_waiting_list, cancelled_by, changed_at)
        SELECT 1 + hash(n) % 10000, c.training, c.id, at, iif(hash(n) % 10 < 7, 3, hash(n) % 3), hash(n) % 10 = 9,
               iif(hash(n) % 10 >= 7 AND hash(n) % 3 = 2, 'Reden onbekend', ''), at
        FROM (SELECT n, strftime('%Y-%m-%dT%H:%M:%S', '2025-01-01', (n * 5) || ' minutes') AS at
              FROM number WHERE n <= 100000)
             JOIN class AS c ON c.id = 1 + hash(n * 3) % 5000;
";

/// A folder with the database, beside cargo's own output: on a disk, not in memory.
pub struct Site {
    folder: TempDir,
}

impl Site {
    pub fn new() -> Result<Self> {
        let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR"))?;
        let site = Self { folder };
        site.run(&["init"], "")?;
        let add = [
            "credential",
            "add",
            USER,
            "--grant",
            "all",
            "--password-stdin",
        ];
        site.run(&add, &format!("{PASSWORD}\n"))?;
        site.fill()?;
        Ok(site)
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("lms.sqlite")
    }

    /// Serves it, at the clock.
    pub fn serve(&self) -> Result<Server> {
        let flags = ["--base-url", "https://lms.example.nl", "--now", NOW];
        let mut command = self.command(&["serve", "--listen", "127.0.0.1:0"]);
        Server::start(command.args(flags))
    }

    fn run(&self, arguments: &[&str], input: &str) -> Result<()> {
        let mut child = self
            .command(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()?;
        child
            .stdin
            .take()
            .expect("piped")
            .write_all(input.as_bytes())?;
        ensure!(child.wait()?.success(), "{arguments:?} failed");
        Ok(())
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lms-appliance"));
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("LMS_") {
                command.env_remove(name);
            }
        }
        command.args(arguments).arg("--db").arg(self.path());
        command
    }

    fn fill(&self) -> Result<()> {
        let mut connection = Connection::open(self.path())?;
        connection.execute_batch("PRAGMA synchronous = OFF; PRAGMA foreign_keys = ON")?;
        let hash = rusqlite::functions::FunctionFlags::SQLITE_DETERMINISTIC;
        connection.create_scalar_function("hash", 1, hash, |context| {
            let number: i64 = context.get(0)?;
            Ok(i64::from((number as u32).wrapping_mul(2_654_435_761) >> 8))
        })?;
        let transaction = connection.transaction()?;
        transaction.execute_batch(
            "CREATE TEMP TABLE number (n INTEGER PRIMARY KEY);
             INSERT INTO number
                 WITH RECURSIVE count (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM count WHERE n < 100000)
                 SELECT n FROM count;",
        )?;
        transaction.execute_batch(FILL)?;
        for (table, rows) in [
            ("person", PERSONS + 1),
            ("class", CLASSES),
            ("enrollment", ENROLLMENTS),
        ] {
            let count: u32 =
                transaction.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| {
                    row.get(0)
                })?;
            ensure!(count == rows, "{table} has {count} rows, not {rows}");
        }
        transaction.commit()?;
        connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)")?;
        Ok(())
    }
}
