//! Connectors and operators, which an owner adds, changes and revokes.

use super::{Browser, NAME, PASSWORD, operator, persons_site_with, token, words};
use crate::support::{Request, Response, Server, Site, form_request};

/// An owner, a viewer, and a server.
fn site() -> (Site, Server) {
    let site = persons_site_with("owner");
    operator(&site, "kijker", "viewer");
    let server = site.serve(&[]);
    (site, server)
}

/// The password that a page shows, if it shows one.
fn shown(page: &str) -> Option<String> {
    let (_, rest) = page.split_once("<output aria-labelledby=\"secret-label\">")?;
    Some(rest.split_once('<')?.0.to_owned())
}

/// The row of whatever has this name in a table of a page.
#[track_caller]
fn row(page: &str, name: &str) -> String {
    let (before, _) = page.split_once(&format!("\">{name}</a>")).expect(name);
    before.rsplit('/').next().expect("a row").to_owned()
}

/// Sends the form that gives another password.
fn rotate(browser: &mut Browser, one: &str, mark: &str, fields: &[(&str, &str)]) -> Response {
    let fields = [fields, &[("mark", mark), ("rotate-present", PASSWORD)]].concat();
    browser.change(&format!("{one}/rotate"), &fields)
}

/// Which password the form of this page replaces.
fn mark(browser: &mut Browser, one: &str) -> String {
    let page = browser.page(one);
    let (_, mark) = page.split_once("name=\"mark\" value=\"").expect("a mark");
    mark.split_once('"').expect("its end").0.to_owned()
}

