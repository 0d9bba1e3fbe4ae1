//! A preview: an upload that was read, planned and checked, to be viewed page by page and applied exactly as shown.
//! Its thread owns the connection with the plan; it holds no lock and no snapshot while it waits.

mod progress;
#[cfg(test)]
mod tests;

use std::collections::{BTreeSet, HashMap};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use self::progress::PreviewProgress;
pub use self::progress::{CheckedUpload, PreviewState};
use super::edit::listed_errors;
use super::jobs::{Job, Worker};
use crate::datafile::FILES;
use crate::exchange;
use crate::exchange::amendments::{Amendments, RowCells, around};
use crate::exchange::import::{Import, ImportOptions};
use crate::exchange::merge::difference::Difference;
use crate::exchange::merge::error_table::ImportError;
use crate::exchange::source::Source;
use crate::exchange::upload::Upload;
use crate::model::lock::lock;
use crate::model::time::Clock;
use crate::store::connection::Database;
use crate::store::{OpenMode, header_match, open};
use anyhow::{Context, Result, bail, ensure};

/// How long an unused preview is kept.
pub const KEPT: Duration = Duration::from_secs(30 * 60);

pub struct Preview {
    asks: Mutex<Sender<PreviewRequest>>,
    progress: Arc<PreviewProgress>,
    /// Is it being applied? That continues without viewers.
    applies: AtomicBool,
    stop: Arc<AtomicBool>,
}

impl Drop for Preview {
    /// Nobody can view it any more: its thread stops at the next row.
    fn drop(&mut self) {
        self.stop.store(!self.applies.load(Relaxed), Relaxed);
    }
}

/// A request to a preview's thread.
enum PreviewRequest {
    /// Differences of a file after a position.
    Differences(String, i64, u32, Sender<Result<Vec<(i64, Difference)>>>),
    /// Read the files again with corrections and options.
    Amend(Amendments, ImportOptions),
    /// Apply it for this operator and action.
    Apply(String, String),
}

impl Job for Preview {
    fn is_over(&self) -> bool {
        // the thread holds the other reference while it runs
        Arc::strong_count(&self.progress) == 1
    }
}

impl Preview {
    /// Begins the preview of an upload, and keeps it for a time without requests.
    pub fn begin(upload: Upload, file: &Path, clock: &Clock, kept: Duration, worker: Worker) -> io::Result<Self> {
        let (asks, asked) = channel();
        let (progress, stop) = (PreviewProgress::begun(), Arc::default());
        let work = PreviewWorker {
            upload,
            file: file.to_owned(),
            clock: clock.clone(),
            progress: Arc::clone(&progress),
            asked,
            kept,
            stop: Arc::clone(&stop),
        };
        let run = move || {
            work.run();
            drop(worker);
        };
        thread::Builder::new().name("preview".into()).spawn(run)?;
        Ok(Self { asks: Mutex::new(asks), progress, applies: AtomicBool::default(), stop })
    }

    /// Returns the state, waiting briefly for it to settle.
    pub fn state(&self) -> PreviewState {
        self.progress.wait_for_state()
    }

    /// Returns differences of a file after a position.
    pub fn differences(&self, file: &str, after: i64, limit: u32) -> Result<Vec<(i64, Difference)>> {
        let (to, answer) = channel();
        self.send(PreviewRequest::Differences(file.to_owned(), after, limit, to))?;
        answer.recv().context("the preview has ended")?
    }

    /// Reads the files again with more corrections and these options, if `shown` is still the current preview.
    pub fn amend(&self, shown: &CheckedUpload, amendments: Amendments, options: ImportOptions) -> bool {
        // an apply may have failed because others changed the data
        self.applies.store(false, Relaxed);
        self.request_end(shown, PreviewRequest::Amend(amendments, options))
    }

    /// Applies the preview if `shown` is still the current one; its state shows the progress.
    pub fn apply(&self, shown: &CheckedUpload, actor: &str, action: &str) -> bool {
        let applies = self.request_end(shown, PreviewRequest::Apply(actor.to_owned(), action.to_owned()));
        self.applies.fetch_or(applies, Relaxed);
        applies
    }

    /// Sends a request that ends the current view. Returns false if another preview, or none, is shown: of two
    /// simultaneous requests one wins.
    fn request_end(&self, shown: &CheckedUpload, ask: PreviewRequest) -> bool {
        self.progress.start_work(shown.mark) && self.send(ask).is_ok()
    }

    fn send(&self, ask: PreviewRequest) -> Result<()> {
        lock(&self.asks).send(ask).ok().context("the preview has ended")
    }
}

/// The state of a preview's thread.
struct PreviewWorker {
    upload: Upload,
    file: PathBuf,
    clock: Clock,
    progress: Arc<PreviewProgress>,
    asked: Receiver<PreviewRequest>,
    /// How long it waits for requests.
    kept: Duration,
    stop: Arc<AtomicBool>,
}

