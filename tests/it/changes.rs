//! `changes` and `data-files`: a client that uses only these operations ([`copying_client`]) has the same data as an export
//! after any changes. The operations do not return deleted data.

mod copying_client;
mod polling_client;
mod position_history;
mod random_changes;
mod waiting_requests;

use std::collections::BTreeMap;
use std::fs;

use copying_client::{Copy, answer, changes, exported, get, next};
use serde_json::Value;

use crate::support::{Dialect, Fixture, PASSWORD, Request, Server, Site, USER, persons_site, reports_site};

/// Creates a [`persons_site`] with a credential that may also read data files and changes.
fn site() -> Site {
    static FIXTURE: Fixture = Fixture::new();
    FIXTURE.copy(|| {
        let site = persons_site();
        site.lms(&["credential", "grant", USER, "Changes", "DataFile"]).ok();
        site
    })
}

/// Returns the changes of a response as `number file row kind column=value …`.
fn lines(answer: &Value) -> Vec<String> {
    let line = |change: &Value| {
        let cells = change["cells"].as_array().unwrap().iter().map(|cell| {
            let text = |name: &str| cell[name].as_str().unwrap().to_owned();
            format!(" {}={}", text("column"), text("value"))
        });
        format!(
            "{} {} {} {}{}",
            change["number"],
            change["file"].as_str().unwrap(),
            change["row"],
            change["kind"].as_str().unwrap(),
            cells.collect::<String>()
        )
    };
    changes(answer).iter().map(line).collect()
}

/// Returns all changes after a position, like [`lines`].
#[track_caller]
fn since(server: &Server, position: &str) -> Vec<String> {
    lines(&answer(server, &format!("/changes?since={position}")))
}

/// Returns the newest position.
#[track_caller]
fn newest(server: &Server) -> String {
    next(&answer(server, "/changes"))
}

/// Returns the position after the change with this number.
#[track_caller]
fn after(server: &Server, number: i64) -> String {
    next(&answer(server, &format!("/changes?since=0&limit={number}")))
}

#[track_caller]
fn update(server: &Server, id: i64, fields: &str) -> bool {
    let inner = format!("<servicePersonId>{id}</servicePersonId><personUpdate>{fields}</personUpdate>");
    let answer = server.soap(Dialect::Soap12, "UpdatePerson", &inner);
    answer.text().contains("<Success>true</Success>")
}

/// Asserts that a position is refused with 410, and returns the position from which the client should continue.
#[track_caller]
fn assert_gone(server: &Server, position: &str) -> String {
    let (status, problem) = get(server, &format!("/changes?since={position}"));
    assert_eq!(status, 410, "{problem}");
    let code = problem["type"].as_str().unwrap();
    assert!(code.ends_with("/problems/gone"), "{problem}");
    let detail = problem["detail"].as_str().unwrap();
    let (_, next) = detail.rsplit_once("since=").expect(detail);
    next.trim_end_matches('.').to_owned()
}

// the example of docs/changes.md
#[test]
fn a_change_identifies_its_row() {
    let site = site();
    let server = site.serve(&[]);
    let before = newest(&server);
    let number = changes(&answer(&server, "/changes?since=0")).len();
    assert!(update(&server, 4, "<Email>dirk@new.nl</Email><FunctionName>Kok</FunctionName>"));
    let reported = answer(&server, &format!("/changes?since={before}"));
    assert_eq!(
        lines(&reported),
        [
            format!("{} functions.csv 3 created Id=3 Name=Kok", number + 1),
            format!("{} persons.csv 4 changed Email=dirk@new.nl FunctionName=Kok", number + 2),
        ]
    );
    let newest = newest(&server);
    assert_eq!(reported["next"], newest);
    assert_eq!(reported["more"], false);
    let change = &changes(&reported)[1];
    let names: Vec<_> = change.as_object().unwrap().keys().collect();
    assert_eq!(names.len(), 7, "{names:?}");
    let key = serde_json::json!([{ "column": "ExternalIdentifier", "value": "E004", "person": null }]);
    assert_eq!(change["key"], key);
    let moment = change["moment"].as_str().unwrap();
    assert!(moment.len() == 25 && moment.contains('T'), "{moment}");
    // without changes the page is empty; a manager is also identified by number
    let none = answer(&server, &format!("/changes?since={newest}"));
    assert_eq!(none["next"], newest);
    assert_eq!((changes(&none).len(), &none["more"]), (0, &Value::Bool(false)));
    assert!(update(&server, 5, "<ManagerExternalIdentifier>E002</ManagerExternalIdentifier>"));
    let reported = answer(&server, &format!("/changes?since={newest}"));
    assert_eq!(changes(&reported)[0]["cells"][0]["person"], 2);
}

