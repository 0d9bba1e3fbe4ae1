//! The table `portfolio_count`: the number of rows of each person, to find a page deep in the list. The table
//! `portfolio_block` has the sums over blocks: a block has 256 consecutive ids of persons.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use rusqlite::{Connection, Result, Row, Statement, params};

use super::batch::PersonSelection;
use super::rows::PortfolioRows;
use super::{ALL_TRAININGS, StoredDatetime, TrainingSelection};
use crate::ledger::query::{query_all, query_optional};

/// The numbers of a person's trainings: offered in the portfolio, or completed outside it, each active or inactive.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TrainingCounts {
    /// The active trainings in the portfolio.
    offered: i64,
    offered_inactive: i64,
    /// The active trainings outside the portfolio that are completed.
    completed: i64,
    completed_inactive: i64,
}

impl TrainingCounts {
    /// Returns the number of the person's rows in a response with this selection.
    fn count_rows(&self, selection: TrainingSelection) -> i64 {
        let count_if = |is_selected: bool, count: i64| if is_selected { count } else { 0 };
        self.offered
            + count_if(selection.includes_inactive, self.offered_inactive)
            + count_if(selection.includes_outside_portfolio, self.completed)
            + count_if(selection.includes_outside_portfolio && selection.includes_inactive, self.completed_inactive)
    }
}

/// The value of [`PageStart::person`] for a page beyond the end.
const AFTER_ALL_PERSONS: i64 = i64::MAX;

/// The position at which a page of the list of portfolio rows begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageStart {
    /// The number of rows of the whole list.
    pub total: i64,
    /// The id of the first row's person, or [`AFTER_ALL_PERSONS`].
    pub person: i64,
    /// The number of rows of this person before the page.
    pub skipped: i64,
}

/// Finds the page after the first `before` rows of the list: first the block of its first row, then the person. Reads
/// stored counts instead of computing the rows before the page.
pub fn find_page(connection: &Connection, selection: TrainingSelection, before: i64) -> Result<PageStart> {
    let now = connection.prepare_cached("SELECT service_now()")?.query_row([], |row| row.get(0))?;
    let mut page = PageStart { total: 0, person: AFTER_ALL_PERSONS, skipped: 0 };
    // the block in which the page begins, with the number of rows before this block
    let mut block_of_page = None;
    for (block, rows) in count_rows_by_block(connection, selection, now)? {
        if (page.total..page.total + rows).contains(&before) {
            block_of_page = Some((block, page.total));
        }
        page.total += rows;
    }
    // the page begins after the last row
    let Some((block, mut rows_before)) = block_of_page else { return Ok(page) };
    let ids_of_block = block << BLOCK_BITS..=((block + 1) << BLOCK_BITS) - 1;
    for person in read_counts(connection, ids_of_block)?.values().filter(|person| person.is_employed(now)) {
        let rows = person.counts.count_rows(selection);
        if (rows_before..rows_before + rows).contains(&before) {
            (page.person, page.skipped) = (person.id, before - rows_before);
        }
        rows_before += rows;
    }
    Ok(page)
}

/// The ids of the persons in a block differ only in this number of low bits.
const BLOCK_BITS: i64 = 8;