/// Whether this pair may look a person up.
fn knock(server: &Server, name: &str, password: &str) -> u16 {
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
    for (fields, says) in [
        (&[("name", " ")][..], "A name is needed."),
        (&[("name", "hr")], "The name hr is in use. Nothing was changed. To set a new password, open its page"),
        (&[("name", "<b>"), ("password", "kort")], "The password has 4 characters; at least 12 are needed."),
        (&[("name", "x"), ("grant", "GetCatalogue")], "GetCatalogue is not an operation."),
    ] {
        let page = add(&mut browser, fields);
        assert!(words(&page).contains(says), "{says}: {page}");
        assert!(!page.contains("<b>") && shown(&page).is_none(), "{page}");
    }
    let page = add(&mut browser, &[("name", " <b>AFAS</b> "), ("grant", "provisioning")]);
    let password = shown(&page).expect("a password");
    assert!(words(&page).contains("The connector <b>AFAS</b> has been added."), "{page}");
    assert_eq!(knock(&server, "<b>AFAS</b>", &password), 200);
    let list = browser.page("/console/connectors");
    assert!(!list.contains(&password) && !list.contains("<b>AFAS"), "{list}");
    let one = format!("/console/connectors/{}", row(&list, "&#60;b&#62;AFAS&#60;/b&#62;"));

    // only boxes that were ticked or unticked in the form change grants
    let name = "<b>AFAS</b>";
    site.lms(&["credential", "grant", name, "GetCatalog"]).ok();
    let fields = [
        ("shown", "CreatePerson UpdatePerson GetPersonByExternalId"),
        ("grant", "CreatePerson"),
        ("grant", "ConnectorError"),
    ];
    let page = words(browser.change(&format!("{one}/grants"), &fields).text());
    assert!(page.contains("GetCatalog") && page.contains("ConnectorError"), "{page}");
    assert_eq!(knock(&server, name, &password), 403);
    let error = [("username", name), ("password", &password), ("connector", "loon"), ("message", "<i>stuk</i>")];
    assert_eq!(server.send(&form_request("ConnectorError", &error)).status, 200);
    let page = browser.page(&one);
    assert!(words(&page).contains("loon <i>stuk</i>") && !page.contains("<i>stuk"), "{page}");
    site.lms(&["credential", "grant", name, "provisioning"]).ok();

    // the box of a group follows its operations, and denies them all if it alone is unticked
    let all =
        "CreatePerson UpdatePerson GetAllBasicPersonInfo GetPersonByServiceId GetPersonByExternalId GetPersonByEmail";
    let page = browser.page(&one);
    assert!(page.contains("value=\"provisioning\" checked>") && !page.contains("value=\"reports\" checked>"), "{page}");
    assert!(words(&page).contains("Permissions Create and update persons, "), "{}", words(&page));
    let each = all.split(' ').map(|name| ("grant", name));
    for (sent, granted) in
        [(each.clone().skip(1).chain([("grant", "provisioning")]).collect::<Vec<_>>(), 5), (each.collect(), 0)]
    {
        site.lms(&["credential", "grant", name, "provisioning"]).ok();
        let sent = [&[("shown", all)], &sent[..]].concat();
        let page = browser.change(&format!("{one}/grants"), &sent).text().to_string();
        let ticked = all.split(' ').filter(|name| page.contains(&format!("value=\"{name}\" checked>"))).count();
        assert_eq!(ticked, granted, "{page}");
    }
    site.lms(&["credential", "grant", name, "provisioning"]).ok();

    // a typed password while the old one stays valid; then a generated one that ends it
    let typed = [("keep", "24"), ("password", "een-lang-wachtwoord")];
    let first = mark(&mut browser, &one);
    let page = rotate(&mut browser, &one, &first, &typed);
    assert!(shown(page.text()).is_none(), "whoever typed it knows it");
    let goes_on = "has a new password. The old password still works for 24 hours.";
    assert!(words(page.text()).contains(goes_on), "{}", page.text());
    // a repeated form, or one without the mark of a password, changes nothing
    browser.get("/console/about?language=nl");
    for mark in [&first, ""] {
        let page = rotate(&mut browser, &one, mark, &[("keep", "24")]);
        assert!(shown(page.text()).is_none(), "{}", page.text());
        let says = "Het wachtwoord van <b>AFAS</b> is gewijzigd";
        assert!(words(page.text()).contains(says), "{}", page.text());
    }
    browser.get("/console/about?language=en");
    assert_eq!((knock(&server, name, &password), knock(&server, name, "een-lang-wachtwoord")), (200, 200));
    let second = mark(&mut browser, &one);
    for unknown in ["7", "soon"] {
        assert_eq!(rotate(&mut browser, &one, &second, &[("keep", unknown)]).status, 404, "{unknown}");
    }
    assert_eq!(knock(&server, name, "een-lang-wachtwoord"), 200, "it has not ended");
    let page = rotate(&mut browser, &one, &second, &[("keep", "0")]);
    let made = shown(page.text());
    assert_eq!(knock(&server, name, "een-lang-wachtwoord"), 401);
    assert_eq!(knock(&server, name, &made.expect("a password")), 200);

    // other roles see the page and change nothing
    let mut viewer = Browser::signed_in(&server, "kijker");
    let page = viewer.page(&one);
    assert!(words(&page).contains("stuk") && !page.contains("Remove access"), "{page}");
    for path in ["/console/connectors", &format!("{one}/grants"), &format!("{one}/rotate"), &format!("{one}/revoke")] {
        assert_eq!(viewer.change(path, &[("name", "nieuw"), ("keep", "0")]).status, 403, "{path}");
    }
    let page = browser.change(&format!("{one}/revoke"), &[]);
    assert!(words(page.text()).contains("<b>AFAS</b> no longer has access"), "{}", page.text());
    assert_eq!(browser.get(&one).status, 404);
    let reported = site.lms(&["audit"]).ok().stdout;
    for act in [
        "jansen console credential add <b>AFAS</b>; granted: provisioning",
        "jansen console credential grant <b>AFAS</b>: ConnectorError",
        "jansen console credential deny <b>AFAS</b>: UpdatePerson GetPersonByExternalId",
        "jansen console credential rotate <b>AFAS</b>; the old password holds no longer",
        "jansen console credential revoke <b>AFAS</b>",
    ] {
        assert!(reported.contains(act), "{act}: {reported}");
    }
    assert!(!reported.contains("nieuw") && !reported.contains("kort"), "{reported}");
}

/// Whether this token may look a person up.
fn knock_by_token(server: &Server, token: &str) -> u16 {
    let path = "/api/v1/persons/by-external-id/E001";
    server.send(&Request::get(path).header("Authorization", &format!("Bearer {token}"))).status
}

