//! Key figures and bar charts, as SVG beside the table of their numbers.

use askama::Template;

use super::Table;

/// Key figures with labels and links.
#[derive(Template)]
#[template(path = "figures.html")]
pub struct KeyFigures<'a> {
    /// Label, number and link of each.
    pub figures: Vec<(&'a str, String, String)>,
}

/// A bar chart beside its table.
#[derive(Template)]
#[template(path = "beside.html")]
pub struct BarChart<'a> {
    picture: Bars<'a>,
    table: Table<'a>,
}

/// A bar of several parts.
#[derive(Template)]
#[template(path = "bars.html")]
struct Bars<'a> {
    caption: &'a str,
    legend: Vec<(usize, &'a str)>,
    bars: Vec<Bar>,
}

struct Bar {
    label: String,
    /// The numbers, for screen readers.
    says: String,
    /// The visible parts: index, start and width, in thousandths.
    parts: Vec<(usize, u64, u64)>,
}

impl<'a> BarChart<'a> {
    /// Creates a chart of rows with a label and a number per part. Rows of one part are scaled to the largest, rows of
    /// several to their own sum; `parts` names the parts for a legend.
    pub fn of(caption: &'a str, parts: &[&'a str], rows: &[(String, Vec<u64>)], table: Table<'a>) -> Self {
        let longest = rows.iter().map(|(_, numbers)| numbers.iter().sum::<u64>()).max().unwrap_or_default();
        let bars = rows.iter().map(|(label, numbers)| {
            let mut before = 0;
            // of several parts, their shares are compared
            let longest = if parts.len() > 1 { numbers.iter().sum() } else { longest }.max(1);
            let part = |(at, number): (usize, &u64)| {
                let from = before * 1000 / longest;
                before += number;
                (at, from, before * 1000 / longest - from)
            };
            let drawn = numbers.iter().enumerate().map(part);
            let listed = numbers.iter().zip(parts).map(|(number, part)| format!("{part} {number}"));
            Bar {
                parts: drawn.filter(|(.., width)| *width > 0).collect(),
                says: format!("{label}: {}", listed.collect::<Vec<_>>().join(", ")),
                label: label.clone(),
            }
        });
        let legend = parts.iter().copied().enumerate();
        Self {
            picture: Bars { caption, bars: bars.collect(), legend: legend.filter(|_| parts.len() > 1).collect() },
            table,
        }
    }
}
