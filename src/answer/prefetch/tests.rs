//! Prefetching over made-up queries and lookups.

use std::iter::from_fn;
use std::thread;

use super::*;
use crate::answer::memory::MemoryBudget;
use crate::answer::prepared_answer::{PreparedColumn, PreparedElement, PreparedLookup};
use crate::encode::{Delimiters, LocalSettings, XmlEncoder};
use crate::model::time::Clock;
use crate::operation::response_schema::{AbsentRule, ComputedRows, FieldValue, RepeatRule};
use crate::store::{Access, READER_KIB, Store};

fn query() -> PreparedQuery {
    PreparedQuery { columns: 1, lookup_keys: vec![LookupKey { lookup: 0, column: 0 }], ..PreparedQuery::default() }
}

struct Broken;

impl ComputedRows for Broken {
    fn advance(&mut self) -> anyhow::Result<bool> {
        Ok(true)
    }

    fn cell(&self, _: usize) -> Cell<'_> {
        panic!("a row that cannot be read")
    }
}

#[test]
fn readers_of_a_panicked_thread_do_not_wait() {
    let one = PreparedQuery { lookup_keys: Vec::new(), ..query() };
    let queries = [one];
    let (reader, prefetchers) = new_prefetch(&queries);
    let panicked = thread::scope(|scope| {
        let reading = scope.spawn(move || {
            let rows = Box::new(Broken);
            reader.read(&mut [Cursor::Computed { rows, has_row: true }], &mut []);
        });
        assert!(prefetchers.into_iter().all(|prefetcher| prefetcher.into_cursor().is_err()));
        reading.join().is_err()
    });
    assert!(panicked);
}

/// Yields `count` rows with keys from 0 that repeat after a period.
struct Keys {
    row: usize,
    rows: usize,
    different: usize,
}

impl ComputedRows for Keys {
    fn advance(&mut self) -> anyhow::Result<bool> {
        self.row += 1;
        Ok(self.row < self.rows)
    }

    fn cell(&self, _: usize) -> Cell<'_> {
        Cell::Int((self.row % self.different) as i64)
    }
}

fn lookup(select: &str) -> PreparedLookup {
    let text = PreparedColumn { value: FieldValue::Text, absent: AbsentRule::Never, delimiters: Delimiters::default() };
    PreparedLookup {
        key: "number",
        select: select.to_owned(),
        runs: vec![vec![PreparedElement::Value(text, 0)]],
        lookups: Vec::new(),
        again: RepeatRule::AnyTime,
    }
}

/// Returns the lookup result of each row. Reader and writer each have a lookup of their own; the cache has `blocks`
/// blocks left, one of which may be in the current generation.
fn found(rows: Keys, blocks: usize, reads: &str, writes: &str) -> anyhow::Result<Vec<String>> {
    let folder = tempfile::tempdir()?;
    let clock = Clock::new("Europe/Amsterdam", None)?;
    let path = folder.path().join("lms.sqlite");
    let store = Store::new(&path, &clock, Access::Write, READER_KIB)?;
    let (snapshot, paired) = (store.snapshot()?, store.snapshot()?);
    let memory = MemoryBudget::default();
    let shares: Vec<_> = (0..400).map(|_| memory.begin_share()).collect();
    let share = &shares[0];
    let mut others: Vec<_> = from_fn(|| share.allocate_block()).collect();
    others.truncate(others.len() - blocks);
    let (reads, writes) = (lookup(reads), lookup(writes));
    let queries = [query()];
    let (reader, prefetchers) = new_prefetch(&queries);
    let prefetcher = prefetchers.into_iter().next().expect("one query");
    let offsets = clock.offsets();
    let mut local = LocalSettings { base: "", offsets };
    thread::scope(|scope| {
        let reads = &reads;
        scope.spawn(move || {
            let mut lookups = [LookupState::open(reads, &paired, share).expect("a query")];
            let rows = Box::new(rows);
            reader.read(&mut [Cursor::Computed { rows, has_row: true }], &mut lookups);
        });
        let mut lookups = [LookupState::open(&writes, &snapshot, share)?];
        let mut cursor = prefetcher.into_cursor()?;
        let mut found = Vec::new();
        while cursor.has_row() {
            let Cell::Int(key) = cursor.cell(0)? else { unreachable!("a row is a key") };
            let text = lookups[0].serialized_run::<XmlEncoder>(key, 0, &mut local)?;
            found.push(String::from_utf8(text.to_vec())?);
            cursor.advance(&mut lookups)?;
        }
        Ok(found)
    })
}

/// About 60 of these values fill a block.
const LONG: &str = "|| ' ' || hex(zeroblob(500))";

#[test]
fn prefetched_lookups_are_written_for_their_rows() {
    let (reads, writes) = (format!("SELECT :key || ' brought' {LONG}"), format!("SELECT :key || ' own' {LONG}"));
    for (blocks, different) in [(0, 700), (1, 700), (2, 700), (2, 50), (300, 700)] {
        let rows = Keys { row: 0, rows: 8000, different };
        let found = found(rows, blocks, &reads, &writes).unwrap();
        assert_eq!(found.len(), 8000);
        for (row, found) in found.iter().enumerate() {
            assert!(found.starts_with(&format!("{} ", row % different)), "row {row}: {found:.20}");
        }
        let brought = found.iter().filter(|found| found.contains("brought")).count();
        let due = if different == 50 { 0..1 } else { 64..8000 };
        assert!(due.contains(&brought), "{brought} of {blocks} blocks, {different} keys");
    }
}

#[test]
fn an_error_of_a_prefetched_lookup_is_one_of_the_answer() {
    let broken = "SELECT iif(:key > 1000, abs(-9223372036854775807 - 1), '')";
    let rows = Keys { row: 0, rows: 8000, different: 8000 };
    let error = found(rows, 300, broken, "SELECT :key || ''").unwrap_err();
    assert!(format!("{error:#}").contains("integer overflow"), "{error:#}");
}
