//! Tests calendar feeds: their addresses in the console and their content.

use super::{Browser, NAME, add_operator, text_of, token};
use crate::support::{Fixture, Request, Response, Server, Site, persons_site};

/// A class of two days before and after the change to summer time, a cancelled class, and a class under construction.
fn site() -> Site {
    static FIXTURE: Fixture = Fixture::new();
    FIXTURE.copy(|| {
        let site = persons_site();
        let long = "é".repeat(60);
        let dates = format!(
            "Id,ClassCode,Date,From,Till,LocationName,LocationAddress\n\
             71,K7,2026-03-27,09:00,12:30,De Werf,\"Kade 1; Veendijk, {long}\"\n72,K7,2026-03-30,09:00,12:30,,\n\
             81,K8,2026-04-02,23:00,23:30,De Werf,\n91,K9,2026-04-03,09:00,10:00,,\n"
        );
        let files = [
            ("divisions.csv", "Id,Name,ParentName\n21,Zorg,\n22,Oost,Zorg\n23,West,\n"),
            ("steps.csv", "Title\nVeilig\n"),
            ("categories.csv", "StepTitle,Title\nVeilig,BHV\n"),
            ("trainings.csv", "Id,Code,Type,Title,StepTitle,CategoryTitle\n1,BHV,Learning,BHV basis,Veilig,BHV\n"),
            (
                "classes.csv",
                "Id,Code,TrainingCode,Name,IsCancelled,IsUnderConstruction\n7,K7,BHV,\"Zeven, \\Oost\",false,false\n\
                 8,K8,BHV,Acht,true,false\n9,K9,BHV,Negen,false,true\n",
            ),
            ("class_dates.csv", dates.as_str()),
            (
                "enrollments.csv",
                "PersonExternalIdentifier,TrainingCode,ClassCode,EnrolledAt,State,OnWaitingList\n\
                 E001,BHV,K7,2026-01-02T09:00:00,1,true\nE001,BHV,K8,2026-01-02T09:00:00,3,false\n\
                 E001,BHV,K9,2026-01-02T09:00:00,2,false\nE002,BHV,K7,2026-01-02T09:00:00,3,false\n",
            ),
            ("persons.csv", "ExternalIdentifier,DivisionName,ContractEndTime\nE001,Oost,\nE002,West,\n"),
        ];
        site.import(&files).ok();
        add_operator(&site, NAME, "editor");
        site
    })
}

/// Sends the form of a feed's page.
fn post_feed_action(browser: &mut Browser, feed: &str, action: &str) -> Response {
    let token = token(&browser.page("/console/data"));
    browser.post(&format!("/console/calendar/{feed}/{action}"), &[("token", &token)])
}

/// Creates or renews a feed, and returns its path.
fn create_feed(browser: &mut Browser, feed: &str) -> String {
    let created = post_feed_action(browser, feed, "renew");
    let to = created.header("Location").unwrap_or_default();
    assert!(to.ends_with(&format!("/console/calendar/{feed}")), "{to}: {}", created.text());
    feed_path(&browser.page(&format!("/console/calendar/{feed}")))
}

fn feed_path(page: &str) -> String {
    let address = page.split("/calendar/").find_map(|part| part.split_once(".ics").map(|(secret, _)| secret));
    let secret = address.expect("an address").to_owned();
    assert!(secret.len() == 43 && secret.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c)), "{secret}");
    format!("/calendar/{secret}.ics")
}

/// Returns the unfolded lines of a calendar, without the times at which this test changed it.
fn lines(answer: &Response) -> Vec<String> {
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.header("Content-Type"), Some("text/calendar; charset=utf-8"));
    let text = answer.text();
    assert!(
        text.ends_with("\r\n") && text.split("\r\n").all(|line| line.len() <= 75 && !line.contains('\n')),
        "{text}"
    );
    let unfolded = text.replace("\r\n ", "");
    let lines = unfolded.lines().map(str::to_owned);
    lines.filter(|line| !line.starts_with("DTSTAMP") && !line.starts_with("LAST-MODIFIED:20")).collect()
}

fn get(server: &Server, path: &str) -> Response {
    server.send(&Request::get(path))
}

#[test]
fn uids_of_events_contain_the_host_without_port() {
    let site = site();
    for (base, host) in
        [("http://[::1]", "[::1]"), ("http://[::1]:8080/school", "[::1]"), ("http://school:80", "school")]
    {
        let server = site.serve(&["--base-url", base]);
        let path = create_feed(&mut Browser::signed_in(&server, NAME), "class/7");
        let uid = format!("UID:contact-moment-71@{host}");
        assert!(lines(&get(&server, &path)).contains(&uid), "{base}: no {uid}");
    }
}

