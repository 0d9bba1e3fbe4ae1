//! Style B's body: percent escapes, UTF-8, blanks.

use super::*;

const LOGIN: &str = "username=hr&password=stilzwijgend";

fn by_external(server: &Server, tail: &[u8]) -> Response {
    let body = [LOGIN.as_bytes(), b"&", tail].concat();
    server.send(&form_call("GetPersonByExternalId", body))
}

// "Percent escapes and UTF-8 of a form are checked strictly."; "undecodable form: 400"
#[test]
fn bad_escapes_and_bad_utf_8_are_400() {
    let site = site();
    let server = site.serve(&[]);
    for tail in [
        &b"externalId=%zz"[..],
        b"externalId=E2%",
        b"externalId=E2%4",
        b"externalId=%u0045",
        b"externalId=% 41",
        b"externalId=%+1",
        b"externalId=%ff",
        b"externalId=%C3",
        b"externalId=%C3%28",
        b"externalId=%C0%80",
        b"externalId=%ED%A0%80",
        b"externalId=E2\xff",
        b"externalId=E2&extra%zz=1",
        b"externalId=E2&extra=%ff",
        b"externalId=E2&\xff=1",
    ] {
        let response = by_external(&server, tail);
        error_text(Way::Form, &response, 400, PERSON_ROOT);
    }
    still_answers(&server);
}

// "only UTF-8": what is right is taken
// ASVS 1.1.1
#[test]
fn good_escapes_are_decoded() {
    let site = site();
    let server = site.serve(&[]);
    for tail in ["externalId=E%32", "externalId=%452", "external%49d=%45%32", "externalId=%45%32&%65xtra=%e2%82%ac"] {
        let response = by_external(&server, tail.as_bytes());
        let inner = format!("<Success>true</Success><Contents>{BRAM}</Contents><Error/>");
        assert_result(Way::Form, &response, "", PERSON_ROOT, &inner);
    }
}

// `+` is a blank, `%2B` a plus: the persons `E 3` and `E+3` tell them apart
#[test]
fn a_plus_is_a_blank() {
    let site = site();
    let server = site.serve(&[]);
    for (tail, name) in [
        ("externalId=E+3", "Cees"),
        ("externalId=E%203", "Cees"),
        ("externalId=E%2B3", "Dora"),
        ("externalId=+E+3+", "Cees"),
        ("externalId=%20E%2B3%09", "Dora"),
    ] {
        let response = by_external(&server, tail.as_bytes());
        let name = format!("<FirstName>{name}</FirstName>");
        assert!(response.text().contains(&name), "{tail}: {}", response.text());
    }
}

// "Characters that XML 1.0 forbids are refused."
#[test]
fn characters_that_xml_forbids_are_refused() {
    let site = site();
    let server = site.serve(&[]);
    for bad in ["%00", "E2%01", "E2%0B", "E2%1F", "E2%EF%BF%BE", "E2%EF%BF%BF"] {
        let response = by_external(&server, format!("externalId={bad}").as_bytes());
        error_text(Way::Form, &response, 400, PERSON_ROOT);
    }
    // Tab, line feed, carriage return and anything beyond the plane are characters.
    for good in ["a%09b", "a%0Ab", "a%0D%0Ab", "%F0%9F%98%80", "%7F", "%C2%85"] {
        let response = by_external(&server, format!("externalId={good}").as_bytes());
        assert_by_rule(Way::Form, &response, "", PERSON_ROOT, "Person not found.");
    }
    still_answers(&server);
}

// an empty form, or one of separators only, is a form without parameters
#[test]
fn an_empty_form_lacks_a_login() {
    let site = site();
    let server = site.serve(&[]);
    for body in ["", "&", "&&"] {
        let response = server.send(&form_call(GET_BY_ID, body));
        let text = error_text(Way::Form, &response, 401, PERSON_ROOT);
        assert_eq!(text, "Invalid username or password.");
    }
    let body = format!("&{LOGIN}&&servicePersonId=2&");
    assert_bram(Way::Form, &server.send(&form_call(GET_BY_ID, body)));
}
