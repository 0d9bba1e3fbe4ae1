//! REST as an interface of the service: from a request at or below `{base}/api/v1` to its response. Where its path
//! leads is `aim`'s to find, what is asked of an operation `decode`'s to read.

use std::sync::Arc;

use base64ct::{Base64, Encoding};
use hyper::body::Incoming;
use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};
use hyper::http::request::Parts;
use hyper::{Response, StatusCode};

use super::accept::{named, negotiated, takes_gzip};
use super::address::Unknown;
use super::aim::{Aim, aim};
use super::body::{self, Answer, Due};
use super::log::Record;
use super::places::Place;
use super::reply::{self, Headers, Said, Wording};
use super::route::{self, REST};
use super::server::Server;
use super::status::BEHIND;
use super::{links, openapi, pages, problem, response};
use crate::answer::{Asked, Memory, Stopped};
use crate::decode::json::Body;
use crate::decode::rest::Located;
use crate::encode::{Document, Format, csv};
use crate::gate::Granted;
use crate::model::failure::Failure;
use crate::model::refusal::Refusal;
use crate::operation::rest::VERSION;
use crate::operation::shape::{Contents, Gives};
use crate::service::{Head, Interface};

/// "Every answer: … `API-Version: 1.0.0`".
const API_VERSION: (HeaderName, HeaderValue) =
    (HeaderName::from_static("api-version"), HeaderValue::from_static(VERSION));

/// What is known of how to answer.
#[derive(Clone)]
pub struct Rest {
    server: Arc<Server>,
    takes_gzip: bool,
    /// The service's address before `/api`.
    base: String,
    query: String,
    /// The format that the answer is due in, or why there is none.
    format: Result<Format, Failure>,
}

/// Answers a request of this path below the base.
pub async fn respond(
    server: Arc<Server>,
    parts: &Parts,
    incoming: Incoming,
    path: &str,
    record: Record,
    place: &Arc<Place>,
) -> Response<Answer> {
    let headers = &parts.headers;
    let rest = Rest {
        takes_gzip: takes_gzip(headers),
        // to a client that does not validly say whom it calls, an address begins at the root
        base: server.address.base(&parts.uri, headers).unwrap_or_default(),
        query: parts.uri.query().unwrap_or_default().to_owned(),
        format: Ok(Format::Json),
        server,
    };
    let mut response = rest.responded(parts, incoming, path, record, place).await;
    response.headers_mut().extend([API_VERSION]);
    response
}

/// What is due as the body of a request.
fn due(located: &Located, headers: &HeaderMap, limit: usize) -> Due {
    let types = located.operation.rest.method.media_types();
    if types.is_empty() {
        return Due::Nothing;
    }
    route::media_type(headers, types).map_or_else(Due::Refused, |()| Due::Body(limit))
}

/// Name and password after RFC 7617, in UTF-8; none where there is no such header, or not exactly one.
fn credentials(headers: &HeaderMap) -> Option<(String, String)> {
    let mut values = headers.get_all(header::AUTHORIZATION).iter();
    let (value, None) = (values.next()?, values.next()) else {
        return None;
    };
    let (scheme, pair) = value.to_str().ok()?.trim().split_once(' ')?;
    let pair = Base64::decode_vec(pair.trim()).ok()?;
    let pair = String::from_utf8(pair).ok()?;
    let (name, password) = pair.split_once(':')?;
    scheme.eq_ignore_ascii_case("basic").then(|| (name.trim().to_owned(), password.to_owned()))
}

impl Rest {
    async fn responded(
        self,
        parts: &Parts,
        incoming: Incoming,
        path: &str,
        mut record: Record,
        place: &Arc<Place>,
    ) -> Response<Answer> {
        let headers = &parts.headers;
        let aim = aim(path, &parts.method);
        let due = match &aim {
            Ok(Aim::Call(located)) => {
                record.operation = located.operation.name;
                due(located, headers, self.server.max_body)
            }
            _ => Due::Nothing,
        };
        let body = match body::received(incoming, headers, due, place, &mut record).await {
            Ok(body) => body,
            Err(unread) => return reply::unread(&self, &unread, record),
        };
        match aim {
            Ok(Aim::Call(located)) => self.called(located, headers, &body, record).await,
            Ok(Aim::Page) => pages::leads(&self.server, "#rest", record),
            Ok(Aim::OpenApi) => match self.server.address.base(&parts.uri, headers) {
                Ok(base) => openapi::respond(&self.server, base, headers, record),
                Err(Unknown(why)) => {
                    let failure = Failure::BadRequest(why.trim_end().to_owned());
                    reply::failed(&self, &failure, record)
                }
            },
            Ok(Aim::Methods(allowed)) => {
                let none = Vec::new();
                let response = response::whole(StatusCode::NO_CONTENT, "", none, record);
                with_allow(response, &allowed)
            }
            Ok(Aim::NoMethod(allowed)) => {
                let text = format!("Another method is due here: {allowed}.");
                let failure = Failure::MethodNotAllowed(text);
                with_allow(reply::failed(&self, &failure, record), &allowed)
            }
            Err(failure) => reply::failed(&self, &failure, record),
        }
    }

