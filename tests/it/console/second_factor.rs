//! Tests the second factor of operators: setup, sign-in, refusals, the requirement and the reset.

use std::time::{SystemTime, UNIX_EPOCH};

use ring::hmac;
use rusqlite::Connection;

use super::{Browser, NAME, PASSWORD, add_operator, audit_log, form, persons_site_with, text_of, token};
use crate::support::{Response, Server, Site};

fn current_step() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs() / 30
}

/// Returns the code of RFC 6238.
fn totp_code(secret: &str, step: u64) -> String {
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    let bits: String = secret.chars().map(|c| format!("{:05b}", alphabet.find(c).expect("base32"))).collect();
    let bytes: Vec<u8> =
        bits.as_bytes().chunks_exact(8).map(|byte| byte.iter().fold(0, |n, b| n << 1 | (b - 48))).collect();
    assert_eq!(bytes.len(), 20, "160 bits");
    let tag = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, &bytes), &step.to_be_bytes());
    let at = usize::from(tag.as_ref()[19] & 15);
    let number = u32::from_be_bytes(tag.as_ref()[at..at + 4].try_into().unwrap()) & 0x7fff_ffff;
    format!("{:06}", number % 1_000_000)
}

/// Returns the secret on the page of the setup.
fn shown_secret(page: &str) -> String {
    let secret = page.split("<dt>Secret</dt><dd>").nth(1).expect("a secret").split("</dd>").next().unwrap();
    secret.replace(' ', "")
}

fn post_form(browser: &mut Browser, page: &str, action: &str, fields: &[(&str, &str)]) -> Response {
    let token = token(page);
    let all: Vec<_> = [("token", token.as_str())].into_iter().chain(fields.iter().copied()).collect();
    browser.post(&format!("/console/second-factor/{action}"), &all)
}

/// Sets up a second factor, and returns its secret, the step of the used code, and the recovery codes.
fn set_up(browser: &mut Browser) -> (String, u64, Vec<String>) {
    let page = browser.page("/console/second-factor");
    let (secret, step) = (shown_secret(&page), current_step());
    let answer = post_form(browser, &page, "set", &[("code", &totp_code(&secret, step)), ("set-present", PASSWORD)]);
    assert_eq!(answer.status, 200, "{}", answer.text());
    let codes =
        answer.text().split("<li>").filter_map(|part| part.split_once("</li>")).map(|(code, _)| code.to_owned());
    let codes: Vec<_> = codes.filter(|code| code.len() == 19).collect();
    assert_eq!(codes.len(), 10, "{}", answer.text());
    (secret, step, codes)
}

/// Signs in with the password, and asserts that the page asks for a code.
fn enter_password(browser: &mut Browser) {
    let redirect = browser.post("/console/sign-in", &[("to", "data/persons"), ("name", NAME), ("password", PASSWORD)]);
    assert_eq!(redirect.header("Location"), Some("/console/sign-in/code?to=data%2Fpersons"), "{}", redirect.text());
    let page = browser.page("/console/sign-in/code?to=data%2Fpersons");
    assert!(page.contains("autocomplete=\"one-time-code\""), "{page}");
}

fn enter_code(browser: &mut Browser, code: &str) -> Response {
    browser.post("/console/sign-in/code", &[("to", "data/persons"), ("code", code)])
}

/// Lets the service accept a code of the same step again.
fn forget_used_codes(site: &Site) {
    let database = Connection::open(site.db()).unwrap();
    database.execute_batch("UPDATE operator_second_factor SET last_step = 0").unwrap();
}

