//! "names and cells of HTML and script in every place that shows data": every linked page escapes data, and every change
//! needs the token of its session.

use std::collections::BTreeSet;

use super::{Browser, NAME, add_operator, text_of, token};
use crate::support::{Fixture, Site, persons_site};

/// Texts that no page may contain unescaped.
const EVIL: &str = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>";

/// A limit of the number of pages that are read.
const MAX_PAGES: usize = 400;

/// Data files with placeholders for `EVIL`, and keys beside it.
const FILES: [(&str, &str); 16] = [
    ("divisions.csv", "Name,ParentName\nTop,\nEVIL,Top\n"),
    ("functions.csv", "Name\nEVIL\n"),
    ("groups.csv", "Name\nEVIL\n"),
    (
        "persons.csv",
        "ExternalIdentifier,FirstName,Insertion,FamilyName,Email,FunctionName,DivisionName,CostCentre,PhoneNumber,\
         ManagerExternalIdentifier\nBOSS,EVIL,EVIL,EVIL,b@x,EVIL,EVIL,EVIL,EVIL,\nEVIL,EVIL,EVIL,EVIL,EVIL,EVIL,EVIL,EVIL,\
         EVIL,BOSS\n",
    ),
    ("group_members.csv", "GroupName,PersonExternalIdentifier\nEVIL,EVIL\n"),
    ("steps.csv", "Title,Introduction,Order\nEVIL,EVIL,1\n"),
    ("categories.csv", "StepTitle,Title,Order\nEVIL,EVIL,1\n"),
    (
        "trainings.csv",
        "Code,Type,Title,StepTitle,CategoryTitle,Version,Description,ImageName,IsMandatory\n\
         EVIL,Learning,EVIL,EVIL,EVIL,EVIL,EVIL,EVIL,true\n",
    ),
    (
        "classes.csv",
        "Code,TrainingCode,Name,GroupName,MaxPersons,Memo,ShowMemoInReport\nEVIL,EVIL,EVIL,EVIL,1,EVIL,true\n",
    ),
    (
        "class_dates.csv",
        "ClassCode,Date,From,Till,LocationName,LocationAddress,StreamPassword,EticketInformation\n\
         EVIL,2026-03-16,9:00,10:00,EVIL,EVIL,EVIL,EVIL\n",
    ),
    ("class_trainers.csv", "ClassCode,PersonExternalIdentifier,Date,From\nEVIL,EVIL,,\n"),
    ("learning_paths.csv", "Title\nEVIL\n"),
    ("learning_path_trainings.csv", "LearningPathTitle,TrainingCode\nEVIL,EVIL\n"),
    ("learning_path_links.csv", "LearningPathTitle,LinkType,LinkValue\nEVIL,Function,EVIL\n"),
    (
        "enrollments.csv",
        "PersonExternalIdentifier,TrainingCode,ClassCode,EnrolledAt,State\nEVIL,EVIL,EVIL,2026-03-01,3\n",
    ),
    (
        "results.csv",
        "PersonExternalIdentifier,TrainingCode,FinishedAt,ClassCode,Version\nEVIL,EVIL,2025-03-10,EVIL,EVIL\n",
    ),
];

fn site() -> Site {
    static FIXTURE: Fixture = Fixture::new();
    FIXTURE.copy(|| {
        let site = Site::new();
        add_operator(&site, NAME, "owner");
        add_operator(&site, "<i>kijker", "viewer");
        site.add_credential("<b>hr</b>", "stilzwijgend", &["reports"]);
        let quoted = format!("\"{}\"", EVIL.replace('"', "\"\""));
        let files = FILES.map(|(name, text)| (name, text.replace("EVIL", &quoted)));
        let files = files.each_ref().map(|(name, text)| (*name, text.as_str()));
        site.import(&files).ok();
        site
    })
}

/// Returns the addresses of the console to which a page links.
fn links(page: &str) -> impl Iterator<Item = String> + '_ {
    let links = page.split("href=\"").skip(1);
    let addresses = links.filter_map(|link| Some(link.split('"').next()?.replace("&#38;", "&")));
    addresses.filter(|address| address.starts_with("/console/") && !address.contains("/assets/"))
}

