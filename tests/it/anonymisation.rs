//! `person anonymise`: field names stay in the ledger, the name is blanked in connector errors, and it waits for readers
//! (contract, section 3).

use crate::support::{PASSWORD, Site, USER, form_body, persons_site, provisioning_site};

/// E003 of the persons is dismissed already.
fn anonymise(site: &Site) -> String {
    site.lms(&["person", "anonymise", "E003", "--yes"]).ok().stdout
}

fn messages(site: &Site) -> Vec<String> {
    let reported = site.lms(&["connector-errors", "--json"]).ok().stdout;
    let objects = reported.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    objects.map(|object| object["message"].as_str().unwrap().to_owned()).collect()
}

// "Messages of connector errors that hold the identifier, the e-mail address or the full name are blanked."
#[test]
fn connector_errors_about_the_person_are_blanked() {
    let site = persons_site();
    site.import(&[(
        "persons.csv",
        "ExternalIdentifier,FamilyName,Email,PhoneNumber\nE003,Vries-Bos,carla@new.nl,06-12 34 56 78\n",
    )])
    .ok();
    site.add_credential("connector", PASSWORD, &["ConnectorError"]);
    let server = site.serve(&[]);
    let of_her = [
        "E003: the manager is unknown",
        "sent to <carla@new.nl>, refused",
        "sent to Carla@Example.nl, refused", // the address of before
        "no contract for carla DE Vries-Bos",
        "no contract for Carla de Vries", // the name of before
        "row 7 (E003,Carla de Vries-Bos,carla@new.nl)",
        // as reports and people write a name
        "Vries-Bos, Carla: no contract",
        "no contract: Vries-Bos, de, Carla",
        "de Vries, Carla was not found",
        "no e-mail address for C. de Vries-Bos",
        "called 06-12 34 56 78, nobody there",
        "called 0612345678, nobody there",
    ];
    let of_others =
        ["E0031 and XE003 are others", "jcarla@new.nl is another", "Carla alone, and de Vries, may be anybody"];
    for message in of_her.iter().chain(&of_others) {
        let fields = [("username", "connector"), ("password", PASSWORD), ("message", message)];
        let reported = crate::support::form_request("ConnectorError", &fields);
        assert_eq!(server.send(&reported).status, 200);
    }
    let said = anonymise(&site);
    assert!(said.contains("12 messages of connector errors"), "{said}");
    let left = messages(&site);
    assert_eq!(left[..12], [""; 12]);
    assert_eq!(left[12..], of_others);
    assert!(said.contains("an HR export that still lists the person creates them again"), "{said}");
}

/// The lines without their values: of each field only the name.
fn names(reported: &str, whose: &str) -> Vec<String> {
    let lines = reported.lines().filter(|line| line.contains(whose));
    let name = |field: &str| Some(field.rsplit_once(": ")?.0.rsplit(' ').next()?.to_owned());
    let fields = |line: &str| {
        let (fields, _) = line.rsplit_once(" -> ").expect("a field");
        let names: Vec<_> = fields.split(" -> ").filter_map(name).collect();
        names.join(" ")
    };
    lines.map(fields).collect()
}

// "the person's values in the audit log and the import ledger are blanked (field names stay)"
#[test]
fn imported_field_names_remain() {
    let site = persons_site();
    site.import(&[(
        "persons.csv",
        "ExternalIdentifier,Email,PhoneNumber,ManagerExternalIdentifier\nE003,carla@new.nl,0612,\nE002,b@x,,E003\n",
    )])
    .ok();
    site.import(&[("persons.csv", "ExternalIdentifier,ManagerExternalIdentifier\nE002,E001\n")]).ok();
    let reported = |args: &[&str]| site.lms(args).ok().stdout;
    let audit = names(&reported(&["audit"]), "person 3 ");
    let shown = names(&reported(&["imports", "show", "1"]), "persons.csv:4: ");
    let second = names(&reported(&["imports", "show", "2"]), "persons.csv:2: ");
    assert!(audit[0].contains("FirstName") && shown[0].contains("FamilyName"), "{audit:?} {shown:?}");
    assert!(!audit[0].contains("PhoneNumber") && second[0].contains("PhoneNumber"), "{audit:?} {second:?}");
    anonymise(&site);
    let after = names(&reported(&["audit"]), "person 3 ");
    assert_eq!(after[..audit.len()], audit);
    let show = reported(&["imports", "show", "1"]);
    assert_eq!(names(&show, "persons.csv:4: "), shown);
    assert_eq!(names(&reported(&["imports", "show", "2"]), "persons.csv:2: "), second);
    for trace in ["carla", "Carla", "Vries", "0612"] {
        assert!(!reported(&["audit"]).contains(trace) && !show.contains(trace), "{trace}");
    }
    // an anonymised manager is not restored
    site.lms(&["imports", "undo", "3"]).ok();
    let bram = site.export_file("persons.csv");
    let bram = bram.lines().find(|line| line.contains("E002")).unwrap();
    assert!(bram.contains(",,Intern"), "{bram}");
}

// a service cuts stalled readers after 30 s, and the command waits for that
#[test]
fn anonymising_waits_for_a_stalled_reader() {
    let site = provisioning_site();
    let mut many =
        String::from("ExternalIdentifier,FirstName,FamilyName,Email,ContractEndTime\nE003,C,V,c@x,2026-01-31\n");
    for number in 0..20_000 {
        many += &format!("P{number},Voornaam,Achternaam,p{number}@example.nl,\n");
    }
    site.import(&[("persons.csv", &many)]).ok();
    let server = site.serve(&[]);
    let body = form_body(&[("username", USER), ("password", PASSWORD)]);
    let mut stalled = server.connect();
    let request = format!(
        "POST /service/apiservice.asmx/GetAllBasicPersonInfo HTTP/1.1\r\nHost: x\r\n\
         Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    std::io::Write::write_all(&mut stalled, request.as_bytes()).unwrap();
    // its answer has begun
    std::io::Read::read_exact(&mut stalled, &mut [0; 12]).unwrap();
    anonymise(&site);
    drop(stalled);
    assert_eq!(server.stop().status, 0);
}
