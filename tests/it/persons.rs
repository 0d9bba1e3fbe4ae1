//! Tests the person operations (contract section 3) and the values of their fields (sections 1 and 2).

use std::fs;
use std::thread;

use crate::support::{
    Answer, Dialect, Element, FUNCTIONS, NOW, Server, Site, persons_site, provisioning_site, soap_request,
};

/// A field value that is sent as `xsi:nil="true"`.
const NIL: &str = "\0nil";
/// The required fields of a new person.
const NEW_PERSON: [(&str, &str); 4] =
    [("ExternalIdentifier", "N1"), ("FirstName", "Noor"), ("FamilyName", "Dekker"), ("Email", "noor@example.nl")];
const LEVELS: [&str; 8] = ["ADMIN", "TRAINER", "LEARNER", "MANAGER", "PLANNER", "COACH", "AUTHOR", "REPORTER"];
const NOT_FOUND: &str = "Person not found.";

/// The calls of an HR system to a server, and the site of the server. The server is dropped before its folder.
struct PersonApi {
    server: Server,
    site: Site,
}

impl PersonApi {
    /// Serves [`persons_site`] at [`NOW`].
    #[track_caller]
    fn new() -> PersonApi {
        PersonApi::start(persons_site(), &[])
    }

    #[track_caller]
    fn start(site: Site, flags: &[&str]) -> PersonApi {
        PersonApi { server: site.serve(flags), site }
    }

    /// Stops the server and returns its site.
    fn stop(self) -> Site {
        assert_eq!(self.server.stop().status, 0);
        self.site
    }

    /// Restarts the server with another clock.
    #[track_caller]
    fn restart_at(self, now: &str) -> PersonApi {
        PersonApi::start(self.stop(), &["--now", now])
    }

    /// Calls CreatePerson. Refusals by the rules have status 200 too.
    #[track_caller]
    fn create(&self, fields: &[(&str, &str)]) -> Answer {
        let inner = format!("<personCreate>{}</personCreate>", elements(fields));
        let response = self.server.soap(Dialect::Soap12, "CreatePerson", &inner);
        assert_eq!(response.status, 200, "{}", response.text());
        response.answer()
    }

    /// Creates a person and returns the new id.
    #[track_caller]
    fn create_ok(&self, fields: &[(&str, &str)]) -> i64 {
        self.create(fields).ok().text.parse().expect("an id")
    }

    #[track_caller]
    fn update(&self, id: i64, fields: &[(&str, &str)]) -> Answer {
        let inner = format!("<servicePersonId>{id}</servicePersonId><personUpdate>{}</personUpdate>", elements(fields));
        let response = self.server.soap(Dialect::Soap12, "UpdatePerson", &inner);
        assert_eq!(response.status, 200, "{}", response.text());
        response.answer()
    }

    #[track_caller]
    fn get(&self, operation: &str, name: &str, value: &str) -> Answer {
        let response = self.server.form(operation, &[(name, value)]);
        assert_eq!(response.status, 200, "{}", response.text());
        response.answer()
    }

    #[track_caller]
    fn get_by_id(&self, id: i64) -> Answer {
        self.get("GetPersonByServiceId", "servicePersonId", &id.to_string())
    }

    #[track_caller]
    fn get_by_identifier(&self, identifier: &str) -> Answer {
        self.get("GetPersonByExternalId", "externalId", identifier)
    }

    #[track_caller]
    fn get_by_email(&self, email: &str) -> Answer {
        self.get("GetPersonByEmail", "email", email)
    }

    #[track_caller]
    fn person(&self, id: i64) -> Element {
        self.get_by_id(id).ok()
    }

    #[track_caller]
    fn rows(&self) -> Vec<Element> {
        let response = self.server.form("GetAllBasicPersonInfo", &[]);
        assert_eq!(response.status, 200, "{}", response.text());
        response.answer().ok().children
    }

    #[track_caller]
    fn row(&self, id: i64) -> Element {
        let id = id.to_string();
        let mut rows = self.rows().into_iter();
        rows.find(|row| row.value("ServiceId") == Some(&id)).expect("a row of the person")
    }

    #[track_caller]
    fn is_dismissed(&self, id: i64) -> bool {
        self.row(id).value("IsDismissed") == Some("true")
    }

    #[track_caller]
    fn audit(&self) -> String {
        self.site.lms(&["audit"]).ok().stdout
    }
}

/// Writes fields as XML elements.
fn elements(fields: &[(&str, &str)]) -> String {
    let element = |&(name, value): &(&str, &str)| match value {
        NIL => format!("<{name} xsi:nil=\"true\"/>"),
        _ => format!("<{name}>{}</{name}>", value.replace('&', "&amp;").replace('<', "&lt;")),
    };
    fields.iter().map(element).collect()
}

/// Returns [`NEW_PERSON`] with these fields replaced or added.
fn new_person<'a>(fields: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    let mut all: Vec<(&str, &str)> = NEW_PERSON.to_vec();
    for &(name, value) in fields {
        match all.iter_mut().find(|(other, _)| *other == name) {
            Some(field) => field.1 = value,
            None => all.push((name, value)),
        }
    }
    all
}

/// Asserts that the element has children with these texts.
#[track_caller]
fn assert_values(element: &Element, values: &[(&str, &str)]) {
    for (name, value) in values {
        assert_eq!(element.value(name), Some(*value), "{name} of {element:#?}");
    }
}

/// Asserts that the element has exactly these children, in this order, without elements below them.
#[track_caller]
fn assert_record(element: &Element, values: &[(&str, &str)]) {
    let children = element.children.iter();
    let found: Vec<_> = children.map(|child| (child.name.as_str(), child.text.as_str())).collect();
    assert_eq!(found, values);
    assert!(element.children.iter().all(|child| child.children.is_empty()));
}

/// Returns the record of a CSV text whose cell in `column` is `value`, as (column, cell) pairs.
#[track_caller]
fn csv_record(text: &str, column: &str, value: &str) -> Vec<(String, String)> {
    let mut reader = csv::Reader::from_reader(text.trim_start_matches('\u{feff}').as_bytes());
    let header = reader.headers().expect("a header").clone();
    let at = header.iter().position(|name| name == column).expect("the column");
    let mut records = reader.records().map(|record| record.expect("a record"));
    let record = records.find(|record| &record[at] == value);
    let record = record.unwrap_or_else(|| panic!("no {column} {value} in {text}"));
    header.iter().map(String::from).zip(record.iter().map(String::from)).collect()
}

#[track_caller]
fn cell<'a>(record: &'a [(String, String)], column: &str) -> &'a str {
    &record.iter().find(|(name, _)| name == column).expect("the column").1
}

// "*Employed*: `ContractEndTime` is empty or later than now."

#[test]
fn a_person_is_employed_one_second_before_the_contract_ends() {
    let api = PersonApi::start(persons_site(), &["--now", "2026-03-09T12:59:59"]);
    assert!(!api.is_dismissed(4));
    assert!(!api.is_dismissed(5), "an empty end");
}

#[test]
fn a_contract_that_ends_exactly_now_has_ended() {
    let api = PersonApi::start(persons_site(), &["--now", "2026-03-09T13:00:00"]);
    assert!(api.is_dismissed(4));
}

// "`IsDismissed` is its opposite, always derived, so a person whose contract runs out is dismissed without any call."

#[test]
fn a_contract_that_expires_dismisses_without_a_call() {
    let api = PersonApi::new();
    assert!(!api.is_dismissed(4));
    let before = api.person(4);
    let api = api.restart_at("2026-03-10T00:00:00");
    assert!(api.is_dismissed(4));
    assert_eq!(api.person(4), before, "the fields of the person have not changed");
    // Nothing was written: with the earlier clock the person is employed again.
    let api = api.restart_at(NOW);
    assert!(!api.is_dismissed(4));
}

// "Datetimes are stored and compared as wall time of the service's zone …; *now* is turned into wall time."

#[test]
fn contract_ends_are_compared_as_wall_time() {
    let api = PersonApi::new();
    let end = [("ContractEndTime", "2026-10-25T02:30:00")];
    let id = api.create_ok(&new_person(&end));
    // 01:15Z is the second 02:15 of that night. As an instant, the first 02:30 (00:30Z) would be past.
    let api = api.restart_at("2026-10-25T01:15:00Z");
    assert!(!api.is_dismissed(id));
    let api = api.restart_at("2026-10-25T00:30:00Z");
    assert!(api.is_dismissed(id));
}

// "`IsManager`: some employed person names this person as manager."

#[test]
fn is_manager_is_true_if_an_employed_person_names_the_manager() {
    let api = PersonApi::new();
    let is_manager = |api: &PersonApi, id| api.person(id).value("IsManager").map(String::from);
    assert_eq!(is_manager(&api, 1).as_deref(), Some("true"));
    assert_eq!(is_manager(&api, 2).as_deref(), Some("true"));
    assert_eq!(is_manager(&api, 5).as_deref(), Some("false"));
    // the only person with manager E002 is dismissed an hour later
    let api = api.restart_at("2026-03-09T13:00:00");
    assert_eq!(is_manager(&api, 2).as_deref(), Some("false"));
    // A dismissed manager remains a manager.
    api.update(1, &[("ContractEndTime", "2026-03-01T00:00:00"), ("FirstName", "")]).ok();
    assert!(api.is_dismissed(1));
    assert_eq!(is_manager(&api, 1).as_deref(), Some("true"));
}

#[test]
fn is_manager_is_false_if_only_dismissed_persons_name_the_manager() {
    let api = PersonApi::new();
    api.update(3, &[("ManagerExternalIdentifier", "00005")]).ok();
    assert_values(&api.person(3), &[("ManagerId", "5")]);
    assert_values(&api.person(5), &[("IsManager", "false")]);
    api.update(3, &[("ContractEndTime", "")]).ok();
    assert_values(&api.person(5), &[("IsManager", "true")]);
}

// "managers may cycle"

#[test]
fn managers_may_cycle() {
    let api = PersonApi::new();
    api.update(1, &[("ManagerExternalIdentifier", "E002")]).ok();
    api.update(5, &[("ManagerExternalIdentifier", "00005")]).ok();
    assert_values(&api.person(1), &[("ManagerId", "2")]);
    assert_values(&api.person(2), &[("ManagerId", "1")]);
    assert_values(&api.person(5), &[("ManagerId", "5"), ("IsManager", "true")]);
}

// The specification's ApiPerson and BasicPersonInfo; "An optional string without a value is an empty element; an
// optional datetime … without a value is absent (… contract times)".

#[test]
fn a_person_has_the_fields_of_the_specification_in_its_order() {
    let api = PersonApi::new();
    let expected = [
        ("Id", "2"),
        ("ExternalIdentifier", "E002"),
        ("FirstName", "Bram"),
        ("Insertion", ""),
        ("FamilyName", "Jansen"),
        ("Email", "bram@example.nl"),
        ("AccountLevel", "TRAINER"),
        ("IsManager", "true"),
        ("FunctionName", "Docent"),
        ("FunctionId", "1"),
        ("DivisionName", "Locatie Haven"),
        ("DivisionId", "2"),
        ("CostCentre", "K200"),
        ("PhoneNumber", "06-12345678"),
        ("ContractStartTime", "2021-09-01T08:30:00"),
        ("ContractEndTime", "2030-07-31T23:59:59"),
        ("ManagerId", "1"),
    ];
    for answer in [api.get_by_id(2), api.get_by_identifier("E002"), api.get_by_email("bram@example.nl")] {
        assert_eq!(answer.name, "ApiResponseOfPerson");
        assert_eq!(answer.error.as_deref(), Some(""), "present and empty on success");
        assert_record(&answer.ok(), &expected);
    }
}

