//! How many rows each person has, kept by the data's own transactions (`portfolio_count` and
//! `portfolio_stale` of `schema.sql`), so that a page deep in the list is found by counts.

#[cfg(test)]
mod tests;

use rusqlite::{Connection, Result, Row, Statement, params};

use super::batch::Who;
use super::rows::Rows;
use super::{Moment, Selection};

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
    fn rows(&self, wanted: Selection) -> i64 {
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
pub fn page(connection: &Connection, wanted: Selection, before: i64) -> Result<Page> {
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
