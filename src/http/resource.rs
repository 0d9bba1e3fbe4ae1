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
    /// An OPTIONS request, with the allowed methods of the path.
    Options(String),
    /// A method that the path does not allow, with the allowed methods.
    MethodNotAllowed(String),
}

/// Finds the resource for a path below `/api/v1`. A method that the path does not allow is a resource, not an error.
pub fn find_resource(path: &str, method: &Method) -> Result<Resource, RequestError> {
    let mut matching = resources_at(path)?;
    if matching.is_empty() {
        let text = "There is nothing at this address.";
        return Err(RequestError::NotFound(text.to_owned()));
    }
    let allowed = allow_value(&matching);
    // each resource that allows GET allows HEAD
    let requested = if *method == Method::HEAD { "GET" } else { method.as_str() };
    let index = matching.iter().position(|(allowed, _)| allowed.name() == requested);
    Ok(match index.map(|index| matching.swap_remove(index)) {
        Some((_, resource)) => resource,
        None if *method == Method::OPTIONS => Resource::Options(allowed),
        None => Resource::MethodNotAllowed(allowed),
    })
}

fn resources_at(path: &str) -> Result<Vec<(rest::Method, Resource)>, RequestError> {
    Ok(match path {
        "" | "/" => vec![(rest::Method::Get, Resource::ServicePage)],
        "/openapi.json" => vec![(rest::Method::Get, Resource::OpenApi)],
        _ => {
            let with_method = |route: OperationRoute| (route.operation.rest.method, Resource::Call(route));
            find_routes(path)?.into_iter().map(with_method).collect()
        }
    })
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
        // an operation without a body accepts no types, and has no header
        let types = route.operation.rest.media_types().join(", ");
        let types = HeaderValue::try_from(types).ok().filter(|types| !types.is_empty())?;
        Some((HeaderName::from_static(name), types))
    });
    types.collect()
}

/// Returns the value of `Allow`, such as `GET, HEAD, OPTIONS, PATCH`.
fn allow_value(resources: &[(rest::Method, Resource)]) -> String {
    let mut names: Vec<_> = resources.iter().map(|(method, _)| method.name()).chain(["OPTIONS"]).collect();
    if names.contains(&"GET") {
        names.push("HEAD");
    }
    names.sort_unstable();
    names.join(", ")
}
