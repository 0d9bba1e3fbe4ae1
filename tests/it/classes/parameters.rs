//! Parameters that the operations accept or refuse, the texts of errors, and the success flag in each style.

use super::serve;
use super::test_organisation::TestOrganisation;
use crate::support::{Dialect, Element, Server};

/// Returns status and error of a call in Style B.
#[track_caller]
fn failure(server: &Server, operation: &str, fields: &[(&str, &str)]) -> (u16, String) {
    let response = server.form(operation, fields);
    let root = response.root();
    let error = root.value("Error").unwrap_or_else(|| panic!("no error: {}", response.text()));
    (response.status, error.to_owned())
}

#[test]
fn training_types_are_names_or_numbers() {
    let mut organisation = TestOrganisation::new();
    organisation.training("1", "B", &[("Type", "Longterm")]);
    let (_site, server) = serve(&organisation.0);
    let call = |kind: &str| {
        server.form(
            "GetClassesFilteredByTraining",
            &[("trainingId", "1"), ("trainingType", kind), ("includeArchived", "false")],
        )
    };
    for kind in ["0", "1", "Learning", "Longterm", " Learning "] {
        assert!(call(kind).answer().success, "{kind}");
    }
    for kind in ["learning", "LONGTERM", "2", "", "00", "Learning,Longterm"] {
        let response = call(kind);
        assert_eq!(response.status, 400, "{kind}");
        assert_eq!(
            response.answer().refused(),
            format!("Invalid value for parameter trainingType: {kind}. Allowed is 0, Learning, 1, Longterm.")
        );
    }
    let without = [("trainingId", "1"), ("includeArchived", "false")];
    let expected = (400, "Missing parameter: trainingType.".to_owned());
    assert_eq!(failure(&server, "GetClassesFilteredByTraining", &without), expected);
}

// the specification does not mark includeArchived as optional
#[test]
fn include_archived_is_required() {
    let (_site, server) = serve(&TestOrganisation::new().0);
    let dates = [("fromDate", "2026-01-01"), ("toDate", "2026-12-31")];
    let training = [("trainingId", "1"), ("trainingType", "0")];
    for (operation, others) in
        [("GetClasses", &[][..]), ("GetClassesFilteredByDate", &dates), ("GetClassesFilteredByTraining", &training)]
    {
        for given in ["true", "false", "1", "0", "TRUE", "False"] {
            let fields = [others, &[("includeArchived", given)]].concat();
            assert!(server.form(operation, &fields).answer().success, "{operation} {given}");
        }
        let missing = (400, "Missing parameter: includeArchived.".to_owned());
        assert_eq!(failure(&server, operation, others), missing, "{operation}");
        let empty = [others, &[("includeArchived", " ")]].concat();
        assert_eq!(failure(&server, operation, &empty), missing, "{operation}");
        let wrong = [others, &[("includearchived", "ja")]].concat();
        let text = "Invalid value for parameter includearchived: ja. Allowed is true, false, 1 or 0.";
        assert_eq!(failure(&server, operation, &wrong), (400, text.to_owned()), "{operation}");
    }
}

#[test]
fn invalid_dates_are_refused() {
    let (_site, server) = serve(&TestOrganisation::new().0);
    let call = |from: &str, to: &str| {
        let fields = [("fromDate", from), ("toDate", to), ("includeArchived", "false")];
        let response = server.form("GetClassesFilteredByDate", &fields);
        (response.status, response.answer().error)
    };
    for (from, to) in [
        ("2026-01-01", "2026-12-31"),
        ("2026-01-01T00:00:00", "2026-12-31T00:00:00"),
        ("2026-01-01T08:00:00.1234567+01:00", "2026-12-31T23:59:59Z"),
        ("2026-03-29T02:30:00", "2026-10-25T02:30:00"),
    ] {
        assert_eq!(call(from, to), (200, None), "{from} {to}");
    }
    let good = "2026-06-01";
    for wrong in ["abc", "2026-02-30", "1-1-2026", "2026-01-01 08:00", "0001-01-01T00:00:00", "20260101"] {
        let text = |name| {
            let text =
                format!("Invalid value for parameter {name}: {wrong}. Allowed is a datetime (yyyy-MM-ddTHH:mm:ss).");
            (400, Some(text))
        };
        assert_eq!(call(wrong, good), text("fromDate"));
        assert_eq!(call(good, wrong), text("toDate"));
    }
    assert_eq!(call("", good), (400, Some("Missing parameter: fromDate.".to_owned())));
    assert_eq!(call(good, " "), (400, Some("Missing parameter: toDate.".to_owned())));
    assert_eq!(call(good, "x").0, 400);
}

