//! The steps that look at the data, on one snapshot: the gate for those it knows, the arguments and the rules over
//! them, the answer of a read.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use tokio::sync::oneshot;

use super::long::LONG_ANSWERS;
use super::stream::{Chunks, Whole};
use super::{Caller, Head, Interface, Reply, Service, denied, internal};
use crate::answer::{Asked, Checked, Objection, Stopped};
use crate::decode::Call;
use crate::encode::{Document, Gone, Sink};
use crate::gate::{Denied, Granted, Login};
use crate::model::failure::Failure;
use crate::operation::request::Arguments;
use crate::operation::shape::Contents;
use crate::store::wanted::Unwanted;
use crate::store::{Change, Refused, Snapshot};

/// A call whose pair of name and password is not known yet.
pub struct Stranger;

/// What was found out on a snapshot.
pub enum Looked {
    /// The reply.
    Reply(Reply),
    /// A change is to be made, so.
    Change(Checked, Make),
}

/// Makes the change of an operation.
pub type Make = fn(&mut Change, &Arguments) -> Result<Option<i64>, Refused>;

/// What an answer takes that is long. Without any of it nothing is told, and what is long or goes wrong is not found.
struct Long<'a, T> {
    /// Tells what was found out, once: the answer goes on after that.
    tell: Option<oneshot::Sender<T>>,
    /// The data for a second thread.
    twin: Option<Snapshot<'a>>,
}

impl<T> Long<'_, T> {
    /// Whoever asked may have gone.
    fn say(&mut self, found: T) {
        if let Some(tell) = self.tell.take() {
            let _ = tell.send(found);
        }
    }
}

/// A call, and what looking at the data for it takes.
pub struct Looking<I> {
    /// Who answers.
    pub service: Arc<Service>,
    /// Who asks.
    pub caller: Caller,
    /// What.
    pub call: Call,
    /// How it is answered.
    pub interface: I,
}

impl<I: Interface> Looking<I> {
    /// Lets in those whom the gate knows, and goes on.
    pub async fn look(self: &Arc<Self>) -> Result<Looked, Stranger> {
        let looked = self.on_a_snapshot(|looking, snapshot, long| {
            let gate = &looking.service.gate;
            match gate.recognise(snapshot, &looking.login(), looking.call.operation) {
                None => Some(Err(Stranger)),
                Some(Err(Denied::Failed(_))) if long.tell.is_none() => None,
                Some(Err(why)) => Some(Ok(Looked::Reply(looking.denied(why)))),
                Some(Ok(granted)) => {
                    let begun = |reply| Ok(Looked::Reply(reply));
                    looking.granted(granted, snapshot, long, begun).map(Ok)
                }
            }
        });
        // whether the gate knew the pair went down with the thread
        looked.await.unwrap_or_else(|error| Ok(Looked::Reply(self.internal(&error, None))))
    }

    /// Goes on with a call that was granted.
    pub async fn look_granted(self: &Arc<Self>, granted: Granted) -> Looked {
        let credential = granted.credential().to_owned();
        let looked = self.on_a_snapshot(move |looking, snapshot, long| {
            looking.granted(granted.clone(), snapshot, long, Looked::Reply)
        });
        looked.await.unwrap_or_else(|error| Looked::Reply(self.internal(&error, Some(credential))))
    }

    /// Who calls.
    pub fn login(&self) -> Login {
        Login { username: self.call.username.clone(), password: self.call.password.clone(), client: self.caller.client }
    }

    /// What a caller is told who is not let in.
    pub fn denied(&self, why: Denied) -> Reply {
        denied(why, &self.call, &self.caller)
    }

    fn internal(&self, error: &anyhow::Error, credential: Option<String>) -> Reply {
        internal(error, self.call.operation.name, &self.caller, credential)
    }

