//! `backup`: a copy of the database as it is at one moment, also while it is served and written to.

use std::path::Path;

use anyhow::{Result, bail};

use super::copy::{JOURNALS, ROLLBACK, Watch, beside, copy, in_use};
use super::{Open, foreign, open};
use crate::model::time::Clock;
use crate::output::{Destination, is_there};

/// Copies the database at `path` to a new file `to`: "a consistent copy of a live database, checked after
/// writing, … never over an existing file". Tells what `restore` will refuse it for.
pub fn backup(path: &Path, clock: &Clock, to: &Path, watch: &Watch) -> Result<Vec<String>> {
    let database = open(path, clock, Open::LookingAtAny)?;
    let destination = Destination::new(to, &in_use(path))?;
    refuse_journals(to)?;
    let (draft, _) = destination.draft()?;
    copy(&database, clock, &draft, ROLLBACK, watch)?;
    draft.name()?;
    foreign::differences(&database)
}

/// SQLite would take what lies there for the copy's own changes.
fn refuse_journals(to: &Path) -> Result<()> {
    for journal in JOURNALS.map(|part| beside(to, part)) {
        if is_there(&journal) {
            bail!(
                "{} is there, left by another database, and would spoil the copy: move it away",
                journal.display()
            );
        }
    }
    Ok(())
}