// ASVS 6.5.1
#[test]
fn setup_needs_a_code_and_the_password() {
    let site = persons_site_with("viewer");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let page = browser.page("/console/second-factor");
    assert!(page.contains("<svg class=\"qr\"") && page.contains("role=\"img\""), "{page}");
    let (secret, now) = (shown_secret(&page), current_step());
    let valid_code = totp_code(&secret, now);
    for (code, password, message) in [
        ("000000", PASSWORD, "This code is wrong"),
        ("", PASSWORD, "This code is wrong"),
        (valid_code.as_str(), "drie kale knopen", "This is not your current password"),
    ] {
        let refused = post_form(&mut browser, &page, "set", &[("code", code), ("set-present", password)]);
        assert!(text_of(refused.text()).contains(message), "{}", refused.text());
        assert!(refused.text().contains(&page[page.find("<dt>Secret").unwrap()..][..60]), "the page keeps the secret");
    }
    assert!(site.lms(&["operator", "list"]).ok().stdout.contains("second factor: no"));
    let (secret, step, codes) = set_up(&mut browser);
    assert!(site.lms(&["operator", "list"]).ok().stdout.contains("second factor: yes"));
    assert!(site.lms(&["operator", "list", "--json"]).ok().stdout.contains("\"second_factor\":true"));
    // the session continues, and shows neither the secret nor the codes again
    let shown = browser.page("/console/second-factor");
    assert!(!shown.contains(&secret[..4]) && codes.iter().all(|code| !shown.contains(code)), "{shown}");
    assert!(text_of(&shown).contains("Recovery codes left 10"), "{}", text_of(&shown));
    let stored = std::fs::read(site.db()).unwrap();
    assert!(codes.iter().all(|code| !stored.windows(19).any(|part| part == code.as_bytes())));

    let mut other = Browser::new(&server);
    enter_password(&mut other);
    let before = other.cookies.clone();
    // a password without a code gives no access
    for path in ["/console/data", "/console/second-factor", "/console/data/persons"] {
        assert_eq!(other.get(path).status, 303, "{path}");
    }
    // "replay of a code refused"
    let replayed = enter_code(&mut other, &totp_code(&secret, step));
    assert_eq!(replayed.status, 401);
    assert!(text_of(replayed.text()).contains("wrong, expired or used before"), "{}", replayed.text());
    let signed = enter_code(&mut other, &totp_code(&secret, step + 1));
    assert_eq!((signed.status, signed.header("Location")), (303, Some("/console/data/persons")));
    assert_ne!(other.cookies, before, "another session");
    other.page("/console/data/persons");
    // the cookie of the password step and the code are no longer valid
    other.cookies = before;
    assert_eq!(other.get("/console/data").status, 303);
    assert_eq!(enter_code(&mut other, &totp_code(&secret, step + 1)).header("Location"), Some("/console/sign-in"));
    let reported = audit_log(&site);
    for action in [
        "jansen console operator set-second-factor jansen",
        "jansen gave a wrong code at signing in to the console from 127.0.0.1",
        "jansen gave a wrong present password in the console from 127.0.0.1",
    ] {
        assert!(reported.contains(action), "{action}: {reported}");
    }
    assert_eq!(reported.matches("jansen signed in to the console from").count(), 2, "{reported}");
    // a wrong code or password is a failed sign-in, which is deleted with them
    site.lms(&["audit", "--prune-before", "2100-01-01"]).ok();
    let remaining = audit_log(&site);
    assert!(!remaining.contains("gave a wrong") && remaining.contains("signed in to the console"), "{remaining}");
    let log = server.stop().stderr;
    assert!(!log.contains(&secret) && codes.iter().all(|code| !log.contains(code)));
}

#[test]
fn a_recovery_code_works_once_and_new_ones_replace_it() {
    let site = persons_site_with("editor");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let (.., codes) = set_up(&mut browser);
    let mut other = Browser::new(&server);
    enter_password(&mut other);
    // in lower case, with blanks
    assert_eq!(enter_code(&mut other, &format!(" {} ", codes[0].to_lowercase())).status, 303);
    assert!(text_of(&other.page("/console/second-factor")).contains("Recovery codes left 9"));
    enter_password(&mut other);
    assert_eq!(enter_code(&mut other, &codes[0]).status, 401);
    let page = browser.page("/console/second-factor");
    assert!(text_of(post_form(&mut browser, &page, "codes", &[]).text()).contains("This is not your current password"));
    let renewed = post_form(&mut browser, &page, "codes", &[("codes-present", PASSWORD)]);
    assert!(text_of(renewed.text()).contains("The earlier ones are no longer valid"), "{}", renewed.text());
    assert_eq!(enter_code(&mut other, &codes[1]).status, 401);
    let reported = audit_log(&site);
    assert!(reported.contains("jansen signed in to the console with a recovery code from 127.0.0.1"), "{reported}");
    assert!(reported.contains("operator new-recovery-codes jansen"), "{reported}");
}