#[test]
fn missing_fields_are_empty_absent_or_have_defaults() {
    let api = PersonApi::new();
    let expected = [
        ("Id", "5"),
        ("ExternalIdentifier", "00005"),
        ("FirstName", "Eva"),
        ("Insertion", ""),
        ("FamilyName", "Smit"),
        ("Email", "eva@example.nl"),
        ("AccountLevel", "LEARNER"),
        ("IsManager", "false"),
        ("FunctionName", "Functie onbekend"),
        ("FunctionId", "0"),
        ("DivisionName", "Locatie onbekend"),
        ("DivisionId", "0"),
        ("CostCentre", ""),
        ("PhoneNumber", ""),
        ("ManagerId", "0"),
    ];
    assert_record(&api.person(5), &expected);
}

// "**GetAllBasicPersonInfo**: all persons, dismissed included, by `ServiceId`."

#[test]
fn the_list_includes_dismissed_persons() {
    let api = PersonApi::new();
    let rows = api.rows();
    assert!(rows.iter().all(|row| row.name == "BasicPersonInfo"));
    let ids: Vec<_> = rows.iter().filter_map(|row| row.value("ServiceId")).collect();
    assert_eq!(ids, ["1", "2", "3", "4", "5"]);
    let carla = [
        ("ServiceId", "3"),
        ("ExternalId", "E003"),
        ("FirstName", "Carla"),
        ("Insertion", "de"),
        ("FamilyName", "Vries"),
        ("Email", "carla@example.nl"),
        ("AccountLevel", "LEARNER"),
        ("ManagerServiceId", "1"),
        ("ManagerExternalId", "E001"),
        ("ManagerFirstName", "Anna"),
        ("ManagerInsertion", "van den"),
        ("ManagerFamilyName", "Berg"),
        ("Function", "Docent"),
        ("Division", "Noord"),
        ("HasActivatedAccount", "true"),
        ("IsDismissed", "true"),
    ];
    assert_record(&rows[2], &carla);
    // `DivisionName` is the person's own division or location, not its topmost ancestor.
    assert_values(&rows[1], &[("Division", "Locatie Haven"), ("HasActivatedAccount", "false")]);
    assert_values(&rows[1], &[("IsDismissed", "false")]);
}

#[test]
fn the_list_is_sorted_by_numeric_id() {
    let site = persons_site();
    let persons = "Id,ExternalIdentifier,FirstName,FamilyName,Email\n\
                   100,A100,A,Een,a100@example.nl\n20,B20,B,Twee,b20@example.nl\n,C,C,Drie,c@example.nl\n";
    site.import(&[("persons.csv", persons)]).ok();
    let api = PersonApi::start(site, &[]);
    let rows = api.rows();
    let ids: Vec<_> = rows.iter().filter_map(|row| row.value("ServiceId")).collect();
    assert_eq!(ids, ["1", "2", "3", "4", "5", "20", "100", "101"]);
}

// "`Manager onbekend` (FirstName `Manager`, FamilyName `onbekend`), … exist in every database with id 0 …; ids that we
// give start at 1."

#[test]
fn a_new_database_is_empty_and_its_first_id_is_one() {
    let site = provisioning_site();
    let api = PersonApi::start(site, &[]);
    assert_eq!(api.rows().len(), 0);
    let fields = new_person(&[("FunctionName", "Kok"), ("DivisionName", "Keuken")]);
    assert_eq!(api.create_ok(&fields), 1);
    assert_values(&api.person(1), &[("FunctionId", "1"), ("DivisionId", "1")]);
}

// "The placeholder manager can be fetched by id (identifier and e-mail empty, the default level, IsManager false, the
// other placeholders as function and division, its own manager)"

#[test]
fn the_placeholder_manager_can_be_fetched_by_id() {
    let api = PersonApi::new();
    let expected = [
        ("Id", "0"),
        ("ExternalIdentifier", ""),
        ("FirstName", "Manager"),
        ("Insertion", ""),
        ("FamilyName", "onbekend"),
        ("Email", ""),
        ("AccountLevel", "LEARNER"),
        // false, although it is the manager of E001, of 00005 and of itself
        ("IsManager", "false"),
        ("FunctionName", "Functie onbekend"),
        ("FunctionId", "0"),
        ("DivisionName", "Locatie onbekend"),
        ("DivisionId", "0"),
        ("CostCentre", ""),
        ("PhoneNumber", ""),
        ("ManagerId", "0"),
    ];
    assert_record(&api.person(0), &expected);
}

// "is never a row of its own, and stands wherever a manager is due and none is known"

#[test]
fn persons_without_a_manager_have_the_placeholder() {
    let api = PersonApi::new();
    let values = [
        ("ManagerServiceId", "0"),
        ("ManagerExternalId", ""),
        ("ManagerFirstName", "Manager"),
        ("ManagerInsertion", ""),
        ("ManagerFamilyName", "onbekend"),
        ("Function", "Functie onbekend"),
        ("Division", "Locatie onbekend"),
    ];
    assert_values(&api.row(5), &values);
    assert!(api.rows().iter().all(|row| row.value("ServiceId") != Some("0")));
}

// "For strings empty is a value: GetPersonByExternalId, GetPersonByEmail … with an empty one answer `Person not
// found.`" – though the placeholder's identifier and e-mail are empty.

#[test]
fn an_empty_identifier_is_not_found() {
    let api = PersonApi::new();
    for blank in ["", "   "] {
        assert_eq!(api.get_by_identifier(blank).refused(), NOT_FOUND);
        assert_eq!(api.get_by_email(blank).refused(), NOT_FOUND);
    }
    let response = api.server.soap(Dialect::Soap12, "GetPersonByExternalId", "<externalId/>");
    assert_eq!((response.status, response.answer().refused().as_str()), (200, NOT_FOUND));
}

#[test]
fn unknown_persons_are_not_found() {
    let api = PersonApi::new();
    for id in [6, -1, i64::from(i32::MAX)] {
        assert_eq!(api.get_by_id(id).refused(), NOT_FOUND);
        assert_eq!(api.update(id, &[("FirstName", "X")]).refused(), NOT_FOUND);
        let end = [("ContractEndTime", "2026-01-01T00:00:00")];
        assert_eq!(api.update(id, &end).refused(), NOT_FOUND);
    }
    assert_eq!(api.get_by_identifier("E099").refused(), NOT_FOUND);
    assert_eq!(api.get_by_email("nobody@example.nl").refused(), NOT_FOUND);
}

// "Identifiers and names match exactly, case too"; "leading zeros are kept"; "Trimmed (white space at both ends)".

#[test]
fn identifiers_match_exactly() {
    let api = PersonApi::new();
    assert_eq!(api.get_by_identifier("e002").refused(), NOT_FOUND);
    assert_eq!(api.get_by_identifier("5").refused(), NOT_FOUND);
    assert_eq!(api.get_by_identifier("5.0").refused(), NOT_FOUND);
    assert_values(&api.get_by_identifier("00005").ok(), &[("Id", "5")]);
    assert_values(&api.get_by_identifier(" E002\t").ok(), &[("Id", "2")]);
    // None of these three identifiers is in use.
    assert_eq!(api.create_ok(&new_person(&[("ExternalIdentifier", "e002")])), 6);
    assert_eq!(api.create_ok(&new_person(&[("ExternalIdentifier", "5")])), 7);
    assert_eq!(api.create_ok(&new_person(&[("ExternalIdentifier", "005")])), 8);
}

// "UpdatePerson of 0 answers `Person not found.`"

#[test]
fn updating_the_placeholder_is_refused() {
    let api = PersonApi::new();
    let before = api.person(0);
    assert_eq!(api.update(0, &[("FirstName", "Chef")]).refused(), NOT_FOUND);
    assert_eq!(api.update(0, &[]).refused(), NOT_FOUND);
    assert_eq!(api.update(0, &[("ContractEndTime", "2020-01-01")]).refused(), NOT_FOUND);
    assert_eq!(api.person(0), before);
}

// "in a field or cell that refers to a person, function or division, a placeholder's name means the placeholder"

#[test]
fn a_placeholders_name_in_a_field_means_the_placeholder() {
    let api = PersonApi::new();
    let fields = [
        ("FunctionName", "Functie onbekend"),
        ("DivisionName", " Locatie onbekend "),
        ("ManagerExternalIdentifier", "Manager onbekend"),
    ];
    let zero = [("FunctionId", "0"), ("DivisionId", "0"), ("ManagerId", "0")];
    let id = api.create_ok(&new_person(&fields));
    assert_values(&api.person(id), &zero);
    api.update(2, &fields).ok();
    assert_values(&api.person(2), &zero);
    // names are case-sensitive: this is another function and an unknown identifier
    api.update(2, &[("FunctionName", "functie onbekend")]).ok();
    assert_values(&api.person(2), &[("FunctionId", "3"), ("FunctionName", "functie onbekend")]);
    let refused = api.update(2, &[("ManagerExternalIdentifier", "manager onbekend")]).refused();
    assert_eq!(refused, "Manager with ExternalIdentifier manager onbekend not found.");
}

#[test]
fn a_placeholders_name_in_a_cell_means_the_placeholder() {
    let site = persons_site();
    let persons = "ExternalIdentifier,FunctionName,DivisionName,ManagerExternalIdentifier\n\
                   E002,Functie onbekend,Locatie onbekend,Manager onbekend\n";
    site.import(&[("persons.csv", persons)]).ok();
    let api = PersonApi::start(site, &[]);
    assert_values(&api.person(2), &[("FunctionId", "0"), ("DivisionId", "0"), ("ManagerId", "0")]);
}

// "… exist in every database with id 0 and are not exported"

#[test]
fn placeholders_are_not_exported() {
    let site = persons_site();
    for (file, name) in [("functions.csv", "Functie"), ("divisions.csv", "Locatie"), ("persons.csv", "Manager")] {
        let text = site.export_file(file);
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let records: Vec<csv::StringRecord> = reader.records().map(|record| record.expect("a record")).collect();
        assert!(!records.is_empty());
        for record in records {
            let placeholder = record.get(0) == Some("0") || record.get(1) == Some(&format!("{name} onbekend"));
            assert!(!placeholder, "{file}: {record:?}");
        }
    }
}

// "a row for a placeholder" is an import error.

#[test]
fn a_row_for_a_placeholder_is_an_error() {
    let site = persons_site();
    let output = site.import(&[("functions.csv", "Id,Name\n7,Kok\n8,Functie onbekend\n")]).refused();
    assert!(output.stderr.contains("functions.csv:3:"), "{output:?}");
    assert!(!site.export_file("functions.csv").contains("Kok"), "all or nothing");
}

// "**CreatePerson**": "Contents: int, the internal id of the created person"; "CreatePerson's is the bare number".

