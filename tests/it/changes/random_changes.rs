//! Polling clients have the data of an export after 5,000 random changes by imports, undos, calls and anonymisations.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use super::copying_client::{Cells, Copy, exported};
use crate::random_organisation::Random;
use crate::support::{Dialect, Server, Site, granted_site};

/// The number of identifiers for imported persons.
const IDENTIFIERS: usize = 600;

/// A site with random changes, and a copy that follows them.
struct Changing {
    site: Site,
    server: Server,
    random: Random,
    copy: Copy,
    /// The number of changes of each kind.
    counts: BTreeMap<&'static str, usize>,
}

impl Changing {
    fn random_identifier(&mut self) -> String {
        format!("P{:04}", self.random.below(IDENTIFIERS))
    }

    /// Returns the persons who are not anonymised, with their present identifiers.
    fn persons(&self) -> Vec<(i64, Cells)> {
        self.copy.persons().collect()
    }

    fn pick_identifier(&mut self, among: &[(i64, Cells)]) -> String {
        among[self.random.below(among.len())].1["ExternalIdentifier"].clone()
    }

    #[track_caller]
    fn import(&self, file: &str, text: &str, flags: &[&str]) {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(file), text).unwrap();
        let mut args = vec!["import", folder.path().to_str().unwrap()];
        args.extend(flags);
        self.site.lms(&args).ok();
    }

    /// Imports new, changed and unchanged persons; one in four is dismissed.
    fn import_persons(&mut self) {
        let managers = self.persons();
        let numbers: BTreeSet<_> = (0..300).map(|_| self.random_identifier()).collect();
        let mut text = "ExternalIdentifier,FirstName,FamilyName,Email,PhoneNumber,FunctionName,ContractEndTime,\
                        ManagerExternalIdentifier\n"
            .to_owned();
        for number in &numbers {
            let phone = self.random.below(50);
            let function = self.random.below(9);
            let end = match self.random.chance(25) {
                true => "2026-01-01T00:00:00",
                false => "",
            };
            let manager = match self.random.chance(60) {
                true => self.pick_identifier(&managers),
                false => String::new(),
            };
            text += &format!("{number},V,F{phone},{number}@x,{phone},Functie {function},{end},{manager}\n");
        }
        self.import("persons.csv", &text, &[]);
    }

    /// Replaces the members of groups.
    fn import_members(&mut self) {
        let persons = self.persons();
        let mut pairs = BTreeSet::new();
        for _ in 0..200 {
            let group = ["BHV'ers", "Nieuwe medewerkers"][self.random.below(2)];
            pairs.insert(format!("{group},{}", self.pick_identifier(&persons)));
        }
        let pairs: Vec<_> = pairs.into_iter().collect();
        let text = format!("GroupName,PersonExternalIdentifier\n{}\n", pairs.join("\n"));
        self.import("group_members.csv", &text, &["--replace", "--max-removals", "100%"]);
    }

    /// Imports results, some of which change the version of earlier ones.
    fn import_results(&mut self) {
        let persons = self.persons();
        let mut rows = BTreeMap::new();
        for _ in 0..250 {
            let training = ["WELKOM", "AVG", "MELDCODE"][self.random.below(3)];
            let day = 1 + self.random.below(28);
            let key = format!("{},{training},2026-02-{day:02}T10:00:00", self.pick_identifier(&persons));
            rows.insert(key, self.random.below(3));
        }
        let rows: Vec<_> = rows.iter().map(|(key, version)| format!("{key},{version}")).collect();
        let head = "PersonExternalIdentifier,TrainingCode,FinishedAt,Version";
        self.import("results.csv", &format!("{head}\n{}\n", rows.join("\n")), &[]);
    }

    /// Undoes an import or an undo. A refused undo changes nothing.
    fn undo(&mut self) {
        let listed = self.site.lms(&["imports", "--json"]).ok().stdout;
        // not the first import, which created rows to which others refer
        let number = listed.lines().count().saturating_sub(self.random.below(4)).max(2).to_string();
        let mut args = vec!["imports", "undo", &number];
        args.extend(self.random.chance(70).then_some("--keep-later"));
        let undone = self.site.lms(&args);
        assert!(undone.status <= 1, "{undone:?}");
        self.count("undone", usize::from(undone.status == 0));
    }

    /// Creates and changes persons by calls, and moves identifiers to other persons.
    fn call_operations(&mut self) {
        for _ in 0..8 {
            let persons = self.persons();
            let (id, _) = persons[self.random.below(persons.len())];
            let number = self.random_identifier();
            let renamed = self.update(id, &format!("<ExternalIdentifier>{number}</ExternalIdentifier>"));
            self.count("renamed", usize::from(renamed));
            let manager = self.pick_identifier(&persons);
            let field = format!("<ManagerExternalIdentifier>{manager}</ManagerExternalIdentifier>");
            self.update(id, &field);
            let number = self.random_identifier();
            self.call(
                "CreatePerson",
                &format!(
                    "<personCreate><ExternalIdentifier>{number}</ExternalIdentifier><FirstName>N</FirstName>\
                     <FamilyName>N</FamilyName><Email>{number}@y</Email></personCreate>"
                ),
            );
        }
    }

    fn update(&self, id: i64, field: &str) -> bool {
        self.call(
            "UpdatePerson",
            &format!("<servicePersonId>{id}</servicePersonId><personUpdate>{field}</personUpdate>"),
        )
    }

    fn call(&self, operation: &str, inner: &str) -> bool {
        let answer = self.server.soap(Dialect::Soap12, operation, inner);
        answer.text().contains("<Success>true</Success>")
    }

    fn anonymise(&mut self) {
        let mut dismissed = self.persons();
        dismissed.retain(|(_, cells)| cells["ContractEndTime"] == "2026-01-01T00:00:00");
        if dismissed.is_empty() {
            return;
        }
        let number = self.pick_identifier(&dismissed);
        self.site.lms(&["person", "anonymise", &number, "--yes"]).ok();
        self.count("anonymised", 1);
    }

    fn count(&mut self, what: &'static str, more: usize) {
        *self.counts.entry(what).or_default() += more;
    }

    /// Reads the new changes, and compares the copy with an export.
    #[track_caller]
    fn compare(&mut self, limit: usize) {
        self.copy.poll(&self.server, limit);
        assert_eq!(self.copy.data(), exported(&self.site));
    }
}

