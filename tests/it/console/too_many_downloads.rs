//! Tests that an operator can download only a few files at once.

use super::{Browser, NAME, add_operator, text_of};
use crate::support::Request;
use crate::transport::{Client, keep_alive, large_site};

#[test]
fn the_fifth_download_of_an_operator_is_503() {
    let site = large_site();
    add_operator(&site, NAME, "viewer");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    const TABLE: &str = "/console/data/persons?format=csv";
    let begin = |_| {
        let mut client = Client::with_small_buffer(server.address);
        client.send(&keep_alive(&browser.request(Request::get(TABLE))));
        let head = client.read_head().expect("a head");
        assert_eq!(head.status, 200);
        client
    };
    let four: Vec<_> = (0..4).map(begin).collect();
    for path in [TABLE, "/console/reports/GetAllBasicPersonInfo?format=json"] {
        let fifth = browser.get(path);
        let page = text_of(fifth.text());
        assert!(fifth.status == 503 && page.contains("at most 4"), "{path}: {} {page}", fifth.status);
        assert_eq!(fifth.header("Retry-After"), Some("10"), "{path}");
    }
    drop(four);
}
