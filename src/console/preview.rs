//! A preview: an upload that is read, planned and checked, to be looked at page by page and then applied as it was
//! shown. A thread of its own has the connection with what was planned; it holds no lock and no snapshot while it waits.

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

use anyhow::{Context, Result, bail, ensure};
use tempfile::TempDir;

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
use crate::model::lock::lock;
use crate::model::time::Clock;
use crate::store::connection::Database;
use crate::store::{OpenMode, header_match, open};

/// How long a preview is kept that nobody looks at.
pub const KEPT: Duration = Duration::from_secs(30 * 60);

pub struct Preview {
    asks: Mutex<Sender<PreviewRequest>>,
    progress: Arc<PreviewProgress>,
    /// Whether it is applied, which goes on whoever looks at it.
    applies: AtomicBool,
    stop: Arc<AtomicBool>,
}

impl Drop for Preview {
    /// Nobody can look at it any more: its thread stops at the next row.
    fn drop(&mut self) {
        self.stop.store(!self.applies.load(Relaxed), Relaxed);
    }
}

/// What the thread of a preview is asked.
enum PreviewRequest {
    /// The next differences of a file after a place.
    Differences(String, i64, u32, Sender<Result<Vec<(i64, Difference)>>>),
    /// That the files be read anew with this said of them too, and so.
    Amend(Amendments, ImportOptions),
    /// That it be applied, by this operator and under this name.
    Apply(String, String),
}

impl Job for Preview {
    fn is_over(&self) -> bool {
        // the thread has the other one as long as it runs
        Arc::strong_count(&self.progress) == 1
    }
}

/// What came of a browser: files in a folder of their own, which goes with it.
pub struct Upload {
    pub folder: TempDir,
    /// The names of the files in it.
    pub names: Vec<String>,
    /// Why they are not read, where that is known already.
    pub wrong: Option<String>,
    /// How many bytes they may be once they are unpacked.
    pub most: u64,
}

impl Upload {
    /// What it is to the import: the folder, or the .zip that is alone in it.
    fn path(&self) -> PathBuf {
        match self.names.as_slice() {
            [only] if only.to_lowercase().ends_with(".zip") => self.folder.path().join(only),
            _ => self.folder.path().to_owned(),
        }
    }
}

impl Preview {
    /// Begins one of what lies in the folder, and keeps it for so long while nobody asks anything of it.
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

    /// How far it is, as soon as it waits for somebody, or after a while.
    pub fn state(&self) -> PreviewState {
        self.progress.wait_for_state()
    }

    /// The next differences of a file after a place.
    pub fn differences(&self, file: &str, after: i64, limit: u32) -> Result<Vec<(i64, Difference)>> {
        let (to, answer) = channel();
        self.send(PreviewRequest::Differences(file.to_owned(), after, limit, to))?;
        answer.recv().context("the preview has ended")?
    }

    /// Has the files read anew with this said of them too, and with these options, if this is what is shown.
    pub fn amend(&self, shown: &CheckedUpload, amendments: Amendments, options: ImportOptions) -> bool {
        // it was perhaps to be applied, and somebody changed the data meanwhile
        self.applies.store(false, Relaxed);
        self.request_end(shown, PreviewRequest::Amend(amendments, options))
    }

    /// Has it applied, if this is what is shown; how far that is, its state tells.
    pub fn apply(&self, shown: &CheckedUpload, actor: &str, action: &str) -> bool {
        let applies = self.request_end(shown, PreviewRequest::Apply(actor.to_owned(), action.to_owned()));
        self.applies.fetch_or(applies, Relaxed);
        applies
    }

    /// Asks for what ends the showing of this. False where something else is shown, or nothing: of two who ask at once,
    /// one is heard.
    fn request_end(&self, shown: &CheckedUpload, ask: PreviewRequest) -> bool {
        self.progress.start_work(shown.mark) && self.send(ask).is_ok()
    }

    fn send(&self, ask: PreviewRequest) -> Result<()> {
        lock(&self.asks).send(ask).ok().context("the preview has ended")
    }
}

/// What the thread of a preview works with.
struct PreviewWorker {
    upload: Upload,
    file: PathBuf,
    clock: Clock,
    progress: Arc<PreviewProgress>,
    asked: Receiver<PreviewRequest>,
    /// How long it waits to be asked.
    kept: Duration,
    stop: Arc<AtomicBool>,
}

impl Drop for PreviewWorker {
    /// In whichever way the thread ends, nobody is left waiting for it.
    fn drop(&mut self) {
        self.progress.end();
    }
}

impl PreviewWorker {
    fn run(self) {
        if let Err(error) = self.work() {
            // where it lies here says nothing to whoever sent it
            let folder = format!("{}/", self.upload.folder.path().display());
            self.progress.set_state(PreviewState::Failed(format!("{error:#}").replace(&folder, "")));
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

    /// Reads the files and has them looked at, until more is said of them or it is over.
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
                    // whoever asked may have gone
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
                // nobody asks any more
                Err(_) => return Ok(None),
            }
        }
    }

    /// Lets it be looked at, beside what is known of it: nothing else is applied from here on.
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

/// Keeps for the next time what headers mean, once what was read by it is applied.
fn keep(database: &mut Database, actor: &str, said: &Amendments) {
    for ((file, header), meant) in &said.headers {
        let kept = (file.clone(), header.clone(), meant.clone());
        if let Err(error) = header_match::keep(database, actor, &kept) {
            // the import stands all the same
            tracing::warn!(%error, "what a header means is not kept");
        }
    }
}

/// The rows that these faults are about.
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