#[test]
fn a_created_person_has_all_given_fields() {
    let api = PersonApi::new();
    let fields = [
        ("ExternalIdentifier", "0042"),
        ("FirstName", "Zoë"),
        ("Insertion", "van 't"),
        ("FamilyName", "Hoff & Zn <BV>"),
        ("Email", "zoe@example.nl"),
        ("AccountLevel", "COACH"),
        ("FunctionName", "Docent"),
        ("DivisionName", "Noord"),
        ("CostCentre", "K-9"),
        ("PhoneNumber", "+31 6 1"),
        ("ContractStartTime", "2026-01-01T09:00:00"),
        ("ContractEndTime", "2027-01-01T00:00:00"),
        ("ManagerExternalIdentifier", "00005"),
    ];
    let contents = api.create(&fields).ok();
    assert_eq!((contents.text.as_str(), contents.children.len()), ("6", 0));
    assert!(contents.attributes.is_empty(), "no xsi:type");
    let expected = [
        ("Id", "6"),
        ("ExternalIdentifier", "0042"),
        ("FirstName", "Zoë"),
        ("Insertion", "van 't"),
        ("FamilyName", "Hoff & Zn <BV>"),
        ("Email", "zoe@example.nl"),
        ("AccountLevel", "COACH"),
        ("IsManager", "false"),
        ("FunctionName", "Docent"),
        ("FunctionId", "1"),
        ("DivisionName", "Noord"),
        ("DivisionId", "1"),
        ("CostCentre", "K-9"),
        ("PhoneNumber", "+31 6 1"),
        ("ContractStartTime", "2026-01-01T09:00:00"),
        ("ContractEndTime", "2027-01-01T00:00:00"),
        ("ManagerId", "5"),
    ];
    assert_record(&api.person(6), &expected);
    assert_values(&api.row(6), &[("HasActivatedAccount", "false"), ("IsDismissed", "false")]);
    let api = api.restart_at(NOW);
    assert_record(&api.person(6), &expected);
}

// "Default when empty" of the specification's personCreate table.

#[test]
fn a_created_person_gets_the_defaults() {
    let api = PersonApi::new();
    let empty = new_person(&[
        ("Insertion", ""),
        ("AccountLevel", NIL),
        ("FunctionName", " "),
        ("DivisionName", ""),
        ("CostCentre", ""),
        ("PhoneNumber", NIL),
        ("ContractStartTime", ""),
        ("ContractEndTime", NIL),
        ("ManagerExternalIdentifier", "\n "),
    ]);
    let other = [("ExternalIdentifier", "N2")];
    for id in [api.create_ok(&empty), api.create_ok(&new_person(&other))] {
        let person = api.person(id);
        let expected = [
            ("Insertion", ""),
            ("AccountLevel", "LEARNER"),
            ("FunctionName", "Functie onbekend"),
            ("FunctionId", "0"),
            ("DivisionName", "Locatie onbekend"),
            ("DivisionId", "0"),
            ("CostCentre", ""),
            ("PhoneNumber", ""),
            ("ManagerId", "0"),
        ];
        assert_values(&person, &expected);
        assert_eq!(person.value("ContractStartTime"), None);
        assert_eq!(person.value("ContractEndTime"), None);
        assert!(!api.is_dismissed(id));
    }
}

// "required fields non-empty"; "one sentence each in the order of the specification's table, joined by a blank"

#[test]
fn required_fields_must_not_be_empty() {
    let api = PersonApi::new();
    let all = "ExternalIdentifier is required. FirstName is required. FamilyName is required. Email is required.";
    assert_eq!(api.create(&[]).refused(), all, "an empty personCreate has no fields");
    for value in ["", "  \n", NIL] {
        for (name, _) in NEW_PERSON {
            let refused = api.create(&new_person(&[(name, value)])).refused();
            assert_eq!(refused, format!("{name} is required."));
        }
    }
    assert_eq!(api.rows().len(), 5);
}

// "an absent personCreate or personUpdate is a missing parameter"

#[test]
fn an_absent_record_is_a_missing_parameter() {
    let api = PersonApi::new();
    let response = api.server.soap(Dialect::Soap12, "CreatePerson", "");
    assert_eq!(response.status, 400);
    assert!(response.text().contains("Missing parameter: personCreate."), "{}", response.text());
    let id = "<servicePersonId>2</servicePersonId>";
    let response = api.server.soap(Dialect::Soap12, "UpdatePerson", id);
    assert_eq!(response.status, 400);
    assert!(response.text().contains("Missing parameter: personUpdate."), "{}", response.text());
    let response = api.server.soap(Dialect::Soap12, "UpdatePerson", "<personUpdate/>");
    assert_eq!(response.status, 400);
    assert!(response.text().contains("Missing parameter: servicePersonId."), "{}", response.text());
}

// "`ExternalIdentifier` unique, else `A person with ExternalIdentifier X already exists.`"

#[test]
fn a_new_person_with_an_employed_persons_identifier_is_refused() {
    let api = PersonApi::new();
    let text = "A person with ExternalIdentifier E002 already exists.";
    assert_eq!(api.create(&new_person(&[("ExternalIdentifier", "E002")])).refused(), text);
    assert_eq!(api.create(&new_person(&[("ExternalIdentifier", " E002 ")])).refused(), text);
    assert_eq!(api.rows().len(), 5);
    assert_values(&api.person(2), &[("FirstName", "Bram")]);
}

// "or, when that person is dismissed, `A person with ExternalIdentifier X already exists and is dismissed (ServiceId
// 12); update that person with an empty or later ContractEndTime instead.`, so that a rehire never loops"

#[test]
fn the_refusal_of_a_dismissed_persons_identifier_names_the_id_to_update() {
    let api = PersonApi::new();
    let text = "A person with ExternalIdentifier E003 already exists and is dismissed (ServiceId 3); \
                update that person with an empty or later ContractEndTime instead.";
    assert_eq!(api.create(&new_person(&[("ExternalIdentifier", "E003")])).refused(), text);
    api.update(3, &[("ContractEndTime", "")]).ok();
    let text = "A person with ExternalIdentifier E003 already exists.";
    assert_eq!(api.create(&new_person(&[("ExternalIdentifier", "E003")])).refused(), text);
}

#[test]
fn the_refusal_names_the_id_once_the_contract_expires() {
    let api = PersonApi::new();
    let duplicate = new_person(&[("ExternalIdentifier", "E004")]);
    let text = "A person with ExternalIdentifier E004 already exists.";
    assert_eq!(api.create(&duplicate).refused(), text);
    let api = api.restart_at("2026-03-09T13:00:00");
    let text = "A person with ExternalIdentifier E004 already exists and is dismissed (ServiceId 4); \
                update that person with an empty or later ContractEndTime instead.";
    assert_eq!(api.create(&duplicate).refused(), text);
}

// "unknown `AccountLevel` is refused with the allowed names"

#[test]
fn an_unknown_account_level_is_refused_with_the_allowed_names() {
    let api = PersonApi::new();
    for level in ["BOSS", "trainer", "Learner"] {
        let refusals = [
            api.create(&new_person(&[("AccountLevel", level)])).refused(),
            api.update(2, &[("AccountLevel", level)]).refused(),
        ];
        for refused in refusals {
            assert!(refused.starts_with("AccountLevel") && refused.contains(level), "{refused}");
            for allowed in LEVELS {
                assert!(refused.contains(allowed), "{allowed} in {refused}");
            }
        }
    }
    assert_values(&api.person(2), &[("AccountLevel", "TRAINER")]);
    for (number, level) in LEVELS.iter().enumerate() {
        let identifier = format!("L{number}");
        let id = api.create_ok(&new_person(&[("ExternalIdentifier", &identifier), ("AccountLevel", level)]));
        assert_values(&api.person(id), &[("AccountLevel", level)]);
    }
}

// "an unknown `ManagerExternalIdentifier` is refused with `Manager with ExternalIdentifier X not found.`"

#[test]
fn an_unknown_manager_is_refused() {
    let api = PersonApi::new();
    for unknown in ["E099", "e001", "1"] {
        let text = format!("Manager with ExternalIdentifier {unknown} not found.");
        let field = [("ManagerExternalIdentifier", unknown)];
        assert_eq!(api.create(&new_person(&field)).refused(), text);
        assert_eq!(api.update(2, &field).refused(), text);
    }
    // A dismissed manager is known.
    let id = api.create_ok(&new_person(&[("ManagerExternalIdentifier", "E003")]));
    assert_values(&api.person(id), &[("ManagerId", "3")]);
    let manager = [("ManagerServiceId", "3"), ("ManagerFirstName", "Carla"), ("ManagerInsertion", "de")];
    assert_values(&api.row(id), &manager);
}

// "unknown functions and divisions are created"

#[test]
fn unknown_functions_and_divisions_are_created_once() {
    let api = PersonApi::new();
    let fields = [("FunctionName", " Kok "), ("DivisionName", "Keuken")];
    let first = api.create_ok(&new_person(&fields));
    let created = [("FunctionName", "Kok"), ("FunctionId", "3"), ("DivisionName", "Keuken"), ("DivisionId", "3")];
    assert_values(&api.person(first), &created);
    api.update(5, &fields).ok();
    assert_values(&api.person(5), &created);
    // Names are case-sensitive; the division exists already.
    api.update(5, &[("FunctionName", "kok")]).ok();
    assert_values(&api.person(5), &[("FunctionId", "4"), ("DivisionId", "3")]);
    let site = api.stop();
    let keuken = csv_record(&site.export_file("divisions.csv"), "Name", "Keuken");
    assert_eq!((cell(&keuken, "Id"), cell(&keuken, "ParentName")), ("3", ""), "a new division has no parent");
}

// "a contract end before its start is refused unless the end is past"

#[test]
fn a_contract_end_before_its_start_is_refused_unless_the_end_is_past() {
    let api = PersonApi::new();
    let contract = |identifier: &'static str, start: &'static str, end: &'static str| {
        let fields = [("ExternalIdentifier", identifier), ("ContractStartTime", start), ("ContractEndTime", end)];
        api.create(&new_person(&fields))
    };
    let refused = contract("C1", "2027-01-01T00:00:00", "2026-12-31T23:59:59").refused();
    assert!(refused.contains("ContractEndTime"), "{refused}");
    // An end at the start is not before it.
    contract("C2", "2027-01-01T00:00:00", "2027-01-01T00:00:00").ok();
    // Past ends: long ago, and exactly now.
    let id: i64 = contract("C3", "2027-01-01T00:00:00", "2026-01-01T00:00:00").ok().text.parse().expect("an id");
    assert!(api.is_dismissed(id));
    let times = [("ContractStartTime", "2027-01-01T00:00:00"), ("ContractEndTime", "2026-01-01T00:00:00")];
    assert_values(&api.person(id), &times);
    contract("C4", "2027-01-01T00:00:00", NOW).ok();
    // An end one second from now is not past.
    contract("C5", "2027-01-01T00:00:00", "2026-03-09T12:00:01").refused();
    assert_eq!(api.rows().len(), 8);
}

// Only UpdatePerson skips validation when the contract end is past.

#[test]
fn a_new_person_with_a_past_end_is_validated() {
    let api = PersonApi::new();
    let refused = api.create(&new_person(&[("ContractEndTime", "2026-01-01T00:00:00"), ("FirstName", "")])).refused();
    assert_eq!(refused, "FirstName is required.");
}

// "all wrong fields are named in one text"; "one sentence each in the order of the specification's table, joined by a
// blank"

#[test]
fn all_wrong_fields_are_named_in_the_order_of_the_table() {
    let api = PersonApi::new();
    // The request has the reverse order.
    let fields = [
        ("ManagerExternalIdentifier", "E099"),
        ("ContractEndTime", "31-12-2026"),
        ("ContractStartTime", "abc"),
        ("AccountLevel", "BOSS"),
        ("FamilyName", " "),
        ("FirstName", ""),
        ("ExternalIdentifier", "E002"),
    ];
    let refused = api.create(&fields).refused();
    let start = "A person with ExternalIdentifier E002 already exists. FirstName is required. \
                 FamilyName is required. Email is required. AccountLevel";
    let end = " ContractStartTime: abc is not a datetime (yyyy-MM-ddTHH:mm:ss). \
               ContractEndTime: 31-12-2026 is not a datetime (yyyy-MM-ddTHH:mm:ss). \
               Manager with ExternalIdentifier E099 not found.";
    assert!(refused.starts_with(start), "{refused}");
    assert!(refused.ends_with(end), "{refused}");
    assert!(refused.contains("BOSS"), "{refused}");
}

