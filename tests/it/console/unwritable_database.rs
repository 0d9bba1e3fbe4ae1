//! Tests forms of a service whose database file cannot grow.

use super::row_forms::save_row;
use super::{Browser, NAME, PASSWORD, persons_site_with, text_of};

#[test]
fn a_form_says_that_the_database_cannot_be_written() {
    let site = persons_site_with("owner");
    let size = std::fs::metadata(site.db()).expect("the database").len();
    let server = site.serve_with_file_size_limit(size + 256 * 1024);
    let mut browser = Browser::signed_in(&server, NAME);
    let mut save = |number| save_row(&mut browser, "/console/data/persons/1", &[("CostCentre", &format!("K{number}"))]);
    let refused = (0..1000).map(&mut save).find(|answer| answer.status != 303).expect("a full file");
    let fields = [("name", "nieuw"), ("role", "viewer"), ("password", PASSWORD)];
    let operator = browser.change("/console/operators", &fields);
    for answer in [refused, operator] {
        let page = text_of(answer.text());
        let text = "The database cannot be written at the moment, so nothing was saved.";
        assert!(answer.status == 503 && page.contains(text), "{} {page}", answer.status);
        assert_eq!(answer.header("Retry-After"), Some("10"));
    }
}
