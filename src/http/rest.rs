//! Answers REST requests below `{base}/api/v1`. `resource` interprets the path, and `decode` the request.

mod imports;

use std::sync::Arc;

use base64ct::{Base64, Encoding};
use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};
use hyper::http::request::Parts;
use hyper::{Response, StatusCode};

use super::accept::{accepts_media_type, negotiate_format};
use super::body::{AnswerBody, BodyError, BodyRequirement};
use super::etag::parse_tags;
use super::log::RequestRecord;
use super::problem::{self, ProblemDetails};
use super::public_address::{AddressError, single_value};
use super::reply::{self, Headers, ReplyFormat, StatusReply};
use super::request::IncomingRequest;
use super::resource::{Resource, accepted_types, find_resource};
use super::route::{self, REST};
use super::server::Server;
use super::status::BEHIND_RETRY_AFTER;
use super::{links, openapi, pages, response};
use crate::answer::{AnswerError, AnswerRequest};
use crate::decode::Call;
use crate::decode::json::JsonBody;
use crate::decode::rest::{OperationRoute, RestRequest};
use crate::encode::{Document, Format, csv};
use crate::gate::GrantedCall;
use crate::model::preconditions::{self, Preconditions};
use crate::model::refusal::Refusal;
use crate::model::request_error::RequestError;
use crate::operation::Operation;
use crate::operation::imports::{ImportAction, import_action};
use crate::operation::response_schema::{ChangeOutcome, ChangeResult, Contents};
use crate::operation::rest::Method;
use crate::service::{AnswerHead, Interface};

#[derive(Clone)]
pub struct RestInterface {
    server: Arc<Server>,
    /// The service's address before `/api`.
    base: String,
    /// The path below `/api/v1`.
    path: String,
    query: String,
    /// The tags of `If-None-Match` of a GET.
    known_tags: Option<Vec<String>>,
    /// The negotiated format, or the error if the client accepts no offered format.
    format: Result<Format, RequestError>,
}

pub async fn respond(request: IncomingRequest, path: &str) -> Response<AnswerBody> {
    let (server, parts) = (Arc::clone(&request.server), &request.parts);
    let base = request.record.base.clone();
    // an invalid Host header is a 400 (contract §8)
    let resource = match base {
        Ok(_) => find_resource(path, &parts.method),
        Err(AddressError(reason)) => Err(RequestError::BadRequest(reason.trim_end().to_owned())),
    };
    let rest = RestInterface {
        base: base.unwrap_or_default(),
        path: path.to_owned(),
        query: parts.uri.query().unwrap_or_default().to_owned(),
        known_tags: None,
        // for errors before the format is negotiated
        format: Ok(Format::Json),
        server,
    };
    rest.answer_resource(resource, request).await
}

/// Returns the requirement for the body of a call. A body of another media type is refused.
fn body_requirement(route: &OperationRoute, headers: &HeaderMap, limit: usize) -> BodyRequirement {
    let types = route.operation.rest.media_types();
    if types.is_empty() {
        return BodyRequirement::Nothing;
    }
    match route::check_media_type(headers, types) {
        Ok(()) => BodyRequirement::Body(limit),
        Err(failure) => BodyRequirement::Refused(failure),
    }
}

/// Returns whether the module `imports` handles this request, because it starts, undoes or cancels an import.
fn is_import_request(operation: &Operation, headers: &HeaderMap) -> bool {
    match import_action(operation) {
        // `answer_resource` refuses other media types
        Some(ImportAction::Start) => route::check_media_type(headers, operation.rest.media_types()).is_ok(),
        Some(ImportAction::Cancel | ImportAction::Undo) => true,
        None => false,
    }
}

