//! Tests forms while another program holds the write lock of the database: each says that nothing was saved.

use std::thread;

use super::row_forms::save_row;
use super::upload_and_preview::{apply, preview_upload, send_preview_form};
use super::{Browser, NAME, PASSWORD, persons_site_with, text_of, token};
use crate::support::Response;

const TEXTS: [&str; 2] = [
    "The database is in use by another import or program, so nothing was saved. Wait until that has finished",
    "De database is in gebruik door een andere import of een ander programma, dus er is niets opgeslagen. Wacht tot",
];

const MAPPING: &str =
    "name = \"hr\"\nfile = \"persons.csv\"\nmatch = [\"hr.csv\"]\n\n[columns]\nNr = \"ExternalIdentifier\"\n";

/// A form, sent by a signed-in browser.
type SentForm = fn(&mut Browser) -> Response;

/// Asserts that an answer says in a language that the database is in use. 0 is English, 1 is Dutch.
#[track_caller]
fn assert_in_use(answer: &Response, language: usize) {
    let page = text_of(answer.text());
    assert!(answer.status == 503 && page.contains(TEXTS[language]), "{} {page}", answer.status);
    // contract §2: "503 with Retry-After"
    assert_eq!(answer.header("Retry-After"), Some("10"), "{page}");
}

/// Asserts that the page of a job shows the failure of the job once, also if a script has loaded the page before.
#[track_caller]
fn assert_failure_shown_once(browser: &mut Browser, path: &str) {
    browser.forwarded = vec![("Sec-Fetch-Dest", "empty")];
    assert_in_use(&browser.wait_for_page(path), 0);
    browser.forwarded = Vec::new();
    assert_in_use(&browser.wait_for_page(path), 0);
    let again = browser.wait_for_page(path);
    assert!(again.status == 200 && !again.text().contains(TEXTS[0]), "{}", again.text());
}

// contract §7: an import waits a minute for the lock; the forms wait at the same time
#[test]
fn every_form_says_that_the_database_is_in_use() {
    let site = persons_site_with("owner");
    let server = site.serve(&[]);
    let mut editor = Browser::signed_in(&server, NAME);
    save_row(&mut editor, "/console/data/persons/2", &[("CostCentre", "K900")]);
    let before = site.export_file("persons.csv");
    let forms: [SentForm; 6] = [
        |browser| save_row(browser, "/console/data/persons/1", &[("CostCentre", "K901")]),
        |browser| save_row(browser, "/console/person/2/position", &[("FunctionName", "Kok")]),
        |browser| browser.change("/console/person/1/employment", &[]),
        |browser| {
            browser.change("/console/operators", &[("name", "nieuw"), ("role", "viewer"), ("password", PASSWORD)])
        },
        |browser| browser.change("/console/mappings/+", &[("text", MAPPING)]),
        |browser| browser.change("/console/data/persons/undo", &[("number", "2")]),
    ];
    let mut importer = Browser::signed_in(&server, NAME);
    preview_upload(&mut importer, &[("persons.csv", b"ExternalIdentifier,CostCentre\nE001,K902\n")]);
    let mut undoer = Browser::signed_in(&server, NAME);
    let token = token(&undoer.page("/console/data"));
    let lock = rusqlite::Connection::open(site.db()).expect("the database");
    lock.execute_batch("BEGIN IMMEDIATE").expect("the lock");
    thread::scope(|scope| {
        for (index, form) in forms.into_iter().enumerate() {
            let server = &server;
            scope.spawn(move || {
                let mut browser = Browser::signed_in(server, NAME);
                browser.language = ["en", "nl"][index % 2];
                let answer = form(&mut browser);
                assert_in_use(&answer, index % 2);
                assert!(answer.text().contains("href=\"/console/data\""), "the navigation: {}", answer.text());
            });
        }
        // the job of an undo or an import reports the lock on its page
        scope.spawn(|| {
            assert_eq!(undoer.post("/console/imports/2/undo", &[("token", &token)]).status, 303);
            assert_failure_shown_once(&mut undoer, "/console/imports/2/undo");
        });
        send_preview_form(&mut importer, "/console/import/preview/apply", &[]);
        let waiting = text_of(&importer.page("/console/import/preview"));
        assert!(waiting.contains("The changes are being saved."), "{waiting}");
        // a script loads the page before the browser shows it
        assert_in_use(&importer.wait_for_page("/console/import/preview"), 0);
        assert_in_use(&importer.wait_for_page("/console/import/preview"), 0);
    });
    assert_eq!(site.export_file("persons.csv"), before);
    lock.execute_batch("ROLLBACK").expect("a rollback");
    // the preview remains, and can be checked again and applied now
    send_preview_form(&mut importer, "/console/import/preview/options", &[]);
    let checked = importer.wait_for_page("/console/import/preview");
    assert!(checked.status == 200 && !checked.text().contains(TEXTS[0]), "{}", checked.text());
    assert!(apply(&mut importer).ends_with("?applied=yes"));
    assert!(site.export_file("persons.csv").contains("K902"));
}
