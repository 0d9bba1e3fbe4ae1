//! Starts, cancels and undoes imports. This module receives the files of a job, and the service runs the job.

use std::io::Read;

use anyhow::Context;
use blake2::{Blake2b256, Digest};
use hyper::Response;
use hyper::header::{self, HeaderMap};
use serde_json::json;

use super::{RestInterface, add_credentials};
use crate::decode::json::JsonBody;
use crate::decode::percent;
use crate::decode::rest::OperationRoute;
use crate::encode::Format;
use crate::exchange::import::ImportOptions;
use crate::exchange::upload::Upload;
use crate::gate::GrantedCall;
use crate::http::body::{AnswerBody, BodyError, BodyRequirement};
use crate::http::problem::ProblemDetails;
use crate::http::reply::{self, ReplyFormat, StatusReply};
use crate::http::request::IncomingRequest;
use crate::http::request_outcome::RequestOutcome;
use crate::http::route;
use crate::http::upload;
use crate::model::problem::{FieldCode, FieldProblem, ParameterLocation, Problem};
use crate::model::refusal::{Entity, Refusal};
use crate::model::request_error::RequestError;
use crate::model::text::{cut_and_escape_value, to_hex};
use crate::operation::imports::{ImportAction, import_action};
use crate::operation::request::Arguments;
use crate::service::import_jobs::{ImportRequest, ImportUndo, QueuedImport, attribution};
use crate::store::import_job::{self, AddedImportJob, ImportJobReport, NewImportJob};
use crate::store::{Change, Snapshot, WriteError, is_unavailable, mapping};

const MAX_KEY_LENGTH: usize = 255;

/// The size in bytes of the pieces in which a file is read.
const READ_SIZE: usize = 256 * 1024;

/// The most bytes of a body that must be empty or `{}`. White space is allowed around the braces.
const MAX_EMPTY_BODY: usize = 1_024;

/// The reason why a request is not carried out. Each variant has its own kind of response.
enum ImportRequestError {
    /// The call is authorized, but a rule forbids the action, or its job is unknown.
    Refusal(Refusal),
    /// Any other error that the response explains, such as a malformed request, a denied call or a full queue.
    Body(BodyError),
    Internal(anyhow::Error),
}

impl From<RequestError> for ImportRequestError {
    fn from(error: RequestError) -> Self {
        ImportRequestError::Body(BodyError::Refused(error))
    }
}

impl From<Refusal> for ImportRequestError {
    fn from(refusal: Refusal) -> Self {
        ImportRequestError::Refusal(refusal)
    }
}

impl From<BodyError> for ImportRequestError {
    fn from(error: BodyError) -> Self {
        ImportRequestError::Body(error)
    }
}

impl From<anyhow::Error> for ImportRequestError {
    /// Converts an error of the database: 503 if the file cannot be written now, else 500.
    fn from(error: anyhow::Error) -> Self {
        if is_unavailable(&error) { RequestError::CannotBeWritten.into() } else { ImportRequestError::Internal(error) }
    }
}

impl RestInterface {
    pub async fn answer_import_request(
        self,
        route: OperationRoute,
        mut request: IncomingRequest,
    ) -> Response<AnswerBody> {
        let (granted_call, result) = match self.authorize_action(route, &mut request).await {
            Ok((action, granted_call, arguments)) => {
                let credential = granted_call.credential().to_owned();
                let result = self.perform_action(action, &credential, &arguments, &mut request).await;
                (Some(granted_call), result)
            }
            Err(error) => (None, Err(error)),
        };
        // discards a body that was not received: closing a connection with unread data could destroy the answer
        let _ = request.receive_body(BodyRequirement::Nothing).await;
        let mut record = request.record;
        if let Some(granted_call) = &granted_call {
            record.set_granted(granted_call);
        }
        match result {
            Ok(reply) => {
                // if an undo is not possible, the reply has status 409
                let outcome = if reply.status < 400 { RequestOutcome::Ok } else { RequestOutcome::Refused };
                reply::reply_response(outcome, reply, record)
            }
            Err(ImportRequestError::Refusal(refusal)) => {
                let granted_call = granted_call.expect("only an authorized action is refused by a rule");
                let reply = self.refusal_reply(&granted_call, &refusal, &record.id);
                reply::reply_response(RequestOutcome::Refused, reply, record)
            }
            Err(ImportRequestError::Body(error)) => reply::body_error_response(&self, &error, record),
            Err(ImportRequestError::Internal(error)) => {
                tracing::error!(request = %record.id, error = format!("{error:#}"), "internal error");
                let failure = RequestError::Internal(record.id.clone());
                reply::error_response(&self, &failure, record)
            }
        }
    }

