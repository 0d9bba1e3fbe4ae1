//! Tests that the migration to version 10 converts the actions of the ledger, from English texts to messages.

use rusqlite::Connection;
use serde_json::Value;

use crate::migration::site_from_dump;
use crate::support::{Request, Site};

/// The texts of earlier versions with their Dutch translations.
const TEXTS: [(&str, &str); 51] = [
    ("signed in to the console from 192.0.2.7", "ingelogd in het beheer vanaf 192.0.2.7"),
    (
        "signed in to the console with a recovery code from 192.0.2.7",
        "ingelogd in het beheer met een herstelcode vanaf 192.0.2.7",
    ),
    ("was signed in to the console by the proxy from ::1", "door de proxy ingelogd in het beheer vanaf ::1"),
    (
        "gave a wrong code at signing in to the console from ::1",
        "gaf een verkeerde code bij het inloggen in het beheer vanaf ::1",
    ),
    ("failed to sign in to the console from ::1", "mislukte poging om in te loggen in het beheer vanaf ::1"),
    (
        "was throttled at signing in to the console from ::1",
        "geblokkeerde poging om in te loggen in het beheer vanaf ::1",
    ),
    (
        "gave a wrong present password in the console from ::1",
        "gaf een verkeerd huidig wachtwoord in het beheer vanaf ::1",
    ),
    ("credential add hr; granted: reports UpdatePerson", "verbinding toegevoegd: hr; rechten: reports UpdatePerson"),
    ("credential add A \"B\"\\ é; granted: all", "verbinding toegevoegd: A \"B\"\\ é; rechten: all"),
    ("credential rotate hr", "nieuw wachtwoord voor verbinding hr"),
    (
        "credential rotate hr; the old password holds no longer",
        "nieuw wachtwoord voor verbinding hr; het oude wachtwoord geldt niet meer",
    ),
    (
        "credential rotate hr; the old password holds until 2026-03-09T12:00:00+01:00",
        "nieuw wachtwoord voor verbinding hr; het oude wachtwoord geldt tot 2026-03-09T12:00:00+01:00",
    ),
    ("credential revoke hr", "verbinding ingetrokken: hr"),
    ("credential revoke hr --token lms_abcdefgh", "token ingetrokken van verbinding hr: lms_abcdefgh"),
    (
        "credential token A B lms_abcdefgh; it holds until it is revoked",
        "nieuw token voor verbinding A B lms_abcdefgh; het geldt tot het wordt ingetrokken",
    ),
    (
        "credential token hr lms_abcdefgh; it holds until 2026-03-09T12:00:00+01:00",
        "nieuw token voor verbinding hr lms_abcdefgh; het geldt tot 2026-03-09T12:00:00+01:00",
    ),
    ("credential grant hr: UpdatePerson Changes", "rechten gegeven aan verbinding hr: UpdatePerson Changes"),
    ("credential deny hr: UpdatePerson", "rechten ontnomen aan verbinding hr: UpdatePerson"),
    ("operator add jan; viewer", "beheerder toegevoegd: jan; lezer"),
    ("operator add jan; editor", "beheerder toegevoegd: jan; bewerker"),
    ("operator add jan; owner; owner", "beheerder toegevoegd: jan; owner; eigenaar"),
    (
        "operator add jan; viewer; named by the proxy, without a password",
        "beheerder toegevoegd: jan; lezer; aangemeld door de proxy, zonder wachtwoord",
    ),
    (
        "operator add jan; editor; named by the proxy, without a password",
        "beheerder toegevoegd: jan; bewerker; aangemeld door de proxy, zonder wachtwoord",
    ),
    (
        "operator add jan; owner; named by the proxy, without a password",
        "beheerder toegevoegd: jan; eigenaar; aangemeld door de proxy, zonder wachtwoord",
    ),
    ("operator rotate jan", "nieuw wachtwoord voor beheerder jan"),
    ("operator revoke jan", "beheerder verwijderd: jan"),
    ("operator role jan viewer", "andere rol voor beheerder jan: lezer"),
    ("operator role jan editor", "andere rol voor beheerder jan: bewerker"),
    ("operator role owner owner", "andere rol voor beheerder owner: eigenaar"),
    ("operator reset-second-factor jan", "tweede factor verwijderd van beheerder jan"),
    ("operator set-second-factor jan", "tweede factor ingesteld door beheerder jan"),
    ("operator remove-second-factor jan", "tweede factor verwijderd door beheerder jan"),
    ("operator new-recovery-codes jan", "nieuwe herstelcodes voor beheerder jan"),
    ("calendar renew class 8", "nieuwe link voor het agenda-abonnement van klas 8"),
    ("calendar renew person 8", "nieuwe link voor het agenda-abonnement van persoon 8"),
    ("calendar renew division 8", "nieuwe link voor het agenda-abonnement van divisie 8"),
    ("calendar remove class 8", "agenda-abonnement verwijderd van klas 8"),
    ("calendar remove person 8", "agenda-abonnement verwijderd van persoon 8"),
    ("calendar remove division 8", "agenda-abonnement verwijderd van divisie 8"),
    ("mappings set hr, version 12", "kolomkoppeling bewaard: hr, versie 12"),
    ("mappings remove hr", "kolomkoppeling verwijderd: hr"),
    ("person export 12", "alle gegevens van persoon gedownload: 12"),
    ("person anonymise", "persoon geanonimiseerd"),
    (
        "audit --prune-before 2026-03-09T00:00:00+01:00",
        "oude wijzigingen van personen verwijderd, van vóór 2026-03-09T00:00:00+01:00",
    ),
    (
        "imports --prune-before 2026-03-09T00:00:00+01:00",
        "details van oude imports verwijderd, van vóór 2026-03-09T00:00:00+01:00",
    ),
    ("serve --audit-keep", "oude wijzigingen van personen verwijderd na de bewaartermijn"),
    ("serve --anonymise-after", "persoon geanonimiseerd na de bewaartermijn"),
    ("backup --to /srv/lms backups/today.sqlite", "back-up gemaakt: /srv/lms backups/today.sqlite"),
    (
        "demo; a new password of the operator demo, who is owner",
        "nieuw wachtwoord voor beheerder demo (eigenaar), bij de start van de demonstratie",
    ),
    (
        "demo; a new password of the credential demo, which is granted every operation",
        "nieuw wachtwoord voor verbinding demo (alle rechten), bij de start van de demonstratie",
    ),
    ("UpdatePerson", "UpdatePerson"),
];

