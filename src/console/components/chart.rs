//! Numbers to be seen at a glance: some that stand out, and bars as SVG beside the table of what they stand for.

use askama::Template;

use super::Table;

/// Numbers that stand out, each with what it counts and where that is.
#[derive(Template)]
#[template(path = "figures.html")]
pub struct KeyFigures<'a> {
    /// Each with its label, the number, and where it leads.
    pub figures: Vec<(&'a str, String, String)>,
}

/// A picture of bars, which the numbers stand beside.
#[derive(Template)]
#[template(path = "beside.html")]
pub struct BarChart<'a> {
    picture: Bars<'a>,
    table: Table<'a>,
}

/// Bars of several parts, as long as what they stand for.
#[derive(Template)]
#[template(path = "bars.html")]
struct Bars<'a> {
    caption: &'a str,
    legend: Vec<(usize, &'a str)>,
    bars: Vec<Bar>,
}

struct Bar {
    label: String,
    /// Its numbers, for who cannot see it.
    says: String,
    /// The parts that are seen: which, from where on, and how wide, of a thousand.
    parts: Vec<(usize, u64, u64)>,
}

impl<'a> BarChart<'a> {
    /// The bars of these rows, each a label and a number for each part, as long as the longest row; parts that have a
    /// name are told apart.
    pub fn of(caption: &'a str, parts: &[&'a str], rows: &[(String, Vec<u64>)], table: Table<'a>) -> Self {
        let longest = rows.iter().map(|(_, numbers)| numbers.iter().sum::<u64>()).max().unwrap_or_default().max(1);
        let bars = rows.iter().map(|(label, numbers)| {
            let mut before = 0;
            let part = |(at, number): (usize, &u64)| {
                let from = before * 1000 / longest;
                before += number;
                (at, from, before * 1000 / longest - from)
            };
            let drawn = numbers.iter().enumerate().map(part);
            let told = numbers.iter().zip(parts).map(|(number, part)| format!("{part} {number}"));
            Bar {
                parts: drawn.filter(|(.., width)| *width > 0).collect(),
                says: format!("{label}: {}", told.collect::<Vec<_>>().join(", ")),
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