    /// Returns the requested action, if the call is authorized, with the call and its arguments. A request that starts
    /// an import has a body, which is received later. Any other request must have an empty body.
    async fn authorize_action(
        &self,
        route: OperationRoute,
        request: &mut IncomingRequest,
    ) -> Result<(ImportAction, GrantedCall, Arguments), ImportRequestError> {
        let action = import_action(route.operation).context("an operation of `is_import_request`")?;
        if action != ImportAction::Start {
            let body = request.receive_body(BodyRequirement::Body(MAX_EMPTY_BODY)).await?;
            if !matches!(body.trim_ascii(), b"" | b"{}") {
                let text = "This request has no body: its parameters belong in the query.";
                return Err(RequestError::BadRequest(text.to_owned()).into());
            }
        }
        let (granted_call, arguments) = self.authorize_request(route, request).await?;
        Ok((action, granted_call, arguments))
    }

    async fn perform_action(
        &self,
        action: ImportAction,
        credential: &str,
        arguments: &Arguments,
        request: &mut IncomingRequest,
    ) -> Result<StatusReply, ImportRequestError> {
        match action {
            ImportAction::Cancel => self.cancel_job(credential, arguments).await,
            ImportAction::Undo => self.undo_import(credential, arguments, &request.record.id).await,
            ImportAction::Start => {
                // checked before the upload, which can take long
                let key = idempotency_key(&request.parts.headers)?;
                let import = import_request(arguments);
                self.check_mappings(&import.mappings)?;
                let upload = self.receive_upload(request, arguments).await;
                // as in `receive_body`: after an error, too, the request is answered from now on
                request.begin_answer().await;
                self.start_import(credential, key, import, upload?).await
            }
        }
    }

    /// Decodes and authorizes the call, and parses its arguments. Records the credential of a denied call too.
    async fn authorize_request(
        &self,
        route: OperationRoute,
        IncomingRequest { parts, record, .. }: &mut IncomingRequest,
    ) -> Result<(GrantedCall, Arguments), RequestError> {
        let service = &self.server.service;
        // only the path and the query have parameters: the body is empty or has the files
        let no_body = JsonBody { bytes: &[], charset: None };
        let mut call = self.decode_request(route, no_body)?.call;
        add_credentials(&parts.headers, &mut call)?;
        let granted = service.authorize(&call, &record.caller()).await.map_err(|failed| {
            if let Some(credential) = failed.credential {
                record.credential = credential;
            }
            failed.error
        })?;
        granted.credential().clone_into(&mut record.credential);
        if !service.store.is_writable() {
            return Err(RequestError::CannotBeWritten);
        }
        Ok((granted, call.parse_arguments(&service.brand, service.store.clock())?))
    }

    /// Receives the files of a form, or the file that is the whole body.
    async fn receive_upload(
        &self,
        IncomingRequest { parts, body, .. }: &mut IncomingRequest,
        arguments: &Arguments,
    ) -> Result<Upload, ImportRequestError> {
        let headers = &parts.headers;
        let bad_request = |text: &str| Err(RequestError::BadRequest(text.to_owned()).into());
        let Some(boundary) = upload::form_boundary(headers) else {
            // without its boundary, a form would be stored as if it were a file
            if route::check_media_type(headers, &["multipart/form-data"]).is_ok() {
                return bad_request("The Content-Type multipart/form-data must name the boundary of the form.");
            }
            let name = body_file_name(arguments, headers)?;
            return Ok(upload::receive_file(&self.server, body.take(), &name).await?);
        };
        let (fields, upload) = upload::receive_form(&self.server, body.take(), boundary).await?;
        if let Some((name, _)) = fields.0.first() {
            let name = cut_and_escape_value(name);
            return bad_request(&format!("The form has the field {name}; parameters belong in the query."));
        }
        if upload.is_empty() {
            return bad_request("The form has no file.");
        }
        Ok(upload)
    }