/// Texts that the migration does not know.
const UNKNOWN_TEXTS: [&str; 8] = [
    "",
    "operator role owner",
    "person anonymise E001",
    "credential add hr",
    "[\"Unknown\",\"x\"]",
    "credential token personnel system; it holds until it is revoked",
    "credential token hr; it holds until 2026-03-09T12:00:00+01:00",
    "credential token a; it holds until b lms_abcdefgh; it holds until 2026-03-09T12:00:00+01:00",
];

/// Returns a site with a database of version 9 whose ledger has these actions, each alone and as an action in the
/// console.
fn site_with_actions<'a>(actions: impl Iterator<Item = &'a str>) -> Site {
    let site = site_from_dump("v9.sql", "DELETE FROM ledger WHERE kind = 'act'");
    let database = Connection::open(site.db()).unwrap();
    let insert = "INSERT INTO ledger (at, kind, actor, action) VALUES ('2026-11-27T08:00:00Z', 'act', 'jan', ?)";
    for action in actions {
        for text in [action.to_owned(), format!("console {action}")] {
            database.execute(insert, [text]).unwrap();
        }
    }
    site
}

/// Returns the lines of `audit` with actions, without their time and actor.
fn action_lines(site: &Site, language: &str) -> Vec<String> {
    let audit = site.lms(&["audit", "--since", "2026-11-27T08:00:00Z", "--language", language]).ok().stdout;
    let action = |line: &str| line.strip_prefix("2026-11-27T09:00:00+01:00  jan ").map(str::to_owned);
    audit.lines().filter_map(action).collect()
}

