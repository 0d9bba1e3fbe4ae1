//! How many rows each person has, kept by the data's own transactions (`portfolio_count` and
//! `portfolio_stale` of `schema.sql`), so that a page deep in the list is found by counts.

use rusqlite::{Connection, Result, Row, Statement, params};

use super::batch::Who;
use super::rows::Rows;
use super::{Moment, Wanted};

/// A person's trainings by whether they are active and in the portfolio.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    offered: i64,
    offered_inactive: i64,
    completed: i64,
    completed_inactive: i64,
}

impl Counts {
    /// How many rows that makes.
    fn rows(&self, wanted: Wanted) -> i64 {
        let mut rows = self.offered;
        if wanted.inactive {
            rows += self.offered_inactive;
        }
        if wanted.not_in_portfolio {
            rows += self.completed;
        }
        if wanted.not_in_portfolio && wanted.inactive {
            rows += self.completed_inactive;
        }
        rows
    }
}

/// Where a page is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    /// How many rows there are in all.
    pub total: i64,
    /// The person who has the page's first row.
    pub person: i64,
    /// How many rows of that person stand before it.
    pub skipped: i64,
}

/// Finds the page that begins after `before` rows; past the end it begins with nobody.
pub fn page(connection: &Connection, wanted: Wanted, before: i64) -> Result<Page> {
    let mut page = Page {
        total: 0,
        person: i64::MAX,
        skipped: 0,
    };
    let now: Moment = connection
        .prepare_cached("SELECT service_now()")?
        .query_row([], |row| row.get(0))?;
    each_person(connection, |known| {
        // "Employed: ContractEndTime is empty or later than now."
        if known.contract_end.is_none_or(|end| end > now) {
            let rows = known.counts.rows(wanted);
            if page.total <= before && before < page.total + rows {
                (page.person, page.skipped) = (known.person, before - page.total);
            }
            page.total += rows;
        }
        Ok(())
    })?;
    Ok(page)
}

/// A person with counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Counted {
    person: i64,
    contract_end: Option<Moment>,
    counts: Counts,
}

impl Counted {
    fn stored(row: &Row) -> Result<Self> {
        Ok(Self {
            person: row.get(0)?,
            contract_end: row.get(1)?,
            counts: Counts {
                offered: row.get(2)?,
                offered_inactive: row.get(3)?,
                completed: row.get(4)?,
                completed_inactive: row.get(5)?,
            },
        })
    }

    fn store(&self, into: &mut Statement) -> Result<()> {
        into.execute(params![
            self.person,
            self.contract_end,
            self.counts.offered,
            self.counts.offered_inactive,
            self.counts.completed,
            self.counts.completed_inactive,
        ])?;
        Ok(())
    }
}

/// Everyone who is not anonymised, by id: as counted before, or, where that may be wrong, counted now.
fn each_person(
    connection: &Connection,
    mut each: impl FnMut(&Counted) -> Result<()>,
) -> Result<()> {
    let who = stale(connection)?;
    let mut stored = connection.prepare_cached(match who {
        None => "SELECT * FROM portfolio_count ORDER BY person",
        Some(Who::Stale) => {
            "SELECT * FROM portfolio_count
             WHERE person NOT IN (SELECT person FROM portfolio_stale) ORDER BY person"
        }
        Some(_) => "SELECT * FROM portfolio_count WHERE 0",
    })?;
    let mut stored = stored.query([])?;
    let mut fresh = Fresh::new(connection, who)?;
    let mut one = stored.next()?.map(Counted::stored).transpose()?;
    let mut other = fresh.next()?;
    loop {
        match (&one, &other) {
            (None, None) => return Ok(()),
            (Some(first), second) if second.is_none_or(|second| first.person < second.person) => {
                each(first)?;
                one = stored.next()?.map(Counted::stored).transpose()?;
            }
            (_, second) => {
                second.iter().try_for_each(&mut each)?;
                other = fresh.next()?;
            }
        }
    }
}

/// Whose counts may be wrong.
fn stale(connection: &Connection) -> Result<Option<Who>> {
    // the least of them: 0 stands for everyone
    let least = connection
        .prepare_cached("SELECT min(person) FROM portfolio_stale")?
        .query_row([], |row| row.get(0))?;
    Ok(match least {
        None => None,
        Some(0) => Some(Who::Known),
        Some(_) => Some(Who::Stale),
    })
}

