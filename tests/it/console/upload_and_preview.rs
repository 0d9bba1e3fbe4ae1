//! Tests uploads of data files, their preview, corrections and mappings, and their import.

use std::path::Path;

use super::row_forms::form_fields;
use super::{Browser, NAME, add_operator, persons_site_with, seed_site_with, text_of, token};
use crate::support::{Request, Response, Site, persons_site, wait_until};

/// Returns a request that uploads files, each with the name that a browser sends.
fn upload_request(browser: &Browser, token: &str, files: &[(&str, &[u8])]) -> Request {
    let mut body = Vec::new();
    let mut part = |head: &str, bytes: &[u8]| {
        body.extend_from_slice(format!("--lms\r\nContent-Disposition: form-data; {head}\r\n\r\n").as_bytes());
        body.extend_from_slice(bytes);
        body.extend_from_slice(b"\r\n");
    };
    part("name=\"token\"", token.as_bytes());
    for (name, bytes) in files {
        part(&format!("name=\"files\"; filename=\"{name}\""), bytes);
    }
    body.extend_from_slice(b"--lms--\r\n");
    Request::post("/console/import", "multipart/form-data; boundary=lms", body)
        .header("Origin", &format!("http://{}", browser.server.address))
}

fn send_upload(browser: &mut Browser, files: &[(&str, &[u8])]) -> Response {
    let token = token(&browser.page("/console/import"));
    let request = upload_request(browser, &token, files);
    browser.send(request)
}

/// Uploads files and returns the preview.
#[track_caller]
pub fn preview_upload(browser: &mut Browser, files: &[(&str, &[u8])]) -> String {
    let sent = send_upload(browser, files);
    assert_eq!(sent.header("Location"), Some("/console/import/preview"), "{}", sent.text());
    preview(browser)
}

fn preview(browser: &mut Browser) -> String {
    browser.wait_for_page("/console/import/preview").text().to_string()
}

const APPLY: &str = "/console/import/preview/apply";
const CORRECTIONS: &str = "/console/import/preview/mend";
const OPTIONS: &str = "/console/import/preview/options";

/// Returns the mark of the preview in its form.
#[track_caller]
fn preview_mark(page: &str) -> String {
    let after = page.split("name=\"shown\" value=\"").nth(1).unwrap_or_else(|| panic!("a mark in {page}"));
    after.split('"').next().unwrap().to_owned()
}

/// Sends a form of the current preview.
pub fn send_preview_form(browser: &mut Browser, to: &str, fields: &[(&str, &str)]) -> Response {
    let page = preview(browser);
    let own_fields = [("token", token(&page)), ("shown", preview_mark(&page))];
    let own_fields = own_fields.each_ref().map(|(name, value)| (*name, value.as_str()));
    let fields = [fields, &own_fields].concat();
    click_twice(browser, to, &fields)
}

/// Sends a form twice: the second click gets the first answer.
fn click_twice(browser: &mut Browser, to: &str, fields: &[(&str, &str)]) -> Response {
    let [first, second] = [(); 2].map(|()| browser.post(to, fields));
    assert_eq!(first.header("Location"), second.header("Location"));
    second
}

/// Applies the preview, and returns the address of the next page.
pub fn apply(browser: &mut Browser) -> String {
    let answer = send_preview_form(browser, APPLY, &[]);
    assert_eq!(answer.header("Location"), Some("/console/import/preview"), "{}", answer.text());
    browser.wait_for_page("/console/import/preview").header("Location").unwrap_or_default().to_owned()
}

pub fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let site = Site::empty();
    for (name, bytes) in files {
        let path = site.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }
    let script = "import sys, zipfile\nz = zipfile.ZipFile('out.zip', 'w', zipfile.ZIP_DEFLATED)\n\
                  [z.write(name) for name in sys.argv[1:]]\nz.close()";
    let mut python = std::process::Command::new("python3");
    python.current_dir(site.path()).args(["-c", script]);
    assert!(python.args(files.iter().map(|(name, _)| name)).status().unwrap().success());
    std::fs::read(site.path().join("out.zip")).unwrap()
}

const CHANGE: &[u8] = b"ExternalIdentifier,FirstName,FamilyName,Email,CostCentre\n\
    E001,Anna,Berg,anna@example.nl,K777\nE900,<b>Noor</b>,Wit,noor@example.nl,\n";

// ASVS 2.3.1
#[test]
fn imports_are_applied_as_previewed() {
    let site = persons_site_with("editor");
    let before = site.export_file("persons.csv");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let page = preview_upload(&mut browser, &[("seed/persons.csv", CHANGE), ("note.txt", b"x")]);
    let reported = text_of(&page);
    assert!(
        reported.contains("Table Created Changed Persons 1 1") && reported.contains("Nothing has changed yet."),
        "{reported}"
    );
    assert!(reported.contains("note.txt matches no table and is ignored."), "{reported}");
    // the preview shows the first rows
    assert!(reported.contains("Anna van den Berg E001 2 Changed Cost centre: K100 → K777"), "{reported}");
    let rows = browser.page("/console/import/preview/persons");
    assert!(text_of(&rows).contains("Anna van den Berg E001 2 Changed Cost centre: K100 → K777"), "{}", text_of(&rows));
    assert!(text_of(&rows).contains("<b>Noor</b> Wit E900 3 Created"));
    assert!(text_of(&rows).contains("First name: <b>Noor</b>"), "{}", text_of(&rows));
    assert_eq!(site.export_file("persons.csv"), before);
    // "The preview holds no lock"
    site.import(&[("groups.csv", "Name\nA\n")]).ok();
    assert_eq!(apply(&mut browser), "/console/imports/3?applied=yes");
    let after = site.export_file("persons.csv");
    assert!(after.contains(",K777,") && after.contains("6,E900,<b>Noor</b>,,Wit"), "{after}");
    assert!(text_of(&browser.page("/console/imports/3?applied=yes")).contains("exactly as previewed"));
    // it is applied, and a later visit shows the result
    for path in ["/console/import/preview", "/console/import/preview/persons"] {
        assert_eq!(browser.get(path).status, 303, "{path}");
    }
    let page = browser.page("/console/import");
    assert!(!page.contains("import/preview"), "{page}");
}

// "what changed meanwhile is said first"
#[test]
fn concurrent_changes_show_a_new_preview() {
    let site = persons_site_with("editor");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    preview_upload(&mut browser, &[("persons.csv", CHANGE)]);
    site.import(&[("persons.csv", "ExternalIdentifier,CostCentre\nE001,K555\n")]).ok();
    let changed = site.export_file("persons.csv");
    let shown = preview_mark(&preview(&mut browser));
    assert_eq!(apply(&mut browser), "");
    // a form that is sent again applies nothing
    let again = browser.change(APPLY, &[("shown", &shown)]);
    assert_eq!(again.header("Location"), Some("/console/import/preview?another=yes"));
    assert_eq!(site.export_file("persons.csv"), changed);
    let reported = text_of(&preview(&mut browser));
    assert!(reported.contains("The data changed since this preview was made"), "{reported}");
    let rows = text_of(&browser.page("/console/import/preview/persons"));
    assert!(rows.contains("Cost centre: K555 → K777"), "{rows}");
    assert_eq!(apply(&mut browser), "/console/imports/3?applied=yes");
}