#[test]
fn a_connector_gets_tokens_and_loses_them() {
    let (site, server) = site();
    site.add_credential("kassa", PASSWORD, &["provisioning"]);
    let mut browser = Browser::signed_in(&server, NAME);
    let list = browser.page("/console/connectors");
    let one = format!("/console/connectors/{}", row(&list, "kassa"));
    assert!(!browser.page(&one).contains("revoke-token"));
    // a session that was left open is not enough
    let page = browser.change(&format!("{one}/token"), &[("days", "30"), ("token-present", "verkeerd")]);
    assert!(shown(page.text()).is_none(), "{}", page.text());
    let odd = browser.change(&format!("{one}/token"), &[("days", "7"), ("token-present", PASSWORD)]);
    assert_eq!(odd.status, 404);
    let mut tokens = Vec::new();
    for days in ["365", "0"] {
        let page = browser.change(&format!("{one}/token"), &[("days", days), ("token-present", PASSWORD)]);
        assert!(words(page.text()).contains("kassa has a new token."), "{}", page.text());
        tokens.push(shown(page.text()).expect("a token"));
    }
    assert_eq!([knock_by_token(&server, &tokens[0]), knock_by_token(&server, &tokens[1])], [200, 200]);
    let page = browser.page(&one);
    assert!(tokens.iter().all(|token| page.contains(&token[..12]) && !page.contains(token)), "{page}");
    assert!(words(&page).contains("expires: never"), "{page}");
    let mut viewer = Browser::signed_in(&server, "kijker");
    for form in ["token", "revoke-token"] {
        assert_eq!(viewer.change(&format!("{one}/{form}"), &[("days", "0")]).status, 403);
    }
    let unknown = browser.change(&format!("{one}/revoke-token"), &[("prefix", "lms_")]);
    assert_eq!(unknown.status, 404);
    let page = browser.change(&format!("{one}/revoke-token"), &[("prefix", &tokens[0][..12])]);
    assert!(words(page.text()).contains("has been revoked."), "{}", page.text());
    assert_eq!([knock_by_token(&server, &tokens[0]), knock_by_token(&server, &tokens[1])], [401, 200]);
    let reported = site.lms(&["audit"]).ok().stdout;
    assert!(reported.contains("jansen console credential token kassa lms_"), "{reported}");
    assert!(
        reported.contains(&format!("jansen console credential revoke kassa --token {}", &tokens[0][..12])),
        "{reported}"
    );
}

