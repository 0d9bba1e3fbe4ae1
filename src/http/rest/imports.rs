//! Starts and cancels imports: receives files for a job, which the service runs.

use std::io::Read;
use std::sync::Arc;

use blake2::{Blake2b256, Digest};
use hyper::Response;
use hyper::body::Incoming;
use hyper::header::{self, HeaderMap, HeaderValue};
use serde_json::json;

use super::{RestInterface, sign_in};
use crate::decode::Call;
use crate::decode::json::JsonBody;
use crate::decode::rest::OperationRoute;
use crate::exchange::import::ImportOptions;
use crate::exchange::upload::Upload;
use crate::gate::GrantedCall;
use crate::http::body::{self, AnswerBody, BodyError, BodyRequirement};
use crate::http::connection_slots::ConnectionSlot;
use crate::http::log::RequestRecord;
use crate::http::problem::ProblemDetails;
use crate::http::reply::{self, StatusReply, Wording};
use crate::http::request_outcome::RequestOutcome;
use crate::http::route::REST;
use crate::http::upload;
use crate::ledger::{Attribution, Origin};
use crate::model::problem::{FieldCode, FieldProblem, ParameterLocation, Problem};
use crate::model::refusal::{Entity, Refusal};
use crate::model::request_error::RequestError;
use crate::model::text::{hex, quoted};
use crate::operation::request::Arguments;
use crate::service::import_jobs::{ImportRequest, ImportUndo, QueuedImport};
use crate::store::import_job::{self, AddedImportJob, ImportJobReport, NewImportJob};
use crate::store::{Change, Snapshot, WriteError, mapping};

/// The longest Idempotency-Key in characters.
const LONGEST_KEY: usize = 255;

/// The bytes of a file per read.
const PIECE: usize = 256 * 1024;

/// Why a job is not started or cancelled.
enum JobError {
    /// Before the caller was authorized, with the credential if its password was correct.
    Failed(Option<String>, RequestError),
    Refused(GrantedCall, Refusal),
    Problem(GrantedCall, StatusReply),
    Unread(BodyError),
}

impl From<RequestError> for JobError {
    fn from(error: RequestError) -> Self {
        JobError::Failed(None, error)
    }
}

impl RestInterface {
    /// Receives files and starts their import as a job.
    pub async fn start_import(
        self,
        located: OperationRoute,
        headers: &HeaderMap,
        incoming: Incoming,
        mut record: RequestRecord,
        place: &Arc<ConnectionSlot>,
    ) -> Response<AnswerBody> {
        let mut incoming = Some(incoming);
        let started = self.receive_import(located, headers, &mut incoming, &mut record, place).await;
        if let Some(unread) = incoming {
            // closing the connection over unread data could destroy the answer
            let _ = body::received(unread, headers, BodyRequirement::Nothing, place, &mut record).await;
        }
        let accepted = started.map(|(granted, id)| {
            let address = format!("{}{REST}/imports/jobs/{id}", self.base);
            let location = HeaderValue::try_from(address).ok().map(|at| (header::LOCATION, at));
            (granted, StatusReply { headers: location.into_iter().collect(), ..json_reply(202, &json!({ "id": id })) })
        });
        self.job_response(accepted, record)
    }

    /// Cancels a job that is not applied yet.
    pub async fn cancel_import(
        self,
        located: OperationRoute,
        headers: &HeaderMap,
        mut record: RequestRecord,
        place: &Arc<ConnectionSlot>,
    ) -> Response<AnswerBody> {
        record.answering = Some(place.begin(record.cancellation.until()).await);
        let cancelled = self.end_job(located, headers, &record).await;
        let none = StatusReply { status: 204, content_type: "", text: String::new(), headers: Vec::new() };
        self.job_response(cancelled.map(|granted| (granted, none)), record)
    }

    /// Undoes an import, or reports what that would change.
    pub async fn undo_import(
        self,
        located: OperationRoute,
        headers: &HeaderMap,
        incoming: Incoming,
        mut record: RequestRecord,
        place: &Arc<ConnectionSlot>,
    ) -> Response<AnswerBody> {
        let undone = match body::received(incoming, headers, BodyRequirement::Nothing, place, &mut record).await {
            Ok(_) => self.undo(located, headers, &record).await,
            Err(unread) => Err(JobError::Unread(unread)),
        };
        self.job_response(undone, record)
    }

