//! Key figures and bar charts. A bar chart is an SVG beside a table of the same numbers.

use askama::Template;

use super::Table;

#[derive(Template)]
#[template(path = "key_figures.html")]
pub struct KeyFigures<'a> {
    /// The label, number and address of each figure.
    pub figures: Vec<(&'a str, String, String)>,
}

#[derive(Template)]
#[template(path = "bar_chart.html")]
pub struct BarChart<'a> {
    picture: Bars<'a>,
    table: Table<'a>,
}

#[derive(Template)]
#[template(path = "bars.html")]
struct Bars<'a> {
    caption: &'a str,
    /// The index and label of each part; empty if the bars have one part.
    legend: Vec<(usize, &'a str)>,
    bars: Vec<Bar>,
}

struct Bar {
    label: String,
    /// The numbers, for screen readers.
    description: String,
    parts: Vec<BarPart>,
}

/// A part of a bar. `start` and `width` are thousandths of the full length of a bar.
struct BarPart {
    /// The index in the legend, which determines the color.
    index: usize,
    start: u64,
    width: u64,
}

impl<'a> BarChart<'a> {
    /// Creates a chart with a bar per row. A row has a label, and a number per part of the bar. The length of a bar
    /// with one part is proportional to the number. Bars with several parts have the same length and show their shares.
    pub fn new(caption: &'a str, part_labels: &[&'a str], rows: &[(String, Vec<u64>)], table: Table<'a>) -> Self {
        let shows_shares = part_labels.len() > 1;
        let largest_sum = rows.iter().map(|(_, numbers)| numbers.iter().sum::<u64>()).max().unwrap_or_default();
        let bars = rows.iter().map(|(label, numbers)| {
            // at least 1, because a bar of zeros would divide by zero
            let full_length = if shows_shares { numbers.iter().sum() } else { largest_sum }.max(1);
            // each part begins where the rounded end of the previous part is, so that no gap remains
            let mut sum = 0;
            let create_part = |(index, number): (usize, &u64)| {
                let start = sum * 1000 / full_length;
                sum += number;
                BarPart { index, start, width: sum * 1000 / full_length - start }
            };
            let parts = numbers.iter().enumerate().map(create_part).filter(|part| part.width > 0).collect();
            let labelled_numbers: Vec<_> =
                numbers.iter().zip(part_labels).map(|(number, label)| format!("{label} {number}")).collect();
            Bar { parts, description: format!("{label}: {}", labelled_numbers.join(", ")), label: label.clone() }
        });
        let legend = if shows_shares { part_labels.iter().copied().enumerate().collect() } else { Vec::new() };
        Self { picture: Bars { caption, legend, bars: bars.collect() }, table }
    }
}
