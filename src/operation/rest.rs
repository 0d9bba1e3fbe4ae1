//! The methods and paths of operations over REST.

pub const REST_VERSION: &str = "1.1.0";

pub const POSITION_PARAMETERS: [&str; 2] = ["after", "since"];

const FILE_MEDIA_TYPES: [&str; 4] = [
    "text/csv",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "application/zip",
    "multipart/form-data",
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Endpoint {
    pub method: Method,
    /// The path below `{base}/api/v1`. A segment in braces is the parameter with this neutral name. Other parameters
    /// are in the query of a GET, else in the body.
    pub path: &'static str,
    /// Set if the answer has numbered pages.
    pub pages: Option<Pages>,
    pub body: RequestBody,
}

/// What the body of a request contains. A GET has no body: its parameters are in the query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequestBody {
    /// The parameters outside the path, as JSON.
    Parameters,
    /// Files; parameters are in the query.
    Files,
    /// Nothing; parameters are in the query.
    Nothing,
}

/// The names by which an answer in numbered pages gets the header `Link`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pages {
    /// The parameter with the page number, counted from 0.
    pub index: &'static str,
    /// The field with the total number of pages.
    pub total: &'static str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    Get,
    Post,
    Patch,
    Put,
    Delete,
}

pub const fn get(path: &'static str) -> Endpoint {
    endpoint(Method::Get, path)
}

pub const fn post(path: &'static str) -> Endpoint {
    endpoint(Method::Post, path)
}

pub const fn patch(path: &'static str) -> Endpoint {
    endpoint(Method::Patch, path)
}

pub const fn put(path: &'static str) -> Endpoint {
    endpoint(Method::Put, path)
}

pub const fn delete(path: &'static str) -> Endpoint {
    endpoint(Method::Delete, path)
}

pub const fn post_with_files(path: &'static str) -> Endpoint {
    Endpoint { body: RequestBody::Files, ..endpoint(Method::Post, path) }
}

pub const fn post_without_body(path: &'static str) -> Endpoint {
    Endpoint { body: RequestBody::Nothing, ..endpoint(Method::Post, path) }
}

const fn endpoint(method: Method, path: &'static str) -> Endpoint {
    Endpoint { method, path, pages: None, body: RequestBody::Parameters }
}

impl Method {
    pub const fn name(self) -> &'static str {
        match self {
            Method::Get => "GET",
            Method::Post => "POST",
            Method::Patch => "PATCH",
            Method::Put => "PUT",
            Method::Delete => "DELETE",
        }
    }

    /// Returns the media types of a body with parameters, the most specific first; empty without such a body.
    pub const fn media_types(self) -> &'static [&'static str] {
        match self {
            Method::Get | Method::Delete => &[],
            Method::Post | Method::Put => &["application/json"],
            Method::Patch => &["application/merge-patch+json", "application/json"],
        }
    }
}

impl Endpoint {
    /// Returns whether parameters outside the path are in the query. A body of parameters has them instead.
    pub const fn has_query(&self) -> bool {
        matches!(self.method, Method::Get) || !matches!(self.body, RequestBody::Parameters)
    }

    /// Returns the media types that a request's body can have; empty if the request has no body.
    pub fn media_types(&self) -> &'static [&'static str] {
        match self.body {
            RequestBody::Files => &FILE_MEDIA_TYPES,
            RequestBody::Nothing => &[],
            RequestBody::Parameters => self.method.media_types(),
        }
    }

    /// Returns the segments of the path: `/classes/{classId}` has the literal `classes` and the parameter `classId`.
    pub fn segments(&self) -> impl Iterator<Item = Segment> + use<> {
        let segments = self.path.split('/').skip(1);
        segments.map(|segment| {
            let parameter = segment.strip_prefix('{').and_then(|name| name.strip_suffix('}'));
            parameter.map_or(Segment::Literal(segment), Segment::Parameter)
        })
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Segment {
    Literal(&'static str),
    /// A parameter, by its neutral name.
    Parameter(&'static str),
}