/// Returns the number of rows of employed persons in each block, from the stored sums and counts. Instead of the stored
/// counts of dirty persons, adds new counts.
fn count_rows_by_block(
    connection: &Connection,
    selection: TrainingSelection,
    now: StoredDatetime,
) -> Result<BTreeMap<i64, i64>> {
    let mut blocks = BTreeMap::new();
    let mut add = |person: PersonCounts| {
        *blocks.entry(person.id >> BLOCK_BITS).or_default() += person.counts.count_rows(selection);
    };
    let dirty = DirtyPersons::read(connection)?;
    // the sums over blocks have only persons whose contract has no end, so persons whose contract ends later are added;
    // ?1 is the start of the dirty range, which is the start of a block, and ?2 the present time
    let sums_of_blocks = format!(
        "SELECT block << {BLOCK_BITS} AS person, NULL AS contract_end, offered, offered_inactive, completed,
                completed_inactive
         FROM portfolio_block WHERE block < ?1 >> {BLOCK_BITS}"
    );
    let counts_of_ending_contracts =
        "SELECT person, contract_end, offered, offered_inactive, completed, completed_inactive
         FROM portfolio_count WHERE contract_end > ?2 AND person < ?1";
    // subtracts the outdated counts of marked persons, which the first two queries include
    let negative_counts_of_marked =
        "SELECT c.person, c.contract_end, -c.offered, -c.offered_inactive, -c.completed, -c.completed_inactive
         FROM portfolio_dirty_person AS d CROSS JOIN portfolio_count AS c ON c.person = d.person
         WHERE d.person < ?1 AND (c.contract_end IS NULL OR c.contract_end > ?2)";
    let sql = [&sums_of_blocks, counts_of_ending_contracts, negative_counts_of_marked].join(" UNION ALL ");
    let mut select = connection.prepare_cached(&sql)?;
    let mut rows = select.query(params![dirty.range_start, now])?;
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
    let sql = "SELECT * FROM portfolio_count WHERE person BETWEEN ? AND ?
                   AND person NOT IN (SELECT person FROM portfolio_dirty_person)";
    let stored_ids = [*ids.start(), (dirty.range_start - 1).min(*ids.end())];
    let mut persons: BTreeMap<_, _> =
        query_all(connection, sql, stored_ids, |row| PersonCounts::read(row).map(|person| (person.id, person)))?;
    recount_dirty(connection, dirty, ids, |person| {
        persons.insert(person.id, person);
        Ok(())
    })?;
    Ok(persons)
}

/// The value of [`DirtyPersons::range_start`] without a dirty range: no id is so large.
const NO_DIRTY_RANGE: i64 = i64::MAX;

/// The persons whose stored counts are dirty: a change may have made them wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct DirtyPersons {
    /// All persons with ids from this one on are dirty; [`NO_DIRTY_RANGE`] if only marked persons are dirty.
    range_start: i64,
    has_marked_persons: bool,
}

impl DirtyPersons {
    /// Reads the table of dirty persons. A positive number marks one person. A number -N, such as 0 or -256, means all
    /// persons with ids from N on.
    fn read(connection: &Connection) -> Result<Self> {
        // the largest of the numbers up to 0 is the range that includes all others
        let sql =
            "SELECT coalesce(-(SELECT max(person) FROM portfolio_dirty_person WHERE person <= 0), ?) AS range_start,
                    EXISTS (SELECT 1 FROM portfolio_dirty_person WHERE person > 0) AS has_marked_persons";
        let read = |row: &Row| read_row!(row => Self { range_start, has_marked_persons });
        connection.prepare_cached(sql)?.query_row([NO_DIRTY_RANGE], read)
    }