/// Persons counted from scratch, by id.
struct Fresh<'s>(Option<Rows<'s>>);

impl<'s> Fresh<'s> {
    fn new(connection: &'s Connection, who: Option<Who>) -> Result<Self> {
        let rows = who.map(|who| Rows::of(connection, who));
        Ok(Self(rows.transpose()?))
    }

    fn next(&mut self) -> Result<Option<Counted>> {
        let Some(rows) = &mut self.0 else {
            return Ok(None);
        };
        if !rows.next_person()? {
            return Ok(None);
        }
        let (person, relations) = rows.gathered();
        let mut counts = Counts::default();
        for (training, relation) in relations {
            let count = match (relation.in_portfolio(), training.is_active) {
                (true, true) => &mut counts.offered,
                (true, false) => &mut counts.offered_inactive,
                (false, _) if relation.finished.is_none() => continue,
                (false, true) => &mut counts.completed,
                (false, false) => &mut counts.completed_inactive,
            };
            *count += 1;
        }
        Ok(Some(Counted {
            person: person.id,
            contract_end: person.contract_end,
            counts,
        }))
    }
}

/// How many marked persons are left to readers: for a few the writer need not read the catalog.
const LEFT: i64 = 64;

/// Counts those anew whose counts may be wrong, unless they are few. Whoever changes the data calls it before
/// the transaction ends; where that was not done, finding a page is slower and no less right.
pub fn settle(connection: &Connection) -> Result<()> {
    let marked = || {
        connection
            .prepare_cached("SELECT count(*) FROM portfolio_stale")?
            .query_row([], |row| row.get::<_, i64>(0))
    };
    match stale(connection)? {
        None => Ok(()),
        Some(Who::Stale) if marked()? < LEFT => Ok(()),
        Some(who) => count_anew(connection, who),
    }
}

fn count_anew(connection: &Connection, who: Who) -> Result<()> {
    let forget = match who {
        Who::Stale => {
            "DELETE FROM portfolio_count WHERE person IN (SELECT person FROM portfolio_stale)"
        }
        _ => "DELETE FROM portfolio_count",
    };
    connection.prepare_cached(forget)?.execute([])?;
    let mut store =
        connection.prepare_cached("INSERT INTO portfolio_count VALUES (?, ?, ?, ?, ?, ?)")?;
    let mut fresh = Fresh::new(connection, Some(who))?;
    while let Some(counted) = fresh.next()? {
        counted.store(&mut store)?;
    }
    connection
        .prepare_cached("DELETE FROM portfolio_stale")?
        .execute([])?;
    Ok(())
}

