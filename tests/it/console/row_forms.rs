//! A row as a form: saved, added, removed and taken back as an import of that one row.

use super::{Browser, NAME, form, operator, persons_site_with, seed_site_with, token, words};
use crate::support::{Response, Server, Site};

/// What the fields of the form in a page hold, as a browser sends them: of choices the first where none is made.
pub fn held(page: &str) -> Vec<(String, String)> {
    let unescaped =
        |text: &str| text.replace("&#38;", "&").replace("&#60;", "<").replace("&#39;", "'").replace("&#34;", "\"");
    let attribute = |tag: &str, name: &str| {
        let value = tag.split(&format!(" {name}=\"")).nth(1)?;
        Some(unescaped(value.split('"').next()?))
    };
    let main = page.split("<main").nth(1).unwrap_or(page);
    let form = main.split("<form class=\"sheet\"").nth(1).expect("a form").split("</form>").next().unwrap();
    let mut fields = Vec::new();
    let mut is_first = false;
    for tag in form.split('<').skip(1) {
        if tag.starts_with("input") {
            fields.push((attribute(tag, "name").unwrap(), attribute(tag, "value").unwrap_or_default()));
        } else if tag.starts_with("select") {
            fields.push((attribute(tag, "name").unwrap(), String::new()));
            is_first = true;
        } else if tag.starts_with("option") && (is_first || tag.contains(" selected")) {
            fields.last_mut().unwrap().1 = attribute(tag, "value").unwrap();
            is_first = false;
        } else if let Some(text) = tag.strip_prefix("textarea") {
            let value = text.split_once('>').map_or("", |(_, text)| text.trim_start_matches('\n'));
            fields.push((attribute(tag, "name").unwrap(), unescaped(value)));
        }
    }
    fields
}

/// Opens the row at this address, sets these fields and saves it.
pub fn saved(browser: &mut Browser, path: &str, set: &[(&str, &str)]) -> Response {
    let mut fields = held(&browser.page(path));
    for (name, value) in set {
        let field = fields.iter_mut().find(|(known, _)| known == name);
        field.unwrap_or_else(|| panic!("{name} in the form")).1 = (*value).to_owned();
    }
    let fields: Vec<_> = fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    browser.post(path, &fields)
}

/// Opens the row at this address and removes it.
pub fn removed(browser: &mut Browser, path: &str) -> Response {
    let fields = held(&browser.page(path));
    let seen = fields.iter().find(|(name, _)| name == "seen");
    remove(browser, path, &seen.expect("what is seen").1)
}

/// Removes a row that was seen so.
fn remove(browser: &mut Browser, path: &str, seen: &str) -> Response {
    browser.change(&format!("{path}/remove"), &[("seen", seen)])
}

fn location(answer: &Response) -> String {
    assert_eq!(answer.status, 303, "{}", words(answer.text()));
    answer.header("Location").unwrap().to_owned()
}

/// The line of persons.csv with this number.
fn person(site: &Site, identifier: &str) -> String {
    let all = site.export_file("persons.csv");
    all.lines().find(|line| line.split(',').nth(1) == Some(identifier)).unwrap_or_default().to_owned()
}

