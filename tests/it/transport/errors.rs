//! The table of errors: status, headers and text of each row, in each way of calling.

use super::*;

const TEXT_401: &str = "Invalid username or password.";

// "understood, and the rules refuse it: 200, in `Error`, Success false"
#[test]
fn refusals_by_the_rules_are_200() {
    let site = site();
    let server = site.serve(&[]);
    for way in WAYS {
        for (operation, parameter, value) in [
            (GET_BY_ID, "servicePersonId", "999"),
            ("GetPersonByExternalId", "externalId", "nobody"),
            ("GetPersonByEmail", "email", "nobody@example.nl"),
        ] {
            let response = server.send(&call(way, operation, &[(parameter, value)]));
            assert_by_rule(way, &response, operation, PERSON_ROOT, "Person not found.");
        }
    }
    still_answers(&server);
}

// "unknown operation: 404, `Unknown operation: GetClazz.` and the nearest name"
#[test]
fn an_unknown_operation_is_404_with_the_nearest_name() {
    let site = site();
    let server = site.serve(&[]);
    for way in WAYS {
        for (wrong, nearest) in [
            ("GetPersonByEmial", "GetPersonByEmail"),
            ("GetAllBasicPersonsInfo", "GetAllBasicPersonInfo"),
            ("CreatePersons", "CreatePerson"),
            ("UpdatePersn", "UpdatePerson"),
            ("GetPersonByExternalID", "GetPersonByExternalId"),
        ] {
            let text = error_text(way, &server.send(&call(way, wrong, &[])), 404, "ApiResponse");
            let rest = text.strip_prefix(&format!("Unknown operation: {wrong}."));
            assert!(rest.expect(&text).contains(nearest), "{text}");
        }
        // "a value is cut after 100 characters"
        let long = "Q".repeat(300);
        let text = error_text(way, &server.send(&call(way, &long, &[])), 404, "ApiResponse");
        assert!(text.starts_with("Unknown operation: QQQ") && !text.contains(&long[..101]), "{text}");
    }
    let response = server.send(&form_call("Get%3Cb%3E%26", "username=hr&password=stilzwijgend"));
    error_text(Way::Form, &response, 404, "ApiResponse");
    still_answers(&server);
}

// "wrong, absent or expired username or password: 401 … The same text, status … whether or not the
// name exists; `WWW-Authenticate: LmsBody realm=\"lms\"`"; "WWW-Authenticate and Retry-After are sent
// all the same"
#[test]
fn a_wrong_login_is_401() {
    let site = site();
    let mut server = site.serve(&[]);
    for (number, way) in WAYS.into_iter().enumerate() {
        // a name may fail ten times
        if number == 2 {
            server = site.serve(&[]);
        }
        for login in [
            &[("username", "hr"), ("password", "mis")][..],
            &[("username", "hr"), ("password", "")],
            &[("username", "hr")],
            &[("username", "hr"), ("password", "Geheim")],
            &[("username", "HR"), ("password", "stilzwijgend")],
            &[("username", "nobody"), ("password", "stilzwijgend")],
            &[("username", ""), ("password", "stilzwijgend")],
            &[("password", "stilzwijgend")],
            &[],
        ] {
            let mut fields = login.to_vec();
            fields.push(("servicePersonId", "2"));
            let response = server.send(&ask(way, GET_BY_ID, &fields));
            assert_eq!(error_text(way, &response, 401, PERSON_ROOT), TEXT_401);
            let challenge = response.header("WWW-Authenticate");
            assert_eq!(challenge, Some("LmsBody realm=\"lms\""), "{way:?}");
        }
        still_answers(&server);
    }
}

// "expired": a password that was rotated away, at once in a running server
#[test]
fn an_expired_password_is_401() {
    let site = site();
    let server = site.serve(&[]);
    still_answers(&server);
    let output = site.lms(&["credential", "rotate", "hr"]).ok();
    let new = output.stdout.lines().last().expect("the generated password").to_owned();
    for way in WAYS {
        let response = server.send(&bram_call(way));
        assert_eq!(error_text(way, &response, 401, PERSON_ROOT), TEXT_401);
        let fields = [("username", "hr"), ("password", new.as_str()), ("servicePersonId", "2")];
        assert_bram(way, &server.send(&ask(way, GET_BY_ID, &fields)));
    }
}

// "The same text, status and time whether or not the name exists": a hash is what takes time, and each takes one
#[test]
fn an_unknown_name_costs_one_hash_like_a_known_one() {
    let site = site();
    let server = site.serve(&["--metrics"]);
    for name in ["hr", "nobody", ""] {
        let fields = [("username", name), ("password", "mis"), ("servicePersonId", "2")];
        let before = server.metric("lms_password_hashes_total");
        let response = server.send(&ask(Way::Form, GET_BY_ID, &fields));
        assert_eq!(response.status, 401);
        let hashed = server.metric("lms_password_hashes_total") - before;
        assert_eq!(hashed, 1, "{name}");
    }
}

