//! `changes` and `data-files`: a client that uses only these operations has the same data as an export, whatever changes
//! meanwhile ([`copying_client`] is such a client). The operations return nothing that was deleted.

mod copying_client;
mod polling_client;
mod position_history;
mod random_changes;
mod waiting_requests;

use std::collections::BTreeMap;
use std::fs;

use copying_client::{Copy, answer, ask, changes, exported, next};
use serde_json::Value;

use crate::support::{Dialect, Fixture, PASSWORD, Request, Server, Site, USER, persons_site, reports_site};

/// [`persons_site`] whose credential may read data files and changes too.
fn site() -> Site {
    static FIXTURE: Fixture = Fixture::new();
    FIXTURE.copy(|| {
        let site = persons_site();
        site.lms(&["credential", "grant", USER, "Changes", "DataFile"]).ok();
        site
    })
}

/// The entries as `number file row kind column=value …`.
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

/// Returns the lines of all changes after a position.
#[track_caller]
fn since(server: &Server, position: &str) -> Vec<String> {
    lines(&answer(server, &format!("/changes?since={position}")))
}

/// The newest position.
#[track_caller]
fn newest(server: &Server) -> String {
    next(&answer(server, "/changes"))
}

/// The position after a change, as an answer that ends with it gives it.
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

/// Checks the refusal of a pruned position, and returns the position from which to continue.
#[track_caller]
fn gone(server: &Server, position: &str) -> String {
    let (status, problem) = ask(server, &format!("/changes?since={position}"));
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
    // without news the page is empty; the manager is also identified by number
    let none = answer(&server, &format!("/changes?since={newest}"));
    assert_eq!(none["next"], newest);
    assert_eq!((changes(&none).len(), &none["more"]), (0, &Value::Bool(false)));
    assert!(update(&server, 5, "<ManagerExternalIdentifier>E002</ManagerExternalIdentifier>"));
    let reported = answer(&server, &format!("/changes?since={newest}"));
    assert_eq!(changes(&reported)[0]["cells"][0]["person"], 2);
}

#[test]
fn undos_and_their_undos_are_changes_one_at_a_time() {
    let site = site();
    let server = site.serve(&[]);
    let mut copy = Copy::begun(&server, 2);
    let before = copy.next.clone();
    site.import(&[
        ("groups.csv", "Id,Name\n7,BHV\n"),
        ("group_members.csv", "GroupName,PersonExternalIdentifier\nBHV,E001\nBHV,E002\n"),
        ("persons.csv", "ExternalIdentifier,PhoneNumber\nE005,\n00005,06\n"),
    ])
    .refused();
    assert_eq!(newest(&server), before, "what is refused is no change");
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
    assert_eq!(member.unwrap()["key"][0]["value"], "BHV", "a row that is gone had this key");
    assert_eq!(copy.poll(&server, 1), 4);
    assert_eq!(copy.data(), exported(&site));
    // the same rows are created again
    site.lms(&["imports", "undo", "3"]).ok();
    assert_eq!(copy.poll(&server, 1), 4);
    assert_eq!(copy.data(), exported(&site));
    let mut late = Copy::begun(&server, 10_000);
    late.next = before;
    assert_eq!(late.poll(&server, 3), 12, "what is taken twice does no harm");
    assert_eq!(late.data(), exported(&site));
}

#[test]
fn a_change_and_its_reversal_are_two_events() {
    let site = site();
    let server = site.serve(&[]);
    let mut copy = Copy::begun(&server, 1000);
    for phone in ["1", ""] {
        assert!(update(&server, 4, &format!("<PhoneNumber>{phone}</PhoneNumber>")));
    }
    let twice = since(&server, &copy.next);
    assert!(twice.iter().all(|line| line.ends_with("changed PhoneNumber=")), "as it is now: {twice:?}");
    assert_eq!(copy.poll(&server, 1), 2);
    assert_eq!(copy.data(), exported(&site));
}

