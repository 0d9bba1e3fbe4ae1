//! Where an operation lives over REST: "a line that says where it lives".

/// The version of the interface: "`API-Version: 1.1.0`".
pub const VERSION: &str = "1.1.0";

/// A method and a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Endpoint {
    pub method: Method,
    /// The path below `{base}/api/v1`. A segment in braces holds the parameter of this neutral name; the others
    /// stand in the query of a GET, else in the body.
    pub path: &'static str,
    /// Whether it answers a page of many.
    pub pages: Option<Pages>,
}

/// How an operation's pages are asked for, by neutral names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pages {
    /// The parameter that says which page, from 0.
    pub index: &'static str,
    /// The field of the answer that says how many there are.
    pub total: &'static str,
}

/// What a request does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    Get,
    Post,
    Patch,
    Put,
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

const fn at(method: Method, path: &'static str) -> Endpoint {
    Endpoint { method, path, pages: None }
}

impl Method {
    /// Its name in HTTP.
    pub const fn name(self) -> &'static str {
        match self {
            Method::Get => "GET",
            Method::Post => "POST",
            Method::Patch => "PATCH",
            Method::Put => "PUT",
        }
    }

    /// The media types of the body that it takes; none where none is due.
    pub const fn media_types(self) -> &'static [&'static str] {
        match self {
            Method::Get => &[],
            Method::Post | Method::Put => &["application/json"],
            Method::Patch => &["application/merge-patch+json", "application/json"],
        }
    }
}

impl Endpoint {
    /// The same, a page at a time.
    pub const fn paged(self, pages: Pages) -> Self {
        Self { pages: Some(pages), ..self }
    }

    /// The segments of the path.
    pub fn segments(&self) -> impl Iterator<Item = Segment> + use<> {
        let segments = self.path.split('/').skip(1);
        segments.map(|segment| {
            let inner = segment.strip_prefix('{').and_then(|s| s.strip_suffix('}'));
            inner.map_or(Segment::Literal(segment), Segment::Parameter)
        })
    }
}

/// A segment of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Segment {
    Literal(&'static str),
    /// The value of this parameter.
    Parameter(&'static str),
}
