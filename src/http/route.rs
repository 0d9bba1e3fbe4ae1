//! Routing: interprets a request's path, method and media type.

use hyper::Method;
use hyper::header::{CONTENT_ENCODING, CONTENT_TYPE, HeaderMap, HeaderName};

use crate::decode::soap::EnvelopeHeaders;
use crate::model::problem::Problem;
use crate::model::request_error::RequestError;

/// The path of SOAP calls. Letters match in upper and lower case, and a trailing slash is allowed.
pub const SERVICE: &str = "/service/apiservice.asmx";

pub const REST: &str = "/api/v1";

pub const CONSOLE: &str = "/console";

#[derive(Debug, PartialEq, Eq)]
pub enum Route<'a> {
    /// The service page, and SOAP calls.
    Service,
    /// Form calls of the operation with this name, which may be unknown.
    Operation(&'a str),
    /// REST: the path below its base, empty or with a leading `/`.
    Rest(&'a str),
    /// The console: the path below its base, empty or with a leading `/`.
    Console(&'a str),
    Problem(Problem),
    Root,
    Health,
    Metrics,
    Image(&'a str),
    Calendar(&'a str),
    Unknown,
    /// The target `*` of OPTIONS: the service as a whole.
    WholeServer,
}

pub fn parse_path(path: &str) -> Route<'_> {
    match path {
        "/" => Route::Root,
        "*" => Route::WholeServer,
        "/healthz" => Route::Health,
        "/metrics" => Route::Metrics,
        _ => parse_prefix(path).unwrap_or(Route::Unknown),
    }
}

/// Parses a path whose beginning determines the route; `None` for an unknown path.
fn parse_prefix(path: &str) -> Option<Route<'_>> {
    // `/api/v10` is not below `/api/v1`
    let below = |base| path.strip_prefix(base).filter(|rest| rest.is_empty() || rest.starts_with('/'));
    let find_problem = |code| Problem::ALL.iter().copied().find(|problem| problem.code() == code);
    let rest = below(REST).map(Route::Rest);
    rest.or_else(|| below(CONSOLE).map(Route::Console))
        .or_else(|| path.strip_prefix("/images/").map(Route::Image))
        .or_else(|| path.strip_prefix("/calendar/").map(Route::Calendar))
        .or_else(|| path.strip_prefix("/problems/").and_then(find_problem).map(Route::Problem))
        .or_else(|| parse_service_path(path))
}

/// Parses [`SERVICE`], with or without the name of an operation after it. The name is case-sensitive.
fn parse_service_path(path: &str) -> Option<Route<'_>> {
    let (base, rest) = path.split_at_checked(SERVICE.len())?;
    if !base.eq_ignore_ascii_case(SERVICE) {
        return None;
    }
    match rest.strip_prefix('/') {
        Some(operation) if !operation.is_empty() => {
            Some(Route::Operation(operation.strip_suffix('/').unwrap_or(operation)))
        }
        // any other rest, such as `GetClass` without a slash before it, is unknown
        _ => ["", "/"].contains(&rest).then_some(Route::Service),
    }
}

/// The value of a header with parameters, such as `text/xml; charset=utf-8`.
pub struct HeaderParameters<'a> {
    /// The part before the parameters, such as `text/xml`.
    essence: &'a str,
    parameters: Vec<(&'a str, &'a str)>,
}

impl<'a> HeaderParameters<'a> {
    /// Parses the first header of this name; `None` if it is missing or not text.
    pub fn parse(headers: &'a HeaderMap, name: HeaderName) -> Option<Self> {
        let value = headers.get(name)?.to_str().ok()?;
        let mut is_quoted = false;
        // a semicolon in quotes does not separate parameters; some clients omit required quotes
        let mut parts = value.split(move |c| {
            is_quoted ^= c == '"';
            c == ';' && !is_quoted
        });
        let essence = parts.next()?.trim();
        let parameters = parts
            .filter_map(|part| part.split_once('='))
            .map(|(name, value)| (name.trim(), value.trim().trim_matches('"')))
            .collect();
        Some(Self { essence, parameters })
    }

