//! Tests tokens, and `/me`, which describes the caller.

use serde_json::Value;

use super::*;
use crate::goldens;
use crate::support::Site;

fn bearer(path: &str, token: &str) -> Request {
    Request::get(&format!("{BASE}{path}")).header("Authorization", &format!("Bearer {token}"))
}

/// Adds a token to `hr`, and returns it.
fn add_token(site: &Site, flags: &[&str]) -> String {
    let stdout = site.lms(&[&["credential", "token", "hr"], flags].concat()).ok().stdout;
    let token = stdout.lines().last().expect("a token").to_owned();
    let (beginning, rest) = token.split_at(4);
    let is_base64 = rest.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    assert!(beginning == "lms_" && rest.len() == 43 && is_base64, "{stdout}");
    token
}

fn listed_tokens(site: &Site) -> Vec<Value> {
    let stdout = site.lms(&["credential", "list", "--json"]).ok().stdout;
    let hr =
        stdout.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON")).find(|item| item["name"] == "hr");
    hr.expect("hr")["tokens"].as_array().expect("tokens").clone()
}

fn assert_challenged(response: &Response) {
    problem(response, 401, "unauthorized");
    let challenges: Vec<_> =
        response.headers.iter().filter(|(name, _)| name.eq_ignore_ascii_case("www-authenticate")).collect();
    let values: Vec<_> = challenges.iter().map(|(_, value)| value.as_str()).collect();
    assert_eq!(values, ["Basic realm=\"lms\", charset=\"UTF-8\"", "Bearer realm=\"lms\""]);
}

#[test]
fn a_token_works_like_its_credential() {
    let site = goldens::site("GetPersonByEmail");
    let server = site.serve(&["--metrics"]);
    assert_challenged(&server.send(&bearer("/persons/1", "lms_nobody")));
    let (first, second) = (add_token(&site, &[]), add_token(&site, &["--expires", "365d"]));
    assert_ne!(first, second);
    for token in [&first, &second] {
        assert_eq!(server.send(&bearer("/persons/1", token)).status, 200);
    }
    let scheme = Request::get(&format!("{BASE}/persons/1")).header("Authorization", &format!("bEARER  {first}"));
    assert_eq!(server.send(&scheme).status, 200);
    assert_eq!(server.send(&get("/persons/1")).status, 200);
    problem(&server.send(&bearer("/catalog", &first)), 403, "not-granted");
    // only the prefix of a token is stored
    let tokens = listed_tokens(&site);
    let prefixes: Vec<_> = tokens.iter().map(|token| token["prefix"].as_str().expect("a prefix")).collect();
    assert!(first.starts_with(prefixes[0]) || first.starts_with(prefixes[1]), "{prefixes:?}");
    assert!(tokens.iter().filter(|token| token["expires"].is_null()).count() == 1, "{tokens:?}");
    for (name, bytes) in site.files() {
        assert!(!bytes.windows(20).any(|part| part == &first.as_bytes()[..20]), "{name:?}");
    }
    assert_challenged(
        &server.send(&get("/persons/1").without_header("Authorization").header("Authorization", &basic("hr", &first))),
    );
    let list = site.lms(&["credential", "list"]).ok().stdout;
    assert!(prefixes.iter().all(|prefix| list.contains(prefix)) && !list.contains(&first), "{list}");
    // the time of the last use is written when the service stops
    server.stop();
    assert!(listed_tokens(&site).iter().all(|token| token["last_used"].is_string()));
    let audit = site.lms(&["audit"]).ok().stdout;
    assert!(
        audit.contains(&format!("credential token hr {}; it holds until", &first[..12])) && !audit.contains(&first),
        "{audit}"
    );
}

