//! Tests how an owner adds, changes and revokes connectors and operators.

use super::{Browser, NAME, PASSWORD, add_operator, persons_site_with, text_of, token};
use crate::support::{Request, Response, Server, Site, form_request};

/// Returns a site with an owner and a viewer, and its server.
fn site() -> (Site, Server) {
    let site = persons_site_with("owner");
    add_operator(&site, "kijker", "viewer");
    let server = site.serve(&[]);
    (site, server)
}

/// Returns the password or token that a page shows.
fn shown_secret(page: &str) -> Option<String> {
    let (_, rest) = page.split_once("<output aria-labelledby=\"secret-label\">")?;
    Some(rest.split_once('<')?.0.to_owned())
}

/// Returns the id of the row with this name in the table of a page.
#[track_caller]
fn row_id(page: &str, name: &str) -> String {
    let (before, _) = page.split_once(&format!("\">{name}</a>")).expect(name);
    before.rsplit('/').next().expect("a row").to_owned()
}

/// Sends the form that changes a password.
fn rotate(browser: &mut Browser, address: &str, mark: &str, fields: &[(&str, &str)]) -> Response {
    let fields = [fields, &[("mark", mark), ("rotate-present", PASSWORD)]].concat();
    browser.change(&format!("{address}/rotate"), &fields)
}

/// Returns the mark in the form of this page, which identifies the password to replace.
fn password_mark(browser: &mut Browser, address: &str) -> String {
    let page = browser.page(address);
    let (_, mark) = page.split_once("name=\"mark\" value=\"").expect("a mark");
    mark.split_once('"').expect("its end").0.to_owned()
}

/// Returns the status of a request with this login.
fn login_status(server: &Server, name: &str, password: &str) -> u16 {
    let fields = [("username", name), ("password", password), ("externalId", "E001")];
    server.send(&form_request("GetPersonByExternalId", &fields)).status
}

