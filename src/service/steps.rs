//! The steps that look at the data, on a blocking thread and on one snapshot: the gate for those it knows, the
//! arguments and the rules over them, the answer of a read.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use tokio::sync::oneshot;

use super::long::LONG_ANSWERS;
use super::stream::{Chunks, Whole};
use super::{Caller, Head, Interface, Reply, Service, denied, internal, login};
use crate::answer::{Asked, Checked, Objection, Stopped};
use crate::decode::Call;
use crate::encode::Document;
use crate::gate::Granted;
use crate::model::failure::Failure;
use crate::operation::request::Arguments;
use crate::operation::shape::Contents;
use crate::store::wanted::Unwanted;
use crate::store::{Change, Refused, Snapshot};

/// A call whose pair of name and password is not known yet.
pub struct Stranger(pub Box<Call>);

/// What was found out on a snapshot.
pub enum Looked {
    /// The reply.
    Reply(Reply),
    /// A change is to be made, so.
    Change(Checked, Make),
}

/// Makes the change of an operation.
pub type Make = fn(&mut Change, &Arguments) -> Result<Option<i64>, Refused>;

/// Tells what was found out, once: an answer that is long goes on after that.
type Tell<T> = Option<oneshot::Sender<T>>;

impl Service {
    /// Lets in those whom the gate knows, and goes on.
    pub(super) async fn look<I: Interface>(
        self: &Arc<Self>,
        call: Call,
        interface: Arc<I>,
        caller: &Caller,
    ) -> Result<Looked, Stranger> {
        let operation = call.operation;
        let looked = on_a_snapshot(self, caller, move |looking, snapshot, tell| {
            let login = login(&call, looking.caller.client);
            let known = looking.service.gate.recognise(snapshot, &login, operation);
            match known {
                None => Some(Err(Stranger(Box::new(call)))),
                Some(Err(why)) => Some(Ok(Looked::Reply(denied(why, &call, &looking.caller)))),
                Some(Ok(granted)) => looking
                    .granted(&call, granted, snapshot, &*interface, |reply| {
                        say(tell, Ok(Looked::Reply(reply)));
                    })
                    .map(Ok),
            }
        });
        // whether the gate knew the pair went down with the thread
        looked.await.unwrap_or_else(|error| {
            Ok(Looked::Reply(internal(
                &error,
                operation.name,
                caller,
                None,
            )))
        })
    }

    /// Goes on with a call that was granted.
    pub(super) async fn look_granted<I: Interface>(
        self: &Arc<Self>,
        call: Call,
        granted: Granted,
        interface: Arc<I>,
        caller: &Caller,
    ) -> Looked {
        let operation = call.operation;
        let credential = granted.credential().to_owned();
        let looked = on_a_snapshot(self, caller, move |looking, snapshot, tell| {
            looking.granted(&call, granted, snapshot, &*interface, |reply| {
                say(tell, Looked::Reply(reply));
            })
        });
        looked.await.unwrap_or_else(|error| {
            Looked::Reply(internal(&error, operation.name, caller, Some(credential)))
        })
    }
}

/// Whoever asked may have gone.
fn say<T>(tell: &mut Tell<T>, found: T) {
    if let Some(tell) = tell.take() {
        let _ = tell.send(found);
    }
}