#[test]
fn each_row_of_an_undo_is_a_change() {
    let site = site();
    let server = site.serve(&[]);
    let mut copy = Copy::load(&server, 2);
    let before = copy.next.clone();
    site.import(&[
        ("groups.csv", "Id,Name\n7,BHV\n"),
        ("group_members.csv", "GroupName,PersonExternalIdentifier\nBHV,E001\nBHV,E002\n"),
        ("persons.csv", "ExternalIdentifier,PhoneNumber\nE005,\n00005,06\n"),
    ])
    .refused();
    assert_eq!(newest(&server), before, "a refused import has no changes");
    site.import(&[
        ("groups.csv", "Id,Name\n7,BHV\n"),
        ("group_members.csv", "GroupName,PersonExternalIdentifier\nBHV,E001\nBHV,E002\n"),
        ("persons.csv", "ExternalIdentifier,PhoneNumber\n00005,06\n"),
    ])
    .ok();
    assert_eq!(copy.poll(&server, 1), 4);
    assert_eq!(copy.data(), exported(&site));
    site.lms(&["imports", "undo", "2"]).ok();
    let undone = since(&server, &copy.next);
    let removed: Vec<_> = undone.iter().filter(|line| line.ends_with(" removed")).collect();
    assert_eq!((undone.len(), removed.len()), (4, 3), "{undone:?}");
    let key = answer(&server, &format!("/changes?since={}", copy.next));
    let member = changes(&key).iter().find(|change| change["file"] == "group_members.csv");
    assert_eq!(member.unwrap()["key"][0]["value"], "BHV", "the key of a removed row");
    assert_eq!(copy.poll(&server, 1), 4);
    assert_eq!(copy.data(), exported(&site));
    // the same rows are created again
    site.lms(&["imports", "undo", "3"]).ok();
    assert_eq!(copy.poll(&server, 1), 4);
    assert_eq!(copy.data(), exported(&site));
    let mut late = Copy::load(&server, 10_000);
    late.next = before;
    assert_eq!(late.poll(&server, 3), 12, "changes may be applied twice");
    assert_eq!(late.data(), exported(&site));
}

#[test]
fn a_change_and_its_reversal_are_two_events() {
    let site = site();
    let server = site.serve(&[]);
    let mut copy = Copy::load(&server, 1000);
    for phone in ["1", ""] {
        assert!(update(&server, 4, &format!("<PhoneNumber>{phone}</PhoneNumber>")));
    }
    let twice = since(&server, &copy.next);
    assert!(twice.iter().all(|line| line.ends_with("changed PhoneNumber=")), "not the present value: {twice:?}");
    assert_eq!(copy.poll(&server, 1), 2);
    assert_eq!(copy.data(), exported(&site));
}

// identifiers move to other persons, and a removed row refers to the former owner
#[test]
fn rows_that_refer_to_a_person_follow_a_changed_identifier() {
    let site = site();
    site.import(&[
        ("groups.csv", "Name\nBHV\nOR\n"),
        ("group_members.csv", "GroupName,PersonExternalIdentifier\nBHV,E001\nBHV,E002\nOR,E002\n"),
    ])
    .ok();
    let server = site.serve(&[]);
    let mut copy = Copy::load(&server, 1);
    let rename = |id, identifier: &str| {
        let field = format!("<ExternalIdentifier>{identifier}</ExternalIdentifier>");
        assert!(update(&server, id, &field), "{id} {identifier}");
    };
    rename(2, "E900");
    rename(1, "E002");
    rename(2, "E001");
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("group_members.csv"), "GroupName,PersonExternalIdentifier\nBHV,E001\n").unwrap();
    let path = folder.path().to_str().unwrap();
    site.lms(&["import", path, "--replace", "--max-removals", "2"]).ok();
    rename(1, "E901");
    copy.poll(&server, 2);
    assert_eq!(copy.data(), exported(&site));
    assert_eq!(copy.data()["group_members.csv"].len(), 1);
}

// "An anonymised person is a tombstone without values"
#[test]
fn anonymised_persons_have_no_cells() {
    let site = site();
    let server = site.serve(&[]);
    let mut ahead = Copy::load(&server, 1000);
    let begin = ahead.next.clone();
    site.import(&[
        ("groups.csv", "Name\nBHV\n"),
        ("group_members.csv", "GroupName,PersonExternalIdentifier\nBHV,E003\n"),
        (
            "persons.csv",
            "ExternalIdentifier,Email,PhoneNumber,ManagerExternalIdentifier\nE003,carla@new.nl,0612345,\n00005,eva@example.nl,,E003\n",
        ),
    ])
    .ok();
    ahead.poll(&server, 1000);
    site.lms(&["imports", "undo", "2"]).ok();
    site.lms(&["person", "anonymise", "E003", "--yes"]).ok();
    // includes the first import, which created the person
    let reported = answer(&server, "/changes?since=0");
    let of_person = changes(&reported).iter().filter(|change| change["file"] == "persons.csv" && change["row"] == 3);
    let of_person: Vec<_> = of_person.collect();
    assert_eq!(of_person.len(), 4);
    for change in &of_person {
        assert_eq!(change["kind"], "anonymised");
        assert_eq!(change["key"][0]["value"], "anonymised-3");
        assert_eq!(change["cells"], serde_json::json!([]));
    }
    let file = answer(&server, "/data-files/persons.csv");
    for trace in ["E003", "carla", "Carla", "Vries", "0612345", "2019-02-01"] {
        assert!(!reported.to_string().contains(trace), "{trace}");
        assert!(!file.to_string().contains(trace), "{trace}");
    }
    ahead.poll(&server, 1);
    assert_eq!(ahead.data(), exported(&site));
    let mut behind = Copy::load(&server, 1000);
    assert_eq!(behind.data(), exported(&site));
    behind.next = begin;
    behind.poll(&server, 1);
    assert_eq!(behind.data(), exported(&site));
}

