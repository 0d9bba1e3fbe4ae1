//! Tests values of scalar parameters: strings, numbers and empty values.

use super::*;

const BY_EXTERNAL: &str = "GetPersonByExternalId";
const BY_EMAIL: &str = "GetPersonByEmail";

// "Trimmed (white space at both ends)"
#[test]
fn strings_are_trimmed() {
    let site = site();
    let server = site.serve(&[]);
    let inner = format!("<Success>true</Success><Contents>{BRAM}</Contents><Error/>");
    for style in STYLES {
        for value in ["E2", "  E2", "E2 \t", "\r\n\t E2 \n"] {
            let response = server.send(&call(style, BY_EXTERNAL, &[("externalId", value)]));
            assert_result(style, &response, BY_EXTERNAL, PERSON_ROOT, &inner);
        }
        // spaces within a value and its case are significant
        for value in ["E 2", "e2"] {
            let response = server.send(&call(style, BY_EXTERNAL, &[("externalId", value)]));
            assert_refused(style, &response, BY_EXTERNAL, PERSON_ROOT, "Person not found.");
        }
        let fields = [("username", " hr\n"), ("password", "stilzwijgend"), ("servicePersonId", " 2 ")];
        assert_bram(style, &server.send(&exact_call(style, GET_BY_ID, &fields)));
    }
}

// "except the password, which is taken exactly as sent"
// ASVS 6.2.8
#[test]
fn the_password_is_not_trimmed() {
    let site = site();
    site.add_credential("blank", "  still zwijgend  ", &["provisioning"]);
    site.add_credential("kaal", "stilzwijgend", &["provisioning"]);
    let server = site.serve(&[]);
    for style in STYLES {
        for (name, password, is_accepted) in [
            ("blank", "  still zwijgend  ", true),
            ("blank", "still zwijgend", false),
            ("blank", " still zwijgend", false),
            ("kaal", "stilzwijgend", true),
            ("kaal", " stilzwijgend", false),
            ("kaal", "stilzwijgend\n", false),
        ] {
            let fields = [("username", name), ("password", password), ("servicePersonId", "2")];
            let response = server.send(&exact_call(style, GET_BY_ID, &fields));
            if is_accepted {
                assert_bram(style, &response);
            } else {
                let text = error_text(style, &response, 401, PERSON_ROOT);
                assert_eq!(text, "Invalid username or password.");
            }
        }
    }
}

// "At most 1,000 characters"; "A scalar parameter that is too long is of the wrong type (400)."
#[test]
fn a_string_has_at_most_1000_characters() {
    let site = site();
    let server = site.serve(&[]);
    for style in STYLES {
        for (operation, parameter) in [(BY_EXTERNAL, "externalId"), (BY_EMAIL, "email")] {
            // é has two bytes
            for letter in ["x", "é"] {
                let value = format!("  {}  ", letter.repeat(1000));
                let response = server.send(&call(style, operation, &[(parameter, &value)]));
                assert_refused(style, &response, operation, PERSON_ROOT, "Person not found.");
                let value = letter.repeat(1001);
                let response = server.send(&call(style, operation, &[(parameter, &value)]));
                let text = error_text(style, &response, 400, PERSON_ROOT);
                // "a value is cut after 100 characters"
                let start = format!("Invalid value for parameter {parameter}: {}", letter.repeat(100));
                assert!(text.starts_with(&start), "{text}");
                assert!(!text.contains(&letter.repeat(101)), "{text}");
            }
        }
    }
}

// "Whole numbers are 32-bit; one that does not fit is of the wrong type."
// ASVS 1.4.2
#[test]
fn numbers_are_32_bit() {
    let site = site();
    let server = site.serve(&[]);
    for style in STYLES {
        for value in ["2147483647", "-1", "-2147483648", "999"] {
            let response = server.send(&call(style, GET_BY_ID, &[("servicePersonId", value)]));
            assert_refused(style, &response, GET_BY_ID, PERSON_ROOT, "Person not found.");
        }
        for value in [
            "2147483648",
            "-2147483649",
            "4294967298",
            "9999999999999999999999",
            "abc",
            "2.0",
            "2,0",
            "1e0",
            "0x2",
            "2 2",
            "true",
            "2;",
            "٢",
        ] {
            let response = server.send(&call(style, GET_BY_ID, &[("servicePersonId", value)]));
            let text = error_text(style, &response, 400, PERSON_ROOT);
            let start = format!("Invalid value for parameter servicePersonId: {value}.");
            assert!(text.starts_with(&start), "{text}");
            // "and what is allowed"
            assert!(text.len() > start.len() + 3, "{text}");
        }
    }
    assert_responds(&server);
}

