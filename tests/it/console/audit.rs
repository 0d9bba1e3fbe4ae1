//! Tests the page of the audit and the page About.

use super::{Browser, NAME, PASSWORD, add_operator, persons_site_with, text_of};

#[test]
fn the_audit_is_filtered_by_person_actor_and_time() {
    let site = persons_site_with("owner");
    add_operator(&site, "redacteur", "editor");
    let server = site.serve(&[]);
    let mut editor = Browser::signed_in(&server, "redacteur");
    assert_eq!(editor.get("/console/audit").status, 403);
    let end = [("ContractEndTime", "2031-01-01T00:00:00")];
    editor.change("/console/person/2/employment", &end);
    let persons: String = (0..12).map(|n| format!("N{n},<b>Nieuw</b>,Twaalf,n{n}@x\n")).collect();
    let persons = format!("ExternalIdentifier,FirstName,FamilyName,Email\n{persons}");
    site.import(&[("persons.csv", &persons)]).ok();

    let mut browser = Browser::signed_in(&server, NAME);
    let page = browser.page("/console/audit");
    assert!(!page.contains("<b>"), "{page}");
    let all = text_of(&page);
    // newest first: the sign-in, the import with its count, the change with its field
    let places = [
        "jansen Console signed in to the console from 127.0.0.1",
        "Persons: 12 created",
        "redacteur Console Update person Bram Jansen E002 · Changed: Not employed from: 31 Jul 2030 → 1 Jan 2031",
        "On the server added operator jansen; owner",
    ]
    .map(|part| all.find(part).unwrap_or_else(|| panic!("{part}: {all}")));
    assert!(places.is_sorted(), "{all}");
    assert!(page.contains("/console/person/2\"") && page.contains("/console/imports/2\""), "{page}");

    // an import that changes no person, a form and an undo are listed too
    site.import(&[("groups.csv", "Name\nEHBO\nBHV\n")]).ok();
    browser.change("/console/data/divisions/new", &[("seen", ""), ("Name", "Nieuw"), ("ParentName", "")]);
    site.lms(&["imports", "undo", "3"]).ok();
    let all = text_of(&browser.page("/console/audit"));
    let places = [
        "Undo Undo 5 Undo of Import 3 Groups: 2 removed",
        "jansen Console Change 4 Divisions: Nieuw Nieuw Created",
        "Import Import 3",
        "Groups: 2 created",
    ]
    .map(|part| all.find(part).unwrap_or_else(|| panic!("{part}: {all}")));
    assert!(places.is_sorted(), "{all}");

    browser.language = "nl";
    let dutch = text_of(&browser.page("/console/audit"));
    for expected in
        ["jansen Beheer ingelogd in het beheer vanaf 127.0.0.1", "Op de server beheerder toegevoegd: jansen; eigenaar"]
    {
        assert!(dutch.contains(expected), "{expected}: {dutch}");
    }
    browser.language = "en";
    // the filters are folded until one is used
    let uses_filter = "/console/audit?who=jansen";
    assert!(page.contains("<details><summary>Filters") && browser.page(uses_filter).contains("<details open>"));
    let reported = |browser: &mut Browser, query: &str| text_of(&browser.page(&format!("/console/audit?{query}")));
    let of_one = reported(&mut browser, "person=E002");
    assert!(of_one.contains("Update person") && of_one.contains("Import 1"), "{of_one}");
    assert!(!of_one.contains("signed in") && !of_one.contains("E003"), "{of_one}");
    // each filter is removed by a link
    let page = browser.page("/console/audit?person=E002&who=jansen&from=2026-03-09&at=x");
    for (chip, address) in [
        ("Person: Bram Jansen (E002)", "?who=jansen&#38;from=2026-03-09"),
        ("Who: jansen", "?person=E002&#38;from=2026-03-09"),
    ] {
        let link = format!("<a href=\"{address}\" aria-label=\"Remove the filter {chip}\">{chip} ");
        assert!(page.contains(&link), "{link}: {page}");
    }
    let by_one = reported(&mut browser, "who=REDACT");
    assert!(by_one.contains("Update person") && !by_one.contains("Import 2"), "{by_one}");
    let both = reported(&mut browser, "person=E002&who=redacteur");
    assert!(both.contains("Update person") && !both.contains("Import 1"), "{both}");
    for query in ["till=2001-01-01", "from=9999-01-01", "person=E002&till=2001-01-01", "who=%25"] {
        assert!(reported(&mut browser, query).contains("Nothing was found."), "{query}");
    }
    // a page after the last entry is empty
    for query in ["at=2001-01-01T00:00:00Z&before=1", "person=E002&before=-5"] {
        assert!(reported(&mut browser, query).contains("Nothing was found."), "{query}");
    }
    for (query, message) in [
        ("from=morgen", "morgen is not a date (yyyy-MM-dd)."),
        ("till=2026-02-30", "2026-02-30 is not a date (yyyy-MM-dd)."),
        ("person=E0", "Several match E0. Choose one, or type more."),
        ("person=nobody", "Person not found."),
    ] {
        let page = reported(&mut browser, query);
        assert!(page.contains(message) && !page.contains("signed in"), "{query}: {page}");
    }
}

