//! The table of results: a row for each measurement, a column for each size of the organisation.

use std::fmt;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

/// Ratios below this share of the old ratio are reported.
const REPORTED_SHARE: f64 = 2.0 / 3.0;

pub struct Table {
    sizes: Vec<String>,
    rows: Vec<Row>,
}

struct Row {
    label: String,
    goal: &'static str,
    cells: Vec<String>,
}

impl Table {
    pub fn new(sizes: &[u32]) -> Self {
        Self { sizes: sizes.iter().map(u32::to_string).collect(), rows: Vec::new() }
    }

    /// Prints and adds a result.
    pub fn add(&mut self, label: &str, persons: u32, goal: &'static str, cell: String) {
        println!("{label}, {persons} persons: {cell}");
        let row = self.rows.iter().position(|row| row.label == label).unwrap_or_else(|| {
            self.rows.push(Row { label: label.to_owned(), goal, cells: vec![String::new(); self.sizes.len()] });
            self.rows.len() - 1
        });
        let column = self.sizes.iter().position(|size| *size == persons.to_string());
        self.rows[row].cells[column.expect("a size of this table")] = cell;
    }

    /// Compares the ratios with those in a page like docs/performance.md; returns those that fell too much.
    pub fn find_decreases(&self, page: &Path) -> Result<Vec<String>> {
        let page = fs::read_to_string(page).with_context(|| page.display().to_string())?;
        let rows = page.lines().filter_map(|line| {
            let cells = line.strip_prefix('|')?.split('|');
            Some(cells.map(str::trim).collect::<Vec<_>>())
        });
        let (mut sizes, mut decreases) = (Vec::new(), Vec::new());
        for cells in rows {
            if cells[0] == "what" {
                sizes = cells;
                continue;
            }
            let Some(row) = self.rows.iter().find(|row| row.label == cells[0]) else {
                continue;
            };
            for (size, now) in self.sizes.iter().zip(&row.cells) {
                let column = sizes.iter().position(|head| *head == heading(size));
                let before = column.and_then(|column| parse_ratio(cells.get(column)?));
                if let (Some(before), Some(now)) = (before, parse_ratio(now))
                    && now < before * REPORTED_SHARE
                {
                    decreases.push(format!("{}, {size} persons: {before} before, {now} now", row.label));
                }
            }
        }
        Ok(decreases)
    }
}

fn heading(size: &str) -> String {
    format!("{size} persons")
}

/// Returns the ratio at the start of a cell.
fn parse_ratio(cell: &str) -> Option<f64> {
    cell.split_once(" ×")?.0.parse().ok()
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let sizes: Vec<_> = self.sizes.iter().map(|size| heading(size)).collect();
        writeln!(f, "| what | {} | goal |", sizes.join(" | "))?;
        writeln!(f, "| --- |{} --- |", " --- |".repeat(self.sizes.len()))?;
        for Row { label, goal, cells } in &self.rows {
            writeln!(f, "| {label} | {} | {goal} |", cells.join(" | "))?;
        }
        Ok(())
    }
}