#[test]
fn an_expired_or_revoked_token_is_401() {
    let site = goldens::site("GetPersonByEmail");
    let server = site.serve(&[]);
    let tokens: Vec<_> = (0..4).map(|_| add_token(&site, &["--expires", "24h"])).collect();
    let status = |token: &str| server.send(&bearer("/persons/1", token)).status;
    assert_eq!(tokens.iter().map(|token| status(token)).collect::<Vec<_>>(), [200; 4]);
    let database = rusqlite::Connection::open(site.db()).expect("the database");
    let expire = "UPDATE credential_token SET expires_at = '2020-01-01T00:00:00Z' WHERE prefix = ?";
    assert_eq!(database.execute(expire, [&tokens[0][..12]]), Ok(1));
    site.lms(&["credential", "revoke", "hr", "--token", &tokens[1][..12]]).ok();
    assert_eq!(tokens.iter().map(|token| status(token)).collect::<Vec<_>>(), [401, 401, 200, 200]);
    // a new password does not revoke tokens
    site.lms_with_input(&["credential", "rotate", "hr", "--password-stdin"], "een-lang-wachtwoord\n").ok();
    assert_eq!(status(&tokens[2]), 200);
    for (prefix, message) in [
        ("lms_", tokens[2].split_at(12).0),
        (&tokens[2][..11], tokens[2].split_at(12).0),
        ("", "as `credential list` shows it"),
    ] {
        let refused = site.lms(&["credential", "revoke", "hr", "--token", prefix]);
        assert_eq!(refused.status, 1, "{prefix}");
        assert!(refused.stderr.contains(message), "{}", refused.stderr);
    }
    let unknown = site.lms(&["credential", "token", "rh"]);
    assert!(unknown.status == 1 && unknown.stderr.contains("no credential rh"), "{}", unknown.stderr);
    site.lms(&["credential", "revoke", "hr"]).ok();
    assert_eq!(status(&tokens[2]), 401);
    let left: i64 = database.query_row("SELECT count(*) FROM credential_token", [], |row| row.get(0)).expect("a count");
    assert_eq!(left, 0);
}

/// "wrong tokens count in the throttle as failed logins of their first eight characters"
#[test]
fn wrong_tokens_are_throttled() {
    let site = goldens::site("GetPersonByEmail");
    let server = site.serve(&["--metrics"]);
    let right = add_token(&site, &[]);
    for at in 0..10 {
        assert_challenged(&server.send(&bearer("/me", &format!("{}{at}", &right[..8]))));
    }
    assert_eq!(server.metric("lms_failed_logins_total"), 10);
    let throttled = server.send(&bearer("/me", &format!("{}x", &right[..8])));
    problem(&throttled, 429, "too-many-logins");
    assert!(throttled.header("Retry-After").is_some());
    // a valid token is never throttled, and each prefix has its own count
    assert_eq!(server.send(&bearer("/me", &right)).status, 200);
    assert_challenged(&server.send(&bearer("/me", "lms_anders")));
    // wrong tokens do not throttle passwords
    assert_eq!(server.send(&get("/me")).status, 200);
}

#[test]
fn me_describes_the_caller() {
    let site = goldens::site("GetPersonByEmail");
    site.add_credential("niets", PASSWORD, &[]);
    site.add_credential("alles", PASSWORD, &["GetPersonByServiceId", "CreatePerson", "GetPersonByExternalId"]);
    let server = site.serve(&["--brand", "Acme"]);
    let me = |name: &str| {
        let request = get("/me").without_header("Authorization").header("Authorization", &basic(name, PASSWORD));
        server.send(&request).text().to_owned()
    };
    assert_eq!(me("niets"), r#"{"name":"niets","kind":"password","granted":[],"expires":null}"#);
    let expected = r#"{"name":"alles","kind":"password","granted":["CreatePerson","GetPersonByAcmeId","GetPersonByExternalId"],"expires":null}"#;
    assert_eq!(me("alles"), expected);
    let expiring = add_token(&site, &["--expires", "24h"]);
    let found = json(&server.send(&bearer("/me", &expiring)));
    assert_eq!((found.get("name").text(), found.get("kind").text()), ("hr", "token"));
    let expires = found.get("expires").text();
    assert!(expires.len() == 25 && expires.contains('T'), "{expires}");
    let found = json(&server.send(&bearer("/me", &add_token(&site, &[]))));
    assert_eq!(found.get("expires"), &Json::Null);
    // after a rotation with --keep-old, the old password expires
    site.lms_with_input(
        &["credential", "rotate", "alles", "--password-stdin", "--keep-old", "24h"],
        "een-lang-wachtwoord\n",
    )
    .ok();
    let found = Json::parse(&me("alles"));
    assert!(matches!(found.get("expires"), Json::Text(_)), "{found:?}");
    problem(&server.send(&Request::get(&format!("{BASE}/me"))), 401, "unauthorized");
    // `/me` needs no grant
    assert_eq!(site.lms(&["credential", "grant", "alles", "Me"]).status, 1);
}
