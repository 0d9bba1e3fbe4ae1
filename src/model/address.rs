//! Checks of addresses. A valid address still needs escaping: it may contain `&` and `'`.

use std::net::{IpAddr, Ipv6Addr};

use anyhow::{Result, bail};

/// Returns whether a text is `host` or `host:port` (RFC 3986), without a user. The port may be empty.
pub fn is_authority(text: &str) -> bool {
    let (host, port) = match text.rfind(']') {
        // an IPv6 address in brackets, which contains colons: `[::1]:80`
        Some(end) => text.split_at(end + 1),
        None => text.split_at(text.find(':').unwrap_or(text.len())),
    };
    let port_fits = match port.strip_prefix(':') {
        None => port.is_empty(),
        Some("") => true,
        // `parse` alone would accept a sign
        Some(digits) => digits.bytes().all(|byte| byte.is_ascii_digit()) && digits.parse::<u16>().is_ok(),
    };
    port_fits && is_host(host)
}

fn is_host(host: &str) -> bool {
    if let Some(literal) = host.strip_prefix('[') {
        return literal.strip_suffix(']').is_some_and(|address| address.parse::<Ipv6Addr>().is_ok());
    }
    !host.is_empty() && has_complete_escapes(host) && host.bytes().all(is_reg_name_byte)
}

/// Returns whether RFC 3986 allows a byte in a `reg-name`, the name of a host. `%` begins an escape.
fn is_reg_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=%".contains(&byte)
}

/// Returns whether two hexadecimal digits follow each `%`.
fn has_complete_escapes(text: &str) -> bool {
    let after_percent_signs = text.split('%').skip(1);
    after_percent_signs.map(str::as_bytes).all(|rest| {
        let is_escape = |digits: &[u8]| digits.iter().all(u8::is_ascii_hexdigit);
        rest.get(..2).is_some_and(is_escape)
    })
}

/// Returns the address under which a client is counted: an IPv4 address, or the first address of an IPv6 /64.
pub fn client_network(client: IpAddr) -> IpAddr {
    // canonical: an IPv4 address that is written as an IPv6 address counts as the IPv4 address
    match client.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX)).into(),
        address => address,
    }
}

/// Checks the part of an address before `/service`: `https://lms.example.nl/a`. Removes trailing slashes.
pub fn parse_base_url(text: &str) -> Result<String> {
    let (scheme, after_scheme) = text.split_once("://").unwrap_or_default();
    if !["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known)) {
        bail!("an address begins with http:// or https://");
    }
    let authority_length = after_scheme.find(['/', '?', '#']).unwrap_or(after_scheme.len());
    let (authority, path) = after_scheme.split_at(authority_length);
    if !is_authority(authority) {
        bail!("{authority} is not a host with or without a port");
    }
    let is_path_byte = |byte| is_reg_name_byte(byte) || b"/:@".contains(&byte);
    if !path.bytes().all(is_path_byte) || !has_complete_escapes(path) {
        bail!("{path} is not a path without a query");
    }
    // the whole address of the service was given
    if path.to_ascii_lowercase().contains(".asmx") {
        bail!("give the part before /service");
    }
    Ok(text.trim_end_matches('/').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn authorities_are_recognised() {
        for valid in ["lms.example.nl", "localhost:8080", "[::1]:80", "10.0.0.1", "a&b's", "x:", "a%20b"] {
            assert!(is_authority(valid), "{valid}");
        }
        for invalid in [
            "",
            ":80",
            "a b",
            "a\"b",
            "<a>",
            "a/b",
            "user@host",
            "a:b",
            "a:65536",
            "a:1:2",
            "[::1",
            "[1]",
            "[::1]x",
            "a%2",
            "a%zz",
            "a?b",
            "a#b",
            "é",
            "a:+1",
        ] {
            assert!(!is_authority(invalid), "{invalid}");
        }
    }

    #[test]
    fn base_urls_are_parsed() {
        for (given, expected) in [
            ("https://lms.example.nl", Some("https://lms.example.nl")),
            ("http://lms.example.nl:8080/a/b/", Some("http://lms.example.nl:8080/a/b")),
            ("HTTPS://[::1]/", Some("HTTPS://[::1]")),
            ("lms.example.nl", None),
            ("ftp://lms.example.nl", None),
            ("https://", None),
            ("https://a b", None),
            ("https://u@a", None),
            ("https://a/?x", None),
            ("https://a?x", None),
            ("https://a/<b>", None),
            ("https://a/service/apiService.asmx", None),
        ] {
            assert_eq!(parse_base_url(given).ok().as_deref(), expected, "{given}");
        }
    }
}
