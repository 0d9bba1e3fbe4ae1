//! From a request to its response: the stages in the order of contract section 2's checks, each of which
//! hands on to the next and none of which reaches back.

use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use hyper::body::{Bytes, Incoming};
use hyper::header::{HeaderMap, HeaderValue};
use hyper::{Method, Request, Response, StatusCode, header};
use tokio::sync::{mpsc, oneshot};

use super::answering::Answering;
use super::body::{self, Answer, Chunks, Cut, Unread};
use super::limits;
use super::log::{Record, RequestIds};
use super::route::{self, Target};
use crate::answer::{self, Answers, Stopped};
use crate::gate::{Denied, Gate, Granted, Login};
use crate::model::brand::Brand;
use crate::operation::{Arguments, Contents, Operation, Refused};
use crate::store::ledger::{Kind, Source};
use crate::store::{Snapshot, Store, WriteError};
use crate::wire::failure::Failure;
use crate::wire::frame::{Frame, Namespaces, Style, TEXT_XML, failed, fault};
use crate::wire::xml::Document;
use crate::wire::{self, Call, form, soap};

/// Everything that answering takes.
pub struct Service {
    /// The data.
    pub store: Arc<Store>,
    /// Who may call.
    pub gate: Arc<Gate>,
    /// How names are written.
    pub brand: Brand,
    /// The namespaces of results.
    pub namespaces: Namespaces,
    /// The operations' elements under the brand.
    pub answers: Answers,
    /// The largest body of a request.
    pub max_body: usize,
    /// Whether the client's address is the last of `X-Forwarded-For`.
    pub trust_proxy: bool,
    /// The requests' ids.
    pub ids: RequestIds,
}

/// Answers one request.
pub async fn respond(
    service: Arc<Service>,
    request: Request<Incoming>,
    peer: IpAddr,
    answering: Answering,
) -> Result<Response<Answer>, Infallible> {
    let client = client(&service, request.headers(), peer);
    let record = Record::new(&service.ids, client);
    let target = route::target(request.uri().path());
    Ok(match (&target, request.method()) {
        (Target::Foreign, _) => {
            let text = "There is nothing at this address.\n";
            plain(record, StatusCode::NOT_FOUND, text, request).await
        }
        (target, method) if !route::is_allowed(target, method) => {
            let allow = route::allowed(target);
            let mut response = match target {
                Target::Operation(name) => {
                    let operation = wire::operation(name, &service.brand);
                    body::discard(request.into_body()).await;
                    let asked = Asked::new(&service, Style::Form, operation, false);
                    asked.failed(&Failure::method_not_allowed(), record)
                }
                _ => {
                    plain(
                        record,
                        StatusCode::METHOD_NOT_ALLOWED,
                        "This method is not allowed here.\n",
                        request,
                    )
                    .await
                }
            };
            response
                .headers_mut()
                .insert(header::ALLOW, HeaderValue::from_static(allow));
            response
        }
        (Target::Operation(name), _) => {
            let name = (*name).to_owned();
            called(service, request, Some(&name), record, answering).await
        }
        (Target::Service, &Method::POST) => called(service, request, None, record, answering).await,
        (Target::Health, _) => health(service, record).await,
        (Target::Root | Target::Service, _) => {
            let mut response = plain(record, StatusCode::FOUND, "", request).await;
            let page = HeaderValue::from_static(route::SERVICE);
            response.headers_mut().insert(header::LOCATION, page);
            response
        }
    })
}

/// "With `--trust-proxy` the address is the last of X-Forwarded-For."
fn client(service: &Service, headers: &HeaderMap, peer: IpAddr) -> IpAddr {
    let forwarded = || {
        let last = headers.get_all("x-forwarded-for").iter().next_back()?;
        let address: IpAddr = last
            .to_str()
            .ok()?
            .rsplit(',')
            .next()?
            .trim()
            .parse()
            .ok()?;
        Some(address.to_canonical())
    };
    service
        .trust_proxy
        .then(forwarded)
        .flatten()
        .unwrap_or(peer)
}

/// A response of text, to a request that is none of an operation.
async fn plain(
    mut record: Record,
    status: StatusCode,
    text: &'static str,
    request: Request<Incoming>,
) -> Response<Answer> {
    body::discard(request.into_body()).await;
    record.status = status.as_u16();
    let mut response = Response::new(Answer::whole(text.into(), record));
    *response.status_mut() = status;
    head(&mut response, "text/plain; charset=utf-8");
    response
}