fn actions_in_json(site: &Site) -> Vec<String> {
    let audit = site.lms(&["audit", "--json", "--language", "nl"]).ok().stdout;
    let lines = audit.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let actions = lines.filter(|line| line["by"]["actor"] == "jan");
    actions.map(|line| line["by"]["action"].as_str().unwrap().to_owned()).collect()
}

fn stored_actions(site: &Site) -> Vec<String> {
    let database = Connection::open(site.db()).unwrap();
    let mut select = database.prepare("SELECT action FROM ledger WHERE actor = 'jan' ORDER BY id").unwrap();
    select.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
}

#[test]
fn actions_of_earlier_versions_keep_their_english_and_dutch_texts() {
    let site = site_with_actions(TEXTS.iter().map(|(english, _)| *english));
    let texts = stored_actions(&site);
    site.lms(&["init"]).ok();
    let is_text = |action: &String| !action.starts_with("[\"");
    assert_eq!(stored_actions(&site).into_iter().filter(is_text).collect::<Vec<_>>(), ["UpdatePerson"]);
    assert_eq!(action_lines(&site, "en"), texts);
    assert_eq!(actions_in_json(&site), texts);
    let dutch = TEXTS.iter().flat_map(|(_, dutch)| [(*dutch).to_owned(), format!("in het beheer: {dutch}")]);
    assert_eq!(action_lines(&site, "nl"), dutch.collect::<Vec<_>>());
}

#[test]
fn unknown_actions_of_earlier_versions_stay_texts() {
    let site = site_with_actions(UNKNOWN_TEXTS.into_iter());
    let texts = stored_actions(&site);
    site.lms(&["init"]).ok();
    let own_actions: Vec<_> = stored_actions(&site).into_iter().step_by(2).collect();
    assert_eq!(own_actions, UNKNOWN_TEXTS);
    assert_eq!(actions_in_json(&site), texts);
}

// actions of imports, undos and calls are never messages, even if a path looks like one
#[test]
fn a_migration_keeps_the_paths_of_imports() {
    let site = site_from_dump("v9.sql", "");
    let imports = |site: &Site| {
        let select = "SELECT group_concat(action, '|') FROM ledger WHERE kind NOT IN ('act', 'command')";
        Connection::open(site.db()).unwrap().query_row(select, [], |row| row.get::<_, String>(0)).unwrap()
    };
    let before = imports(&site);
    site.lms(&["init"]).ok();
    assert_eq!(imports(&site), before);
    let listed = site.lms(&["imports", "--language", "nl"]).ok().stdout;
    assert!(listed.contains("door jansen: [\"SignIn\",\"groups.csv\"]"), "{listed}");
}

// a proxy must not add an operator again whom an earlier version revoked
#[test]
fn revoked_operators_and_backups_of_earlier_versions_are_found() {
    let site = site_from_dump("v9.sql", "UPDATE ledger SET at = '2026-11-26T00:00:00Z' WHERE action LIKE 'backup %'");
    site.lms(&["init"]).ok();
    let flags = ["--trust-proxy", "--operator-header", "X-User", "--operator-default-role", "viewer"];
    let server = site.serve(&flags);
    for (name, status) in [("weg", 403), ("WEG", 403), ("nieuw", 200)] {
        let request = Request::get("/console/today").header("X-Forwarded-Proto", "https").header("X-User", name);
        assert_eq!(server.send(&request).status, status, "{name}");
    }
    let health = server.send(&Request::get("/healthz"));
    assert!(health.header("Backup-Age").is_some_and(|age| age.parse::<u64>().is_ok()), "{}", health.text());
}
