//! Tests sign-in of operators by a header of a trusted proxy.

use super::{Browser, NAME, PASSWORD, add_operator, audit_log, persons_site_with, text_of, token};
use crate::support::{Request, Server};

const HEADER: &str = "X-Forwarded-User";

const FLAGS: [&str; 3] = ["--trust-proxy", "--operator-header", HEADER];

/// Returns a browser behind a proxy that sends this name.
fn signed_in_by_proxy<'s>(server: &'s Server, name: &'static str) -> Browser<'s> {
    let mut browser = Browser::behind_proxy(server);
    browser.forwarded.push((HEADER, name));
    browser
}

#[test]
fn the_proxy_signs_in_an_existing_operator() {
    let site = persons_site_with("owner");
    add_operator(&site, "kees", "viewer");
    let server = site.serve(&FLAGS);
    let mut browser = signed_in_by_proxy(&server, NAME);
    assert_eq!(browser.get("/console").header("Location"), Some("/console/today"));
    assert_eq!(browser.get("/console/sign-in?to=data").header("Location"), Some("/console"));
    // some proxies send a form there after their sign-in
    let answer = browser.post("/console", &[]);
    assert_eq!((answer.status, answer.header("Location")), (303, Some("/console/today")));
    assert!(browser.cookies.is_empty());
    // the page itself: after a redirect from another site, the browser would not send the cookie
    let page = browser.page("/console/operators");
    assert!(page.contains("kees"), "no second factor is needed");
    let cookie = browser.cookies.clone();
    assert_eq!(cookie.len(), 1);
    browser.page("/console/data");
    assert_eq!(browser.cookies, cookie, "the session continues");
    assert!(text_of(&browser.page("/console/second-factor")).contains("Your organisation signs you in"));
    // roles, and tokens of forms
    assert_eq!(signed_in_by_proxy(&server, "kees").get("/console/operators").status, 403);
    let fields = [("name", "mallory"), ("role", "viewer")];
    assert_eq!(browser.post("/console/operators", &fields).status, 403);
    assert_eq!(signed_in_by_proxy(&server, NAME).post("/console/operators", &fields).status, 403);
    let own = token(&page);
    assert_eq!(browser.post("/console/operators", &[&[("token", own.as_str())][..], &fields].concat()).status, 200);
    // "sign-out says to sign out at the proxy"
    let signed_out = browser.post("/console/sign-out", &[("token", &own)]);
    assert!(
        text_of(signed_out.text()).contains("Also sign out at your organisation's sign-in"),
        "{}",
        signed_out.text()
    );
    browser.cookies = cookie;
    browser.page("/console/data");
    let reported = audit_log(&site);
    assert!(reported.contains("jansen was signed in to the console by the proxy from 192.0.2.7"), "{reported}");
    let log = server.stop().stderr;
    assert!(log.contains("page=\"operators\" operation=\"-\" credential=operator jansen"), "{log}");
}

#[test]
fn a_session_is_valid_only_with_the_header_of_its_operator() {
    let site = persons_site_with("owner");
    add_operator(&site, "kees", "viewer");
    let server = site.serve(&FLAGS);
    let mut browser = signed_in_by_proxy(&server, NAME);
    browser.page("/console/operators");
    let cookies = browser.cookies.clone();
    let mut other = Browser { cookies: cookies.clone(), ..Browser::behind_proxy(&server) };
    assert_eq!(other.get("/console/operators").status, 303, "without the header");
    let mut other = Browser { cookies, ..signed_in_by_proxy(&server, "kees") };
    assert_eq!(other.get("/console/operators").status, 403, "as another operator");
    // a session of a password does not become a session of another operator
    let mut own = Browser::behind_proxy(&server);
    assert_eq!(own.sign_in("kees", PASSWORD).status, 303);
    own.page("/console/data");
    own.forwarded.push((HEADER, NAME));
    assert!(own.page("/console/operators").contains("<span>jansen</span>"));
}

// ASVS 6.8.1, 6.8.4
#[test]
fn headers_of_untrusted_proxies_are_ignored() {
    let site = persons_site_with("owner");
    for flags in [
        &["--trust-proxy=192.0.2.1", "--operator-header", HEADER][..],
        &["--trust-proxy=192.0.2.1", "--operator-header", "Remote-User"],
        &["--trust-proxy"],
    ] {
        let server = site.serve(flags);
        for header in [HEADER, "Remote-User", "remote-user"] {
            let request = Request::get("/console/data").header("X-Forwarded-Proto", "https").header(header, NAME);
            let answer = server.send(&request);
            assert!([303, 403].contains(&answer.status), "{flags:?} {header}: {}", answer.status);
            assert!(answer.header("Set-Cookie").is_none());
            let is_to_sign_in = answer.header("Location").is_some_and(|to| to.starts_with("/console/sign-in"));
            assert!(answer.status == 403 || is_to_sign_in);
            let direct = server.send(&Request::get("/console/data").header(header, NAME));
            assert!([303, 403].contains(&direct.status), "{flags:?} {header}");
        }
    }
    let refused = site.lms(&["serve", "--listen", "127.0.0.1:0", "--operator-header", HEADER]).refused();
    assert!(refused.stderr.contains("--operator-header needs --trust-proxy"), "{refused:?}");
}

