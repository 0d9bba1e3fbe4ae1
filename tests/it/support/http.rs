//! Builds requests and parses responses without an HTTP library, because the tests compare exact bytes.

use super::{Answer, Element, PATH};

/// The SOAP version of a Style A call, and how it names the operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// SOAP 1.2 without an action: responses of lookups have no envelope.
    Soap12,
    /// SOAP 1.2 with an `action` parameter in its Content-Type.
    Soap12Action,
    /// SOAP 1.1 with a `SOAPAction` header.
    Soap11,
}

impl Dialect {
    pub const ALL: [Dialect; 3] = [Dialect::Soap12, Dialect::Soap12Action, Dialect::Soap11];

    /// Returns the namespace of the envelope.
    pub fn namespace(self) -> &'static str {
        match self {
            Dialect::Soap12 | Dialect::Soap12Action => "http://www.w3.org/2003/05/soap-envelope",
            Dialect::Soap11 => "http://schemas.xmlsoap.org/soap/envelope/",
        }
    }
}

/// An HTTP request. [`Request::bytes`] adds Host, Content-Length and `Connection: close` if `headers` lack them.
#[derive(Clone, Debug)]
pub struct Request {
    pub method: String,
    pub path: String,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Request {
    pub fn new(method: &str, path: &str) -> Request {
        Request { method: method.into(), path: path.into(), headers: Vec::new(), body: Vec::new() }
    }

    pub fn get(path: &str) -> Request {
        Request::new("GET", path)
    }

    pub fn post(path: &str, content_type: &str, body: impl Into<Vec<u8>>) -> Request {
        Request { body: body.into(), ..Request::new("POST", path) }.header("Content-Type", content_type)
    }

    pub fn header(mut self, name: &str, value: &str) -> Request {
        self.headers.push((name.into(), value.into()));
        self
    }

    pub fn without_header(mut self, name: &str) -> Request {
        self.headers.retain(|(other, _)| !other.eq_ignore_ascii_case(name));
        self
    }

    /// Returns the bytes of the request to `host`.
    pub fn bytes(&self, host: &str) -> Vec<u8> {
        let has_header = |name: &str| self.headers.iter().any(|(other, _)| other.eq_ignore_ascii_case(name));
        let mut head = format!("{} {} HTTP/1.1\r\n", self.method, self.path);
        if !has_header("Host") {
            head += &format!("Host: {host}\r\n");
        }
        for (name, value) in &self.headers {
            head += &format!("{name}: {value}\r\n");
        }
        let has_length = has_header("Content-Length") || has_header("Transfer-Encoding");
        if !has_length && (!self.body.is_empty() || self.method == "POST") {
            head += &format!("Content-Length: {}\r\n", self.body.len());
        }
        if !has_header("Connection") {
            head += "Connection: close\r\n";
        }
        let mut bytes = (head + "\r\n").into_bytes();
        bytes.extend_from_slice(&self.body);
        bytes
    }
}

/// An HTTP response. A chunked body is decoded; a Content-Encoding is not.
#[derive(Clone, Debug)]
pub struct Response {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
    /// Without the line end.
    pub status_line: String,
    /// False if the connection ended before Content-Length or the last chunk.
    pub is_complete: bool,
}

impl Response {
    /// Returns the first response in `bytes` and the bytes after it. Skips interim responses (100). Returns `None` if the
    /// head is incomplete.
    pub fn parse(bytes: &[u8], is_reply_to_head: bool) -> Option<(Response, &[u8])> {
        let end = bytes.windows(4).position(|window| window == b"\r\n\r\n")?;
        let head = std::str::from_utf8(&bytes[..end]).ok()?;
        let rest = &bytes[end + 4..];
        let mut lines = head.split("\r\n");
        let status_line = lines.next()?.to_string();
        let status: u16 = status_line.split(' ').nth(1)?.parse().ok()?;
        if (100..200).contains(&status) {
            return Response::parse(rest, is_reply_to_head);
        }
        let headers = lines.filter_map(|line| line.split_once(':'));
        let headers = headers.map(|(name, value)| (name.to_string(), value.trim().to_string())).collect();
        let mut response = Response { status, headers, body: Vec::new(), status_line, is_complete: true };
        let length = response.header("Content-Length").map(|length| length.parse::<usize>());
        let is_chunked =
            response.header("Transfer-Encoding").is_some_and(|coding| coding.eq_ignore_ascii_case("chunked"));
        let rest = if is_reply_to_head || status == 204 || status == 304 {
            rest
        } else if is_chunked {
            response.read_chunks(rest)
        } else if let Some(length) = length {
            let length = length.ok()?;
            response.is_complete = rest.len() >= length;
            let (body, rest) = rest.split_at(length.min(rest.len()));
            response.body = body.to_vec();
            rest
        } else {
            response.body = rest.to_vec();
            &[]
        };
        Some((response, rest))
    }