#[test]
fn polling_clients_have_the_data_of_an_export_after_random_changes() {
    let site = granted_site();
    site.lms(&["import", concat!(env!("CARGO_MANIFEST_DIR"), "/seed")]).ok();
    let server = site.serve(&[]);
    let mut changing =
        Changing { copy: Copy::load(&server, 100), random: Random(20_260_309), counts: BTreeMap::new(), site, server };
    let begin = changing.copy.next.clone();
    changing.compare(1000);
    let mut first = None;
    while changing.copy.number.is_none_or(|number| number < *first.get_or_insert(number) + 5_000) {
        match changing.random.below(8) {
            0 | 1 => changing.import_persons(),
            2 => changing.import_members(),
            3 => changing.import_results(),
            4 | 5 => changing.undo(),
            6 => changing.call_operations(),
            _ => changing.anonymise(),
        }
        let limit = 1 + changing.random.below(700);
        changing.copy.poll(&changing.server, limit);
        if changing.random.chance(20) {
            changing.compare(limit);
        }
    }
    changing.compare(1000);
    for what in ["undone", "renamed", "anonymised"] {
        assert!(changing.counts.get(what).is_some_and(|count| *count >= 3), "{what}: {:?}", changing.counts);
    }
    // a new client and one that continues from an old position have the same data
    let mut late = Copy::load(&changing.server, 1000);
    assert_eq!(late.data(), changing.copy.data());
    late.next = begin;
    late.poll(&changing.server, 10_000);
    assert_eq!(late.data(), changing.copy.data());
}
