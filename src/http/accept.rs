//! Content negotiation: the format by query or `Accept`, gzip, and languages.

use std::cmp::Reverse;

use hyper::header::{ACCEPT, ACCEPT_ENCODING, ACCEPT_LANGUAGE, HeaderMap, HeaderName, HeaderValue};

use crate::encode::Format;

/// A weight from 0 to 1, in thousandths.
type Weight = u16;

/// Parses a header such as `Accept: text/csv, */*;q=0.5`. Skips malformed alternatives.
fn parse_weighted(headers: &HeaderMap, name: HeaderName) -> Vec<(&str, Weight)> {
    let values = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).filter_map(parse_alternative).collect()
}

/// Parses `text/csv;q=0.5`. Without a weight, the weight is 1. Returns `None` for a malformed weight.
fn parse_alternative(item: &str) -> Option<(&str, Weight)> {
    let mut parts = item.split(';').map(str::trim);
    let name = parts.next()?;
    // parameters other than the weight, such as `charset`, are ignored
    let weight = parts.find_map(|part| part.strip_prefix(['q', 'Q'])?.strip_prefix('='));
    Some((name, weight.map_or(Some(1000), parse_weight)?))
}

/// Parses a weight: `qvalue = ( "0" [ "." 0*3DIGIT ] ) / ( "1" [ "." 0*3("0") ] )` (RFC 9110, section 12.4.2)
fn parse_weight(weight: &str) -> Option<Weight> {
    let weight = weight.trim();
    let (whole, decimals) = weight.split_once('.').unwrap_or((weight, ""));
    let has_only_digits = decimals.bytes().all(|byte| byte.is_ascii_digit());
    if !["0", "1"].contains(&whole) || decimals.len() > 3 || !has_only_digits {
        return None;
    }
    // `0.5` becomes `0500`: the weight in thousandths
    let weight = format!("{whole}{decimals:0<3}").parse().ok()?;
    (weight <= 1000).then_some(weight)
}

/// Returns whether the client accepts gzip. The weight of `gzip` in `Accept-Encoding` overrides that of `*`.
pub fn accepts_gzip(headers: &HeaderMap) -> bool {
    let accepted = parse_weighted(headers, ACCEPT_ENCODING);
    let find = |coding: &str| accepted.iter().find(|(name, _)| name.eq_ignore_ascii_case(coding));
    find("gzip").or_else(|| find("*")).is_some_and(|(_, weight)| *weight > 0)
}

/// Returns the language tags of `Accept-Language`, the preferred tag first.
pub fn accepted_languages(headers: &HeaderMap) -> Vec<String> {
    let mut accepted = parse_weighted(headers, ACCEPT_LANGUAGE);
    accepted.retain(|(_, weight)| *weight > 0);
    // the sort is stable: tags of equal weight keep the client's order
    accepted.sort_by_key(|(_, weight)| Reverse(*weight));
    accepted.into_iter().map(|(tag, _)| tag.to_owned()).collect()
}

/// Returns the offered format with the greatest weight in `Accept`, or `None` if the client accepts no offered format.
/// Of equal weights, the most specific media range wins, then the first range,
/// then the first offered format. Without `Accept`, the first format wins.
pub fn negotiate_format(headers: &HeaderMap, offered: &[Format]) -> Option<Format> {
    // an empty header counts as missing, also one with commas only
    let is_empty =
        |value: &HeaderValue| value.as_bytes().split(|byte| *byte == b',').all(|item| item.trim_ascii().is_empty());
    if headers.get_all(ACCEPT).iter().all(is_empty) {
        return offered.first().copied();
    }
    let accepted = parse_weighted(headers, ACCEPT);
    // reversed, since `max_by_key` returns the last of equal ranks: the first offered format must win
    let ranked = offered.iter().rev().filter_map(|format| Some((rank_format(*format, &accepted)?, *format)));
    ranked.max_by_key(|(rank, _)| *rank).map(|(_, format)| format)
}

/// Returns the weight, specificity and position of the range that decides about a format: the most specific range that
/// contains it. Returns `None` if the client does not accept the format.
fn rank_format(format: Format, accepted: &[(&str, Weight)]) -> Option<(Weight, u8, Reverse<usize>)> {
    let ranges = accepted.iter().enumerate().filter_map(|(index, (range, weight))| {
        Some((specificity(range, format.media_type())?, *weight, Reverse(index)))
    });
    let (specificity, weight, index) = ranges.max()?;
    (weight > 0).then_some((weight, specificity, index))
}

/// Returns whether `Accept` has a range with this media type and a weight above 0; false without the header.
pub fn accepts_media_type(headers: &HeaderMap, media_type: &str) -> bool {
    parse_weighted(headers, ACCEPT)
        .iter()
        .any(|(range, weight)| *weight > 0 && specificity(range, media_type).is_some())
}

/// Returns 0 if a range is `*/*`, 1 for `text/*`, 2 for the exact media type; `None` if the range does not match.
fn specificity(range: &str, media_type: &str) -> Option<u8> {
    let (main_type, _) = media_type.split_once('/')?;
    match range.split_once('/')? {
        ("*", "*") => Some(0),
        (accepted_type, "*") if accepted_type.eq_ignore_ascii_case(main_type) => Some(1),
        _ => range.eq_ignore_ascii_case(media_type).then_some(2),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gzip_is_accepted_with_a_weight_above_zero() {
        for (header, expected) in [
            ("gzip", true),
            ("deflate, GZIP;q=0.5", true),
            ("*", true),
            ("gzip;q=0, *", false),
            ("br, identity", false),
            ("*;q=0", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT_ENCODING, header.parse().unwrap());
            assert_eq!(accepts_gzip(&headers), expected, "{header}");
        }
    }

    #[test]
    fn the_format_has_the_greatest_weight_in_accept() {
        use Format::{Csv, Json, Ndjson};
        for (header, expected) in [
            (None, Some(Json)),
            (Some(""), Some(Json)),
            (Some(", ,,"), Some(Json)),
            (Some("*/*"), Some(Json)),
            (Some("text/*"), Some(Csv)),
            (Some("application/x-ndjson, application/json;q=0.9"), Some(Ndjson)),
            (Some("application/json;q=0.2, text/csv;q=0.3"), Some(Csv)),
            (Some("application/json;q=0.250, text/csv;q=0.251"), Some(Csv)),
            (Some("application/json;q=0.999, text/csv;q=1."), Some(Csv)),
            (Some("text/csv;q=0.001"), Some(Csv)),
            (Some("application/json;q=0, */*"), Some(Ndjson)),
            (Some("*/*;q=0.1, Text/CSV; header=present; q=1"), Some(Csv)),
            (Some("text/csv, */*"), Some(Csv)),
            (Some("text/csv, application/json"), Some(Csv)),
            (Some("text/html, application/xml;q=0.9, */*;q=0.8"), Some(Json)),
            (Some("text/html"), None),
            (Some("*/*;q=0"), None),
            (Some("application/json;q=7"), None),
            (Some("application/json;q=1e0"), None),
            (Some("application/json;q=+1"), None),
            (Some("application/json;q=.5"), None),
            (Some("application/json;q=1.001"), None),
            (Some("application/json;q=0.2500"), None),
            (Some("application/json;q="), None),
            (Some("json"), None),
            (Some(";;q=,/,*"), None),
        ] {
            let mut headers = HeaderMap::new();
            headers.extend(header.map(|header| (ACCEPT, header.parse().unwrap())));
            let offered = [Json, Ndjson, Csv];
            assert_eq!(negotiate_format(&headers, &offered), expected, "{header:?}");
        }
    }
}