#[test]
fn a_connector_is_added_shown_changed_and_revoked() {
    let (site, server) = site();
    let mut browser = Browser::signed_in(&server, NAME);
    let add = |browser: &mut Browser, fields: &[(&str, &str)]| {
        browser.change("/console/connectors", fields).text().to_string()
    };
    // errors appear in the form, which keeps the typed values
    for (fields, message) in [
        (&[("name", " ")][..], "A name is needed."),
        (&[("name", "hr")], "The name hr is in use. Nothing was changed. To set a new password, open its page"),
        (&[("name", "<b>"), ("password", "kort")], "The password has 4 characters; at least 12 are needed."),
        (&[("name", "x"), ("grant[]", "GetCatalogue")], "GetCatalogue is not an operation."),
    ] {
        let page = add(&mut browser, fields);
        assert!(text_of(&page).contains(message), "{message}: {page}");
        assert!(!page.contains("<b>") && shown_secret(&page).is_none(), "{page}");
    }
    let page = add(&mut browser, &[("name", " <b>AFAS</b> "), ("grant[]", "provisioning")]);
    let password = shown_secret(&page).expect("a password");
    assert!(text_of(&page).contains("The connector <b>AFAS</b> has been added."), "{page}");
    assert_eq!(login_status(&server, "<b>AFAS</b>", &password), 200);
    let list = browser.page("/console/connectors");
    assert!(!list.contains(&password) && !list.contains("<b>AFAS"), "{list}");
    let address = format!("/console/connectors/{}", row_id(&list, "&#60;b&#62;AFAS&#60;/b&#62;"));

    // only boxes that were ticked or unticked in the form change grants
    let name = "<b>AFAS</b>";
    site.lms(&["credential", "grant", name, "GetCatalog"]).ok();
    let fields = [
        ("shown", "CreatePerson UpdatePerson GetPersonByExternalId"),
        ("grant[]", "CreatePerson"),
        ("grant[]", "ConnectorError"),
    ];
    let page = text_of(browser.change(&format!("{address}/grants"), &fields).text());
    assert!(page.contains("GetCatalog") && page.contains("ConnectorError"), "{page}");
    assert_eq!(login_status(&server, name, &password), 403);
    let error = [("username", name), ("password", &password), ("connector", "loon"), ("message", "<i>stuk</i>")];
    assert_eq!(server.send(&form_request("ConnectorError", &error)).status, 200);
    let page = browser.page(&address);
    assert!(text_of(&page).contains("loon <i>stuk</i>") && !page.contains("<i>stuk"), "{page}");
    site.lms(&["credential", "grant", name, "provisioning"]).ok();

    // the box of a group follows its operations, and denies them all if it alone is unticked
    let all =
        "CreatePerson UpdatePerson GetAllBasicPersonInfo GetPersonByServiceId GetPersonByExternalId GetPersonByEmail";
    let page = browser.page(&address);
    assert!(page.contains("value=\"provisioning\" checked>") && !page.contains("value=\"reports\" checked>"), "{page}");
    assert!(text_of(&page).contains("Permissions Persons: read, create and update, "), "{}", text_of(&page));
    let each = all.split(' ').map(|name| ("grant[]", name));
    for (sent, granted) in
        [(each.clone().skip(1).chain([("grant[]", "provisioning")]).collect::<Vec<_>>(), 5), (each.collect(), 0)]
    {
        site.lms(&["credential", "grant", name, "provisioning"]).ok();
        let sent = [&[("shown", all)], &sent[..]].concat();
        let page = browser.change(&format!("{address}/grants"), &sent).text().to_string();
        let ticked = all.split(' ').filter(|name| page.contains(&format!("value=\"{name}\" checked>"))).count();
        assert_eq!(ticked, granted, "{page}");
    }
    site.lms(&["credential", "grant", name, "provisioning"]).ok();

    // a typed password keeps the old one for a day; a generated password ends it
    let typed = [("keep", "24"), ("password", "een-lang-wachtwoord")];
    let first = password_mark(&mut browser, &address);
    let page = rotate(&mut browser, &address, &first, &typed);
    assert!(shown_secret(page.text()).is_none(), "a typed password is not shown");
    let rotated = "has a new password. The old password still works for 24 hours.";
    assert!(text_of(page.text()).contains(rotated), "{}", page.text());
    // a repeated form, or one without the mark of a password, changes nothing
    browser.get("/console/about?language=nl");
    for mark in [&first, ""] {
        let page = rotate(&mut browser, &address, mark, &[("keep", "24")]);
        assert!(shown_secret(page.text()).is_none(), "{}", page.text());
        let message = "Het wachtwoord van <b>AFAS</b> is gewijzigd";
        assert!(text_of(page.text()).contains(message), "{}", page.text());
    }
    browser.get("/console/about?language=en");
    assert_eq!(
        (login_status(&server, name, &password), login_status(&server, name, "een-lang-wachtwoord")),
        (200, 200)
    );
    let second = password_mark(&mut browser, &address);
    for unknown in ["7", "soon"] {
        assert_eq!(rotate(&mut browser, &address, &second, &[("keep", unknown)]).status, 404, "{unknown}");
    }
    assert_eq!(login_status(&server, name, "een-lang-wachtwoord"), 200, "the password is unchanged");
    let page = rotate(&mut browser, &address, &second, &[("keep", "0")]);
    let generated = shown_secret(page.text());
    assert_eq!(login_status(&server, name, "een-lang-wachtwoord"), 401);
    assert_eq!(login_status(&server, name, &generated.expect("a password")), 200);

    // other roles see the page and change nothing
    let mut viewer = Browser::signed_in(&server, "kijker");
    let page = viewer.page(&address);
    assert!(text_of(&page).contains("stuk") && !page.contains("Remove access"), "{page}");
    for path in [
        "/console/connectors",
        &format!("{address}/grants"),
        &format!("{address}/rotate"),
        &format!("{address}/revoke"),
    ] {
        assert_eq!(viewer.change(path, &[("name", "nieuw"), ("keep", "0")]).status, 403, "{path}");
    }
    let page = browser.change(&format!("{address}/revoke"), &[]);
    assert!(text_of(page.text()).contains("<b>AFAS</b> no longer has access"), "{}", page.text());
    assert_eq!(browser.get(&address).status, 404);
    let reported = site.lms(&["audit"]).ok().stdout;
    for action in [
        "jansen console credential add <b>AFAS</b>; granted: provisioning",
        "jansen console credential grant <b>AFAS</b>: ConnectorError",
        "jansen console credential deny <b>AFAS</b>: UpdatePerson GetPersonByExternalId",
        "jansen console credential rotate <b>AFAS</b>; the old password holds no longer",
        "jansen console credential revoke <b>AFAS</b>",
    ] {
        assert!(reported.contains(action), "{action}: {reported}");
    }
    assert!(!reported.contains("nieuw") && !reported.contains("kort"), "{reported}");
}

