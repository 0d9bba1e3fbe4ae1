//! Measures an import of all exported files into an empty database, the same import again, `check`, and the undo. The
//! reference is `.import` of SQLite's shell with the same files.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, ensure};

use crate::demo_organisation::Organisation;
use crate::result_table::Table;

pub fn measure(organisation: &Organisation, table: &mut Table) -> Result<()> {
    let export = organisation.path("export");
    let folder = export.to_str().context("a path in UTF-8")?;
    organisation.run(&["export", folder, "--overwrite"], &organisation.database(), "")?;
    let database = organisation.path("import.sqlite");
    let reference_database = organisation.path("reference.sqlite");
    for path in [&database, &reference_database] {
        let _ = fs::remove_file(path);
    }
    let reference = measure_seconds(|| import_with_shell(&export, &reference_database))?;
    let run = |arguments: &[&str]| measure_seconds(|| organisation.run(arguments, &database, ""));
    let (import, import_again, check, undo) =
        (run(&["import", folder])?, run(&["import", folder])?, run(&["check"])?, run(&["imports", "undo", "1"])?);
    let mut add = |label: &str, goal, ratio: f64, seconds: f64| {
        table.add(label, organisation.persons, goal, format!("{ratio:.2} × ({seconds:.1} s)"));
    };
    add("import ÷ sqlite3 .import", "≥ 0.25 ×", reference / import, import);
    add("import of unchanged files ÷ sqlite3 .import", "≥ 0.5 ×", reference / import_again, import_again);
    add("check ÷ sqlite3 .import", "≥ 0.5 ×", reference / check, check);
    add("undo ÷ import", "≥ 1 ×", import / undo, undo);
    Ok(())
}

fn measure_seconds(work: impl FnOnce() -> Result<()>) -> Result<f64> {
    let start = Instant::now();
    work()?;
    Ok(start.elapsed().as_secs_f64())
}

fn import_with_shell(folder: &Path, database: &Path) -> Result<()> {
    let mut shell = Command::new("sqlite3");
    shell.arg(database).stdout(Stdio::null());
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_stem().context("a name")?.to_string_lossy();
        if path.extension().is_some_and(|end| end == "csv") {
            shell.arg(format!(".import --csv \"{}\" {name}", path.display()));
        }
    }
    ensure!(shell.status()?.success(), "sqlite3 failed");
    Ok(())
}
