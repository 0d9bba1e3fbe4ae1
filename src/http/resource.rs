//! The resources of REST, found by path and method.

use hyper::Method;
use hyper::header::{HeaderName, HeaderValue};

use super::reply::Headers;
use crate::decode::rest::{OperationRoute, find_routes};
use crate::model::request_error::RequestError;
use crate::operation::rest;

pub enum Resource {
    Call(OperationRoute),
    ServicePage,
    OpenApi,
    /// OPTIONS, with the allowed methods.
    Options(String),
    /// A method that the path does not allow, with the allowed methods.
    MethodNotAllowed(String),
}

type Methods = &'static [Method];

const READ_METHODS: Methods = &[Method::GET, Method::HEAD];

pub fn find_resource(path: &str, method: &Method) -> Result<Resource, RequestError> {
    let mut matching = resources_at(path)?;
    if matching.is_empty() {
        let text = "There is nothing at this address.";
        return Err(RequestError::UnknownOperation(text.to_owned()));
    }
    let allowed = allow_value(&matching);
    let index = matching.iter().position(|(methods, _)| methods.contains(method));
    Ok(match index.map(|index| matching.swap_remove(index)) {
        Some((_, resource)) => resource,
        None if *method == Method::OPTIONS => Resource::Options(allowed),
        None => Resource::MethodNotAllowed(allowed),
    })
}

fn resources_at(path: &str) -> Result<Vec<(Methods, Resource)>, RequestError> {
    Ok(match path {
        "" | "/" => vec![(READ_METHODS, Resource::ServicePage)],
        "/openapi.json" => vec![(READ_METHODS, Resource::OpenApi)],
        _ => find_routes(path)?.into_iter().map(|route| (methods_of(&route), Resource::Call(route))).collect(),
    })
}

fn methods_of(route: &OperationRoute) -> Methods {
    match route.operation.rest.method {
        rest::Method::Get => READ_METHODS,
        rest::Method::Post => &[Method::POST],
        rest::Method::Patch => &[Method::PATCH],
        rest::Method::Put => &[Method::PUT],
        rest::Method::Delete => &[Method::DELETE],
    }
}

/// Returns `Accept-Patch` and `Accept-Post` with the media types that a path accepts. PUT has no such header.
pub fn accepted_types(path: &str) -> Headers {
    let resources = find_routes(path).unwrap_or_default();
    let types = resources.iter().filter_map(|route| {
        let name = match route.operation.rest.method {
            rest::Method::Patch => "accept-patch",
            rest::Method::Post => "accept-post",
            _ => return None,
        };
        let types = route.operation.rest.media_types().join(", ");
        let types = HeaderValue::try_from(types).ok().filter(|types| !types.is_empty())?;
        Some((HeaderName::from_static(name), types))
    });
    types.collect()
}

fn allow_value(resources: &[(Methods, Resource)]) -> String {
    let methods = resources.iter().flat_map(|(methods, _)| *methods).chain([&Method::OPTIONS]);
    let mut names: Vec<_> = methods.map(Method::as_str).collect();
    names.sort_unstable();
    names.join(", ")
}
