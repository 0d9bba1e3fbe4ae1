//! The table `portfolio_count`: the number of rows of each person, to find a page deep in the list.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use rusqlite::{Connection, Result, Row, Statement, params};

use super::batch::PersonSelection;
use super::rows::PortfolioRows;
use super::{Selection, StoredDatetime};
use crate::ledger::query::{query_all, query_optional};

/// The numbers of a person's trainings: offered in the portfolio, or completed outside it, each active or inactive.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TrainingCounts {
    offered: i64,
    offered_inactive: i64,
    completed: i64,
    completed_inactive: i64,
}

impl TrainingCounts {
    fn count_rows(&self, selection: Selection) -> i64 {
        let inactive = i64::from(selection.inactive);
        let completed = i64::from(selection.not_in_portfolio) * (self.completed + inactive * self.completed_inactive);
        self.offered + inactive * self.offered_inactive + completed
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageStart {
    pub total: i64,
    /// The id of the first row's person; `i64::MAX` if the page is beyond the end.
    pub person: i64,
    /// The number of rows of this person before the page.
    pub skipped: i64,
}

/// Finds the page after the first `before` rows. Adds up the rows of blocks, then the rows of persons in one block.
pub fn find_page(connection: &Connection, selection: Selection, before: i64) -> Result<PageStart> {
    let now = connection.prepare_cached("SELECT service_now()")?.query_row([], |row| row.get(0))?;
    let mut page = PageStart { total: 0, person: i64::MAX, skipped: 0 };
    let mut block = None;
    for (number, rows) in count_rows_by_block(connection, selection, now)? {
        if (page.total..page.total + rows).contains(&before) {
            block = Some((number, page.total));
        }
        page.total += rows;
    }
    let Some((block, mut rows_before)) = block else { return Ok(page) };
    let persons = block << BLOCK_BITS..=((block + 1) << BLOCK_BITS) - 1;
    for person in read_counts(connection, persons)?.values().filter(|person| person.is_employed(now)) {
        let rows = person.counts.count_rows(selection);
        if (rows_before..rows_before + rows).contains(&before) {
            (page.person, page.skipped) = (person.id, before - rows_before);
        }
        rows_before += rows;
    }
    Ok(page)
}

/// The ids of the persons in a block of `portfolio_block` differ only in this number of low bits.
const BLOCK_BITS: i64 = 8;

/// Returns the number of rows of employed persons in each block: stored sums of persons whose contract has no end,
/// stored counts of other persons, and new counts of dirty persons.
fn count_rows_by_block(
    connection: &Connection,
    selection: Selection,
    now: StoredDatetime,
) -> Result<BTreeMap<i64, i64>> {
    let mut blocks = BTreeMap::new();
    let mut add = |person: PersonCounts| {
        *blocks.entry(person.id >> BLOCK_BITS).or_default() += person.counts.count_rows(selection);
    };
    let dirty = DirtyPersons::read(connection)?;
    // the last part subtracts the outdated counts of marked persons
    let sql = format!(
        "SELECT block << {BLOCK_BITS} AS person, NULL AS contract_end, offered, offered_inactive, completed,
                completed_inactive
         FROM portfolio_block WHERE block < ?1 >> {BLOCK_BITS}
         UNION ALL
         SELECT person, contract_end, offered, offered_inactive, completed, completed_inactive
         FROM portfolio_count WHERE contract_end > ?2 AND person < ?1
         UNION ALL
         SELECT c.person, c.contract_end, -c.offered, -c.offered_inactive, -c.completed, -c.completed_inactive
         FROM portfolio_dirty_person AS s CROSS JOIN portfolio_count AS c ON c.person = s.person
         WHERE s.person < ?1 AND (c.contract_end IS NULL OR c.contract_end > ?2)"
    );
    let mut select = connection.prepare_cached(&sql)?;
    let mut rows = select.query(params![dirty.all_from, now])?;
    while let Some(row) = rows.next()? {
        add(PersonCounts::read(row)?);
    }
    recount_dirty(connection, dirty, 0..=i64::MAX, |person| {
        if person.is_employed(now) {
            add(person);
        }
        Ok(())
    })?;
    Ok(blocks)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct PersonCounts {
    id: i64,
    contract_end: Option<StoredDatetime>,
    counts: TrainingCounts,
}

impl PersonCounts {
    fn is_employed(&self, now: StoredDatetime) -> bool {
        self.contract_end.is_none_or(|end| end > now)
    }

    fn read(row: &Row) -> Result<Self> {
        // by position: a page reads the counts of many persons, and took a third longer with reads by name
        let [offered, offered_inactive, completed, completed_inactive] =
            [row.get(2)?, row.get(3)?, row.get(4)?, row.get(5)?];
        let counts = TrainingCounts { offered, offered_inactive, completed, completed_inactive };
        Ok(Self { id: row.get(0)?, contract_end: row.get(1)?, counts })
    }

    fn insert(&self, insert: &mut Statement) -> Result<()> {
        let TrainingCounts { offered, offered_inactive, completed, completed_inactive } = self.counts;
        let values = params![self.id, self.contract_end, offered, offered_inactive, completed, completed_inactive];
        insert.execute(values).map(drop)
    }
}

/// Returns the counts of the persons with these ids, by id, without anonymised persons. Recounts dirty persons.
fn read_counts(connection: &Connection, ids: RangeInclusive<i64>) -> Result<BTreeMap<i64, PersonCounts>> {
    let dirty = DirtyPersons::read(connection)?;
    let sql = "SELECT * FROM portfolio_count WHERE person BETWEEN ? AND min(?, ?)
                   AND person NOT IN (SELECT person FROM portfolio_dirty_person)";
    let parameters = [*ids.start(), *ids.end(), dirty.all_from - 1];
    let mut persons: BTreeMap<_, _> =
        query_all(connection, sql, parameters, |row| PersonCounts::read(row).map(|person| (person.id, person)))?;
    recount_dirty(connection, dirty, ids, |person| {
        persons.insert(person.id, person);
        Ok(())
    })?;
    Ok(persons)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct DirtyPersons {
    /// The id from which all persons are dirty; `i64::MAX` if only marked persons are dirty.
    all_from: i64,
    has_marked_persons: bool,
}

impl DirtyPersons {
    /// Reads the table of dirty persons: positive numbers are marked persons, 0 is all persons, -256 all from id 256.
    fn read(connection: &Connection) -> Result<Self> {
        connection
            .prepare_cached(
                "SELECT coalesce(-(SELECT max(person) FROM portfolio_dirty_person WHERE person <= 0), ?),
                        EXISTS (SELECT 1 FROM portfolio_dirty_person WHERE person > 0)",
            )?
            .query_row([i64::MAX], |row| Ok(Self { all_from: row.get(0)?, has_marked_persons: row.get(1)? }))
    }
}

/// Counts the rows of the dirty persons with these ids, and passes each person to a callback.
fn recount_dirty(
    connection: &Connection,
    dirty: DirtyPersons,
    ids: RangeInclusive<i64>,
    mut callback: impl FnMut(PersonCounts) -> Result<()>,
) -> Result<()> {
    let (first, last) = ids.into_inner();
    if dirty.has_marked_persons {
        let marked = first..=last.min(dirty.all_from - 1);
        for_each_count(connection, PersonSelection::Dirty, marked, &mut callback)?;
    }
    if dirty.all_from < i64::MAX {
        for_each_count(connection, PersonSelection::All, first.max(dirty.all_from)..=last, callback)?;
    }
    Ok(())
}

/// Counts the rows of the selected persons with these ids, and passes each person to a callback, in the order of ids.
fn for_each_count(
    connection: &Connection,
    selection: PersonSelection,
    ids: RangeInclusive<i64>,
    mut callback: impl FnMut(PersonCounts) -> Result<()>,
) -> Result<()> {
    if ids.is_empty() {
        return Ok(());
    }
    let mut rows = PortfolioRows::for_persons(connection, selection, *ids.start())?;
    while rows.next_person()? {
        let (person, trainings) = rows.current_person();
        if !ids.contains(&person.id) {
            break;
        }
        let mut counts = TrainingCounts::default();
        for (training, relation) in trainings {
            let count = match (relation.is_in_portfolio(), training.is_active) {
                (true, true) => &mut counts.offered,
                (true, false) => &mut counts.offered_inactive,
                (false, _) if relation.finished.is_none() => continue,
                (false, true) => &mut counts.completed,
                (false, false) => &mut counts.completed_inactive,
            };
            *count += 1;
        }
        callback(PersonCounts { id: person.id, contract_end: person.contract_end, counts })?;
    }
    Ok(())
}

/// Fewer dirty persons are not recounted, so that a small change does not read the whole catalog.
const MIN_RECOUNTED: i64 = 64;

const RECOUNT_BATCH: i64 = 16 << BLOCK_BITS;

pub fn has_dirty_persons(connection: &Connection) -> Result<bool> {
    let is_range_dirty = DirtyPersons::read(connection)?.all_from < i64::MAX;
    Ok(is_range_dirty || find_marked_person(connection, MIN_RECOUNTED)?.is_some())
}

/// Returns the id of the marked person at position `number`, counted from 1; `None` if fewer persons are marked.
fn find_marked_person(connection: &Connection, number: i64) -> Result<Option<i64>> {
    let sql = "SELECT person FROM portfolio_dirty_person ORDER BY person LIMIT 1 OFFSET ? - 1";
    query_optional(connection, sql, [number], |row| row.get(0))
}

/// Recounts some dirty persons. If only a few are dirty, leaves them: finding a page is then slower, but correct.
pub fn recount_dirty_batch(connection: &Connection) -> Result<()> {
    let from = DirtyPersons::read(connection)?.all_from;
    if from < i64::MAX {
        return recount_batch_from(connection, from);
    }
    if find_marked_person(connection, MIN_RECOUNTED)?.is_none() {
        return Ok(());
    }
    let last = find_marked_person(connection, RECOUNT_BATCH)?.unwrap_or(i64::MAX);
    recount(connection, PersonSelection::Dirty, 1..=last)
}

/// Recounts the next persons with ids from `from` on, who are all dirty. Stores where the next batch begins.
fn recount_batch_from(connection: &Connection, from: i64) -> Result<()> {
    // ids may have gaps: the next batch begins with the block of the next existing id
    let sql = "SELECT min(id) FROM person WHERE id >= ?";
    let next_id: Option<i64> = connection.prepare_cached(sql)?.query_row([from + RECOUNT_BATCH], |row| row.get(0))?;
    let next_block = next_id.map(|id| id >> BLOCK_BITS << BLOCK_BITS);
    let last = next_block.map_or(i64::MAX, |first_id| first_id - 1);
    recount(connection, PersonSelection::All, from..=last)?;
    let sql = "DELETE FROM portfolio_dirty_person WHERE person = ? OR person <= 0 AND ?";
    connection.prepare_cached(sql)?.execute(params![-from, next_block.is_none()])?;
    if let Some(first_id) = next_block {
        connection.prepare_cached("INSERT OR IGNORE INTO portfolio_dirty_person VALUES (?)")?.execute([-first_id])?;
    }
    Ok(())
}

/// Recounts the selected persons with these ids, and removes their marks.
fn recount(connection: &Connection, selection: PersonSelection, ids: RangeInclusive<i64>) -> Result<()> {
    let range = [ids.start(), ids.end()];
    let condition = match selection {
        PersonSelection::Dirty => "AND person IN (SELECT person FROM portfolio_dirty_person)",
        _ => "",
    };
    let delete = format!("DELETE FROM portfolio_count WHERE person BETWEEN ? AND ? {condition}");
    connection.prepare_cached(&delete)?.execute(range)?;
    let mut insert = connection.prepare_cached("INSERT INTO portfolio_count VALUES (?, ?, ?, ?, ?, ?)")?;
    for_each_count(connection, selection, ids.clone(), |person| person.insert(&mut insert))?;
    connection
        .prepare_cached("DELETE FROM portfolio_dirty_person WHERE person BETWEEN max(?, 1) AND ?")?
        .execute(range)?;
    Ok(())
}

/// Returns the ids of the persons for whom readers would get wrong counts. Counts the rows of all persons.
pub fn find_wrong_counts(connection: &Connection) -> Result<Vec<i64>> {
    let mut persons = read_counts(connection, 0..=i64::MAX)?;
    let mut wrong = BTreeSet::new();
    for_each_count(connection, PersonSelection::All, 0..=i64::MAX, |expected| {
        if persons.remove(&expected.id) != Some(expected) {
            wrong.insert(expected.id);
        }
        Ok(())
    })?;
    wrong.extend(persons.into_keys());
    Ok(wrong.into_iter().collect())
}