#[test]
fn replacing_removing_and_resetting_end_other_sessions() {
    let site = persons_site_with("owner");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let mut other = Browser::signed_in(&server, NAME);
    set_up(&mut browser);
    assert_eq!(other.get("/console/data").status, 303, "a session without a code ends");
    let page = browser.page("/console/second-factor/replace");
    let new = shown_secret(&page);
    let now = current_step();
    assert_eq!(
        post_form(&mut browser, &page, "set", &[("code", &totp_code(&new, now)), ("set-present", PASSWORD)]).status,
        200
    );
    forget_used_codes(&site);
    enter_password(&mut other);
    assert_eq!(enter_code(&mut other, &totp_code(&new, now)).status, 303);
    let page = browser.page("/console/second-factor");
    assert!(
        text_of(post_form(&mut browser, &page, "remove", &[]).text()).contains("This is not your current password")
    );
    assert_eq!(post_form(&mut browser, &page, "remove", &[("remove-present", PASSWORD)]).status, 303);
    assert_eq!(other.get("/console/data").status, 303);
    set_up(&mut browser);
    // "reset by the command line"
    site.lms(&["operator", "reset-second-factor", NAME]).ok();
    assert_eq!(browser.get("/console/data").status, 303);
    Browser::signed_in(&server, NAME);
    // and by another owner
    add_operator(&site, "chef", "owner");
    let mut owner = Browser::signed_in(&server, "chef");
    assert!(!owner.page("/console/operators/1").contains("reset-second-factor"));
    let mut browser = Browser::signed_in(&server, NAME);
    set_up(&mut browser);
    let reset = |owner: &mut Browser, password| {
        owner.change("/console/operators/1/reset-second-factor", &[("reset-second-factor-present", password)])
    };
    assert!(text_of(reset(&mut owner, "verkeerd").text()).contains("This is not your current password"));
    assert_eq!(browser.get("/console/data").status, 200);
    assert!(text_of(reset(&mut owner, PASSWORD).text()).contains("jansen sets up a new second factor"));
    assert_eq!(browser.get("/console/data").status, 303);
    assert_eq!(reset(&mut owner, PASSWORD).status, 404, "no second factor is left");
    let refused = site.lms(&["operator", "reset-second-factor", NAME]).refused().stderr;
    assert!(refused.contains("operator jansen has no second factor"), "{refused}");
    let refused = site.lms(&["operator", "reset-second-factor", "janssen"]).refused().stderr;
    assert!(refused.contains("there is no operator janssen; did you mean jansen?"), "{refused}");
    let reported = audit_log(&site);
    for action in ["operator remove-second-factor jansen", "console operator reset-second-factor jansen"] {
        assert!(reported.contains(action), "{reported}");
    }
}

// ASVS 6.5.5
// "throttled like logins; wrong codes counted", for all addresses together
#[test]
fn codes_cannot_be_guessed() {
    let site = persons_site_with("editor");
    let server = site.serve(&["--metrics", "--trust-proxy"]);
    let (secret, step, codes) = set_up(&mut Browser::signed_in(&server, NAME));
    let (mut here, mut there) = (Browser::new(&server), Browser::behind_proxy(&server));
    enter_password(&mut here);
    enter_password(&mut there);
    for guess in 0..10 {
        let browser = if guess % 2 == 0 { &mut here } else { &mut there };
        assert_eq!(enter_code(browser, &format!("00000{guess}")).status, 401, "{guess}");
    }
    for browser in [&mut here, &mut there] {
        for valid_code in [&totp_code(&secret, step + 1), &codes[0]] {
            let throttled = enter_code(browser, valid_code);
            assert_eq!(throttled.status, 429);
            assert!(throttled.header("Retry-After").is_some());
            assert_eq!(browser.get("/console/data").status, 303);
        }
    }
    assert_eq!(server.metric("lms_failed_logins_total"), 10);
    assert_eq!(audit_log(&site).matches("jansen was throttled").count(), 1);
}

