//! The classes, the agenda and the catalog, on a database of 5,000 classes with 100,000 enrolments and 2,000 trainings:
//! how the lists stream, what a look-up costs. docs/classes.md holds the figures.

pub mod lists;
pub mod lookups;

use anyhow::{Result, ensure};
use rusqlite::Connection;

use crate::server::Server;
use crate::site::Site;

const PERSONS: u32 = 10_000;
const TRAININGS: u32 = 2_000;
const CLASSES: u32 = 5_000;
const ENROLLMENTS: u32 = 100_000;

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

/// The database.
pub fn site() -> Result<Site> {
    Site::new(PERSONS, fill)
}

/// Serves it, at the clock.
fn serve(site: &Site) -> Result<Server> {
    site.serve(&["--base-url", "https://lms.example.nl", "--now", NOW])
}

fn fill(connection: &mut Connection, persons: u32) -> Result<()> {
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
        ("person", persons + 1),
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
    Ok(())
}
