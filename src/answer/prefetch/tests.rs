//! Tests prefetching with invented queries and lookups.

use std::iter::from_fn;
use std::thread;

use super::*;
use crate::answer::memory::MemoryBudget;
use crate::answer::prepared_answer::{PreparedElement, PreparedLookup, PreparedValue};
use crate::encode::{Delimiters, LocalSettings, XmlEncoder};
use crate::model::time::Clock;
use crate::operation::computed_rows::ComputedRows;
use crate::operation::response_schema::{AbsentRule, FieldValue, RepeatRule};
use crate::store::{Access, READER_CACHE_KIB, Store};

fn query_with_lookup() -> PreparedQuery {
    PreparedQuery {
        is_integer: vec![true],
        lookup_keys: vec![LookupKey { lookup_index: 0, key_column: 0 }],
        ..PreparedQuery::default()
    }
}

struct BrokenRows;

impl ComputedRows for BrokenRows {
    fn advance(&mut self) -> anyhow::Result<bool> {
        Ok(true)
    }

    fn cell(&self, _: usize) -> Cell<'_> {
        panic!("a row that cannot be read")
    }
}

#[test]
fn a_panic_of_the_reading_thread_is_an_error() {
    let queries = [PreparedQuery { lookup_keys: Vec::new(), ..query_with_lookup() }];
    let (batch_sender, receivers) = open_prefetch_channel(&queries);
    let panicked = thread::scope(|scope| {
        let reading = scope.spawn(move || {
            let rows = Box::new(BrokenRows);
            batch_sender.send_batches(&mut [Cursor::Computed { rows, has_row: true }], &mut []);
        });
        assert!(receivers.into_iter().all(|receiver| receiver.into_cursor().is_err()));
        reading.join().is_err()
    });
    assert!(panicked);
}

/// Rows with the keys from 0 to `key_count - 1`, repeated up to `row_count` rows.
struct KeyRows {
    row: usize,
    row_count: usize,
    key_count: usize,
}

impl ComputedRows for KeyRows {
    fn advance(&mut self) -> anyhow::Result<bool> {
        self.row += 1;
        Ok(self.row < self.row_count)
    }

    fn cell(&self, _: usize) -> Cell<'_> {
        Cell::Int((self.row % self.key_count) as i64)
    }
}

fn lookup_by_key(select: &str) -> PreparedLookup {
    let text =
        PreparedValue { value: FieldValue::Text, absent: AbsentRule::NeverAbsent, delimiters: Delimiters::default() };
    PreparedLookup {
        key: "number",
        select: select.to_owned(),
        field_groups: vec![vec![PreparedElement::Value(text, 0)]],
        nested_lookups: Vec::new(),
        key_repeats: RepeatRule::Anywhere,
    }
}

/// Returns the lookup result of each row. `reader_select` is the query of the reading thread, and `writer_select` is
/// the query of the writing thread. The memory budget has `free_blocks` blocks left.
fn read_lookups(
    rows: KeyRows,
    free_blocks: usize,
    reader_select: &str,
    writer_select: &str,
) -> anyhow::Result<Vec<String>> {
    let folder = tempfile::tempdir()?;
    let clock = Clock::new("Europe/Amsterdam", None)?;
    let path = folder.path().join("lms.sqlite");
    let store = Store::new(&path, &clock, Access::Write, READER_CACHE_KIB)?;
    let (snapshot, paired) = (store.snapshot()?, store.snapshot()?);
    let budget = MemoryBudget::default();
    // with this number of answers, a lookup may use one block
    let answers: Vec<_> = (0..400).map(|_| budget.begin_answer()).collect();
    let memory = &answers[0];
    let mut used_blocks: Vec<_> = from_fn(|| memory.allocate_block()).collect();
    used_blocks.truncate(used_blocks.len() - free_blocks);
    let (reader_lookup, writer_lookup) = (lookup_by_key(reader_select), lookup_by_key(writer_select));
    let queries = [query_with_lookup()];
    let (batch_sender, receivers) = open_prefetch_channel(&queries);
    let receiver = receivers.into_iter().next().expect("one query");
    let offsets = clock.offsets();
    let mut local = LocalSettings { base: "", offsets };
    thread::scope(|scope| {
        let reader_lookup = &reader_lookup;
        scope.spawn(move || {
            let mut lookups = [LookupState::open(reader_lookup, &paired, memory).expect("a query")];
            let rows = Box::new(rows);
            batch_sender.send_batches(&mut [Cursor::Computed { rows, has_row: true }], &mut lookups);
        });
        let mut lookups = [LookupState::open(&writer_lookup, &snapshot, memory)?];
        let mut cursor = receiver.into_cursor()?;
        let mut texts = Vec::new();
        while cursor.has_row() {
            let Cell::Int(key) = cursor.cell(0)? else { unreachable!("a row is a key") };
            let text = lookups[0].serialized_group::<XmlEncoder>(key, 0, &mut local)?;
            texts.push(String::from_utf8(text.to_vec())?);
            cursor.advance(&mut lookups)?;
        }
        Ok(texts)
    })
}

/// Makes a value so long that about 60 of them fill a block.
const LONG: &str = "|| ' ' || hex(zeroblob(500))";

#[test]
fn prefetched_lookups_are_written_for_their_rows() {
    let reader_select = format!("SELECT :key || ' prefetched' {LONG}");
    let writer_select = format!("SELECT :key || ' own' {LONG}");
    for (free_blocks, key_count) in [(0, 700), (1, 700), (2, 700), (2, 50), (300, 700)] {
        let rows = KeyRows { row: 0, row_count: 8000, key_count };
        let texts = read_lookups(rows, free_blocks, &reader_select, &writer_select).unwrap();
        assert_eq!(texts.len(), 8000);
        for (row, text) in texts.iter().enumerate() {
            assert!(text.starts_with(&format!("{} ", row % key_count)), "row {row}: {text:.20}");
        }
        let prefetched = texts.iter().filter(|text| text.contains("prefetched")).count();
        // the writer has cached all 50 keys before the first prefetched lookup arrives
        let expected = if key_count == 50 { 0..1 } else { 64..8000 };
        assert!(expected.contains(&prefetched), "{prefetched} with {free_blocks} blocks, {key_count} keys");
    }
}

#[test]
fn an_error_of_a_prefetched_lookup_ends_the_answer() {
    // fails from key 1001 on: the absolute value of the lowest integer overflows
    let broken = "SELECT iif(:key > 1000, abs(-9223372036854775807 - 1), '')";
    let rows = KeyRows { row: 0, row_count: 8000, key_count: 8000 };
    let error = read_lookups(rows, 300, broken, "SELECT :key || ''").unwrap_err();
    assert!(format!("{error:#}").contains("integer overflow"), "{error:#}");
}