// identifiers change hands, and a removed row names its former owner
#[test]
fn rows_that_refer_to_a_person_follow_a_changed_identifier() {
    let site = site();
    site.import(&[
        ("groups.csv", "Name\nBHV\nOR\n"),
        ("group_members.csv", "GroupName,PersonExternalIdentifier\nBHV,E001\nBHV,E002\nOR,E002\n"),
    ])
    .ok();
    let server = site.serve(&[]);
    let mut copy = Copy::begun(&server, 1);
    let renamed = |id, identifier: &str| {
        let field = format!("<ExternalIdentifier>{identifier}</ExternalIdentifier>");
        assert!(update(&server, id, &field), "{id} {identifier}");
    };
    renamed(2, "E900");
    renamed(1, "E002");
    renamed(2, "E001");
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("group_members.csv"), "GroupName,PersonExternalIdentifier\nBHV,E001\n").unwrap();
    let path = folder.path().to_str().unwrap();
    site.lms(&["import", path, "--replace", "--max-removals", "2"]).ok();
    renamed(1, "E901");
    copy.poll(&server, 2);
    assert_eq!(copy.data(), exported(&site));
    assert_eq!(copy.data()["group_members.csv"].len(), 1);
}

// "An anonymised person is a tombstone without values"
#[test]
fn anonymised_persons_have_no_cells() {
    let site = site();
    let server = site.serve(&[]);
    let mut ahead = Copy::begun(&server, 1000);
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
    // the first import is reported too: it created her
    let reported = answer(&server, "/changes?since=0");
    let of_her = changes(&reported).iter().filter(|change| change["file"] == "persons.csv" && change["row"] == 3);
    let of_her: Vec<_> = of_her.collect();
    assert_eq!(of_her.len(), 4);
    for change in &of_her {
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
    let mut behind = Copy::begun(&server, 1000);
    assert_eq!(behind.data(), exported(&site));
    behind.next = begin;
    behind.poll(&server, 1);
    assert_eq!(behind.data(), exported(&site));
}

#[test]
fn pruned_positions_are_410_and_new_copies_continue() {
    let site = site();
    let server = site.serve(&[]);
    let first = newest(&server);
    site.import(&[("functions.csv", "Name\nKok\n")]).ok();
    assert!(update(&server, 4, "<PhoneNumber>06</PhoneNumber>"));
    let last = newest(&server);
    site.lms(&["audit", "--prune-before", "2100-01-01"]).ok();
    // the persons of the first import are missing, and so is the call; the newest position stays valid
    for position in ["0", &first] {
        assert_eq!(gone(&server, position), last, "{position}");
    }
    assert_eq!(since(&server, &last), [""; 0]);
    let mut copy = Copy::begun(&server, 2);
    assert_eq!(copy.next, last);
    assert!(update(&server, 4, "<PhoneNumber>07</PhoneNumber>"));
    assert_eq!(copy.poll(&server, 2), 1);
    assert_eq!(since(&server, &last).len(), 1);
    assert_eq!(copy.data(), exported(&site));
    assert_eq!(gone(&server, &first), newest(&server));
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
        let (reported, problem) = ask(&server, path);
        let text = problem["detail"].as_str().unwrap();
        assert_eq!(reported, status, "{path}: {problem}");
        assert!(text.starts_with(detail), "{path}: {text}");
    }
    // rows of a new database are no changes, and are in the data files
    assert_eq!(since(&server, "0"), [""; 0]);
    let levels = answer(&server, "/data-files/account_levels.csv?limit=3");
    assert_eq!(changes(&levels)[2]["number"], Value::Null);
    assert_eq!(changes(&levels)[2]["moment"], Value::Null);
    assert_eq!(levels["more"], true);
    let other = format!("/data-files/functions.csv?limit=1&after={}", next(&levels));
    assert_eq!(ask(&server, &other).0, 400, "a position of another data file");
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
    let asked = |credential: &str| {
        let request = Request::get("/api/v1/changes").header("Authorization", credential);
        server.send(&request).status
    };
    // other and named
    assert_eq!(asked("Basic b3RoZXI6c3RpbHp3aWpnZW5k"), 403);
    assert_eq!(asked("Basic bmFtZWQ6c3RpbHp3aWpnZW5k"), 200);
}
