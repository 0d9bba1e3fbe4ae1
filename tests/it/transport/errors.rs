//! Tests each row of the contract's table of errors in each style: status, headers and text.

use super::*;

const TEXT_401: &str = "Invalid username or password.";

// "understood, and the rules refuse it: 200, in `Error`, Success false"
#[test]
fn refusals_are_200() {
    let site = site();
    let server = site.serve(&[]);
    for style in STYLES {
        for (operation, parameter, value) in [
            (GET_BY_ID, "servicePersonId", "999"),
            ("GetPersonByExternalId", "externalId", "nobody"),
            ("GetPersonByEmail", "email", "nobody@example.nl"),
        ] {
            let response = server.send(&call(style, operation, &[(parameter, value)]));
            assert_refused(style, &response, operation, PERSON_ROOT, "Person not found.");
        }
    }
    assert_responds(&server);
}

// "unknown operation: 404, `Unknown operation: GetClazz.` and the nearest name"
#[test]
fn an_unknown_operation_is_404_with_the_nearest_name() {
    let site = site();
    let server = site.serve(&[]);
    for style in STYLES {
        for (name, nearest) in [
            ("GetPersonByEmial", "GetPersonByEmail"),
            ("GetAllBasicPersonsInfo", "GetAllBasicPersonInfo"),
            ("CreatePersons", "CreatePerson"),
            ("UpdatePersn", "UpdatePerson"),
            ("GetPersonByExternalID", "GetPersonByExternalId"),
        ] {
            let text = error_text(style, &server.send(&call(style, name, &[])), 404, "ApiResponse");
            let rest = text.strip_prefix(&format!("Unknown operation: {name}."));
            assert!(rest.expect(&text).contains(nearest), "{text}");
        }
        // "a value is cut after 100 characters"
        let long = "Q".repeat(300);
        let text = error_text(style, &server.send(&call(style, &long, &[])), 404, "ApiResponse");
        assert!(text.starts_with("Unknown operation: QQQ") && !text.contains(&long[..101]), "{text}");
    }
    let response = server.send(&form_call("Get%3Cb%3E%26", "username=hr&password=stilzwijgend"));
    error_text(Style::Form, &response, 404, "ApiResponse");
    assert_responds(&server);
}

// "wrong, absent or expired username or password: 401 … The same text, status … whether or not the
// name exists; `WWW-Authenticate: LmsBody realm=\"lms\"`"; "WWW-Authenticate and Retry-After are sent
// all the same"
#[test]
fn a_wrong_login_is_401() {
    let site = site();
    let mut server = site.serve(&[]);
    for (number, style) in STYLES.into_iter().enumerate() {
        // a server throttles a name after ten wrong logins
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
            let response = server.send(&exact_call(style, GET_BY_ID, &fields));
            assert_eq!(error_text(style, &response, 401, PERSON_ROOT), TEXT_401);
            let challenge = response.header("WWW-Authenticate");
            assert_eq!(challenge, Some("LmsBody realm=\"lms\""), "{style:?}");
        }
        assert_responds(&server);
    }
}

// "expired"
#[test]
fn a_rotated_password_is_401_at_once() {
    let site = site();
    let server = site.serve(&[]);
    assert_responds(&server);
    let output = site.lms(&["credential", "rotate", "hr"]).ok();
    let new_password = output.stdout.lines().last().expect("the generated password").to_owned();
    for style in STYLES {
        let response = server.send(&bram_call(style));
        assert_eq!(error_text(style, &response, 401, PERSON_ROOT), TEXT_401);
        let fields = [("username", "hr"), ("password", new_password.as_str()), ("servicePersonId", "2")];
        assert_bram(style, &server.send(&exact_call(style, GET_BY_ID, &fields)));
    }
}

// "The same text, status and time whether or not the name exists": the time is that of one password hash
#[test]
fn a_wrong_login_costs_one_hash_with_known_and_unknown_names() {
    let site = site();
    let server = site.serve(&["--metrics"]);
    for name in ["hr", "nobody", ""] {
        let fields = [("username", name), ("password", "mis"), ("servicePersonId", "2")];
        let before = server.metric("lms_password_hashes_total");
        let response = server.send(&exact_call(Style::Form, GET_BY_ID, &fields));
        assert_eq!(response.status, 401);
        let hashes = server.metric("lms_password_hashes_total") - before;
        assert_eq!(hashes, 1, "{name}");
    }
}

