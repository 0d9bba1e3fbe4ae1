//! Data: a table for each data file, searched, filtered, sorted, a page at a time.

use super::{Browser, NAME, operator, words};
use crate::support::{Site, persons_site, seed_site};

fn site(site: Site) -> Site {
    operator(&site, NAME, "viewer");
    site
}

/// The first cells of the rows of the table in a page.
fn first_cells(page: &str) -> Vec<String> {
    let rows = page.split("<th scope=\"row\"").skip(1);
    rows.map(|row| {
        words(
            format!("<th{row}")
                .split("</th>")
                .next()
                .unwrap_or_default(),
        )
    })
    .collect()
}

#[test]
fn every_data_file_has_a_table_with_its_rows() {
    let site = site(seed_site());
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let files = browser.page("/console/data");
    let links = files.split("href=\"/console/data/").skip(1);
    let stems: Vec<_> = links
        .map(|link| link.split('"').next().unwrap().to_owned())
        .collect();
    assert_eq!(stems.len(), 26, "{stems:?}");
    for stem in stems {
        let page = browser.page(&format!("/console/data/{stem}"));
        assert!(page.contains("<table>"), "{stem}");
        assert!(
            page.len() < 100_000,
            "{stem}: first paint is {} bytes",
            page.len()
        );
        let searched = browser.page(&format!("/console/data/{stem}?q=wine"));
        assert_eq!(first_cells(&searched), [""; 0], "{stem}");
    }
    assert_eq!(browser.get("/console/data/wine").status, 404);
    assert_eq!(browser.get("/console/data/images").status, 404);
}

#[test]
fn rows_are_searched_filtered_and_sorted() {
    let site = site(persons_site());
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    for (query, expected) in [
        ("", &["E001", "E002", "E003", "E004", "00005"][..]),
        ("?q=van+den+BERG", &["E001"]),
        ("?q=%25", &[]),
        ("?q=_001", &[]),
        (
            "?q=example.nl+a",
            &["E001", "E002", "E003", "E004", "00005"],
        ),
        ("?q=vries", &["E003"]),
        ("?is.FunctionName=Docent", &["E002", "E003", "E004"]),
        (
            "?is.FunctionName=Docent&is.DivisionName=Noord",
            &["E003", "E004"],
        ),
        ("?is.FunctionName=Piloot", &[]),
        ("?is.HasActivatedAccount=true", &["E001", "E003"]),
        (
            "?sort=FamilyName",
            &["E001", "E004", "E002", "00005", "E003"],
        ),
        (
            "?sort=ExternalIdentifier&way=down",
            &["E004", "E003", "E002", "E001", "00005"],
        ),
        (
            "?sort=nothing&is.nothing=1",
            &["E001", "E002", "E003", "E004", "00005"],
        ),
    ] {
        let page = browser.page(&format!("/console/data/persons{query}"));
        assert_eq!(first_cells(&page), expected, "{query}");
    }
    for (path, says) in [
        (
            format!("persons?q={}", "a+".repeat(1000)),
            "what you look for has 2000 characters; at most 200 are allowed",
        ),
        (
            format!("persons?{}", "is.Email=a&".repeat(1001)),
            "there are 1001; at most 50 are allowed",
        ),
    ] {
        let answer = browser.get(&format!("/console/data/{path}"));
        assert_eq!(answer.status, 400, "{}", answer.text());
        assert!(words(answer.text()).contains(says), "{}", answer.text());
    }
    let long = browser.get(&format!("/console/person?q={}", "a+".repeat(1000)));
    assert_eq!(long.status, 400, "{}", long.text());
    let longest = format!("/console/data/persons?q={}", "a+".repeat(100));
    assert_eq!(browser.get(&longest).status, 200);
}

#[test]
fn the_next_page_begins_after_the_last_row() {
    let site = site(Site::new());
    let mut groups = String::from("Name\n");
    (0..120).for_each(|number| groups += &format!("Groep {:03}\n", (number * 7) % 120));
    site.import(&[("groups.csv", &groups)]).ok();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    for (query, in_order) in [
        ("", false),
        ("?sort=Name", true),
        ("?sort=Name&way=down", true),
    ] {
        let mut address = format!("/console/data/groups{query}");
        let mut all = Vec::new();
        for rows in [50, 50, 20] {
            let page = browser.page(&address);
            let cells = first_cells(&page);
            assert_eq!(cells.len(), rows, "{address}");
            all.extend(cells);
            let next = page
                .split("<a href=\"?")
                .find(|link| link.contains(">Next rows<"));
            let query = next.map(|link| link.split('"').next().unwrap().replace("&#38;", "&"));
            assert_eq!(query.is_some(), rows == 50, "{address}");
            address = format!("/console/data/groups?{}", query.unwrap_or_default());
        }
        let mut sorted = all.clone();
        sorted.sort();
        sorted.dedup();
        assert_eq!(sorted.len(), 120, "{query}: each once");
        if query.contains("down") {
            sorted.reverse();
        }
        assert_eq!(all == sorted, in_order, "{query}");
    }
}
