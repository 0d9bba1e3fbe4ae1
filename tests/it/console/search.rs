//! Tests the navigation, the search in the header, and page titles.

use super::{Browser, add_operator, text_of};
use crate::support::seed_site;

/// Returns the texts of a page that follow `mark`, up to the next tag.
fn texts(page: &str, mark: &str) -> String {
    page.split(mark).skip(1).filter_map(|rest| rest.split('<').next()).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_navigation_shows_the_pages_of_the_role_in_groups() {
    let site = seed_site();
    for role in ["viewer", "owner"] {
        add_operator(&site, role, role);
    }
    let server = site.serve(&[]);
    for (role, links) in [
        ("viewer", "Today Persons Classes Reports Tables Mappings History Connectors About"),
        (
            "owner",
            "Today Persons Classes Reports Tables Import Mappings History Connectors Operators Audit Backup About",
        ),
    ] {
        let page = Browser::signed_in(&server, role).page("/console/imports");
        assert!(page.contains(" placeholder=\"Person, training or class\""), "{page}");
        // the side of the page and the menu of narrow windows
        for navigation in page.split("<nav").skip(1) {
            let (navigation, _) = navigation.split_once("</nav>").expect("its end");
            assert_eq!(texts(navigation, "<p>"), "People Data System");
            let navigation = navigation.replace(" aria-current=\"page\"", "");
            let linked = navigation.split("<a href=").skip(1).filter_map(|link| link.split('>').nth(1));
            let linked: Vec<_> = linked.map(|text| text.trim_end_matches("</a")).collect();
            assert_eq!(linked.join(" "), links);
        }
    }
}

#[test]
fn the_search_in_the_header_shows_persons_trainings_and_classes_in_groups() {
    let site = seed_site();
    add_operator(&site, "viewer", "viewer");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, "viewer");
    let page = browser.page("/console/search");
    assert!(page.contains("role=\"search\" action=\"/console/search\""), "{page}");
    assert!(text_of(&page).contains("Type a part of a name"), "{page}");
    let persons = site.export_file("persons.csv");
    let row: Vec<_> = persons.lines().find(|line| line.contains(",001201,")).expect("a person").split(',').collect();
    for part in ["001201", &row[4][1..], &row[5][..6]] {
        let page = browser.page(&format!("/console/search?q={part}"));
        assert!(page.contains(&format!("/console/person/{}\"", row[0])), "{part}: {page}");
        assert!(page.contains(&format!("value=\"{part}\"")), "the field keeps the search: {page}");
    }
    let page = browser.page("/console/search?q=e");
    let groups = texts(&page, "<h2>");
    assert_eq!(groups, "Persons Trainings Classes");
    for link in ["/console/person/", "/console/data/trainings/", "/console/classes/", "/console/person?q=e"] {
        assert!(page.contains(&format!("href=\"{link}")), "{link}: {page}");
    }
    // classes of the same name differ by their begin; the next comes first, and past ones last
    let page = text_of(&browser.page("/console/search?q=bhv+basis+groep"));
    let (_, found) = page.split_once("Classes Classes Name Code Begins").expect("classes");
    let begins: Vec<_> = found.split("BHV basis, groep ").skip(1).map(|text| &text[..1]).collect();
    assert_eq!(begins, ["3", "4", "2", "1"], "{found}");
    assert!(text_of(&browser.page("/console/search?q=zzzz")).contains("Nothing was found."));
    // every word must occur, and the placeholder of persons without a manager is no result
    assert!(text_of(&browser.page("/console/search?q=001201+zzzz")).contains("Nothing was found."));
    let long = browser.get(&format!("/console/search?q={}", "x".repeat(201)));
    assert_eq!(long.status, 400);
    assert_eq!(browser.get("/console/search/1").status, 404);
}

/// Returns the titles of pages of the console, also of refusals.
fn titles_of(browser: &mut Browser, paths: &[&str]) -> Vec<String> {
    let title = |path: &&str| {
        let page = browser.get(&format!("/console/{path}"));
        let title = page.text().split("<title>").nth(1).and_then(|title| title.split("</title>").next());
        title.unwrap_or_else(|| panic!("{path}: {page:?}")).to_owned()
    };
    paths.iter().map(title).collect()
}

#[test]
fn titles_are_unique_and_missing_pages_are_explained() {
    let site = seed_site();
    for role in ["owner", "viewer"] {
        add_operator(&site, role, role);
    }
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, "owner");
    let mut titles = titles_of(
        &mut browser,
        &[
            "person",
            "data/persons",
            "person/2",
            "data/persons/2",
            "person?q=jansen",
            "person?q=bakker",
            "data/persons?q=jansen",
            "data/classes",
            "search",
            "search?q=jansen",
            "search?q=bakker",
            "classes",
            "imports",
            "imports/1",
            "imports/1/undo",
            "imports/1/undo?keep=later",
            "data",
            "calendar/person/2",
            "reports/DataFile?file=persons",
            "reports/DataFile?file=classes",
            "second-factor",
            "person/2/enrol",
        ],
    );
    assert_eq!(titles[1], "Persons (table) · Tables · Learning appliance");
    // pages of namesakes differ by the identifier
    assert!([2, 3, 17].iter().all(|at| titles[*at].contains("(000102)")), "{titles:?}");
    for title in ["Persons (jansen) · ", "Search: jansen · ", "Rows of a table (persons) · Reports · "] {
        assert!(titles.iter().any(|known| known.starts_with(title)), "{title}: {titles:?}");
    }
    // pages that refuse a request name the task or the page
    let mut viewer = Browser::signed_in(&server, "viewer");
    let refused = titles_of(&mut viewer, &["person/2/enrol", "person/2/exempt", "classes/2/cancel", "import"]);
    let expected = ["Enrol · Persons", "Exempt · Persons", "Cancel the class · Classes", "Import"];
    assert_eq!(refused, expected.map(|page| format!("Not done: {page} · Learning appliance")));
    titles.extend(refused);
    let all = titles.len();
    titles.sort();
    titles.dedup();
    assert_eq!(titles.len(), all, "{titles:?}");
    let missing = browser.get("/console/nowhere");
    assert_eq!(missing.status, 404);
    assert!(
        text_of(missing.text()).starts_with("Page not found There is nothing at this address."),
        "{}",
        missing.text()
    );
    // the first of several invalid fields has the focus
    let page = browser.page("/console/data/persons?from.Id=x&to.Id=y&from.ContractEndTime=z");
    assert_eq!(page.matches(" autofocus").count(), 1, "{page}");
}