#[test]
fn actions_are_in_the_language_of_the_page() {
    let site = persons_site_with("owner");
    add_operator(&site, "weg", "editor");
    site.add_credential("bi", PASSWORD, &["provisioning"]);
    let db = site.db();
    let copy = db.with_file_name("copy.sqlite");
    let mapping = db.with_file_name("afas.toml");
    std::fs::write(&mapping, "name = \"afas\"\nfile = \"persons.csv\"\n[columns]\nNr = \"ExternalIdentifier\"\n")
        .expect("a file");
    for args in [
        &["operator", "role", "weg", "viewer"][..],
        &["operator", "rotate", "weg"],
        &["operator", "revoke", "weg"],
        &["credential", "grant", "bi", "GetPersonByEmail"],
        &["credential", "deny", "bi", "GetPersonByEmail"],
        &["credential", "rotate", "bi"],
        &["credential", "rotate", "bi", "--keep-old", "1h"],
        &["credential", "token", "bi"],
        &["credential", "revoke", "bi"],
        &["mappings", "set", mapping.to_str().expect("a path")],
        &["mappings", "remove", "afas"],
        &["backup", "--to", copy.to_str().expect("a path")],
        &["audit", "--prune-before", "2001-01-01"],
    ] {
        site.lms(args).ok();
    }
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    assert_ne!(browser.sign_in("nobody", "wrong").status, 303);
    browser.change("/console/calendar/person/2/renew", &[]);
    browser.change("/console/person/2/employment", &[("ContractEndTime", "2031-01-01T00:00:00")]);
    browser.get("/console/person/2/everything");
    browser.language = "nl";
    let page = text_of(&browser.page("/console/audit"));
    for dutch in [
        "Op de server andere rol voor beheerder weg: lezer",
        "Op de server nieuw wachtwoord voor verbinding bi; het oude wachtwoord geldt niet meer",
        "Op de server kolomkoppeling bewaard: afas, versie 1",
        "Op de server back-up gemaakt: ",
        "Beheer mislukte poging om in te loggen in het beheer vanaf 127.0.0.1",
        "Beheer nieuwe link voor het agenda-abonnement van persoon Bram Jansen E002",
        "Beheer alle gegevens van persoon gedownload: Bram Jansen E002",
    ] {
        assert!(page.contains(dutch), "{dutch}: {page}");
    }
    let english =
        ["operator ", "credential ", "granted", "password", "signed", "console", "mappings", "backup", "renew"];
    for word in english {
        assert!(!page.contains(word), "{word}: {page}");
    }
    browser.language = "en";
    let page = text_of(&browser.page("/console/audit"));
    for english in [
        "On the server changed the role of operator weg to viewer",
        "Console made a new link to the calendar feed of person Bram Jansen E002",
        "Console downloaded everything about person Bram Jansen E002",
        "Console failed to sign in to the console from 127.0.0.1",
    ] {
        assert!(page.contains(english), "{english}: {page}");
    }
    // the page has no syntax of commands
    for word in [" --", "credential", "operator add", "mappings set", "calendar renew", "backup --to", "rotate"] {
        assert!(!page.contains(word), "{word}: {page}");
    }
}