// "the credential lacks the operation: 403, `Access to operation GetCatalog is not granted.`"
#[test]
fn a_lacking_grant_is_403() {
    let site = site();
    site.add_credential("smal", "stilzwijgend", &[GET_BY_ID]);
    site.add_credential("kaal", "stilzwijgend", &[]);
    let server = site.serve(&[]);
    for way in WAYS {
        for (operation, root) in [
            ("GetAllBasicPersonInfo", LIST_ROOT),
            ("GetPersonByExternalId", PERSON_ROOT),
            ("GetPersonByEmail", PERSON_ROOT),
        ] {
            for name in ["smal", "kaal"] {
                let fields = [("username", name), ("password", "stilzwijgend")];
                let response = server.send(&ask(way, operation, &fields));
                let text = error_text(way, &response, 403, root);
                assert_eq!(text, format!("Access to operation {operation} is not granted."));
                assert_eq!(response.header("WWW-Authenticate"), None);
            }
        }
        let fields = [("username", "smal"), ("password", "stilzwijgend"), ("servicePersonId", "2")];
        assert_bram(way, &server.send(&ask(way, GET_BY_ID, &fields)));
        if way != Way::Form {
            for operation in ["CreatePerson", "UpdatePerson"] {
                let fields = [("username", "smal"), ("password", "stilzwijgend")];
                let text = error_text(way, &server.send(&ask(way, operation, &fields)), 403, "");
                assert_eq!(text, format!("Access to operation {operation} is not granted."));
            }
        }
    }
}

// "parameter absent / of the wrong type: 400, `Missing parameter: size.`"
#[test]
fn a_missing_parameter_is_400() {
    let site = site();
    let server = site.serve(&[]);
    for way in WAYS {
        for (operation, parameter) in
            [(GET_BY_ID, "servicePersonId"), ("GetPersonByExternalId", "externalId"), ("GetPersonByEmail", "email")]
        {
            let response = server.send(&call(way, operation, &[]));
            let text = error_text(way, &response, 400, PERSON_ROOT);
            assert_eq!(text, format!("Missing parameter: {parameter}."));
        }
    }
    for way in SOAP_WAYS {
        let text = error_text(way, &server.send(&soap_call(way, "CreatePerson", "")), 400, "");
        assert_eq!(text, "Missing parameter: personCreate.");
        let inner = "<servicePersonId>2</servicePersonId>";
        let text = error_text(way, &server.send(&soap_call(way, "UpdatePerson", inner)), 400, "");
        assert_eq!(text, "Missing parameter: personUpdate.");
        let inner = "<servicePersonId>abc</servicePersonId><personUpdate/>";
        let text = error_text(way, &server.send(&soap_call(way, "UpdatePerson", inner)), 400, "");
        assert!(text.starts_with("Invalid value for parameter servicePersonId: abc."), "{text}");
    }
    still_answers(&server);
}

// "too large: 413 … says the limit"
#[test]
fn a_body_too_large_is_413() {
    let site = site();
    let server = site.serve(&["--max-body", "2000"]);
    for way in WAYS {
        for (operation, root) in
            [(GET_BY_ID, PERSON_ROOT), ("GetAllBasicPersonInfo", LIST_ROOT), ("GetPersonByEmail", PERSON_ROOT)]
        {
            let padding = "x".repeat(2000);
            let response = server.send(&call(way, operation, &[("padding", &padding)]));
            let text = error_text(way, &response, 413, root);
            assert!(text.contains("2000") || text.contains("2,000"), "{text}");
        }
    }
    still_answers(&server);
}

// "the database cannot be written (disk full, read-only) …: 503 with Retry-After, `The database
// cannot be written.`; reads go on"
// ASVS 16.5.2
#[test]
fn a_database_that_cannot_be_written_is_503() {
    let site = site();
    let server = site.serve(&["--read-only"]);
    for way in SOAP_WAYS {
        let update = "<servicePersonId>2</servicePersonId><personUpdate><CostCentre>K</CostCentre></personUpdate>";
        let end = "<servicePersonId>2</servicePersonId><personUpdate><ContractEndTime>2026-01-01</ContractEndTime></personUpdate>";
        for (operation, inner) in
            [("CreatePerson", new_person("E9").as_str()), ("UpdatePerson", update), ("UpdatePerson", end)]
        {
            let response = server.send(&soap_call(way, operation, inner));
            let text = our_error_text(way, &response, 503, "");
            assert_eq!(text, "The database cannot be written.");
            let seconds: u32 = response.header("Retry-After").expect("Retry-After").parse().expect("seconds");
            assert!(seconds > 0);
        }
    }
    for way in WAYS {
        assert_bram(way, &server.send(&bram_call(way)));
    }
    assert!(!exists(&server, "E9"));
}

// "fault of ours: 500, `Internal error.` and a reference that is also in the log, never details"
// ASVS 16.3.4, 16.5.1
#[test]
fn internal_errors_are_500_with_a_reference() {
    let site = site();
    let server = site.serve(&[]);
    still_answers(&server);
    let database = rusqlite::Connection::open(site.db()).expect("the database");
    let tables: Vec<String> = database
        .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
        .and_then(|mut query| query.query_map([], |row| row.get(0))?.collect())
        .expect("the tables");
    database.pragma_update(None, "foreign_keys", false).expect("a pragma");
    for table in &tables {
        database.execute_batch(&format!("DROP TABLE \"{table}\"")).expect("a table goes");
    }
    for way in WAYS {
        for (operation, root, field, value) in [
            (GET_BY_ID, PERSON_ROOT, "servicePersonId", "2"),
            ("GetAllBasicPersonInfo", LIST_ROOT, "x", ""),
            ("GetPersonByEmail", PERSON_ROOT, "email", "bram@example.nl"),
        ] {
            let response = server.send(&call(way, operation, &[(field, value)]));
            let text = our_error_text(way, &response, 500, root);
            let rest = text.strip_prefix("Internal error.").expect(&text);
            let reference = rest.split_whitespace().last().expect(&text).trim_matches(|c: char| !c.is_alphanumeric());
            assert!(reference.len() >= 4, "{text}");
            assert!(log_with(&server, reference).contains(reference), "{text}");
            let lower = text.to_lowercase();
            assert!(!["table", "sql", "select", "person"].iter().any(|detail| lower.contains(detail)), "{text}");
        }
    }
}