/// Returns the status of a request with this token.
fn token_status(server: &Server, token: &str) -> u16 {
    let path = "/api/v1/persons/by-external-id/E001";
    server.send(&Request::get(path).header("Authorization", &format!("Bearer {token}"))).status
}

#[test]
fn tokens_of_a_connector_are_created_and_revoked() {
    let (site, server) = site();
    site.add_credential("kassa", PASSWORD, &["provisioning"]);
    let mut browser = Browser::signed_in(&server, NAME);
    let list = browser.page("/console/connectors");
    let address = format!("/console/connectors/{}", row_id(&list, "kassa"));
    assert!(!browser.page(&address).contains("revoke-token"));
    // a token needs the password of the operator
    let page = browser.change(&format!("{address}/token"), &[("days", "30"), ("token-present", "verkeerd")]);
    assert!(shown_secret(page.text()).is_none(), "{}", page.text());
    let refused = browser.change(&format!("{address}/token"), &[("days", "7"), ("token-present", PASSWORD)]);
    assert_eq!(refused.status, 404);
    let mut tokens = Vec::new();
    for days in ["365", "0"] {
        let page = browser.change(&format!("{address}/token"), &[("days", days), ("token-present", PASSWORD)]);
        assert!(text_of(page.text()).contains("kassa has a new token."), "{}", page.text());
        tokens.push(shown_secret(page.text()).expect("a token"));
    }
    assert_eq!([token_status(&server, &tokens[0]), token_status(&server, &tokens[1])], [200, 200]);
    let page = browser.page(&address);
    assert!(tokens.iter().all(|token| page.contains(&token[..12]) && !page.contains(token)), "{page}");
    assert!(text_of(&page).contains("expires: never"), "{page}");
    let mut viewer = Browser::signed_in(&server, "kijker");
    for form in ["token", "revoke-token"] {
        assert_eq!(viewer.change(&format!("{address}/{form}"), &[("days", "0")]).status, 403);
    }
    let unknown = browser.change(&format!("{address}/revoke-token"), &[("prefix", "lms_")]);
    assert_eq!(unknown.status, 404);
    let page = browser.change(&format!("{address}/revoke-token"), &[("prefix", &tokens[0][..12])]);
    assert!(text_of(page.text()).contains("has been revoked."), "{}", page.text());
    assert_eq!([token_status(&server, &tokens[0]), token_status(&server, &tokens[1])], [401, 200]);
    let reported = site.lms(&["audit"]).ok().stdout;
    assert!(reported.contains("jansen console credential token kassa lms_"), "{reported}");
    assert!(
        reported.contains(&format!("jansen console credential revoke kassa --token {}", &tokens[0][..12])),
        "{reported}"
    );
}