#[test]
fn names_with_braces_quotes_and_markup_are_shown_as_they_are() {
    let site = persons_site_with("owner");
    add_operator(&site, "{at}", "editor");
    site.add_credential(r#"q"{0}\<b>"#, PASSWORD, &["reports"]);
    let server = site.serve(&[]);
    let mut editor = Browser::signed_in(&server, "{at}");
    let saved = editor.change("/console/data/divisions/new", &[("seen", ""), ("Name", "Nieuw"), ("ParentName", "")]);
    let row = text_of(&editor.page(saved.header("Location").expect("the address of the row")));
    assert!(row.contains("Last changed by change 2 ({at}), on "), "{row}");
    // actions that are no messages, and the last minute of a day in Amsterdam
    let database = rusqlite::Connection::open(site.db()).expect("the database");
    let sql = "INSERT INTO ledger (at, kind, actor, action) VALUES ('2026-03-08T22:59:00Z', 'act', '<b>', ?)";
    for action in [
        r#"["SignIn""#,
        r#"["Unknown","{0}"]"#,
        r#"["ExportPerson","-1"]"#,
        r#"["ExportPerson"]"#,
        "[[]]",
        "",
        r#"["MakeBackup"]"#,
        r#"["MakeBackup""#,
    ] {
        database.execute(sql, [action]).expect("an entry");
    }
    let mut browser = Browser::signed_in(&server, NAME);
    for (language, added, time) in [
        ("en", r#"added connector q"{0}\<b>; granted: "#, "8 Mar 2026 23:59 <b>"),
        ("nl", r#"verbinding toegevoegd: q"{0}\<b>; "#, "8-3-2026 23:59 <b>"),
    ] {
        browser.language = language;
        let page = browser.page("/console/audit");
        assert!(!page.contains("<b>"), "{page}");
        let text = text_of(&page);
        for expected in [added, time, r#"["SignIn""#, r#"["Unknown","{0}"]"#, "[[]]"] {
            assert!(text.contains(expected), "{expected}: {text}");
        }
        for path in ["/console/backup", "/console/today"] {
            browser.wait_for_page(path);
            browser.page(path);
        }
    }
}

#[test]
fn about_shows_version_and_limits() {
    let site = persons_site_with("viewer");
    let server = site.serve(&["--max-body", "3000", "--connector-errors-keep", "36h"]);
    let page = text_of(&Browser::signed_in(&server, NAME).page("/console/about"));
    for reported in [
        concat!("Version ", env!("CARGO_PKG_VERSION")),
        "Licence MIT",
        "lms.sqlite",
        "Largest request 2.9 KiB",
        "Largest upload 256 MiB",
        "Maximum duration of a response 30 minutes",
        "Connector errors are kept for 36 hours",
        "You are signed out in any case after 12 hours",
    ] {
        assert!(page.contains(reported), "{reported}: {page}");
    }
}

#[test]
fn the_person_of_the_audit_is_found_by_name() {
    let site = persons_site_with("owner");
    site.import(&[("persons.csv", "ExternalIdentifier,CostCentre\nE001,K900\n")]).ok();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let page = browser.page("/console/audit");
    assert!(page.contains("data-suggests=\"file=persons&#38;column=ExternalIdentifier\""), "{page}");
    let page = browser.page("/console/audit?person=anna");
    assert!(page.contains("name=\"match.person\" value=\"E001\" checked"), "{page}");
    assert!(text_of(&page).contains("anna is not known. Is this the one?"), "{}", text_of(&page));
    let page = browser.page("/console/audit?match.person=E001&person=anna");
    assert!(text_of(&page).contains("Cost centre: K100 → K900"), "{}", text_of(&page));
    assert!(page.contains("<strong>Anna van den Berg</strong>"), "{page}");
}