/// Adds the credentials of the header `Authorization` to a call: a token (RFC 6750), or a name and a password (RFC
/// 7617, in UTF-8). A header that is missing, repeated or malformed is an error, but not a failed login.
fn add_credentials(headers: &HeaderMap, call: &mut Call) -> Result<(), RequestError> {
    let value = single_value(headers, header::AUTHORIZATION).ok_or(RequestError::Unauthorized)?;
    let (scheme, credentials) = value.trim().split_once(' ').ok_or(RequestError::Unauthorized)?;
    match scheme.to_ascii_lowercase().as_str() {
        // a token needs no user name
        "bearer" => (call.password, call.is_token) = (credentials.trim().to_owned(), true),
        "basic" => {
            let decoded = decode_basic_credentials(credentials.trim());
            (call.username, call.password) = decoded.ok_or(RequestError::Unauthorized)?;
        }
        _ => return Err(RequestError::Unauthorized),
    }
    Ok(())
}

/// Decodes a trimmed name and a password, as sent, from Base64 of `name:password`.
fn decode_basic_credentials(encoded: &str) -> Option<(String, String)> {
    let decoded = String::from_utf8(Base64::decode_vec(encoded).ok()?).ok()?;
    let (username, password) = decoded.split_once(':')?;
    Some((username.trim().to_owned(), password.to_owned()))
}

impl RestInterface {
    async fn answer_resource(
        self,
        resource: Result<Resource, RequestError>,
        mut request: IncomingRequest,
    ) -> Response<AnswerBody> {
        if let Ok(Resource::Call(route)) = &resource {
            request.record.operation = route.operation.name;
        }
        let headers = &request.parts.headers;
        let requirement = match resource {
            // an import receives its body after the authorization, because the files may be large
            Ok(Resource::Call(route)) if is_import_request(route.operation, headers) => {
                return self.answer_import_request(route, request).await;
            }
            Ok(Resource::Call(ref route)) => body_requirement(route, headers, self.server.limits().max_body_bytes),
            _ => BodyRequirement::Nothing,
        };
        let body = match request.receive_body(requirement).await {
            Ok(body) => body,
            Err(error) => return self.body_error_response(&error, request.record),
        };
        let IncomingRequest { parts: Parts { headers, .. }, record, .. } = request;
        match resource {
            Ok(Resource::Call(route)) => self.answer_call(route, &headers, &body, record).await,
            Ok(Resource::ServicePage) => pages::redirect_to_service(&self.server, "#rest", record),
            Ok(Resource::OpenApi) => openapi::respond(&self.server, self.base, &headers, record),
            Ok(Resource::Options(allowed)) => self.options_response(&allowed, record),
            Ok(Resource::MethodNotAllowed(allowed)) => {
                let failure = RequestError::MethodNotAllowed(format!("This address allows {allowed}."));
                add_allow_header(reply::error_response(&self, &failure, record), &allowed)
            }
            Err(failure) => reply::error_response(&self, &failure, record),
        }
    }

    fn body_error_response(&self, error: &BodyError, record: RequestRecord) -> Response<AnswerBody> {
        let mut response = reply::body_error_response(self, error, record);
        if response.status() == StatusCode::UNSUPPORTED_MEDIA_TYPE {
            response.headers_mut().extend(accepted_types(&self.path));
        }
        response
    }

    fn options_response(&self, allowed: &str, record: RequestRecord) -> Response<AnswerBody> {
        let mut response = response::whole_response(StatusCode::NO_CONTENT, "", Vec::new(), record);
        response.headers_mut().extend(accepted_types(&self.path));
        add_allow_header(response, allowed)
    }

    /// Decodes a request. If the query or body has errors, the returned error lists all of them.
    fn decode_request(&self, route: OperationRoute, body: JsonBody) -> Result<RestRequest, RequestError> {
        let service = &self.server.service;
        let request = route.decode(&self.query, body, &service.brand)?;
        if request.call.has_errors() {
            // always fails: the call has errors, and this returns all of them
            request.call.parse_arguments(&service.brand, service.store.clock())?;
        }
        Ok(request)
    }

