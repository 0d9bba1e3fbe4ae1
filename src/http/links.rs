//! Links between the pages of an answer: "absolute; `first`, `prev`, `next`, `last`, whichever exist; past the end `prev`
//! is the last page, without rows there is `first` only".

use hyper::header::HeaderValue;

use super::route::REST;
use crate::operation::Operation;

/// The links from the page that a query asks for, of so many.
pub fn of(
    base: &str,
    operation: &Operation,
    query: &str,
    pages: Option<i64>,
) -> Option<HeaderValue> {
    let (index, pages) = (operation.rest.pages?.index, pages?);
    // the query was read: its pairs are known ones, and the index is a number
    let is_index = |pair: &&str| {
        let name = pair.split('=').next().unwrap_or_default();
        name.eq_ignore_ascii_case(index)
    };
    let others = query.split('&').filter(|pair| !is_index(pair));
    let others: String = others.map(|pair| format!("{pair}&")).collect();
    let asked = query.split('&').find(is_index)?;
    let asked: i64 = asked.split_once('=')?.1.parse().ok()?;
    let link = |(rel, page): (&str, i64)| {
        let path = operation.rest.path;
        format!("<{base}{REST}{path}?{others}{index}={page}>; rel=\"{rel}\"")
    };
    let links: Vec<_> = relations(asked, pages).into_iter().map(link).collect();
    HeaderValue::try_from(links.join(", ")).ok()
}

/// Which pages are which, from this one of so many.
fn relations(page: i64, pages: i64) -> Vec<(&'static str, i64)> {
    let last = pages - 1;
    let prev = (page.min(pages) > 0).then(|| ("prev", (page - 1).min(last)));
    let next = (page < last).then(|| ("next", page + 1));
    let last = (pages > 0).then_some(("last", last));
    let others = prev.into_iter().chain(next).chain(last);
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
            (
                i64::from(i32::MAX),
                3,
                &[("first", 0), ("prev", 2), ("last", 2)],
            ),
        ] {
            assert_eq!(relations(page, pages), expected, "{page} of {pages}");
        }
    }
}