impl Drop for PreviewWorker {
    /// However the thread ends, waiting requests get an answer.
    fn drop(&mut self) {
        self.progress.end();
    }
}

impl PreviewWorker {
    fn run(self) {
        if let Err(error) = self.work() {
            let text = self.upload.without_folder(&format!("{error:#}"));
            self.progress.set_state(PreviewState::Failed(text));
        }
    }

    fn work(&self) -> Result<()> {
        let mut said = Amendments::default();
        let mut options = ImportOptions { differs: true, ..ImportOptions::PLAIN };
        while let Some((more, others)) = self.check_upload(&said, options)? {
            said.extend(more);
            options = others;
        }
        Ok(())
    }

    /// Reads and checks the files, then serves requests until corrections arrive or it ends.
    fn check_upload(&self, said: &Amendments, options: ImportOptions) -> Result<Option<(Amendments, ImportOptions)>> {
        if let Some(wrong) = &self.upload.wrong {
            bail!("{wrong}");
        }
        let mut source = Source::open(&self.upload.path())?;
        let (unpacked, most) = (source.unpacked()?, self.upload.most);
        ensure!(unpacked <= most, "unpacked it has {unpacked} bytes; {most} are taken");
        let mut database = open(&self.file, &self.clock, OpenMode::Existing)?;
        database.stop_when(&self.stop)?;
        let mut amendments = said.clone();
        for (file, header, meant) in header_match::all(&database)? {
            amendments.headers.entry((file, header)).or_insert(meant);
        }
        let mut left_alone = Vec::new();
        let leave = |name: &str, _| left_alone.push(name.to_owned());
        let read = Import::read(&database, &mut source, &amendments, options, leave, &|_| ());
        let mut import = read?;
        import.rehearse()?;
        let mut ready =
            CheckedUpload { options, left_alone, left_out: said.left_out.len(), ..CheckedUpload::default() };
        self.show(&mut import, &mut source, &ready)?;
        loop {
            match self.asked.recv_timeout(self.kept) {
                Ok(PreviewRequest::Differences(file, after, limit, to)) => {
                    // the requester may have gone
                    let _ = to.send(import.differences(&file, after, limit));
                }
                Ok(PreviewRequest::Amend(more, options)) => return Ok(Some((more, options))),
                Ok(PreviewRequest::Apply(actor, action)) => match import.carry_out(&actor, &action, &|| ())? {
                    Some(number) => {
                        self.progress.set_state(PreviewState::Applied(number));
                        exchange::settle(&database);
                        drop(import);
                        keep(&mut database, &actor, said);
                        return Ok(None);
                    }
                    None => {
                        import.rehearse()?;
                        ready.is_another = true;
                        self.show(&mut import, &mut source, &ready)?;
                    }
                },
                // no more requests are possible
                Err(_) => return Ok(None),
            }
        }
    }

    /// Publishes the checked upload; from here on nothing else is applied.
    fn show(&self, import: &mut Import, source: &mut Source, known: &CheckedUpload) -> Result<()> {
        let faults = import.faults.count(false)?;
        let told_faults = listed_errors(&import.faults, false)?;
        if faults == 0 {
            import.is_shown()?;
        }
        let tallies = import.tallies.iter().filter(|tally| tally.given || tally.changes() > 0);
        self.progress.set_state(PreviewState::Ready(Arc::new(CheckedUpload {
            mark: progress::new_mark(),
            around: rows_of(source, &told_faults)?,
            faults: (told_faults, faults),
            warnings: (listed_errors(&import.faults, true)?, import.faults.count(true)?),
            tallies: tallies.map(|tally| (tally.file, tally.counts().map(|count| count as i64))).collect(),
            left_alone: known.left_alone.clone(),
            left_out: known.left_out,
            options: known.options,
            is_another: known.is_another,
        })));
        Ok(())
    }
}

/// Remembers the meanings of headers after a successful import.
fn keep(database: &mut Database, actor: &str, said: &Amendments) {
    for ((file, header), meant) in &said.headers {
        let kept = (file.clone(), header.clone(), meant.clone());
        if let Err(error) = header_match::keep(database, actor, &kept) {
            // the import stays valid
            tracing::warn!(%error, "what a header means is not kept");
        }
    }
}

/// Returns the rows of these errors.
fn rows_of(source: &mut Source, faults: &[ImportError]) -> Result<HashMap<(String, i64), RowCells>> {
    let mut rows = HashMap::new();
    for file in FILES {
        let of_file = faults.iter().filter(|fault| [file.name, &file.workbook()].contains(&fault.file.as_str()));
        let lines: BTreeSet<_> = of_file.map(|fault| fault.line).collect();
        if !lines.is_empty() {
            let found = around(source, file, &lines)?.into_iter();
            rows.extend(found.map(|(line, row)| ((file.name.to_owned(), line), row)));
        }
    }
    Ok(rows)
}