    /// Stores a job and queues it. A repeated request gets the job of the first request: with an `Idempotency-Key`, or
    /// without one until that job has ended.
    async fn start_import(
        &self,
        credential: &str,
        key: Option<String>,
        request: ImportRequest,
        upload: Upload,
    ) -> Result<StatusReply, ImportRequestError> {
        let digest = tokio::task::block_in_place(|| upload_digest(&upload)).map_err(anyhow::Error::from)?;
        // two requests are the same if their files and their options are equal
        let job = NewImportJob { credential: credential.to_owned(), key, digest, query: format!("{request:?}") };
        let add = move |change: &mut Change| Ok(import_job::add(change, &job, change.clock.now_instant())?);
        let id = match self.change_job(credential, add).await? {
            AddedImportJob::Known(id) => id,
            AddedImportJob::KeyOfOtherRequest => return Err(Refusal::KeyInUse.into()),
            AddedImportJob::New(id) => {
                self.enqueue_or_remove(QueuedImport { id, credential: credential.to_owned(), upload, request }).await?;
                id
            }
        };
        let headers = self.location_header(&format!("/imports/jobs/{id}")).into_iter().collect();
        Ok(StatusReply { headers, ..json_reply(202, &json!({ "id": id })) })
    }

    /// Queues a stored job. If the queue is full, removes the job and fails.
    async fn enqueue_or_remove(&self, job: QueuedImport) -> Result<(), ImportRequestError> {
        let (id, credential) = (job.id, job.credential.clone());
        if self.server.imports.enqueue(&self.server.service.store, job) {
            return Ok(());
        }
        self.change_job(&credential, move |change| Ok(import_job::remove(change, id)?)).await?;
        Err(RequestError::Busy("As many imports are waiting as may wait. Try again when one has ended.").into())
    }

    /// Cancels a job, unless it has ended or is being applied. A job of another credential counts as unknown.
    async fn cancel_job(&self, credential: &str, arguments: &Arguments) -> Result<StatusReply, ImportRequestError> {
        let id = i64::from(arguments.int("job"));
        let Some(has_ended) = self.read_database(|snapshot| Ok(import_job::has_ended(snapshot, id, credential)?))?
        else {
            return Err(Refusal::NotFound(Entity::Job).into());
        };
        let end = move |change: &mut Change| {
            let report = ImportJobReport::default();
            Ok(import_job::end(change, id, "cancelled", &report, change.clock.now_instant())?)
        };
        // the job may have ended since it was read
        if has_ended || !self.server.imports.cancel(id) || !self.change_job(credential, end).await? {
            let text = "The job is over, or is being applied, and cannot be cancelled.";
            return Err(Refusal::Conflict(text).into());
        }
        Ok(StatusReply::new(204, "", String::new()))
    }

    /// Undoes an import. A dry run only reports the rows that the undo would change.
    async fn undo_import(
        &self,
        credential: &str,
        arguments: &Arguments,
        request_id: &str,
    ) -> Result<StatusReply, ImportRequestError> {
        let (number, is_dry_run) = (arguments.int("number").into(), arguments.bool("dryRun"));
        let store = &self.server.service.store;
        // `rows` has the error of each row that a later change has changed, as a further member of the problem
        let (detail, rows) = match self.server.imports.undo(store, number, credential, is_dry_run).await? {
            Some(ImportUndo::Undone { number, files }) => {
                return Ok(json_reply(200, &json!({ "import": number, "files": files })));
            }
            Some(ImportUndo::Prevented(rows)) => {
                let text = "Later changes stand in the way of the undo. Nothing was changed.";
                (text.to_owned(), Some(("rows".to_owned(), rows.to_string())))
            }
            Some(ImportUndo::Impossible(reason)) => (reason, None),
            Some(ImportUndo::Unknown) => return Err(Refusal::NotFound(Entity::Import).into()),
            // one undo runs at a time, because each takes the memory of a connection and a plan
            None => return Err(RequestError::Busy("Another undo is running. Try again when it has ended.").into()),
        };
        let (problem, extra_members) = (Problem::Conflict, rows.into_iter().collect());
        Ok(ProblemDetails { problem, detail: &detail, request_id, errors: &[], extra_members }.into_reply(&self.base))
    }

    /// Changes stored jobs through the writer, on behalf of the credential. Any failure is logged and becomes 503.
    async fn change_job<T: Send + 'static>(
        &self,
        credential: &str,
        apply: impl FnMut(&mut Change) -> Result<T, WriteError> + Send + 'static,
    ) -> Result<T, RequestError> {
        let result = self.server.service.store.writer().change(attribution(credential), apply).await;
        result.map_err(|error| {
            tracing::warn!(%error, "the job of an import could not be stored");
            RequestError::CannotBeWritten
        })
    }

    fn read_database<T>(&self, read: impl FnOnce(&Snapshot) -> anyhow::Result<T>) -> anyhow::Result<T> {
        tokio::task::block_in_place(|| read(&self.server.service.store.snapshot()?))
    }

    fn check_mappings(&self, names: &[String]) -> Result<(), ImportRequestError> {
        if names.is_empty() {
            return Ok(());
        }
        let known = self.read_database(|snapshot| Ok(mapping::all(snapshot)?))?;
        if let Some(name) = names.iter().find(|name| known.iter().all(|mapping| mapping.name != **name)) {
            let text = format!("There is no mapping {}.", cut_and_escape_value(name));
            return Err(RequestError::NotFound(text).into());
        }
        Ok(())
    }
}