    /// Answers a call. Checks query and body (400), then credentials (401, 429), grants (403), format (406) and rules.
    async fn answer_call(
        mut self,
        route: OperationRoute,
        headers: &HeaderMap,
        body: &[u8],
        record: RequestRecord,
    ) -> Response<AnswerBody> {
        let operation = route.operation;
        let charset = route::content_charset(headers);
        let decoded = self.decode_request(route, JsonBody { bytes: body, charset: charset.as_deref() });
        // errors of the query and the body are reported before errors of the conditions
        let decoded = decoded.and_then(|request| Ok((request, parse_conditions(operation, headers)?)));
        let (RestRequest { mut call, format }, conditions) = match decoded {
            Ok(decoded) => decoded,
            Err(failure) => return reply::error_response(&self, &failure, record),
        };
        // an error of the format is kept: the service reports it after 401 and 403
        self.format = choose_format(format, headers, &operation.contents);
        if let Err(failure) = add_credentials(headers, &mut call) {
            return reply::error_response(&self, &failure, record);
        }
        // a read compares tags with its response, and a change with the stored entity
        match operation.rest.method {
            Method::Get => self.known_tags = conditions.if_none_match,
            _ => call.conditions = Some(conditions),
        }
        // `?format=` overrides `Accept`
        let depends_on_accept = format.is_none();
        let mut response = reply::answer_call(self, call, record).await;
        if depends_on_accept {
            response::vary_by_accept(&mut response);
        }
        response
    }
}

/// Parses `If-Match` and `If-None-Match`. Operations without entity tags ignore these headers.
fn parse_conditions(operation: &Operation, headers: &HeaderMap) -> Result<Preconditions, RequestError> {
    if !operation.has_person_answer() && !operation.can_have_conditions() {
        return Ok(Preconditions::default());
    }
    Ok(Preconditions {
        if_match: parse_tags(headers, &header::IF_MATCH)?,
        if_none_match: parse_tags(headers, &header::IF_NONE_MATCH)?,
    })
}

/// Returns the requested format, or else the format that `Accept` chooses.
fn choose_format(requested: Option<Format>, headers: &HeaderMap, contents: &Contents) -> Result<Format, RequestError> {
    let offered: Vec<Format> = Format::offered_for(contents);
    // a success without a body has no media type in openapi.json: clients generated from it accept only problems
    let accepts_empty_answer = contents.is_empty() && accepts_media_type(headers, problem::CONTENT_TYPE);
    let format = match (requested, negotiate_format(headers, &offered)) {
        (Some(requested), _) => offered.contains(&requested).then_some(requested),
        (None, None) if accepts_empty_answer => offered.first().copied(),
        (None, negotiated) => negotiated,
    };
    format.ok_or_else(|| {
        let mut names: Vec<_> = offered.iter().map(|format| format.media_type()).collect();
        // both formats of CSV have one media type
        names.dedup();
        RequestError::NotAcceptable(format!("The available formats are {}.", names.join(", ")))
    })
}

fn add_allow_header(mut response: Response<AnswerBody>, allowed: &str) -> Response<AnswerBody> {
    let allowed = HeaderValue::try_from(allowed).expect("names of methods");
    response.headers_mut().insert(header::ALLOW, allowed);
    response
}

impl Interface for RestInterface {
    fn check_format(&self) -> Result<(), RequestError> {
        self.format.clone().map(drop)
    }

    fn has_entity_tags(&self) -> bool {
        true
    }

    fn write(&self, request: &AnswerRequest, document: &mut Document) -> Result<u64, AnswerError> {
        let formats = &self.server.formats;
        formats.write(self.answer_format(), request, document)
    }
}

