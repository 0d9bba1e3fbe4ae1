//! A position belongs to a history of changes. It is refused after a restore or on a copied database whose history differs.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::copying_client::{Copy, answer, changes, exported, get, next};
use super::{after, assert_gone, newest, since, site, update};
use crate::support::{PASSWORD, Request, Server, Site, USER};

const PHONE: &str = "ExternalIdentifier,PhoneNumber\nE004,";

#[track_caller]
fn import_phone(site: &Site, number: &str) {
    site.import(&[("persons.csv", &format!("{PHONE}{number}\n"))]).ok();
}

/// Returns a site whose database is a copy of this file.
fn copy_site(file: &Path) -> Site {
    let site = Site::empty();
    fs::copy(file, site.db()).unwrap();
    site
}

fn path(site: &Site, file: &str) -> String {
    site.path().join(file).to_str().unwrap().to_owned()
}

#[test]
fn positions_are_refused_after_a_restore_of_a_longer_history() {
    let site = site();
    site.lms(&["backup", "--to", "first.sqlite"]).ok();
    let other = Site::empty();
    other.lms(&["restore", "--from", &path(&site, "first.sqlite")]).ok();
    for number in ["1", "2", "3"] {
        import_phone(&other, number);
    }
    other.lms(&["backup", "--to", "longer.sqlite"]).ok();

    let server = site.serve(&[]);
    let mut copy = Copy::load(&server, 1000);
    let first = copy.next.clone();
    import_phone(&site, "06");
    assert_eq!(copy.poll(&server, 1000), 1);
    server.stop();
    site.lms(&["restore", "--from", &path(&other, "longer.sqlite")]).ok();
    let server = site.serve(&[]);
    for position in [&first, &copy.next] {
        assert_eq!(assert_gone(&server, position), newest(&server), "{position}");
    }
    // position 0 belongs to every history, and a new copy is complete
    assert_eq!(since(&server, "0").len(), changes(&answer(&server, "/changes?since=0")).len());
    let mut copy = Copy::load(&server, 1000);
    assert_eq!(copy.poll(&server, 1000), 0);
    assert_eq!(copy.data(), exported(&site));
}

#[test]
fn positions_are_refused_after_a_restore_of_a_shorter_history() {
    let site = site();
    site.lms(&["backup", "--to", "copy.sqlite"]).ok();
    let server = site.serve(&[]);
    let saved = newest(&server);
    assert!(update(&server, 4, "<PhoneNumber>06</PhoneNumber>"));
    let ahead = newest(&server);
    // the position of the backup's newest change, returned when a newer change existed
    let level = after(&server, since(&server, "0").len() as i64 - 1);
    server.stop();
    site.lms(&["restore", "--from", "copy.sqlite"]).ok();
    let server = site.serve(&[]);
    let all = [&ahead, &level, &saved];
    all.iter().for_each(|position| assert_eq!(assert_gone(&server, position), newest(&server), "{position}"));
    // new changes get the numbers of the lost ones
    assert!(update(&server, 4, "<Email>other@example.nl</Email>"));
    assert!(update(&server, 4, "<Email>another@example.nl</Email>"));
    all.iter().for_each(|position| assert_eq!(assert_gone(&server, position), newest(&server), "{position}"));
}

#[test]
fn positions_after_the_copy_of_a_database_are_refused_by_the_other_one() {
    let site = site();
    let other = copy_site(&site.db());
    let server = site.serve(&[]);
    let common = newest(&server);
    import_phone(&site, "1");
    import_phone(&other, "2");
    let other = other.serve(&[]);
    assert_eq!(since(&other, &common).len(), 1, "the common history");
    assert_eq!(assert_gone(&other, &newest(&server)), newest(&other));
    assert_eq!(assert_gone(&server, &newest(&other)), newest(&server));
    // with more changes than the other side
    let far = newest(&server);
    import_phone(&site, "3");
    let farther = newest(&server);
    for position in [far, farther] {
        assert_eq!(assert_gone(&other, &position), newest(&other), "{position}");
    }
}

#[test]
fn positions_in_a_data_file_are_refused_after_a_restore() {
    let site = site();
    let server = site.serve(&[]);
    site.lms(&["backup", "--to", "copy.sqlite"]).ok();
    let page = answer(&server, "/data-files/persons.csv?limit=2");
    let path = format!("/data-files/persons.csv?limit=2&after={}", next(&page));
    assert_eq!(changes(&answer(&server, &path))[0]["row"], 3);
    server.stop();
    site.lms(&["restore", "--from", "copy.sqlite"]).ok();
    let server = site.serve(&[]);
    assert_eq!(get(&server, &path).0, 410);
}