#[test]
fn a_repeated_or_invalid_header_is_refused() {
    let site = persons_site_with("owner");
    let server = site.serve(&FLAGS);
    let long = "j".repeat(2_000);
    for values in
        [&[NAME, NAME][..], &["jansen, kees"], &[""], &[" "], &["jan\u{200b}sen"], &["\u{a0}jansen"], &[long.as_str()]]
    {
        let request = Request::get("/console/operators").header("X-Forwarded-Proto", "https");
        let request = values.iter().fold(request, |request, value| request.header(HEADER, value));
        let answer = server.send(&request);
        assert_eq!(answer.status, 400, "{values:?}");
        assert!(answer.header("Set-Cookie").is_none() && answer.text().contains("with one name"), "{values:?}");
    }
    for unknown in ["mallory", "JANSEN", "jansen ; owner", "<b>x</b>"] {
        let request = Request::get("/console/operators").header("X-Forwarded-Proto", "https").header(HEADER, unknown);
        let answer = server.send(&request);
        assert_eq!(answer.status, 403, "{unknown}");
        assert!(text_of(answer.text()).contains("there is no operator of that name"), "{}", answer.text());
        assert!(!answer.text().contains("<b>x"));
    }
}

/// Sends a request with the destination and the site from which a browser sends it.
fn fetch(browser: &mut Browser, path: &str, to: &str, from: &str) -> crate::support::Response {
    browser.send(Request::get(path).header("Sec-Fetch-Dest", to).header("Sec-Fetch-Site", from))
}

// ASVS 3.5.3
#[test]
fn requests_from_other_sites_start_no_session() {
    let site = persons_site_with("owner");
    let server = site.serve(&FLAGS);
    let mut browser = signed_in_by_proxy(&server, NAME);
    let export = "/console/backup/export?q=a%20b";
    for to in ["image", "iframe", "empty", "script"] {
        for from in ["cross-site", "same-site", "same-origin"] {
            let answer = fetch(&mut browser, export, to, from);
            assert_eq!(answer.status, 403, "{to} {from}");
            assert_eq!(answer.header("Cross-Origin-Resource-Policy"), Some("same-origin"));
        }
    }
    let answer = fetch(&mut browser, export, "document", "cross-site");
    assert!(answer.status == 200 && answer.header("Refresh").is_none(), "{}", answer.text());
    assert!(answer.text().contains("<a href=\"/console/backup/export?q=a+b\">Open the page</a>"), "{}", answer.text());
    // the last redirect of an organisation's sign-in
    let answer = fetch(&mut browser, "/console", "document", "cross-site");
    assert_eq!(answer.header("Location"), Some("/console/today"));
    let answer = fetch(&mut browser, "/console/today", "document", "cross-site");
    assert_eq!(answer.header("Refresh"), Some("0; url=/console/today"));
    assert!(browser.cookies.is_empty());
    let audit_before = audit_log(&site);
    assert!(!audit_before.contains("by the proxy") && !audit_before.contains("export"), "{audit_before}");
    // the link comes from a page of this site
    assert_eq!(fetch(&mut browser, "/console/today", "document", "same-origin").status, 200);
    let cookies = browser.cookies.clone();
    assert_eq!(cookies.len(), 1);
    assert_eq!(fetch(&mut browser, "/console/data", "empty", "same-origin").status, 200);
    assert_eq!(browser.cookies, cookies);
}

#[test]
fn a_revoked_operator_is_not_added_again() {
    let site = persons_site_with("owner");
    let server = site.serve(&[&FLAGS[..], &["--operator-default-role", "viewer"]].concat());
    let names = ["piet@example.nl", "kees@example.nl"];
    for name in names {
        signed_in_by_proxy(&server, name).page("/console/data");
    }
    site.lms(&["operator", "revoke", names[0]]).ok();
    let mut owner = Browser::new(&server);
    assert_eq!(owner.sign_in(NAME, PASSWORD).status, 303);
    let list = owner.page("/console/operators");
    let kees = list.split(&format!("\">{}", names[1])).next().unwrap().rsplit("href=\"").next().unwrap().to_owned();
    let revoked = owner.change(&format!("{kees}/revoke"), &[]);
    assert!(text_of(revoked.text()).contains("kees@example.nl no longer has access"), "{}", revoked.text());
    for name in [names[0], names[1], "Piet@Example.nl"] {
        let refused = signed_in_by_proxy(&server, name).get("/console/data");
        assert_eq!(refused.status, 403, "{name}");
        assert!(text_of(refused.text()).contains("Ask an owner to add one."), "{}", refused.text());
    }
    let list = site.lms(&["operator", "list"]).ok().stdout;
    assert!(!list.contains("piet") && !list.contains("kees"), "{list}");
    add_operator(&site, names[0], "viewer");
    signed_in_by_proxy(&server, names[0]).page("/console/data");
}

// "with `--operator-default-role viewer`, makes one with that role and no password"
#[test]
fn a_new_operator_has_the_default_role_and_no_password() {
    let site = persons_site_with("owner");
    let server = site.serve(&[&FLAGS[..], &["--operator-default-role", "viewer"]].concat());
    let mut browser = signed_in_by_proxy(&server, "piet@example.nl");
    assert!(browser.page("/console/data").contains("<span>piet@example.nl</span>"));
    assert_eq!(browser.get("/console/operators").status, 403);
    browser.page("/console/data");
    let list = site.lms(&["operator", "list"]).ok().stdout;
    assert!(list.contains("piet@example.nl  viewer  last signed in: 2"), "{list}");
    assert_eq!(audit_log(&site).matches("operator add piet@example.nl; viewer").count(), 1);
    // another spelling of an existing name is refused
    assert_eq!(signed_in_by_proxy(&server, "Piet@example.nl").get("/console/data").status, 403);
    for password in ["", " ", PASSWORD] {
        assert_eq!(Browser::new(&server).sign_in("piet@example.nl", password).status, 401, "{password}");
    }
    let wrong = [&["serve", "--listen", "127.0.0.1:0"][..], &FLAGS, &["--operator-default-role", "owner"]].concat();
    let wrong = site.lms(&wrong);
    assert!(wrong.status == 2 && wrong.stderr.contains("allowed are viewer and editor"), "{wrong:?}");
}
