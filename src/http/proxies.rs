//! Trusted proxies, and the client behind them.

use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use hyper::header::{HeaderMap, HeaderName};

/// Headers by which a proxy describes its client, besides `x-forwarded-*`.
const FORWARDING_HEADERS: [&str; 3] = ["forwarded", "via", "x-real-ip"];

/// The proxies whose `X-Forwarded-*` headers are trusted; by default none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Proxies(Vec<Network>);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Network {
    address: IpAddr,
    prefix: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Client {
    /// The address that a trusted proxy reports, or else the address of the peer.
    pub address: IpAddr,
    /// Whether the request is certainly from this machine.
    pub is_local: bool,
}

impl FromStr for Proxies {
    type Err = String;

    /// Parses addresses and networks separated by commas. Also accepts the booleans of earlier versions.
    fn from_str(text: &str) -> Result<Self, String> {
        let parse = |network: &str| {
            Network::parse(network).ok_or(format!(
                "{network} is not the address of a proxy: allowed are IP addresses and networks, separated by commas, \
                 such as 10.0.0.5,172.16.0.0/12"
            ))
        };
        // earlier versions trusted proxies on this machine, or none
        match text.trim().to_ascii_lowercase().as_str() {
            "true" | "yes" | "on" | "1" | "y" | "t" => "127.0.0.0/8,::1".parse(),
            "false" | "no" | "off" | "0" | "n" | "f" => Ok(Self::default()),
            text => {
                let networks: Result<Vec<_>, _> = text.split(',').map(str::trim).map(parse).collect();
                networks.map(Self)
            }
        }
    }
}

impl Network {
    /// Parses an address, or a network such as `172.16.0.0/12`.
    fn parse(text: &str) -> Option<Self> {
        let (address, prefix) = text.split_once('/').map_or((text, None), |(address, prefix)| (address, Some(prefix)));
        let address: IpAddr = address.parse().ok()?;
        let max_prefix = if address.is_ipv4() { 32 } else { 128 };
        let prefix = prefix.map_or(Ok(max_prefix), str::parse).ok()?;
        (prefix <= max_prefix).then_some(Self { address, prefix })
    }

    /// Returns whether an address is in the network. An IPv4 network contains no IPv6 addresses, and vice versa.
    fn contains(self, address: IpAddr) -> bool {
        // the bits in which the addresses differ; in a network, all of them come after the prefix
        let (difference, bit_count) = match (self.address, address) {
            (IpAddr::V4(own), IpAddr::V4(other)) => (u128::from(own.to_bits() ^ other.to_bits()), 32),
            (IpAddr::V6(own), IpAddr::V6(other)) => (own.to_bits() ^ other.to_bits(), 128),
            _ => return false,
        };
        // for `::/0`, the shift by 128 bits is `None`
        difference.checked_shr(bit_count - self.prefix).unwrap_or(0) == 0
    }
}

impl Proxies {
    pub fn trusts(&self, peer: IpAddr) -> bool {
        let peer = peer.to_canonical();
        self.0.iter().any(|network| network.contains(peer))
    }

    /// Returns the client of a request. Removes the forwarding headers of an untrusted peer.
    pub fn identify_client(&self, headers: &mut HeaderMap, peer: IpAddr) -> Client {
        if self.trusts(peer) {
            return self.reported_client(headers, peer);
        }
        // such a header means that an unknown proxy may have sent the request for another machine
        let forwarding: Vec<HeaderName> = headers.keys().filter(|name| is_forwarding(name)).cloned().collect();
        let is_local = peer.is_loopback() && forwarding.is_empty();
        for name in &forwarding {
            headers.remove(name);
        }
        Client { address: peer, is_local }
    }

    /// Returns the client that a trusted proxy reports: the last address in X-Forwarded-For that is not a trusted
    /// proxy. The client may have sent the earlier addresses.
    fn reported_client(&self, headers: &HeaderMap, peer: IpAddr) -> Client {
        let lists = headers.get_all("x-forwarded-for");
        // from the last entry to the first: each proxy appends the address of its peer
        let entries = lists.iter().rev().flat_map(|list| list.to_str().unwrap_or_default().rsplit(','));
        let addresses: Vec<_> = entries.map(reported_address).collect();
        if addresses.is_empty() {
            // any other forwarding header means that the client is behind a proxy
            let is_local = peer.is_loopback() && !headers.keys().any(is_forwarding);
            return Client { address: peer, is_local };
        }
        // the entries before an unreadable entry are not reliable
        let readable = || addresses.iter().map_while(|address| *address);
        // if all these addresses are trusted proxies, the farthest counts as the client
        let address = readable().find(|address| !self.trusts(*address)).or(readable().last()).unwrap_or(peer);
        // an address that is not loopback belongs to another machine
        let has_only_loopback = addresses.iter().all(|address| address.as_ref().is_some_and(IpAddr::is_loopback));
        let is_local = peer.is_loopback() && has_only_loopback;
        Client { address, is_local }
    }
}

/// Parses an address of X-Forwarded-For, with or without a port.
fn reported_address(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let without_port = || text.parse::<SocketAddr>().map(|address| address.ip());
    Some(text.parse::<IpAddr>().or_else(|_| without_port()).ok()?.to_canonical())
}

fn is_forwarding(name: &HeaderName) -> bool {
    name.as_str().starts_with("x-forwarded-") || FORWARDING_HEADERS.contains(&name.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_networks_and_booleans_are_read() {
        for (text, trusted, others) in [
            ("true", &["127.0.0.1", "127.0.0.2", "::1", "::ffff:127.0.0.1"][..], &["10.0.0.1", "::2"][..]),
            (" Yes ", &["127.0.0.1"], &["192.0.2.1"]),
            ("no", &[], &["127.0.0.1"]),
            ("10.0.0.5, 172.16.0.0/12", &["10.0.0.5", "172.31.255.255"], &["127.0.0.1", "10.0.0.6", "172.32.0.0"]),
            ("2001:db8::/32", &["2001:db8:1::1"], &["2001:db9::"]),
            ("0.0.0.0/0", &["192.0.2.1"], &["::1"]),
        ] {
            let proxies: Proxies = text.parse().unwrap();
            for (addresses, is_trusted) in [(trusted, true), (others, false)] {
                for address in addresses {
                    assert_eq!(proxies.trusts(address.parse().unwrap()), is_trusted, "{text}: {address}");
                }
            }
        }
        for wrong in ["", "localhost", "10.0.0.1/33", "10.0.0.1/", "::1/129", "10.0.0.1,", "10.0.0.1/-1"] {
            assert!(wrong.parse::<Proxies>().is_err(), "{wrong}");
        }
    }
}