#[test]
fn a_followed_copy_reports_that_it_is_behind() {
    let site = site();
    let copy = path(&site, "copy.sqlite");
    let publish = || {
        site.lms(&["backup", "--to", "next.sqlite"]).ok();
        fs::rename(site.path().join("next.sqlite"), &copy).unwrap();
    };
    publish();
    let server = site.serve(&[]);
    let follower = site.serve(&["--db", &copy, "--read-only", "--follow"]);
    let common = newest(&server);
    assert_eq!(newest(&follower), common);
    import_phone(&site, "1");
    let ahead = newest(&server);
    let get_from_follower = || {
        let request = Request::get(&format!("/api/v1/changes?since={ahead}"));
        follower.send(&request.header("Authorization", super::copying_client::CREDENTIAL))
    };
    let behind = get_from_follower();
    assert_eq!((behind.status, behind.header("Retry-After")), (503, Some("30")), "{}", behind.text());
    assert!(behind.text().contains("/problems/behind"), "{}", behind.text());
    publish();
    assert_eq!(get_from_follower().status, 200);
    assert_eq!(since(&follower, &common).len(), 1);
    // without --follow, a read-only service never gets newer data
    let other = site.serve(&["--db", &copy, "--read-only"]);
    import_phone(&site, "2");
    assert_gone(&other, &newest(&server));
    // the followed copy is replaced by one with another history
    let foreign = Site::empty();
    foreign.lms(&["restore", "--from", &copy]).ok();
    foreign.lms(&["backup", "--to", "next.sqlite"]).ok();
    fs::rename(foreign.path().join("next.sqlite"), &copy).unwrap();
    assert_gone(&follower, &ahead);
}

#[test]
fn positions_of_the_first_version_of_the_api_are_refused() {
    let site = site();
    let server = site.serve(&[]);
    assert_eq!(assert_gone(&server, "1"), newest(&server));
    assert_eq!(assert_gone(&server, "9223372036854775807"), newest(&server));
    assert_eq!(get(&server, "/changes?since=9223372036854775808").0, 400);
}

// rows of course blocks have numbers beyond 32 bits
#[test]
fn the_documented_program_keeps_a_copy_of_course_blocks() {
    let site = Site::empty();
    let server = site.serve_demo(&["--persons", "200", "--trainings", "1050"]);
    let add = ["credential", "add", USER, "--grant", "all", "--password-stdin", "--db", "demo.sqlite"];
    site.lms_with_input(&add, &format!("{PASSWORD}\n")).ok();
    let first = answer(&server, "/data-files/trainings.csv?limit=1&after=2000000000");
    let row = changes(&first)[0]["row"].as_i64().unwrap();
    assert!(row > i64::from(i32::MAX), "{first}");
    let second = answer(&server, &format!("/data-files/trainings.csv?limit=1&after={}", next(&first)));
    assert!(changes(&second)[0]["row"].as_i64().unwrap() > row, "{second}");

    let openapi = answer(&server, "/openapi.json");
    let text = openapi.to_string();
    assert!(text.contains("int64"), "64-bit numbers are declared");
    let change = &openapi["components"]["schemas"]["Change"]["properties"];
    for name in ["row", "number"] {
        assert_eq!(change[name]["format"], "int64", "{change}");
    }

    // replaces the Python module `requests`
    let modules = site.path().join("modules");
    fs::create_dir(&modules).unwrap();
    fs::write(modules.join("requests.py"), REQUESTS).unwrap();
    let run_program = |server: &Server| {
        let output = Command::new("python3")
            .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/rest/keep_copy.py"))
            .arg(site.path().join("copy.json"))
            .env("PYTHONPATH", &modules)
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .env("LMS_URL", format!("http://{}", server.address))
            .env("LMS_USER", USER)
            .env("LMS_PASSWORD", PASSWORD)
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(run_program(&server).contains(" rows of 27 files"));
    let folder = site.path().join("data");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("functions.csv"), "Name\nKok van dienst\n").unwrap();
    site.lms(&["import", folder.to_str().unwrap(), "--db", "demo.sqlite"]).ok();
    assert!(run_program(&server).contains("functions.csv"), "the second run applies the change");
}

const REQUESTS: &str = r#"
import base64, json, urllib.error, urllib.parse, urllib.request

class Answer:
    def __init__(self, status, body):
        self.status_code, self.ok, self.body = status, status < 400, body
    def json(self):
        return json.loads(self.body)

def get(url, params, auth, timeout):
    request = urllib.request.Request(url + ("?" + urllib.parse.urlencode(params) if params else ""))
    request.add_header("Authorization", "Basic " + base64.b64encode(b":".join(auth)).decode())
    try:
        with urllib.request.urlopen(request, timeout=timeout) as answer:
            return Answer(answer.status, answer.read())
    except urllib.error.HTTPError as error:
        return Answer(error.code, error.read())
"#;
