//! Prefetching: a response that two threads make is from one snapshot, and has the same bytes as a response of one thread.

use std::collections::BTreeSet;
use std::fs;
use std::sync::mpsc::{TryRecvError, channel};
use std::thread;

use rusqlite::Connection;

use crate::support::{Dialect, Server, Site, granted_site};

/// Makes more than three batches of rows.
const PERSONS: u32 = 1700;

/// Creates a site in which every person has a result.
fn site() -> Site {
    let mut persons = String::from("ExternalIdentifier,FirstName,FamilyName,Email\n");
    let mut results = String::from("PersonExternalIdentifier,TrainingCode,FinishedAt,ValidUntil,Version\n");
    for person in 1..=PERSONS {
        persons += &format!("E{person},A,Berg,e{person}@example.nl\n");
        results += &format!("E{person},T1,2026-01-01,never,A\n");
    }
    let site = granted_site();
    let files = [
        ("persons.csv", persons.as_str()),
        ("steps.csv", "Title\nBasis\n"),
        ("categories.csv", "StepTitle,Title\nBasis,Zorg\n"),
        ("trainings.csv", "Code,Type,Title,StepTitle,CategoryTitle\nT1,Learning,Reanimatie,Basis,Zorg\n"),
        ("results.csv", results.as_str()),
    ];
    site.import(&files).ok();
    site
}

/// Returns the set of the persons' first names and the results' versions in a response.
fn names_and_versions(server: &Server) -> BTreeSet<String> {
    let range = [("fromDate", "2026-01-01"), ("toDate", "2026-12-31")];
    let answer = server.form("CompletedCourses", &range);
    let answer = answer.text();
    let values = ["Voornaam", "Versie"].map(|name| {
        let tag = format!("<{name}>");
        let values = answer.split(&tag).skip(1).map(|rest| rest.split('<'));
        let values: Vec<_> = values.filter_map(|mut rest| rest.next()).collect();
        assert_eq!(values.len(), PERSONS as usize, "{name}");
        values
    });
    values.into_iter().flatten().map(str::to_owned).collect()
}

#[test]
fn rows_and_their_lookups_are_from_one_snapshot() {
    let site = site();
    let server = site.serve(&[]);
    let change = |to: &str| {
        let database = Connection::open(site.db()).unwrap();
        let change = format!(
            "BEGIN IMMEDIATE; UPDATE person SET first_name = '{to}' WHERE id > 0;
             UPDATE FinishedModule SET version = '{to}'; COMMIT"
        );
        database.execute_batch(&change).unwrap();
    };
    let (reading, is_reading) = channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            while is_reading.try_recv() != Err(TryRecvError::Disconnected) {
                ["B", "A"].into_iter().for_each(change);
            }
        });
        for _ in 0..60 {
            // all rows and lookups have the value of the same change
            let values = names_and_versions(&server);
            assert_eq!(values.len(), 1, "{values:?}");
        }
        drop(reading);
    });
}

/// Creates a site with a catalog of nested lists of different lengths.
fn catalog_site() -> Site {
    let mut persons = String::from("ExternalIdentifier,FirstName,FamilyName,Email\n");
    let mut trainings = String::from("Code,Type,Title,StepTitle,CategoryTitle,IsVisibleInCatalog\n");
    let mut trainers = String::from("TrainingCode,PersonExternalIdentifier\n");
    let mut classes = String::from("Code,TrainingCode,Name\n");
    let mut dates = String::from("ClassCode,Date,From,Till,LocationName\n");
    for training in 1..=60 {
        persons += &format!("E{training},A,Berg,e{training}@example.nl\n");
        trainings += &format!("T{training},Learning,Titel {training},Basis,Zorg,true\n");
        for trainer in 1..=training % 9 {
            trainers += &format!("T{training},E{trainer}\n");
        }
        for class in 1..=training % 7 {
            classes += &format!("T{training}-{class},T{training},Klas {class}\n");
            for day in 1..=1 + training % 3 {
                dates += &format!("T{training}-{class},2098-0{class}-0{day},09:00,12:00,Zaal {day}\n");
            }
        }
    }
    let site = granted_site();
    let files = [
        ("persons.csv", persons.as_str()),
        ("steps.csv", "Title\nBasis\n"),
        ("categories.csv", "StepTitle,Title\nBasis,Zorg\n"),
        ("trainings.csv", trainings.as_str()),
        ("training_trainers.csv", trainers.as_str()),
        ("classes.csv", classes.as_str()),
        ("class_dates.csv", dates.as_str()),
    ];
    site.import(&files).ok();
    site
}

#[test]
fn two_threads_make_the_same_response_as_one() {
    let site = catalog_site();
    let two_threads = site.serve(&[]);
    let [copy, next] = ["copy.sqlite", "next.sqlite"].map(|name| site.path().join(name));
    let publish = || {
        site.lms(&["backup", "--to", next.to_str().unwrap()]).ok();
        fs::rename(&next, &copy).unwrap();
    };
    publish();
    // a server that follows a copy uses one thread for a response
    let one_thread = site.serve(&["--db", copy.to_str().unwrap(), "--read-only", "--follow"]);
    // titles of different lengths, because the second thread starts at the row that exceeds 64 KiB
    for longer in ["", " van de lijst", " die nog veel langer is dan die andere"] {
        let database = Connection::open(site.db()).unwrap();
        let titles = format!("UPDATE LearningModule SET title = title || '{longer}'");
        database.execute_batch(&titles).unwrap();
        publish();
        let responses = [&two_threads, &one_thread].map(|server| {
            [
                server.form("GetCatalog", &[]),
                server.soap(Dialect::Soap12, "GetCatalog", ""),
                server.form("GetClasses", &[("includeArchived", "true")]),
            ]
            .map(|response| response.body)
        });
        let lengths = responses[0].each_ref().map(Vec::len);
        assert!(lengths.iter().all(|length| *length > 80_000), "{lengths:?}");
        assert!(responses[0] == responses[1], "{longer}: {lengths:?}");
    }
}