    fn has_essence(&self, essence: &str) -> bool {
        self.essence.eq_ignore_ascii_case(essence)
    }

    pub fn get(&self, name: &str) -> Option<&'a str> {
        self.parameters.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| *value)
    }
}

/// Returns the facts in a request's headers that determine how its SOAP envelope is read and answered.
pub fn envelope_headers(headers: &HeaderMap) -> EnvelopeHeaders {
    let media = HeaderParameters::parse(headers, CONTENT_TYPE);
    let media = media.as_ref();
    EnvelopeHeaders {
        is_text_xml: media.is_some_and(|media| media.has_essence("text/xml")),
        has_action: headers.contains_key("soapaction") || media.is_some_and(|media| media.get("action").is_some()),
        charset: media.and_then(|media| media.get("charset")).map(str::to_owned),
    }
}

pub fn content_charset(headers: &HeaderMap) -> Option<String> {
    HeaderParameters::parse(headers, CONTENT_TYPE)?.get("charset").map(str::to_owned)
}

pub fn check_form_type(headers: &HeaderMap) -> Result<(), RequestError> {
    check_media_type(headers, &["application/x-www-form-urlencoded"])
}

/// Refuses every media type except the allowed types, and compressed bodies.
pub fn check_media_type(headers: &HeaderMap, allowed: &[&str]) -> Result<(), RequestError> {
    let is_allowed = |media: HeaderParameters| allowed.iter().any(|allowed| media.has_essence(allowed));
    if !HeaderParameters::parse(headers, CONTENT_TYPE).is_some_and(is_allowed) {
        return Err(RequestError::UnsupportedMediaType(format!("The Content-Type must be {}.", allowed.join(" or "))));
    }
    if headers.contains_key(CONTENT_ENCODING) {
        return Err(RequestError::UnsupportedMediaType(
            "A request's body is taken as it is: no Content-Encoding.".to_owned(),
        ));
    }
    Ok(())
}

/// Returns the value of `Allow` for a route. REST paths have their own methods: see `resource`.
pub fn allowed_methods(target: &Route) -> &'static str {
    match target {
        Route::Operation(_) => "POST",
        Route::WholeServer => "DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT",
        Route::Service | Route::Console(_) => "GET, HEAD, POST",
        _ => "GET, HEAD",
    }
}

pub fn is_allowed(target: &Route, method: &Method) -> bool {
    allowed_methods(target).split(", ").any(|allowed| allowed == method.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_parsed_to_routes() {
        for (path, expected) in [
            ("/service/apiservice.asmx", Route::Service),
            ("/Service/ApiService.asmx/", Route::Service),
            ("/service/apiService.asmx/GetClass", Route::Operation("GetClass")),
            ("/service/apiservice.asmx/GetClass/", Route::Operation("GetClass")),
            ("/service/apiservice.asmxGetClass", Route::Unknown),
            ("/service", Route::Unknown),
            ("/sérvice/apiservice.asmx", Route::Unknown),
            ("/", Route::Root),
            ("*", Route::WholeServer),
            ("/images/bhv.png", Route::Image("bhv.png")),
            ("/images", Route::Unknown),
            ("/calendar/x.ics", Route::Calendar("x.ics")),
            ("/api/v1/persons/12", Route::Rest("/persons/12")),
            ("/api/v1", Route::Rest("")),
            ("/api/v1/", Route::Rest("/")),
            ("/problems/refused", Route::Problem(Problem::Refused)),
            ("/problems/none-such", Route::Unknown),
            ("/api/v10", Route::Unknown),
            ("/api/V1/catalog", Route::Unknown),
            ("/console", Route::Console("")),
            ("/console/data/persons", Route::Console("/data/persons")),
            ("/consoles", Route::Unknown),
        ] {
            assert_eq!(parse_path(path), expected, "{path}");
        }
    }
}
