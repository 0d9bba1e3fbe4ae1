//! `person anonymise` (contract §3): connector errors about the person are blanked, the ledger keeps field names without
//! values, and the command waits for readers.

use crate::support::{PASSWORD, Site, USER, form_body, persons_site, provisioning_site};

/// Anonymises E003, who is dismissed, and returns the output.
fn anonymise(site: &Site) -> String {
    site.lms(&["person", "anonymise", "E003", "--yes"]).ok().stdout
}

fn error_messages(site: &Site) -> Vec<String> {
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
    let of_person = [
        "E003: the manager is unknown",
        "sent to <carla@new.nl>, refused",
        "sent to Carla@Example.nl, refused", // the former address
        "no contract for carla DE Vries-Bos",
        "no contract for Carla de Vries", // the former name
        "row 7 (E003,Carla de Vries-Bos,carla@new.nl)",
        // other ways to write a name or number
        "Vries-Bos, Carla: no contract",
        "no contract: Vries-Bos, de, Carla",
        "de Vries, Carla was not found",
        "no e-mail address for C. de Vries-Bos",
        "called 06-12 34 56 78, nobody there",
        "called 0612345678, nobody there",
    ];
    let of_others =
        ["E0031 and XE003 are others", "jcarla@new.nl is another", "Carla alone, and de Vries, may be anybody"];
    for message in of_person.iter().chain(&of_others) {
        let fields = [("username", "connector"), ("password", PASSWORD), ("message", message)];
        let reported = crate::support::form_request("ConnectorError", &fields);
        assert_eq!(server.send(&reported).status, 200);
    }
    let output = anonymise(&site);
    assert!(output.contains("12 messages of connector errors"), "{output}");
    let messages = error_messages(&site);
    assert_eq!(messages[..12], [""; 12]);
    assert_eq!(messages[12..], of_others);
    assert!(output.contains("an HR export that still lists the person creates them again"), "{output}");
}

/// Returns the field names, without values, of each line that contains `part`.
fn field_names(output: &str, part: &str) -> Vec<String> {
    let lines = output.lines().filter(|line| line.contains(part));
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
fn the_ledger_keeps_field_names_without_values() {
    let site = persons_site();
    site.import(&[(
        "persons.csv",
        "ExternalIdentifier,Email,PhoneNumber,ManagerExternalIdentifier\nE003,carla@new.nl,0612,\nE002,b@x,,E003\n",
    )])
    .ok();
    site.import(&[("persons.csv", "ExternalIdentifier,ManagerExternalIdentifier\nE002,E001\n")]).ok();
    let stdout = |args: &[&str]| site.lms(args).ok().stdout;
    let audit = field_names(&stdout(&["audit"]), "person 3 ");
    let shown = field_names(&stdout(&["imports", "show", "1"]), "persons.csv:4: ");
    let second = field_names(&stdout(&["imports", "show", "2"]), "persons.csv:2: ");
    assert!(audit[0].contains("FirstName") && shown[0].contains("FamilyName"), "{audit:?} {shown:?}");
    assert!(!audit[0].contains("PhoneNumber") && second[0].contains("PhoneNumber"), "{audit:?} {second:?}");
    anonymise(&site);
    let after = field_names(&stdout(&["audit"]), "person 3 ");
    assert_eq!(after[..audit.len()], audit);
    let show = stdout(&["imports", "show", "1"]);
    assert_eq!(field_names(&show, "persons.csv:4: "), shown);
    assert_eq!(field_names(&stdout(&["imports", "show", "2"]), "persons.csv:2: "), second);
    for trace in ["carla", "Carla", "Vries", "0612"] {
        assert!(!stdout(&["audit"]).contains(trace) && !show.contains(trace), "{trace}");
    }
    // an undo does not restore an anonymised manager
    site.lms(&["imports", "undo", "3"]).ok();
    let bram = site.export_file("persons.csv");
    let bram = bram.lines().find(|line| line.contains("E002")).unwrap();
    assert!(bram.contains(",,Intern"), "{bram}");
}

// the service disconnects a stalled client after 30 s, and the command waits for that
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
    // the response has begun
    std::io::Read::read_exact(&mut stalled, &mut [0; 12]).unwrap();
    anonymise(&site);
    drop(stalled);
    assert_eq!(server.stop().status, 0);
}