// "Absent and empty are the same for numbers …: `Missing parameter` if required."
#[test]
fn an_empty_number_is_missing() {
    let site = site();
    let server = site.serve(&[]);
    for style in STYLES {
        for fields in [&[][..], &[("servicePersonId", "")], &[("servicePersonId", " \n ")]] {
            let response = server.send(&call(style, GET_BY_ID, fields));
            let text = error_text(style, &response, 400, PERSON_ROOT);
            assert_eq!(text, "Missing parameter: servicePersonId.");
        }
    }
    let body = "username=hr&password=stilzwijgend&servicePersonId";
    let text = error_text(Style::Form, &server.send(&form_call(GET_BY_ID, body)), 400, PERSON_ROOT);
    assert_eq!(text, "Missing parameter: servicePersonId.");
}

// "For strings empty is a value: GetPersonByExternalId, GetPersonByEmail … with an empty one answer
// `Person not found.`"
#[test]
fn an_empty_string_is_a_value() {
    let site = site();
    let server = site.serve(&[]);
    for style in STYLES {
        for (operation, parameter) in [(BY_EXTERNAL, "externalId"), (BY_EMAIL, "email")] {
            for value in ["", "   ", "\t\n"] {
                let response = server.send(&call(style, operation, &[(parameter, value)]));
                assert_refused(style, &response, operation, PERSON_ROOT, "Person not found.");
            }
            let response = server.send(&call(style, operation, &[]));
            let text = error_text(style, &response, 400, PERSON_ROOT);
            assert_eq!(text, format!("Missing parameter: {parameter}."));
        }
    }
}

// "Where a text names a parameter it is named as sent"; "a value is cut after 100 characters"
#[test]
fn an_error_names_the_parameter_as_sent_and_cuts_the_value() {
    let site = site();
    let server = site.serve(&[]);
    let body = "username=hr&password=stilzwijgend&SERVICEpersonID=abc";
    let text = error_text(Style::Form, &server.send(&form_call(GET_BY_ID, body)), 400, PERSON_ROOT);
    assert!(text.starts_with("Invalid value for parameter SERVICEpersonID: abc."), "{text}");
    let body = "username=hr&password=stilzwijgend&SERVICEpersonID=";
    let text = error_text(Style::Form, &server.send(&form_call(GET_BY_ID, body)), 400, PERSON_ROOT);
    assert!(text.eq_ignore_ascii_case("Missing parameter: servicePersonId."), "{text}");
    for style in STYLES {
        for (letter, count) in [("q", 150), ("é", 101), ("€", 999)] {
            let value = letter.repeat(count);
            let response = server.send(&call(style, GET_BY_ID, &[("servicePersonId", &value)]));
            let text = error_text(style, &response, 400, PERSON_ROOT);
            assert!(text.contains(&letter.repeat(100)), "{text}");
            assert!(!text.contains(&letter.repeat(101)), "{text}");
        }
        for value in ["<b>&amp;</b>", "]]>", "\"'&"] {
            let response = server.send(&call(style, GET_BY_ID, &[("servicePersonId", value)]));
            let text = error_text(style, &response, 400, PERSON_ROOT);
            assert!(text.starts_with(&format!("Invalid value for parameter servicePersonId: {value}.")));
        }
    }
}

#[test]
fn texts_may_contain_cdata_comments_and_references() {
    let site = site();
    let server = site.serve(&[]);
    let inner = format!("<Success>true</Success><Contents>{BRAM}</Contents><Error/>");
    for style in SOAP_STYLES {
        for text in ["<![CDATA[E2]]>", "E<!-- c -->2", "&#69;&#x32;", "E<![CDATA[2]]>"] {
            let parameter = format!("<externalId>{text}</externalId>");
            let response = server.send(&soap_call(style, BY_EXTERNAL, &parameter));
            assert_result(style, &response, BY_EXTERNAL, PERSON_ROOT, &inner);
        }
    }
}

// "Characters that XML 1.0 forbids are refused."
#[test]
fn characters_that_xml_forbids_are_refused_in_soap() {
    let site = site();
    let server = site.serve(&[]);
    for style in SOAP_STYLES {
        for forbidden in
            ["\u{1}", "\u{b}", "\u{1f}", "\u{fffe}", "\u{ffff}", "&#0;", "&#1;", "&#xB;", "&#xFFFE;", "&#xD800;"]
        {
            for parameter in [format!("<externalId>E2{forbidden}</externalId>"), format!("<extra>{forbidden}</extra>")]
            {
                let response = server.send(&soap_call(style, BY_EXTERNAL, &parameter));
                error_text(style, &response, 400, "");
            }
            let new = new_person("E9").replace("Nora", &format!("No{forbidden}ra"));
            let response = server.send(&soap_call(style, "CreatePerson", &new));
            error_text(style, &response, 400, "");
        }
    }
    assert!(!has_person(&server, "E9"));
}
