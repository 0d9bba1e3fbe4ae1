//! A response of the console. The module `http` sends the response.

use std::fs::File;
use std::time::Duration;

use tokio::sync::mpsc;

use super::{Console, Request};
use crate::gate::GrantedCall;
use crate::service::{Chunk, StreamedResponse};

/// The Content-Security-Policy: no inline code, and nothing from other sites.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; \
                      form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// The `Retry-After` of a response with status 503, unless the response sets another.
const SECONDS_BEFORE_RETRY: u64 = 10;

pub const HTML_CONTENT_TYPE: &str = "text/html; charset=utf-8";

/// A response without types of HTTP. The last three fields are for the log.
pub struct Response {
    pub status: u16,
    pub content_type: &'static str,
    pub body: ResponseBody,
    pub headers: Vec<(&'static str, String)>,
    /// The call of a report, which the log names as it names calls over the API.
    pub granted: Option<GrantedCall>,
    /// The path of the page, such as `imports`. `None` if no page answered.
    pub page: Option<&'static str>,
    pub operator: Option<String>,
}

pub enum ResponseBody {
    Bytes(Vec<u8>),
    File(File),
    /// The chunks of a report, and the guard that counts it as a streamed response.
    Stream(mpsc::Receiver<Chunk>, StreamedResponse),
}

impl Response {
    pub fn new(status: u16, content_type: &'static str, body: impl Into<Vec<u8>>) -> Self {
        Self::with_body(status, content_type, ResponseBody::Bytes(body.into()))
    }

    /// Creates a response with the headers of all responses. No cache stores it, and no other site can frame it.
    pub fn with_body(status: u16, content_type: &'static str, body: ResponseBody) -> Self {
        let headers = [
            ("content-security-policy", POLICY),
            ("referrer-policy", "no-referrer"),
            ("cache-control", "no-store"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
        ];
        let mut headers = Vec::from(headers.map(|(name, value)| (name, value.to_owned())));
        // contract §2: 503 has `Retry-After`
        if status == 503 {
            headers.push(("retry-after", SECONDS_BEFORE_RETRY.to_string()));
        }
        Self { status, content_type, body, headers, granted: None, page: None, operator: None }
    }

    pub fn text(status: u16, text: String) -> Self {
        Self::new(status, "text/plain; charset=utf-8", text)
    }

    /// Creates a redirect that browsers follow with GET, also after a POST.
    pub fn redirect(address: String) -> Self {
        Self::new(303, "text/plain; charset=utf-8", "").with_header("location", address)
    }

    pub fn with_logged_page(mut self, page: &'static str) -> Self {
        self.page = Some(page);
        self
    }

    /// Sets a header, and removes earlier headers of the same name.
    pub fn with_header(mut self, name: &'static str, value: String) -> Self {
        self.headers.retain(|(known, _)| *known != name);
        self.headers.push((name, value));
        self
    }

    pub fn with_cookie(mut self, cookie: String) -> Self {
        self.headers.push(("set-cookie", cookie));
        self
    }
}

/// Returns the value of a `Set-Cookie` header. The browser keeps the cookie for the time `max_age`; zero removes it.
/// The browser sends the cookie only to the console, and never for a request from another site.
pub fn cookie(console: &Console, request: &Request, name: &str, value: &str, max_age: Duration) -> String {
    let secure = if request.is_https { "; Secure" } else { "" };
    let (root, seconds) = (&console.root, max_age.as_secs());
    format!("{name}={value}; Path={root}; Max-Age={seconds}; HttpOnly; SameSite=Strict{secure}")
}