#[test]
fn a_saved_row_is_an_import_that_can_be_undone() {
    let site = persons_site_with("editor");
    let before = site.export_file("persons.csv");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let page = browser.page("/console/data/persons/2");
    assert!(page.contains("<h1>Bram Jansen</h1>"), "{page}");
    // "each value with where it came from"
    assert!(words(&page).contains("Last changed by import 1, line 3"), "{}", words(&page));
    assert!(page.contains("value=\"2021-09-01T08:30:00\""), "{page}");
    let answer = saved(
        &mut browser,
        "/console/data/persons/2",
        &[("Email", " b.jansen@example.nl "), ("ContractEndTime", "2031-07-31T12:00")],
    );
    let shown = browser.page(&location(&answer));
    assert!(words(&shown).contains("Saved: Bram Jansen. "), "{}", words(&shown));
    assert!(shown.contains("b.jansen@example.nl"));
    assert!(words(&shown).contains("Last changed by change 2 (jansen)"), "{}", words(&shown));
    let reported = site.lms(&["imports", "show", "2"]).ok().stdout;
    assert!(reported.contains("bram@example.nl -> b.jansen@example.nl") && reported.contains("jansen"), "{reported}");
    assert!(reported.contains("2030-07-31T23:59:59 -> 2031-07-31T12:00:00"), "{reported}");
    assert!(!reported.contains("FamilyName"), "{reported}");
    // "and Undo right there"
    assert!(shown.contains("action=\"/console/data/persons/undo\""), "{shown}");
    let undone = browser.change("/console/data/persons/undo", &[("number", "2")]);
    let shown = words(&browser.page(&location(&undone)));
    assert!(shown.contains("Change 2 has been undone."), "{shown}");
    assert_eq!(location(&undone), "/console/data/persons/2?undone=2");
    assert_eq!(site.export_file("persons.csv"), before);
    let again = browser.change("/console/data/persons/undo", &[("number", "2")]);
    assert!(words(again.text()).contains("change 2 is undone already, by undo 3"), "{}", words(again.text()));
    // an address says nothing that is not so, and takes back no import that no form of a row made
    for address in [
        "data/persons?saved=1",
        "data/persons/2?saved=1",
        "data/persons/2?saved=2",
        "data/persons/3?undone=2",
        "data/persons?removed=-7",
        "data/functions?undone=2",
        "imports/1?undone=99&applied=1",
        "person/2?done=yes&anonymised=yes&traces=yes",
    ] {
        let page = browser.page(&format!("/console/{address}"));
        assert!(!page.contains("class=\"good\"") && !page.contains("class=\"warn\""), "{address}: {page}");
        assert!(!page.contains("persons/undo"), "{address}: {page}");
    }
    let preview = browser.change("/console/data/persons/undo", &[("number", "1")]);
    assert_eq!(location(&preview), "/console/imports/1/undo");
    assert_eq!(site.export_file("persons.csv"), before);
}

// "the same rules, the same texts, at the field they belong to"
// ASVS 2.2.2
#[test]
fn rule_errors_appear_at_their_fields() {
    let site = persons_site_with("editor");
    let before = site.export_file("persons.csv");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let answer = saved(
        &mut browser,
        "/console/data/persons/2",
        &[
            ("ContractEndTime", "31-02-2030"),
            ("FirstName", ""),
            ("ManagerExternalIdentifier", "E009"),
            ("CostCentre", "K<300>"),
        ],
    );
    assert_eq!(answer.status, 200);
    let page = answer.text().to_string();
    for (field, says) in [
        ("ContractEndTime", "31-02-2030 is not a datetime"),
        ("FirstName", "a value is required"),
        ("ManagerExternalIdentifier", "E009 is neither in persons.csv nor in the database; did you mean E001?"),
    ] {
        let at = page.split(&format!("id=\"{field}-wrong\">")).nth(1).unwrap_or_else(|| panic!("{field}: {page}"));
        assert!(at.starts_with(says), "{field}: {}", &at[..80]);
        // a label that is enough has no hint
        let hint = if field == "ContractEndTime" { format!("{field}-hint ") } else { String::new() };
        assert!(page.contains(&format!("aria-describedby=\"{hint}{field}-wrong")), "{page}");
    }
    assert!(page.contains("value=\"K&#60;300&#62;\""), "{page}");
    browser.language = "nl";
    let fields = [("FirstName", ""), ("ManagerExternalIdentifier", "E009")];
    let page = saved(&mut browser, "/console/data/persons/2", &fields).text().to_string();
    assert!(page.contains("id=\"FirstName-wrong\">Vul dit veld in."), "{page}");
    assert!(page.contains("E009 staat niet in persons.csv en ook niet in de database; bedoelt u E001?"), "{page}");
    assert_eq!(site.export_file("persons.csv"), before);
}

