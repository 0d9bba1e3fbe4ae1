//! What `serve` is told of backups: whether it makes some by itself, where, how often and how many stay.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::Args;
use clap::builder::RangedU64ValueParser;
use jiff::SignedDuration;

use crate::cli::actor::actor;
use crate::cli::duration::duration;
use crate::model::time::Clock;
use crate::output::resolve;
use crate::store::backups::{self, BackupFolder, BackupPlan};

#[derive(Args)]
pub struct BackupOptions {
    /// Make backups by itself in this folder, which must be there.
    #[arg(long, value_name = "FOLDER")]
    backup_dir: Option<PathBuf>,
    /// How old the last of them may become before the next is made, such as 24h.
    #[arg(
        long,
        value_name = "DURATION",
        default_value = "24h",
        value_parser = duration,
        requires = "backup_dir"
    )]
    backup_every: SignedDuration,
    /// How many of them stay; older ones are removed once a new one is there.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 14,
        value_parser = RangedU64ValueParser::<usize>::new().range(1..),
        requires = "backup_dir"
    )]
    backup_keep: usize,
}

impl BackupOptions {
    /// The backups of this database. Once `stop` is true, one that is being made is given up.
    pub fn of(&self, db: &Path, clock: &Clock, stop: &Arc<AtomicBool>) -> backups::Backups {
        let plan = self.backup_dir.as_ref().map(|folder| BackupPlan {
            folder: BackupFolder::new(folder.clone(), &resolve(db)),
            every: self.backup_every.unsigned_abs(),
            keep: self.backup_keep,
            actor: actor(),
        });
        backups::Backups::new(db, clock, plan, stop)
    }
}
