//! `demo`: its printed tour, its database, its clock, and the generated organisation. [`enumerated_values`] tests that the
//! handmade organisation has every value of the specification.

mod enumerated_values;

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use jiff::civil::{Date, date};
use jiff::{ToSpan, Zoned};

use super::console::Browser;
use super::rest::basic;
use super::support::{Json, NOW, Request, Server, Site, form_request};

/// The end of the tour.
const END: &str = "deletes it.\n";

/// Runs a shell command with `input`, and returns its output.
#[track_caller]
fn run_shell(command: &str, input: &str) -> String {
    let mut shell = Command::new("sh")
        .args(["-c", command])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("sh starts");
    let mut stdin = shell.stdin.take().expect("piped");
    stdin.write_all(input.as_bytes()).expect("a reader");
    drop(stdin);
    let output = shell.wait_with_output().expect("the shell ends");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Returns the password of the credential that the tour prints.
#[track_caller]
fn password(server: &Server) -> String {
    let tour = server.wait_for_stdout(END);
    let (_, rest) = tour.split_once("; username demo, password ").expect(&tour);
    let (password, _) = rest.split_once(".\n").expect(&tour);
    password.to_owned()
}

/// Exports the demo database, and returns name and content of each file.
#[track_caller]
fn export(site: &Site) -> Vec<(String, Vec<u8>)> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let target = folder.path().join("out");
    site.lms(&["export", "--db", "demo.sqlite", target.to_str().expect("a path in UTF-8")]).ok();
    files(&target)
}

fn files(folder: &std::path::Path) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("an export") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        match path.is_dir() {
            true => files.extend(self::files(&path).into_iter().map(|(file, bytes)| (format!("{name}/{file}"), bytes))),
            false => files.push((name, fs::read(&path).expect("a file"))),
        }
    }
    files.sort();
    files
}

/// Returns the names of the files that differ.
fn differing(one: &[(String, Vec<u8>)], other: &[(String, Vec<u8>)]) -> Vec<String> {
    assert_eq!(
        one.iter().map(|(name, _)| name).collect::<Vec<_>>(),
        other.iter().map(|(name, _)| name).collect::<Vec<_>>()
    );
    one.iter().zip(other).filter(|(one, other)| one != other).map(|(one, _)| one.0.clone()).collect()
}

fn text<'a>(files: &'a [(String, Vec<u8>)], name: &str) -> &'a str {
    let file = files.iter().find(|(file, _)| file == name);
    let (_, bytes) = file.unwrap_or_else(|| panic!("{name} is not in the export"));
    std::str::from_utf8(bytes).expect("UTF-8")
}

/// Returns a site with a demo database, made by a server that is stopped.
#[track_caller]
fn demo_site(flags: &[&str]) -> Site {
    let site = Site::empty();
    site.serve_demo(flags).stop().ok();
    site
}