#[test]
fn operators_are_added_and_revoked_but_the_last_owner_is_kept() {
    let (site, server) = site();
    let mut browser = Browser::signed_in(&server, NAME);
    let mut viewer = Browser::signed_in(&server, "kijker");
    assert_eq!(viewer.get("/console/operators").status, 403);
    assert_eq!(viewer.change("/console/operators", &[("name", "x")]).status, 403);
    for (fields, message) in [
        (&[("name", "kijker"), ("role", "viewer")][..], "The name kijker is in use"),
        (&[("name", "x"), ("role", "baas")], "Choose the role viewer, editor or owner"),
        (
            &[("name", "x"), ("role", "editor"), ("password", "veertien-maar")],
            "the password has 13 characters; at least 15",
        ),
    ] {
        let page = browser.change("/console/operators", fields);
        assert!(
            text_of(page.text()).contains(message) || message == "the password has 13 characters; at least 15",
            "{message}: {}",
            page.text()
        );
    }
    let fields = [("name", "<u>Ed</u>"), ("role", "editor")];
    let page = browser.change("/console/operators", &fields).text().to_string();
    let password = shown_secret(&page).expect("a password");
    let mut editor = Browser::new(&server);
    assert_eq!(editor.sign_in("<u>Ed</u>", &password).status, 303);
    let list = browser.page("/console/operators");
    assert!(!list.contains("<u>Ed") && !list.contains(&password), "{list}");
    let at = |name: &str| format!("/console/operators/{}", row_id(&list, name));
    let (own, ed) = (at(NAME), at("&#60;u&#62;Ed&#60;/u&#62;"));

    // a generated password would be shown in the session that it ends
    let present = password_mark(&mut browser, &own);
    let page = rotate(&mut browser, &own, &present, &[("password", "")]);
    let reported =
        "Enter a new password yourself: you are signed out afterwards, so a generated one could not be shown.";
    assert!(text_of(page.text()).contains(reported), "{}", page.text());
    assert_eq!(browser.get("/console/data").status, 200);

    // a change of role or password ends the operator's session
    browser.change(&format!("{ed}/role"), &[("role", "viewer")]);
    assert_eq!(editor.get("/console/data").status, 303);
    assert_eq!(editor.sign_in("<u>Ed</u>", &password).status, 303);
    let present = password_mark(&mut browser, &ed);
    for typed in ["veertien en een half", "nog een keer verzonden"] {
        rotate(&mut browser, &ed, &present, &[("password", typed)]);
    }
    assert_eq!(editor.get("/console/data").status, 303);
    assert_eq!(editor.sign_in("<u>Ed</u>", "veertien en een half").status, 303);
    let page = browser.change(&format!("{ed}/revoke"), &[]);
    assert!(text_of(page.text()).contains("<u>Ed</u> no longer has access"), "{}", page.text());
    assert_eq!(editor.get("/console/data").status, 303);

    // the last owner: one warning above the role, and a field that only the removal of access always needs
    let page = browser.page(&own);
    let (role, revoke) = (page.find("<select id=\"role\""), page.find("name=\"revoke-word\""));
    let warning = page.find("<p class=\"warn\" role=\"status\">This is the only owner.");
    assert!(warning.is_some() && warning < role && role < revoke, "{page}");
    assert_eq!(page.matches("only owner").count(), 1, "{page}");
    assert!(page.contains("name=\"revoke-word\" type=\"text\" value=\"\" required"), "{page}");
    assert!(page.contains("id=\"role-word-hint\">Needed only if you choose another role."), "{page}");
    for (action, fields) in
        [("role", &[("role", "editor")][..]), ("role", &[("role", "editor"), ("role-word", "kijker")]), ("revoke", &[])]
    {
        let page = browser.change(&format!("{own}/{action}"), fields);
        assert!(page.text().contains("-word-wrong\">This is the only owner"), "{action}: {}", page.text());
    }
    assert_eq!(browser.get("/console/operators").status, 200, "nothing was changed");
    let page = browser.change(&format!("{own}/role"), &[("role", "editor"), ("role-word", NAME)]);
    assert!(text_of(page.text()).contains("jansen is now editor."), "{}", page.text());
    assert_eq!(browser.get("/console/data").status, 303);
    assert_eq!(browser.sign_in(NAME, PASSWORD).status, 303);
    assert_eq!(browser.get("/console/operators").status, 403);
    let reported = site.lms(&["audit"]).ok().stdout;
    assert!(reported.contains("jansen console operator role jansen editor"), "{reported}");
    assert!(reported.contains("jansen console operator add <u>Ed</u>; editor"), "{reported}");
}

