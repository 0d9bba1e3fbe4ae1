//! The stages of a call that look at the data, on a blocking thread and on one snapshot: the gate for those it
//! knows, the parameters, the answer of a read.

use std::cell::Cell;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::{mpsc, oneshot};

use super::body::{self, Chunk, Chunks};
use super::limits;
use super::long::LongAnswer;
use super::outcome::Outcome;
use super::service::Service;
use crate::answer::{Asked, Stopped};
use crate::encode::Document;
use crate::encode::frame::{Frame, Style};
use crate::gate::{Denied, Granted, Login};
use crate::model::refusal::Refusal;
use crate::operation::Operation;
use crate::operation::request::Arguments;
use crate::operation::shape::Contents;
use crate::store::Snapshot;
use crate::store::wanted::{Unwanted, Wanted};
use crate::wire::Call;
use crate::wire::failure::Failure;

/// What a blocking thread found out.
pub enum Found {
    /// The pair of name and password is not known yet.
    Stranger(Call),
    /// The answer, whole and perhaps compressed.
    Whole(Whole),
    /// The answer has begun.
    Begun {
        content_type: &'static str,
        gzip: bool,
        credential: String,
        chunks: mpsc::Receiver<Chunk>,
        long: LongAnswer,
    },
    /// A change is to be made.
    Change(Granted, Arguments, Frame),
    /// There is no answer.
    Failed(Option<String>, Failure),
    /// The credential has as many long answers as it may have.
    Busy(String),
    /// The answer did not begin in the time that it has in all.
    Overdue(String),
    /// Something went wrong with us.
    Fault(anyhow::Error),
}

/// An answer that is there.
pub struct Whole {
    pub outcome: Outcome,
    pub content_type: &'static str,
    pub gzip: bool,
    pub credential: String,
    pub bytes: Vec<u8>,
}

impl Whole {
    /// "`Accept-Encoding: gzip` is honoured on answers over 1 KiB".
    pub fn new(
        outcome: Outcome,
        content_type: &'static str,
        credential: String,
        bytes: Vec<u8>,
        gzip: bool,
    ) -> Self {
        let compressed = (gzip && bytes.len() > limits::COMPRESSED_FROM)
            .then(|| body::gzipped(&bytes).ok())
            .flatten();
        Self {
            outcome,
            content_type,
            gzip: compressed.is_some(),
            credential,
            bytes: compressed.unwrap_or(bytes),
        }
    }
}

/// What the blocking thread takes along.
pub struct Looking {
    pub service: Arc<Service>,
    pub style: Style,
    pub gzip: bool,
    /// The service's address before `/service`.
    pub base: String,
    pub client: IpAddr,
    /// The request's id.
    pub request: String,
    pub wanted: Arc<Wanted>,
    pub rows: Arc<AtomicU64>,
}

impl Looking {
    /// Says what it found, once; an answer that is long goes on after that.
    pub fn look(self, call: Call, granted: Option<Granted>, say: oneshot::Sender<Found>) {
        let mut say = Some(say);
        if let Some(found) = self.found(call, granted, &mut say)
            && let Some(say) = say
        {
            // whoever asked may have gone
            let _ = say.send(found);
        }
    }

    /// `None` when the answer has begun: the rest was or was not sent.
    fn found(
        &self,
        call: Call,
        granted: Option<Granted>,
        say: &mut Option<oneshot::Sender<Found>>,
    ) -> Option<Found> {
        let snapshot = match self.service.store.snapshot_while(&self.wanted) {
            Ok(snapshot) => snapshot,
            Err(error) => return Some(Found::Fault(error.into())),
        };
        let granted = match granted {
            Some(granted) => granted,
            None => {
                let login = login(&call, self.client);
                match self
                    .service
                    .gate
                    .recognise(&snapshot, &login, call.operation)
                {
                    None => return Some(Found::Stranger(call)),
                    Some(Ok(granted)) => granted,
                    Some(Err(why)) => return Some(denied(why, &call)),
                }
            }
        };
        let arguments = match call.arguments(&self.service.brand, snapshot.clock()) {
            Ok(arguments) => arguments,
            Err(failure) => {
                return Some(Found::Failed(
                    Some(granted.credential().to_owned()),
                    failure,
                ));
            }
        };
        let frame = self.frame(&call, &granted);
        if let Some(refusal) = call.operation.refusal(&arguments) {
            return Some(self.refused(&refusal, &granted, &frame));
        }
        match call.operation.contents {
            Contents::Changed { .. } => Some(Found::Change(granted, arguments, frame)),
            Contents::One { .. } | Contents::Each(_) | Contents::Table(_) => {
                self.read(&granted, &arguments, &snapshot, &frame, say)
            }
        }
    }

