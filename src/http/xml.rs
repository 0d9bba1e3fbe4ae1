//! The two XML styles as an interface of the service: what stands around an answer, and how a reply becomes a
//! response.

use std::sync::Arc;

use hyper::header::HeaderValue;
use hyper::{Response, StatusCode, header};

use super::body::Answer;
use super::log::Record;
use super::outcome::Outcome;
use super::response;
use super::server::Server;
use super::status::{retry_after, status};
use crate::answer::{Asked, Memory, Stopped};
use crate::decode::Call;
use crate::encode::Document;
use crate::encode::frame::{Frame, Style, TEXT_XML, fault};
use crate::gate::Granted;
use crate::model::failure::Failure;
use crate::operation::Operation;
use crate::operation::shape::Contents;
use crate::service::{Caller, Interface, Reply, Whole};

/// What is known of how to answer.
#[derive(Clone)]
pub struct Xml {
    pub server: Arc<Server>,
    pub style: Style,
    operation: Option<&'static Operation>,
    /// The operation's name as called: neutral or branded.
    called_as: String,
    takes_gzip: bool,
    /// The service's address before `/service`.
    pub base: String,
}

impl Interface for Xml {
    fn base(&self) -> &str {
        &self.base
    }

    fn write(
        &self,
        asked: &Asked,
        memory: &Memory,
        document: &mut Document,
    ) -> Result<u64, Stopped> {
        let (granted, operation) = (asked.checked.granted(), asked.checked.operation());
        let frame = self.frame(granted);
        document.out.markup(&frame.opened(operation));
        let rows = self.server.answers.write(asked, memory, document)?;
        document.out.markup(&frame.closed(operation));
        Ok(rows)
    }
}

impl Xml {
    /// An answer in this style, by what is known of the operation so far.
    pub fn new(
        server: &Arc<Server>,
        style: Style,
        operation: Option<&'static Operation>,
        takes_gzip: bool,
    ) -> Self {
        Self {
            server: Arc::clone(server),
            style,
            operation,
            called_as: String::new(),
            takes_gzip,
            base: String::new(),
        }
    }

    /// Has the call answered.
    pub async fn answer(mut self, call: Call, record: Record) -> Response<Answer> {
        self.operation = Some(call.operation);
        self.called_as.clone_from(&call.called_as);
        let caller = Caller {
            client: record.client,
            request: record.id.clone(),
            wanted: Arc::clone(&record.wanted),
            rows: Arc::clone(&record.rows),
            takes_gzip: self.takes_gzip,
        };
        let service = &self.server.service;
        let reply = service.answer(call, self.clone(), &caller).await;
        self.replied(reply, record)
    }

    fn replied(&self, reply: Reply, mut record: Record) -> Response<Answer> {
        match reply {
            Reply::Whole(granted, whole) => {
                let content_type = self.frame(&granted).content_type;
                record.is_of(&granted);
                response::sent(Outcome::Ok, StatusCode::OK, content_type, whole, record)
            }
            Reply::Begun {
                granted,
                chunks,
                long,
            } => {
                record.is_of(&granted);
                record.status = 200;
                record.outcome = Outcome::Ok;
                record.long = Some(long);
                let mut begun = Response::new(Answer::chunks(chunks, record));
                response::head(&mut begun, self.frame(&granted).content_type);
                response::encoding(&mut begun, self.takes_gzip);
                begun
            }
            Reply::Made(granted, made) => {
                let frame = self.frame(&granted);
                let operation = granted.operation();
                let Contents::Changed { gives, .. } = operation.contents else {
                    return self.failed(&Failure::Internal(record.id.clone()), record);
                };
                let text = frame.changed(operation, gives, made);
                self.said(Outcome::Ok, text, &granted, record)
            }
            Reply::Refused(granted, refusal) => {
                let text = refusal.text(&self.server.service.brand);
                let frame = self.frame(&granted);
                let text = frame.refused(granted.operation().flag, &text);
                self.said(Outcome::Refused, text, &granted, record)
            }
            Reply::Failed(credential, failure) => {
                if let Some(credential) = credential {
                    record.credential = credential;
                }
                self.failed(&failure, record)
            }
        }
    }

    /// A document that a caller gets who was let in.
    fn said(
        &self,
        outcome: Outcome,
        text: String,
        granted: &Granted,
        mut record: Record,
    ) -> Response<Answer> {
        record.is_of(granted);
        let content_type = self.frame(granted).content_type;
        let whole = Whole::new(text.into_bytes(), self.takes_gzip);
        response::sent(outcome, StatusCode::OK, content_type, whole, record)
    }

    /// "CreatePerson and UpdatePerson always answer in an envelope. Every other operation in Style A answers
    /// with the bare document …, unless the request names an action …. A credential can also be set to
    /// 'always envelope'".
    fn frame(&self, granted: &Granted) -> Frame {
        let namespaces = &self.server.namespaces;
        let operation = granted.operation();
        match self.style {
            Style::Soap {
                version,
                names_action,
            } if names_action || granted.always_envelope() || operation.has_record() => {
                Frame::enveloped(version, &self.called_as, namespaces)
            }
            style => Frame::bare(operation.root, style, namespaces),
        }
    }

    /// The response of a failure: "In Style B the body is always the operation's result document …. In
    /// Style A … everything else is a SOAP Fault of the request's version …; but when the request names an
    /// action the status of a fault is always 500".
    pub fn failed(&self, failure: &Failure, record: Record) -> Response<Answer> {
        let code = status(failure);
        let (sent_as, content_type, text) = match self.style {
            Style::Form => {
                let (root, flag) = self
                    .operation
                    .map_or(("ApiResponse", "Success"), |operation| {
                        (operation.root, operation.flag)
                    });
                let frame = Frame::bare(root, self.style, &self.server.namespaces);
                (code, TEXT_XML, frame.refused(flag, &failure.text()))
            }
            Style::Soap {
                version,
                names_action,
            } => {
                let sent_as = if names_action { 500 } else { code };
                (sent_as, version.content_type(), fault(version, failure))
            }
        };
        let sent_as = StatusCode::from_u16(sent_as).expect("a status of the table");
        let whole = Whole::new(text.into_bytes(), self.takes_gzip);
        let mut failed = response::sent(Outcome::of(failure), sent_as, content_type, whole, record);
        let headers = failed.headers_mut();
        if matches!(failure, Failure::Unauthorized) {
            self.server.metrics.failed_login();
            let challenge = HeaderValue::from_static(r#"LmsBody realm="lms""#);
            headers.insert(header::WWW_AUTHENTICATE, challenge);
        }
        if let Some(seconds) = retry_after(failure) {
            headers.insert(header::RETRY_AFTER, seconds.into());
        }
        failed
    }
}