#[test]
fn all_wrong_fields_of_an_update_are_named() {
    let api = PersonApi::new();
    let fields = [
        ("ManagerExternalIdentifier", "E099"),
        ("ContractEndTime", "soon"),
        ("Email", ""),
        ("ExternalIdentifier", "E001"),
        ("PhoneNumber", "1"),
    ];
    let text = "A person with ExternalIdentifier E001 already exists. Email is required. \
                ContractEndTime: soon is not a datetime (yyyy-MM-ddTHH:mm:ss). \
                Manager with ExternalIdentifier E099 not found.";
    assert_eq!(api.update(2, &fields).refused(), text);
    assert_values(&api.person(2), &[("PhoneNumber", "06-12345678")]);
}

// "Nothing is stored when anything is refused"

#[test]
fn nothing_is_stored_when_anything_is_refused() {
    let api = PersonApi::new();
    let before = (api.rows(), api.person(2), api.audit());
    let fields = [
        ("FunctionName", "Kok"),
        ("DivisionName", "Keuken"),
        ("FirstName", "Noor"),
        ("ManagerExternalIdentifier", "E099"),
    ];
    api.create(&new_person(&fields)).refused();
    api.update(2, &fields).refused();
    api.update(99, &fields[..3]).refused();
    assert_eq!((api.rows(), api.person(2), api.audit()), before);
    let site = api.stop();
    assert!(!site.export_file("functions.csv").contains("Kok"));
    assert!(!site.export_file("divisions.csv").contains("Keuken"));
}

// "a value is cut after 100 characters"; "At most 1,000 characters"; characters, not bytes.

#[test]
fn a_value_in_a_text_is_cut_after_100_characters() {
    let api = PersonApi::new();
    let shortened = "é".repeat(100);
    let refused = api.create(&new_person(&[("ManagerExternalIdentifier", &shortened)])).refused();
    assert_eq!(refused, format!("Manager with ExternalIdentifier {shortened} not found."));
    let longer = "é".repeat(101);
    let refused = api.create(&new_person(&[("ManagerExternalIdentifier", &longer)])).refused();
    assert!(refused.starts_with(&format!("Manager with ExternalIdentifier {shortened}")), "{refused}");
    assert!(refused.ends_with(" not found.") && !refused.contains(&longer), "{refused}");
    let refused = api.create(&new_person(&[("ContractStartTime", &longer)])).refused();
    assert!(refused.starts_with(&format!("ContractStartTime: {shortened}")), "{refused}");
    assert!(!refused.contains(&longer), "{refused}");
}

#[test]
fn a_string_has_at_most_1000_characters() {
    let api = PersonApi::new();
    let longest = "ë".repeat(1000);
    let too_long = "ë".repeat(1001);
    let id = api.create_ok(&new_person(&[("CostCentre", &longest), ("FunctionName", &longest)]));
    assert_values(&api.person(id), &[("CostCentre", &longest), ("FunctionName", &longest)]);
    // Blanks at the ends do not count.
    api.update(id, &[("CostCentre", &format!("  {longest}  "))]).ok();
    let names = [
        "ExternalIdentifier",
        "FirstName",
        "Insertion",
        "FamilyName",
        "Email",
        "FunctionName",
        "DivisionName",
        "CostCentre",
        "PhoneNumber",
    ];
    // A field of a record that is too long is a refusal that names the field.
    for name in names {
        let refused = api.create(&new_person(&[("ExternalIdentifier", "N9"), (name, &too_long)])).refused();
        assert!(refused.starts_with(name), "{refused}");
        assert!(!refused.contains(&"ë".repeat(101)), "{refused}");
        let refused = api.update(2, &[(name, &too_long)]).refused();
        assert!(refused.starts_with(name), "{refused}");
    }
    // A scalar parameter that is too long is an invalid value.
    assert_eq!(api.get_by_identifier(&longest).refused(), NOT_FOUND);
    let response = api.server.form("GetPersonByExternalId", &[("externalId", &too_long)]);
    assert_eq!(response.status, 400);
    let error = response.answer().refused();
    assert!(error.starts_with("Invalid value for parameter externalId: ëëë"), "{error}");
    assert!(!error.contains(&"ë".repeat(101)), "{error}");
}

// "Trimmed (white space at both ends), …; only blanks is empty."

#[test]
fn strings_are_trimmed_at_both_ends_only() {
    let api = PersonApi::new();
    let fields = [
        ("ExternalIdentifier", "\t T 1 "),
        ("FirstName", "  Jan  Willem\r\n"),
        ("Email", " jw@example.nl "),
        ("AccountLevel", " COACH "),
        ("ContractStartTime", " 2026-01-01T00:00:00 "),
        ("ManagerExternalIdentifier", " E001 "),
    ];
    let id = api.create_ok(&new_person(&fields));
    let expected = [
        ("ExternalIdentifier", "T 1"),
        ("FirstName", "Jan  Willem"),
        ("Email", "jw@example.nl"),
        ("AccountLevel", "COACH"),
        ("ContractStartTime", "2026-01-01T00:00:00"),
        ("ManagerId", "1"),
    ];
    assert_values(&api.person(id), &expected);
    assert_values(&api.get_by_identifier("T 1").ok(), &[("FirstName", "Jan  Willem")]);
}

// "datetimes … (input: optional fraction, `Z` or offset, converted to the service's zone; a date alone means midnight;
// the repeated hour in autumn is the first, the skipped hour in spring moves forward; …)"; "fractions are cut"

#[test]
fn datetimes_are_turned_into_wall_time_of_the_zone() {
    let api = PersonApi::new();
    let cases = [
        ("2026-07-01T10:00:00", "2026-07-01T10:00:00"),
        ("2026-07-01T10:00:00Z", "2026-07-01T12:00:00"),
        ("2026-01-15T10:00:00Z", "2026-01-15T11:00:00"),
        ("2026-01-15T23:30:00Z", "2026-01-16T00:30:00"),
        ("2026-07-01T10:00:00+05:30", "2026-07-01T06:30:00"),
        ("2026-07-01T10:00:00-04:00", "2026-07-01T16:00:00"),
        ("2026-07-01T10:00:00+00:00", "2026-07-01T12:00:00"),
        ("2026-07-01T10:00:00.9999999", "2026-07-01T10:00:00"),
        ("2026-07-01T10:00:00.5Z", "2026-07-01T12:00:00"),
        ("2026-07-01T10:00:00.9999999+02:00", "2026-07-01T10:00:00"),
        ("2026-07-01", "2026-07-01T00:00:00"),
        // The hour that spring skips, 02:00 to 03:00, moves forward by an hour.
        ("2026-03-29T02:00:00", "2026-03-29T03:00:00"),
        ("2026-03-29T02:30:00", "2026-03-29T03:30:00"),
        ("2026-03-29T01:30:00Z", "2026-03-29T03:30:00"),
        ("2026-03-29T00:59:59Z", "2026-03-29T01:59:59"),
        // The hour that autumn repeats: both are the same wall time.
        ("2026-10-25T02:30:00", "2026-10-25T02:30:00"),
        ("2026-10-25T00:30:00Z", "2026-10-25T02:30:00"),
        ("2026-10-25T01:30:00Z", "2026-10-25T02:30:00"),
        ("2026-10-25T02:30:00+01:00", "2026-10-25T02:30:00"),
        // The ends of the range, and a leap day.
        ("1900-01-01T00:00:00", "1900-01-01T00:00:00"),
        ("9999-12-31T23:59:59", "9999-12-31T23:59:59"),
        ("9999-12-31", "9999-12-31T00:00:00"),
        ("9999-12-31T22:30:00Z", "9999-12-31T23:30:00"),
        ("2024-02-29T12:00:00", "2024-02-29T12:00:00"),
    ];
    for (sent, stored) in cases {
        api.update(5, &[("ContractStartTime", sent)]).ok();
        assert_eq!(api.person(5).value("ContractStartTime"), Some(stored), "{sent}");
    }
}

// "outside the years 1900 to 9999 invalid, since .NET sends an unset date as year 1"

#[test]
fn invalid_datetimes_are_refused() {
    let api = PersonApi::new();
    let text = |value| format!("ContractStartTime: {value} is not a datetime (yyyy-MM-ddTHH:mm:ss).");
    for value in ["abc", "2026-02-30T00:00:00", "2025-02-29", "2026-13-01T00:00:00", "2026-01-01T25:00:00", "1"] {
        assert_eq!(api.update(5, &[("ContractStartTime", value)]).refused(), text(value));
    }
    for value in ["31-12-2026", "20260101", "12:00:00", "2026-01-01T00:00:00X", "2026-01-01T00:60:00"] {
        assert_eq!(api.update(5, &[("ContractStartTime", value)]).refused(), text(value));
    }
    // the contract fixes only the start of these texts
    let outside = [
        "0001-01-01T00:00:00",
        "1899-12-31T23:59:59",
        "10000-01-01T00:00:00",
        "0000-00-00T00:00:00",
        "-2026-01-01T00:00:00",
        // Half past midnight of the year 10000 in the service's zone.
        "9999-12-31T23:30:00Z",
    ];
    for value in outside {
        let refused = api.update(5, &[("ContractStartTime", value)]).refused();
        assert!(refused.starts_with(&format!("ContractStartTime: {value} ")), "{refused}");
        let refused = api.update(5, &[("ContractEndTime", value)]).refused();
        assert!(refused.starts_with(&format!("ContractEndTime: {value} ")), "{refused}");
    }
    assert_eq!(api.person(5).value("ContractStartTime"), None);
    assert!(!api.is_dismissed(5), "an unset date of .NET dismisses nobody");
}

// "The zone is `--timezone` (default `Europe/Amsterdam`)."

#[test]
fn datetimes_are_converted_to_the_zone_of_the_option() {
    let api = PersonApi::start(persons_site(), &["--timezone", "America/New_York"]);
    api.update(5, &[("ContractStartTime", "2026-07-01T10:00:00Z")]).ok();
    assert_values(&api.person(5), &[("ContractStartTime", "2026-07-01T06:00:00")]);
    // This hour exists in New York, and 2026-03-08T02:30 does not.
    api.update(5, &[("ContractStartTime", "2026-03-29T02:30:00")]).ok();
    assert_values(&api.person(5), &[("ContractStartTime", "2026-03-29T02:30:00")]);
    api.update(5, &[("ContractStartTime", "2026-03-08T02:30:00")]).ok();
    assert_values(&api.person(5), &[("ContractStartTime", "2026-03-08T03:30:00")]);
}

// "**UpdatePerson**: an absent element leaves the field alone" – the specification's example sends only
// ManagerExternalIdentifier.

#[test]
fn an_absent_element_leaves_the_field_unchanged() {
    let api = PersonApi::new();
    let mut expected = api.person(2);
    let answer = api.update(2, &[("ManagerExternalIdentifier", "00005")]);
    assert_eq!(answer.error.as_deref(), Some(""));
    let contents = answer.ok();
    assert_eq!((contents.text.trim(), contents.children.len()), ("", 0), "Contents is empty");
    let manager = expected.children.iter_mut().find(|child| child.name == "ManagerId");
    manager.expect("a manager").text = "5".into();
    assert_eq!(api.person(2), expected);
    api.update(2, &[]).ok();
    assert_eq!(api.person(2), expected, "an empty personUpdate has no fields");
}

