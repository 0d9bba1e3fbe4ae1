//! Row counts per person in `portfolio_count`, so that a page deep in the list is found quickly.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use rusqlite::{Connection, OptionalExtension, Result, Row, Statement, params};

use super::batch::PersonRange;
use super::rows::PortfolioRows;
use super::{Selection, StoredDatetime};

/// A person's trainings, counted by whether they are active and in the portfolio.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TrainingCounts {
    offered: i64,
    offered_inactive: i64,
    completed: i64,
    completed_inactive: i64,
}

impl TrainingCounts {
    fn rows(&self, selection: Selection) -> i64 {
        let inactive = i64::from(selection.inactive);
        let completed = i64::from(selection.not_in_portfolio) * (self.completed + inactive * self.completed_inactive);
        self.offered + inactive * self.offered_inactive + completed
    }

    fn stored(row: &Row, column: usize) -> Result<Self> {
        Ok(Self {
            offered: row.get(column)?,
            offered_inactive: row.get(column + 1)?,
            completed: row.get(column + 2)?,
            completed_inactive: row.get(column + 3)?,
        })
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageStart {
    pub total: i64,
    pub person: i64,
    /// The person's rows before the page.
    pub skipped: i64,
}

/// Finds the page after `before` rows; past the end, its person is `i64::MAX`. Sums blocks, then the persons of one block.
pub fn page(connection: &Connection, selection: Selection, before: i64) -> Result<PageStart> {
    let now = connection.prepare_cached("SELECT service_now()")?.query_row([], |row| row.get(0))?;
    let mut page = PageStart { total: 0, person: i64::MAX, skipped: 0 };
    let mut block = None;
    for (number, rows) in blocks(connection, selection, now)? {
        if (page.total..page.total + rows).contains(&before) {
            block = Some((number, page.total));
        }
        page.total += rows;
    }
    let Some((block, mut reached)) = block else { return Ok(page) };
    let persons = block << BLOCK_BITS..=((block + 1) << BLOCK_BITS) - 1;
    each_person(connection, persons, |known| {
        if known.is_employed(now) {
            let rows = known.counts.rows(selection);
            if (reached..reached + rows).contains(&before) {
                (page.person, page.skipped) = (known.person, before - reached);
            }
            reached += rows;
        }
        Ok(())
    })?;
    Ok(page)
}

/// The bits of a person's id within a block of `portfolio_block`.
const BLOCK_BITS: i64 = 8;

/// Returns the row counts of employed persons per block.
fn blocks(connection: &Connection, selection: Selection, now: StoredDatetime) -> Result<BTreeMap<i64, i64>> {
    let mut blocks = BTreeMap::new();
    let mut add = |person: i64, rows: i64| *blocks.entry(person >> BLOCK_BITS).or_default() += rows;
    let stale = DirtyPersons::read(connection)?;
    if stale.all_from > 0 {
        let mut summed = connection.prepare_cached("SELECT * FROM portfolio_block WHERE block < ?")?;
        let mut summed = summed.query([stale.all_from >> BLOCK_BITS])?;
        while let Some(row) = summed.next()? {
            let block: i64 = row.get(0)?;
            add(block << BLOCK_BITS, TrainingCounts::stored(row, 1)?.rows(selection));
        }
        let sql = "SELECT person, contract_end, offered, offered_inactive, completed, completed_inactive
                   FROM portfolio_count WHERE contract_end > ? AND person < ?";
        let mut ending = connection.prepare_cached(sql)?;
        let mut ending = ending.query(params![now, stale.all_from])?;
        while let Some(row) = ending.next()? {
            let known = PersonCounts::stored(row)?;
            add(known.person, known.counts.rows(selection));
        }
        let sql = "SELECT c.* FROM portfolio_stale AS s CROSS JOIN portfolio_count AS c ON c.person = s.person
                   WHERE s.person < ?";
        let mut marked = connection.prepare_cached(sql)?;
        let mut marked = marked.query([stale.all_from])?;
        while let Some(row) = marked.next()? {
            let known = PersonCounts::stored(row)?;
            if known.is_employed(now) {
                add(known.person, -known.counts.rows(selection));
            }
        }
    }
    let mut fresh = RecountedPersons::new(connection, stale, 0)?;
    while let Some(known) = fresh.next()? {
        if known.is_employed(now) {
            add(known.person, known.counts.rows(selection));
        }
    }
    Ok(blocks)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct PersonCounts {
    person: i64,
    contract_end: Option<StoredDatetime>,
    counts: TrainingCounts,
}

impl PersonCounts {
    /// "Employed: ContractEndTime is empty or later than now."
    fn is_employed(&self, now: StoredDatetime) -> bool {
        self.contract_end.is_none_or(|end| end > now)
    }

    fn stored(row: &Row) -> Result<Self> {
        Ok(Self { person: row.get(0)?, contract_end: row.get(1)?, counts: TrainingCounts::stored(row, 2)? })
    }

    fn store(&self, into: &mut Statement) -> Result<()> {
        let TrainingCounts { offered, offered_inactive, completed, completed_inactive } = self.counts;
        let values = params![self.person, self.contract_end, offered, offered_inactive, completed, completed_inactive];
        into.execute(values).map(drop)
    }
}

/// Passes everyone with ids in a range who is not anonymised to a callback, with recomputed dirty counts.
fn each_person(
    connection: &Connection,
    persons: RangeInclusive<i64>,
    mut each: impl FnMut(&PersonCounts) -> Result<()>,
) -> Result<()> {
    let stale = DirtyPersons::read(connection)?;
    let sql = "SELECT * FROM portfolio_count WHERE person BETWEEN ? AND min(?, ?)
                   AND person NOT IN (SELECT person FROM portfolio_stale) ORDER BY person";
    let mut stored = connection.prepare_cached(sql)?;
    let mut stored = stored.query([*persons.start(), *persons.end(), stale.all_from - 1])?;
    let mut fresh = RecountedPersons::new(connection, stale, *persons.start())?;
    let mut next_stored = stored.next()?.map(PersonCounts::stored).transpose()?;
    let mut fresh = || Ok::<_, rusqlite::Error>(fresh.next()?.filter(|of| persons.contains(&of.person)));
    let mut next_fresh = fresh()?;
    loop {
        match (&next_stored, &next_fresh) {
            (None, None) => return Ok(()),
            (Some(first), second) if second.is_none_or(|second| first.person < second.person) => {
                each(first)?;
                next_stored = stored.next()?.map(PersonCounts::stored).transpose()?;
            }
            (_, second) => {
                second.iter().try_for_each(&mut each)?;
                next_fresh = fresh()?;
            }
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct DirtyPersons {
    /// Below this id, persons with a dirty row; from it on, everyone.
    all_from: i64,
    has_marked: bool,
}

impl DirtyPersons {
    const EVERYONE: DirtyPersons = DirtyPersons { all_from: 0, has_marked: false };

    /// Reads the dirty rows: -256 means everyone from 256 on, 0 everyone.
    fn read(connection: &Connection) -> Result<Self> {
        connection
            .prepare_cached(
                "SELECT coalesce(-(SELECT max(person) FROM portfolio_stale WHERE person <= 0), ?),
                        EXISTS (SELECT 1 FROM portfolio_stale WHERE person > 0)",
            )?
            .query_row([i64::MAX], |row| Ok(Self { all_from: row.get(0)?, has_marked: row.get(1)? }))
    }
}

/// Recomputed persons by id, first those with a dirty row.
struct RecountedPersons<'s> {
    connection: &'s Connection,
    rows: Option<PortfolioRows<'s>>,
    /// The id from which everyone is recomputed, until those before are done.
    all_from: Option<i64>,
}

impl<'s> RecountedPersons<'s> {
    fn new(connection: &'s Connection, stale: DirtyPersons, from: i64) -> Result<Self> {
        let mut rows = None;
        if stale.has_marked && from < stale.all_from {
            rows = Some(PortfolioRows::of(connection, PersonRange::Stale, from)?);
        }
        Ok(Self { connection, rows, all_from: Some(stale.all_from.max(from)).filter(|from| *from < i64::MAX) })
    }

    fn next(&mut self) -> Result<Option<PersonCounts>> {
        let next = self.rows.as_mut().map(counted).transpose()?.flatten();
        let is_before = |next: &PersonCounts| self.all_from.is_none_or(|from| next.person < from);
        match (next.filter(is_before), self.all_from) {
            (None, Some(from)) => {
                self.all_from = None;
                self.rows = Some(PortfolioRows::of(self.connection, PersonRange::Known, from)?);
                self.next()
            }
            (next, _) => Ok(next),
        }
    }
}

fn counted(rows: &mut PortfolioRows) -> Result<Option<PersonCounts>> {
    if !rows.next_person()? {
        return Ok(None);
    }
    let (person, relations) = rows.current_person();
    let mut counts = TrainingCounts::default();
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
    Ok(Some(PersonCounts { person: person.id, contract_end: person.contract_end, counts }))
}

/// The dirty persons left to readers, so that a small change does not read the catalog.
const MAX_LEFT: i64 = 64;

/// Persons recounted per transaction, in whole blocks.
const RECOUNT_BATCH: i64 = 16 << BLOCK_BITS;

/// Returns whether more than a few counts are dirty.
pub fn has_dirty_persons(connection: &Connection) -> Result<bool> {
    let all = DirtyPersons::read(connection)?.all_from < i64::MAX;
    Ok(all || last_person_of_dirty_rows(connection, MAX_LEFT)?.is_some())
}

/// Returns the person up to whom `count` dirty rows reach.
fn last_person_of_dirty_rows(connection: &Connection, count: i64) -> Result<Option<i64>> {
    let sql = "SELECT person FROM portfolio_stale ORDER BY person LIMIT 1 OFFSET ? - 1";
    connection.prepare_cached(sql)?.query_row([count], |row| row.get(0)).optional()
}

/// Recounts some of the dirty persons, unless they are few; until then, finding a page is slower but correct.
pub fn settle(connection: &Connection) -> Result<()> {
    let from = DirtyPersons::read(connection)?.all_from;
    if from < i64::MAX {
        return settle_all_from(connection, from);
    }
    if last_person_of_dirty_rows(connection, MAX_LEFT)?.is_none() {
        return Ok(());
    }
    let last = last_person_of_dirty_rows(connection, RECOUNT_BATCH)?.unwrap_or(i64::MAX);
    recount(connection, PersonRange::Stale, 1..=last)
}

fn settle_all_from(connection: &Connection, from: i64) -> Result<()> {
    // ids may have gaps: the next part begins in the block of the next person
    let sql = "SELECT min(id) FROM person WHERE id >= ?";
    let next: Option<i64> = connection.prepare_cached(sql)?.query_row([from + RECOUNT_BATCH], |row| row.get(0))?;
    let next = next.map(|id| id >> BLOCK_BITS << BLOCK_BITS);
    let last = next.map_or(i64::MAX, |next| next - 1);
    recount(connection, PersonRange::Known, from..=last)?;
    let sql = "DELETE FROM portfolio_stale WHERE person = ? OR person <= 0 AND ?";
    connection.prepare_cached(sql)?.execute(params![-from, next.is_none()])?;
    if let Some(next) = next {
        connection.prepare_cached("INSERT OR IGNORE INTO portfolio_stale VALUES (?)")?.execute([-next])?;
    }
    Ok(())
}

/// Recounts these persons and clears their dirty rows.
fn recount(connection: &Connection, who: PersonRange, persons: RangeInclusive<i64>) -> Result<()> {
    let range = [persons.start(), persons.end()];
    let marked = match who {
        PersonRange::Stale => "AND person IN (SELECT person FROM portfolio_stale)",
        _ => "",
    };
    let delete = format!("DELETE FROM portfolio_count WHERE person BETWEEN ? AND ? {marked}");
    connection.prepare_cached(&delete)?.execute(range)?;
    let mut store = connection.prepare_cached("INSERT INTO portfolio_count VALUES (?, ?, ?, ?, ?, ?)")?;
    let mut rows = PortfolioRows::of(connection, who, *persons.start())?;
    while let Some(counted) = counted(&mut rows)?.filter(|of| persons.contains(&of.person)) {
        counted.store(&mut store)?;
    }
    connection.prepare_cached("DELETE FROM portfolio_stale WHERE person BETWEEN max(?, 1) AND ?")?.execute(range)?;
    Ok(())
}

/// Returns the persons with wrong counts, for `check`, by recounting everyone.
pub fn wrong(connection: &Connection) -> Result<Vec<i64>> {
    let mut fresh = RecountedPersons::new(connection, DirtyPersons::EVERYONE, 0)?;
    let mut expected = fresh.next()?;
    let mut wrong = Vec::new();
    each_person(connection, 0..=i64::MAX, |known| {
        while let Some(missing) = expected.filter(|expected| expected.person < known.person) {
            wrong.push(missing.person);
            expected = fresh.next()?;
        }
        if expected != Some(*known) {
            wrong.push(known.person);
        }
        if expected.is_some_and(|expected| expected.person == known.person) {
            expected = fresh.next()?;
        }
        Ok(())
    })?;
    while let Some(missing) = expected {
        wrong.push(missing.person);
        expected = fresh.next()?;
    }
    Ok(wrong)
}
