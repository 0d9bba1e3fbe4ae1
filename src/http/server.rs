//! What answering over HTTP takes, made once when the service starts.

use std::net::IpAddr;
use std::sync::{Arc, Once};
use std::time::Duration;

use hyper::header::HeaderMap;

use super::address::Address;
use super::cors::AllowedOrigin;
use super::documents::DocumentCache;
use super::log::RequestIds;
use super::metrics::Metrics;
use super::proxies::{Client, Proxies};
use super::upload::Uploads;
use crate::answer::PreparedFormats;
use crate::console::Console;
use crate::service::Service;

/// Everything that answering over HTTP takes.
pub struct Server {
    /// What every call takes, however it came.
    pub service: Arc<Service>,
    pub console: Arc<Console>,
    /// How answers are written under the brand.
    pub formats: Arc<PreparedFormats>,
    /// The largest body of a request.
    pub max_body: usize,
    /// The most bytes of files that are sent to the console at once.
    pub max_upload: u64,
    /// Where those files lie until they are done with.
    pub uploads: Uploads,
    /// How long an answer may take.
    pub answer_within: Duration,
    /// The proxies whose `X-Forwarded-*` headers are believed.
    pub proxies: Proxies,
    /// The origins whose pages may read over REST.
    pub cors: Vec<AllowedOrigin>,
    /// Under which address it is reached.
    pub address: Address,
    /// The large documents that need no sign-in.
    pub documents: DocumentCache,
    pub ids: RequestIds,
    pub metrics: Arc<Metrics>,
    /// Whether `GET /metrics` shows them.
    pub shows_metrics: bool,
}

impl Server {
    /// Whether the peer speaks for many clients, or for this machine's own.
    pub fn is_proxy_or_local(&self, peer: IpAddr) -> bool {
        peer.is_loopback() || self.proxies.trusts(peer)
    }

    /// Finds who sent a request; headers of a proxy that is not trusted are removed.
    pub fn client(&self, headers: &mut HeaderMap, peer: IpAddr) -> Client {
        static WARNED: Once = Once::new();
        if headers.contains_key("x-forwarded-for") && !self.proxies.trusts(peer) {
            WARNED.call_once(|| {
                tracing::warn!(
                    %peer,
                    "X-Forwarded-For is sent and not believed: --trust-proxy does not name this peer. If it is your \
                     proxy, name its address there, else all its clients count as one"
                );
            });
        }
        self.proxies.client(headers, peer)
    }
}