    fn read_chunks<'a>(&mut self, mut rest: &'a [u8]) -> &'a [u8] {
        while let Some(end) = rest.windows(2).position(|window| window == b"\r\n") {
            let size = std::str::from_utf8(&rest[..end]).ok().and_then(|size| size.split(';').next());
            let Some(size) = size.and_then(|size| usize::from_str_radix(size.trim(), 16).ok()) else {
                break;
            };
            rest = &rest[end + 2..];
            self.body.extend_from_slice(&rest[..size.min(rest.len())]);
            if rest.len() < size + 2 {
                break;
            }
            rest = &rest[size + 2..];
            if size == 0 {
                return rest;
            }
        }
        self.is_complete = false;
        &[]
    }

    /// Returns the value of the first header of this name.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    #[track_caller]
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).expect("a body in UTF-8")
    }

    /// Returns the root of the XML in the body.
    #[track_caller]
    pub fn root(&self) -> Element {
        assert!(self.is_complete, "cut off: {}", self.text());
        Element::parse(self.text())
    }

    /// Returns the result document in the body, with or without an envelope; panics on a SOAP fault.
    #[track_caller]
    pub fn answer(&self) -> Answer {
        Answer::from_root(self.root(), self.text())
    }
}

/// Returns an envelope whose Body contains `body`.
pub fn envelope(dialect: Dialect, body: &str) -> String {
    let namespace = dialect.namespace();
    format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<soap:Envelope xmlns:soap=\"{namespace}\" \
         xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"><soap:Body>{body}</soap:Body></soap:Envelope>"
    )
}

/// Returns a call of Style A. `inner_xml` is the content of the operation's element, credentials included.
pub fn soap_request(dialect: Dialect, operation: &str, inner_xml: &str) -> Request {
    let call = format!("<{operation} xmlns=\"http://tempuri.org/\">{inner_xml}</{operation}>");
    let body = envelope(dialect, &call);
    let action = format!("http://tempuri.org/{operation}");
    match dialect {
        Dialect::Soap12 => Request::post(PATH, "application/soap+xml; charset=utf-8", body),
        Dialect::Soap12Action => {
            Request::post(PATH, &format!("application/soap+xml; charset=utf-8; action=\"{action}\""), body)
        }
        Dialect::Soap11 => {
            Request::post(PATH, "text/xml; charset=utf-8", body).header("SOAPAction", &format!("\"{action}\""))
        }
    }
}

/// Returns a call of Style B. `fields` include the credentials.
pub fn form_request(operation: &str, fields: &[(&str, &str)]) -> Request {
    Request::post(&format!("{PATH}/{operation}"), "application/x-www-form-urlencoded", form_body(fields))
}

/// Returns the fields as `name=value` pairs joined by `&`.
pub fn form_body(fields: &[(&str, &str)]) -> String {
    let pairs = fields.iter().map(|(name, value)| format!("{}={}", percent_encode(name), percent_encode(value)));
    pairs.collect::<Vec<_>>().join("&")
}

/// Escapes all characters but letters, digits and `-._`.
pub fn percent_encode(text: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
    text.bytes()
        .map(|byte| if is_plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

#[test]
fn responses_with_a_length_with_chunks_and_cut_off_are_parsed() {
    let parse = |bytes: &'static str| Response::parse(bytes.as_bytes(), false).expect("a response");
    let (response, rest) = parse("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nabHTTP");
    assert_eq!((response.status, response.text(), response.is_complete, rest), (200, "ab", true, &b"HTTP"[..]));
    let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    let whole = format!("{chunked}3\r\nabc\r\nA;x=y\r\n0123456789\r\n0\r\n\r\n");
    let (response, rest) = Response::parse(whole.as_bytes(), false).expect("a response");
    assert_eq!((response.text(), response.is_complete, rest), ("abc0123456789", true, &b""[..]));
    for (cut, body) in [("3\r\nabc\r\n", "abc"), ("5\r\nab", "ab"), ("3\r\nabc\r\n0\r\n", "abc"), ("", "")] {
        let cut = format!("{chunked}{cut}");
        let (response, _) = Response::parse(cut.as_bytes(), false).expect("a response");
        assert_eq!((response.text(), response.is_complete), (body, false), "{cut:?}");
    }
    let (response, _) = parse("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab");
    assert_eq!((response.text(), response.is_complete), ("ab", false));
    assert!(Response::parse(b"", false).is_none());
}
