//! What is looked up for the rows of a long report may be read by another thread than the rows: all of it is of one moment,
//! whatever is changed meanwhile.

use std::collections::BTreeSet;
use std::sync::mpsc::{TryRecvError, channel};
use std::thread;

use rusqlite::Connection;

use crate::support::{PASSWORD, Server, Site, USER};

/// So many that the rows come in more than three batches.
const PERSONS: u32 = 1700;

/// Whose every person has a result.
fn site() -> Site {
    let mut persons = String::from("ExternalIdentifier,FirstName,FamilyName,Email\n");
    let mut results =
        String::from("PersonExternalIdentifier,TrainingCode,FinishedAt,ValidUntil,Version\n");
    for person in 1..=PERSONS {
        persons += &format!("E{person},A,Berg,e{person}@example.nl\n");
        results += &format!("E{person},T1,2026-01-01,never,A\n");
    }
    let site = Site::new();
    site.credential(USER, PASSWORD, &["all"]);
    let files = [
        ("persons.csv", persons.as_str()),
        ("steps.csv", "Title\nBasis\n"),
        ("categories.csv", "StepTitle,Title\nBasis,Zorg\n"),
        (
            "trainings.csv",
            "Code,Type,Title,StepTitle,CategoryTitle\nT1,Learning,Reanimatie,Basis,Zorg\n",
        ),
        ("results.csv", results.as_str()),
    ];
    site.import(&files).ok();
    site
}

/// The first names of the persons and the versions of their results, in one answer.
fn told(server: &Server) -> BTreeSet<String> {
    let asked = [("fromDate", "2026-01-01"), ("toDate", "2026-12-31")];
    let answer = server.form("CompletedCourses", &asked);
    let answer = answer.text();
    let values = ["Voornaam", "Versie"].map(|name| {
        let opened = format!("<{name}>");
        let values = answer.split(&opened).skip(1).map(|rest| rest.split('<'));
        let values: Vec<_> = values.filter_map(|mut rest| rest.next()).collect();
        assert_eq!(values.len(), PERSONS as usize, "{name}");
        values
    });
    values.into_iter().flatten().map(str::to_owned).collect()
}

#[test]
fn rows_and_what_is_looked_up_for_them_are_of_one_moment() {
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
    let (asking, asked) = channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            while asked.try_recv() != Err(TryRecvError::Disconnected) {
                ["B", "A"].into_iter().for_each(change);
            }
        });
        for _ in 0..60 {
            let told = told(&server);
            assert_eq!(told.len(), 1, "{told:?}");
        }
        drop(asking);
    });
}