    async fn undo(
        &self,
        located: OperationRoute,
        headers: &HeaderMap,
        record: &RequestRecord,
    ) -> Result<(GrantedCall, StatusReply), JobError> {
        let (granted, arguments) = self.authorized(located, headers, record).await?;
        let credential = granted.credential().to_owned();
        let (number, is_dry_run) = (arguments.int("number").into(), arguments.bool("dryRun"));
        let clock = self.server.service.store.clock();
        let undone = self.server.imports.undo(clock, number, &credential, is_dry_run).await;
        let conflict = |detail: &str, rows: Option<String>| {
            let more = rows.map(|rows| ("rows".to_owned(), rows)).into_iter().collect();
            let problem = Problem::Conflict;
            ProblemDetails { problem, detail, id: &record.id, errors: &[], more }.reply(&self.base)
        };
        match undone {
            Ok(Some(ImportUndo::Undone(number, files))) => {
                Ok((granted, json_reply(200, &json!({ "import": number, "files": files }))))
            }
            Ok(Some(ImportUndo::Prevented(rows))) => {
                let text = "Later changes stand in the way of the undo. Nothing was changed.";
                Err(JobError::Problem(granted, conflict(text, Some(rows.to_string()))))
            }
            Ok(Some(ImportUndo::Impossible(why))) => Err(JobError::Problem(granted, conflict(&why, None))),
            Ok(Some(ImportUndo::Unknown)) => Err(JobError::Refused(granted, Refusal::NotFound(Entity::Import))),
            Ok(None) => Err(JobError::Failed(Some(credential), RequestError::CannotBeWritten)),
            Err(error) => Err(internal(&error, record, &credential)),
        }
    }

    fn job_response(
        &self,
        reply: Result<(GrantedCall, StatusReply), JobError>,
        mut record: RequestRecord,
    ) -> Response<AnswerBody> {
        let (granted, outcome, said) = match reply {
            Ok((granted, said)) => (granted, RequestOutcome::Ok, said),
            Err(JobError::Problem(granted, said)) => (granted, RequestOutcome::Refused, said),
            Err(JobError::Refused(granted, refusal)) => {
                let said = self.refused(&granted, &refusal, &record.id);
                (granted, RequestOutcome::Refused, said)
            }
            Err(JobError::Failed(credential, failure)) => {
                if let Some(credential) = credential {
                    record.credential = credential;
                }
                return reply::failed(self, &failure, record);
            }
            Err(JobError::Unread(unread)) => return reply::unread(self, &unread, record),
        };
        record.is_of(&granted);
        reply::sent(self, outcome, said, record)
    }

    /// Authorizes a request on jobs and parses its parameters.
    async fn authorized(
        &self,
        located: OperationRoute,
        headers: &HeaderMap,
        record: &RequestRecord,
    ) -> Result<(GrantedCall, Arguments), JobError> {
        let service = &self.server.service;
        let (brand, clock) = (&service.brand, service.store.clock());
        let nothing = JsonBody { bytes: &[], charset: None };
        let mut call: Call = located.asked(&self.query, nothing, brand)?.call;
        if call.has_wrong_names() {
            call.arguments(brand, clock)?;
        }
        sign_in(headers).ok_or(RequestError::Unauthorized)?.sign(&mut call);
        let authorized = service.authorize(&call, &record.caller(false)).await;
        let granted = authorized.map_err(|(credential, error)| JobError::Failed(credential, error))?;
        let failed = |error| JobError::Failed(Some(granted.credential().to_owned()), error);
        if !service.store.is_writable() {
            return Err(failed(RequestError::CannotBeWritten));
        }
        let arguments = call.arguments(brand, clock).map_err(failed)?;
        Ok((granted, arguments))
    }