// "*Apply* does exactly what was shown", although another window of the session has a newer preview
#[test]
fn the_preview_of_another_window_is_not_applied() {
    let site = persons_site_with("editor");
    let before = site.export_file("persons.csv");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let reported = "This preview was outdated";
    let refuses = |browser: &mut Browser, shown: &str| {
        let current_mark = preview_mark(&preview(browser));
        let cell = "cell\u{1f}persons.csv\u{1f}2\u{1f}CostCentre";
        for (to, field) in [(APPLY, ("", "")), (CORRECTIONS, (cell, "K666")), (OPTIONS, ("most", "1"))] {
            let to = browser.change(to, &[("shown", shown), field]).header("Location").unwrap().to_owned();
            let page = browser.page(&to);
            assert!(text_of(&page).contains(reported), "{page}");
            assert_eq!(preview_mark(&page), current_mark, "{to}");
        }
        assert_eq!(site.export_file("persons.csv"), before);
    };
    let first = preview_mark(&preview_upload(&mut browser, &[("persons.csv", CHANGE)]));
    let second = preview_mark(&preview_upload(&mut browser, &[("persons.csv", CHANGE)]));
    for shown in [first.as_str(), "", "<b>", "18446744073709551616"] {
        refuses(&mut browser, shown);
    }
    // options chosen in another window are not applied either
    choose_options(&mut browser, "yes", "100%");
    refuses(&mut browser, &second);
    assert_eq!(apply(&mut browser), "/console/imports/2?applied=yes");
}

#[test]
fn file_names_ignore_case() {
    let site = persons_site_with("editor");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let reported = text_of(&preview_upload(&mut browser, &[("PERSONS.CSV", CHANGE)]));
    assert!(reported.contains("Table Created Changed Persons 1 1") && !reported.contains("is ignored"), "{reported}");
    let zip = zip(&[("Persons.csv", CHANGE), ("persons.CSV", CHANGE)]);
    for files in [&[("PERSONS.CSV", CHANGE), ("persons.csv", CHANGE)][..], &[("upload.zip", &zip)]] {
        let reported = text_of(&preview_upload(&mut browser, files));
        assert!(reported.contains("only one can be used"), "{reported}");
        assert!(!reported.contains("/tmp"), "{reported}");
    }
}

#[test]
fn errors_prevent_the_import_and_name_their_place() {
    let site = persons_site_with("editor");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let invalid_files = zip(&[
        ("persons.csv", b"ExternalIdentifier,ContractEndTime\nE001,31-02-2030\nE002,<i>never</i>\n"),
        ("divisions.csv", b"Name,ParentName\nZuid,Nergens\n"),
    ]);
    let page = preview_upload(&mut browser, &[("upload.zip", &invalid_files)]);
    let reported = text_of(&page);
    assert!(reported.contains("Errors: 2."), "{reported}");
    assert!(reported.contains("persons.csv, line 2 Not employed from: 31-02-2030 is not a datetime"), "{reported}");
    assert!(reported.contains("divisions.csv, line 2 Belongs to: Nergens is neither in divisions.csv"), "{reported}");
    // "the row around them and the cell marked"
    assert!(page.contains("<dd>E001</dd>") && page.contains("<dd><mark>31-02-2030</mark></dd>"), "{page}");
    assert!(page.contains("<mark>&#60;i&#62;never&#60;/i&#62;</mark>"), "{page}");
    assert!(!page.contains("preview/apply"), "{page}");
    let answer = browser.change(APPLY, &[]);
    assert_eq!(answer.status, 303);
    assert!(text_of(&preview(&mut browser)).contains("Errors: 2."));
    let same = preview_upload(&mut browser, &[("functions.csv", b"Name\nDocent\n")]);
    assert!(text_of(&same).contains("there is nothing to apply") && !same.contains("preview/apply"));
    for (files, why) in [
        (&[("wine.pdf", &b"Year\n1\n"[..])][..], "there is no data file"),
        (&[("x.zip", b"this is none")], "x.zip is damaged: it is not a .zip"),
    ] {
        let reported = text_of(&preview_upload(&mut browser, files));
        assert!(reported.contains(why), "{reported}");
        assert!(!reported.contains("/tmp"), "{reported}");
    }
    let none = send_upload(&mut browser, &[]);
    assert_eq!(none.status, 400);
    assert!(text_of(none.text()).contains("No file was chosen."), "{}", none.text());
}

#[test]
fn errors_advise_what_to_do_on_the_page() {
    let site = persons_site_with("editor");
    for name in ["one", "two"] {
        let columns = "[columns]\nNr = \"ExternalIdentifier\"\nMail = \"Email\"\n";
        let mapping = format!("name = \"{name}\"\nfile = \"persons.csv\"\n{columns}");
        std::fs::write(site.path().join("mapping.toml"), mapping).unwrap();
        site.lms(&["mappings", "set", "mapping.toml"]).ok();
    }
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let mixed_encodings = b"ExternalIdentifier,FirstName\nE001,Zo\xC3\xAB\nE002,Zo\xEB\n";
    for (language, two_mappings, encoding, anonymised, damaged) in [
        (
            "en",
            "x.csv fits mapping one and mapping two; choose one (remove or change the other under Mappings)",
            "or read the whole file as windows-1252 (the encoding of a mapping)",
            "an import cannot anonymise; Anna van den Berg (E001) is not anonymised",
            "x.zip is damaged",
        ),
        (
            "nl",
            "kies er een (verwijder of wijzig de andere bij Kolomkoppelingen)",
            "of lees het hele bestand als windows-1252 (de tekencodering van een kolomkoppeling)",
            "anonimiseren kan niet via een import; Anna van den Berg (E001) is niet geanonimiseerd",
            "x.zip is beschadigd",
        ),
    ] {
        browser.language = language;
        for (name, bytes, advice) in [
            ("x.csv", &b"Nr;Mail\nE001;a@x\n"[..], two_mappings),
            ("persons.csv", mixed_encodings, encoding),
            ("persons.csv", b"ExternalIdentifier,Anonymised\nE001,true\n", anonymised),
            ("x.zip", b"not a .zip", damaged),
        ] {
            let reported = text_of(&preview_upload(&mut browser, &[(name, bytes)]));
            assert!(reported.contains(advice) && !reported.contains("--"), "{reported}");
        }
    }
}

#[test]
fn errors_of_the_headers_of_a_file_are_a_list() {
    let site = persons_site_with("editor");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let page = preview_upload(&mut browser, &[("persons.csv", b"Nummer,CostCentre,CostCentre\nE001,1,2\n")]);
    let list = page.split("<ul class=\"wrong\"").nth(1).and_then(|rest| rest.split("</ul>").next()).expect("a list");
    let texts: Vec<_> = list.split("<li>").skip(1).map(|item| item.split("</li>").next().unwrap()).collect();
    let expected = [
        "Nummer: unknown column; choose which column it is, or leave it out",
        "Employee number: the column is missing; rows are identified by it",
        "Cost centre: the column occurs twice",
    ];
    assert_eq!(texts, expected, "{page}");
}