    /// Looks at the data: from here where that is short, else on a blocking thread; gives what is told first. What is
    /// found at the end is told when the snapshot is closed, so that whoever goes on from there finds its connection free.
    async fn on_a_snapshot<T: Send + 'static>(
        self: &Arc<Self>,
        look: impl Fn(&Self, &Snapshot, &mut Long<T>) -> Option<T> + Send + 'static,
    ) -> anyhow::Result<T> {
        if let Some(found) = self.at_once(&look) {
            return Ok(found);
        }
        let (tell, told) = oneshot::channel();
        let looking = Arc::clone(self);
        let opened = tokio::task::spawn_blocking(move || -> anyhow::Result<()> {
            let store = &looking.service.store;
            let wanted = &looking.caller.wanted;
            let mut snapshot = match looking.call.operation.contents.is_looked_up() {
                true => store.long_snapshot_while(wanted)?,
                false => store.snapshot_while(wanted)?,
            };
            let mut long = Long { tell: Some(tell), twin: snapshot.take_twin() };
            let found = look(&looking, &snapshot, &mut long);
            drop(snapshot);
            found.into_iter().for_each(|found| long.say(found));
            Ok(())
        });
        // a panic over there, or no snapshot, drops the sender
        match told.await {
            Ok(found) => Ok(found),
            Err(_) => {
                opened.await??;
                anyhow::bail!("the answering thread ended early")
            }
        }
    }

    /// Looks from here, where waking another thread and being woken by it would take longer: for one row, or whether a
    /// change may be made. `None`: it takes longer than that, or goes wrong; a blocking thread begins anew then.
    fn at_once<T>(&self, look: impl Fn(&Self, &Snapshot, &mut Long<T>) -> Option<T>) -> Option<T> {
        let contents = &self.call.operation.contents;
        let is_short = match contents {
            Contents::One { rows, .. } => rows.computed().is_none(),
            Contents::Changed { .. } => true,
            Contents::Each(_) | Contents::Table(_) => false,
        };
        let look = || {
            let snapshot = self.service.store.brief_snapshot()?;
            let mut brief = Long { tell: None, twin: None };
            look(self, &snapshot, &mut brief)
        };
        is_short.then(|| catch_unwind(AssertUnwindSafe(look)).ok()?)?
    }

    /// Checks the call and answers it when it is a read; `None` when nothing is to be told, or `begun` was.
    fn granted<T>(
        &self,
        granted: Granted,
        snapshot: &Snapshot,
        long: &mut Long<T>,
        begun: impl FnOnce(Reply) -> T,
    ) -> Option<Looked> {
        let checked = match self.interface.accepts() {
            Ok(()) => {
                let (brand, clock) = (&self.service.brand, snapshot.clock());
                Checked::new(granted, &self.call, brand, clock)
            }
            Err(failure) => Err((granted, Objection::Failed(failure))),
        };
        let checked = match checked {
            Ok(checked) => checked,
            Err((granted, Objection::Failed(failure))) => {
                let credential = granted.credential().to_owned();
                return Some(Looked::Reply(Reply::Failed(Some(credential), failure)));
            }
            Err((granted, Objection::Refused(refusal))) => {
                return Some(Looked::Reply(Reply::Refused(granted, refusal)));
            }
        };
        let read = match checked.operation().contents {
            Contents::Changed { change, .. } => return Some(Looked::Change(checked, change)),
            _ if long.tell.is_none() => self.read_short(&checked, snapshot),
            _ => {
                let twin = long.twin.take();
                self.read(&checked, snapshot, twin, |reply| long.say(begun(reply)))
            }
        };
        read.map(Looked::Reply)
    }

    /// Answers a read, whose answer may be long.
    fn read(
        &self,
        checked: &Checked,
        snapshot: &Snapshot,
        twin: Option<Snapshot>,
        begun: impl FnOnce(Reply),
    ) -> Option<Reply> {
        let granted = checked.granted();
        let busy = AtomicBool::new(false);
        let pages = OnceLock::new();
        let Caller { wanted, takes_gzip, .. } = &self.caller;
        let mut chunks = Chunks::new(*takes_gzip, wanted, |chunks| {
            match self.service.long_answers.begin(granted.credential()) {
                // nobody takes what is written from here on
                None => busy.store(true, Ordering::Relaxed),
                Some(long) => begun(Reply::Begun { head: head(granted, &pages), chunks, long }),
            }
        });
        let (has_begun, written) = self.write(checked, (snapshot, twin), &pages, &mut chunks);
        match written {
            Ok(Some(bytes)) => Some(Reply::Whole(head(granted, &pages), Whole::new(bytes, *takes_gzip))),
            Ok(None) => {
                // where that is too late, nobody is there any more
                let _ = chunks.end();
                None
            }
            Err(_) if busy.load(Ordering::Relaxed) => {
                let failure = Failure::TooManyLong(LONG_ANSWERS);
                Some(Reply::Failed(Some(granted.credential().to_owned()), failure))
            }
            Err(Stopped::Refused(refusal)) if !has_begun => Some(Reply::Refused(granted.clone(), refusal)),
            Err(Stopped::Gone) => None,
            Err(stopped) => self.stopped(stopped, has_begun, checked),
        }
    }

    /// Answers a read, if that is short and nothing goes wrong.
    fn read_short(&self, checked: &Checked, snapshot: &Snapshot) -> Option<Reply> {
        let granted = checked.granted();
        let pages = OnceLock::new();
        match self.write(checked, (snapshot, None), &pages, &mut Short).1 {
            Ok(bytes) => {
                let whole = Whole::new(bytes?, self.caller.takes_gzip);
                Some(Reply::Whole(head(granted, &pages), whole))
            }
            Err(Stopped::Refused(refusal)) => Some(Reply::Refused(granted.clone(), refusal)),
            Err(_) => None,
        }
    }

    /// Writes the answer: whether it has begun, and the whole of one that has not.
    fn write(
        &self,
        checked: &Checked,
        (snapshot, twin): (&Snapshot, Option<Snapshot>),
        pages: &OnceLock<i64>,
        sink: &mut dyn Sink,
    ) -> (bool, Result<Option<Vec<u8>>, Stopped>) {
        let mut document = Document::new(sink);
        let asked = Asked { checked, snapshot, twin: Cell::new(twin), base: self.interface.base(), pages };
        let memory = &self.service.memory;
        let written = self.interface.write(&asked, memory, &mut document);
        if let Ok(rows) = &written {
            self.caller.rows.store(*rows, Ordering::Relaxed);
        }
        let has_begun = document.begun();
        let finished = written.and_then(|_| Ok(document.finish()?));
        (has_begun, finished)
    }

    /// What becomes of an answer that could not be finished; one that had begun is cut.
    fn stopped(&self, stopped: Stopped, has_begun: bool, checked: &Checked) -> Option<Reply> {
        let operation = checked.operation().name;
        let credential = Some(checked.granted().credential().to_owned());
        if let Some(why) = self.caller.wanted.unwanted() {
            tracing::info!(request = %self.caller.request, "a query was interrupted: {why}");
            let failure = Failure::TooLong(self.caller.wanted.within());
            return (why == Unwanted::Overdue && !has_begun).then_some(Reply::Failed(credential, failure));
        }
        match stopped {
            Stopped::Fault(error) if !has_begun => Some(self.internal(&error, credential)),
            stopped => {
                tracing::error!(operation, error = ?stopped, "an answer that had begun was cut");
                None
            }
        }
    }
}

/// What is known of the answer to a read so far.
fn head(granted: &Granted, pages: &OnceLock<i64>) -> Head {
    Head { granted: granted.clone(), pages: pages.get().copied() }
}

/// Takes nothing of an answer that is too long to be held.
struct Short;

impl Sink for Short {
    fn push(&mut self, _: Vec<u8>) -> Result<(), Gone> {
        Err(Gone)
    }
}