/// `GET /healthz`: "200 `ok` when the database answers, else 503".
async fn health(service: Arc<Service>, mut record: Record) -> Response<Answer> {
    let answers = tokio::task::spawn_blocking(move || {
        service
            .store
            .snapshot()?
            .query_row("SELECT count(*) FROM account_level", [], |row| {
                row.get::<_, i64>(0)
            })
    });
    let (status, text) = match answers.await {
        Ok(Ok(_)) => (StatusCode::OK, "ok"),
        Ok(Err(_)) | Err(_) => (
            StatusCode::SERVICE_UNAVAILABLE,
            "the database does not answer",
        ),
    };
    record.status = status.as_u16();
    let mut response = Response::new(Answer::whole(text.into(), record));
    *response.status_mut() = status;
    head(&mut response, "text/plain; charset=utf-8");
    response
}

/// The headers of every response.
fn head(response: &mut Response<Answer>, content_type: &'static str) {
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
}

/// A call of an operation: Style B when the path names one, else Style A.
async fn called(
    service: Arc<Service>,
    request: Request<Incoming>,
    name: Option<&str>,
    mut record: Record,
    answering: Answering,
) -> Response<Answer> {
    let (parts, incoming) = request.into_parts();
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

    let media = match name {
        Some(_) => route::form_type(headers),
        None => route::envelope_type(headers),
    };
    let expects = headers.contains_key(header::EXPECT);
    let body = match media {
        // a client that waits to be told to continue sends nothing before it is told
        Err(failure) if expects => return asked.failed(&failure, record),
        Err(failure) => {
            body::discard(incoming).await;
            return asked.failed(&failure, record);
        }
        Ok(()) if expects && announces_more_than(service.max_body, headers) => {
            return asked.failed(&Failure::too_large(service.max_body), record);
        }
        Ok(()) => match body::read(incoming, service.max_body).await {
            Ok(body) => body,
            Err(unread) => return asked.unread(&unread, record),
        },
    };
    record.answering = Some(answering.begin());

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

fn announces_more_than(limit: usize, headers: &HeaderMap) -> bool {
    headers
        .get(header::CONTENT_LENGTH)
        .and_then(|length| length.to_str().ok()?.parse::<usize>().ok())
        .is_some_and(|length| length > limit)
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
struct Asked {
    service: Arc<Service>,
    style: Style,
    operation: Option<&'static Operation>,
    gzip: bool,
}

/// What a blocking thread found out.
enum Outcome {
    /// The pair of name and password is not known yet.
    Stranger(Call),
    /// The answer, whole and perhaps compressed.
    Whole(Whole),
    /// The answer has begun.
    Begun {
        content_type: &'static str,
        gzip: bool,
        credential: String,
        chunks: mpsc::Receiver<Result<Bytes, Cut>>,
    },
    /// A change is to be made.
    Change(Granted, Arguments, Frame),
    /// There is no answer.
    Failed(Option<String>, Failure),
    /// Something went wrong with us.
    Fault(anyhow::Error),
}

/// An answer that is there.
struct Whole {
    content_type: &'static str,
    gzip: bool,
    credential: String,
    bytes: Vec<u8>,
}

impl Asked {
    fn new(
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
        }
    }

    /// Looks who calls, and answers.
    async fn answer(self, call: Call, mut record: Record) -> Response<Answer> {
        let mut outcome = self.look(call, None, &record).await;
        if let Outcome::Stranger(call) = outcome {
            let login = login(&call, record.client);
            outcome = match self
                .service
                .gate
                .verify(&self.service.store, login, call.operation)
                .await
            {
                Ok(granted) => self.look(call, Some(granted), &record).await,
                Err(denied) => denied_outcome(denied, &call),
            };
        }
        if let Outcome::Change(granted, arguments, frame) = outcome {
            outcome = self.change(granted, arguments, frame).await;
        }
        match outcome {
            Outcome::Whole(whole) => {
                record.credential.clone_from(&whole.credential);
                self.whole(whole, record)
            }
            Outcome::Begun {
                content_type,
                gzip,
                credential,
                chunks,
            } => {
                record.credential = credential;
                record.status = 200;
                let mut response = Response::new(Answer::chunks(chunks, record));
                head(&mut response, content_type);
                encoding(&mut response, gzip);
                response
            }
            Outcome::Failed(credential, failure) => {
                if let Some(credential) = credential {
                    record.credential = credential;
                }
                self.failed(&failure, record)
            }
            Outcome::Fault(error) => {
                tracing::error!(request = %record.id, operation = record.operation, error = format!("{error:#}"), "internal error");
                let failure = Failure::internal(&record.id);
                self.failed(&failure, record)
            }
            Outcome::Stranger(_) | Outcome::Change(..) => {
                unreachable!("both were carried out above")
            }
        }
    }

    /// The stages that need a snapshot of the data, on a blocking thread: the gate for those it knows, the
    /// parameters, and the answer of a read.
    async fn look(&self, call: Call, granted: Option<Granted>, record: &Record) -> Outcome {
        let (say, said) = oneshot::channel();
        let looking = Looking {
            service: Arc::clone(&self.service),
            style: self.style,
            gzip: self.gzip,
            client: record.client,
            rows: Arc::clone(&record.rows),
        };
        tokio::task::spawn_blocking(move || looking.look(call, granted, say));
        // a panic over there drops the sender
        said.await
            .unwrap_or_else(|_| Outcome::Fault(anyhow::anyhow!("the answering thread ended early")))
    }

    /// Makes a change and answers when it is on disk.
    async fn change(&self, granted: Granted, arguments: Arguments, frame: Frame) -> Outcome {
        let operation = granted.operation();
        let Contents::Changed { gives, change } = operation.contents else {
            return Outcome::Fault(anyhow::anyhow!("{} is no change", operation.name));
        };
        let credential = granted.credential().to_owned();
        let source = Source {
            kind: Kind::Call,
            actor: credential.clone(),
            action: operation.name.to_owned(),
        };
        let made = self
            .service
            .store
            .writer()
            .change(source, move |to| change(to, &arguments))
            .await;
        let text = match made {
            Ok(made) => answer::changed(operation, gives, made, &frame),
            Err(Refused::Rule(text)) => answer::refused(&self.service.brand.text(&text), &frame),
            Err(Refused::Write(WriteError::Failed(error))) => {
                return Outcome::Fault(anyhow::Error::new(error).context("a change failed"));
            }
            Err(Refused::Write(error)) => {
                tracing::warn!(%error, "a change could not be written");
                return Outcome::Failed(Some(credential), Failure::cannot_be_written());
            }
        };
        Outcome::Whole(Whole {
            content_type: frame.content_type,
            gzip: false,
            credential,
            bytes: text.into_bytes(),
        })
    }

    fn whole(&self, whole: Whole, mut record: Record) -> Response<Answer> {
        record.status = 200;
        let compressible = whole.gzip || whole.bytes.len() > limits::COMPRESSED_FROM;
        let mut response = Response::new(Answer::whole(whole.bytes, record));
        head(&mut response, whole.content_type);
        if compressible {
            encoding(&mut response, whole.gzip);
        }
        response
    }

    /// The response to a body that could not be read.
    fn unread(&self, unread: &Unread, record: Record) -> Response<Answer> {
        let failure = match unread {
            Unread::TooLarge => Failure::too_large(self.service.max_body),
            Unread::TooSlow => Failure::too_slow(limits::BODY),
            Unread::Broken => {
                // "Framing and header faults of HTTP: bare status and close"
                let mut response = Response::new(Answer::whole(Vec::new(), record));
                *response.status_mut() = StatusCode::BAD_REQUEST;
                close(&mut response);
                return response;
            }
        };
        let mut response = self.failed(&failure, record);
        close(&mut response);
        response
    }

    /// The response of a failure: "In Style B the body is always the operation's result document …. In
    /// Style A … everything else is a SOAP Fault of the request's version …; but when the request names an
    /// action the status of a fault is always 500".
    fn failed(&self, failure: &Failure, mut record: Record) -> Response<Answer> {
        let (status, content_type, text) = match self.style {
            Style::Form => {
                let root = self
                    .operation
                    .map_or("ApiResponse", |operation| operation.root);
                let frame = Frame::bare(root, self.style, &self.service.namespaces);
                let text = [frame.head, failed(&failure.text), frame.tail].concat();
                (failure.status, TEXT_XML, text)
            }
            Style::Soap {
                version,
                names_action,
            } => {
                let status = if names_action { 500 } else { failure.status };
                (status, version.content_type(), fault(version, failure))
            }
        };
        record.status = status;
        let mut response = Response::new(Answer::whole(text.into_bytes(), record));
        *response.status_mut() = StatusCode::from_u16(status).expect("a status of the table");
        head(&mut response, content_type);
        let headers = response.headers_mut();
        if failure.status == 401 {
            let challenge = HeaderValue::from_static(r#"LmsBody realm="lms""#);
            headers.insert(header::WWW_AUTHENTICATE, challenge);
        }
        if let Some(seconds) = failure.retry_after {
            headers.insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }
}

fn close(response: &mut Response<Answer>) {
    let close = HeaderValue::from_static("close");
    response.headers_mut().insert(header::CONNECTION, close);
}

fn encoding(response: &mut Response<Answer>, gzip: bool) {
    let headers = response.headers_mut();
    headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    if gzip {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
}

fn login(call: &Call, client: IpAddr) -> Login {
    Login {
        username: call.username.clone(),
        password: call.password.clone(),
        client,
    }
}

fn denied_outcome(denied: Denied, call: &Call) -> Outcome {
    match denied {
        Denied::Credentials => Outcome::Failed(None, Failure::unauthorized()),
        Denied::TooMany { retry_after } => {
            Outcome::Failed(None, Failure::too_many_logins(retry_after))
        }
        Denied::NotGranted => Outcome::Failed(None, Failure::not_granted(&call.called_as)),
        Denied::Failed(error) => Outcome::Fault(error),
    }
}

/// What the blocking thread takes along.
struct Looking {
    service: Arc<Service>,
    style: Style,
    gzip: bool,
    client: IpAddr,
    rows: Arc<std::sync::atomic::AtomicU64>,
}

impl Looking {
    /// Says what it found, once; an answer that is long goes on after that.
    fn look(self, call: Call, granted: Option<Granted>, say: oneshot::Sender<Outcome>) {
        let mut say = Some(say);
        if let Some(outcome) = self.outcome(call, granted, &mut say)
            && let Some(say) = say
        {
            // whoever asked may have gone
            let _ = say.send(outcome);
        }
    }

    /// `None` when the answer has begun: the rest was or was not sent.
    fn outcome(
        &self,
        call: Call,
        granted: Option<Granted>,
        say: &mut Option<oneshot::Sender<Outcome>>,
    ) -> Option<Outcome> {
        let snapshot = match self.service.store.snapshot() {
            Ok(snapshot) => snapshot,
            Err(error) => return Some(Outcome::Fault(error.into())),
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
                    None => return Some(Outcome::Stranger(call)),
                    Some(Ok(granted)) => granted,
                    Some(Err(denied)) => return Some(denied_outcome(denied, &call)),
                }
            }
        };
        let arguments = match call.arguments(&self.service.brand, snapshot.clock()) {
            Ok(arguments) => arguments,
            Err(failure) => {
                return Some(Outcome::Failed(
                    Some(granted.credential().to_owned()),
                    failure,
                ));
            }
        };
        let frame = self.frame(&call, &granted);
        if let Some(text) = call.operation.rule.and_then(|rule| rule(&arguments)) {
            return Some(self.refused(text, &granted, &frame));
        }
        match call.operation.contents {
            Contents::Changed { .. } => Some(Outcome::Change(granted, arguments, frame)),
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
        say: &mut Option<oneshot::Sender<Outcome>>,
    ) -> Option<Outcome> {
        let content_type = frame.content_type;
        let credential = granted.credential().to_owned();
        let mut chunks = Chunks::new(self.gzip, |chunks| {
            let begun = Outcome::Begun {
                content_type,
                gzip: self.gzip,
                credential: credential.clone(),
                chunks,
            };
            if let Some(say) = say.take() {
                let _ = say.send(begun);
            }
        });
        let mut document = Document::new(&mut chunks);
        let written = self.service.answers.write(
            granted.operation(),
            arguments,
            snapshot,
            frame,
            &mut document,
        );
        if let Ok(rows) = &written {
            self.rows.store(*rows, Ordering::Relaxed);
        }
        let begun = document.begun();
        let finished = written.and_then(|_| Ok(document.finish()?));
        match finished {
            Ok(Some(bytes)) => Some(self.whole(content_type, credential, bytes)),
            Ok(None) => {
                chunks.end();
                None
            }
            Err(Stopped::Gone) => None,
            Err(Stopped::Refused(text)) if !begun => Some(self.refused(&text, granted, frame)),
            Err(Stopped::Fault(error)) if !begun => Some(Outcome::Fault(error)),
            Err(stopped) => {
                tracing::error!(operation = granted.operation().name, error = ?stopped, "an answer that had begun was cut");
                chunks.cut();
                None
            }
        }
    }

    fn refused(&self, text: &str, granted: &Granted, frame: &Frame) -> Outcome {
        let bytes = answer::refused(&self.service.brand.text(text), frame).into_bytes();
        self.whole(frame.content_type, granted.credential().to_owned(), bytes)
    }

    fn whole(&self, content_type: &'static str, credential: String, bytes: Vec<u8>) -> Outcome {
        let compressed = (self.gzip && bytes.len() > limits::COMPRESSED_FROM)
            .then(|| body::gzipped(&bytes).ok())
            .flatten();
        Outcome::Whole(Whole {
            content_type,
            gzip: compressed.is_some(),
            credential,
            bytes: compressed.unwrap_or(bytes),
        })
    }
}