#[test]
fn operators_are_added_and_revoked_and_the_last_owner_stays() {
    let (site, server) = site();
    let mut browser = Browser::signed_in(&server, NAME);
    let mut viewer = Browser::signed_in(&server, "kijker");
    assert_eq!(viewer.get("/console/operators").status, 403);
    assert_eq!(viewer.change("/console/operators", &[("name", "x")]).status, 403);
    for (fields, says) in [
        (&[("name", "kijker"), ("role", "viewer")][..], "The name kijker is in use"),
        (&[("name", "x"), ("role", "baas")], "Choose the role viewer, editor or owner"),
        (
            &[("name", "x"), ("role", "editor"), ("password", "veertien-maar")],
            "the password has 13 characters; at least 15",
        ),
    ] {
        let page = browser.change("/console/operators", fields);
        assert!(
            words(page.text()).contains(says) || says == "the password has 13 characters; at least 15",
            "{says}: {}",
            page.text()
        );
    }
    let fields = [("name", "<u>Ed</u>"), ("role", "editor")];
    let page = browser.change("/console/operators", &fields).text().to_string();
    let password = shown(&page).expect("a password");
    let mut editor = Browser::new(&server);
    assert_eq!(editor.sign_in("<u>Ed</u>", &password).status, 303);
    let list = browser.page("/console/operators");
    assert!(!list.contains("<u>Ed") && !list.contains(&password), "{list}");
    let at = |name: &str| format!("/console/operators/{}", row(&list, name));
    let (own, ed) = (at(NAME), at("&#60;u&#62;Ed&#60;/u&#62;"));

    // a made one would be shown to a session that it ends
    let present = mark(&mut browser, &own);
    let page = rotate(&mut browser, &own, &present, &[("password", "")]);
    let reported =
        "Enter a new password yourself: you are signed out afterwards, so a generated one could not be shown.";
    assert!(words(page.text()).contains(reported), "{}", page.text());
    assert_eq!(browser.get("/console/data").status, 200);

    // a change of role or password ends the operator's session
    browser.change(&format!("{ed}/role"), &[("role", "viewer")]);
    assert_eq!(editor.get("/console/data").status, 303);
    assert_eq!(editor.sign_in("<u>Ed</u>", &password).status, 303);
    let present = mark(&mut browser, &ed);
    for typed in ["veertien en een half", "nog een keer verzonden"] {
        rotate(&mut browser, &ed, &present, &[("password", typed)]);
    }
    assert_eq!(editor.get("/console/data").status, 303);
    assert_eq!(editor.sign_in("<u>Ed</u>", "veertien en een half").status, 303);
    let page = browser.change(&format!("{ed}/revoke"), &[]);
    assert!(words(page.text()).contains("<u>Ed</u> no longer has access"), "{}", page.text());
    assert_eq!(editor.get("/console/data").status, 303);

    // the last owner
    for (deed, fields) in
        [("role", &[("role", "editor")][..]), ("role", &[("role", "editor"), ("role-word", "kijker")]), ("revoke", &[])]
    {
        let page = browser.change(&format!("{own}/{deed}"), fields);
        assert!(page.text().contains("-word-wrong\">This is the only owner"), "{deed}: {}", page.text());
    }
    assert_eq!(browser.get("/console/operators").status, 200, "nothing was changed");
    let page = browser.change(&format!("{own}/role"), &[("role", "editor"), ("role-word", NAME)]);
    assert!(words(page.text()).contains("jansen is now editor."), "{}", page.text());
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
    operator(&site, "kijker", "viewer");
    let server = site.serve(&["--metrics"]);
    let mut browser = Browser::signed_in(&server, NAME);
    let list = browser.page("/console/operators");
    let [own, other] = [NAME, "kijker"].map(|name| format!("/console/operators/{}", row(&list, name)));
    let connector = format!("/console/connectors/{}", row(&browser.page("/console/connectors"), "hr"));
    const NEW: &str = "een nieuw en ander wachtwoord";
    let marks = [&own, &other, &connector].map(|one| mark(&mut browser, one));
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
            let says = "This is not your current password. Nothing was changed.";
            assert!(words(page.text()).contains(says), "{path}: {}", page.text());
            assert!(page.text().contains(&format!("id=\"{field}-wrong\"")), "at its field: {}", page.text());
            assert!(shown(page.text()).is_none() && !page.text().contains(NEW), "{path}");
            failed += 1;
            // ten, and the eleventh is not looked at
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
    assert_eq!(knock(&server, "hr", crate::support::PASSWORD), 200);
    Browser::signed_in(&server, "kijker");

    // a viewer and an editor are made without it
    let page = browser.change("/console/operators", &[("name", "redacteur"), ("role", "editor")]);
    assert!(shown(page.text()).is_some(), "{}", page.text());
    // with it each is done, the own password last, which ends the session
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

    // the tenth failure, and then the right one is not looked at either
    let mut browser = Browser::new(&server);
    assert_eq!(browser.sign_in(NAME, NEW).status, 303);
    let role = |browser: &mut Browser, present| {
        let fields = [("name", "nog een"), ("role", "owner"), ("add-present", present)];
        words(browser.change("/console/operators", &fields).text())
    };
    assert!(role(&mut browser, "drie kale knopen").contains("This is not your current password"));
    let page = role(&mut browser, NEW);
    assert!(page.contains("Too many attempts have failed.") && !page.contains("nog een is added"), "{page}");
}

/// Sends a form twice before any other request, as a double click does: a browser shows the second answer.
fn clicked_twice(browser: &mut Browser, path: &str, fields: &[(&str, &str)]) -> [String; 2] {
    let token = token(&browser.page("/console/data"));
    let fields = [fields, &[("token", token.as_str())]].concat();
    [(); 2].map(|()| browser.post(path, &fields).text().to_string())
}