    async fn receive_import(
        &self,
        located: OperationRoute,
        headers: &HeaderMap,
        incoming: &mut Option<Incoming>,
        record: &mut RequestRecord,
        place: &Arc<ConnectionSlot>,
    ) -> Result<(GrantedCall, i64), JobError> {
        let (granted, arguments) = self.authorized(located, headers, record).await?;
        let credential = granted.credential().to_owned();
        let failed = |error| JobError::Failed(Some(credential.clone()), error);
        let request = import_request(&arguments).map_err(failed)?;
        let key = idempotency_key(headers).map_err(failed)?;
        self.check_mappings(&request, record, &credential)?;
        let server = &self.server;
        if server.imports.is_full() {
            return Err(failed(RequestError::CannotBeWritten));
        }
        let name = match upload::boundary(headers) {
            Some(_) => String::new(),
            None => file_name(&arguments, headers).map_err(failed)?,
        };
        let Some(incoming) = incoming.take() else {
            return Err(JobError::Unread(BodyError::Broken));
        };
        let upload = match upload::boundary(headers) {
            Some(boundary) => {
                let received = upload::receive(&server.uploads, incoming, boundary, server.max_upload).await;
                received.map(|(_, upload)| upload)
            }
            None => upload::receive_file(&server.uploads, incoming, &name, server.max_upload).await,
        };
        record.answering = Some(place.begin(record.cancellation.until()).await);
        let upload = upload.map_err(JobError::Unread)?;
        if upload.names.is_empty() && upload.wrong.is_none() {
            return Err(failed(RequestError::BadRequest("The form has no file.".to_owned())));
        }
        let digest =
            tokio::task::block_in_place(|| digest(&upload)).map_err(|_| JobError::Unread(BodyError::Broken))?;
        let job = NewImportJob { credential: credential.clone(), key, digest, query: described(&request) };
        let added =
            self.change_job(&credential, move |change| Ok(import_job::add(change, &job, change.clock.present())?));
        match added.await.map_err(failed)? {
            AddedImportJob::Known(id) => Ok((granted, id)),
            AddedImportJob::OtherRequest => {
                let text = "This Idempotency-Key was used for another request within 24 hours.";
                Err(JobError::Refused(granted, Refusal::Conflict(text)))
            }
            AddedImportJob::New(id) => {
                let job = QueuedImport { id, credential: credential.clone(), upload, request };
                if server.imports.start(&server.service.store, job) {
                    return Ok((granted, id));
                }
                self.change_job(&credential, move |change| Ok(import_job::remove(change, id)?))
                    .await
                    .map_err(failed)?;
                Err(failed(RequestError::CannotBeWritten))
            }
        }
    }

    async fn end_job(
        &self,
        located: OperationRoute,
        headers: &HeaderMap,
        record: &RequestRecord,
    ) -> Result<GrantedCall, JobError> {
        let (granted, arguments) = self.authorized(located, headers, record).await?;
        let id = i64::from(arguments.int("job"));
        let credential = granted.credential().to_owned();
        let found = self.read(|snapshot| import_job::has_ended(snapshot, id, &credential).map_err(Into::into));
        let Some(has_ended) = found.map_err(|error| internal(&error, record, &credential))? else {
            return Err(JobError::Refused(granted, Refusal::NotFound(Entity::Job)));
        };
        let text = "The job is over, or is being applied, and cannot be cancelled.";
        if has_ended || !self.server.imports.cancel(id) {
            return Err(JobError::Refused(granted, Refusal::Conflict(text)));
        }
        let ended = self.change_job(&credential, move |change| {
            Ok(import_job::end(change, id, "cancelled", &ImportJobReport::default(), change.clock.present())?)
        });
        match ended.await.map_err(|error| JobError::Failed(Some(credential.clone()), error))? {
            true => Ok(granted),
            // it ended by itself in between
            false => Err(JobError::Refused(granted, Refusal::Conflict(text))),
        }
    }

    async fn change_job<T: Send + 'static>(
        &self,
        credential: &str,
        mut make: impl FnMut(&mut Change) -> Result<T, WriteError> + Send + 'static,
    ) -> Result<T, RequestError> {
        let by = Attribution { door: Origin::Call, actor: credential.to_owned(), action: "Import".to_owned() };
        let made = self.server.service.store.writer().change(by, move |change| make(change));
        made.await.map_err(|error| {
            tracing::warn!(%error, "the job of an import could not be stored");
            RequestError::CannotBeWritten
        })
    }

    /// Reads the database.
    fn read<T>(&self, read: impl FnOnce(&Snapshot) -> anyhow::Result<T>) -> anyhow::Result<T> {
        tokio::task::block_in_place(|| read(&self.server.service.store.snapshot()?))
    }

    /// Refuses names of mappings that are not stored.
    fn check_mappings(
        &self,
        request: &ImportRequest,
        record: &RequestRecord,
        credential: &str,
    ) -> Result<(), JobError> {
        if request.mappings.is_empty() {
            return Ok(());
        }
        let known = self.read(|snapshot| Ok(mapping::all(snapshot)?));
        let known = known.map_err(|error| internal(&error, record, credential))?;
        let unknown = request.mappings.iter().find(|name| known.iter().all(|known| known.name != **name));
        let not_found =
            |name: &String| RequestError::UnknownOperation(format!("There is no mapping {}.", quoted(name)));
        unknown.map_or(Ok(()), |name| Err(JobError::Failed(Some(credential.to_owned()), not_found(name))))
    }
}

