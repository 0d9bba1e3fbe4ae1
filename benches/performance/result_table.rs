//! The figures: a row for each thing that is measured, a column for each size of the organisation; and those of
//! before, as a page holds them.

use std::fmt;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

/// A ratio that falls by more than a third is reported.
const FALLEN: f64 = 2.0 / 3.0;

/// All figures.
pub struct Table {
    sizes: Vec<String>,
    rows: Vec<Row>,
}

struct Row {
    what: String,
    goal: &'static str,
    cells: Vec<String>,
}

impl Table {
    /// An empty one.
    pub fn new(sizes: &[u32]) -> Self {
        Self { sizes: sizes.iter().map(u32::to_string).collect(), rows: Vec::new() }
    }

    /// Says a figure of the organisation of this size.
    pub fn say(&mut self, what: &str, persons: u32, goal: &'static str, cell: String) {
        println!("{what}, {persons} persons: {cell}");
        let row = self.rows.iter().position(|row| row.what == what).unwrap_or_else(|| {
            self.rows.push(Row { what: what.to_owned(), goal, cells: vec![String::new(); self.sizes.len()] });
            self.rows.len() - 1
        });
        let column = self.sizes.iter().position(|size| *size == persons.to_string());
        self.rows[row].cells[column.expect("a size that is measured")] = cell;
    }

    /// What has fallen since that page was written.
    pub fn fallen(&self, page: &Path) -> Result<Vec<String>> {
        let page = fs::read_to_string(page).with_context(|| page.display().to_string())?;
        let rows = page.lines().filter_map(|line| {
            let cells = line.strip_prefix('|')?.split('|');
            Some(cells.map(str::trim).collect::<Vec<_>>())
        });
        let (mut sizes, mut fallen) = (Vec::new(), Vec::new());
        for cells in rows {
            if cells[0] == "what" {
                sizes = cells;
                continue;
            }
            let Some(row) = self.rows.iter().find(|row| row.what == cells[0]) else {
                continue;
            };
            for (size, now) in self.sizes.iter().zip(&row.cells) {
                let column = sizes.iter().position(|head| *head == heading(size));
                let before = column.and_then(|column| ratio(cells.get(column)?));
                if let (Some(before), Some(now)) = (before, ratio(now))
                    && now < before * FALLEN
                {
                    fallen.push(format!("{}, {size} persons: {before} before, {now} now", row.what));
                }
            }
        }
        Ok(fallen)
    }
}

/// Returns the head of the column of a size.
fn heading(size: &str) -> String {
    format!("{size} persons")
}

/// The ratio that a cell begins with.
fn ratio(cell: &str) -> Option<f64> {
    cell.split_once(" ×")?.0.parse().ok()
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let sizes: Vec<_> = self.sizes.iter().map(|size| heading(size)).collect();
        writeln!(f, "| what | {} | goal |", sizes.join(" | "))?;
        writeln!(f, "| --- |{} --- |", " --- |".repeat(self.sizes.len()))?;
        for Row { what, goal, cells } in &self.rows {
            writeln!(f, "| {what} | {} | {goal} |", cells.join(" | "))?;
        }
        Ok(())
    }
}
