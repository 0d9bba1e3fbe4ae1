//! Tests form bodies (Style B): percent escapes, UTF-8 and spaces.

use super::*;

const LOGIN: &str = "username=hr&password=stilzwijgend";

fn look_up(server: &Server, parameters: &[u8]) -> Response {
    let body = [LOGIN.as_bytes(), b"&", parameters].concat();
    server.send(&form_call("GetPersonByExternalId", body))
}

// "Percent escapes and UTF-8 of a form are checked strictly."; "undecodable form: 400"
#[test]
fn invalid_escapes_and_invalid_utf_8_are_400() {
    let site = site();
    let server = site.serve(&[]);
    for parameters in [
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
        let response = look_up(&server, parameters);
        error_text(Style::Form, &response, 400, PERSON_ROOT);
    }
    assert_responds(&server);
}

// ASVS 1.1.1
#[test]
fn valid_escapes_are_decoded() {
    let site = site();
    let server = site.serve(&[]);
    for parameters in
        ["externalId=E%32", "externalId=%452", "external%49d=%45%32", "externalId=%45%32&%65xtra=%e2%82%ac"]
    {
        let response = look_up(&server, parameters.as_bytes());
        let inner = format!("<Success>true</Success><Contents>{BRAM}</Contents><Error/>");
        assert_result(Style::Form, &response, "", PERSON_ROOT, &inner);
    }
}

#[test]
fn a_plus_is_a_space_and_an_escaped_plus_is_a_plus() {
    let site = site();
    let server = site.serve(&[]);
    for (parameters, name) in [
        ("externalId=E+3", "Cees"),
        ("externalId=E%203", "Cees"),
        ("externalId=E%2B3", "Dora"),
        ("externalId=+E+3+", "Cees"),
        ("externalId=%20E%2B3%09", "Dora"),
    ] {
        let response = look_up(&server, parameters.as_bytes());
        let name = format!("<FirstName>{name}</FirstName>");
        assert!(response.text().contains(&name), "{parameters}: {}", response.text());
    }
}

// "Characters that XML 1.0 forbids are refused."
#[test]
fn characters_that_xml_forbids_are_refused() {
    let site = site();
    let server = site.serve(&[]);
    for forbidden in ["%00", "E2%01", "E2%0B", "E2%1F", "E2%EF%BF%BE", "E2%EF%BF%BF"] {
        let response = look_up(&server, format!("externalId={forbidden}").as_bytes());
        error_text(Style::Form, &response, 400, PERSON_ROOT);
    }
    for allowed in ["a%09b", "a%0Ab", "a%0D%0Ab", "%F0%9F%98%80", "%7F", "%C2%85"] {
        let response = look_up(&server, format!("externalId={allowed}").as_bytes());
        assert_refused(Style::Form, &response, "", PERSON_ROOT, "Person not found.");
    }
    assert_responds(&server);
}

#[test]
fn an_empty_form_has_no_parameters() {
    let site = site();
    let server = site.serve(&[]);
    for body in ["", "&", "&&"] {
        let response = server.send(&form_call(GET_BY_ID, body));
        let text = error_text(Style::Form, &response, 401, PERSON_ROOT);
        assert_eq!(text, "Invalid username or password.");
    }
    let body = format!("&{LOGIN}&&servicePersonId=2&");
    assert_bram(Style::Form, &server.send(&form_call(GET_BY_ID, body)));
}