    /// "CreatePerson and UpdatePerson always answer in an envelope. Every other operation in Style A answers
    /// with the bare document …, unless the request names an action …. A credential can also be set to
    /// 'always envelope'".
    fn frame(&self, call: &Call, granted: &Granted) -> Frame {
        let namespaces = &self.service.namespaces;
        match self.style {
            Style::Soap {
                version,
                names_action,
            } if names_action || granted.always_envelope() || call.operation.has_record() => {
                Frame::enveloped(version, &call.called_as, namespaces)
            }
            style => Frame::bare(call.operation.root, style, namespaces),
        }
    }

    fn read(
        &self,
        granted: &Granted,
        arguments: &Arguments,
        snapshot: &Snapshot,
        frame: &Frame,
        say: &mut Option<oneshot::Sender<Found>>,
    ) -> Option<Found> {
        let content_type = frame.content_type;
        let credential = granted.credential().to_owned();
        let busy = Cell::new(false);
        let mut chunks = Chunks::new(self.gzip, &self.wanted, |chunks| {
            let Some(long) = self.service.long_answers.begin(&credential) else {
                // nobody takes what is written from here on
                return busy.set(true);
            };
            let begun = Found::Begun {
                content_type,
                gzip: self.gzip,
                credential: credential.clone(),
                chunks,
                long,
            };
            if let Some(say) = say.take() {
                let _ = say.send(begun);
            }
        });
        let mut document = Document::new(&mut chunks);
        let operation = granted.operation();
        document.out.markup(&frame.opened(operation));
        let asked = Asked {
            operation,
            arguments,
            snapshot,
            base: &self.base,
        };
        let written = self
            .service
            .answers
            .write(&asked, &self.service.memory, &mut document);
        document.out.markup(&frame.closed(operation));
        if let Ok(rows) = &written {
            self.rows.store(*rows, Ordering::Relaxed);
        }
        let begun = document.begun();
        let finished = written.and_then(|_| Ok(document.finish()?));
        match finished {
            Ok(Some(bytes)) => Some(self.whole(Outcome::Ok, content_type, credential, bytes)),
            Ok(None) => {
                // where that is too late, nobody is there any more
                let _ = chunks.end();
                None
            }
            Err(_) if busy.get() => Some(Found::Busy(credential)),
            Err(Stopped::Refused(refusal)) if !begun => {
                Some(self.refused(&refusal, granted, frame))
            }
            Err(Stopped::Gone) => None,
            Err(stopped) => match self.wanted.unwanted() {
                Some(why) => self.interrupted(why, begun, credential),
                None => fault(stopped, begun, granted.operation()),
            },
        }
    }

    fn interrupted(&self, why: Unwanted, begun: bool, credential: String) -> Option<Found> {
        tracing::info!(request = %self.request, "a query was interrupted: {why}");
        (why == Unwanted::Overdue && !begun).then_some(Found::Overdue(credential))
    }

    fn refused(&self, refusal: &Refusal, granted: &Granted, frame: &Frame) -> Found {
        let text = refusal.text(&self.service.brand);
        let bytes = frame.refused(granted.operation().flag, &text).into_bytes();
        let credential = granted.credential().to_owned();
        self.whole(Outcome::Refused, frame.content_type, credential, bytes)
    }

    fn whole(
        &self,
        outcome: Outcome,
        content_type: &'static str,
        credential: String,
        bytes: Vec<u8>,
    ) -> Found {
        let whole = Whole::new(outcome, content_type, credential, bytes, self.gzip);
        Found::Whole(whole)
    }
}

/// What becomes of an answer that could not be made; one that had begun is cut.
fn fault(stopped: Stopped, begun: bool, operation: &Operation) -> Option<Found> {
    match stopped {
        Stopped::Fault(error) if !begun => Some(Found::Fault(error)),
        stopped => {
            tracing::error!(operation = operation.name, error = ?stopped, "an answer that had begun was cut");
            None
        }
    }
}

/// Who calls.
pub fn login(call: &Call, client: IpAddr) -> Login {
    Login {
        username: call.username.clone(),
        password: call.password.clone(),
        client,
    }
}

/// What a caller is told who is not let in.
pub fn denied(why: Denied, call: &Call) -> Found {
    match why {
        Denied::Credentials => Found::Failed(None, Failure::unauthorized()),
        Denied::TooMany { retry_after } => {
            Found::Failed(None, Failure::too_many_logins(retry_after))
        }
        Denied::NotGranted { credential } => {
            Found::Failed(Some(credential), Failure::not_granted(&call.called_as))
        }
        Denied::Failed(error) => Found::Fault(error),
    }
}