// of two operators with the same form open, the second gets a message and overwrites nothing
#[test]
fn concurrent_changes_are_shown() {
    let site = persons_site_with("editor");
    operator(&site, "de vries", "editor");
    let server = site.serve(&[]);
    let (mut one, mut other) = (Browser::signed_in(&server, NAME), Browser::signed_in(&server, "de vries"));
    let fields = held(&other.page("/console/data/persons/2"));
    location(&saved(&mut one, "/console/data/persons/2", &[("CostCentre", "K201")]));
    let late: Vec<_> = fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let mut late = late;
    late.iter_mut().find(|(name, _)| *name == "PhoneNumber").unwrap().1 = "0";
    let reported = other.post("/console/data/persons/2", &late);
    let page = reported.text().to_string();
    assert!(
        words(&page).contains("Somebody else has changed this row since you opened it: change 2 (jansen), 20"),
        "{}",
        words(&page)
    );
    assert!(
        page.contains("value=\"K201\"") && !page.contains("name=\"PhoneNumber\" type=\"text\" value=\"0\""),
        "{page}"
    );
    assert!(person(&site, "E002").contains("06-12345678"));
    // the form in the answer can be saved
    location(&saved(&mut other, "/console/data/persons/2", &[("PhoneNumber", "0")]));
    let line = person(&site, "E002");
    assert!(line.contains(",K201,0,"), "{line}");
    // forms that are sent at the same moment do not overwrite each other either
    for (path, set, reported) in [
        ("2", ("CostCentre", "K202"), "You have changed this row yourself since you opened this page: change 4"),
        ("new", ("ExternalIdentifier", "E777"), "A row with E777 already exists"),
    ] {
        let path = format!("/console/data/persons/{path}");
        let page = one.page(&path);
        let mut fields = held(&page);
        for (name, value) in &mut fields {
            if name == set.0 {
                *value = set.1.into();
            } else if value.is_empty() && ["FirstName", "FamilyName"].contains(&name.as_str()) {
                *value = "Noor".into();
            } else if value.is_empty() && name == "Email" {
                *value = "noor@example.nl".into();
            }
        }
        let tokens = [(); 4].map(|()| token(&one.page(&path)));
        let answers = at_once(&one, &path, tokens.map(|token| with(&fields, "token", &token)));
        let (saved, others): (Vec<_>, Vec<_>) = answers.iter().partition(|answer| answer.status == 303);
        assert_eq!(saved.len(), 1, "{path}");
        for other in others {
            let page = words(other.text());
            assert!(page.contains(reported), "{path}: {page}");
        }
    }
}

/// The fields, of which this one holds this.
fn with(fields: &[(String, String)], name: &str, value: &str) -> Vec<(String, String)> {
    let of = |known: &String, held: &String| if known == name { value } else { held }.to_owned();
    fields.iter().map(|(known, held)| (known.clone(), of(known, held))).collect()
}

/// Sends these forms at the same moment.
fn at_once<const N: usize>(browser: &Browser, path: &str, forms: [Vec<(String, String)>; N]) -> [Response; N] {
    let server = browser.server;
    let origin = format!("http://{}", server.address);
    let requests = forms.map(|fields| {
        let fields: Vec<_> = fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        browser.request(form(path, &fields).header("Origin", &origin))
    });
    std::thread::scope(|scope| {
        let sent = requests.each_ref().map(|request| scope.spawn(|| server.send(request)));
        sent.map(|sent| sent.join().unwrap())
    })
}