    /// "Checks come in this order: unreadable things and unknown names 400, then 401/429, 403 (which names the
    /// operation, branded), 406, parameters, rules."
    async fn called(mut self, located: Located, headers: &HeaderMap, body: &[u8], record: Record) -> Response<Answer> {
        let brand = &self.server.service.brand;
        let operation = located.operation;
        let charset = route::charset(headers);
        let body = Body { bytes: body, charset: charset.as_deref() };
        let asked = located.asked(&self.query, body, brand).and_then(|asked| {
            let format = asked.format.as_deref().map(named).transpose()?;
            Ok((asked.call, format))
        });
        let (mut call, format) = match asked {
            Ok(asked) => asked,
            Err(failure) => return reply::failed(&self, &failure, record),
        };
        self.format = due_format(format, headers, &operation.contents);
        // "a request without any is 401 too and counts as no failed login"
        let Some((username, password)) = credentials(headers) else {
            return reply::failed(&self, &Failure::Unauthorized, record);
        };
        call.username = username;
        call.password = password;
        let accept_decides = format.is_none();
        let mut response = reply::answer(self, call, record).await;
        if accept_decides {
            response::varies_by_accept(&mut response);
        }
        response
    }
}

/// "`format` goes before `Accept` …. Nothing acceptable: 406."
fn due_format(named: Option<Format>, headers: &HeaderMap, contents: &Contents) -> Result<Format, Failure> {
    let offered: Vec<Format> = Format::of(contents);
    let format = match named {
        Some(named) => offered.iter().copied().find(|format| *format == named),
        None => negotiated(headers, &offered),
    };
    format.ok_or_else(|| {
        let mut names: Vec<_> = offered.iter().map(|format| format.media_type()).collect();
        names.dedup();
        Failure::NotAcceptable(format!("The answer can be had as {}.", names.join(", ")))
    })
}

/// The same with the methods that there are.
fn with_allow(mut response: Response<Answer>, allowed: &str) -> Response<Answer> {
    let allowed = HeaderValue::try_from(allowed).expect("names of methods");
    response.headers_mut().insert(header::ALLOW, allowed);
    response
}

impl Interface for Rest {
    fn base(&self) -> &str {
        &self.base
    }

    fn accepts(&self) -> Result<(), Failure> {
        self.format.clone().map(drop)
    }

    fn write(&self, asked: &Asked, memory: &Memory, document: &mut Document) -> Result<u64, Stopped> {
        let formats = &self.server.formats;
        formats.write(self.written_in(), asked, memory, document)
    }
}

impl Wording for Rest {
    const CHALLENGE: &'static str = r#"Basic realm="lms", charset="UTF-8""#;

    fn server(&self) -> &Arc<Server> {
        &self.server
    }

    fn takes_gzip(&self) -> bool {
        self.takes_gzip
    }

    fn head(&self, head: &Head) -> (&'static str, Headers) {
        let format = self.written_in();
        let operation = head.granted.operation();
        let mut headers = Headers::new();
        if let Some(links) = links::of(&self.base, operation, &self.query, head.pages) {
            headers.push((header::LINK, links));
        }
        if matches!(format, Format::Csv | Format::CsvExcel) {
            headers.extend(self.omitted(&operation.contents));
        }
        (format.content_type(), headers)
    }

    fn changed(&self, granted: &Granted, created: Option<i64>) -> Said {
        let operation = granted.operation();
        let none = Said { status: 204, content_type: "", text: String::new(), headers: Headers::new() };
        let Contents::Changed { gives: Gives::Int(name), .. } = operation.contents else {
            return none;
        };
        let name = serde_json::Value::from(self.server.service.brand.name(name));
        let id = created.unwrap_or_default();
        let end = match self.written_in() {
            Format::Ndjson => "\n",
            _ => "",
        };
        let address = format!("{}{REST}{}/{id}", self.base, operation.rest.path);
        let location = HeaderValue::try_from(address).ok();
        Said {
            status: 201,
            content_type: self.written_in().content_type(),
            text: format!("{{{name}:{id}}}{end}"),
            headers: location.map(|at| (header::LOCATION, at)).into_iter().collect(),
        }
    }

    fn refused(&self, _: &Granted, refusal: &Refusal, id: &str) -> Said {
        let text = refusal.text(&self.server.service.brand);
        let mut said = problem::said(refusal.problem(), &self.base, &text, id);
        let is_behind = matches!(refusal, Refusal::Behind { .. });
        said.headers.extend(is_behind.then(|| (header::RETRY_AFTER, BEHIND.into())));
        said
    }

    fn failed(&self, failure: &Failure, id: &str) -> Said {
        problem::said(failure.problem(), &self.base, &failure.text(), id)
    }
}

impl Rest {
    /// The format of an answer that is given.
    fn written_in(&self) -> Format {
        self.format.clone().unwrap_or(Format::Json)
    }

    /// "list fields are left out and named in the header `X-Omitted-Fields`, joined by `, `"
    fn omitted(&self, contents: &Contents) -> Option<(HeaderName, HeaderValue)> {
        let (Contents::Each(each) | Contents::Table(each)) = contents else {
            return None;
        };
        let names = csv::columns(each.item.fields(), true, &self.server.service.brand);
        let names = HeaderValue::try_from(names.join(", ")).ok()?;
        (!names.is_empty()).then_some((HeaderName::from_static("x-omitted-fields"), names))
    }
}