/// Logs an internal error: the client gets a reference to the log entry.
fn internal(error: &anyhow::Error, record: &RequestRecord, credential: &str) -> JobError {
    tracing::error!(request = %record.id, error = format!("{error:#}"), "internal error");
    JobError::Failed(Some(credential.to_owned()), RequestError::Internal(record.id.clone()))
}

fn json_reply(status: u16, value: &serde_json::Value) -> StatusReply {
    StatusReply {
        status,
        content_type: "application/json; charset=utf-8",
        text: value.to_string(),
        headers: Vec::new(),
    }
}

/// Parses the options of an import.
fn import_request(arguments: &Arguments) -> Result<ImportRequest, RequestError> {
    let limit = |name: &str| {
        let text = arguments.given_text(name).unwrap_or_default();
        (!text.is_empty()).then(|| text.parse().map_err(|allowed: &str| invalid(name, text, allowed))).transpose()
    };
    let (max_removals, max_changes) = (limit("maxRemovals")?, limit("maxChanges")?);
    let default = "10%".parse().expect("a percentage");
    let names = arguments.given_text("mapping").unwrap_or_default().split(',');
    Ok(ImportRequest {
        options: ImportOptions {
            replace: arguments.bool("replace").then_some(max_removals.unwrap_or(default)),
            max_changes,
            allow_similar: arguments.bool("allowSimilar"),
            ..ImportOptions::PLAIN
        },
        mappings: names.filter(|name| !name.is_empty()).map(str::to_owned).collect(),
        is_dry_run: arguments.bool("dryRun"),
    })
}

fn invalid(name: &str, value: &str, allowed: &str) -> RequestError {
    let detail = format!("Invalid value for parameter {name}: {}. Allowed is {allowed}.", quoted(value));
    let location = ParameterLocation::Query;
    let error = FieldProblem { location, field: name.to_owned(), code: FieldCode::Kind, detail: detail.clone() };
    RequestError::Fields { detail, errors: vec![error] }
}

/// Returns the options in a form in which equal ones are equal.
fn described(request: &ImportRequest) -> String {
    let ImportOptions { replace, max_changes, allow_similar, .. } = &request.options;
    format!("{:?} {replace:?} {max_changes:?} {allow_similar} {}", request.mappings, request.is_dry_run)
}

fn idempotency_key(headers: &HeaderMap) -> Result<Option<String>, RequestError> {
    let mut values = headers.get_all("idempotency-key").iter();
    let (Some(value), others) = (values.next(), values.next()) else {
        return Ok(None);
    };
    let key = value.to_str().ok().filter(|key| (1..=LONGEST_KEY).contains(&key.len()) && others.is_none());
    key.map(|key| Some(key.to_owned())).ok_or_else(|| {
        RequestError::BadRequest(format!("The header Idempotency-Key must have 1 to {LONGEST_KEY} characters, once."))
    })
}

/// Returns the name of a file that is the whole body.
fn file_name(arguments: &Arguments, headers: &HeaderMap) -> Result<String, RequestError> {
    let disposition = headers.get(header::CONTENT_DISPOSITION).and_then(|value| value.to_str().ok());
    let named = disposition.and_then(|value| {
        let mut parameters = value.split(';').filter_map(|part| part.trim().split_once('='));
        let (_, name) = parameters.find(|(key, _)| key.trim().eq_ignore_ascii_case("filename"))?;
        Some(name.trim().trim_matches('"').to_owned())
    });
    let given = arguments.given_text("file").filter(|name| !name.is_empty()).map(str::to_owned);
    let name = given.or(named).and_then(|name| upload::file_name(&name));
    name.ok_or_else(|| {
        let detail =
            "Missing parameter: file. The name of the file is needed here, in Content-Disposition or in a form.";
        let (location, field) = (ParameterLocation::Query, "file".to_owned());
        let error = FieldProblem { location, field, code: FieldCode::Required, detail: detail.to_owned() };
        RequestError::Fields { detail: detail.to_owned(), errors: vec![error] }
    })
}

/// Returns the digest of the names and bytes of the files.
fn digest(upload: &Upload) -> std::io::Result<String> {
    let mut digest = Blake2b256::new();
    let mut names = upload.names.clone();
    names.sort();
    for name in names {
        let mut file = std::fs::File::open(upload.folder.path().join(&name))?;
        digest.update(format!("{}\u{1f}{}\u{1f}", name, file.metadata()?.len()));
        let mut piece = vec![0; PIECE];
        loop {
            match file.read(&mut piece)? {
                0 => break,
                read => digest.update(&piece[..read]),
            }
        }
    }
    Ok(hex(&digest.finalize()))
}
