//! The state of the HTTP server, created at startup.

use std::net::IpAddr;
use std::sync::{Arc, Once};

use hyper::header::{HeaderMap, HeaderName, HeaderValue};

use super::cors::AllowedOrigin;
use super::documents::DocumentCache;
use super::feed_watch::FeedWatch;
use super::log::RequestIds;
use super::metrics::Metrics;
use super::proxies::{Client, Proxies};
use super::public_address::Address;
use super::upload::Uploads;
use crate::answer::PreparedFormats;
use crate::console::{Console, ServiceLimits};
use crate::service::Service;
use crate::service::import_jobs::ImportJobs;
use crate::store::account::{AccountKind, check_new_name};

pub struct Server {
    pub service: Arc<Service>,
    pub console: Arc<Console>,
    pub formats: Arc<PreparedFormats>,
    pub uploads: Uploads,
    pub proxies: Proxies,
    /// The header in which a trusted proxy names the operator of the console.
    pub operator_header: Option<HeaderName>,
    pub cors: Vec<AllowedOrigin>,
    pub imports: Arc<ImportJobs>,
    pub feed: Arc<FeedWatch>,
    pub address: Address,
    pub documents: DocumentCache,
    pub ids: RequestIds,
    pub metrics: Arc<Metrics>,
    pub shows_metrics: bool,
}

impl Server {
    pub fn limits(&self) -> &ServiceLimits {
        &self.console.limits
    }

    pub fn is_proxy_or_local(&self, peer: IpAddr) -> bool {
        peer.is_loopback() || self.proxies.trusts(peer)
    }

    /// Returns the client of a request. Removes headers that only a trusted proxy may send.
    pub fn identify_client(&self, headers: &mut HeaderMap, peer: IpAddr) -> Client {
        // logged once for the process: a proxy sends the header with every request
        static WARNED: Once = Once::new();
        if headers.contains_key("x-forwarded-for") && !self.proxies.trusts(peer) {
            WARNED.call_once(|| {
                tracing::warn!(
                    %peer,
                    "X-Forwarded-For is ignored: --trust-proxy does not name this peer. If it is your \
                     proxy, name its address there; otherwise all its clients count as one"
                );
            });
        }
        // this header signs an operator in to the console
        if let Some(name) = &self.operator_header
            && !self.proxies.trusts(peer)
        {
            headers.remove(name);
        }
        self.proxies.identify_client(headers, peer)
    }

    /// Returns the operator that a trusted proxy names in `--operator-header`; `identify_client` has removed the header
    /// of untrusted peers. Several names are an error: the client may have sent some of them.
    pub fn operator_named_by_proxy<'h>(&self, headers: &'h HeaderMap) -> Result<Option<&'h str>, &'static str> {
        let Some(header) = &self.operator_header else { return Ok(None) };
        let values: Vec<_> = headers.get_all(header).iter().map(HeaderValue::as_bytes).collect();
        // several values, or one that is not text, become an empty name, which is refused below
        let name = match values.as_slice() {
            [] => return Ok(None),
            [value] => std::str::from_utf8(value).unwrap_or_default().trim_matches([' ', '\t']),
            _ => "",
        };
        // a comma may join the names of several headers
        match check_new_name(AccountKind::Operator, name) {
            Ok(cleaned) if cleaned == name && !name.contains(',') => Ok(Some(name)),
            _ => Err("The header in which the proxy names the operator must be there once, with one name.\n"),
        }
    }
}