/// The persons whose counts are wrong, for `check`: everyone is counted from scratch and compared.
pub fn wrong(connection: &Connection) -> Result<Vec<i64>> {
    let mut fresh = Fresh::new(connection, Some(Who::Known))?;
    let mut due = fresh.next()?;
    let mut wrong = Vec::new();
    each_person(connection, |known| {
        while let Some(missing) = due.filter(|due| due.person < known.person) {
            wrong.push(missing.person);
            due = fresh.next()?;
        }
        if due != Some(*known) {
            wrong.push(known.person);
        }
        if due.is_some_and(|due| due.person == known.person) {
            due = fresh.next()?;
        }
        Ok(())
    })?;
    while let Some(missing) = due {
        wrong.push(missing.person);
        due = fresh.next()?;
    }
    Ok(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::time::Clock;
    use crate::store::connection::Database;
    use crate::store::{Open, open};

    const ORGANISATION: &str = "
        INSERT INTO function (id, name) VALUES (1, 'f1'), (2, 'f2');
        INSERT INTO division (id, name, parent) VALUES (1, 'd1', NULL), (2, 'd2', 1), (3, 'd3', 2);
        INSERT INTO person_group (id, name) VALUES (1, 'g1'), (2, 'g2');
        INSERT INTO step (id, title) VALUES (1, 's');
        INSERT INTO category (id, step, title) VALUES (1, 1, 'c');
        WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 6)
        INSERT INTO LearningModule (key, type, id, code, title, step, category, is_active)
        SELECT n, 'Learning', n, n, n, 1, 1, n > 1 FROM n;
        INSERT INTO class (id, code, training, name) SELECT key, code, key, 'k' FROM LearningModule;
        INSERT INTO learning_path (id, title) VALUES (1, 'p1'), (2, 'p2'), (3, 'p3');
        WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 6)
        INSERT INTO person (id, external_identifier, first_name, family_name, email, account_level)
        SELECT n, n, 'x', 'y', 'z', 1 FROM n;";

    /// Changes of every kind that a count depends on; each `?` becomes a number from 1 to 6.
    const CHANGES: &[&str] = &[
        "INSERT INTO person (external_identifier, first_name, family_name, email, account_level, function)
         VALUES (abs(random()), 'x', 'y', 'z', 1, ? % 3)",
        "DELETE FROM person WHERE id = 6 + ? AND id NOT IN (SELECT person FROM enrollment)",
        "UPDATE person SET function = ? % 3 WHERE id = ?",
        "UPDATE person SET division = ? % 4 WHERE id = ?",
        "UPDATE person SET contract_end = iif(? > 3, NULL, '202?-01-01T00:00:00') WHERE id = ? AND NOT anonymised",
        "UPDATE person SET anonymised = ? = 1 WHERE id = ? AND contract_end IS NOT NULL",
        "UPDATE division SET parent = iif(? > 3, 1, NULL) WHERE id = 2",
        "UPDATE LearningModule SET is_active = ? % 2 WHERE key = ?",
        "INSERT OR IGNORE INTO enrollment (person, training, class, enrolled_at, state, changed_at, cancelled_by)
         SELECT ?, t, iif(? > 3, t, NULL), '202?-01-01T00:00:00', s, '2026-01-01T00:00:00', iif(s = 2, 'Reden onbekend', '')
         FROM (SELECT ? AS t, ? % 4 AS s)",
        "UPDATE enrollment SET state = 2, cancelled_by = 'Reden onbekend' WHERE id % 6 + 1 = ?",
        "UPDATE enrollment SET state = 3, cancelled_by = '' WHERE id % 6 + 1 = ?",
        "UPDATE OR IGNORE enrollment SET person = ? WHERE id % 6 + 1 = ?",
        "UPDATE OR IGNORE enrollment SET enrolled_at = '202?-01-01T00:00:00' WHERE id % 6 + 1 = ?",
        "UPDATE OR IGNORE enrollment SET class = NULL, training = ? WHERE id % 6 + 1 = ?",
        "DELETE FROM enrollment WHERE id % 6 + 1 = ?",
        "INSERT OR IGNORE INTO FinishedModule (person, training, finished_at) VALUES (?, ?, '202?-01-01T00:00:00')",
        "UPDATE OR IGNORE FinishedModule SET person = ? WHERE id % 6 + 1 = ?",
        "UPDATE OR IGNORE FinishedModule SET training = ? WHERE id % 6 + 1 = ?",
        "DELETE FROM FinishedModule WHERE id % 6 + 1 = ?",
        "INSERT OR IGNORE INTO group_member (person_group, person) VALUES (? % 2 + 1, ?)",
        "UPDATE OR IGNORE group_member SET person = ? WHERE id % 6 + 1 = ?",
        "UPDATE OR IGNORE group_member SET person_group = ? % 2 + 1 WHERE id % 6 + 1 = ?",
        "DELETE FROM group_member WHERE id % 6 + 1 = ?",
        "INSERT OR IGNORE INTO training_trainer (training, person) VALUES (?, ?)",
        "UPDATE OR IGNORE training_trainer SET training = ? WHERE id % 6 + 1 = ?",
        "DELETE FROM training_trainer WHERE id % 6 + 1 = ?",
        "INSERT OR IGNORE INTO learning_path_training (learning_path, training) VALUES (? % 3 + 1, ?)",
        "UPDATE OR IGNORE learning_path_training SET training = ? WHERE id % 6 + 1 = ?",
        "DELETE FROM learning_path_training WHERE id % 6 + 1 = ?",
        "INSERT OR IGNORE INTO learning_path_link (learning_path, link_type, person) VALUES (? % 3 + 1, 'Theme', ?)",
        "INSERT OR IGNORE INTO learning_path_link (learning_path, link_type, person) VALUES (? % 3 + 1, 'Person', ?)",
        "INSERT OR IGNORE INTO learning_path_link (learning_path, link_type, function) VALUES (? % 3 + 1, 'Function', ? % 3)",
        "INSERT OR IGNORE INTO learning_path_link (learning_path, link_type, division) VALUES (? % 3 + 1, 'Location', ? % 4)",
        "INSERT OR IGNORE INTO learning_path_link (learning_path, link_type, person_group) VALUES (? % 3 + 1, 'Group', ? % 2 + 1)",
        "UPDATE OR IGNORE learning_path_link SET learning_path = ? % 3 + 1 WHERE id % 6 + 1 = ?",
        "UPDATE OR IGNORE learning_path_link SET person = ? WHERE person IS NOT NULL AND id % 6 + 1 = ?",
        "DELETE FROM learning_path_link WHERE id % 6 + 1 = ?",
    ];

    fn database() -> (tempfile::TempDir, Database) {
        let folder = tempfile::tempdir().unwrap();
        let clock = Clock::new("Europe/Amsterdam", Some("2026-03-09T12:00:00")).unwrap();
        let database = open(&folder.path().join("lms.sqlite"), &clock, Open::Create).unwrap();
        database.pragma_update(None, "synchronous", "OFF").unwrap();
        database.execute_batch(ORGANISATION).unwrap();
        (folder, database)
    }

    /// Nobody is left.
    fn settled(database: &Database) {
        if let Some(who) = stale(database).unwrap() {
            count_anew(database, who).unwrap();
        }
    }

    #[test]
    fn a_few_are_left_to_readers() {
        let (_folder, database) = database();
        settled(&database);
        let mark = "INSERT INTO portfolio_stale SELECT value FROM json_each(?)";
        let ids = |count| serde_json::to_string(&(1..=count).collect::<Vec<i64>>()).unwrap();
        for (count, left) in [(LEFT - 1, true), (LEFT, false)] {
            database.execute("DELETE FROM portfolio_stale", []).unwrap();
            database.execute(mark, [ids(count)]).unwrap();
            settle(&database).unwrap();
            assert_eq!(stale(&database).unwrap().is_some(), left, "{count}");
            assert_eq!(wrong(&database).unwrap(), [0; 0]);
        }
    }

    /// Numbers that look like chance.
    fn numbers() -> impl FnMut(u64) -> u64 {
        let mut state = 7_u64;
        move |below| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 33) % below
        }
    }

    #[test]
    fn every_change_marks_whose_counts_it_changes() {
        let (_folder, database) = database();
        let mut number = numbers();
        let mut changed = 0;
        for _ in 0..1500 {
            settled(&database);
            let mut change = CHANGES[number(CHANGES.len() as u64) as usize].to_owned();
            while change.contains('?') {
                change = change.replacen('?', &(number(6) + 1).to_string(), 1);
            }
            changed += database.execute(&change, []).unwrap().min(1);
            assert_eq!(wrong(&database).unwrap(), [0; 0], "after {change}");
            settled(&database);
            assert_eq!(wrong(&database).unwrap(), [0; 0], "settled after {change}");
            assert!(stale(&database).unwrap().is_none());
        }
        assert!(changed > 700, "{changed} changes");
    }

    #[test]
    fn a_wrong_count_is_found() {
        let (_folder, database) = database();
        settled(&database);
        for (harm, found) in [
            (
                "UPDATE portfolio_count SET completed = 1 WHERE person = 3",
                vec![3],
            ),
            (
                "DELETE FROM portfolio_count WHERE person IN (1, 6)",
                vec![1, 3, 6],
            ),
            (
                "INSERT INTO portfolio_count VALUES (9, NULL, 0, 0, 0, 0)",
                vec![1, 3, 6, 9],
            ),
        ] {
            database.execute(harm, []).unwrap();
            assert_eq!(wrong(&database).unwrap(), found, "{harm}");
        }
        database
            .execute("INSERT INTO portfolio_stale VALUES (0)", [])
            .unwrap();
        settled(&database);
        assert_eq!(wrong(&database).unwrap(), [0; 0]);
    }
}
