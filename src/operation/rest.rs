//! The addresses of operations over REST: "a line that says where it lives".

pub const VERSION: &str = "1.1.0";

/// The parameters that take the position of a page.
pub const POSITIONS: [&str; 2] = ["after", "since"];

/// The media types of files.
const FILES: [&str; 4] = [
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
    /// Set if the answer is paginated.
    pub pages: Option<Pages>,
    /// What the body of a POST, PATCH or PUT holds.
    pub body: RequestBody,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequestBody {
    /// The parameters outside the path, as JSON.
    Parameters,
    /// Files; parameters are in the query.
    Files,
    /// Nothing; parameters are in the query.
    Nothing,
}

/// The parameters and fields of a paginated answer, by neutral name.
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
    at(Method::Get, path)
}

pub const fn post(path: &'static str) -> Endpoint {
    at(Method::Post, path)
}

pub const fn patch(path: &'static str) -> Endpoint {
    at(Method::Patch, path)
}

pub const fn put(path: &'static str) -> Endpoint {
    at(Method::Put, path)
}

pub const fn delete(path: &'static str) -> Endpoint {
    at(Method::Delete, path)
}

pub const fn post_files(path: &'static str) -> Endpoint {
    Endpoint { body: RequestBody::Files, ..at(Method::Post, path) }
}

pub const fn post_nothing(path: &'static str) -> Endpoint {
    Endpoint { body: RequestBody::Nothing, ..at(Method::Post, path) }
}

const fn at(method: Method, path: &'static str) -> Endpoint {
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

    /// Returns the media types of the body; none without a body.
    pub const fn media_types(self) -> &'static [&'static str] {
        match self {
            Method::Get | Method::Delete => &[],
            Method::Post | Method::Put => &["application/json"],
            Method::Patch => &["application/merge-patch+json", "application/json"],
        }
    }
}

impl Endpoint {
    /// Makes the answer paginated.
    pub const fn paged(self, pages: Pages) -> Self {
        Self { pages: Some(pages), ..self }
    }

    /// Returns whether parameters outside the path are in the query.
    pub const fn has_query(&self) -> bool {
        matches!(self.method, Method::Get) || !matches!(self.body, RequestBody::Parameters)
    }

    /// Returns the media types of the body; none without a body.
    pub fn media_types(&self) -> &'static [&'static str] {
        match self.body {
            RequestBody::Files => &FILES,
            RequestBody::Nothing => &[],
            RequestBody::Parameters => self.method.media_types(),
        }
    }

    /// Splits the path into segments.
    pub fn segments(&self) -> impl Iterator<Item = Segment> + use<> {
        let segments = self.path.split('/').skip(1);
        segments.map(|segment| {
            let inner = segment.strip_prefix('{').and_then(|s| s.strip_suffix('}'));
            inner.map_or(Segment::Literal(segment), Segment::Parameter)
        })
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Segment {
    Literal(&'static str),
    /// The value of this parameter.
    Parameter(&'static str),
}