#[test]
fn missing_and_invalid_numbers_and_texts_are_refused() {
    let (_site, server) = serve(&TestOrganisation::new().0);
    for (operation, name) in [("GetClass", "classId"), ("GetPersonAgenda", "identifier")] {
        let text = format!("Missing parameter: {name}.");
        assert_eq!(failure(&server, operation, &[]), (400, text));
    }
    assert_eq!(failure(&server, "GetClass", &[("classId", "")]), (400, "Missing parameter: classId.".to_owned()));
    for wrong in ["x", "1.0", "2147483648", "1e3"] {
        let (status, text) = failure(&server, "GetClass", &[("classId", wrong)]);
        assert_eq!(status, 400);
        assert!(text.starts_with(&format!("Invalid value for parameter classId: {wrong}.")), "{text}");
    }
}

/// "On success `Error` is … absent in the others." "The agenda's flag is `Succes`, on failure too."
#[test]
fn the_agenda_has_the_flag_succes_and_other_operations_success() {
    let mut organisation = TestOrganisation::new();
    organisation.person("1", &[]).class("1", &[]);
    let (_site, server) = serve(&organisation.0);
    let (archived, date) = ([("includeArchived", "false")], ("fromDate", "2026-01-01"));
    let by_date = [date, ("toDate", "2026-12-31"), archived[0]];
    let by_training = [("trainingId", "1"), ("trainingType", "1"), archived[0]];
    let lists = "ApiResponseOfListOfTrainingClass";
    for (operation, root, flag, fields, success) in [
        ("GetClasses", lists, "Success", &archived[..], true),
        ("GetClassesFilteredByDate", lists, "Success", &by_date, true),
        ("GetClassesFilteredByTraining", lists, "Success", &by_training, false),
        ("GetClass", "ApiResponseOfGroupClass", "Success", &[("classId", "1")], true),
        ("GetClass", "ApiResponseOfGroupClass", "Success", &[("classId", "2")], false),
        ("GetCatalog", "ApiResponseOfListOfCatalogItem", "Success", &[], true),
        ("GetPersonAgenda", "ApiResponseOfListOfAgendaDTO", "Succes", &[("identifier", "P1")], true),
        ("GetPersonAgenda", "ApiResponseOfListOfAgendaDTO", "Succes", &[("identifier", "P2")], false),
    ] {
        let elements: String = fields.iter().map(|(name, value)| format!("<{name}>{value}</{name}>")).collect();
        let expected = if success { vec![flag, "Contents"] } else { vec![flag, "Error"] };
        let form = server.form(operation, fields).root();
        assert_eq!((form.name.as_str(), form.names()), (root, expected.clone()));
        for dialect in Dialect::ALL {
            let document = server.soap(dialect, operation, &elements).root();
            let result = match dialect {
                Dialect::Soap12 => &document,
                _ => document.find(&format!("{operation}Result")).expect("a result"),
            };
            assert!(dialect != Dialect::Soap12 || result.name == root, "{result:?}");
            assert_eq!(result.names(), expected, "{operation} {dialect:?}");
        }
    }
}

// Style B reports request errors in the result document; Style A reports a fault, which has no flag
#[test]
fn request_errors_of_the_agenda_have_the_flag_succes_in_style_b() {
    let (_site, server) = serve(&TestOrganisation::new().0);
    let names = |root: &Element| root.names().join(" ");
    let missing = server.form("GetPersonAgenda", &[]);
    assert_eq!((missing.status, names(&missing.root()).as_str()), (400, "Succes Error"));
    assert_eq!(missing.root().name, "ApiResponseOfListOfAgendaDTO");
    let unauthorized = server.send(&crate::support::form_request("GetPersonAgenda", &[("identifier", "P1")]));
    assert_eq!((unauthorized.status, names(&unauthorized.root()).as_str()), (401, "Succes Error"));
    let other = server.form("GetClass", &[]);
    assert_eq!((other.status, names(&other.root()).as_str()), (400, "Success Error"));
    for dialect in Dialect::ALL {
        let fault = server.soap(dialect, "GetPersonAgenda", "");
        let status = if dialect == Dialect::Soap12 { 400 } else { 500 };
        assert_eq!(fault.status, status);
        assert!(fault.root().find("Fault").is_some() && fault.root().find("Succes").is_none());
    }
}