// a second click, or Back and the same button, is answered as the first
#[test]
fn a_form_that_is_sent_twice_is_applied_once() {
    let site = persons_site_with("editor");
    site.import(&[("groups.csv", "Name\nA\n")]).ok();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let path = "/console/data/persons/2";
    let form = with(&held(&browser.page(path)), "CostCentre", "K300");
    let answers = at_once(&browser, path, [(); 4].map(|()| form.clone()));
    for answer in &answers {
        assert_eq!(location(answer), "/console/data/persons/2?saved=3");
    }
    browser.page("/console/data/persons/2?saved=3");
    let again = |browser: &Browser| at_once(browser, path, [form.clone()]).map(|answer| location(&answer));
    assert_eq!(again(&browser), ["/console/data/persons/2?saved=3"]);
    // other values are another form, which gets the current row
    let [other] = at_once(&browser, path, [with(&form, "CostCentre", "K301")]);
    let reported = words(other.text());
    assert!(reported.contains("You have changed this row yourself"), "{reported}");
    // a row is removed once, and its removal is undone once
    let group = "/console/data/groups/1";
    let remove = [("token".to_owned(), token(&browser.page(group)))]
        .into_iter()
        .chain(held(&browser.page(group)).into_iter().filter(|(name, _)| name == "seen"));
    let remove: Vec<_> = remove.collect();
    let to = format!("{group}/remove");
    for answer in at_once(&browser, &to, [remove.clone(), remove.clone()]) {
        assert_eq!(location(&answer), "/console/data/groups?removed=4");
    }
    let gone = browser.get(group);
    assert_eq!(gone.status, 404);
    let reported = words(gone.text());
    assert!(reported.contains("It was removed: change 4"), "{reported}");
    let back = [("token".to_owned(), token(&browser.page("/console/data"))), ("number".to_owned(), "4".to_owned())];
    let [one, two] = at_once(&browser, "/console/data/groups/undo", [back.to_vec(), back.to_vec()]);
    assert_eq!(location(&one), "/console/data/groups/1?undone=4");
    assert_eq!(location(&two), location(&one));
    let entries = site.lms(&["imports", "--json"]).ok().stdout;
    assert_eq!(entries.lines().count(), 5, "{entries}");
    // another session's form is another
    let mut other = Browser::signed_in(&server, NAME);
    assert_eq!(other.post(path, &[("token", form[0].1.as_str())]).status, 403);
}

#[test]
fn adding_a_row_shows_its_warnings_first() {
    let site = persons_site_with("editor");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let set = [
        ("ExternalIdentifier", "E900"),
        ("FirstName", "Noor"),
        ("FamilyName", "de Wit"),
        ("Email", "noor"),
        ("AccountLevel", ""),
        ("FunctionName", "Docent"),
    ];
    let page = saved(&mut browser, "/console/data/persons/new", &set).text().to_string();
    assert!(
        words(&page).contains("Email: noor has no @") && words(&page).contains("Save all the same"),
        "{}",
        words(&page)
    );
    assert_eq!(person(&site, "E900"), "");
    let mut all = held(&page);
    all.retain(|(name, _)| name != "token");
    let all: Vec<_> = all.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let added = browser.change("/console/data/persons/new", &all);
    let to = location(&added);
    assert!(to.starts_with("/console/data/persons/6?saved=2"), "{to}");
    let line = person(&site, "E900");
    assert!(line.starts_with("6,E900,Noor,,de Wit,noor,LEARNER,Docent,"), "{line}");
    // untouched fields have the defaults of an import
    assert!(line.ends_with(",Intern,false,false"), "{line}");
    let class = held(&browser.page("/console/data/classes/new"));
    for (name, value) in [("IsCancelled", "false"), ("IsArchived", "false")] {
        assert!(class.contains(&(name.into(), value.into())), "{class:?}");
    }
    // "loses nothing": who is there already is not overwritten
    let set =
        [("ExternalIdentifier", "E002"), ("FirstName", "Noor"), ("FamilyName", "de Wit"), ("Email", "noor@example.nl")];
    let page = saved(&mut browser, "/console/data/persons/new", &set).text().to_string();
    assert!(
        words(&page).contains("A row with E002 already exists") && page.contains("href=\"/console/data/persons/2\""),
        "{page}"
    );
    assert!(page.contains("value=\"noor@example.nl\""), "{page}");
    assert!(person(&site, "E002").contains("bram@example.nl"));
}

