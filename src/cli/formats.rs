//! `formats`: describes the data files and their cells, from the declarations.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::Args;

use super::UnusedOptions;
use super::terminal::print_line;
use crate::datafile::FILES;
use crate::datafile::file::{Column, ColumnRole, DataFile, DefaultCell, Domain};
use crate::demo;
use crate::exchange::export::ExportFormat;
use crate::exchange::target::ExportTarget;
use crate::model::message::MessageName;
use crate::output::{ProtectedFiles, path_message};

#[derive(Args)]
pub struct FormatsCommand {
    /// Write template files with headers to this new or empty folder.
    #[arg(long, value_name = "DIR")]
    csv: Option<PathBuf>,
    /// Write semicolons, a byte order mark and decimal commas, for a Dutch Excel.
    #[arg(long)]
    for_excel: bool,
    /// Add an example row to each template.
    #[arg(long, requires = "csv")]
    example: bool,
    #[command(flatten)]
    common: UnusedOptions,
}

impl FormatsCommand {
    pub fn run(self) -> Result<()> {
        match &self.csv {
            Some(folder) => self.write_templates(folder),
            None => FILES.iter().try_for_each(|file| print_columns(file)),
        }
    }

    fn write_templates(&self, folder: &Path) -> Result<()> {
        if folder.read_dir().is_ok_and(|mut entries| entries.next().is_some()) {
            bail!(path_message(MessageName::TemplatesNeedEmptyFolder, folder));
        }
        // the folder is empty, so no file can be overwritten
        let (overwrites, no_protected_files) = (false, ProtectedFiles::default());
        let mut target = ExportTarget::create(folder, overwrites, &no_protected_files)?;
        let format = ExportFormat { for_excel: self.for_excel };
        for file in FILES {
            target.write_file(file.name, |out| {
                let mut csv = format.begin_csv(out)?;
                csv.write_record(file.columns.iter().map(|column| column.name))?;
                if self.example {
                    let row = demo::example_row(file);
                    let cells = file.columns.iter().zip(&row);
                    csv.write_record(cells.map(|(column, cell)| format.format_cell(column, cell.as_bytes())))?;
                }
                Ok(csv.flush()?)
            })?;
        }
        target.finish()
    }
}

fn print_columns(file: &DataFile) -> Result<()> {
    print_line(format_args!("{}: {}", file.name, file.about[0]))?;
    let rows: Vec<_> = file.columns.iter().map(column_cells).collect();
    let width = |index: usize| {
        let cell_widths = rows.iter().map(|row| row[index].chars().count());
        cell_widths.max().unwrap_or(0)
    };
    let [name_width, role_width, kind_width, default_width] = std::array::from_fn(width);
    for ([name, role, kind, default], column) in rows.iter().zip(file.columns) {
        print_line(format_args!(
            "  {name:name_width$}  {role:role_width$}  {kind:kind_width$}  {default:default_width$}  {}",
            column.description()
        ))?;
        // the allowed words have a line of their own, since they can be long
        if let Domain::Choice(words) = column.domain {
            print_line(format_args!("  {:name_width$}  one of: {}", "", words.join(", ")))?;
        }
    }
    print_line("")
}

fn column_cells(column: &Column) -> [String; 4] {
    let role = match column.role {
        ColumnRole::Key => "key",
        ColumnRole::OptionalKey => "key, may be empty",
        ColumnRole::Required => "required",
        ColumnRole::Optional => "-",
    };
    let default = match column.default {
        DefaultCell::Nothing => "-",
        DefaultCell::Text(text) => text,
        DefaultCell::Query { meaning, .. } => meaning,
    };
    [column.name.into(), role.into(), describe_kind(column), default.into()]
}

/// Describes the cells of a column: `whole number from 1`, or for a reference, `text to 1000, of divisions.csv`.
fn describe_kind(column: &Column) -> String {
    let kind = match column.domain {
        Domain::Id => "id".into(),
        Domain::Text(max_characters) => format!("text to {max_characters}"),
        Domain::Int(i32::MIN, _) => "whole number".into(),
        Domain::Int(least, i32::MAX) => format!("whole number from {least}"),
        Domain::Int(least, most) => format!("whole number {least} to {most}"),
        Domain::Money => "amount".into(),
        Domain::Date => "date".into(),
        Domain::Time => "time".into(),
        Domain::Datetime => "datetime".into(),
        Domain::DatetimeOrNever => "datetime or never".into(),
        Domain::Flag => "true or false".into(),
        Domain::Choice(_) => "word".into(),
        Domain::Image => "images/<name> or http(s) address".into(),
        Domain::Bytes => "bytes".into(),
    };
    // a reference also names the file to which it refers; some references create missing rows there
    match column.references() {
        [] => kind,
        [reference] if reference.creates_rows => format!("{kind}, of {} or new there", reference.to.name),
        references => {
            let files: Vec<_> = references.iter().map(|reference| reference.to.name).collect();
            format!("{kind}, of {}", files.join(" or "))
        }
    }
}