// "the credential lacks the operation: 403, `Access to operation GetCatalog is not granted.`"
#[test]
fn a_missing_grant_is_403() {
    let site = site();
    site.add_credential("smal", "stilzwijgend", &[GET_BY_ID]);
    site.add_credential("kaal", "stilzwijgend", &[]);
    let server = site.serve(&[]);
    for style in STYLES {
        for (operation, root) in [
            ("GetAllBasicPersonInfo", LIST_ROOT),
            ("GetPersonByExternalId", PERSON_ROOT),
            ("GetPersonByEmail", PERSON_ROOT),
        ] {
            for name in ["smal", "kaal"] {
                let fields = [("username", name), ("password", "stilzwijgend")];
                let response = server.send(&exact_call(style, operation, &fields));
                let text = error_text(style, &response, 403, root);
                assert_eq!(text, format!("Access to operation {operation} is not granted."));
                assert_eq!(response.header("WWW-Authenticate"), None);
            }
        }
        let fields = [("username", "smal"), ("password", "stilzwijgend"), ("servicePersonId", "2")];
        assert_bram(style, &server.send(&exact_call(style, GET_BY_ID, &fields)));
        if style != Style::Form {
            for operation in ["CreatePerson", "UpdatePerson"] {
                let fields = [("username", "smal"), ("password", "stilzwijgend")];
                let text = error_text(style, &server.send(&exact_call(style, operation, &fields)), 403, "");
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
    for style in STYLES {
        for (operation, parameter) in
            [(GET_BY_ID, "servicePersonId"), ("GetPersonByExternalId", "externalId"), ("GetPersonByEmail", "email")]
        {
            let response = server.send(&call(style, operation, &[]));
            let text = error_text(style, &response, 400, PERSON_ROOT);
            assert_eq!(text, format!("Missing parameter: {parameter}."));
        }
    }
    for style in SOAP_STYLES {
        let text = error_text(style, &server.send(&soap_call(style, "CreatePerson", "")), 400, "");
        assert_eq!(text, "Missing parameter: personCreate.");
        let inner = "<servicePersonId>2</servicePersonId>";
        let text = error_text(style, &server.send(&soap_call(style, "UpdatePerson", inner)), 400, "");
        assert_eq!(text, "Missing parameter: personUpdate.");
        let inner = "<servicePersonId>abc</servicePersonId><personUpdate/>";
        let text = error_text(style, &server.send(&soap_call(style, "UpdatePerson", inner)), 400, "");
        assert!(text.starts_with("Invalid value for parameter servicePersonId: abc."), "{text}");
    }
    assert_responds(&server);
}

// "too large: 413 … says the limit"
#[test]
fn a_body_too_large_is_413() {
    let site = site();
    let server = site.serve(&["--max-body", "2000"]);
    for style in STYLES {
        for (operation, root) in
            [(GET_BY_ID, PERSON_ROOT), ("GetAllBasicPersonInfo", LIST_ROOT), ("GetPersonByEmail", PERSON_ROOT)]
        {
            let padding = "x".repeat(2000);
            let response = server.send(&call(style, operation, &[("padding", &padding)]));
            let text = error_text(style, &response, 413, root);
            assert!(text.contains("2000") || text.contains("2,000"), "{text}");
        }
    }
    assert_responds(&server);
}

// "the database cannot be written (disk full, read-only) …: 503 with Retry-After, `The database
// cannot be written.`; reads go on"
// ASVS 16.5.2
#[test]
fn a_database_that_cannot_be_written_is_503() {
    let site = site();
    let server = site.serve(&["--read-only"]);
    for style in SOAP_STYLES {
        let update = "<servicePersonId>2</servicePersonId><personUpdate><CostCentre>K</CostCentre></personUpdate>";
        let end = "<servicePersonId>2</servicePersonId><personUpdate><ContractEndTime>2026-01-01</ContractEndTime></personUpdate>";
        for (operation, inner) in
            [("CreatePerson", new_person("E9").as_str()), ("UpdatePerson", update), ("UpdatePerson", end)]
        {
            let response = server.send(&soap_call(style, operation, inner));
            let text = server_error_text(style, &response, 503, "");
            assert_eq!(text, "The database cannot be written.");
            let seconds: u32 = response.header("Retry-After").expect("Retry-After").parse().expect("seconds");
            assert!(seconds > 0);
        }
    }
    for style in STYLES {
        assert_bram(style, &server.send(&bram_call(style)));
    }
    assert!(!has_person(&server, "E9"));
}

// "fault of ours: 500, `Internal error.` and a reference that is also in the log, never details"
// ASVS 16.3.4, 16.5.1
#[test]
fn internal_errors_are_500_with_a_reference() {
    let site = site();
    let server = site.serve(&[]);
    assert_responds(&server);
    let database = rusqlite::Connection::open(site.db()).expect("the database");
    let tables: Vec<String> = database
        .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
        .and_then(|mut query| query.query_map([], |row| row.get(0))?.collect())
        .expect("the tables");
    database.pragma_update(None, "foreign_keys", false).expect("a pragma");
    for table in &tables {
        database.execute_batch(&format!("DROP TABLE \"{table}\"")).expect("a dropped table");
    }
    for style in STYLES {
        for (operation, root, field, value) in [
            (GET_BY_ID, PERSON_ROOT, "servicePersonId", "2"),
            ("GetAllBasicPersonInfo", LIST_ROOT, "x", ""),
            ("GetPersonByEmail", PERSON_ROOT, "email", "bram@example.nl"),
        ] {
            let response = server.send(&call(style, operation, &[(field, value)]));
            let text = server_error_text(style, &response, 500, root);
            let rest = text.strip_prefix("Internal error.").expect(&text);
            let reference = rest.split_whitespace().last().expect(&text).trim_matches(|c: char| !c.is_alphanumeric());
            assert!(reference.len() >= 4, "{text}");
            assert!(server.wait_for_log(reference).contains(reference), "{text}");
            let lower = text.to_lowercase();
            assert!(!["table", "sql", "select", "person"].iter().any(|detail| lower.contains(detail)), "{text}");
        }
    }
}
