//! CORS headers (the Fetch standard). Pages of every origin may read openapi.json. Pages of the origins in `--cors` may
//! read REST answers to GET and HEAD.

use hyper::Method;
use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};

use super::route::Route;
use crate::model::address::is_authority;

const EXPOSED_HEADERS: &str = "ETag, Link, Location, Request-Id, Retry-After";

const ALLOWED_HEADERS: &str = "Accept, Authorization, If-None-Match";

/// An origin of `--cors`, in lower case and without a default port.
#[derive(Debug, Clone)]
pub struct AllowedOrigin(HeaderValue);

impl std::str::FromStr for AllowedOrigin {
    type Err = &'static str;

    /// Parses an origin such as `https://intranet.example.nl`. Letter case and the default port do not matter.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = "an origin is http:// or https:// and a host without *, such as https://intranet.example.nl";
        let text = text.trim().to_ascii_lowercase();
        let (scheme, authority) = text.split_once("://").ok_or(error)?;
        // browsers leave out the default port of the scheme
        let port = match scheme {
            "https" => ":443",
            "http" => ":80",
            _ => return Err(error),
        };
        let authority = authority.strip_suffix(port).unwrap_or(authority);
        if !is_authority(authority) || authority.contains('*') || authority.ends_with(':') {
            return Err(error);
        }
        HeaderValue::try_from(format!("{scheme}://{authority}")).map(AllowedOrigin).map_err(|_| error)
    }
}

/// Returns the headers that let pages of allowed origins read the response. `target` is the route of the request.
pub fn cors_headers(
    allowed_origins: &[AllowedOrigin],
    target: &Route,
    method: &Method,
    request_headers: &HeaderMap,
) -> Vec<(HeaderName, HeaderValue)> {
    let Route::Rest(path) = target else { return Vec::new() };
    let fixed = |name, value| (name, HeaderValue::from_static(value));
    if *path == "/openapi.json" {
        return vec![fixed(header::ACCESS_CONTROL_ALLOW_ORIGIN, "*")];
    }
    if allowed_origins.is_empty() {
        return Vec::new();
    }
    let mut headers = vec![fixed(header::VARY, "Origin")];
    let is_read = |method: &str| ["GET", "HEAD"].contains(&method);
    // before a read, a browser may ask for permission with OPTIONS
    let intended_method = request_headers.get(header::ACCESS_CONTROL_REQUEST_METHOD);
    let intends_read = intended_method.is_some_and(|intended| intended.to_str().is_ok_and(is_read));
    let is_preflight = *method == Method::OPTIONS && intends_read;
    let origin = request_headers.get(header::ORIGIN);
    let allowed_origin = allowed_origins.iter().find(|allowed| Some(&allowed.0) == origin);
    if let Some(AllowedOrigin(origin)) = allowed_origin
        && (is_preflight || is_read(method.as_str()))
    {
        headers.push((header::ACCESS_CONTROL_ALLOW_ORIGIN, origin.clone()));
        headers.push(fixed(header::ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED_HEADERS));
        if is_preflight {
            headers.push(fixed(header::ACCESS_CONTROL_ALLOW_METHODS, "GET, HEAD"));
            headers.push(fixed(header::ACCESS_CONTROL_ALLOW_HEADERS, ALLOWED_HEADERS));
        }
    }
    headers
}
