//! A call of an operation: its stages in the order of contract section 2's checks, each of which hands on to
//! the next and none of which reaches back. Those that look at the data run on a blocking thread, in
//! `looking`.

use std::sync::Arc;

use hyper::body::Incoming;
use hyper::header::{HeaderMap, HeaderValue};
use hyper::http::request::Parts;
use hyper::{Response, StatusCode, header};
use tokio::sync::oneshot;

use super::body::{self, Answer, Unread};
use super::log::Record;
use super::looking::{Found, Looking, Whole, denied, login};
use super::outcome::Outcome;
use super::places::Place;
use super::service::Service;
use super::{limits, response, route};
use crate::encode::frame::{Frame, Style, TEXT_XML, fault};
use crate::gate::Granted;
use crate::ledger::{Door, Source};
use crate::model::brand::Brand;
use crate::operation::Operation;
use crate::operation::request::Arguments;
use crate::operation::shape::Contents;
use crate::store::Refused;
use crate::store::WriteError;
use crate::wire::failure::Failure;
use crate::wire::{self, Call, form, soap};

/// A call of an operation: Style B when the path names one, else Style A.
pub async fn called(
    service: Arc<Service>,
    parts: &Parts,
    incoming: Incoming,
    name: Option<&str>,
    mut record: Record,
    place: &Arc<Place>,
) -> Response<Answer> {
    let headers = &parts.headers;
    let announced = route::announced(headers);
    let operation = name.and_then(|name| wire::operation(name, &service.brand));
    record.operation = operation.map_or("-", |operation| operation.name);
    let style = if name.is_some() {
        Style::Form
    } else {
        announced.style()
    };
    let mut asked = Asked::new(&service, style, operation, route::takes_gzip(headers));
    // to a client that does not validly say whom it calls, an address begins at the root
    asked.base = service
        .address
        .base(&parts.uri, headers)
        .unwrap_or_default();

    let media = match name {
        Some(_) => route::form_type(headers),
        None => route::envelope_type(headers),
    };
    let expects = headers.contains_key(header::EXPECT);
    let body = match media {
        Ok(()) => body::read(incoming, expects, service.max_body).await,
        Err(failure) => {
            body::discard(incoming, expects).await;
            Err(Unread::Refused(failure))
        }
    };
    record.answering = Some(place.begin(record.wanted.until()).await);
    let body = match body {
        Ok(body) => body,
        Err(unread) => return asked.unread(&unread, record),
    };

    let call = match name {
        Some(name) => read_form(&body, name, operation, headers, &service.brand),
        None => {
            let (style, call) = soap::read(&body, &announced, &service.brand);
            asked.style = style;
            call
        }
    };
    drop(body);
    match call {
        Ok(call) => {
            record.operation = call.operation.name;
            asked.operation = Some(call.operation);
            record.ignored(&call.ignored);
            asked.answer(call, record).await
        }
        Err(failure) => asked.failed(&failure, record),
    }
}

fn read_form(
    body: &[u8],
    name: &str,
    operation: Option<&'static Operation>,
    headers: &HeaderMap,
    brand: &Brand,
) -> Result<Call, Failure> {
    if let Some(charset) = route::form_charset(headers) {
        wire::charset::accept(&charset)?;
    }
    let fields = form::fields(body)?;
    match operation {
        Some(operation) => form::call(operation, name.to_owned(), fields, brand),
        None => {
            form::credentials_once(&fields)?;
            Err(wire::unknown_operation(name, brand))
        }
    }
}

/// What is known of how to answer.
pub struct Asked {
    service: Arc<Service>,
    style: Style,
    operation: Option<&'static Operation>,
    gzip: bool,
    /// The service's address before `/service`.
    base: String,
}

impl Asked {
    /// An answer in this style, by what is known of the operation so far.
    pub fn new(
        service: &Arc<Service>,
        style: Style,
        operation: Option<&'static Operation>,
        gzip: bool,
    ) -> Self {
        Self {
            service: Arc::clone(service),
            style,
            operation,
            gzip,
            base: String::new(),
        }
    }

    /// Looks who calls, and answers.
    async fn answer(self, call: Call, mut record: Record) -> Response<Answer> {
        let mut found = self.look(call, None, &record).await;
        if let Found::Stranger(call) = found {
            let login = login(&call, record.client);
            found = match self
                .service
                .gate
                .verify(&self.service.store, login, call.operation)
                .await
            {
                Ok(granted) => self.look(call, Some(granted), &record).await,
                Err(why) => denied(why, &call),
            };
        }
        if let Found::Change(granted, arguments, frame) = found {
            found = self.change(granted, arguments, frame).await;
        }
        match found {
            Found::Whole(whole) => self.whole(whole, StatusCode::OK, record),
            Found::Begun {
                content_type,
                gzip,
                credential,
                chunks,
                long,
            } => {
                record.credential = credential;
                record.status = 200;
                record.outcome = Outcome::Ok;
                record.long = Some(long);
                let mut begun = Response::new(Answer::chunks(chunks, record));
                response::head(&mut begun, content_type);
                response::encoding(&mut begun, gzip);
                begun
            }
            Found::Failed(credential, failure) => {
                if let Some(credential) = credential {
                    record.credential = credential;
                }
                self.failed(&failure, record)
            }
            Found::Busy(credential) => {
                record.credential = credential;
                self.failed_as(
                    Outcome::Busy,
                    &Failure::too_many_long(limits::LONG_ANSWERS),
                    record,
                )
            }
            Found::Overdue(credential) => {
                record.credential = credential;
                let failure = Failure::too_long(self.service.answer_within);
                self.failed_as(Outcome::Overdue, &failure, record)
            }
            Found::Fault(error) => {
                tracing::error!(request = %record.id, operation = record.operation, error = format!("{error:#}"), "internal error");
                let failure = Failure::internal(&record.id);
                self.failed(&failure, record)
            }
            Found::Stranger(_) | Found::Change(..) => {
                unreachable!("both were carried out above")
            }
        }
    }

