//! Filters by data file, links to the next page, and requests that wait for a change.

use std::thread;

use super::*;
use crate::support::wait_until;

fn request(path: &str) -> Request {
    Request::get(&format!("/api/v1{path}")).header("Authorization", copying_client::CREDENTIAL)
}

fn link(server: &Server, path: &str) -> Option<String> {
    let response = server.send(&request(path));
    let link = response.header("Link")?.strip_suffix(">; rel=\"next\"").expect("a link").to_owned();
    Some(link.split_once("/api/v1").expect("an address").1.to_owned())
}

const GROUPS: (&str, &str) = ("groups.csv", "Name\nNieuw\n");

#[test]
fn a_filter_returns_the_changes_of_its_files_and_the_position_after_all() {
    let site = site();
    let server = site.serve(&[]);
    let before = newest(&server);
    assert!(update(&server, 1, "<PhoneNumber>06</PhoneNumber>"));
    site.import(&[GROUPS]).ok();
    assert!(update(&server, 2, "<PhoneNumber>07</PhoneNumber>"));
    let files = |query: &str| -> Vec<String> {
        let page = answer(&server, &format!("/changes?since={before}{query}"));
        changes(&page).iter().map(|change| change["file"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(files("&file=persons.csv"), ["persons.csv", "persons.csv"]);
    assert_eq!(files("&file=groups.csv"), ["groups.csv"]);
    assert_eq!(files("&file=groups.csv&FILE=persons.csv").len(), 3);
    assert_eq!(files("&file=steps.csv").len(), 0);
    // the position is after all changes, also those that the filter omits
    for file in ["persons.csv", "groups.csv", "steps.csv"] {
        let page = answer(&server, &format!("/changes?since={before}&file={file}"));
        assert_eq!((next(&page), page["more"].as_bool()), (newest(&server), Some(false)), "{file}");
    }
    let first = format!("/changes?since={before}&file=persons.csv&limit=1");
    let second = link(&server, &first).expect("a second page");
    assert_eq!(lines(&answer(&server, &second)).len(), 1);
    assert_ne!(lines(&answer(&server, &first)), lines(&answer(&server, &second)));
    assert_eq!(link(&server, &format!("/changes?since={before}")), None);
    assert!(link(&server, "/data-files/persons.csv?limit=1").expect("more rows").contains("limit=1&after="));
    for (query, reported) in
        [("file=x.csv", "persons.csv"), ("since=0&wait=61", "0 to 60"), ("since=0&wait=-1", "0 to 60")]
    {
        let (status, problem) = get(&server, &format!("/changes?{query}"));
        assert_eq!(status, 400, "{problem}");
        assert!(problem["detail"].as_str().unwrap().contains(reported), "{problem}");
    }
}

#[test]
fn a_waiting_request_gets_the_first_change_that_matches_its_filter() {
    let site = site();
    let server = site.serve(&[]);
    for filter in ["", "&file=groups.csv"] {
        let path = format!("/changes?since={}&wait=60{filter}", newest(&server));
        let page = thread::scope(|scope| {
            let waiting = scope.spawn(|| answer(&server, &path));
            if !filter.is_empty() {
                assert!(update(&server, 1, "<PhoneNumber>08</PhoneNumber>"));
            }
            // a change by another process
            site.import(&[GROUPS]).ok();
            waiting.join().expect("an answer")
        });
        let files: Vec<_> = changes(&page).iter().map(|change| change["file"].as_str().unwrap()).collect();
        assert_eq!(files, ["groups.csv"], "{filter}");
        // undone, so that the next import has a change
        let number = site.lms(&["imports", "--json"]).ok().stdout.lines().count();
        site.lms(&["imports", "undo", &number.to_string()]).ok();
    }
    // without a change, the response is empty
    let newest = newest(&server);
    let page = answer(&server, &format!("/changes?since={newest}&wait=1"));
    assert_eq!((changes(&page).len(), next(&page)), (0, newest));
}

#[test]
fn a_waiting_request_is_answered_when_the_service_stops() {
    let site = site();
    let server = site.serve(&["--metrics"]);
    let path = format!("/changes?since={}&wait=60", newest(&server));
    let metrics = || server.send(&Request::get("/metrics"));
    let response = thread::scope(|scope| {
        let waiting = scope.spawn(|| server.send(&request(&path)));
        wait_until("the request waits", || metrics().text().contains("lms_answers_in_flight 2"));
        server.begin_shutdown();
        waiting.join().expect("an answer")
    });
    assert_eq!(response.status, 200, "{}", response.text());
    assert!(response.text().starts_with("{\"changes\":[]"), "{}", response.text());
    let output = server.stop();
    assert_eq!(output.status, 0, "{}", output.stderr);
}

#[test]
fn rows_of_an_import_follow_the_rows_that_they_refer_to() {
    let site = site();
    let server = site.serve(&[]);
    let before = newest(&server);
    let head = "ExternalIdentifier,FirstName,FamilyName,Email,ManagerExternalIdentifier,DivisionName";
    let rows =
        "N1,A,B,n1@example.nl,N2,Onder\nN2,C,D,n2@example.nl,N3,\nN3,E,F,n3@example.nl,,\nN4,G,H,n4@example.nl,N4,\n";
    let divisions = "Name,ParentName\nOnder,Midden\nMidden,Boven\nBoven,\n";
    site.import(&[("persons.csv", &format!("{head}\n{rows}")), ("divisions.csv", divisions)]).ok();
    let page = answer(&server, &format!("/changes?since={before}"));
    let keys: Vec<_> = changes(&page).iter().map(|change| change["key"][0]["value"].as_str().unwrap()).collect();
    // a person who is his own manager comes last
    assert_eq!(keys, ["Boven", "Midden", "Onder", "N3", "N2", "N1", "N4"]);
}
