//! `serve --read-only --follow`: a copy that is replaced by newer ones while answers are being sent.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::Path;
use std::time::{Duration, SystemTime};

use crate::support::{PASSWORD, Request, Server, Site, USER, form_request, persons_site};

const LIST: &str = "GetAllBasicPersonInfo";

/// More persons than fit in the buffers between the service and a client that does not read.
fn many() -> String {
    let rows = (0..4000).map(|at| format!("X{at},Jan,{},x{at}@example.nl\n", "Jansen".repeat(30)));
    let head = "ExternalIdentifier,FirstName,FamilyName,Email\n".to_owned();
    rows.fold(head, |all, row| all + &row)
}

fn list() -> Request {
    form_request(LIST, &[("username", USER), ("password", PASSWORD)])
}

fn count(list: &str) -> usize {
    list.matches("<BasicPersonInfo>").count()
}

fn age(server: &Server, request: &Request) -> u64 {
    let answer = server.send(request);
    assert_eq!(answer.status, 200);
    answer.header("Copy-Age").expect("the copy's age").parse().expect("seconds")
}

/// Publishes a copy of the site's database as it is now.
fn publish(site: &Site, copy: &Path) {
    let next = site.path().join("next.sqlite");
    site.lms(&["backup", "--to", next.to_str().unwrap()]).ok();
    fs::rename(next, copy).unwrap();
}

#[test]
fn an_answer_keeps_its_copy_and_the_next_uses_the_newer_one() {
    let site = persons_site();
    site.import(&[("persons.csv", &many())]).ok();
    let copy = site.path().join("copy.sqlite");
    publish(&site, &copy);
    let path = copy.to_str().unwrap();
    let flags = ["--db", path, "--read-only", "--follow", "--metrics"];
    let server = site.serve(&flags);
    let before = count(server.send(&list()).text());
    let mut slow = server.connect();
    let request = list().header("Connection", "close");
    slow.write_all(&request.bytes("localhost")).unwrap();
    let mut begun = vec![0; 1000];
    slow.read_exact(&mut begun).unwrap();

    let one_more = "ExternalIdentifier,FirstName,FamilyName,Email\nNEW,An,Nieuw,an@example.nl\n";
    site.import(&[("persons.csv", one_more)]).ok();
    publish(&site, &copy);
    assert_eq!(count(server.send(&list()).text()), before + 1);
    slow.read_to_end(&mut begun).unwrap();
    let begun = String::from_utf8_lossy(&begun);
    assert_eq!(count(&begun), before);
    assert!(begun.contains("</ApiResponseOfListOfBasicPersonInfo>"));
    assert!(!begun.contains("NEW"));

    // every answer has its age
    assert!(age(&server, &list()) < 120 && age(&server, &Request::get("/healthz")) < 120);
    let an_hour_ago = SystemTime::now() - Duration::from_secs(3600);
    File::options().write(true).open(&copy).unwrap().set_modified(an_hour_ago).unwrap();
    assert!(age(&server, &Request::get("/healthz")) >= 3600);
    assert!(server.metric("lms_copy_age_seconds") >= 3600);
    let changed = server.form("UpdatePerson", &[]);
    assert_ne!(changed.status, 200);
}

#[test]
fn unusable_copies_are_logged_once_and_the_next_good_one_is_served() {
    let site = persons_site();
    let copy = site.path().join("copy.sqlite");
    publish(&site, &copy);
    let flags = ["--db", copy.to_str().unwrap(), "--read-only", "--follow"];
    let server = site.serve(&flags);
    let health = |server: &Server| server.send(&Request::get("/healthz")).status;
    assert_eq!(health(&server), 200);
    let strange = site.path().join("strange");
    publish(&site, &strange);
    let planted = "CREATE TRIGGER planted AFTER UPDATE ON person BEGIN DELETE FROM person; END";
    rusqlite::Connection::open(&strange).unwrap().execute_batch(planted).unwrap();
    for (what, reported) in [
        (fs::read(&strange).unwrap(), "the trigger planted of person is unknown"),
        (fs::read(site.db()).unwrap(), "has a write-ahead log, and cannot be followed"),
        (vec![b'x'; 4096], "is not a database of lms-appliance"),
    ] {
        fs::write(&strange, what).unwrap();
        fs::rename(&strange, &copy).unwrap();
        assert_eq!([health(&server), health(&server)], [503, 503]);
        server.wait_for_log_lines(1, reported);
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
    let with_a_log = site.lms(&["serve", "--read-only", "--follow"]).refused();
    assert!(with_a_log.stderr.contains("cannot be followed"), "{with_a_log:?}");
}
