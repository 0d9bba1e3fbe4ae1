//! Tests `serve --read-only --follow`, which serves a copy of a database and follows its replacements.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::Path;
use std::time::{Duration, SystemTime};

use crate::support::{PASSWORD, Request, Server, Site, USER, form_request, persons_site};

const LIST: &str = "GetAllBasicPersonInfo";

/// Returns a persons.csv whose list no socket buffer holds.
fn large_file() -> String {
    let rows = (0..4000).map(|at| format!("X{at},Jan,{},x{at}@example.nl\n", "Jansen".repeat(30)));
    let head = "ExternalIdentifier,FirstName,FamilyName,Email\n".to_owned();
    rows.fold(head, |all, row| all + &row)
}

fn list_request() -> Request {
    form_request(LIST, &[("username", USER), ("password", PASSWORD)])
}

fn count_persons(list: &str) -> usize {
    list.matches("<BasicPersonInfo>").count()
}

fn copy_age(server: &Server, request: &Request) -> u64 {
    let response = server.send(request);
    assert_eq!(response.status, 200);
    response.header("Copy-Age").expect("the copy's age").parse().expect("seconds")
}

/// Replaces the copy by a new backup of the site's database.
fn publish(site: &Site, copy: &Path) {
    let next = site.path().join("next.sqlite");
    site.lms(&["backup", "--to", next.to_str().unwrap()]).ok();
    fs::rename(next, copy).unwrap();
}

#[test]
fn a_response_keeps_its_copy_and_the_next_one_uses_the_newest() {
    let site = persons_site();
    site.import(&[("persons.csv", &large_file())]).ok();
    let copy = site.path().join("copy.sqlite");
    publish(&site, &copy);
    let path = copy.to_str().unwrap();
    let flags = ["--db", path, "--read-only", "--follow", "--metrics"];
    let server = site.serve(&flags);
    let before = count_persons(server.send(&list_request()).text());
    let mut slow = server.connect();
    let request = list_request().header("Connection", "close");
    slow.write_all(&request.bytes("localhost")).unwrap();
    let mut received = vec![0; 1000];
    slow.read_exact(&mut received).unwrap();

    let one_more = "ExternalIdentifier,FirstName,FamilyName,Email\nNEW,An,Nieuw,an@example.nl\n";
    site.import(&[("persons.csv", one_more)]).ok();
    publish(&site, &copy);
    assert_eq!(count_persons(server.send(&list_request()).text()), before + 1);
    slow.read_to_end(&mut received).unwrap();
    let received = String::from_utf8_lossy(&received);
    assert_eq!(count_persons(&received), before);
    assert!(received.contains("</ApiResponseOfListOfBasicPersonInfo>"));
    assert!(!received.contains("NEW"));

    // each response has the age of its copy
    assert!(copy_age(&server, &list_request()) < 120 && copy_age(&server, &Request::get("/healthz")) < 120);
    let an_hour_ago = SystemTime::now() - Duration::from_secs(3600);
    File::options().write(true).open(&copy).unwrap().set_modified(an_hour_ago).unwrap();
    assert!(copy_age(&server, &Request::get("/healthz")) >= 3600);
    assert!(server.metric("lms_copy_age_seconds") >= 3600);
    let changed = server.form("UpdatePerson", &[]);
    assert_ne!(changed.status, 200);
}

#[test]
fn an_unusable_copy_is_logged_once_and_refused_until_the_next_usable_one() {
    let site = persons_site();
    let copy = site.path().join("copy.sqlite");
    publish(&site, &copy);
    let flags = ["--db", copy.to_str().unwrap(), "--read-only", "--follow"];
    let server = site.serve(&flags);
    let health = |server: &Server| server.send(&Request::get("/healthz")).status;
    assert_eq!(health(&server), 200);
    let unusable = site.path().join("unusable");
    publish(&site, &unusable);
    let planted = "CREATE TRIGGER planted AFTER UPDATE ON person BEGIN DELETE FROM person; END";
    rusqlite::Connection::open(&unusable).unwrap().execute_batch(planted).unwrap();
    for (bytes, reason) in [
        (fs::read(&unusable).unwrap(), "the trigger planted of person is unknown"),
        (fs::read(site.db()).unwrap(), "has a write-ahead log, and cannot be followed"),
        (vec![b'x'; 4096], "is not a database of lms-appliance"),
    ] {
        fs::write(&unusable, bytes).unwrap();
        fs::rename(&unusable, &copy).unwrap();
        assert_eq!([health(&server), health(&server)], [503, 503]);
        server.wait_for_log(reason);
        publish(&site, &copy);
        assert_eq!(health(&server), 200);
    }
    fs::remove_file(&copy).unwrap();
    assert_eq!(health(&server), 503);
    publish(&site, &copy);
    assert_eq!(health(&server), 200);
    let log = server.stop().stderr;
    assert_eq!(log.matches("ALL REQUESTS ARE REFUSED").count(), 4, "{log}");

    for flags in [&["serve", "--follow"][..], &["serve", "--follow", "--metrics"]] {
        assert_eq!(site.lms(flags).status, 2);
    }
    let output = site.lms(&["serve", "--read-only", "--follow"]).refused();
    assert!(output.stderr.contains("cannot be followed"), "{output:?}");
}
