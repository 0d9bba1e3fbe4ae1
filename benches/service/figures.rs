//! The figures: a line each when known, tables in Markdown at the end.

use std::fmt;

/// All that was measured.
#[derive(Default)]
pub struct Figures {
    tables: Vec<Table>,
    goals: Vec<Goal>,
}

struct Table {
    title: &'static str,
    columns: &'static [&'static str],
    rows: Vec<(String, Vec<f64>)>,
}

struct Goal {
    case: String,
    value: f64,
    bound: Bound,
}

/// What a figure should be.
#[derive(Clone, Copy)]
pub enum Bound {
    AtLeast(f64),
    AtMost(f64),
    /// Worth knowing, without a goal.
    None,
}

impl Figures {
    /// A row of the table of this title; `columns` are named with their units.
    pub fn row<const N: usize>(
        &mut self,
        title: &'static str,
        columns: &'static [&'static str; N],
        case: String,
        values: [f64; N],
    ) {
        for (column, value) in columns.iter().zip(values) {
            println!("figure\t{title}\t{case}\t{column}\t{value}");
        }
        let at = self.tables.iter().position(|table| table.title == title);
        let at = at.unwrap_or_else(|| {
            self.tables.push(Table {
                title,
                columns,
                rows: Vec::new(),
            });
            self.tables.len() - 1
        });
        self.tables[at].rows.push((case, values.into()));
    }

    /// A figure that there is a goal for.
    pub fn goal(&mut self, case: String, value: f64, bound: Bound) {
        println!("figure\tgoals\t{case}\tvalue\t{value}\t{bound}");
        self.goals.push(Goal { case, value, bound });
    }
}

impl Bound {
    fn met(self, value: f64) -> &'static str {
        match self {
            Bound::AtLeast(bound) if value >= bound => "yes",
            Bound::AtMost(bound) if value <= bound => "yes",
            Bound::None => "",
            _ => "**no**",
        }
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Bound::AtLeast(bound) => write!(f, "≥ {bound}"),
            Bound::AtMost(bound) => write!(f, "≤ {bound}"),
            Bound::None => Ok(()),
        }
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for table in &self.tables {
            writeln!(
                f,
                "\n### {}\n\n| case | {} |",
                table.title,
                table.columns.join(" | ")
            )?;
            writeln!(f, "| --- |{}", " ---: |".repeat(table.columns.len()))?;
            for (case, values) in &table.rows {
                let values: Vec<String> = values.iter().map(|value| shown(*value)).collect();
                writeln!(f, "| {case} | {} |", values.join(" | "))?;
            }
        }
        writeln!(
            f,
            "\n### Goals\n\n| what | value | goal | met |\n| --- | ---: | ---: | --- |"
        )?;
        for Goal { case, value, bound } in &self.goals {
            let met = bound.met(*value);
            writeln!(f, "| {case} | {} | {bound} | {met} |", shown(*value))?;
        }
        Ok(())
    }
}

/// A number with as many digits as say something.
fn shown(value: f64) -> String {
    let decimals = match value.abs() {
        value if value.is_nan() => return "–".into(),
        value if value >= 100.0 => 0,
        value if value >= 10.0 => 1,
        _ => 2,
    };
    format!("{value:.decimals$}")
}