#[test]
fn the_feed_of_a_class_has_its_sessions_and_follows_changes() {
    let site = site();
    let server = site.serve(&["--base-url", "https://lms.example.nl:8443/school"]);
    let mut browser = Browser::signed_in(&server, NAME);
    assert!(browser.page("/console/classes/7").contains("/calendar/class/7\""));
    let path = create_feed(&mut browser, "class/7");
    assert!(browser.page("/console/calendar/class/7").contains(&format!("https://lms.example.nl:8443/school{path}")));
    let answer = get(&server, &path);
    let location = format!("LOCATION:De Werf\\, Kade 1\\; Veendijk\\, {}", "é".repeat(60));
    let event = |id: u8, date: &str, [from, till]: [&str; 2], location: &[&str]| {
        let head = [
            "BEGIN:VEVENT".to_owned(),
            format!("UID:contact-moment-{id}@lms.example.nl"),
            format!("DTSTART:{date}T{from}Z"),
            format!("DTEND:{date}T{till}Z"),
            "SEQUENCE:0".to_owned(),
            "SUMMARY:BHV basis: Zeven\\, \\\\Oost".to_owned(),
        ];
        let location = location.iter().map(|location| (*location).to_owned());
        let end = ["STATUS:CONFIRMED", "END:VEVENT"].map(str::to_owned);
        head.into_iter().chain(location).chain(end).collect::<Vec<_>>()
    };
    let expected = [
        [
            "BEGIN:VCALENDAR",
            "VERSION:2.0",
            "PRODID:-//lms-appliance//calendar feed//EN",
            "NAME:Zeven\\, \\\\Oost",
            "X-WR-CALNAME:Zeven\\, \\\\Oost",
            "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
        ]
        .map(str::to_owned)
        .into(),
        event(71, "20260327", ["080000", "113000"], &[&location]),
        event(72, "20260330", ["070000", "103000"], &[]),
        vec!["END:VCALENDAR".to_owned()],
    ];
    assert_eq!(lines(&answer), expected.concat());
    for (name, value) in
        [("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY")]
    {
        assert_eq!(answer.header(name), Some(value), "{name}");
    }
    assert!(answer.header("Content-Security-Policy").is_some());
    let tag = answer.header("ETag").expect("a tag").to_owned();
    let again = || server.send(&Request::get(&path).header("If-None-Match", &tag));
    assert_eq!((again().status, again().body.len()), (304, 0));
    site.import(&[("class_dates.csv", "Id,ClassCode,Date,From,Till\n72,K7,2026-03-30,09:00,13:00\n")]).ok();
    let changed = again();
    let changed = lines(&changed);
    assert!(changed.contains(&"DTEND:20260330T110000Z".to_owned()) && changed.contains(&"SEQUENCE:1".to_owned()));
    site.import(&[("classes.csv", "Code,IsCancelled\nK7,true\n")]).ok();
    let cancelled = lines(&get(&server, &path));
    assert_eq!(cancelled.iter().filter(|line| *line == "STATUS:CANCELLED").count(), 2, "{cancelled:?}");
    assert_eq!(get(&server, &path).text(), get(&server, &path).text());
    let log = server.stop().stderr;
    assert!(log.contains("page=\"calendar\"") && !log.contains(&path[10..30]), "{log}");
}

#[test]
fn the_feed_of_a_person_ends_with_the_employment() {
    let site = site();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let person = browser.page("/console/person?q=E001");
    let person = person.split("/console/person/").nth(1).expect("a link").split('"').next().unwrap().to_owned();
    let feed = format!("person/{person}");
    assert!(browser.page(&format!("/console/{feed}")).contains(&format!("/console/calendar/{feed}\"")));
    let path = create_feed(&mut browser, &feed);
    let found = lines(&get(&server, &path));
    let values_of =
        |name: &str| -> Vec<_> { found.iter().filter_map(|line| line.strip_prefix(name)).map(str::to_owned).collect() };
    let [uids, states] = [values_of("UID:contact-moment-"), values_of("STATUS:")];
    assert_eq!(uids, ["71@127.0.0.1", "72@127.0.0.1", "81@127.0.0.1", "91@127.0.0.1"]);
    assert_eq!(states, ["TENTATIVE", "TENTATIVE", "CANCELLED", "CANCELLED"]);
    // a feed has no data of the person
    assert!(found.contains(&"NAME:Agenda".to_owned()) && !found.iter().any(|line| line.contains("Anna")), "{found:?}");
    let end_contract = |date: &str| {
        site.import(&[("persons.csv", &format!("ExternalIdentifier,ContractEndTime\nE001,{date}\n"))]).ok();
    };
    end_contract("2020-01-01");
    assert_eq!(get(&server, &path).status, 404);
    assert_eq!(browser.get(&format!("/console/calendar/{feed}")).status, 404);
    assert!(!browser.page(&format!("/console/{feed}")).contains("/calendar/"), "no link");
    assert_eq!(post_feed_action(&mut browser, &feed, "renew").status, 404);
    end_contract("");
    assert_eq!(get(&server, &path).status, 200);
    end_contract("2020-01-01");
    site.lms(&["person", "anonymise", "E001", "--yes"]).ok();
    assert_eq!(get(&server, &path).status, 404);
    let database = rusqlite::Connection::open(site.db()).unwrap();
    let remaining: i64 = database.query_row("SELECT count(*) FROM calendar_feed", [], |row| row.get(0)).unwrap();
    assert_eq!(remaining, 0);
}