// "Errors of imports and forms appear in the page's language", with the labels of columns
#[test]
fn errors_are_in_the_language_of_the_page() {
    let site = persons_site_with("editor");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    browser.language = "nl";
    let file = "ExternalIdentifier,Emial,EmployeeType,ContractStartTime,ContractEndTime,DivisionName\n\
                E001,x,Vast,2031-01-01,2030-01-01,\nE002,x,,31-02-2030,,\n";
    let page = text_of(&preview_upload(&mut browser, &[("persons.csv", file.as_bytes())]));
    for expected in [
        "persons.csv, regel 2 Dienstverband: Vast is niet toegestaan (toegestaan: Intern, Extern)",
        "persons.csv, regel 3 Begin contract: 31-02-2030 is geen bestaande datum (schrijf bijvoorbeeld 24-11-2027",
    ] {
        assert!(page.contains(expected), "{expected} in {page}");
    }
    let file = "ExternalIdentifier,ContractStartTime,ContractEndTime,Email\nE001,2031-01-01,2030-01-01,anna\n";
    let page = text_of(&preview_upload(&mut browser, &[("persons.csv", file.as_bytes())]));
    let label = "1-1-2030 ligt vóór Begin contract (1-1-2031)";
    assert!(page.contains(label) && page.contains("anna bevat geen @"), "{page}");
}

// "uploads that are bombs, … path tricks in file names", "other people's previews"
// ASVS 5.2.1, 5.3.2, 5.2.3
#[test]
fn hostile_uploads_are_refused() {
    let site = persons_site_with("editor");
    add_operator(&site, "ander", "editor");
    add_operator(&site, "kijker", "viewer");
    let server = site.serve(&["--max-upload", "20000"]);
    let mut browser = Browser::signed_in(&server, NAME);
    let long = vec![b'x'; 30_000];
    let large = send_upload(&mut browser, &[("persons.csv", &long)]);
    assert_eq!(large.status, 413, "{}", large.text());
    let zeros = vec![b'0'; 2_000_000];
    let bomb = zip(&[("persons.csv", &zeros)]);
    assert!(bomb.len() < 20_000);
    let reported = text_of(&preview_upload(&mut browser, &[("upload.zip", &bomb)]));
    assert!(reported.contains("unpacked it has 2000000 bytes; 400000 are allowed"), "{reported}");
    // a .zip with a false size, and a workbook
    let lies = replace_bytes(&bomb, &2_000_000_u32.to_le_bytes(), &100_u32.to_le_bytes());
    let workbook = zip(&[("xl/worksheets/sheet1.xml", &zeros)]);
    for (name, bytes, why) in [
        ("upload.zip", &lies, "larger than its declared"),
        ("persons.xlsx", &workbook, "unpacked it has 2000000 bytes"),
    ] {
        let reported = text_of(&preview_upload(&mut browser, &[(name, bytes)]));
        assert!(reported.contains(why), "{name}: {reported}");
    }
    let repeated = [("a/persons.csv", CHANGE), ("b/persons.csv", CHANGE)];
    let reported = text_of(&preview_upload(&mut browser, &repeated));
    assert!(reported.contains("persons.csv was sent twice"), "{reported}");
    browser.language = "nl";
    let large = send_upload(&mut browser, &[("persons.csv", &long)]);
    assert_eq!((large.status, large.text().trim()), (413, "De verzonden gegevens zijn te groot."));
    let twice = zip(&[("persons.csv", CHANGE), ("Persons.csv", CHANGE)]);
    let protected = b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1";
    for (files, why) in [
        (&[("upload.zip", &bomb[..])][..], "uitgepakt is het 2000000 bytes groot; toegestaan zijn er 400000"),
        (&[("upload.zip", &twice)], "persons.csv komt twee keer voor, met andere hoofdletters"),
        (&repeated.map(|(name, bytes)| (name, bytes)), "persons.csv is twee keer verstuurd"),
        (&[("persons.xlsx", protected)], "de werkmap is niet leesbaar (die is met een wachtwoord beveiligd, of is een"),
        (&[("persons.xlsx", &zip(&[("x", b"x")]))], "de werkmap is niet leesbaar (het is geen .xlsx-werkmap die te"),
    ] {
        let reported = text_of(&preview_upload(&mut browser, files));
        assert!(reported.contains(why), "{why}: {reported}");
    }
    browser.language = "en";
    let path_tricks = [("../../persons.csv", CHANGE), ("/etc/groups.csv", b"Name\nA\n"), ("..", b"x")];
    let reported = text_of(&preview_upload(&mut browser, &path_tricks));
    assert!(reported.contains("Table Created Changed Groups 1 Persons 1 1"), "{reported}");
    // invalid names, and many names
    let long = "x".repeat(300) + ".csv";
    let reported = text_of(&preview_upload(&mut browser, &[(&long, CHANGE)]));
    assert!(reported.contains("has 304 bytes, 255 are allowed"), "{reported}");
    let nul = send_upload(&mut browser, &[("a\0b.csv", CHANGE)]);
    assert!(!nul.text().is_empty(), "{}", nul.status);
    let notes: Vec<_> = (0..60).map(|n| format!("{n}.txt")).collect();
    let all: Vec<_> = notes.iter().map(|name| (name.as_str(), &b"x"[..])).chain([("persons.csv", CHANGE)]).collect();
    let page = text_of(&preview_upload(&mut browser, &all));
    assert_eq!(page.matches(".txt matches no table").count(), 50, "{page}");
    assert!(page.contains("10 more files match no table"), "{page}");
    preview_upload(&mut browser, &path_tricks);
    // another session cannot see or apply the preview
    let mut other = Browser::signed_in(&server, "ander");
    assert_eq!(other.get("/console/import/preview").header("Location"), Some("/console/import"));
    assert_eq!(other.get("/console/import/preview/persons").status, 404);
    other.change("/console/import/preview/apply", &[]);
    assert!(!site.export_file("persons.csv").contains("E900"));
    // uploads of viewers, from other sites and without the token are not received
    let mut viewer = Browser::signed_in(&server, "kijker");
    let own_token = token(&viewer.page("/console/data"));
    let sent = upload_request(&viewer, &own_token, &[("persons.csv", CHANGE)]);
    assert_eq!(viewer.send(sent).status, 415);
    assert_eq!(viewer.get("/console/import").status, 403);
    let signed_out = Browser::new(&server);
    let sent = upload_request(&signed_out, "0", &[("persons.csv", CHANGE)]);
    assert_eq!(Browser::new(&server).send(sent).status, 415);
    let sent = upload_request(&other, "0", &[("persons.csv", CHANGE)]);
    assert_eq!(other.send(sent).status, 403);
    assert_eq!(other.get("/console/import/preview").header("Location"), Some("/console/import"));
    let own_token = token(&other.page("/console/data"));
    let sent = upload_request(&other, &own_token, &[("persons.csv", CHANGE)]).without_header("Origin");
    assert_eq!(other.send(sent.header("Origin", "http://evil.example")).status, 415);
}

