//! Tests the form of a row: saving, adding and removing a row is an import, which can be undone.

use super::{Browser, NAME, add_operator, form, persons_site_with, seed_site_with, text_of, token};
use crate::support::{Request, Response, Server, Site};

/// Returns the fields of the form in a page as a browser sends them. A list without a selection has its first choice.
pub fn form_fields(page: &str) -> Vec<(String, String)> {
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
pub fn save_row(browser: &mut Browser, path: &str, set: &[(&str, &str)]) -> Response {
    let mut fields = form_fields(&browser.page(path));
    for (name, value) in set {
        let field = fields.iter_mut().find(|(known, _)| known == name);
        field.unwrap_or_else(|| panic!("{name} in the form")).1 = (*value).to_owned();
    }
    let fields: Vec<_> = fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    browser.post(path, &fields)
}

/// Opens the row at this address and removes it.
pub fn remove_row(browser: &mut Browser, path: &str) -> Response {
    let fields = form_fields(&browser.page(path));
    let seen = fields.iter().find(|(name, _)| name == "seen");
    post_removal(browser, path, &seen.expect("the shown state").1)
}

/// Sends the removal of a row with the state that was shown.
fn post_removal(browser: &mut Browser, path: &str, seen: &str) -> Response {
    browser.change(&format!("{path}/remove"), &[("seen", seen)])
}

fn redirect_target(answer: &Response) -> String {
    assert_eq!(answer.status, 303, "{}", text_of(answer.text()));
    answer.header("Location").unwrap().to_owned()
}

/// Returns the line of persons.csv with this identifier.
fn person_line(site: &Site, identifier: &str) -> String {
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
    assert!(page.contains("<h1>Edit: Bram Jansen</h1>"), "{page}");
    // "each value with where it came from"
    assert!(text_of(&page).contains("Last changed by import 1, line 3"), "{}", text_of(&page));
    assert!(page.contains("value=\"2021-09-01T08:30:00\""), "{page}");
    let answer = save_row(
        &mut browser,
        "/console/data/persons/2",
        &[("Email", " b.jansen@example.nl "), ("ContractEndTime", "2031-07-31T12:00")],
    );
    let shown = browser.page(&redirect_target(&answer));
    assert!(text_of(&shown).contains("Saved: Bram Jansen. "), "{}", text_of(&shown));
    assert!(shown.contains("b.jansen@example.nl"));
    assert!(text_of(&shown).contains("Last changed by change 2 (jansen)"), "{}", text_of(&shown));
    let reported = site.lms(&["imports", "show", "2"]).ok().stdout;
    assert!(reported.contains("bram@example.nl -> b.jansen@example.nl") && reported.contains("jansen"), "{reported}");
    assert!(reported.contains("2030-07-31T23:59:59 -> 2031-07-31T12:00:00"), "{reported}");
    assert!(!reported.contains("FamilyName"), "{reported}");
    // "and Undo right there"
    assert!(shown.contains("action=\"/console/data/persons/undo\""), "{shown}");
    let undone = browser.change("/console/data/persons/undo", &[("number", "2")]);
    let shown = text_of(&browser.page(&redirect_target(&undone)));
    assert!(shown.contains("Change 2 has been undone."), "{shown}");
    assert_eq!(redirect_target(&undone), "/console/data/persons/2?undone=2");
    assert_eq!(site.export_file("persons.csv"), before);
    let again = browser.change("/console/data/persons/undo", &[("number", "2")]);
    let text = text_of(again.text());
    assert!(text.starts_with("Not done: Tables") && text.contains("change 2 is undone already, by undo 3"), "{text}");
    assert!(again.text().contains("href=\"/console/data/persons/2\">Bram Jansen<"), "{}", again.text());
    // addresses cannot show false messages, and only changes of forms can be undone without a preview
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
    assert_eq!(redirect_target(&preview), "/console/imports/1/undo");
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
    let answer = save_row(
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
    for (field, message) in [
        ("ContractEndTime", "31-02-2030 is not a datetime"),
        ("FirstName", "a value is required"),
        ("ManagerExternalIdentifier", "Nothing in Persons matches E009. Did you mean Anna van den Berg (E001)?"),
    ] {
        let at = page.split(&format!("id=\"{field}-wrong\">")).nth(1).unwrap_or_else(|| panic!("{field}: {page}"));
        assert!(at.starts_with(message), "{field}: {}", &at[..80]);
        // some fields have no hint
        let hint = if field == "FirstName" { String::new() } else { format!("{field}-hint ") };
        assert!(page.contains(&format!("aria-describedby=\"{hint}{field}-wrong")), "{page}");
    }
    assert!(page.contains("value=\"K&#60;300&#62;\""), "{page}");
    browser.language = "nl";
    let fields = [("FirstName", ""), ("ManagerExternalIdentifier", "E009")];
    let page = save_row(&mut browser, "/console/data/persons/2", &fields).text().to_string();
    assert!(page.contains("id=\"FirstName-wrong\">Vul dit veld in."), "{page}");
    assert!(page.contains("In Personen is niets gevonden voor E009. Bedoelt u Anna van den Berg (E001)?"), "{page}");
    assert_eq!(site.export_file("persons.csv"), before);
}

#[test]
fn concurrent_changes_are_shown() {
    let site = persons_site_with("editor");
    add_operator(&site, "de vries", "editor");
    let server = site.serve(&[]);
    let (mut one, mut other) = (Browser::signed_in(&server, NAME), Browser::signed_in(&server, "de vries"));
    let fields = form_fields(&other.page("/console/data/persons/2"));
    redirect_target(&save_row(&mut one, "/console/data/persons/2", &[("CostCentre", "K201")]));
    let stale_fields: Vec<_> = fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let mut stale_fields = stale_fields;
    stale_fields.iter_mut().find(|(name, _)| *name == "PhoneNumber").unwrap().1 = "0";
    let reported = other.post("/console/data/persons/2", &stale_fields);
    let page = reported.text().to_string();
    assert!(
        text_of(&page).contains("Somebody else has changed this row since you opened it: change 2 (jansen), "),
        "{}",
        text_of(&page)
    );
    assert!(
        page.contains("value=\"K201\"") && !page.contains("name=\"PhoneNumber\" type=\"text\" value=\"0\""),
        "{page}"
    );
    assert!(person_line(&site, "E002").contains("06-12345678"));
    // the form in the answer has the current row
    redirect_target(&save_row(&mut other, "/console/data/persons/2", &[("PhoneNumber", "0")]));
    let line = person_line(&site, "E002");
    assert!(line.contains(",K201,0,"), "{line}");
    // concurrent forms do not overwrite each other
    for (path, set, reported) in [
        ("2", ("CostCentre", "K202"), "You have changed this row yourself since you opened this page: change 4"),
        ("new", ("ExternalIdentifier", "E777"), "A row with Noor Noor (E777) already exists"),
    ] {
        let path = format!("/console/data/persons/{path}");
        let page = one.page(&path);
        let mut fields = form_fields(&page);
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
        let answers = post_concurrently(&one, &path, tokens.map(|token| replace_field(&fields, "token", &token)));
        let (saved, others): (Vec<_>, Vec<_>) = answers.iter().partition(|answer| answer.status == 303);
        assert_eq!(saved.len(), 1, "{path}");
        for other in others {
            let page = text_of(other.text());
            assert!(page.contains(reported), "{path}: {page}");
        }
    }
}

/// Returns the fields with one value replaced.
fn replace_field(fields: &[(String, String)], name: &str, value: &str) -> Vec<(String, String)> {
    let new_value = |known: &String, old: &String| if known == name { value } else { old }.to_owned();
    fields.iter().map(|(known, old)| (known.clone(), new_value(known, old))).collect()
}

/// Sends these forms at the same time.
fn post_concurrently<const N: usize>(
    browser: &Browser,
    path: &str,
    forms: [Vec<(String, String)>; N],
) -> [Response; N] {
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

// a second click gets the same answer
#[test]
fn a_form_that_is_sent_twice_is_applied_once() {
    let site = persons_site_with("editor");
    site.import(&[("groups.csv", "Name\nA\n")]).ok();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let path = "/console/data/persons/2";
    let form = replace_field(&form_fields(&browser.page(path)), "CostCentre", "K300");
    let answers = post_concurrently(&browser, path, [(); 4].map(|()| form.clone()));
    for answer in &answers {
        assert_eq!(redirect_target(answer), "/console/data/persons/2?saved=3");
    }
    browser.page("/console/data/persons/2?saved=3");
    let again =
        |browser: &Browser| post_concurrently(browser, path, [form.clone()]).map(|answer| redirect_target(&answer));
    assert_eq!(again(&browser), ["/console/data/persons/2?saved=3"]);
    // a form with other values gets the current row
    let [other] = post_concurrently(&browser, path, [replace_field(&form, "CostCentre", "K301")]);
    let reported = text_of(other.text());
    assert!(reported.contains("You have changed this row yourself"), "{reported}");
    // a row is removed once, and its removal is undone once
    let group = "/console/data/groups/1";
    let remove = [("token".to_owned(), token(&browser.page(group)))]
        .into_iter()
        .chain(form_fields(&browser.page(group)).into_iter().filter(|(name, _)| name == "seen"));
    let remove: Vec<_> = remove.collect();
    let to = format!("{group}/remove");
    for answer in post_concurrently(&browser, &to, [remove.clone(), remove.clone()]) {
        assert_eq!(redirect_target(&answer), "/console/data/groups?removed=4");
    }
    let answer = browser.get(group);
    assert_eq!(answer.status, 404);
    let reported = text_of(answer.text());
    assert!(reported.contains("It was removed: change 4"), "{reported}");
    let back = [("token".to_owned(), token(&browser.page("/console/data"))), ("number".to_owned(), "4".to_owned())];
    let [one, two] = post_concurrently(&browser, "/console/data/groups/undo", [back.to_vec(), back.to_vec()]);
    assert_eq!(redirect_target(&one), "/console/data/groups/1?undone=4");
    assert_eq!(redirect_target(&two), redirect_target(&one));
    let entries = site.lms(&["imports", "--json"]).ok().stdout;
    assert_eq!(entries.lines().count(), 5, "{entries}");
    // the token of another session is refused
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
    let page = save_row(&mut browser, "/console/data/persons/new", &set).text().to_string();
    assert!(
        text_of(&page).contains("Email: noor has no @") && text_of(&page).contains("Save all the same"),
        "{}",
        text_of(&page)
    );
    assert_eq!(person_line(&site, "E900"), "");
    let mut all = form_fields(&page);
    all.retain(|(name, _)| name != "token");
    let all: Vec<_> = all.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let added = browser.change("/console/data/persons/new", &all);
    let to = redirect_target(&added);
    assert!(to.starts_with("/console/data/persons/6?saved=2"), "{to}");
    let line = person_line(&site, "E900");
    assert!(line.starts_with("6,E900,Noor,,de Wit,noor,LEARNER,Docent,"), "{line}");
    // untouched fields have the defaults of an import
    assert!(line.ends_with(",Intern,false,false"), "{line}");
    let class = form_fields(&browser.page("/console/data/classes/new"));
    for (name, value) in [("IsCancelled", "false"), ("IsArchived", "false")] {
        assert!(class.contains(&(name.into(), value.into())), "{class:?}");
    }
    // "loses nothing": an existing row is not overwritten
    let set =
        [("ExternalIdentifier", "E002"), ("FirstName", "Noor"), ("FamilyName", "de Wit"), ("Email", "noor@example.nl")];
    let page = save_row(&mut browser, "/console/data/persons/new", &set).text().to_string();
    assert!(
        text_of(&page).contains("A row with Bram Jansen (E002) already exists")
            && page.contains("href=\"/console/data/persons/2\""),
        "{page}"
    );
    assert!(page.contains("value=\"noor@example.nl\""), "{page}");
    assert!(person_line(&site, "E002").contains("bram@example.nl"));
}

// "references searched by name"
#[test]
fn a_reference_is_searched_by_name() {
    let site = seed_site_with("editor");
    let mut persons = String::from("ExternalIdentifier,FirstName,FamilyName,Email\n");
    for number in 0..250 {
        persons += &format!("M{number:03},Mien,Achternaam{number:03},m{number}@example.nl\n");
    }
    site.import(&[("persons.csv", &persons)]).ok();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let answer = save_row(&mut browser, "/console/data/persons/1", &[("ManagerExternalIdentifier", "achternaam007")]);
    let page = answer.text().to_string();
    assert!(page.contains("value=\"M007\" checked> Mien Achternaam007 · M007<"), "{page}");
    assert!(text_of(&page).contains("achternaam007 is not known. Is this the one?"), "{}", text_of(&page));
    let chosen = save_row(&mut browser, "/console/data/persons/1", &[("ManagerExternalIdentifier", "M007")]);
    let shown = browser.page(&redirect_target(&chosen));
    assert!(text_of(&shown).contains("Mien Achternaam007 M007"), "{}", text_of(&shown));
}

#[test]
fn unreferenced_rows_are_removed_and_persons_are_dismissed() {
    let site = persons_site_with("editor");
    let before = ["divisions.csv", "persons.csv"].map(|file| site.export_file(file));
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let refused = remove_row(&mut browser, "/console/data/divisions/1");
    let reported = text_of(refused.text());
    // the error concerns the row, and is not repeated at the field of the key
    let error = "Noord cannot be removed: 3 rows of Persons refer to it";
    assert_eq!(reported.matches(error).count(), 1, "{reported}");
    let link = "href=\"/console/data/persons?is.DivisionName=Noord\">Rows of Persons that refer to it (Division)<";
    assert!(refused.text().contains(link), "{}", refused.text());
    let referring = text_of(&browser.page("/console/data/persons?is.DivisionName=Noord"));
    assert!(referring.contains("Anna van den Berg") && !referring.contains("Eva Smit"), "{referring}");
    site.import(&[("groups.csv", "Name\nA\nB\nC\n")]).ok();
    let answer = remove_row(&mut browser, "/console/data/groups/2");
    assert_eq!(redirect_target(&answer), "/console/data/groups?removed=3");
    let reported = text_of(&browser.page(&redirect_target(&answer)));
    assert!(reported.contains("Saved: B (Groups, removed)."), "{reported}");
    let groups = || site.export_columns("groups.csv", &["Id", "Name"]);
    assert_eq!(groups(), ["1,A", "3,C"]);
    let back = browser.change("/console/data/groups/undo", &[("number", "3")]);
    assert_eq!(redirect_target(&back), "/console/data/groups/2?undone=3");
    assert_eq!(groups(), ["1,A", "2,B", "3,C"]);
    let dismissed = remove_row(&mut browser, "/console/data/persons/5");
    assert_eq!(redirect_target(&dismissed), "/console/data/persons/5?saved=5");
    let reported = text_of(&browser.page(&redirect_target(&dismissed)));
    assert!(reported.contains("Saved: "), "{reported}");
    assert!(person_line(&site, "00005").contains(",2026-03-09T12:00:00,"), "{}", person_line(&site, "00005"));
    // removing one account level keeps the others
    let levels = site.export_file("account_levels.csv");
    let browsed = browser.page("/console/data/account_levels?q=COACH");
    let row = browsed
        .split("/console/data/account_levels/")
        .filter_map(|link| link.split('"').next()?.parse::<i64>().ok())
        .next();
    let level = format!("/console/data/account_levels/{}", row.unwrap());
    let answer = remove_row(&mut browser, &level);
    redirect_target(&answer);
    let fewer = site.export_file("account_levels.csv");
    assert_eq!(levels.replace("COACH,false\n", ""), fewer);
    site.lms(&["imports", "undo", "6"]).ok();
    site.lms(&["imports", "undo", "5"]).ok();
    assert_eq!(["divisions.csv", "persons.csv"].map(|file| site.export_file(file)), before);
}

#[test]
fn a_refused_removal_links_to_each_column_with_referring_rows() {
    let site = seed_site_with("editor");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let listed = browser.page("/console/data/trainings?q=BHV-BASIS");
    let row = listed
        .split("/console/data/trainings/")
        .find_map(|link| link.split('"').next()?.parse::<i64>().ok())
        .expect("the training");
    let page = remove_row(&mut browser, &format!("/console/data/trainings/{row}")).text().to_string();
    let link = "/console/data/block_courses?is.CourseCode=BHV-BASIS\">Rows of Courses of course blocks that refer to it (Course)<";
    assert_eq!(page.matches(link).count(), 1, "{page}");
    // the training is a course and no block
    assert!(!page.contains("is.BlockCode"), "{page}");
}

#[test]
fn a_name_with_placeholders_is_shown_unchanged() {
    let site = persons_site_with("editor");
    let person = "ExternalIdentifier,FirstName,FamilyName,Email\nE777,{table},{},haak@example.nl\n";
    site.import(&[("persons.csv", person)]).ok();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let page = save_row(&mut browser, "/console/data/persons/2", &[("ManagerExternalIdentifier", "E7777")]);
    let error = "Nothing in Persons matches E7777. Did you mean {table} {} (E777)?";
    assert!(text_of(page.text()).contains(error), "{}", text_of(page.text()));
}

#[test]
fn a_row_that_changed_after_it_was_shown_is_not_removed() {
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
        let fields = form_fields(&browser.page(path));
        let (_, seen) = fields.iter().find(|(name, _)| name == "seen").unwrap();
        site.import(&[(file, changed)]).ok();
        let before = site.export_file(file);
        for seen in [seen, "", "<b>"] {
            let refused = post_removal(&mut browser, path, seen);
            let reported = text_of(refused.text());
            assert!(reported.contains("Somebody else has changed this row"), "{reported}");
            assert_eq!(site.export_file(file), before);
        }
    }
    redirect_target(&remove_row(&mut browser, "/console/data/persons/2"));
}

#[test]
fn numbers_are_shown_as_their_labels() {
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
    let saved = save_row(&mut browser, &path, &[("State", "2")]);
    let shown = browser.page(&redirect_target(&saved));
    assert!(shown.contains("<option value=\"2\" selected>refused or cancelled</option>"), "{shown}");
    let reported = text_of(&browser.page("/console/imports/2"));
    assert!(reported.contains("Status: scheduled → refused or cancelled"), "{reported}");
    browser.language = "nl";
    let table = browser.page("/console/data/enrollments?is.State=2");
    assert!(table.contains(">geweigerd of geannuleerd</span>") && !table.contains(">2</td>"), "{table}");
    let enrolments = site.export_file("enrollments.csv");
    let line = enrolments.lines().find(|line| line.starts_with(&format!("{id},")));
    assert_eq!(state(line.unwrap()), "2");
}

#[test]
fn viewers_and_read_only_services_change_nothing() {
    let site = persons_site_with("editor");
    add_operator(&site, "kijker", "viewer");
    let before = site.export_file("persons.csv");
    let server: Server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, "kijker");
    let page = browser.page("/console/data/persons/2");
    assert!(!page.contains("<form class=\"sheet\"") && text_of(&page).contains("bram@example.nl"), "{page}");
    assert!(!browser.page("/console/data/persons").contains("/persons/new"));
    assert_eq!(browser.get("/console/data/persons/new").status, 403);
    for (path, fields) in [
        ("/console/data/persons/2", &[("Email", "x@y")][..]),
        ("/console/data/persons/2/remove", &[]),
        ("/console/data/persons/undo", &[("number", "1")]),
    ] {
        let answer = browser.change(path, fields);
        assert_eq!(answer.status, 403, "{path}");
        assert!(text_of(answer.text()).contains("Your role does not allow this."));
    }
    assert_eq!(site.export_file("persons.csv"), before);
    drop(server);
    let server = site.serve(&["--read-only"]);
    let mut browser = Browser::signed_in(&server, NAME);
    let refused = browser.change("/console/data/persons/2", &[("Email", "x@y")]);
    assert!(text_of(refused.text()).contains("The service is read-only"), "{}", text_of(refused.text()));
}

#[test]
fn errors_of_a_form_name_rows_and_say_what_to_do() {
    let site = seed_site_with("editor");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let person = ("PersonExternalIdentifier", "001201");
    let enrolment = [person, ("TrainingCode", "AVG"), ("ClassCode", "BHVB-4"), ("EnrolledAt", "2026-03-01")];
    let trainer = [person, ("ClassCode", "BHVB-4"), ("Date", "2026-03-01"), ("From", "09:00")];
    let unknown = [("Email", "x@example.nl"), ("ManagerExternalIdentifier", "zzz")];
    let messages = [
        (
            "enrollments/new",
            &enrolment[..],
            "BHV basis, groep 4 (BHVB-4) is a class of training BHV basis (BHV-BASIS), not of Privacy en informatieveiligheid (AVG)",
        ),
        ("class_trainers/new", &trainer, "Nothing in Sessions matches BHV basis, groep 4 (BHVB-4), "),
        (
            "persons/19",
            &unknown,
            "Nothing in Persons matches zzz. Check what you typed, or look it up under Tables, Persons.",
        ),
    ];
    for (path, fields, message) in messages {
        let page = save_row(&mut browser, &format!("/console/data/{path}"), fields);
        let reported = text_of(page.text());
        assert!(reported.contains(message), "{message}: {reported}");
        assert!(!reported.contains(".csv") && !reported.contains("in the database"), "{reported}");
    }
    // the command line keeps the words of the contract
    let manager = "ExternalIdentifier,ManagerExternalIdentifier\n001201,zzz\n";
    let refused = site.import(&[("persons.csv", manager)]);
    assert!(refused.stderr.contains("zzz is neither in persons.csv nor in the database"), "{}", refused.stderr);
}

#[test]
fn an_empty_new_row_is_refused_at_its_fields() {
    let site = persons_site_with("editor");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let fields = form_fields(&browser.page("/console/data/persons/new"));
    for blank in ["", " "] {
        let mut empty: Vec<(&str, &str)> = Vec::new();
        for (name, held) in &fields {
            empty.push((name, if ["token", "seen"].contains(&name.as_str()) { held } else { blank }));
        }
        let page = browser.post("/console/data/persons/new", &empty);
        let reported = text_of(page.text());
        assert_eq!(reported.matches("a value is required").count(), 4, "{reported}");
    }
    assert!(!text_of(&browser.page("/console/imports")).contains("Import 2"));
}

#[test]
fn fields_that_refer_to_rows_explain_what_to_type() {
    let site = seed_site_with("editor");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    for (language, number, code, name) in [
        (
            "en",
            "Type part of the name or employee number, then choose.",
            "Type part of the name or code, then choose.",
            "Type part of the name, then choose.",
        ),
        (
            "nl",
            "Typ een deel van naam of personeelsnummer en kies.",
            "Typ een deel van naam of code en kies.",
            "Typ een deel van de naam en kies.",
        ),
    ] {
        browser.language = language;
        let page = browser.page("/console/data/enrollments/new");
        for (field, hint) in [("PersonExternalIdentifier", number), ("TrainingCode", code), ("ClassCode", code)] {
            assert!(page.contains(&format!("id=\"{field}-hint\">{hint}")), "{field}: {page}");
        }
        let page = browser.page("/console/data/group_members/new");
        assert!(page.contains(&format!("id=\"GroupName-hint\">{name}")), "{page}");
        let page = browser.page("/console/data/trainings/new");
        assert!(page.contains("data-suggests=\"file=categories&#38;column=Title&#38;key.StepTitle=\""), "{page}");
        // a part of a name would create a function
        let page = browser.page("/console/data/persons/new");
        assert!(!page.contains(&format!("id=\"FunctionName-hint\">{name}")), "{page}");
        let page = browser.page("/console/person/19/enrol");
        assert!(page.contains(&format!("id=\"TrainingCode-hint\">{code}")), "{page}");
        let page = browser.page("/console/classes/4/participant");
        assert!(page.contains(&format!("id=\"PersonExternalIdentifier-hint\">{number}<")), "{page}");
    }
}

#[test]
fn a_field_suggests_rows_of_the_file_that_another_field_selects() {
    let site = seed_site_with("editor");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let path = "/console/data/learning_path_links/new";
    for (kind, value, column) in [
        ("Person", "daan vis", "file=persons&#38;column=ExternalIdentifier"),
        ("Function", "teamman", "file=functions&#38;column=Name"),
    ] {
        let fields = [("LearningPathTitle", "Inwerken"), ("LinkType", kind), ("LinkValue", value)];
        let page = save_row(&mut browser, path, &fields).text().to_owned();
        assert!(page.contains(&format!("data-suggests=\"{column}\"")), "{page}");
        assert!(text_of(&page).contains(&format!("{value} is not known. Is this the one?")), "{page}");
    }
}

#[test]
fn a_field_suggests_and_names_rows_with_the_other_cells_of_their_key() {
    let site = seed_site_with("editor");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    // two steps have a category with this title
    let suggest = |browser: &mut Browser, key: &str| {
        let answer = browser.get(&format!("/console/data/suggest?file=categories&column=Title&q=Intro{key}"));
        let rows: Vec<serde_json::Value> = serde_json::from_slice(&answer.body).unwrap();
        rows.iter().map(|row| row["text"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(suggest(&mut browser, "").len(), 2);
    assert_eq!(suggest(&mut browser, "&key.StepTitle="), suggest(&mut browser, ""));
    let of_step = suggest(&mut browser, "&key.StepTitle=Vakbekwaam");
    assert!(of_step.len() == 1 && of_step[0].contains("Vakbekwaam"), "{of_step:?}");
    assert_eq!(suggest(&mut browser, "&key.StepTitle=Veilig+werken").len(), 0);
    assert_eq!(suggest(&mut browser, "&key.StepTitle=zzzzz").len(), 0);
    for (step, typed, message) in [
        ("Veilig werken", "Intro", "Nothing in Categories matches Veilig werken, Intro."),
        ("Veilig werken", "Introductie", "Nothing in Categories matches Veilig werken, Introductie."),
        ("Vakbekwaam", "Intro", "Intro is not known. Is this the one?"),
    ] {
        let fields =
            [("Code", "NEW"), ("Type", "Learning"), ("Title", "New"), ("StepTitle", step), ("CategoryTitle", typed)];
        let page = save_row(&mut browser, "/console/data/trainings/new", &fields).text().to_owned();
        assert!(text_of(&page).contains(message), "{}", text_of(&page));
        let query = format!("key.StepTitle={}\"", step.replace(' ', "+"));
        assert!(page.contains(&query) && page.contains("id=\"CategoryTitle-chosen\"><strong></strong>"), "{page}");
    }
    let fields = [("StepTitle", "Vakbekwaam"), ("CategoryTitle", "Introductie")];
    let page = save_row(&mut browser, "/console/data/trainings/new", &fields).text().to_owned();
    assert!(page.contains("id=\"CategoryTitle-chosen\"><strong>Introductie</strong>"), "{page}");
}

#[test]
fn only_columns_to_which_fields_refer_suggest_rows() {
    let site = seed_site_with("viewer");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    for (file, column, status) in [
        ("persons", "ExternalIdentifier", 200),
        ("persons", "Email", 200),
        ("persons", "Id", 200),
        ("dim_reasons", "Id", 200),
        ("persons", "FamilyName", 404),
        ("results", "PersonExternalIdentifier", 404),
        ("class_dates", "From", 404),
    ] {
        let path = format!("/console/data/suggest?file={file}&column={column}&q=a");
        assert_eq!(browser.get(&path).status, status, "{path}");
    }
}

#[test]
fn a_reference_by_id_is_a_list_of_few_rows_and_suggests_many_rows() {
    let site = seed_site_with("editor");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let dimmings = site.export_columns("dimmings.csv", &["DimReasonId"]);
    // the key of a row that exists already is named, too
    let first = site.export_columns("dimmings.csv", &["PersonExternalIdentifier", "TrainingCode"]).remove(0);
    let (person, training) = first.split_once(',').unwrap();
    let key = [("PersonExternalIdentifier", person), ("TrainingCode", training), ("DimReasonId", "1")];
    let page = text_of(save_row(&mut browser, "/console/data/dimmings/new", &key).text());
    assert!(page.contains(&format!(" ({person}, {training}) already exists")), "{page}");
    let path = "/console/data/dimmings/1";
    assert!(browser.page(path).contains("<select id=\"DimReasonId\""));
    let filter = browser.page("/console/data/dimmings");
    assert!(
        filter.contains("<select id=\"is.DimReasonId\" name=\"is.DimReasonId\">\n<option value=\"\" selected>all<"),
        "{filter}"
    );
    let reasons: String = (1000..1200).map(|number| format!("{number},Reden {number}\n")).collect();
    site.import(&[("dim_reasons.csv", &format!("Id,Reason\n{reasons}"))]).ok();
    let page = browser.page(path);
    let value = &dimmings[0];
    let input = format!(
        "name=\"DimReasonId\" type=\"text\" value=\"{value}\" data-suggests=\"file=dim_reasons&#38;column=Id\""
    );
    assert!(page.contains(&input) && page.contains("id=\"DimReasonId-chosen\"><strong>"), "{page}");
    for (typed, message) in [
        ("reden 1199", "reden 1199 is not known. Is this the one?"),
        ("reden", "Several match reden. Choose one, or type more."),
        ("onzin", "Nothing in Reasons for exemption matches onzin. Check what you typed"),
    ] {
        let page = save_row(&mut browser, path, &[("DimReasonId", typed)]).text().to_string();
        assert!(text_of(&page).contains(message), "{}", text_of(&page));
        let preselected = if typed == "reden 1199" { 1 } else { 0 };
        assert_eq!(page.matches(" checked>").count(), preselected, "{page}");
        assert_eq!(
            page.contains("name=\"match.DimReasonId\" value=\"1199\""),
            typed != "onzin" && preselected == 1,
            "{page}"
        );
    }
    let page = browser.page("/console/data/dimmings?is.DimReasonId=reden+1199");
    assert!(text_of(&page).contains("reden 1199 is not known. Is this the one?"), "{}", text_of(&page));
    redirect_target(&save_row(&mut browser, path, &[("DimReasonId", "1199")]));
    assert!(site.export_columns("dimmings.csv", &["DimReasonId"]).contains(&"1199".to_owned()));
    let page = text_of(&browser.page("/console/data/dimmings?is.DimReasonId=1199"));
    assert!(page.contains("Reason: Reden 1199 (1199)"), "{page}");
}

#[test]
fn a_form_with_very_many_fields_is_refused_at_once() {
    let site = persons_site_with("viewer");
    let server = site.serve(&[]);
    let browser = Browser::signed_in(&server, NAME);
    let send = |count: usize| {
        // each chosen match has its field
        let fields: String = (0..count / 2).map(|number| format!("&match.f{number}=1&f{number}=")).collect();
        let form = Request::post("/console/data/persons/2", "application/x-www-form-urlencoded", &fields[1..]);
        server.send(&browser.request(form.header("Origin", &format!("http://{}", server.address))))
    };
    assert_eq!(send(10_000).status, 403);
    // nearly 2 MiB each; there are more such forms than threads that receive requests
    std::thread::scope(|scope| {
        let forms: Vec<_> = (0..8).map(|_| scope.spawn(|| send(140_000))).collect();
        assert_eq!(server.send(&Request::get("/healthz")).status, 200);
        for form in forms {
            let answer = form.join().expect("an answer");
            assert_eq!((answer.status, answer.text()), (413, "The request is too large.\n"));
        }
    });
}

#[test]
fn a_field_that_is_sent_twice_is_refused() {
    let site = persons_site_with("editor");
    let before = site.export_file("persons.csv");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    for (language, message) in [
        ("en", "The form contains the field CostCentre several times"),
        ("nl", "bevat het veld CostCentre meerdere keren"),
    ] {
        browser.language = language;
        let path = "/console/data/persons/2";
        let fields = form_fields(&browser.page(path));
        let fields = fields.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let repeated: Vec<_> = fields.chain([("CostCentre", "K300")]).collect();
        let answer = browser.post(path, &repeated);
        assert_eq!(answer.status, 400, "{}", answer.text());
        assert!(text_of(answer.text()).contains(message), "{}", text_of(answer.text()));
        // with the navigation
        assert!(answer.text().contains("href=\"/console/imports\""), "{}", answer.text());
    }
    assert_eq!(site.export_file("persons.csv"), before);
    // the session and its token are checked before
    let repeated = [("CostCentre", "K1"), ("CostCentre", "K2")];
    assert_eq!(Browser::new(&server).post("/console/data/persons/2", &repeated).status, 403);
    assert_eq!(browser.post("/console/data/persons/2", &repeated).status, 403);
    let sign_in = [("name", NAME), ("password", "x"), ("name", "other")];
    assert_eq!(Browser::new(&server).post("/console/sign-in", &sign_in).status, 400);
}

/// The type of a training is a part of its id.
#[test]
fn choices_have_names_and_a_fixed_choice_is_a_text() {
    let site = seed_site_with("editor");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let stored = browser.page("/console/data/trainings/1");
    assert!(stored.contains("<output id=\"Type\">Learning (course)</output>"), "{stored}");
    assert!(text_of(&stored).contains("This cannot be changed after the training was added."), "{stored}");
    let option = "<option value=\"Longterm\">Longterm (course block)</option>";
    assert!(browser.page("/console/data/trainings/new").contains(option));
    browser.language = "nl";
    assert!(text_of(&browser.page("/console/data/trainings")).contains("Learning (opleiding)"));
}

#[test]
fn the_form_of_a_new_person_explains_that_the_account_is_not_active() {
    let site = persons_site_with("editor");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    for (language, hint) in [("en", "so for a new person: no."), ("nl", "bij een nieuwe persoon dus: nee.")] {
        browser.language = language;
        let page = browser.page("/console/data/persons/new");
        let (_, field) = page.split_once("name=\"HasActivatedAccount\"").expect("a field");
        assert!(field.split("<label").next().unwrap().contains(hint), "{page}");
    }
}