    /// The stages that need a snapshot of the data, on a blocking thread: the gate for those it knows, the
    /// parameters, and the answer of a read.
    async fn look(&self, call: Call, granted: Option<Granted>, record: &Record) -> Found {
        let (say, said) = oneshot::channel();
        let looking = Looking {
            service: Arc::clone(&self.service),
            style: self.style,
            gzip: self.gzip,
            base: self.base.clone(),
            client: record.client,
            request: record.id.clone(),
            wanted: Arc::clone(&record.wanted),
            rows: Arc::clone(&record.rows),
        };
        tokio::task::spawn_blocking(move || looking.look(call, granted, say));
        // a panic over there drops the sender
        said.await
            .unwrap_or_else(|_| Found::Fault(anyhow::anyhow!("the answering thread ended early")))
    }

    /// Makes a change and answers when it is on disk.
    async fn change(&self, granted: Granted, arguments: Arguments, frame: Frame) -> Found {
        let operation = granted.operation();
        let Contents::Changed { gives, change } = operation.contents else {
            return Found::Fault(anyhow::anyhow!("{} is no change", operation.name));
        };
        let credential = granted.credential().to_owned();
        let source = Source {
            door: Door::Call,
            actor: credential.clone(),
            action: operation.name.to_owned(),
        };
        let made = self
            .service
            .store
            .writer()
            .change(source, move |to| change(to, &arguments))
            .await;
        let (outcome, text) = match made {
            Ok(made) => (Outcome::Ok, frame.changed(operation, gives, made)),
            Err(Refused::Rule(refusal)) => {
                let text = refusal.text(&self.service.brand);
                (Outcome::Refused, frame.refused(operation.flag, &text))
            }
            Err(Refused::Write(error @ (WriteError::Failed(_) | WriteError::Panicked))) => {
                return Found::Fault(error.into());
            }
            Err(Refused::Write(error)) => {
                tracing::warn!(%error, "a change could not be written");
                return Found::Failed(Some(credential), Failure::cannot_be_written());
            }
        };
        let bytes = text.into_bytes();
        let content_type = frame.content_type;
        Found::Whole(Whole::new(
            outcome,
            content_type,
            credential,
            bytes,
            self.gzip,
        ))
    }

    fn whole(&self, whole: Whole, status: StatusCode, mut record: Record) -> Response<Answer> {
        record.credential = whole.credential;
        let compressible = whole.gzip || whole.bytes.len() > limits::COMPRESSED_FROM;
        let Whole {
            content_type,
            bytes,
            ..
        } = whole;
        let mut answer = response::whole_as(whole.outcome, status, content_type, bytes, record);
        if compressible {
            response::encoding(&mut answer, whole.gzip);
        }
        answer
    }

    /// The response to a body that could not be read.
    fn unread(&self, unread: &Unread, record: Record) -> Response<Answer> {
        let failure = match unread {
            Unread::Refused(failure) => return self.failed(failure, record),
            Unread::TooLarge => Failure::too_large(self.service.max_body),
            Unread::TooSlow => Failure::too_slow(limits::BODY),
            Unread::Broken => {
                return response::bare(StatusCode::BAD_REQUEST, record);
            }
        };
        let mut refusal = self.failed(&failure, record);
        response::close(&mut refusal);
        refusal
    }

    /// The response of a failure: "In Style B the body is always the operation's result document …. In
    /// Style A … everything else is a SOAP Fault of the request's version …; but when the request names an
    /// action the status of a fault is always 500".
    pub fn failed(&self, failure: &Failure, record: Record) -> Response<Answer> {
        self.failed_as(Outcome::of(failure), failure, record)
    }

    fn failed_as(
        &self,
        outcome: Outcome,
        failure: &Failure,
        mut record: Record,
    ) -> Response<Answer> {
        let (status, content_type, text) = match self.style {
            Style::Form => {
                let (root, flag) = self
                    .operation
                    .map_or(("ApiResponse", "Success"), |operation| {
                        (operation.root, operation.flag)
                    });
                let frame = Frame::bare(root, self.style, &self.service.namespaces);
                (failure.status, TEXT_XML, frame.refused(flag, &failure.text))
            }
            Style::Soap {
                version,
                names_action,
            } => {
                let status = if names_action { 500 } else { failure.status };
                (status, version.content_type(), fault(version, failure))
            }
        };
        let status = StatusCode::from_u16(status).expect("a status of the table");
        let credential = std::mem::take(&mut record.credential);
        let bytes = text.into_bytes();
        let whole = Whole::new(outcome, content_type, credential, bytes, self.gzip);
        let mut failed = self.whole(whole, status, record);
        let headers = failed.headers_mut();
        if failure.status == 401 {
            self.service.metrics.failed_login();
            let challenge = HeaderValue::from_static(r#"LmsBody realm="lms""#);
            headers.insert(header::WWW_AUTHENTICATE, challenge);
        }
        if let Some(seconds) = failure.retry_after {
            headers.insert(header::RETRY_AFTER, seconds.into());
        }
        failed
    }
}