// "a present, empty one sets its default (a required field: refused)"; "`xsi:nil="true"` = empty"; "only blanks is
// empty"

#[test]
fn a_present_empty_element_sets_the_default() {
    for empty in ["", " \n ", NIL] {
        let api = PersonApi::new();
        let names = [
            "Insertion",
            "AccountLevel",
            "FunctionName",
            "DivisionName",
            "CostCentre",
            "PhoneNumber",
            "ContractStartTime",
            "ContractEndTime",
            "ManagerExternalIdentifier",
        ];
        let fields = names.map(|name| (name, empty));
        api.update(2, &[("Insertion", "van")]).ok();
        api.update(2, &fields).ok();
        let expected = [
            ("Id", "2"),
            ("ExternalIdentifier", "E002"),
            ("FirstName", "Bram"),
            ("Insertion", ""),
            ("FamilyName", "Jansen"),
            ("Email", "bram@example.nl"),
            ("AccountLevel", "LEARNER"),
            ("IsManager", "true"),
            ("FunctionName", "Functie onbekend"),
            ("FunctionId", "0"),
            ("DivisionName", "Locatie onbekend"),
            ("DivisionId", "0"),
            ("CostCentre", ""),
            ("PhoneNumber", ""),
            ("ManagerId", "0"),
        ];
        assert_record(&api.person(2), &expected);
    }
}

#[test]
fn emptying_a_required_field_is_refused() {
    let api = PersonApi::new();
    let before = api.person(2);
    for empty in ["", "  ", NIL] {
        for (name, _) in NEW_PERSON {
            let refused = api.update(2, &[("PhoneNumber", "1"), (name, empty)]).refused();
            assert_eq!(refused, format!("{name} is required."));
        }
    }
    assert_eq!(api.person(2), before);
}

#[test]
fn only_xsi_nil_true_empties_a_field() {
    let api = PersonApi::new();
    let inner = "<servicePersonId>2</servicePersonId><personUpdate>\
                 <PhoneNumber xsi:nil=\"false\" xsi:type=\"x\" type=\"y\">12</PhoneNumber>\
                 <CostCentre nil=\"true\">K1</CostCentre></personUpdate>";
    api.server.soap(Dialect::Soap12, "UpdatePerson", inner).answer().ok();
    // "every attribute but `xsi:nil` is ignored": a nil of no namespace is another attribute.
    assert_values(&api.person(2), &[("PhoneNumber", "12"), ("CostCentre", "K1")]);
}

#[test]
fn every_field_is_updated() {
    let api = PersonApi::new();
    let fields = [
        ("ExternalIdentifier", "E902"),
        ("FirstName", "Bas"),
        ("Insertion", "ten"),
        ("FamilyName", "Brink"),
        ("Email", "bas@example.nl"),
        ("AccountLevel", "REPORTER"),
        ("FunctionName", "Kok"),
        ("DivisionName", "Keuken"),
        ("CostCentre", "K9"),
        ("PhoneNumber", "112"),
        ("ContractStartTime", "2026-02-01T00:00:00"),
        ("ContractEndTime", "2026-12-31T00:00:00"),
        ("ManagerExternalIdentifier", "00005"),
    ];
    api.update(2, &fields).ok();
    let expected = [
        ("Id", "2"),
        ("ExternalIdentifier", "E902"),
        ("FirstName", "Bas"),
        ("Insertion", "ten"),
        ("FamilyName", "Brink"),
        ("Email", "bas@example.nl"),
        ("AccountLevel", "REPORTER"),
        ("IsManager", "true"),
        ("FunctionName", "Kok"),
        ("FunctionId", "3"),
        ("DivisionName", "Keuken"),
        ("DivisionId", "3"),
        ("CostCentre", "K9"),
        ("PhoneNumber", "112"),
        ("ContractStartTime", "2026-02-01T00:00:00"),
        ("ContractEndTime", "2026-12-31T00:00:00"),
        ("ManagerId", "5"),
    ];
    assert_record(&api.person(2), &expected);
    // The old identifier and e-mail are free, and E004's manager is still the same person.
    assert_eq!(api.get_by_identifier("E002").refused(), NOT_FOUND);
    assert_eq!(api.get_by_email("bram@example.nl").refused(), NOT_FOUND);
    assert_values(&api.person(4), &[("ManagerId", "2")]);
    assert_values(&api.row(4), &[("ManagerExternalId", "E902"), ("ManagerFirstName", "Bas")]);
    assert_eq!(api.create_ok(&new_person(&[("ExternalIdentifier", "E002")])), 6);
}

#[test]
fn an_update_keeps_identifiers_unique() {
    let api = PersonApi::new();
    let text = "A person with ExternalIdentifier E001 already exists.";
    assert_eq!(api.update(2, &[("ExternalIdentifier", "E001")]).refused(), text);
    // A person's own identifier is not a duplicate.
    api.update(2, &[("ExternalIdentifier", "E002"), ("FirstName", "Bas")]).ok();
    assert_values(&api.person(2), &[("ExternalIdentifier", "E002"), ("FirstName", "Bas")]);
}

// "A past contract end dismisses: only `ContractEndTime` is stored and the rest of the request is not even validated."

#[test]
fn an_update_with_a_past_end_stores_only_the_end() {
    let api = PersonApi::new();
    let mut expected = api.person(2);
    let end = "2026-03-01T00:00:00";
    let fields = [("FirstName", "Bas"), ("CostCentre", "K9"), ("FunctionName", "Kok"), ("ContractEndTime", end)];
    api.update(2, &fields).ok();
    expected.children.iter_mut().find(|child| child.name == "ContractEndTime").expect("an end").text = end.into();
    assert_eq!(api.person(2), expected);
    assert!(api.is_dismissed(2));
    assert!(!api.stop().export_file("functions.csv").contains("Kok"));
}

#[test]
fn a_past_end_skips_the_validation_of_other_fields() {
    let api = PersonApi::new();
    let long = "x".repeat(1001);
    let fields = [
        ("ExternalIdentifier", "E001"),
        ("FirstName", ""),
        ("FamilyName", NIL),
        ("Email", &long),
        ("AccountLevel", "BOSS"),
        ("ContractStartTime", "abc"),
        ("ContractEndTime", "2026-03-01T00:00:00"),
        ("ManagerExternalIdentifier", "E099"),
    ];
    api.update(2, &fields).ok();
    assert!(api.is_dismissed(2));
    let values = [("ExternalIdentifier", "E002"), ("FirstName", "Bram"), ("ContractEndTime", "2026-03-01T00:00:00")];
    assert_values(&api.person(2), &values);
    assert_values(&api.person(2), &[("ContractStartTime", "2021-09-01T08:30:00")]);
}

// "*past* means not later than now"

#[test]
fn an_end_exactly_now_is_past_and_a_second_later_is_not() {
    let api = PersonApi::new();
    api.update(2, &[("ContractEndTime", NOW), ("FirstName", "Bas")]).ok();
    assert!(api.is_dismissed(2));
    assert_values(&api.person(2), &[("FirstName", "Bram"), ("ContractEndTime", NOW)]);
    let later = "2026-03-09T12:00:01";
    api.update(5, &[("ContractEndTime", later), ("FirstName", "Eef")]).ok();
    assert!(!api.is_dismissed(5));
    assert_values(&api.person(5), &[("FirstName", "Eef"), ("ContractEndTime", later)]);
}

// An end is compared after its conversion to the zone, without its fraction.

#[test]
fn a_contract_end_is_compared_in_the_services_zone() {
    let api = PersonApi::new();
    // 12:00:01 in the service's zone.
    api.update(2, &[("ContractEndTime", "2026-03-09T11:00:01Z"), ("FirstName", "Bas")]).ok();
    assert!(!api.is_dismissed(2));
    assert_values(&api.person(2), &[("FirstName", "Bas"), ("ContractEndTime", "2026-03-09T12:00:01")]);
    // 12:00:00 in the service's zone.
    api.update(2, &[("ContractEndTime", "2026-03-09T17:00:00+06:00"), ("FirstName", "Bob")]).ok();
    assert!(api.is_dismissed(2));
    assert_values(&api.person(2), &[("FirstName", "Bas"), ("ContractEndTime", NOW)]);
    // Truncated to now, not rounded up.
    api.update(5, &[("ContractEndTime", "2026-03-09T12:00:00.999"), ("FirstName", "")]).ok();
    assert!(api.is_dismissed(5));
}

#[test]
fn a_past_end_of_a_dismissed_person_replaces_only_the_end() {
    let api = PersonApi::new();
    api.update(3, &[("ContractEndTime", "2026-02-15T00:00:00"), ("FirstName", "Karla")]).ok();
    assert!(api.is_dismissed(3));
    assert_values(&api.person(3), &[("ContractEndTime", "2026-02-15T00:00:00"), ("FirstName", "Carla")]);
}

#[test]
fn a_past_end_may_lie_before_the_start() {
    let api = PersonApi::new();
    api.update(2, &[("ContractEndTime", "2020-01-01")]).ok();
    let times = [("ContractStartTime", "2021-09-01T08:30:00"), ("ContractEndTime", "2020-01-01T00:00:00")];
    assert_values(&api.person(2), &times);
    // A later start in the same request does not re-employ.
    api.update(5, &[("ContractStartTime", "2026-04-01"), ("ContractEndTime", "2026-01-01")]).ok();
    assert!(api.is_dismissed(5));
    assert_eq!(api.person(5).value("ContractStartTime"), None);
}

// "A later or empty contract end re-employs, and then the other fields count too."

#[test]
fn an_empty_end_rehires_and_other_fields_are_stored() {
    for empty in ["", NIL] {
        let api = PersonApi::new();
        assert!(api.is_dismissed(3));
        api.update(3, &[("ContractEndTime", empty), ("FirstName", "Karla"), ("FunctionName", "Kok")]).ok();
        assert!(!api.is_dismissed(3));
        let person = api.person(3);
        assert_values(&person, &[("Id", "3"), ("FirstName", "Karla"), ("FunctionName", "Kok")]);
        assert_values(&person, &[("ContractStartTime", "2019-02-01T00:00:00")]);
        assert_eq!(person.value("ContractEndTime"), None);
    }
}

#[test]
fn a_later_end_rehires_and_other_fields_are_stored() {
    let api = PersonApi::new();
    api.update(3, &[("ContractEndTime", "2026-12-31T00:00:00"), ("FirstName", "Karla")]).ok();
    assert!(!api.is_dismissed(3));
    assert_values(&api.person(3), &[("FirstName", "Karla"), ("ContractEndTime", "2026-12-31T00:00:00")]);
    // "later" is later than now: an end that is only later than the stored one still dismisses.
    api.update(3, &[("ContractEndTime", "2026-03-09T11:59:59"), ("FirstName", "Carlijn")]).ok();
    assert!(api.is_dismissed(3));
    assert_values(&api.person(3), &[("FirstName", "Karla")]);
}

#[test]
fn a_rehire_with_an_invalid_field_changes_nothing() {
    let api = PersonApi::new();
    for end in ["", "2027-01-01T00:00:00"] {
        let refused = api.update(3, &[("ContractEndTime", end), ("Email", "")]).refused();
        assert_eq!(refused, "Email is required.");
        assert!(api.is_dismissed(3));
        assert_values(&api.person(3), &[("ContractEndTime", "2026-01-31T00:00:00")]);
    }
    let fields = [("ContractStartTime", "2026-04-01"), ("ManagerExternalIdentifier", "E099")];
    assert_eq!(api.update(3, &fields).refused(), "Manager with ExternalIdentifier E099 not found.");
    assert!(api.is_dismissed(3));
}