impl ReplyFormat for RestInterface {
    const CHALLENGES: &'static [&'static str] = &[r#"Basic realm="lms", charset="UTF-8""#, r#"Bearer realm="lms""#];

    fn server(&self) -> &Arc<Server> {
        &self.server
    }

    /// Returns the headers `Link`, for the other pages, and `X-Omitted-Fields`, for the lists that a table omits.
    fn answer_headers(&self, head: &AnswerHead) -> (&'static str, Headers) {
        let format = self.answer_format();
        let operation = head.granted.operation();
        let mut headers = Headers::new();
        // an answer has numbered pages, or a position after which the next page begins
        let pages = links::page_links(&self.base, operation, &self.query, head.page.total_pages.get().copied());
        let address = format!("{}{REST}{}", self.base, self.path);
        let next = head.page.next.get().and_then(|next| links::next_link(&address, operation, &self.query, next));
        headers.extend(pages.or(next).map(|links| (header::LINK, links)));
        if format.is_table() {
            headers.extend(self.omitted_fields_header(&operation.contents));
        }
        (format.content_type(), headers)
    }

    fn change_reply(&self, granted: &GrantedCall, ChangeOutcome { created, tag }: ChangeOutcome) -> StatusReply {
        let tag = tag.and_then(|tag| HeaderValue::try_from(tag).ok());
        let mut headers: Headers = tag.map(|tag| (header::ETAG, tag)).into_iter().collect();
        let contents = &granted.operation().contents;
        // only a created person has an id to return
        let (Contents::Changed { result: ChangeResult::Int(name), .. }, Some(id)) = (contents, created) else {
            return StatusReply { status: 204, content_type: "", text: String::new(), headers };
        };
        let name = serde_json::Value::from(self.server.service.brand.branded_name(name));
        let format = self.answer_format();
        let line_end = if format == Format::Ndjson { "\n" } else { "" };
        // only operations that create persons have an `Int` result
        headers.extend(self.location_header(&format!("/persons/{id}")));
        let text = format!("{{{name}:{id}}}{line_end}");
        StatusReply { status: 201, content_type: format.content_type(), text, headers }
    }

    /// Returns `"5f3a-ndjson"` for the tag `"5f3a"` if the format is NDJSON. The tag of JSON stays the same.
    fn add_format_to_etag(&self, json_etag: &str) -> String {
        let format = self.answer_format();
        match json_etag.strip_suffix('"') {
            Some(unclosed) if format != Format::Json => format!("{unclosed}-{}\"", format.name()),
            _ => json_etag.to_owned(),
        }
    }

    fn client_has_tag(&self, tag: &str) -> bool {
        self.known_tags.as_ref().is_some_and(|tags| preconditions::matches_weakly(tags, tag))
    }

    fn refusal_reply(&self, granted: &GrantedCall, refusal: &Refusal, request_id: &str) -> StatusReply {
        let brand = &self.server.service.brand;
        // with this id, a client can update the person who already has the sent identifier
        let person = if granted.can_see_ids() { refusal.conflicting_person() } else { None };
        let person_member = person.map(|id| (brand.branded_name("serviceId"), id.to_string()));
        let details = ProblemDetails {
            problem: refusal.problem_type(),
            detail: &refusal.english_text(brand),
            request_id,
            errors: &refusal.field_problems(brand, &|parameter| granted.operation().parameter_location(parameter)),
            extra_members: person_member.into_iter().collect(),
        };
        let mut reply = details.into_reply(&self.base);
        // a replica that is behind the client's position may soon have caught up
        let is_ahead = matches!(refusal, Refusal::PositionAhead { .. });
        reply.headers.extend(is_ahead.then(|| (header::RETRY_AFTER, BEHIND_RETRY_AFTER.into())));
        reply
    }

    fn error_reply(&self, failure: &RequestError, request_id: &str) -> StatusReply {
        let errors = match failure {
            RequestError::Fields { errors, .. } => errors.as_slice(),
            _ => &[],
        };
        let (problem, detail) = (failure.problem_type(), &failure.message_text());
        ProblemDetails { problem, detail, request_id, errors, extra_members: Vec::new() }.into_reply(&self.base)
    }
}

impl RestInterface {
    fn answer_format(&self) -> Format {
        self.format.clone().unwrap_or(Format::Json)
    }

    fn location_header(&self, path: &str) -> Option<(HeaderName, HeaderValue)> {
        let address = HeaderValue::try_from(format!("{}{REST}{path}", self.base)).ok()?;
        Some((header::LOCATION, address))
    }

    /// Returns the header `X-Omitted-Fields` with the names of a row's lists, which CSV omits. `None` without lists.
    fn omitted_fields_header(&self, contents: &Contents) -> Option<(HeaderName, HeaderValue)> {
        let (Contents::List(list) | Contents::Table(list)) = contents else { return None };
        let names = csv::column_names(list.item.fields(), csv::Columns::Omitted, &self.server.service.brand);
        let names = HeaderValue::try_from(names.join(", ")).ok()?;
        (!names.is_empty()).then_some((HeaderName::from_static("x-omitted-fields"), names))
    }
}