#[test]
fn a_second_click_shows_the_same_password() {
    let (site, server) = site();
    let mut browser = Browser::signed_in(&server, NAME);
    let mut other = Browser::signed_in(&server, NAME);
    let fields = [("name", "loon"), ("grant", "provisioning")];
    let pages = clicked_twice(&mut browser, "/console/connectors", &fields);
    let [first, second] = pages.each_ref().map(|page| shown(page).expect(page));
    assert_eq!(first, second);
    assert_eq!(knock(&server, "loon", &first), 200);
    let one = format!("/console/connectors/{}", row(&browser.page("/console/connectors"), "loon"));
    let mark = mark(&mut browser, &one);
    let pages = clicked_twice(
        &mut browser,
        &format!("{one}/rotate"),
        &[("mark", &mark), ("keep", "0"), ("rotate-present", PASSWORD)],
    );
    let [first, second] = pages.each_ref().map(|page| shown(page).expect(page));
    assert_eq!(first, second);
    assert_eq!(knock(&server, "loon", &first), 200);
    let fields = [("name", "nieuw"), ("role", "viewer")];
    let pages = clicked_twice(&mut browser, "/console/operators", &fields);
    let [first, second] = pages.each_ref().map(|page| shown(page).expect(page));
    assert_eq!(first, second);
    assert_eq!(Browser::new(&server).sign_in("nieuw", &first).status, 303);
    // another form, another session, and the same one later see nothing of it
    let typed = [("name", "nieuw"), ("role", "editor")];
    for (other_session, fields) in [(true, &fields), (false, &typed), (false, &fields)] {
        let who = if other_session { &mut other } else { &mut browser };
        let page = who.change("/console/operators", fields).text().to_string();
        assert!(shown(&page).is_none() && words(&page).contains("The name nieuw is in use"), "{page}");
    }
    // where a form went there is no page to speak another language
    assert!(pages[0].contains("href=\"/console/operators?language=nl\""), "{}", pages[0]);
    // a typed password is not shown and not stored
    let fields = [("name", "vierde"), ("role", "viewer"), ("password", "geheim-van-de-vierde")];
    for page in clicked_twice(&mut browser, "/console/operators", &fields) {
        assert!(words(&page).contains("vierde has been added") && shown(&page).is_none(), "{page}");
    }
    for (_, bytes) in site.files() {
        for secret in [first.as_str(), "geheim-van-de-vierde"] {
            assert!(!bytes.windows(secret.len()).any(|there| there == secret.as_bytes()));
        }
    }
}

// a name that looks like another is refused, in either language; existing ones remain valid
#[test]
fn names_that_look_alike_and_bad_passwords_are_refused_in_the_language_of_the_page() {
    let (site, server) = site();
    let mut browser = Browser::signed_in(&server, NAME);
    browser.language = "nl";
    for (path, fields, says) in [
        ("operators", &[("name", "KIJKER"), ("role", "viewer")][..], "De naam kijker is al in gebruik"),
        ("operators", &[("name", "kij\u{200b}ker")], "De naam heeft het teken U+200B"),
        ("connectors", &[("name", "h\u{ad}r")], "De naam heeft het teken U+00AD"),
        ("connectors", &[("name", "\u{2060}")], "De naam heeft het teken U+2060"),
        ("connectors", &[("name", "HR")], "De naam hr is al in gebruik"),
        ("connectors", &[("name", "x"), ("password", "kort")], "heeft 4 tekens; minstens 12 zijn nodig"),
        ("operators", &[("name", "x"), ("password", "welkom01welkom01")], "Het wachtwoord is te bekend"),
        ("operators", &[("name", "x"), ("role", "baas")], "Kies de rol lezer, bewerker of eigenaar."),
        ("connectors", &[("name", "x"), ("grant", "<b>")], "<b> is geen bewerking."),
    ] {
        let page = browser.change(&format!("/console/{path}"), fields).text().to_string();
        assert!(words(&page).contains(says) && shown(&page).is_none(), "{says}: {}", words(&page));
    }
    for (command, name, says) in [
        ("operator", "Kijker", "there already is an operator kijker"),
        ("operator", "kij\u{200d}ker", "the operator's name has the character U+200D, which is invisible"),
        ("credential", "Hr", "there already is a credential hr"),
    ] {
        let refused = site.lms(&[command, "add", name]).refused();
        assert!(refused.stderr.contains(says), "{}", refused.stderr);
    }
    // two such names that a database has already both go on
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
