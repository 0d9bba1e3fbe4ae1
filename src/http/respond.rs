//! From a request to its response: what the path leads to, and by which methods. Calls of operations are
//! `call`'s, the service's pages `pages`'.

use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;

use hyper::body::Incoming;
use hyper::header::HeaderValue;
use hyper::{Method, Request, Response, StatusCode, header};

use super::answering::Answering;
use super::body::{self, Answer};
use super::call::{Asked, called};
use super::log::Record;
use super::route::{self, Target};
use super::service::Service;
use super::{images, metrics, pages, response};
use crate::wire;
use crate::wire::failure::Failure;
use crate::wire::frame::Style;

/// Answers one request.
pub async fn respond(
    service: Arc<Service>,
    request: Request<Incoming>,
    peer: IpAddr,
    answering: Answering,
) -> Result<Response<Answer>, Infallible> {
    let client = service.client(request.headers(), peer);
    let mut record = Record::new(&service.ids, &service.metrics, client);
    // no body is due, and none is asked for
    record.whole = request.method() == Method::HEAD;
    let target = match route::target(request.uri().path()) {
        Target::Metrics if !service.shows_metrics => Target::Foreign,
        target => target,
    };
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
        (Target::Image(name), _) => {
            let name = (*name).to_owned();
            images::respond(service, name, request, record).await
        }
        (Target::Health, _) => health(service, record).await,
        (Target::Metrics, _) => metrics(&service, request, record).await,
        (Target::Service, _) => pages::respond(&service, request, record).await,
        (Target::Root, _) => {
            let mut response = plain(record, StatusCode::FOUND, "", request).await;
            let page = HeaderValue::try_from(service.address.path_of_service())
                .expect("a base address is visible ASCII");
            response.headers_mut().insert(header::LOCATION, page);
            response
        }
    })
}

/// A response of text, to a request that is none of an operation.
async fn plain(
    record: Record,
    status: StatusCode,
    text: &str,
    request: Request<Incoming>,
) -> Response<Answer> {
    body::discard(request.into_body()).await;
    response::whole(status, response::PLAIN, text.into(), record)
}

/// `GET /healthz`: "200 `ok` when the database answers, else 503".
async fn health(service: Arc<Service>, record: Record) -> Response<Answer> {
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
    response::whole(status, response::PLAIN, text.into(), record)
}

/// `GET /metrics`: "Prometheus text, only with `--metrics`".
async fn metrics(
    service: &Service,
    request: Request<Incoming>,
    record: Record,
) -> Response<Answer> {
    body::discard(request.into_body()).await;
    let text = service.metrics.text(service.gate.hashed()).into_bytes();
    response::whole(StatusCode::OK, metrics::CONTENT_TYPE, text, record)
}
