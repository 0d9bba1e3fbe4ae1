//! What answering over HTTP takes, made once when the service starts.

use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Once};
use std::time::Duration;

use hyper::header::HeaderMap;

use super::address::Address;
use super::documents::Documents;
use super::log::RequestIds;
use super::metrics::Metrics;
use super::upload::Uploads;
use crate::answer::Formats;
use crate::console::Console;
use crate::service::Service;

/// Everything that answering over HTTP takes.
pub struct Server {
    /// What every call takes, however it came.
    pub service: Arc<Service>,
    /// The pages for people.
    pub console: Arc<Console>,
    /// How answers are written under the brand.
    pub formats: Arc<Formats>,
    /// The largest body of a request.
    pub max_body: usize,
    /// The most bytes of files that are sent to the console at once.
    pub max_upload: u64,
    /// Where those files lie until they are done with.
    pub uploads: Uploads,
    /// How long an answer may take.
    pub answer_within: Duration,
    /// Whether the client's address is the last of `X-Forwarded-For`.
    pub trust_proxy: bool,
    /// Under which address it is reached.
    pub address: Address,
    /// The large documents that need no sign-in.
    pub documents: Documents,
    /// The requests' ids.
    pub ids: RequestIds,
    /// The requests' counts.
    pub metrics: Arc<Metrics>,
    /// Whether `GET /metrics` shows them.
    pub shows_metrics: bool,
}

impl Server {
    /// Whether the peer speaks for many clients, or for this machine's own.
    pub fn is_proxy_or_local(&self, peer: IpAddr) -> bool {
        self.trust_proxy || peer.is_loopback()
    }

    /// The client's address: "With `--trust-proxy` the address is the last of X-Forwarded-For."
    pub fn client(&self, headers: &HeaderMap, peer: IpAddr) -> IpAddr {
        let forwarded = || {
            let last = headers.get_all("x-forwarded-for").iter().next_back()?;
            let last = last.to_str().ok()?.rsplit(',').next()?;
            let last = last.trim();
            // some proxies write the port too
            let with_port = || last.parse::<SocketAddr>().map(|address| address.ip());
            Some(last.parse::<IpAddr>().or_else(|_| with_port()).ok()?.to_canonical())
        };
        static TOLD: Once = Once::new();
        if !self.trust_proxy && headers.contains_key("x-forwarded-for") {
            TOLD.call_once(|| {
                tracing::warn!(
                    %peer,
                    "X-Forwarded-For is sent and not believed: behind a proxy --trust-proxy is due, \
                     else all its clients count as one"
                );
            });
        }
        self.trust_proxy.then(forwarded).flatten().unwrap_or(peer)
    }
}