// "A ContractStartTime later than the stored past end, sent without ContractEndTime, re-employs too and empties the
// end."

#[test]
fn a_start_later_than_the_stored_past_end_rehires() {
    // A start in the future, and one in the past but after the stored end.
    for start in ["2026-04-01T00:00:00", "2026-01-31T00:00:01"] {
        let api = PersonApi::new();
        api.update(3, &[("ContractStartTime", start), ("FirstName", "Karla")]).ok();
        assert!(!api.is_dismissed(3), "{start}");
        let person = api.person(3);
        assert_values(&person, &[("ContractStartTime", start), ("FirstName", "Karla")]);
        assert_eq!(person.value("ContractEndTime"), None);
    }
}

#[test]
fn a_start_not_later_than_the_stored_past_end_does_not_rehire() {
    for start in ["2026-01-31T00:00:00", "2018-01-01T00:00:00", ""] {
        let api = PersonApi::new();
        api.update(3, &[("ContractStartTime", start), ("FirstName", "Karla")]).ok();
        assert!(api.is_dismissed(3), "{start}");
        let person = api.person(3);
        assert_values(&person, &[("FirstName", "Karla"), ("ContractEndTime", "2026-01-31T00:00:00")]);
        assert_eq!(person.value("ContractStartTime").unwrap_or_default(), start);
    }
}

#[test]
fn a_new_start_keeps_an_end_that_is_not_past() {
    let api = PersonApi::new();
    api.update(2, &[("ContractStartTime", "2026-03-01T00:00:00")]).ok();
    assert_values(&api.person(2), &[("ContractEndTime", "2030-07-31T23:59:59")]);
    // An hour later, E004's contract has ended, and a new start rehires.
    let api = api.restart_at("2026-03-09T13:00:00");
    api.update(4, &[("ContractStartTime", "2026-03-09T13:00:01")]).ok();
    assert_eq!(api.person(4).value("ContractEndTime"), None);
    assert!(!api.is_dismissed(4));
}

// "Otherwise a dismissed person stays dismissed and the other fields are processed."

#[test]
fn a_dismissed_person_stays_dismissed_and_other_fields_are_processed() {
    let api = PersonApi::new();
    api.update(3, &[("PhoneNumber", "0800"), ("ManagerExternalIdentifier", "E002")]).ok();
    assert!(api.is_dismissed(3));
    let values = [("PhoneNumber", "0800"), ("ManagerId", "2"), ("ContractEndTime", "2026-01-31T00:00:00")];
    assert_values(&api.person(3), &values);
    assert_eq!(api.update(3, &[("FirstName", "")]).refused(), "FirstName is required.");
}

// CreatePerson's rule about the order of contract times; personUpdate "has the same shape".

#[test]
fn an_update_to_an_end_before_the_start_is_refused_unless_the_end_is_past() {
    let api = PersonApi::new();
    let fields = [("ContractStartTime", "2027-01-01"), ("ContractEndTime", "2026-12-01")];
    let refused = api.update(5, &fields).refused();
    assert!(refused.contains("ContractEndTime"), "{refused}");
    assert_eq!(api.person(5).value("ContractStartTime"), None);
}

// "**GetPersonByEmail** ignores case; when several persons match, the only employed one wins, else `More than one
// person has e-mail address X.` (as asked)."

#[test]
fn e_mail_addresses_ignore_case() {
    let api = PersonApi::new();
    assert_values(&api.get_by_email("ANNA@Example.NL").ok(), &[("Id", "1"), ("Email", "anna@example.nl")]);
    api.update(1, &[("Email", "Anna@Example.nl")]).ok();
    assert_values(&api.get_by_email(" anna@example.nl ").ok(), &[("Id", "1"), ("Email", "Anna@Example.nl")]);
    // An address is not a pattern.
    assert_eq!(api.get_by_email("%@example.nl").refused(), NOT_FOUND);
    assert_eq!(api.get_by_email("ann_@example.nl").refused(), NOT_FOUND);
    assert_eq!(api.get_by_email("anna").refused(), NOT_FOUND);
}

// "GetPersonByEmail ignores case"; the answer has the stored address.
#[test]
fn e_mail_addresses_ignore_case_of_non_ascii_letters() {
    let api = PersonApi::new();
    api.update(1, &[("Email", "José@Example.nl")]).ok();
    for requested in ["josé@example.nl", "JOSÉ@EXAMPLE.NL", "José@Example.nl"] {
        assert_values(&api.get_by_email(requested).ok(), &[("Id", "1"), ("Email", "José@Example.nl")]);
    }
    assert_eq!(api.get_by_email("jose@example.nl").refused(), NOT_FOUND);
    api.update(2, &[("Email", "JOSÉ@example.nl")]).ok();
    assert_eq!(
        api.get_by_email("josé@example.nl").refused(),
        "More than one person has e-mail address josé@example.nl."
    );
}

#[test]
fn the_only_employed_person_with_an_e_mail_address_is_found() {
    let api = PersonApi::new();
    // The only person with the address is dismissed.
    assert_values(&api.get_by_email("carla@example.nl").ok(), &[("Id", "3")]);
    // A second person, employed for another hour.
    api.update(4, &[("Email", "CARLA@example.nl")]).ok();
    assert_values(&api.get_by_email("carla@example.nl").ok(), &[("Id", "4")]);
    // Both are employed.
    api.update(3, &[("ContractEndTime", "")]).ok();
    let refused = api.get_by_email("Carla@Example.nl").refused();
    assert_eq!(refused, "More than one person has e-mail address Carla@Example.nl.");
    // Only the first is employed.
    let api = api.restart_at("2026-03-09T13:00:00");
    assert_values(&api.get_by_email("carla@example.nl").ok(), &[("Id", "3")]);
    // Neither is employed.
    api.update(3, &[("ContractEndTime", "2026-01-01")]).ok();
    let refused = api.get_by_email("carla@example.nl").refused();
    assert_eq!(refused, "More than one person has e-mail address carla@example.nl.");
}

#[test]
fn an_e_mail_address_of_two_employed_persons_is_ambiguous() {
    let api = PersonApi::new();
    let email = ("Email", "samen@example.nl");
    for id in [2, 3, 4] {
        api.update(id, &[email]).ok();
    }
    let text = "More than one person has e-mail address samen@example.nl.";
    assert_eq!(api.get_by_email("samen@example.nl").refused(), text);
    api.update(2, &[("ContractEndTime", "2026-03-01")]).ok();
    assert_values(&api.get_by_email("samen@example.nl").ok(), &[("Id", "4")]);
}

// "Account levels are data (`account_levels.csv`). … the appliance ships them with six placeholders, … `LEARNER` (the
// default) …, and lets an operator replace them."

#[test]
fn a_new_database_has_eight_account_levels() {
    let site = Site::new();
    let text = site.export_file("account_levels.csv");
    for level in LEVELS {
        let record = csv_record(&text, "Name", level);
        let is_default = matches!(cell(&record, "IsDefault"), "true" | "1" | "ja");
        assert_eq!(is_default, level == "LEARNER", "{text}");
    }
    assert_eq!(text.lines().count(), 9, "{text}");
}

#[test]
fn an_import_replaces_the_account_levels() {
    let site = provisioning_site();
    let levels = "Name,IsDefault\nADMIN,\nTRAINER,nee\nCursist,ja\n";
    site.import(&[("account_levels.csv", levels)]).ok();
    let api = PersonApi::start(site, &[]);
    let id = api.create_ok(&NEW_PERSON);
    assert_values(&api.person(id), &[("AccountLevel", "Cursist")]);
    assert_values(&api.person(0), &[("AccountLevel", "Cursist")]);
    let refused = api.update(id, &[("AccountLevel", "LEARNER")]).refused();
    assert!(refused.contains("Cursist") && refused.contains("TRAINER"), "{refused}");
    assert!(!refused.contains("REPORTER"), "{refused}");
    // An emptied level becomes the imported default.
    api.update(id, &[("AccountLevel", "ADMIN")]).ok();
    api.update(id, &[("AccountLevel", "")]).ok();
    assert_values(&api.person(id), &[("AccountLevel", "Cursist")]);
}

// "Exactly one is the default; a level in use is not removed."

#[test]
fn exactly_one_account_level_is_the_default() {
    let site = Site::new();
    let before = site.export_file("account_levels.csv");
    for levels in ["Name,IsDefault\nADMIN,true\nTRAINER,true\n", "Name,IsDefault\nADMIN,\nTRAINER,false\n"] {
        let output = site.import(&[("account_levels.csv", levels)]).refused();
        assert!(output.stderr.contains("account_levels.csv:"), "{output:?}");
    }
    assert_eq!(site.export_file("account_levels.csv"), before);
}

#[test]
fn removing_an_account_level_in_use_is_refused() {
    let site = persons_site();
    // Bram is a TRAINER
    let levels = "Name,IsDefault\nADMIN,\nLEARNER,true\n";
    let output = site.import(&[("account_levels.csv", levels)]).refused();
    // "one about a row that is not in the file stands on line 1"
    assert!(output.stderr.contains("account_levels.csv:1:"), "{output:?}");
    assert!(output.stderr.contains("TRAINER"), "{output:?}");
    let api = PersonApi::start(site, &[]);
    api.update(2, &[("AccountLevel", "LEARNER")]).ok();
    // The running server uses the new levels at once.
    api.site.import(&[("account_levels.csv", levels)]).ok();
    let refused = api.update(2, &[("AccountLevel", "TRAINER")]).refused();
    assert!(refused.contains("ADMIN") && refused.contains("LEARNER"), "{refused}");
}

// "*Anonymised* (`person anonymise`, dismissed persons only)"

#[test]
fn only_dismissed_persons_are_anonymised() {
    let api = PersonApi::new();
    for identifier in ["E002", "E004", "00005", "E099", "Manager onbekend"] {
        api.site.lms(&["person", "anonymise", identifier, "--yes"]).refused();
    }
    assert_eq!(api.rows().len(), 5);
    assert_values(&api.person(4), &[("FirstName", "Dirk")]);
    // E004's contract ends within the hour.
    let later = ["person", "anonymise", "E004", "--yes", "--now", "2026-03-09T13:00:00"];
    api.site.lms(&later).ok();
    assert_eq!(api.get_by_id(4).refused(), NOT_FOUND);
}

/// Another person has the identifier that the anonymised person would get; the refusal names that person.
#[test]
fn an_identifier_that_prevents_anonymising_is_named() {
    let api = PersonApi::new();
    api.update(5, &[("ExternalIdentifier", "anonymised-3")]).ok();
    let site = api.stop();
    let args = ["person", "anonymise", "E003", "--yes"];
    let refused = site.lms(&args).refused();
    assert_eq!(
        refused.stderr,
        "lms-appliance: the person with id 5 has the ExternalIdentifier anonymised-3, which is reserved for \
         anonymised persons: give that person another one first\n"
    );
    let api = PersonApi::start(site, &[]);
    assert_values(&api.person(3), &[("FirstName", "Carla")]);
    api.update(5, &[("ExternalIdentifier", "E005")]).ok();
    api.stop().lms(&args).ok();
}

