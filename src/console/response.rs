//! What the console answers, for `http` to send.

use std::fs::File;

use tokio::sync::mpsc;

use super::{Console, Request};
use crate::gate::GrantedCall;
use crate::service::{Chunk, StreamedResponse};

/// "A Content-Security-Policy from `default-src 'none'`, no inline code, nothing from elsewhere".
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; \
                      form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// The media type of a page.
pub const HTML: &str = "text/html; charset=utf-8";

pub struct Response {
    pub status: u16,
    /// The media type of its body.
    pub content_type: &'static str,
    pub body: ResponseBody,
    /// Its headers, beside that of the media type.
    pub headers: Vec<(&'static str, String)>,
    /// The call that it answers, where it answers one.
    pub granted: Option<GrantedCall>,
    /// The page that was requested, for the log.
    pub page: Option<&'static str>,
    /// The operator who requested it, for the log.
    pub operator: Option<String>,
}

/// What a response holds.
pub enum ResponseBody {
    Whole(Vec<u8>),
    /// What stands in a file.
    Stored(File),
    /// What has begun and not ended.
    Begun(mpsc::Receiver<Chunk>, StreamedResponse),
}

impl From<Vec<u8>> for ResponseBody {
    fn from(bytes: Vec<u8>) -> Self {
        ResponseBody::Whole(bytes)
    }
}

impl Response {
    /// With this body, and with the headers of every response.
    pub fn new(status: u16, content_type: &'static str, body: impl Into<Vec<u8>>) -> Self {
        Self::of(status, content_type, ResponseBody::Whole(body.into()))
    }

    /// The same with a body that may stand elsewhere, or only have begun.
    pub fn of(status: u16, content_type: &'static str, body: ResponseBody) -> Self {
        let headers = [
            ("content-security-policy", POLICY),
            ("referrer-policy", "no-referrer"),
            ("cache-control", "no-store"),
            ("cross-origin-opener-policy", "same-origin"),
        ];
        let headers = headers.map(|(name, value)| (name, value.to_owned()));
        Self { status, content_type, body, headers: headers.into(), granted: None, page: None, operator: None }
    }

    pub fn html(status: u16, text: String) -> Self {
        Self::new(status, HTML, text)
    }

    pub fn text(status: u16, text: String) -> Self {
        Self::new(status, "text/plain; charset=utf-8", text)
    }

    /// On to another address.
    pub fn to(address: String) -> Self {
        Self::new(303, "text/plain; charset=utf-8", "").with("location", address)
    }

    /// The same, for this page.
    pub fn on(mut self, page: &'static str) -> Self {
        self.page = Some(page);
        self
    }

    /// The same, for this operator.
    pub fn by(mut self, operator: &str) -> Self {
        self.operator = Some(operator.to_owned());
        self
    }

    /// With this header in place of one of its name.
    pub fn with(mut self, name: &'static str, value: String) -> Self {
        self.headers.retain(|(known, _)| *known != name);
        self.headers.push((name, value));
        self
    }

    /// With a cookie for so many seconds; without any it ends with the browser.
    pub fn with_cookie(mut self, console: &Console, request: &Request, name: &str, value: &str, seconds: u32) -> Self {
        let secure = if request.is_secure { "; Secure" } else { "" };
        let root = &console.root;
        let cookie = format!("{name}={value}; Path={root}; Max-Age={seconds}; HttpOnly; SameSite=Strict{secure}");
        self.headers.push(("set-cookie", cookie));
        self
    }
}
