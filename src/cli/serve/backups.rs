//! Options of `serve` for automatic backups: folder, interval, and number to keep.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::Args;
use clap::builder::RangedU64ValueParser;
use jiff::SignedDuration;

use crate::cli::actor::user_at_host;
use crate::cli::duration::parse_duration;
use crate::model::time::Clock;
use crate::output::resolve_links;
use crate::store::backups::{self, BackupFolder, BackupPlan};

#[derive(Args)]
pub struct BackupOptions {
    /// Make backups automatically in this existing folder.
    #[arg(long, value_name = "FOLDER")]
    backup_dir: Option<PathBuf>,
    /// The interval between backups, such as 24h.
    #[arg(long, value_name = "DURATION", default_value = "24h", value_parser = parse_duration, requires = "backup_dir")]
    backup_every: SignedDuration,
    /// How many backups to keep; older ones are deleted after a new one.
    #[arg(long, value_name = "N", default_value_t = 14, requires = "backup_dir")]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    backup_keep: usize,
}

impl BackupOptions {
    /// Returns the state of the backups, without a plan if there is no `--backup-dir`. `stop` aborts a running backup.
    pub fn build(&self, db: &Path, clock: &Clock, stop: &Arc<AtomicBool>) -> backups::Backups {
        let plan = self.backup_dir.as_ref().map(|folder| BackupPlan {
            folder: BackupFolder::new(folder.clone(), &resolve_links(db)),
            interval: self.backup_every.unsigned_abs(),
            kept_backups: self.backup_keep,
            actor: user_at_host(),
        });
        backups::Backups::new(db, clock, plan, stop)
    }
}