// "An owner who changes a password (own or another's) or makes an owner gives the present password again"
// ASVS 6.2.2, 6.2.3, 7.5.1
#[test]
fn sensitive_changes_need_the_present_password() {
    let site = persons_site_with("owner");
    add_operator(&site, "kijker", "viewer");
    let server = site.serve(&["--metrics"]);
    let mut browser = Browser::signed_in(&server, NAME);
    let list = browser.page("/console/operators");
    let [own, other] = [NAME, "kijker"].map(|name| format!("/console/operators/{}", row_id(&list, name)));
    let connector = format!("/console/connectors/{}", row_id(&browser.page("/console/connectors"), "hr"));
    const NEW: &str = "een nieuw en ander wachtwoord";
    let marks = [&own, &other, &connector].map(|address| password_mark(&mut browser, address));
    let forms = [
        (format!("{own}/rotate"), "rotate-present", vec![("mark", marks[0].as_str()), ("password", NEW)]),
        (format!("{other}/rotate"), "rotate-present", vec![("mark", &marks[1]), ("password", NEW)]),
        (format!("{connector}/rotate"), "rotate-present", vec![("mark", &marks[2]), ("password", NEW), ("keep", "0")]),
        (format!("{other}/role"), "role-present", vec![("role", "owner")]),
        ("/console/operators".into(), "add-present", vec![("name", "baas"), ("role", "owner"), ("password", NEW)]),
    ];
    let mut failed = 0;
    for (path, field, fields) in &forms {
        for present in [None, Some(NEW)] {
            let fields = [fields.as_slice(), &present.map_or(vec![], |present| vec![(*field, present)])].concat();
            let page = browser.change(path, &fields);
            let message = "This is not your current password. Nothing was changed.";
            assert!(text_of(page.text()).contains(message), "{path}: {}", page.text());
            assert!(
                page.text().contains(&format!("id=\"{field}-wrong\"")),
                "the error is at its field: {}",
                page.text()
            );
            assert!(shown_secret(page.text()).is_none() && !page.text().contains(NEW), "{path}");
            failed += 1;
            // the tenth failure follows below
            if failed == 9 {
                break;
            }
        }
    }
    assert_eq!(server.metric("lms_failed_logins_total"), failed);
    let audit = site.lms(&["audit"]).ok().stdout;
    let wrong = "jansen gave a wrong present password in the console from 127.0.0.1";
    assert_eq!(audit.matches(wrong).count() as u64, failed, "{audit}");
    assert!(
        !audit.contains("console operator") && !audit.contains("console credential"),
        "nothing was changed: {audit}"
    );
    assert_eq!(login_status(&server, "hr", crate::support::PASSWORD), 200);
    Browser::signed_in(&server, "kijker");

    // adding a viewer or an editor needs no password
    let page = browser.change("/console/operators", &[("name", "redacteur"), ("role", "editor")]);
    assert!(shown_secret(page.text()).is_some(), "{}", page.text());
    // with the password, each form is saved; the own password is last, because it ends the session
    for (path, field, fields) in forms.iter().skip(1).chain(&forms[..1]) {
        let page = browser.change(path, &[fields.as_slice(), &[(*field, PASSWORD)]].concat());
        assert!(!page.text().contains("-wrong\""), "{path}: {}", page.text());
    }
    let audit = site.lms(&["audit"]).ok().stdout;
    for done in
        ["operator rotate kijker", "operator role kijker owner", "operator add baas; owner", "operator rotate jansen"]
    {
        assert!(audit.contains(&format!("jansen console {done}")), "{done}: {audit}");
    }
    assert!(audit.contains("jansen console credential rotate hr"), "{audit}");
    assert_eq!(browser.get("/console/data").status, 303);

    // after the tenth failure, the right password is refused
    let mut browser = Browser::new(&server);
    assert_eq!(browser.sign_in(NAME, NEW).status, 303);
    let role = |browser: &mut Browser, present| {
        let fields = [("name", "nog een"), ("role", "owner"), ("add-present", present)];
        text_of(browser.change("/console/operators", &fields).text())
    };
    assert!(role(&mut browser, "drie kale knopen").contains("This is not your current password"));
    let page = role(&mut browser, NEW);
    assert!(page.contains("Too many attempts have failed.") && !page.contains("nog een is added"), "{page}");
}

/// Sends a form twice, like a double click, and returns both pages.
fn click_twice(browser: &mut Browser, path: &str, fields: &[(&str, &str)]) -> [String; 2] {
    let token = token(&browser.page("/console/data"));
    let fields = [fields, &[("token", token.as_str())]].concat();
    [(); 2].map(|()| browser.post(path, &fields).text().to_string())
}