// ASVS 15.2.2
#[test]
fn fields_of_an_upload_are_limited_in_number_and_size() {
    let site = persons_site_with("editor");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let token = token(&browser.page("/console/import"));
    let mut status_with = |fields: &str| {
        let sent = upload_request(&browser, &token, &[("persons.csv", CHANGE)]);
        let mut body = fields.as_bytes().to_vec();
        body.extend_from_slice(&sent.body);
        browser.send(Request { body, ..sent }).status
    };
    let field = |name: &str, value: &str| {
        format!("--lms\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
    };
    assert_eq!(status_with(&field("", "").repeat(2_000)), 413);
    assert_eq!(status_with(&field("a", &"x".repeat(70_000))), 413);
    assert_eq!(status_with(&field("a", &"x".repeat(1_000)).repeat(70)), 413);
    let fields: String = (0..100).map(|number| field(&format!("a{number}"), "b")).collect();
    assert_eq!(status_with(&fields), 303);
}

#[test]
fn a_file_with_the_name_of_a_folder_is_an_error() {
    let site = persons_site_with("editor");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    for files in [["images", "images/bhv.png"], ["images/bhv.png", "images"]] {
        let page = text_of(&preview_upload(&mut browser, &files.map(|name| (name, CHANGE))));
        assert!(page.contains(&format!("{} and {} cannot be sent together", files[0], files[1])), "{page}");
    }
}

// "a temporary file for the service's user alone, gone when it is done with"
#[test]
fn a_stopped_service_leaves_no_uploaded_file() {
    let (site, temporary) = (persons_site_with("editor"), tempfile::tempdir().unwrap());
    let server = site.serve_with_env(("TMPDIR", temporary.path().as_os_str()), &[]);
    let count_files = || temporary.path().read_dir().unwrap().count();
    let mut browser = Browser::signed_in(&server, NAME);
    preview_upload(&mut browser, &[("persons.csv", CHANGE)]);
    assert!(count_files() > 0, "the preview has stored files");
    drop(browser);
    server.stop();
    assert_eq!(count_files(), 0);
}

#[test]
fn uploads_of_a_killed_service_are_removed_at_the_next_start() {
    let (site, temporary) = (persons_site_with("editor"), tempfile::tempdir().unwrap());
    let environment = ("TMPDIR", temporary.path().as_os_str());
    let count_files = || temporary.path().read_dir().unwrap().count();
    let server = site.serve_with_env(environment, &[]);
    preview_upload(&mut Browser::signed_in(&server, NAME), &[("persons.csv", CHANGE)]);
    // another service does not remove files of a running service
    let other = persons_site();
    other.serve_with_env(environment, &[]).stop();
    assert_eq!(count_files(), 1);
    crate::support::signal("KILL", server.pid());
    wait_until("the service has ended", || !Path::new(&format!("/proc/{}/exe", server.pid())).exists());
    assert_eq!(count_files(), 1);
    site.serve_with_env(environment, &[]).stop();
    assert_eq!(count_files(), 0);
}

/// Replaces all occurrences of `from`, which is as long as `to`.
fn replace_bytes(bytes: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    while let Some(at) = bytes.windows(from.len()).position(|there| there == from) {
        bytes[at..at + from.len()].copy_from_slice(to);
    }
    bytes
}

/// Returns the name of the first field after this text.
#[track_caller]
fn field_name(page: &str, before: &str) -> String {
    let after = page.split(before).nth(1).unwrap_or_else(|| panic!("{before} in {page}"));
    after.split(" name=\"").nth(1).expect("a field").split('"').next().unwrap().replace("&#38;", "&")
}

// "to be corrected right there"
#[test]
fn an_error_can_be_corrected_in_the_preview() {
    let site = persons_site_with("editor");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let files = b"ExternalIdentifier,ContractEndTime\nE001,31-02-2030\nE002,2031-01-01\n";
    let page = preview_upload(&mut browser, &[("persons.csv", files)]);
    let name = field_name(&page, "<mark>31-02-2030</mark>");
    let answer = send_preview_form(&mut browser, CORRECTIONS, &[(&name, "30-02-2030")]);
    assert_eq!(answer.status, 303);
    let page = preview(&mut browser);
    assert!(text_of(&page).contains("30-02-2030 is not a datetime"), "{}", text_of(&page));
    send_preview_form(&mut browser, CORRECTIONS, &[(&name, "28-02-2030")]);
    assert!(text_of(&preview(&mut browser)).contains("Table Changed Persons 2"));
    assert_eq!(apply(&mut browser), "/console/imports/2?applied=yes");
    assert!(site.export_file("persons.csv").contains(",2030-02-28T00:00:00,"));
}

#[test]
fn one_form_corrects_cells_and_options_and_offers_the_known_values() {
    let site = persons_site_with("editor");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let files = b"ExternalIdentifier,FirstName,CostCentre,AccountLevel\nE001,Anna,K1,LEARNR\n";
    let page = preview_upload(&mut browser, &[("persons.csv", files)]);
    assert!(page.contains("<option value=\"LEARNER\"") && page.contains("<option value=\"MANAGER\""), "{page}");
    assert!(!page.contains("preview/options"), "one button: {page}");
    // the page shows the key and the name, and folds the rest of the row
    let (main, rest) = page.split_once("<details><summary>Whole row</summary>").expect("the rest of the row");
    assert!(text_of(main).contains("Employee number E001") && text_of(main).contains("First name Anna"), "{page}");
    assert!(!main.contains("K1") && text_of(&format!("<main>{rest}")).contains("Cost centre K1"), "{page}");
    let name = field_name(&page, "<mark>LEARNR</mark>");
    // an invalid option keeps the other choices
    let refused =
        send_preview_form(&mut browser, CORRECTIONS, &[(&name, "MANAGER"), ("most", "veel"), ("replace", "yes")]);
    let page = refused.text();
    assert_eq!(refused.status, 400);
    assert!(text_of(page).contains("veel is neither a number of rows"), "{page}");
    assert!(page.contains("<option value=\"MANAGER\" selected>"), "{page}");
    send_preview_form(&mut browser, CORRECTIONS, &[(&name, "MANAGER"), ("most", "100%"), ("replace", "yes")]);
    let reported = text_of(&preview(&mut browser));
    assert!(reported.contains("Table Changed Removed Persons 1 3"), "{reported}");
}

// "Headers that aren't ours are matched by hand once and the match kept by name for the next time"
#[test]
fn a_matched_header_is_recognised_in_the_next_import() {
    let site = persons_site_with("editor");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let files = "Personeelsnummer,Kostenplaats,Kleur,Kleur\nE001,K1,rood,blauw\n".as_bytes();
    let page = preview_upload(&mut browser, &[("persons.csv", files)]);
    assert!(text_of(&page).contains("unknown column") && !page.contains("did you mean"), "{page}");
    // one cause, one card, with the link to the choice
    assert_eq!(page.matches("class=\"sheet error-group\"").count(), 1, "{page}");
    let card = page.split("class=\"sheet error-group\"").nth(1).unwrap();
    // only the link that leads on is prominent
    assert!(card.contains("class=\"button primary\" href=\"/console/import/preview/map?file=persons.csv\""), "{page}");
    assert!(page.contains("<button class=\"secondary\">Check again</button>") && !page.contains("<button>"), "{page}");
    // names of columns in other systems are proposed first
    let page = browser.page("/console/import/preview/map?file=persons.csv");
    assert!(page.contains("<button class=\"secondary\">Use the chosen table</button>"), "{page}");
    assert_eq!(page.matches("<button>").count(), 1, "{page}");
    for (header, column) in [("Personeelsnummer", "ExternalIdentifier"), ("Kostenplaats", "CostCentre"), ("Kleur", "-")]
    {
        let choice =
            page.split(&format!(">{header}<span class=\"visually-hidden\"> goes into</span></label>")).nth(1).unwrap();
        let selected = format!("<option value=\"{column}\" selected>");
        assert!(choice.split("</select>").next().unwrap().contains(&selected), "{choice}");
    }
    post_mapping(&mut browser, &page, MAP, &[]);
    let reported = text_of(&preview(&mut browser));
    assert!(
        reported.contains("Table Changed Persons 1")
            && reported.contains("read with the mapping persons (version 1). Applying"),
        "{reported}"
    );
    assert_eq!(apply(&mut browser), "/console/imports/2?applied=yes");
    let reported = text_of(&browser.page("/console/imports/2"));
    assert!(reported.contains("What persons.csv Mapping Persons: mapping persons (version 1)"), "{reported}");
    // the next import needs no form, for other operators and on the command line
    let next = "Personeelsnummer,Kostenplaats,Kleur\nE002,K2,blauw\n";
    add_operator(&site, "ander", "editor");
    let mut other = Browser::signed_in(&server, "ander");
    let page = preview_upload(&mut other, &[("persons.csv", next.as_bytes())]);
    assert!(text_of(&page).contains("Table Changed Persons 1"), "{}", text_of(&page));
    std::fs::write(site.path().join("persons.csv"), next).unwrap();
    let output = site.lms(&["import", "persons.csv"]).ok();
    assert_eq!(output.stdout, "persons.csv: created 0, updated 1, unchanged 0, removed 0\n");
    // a file with the headers of a data file is still a data file
    let page = preview_upload(&mut other, &[("persons.csv", CHANGE)]);
    assert!(!text_of(&page).contains("read with the mapping"), "{}", text_of(&page));
    let audit = site.lms(&["audit"]).ok().stdout;
    assert!(audit.contains("jansen console mappings set persons, version 1"), "{audit}");
}

const MAP: &str = "/console/import/preview/map";

/// Sends the form of a mapping with these values changed.
#[track_caller]
fn post_mapping(browser: &mut Browser, page: &str, to: &str, set: &[(&str, &str)]) -> Response {
    let form = page.rfind("<form class=\"sheet\"").unwrap_or_else(|| panic!("a form in {page}"));
    let mut fields = form_fields(&page[form..]);
    for (name, value) in set {
        fields.iter_mut().find(|(known, _)| known == name).unwrap_or_else(|| panic!("{name} in {page}")).1 =
            (*value).to_owned();
    }
    let fields: Vec<_> = fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    browser.post(to, &fields)
}

/// Imports a file of another system through the console with the proposed mapping and these lines.
#[track_caller]
pub fn import_by_proposal(site: &Site, name: &str, bytes: &[u8], added: &str) {
    add_operator(site, NAME, "editor");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let page = preview_upload(&mut browser, &[(name, bytes)]);
    assert!(text_of(&page).contains(&format!("Which table does {name} belong to?")), "{page}");
    let page = match added {
        "" => {
            let chosen = post_mapping(&mut browser, &page, MAP, &[]);
            assert_eq!(chosen.header("Location"), Some("/console/import/preview"), "{}", chosen.text());
            preview(&mut browser)
        }
        added => {
            std::fs::write(site.path().join(name), bytes).unwrap();
            let text = site.lms(&["import", name, "--suggest"]).ok().stdout + added;
            assert_eq!(browser.change("/console/mappings/+", &[("text", &text)]).status, 303);
            preview_upload(&mut browser, &[(name, bytes)])
        }
    };
    assert!(page.contains("preview/apply"), "{}", text_of(&page));
    assert!(apply(&mut browser).ends_with("?applied=yes"));
}

#[test]
fn each_file_of_an_import_is_shown_with_its_own_table() {
    let site = persons_site_with("editor");
    site.import(&[("groups.csv", "Name\nA\nB\n")]).ok();
    let mapping = "name = \"leden\"\nfile = \"group_members.csv\"\nmatch = [\"leden.csv\"]\n\n\
                   [columns]\n\"Groep\" = \"GroupName\"\n\"Nummer\" = \"PersonExternalIdentifier\"\n";
    std::fs::write(site.path().join("leden.toml"), mapping).unwrap();
    site.lms(&["mappings", "set", "leden.toml"]).ok();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let members = "Groep,Nummer\nA,E001\n";
    for (centre, number, what) in [("K1", 3, "persons.csv; leden.csv, read as Group members"), ("K2", 4, "persons.csv")]
    {
        let persons = format!("ExternalIdentifier,CostCentre\nE001,{centre}\n");
        preview_upload(&mut browser, &[("persons.csv", persons.as_bytes()), ("leden.csv", members.as_bytes())]);
        assert_eq!(apply(&mut browser), format!("/console/imports/{number}?applied=yes"));
        let reported = text_of(&browser.page(&format!("/console/imports/{number}")));
        assert!(
            reported.contains(&format!("What {what} Mapping Group members: mapping leden (version 1)")),
            "{reported}"
        );
        assert!(text_of(&browser.page("/console/imports")).contains(&format!("{NAME} {what} ")), "{reported}");
    }
}

const FOREIGN: &str = "Medewerkers;;;;\nPers.nr.;Roepnaam;Achternaam;Mail;Soort contract\n\
    001;Noor;Wit;noor@example.nl;Boventallig\n002;Ali;Mos;ali@example.nl;Boventallig\n003;Bo;Vos;bo@example.nl;Inhuur\n";

// "one choice fixes all"
#[test]
fn a_file_of_another_system_is_mapped_by_a_form() {
    let site = persons_site_with("editor");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let files = [("hr.csv", FOREIGN.as_bytes())];
    let page = preview_upload(&mut browser, &files);
    let reported = text_of(&page);
    assert!(
        reported.contains("Which table does hr.csv belong to?") && reported.contains("001 · 002 · 003"),
        "{reported}"
    );
    assert!(
        reported.contains("What does “Boventallig” in Employee type mean?")
            && page.contains("<option value=\"Intern\">"),
        "{reported}"
    );
    // the data file can be another one
    let other = browser.page("/console/import/preview/map?file=hr.csv&as=groups.csv");
    assert!(other.contains("<option value=\"groups.csv\" selected>"), "{other}");
    assert_eq!(browser.get("/console/import/preview/map?file=x.csv").status, 303);
    // errors are at their fields, and the sent values remain
    for (name, value, wrong) in [
        ("name", "HR!", "1 to 64 of a-z"),
        ("column=Roepnaam", "FamilyName", "become one column"),
        ("column=Roepnaam", "EmailAddress", "EmailAddress is not a column of Persons"),
        ("new-constant-column", "Email", "becomes Email already"),
    ] {
        let sent = [(name, value), ("new-constant", "x@x"), ("value=EmployeeType&cell=Boventallig", "Extern")];
        let refused = post_mapping(&mut browser, &page, MAP, &sent).text().to_string();
        let field = refused.split(wrong).next().unwrap().rsplit("<div class=\"field").next().unwrap();
        assert!(text_of(&refused).contains(wrong) && !field.contains("</div>"), "{wrong} {refused}");
        let chosen = refused.split(">What does “Boventallig” in").nth(1).unwrap().split("</select>").next().unwrap();
        assert!(chosen.contains("<option value=\"Extern\" selected>"), "{chosen}");
    }
    post_mapping(&mut browser, &page, MAP, &[("name", "personeel")]);
    let page = preview(&mut browser);
    let reported = text_of(&page);
    assert!(reported.contains("Errors: 1.") && reported.contains("(2 rows: lines 3, 4"), "{reported}");
    assert!(
        reported.contains("hr.csv, line 3 Soort contract (Employee type): Boventallig is not one of"),
        "{reported}"
    );
    let name = field_name(&page, "<mark>Boventallig</mark>");
    send_preview_form(&mut browser, CORRECTIONS, &[(&name, "Intern")]);
    let reported = text_of(&preview(&mut browser));
    assert!(
        reported.contains("Table Created Persons 3") && reported.contains("mapping personeel (version 1). Applying"),
        "{reported}"
    );
    // the form has the choices of the preview, and nothing is stored before the import
    let page = browser.page("/console/import/preview/map?file=hr.csv");
    let chosen = page.split(">What does “Boventallig” in").nth(1).unwrap().split("</select>").next().unwrap();
    assert!(page.contains("value=\"personeel\"") && chosen.contains("<option value=\"Intern\" selected>"), "{page}");
    assert_eq!(site.lms(&["mappings", "list"]).ok().stdout, "");
    assert_eq!(apply(&mut browser), "/console/imports/2?applied=yes");
    let reported = text_of(&browser.page("/console/imports/2"));
    assert!(
        reported.contains("What hr.csv, read as Persons Mapping Persons: mapping personeel (version 1)"),
        "{reported}"
    );
    assert!(site.lms(&["mappings", "show", "personeel"]).ok().stdout.contains("\"Boventallig\" = \"Intern\"\n"));
    let reported = text_of(&browser.page("/console/data/persons/6"));
    assert!(reported.contains("mapping personeel (version 1)"), "{reported}");
    // a file cannot match two mappings, and an unchanged form changes nothing
    preview_upload(&mut browser, &files);
    let page = browser.page("/console/import/preview/map?file=hr.csv");
    let refused = post_mapping(&mut browser, &page, MAP, &[("name", "tweede")]);
    assert_eq!(refused.status, 400);
    assert!(
        text_of(refused.text()).contains("The name of this file already matches mapping personeel"),
        "{}",
        refused.text()
    );
    post_mapping(&mut browser, &page, MAP, &[]);
    let reported = text_of(&preview(&mut browser));
    assert!(
        reported.contains("read with the mapping personeel (version 1).") && reported.contains("nothing to apply"),
        "{reported}"
    );
}

// "*Apply* does exactly what was shown": if a mapping changes meanwhile, the new version is shown first
#[test]
fn a_pending_mapping_gets_the_version_that_was_shown() {
    let site = persons_site_with("editor");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let file = FOREIGN.replace("Boventallig", "Inhuur");
    let page = preview_upload(&mut browser, &[("hr.csv", file.as_bytes())]);
    post_mapping(&mut browser, &page, MAP, &[]);
    let reported = text_of(&preview(&mut browser));
    assert!(reported.contains("mapping hr (version 1). Applying"), "{reported}");
    // a table of warnings has no empty columns, such as those of the column and the value
    assert!(reported.contains("Warnings Place Message hr.csv, line 2"), "{reported}");
    let other = "name = \"hr\"\nfile = \"persons.csv\"\n[columns]\nNr = \"ExternalIdentifier\"\n";
    std::fs::write(site.path().join("hr.toml"), other).unwrap();
    site.lms(&["mappings", "set", "hr.toml"]).ok();
    assert_eq!(apply(&mut browser), "");
    let reported = text_of(&preview(&mut browser));
    assert!(
        reported.contains("The data changed since") && reported.contains("mapping hr (version 2). Applying"),
        "{reported}"
    );
    assert!(reported.contains(" (stored mapping hr, version 1), "), "{reported}");
    assert_eq!(apply(&mut browser), "/console/imports/2?applied=yes");
    assert!(site.lms(&["imports", "show", "2"]).ok().stdout.contains("mapping hr, version 2"));
    // a stored mapping that changes after the preview
    let renamed = file.replace("Noor", "Nora");
    assert!(
        text_of(&preview_upload(&mut browser, &[("hr.csv", renamed.as_bytes())]))
            .contains("with the mapping hr (version 2)")
    );
    let stored = site.lms(&["mappings", "show", "hr"]).ok().stdout;
    std::fs::write(site.path().join("hr.toml"), stored.replace("Inhuur\" = \"Extern", "Inhuur\" = \"Intern")).unwrap();
    site.lms(&["mappings", "set", "hr.toml"]).ok();
    assert_eq!(apply(&mut browser), "");
    let reported = text_of(&preview(&mut browser));
    assert!(reported.contains("The data changed since") && reported.contains("mapping hr (version 3)"), "{reported}");
    assert!(
        reported.contains(" (stored mapping hr, version 3), ") && !reported.contains("mapping hr, version 1"),
        "{reported}"
    );
    assert_eq!(apply(&mut browser), "/console/imports/3?applied=yes");
}

#[test]
fn errors_of_data_files_are_grouped() {
    let site = persons_site_with("editor");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let file = "ExternalIdentifier,EmployeeType\nE001,Vast\nE002,Stagiair\nE003,Vast\n";
    let page = preview_upload(&mut browser, &[("persons.csv", file.as_bytes())]);
    let reported = text_of(&page);
    assert!(
        reported.contains("Errors: 1.") && reported.contains("(3 rows with 2 values: lines 2, 3, 4)"),
        "{reported}"
    );
    // a synonym is proposed, and nothing else
    let chosen = |value: &str| page.split(&format!("“{value}” in")).nth(1).unwrap().split("</select>").next().unwrap();
    assert!(chosen("Vast").contains("<option value=\"Intern\" selected>"), "{page}");
    assert!(!chosen("Stagiair").contains("tern\" selected>"), "{page}");
    let name = |value: &str| format!("value=EmployeeType&cell={value}&file=persons.csv");
    send_preview_form(&mut browser, CORRECTIONS, &[(&name("Vast"), "Intern"), (&name("Stagiair"), "Extern")]);
    let reported = text_of(&preview(&mut browser));
    assert!(reported.contains("Table Changed Unchanged Persons 1 2") && !reported.contains("mapping"), "{reported}");
    // a missing column is named
    let page =
        preview_upload(&mut browser, &[("persons.csv", b"ExternalIdentifier,FirstName,FamilyName\nE9,Bo,Vos\n")]);
    assert!(text_of(&page).contains("line 2 Email: a new row requires a value"), "{}", text_of(&page));
}

// "In the console viewers read and editors change them", with errors at their lines
#[test]
fn mappings_are_listed_edited_and_removed() {
    let site = persons_site_with("editor");
    add_operator(&site, "kijker", "viewer");
    let text = "name = \"hr\"\nfile = \"persons.csv\"\nmatch = [\"hr*.csv\"]\n[columns]\nNr = \"ExternalIdentifier\"\n";
    std::fs::write(site.path().join("hr.toml"), text).unwrap();
    site.lms(&["mappings", "set", "hr.toml"]).ok();
    let server = site.serve(&[]);
    let mut viewer = Browser::signed_in(&server, "kijker");
    assert!(text_of(&viewer.page("/console/mappings")).contains("hr Persons hr*.csv 1"));
    let page = viewer.page("/console/mappings/hr");
    assert!(page.contains("Nr = &#34;ExternalIdentifier&#34;") && !page.contains("name=\"text\""), "{page}");
    for (path, status) in [("hr", 403), ("hr/remove", 403), ("+", 403)] {
        assert_eq!(viewer.change(&format!("/console/mappings/{path}"), &[("text", text)]).status, status, "{path}");
    }
    assert_eq!(viewer.get("/console/mappings/none").status, 404);
    let mut browser = Browser::signed_in(&server, NAME);
    let wrong = text.replace("ExternalIdentifier", "Emial").replace("[columns]", "[colums]");
    let refused = browser.change("/console/mappings/hr", &[("text", &wrong)]);
    let reported = text_of(refused.text());
    assert!(reported.contains("Line 4: colums: unknown key") && refused.text().contains("Emial"), "{reported}");
    let other = text.replace("\"hr\"", "\"other\"");
    let refused = browser.change("/console/mappings/hr", &[("text", &other)]);
    assert!(text_of(refused.text()).contains("mapping hr cannot be renamed"), "{}", refused.text());
    let new = browser.page("/console/mappings/+");
    assert!(new.contains("<details><summary>Advanced") && new.contains("class=\"button\">Import</a>"), "{new}");
    let saved = browser.change("/console/mappings/+", &[("text", &other)]);
    assert_eq!(saved.header("Location"), Some("/console/mappings/other?saved=yes"));
    let changed = text.replace("Nr", "Nummer").replace('\n', "\r\n");
    browser.change("/console/mappings/hr", &[("text", &changed)]);
    assert!(text_of(&browser.page("/console/mappings/hr?saved=yes")).contains("as version 2."));
    assert_eq!(site.lms(&["mappings", "show", "hr"]).ok().stdout, text.replace("Nr", "Nummer"));
    // the form changes the shown parts and keeps the others
    let rest = "header_row = 2\n[columns]\nNummer = \"ExternalIdentifier\"\nSoort = \"EmployeeType\"\n\
                [values.EmployeeType]\nVast = \"Intern\"\n[skip]\nStatus = [\"weg\"]\n[dates]\norder = \"mdy\"\n";
    let full = text.split("[columns]").next().unwrap().to_owned() + rest;
    browser.change("/console/mappings/hr", &[("text", &full)]);
    let page = browser.page("/console/mappings/hr");
    let sent = [
        ("column=Soort", "EmployeeType"),
        ("value=EmployeeType&cell=Vast", "Extern"),
        ("value=EmployeeType&cell=*", "Intern"),
        ("constant=FirstName", "An"),
        ("new-header", "Kamer"),
        ("new-column", "-"),
        ("new-value-column", "EmployeeType"),
        ("new-cell", "ZZP"),
        ("new-value", "Extern"),
        ("header_row", "3"),
        ("encoding", "windows-1252"),
        ("dates", "ymd"),
        ("skip=Status", "weg\r\nuit dienst"),
        ("new-skip-header", "Soort"),
        ("new-skip-cells", "Stagiair"),
    ];
    let wrong = post_mapping(&mut browser, &page, "/console/mappings/hr", &[("header_row", "drie")]).text().to_string();
    assert!(wrong.contains("id=\"header_row-wrong\">header_row must be a number from 1 to 1000"), "{wrong}");
    let saved = post_mapping(&mut browser, &page, "/console/mappings/hr", &sent);
    assert_eq!(saved.header("Location"), Some("/console/mappings/hr?saved=yes"), "{}", saved.text());
    let stored = site.lms(&["mappings", "show", "hr"]).ok().stdout;
    let expected = "name = \"hr\"\nfile = \"persons.csv\"\nmatch = [\"hr*.csv\"]\nheader_row = 3\nencoding = \"windows-1252\"\n\n[columns]\n\
        \"Nummer\" = \"ExternalIdentifier\"\n\"Soort\" = \"EmployeeType\"\n\"Kamer\" = \"\"\n\n[values.EmployeeType]\n\
        \"*\" = \"Intern\"\n\"Vast\" = \"Extern\"\n\"ZZP\" = \"Extern\"\n\n[constants]\n\"FirstName\" = \"An\"\n\n\
        [skip]\n\"Status\" = [\"uit dienst\", \"weg\"]\n\"Soort\" = [\"Stagiair\"]\n\n[dates]\norder = \"ymd\"\n";
    assert_eq!(stored, expected);
    // a page from before another change saves nothing
    let refused = post_mapping(&mut browser, &page, "/console/mappings/hr", &[("column=Soort", "-")]);
    assert!(text_of(refused.text()).contains("meanwhile, to version 4"), "{}", refused.text());
    browser.change("/console/mappings/other/remove", &[]);
    assert_eq!(site.lms(&["mappings", "list"]).ok().stdout, "hr  version 4  persons.csv  hr*.csv\n");
    let audit = site.lms(&["audit"]).ok().stdout;
    assert!(audit.contains("jansen console mappings remove other"), "{audit}");
}

#[test]
fn a_file_name_like_a_placeholder_is_shown_as_it_is() {
    let site = persons_site_with("editor");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let page = preview_upload(&mut browser, &[("{mapping}.csv", FOREIGN.as_bytes())]);
    post_mapping(&mut browser, &page, MAP, &[("name", "hr")]);
    let reported = text_of(&preview(&mut browser));
    assert!(reported.contains("{mapping}.csv is read with the mapping hr (version 1)."), "{reported}");
}

/// Chooses whether unlisted rows are removed and how many, and returns the next page.
fn choose_options(browser: &mut Browser, replace: &str, most: &str) -> String {
    let sent = [("replace", replace), ("most", most)];
    let answer = send_preview_form(browser, OPTIONS, &sent);
    match answer.status {
        303 => preview(browser),
        _ => answer.text().to_string(),
    }
}

#[test]
fn an_error_about_an_unlisted_row_links_to_the_rows_that_refer_to_it() {
    let site = persons_site_with("editor");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    preview_upload(&mut browser, &[("divisions.csv", b"Name\nWest\n")]);
    let page = choose_options(&mut browser, "yes", "100%");
    assert!(
        text_of(&page).contains("Locatie Haven is not listed, but 1 row of Persons refers to it"),
        "{}",
        text_of(&page)
    );
    let link =
        "href=\"/console/data/persons?is.DivisionName=Locatie+Haven\">Rows of Persons that refer to it (Division)<";
    assert!(page.contains(link), "{page}");
}

#[test]
fn options_of_the_command_line_are_chosen_in_the_preview() {
    let site = persons_site_with("editor");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let files = b"ExternalIdentifier,FirstName,FamilyName,Email\nE001,Anna,Berg,anna@example.nl\n";
    let page = preview_upload(&mut browser, &[("persons.csv", files)]);
    assert!(text_of(&page).contains("there is nothing to apply"), "{}", text_of(&page));
    let page = choose_options(&mut browser, "yes", "10%");
    let reported = text_of(&page);
    assert!(reported.contains("3 of 5 rows are not listed"), "{reported}");
    assert!(reported.contains("; under Options, the limit of 10% allows 1"), "{reported}");
    assert!(!page.contains("preview/apply"), "{page}");
    // an invalid value keeps the preview and the choices
    let page = choose_options(&mut browser, "yes", "<b>veel</b>");
    let reported = text_of(&page);
    assert!(reported.contains("<b>veel</b> is neither a number of rows") && reported.contains("3 of 5"), "{reported}");
    assert!(page.contains("<option value=\"yes\" selected>"), "{page}");
    let page = choose_options(&mut browser, "yes", "100%");
    assert!(text_of(&page).contains("Table Unchanged Removed Persons 1 3"), "{}", text_of(&page));
    assert!(page.contains("<option value=\"yes\" selected>") && page.contains("value=\"100%\""), "{page}");
    let rows = text_of(&browser.page("/console/import/preview/persons"));
    assert!(rows.contains("Bram Jansen E002 Employment ended"), "{rows}");
    // without the option, unlisted rows stay
    let page = choose_options(&mut browser, "", "100%");
    assert!(text_of(&page).contains("there is nothing to apply"), "{}", text_of(&page));
    let similar = b"ExternalIdentifier,FirstName,FamilyName,Email\n5,Eef,Smit,eef@example.nl\n";
    let page = preview_upload(&mut browser, &[("persons.csv", similar)]);
    assert!(text_of(&page).contains("leading zeros (under Options of an import)"), "{}", text_of(&page));
    let options = [("similar", "yes"), ("most", "10%")];
    send_preview_form(&mut browser, OPTIONS, &options);
    let page = preview(&mut browser);
    assert!(text_of(&page).contains("Table Created Persons 1"), "{}", text_of(&page));
}

#[test]
fn errors_and_warnings_of_a_preview_name_the_rows_of_codes() {
    let site = persons_site_with("editor");
    site.import(&[
        ("steps.csv", "Title\nVeilig\n"),
        ("categories.csv", "StepTitle,Title\nVeilig,BHV\n"),
        (
            "trainings.csv",
            "Code,Type,Title,StepTitle,CategoryTitle\nBHV,Learning,BHV basis,Veilig,BHV\nAVG,Learning,Privacy,Veilig,BHV\n",
        ),
        ("classes.csv", "Code,TrainingCode,Name,MaxPersons\nVOL,BHV,Groep 2,1\n"),
    ])
    .ok();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let mut preview_page = |rows: &str| {
        let text = format!("PersonExternalIdentifier,TrainingCode,ClassCode,EnrolledAt,State\n{rows}");
        preview_upload(&mut browser, &[("enrollments.csv", text.as_bytes())])
    };
    let page = preview_page("E01,BHV,VOL,2026-01-02T09:00:00,3\n");
    assert!(page.contains("data-suggests=\"file=persons&#38;column=ExternalIdentifier\""), "{page}");
    let mut preview = |rows: &str| text_of(&preview_page(rows));
    let shown = preview("E001,BHV,VOL,2026-01-02T09:00:00,3\nE002,BHV,VOL,2026-01-03T09:00:00,3\n");
    let warning = "Class Groep 2 VOL Groep 2 (VOL) has 1 place, and 2 persons would be enrolled";
    assert!(shown.contains(warning), "{shown}");
    let shown = preview("E001,AVG,VOL,2026-01-02T09:00:00,3\n");
    let error = "Class: Groep 2 (VOL) is a class of training BHV basis (BHV), not of Privacy (AVG)";
    let row = "Person Anna van den Berg (E001) Training Privacy (AVG) Class Groep 2 (VOL)";
    assert!(shown.contains(error) && shown.contains(row), "{shown}");
    let shown = preview("E01,BHV,VOL,2026-01-02T09:00:00,3\n");
    let error = "E01 is not in the database; did you mean Anna van den Berg (E001)?";
    assert!(shown.contains(error) && shown.contains("Person E01 Training BHV basis (BHV)"), "{shown}");
}

#[test]
fn a_correction_suggests_rows_with_the_other_cells_of_the_row() {
    let site = seed_site_with("editor");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let trainings = "Code,Type,Title,StepTitle,CategoryTitle\nX1,Learning,New,Veilig werken,Intro\n";
    let page = preview_upload(&mut browser, &[("trainings.csv", trainings.as_bytes())]);
    let query = "data-suggests=\"file=categories&#38;column=Title&#38;key.StepTitle=Veilig+werken\"";
    assert!(page.contains(query), "{page}");
    // the value corrects rows of two steps
    let rows = format!("{trainings}X2,Learning,New,Vakbekwaam,Intro\n");
    let page = preview_upload(&mut browser, &[("trainings.csv", rows.as_bytes())]);
    assert!(page.contains("data-suggests=\"file=categories&#38;column=Title&#38;key.StepTitle=\""), "{page}");
    // the kind of audience selects the file
    let links = "LearningPathTitle,LinkType,LinkValue\nBasis voor iedereen,Function,Verpleger\n";
    let page = preview_upload(&mut browser, &[("learning_path_links.csv", links.as_bytes())]);
    assert!(page.contains("data-suggests=\"file=functions&#38;column=Name\""), "{page}");
}