/// Serves a site with Xaverius: a dismissed manager of an employed person, with an import and updates in the ledger.
fn api_with_dismissed_manager() -> PersonApi {
    let site = persons_site();
    let persons = "Id,ExternalIdentifier,FirstName,Insertion,FamilyName,Email,AccountLevel,FunctionName,\
                   DivisionName,CostCentre,PhoneNumber,ContractStartTime,ContractEndTime,\
                   ManagerExternalIdentifier,EmployeeType,HasActivatedAccount\n\
                   40,QX-40,Xaverius,zu,Quellinck,xaverius@quellinck.example,TRAINER,Docent,Noord,KX40,\
                   0699988877,2020-01-01T00:00:00,2026-02-01T00:00:00,E001,Extern,true\n\
                   41,E041,Fien,,Kramer,fien@example.nl,,,,,,,,QX-40,,\n";
    site.import(&[("persons.csv", persons)]).ok();
    let api = PersonApi::start(site, &[]);
    api.update(40, &[("PhoneNumber", "0655544433"), ("Email", "xq@quellinck.example")]).ok();
    api.update(40, &[("Insertion", "vander")]).ok();
    api
}

/// The personal data of Xaverius, which anonymising removes everywhere.
const PERSONAL_DATA: [&str; 9] =
    ["Xaverius", "Quellinck", "quellinck.example", "xaverius@", "0699988877", "0655544433", "QX-40", "KX40", "vander"];

#[test]
fn a_dismissed_person_has_personal_data_until_anonymised() {
    let api = api_with_dismissed_manager();
    assert_values(&api.person(40), &[("FirstName", "Xaverius"), ("PhoneNumber", "0655544433")]);
    assert_values(&api.person(41), &[("ManagerId", "40")]);
    assert!(api.audit().contains("0655544433"));
    let record = csv_record(&api.site.export_file("persons.csv"), "Id", "40");
    assert!(!matches!(cell(&record, "Anonymised"), "true" | "1" | "ja"));
}

// "No operation returns the person …; UpdatePerson answers `Person not found.`"

#[test]
fn no_operation_returns_an_anonymised_person() {
    let api = api_with_dismissed_manager();
    api.site.lms(&["person", "anonymise", "QX-40", "--yes"]).ok();
    assert_eq!(api.get_by_id(40).refused(), NOT_FOUND);
    for identifier in ["QX-40", "anonymised-40"] {
        assert_eq!(api.get_by_identifier(identifier).refused(), NOT_FOUND);
    }
    for email in ["xq@quellinck.example", "xaverius@quellinck.example", "anonymised-40@invalid"] {
        assert_eq!(api.get_by_email(email).refused(), NOT_FOUND);
    }
    let rows = api.rows();
    let ids: Vec<_> = rows.iter().filter_map(|row| row.value("ServiceId")).collect();
    assert_eq!(ids, ["1", "2", "3", "4", "5", "41"]);
    for fields in [&[][..], &[("ContractEndTime", "")], &[("ContractEndTime", "2026-01-01")], &[("FirstName", "")]] {
        assert_eq!(api.update(40, fields).refused(), NOT_FOUND);
    }
    // An anonymised person cannot be anonymised again.
    api.site.lms(&["person", "anonymise", "QX-40", "--yes"]).refused();
    // The identifier is free; the id is not reused.
    assert_eq!(api.create_ok(&new_person(&[("ExternalIdentifier", "QX-40")])), 42);
}

// "as someone's manager it reads as the placeholder"

#[test]
fn an_anonymised_manager_reads_as_the_placeholder() {
    let api = api_with_dismissed_manager();
    api.site.lms(&["person", "anonymise", "QX-40", "--yes"]).ok();
    assert_values(&api.person(41), &[("ManagerId", "0")]);
    let manager = [
        ("ManagerServiceId", "0"),
        ("ManagerExternalId", ""),
        ("ManagerFirstName", "Manager"),
        ("ManagerInsertion", ""),
        ("ManagerFamilyName", "onbekend"),
    ];
    assert_values(&api.row(41), &manager);
    assert_values(&api.person(0), &[("IsManager", "false")]);
}

// "keeps id, results and contract times; FirstName `Anoniem`, FamilyName `Persoon`, identifier and e-mail
// `anonymised-<id>` and `anonymised-<id>@invalid`, the rest empty or its default; … export carries the row with its
// column Anonymised"

#[test]
fn the_export_contains_the_anonymised_row() {
    let api = api_with_dismissed_manager();
    api.site.lms(&["person", "anonymise", "QX-40", "--yes"]).ok();
    let text = api.stop().export_file("persons.csv");
    let record = csv_record(&text, "Id", "40");
    let expected = [
        ("ExternalIdentifier", "anonymised-40"),
        ("FirstName", "Anoniem"),
        ("Insertion", ""),
        ("FamilyName", "Persoon"),
        ("Email", "anonymised-40@invalid"),
        ("AccountLevel", "LEARNER"),
        ("CostCentre", ""),
        ("PhoneNumber", ""),
        ("ContractStartTime", "2020-01-01T00:00:00"),
        ("ContractEndTime", "2026-02-01T00:00:00"),
        ("EmployeeType", "Intern"),
        ("HasActivatedAccount", "false"),
        ("Anonymised", "true"),
    ];
    for (column, value) in expected {
        assert_eq!(cell(&record, column), value, "{column}");
    }
    // A placeholder is exported as an empty cell or by name.
    for (column, name) in
        [("FunctionName", "Functie"), ("DivisionName", "Locatie"), ("ManagerExternalIdentifier", "Manager")]
    {
        let value = cell(&record, column);
        assert!(value.is_empty() || value == format!("{name} onbekend"), "{column}: {value}");
    }
    for value in PERSONAL_DATA {
        assert!(!text.contains(value), "{value}");
    }
}

// "the person's values in the audit log and the import ledger are blanked (field names stay)"

#[test]
fn the_audit_log_keeps_only_the_field_names_of_an_anonymised_person() {
    let api = api_with_dismissed_manager();
    api.site.lms(&["person", "anonymise", "QX-40", "--yes"]).ok();
    let audit = api.audit();
    assert!(audit.contains("PhoneNumber") && audit.contains("Email"), "{audit}");
    for value in PERSONAL_DATA {
        assert!(!audit.contains(value), "{value} in {audit}");
    }
}

// "SQLite's `secure_delete` is on and the WAL is truncated afterwards, so that the name is not left in the file."

#[track_caller]
fn assert_no_personal_data(site: &Site) {
    for entry in fs::read_dir(site.path()).expect("the site's folder") {
        let path = entry.expect("an entry").path();
        let bytes = fs::read(&path).expect("a readable file");
        for value in PERSONAL_DATA {
            let found = bytes.windows(value.len()).any(|window| window == value.as_bytes());
            assert!(!found, "{value} in {}", path.display());
        }
    }
}

#[test]
fn anonymising_leaves_no_personal_data_in_the_file_of_a_running_server() {
    let api = api_with_dismissed_manager();
    api.rows();
    api.site.lms(&["person", "anonymise", "QX-40", "--yes"]).ok();
    assert_no_personal_data(&api.site);
    // Later writes of the server do not restore it.
    api.update(41, &[("PhoneNumber", "1")]).ok();
    assert_no_personal_data(&api.site);
}

#[test]
fn anonymising_leaves_no_personal_data_in_the_file_of_a_stopped_server() {
    let site = api_with_dismissed_manager().stop();
    let output = site.lms(&["person", "anonymise", "QX-40", "--yes"]).ok();
    // "reminds that backups still hold the data"
    let reminder = format!("{}{}", output.stdout, output.stderr).to_lowercase();
    assert!(reminder.contains("backup"), "{output:?}");
    assert_no_personal_data(&site);
}

// "irreversible; asks, or `--yes`"

#[test]
fn anonymising_needs_confirmation() {
    let api = PersonApi::new();
    for input in ["", "n\n", "no\n"] {
        api.site.lms_with_input(&["person", "anonymise", "E003"], input);
        assert_values(&api.person(3), &[("FirstName", "Carla")]);
    }
}

// "a row that changes an anonymised person" is an error; "importing an export into an empty database and exporting
// again gives the same bytes"

#[test]
fn an_export_with_an_anonymised_person_can_be_reimported() {
    let site = api_with_dismissed_manager().stop();
    site.lms(&["person", "anonymise", "QX-40", "--yes"]).ok();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = |name: &str| folder.path().join(name).to_str().expect("a path in UTF-8").to_string();
    site.lms(&["export", &out("first")]).ok();
    // Importing it into the same database changes nothing.
    let again = site.lms(&["import", &out("first")]).ok();
    assert!(again.stdout.contains("persons.csv: created 0, updated 0, unchanged 7, removed 0"), "{again:?}");
    // After an import into an empty database, the export has the same bytes.
    let other = Site::new();
    other.lms(&["import", &out("first")]).ok();
    other.lms(&["export", &out("second")]).ok();
    for file in ["persons.csv", "functions.csv", "divisions.csv", "account_levels.csv"] {
        let read = |name| fs::read_to_string(folder.path().join(name).join(file)).expect("a data file");
        assert_eq!(read("first"), read("second"), "{file}");
    }
    other.add_credential("hr", "stilzwijgend", &["provisioning"]);
    let api = PersonApi::start(other, &[]);
    assert_eq!(api.get_by_id(40).refused(), NOT_FOUND);
    assert_values(&api.person(41), &[("ManagerId", "0")]);
    let row = "ExternalIdentifier,PhoneNumber\nanonymised-40,112\n";
    let output = api.site.import(&[("persons.csv", row)]).refused();
    assert!(output.stderr.contains("persons.csv:2:"), "{output:?}");
}

// "`audit` (who, when, which fields, old and new)"; "by credential or by import and line"

#[test]
fn the_audit_log_has_actors_and_changes() {
    let api = PersonApi::new();
    let before = api.audit();
    assert!(before.to_lowercase().contains("import"), "{before}");
    api.site.add_credential("tweede", "stilzwijgend2", &["UpdatePerson"]);
    let inner = "<username>tweede</username><password>stilzwijgend2</password>\
                 <servicePersonId>2</servicePersonId><personUpdate><FamilyName>Jaspers</FamilyName>\
                 <FirstName>Bram</FirstName></personUpdate>";
    let request = soap_request(Dialect::Soap12, "UpdatePerson", inner);
    api.server.send(&request).answer().ok();
    let audit = api.audit();
    let added: Vec<_> = audit.lines().filter(|line| !before.contains(line)).collect();
    let added = added.join("\n");
    for part in ["tweede", "FamilyName", "Jansen", "Jaspers"] {
        assert!(added.contains(part), "{part} in {added}");
    }
    assert!(!added.contains("FirstName"), "the same value is no change: {added}");
    assert!(!audit.contains("stilzwijgend"), "no password");
    // A dismissal is an ordinary change of one field.
    api.update(2, &[("ContractEndTime", "2026-03-01T00:00:00"), ("CostCentre", "ZZZ9")]).ok();
    let audit = api.audit();
    assert!(audit.contains("2026-03-01T00:00:00") && audit.contains("2030-07-31T23:59:59"), "{audit}");
    assert!(!audit.contains("ZZZ9"), "{audit}");
}

#[test]
fn the_audit_log_is_filtered_by_time_and_pruned() {
    let api = PersonApi::new();
    api.update(2, &[("FamilyName", "Jaspers")]).ok();
    // The times in the audit log are real ones, whatever `--now` is.
    let none = api.site.lms(&["audit", "--since", "9000-01-01T00:00:00"]).ok();
    assert!(!none.stdout.contains("Jaspers"), "{none:?}");
    let all = api.site.lms(&["audit", "--since", "2020-01-01T00:00:00"]).ok();
    assert!(all.stdout.contains("Jaspers"), "{all:?}");
    api.site.lms(&["audit", "--prune-before", "2020-01-01T00:00:00"]).ok();
    assert!(api.audit().contains("Jaspers"));
    api.site.lms(&["audit", "--prune-before", "9000-01-01T00:00:00"]).ok();
    assert!(!api.audit().contains("Jaspers"));
    assert_values(&api.person(2), &[("FamilyName", "Jaspers")]);
}