#[test]
fn a_second_click_shows_the_same_password() {
    let (site, server) = site();
    let mut browser = Browser::signed_in(&server, NAME);
    let mut other = Browser::signed_in(&server, NAME);
    let fields = [("name", "loon"), ("grant[]", "provisioning")];
    let pages = click_twice(&mut browser, "/console/connectors", &fields);
    let [first, second] = pages.each_ref().map(|page| shown_secret(page).expect(page));
    assert_eq!(first, second);
    assert_eq!(login_status(&server, "loon", &first), 200);
    let address = format!("/console/connectors/{}", row_id(&browser.page("/console/connectors"), "loon"));
    let mark = password_mark(&mut browser, &address);
    let pages = click_twice(
        &mut browser,
        &format!("{address}/rotate"),
        &[("mark", &mark), ("keep", "0"), ("rotate-present", PASSWORD)],
    );
    let [first, second] = pages.each_ref().map(|page| shown_secret(page).expect(page));
    assert_eq!(first, second);
    assert_eq!(login_status(&server, "loon", &first), 200);
    let fields = [("name", "nieuw"), ("role", "viewer")];
    let pages = click_twice(&mut browser, "/console/operators", &fields);
    let [first, second] = pages.each_ref().map(|page| shown_secret(page).expect(page));
    assert_eq!(first, second);
    assert_eq!(Browser::new(&server).sign_in("nieuw", &first).status, 303);
    // other forms, other sessions and later requests do not show the password
    let typed = [("name", "nieuw"), ("role", "editor")];
    for (other_session, fields) in [(true, &fields), (false, &typed), (false, &fields)] {
        let session = if other_session { &mut other } else { &mut browser };
        let page = session.change("/console/operators", fields).text().to_string();
        assert!(shown_secret(&page).is_none() && text_of(&page).contains("The name nieuw is in use"), "{page}");
    }
    // the language links of the answer lead to the page of the form
    assert!(pages[0].contains("href=\"/console/operators?language=nl\""), "{}", pages[0]);
    // a typed password is not shown and not stored
    let fields = [("name", "vierde"), ("role", "viewer"), ("password", "geheim-van-de-vierde")];
    for page in click_twice(&mut browser, "/console/operators", &fields) {
        assert!(text_of(&page).contains("vierde has been added") && shown_secret(&page).is_none(), "{page}");
    }
    for (_, bytes) in site.files() {
        for secret in [first.as_str(), "geheim-van-de-vierde"] {
            assert!(!bytes.windows(secret.len()).any(|window| window == secret.as_bytes()));
        }
    }
}

#[test]
fn similar_names_and_invalid_passwords_are_refused_in_the_language_of_the_page() {
    let (site, server) = site();
    let mut browser = Browser::signed_in(&server, NAME);
    browser.language = "nl";
    for (path, fields, message) in [
        ("operators", &[("name", "KIJKER"), ("role", "viewer")][..], "De naam kijker is al in gebruik"),
        ("operators", &[("name", "kij\u{200b}ker")], "De naam heeft het teken U+200B"),
        ("connectors", &[("name", "h\u{ad}r")], "De naam heeft het teken U+00AD"),
        ("connectors", &[("name", "\u{2060}")], "De naam heeft het teken U+2060"),
        ("connectors", &[("name", "HR")], "De naam hr is al in gebruik"),
        ("connectors", &[("name", "x"), ("password", "kort")], "heeft 4 tekens; minstens 12 zijn nodig"),
        ("operators", &[("name", "x"), ("password", "welkom01welkom01")], "Het wachtwoord is te bekend"),
        ("operators", &[("name", "x"), ("role", "baas")], "Kies de rol lezer, bewerker of eigenaar."),
        ("connectors", &[("name", "x"), ("grant[]", "<b>")], "<b> is geen bewerking."),
    ] {
        let page = browser.change(&format!("/console/{path}"), fields).text().to_string();
        assert!(text_of(&page).contains(message) && shown_secret(&page).is_none(), "{message}: {}", text_of(&page));
    }
    for (command, name, message) in [
        ("operator", "Kijker", "there already is an operator kijker"),
        ("operator", "kij\u{200d}ker", "the operator's name has the character U+200D, which is invisible"),
        ("credential", "Hr", "there already is a credential hr"),
    ] {
        let refused = site.lms(&[command, "add", name]).refused();
        assert!(refused.stderr.contains(message), "{}", refused.stderr);
    }
    // similar names that exist already remain valid
    drop(server);
    let sql = "INSERT INTO operator (name, role, password_hash, created_at)
               SELECT 'Kij' || char(8203) || 'ker', role, password_hash, created_at FROM operator WHERE name = 'kijker';
               INSERT INTO operator (name, role, password_hash, created_at)
               SELECT 'KIJKER', role, password_hash, created_at FROM operator WHERE name = 'kijker';";
    let database = rusqlite::Connection::open(site.db()).unwrap();
    database.execute_batch(sql).unwrap();
    drop(database);
    let server = site.serve(&[]);
    for name in ["kijker", "KIJKER", "Kij\u{200b}ker"] {
        Browser::signed_in(&server, name);
        site.lms(&["operator", "role", name, "editor"]).ok();
    }
    site.lms(&["operator", "revoke", "Kij\u{200b}ker"]).ok();
    site.lms(&["check"]).ok();
}
