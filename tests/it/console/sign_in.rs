//! Tests sign-in to the console, sessions and operators.

use super::{Browser, NAME, PASSWORD, add_operator, audit_log, form, persons_site_with, text_of, token};
use crate::support::{Request, Response, Server, Site, persons_site};

const POLICY: &str = "default-src 'none'";

fn cookie(answer: &Response) -> String {
    answer.header("Set-Cookie").expect("a cookie").to_owned()
}

// "Without an operator `/console` says how to make one, and nothing else."
// ASVS 6.3.2
#[test]
fn without_operators_the_console_explains_how_to_add_one() {
    let site = persons_site();
    let server = site.serve(&[]);
    for path in ["/console", "/console/data", "/console/sign-in", "/console/data/persons"] {
        let page = Browser::new(&server).page(path);
        assert!(page.contains("lms-appliance operator add"), "{page}");
        assert!(!page.contains("Anna") && !page.contains("<form"), "{page}");
    }
}

// ASVS 3.3.2, 3.7.2, 7.2.1, 7.4.1, 7.4.4
#[test]
fn sign_in_leads_to_the_requested_page() {
    let site = persons_site_with("editor");
    let server = site.serve(&[]);
    let mut browser = Browser::new(&server);
    let redirect = browser.get("/console/data/persons?q=anna");
    assert_eq!(redirect.status, 303);
    let redirect = redirect.header("Location").unwrap().to_owned();
    assert!(redirect.starts_with("/console/sign-in?to="), "{redirect}");
    let form = browser.page(&redirect);
    let to = form.split("name=\"to\" value=\"").nth(1).unwrap().split('"').next().unwrap();
    let wrong = browser.post("/console/sign-in", &[("to", to), ("name", NAME), ("password", "drie kale knopen")]);
    assert_eq!(wrong.status, 401);
    assert!(wrong.text().contains("Name or password is wrong."), "{}", wrong.text());
    let signed = browser.post("/console/sign-in", &[("to", to), ("name", NAME), ("password", PASSWORD)]);
    assert_eq!(signed.status, 303);
    assert_eq!(signed.header("Location"), Some("/console/data/persons?q=anna"));
    // "HttpOnly, SameSite=Strict, Path=/console"
    let cookie = cookie(&signed);
    for part in ["; HttpOnly", "; SameSite=Strict", "; Path=/console;"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    assert!(!cookie.contains("Secure"), "over plain HTTP: {cookie}");
    assert!(browser.page("/console/data/persons").contains("Anna van den Berg"));
    let before = browser.cookies.clone();
    let signed_out = browser.change("/console/sign-out", &[]);
    assert_eq!(signed_out.header("Location"), Some("/console/sign-in"));
    // the old cookie is no longer valid
    browser.cookies = before;
    assert_eq!(browser.get("/console/data").status, 303);
    // "Signing in (and failing to) … are reported in the audit"
    let audit = audit_log(&site);
    for reported in
        ["jansen signed in to the console from 127.0.0.1", "jansen failed to sign in to the console from 127.0.0.1"]
    {
        assert!(audit.contains(reported), "{audit}");
    }
    let list = site.lms(&["operator", "list"]).ok().stdout;
    assert!(list.starts_with("jansen  editor  last signed in: 2"), "{list}");
}

// "at a change of the password or role", also by another process
// ASVS 6.4.3, 7.4.2, 7.4.3, 7.4.5
#[test]
fn password_and_role_changes_end_the_session() {
    let site = persons_site_with("editor");
    let server = site.serve(&[]);
    for change in [
        &["operator", "role", NAME, "viewer"][..],
        &["operator", "rotate", NAME, "--password-stdin"],
        &["operator", "revoke", NAME],
    ] {
        let mut browser = Browser::signed_in(&server, NAME);
        browser.page("/console/data");
        site.lms_with_input(change, &format!("{PASSWORD}\n")).ok();
        // the console needs at least one operator
        if change[1] == "rotate" {
            add_operator(&site, "other", "viewer");
        }
        assert_eq!(browser.get("/console/data").status, 303, "{change:?}");
        let token = [("token", "0")];
        assert_eq!(browser.post("/console/data", &token).status, 403, "{change:?}");
    }
    let reported = audit_log(&site);
    for action in [
        "operator add jansen; editor",
        "operator role jansen viewer",
        "operator rotate jansen",
        "operator revoke jansen",
    ] {
        assert!(reported.contains(action), "{reported}");
    }
}

// session fixation
// ASVS 3.3.4, 7.2.4
#[test]
fn session_cookies_from_elsewhere_are_ignored() {
    let site = persons_site_with("editor");
    let server = site.serve(&[]);
    let mut browser = Browser::new(&server);
    let fixed = "f".repeat(64);
    browser.cookies.push(("session".into(), fixed.clone()));
    assert_eq!(browser.sign_in(NAME, PASSWORD).status, 303);
    assert_ne!(browser.cookies, [("session".to_owned(), fixed.clone())]);
    for forged in [fixed.as_str(), "", "0", &"a".repeat(1_000)] {
        let mut other = Browser::new(&server);
        other.cookies.push(("session".into(), forged.into()));
        assert_eq!(other.get("/console/data").status, 303, "{forged}");
    }
}

// ASVS 7.2.4
#[test]
fn signing_in_again_ends_the_earlier_session() {
    let site = persons_site_with("editor");
    add_operator(&site, "kees", "viewer");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let mut earlier = Browser::new(&server);
    earlier.cookies.clone_from(&browser.cookies);
    earlier.page("/console/data");
    // a failed attempt ends nothing
    assert_eq!(browser.sign_in("kees", "drie kale knopen").status, 401);
    earlier.page("/console/data");
    assert_eq!(browser.sign_in("kees", PASSWORD).status, 303);
    assert_ne!(earlier.cookies, browser.cookies);
    assert_eq!(earlier.get("/console/data").status, 303);
    browser.page("/console/data");
}

#[test]
fn a_long_name_is_audited_in_full() {
    let site = persons_site_with("editor");
    let long = "n".repeat(150);
    add_operator(&site, &long, "viewer");
    let server = site.serve(&[]);
    Browser::signed_in(&server, &long);
    assert_eq!(Browser::new(&server).sign_in(&long, "drie kale knopen").status, 401);
    let audit = audit_log(&site);
    for outcome in ["signed in to the console", "failed to sign in to the console"] {
        assert!(audit.contains(&format!(" {long} {outcome}")), "{audit}");
    }
    let list = site.lms(&["operator", "list"]).ok().stdout;
    assert!(list.contains(&format!("{long}  viewer  last signed in: 2")), "{list}");
}

// "Every change is a POST with a token of the session and a matching Origin."
// ASVS 3.5.1
#[test]
fn changes_need_the_token_of_the_session_and_the_origin_of_the_site() {
    let site = persons_site_with("editor");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let own_token = token(&browser.page("/console/data"));
    let other_token = token(&Browser::signed_in(&server, NAME).page("/console/data"));
    assert_ne!(own_token, other_token);
    let origin = format!("http://{}", server.address);
    let https = origin.replace("http:", "https:");
    let refused = |browser: &mut Browser, token: &str, headers: &[(&str, &str)]| {
        let mut request = form("/console/sign-out", &[("token", token)]);
        for (name, value) in headers {
            request = request.header(name, value);
        }
        let answer = browser.send(request);
        assert_eq!(answer.status, 403, "{token} {headers:?}");
        assert!(text_of(answer.text()).contains("nothing was changed"));
        browser.page("/console/data");
    };
    for token in ["", "0", other_token.as_str()] {
        refused(&mut browser, token, &[("Origin", &origin)]);
    }
    for headers in [
        &[][..],
        &[("Origin", "http://evil.example")],
        &[("Origin", https.as_str())],
        &[("Origin", "null")],
        &[("Origin", "null"), ("Sec-Fetch-Site", "cross-site")],
        &[("Origin", "http://evil.example"), ("Sec-Fetch-Site", "same-origin")],
        &[("Origin", origin.as_str()), ("Origin", origin.as_str())],
    ] {
        refused(&mut browser, &own_token, headers);
    }
    // browsers send `Origin: null` from a page with `no-referrer`
    let signed_out = form("/console/sign-out", &[("token", &own_token)])
        .header("Origin", "null")
        .header("Sec-Fetch-Site", "same-origin");
    assert_eq!(browser.send(signed_out).status, 303);
    // a sign-in form from another site is refused
    let fields = [("name", NAME), ("password", PASSWORD)];
    let from_another_site = form("/console/sign-in", &fields).header("Origin", "http://evil.example");
    assert_eq!(browser.send(from_another_site).status, 403);
}

// "A sign-in that is throttled is 429 with `Retry-After` and a page that says how long; it counts as a failed login
// everywhere."
// ASVS 16.3.1
#[test]
fn sign_in_is_throttled_after_ten_failures() {
    let site = persons_site_with("editor");
    let server = site.serve(&["--metrics"]);
    let mut browser = Browser::new(&server);
    for _ in 0..10 {
        assert_eq!(browser.sign_in(NAME, "drie kale knopen").status, 401);
    }
    for (language, before, after) in [
        ("en", "Too many attempts have failed. Try again in ", " seconds."),
        ("nl", "Er zijn te veel pogingen mislukt. Probeer het over ", " seconden opnieuw."),
    ] {
        browser.language = language;
        let throttled = browser.sign_in(NAME, PASSWORD);
        assert_eq!(throttled.status, 429);
        let seconds = throttled.header("Retry-After").expect("a number of seconds");
        assert!(seconds.parse::<u32>().is_ok_and(|seconds| (1..=300).contains(&seconds)), "{seconds}");
        let message = format!("{before}{seconds}{after}");
        assert!(text_of(throttled.text()).contains(&message), "{message}: {}", throttled.text());
    }
    assert!(browser.cookies.is_empty());
    assert_eq!(server.metric("lms_failed_logins_total"), 12);
    let audit = audit_log(&site);
    assert_eq!(audit.matches("jansen failed to sign in to the console from 127.0.0.1").count(), 10, "{audit}");
    // throttled attempts are not all stored
    let refused = "jansen was throttled at signing in to the console from 127.0.0.1";
    assert_eq!(audit.matches(refused).count(), 1, "{audit}");
    add_operator(&site, "other", "viewer");
    Browser::signed_in(&server, "other");
}

// a name may be a password typed into the wrong field
#[test]
fn unknown_names_are_not_stored_and_failures_are_pruned() {
    let site = persons_site_with("editor");
    let server = site.serve(&[]);
    let mut browser = Browser::new(&server);
    browser.sign_in("mijn-geheime-wachtwoord", "x");
    browser.sign_in(NAME, "x");
    let reported = audit_log(&site);
    assert!(reported.contains("(unknown) failed to sign in to the console from 127.0.0.1"), "{reported}");
    assert!(reported.contains("jansen failed to sign in") && !reported.contains("geheime"), "{reported}");
    site.lms(&["audit", "--prune-before", "2100-01-01"]).ok();
    let reported = audit_log(&site);
    assert!(!reported.contains("failed to sign in") && reported.contains("audit --prune-before"), "{reported}");
}

// "Over plain HTTP the console signs in from loopback only (or behind `--trust-proxy` with https)."
// ASVS 3.3.1
#[test]
fn sign_in_over_plain_http_is_only_possible_on_the_same_machine() {
    let site = persons_site_with("editor");
    let server = site.serve(&["--trust-proxy"]);
    let from = |address: &'static str, scheme: &'static str| {
        move |request: Request| {
            request
                .header("X-Forwarded-For", address)
                .header("X-Forwarded-Proto", scheme)
                .header("X-Forwarded-Host", "lms.example.nl")
        }
    };
    let fields = [("name", NAME), ("password", PASSWORD)];
    let plain = from("192.0.2.7", "http");
    let mut browser = Browser::new(&server);
    let shown = browser.send(plain(Request::get("/console/sign-in")));
    assert_eq!(shown.status, 403);
    assert!(!shown.text().contains("<input"), "{}", shown.text());
    let sent = plain(form("/console/sign-in", &fields)).header("Origin", "http://lms.example.nl");
    assert_eq!(browser.send(sent).status, 403);
    let tls = from("192.0.2.7", "https");
    let sent = tls(form("/console/sign-in", &fields)).header("Origin", "https://lms.example.nl");
    let signed = browser.send(sent);
    assert_eq!(signed.status, 303);
    assert!(cookie(&signed).contains("; Secure"), "{}", cookie(&signed));
    assert_eq!(browser.send(tls(Request::get("/console/data"))).status, 200);
    // a session over TLS is not valid over plain HTTP
    assert_eq!(browser.send(plain(Request::get("/console/data"))).status, 403);
}

// "Log lines of its pages name page and operator."
#[test]
fn the_log_names_the_page_and_the_operator() {
    let site = persons_site_with("editor");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    browser.page("/console/data/persons?q=anna");
    browser.change("/console/person/2/employment", &[("ContractEndTime", "2031-01-01T00:00:00")]);
    assert_eq!(browser.get("/console/secret-path").status, 404);
    assert_eq!(browser.get("/console/reports/GetAllBasicPersonInfo?format=json").status, 200);
    browser.change("/console/sign-out", &[]);
    Browser::new(&server).sign_in("mallory", "drie kale knopen");
    let log = server.stop().stderr;
    for (page, operation, operator) in [
        ("page=\"sign-in\" ", "-", "operator jansen"),
        ("page=\"data\" ", "-", "operator jansen"),
        ("page=\"person\" ", "-", "operator jansen"),
        ("page=\"reports\" ", "GetAllBasicPersonInfo", "operator jansen"),
        ("page=\"sign-out\" ", "-", "operator jansen"),
        ("", "-", "operator jansen"),
        ("page=\"sign-in\" ", "-", "-"),
    ] {
        let part = format!("{page}operation=\"{operation}\" credential={operator} status=");
        assert!(log.contains(&part), "{part}: {log}");
    }
    for text in ["secret-path", "anna", "mallory", "2031"] {
        assert!(!log.contains(text), "{text}: {log}");
    }
}

#[track_caller]
fn assert_security_headers(answer: &Response) {
    let policy = answer.header("Content-Security-Policy").expect("a policy");
    assert!(policy.starts_with(POLICY) && policy.contains("frame-ancestors 'none'"), "{policy}");
    assert!(!policy.contains("unsafe") && !policy.contains("http"), "{policy}");
    assert_eq!(answer.header("Referrer-Policy"), Some("no-referrer"));
    assert_eq!(answer.header("X-Content-Type-Options"), Some("nosniff"));
}

fn asset_addresses(page: &str) -> Vec<String> {
    page.split('"').skip(1).step_by(2).filter(|address| address.contains("/assets/")).map(str::to_owned).collect()
}

// ASVS 3.4.3, 3.4.5
#[test]
fn pages_have_security_headers() {
    let site = persons_site_with("editor");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    for path in ["/console/data", "/console/sign-in", "/console/nowhere", "/console/data/persons"] {
        let answer = browser.get(path);
        assert_security_headers(&answer);
        assert_eq!(answer.header("Cache-Control"), Some("no-store"), "{path}");
        let page = answer.text().to_string();
        for inline in [" style=", "<style", " onclick", " onload", "javascript:"] {
            assert!(!page.contains(inline), "{path}: {inline}");
        }
    }
    let loaded = asset_addresses(&browser.page("/console/data"));
    assert!(loaded.len() >= 2, "{loaded:?}");
    for address in loaded {
        let answer = Browser::new(&server).get(&address);
        assert_eq!(answer.status, 200, "{address}");
        assert_security_headers(&answer);
        assert!(answer.header("Cache-Control").unwrap().contains("immutable"));
    }
    assert_eq!(browser.get("/console/assets/console.0000.css").status, 404);
    assert_eq!(browser.get("/console/%ff").status, 404);
}

// "Dutch and English, by the browser's language and a switch"
#[test]
fn the_browser_selects_the_language_until_the_user_chooses_another() {
    let site = persons_site_with("editor");
    let server: Server = site.serve(&[]);
    let mut browser = Browser::new(&server);
    for (header, lang) in [("en", "en"), ("nl-BE,en;q=0.8", "nl"), ("fr, nl;q=0.1, en;q=0.9", "en"), ("de", "en")] {
        browser.language = header;
        let page = browser.page("/console/sign-in");
        assert!(page.contains(&format!("<html lang=\"{lang}\">")), "{header}");
    }
    let chosen = browser.get("/console/sign-in?to=data&language=nl");
    assert_eq!((chosen.status, chosen.header("Location")), (303, Some("/console/sign-in?to=data")));
    assert!(browser.page("/console/sign-in").contains("Wachtwoord"));
    browser.get("/console/sign-in?language=xx");
    assert!(browser.page("/console/sign-in").contains("Wachtwoord"));
}

// "at least 15 characters, none of the common ones"
// ASVS 6.2.1
#[test]
fn operators_need_long_uncommon_passwords() {
    let site = Site::new();
    for (password, why) in
        [("veertien-tekens"[..14].to_owned(), "at least 15"), ("wachtwoordwachtwoord1".to_owned(), "common")]
    {
        let add = ["operator", "add", "jan", "--password-stdin"];
        let refused = site.lms_with_input(&add, &format!("{password}\n")).refused();
        assert!(refused.stderr.contains(why), "{refused:?}");
    }
    let added = site.lms(&["operator", "add", "jan"]).ok();
    let generated = added.stdout.lines().last().unwrap();
    assert_eq!(generated.len(), 24, "{added:?}");
    let again = site.lms(&["operator", "add", "jan"]).refused();
    assert!(again.stderr.contains("there already is an operator jan"), "{again:?}");
    let unknown = site.lms(&["operator", "role", "jam", "owner"]).refused();
    assert!(unknown.stderr.contains("did you mean jan?"), "{unknown:?}");
    assert_eq!(site.lms(&["operator", "role", "jan", "king"]).status, 2);
}