// "`--brand WORD` … replaces the neutral word in `ServiceId`, `ManagerServiceId`, `GetPersonByServiceId`,
// `servicePersonId` (lower-case first letter kept: `acmePersonId`), in requests, answers, error texts … The neutral
// names keep working in requests; the answer's wrapper echoes the operation name as called."

#[test]
fn a_brand_word_replaces_the_neutral_one() {
    let api = PersonApi::start(persons_site(), &["--brand", "Acme"]);
    let server = &api.server;
    for operation in ["GetPersonByAcmeId", "GetPersonByServiceId"] {
        for parameter in ["acmePersonId", "servicePersonId"] {
            let answer = server.form(operation, &[(parameter, "2")]).answer();
            assert_values(&answer.ok(), &[("Id", "2"), ("ExternalIdentifier", "E002")]);
            let inner = format!("<{parameter}>2</{parameter}>");
            let root = server.soap(Dialect::Soap11, operation, &inner).root();
            assert!(root.find(&format!("{operation}Response")).is_some(), "{root:?}");
            assert!(root.find(&format!("{operation}Result")).is_some(), "{root:?}");
        }
    }
    let rows = server.form("GetAllBasicPersonInfo", &[]).answer().ok().children;
    assert_eq!(rows[1].names()[0], "AcmeId");
    assert_values(&rows[1], &[("AcmeId", "2"), ("ManagerAcmeId", "1"), ("ManagerExternalId", "E001")]);
    assert!(rows.iter().all(|row| row.names().iter().all(|name| !name.contains("Service"))));
    let text = "A person with ExternalIdentifier E003 already exists and is dismissed (AcmeId 3); \
                update that person with an empty or later ContractEndTime instead.";
    assert_eq!(api.create(&new_person(&[("ExternalIdentifier", "E003")])).refused(), text);
    let update = "<acmePersonId>5</acmePersonId><personUpdate><FirstName>Eef</FirstName></personUpdate>";
    server.soap(Dialect::Soap12, "UpdatePerson", update).answer().ok();
    api.update(5, &[("FamilyName", "Smid")]).ok();
    assert_values(&api.get_by_identifier("00005").ok(), &[("FirstName", "Eef"), ("FamilyName", "Smid")]);
    let missing = server.form("GetPersonByAcmeId", &[]);
    assert_eq!((missing.status, missing.answer().refused().as_str()), (400, "Missing parameter: acmePersonId."));
    let wrong = server.form("GetPersonByAcmeId", &[("acmePersonId", "x")]);
    let text = wrong.answer().refused();
    assert!(text.starts_with("Invalid value for parameter acmePersonId: x"), "{text}");
}

// "`CreatePerson` and `UpdatePerson` are Style A only (Style B answers 400 with a text that says so)."

#[test]
fn records_in_forms_are_refused() {
    let api = PersonApi::new();
    for operation in ["CreatePerson", "UpdatePerson"] {
        let response = api.server.form(operation, &[("personCreate", "x"), ("servicePersonId", "2")]);
        assert_eq!(response.status, 400);
        let answer = response.answer();
        assert_eq!(answer.name, "ApiResponse");
        assert!(!answer.refused().is_empty());
    }
    assert_eq!(api.rows().len(), 5);
}

#[test]
fn every_dialect_returns_the_same_persons_and_refusals() {
    let api = PersonApi::new();
    for dialect in Dialect::ALL {
        let person = api.server.soap(dialect, "GetPersonByEmail", "<email>bram@example.nl</email>");
        let bare = dialect == Dialect::Soap12;
        let answer = person.answer();
        assert_eq!(answer.name, if bare { "ApiResponseOfPerson" } else { "GetPersonByEmailResult" });
        let names = |element: &Element| {
            element.children.iter().map(|child| (child.name.clone(), child.text.clone())).collect::<Vec<_>>()
        };
        assert_eq!(names(&answer.ok()), names(&api.person(2)));
        let refused = api.server.soap(dialect, "GetPersonByExternalId", "<externalId>E099</externalId>");
        assert_eq!((refused.status, refused.answer().refused().as_str()), (200, NOT_FOUND));
        // CreatePerson and UpdatePerson always have an envelope.
        let record = elements(&new_person(&[("ExternalIdentifier", "E002")]));
        let created = api.server.soap(dialect, "CreatePerson", &format!("<personCreate>{record}</personCreate>"));
        assert_eq!(created.status, 200);
        assert_eq!(created.root().namespace, dialect.namespace());
        let answer = created.answer();
        assert_eq!(answer.name, "CreatePersonResult");
        assert_eq!(answer.refused(), "A person with ExternalIdentifier E002 already exists.");
    }
}

// The writer applies one change at a time, and a refused call does not affect the others.

#[test]
fn concurrent_calls_create_each_identifier_and_function_once() {
    let api = PersonApi::new();
    let api = &api;
    let created: Vec<bool> = thread::scope(|scope| {
        let calls: Vec<_> = (0..12)
            .map(|number| {
                scope.spawn(move || {
                    // Every identifier is used three times; every third call is refused for its level.
                    let identifier = format!("P{}", number % 4);
                    let level = if number % 3 == 2 { "BOSS" } else { "" };
                    let fields =
                        [("ExternalIdentifier", identifier.as_str()), ("FunctionName", "Kok"), ("AccountLevel", level)];
                    api.create(&new_person(&fields)).success
                })
            })
            .collect();
        calls.into_iter().map(|call| call.join().expect("a call")).collect()
    });
    assert_eq!(created.iter().filter(|success| **success).count(), 4);
    let persons: Vec<_> = (0..4).map(|number| api.get_by_identifier(&format!("P{number}")).ok()).collect();
    assert!(persons.iter().all(|person| person.value("FunctionId") == Some("3")));
    assert_eq!(api.rows().len(), 9);
}

// An import of 100 persons, then calls of an HR system in all dialects.

#[test]
fn an_hr_system_changes_persons() {
    let site = provisioning_site();
    let mut persons = String::from(
        "ExternalIdentifier,FirstName,FamilyName,Email,FunctionName,DivisionName,ManagerExternalIdentifier\n",
    );
    for number in 1..=100 {
        // the first of the ten manages all others; a manager may follow later in the file
        let manager = number - (number - 1) % 10;
        persons += &format!(
            "P{number:03},Voor{number},Achter{number},p{number}@example.nl,F{},D{},P{manager:03}\n",
            number % 5,
            number % 3
        );
    }
    let output = site.import(&[("persons.csv", &persons)]).ok();
    assert!(output.stdout.contains("persons.csv: created 100, updated 0, unchanged 0, removed 0"), "{output:?}");
    let output = site.import(&[("persons.csv", &persons)]).ok();
    assert!(output.stdout.contains("persons.csv: created 0, updated 0, unchanged 100, removed 0"), "{output:?}");
    let api = PersonApi::start(site, &[]);
    let rows = api.rows();
    let ids: Vec<_> = rows.iter().map(|row| row.value("ServiceId").unwrap_or_default().to_string()).collect();
    assert_eq!(ids, (1..=100).map(|id| id.to_string()).collect::<Vec<_>>(), "ids in file order");
    assert_values(&rows[99], &[("ExternalId", "P100"), ("ManagerExternalId", "P091"), ("Function", "F0")]);
    for (number, dialect) in Dialect::ALL.into_iter().enumerate() {
        let call = |operation: &str, inner: &str| {
            let response = api.server.soap(dialect, operation, inner);
            assert_eq!(response.status, 200, "{}", response.text());
            response.answer()
        };
        let identifier = format!("NIEUW{number}");
        let email = format!("nieuw{number}@example.nl");
        let fields = new_person(&[("ExternalIdentifier", &identifier), ("Email", &email), ("FunctionName", "F1")]);
        let id = call("CreatePerson", &format!("<personCreate>{}</personCreate>", elements(&fields))).ok().text;
        assert_eq!(id, (101 + number).to_string());
        let update = |fields: &[(&str, &str)]| {
            let record = elements(fields);
            let inner = format!("<servicePersonId>{id}</servicePersonId><personUpdate>{record}</personUpdate>");
            call("UpdatePerson", &inner).ok();
        };
        let fetched = call("GetPersonByServiceId", &format!("<servicePersonId>{id}</servicePersonId>")).ok();
        assert_values(&fetched, &[("ExternalIdentifier", &identifier), ("FunctionName", "F1"), ("FunctionId", "1")]);
        update(&[("ManagerExternalIdentifier", "P001"), ("Insertion", "op de")]);
        let fetched = call("GetPersonByExternalId", &format!("<externalId>{identifier}</externalId>")).ok();
        assert_values(&fetched, &[("ManagerId", "1"), ("Insertion", "op de"), ("FirstName", "Noor")]);
        let is_dismissed = || {
            let contents = call("GetAllBasicPersonInfo", "").ok();
            let row = contents.children.into_iter().find(|row| row.value("ServiceId") == Some(&id));
            row.and_then(|row| row.value("IsDismissed").map(String::from)).expect("the person's row")
        };
        assert_eq!(is_dismissed(), "false");
        update(&[("ContractEndTime", "2026-03-01"), ("Insertion", "")]);
        assert_eq!(is_dismissed(), "true");
        let fetched = call("GetPersonByEmail", &format!("<email>{}</email>", email.to_uppercase())).ok();
        assert_values(&fetched, &[("Insertion", "op de"), ("ContractEndTime", "2026-03-01T00:00:00")]);
        update(&[("ContractEndTime", ""), ("Insertion", "")]);
        assert_eq!(is_dismissed(), "false");
        // Style B returns the same.
        let id: i64 = id.parse().expect("an id");
        assert!(!api.is_dismissed(id));
        for person in [api.person(id), api.get_by_identifier(&identifier).ok(), api.get_by_email(&email).ok()] {
            assert_values(&person, &[("Insertion", ""), ("FamilyName", "Dekker")]);
            assert_eq!(person.value("ContractEndTime"), None);
        }
    }
    assert_eq!(api.rows().len(), 103);
    let site = api.stop();
    let row = csv_record(&site.export_file("persons.csv"), "Id", "103");
    assert_eq!(cell(&row, "ExternalIdentifier"), "NIEUW2");
    assert_eq!(cell(&row, "ManagerExternalIdentifier"), "P001");
    let functions = site.export_file("functions.csv");
    assert_eq!(functions.lines().count(), 6, "{functions}");
    assert_ne!(functions, FUNCTIONS);
}

// "Ids are 1 to 2147483647 and are never given twice"
#[test]
fn when_no_id_is_left_a_new_person_is_refused() {
    let site = provisioning_site();
    site.import(&[(
        "persons.csv",
        "Id,ExternalIdentifier,FirstName,FamilyName,Email\n2147483647,E1,Anna,Berg,anna@example.nl\n",
    )])
    .ok();
    let server = site.serve(&[]);
    let person = "<personCreate><ExternalIdentifier>E2</ExternalIdentifier><FirstName>Bram</FirstName>\
                  <FamilyName>Smit</FamilyName><Email>bram@example.nl</Email></personCreate>";
    let text = server.soap(Dialect::Soap12, "CreatePerson", person).answer().refused();
    assert_eq!(text, "No id is left for a new person: ids go up to 2147483647.");
}