#[test]
fn pruned_positions_are_refused_with_410_and_new_copies_continue() {
    let site = site();
    let server = site.serve(&[]);
    let first = newest(&server);
    site.import(&[("functions.csv", "Name\nKok\n")]).ok();
    assert!(update(&server, 4, "<PhoneNumber>06</PhoneNumber>"));
    let last = newest(&server);
    site.lms(&["audit", "--prune-before", "2100-01-01"]).ok();
    // the changes of the import and of the call are pruned; only the newest position is valid
    for position in ["0", &first] {
        assert_eq!(assert_gone(&server, position), last, "{position}");
    }
    assert_eq!(since(&server, &last), [""; 0]);
    let mut copy = Copy::load(&server, 2);
    assert_eq!(copy.next, last);
    assert!(update(&server, 4, "<PhoneNumber>07</PhoneNumber>"));
    assert_eq!(copy.poll(&server, 2), 1);
    assert_eq!(since(&server, &last).len(), 1);
    assert_eq!(copy.data(), exported(&site));
    assert_eq!(assert_gone(&server, &first), newest(&server));
}

#[test]
fn parameters_out_of_range_are_refused_with_the_range() {
    let site = reports_site();
    site.lms(&["credential", "grant", USER, "Changes", "DataFile"]).ok();
    let server = site.serve(&[]);
    for (path, status, detail) in [
        ("/changes?limit=0", 400, "limit must be 1 to 10000."),
        ("/changes?since=0&limit=10001", 400, "limit must be 1 to 10000."),
        (
            "/changes?since=-1",
            400,
            "Invalid value for parameter since: -1. Allowed is 0, or next of an earlier answer.",
        ),
        ("/data-files/steps.csv?after=-1", 400, "Invalid value for parameter after: -1."),
        ("/changes?since=yesterday", 400, "Invalid value for parameter since: yesterday."),
        (
            "/data-files/person.csv",
            400,
            "Invalid value for parameter file: person.csv. Allowed is account_levels.csv, ",
        ),
    ] {
        let (reported, problem) = get(&server, path);
        let text = problem["detail"].as_str().unwrap();
        assert_eq!(reported, status, "{path}: {problem}");
        assert!(text.starts_with(detail), "{path}: {text}");
    }
    // rows that `init` creates are in the data files, and are not changes
    assert_eq!(since(&server, "0"), [""; 0]);
    let levels = answer(&server, "/data-files/account_levels.csv?limit=3");
    assert_eq!(changes(&levels)[2]["number"], Value::Null);
    assert_eq!(changes(&levels)[2]["moment"], Value::Null);
    assert_eq!(levels["more"], true);
    let other = format!("/data-files/functions.csv?limit=1&after={}", next(&levels));
    assert_eq!(get(&server, &other).0, 400, "a position of another data file");
    let rest = answer(&server, &format!("/data-files/account_levels.csv?after={}", next(&levels)));
    assert_eq!(changes(&rest)[0]["row"], 4);
}

#[test]
fn changes_are_not_offered_in_xml() {
    let site = reports_site();
    site.add_credential("other", PASSWORD, &["provisioning"]);
    site.add_credential("named", PASSWORD, &["Changes"]);
    let server = site.serve(&[]);
    for operation in ["Changes", "DataFile"] {
        let answer = server.form(operation, &[]);
        assert_eq!(answer.status, 404);
        assert!(answer.text().contains("Unknown operation"), "{}", answer.text());
        let answer = server.soap(Dialect::Soap12, operation, "");
        assert!(answer.text().contains("Unknown operation"), "{}", answer.text());
    }
    let wsdl = server.send(&Request::get(&format!("{}?WSDL", crate::support::PATH)));
    for name in ["Changes", "DataFile"] {
        assert!(!wsdl.text().contains(&format!("\"{name}")), "{name}");
    }
    let status = |credential: &str| {
        let request = Request::get("/api/v1/changes").header("Authorization", credential);
        server.send(&request).status
    };
    // the credentials `other` and `named`
    assert_eq!(status("Basic b3RoZXI6c3RpbHp3aWpnZW5k"), 403);
    assert_eq!(status("Basic bmFtZWQ6c3RpbHp3aWpnZW5k"), 200);
}