// "references searched by name"
#[test]
fn a_reference_is_found_by_name() {
    let site = seed_site_with("editor");
    let mut persons = String::from("ExternalIdentifier,FirstName,FamilyName,Email\n");
    for number in 0..250 {
        persons += &format!("M{number:03},Mien,Achternaam{number:03},m{number}@example.nl\n");
    }
    site.import(&[("persons.csv", &persons)]).ok();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let asked = saved(&mut browser, "/console/data/persons/1", &[("ManagerExternalIdentifier", "achternaam007")]);
    let page = asked.text().to_string();
    assert!(page.contains("value=\"M007\" checked> Mien Achternaam007 · M007<"), "{page}");
    assert!(words(&page).contains("achternaam007 is not known. Is this the one?"), "{}", words(&page));
    let chosen = saved(&mut browser, "/console/data/persons/1", &[("ManagerExternalIdentifier", "M007")]);
    let shown = browser.page(&location(&chosen));
    assert!(words(&shown).contains("Mien Achternaam007 M007"), "{}", words(&shown));
}

#[test]
fn a_row_is_removed_unless_others_refer_to_it_and_a_person_is_dismissed() {
    let site = persons_site_with("editor");
    let before = ["divisions.csv", "persons.csv"].map(|file| site.export_file(file));
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let refused = removed(&mut browser, "/console/data/divisions/1");
    let reported = words(refused.text());
    assert!(reported.contains("Noord cannot be removed: 3 rows of persons.csv refer to it"), "{reported}");
    site.import(&[("groups.csv", "Name\nA\nB\nC\n")]).ok();
    let gone = removed(&mut browser, "/console/data/groups/2");
    assert_eq!(location(&gone), "/console/data/groups?removed=3");
    let reported = words(&browser.page(&location(&gone)));
    assert!(reported.contains("Saved: B (Groups, removed)."), "{reported}");
    let groups = || site.export_columns("groups.csv", &["Id", "Name"]);
    assert_eq!(groups(), ["1,A", "3,C"]);
    let back = browser.change("/console/data/groups/undo", &[("number", "3")]);
    assert_eq!(location(&back), "/console/data/groups/2?undone=3");
    assert_eq!(groups(), ["1,A", "2,B", "3,C"]);
    let dismissed = removed(&mut browser, "/console/data/persons/5");
    assert_eq!(location(&dismissed), "/console/data/persons/5?saved=5");
    let reported = words(&browser.page(&location(&dismissed)));
    assert!(reported.contains("Saved: "), "{reported}");
    assert!(person(&site, "00005").contains(",2026-03-09T12:00:00,"), "{}", person(&site, "00005"));
    // a file that always holds the whole list loses no other row
    let levels = site.export_file("account_levels.csv");
    let browsed = browser.page("/console/data/account_levels?q=COACH");
    let row = browsed
        .split("/console/data/account_levels/")
        .filter_map(|link| link.split('"').next()?.parse::<i64>().ok())
        .next();
    let level = format!("/console/data/account_levels/{}", row.unwrap());
    let gone = removed(&mut browser, &level);
    location(&gone);
    let fewer = site.export_file("account_levels.csv");
    assert_eq!(levels.replace("COACH,false\n", ""), fewer);
    site.lms(&["imports", "undo", "6"]).ok();
    site.lms(&["imports", "undo", "5"]).ok();
    assert_eq!(["divisions.csv", "persons.csv"].map(|file| site.export_file(file)), before);
}

