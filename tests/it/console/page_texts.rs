//! Tests that each page of the console has a title of its own, is in one language, and shows no raw times.

use std::collections::{BTreeSet, VecDeque};
use std::str::FromStr;

use proc_macro2::{TokenStream, TokenTree};

use super::{Browser, NAME, seed_site_with, text_of};

/// The sources with English texts, each followed by its Dutch translation.
const TRANSLATIONS: [&str; 2] =
    [include_str!("../../../src/console/translations.rs"), include_str!("../../../src/model/messages.rs")];

/// Adds the pairs of literals in a source, such as `"Done", "Klaar"`, to `pairs`.
fn collect_pairs(source: TokenStream, pairs: &mut Vec<[String; 2]>) {
    let tokens: Vec<_> = source.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        match (token, tokens.get(at + 1), tokens.get(at + 2)) {
            (TokenTree::Group(group), ..) => collect_pairs(group.stream(), pairs),
            (TokenTree::Literal(first), Some(TokenTree::Punct(comma)), Some(TokenTree::Literal(second)))
                if comma.as_char() == ',' =>
            {
                let text = |literal: &proc_macro2::Literal| literal.to_string().trim_matches('"').replace("\\\"", "\"");
                pairs.push([text(first), text(second)]);
            }
            _ => {}
        }
    }
}

/// Returns the longest part of a text without placeholders, if it is long enough to belong to one language.
fn longest_part(text: &str) -> Option<&str> {
    let longest = text.split(['{', '}']).step_by(2).max_by_key(|part| part.len())?.trim();
    (longest.split_whitespace().count() > 2).then_some(longest)
}

/// Returns the texts that a page may not show: those that occur only in the other language. 0 is English, 1 is Dutch.
fn texts_of_other_language(language: usize) -> BTreeSet<String> {
    let mut pairs = Vec::new();
    for source in TRANSLATIONS {
        collect_pairs(TokenStream::from_str(source).expect("Rust"), &mut pairs);
    }
    assert!(pairs.len() > 700, "{}", pairs.len());
    let own: String = pairs.iter().map(|pair| format!("{}\n", pair[language])).collect();
    let others = pairs.iter().filter_map(|pair| longest_part(&pair[1 - language]));
    others.filter(|text| !own.contains(text)).map(str::to_owned).collect()
}

/// Returns the path with `ID` for each number, without its query.
fn kind_of(path: &str) -> String {
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let name = |segment| if u64::from_str(segment).is_ok() { "ID" } else { segment };
    path.split('/').map(name).collect::<Vec<_>>().join("/")
}

/// Follows all links, and returns one page of each kind: its path, its title and its text.
fn visit_pages(browser: &mut Browser) -> Vec<[String; 3]> {
    let mut queue = VecDeque::from(["/console/today".to_owned()]);
    let (mut known, mut pages) = (BTreeSet::new(), Vec::new());
    while let Some(path) = queue.pop_front() {
        if !known.insert(kind_of(&path)) {
            continue;
        }
        let answer = browser.get(&path);
        // the link of a person by employee number leads to the person's page
        if answer.status == 303 {
            queue.extend(answer.header("Location").map(str::to_owned));
            continue;
        }
        assert_eq!(answer.status, 200, "{path}");
        let is_page = answer.header("Content-Type").is_some_and(|content_type| content_type.starts_with("text/html"));
        if !is_page {
            continue;
        }
        let page = browser.wait_for_page(&path);
        let links = page.text().split(" href=\"").skip(1).filter_map(|link| link.split('"').next());
        queue.extend(links.filter(|link| link.starts_with("/console/")).map(|link| link.replace("&#38;", "&")));
        let title = page.text().split("<title>").nth(1).and_then(|title| title.split('<').next()).map(str::to_owned);
        pages.push([path, title.expect("a title"), visible_text(page.text())]);
    }
    pages
}

/// Returns the text of a page without commands and files, which are the same in all languages.
fn visible_text(page: &str) -> String {
    let mut page = page.to_owned();
    for element in ["textarea", "pre", "code"] {
        while let Some((before, rest)) = page.split_once(&format!("<{element}")) {
            let after = rest.split_once(&format!("</{element}>")).map_or("", |(_, after)| after);
            page = format!("{before}<br>{after}");
        }
    }
    text_of(&page)
}

/// Returns whether the text has a part like `pattern`, in which 0 means any digit.
fn has_pattern(text: &str, pattern: &str) -> bool {
    let matches = |(byte, pattern): (&u8, u8)| if pattern == b'0' { byte.is_ascii_digit() } else { *byte == pattern };
    text.as_bytes().windows(pattern.len()).any(|part| part.iter().zip(pattern.bytes()).all(matches))
}

#[test]
fn pages_have_titles_of_their_own_in_one_language_without_raw_times() {
    let site = seed_site_with("owner");
    let server = site.serve(&[]);
    let mut problems = Vec::new();
    for (index, language) in ["en", "nl"].into_iter().enumerate() {
        let mut browser = Browser::signed_in(&server, NAME);
        browser.language = language;
        let foreign_texts = texts_of_other_language(index);
        let pages = visit_pages(&mut browser);
        assert!(pages.len() > 100, "{}", pages.len());
        let mut titles = BTreeSet::new();
        for [path, title, text] in pages {
            if !titles.insert(title.clone()) {
                problems.push(format!("{language} {path}: another page has the title {title}"));
            }
            let foreign = foreign_texts.iter().filter(|foreign| text.contains(*foreign)).map(String::as_str);
            let times = ["0000-00-00T00:00", "00:00:00"].into_iter().filter(|pattern| has_pattern(&text, pattern));
            let placeholders = ["{}", "{0}", "{1}", "{at}", "{least}", "{most}"];
            let placeholders = placeholders.into_iter().filter(|placeholder| text.contains(placeholder));
            let found = foreign.chain(times).chain(placeholders).map(|found| format!("{language} {path}: {found}"));
            problems.extend(found);
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