fn json_reply(status: u16, value: &serde_json::Value) -> StatusReply {
    StatusReply::new(status, Format::Json.content_type(), value.to_string())
}

fn import_request(arguments: &Arguments) -> ImportRequest {
    // the arguments have valid limits, such as `10%`; an absent limit is an empty text
    let parse_limit = |name: &str| arguments.given_text(name).and_then(|text| text.parse().ok());
    let default_max_removals = "10%".parse().expect("a percentage");
    let max_removals = parse_limit("maxRemovals").unwrap_or(default_max_removals);
    let mappings = arguments.given_text("mapping").unwrap_or_default().split(',');
    ImportRequest {
        options: ImportOptions {
            // `maxRemovals` has no effect without `replace`
            max_removals: arguments.bool("replace").then_some(max_removals),
            max_changes: parse_limit("maxChanges"),
            allow_similar: arguments.bool("allowSimilar"),
            ..ImportOptions::default()
        },
        mappings: mappings.filter(|name| !name.is_empty()).map(str::to_owned).collect(),
        is_dry_run: arguments.bool("dryRun"),
    }
}

/// Returns the header `Idempotency-Key`. A repeated or invalid header is an error.
fn idempotency_key(headers: &HeaderMap) -> Result<Option<String>, RequestError> {
    let mut values = headers.get_all("idempotency-key").iter();
    let Some(value) = values.next() else { return Ok(None) };
    let is_repeated = values.next().is_some();
    match value.to_str() {
        Ok(key) if (1..=MAX_KEY_LENGTH).contains(&key.len()) && !is_repeated => Ok(Some(key.to_owned())),
        _ => Err(RequestError::BadRequest(format!(
            "The header Idempotency-Key must have 1 to {MAX_KEY_LENGTH} characters, once."
        ))),
    }
}

/// Returns the name of the file of which the body consists: from the query, or else from Content-Disposition.
fn body_file_name(arguments: &Arguments, headers: &HeaderMap) -> Result<String, RequestError> {
    let in_query = arguments.given_text("file").filter(|name| !name.is_empty()).map(str::to_owned);
    let name = in_query.or_else(|| disposition_file_name(headers)).and_then(|name| upload::stored_name(&name));
    name.filter(|name| upload::is_short_name(name)).ok_or_else(|| {
        let detail =
            "Missing parameter: file. The name of the file is needed here, in Content-Disposition or in a form.";
        let (location, field) = (ParameterLocation::Query, "file".to_owned());
        let error = FieldProblem { location, field, code: FieldCode::Required, detail: detail.to_owned() };
        RequestError::Fields { detail: detail.to_owned(), errors: vec![error] }
    })
}

/// Returns the file name in Content-Disposition (RFC 6266), from `filename*` or else from `filename`.
fn disposition_file_name(headers: &HeaderMap) -> Option<String> {
    let disposition = route::HeaderParameters::parse(headers, header::CONTENT_DISPOSITION)?;
    // RFC 8187: charset, language and percent escapes, such as `UTF-8'nl'medewerkers%202026.csv`
    let extended = disposition.get("filename*").and_then(|value| {
        let (charset, name) = value.split_once('\'')?;
        let (_language, name) = name.split_once('\'')?;
        let name = percent::decode(name.as_bytes()).ok()?;
        charset.eq_ignore_ascii_case("utf-8").then_some(name)
    });
    extended.or_else(|| disposition.get("filename").map(str::to_owned))
}

/// Returns a digest of the names and contents of the files, whatever the order in which they were sent. It identifies
/// repeated requests.
fn upload_digest(upload: &Upload) -> std::io::Result<String> {
    let mut digest = Blake2b256::new();
    let mut names = upload.names.clone();
    names.sort();
    for name in names {
        let mut file = std::fs::File::open(upload.folder.path().join(&name))?;
        // the length separates the contents from the next name
        digest.update(format!("{}\u{1f}{}\u{1f}", name, file.metadata()?.len()));
        let mut piece = vec![0; READ_SIZE];
        loop {
            match file.read(&mut piece)? {
                0 => break,
                read => digest.update(&piece[..read]),
            }
        }
    }
    Ok(to_hex(&digest.finalize()))
}
