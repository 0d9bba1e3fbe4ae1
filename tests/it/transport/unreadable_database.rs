//! Tests that an unreadable database file fails requests, but not the service.

use std::fs::{self, File};
use std::io::{Read, Write};

use crate::rest::basic;
use crate::support::{PASSWORD, Request, Site, USER, form_request, persons_site};

/// Returns a persons.csv that is larger than the page cache and the socket buffers.
fn large_file() -> String {
    let rows = (0..8000).map(|at| format!("X{at},Jan,{},x{at}@example.nl\n", "Jansen".repeat(30)));
    let head = "ExternalIdentifier,FirstName,FamilyName,Email\n".to_owned();
    rows.fold(head, |all, row| all + &row)
}

fn person_request(number: u32) -> Request {
    form_request(
        "GetPersonByExternalId",
        &[("username", USER), ("password", PASSWORD), ("externalId", &format!("X{number}"))],
    )
}

fn list_request() -> Request {
    form_request("GetAllBasicPersonInfo", &[("username", USER), ("password", PASSWORD)])
}

/// Truncates the database file, and returns its bytes.
fn truncate_database(site: &Site) -> Vec<u8> {
    let bytes = fs::read(site.db()).unwrap();
    File::options().write(true).open(site.db()).unwrap().set_len(8192).unwrap();
    bytes
}

/// Writes the bytes into the file that the service has open.
fn restore_database(site: &Site, bytes: &[u8]) {
    File::options().write(true).open(site.db()).unwrap().write_all(bytes).unwrap();
}

#[test]
fn an_unreadable_database_fails_requests_until_it_is_restored() {
    let site = persons_site();
    site.lms(&["credential", "grant", USER, "all"]).ok();
    site.import(&[("persons.csv", &large_file())]).ok();
    let server = site.serve(&[]);
    let (person, list) = (server.send(&person_request(7000)), server.send(&list_request()));
    assert_eq!((person.status, list.status), (200, 200));

    // a response that has begun is cut off
    let mut slow = server.connect();
    slow.write_all(&list_request().header("Connection", "close").bytes("localhost")).unwrap();
    let mut received = vec![0; 1000];
    slow.read_exact(&mut received).unwrap();
    let bytes = truncate_database(&site);
    let _ = slow.read_to_end(&mut received);
    assert!(
        !String::from_utf8_lossy(&received).contains("</ApiResponseOfListOfBasicPersonInfo>"),
        "the response looks complete"
    );

    for request in [person_request(7000), person_request(3000), list_request()] {
        let response = server.send(&request);
        assert_eq!(response.status, 500, "{}", response.text());
        assert!(response.text().contains("Internal error. Reference: "), "{}", response.text());
    }
    let rest = Request::get("/api/v1/persons").header("Authorization", &basic(USER, PASSWORD));
    let response = server.send(&rest);
    assert_eq!(response.status, 500, "{}", response.text());
    assert!(
        response.text().contains("/problems/internal") && response.text().contains("Reference: "),
        "{}",
        response.text()
    );

    restore_database(&site, &bytes);
    assert_eq!(server.send(&person_request(7000)).body, person.body);
    assert_eq!(server.send(&list_request()).body, list.body);
    assert_eq!(server.send(&rest).status, 200);
    server.stop();
    site.lms(&["check"]).ok();
}