#[test]
fn a_code_from_another_site_or_without_a_password_is_refused() {
    let site = persons_site_with("editor");
    let server = site.serve(&[]);
    let (secret, step, _) = set_up(&mut Browser::signed_in(&server, NAME));
    let valid_code = totp_code(&secret, step + 1);
    for fixed in ["f".repeat(64), String::new()] {
        let mut stranger = Browser::new(&server);
        stranger.cookies.push(("session".into(), fixed));
        assert_eq!(enter_code(&mut stranger, &valid_code).header("Location"), Some("/console/sign-in"));
        assert_eq!(stranger.get("/console/sign-in/code").status, 303);
    }
    let mut browser = Browser::new(&server);
    enter_password(&mut browser);
    let forged = form("/console/sign-in/code", &[("code", &valid_code)]).header("Origin", "http://evil.example");
    assert_eq!(browser.send(forged).status, 403);
    // a change of the password ends the sign-in
    site.lms_with_input(&["operator", "rotate", NAME, "--password-stdin"], &format!("{PASSWORD}\n")).ok();
    assert_eq!(enter_code(&mut browser, &valid_code).header("Location"), Some("/console/sign-in"));
}

/// Signs in from another machine.
fn sign_in_remotely<'s>(server: &'s Server, name: &str) -> Browser<'s> {
    let mut browser = Browser::behind_proxy(server);
    assert_eq!(browser.sign_in(name, PASSWORD).status, 303);
    browser
}

// ASVS 6.3.3
// "required for owners by `serve --require-second-factor owner|all|none` (default owner; over loopback not required)"
#[test]
fn an_operator_who_needs_a_second_factor_must_set_it_up_first() {
    let site = persons_site_with("owner");
    add_operator(&site, "kees", "editor");
    for (flags, owner, editor) in [
        (&["--trust-proxy"][..], true, false),
        (&["--trust-proxy", "--require-second-factor", "all"], true, true),
        (&["--trust-proxy", "--require-second-factor", "none"], false, false),
    ] {
        let server = site.serve(flags);
        for (name, needed) in [(NAME, owner), ("kees", editor)] {
            let status = sign_in_remotely(&server, name).get("/console/data").status;
            assert_eq!(status, if needed { 303 } else { 200 }, "{flags:?} {name}");
            assert_eq!(Browser::signed_in(&server, name).get("/console/data").status, 200, "over loopback");
        }
    }
    let refused = site.lms(&["serve", "--listen", "127.0.0.1:0", "--require-second-factor", "viewer"]);
    assert!(refused.status == 2 && refused.stderr.contains("allowed are owner, all and none"), "{refused:?}");

    let server = site.serve(&["--trust-proxy"]);
    let mut browser = sign_in_remotely(&server, NAME);
    for path in ["/console", "/console/operators", "/console/person/2/everything", "/console/backup"] {
        assert_eq!(browser.get(path).header("Location"), Some("/console/second-factor"), "{path}");
    }
    let page = browser.page("/console/second-factor");
    assert!(text_of(&page).contains("Set it up first") && !page.contains("<nav"), "{page}");
    let own_token = token(&page);
    for path in ["/console/operators", "/console/data/persons/2", "/console/import"] {
        let fields = [("token", own_token.as_str()), ("name", "mallory"), ("role", "viewer")];
        assert_eq!(browser.post(path, &fields).status, 403, "{path}");
    }
    assert_eq!(site.lms(&["operator", "list"]).ok().stdout.lines().count(), 2);
    set_up(&mut browser);
    assert!(text_of(&browser.page("/console/operators")).contains("jansen owner"), "all pages are open");
    let page = browser.page("/console/second-factor");
    assert_eq!(post_form(&mut browser, &page, "remove", &[("remove-present", PASSWORD)]).status, 303);
    assert_eq!(browser.get("/console/data").header("Location"), Some("/console/second-factor"));
}

// "an unwritable database keeps nobody from reading"
#[test]
fn a_read_only_service_accepts_a_code_once() {
    let site = persons_site_with("editor");
    let server = site.serve(&[]);
    let (secret, step, codes) = set_up(&mut Browser::signed_in(&server, NAME));
    server.stop();
    let server = site.serve(&["--read-only"]);
    let mut browser = Browser::new(&server);
    enter_password(&mut browser);
    assert_eq!(enter_code(&mut browser, &codes[0]).status, 401, "a read-only service cannot record its use");
    assert_eq!(enter_code(&mut browser, &totp_code(&secret, step + 1)).status, 303);
    browser.page("/console/data");
    enter_password(&mut browser);
    assert_eq!(enter_code(&mut browser, &totp_code(&secret, step + 1)).status, 401);
}