// a removal does not discard a concurrent change
#[test]
fn a_row_that_changed_since_it_was_shown_is_not_removed() {
    let site = persons_site_with("editor");
    site.import(&[("groups.csv", "Name\nA\n")]).ok();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    for (path, file, changed) in [
        ("/console/data/persons/2", "persons.csv", "ExternalIdentifier,CostCentre\nE002,K9\n"),
        (
            "/console/data/account_levels/1",
            "account_levels.csv",
            "Name,IsDefault\nADMIN,true\nLEARNER,false\nTRAINER,false\n",
        ),
    ] {
        let fields = held(&browser.page(path));
        let (_, seen) = fields.iter().find(|(name, _)| name == "seen").unwrap();
        site.import(&[(file, changed)]).ok();
        let before = site.export_file(file);
        for seen in [seen, "", "<b>"] {
            let refused = remove(&mut browser, path, seen);
            let reported = words(refused.text());
            assert!(reported.contains("Somebody else has changed this row"), "{reported}");
            assert_eq!(site.export_file(file), before);
        }
    }
    location(&removed(&mut browser, "/console/data/persons/2"));
}

// people see the meaning of a number; the file keeps the number
#[test]
fn numbers_are_shown_as_their_meanings() {
    let site = seed_site_with("editor");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let enrolments = site.export_file("enrollments.csv");
    let state = |line: &str| line.split(',').nth(5).unwrap().to_owned();
    let scheduled = enrolments.lines().find(|line| state(line) == "3").unwrap();
    let id = scheduled.split(',').next().unwrap();
    let path = format!("/console/data/enrollments/{id}");
    let page = browser.page(&path);
    assert!(page.contains("<option value=\"3\" selected>scheduled</option>"), "{page}");
    let saved = saved(&mut browser, &path, &[("State", "2")]);
    let shown = browser.page(&location(&saved));
    assert!(shown.contains("<option value=\"2\" selected>refused or cancelled</option>"), "{shown}");
    let reported = words(&browser.page("/console/imports/2"));
    assert!(reported.contains("Status: scheduled → refused or cancelled"), "{reported}");
    browser.language = "nl";
    let table = browser.page("/console/data/enrollments?is.State=2");
    assert!(table.contains(">geweigerd of geannuleerd</span>") && !table.contains(">2</td>"), "{table}");
    let enrolments = site.export_file("enrollments.csv");
    let line = enrolments.lines().find(|line| line.starts_with(&format!("{id},")));
    assert_eq!(state(line.unwrap()), "2");
}

#[test]
fn viewers_change_nothing() {
    let site = persons_site_with("editor");
    operator(&site, "kijker", "viewer");
    let before = site.export_file("persons.csv");
    let server: Server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, "kijker");
    let page = browser.page("/console/data/persons/2");
    assert!(!page.contains("<form class=\"sheet\"") && words(&page).contains("bram@example.nl"), "{page}");
    assert!(!browser.page("/console/data/persons").contains("/persons/new"));
    assert_eq!(browser.get("/console/data/persons/new").status, 403);
    for (path, fields) in [
        ("/console/data/persons/2", &[("Email", "x@y")][..]),
        ("/console/data/persons/2/remove", &[]),
        ("/console/data/persons/undo", &[("number", "1")]),
    ] {
        let answer = browser.change(path, fields);
        assert_eq!(answer.status, 403, "{path}");
        assert!(words(answer.text()).contains("Your role does not allow this."));
    }
    assert_eq!(site.export_file("persons.csv"), before);
    drop(server);
    let server = site.serve(&["--read-only"]);
    let mut browser = Browser::signed_in(&server, NAME);
    let refused = browser.change("/console/data/persons/2", &[("Email", "x@y")]);
    assert!(words(refused.text()).contains("The service is read-only"), "{}", words(refused.text()));
}

#[test]
fn an_empty_new_row_is_refused_at_its_fields() {
    let site = persons_site_with("editor");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let fields = held(&browser.page("/console/data/persons/new"));
    for blank in ["", " "] {
        let mut empty: Vec<(&str, &str)> = Vec::new();
        for (name, held) in &fields {
            empty.push((name, if ["token", "seen"].contains(&name.as_str()) { held } else { blank }));
        }
        let page = browser.post("/console/data/persons/new", &empty);
        let reported = words(page.text());
        assert_eq!(reported.matches("a value is required").count(), 4, "{reported}");
    }
    assert!(!words(&browser.page("/console/imports")).contains("Import 2"));
}
