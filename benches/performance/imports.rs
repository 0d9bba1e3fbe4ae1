//! An import of the exported whole into an empty database beside `.import` of the same files into bare tables; the
//! same again, unchanged; `check`; and the undo.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, ensure};

use crate::demo_organisation::Organisation;
use crate::result_table::Table;

/// Measures them.
pub fn measure(organisation: &Organisation, table: &mut Table) -> Result<()> {
    let export = organisation.beside("export");
    let folder = export.to_str().context("a path in UTF-8")?;
    organisation.run(&["export", folder, "--overwrite"], &organisation.database(), "")?;
    let database = organisation.beside("import.sqlite");
    let bare = organisation.beside("bare.sqlite");
    for path in [&database, &bare] {
        let _ = fs::remove_file(path);
    }
    let theirs = seconds(|| import_bare(&export, &bare))?;
    let ours = |arguments: &[&str]| seconds(|| organisation.run(arguments, &database, ""));
    let (imported, again, checked, undone) =
        (ours(&["import", folder])?, ours(&["import", folder])?, ours(&["check"])?, ours(&["imports", "undo", "1"])?);
    let mut say = |what: &str, goal, ratio: f64, took: f64| {
        table.say(what, organisation.persons, goal, format!("{ratio:.2} × ({took:.1} s)"));
    };
    say("import ÷ sqlite3 .import", "≥ 0.25 ×", theirs / imported, imported);
    say("import of unchanged files ÷ sqlite3 .import", "≥ 0.5 ×", theirs / again, again);
    say("check ÷ sqlite3 .import", "≥ 0.5 ×", theirs / checked, checked);
    say("undo ÷ import", "≥ 1 ×", imported / undone, undone);
    Ok(())
}

fn seconds(work: impl FnOnce() -> Result<()>) -> Result<f64> {
    let begun = Instant::now();
    work()?;
    Ok(begun.elapsed().as_secs_f64())
}

fn import_bare(folder: &Path, database: &Path) -> Result<()> {
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
