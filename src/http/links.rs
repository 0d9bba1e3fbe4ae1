//! The `Link` header: absolute links to those of the pages `first`, `prev`, `next` and `last` that exist.

use hyper::header::HeaderValue;

use super::route::REST;
use crate::operation::Operation;
use crate::operation::rest::POSITION_PARAMETERS;

/// Returns the `Link` header of a numbered page; `None` if the operation has no pages, or the query no page number.
pub fn page_links(base: &str, operation: &Operation, query: &str, page_count: Option<i64>) -> Option<HeaderValue> {
    let (parameter, page_count) = (operation.rest.pages?.index, page_count?);
    let (requested, other_pairs) = split_parameter(parameter, query);
    let link = |(relation, page): (&str, i64)| {
        let path = operation.rest.path;
        format!("<{base}{REST}{path}?{other_pairs}{parameter}={page}>; rel=\"{relation}\"")
    };
    let page = requested?.trim().parse().ok()?;
    let links: Vec<_> = page_relations(page, page_count).into_iter().map(link).collect();
    HeaderValue::try_from(links.join(", ")).ok()
}

/// Returns the `Link` header of the page after a position; `None` if the operation has no parameter for a position.
pub fn next_link(address: &str, operation: &Operation, query: &str, position: &str) -> Option<HeaderValue> {
    let parameter = operation.request.iter().find(|parameter| POSITION_PARAMETERS.contains(&parameter.name))?.name;
    let (_, other_pairs) = split_parameter(parameter, query);
    HeaderValue::try_from(format!("<{address}?{other_pairs}{parameter}={position}>; rel=\"next\"")).ok()
}

/// Returns the value of a parameter in a valid query, and the other pairs of the query, each followed by `&`.
fn split_parameter(parameter: &str, query: &str) -> (Option<String>, String) {
    let (mut value, mut other_pairs) = (None, String::new());
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let decoded: Vec<(String, String)> = serde_urlencoded::from_str(pair).unwrap_or_default();
        match decoded.into_iter().next() {
            Some((name, sent)) if name.eq_ignore_ascii_case(parameter) => value = Some(sent),
            _ => other_pairs.extend([pair, "&"]),
        }
    }
    (value, other_pairs)
}

/// Returns the relations and page numbers (from 0) of a page's links. For a page past the end, `prev` is the last page.
fn page_relations(page: i64, page_count: i64) -> Vec<(&'static str, i64)> {
    let last_page = page_count - 1;
    let prev = (page > 0 && page_count > 0).then(|| ("prev", (page - 1).min(last_page)));
    let next = (page < last_page).then(|| ("next", page + 1));
    let last = (page_count > 0).then_some(("last", last_page));
    [("first", 0)].into_iter().chain(prev).chain(next).chain(last).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_links_to_the_pages_that_exist() {
        for (page, pages, expected) in [
            (0, 0, &[("first", 0)][..]),
            (5, 0, &[("first", 0)]),
            (0, 1, &[("first", 0), ("last", 0)]),
            (0, 3, &[("first", 0), ("next", 1), ("last", 2)]),
            (1, 3, &[("first", 0), ("prev", 0), ("next", 2), ("last", 2)]),
            (2, 3, &[("first", 0), ("prev", 1), ("last", 2)]),
            (3, 3, &[("first", 0), ("prev", 2), ("last", 2)]),
            (i64::from(i32::MAX), 3, &[("first", 0), ("prev", 2), ("last", 2)]),
        ] {
            assert_eq!(page_relations(page, pages), expected, "{page} of {pages}");
        }
    }
}
