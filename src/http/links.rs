//! Links between the pages of an answer: "absolute; `first`, `prev`, `next`, `last`, whichever exist; past the end
//! `prev` is the last page, without rows there is `first` only".

use hyper::header::HeaderValue;

use super::route::REST;
use crate::operation::Operation;
use crate::operation::rest::POSITIONS;

/// Returns the links from the requested page, given the number of pages.
pub fn of(base: &str, operation: &Operation, query: &str, pages: Option<i64>) -> Option<HeaderValue> {
    let (index, pages) = (operation.rest.pages?.index, pages?);
    let pairs = query.split('&').filter(|pair| !pair.is_empty());
    let (requested, others): (Vec<_>, Vec<_>) = pairs.partition(|pair| query_number(index, pair).is_some());
    let requested = query_number(index, requested.first()?)?;
    let others: String = others.iter().map(|pair| format!("{pair}&")).collect();
    let link = |(rel, page): (&str, i64)| {
        let path = operation.rest.path;
        format!("<{base}{REST}{path}?{others}{index}={page}>; rel=\"{rel}\"")
    };
    let links: Vec<_> = relations(requested, pages).into_iter().map(link).collect();
    HeaderValue::try_from(links.join(", ")).ok()
}

/// Returns the link from this address to the page after a position.
pub fn next(address: &str, operation: &Operation, query: &str, position: &str) -> Option<HeaderValue> {
    let parameter = operation.request.iter().find(|parameter| POSITIONS.contains(&parameter.name))?;
    let is_position = |pair: &&str| {
        let (name, _) = pair.split_once('=').unwrap_or((pair, ""));
        name.eq_ignore_ascii_case(parameter.name)
    };
    let others: String =
        query.split('&').filter(|pair| !pair.is_empty() && !is_position(pair)).map(|pair| format!("{pair}&")).collect();
    HeaderValue::try_from(format!("<{address}?{others}{}={position}>; rel=\"next\"", parameter.name)).ok()
}

/// Returns the number of a query parameter if the pair has this name; the query was validated before.
fn query_number(name: &str, pair: &str) -> Option<i64> {
    let pairs: Vec<(String, String)> = serde_urlencoded::from_str(pair).ok()?;
    let (_, value) = pairs.iter().find(|(sent, _)| sent.eq_ignore_ascii_case(name))?;
    value.trim().parse().ok()
}

fn relations(page: i64, pages: i64) -> Vec<(&'static str, i64)> {
    let last = pages - 1;
    let prev = (page.min(pages) > 0).then(|| ("prev", (page - 1).min(last)));
    let next = (page < last).then(|| ("next", page + 1));
    let others = prev.into_iter().chain(next).chain((pages > 0).then_some(("last", last)));
    [("first", 0)].into_iter().chain(others).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whichever_exist() {
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
            assert_eq!(relations(page, pages), expected, "{page} of {pages}");
        }
    }
}