    fn has_range(self) -> bool {
        self.range_start != NO_DIRTY_RANGE
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
        let marked = first..=last.min(dirty.range_start - 1);
        for_each_count(connection, PersonSelection::Dirty, marked, &mut callback)?;
    }
    if dirty.has_range() {
        for_each_count(connection, PersonSelection::All, first.max(dirty.range_start)..=last, callback)?;
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
    let mut rows = PortfolioRows::for_persons(connection, selection, ALL_TRAININGS, *ids.start())?;
    while rows.load_next_person()? {
        let (person, trainings) = rows.current_person();
        if !ids.contains(&person.id) {
            break;
        }
        let mut counts = TrainingCounts::default();
        for (training, record) in trainings {
            // a training that is neither in the portfolio nor completed is in no response
            let count = match (record.is_in_portfolio(), training.is_active) {
                (true, true) => &mut counts.offered,
                (true, false) => &mut counts.offered_inactive,
                (false, _) if record.finished.is_none() => continue,
                (false, true) => &mut counts.completed,
                (false, false) => &mut counts.completed_inactive,
            };
            *count += 1;
        }
        callback(PersonCounts { id: person.id, contract_end: person.contract_end, counts })?;
    }
    Ok(())
}

/// Fewer marked persons are not recounted, so that a small change does not read the whole catalog.
const MIN_RECOUNTED: i64 = 64;

/// The number of persons, or of ids of a range, that one batch recounts: 16 blocks.
const RECOUNT_BATCH: i64 = 16 << BLOCK_BITS;

/// Returns whether [`recount_dirty_batch`] has persons to recount.
pub fn has_dirty_persons(connection: &Connection) -> Result<bool> {
    Ok(DirtyPersons::read(connection)?.has_range() || find_nth_marked_person(connection, MIN_RECOUNTED)?.is_some())
}

/// Returns the id of the marked person at position `number`, counted from 1; `None` if fewer persons are marked.
fn find_nth_marked_person(connection: &Connection, number: i64) -> Result<Option<i64>> {
    let sql = "SELECT person FROM portfolio_dirty_person ORDER BY person LIMIT 1 OFFSET ? - 1";
    query_optional(connection, sql, [number], |row| row.get(0))
}

/// Recounts some dirty persons. If only a few are dirty, leaves them: finding a page is then slower, but correct.
pub fn recount_dirty_batch(connection: &Connection) -> Result<()> {
    let dirty = DirtyPersons::read(connection)?;
    if dirty.has_range() {
        return recount_batch_of_range(connection, dirty.range_start);
    }
    if find_nth_marked_person(connection, MIN_RECOUNTED)?.is_none() {
        return Ok(());
    }
    // all marked persons if they are fewer than a batch
    let last = find_nth_marked_person(connection, RECOUNT_BATCH)?.unwrap_or(i64::MAX);
    recount(connection, PersonSelection::Dirty, 1..=last)
}

/// Recounts the first persons of a dirty range. Stores the new start of the range, or removes the range at its end.
fn recount_batch_of_range(connection: &Connection, range_start: i64) -> Result<()> {
    // ids may have gaps: the next batch begins with the block of the next existing id
    let sql = "SELECT min(id) FROM person WHERE id >= ?";
    let next_id: Option<i64> =
        connection.prepare_cached(sql)?.query_row([range_start + RECOUNT_BATCH], |row| row.get(0))?;
    let next_block = next_id.map(|id| id >> BLOCK_BITS << BLOCK_BITS);
    let last = next_block.map_or(i64::MAX, |first_id| first_id - 1);
    recount(connection, PersonSelection::All, range_start..=last)?;
    // no person is left: the whole range is done, with the ranges that it included
    let Some(first_id) = next_block else {
        return connection.execute("DELETE FROM portfolio_dirty_person WHERE person <= 0", []).map(drop);
    };
    connection.prepare_cached("DELETE FROM portfolio_dirty_person WHERE person = ?")?.execute([-range_start])?;
    connection.prepare_cached("INSERT OR IGNORE INTO portfolio_dirty_person VALUES (?)")?.execute([-first_id]).map(drop)
}

/// Recounts the selected persons with these ids, and removes their marks.
fn recount(connection: &Connection, selection: PersonSelection, ids: RangeInclusive<i64>) -> Result<()> {
    let range = [ids.start(), ids.end()];
    // the old counts of other persons in the range of ids stay
    let condition = match selection {
        PersonSelection::Dirty => "AND person IN (SELECT person FROM portfolio_dirty_person)",
        _ => "",
    };
    let delete = format!("DELETE FROM portfolio_count WHERE person BETWEEN ? AND ? {condition}");
    connection.prepare_cached(&delete)?.execute(range)?;
    let mut insert = connection.prepare_cached("INSERT INTO portfolio_count VALUES (?, ?, ?, ?, ?, ?)")?;
    for_each_count(connection, selection, ids.clone(), |person| person.insert(&mut insert))?;
    // marks of persons are positive; the caller updates the mark of a range
    let delete_marks = "DELETE FROM portfolio_dirty_person WHERE person BETWEEN max(?, 1) AND ?";
    connection.prepare_cached(delete_marks)?.execute(range).map(drop)
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
    // these have stored counts, but no portfolio
    wrong.extend(persons.into_keys());
    Ok(wrong.into_iter().collect())
}