#[test]
fn the_feed_of_a_division_includes_the_divisions_below() {
    let site = site();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    assert!(browser.page("/console/classes").contains("/console/calendar\""));
    let divisions = browser.page("/console/calendar");
    assert!(text_of(&divisions).contains("Oost no") && divisions.contains("/console/calendar/division/22\""));
    let oost = ["71@127.0.0.1", "72@127.0.0.1", "81@127.0.0.1"];
    for (division, expected) in [(21, &oost[..]), (22, &oost), (23, &oost[..2])] {
        let path = create_feed(&mut browser, &format!("division/{division}"));
        let found = lines(&get(&server, &path));
        let uids: Vec<_> = found.iter().filter_map(|line| line.strip_prefix("UID:contact-moment-")).collect();
        assert_eq!(uids, expected, "{division}");
    }
    assert!(text_of(&browser.page("/console/calendar")).contains("Oost yes"));
}

#[test]
fn editors_renew_and_remove_feeds_and_the_audit_has_these_actions() {
    let site = site();
    add_operator(&site, "kees", "viewer");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    assert!(!browser.page("/console/calendar/class/8").contains(".ics"));
    let first = create_feed(&mut browser, "class/8");
    // an editor can read it again
    assert_eq!(feed_path(&browser.page("/console/calendar/class/8")), first);
    let second = create_feed(&mut browser, "class/8");
    assert_ne!(first, second);
    assert_eq!([get(&server, &first).status, get(&server, &second).status], [404, 200]);
    // viewers see neither the link nor the address, and forged forms change nothing
    let mut viewer = Browser::signed_in(&server, "kees");
    assert!(!viewer.page("/console/classes/8").contains("/calendar/"));
    assert_eq!(viewer.get("/console/calendar/class/8").status, 403);
    for action in ["renew", "remove"] {
        assert_ne!(post_feed_action(&mut viewer, "class/8", action).status, 303);
        assert_eq!(browser.post(&format!("/console/calendar/class/8/{action}"), &[]).status, 403);
    }
    for feed in ["class/99", "class/x", "division/0", "person/0", "training/1", "class/8/9"] {
        assert_eq!(browser.get(&format!("/console/calendar/{feed}")).status, 404, "{feed}");
        assert_eq!(post_feed_action(&mut browser, feed, "renew").status, 404, "{feed}");
    }
    assert_eq!(get(&server, &second).status, 200);
    let imported = site.import(&[("class_dates.csv", "ClassCode,Date,From,Till\nK8,2026-04-05,09:00,10:00\n")]);
    imported.ok();
    assert_eq!(post_feed_action(&mut browser, "class/8", "remove").status, 303);
    assert_eq!(get(&server, &second).status, 404);
    let audit = site.lms(&["audit"]).ok().stdout;
    assert_eq!(audit.matches("jansen console calendar renew class 8").count(), 2, "{audit}");
    assert_eq!(audit.matches("jansen console calendar remove class 8").count(), 1, "{audit}");
    site.lms(&["operator", "role", NAME, "owner"]).ok();
    let mut dutch = Browser { language: "nl", ..Browser::signed_in(&server, NAME) };
    let shown = text_of(&dutch.page("/console/audit"));
    assert!(shown.contains("agenda-abonnement verwijderd van klas Acht K8"), "{shown}");
    assert!(!audit.contains(&second[10..53]), "{audit}");
}

// "unknown secret 404 and throttled"
#[test]
fn secrets_cannot_be_guessed() {
    let site = site();
    let server = site.serve(&[]);
    let known = create_feed(&mut Browser::signed_in(&server, NAME), "class/7");
    let unknown = format!("/calendar/{}.ics", "A".repeat(43));
    for path in [&unknown, &known.replace(".ics", ""), "/calendar/.ics", "/calendar/x/y.ics", &format!("{known}x")] {
        let answer = get(&server, path);
        assert_eq!((answer.status, answer.header("X-Frame-Options")), (404, Some("DENY")), "{path}");
    }
    let head = server.send(&Request::new("HEAD", &known));
    assert_eq!((head.status, head.body.len()), (200, 0));
    let post = server.send(&Request::post(&known, "text/plain", "x"));
    assert_eq!((post.status, post.header("Allow")), (405, Some("GET, HEAD")));
    let statuses: Vec<_> = (0..6).map(|_| get(&server, &unknown).status).collect();
    assert_eq!(statuses, [404, 404, 404, 404, 404, 429]);
    assert!(get(&server, &unknown).header("Retry-After").is_some());
    // guesses do not block subscribers
    assert_eq!(get(&server, &known).status, 200);
}