#[test]
fn the_commands_of_the_tour_can_be_pasted() {
    let site = Site::empty();
    let server = site.serve_demo(&["--now", NOW]);
    let tour = server.wait_for_stdout(END);
    assert!(tour.starts_with(&format!("listening on http://{}/service/apiservice.asmx\n", server.address)));
    let password = password(&server);
    let base = format!("http://{}", server.address);
    // "`demo` makes the operator `demo` … with the password that it prints, and prints the address of the console first"
    let (_, console) =
        tour.split_once(&format!("\n\nThe console, in a browser: {base}/console\nname demo, password ")).expect(&tour);
    let (operator_password, _) = console.split_once('\n').expect(&tour);
    let signed_in = Browser::new(&server).sign_in("demo", operator_password);
    assert_eq!(signed_in.status, 303, "{}", signed_in.text());
    let lines: Vec<_> = tour.lines().map(str::trim).collect();
    let commands: Vec<_> = (0..lines.len()).filter(|at| lines[*at].starts_with("curl ")).collect();
    let [catalog, agenda, portfolio] = commands[..] else {
        panic!("three commands: {tour}");
    };

    // "the first call a newcomer makes is `curl -u demo:… http://…/api/v1/catalog`"
    let rest = |at: usize| {
        let start = format!("curl -sS -u demo:{password} '{base}");
        let path = lines[at].strip_prefix(&start).expect(&tour);
        let request = Request::get(path.strip_suffix('\'').expect(&tour));
        let response = server.send(&request.header("Authorization", &basic("demo", &password)));
        assert_eq!(response.status, 200, "{}", response.text());
        response.text().to_owned()
    };
    let steps = Json::parse(&rest(catalog));
    assert_eq!(steps.items()[0].get("Title").text(), "Welkom bij De Veenhof");
    // "the tour shows something a person can read": a table, each cell in its column
    let agenda = rest(agenda);
    assert!(agenda.contains(",BHV basis,12 mei 2025,"), "{agenda}");
    assert!(agenda.lines().count() > 3, "{agenda}");

    let start = format!("curl -sS '{base}/service/apiservice.asmx/");
    let form = lines[portfolio].strip_prefix(&start).expect(&tour);
    let [operation, " -d ", body, " |"] = form.split('\'').collect::<Vec<_>>()[..] else {
        panic!("not a curl command to paste: {form}");
    };
    let path = format!("/service/apiservice.asmx/{operation}");
    let form = Request::post(&path, "application/x-www-form-urlencoded", body);
    let table = run_shell(lines[portfolio + 1], server.send(&form).text());
    assert!(table.contains("Omgaan met dementie\tFatima\tIdrissi\t2\n"), "{table}");
    for row in table.lines() {
        assert_eq!(row.split('\t').count(), 4, "{table}");
        assert!(!row.contains(['<', '>']) && row.len() < 100, "{table}");
    }

    assert!(tour.contains("Ctrl-C stops it"), "{tour}");
    assert!(tour.contains("`rm demo.sqlite` deletes it"), "{tour}");
    server.stop().ok();
    let files: Vec<_> = fs::read_dir(site.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(files, ["demo.sqlite"], "only this file must be deleted");
}

#[test]
fn a_second_demo_on_a_running_database_fails_and_keeps_the_password() {
    let site = Site::empty();
    let server = site.serve_demo(&["--now", NOW]);
    let password = password(&server);
    let address = server.address.to_string();
    let again = site.lms(&["demo", "--db", "demo.sqlite", "--listen", &address]);
    assert_eq!((again.status, again.stdout.as_str()), (1, ""), "{again:?}");
    let again = site.lms(&["demo", "--db", "demo.sqlite", "--listen", "127.0.0.1:0"]).refused();
    assert!(again.stderr.contains("demo.sqlite is in use by another process"), "{again:?}");
    let fields = [("username", "demo"), ("password", password.as_str())];
    let answer = server.send(&form_request("GetCatalog", &fields));
    assert_eq!(answer.status, 200, "{}", answer.text());
}

#[test]
fn a_second_start_keeps_the_data_and_changes_the_password() {
    let site = Site::empty();
    let server = site.serve_demo(&["--now", NOW]);
    let first = password(&server);
    let rename = format!(
        "<username>demo</username><password>{first}</password><servicePersonId>20</servicePersonId>\
         <personUpdate><PhoneNumber>112</PhoneNumber></personUpdate>"
    );
    let renamed = server.send(&super::support::soap_request(super::support::Dialect::Soap12, "UpdatePerson", &rename));
    assert_eq!(renamed.answer().error.as_deref(), Some(""));
    server.stop().ok();
    let before = export(&site);
    assert!(text(&before, "persons.csv").contains(",112,"));

    // another size has no effect
    let server = site.serve_demo(&["--now", NOW, "--persons", "100"]);
    let second = password(&server);
    assert_ne!(first, second);
    let call = |password: &str| {
        let fields = [("username", "demo"), ("password", password)];
        server.send(&form_request("GetAllBasicPersonInfo", &fields)).status
    };
    assert_eq!(call(&second), 200);
    assert_eq!(call(&first), 401);
    let output = server.stop().ok();
    assert!(
        output.stderr.starts_with(
            "demo.sqlite is kept as it is; size and seed apply only to an empty database: `--db` names another file\n"
        ),
        "{}",
        output.stderr
    );
    assert_eq!(differing(&before, &export(&site)), [""; 0]);
}

#[test]
fn the_credential_demo_is_granted_every_operation() {
    let site = demo_site(&["--now", NOW]);
    let all = ["credential", "add", "all", "--grant", "all", "--db", "demo.sqlite"];
    site.lms(&all).ok();
    let list = site.lms(&["credential", "list", "--db", "demo.sqlite"]).ok().stdout;
    let granted = |name: &str| {
        let row = list.lines().find(|line| line.starts_with(name));
        let row = row.unwrap_or_else(|| panic!("{name} is not in {list}"));
        row.split("  ").last().expect("what is granted").trim().to_owned()
    };
    // "`all` (every operation but ConnectorError)"
    assert_eq!(granted("demo").replace(" ConnectorError", ""), granted("all"));
}

#[test]
fn a_fixed_clock_keeps_the_dates_and_must_not_precede_the_seed() {
    for early in ["2026-03-08T23:59:59", "2026-03-08", "1999-01-01"] {
        let site = Site::empty();
        let refused = site.lms(&["demo", "--db", "demo.sqlite", "--now", early]).refused();
        assert_eq!(refused.stdout, "");
        assert!(refused.stderr.contains("2026-03-09"), "{}", refused.stderr);
        assert!(!site.path().join("demo.sqlite").exists());
    }
    let midnight = export(&demo_site(&["--now", "2026-03-09T00:00:00"]));
    let later = export(&demo_site(&["--now", "2027-12-31T12:00:00"]));
    assert_eq!(differing(&midnight, &later), [""; 0]);
    assert!(text(&later, "persons.csv").contains("\n1,000101,Marijke,"));
    assert!(text(&later, "persons.csv").contains(",2014-05-01T00:00:00,"));
    assert!(text(&later, "class_dates.csv").contains(",2026-03-16,09:00,"));
}

#[test]
fn a_running_clock_moves_the_dates_by_whole_weeks() {
    let fixed = export(&demo_site(&["--now", NOW]));
    // a test that runs over midnight of a Sunday must not fail
    let before = Zoned::now().in_tz("Europe/Amsterdam").unwrap().date();
    let moved = export(&demo_site(&[]));
    let after = Zoned::now().in_tz("Europe/Amsterdam").unwrap().date();
    let weeks = [before, after].map(|today| (monday(today) - date(2026, 3, 9)).get_days() / 7);

    let dates = |files: &[(String, Vec<u8>)], file: &str, columns: &[&str]| -> Vec<String> {
        let mut csv = csv::Reader::from_reader(text(files, file).as_bytes());
        let header = csv.headers().unwrap().clone();
        let at: Vec<_> = columns.iter().map(|name| header.iter().position(|there| there == *name).unwrap()).collect();
        let rows: Vec<_> = csv.records().map(Result::unwrap).collect();
        rows.iter().flat_map(|row| at.iter().map(|at| row[*at].to_owned())).collect()
    };
    for (file, columns) in [
        ("persons.csv", &["ContractStartTime", "ContractEndTime"][..]),
        ("classes.csv", &["EditDeadline", "RegistrationDeadline"]),
        ("class_dates.csv", &["Date"]),
        ("results.csv", &["StartedAt", "FinishedAt", "ValidUntil"]),
        ("enrollments.csv", &["EnrolledAt", "ChangedAt", "CancelledAt"]),
        ("absences.csv", &["CreationDate"]),
        ("progress.csv", &["StartedAt"]),
    ] {
        let pairs = dates(&fixed, file, columns).into_iter().zip(dates(&moved, file, columns));
        for (from, to) in pairs {
            if from.is_empty() || from == "never" || from.starts_with("9999-12-31") {
                assert_eq!(from, to, "{file}");
                continue;
            }
            let day: Date = from[..10].parse().unwrap();
            let moved = weeks.map(|weeks| day.checked_add(weeks.weeks()).unwrap().to_string());
            assert!(moved.iter().any(|day| *day == to[..10]), "{file}: {from} became {to}");
            // a time that does not exist on the new day, because summer time begins, moves forward
            let is_moved = to[10..].starts_with("T03:");
            assert!(from[10..] == to[10..] || is_moved, "{file}: {from} became {to}");
        }
    }
    assert!(text(&moved, "persons.csv").contains(",9999-12-31T00:00:00,"));
    assert!(text(&moved, "results.csv").contains(",never,"));
}

/// Returns the Monday of the day's week.
fn monday(day: Date) -> Date {
    day.checked_sub(i64::from(day.weekday().to_monday_zero_offset()).days()).unwrap()
}

#[test]
fn other_databases_are_neither_changed_nor_served() {
    let site = super::support::persons_site();
    let before = fs::read(site.db()).unwrap();
    let refused = site.lms(&["demo", "--listen", "127.0.0.1:0"]).refused();
    assert_eq!(refused.stdout, "");
    assert!(refused.stderr.contains("has data that is not from a demonstration"), "{}", refused.stderr);
    assert!(fs::read(site.db()).unwrap() == before);

    fs::write(site.path().join("notes.txt"), "not a database, but long enough to be looked at\n".repeat(30)).unwrap();
    let refused = site.lms(&["demo", "--db", "notes.txt", "--listen", "127.0.0.1:0"]).refused();
    assert!(refused.stderr.contains("is not a database of lms-appliance"), "{}", refused.stderr);
}

#[test]
fn an_empty_database_is_filled() {
    let site = Site::new();
    let db = site.db();
    let server = site.serve_demo(&["--now", NOW, "--db", db.to_str().unwrap()]);
    server.wait_for_stdout(END);
    server.stop().ok();
    assert!(site.export_file("persons.csv").lines().count() == 62);
}

#[test]
fn an_invalid_option_creates_no_file() {
    let site = Site::empty();
    for (flags, status) in [
        (&["--brand", "1x"][..], 2),
        (&["--timezone", "Mars/Olympus"], 2),
        (&["--persons", "abc"], 2),
        (&["--persons", "1000001"], 2),
        (&["--trainings", "-1"], 2),
        (&["--seed", "x"], 2),
    ] {
        let mut args = vec!["demo", "--db", "demo.sqlite", "--listen", "127.0.0.1:0"];
        args.extend(flags);
        assert_eq!(site.lms(&args).status, status, "{flags:?}");
        assert!(!site.path().join("demo.sqlite").exists(), "{flags:?}");
    }
}

#[test]
fn the_same_seed_makes_the_same_organisation() {
    let site = |seed| demo_site(&["--now", NOW, "--persons", "300", "--trainings", "90", "--seed", seed]);
    let one = export(&site("7"));
    assert_eq!(differing(&one, &export(&site("7"))), [""; 0]);
    let other = differing(&one, &export(&site("8")));
    for file in ["persons.csv", "enrollments.csv", "results.csv", "classes.csv", "progress.csv"] {
        assert!(other.iter().any(|name| name == file), "{file} is the same for another seed");
    }
    assert_eq!(text(&one, "persons.csv").lines().count(), 301);
    assert_eq!(text(&one, "trainings.csv").lines().filter(|line| line.as_bytes()[0].is_ascii_digit()).count(), 90);
}

#[test]
fn a_generated_organisation_exports_and_imports_to_the_same_bytes() {
    let site = demo_site(&["--now", NOW, "--persons", "2000", "--trainings", "120", "--seed", "3"]);
    let folder = tempfile::tempdir().unwrap();
    let (one, other) = (folder.path().join("one"), folder.path().join("other"));
    let (one, other) = (one.to_str().unwrap(), other.to_str().unwrap());
    site.lms(&["export", "--db", "demo.sqlite", one]).ok();
    let imported = site.lms(&["import", one]).ok();
    // import warns if two employed persons have the same e-mail address
    assert!(!imported.stderr.contains("persons.csv"), "{}", imported.stderr);
    site.lms(&["export", other]).ok();
    let (one, other) = (files(one.as_ref()), files(other.as_ref()));
    assert_eq!(differing(&one, &other), [""; 0]);
    let rows = |file| text(&one, file).lines().count();
    assert_eq!(rows("persons.csv"), 2001);
    // on average about two enrolments and three results for each person
    assert!((3_500..6_500).contains(&rows("enrollments.csv")), "{}", rows("enrollments.csv"));
    assert!((4_500..8_500).contains(&rows("results.csv")), "{}", rows("results.csv"));
}
