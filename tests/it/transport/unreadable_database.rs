//! A database file that cannot be read: each answer fails by itself, and the service continues.

use std::fs::{self, File};
use std::io::{Read, Write};

use crate::support::{PASSWORD, Request, Site, USER, form_request, persons_site};

/// The credential of [`USER`], as HTTP Basic sends it.
const CREDENTIAL: &str = "Basic aHI6c3RpbHp3aWpnZW5k";

/// More rows than fit in a page cache, and in the buffers between the service and a client that does not read.
fn many() -> String {
    let rows = (0..8000).map(|at| format!("X{at},Jan,{},x{at}@example.nl\n", "Jansen".repeat(30)));
    let head = "ExternalIdentifier,FirstName,FamilyName,Email\n".to_owned();
    rows.fold(head, |all, row| all + &row)
}

fn person(number: u32) -> Request {
    form_request(
        "GetPersonByExternalId",
        &[("username", USER), ("password", PASSWORD), ("externalId", &format!("X{number}"))],
    )
}

fn list() -> Request {
    form_request("GetAllBasicPersonInfo", &[("username", USER), ("password", PASSWORD)])
}

fn cut(site: &Site) -> Vec<u8> {
    let whole = fs::read(site.db()).unwrap();
    File::options().write(true).open(site.db()).unwrap().set_len(8192).unwrap();
    whole
}

/// Writes the bytes into the file that the service has open.
fn mend(site: &Site, whole: &[u8]) {
    File::options().write(true).open(site.db()).unwrap().write_all(whole).unwrap();
}

#[test]
fn an_unreadable_page_fails_its_answer_and_not_the_service() {
    let site = persons_site();
    site.lms(&["credential", "grant", USER, "all"]).ok();
    site.import(&[("persons.csv", &many())]).ok();
    let server = site.serve(&[]);
    let (persons, everybody) = (server.send(&person(7000)), server.send(&list()));
    assert_eq!((persons.status, everybody.status), (200, 200));

    // an answer that has begun is cut
    let mut slow = server.connect();
    slow.write_all(&list().header("Connection", "close").bytes("localhost")).unwrap();
    let mut begun = vec![0; 1000];
    slow.read_exact(&mut begun).unwrap();
    let whole = cut(&site);
    let _ = slow.read_to_end(&mut begun);
    assert!(!String::from_utf8_lossy(&begun).contains("</ApiResponseOfListOfBasicPersonInfo>"), "it is not whole");

    for request in [person(7000), person(3000), list()] {
        let answer = server.send(&request);
        assert_eq!(answer.status, 500, "{}", answer.text());
        assert!(answer.text().contains("Internal error. Reference: "), "{}", answer.text());
    }
    let rest = Request::get("/api/v1/persons").header("Authorization", CREDENTIAL);
    let answer = server.send(&rest);
    assert_eq!(answer.status, 500, "{}", answer.text());
    assert!(answer.text().contains("/problems/internal") && answer.text().contains("Reference: "), "{}", answer.text());

    mend(&site, &whole);
    assert_eq!(server.send(&person(7000)).body, persons.body);
    assert_eq!(server.send(&list()).body, everybody.body);
    assert_eq!(server.send(&rest).status, 200);
    server.stop();
    site.lms(&["check"]).ok();
}