/// Looks at the data on a blocking thread; gives what is told first. What is found at the end is told when the snapshot
/// is closed, so that whoever goes on from there finds its connection free.
async fn on_a_snapshot<T: Send + 'static>(
    service: &Arc<Service>,
    caller: &Caller,
    look: impl FnOnce(&Looking, &Snapshot, &mut Tell<T>) -> Option<T> + Send + 'static,
) -> anyhow::Result<T> {
    let (tell, told) = oneshot::channel();
    let looking = Looking {
        service: Arc::clone(service),
        caller: caller.clone(),
    };
    let opened = tokio::task::spawn_blocking(move || -> anyhow::Result<()> {
        let snapshot = looking
            .service
            .store
            .snapshot_while(&looking.caller.wanted)?;
        let mut tell = Some(tell);
        let found = look(&looking, &snapshot, &mut tell);
        drop(snapshot);
        found.into_iter().for_each(|found| say(&mut tell, found));
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

/// What the blocking thread takes along.
struct Looking {
    service: Arc<Service>,
    caller: Caller,
}

impl Looking {
    /// Checks the call and answers it when it is a read; `None` when the answer has begun, which `begun` was told.
    fn granted(
        &self,
        call: &Call,
        granted: Granted,
        snapshot: &Snapshot,
        interface: &impl Interface,
        begun: impl FnOnce(Reply),
    ) -> Option<Looked> {
        let checked = match interface.accepts() {
            Ok(()) => Checked::new(granted, call, &self.service.brand, snapshot.clock()),
            Err(failure) => Err((granted, Objection::Failed(failure))),
        };
        match checked {
            Err((granted, Objection::Failed(failure))) => {
                let credential = granted.credential().to_owned();
                Some(Looked::Reply(Reply::Failed(Some(credential), failure)))
            }
            Err((granted, Objection::Refused(refusal))) => {
                Some(Looked::Reply(Reply::Refused(granted, refusal)))
            }
            Ok(checked) => match checked.operation().contents {
                Contents::Changed { change, .. } => Some(Looked::Change(checked, change)),
                Contents::One { .. } | Contents::Each(_) | Contents::Table(_) => self
                    .read(checked, snapshot, interface, begun)
                    .map(Looked::Reply),
            },
        }
    }

    fn read(
        &self,
        checked: Checked,
        snapshot: &Snapshot,
        interface: &impl Interface,
        begun: impl FnOnce(Reply),
    ) -> Option<Reply> {
        let granted = checked.granted();
        let busy = Cell::new(false);
        let pages = Cell::new(None);
        let head = || Head {
            granted: granted.clone(),
            pages: pages.get(),
        };
        let Caller {
            wanted, takes_gzip, ..
        } = &self.caller;
        let mut chunks = Chunks::new(*takes_gzip, wanted, |chunks| {
            match self.service.long_answers.begin(granted.credential()) {
                // nobody takes what is written from here on
                None => busy.set(true),
                Some(long) => begun(Reply::Begun {
                    head: head(),
                    chunks,
                    long,
                }),
            }
        });
        let mut document = Document::new(&mut chunks);
        let asked = Asked {
            checked: &checked,
            snapshot,
            base: interface.base(),
            pages: &pages,
        };
        let written = interface.write(&asked, &self.service.memory, &mut document);
        if let Ok(rows) = &written {
            self.caller.rows.store(*rows, Ordering::Relaxed);
        }
        let has_begun = document.begun();
        let finished = written.and_then(|_| Ok(document.finish()?));
        match finished {
            Ok(Some(bytes)) => Some(Reply::Whole(head(), Whole::new(bytes, *takes_gzip))),
            Ok(None) => {
                // where that is too late, nobody is there any more
                let _ = chunks.end();
                None
            }
            Err(_) if busy.get() => {
                let failure = Failure::TooManyLong(LONG_ANSWERS);
                Some(Reply::Failed(
                    Some(granted.credential().to_owned()),
                    failure,
                ))
            }
            Err(Stopped::Refused(refusal)) if !has_begun => {
                Some(Reply::Refused(granted.clone(), refusal))
            }
            Err(Stopped::Gone) => None,
            Err(stopped) => self.stopped(stopped, has_begun, &checked),
        }
    }

    /// What becomes of an answer that could not be finished; one that had begun is cut.
    fn stopped(&self, stopped: Stopped, has_begun: bool, checked: &Checked) -> Option<Reply> {
        let operation = checked.operation().name;
        let credential = Some(checked.granted().credential().to_owned());
        if let Some(why) = self.caller.wanted.unwanted() {
            tracing::info!(request = %self.caller.request, "a query was interrupted: {why}");
            let failure = Failure::TooLong(self.caller.wanted.within());
            return (why == Unwanted::Overdue && !has_begun)
                .then_some(Reply::Failed(credential, failure));
        }
        match stopped {
            Stopped::Fault(error) if !has_begun => {
                Some(internal(&error, operation, &self.caller, credential))
            }
            stopped => {
                tracing::error!(operation, error = ?stopped, "an answer that had begun was cut");
                None
            }
        }
    }
}
