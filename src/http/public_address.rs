//! The service's address as clients see it. `X-Forwarded-*` headers are trusted here: `proxies`
//! has removed these headers from requests of untrusted peers.

use std::net::IpAddr;

use hyper::Uri;
use hyper::header::{AsHeaderName, HOST, HeaderMap};
use hyper::http::uri::Authority;

use crate::model::address::is_authority;

/// The configured parts of the service's address. A request provides the missing parts.
pub struct Address {
    /// The address before `/service`, from `--base-url`.
    pub base_url: Option<String>,
    /// The scheme of the listener: `http` or `https`.
    pub scheme: &'static str,
}

/// An invalid host or scheme in a request; the text is for the client.
#[derive(Clone, Copy)]
pub struct AddressError(pub &'static str);

impl Address {
    /// Returns `--base-url`, or else the scheme and host that the client used, without a trailing slash.
    pub fn request_base(&self, uri: &Uri, headers: &HeaderMap) -> Result<String, AddressError> {
        match &self.base_url {
            Some(base) => Ok(base.clone()),
            None => self.request_origin(uri, headers),
        }
    }

    fn request_origin(&self, uri: &Uri, headers: &HeaderMap) -> Result<String, AddressError> {
        Ok(format!("{}://{}", self.request_scheme(headers)?, request_host(uri, headers)?))
    }

    /// Returns whether the listener speaks https, regardless of proxies.
    pub fn is_https(&self) -> bool {
        self.scheme == "https"
    }

    /// Adds the path of `--base-url` before `path`. Clients use this path, and a proxy removes the added part.
    pub fn public_path(&self, path: &str) -> String {
        let base = self.base_url.as_deref().unwrap_or_default();
        // `/lms` of `https://example.nl/lms`
        let base_path = base.split_once("://").and_then(|(_, rest)| rest.find('/').map(|at| &rest[at..]));
        format!("{}{path}", base_path.unwrap_or_default())
    }

    /// Returns whether an Origin header names this service, by the requested host or by `--base-url`.
    pub fn is_own_origin(&self, origin: &str, uri: &Uri, headers: &HeaderMap) -> bool {
        let configured = self.configured_scheme_and_host().map(|(scheme, host)| format!("{scheme}://{host}"));
        // if the request's own host is invalid, only the configured origin remains
        let mut own_origins = self.request_origin(uri, headers).into_iter().chain(configured);
        own_origins.any(|own| own.eq_ignore_ascii_case(origin))
    }

    /// Returns whether the client uses https, either to the listener or to a trusted proxy.
    pub fn is_requested_by_https(&self, headers: &HeaderMap) -> bool {
        self.request_scheme(headers).is_ok_and(|scheme| scheme == "https")
    }

    /// Returns whether a browser on this machine may use the console under the requested host: `localhost`, a
    /// loopback address, or the host of `--base-url`. An attacker can make any other name resolve to this machine.
    pub fn is_host_safe_for_console(&self, uri: &Uri, headers: &HeaderMap) -> bool {
        let Ok(host) = request_host(uri, headers).map(without_port) else { return false };
        let configured = self.configured_scheme_and_host().map(|(_, host)| without_port(host));
        let mut safe_names = configured.into_iter().chain(["localhost"]);
        // an IPv6 address has brackets in a Host header
        let address = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        safe_names.any(|name| name.eq_ignore_ascii_case(host))
            || address.is_ok_and(|address| address.to_canonical().is_loopback())
    }

    /// Returns the scheme of `--base-url`, and its host with the port if it has one. Returns `None` without the option.
    fn configured_scheme_and_host(&self) -> Option<(&str, &str)> {
        let (scheme, rest) = self.base_url.as_deref()?.split_once("://")?;
        Some((scheme, rest.split('/').next()?))
    }

    /// Returns the scheme that a trusted proxy reports, or else the scheme of the listener.
    fn request_scheme(&self, headers: &HeaderMap) -> Result<&'static str, AddressError> {
        let Some(forwarded) = forwarded_value(headers, "x-forwarded-proto") else { return Ok(self.scheme) };
        ["http", "https"]
            .into_iter()
            .find(|known| known.eq_ignore_ascii_case(forwarded))
            .ok_or(AddressError("X-Forwarded-Proto is neither http nor https.\n"))
    }
}

/// Returns the host that the client used, with the port if there is one: from a trusted proxy, the request line or the
/// Host header, in this order. An invalid host is an error.
fn request_host<'a>(uri: &'a Uri, headers: &'a HeaderMap) -> Result<&'a str, AddressError> {
    forwarded_value(headers, "x-forwarded-host")
        // RFC 9112, section 3.2.2: an authority in the request line overrides the header
        .or_else(|| uri.authority().map(Authority::as_str))
        .or_else(|| single_value(headers, HOST).map(str::trim))
        .filter(|host| is_authority(host))
        .ok_or(AddressError("The Host header must be one valid host, with or without a port.\n"))
}

/// Returns the last value of a header: the nearest proxy added it. The client may have sent the earlier values.
fn forwarded_value<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let last = headers.get_all(name).iter().next_back()?;
    // a value that is not text becomes an empty text, which is invalid
    last.to_str().unwrap_or_default().rsplit(',').next().map(str::trim)
}

/// Removes the port from an authority such as `localhost:8080` or `[::1]:8080`.
pub fn without_port(authority: &str) -> &str {
    // the colons of an IPv6 address are in brackets
    let end = authority.rfind(']').map_or(0, |end| end + 1);
    authority[end..].find(':').map_or(authority, |port| &authority[..end + port])
}

/// Returns the value of a header; `None` if the header is missing, repeated or not text.
pub fn single_value(headers: &HeaderMap, name: impl AsHeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (Some(value), None) => value.to_str().ok(),
        _ => None,
    }
}