#[track_caller]
fn assert_escaped(path: &str, page: &str) {
    for evil in ["<script>alert", "<img", "<i>", "<b>", "\"'>"] {
        let at = page.find(evil);
        assert!(at.is_none(), "{path}: {:?}", at.map(|at| page.get(at.saturating_sub(200)..at + 40)));
    }
}

// ASVS 1.2.1, 3.2.2
#[test]
fn hostile_data_is_shown_as_text() {
    let site = site();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let query = "%3Cscript%3Ealert(1)%22%27%3E%3Cimg";
    let mut found: BTreeSet<String> = ["data/persons", "person", "imports", "sign-in", "nowhere"]
        .map(|path| format!("/console/{path}?q={query}&sort={query}&to={query}&is.FunctionName={query}&name={query}"))
        .into();
    found.insert("/console/person?q=alert".to_owned());
    found.insert("/console/data".to_owned());
    let mut next: Vec<_> = found.iter().cloned().collect();
    let (mut pages, mut hostile_pages) = (0, 0);
    while let Some(path) = next.pop() {
        let answer = browser.get(&path);
        assert!(answer.status < 500, "{path}: {}", answer.text());
        if !answer.header("Content-Type").is_some_and(|of| of.starts_with("text/html")) {
            continue;
        }
        let page = answer.text().to_string();
        assert_escaped(&path, &page);
        (pages, hostile_pages) = (pages + 1, hostile_pages + usize::from(text_of(&page).contains("<img src=x")));
        assert!(pages < MAX_PAGES, "too many pages: {path}");
        next.extend(links(&page).filter(|link| found.insert(link.clone())));
    }
    // at least the table and the row of each data file
    assert!(hostile_pages > 2 * FILES.len(), "{hostile_pages} of {pages} pages show the hostile text");
}

// "Every change is a POST with a token of the session and a matching Origin"
#[test]
fn forms_without_the_token_of_their_session_are_refused() {
    let site = site();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let other_token = token(&Browser::signed_in(&server, NAME).page("/console/data"));
    let before = site.export_file("persons.csv");
    for path in [
        "/console/data",
        "/console/data/persons/1",
        "/console/person/1",
        "/console/import",
        "/console/imports/1/undo",
        "/console/connectors",
        "/console/connectors/1",
        "/console/operators",
        "/console/operators/1",
        "/console/backup",
    ] {
        let page = browser.wait_for_page(path).text().to_string();
        let forms = page.split("<form").skip(1).filter(|form| form.contains("method=\"post\""));
        let actions = forms.filter_map(|form| form.split("action=\"").nth(1)?.split('"').next());
        for action in actions {
            for token in ["", "0", other_token.as_str()] {
                let refused = browser.post(action, &[("token", token), ("number", "1"), ("confirmed", "BOSS")]);
                assert!([403, 415].contains(&refused.status), "{action}: {}", refused.text());
            }
        }
    }
    assert_eq!(site.export_file("persons.csv"), before);
    browser.page("/console/data");
}

// contract §11: "Before sign-in a form of the console has at most 16 KiB (413)", also without an operator
#[test]
fn a_form_without_a_session_is_limited_to_16_kib() {
    let site = persons_site();
    let server = site.serve(&[]);
    let large = "x".repeat(16 * 1024);
    for has_operator in [false, true] {
        if has_operator {
            add_operator(&site, NAME, "owner");
        }
        for path in ["/console/sign-in", "/console/data/persons.csv/new", "/console"] {
            let answer = Browser::new(&server).post(path, &[("name", NAME), ("password", &large)]);
            assert_eq!(answer.status, 413, "{has_operator} {path}");
            let answer = Browser::new(&server).post(path, &[("name", NAME), ("password", &large[..16_000])]);
            assert_ne!(answer.status, 413, "{has_operator} {path}");
        }
    }
    // a session may send long texts
    let answer = Browser::signed_in(&server, NAME).post("/console/sign-out", &[("token", &large)]);
    assert_ne!(answer.status, 413);
}
