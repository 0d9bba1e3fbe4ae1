//! Tests imports over REST: uploads, jobs and their errors, the list of imports, and undo.

use super::*;
use crate::goldens;
use crate::support::wait_until;

fn import_server(flags: &[&str]) -> SiteServer {
    let site = goldens::site("GetPersonByEmail");
    site.lms(&["credential", "grant", USER, "Import"]).ok();
    serve(site, flags)
}

const NEW: &str = "ExternalIdentifier,FirstName,FamilyName,Email\nN1,Noor,Wit,noor@example.nl\n";

/// Returns an upload of one data file.
fn upload(query: &str, body: &str) -> Request {
    let request = Request::post(&format!("{BASE}/imports{query}"), "text/csv", body);
    with_login(request)
}

/// Imports a file of another system, for which the site has a mapping.
#[track_caller]
pub fn import_over_rest(site: &Site, name: &str, bytes: &[u8], query: &str) {
    site.add_credential(USER, PASSWORD, &["Import"]);
    let server = site.serve(&[]);
    let path = format!("{BASE}/imports?file={}{query}", name.replace(' ', "%20"));
    let workbook = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
    let kind = if name.ends_with(".xlsx") { workbook } else { "text/csv" };
    let job = wait_for_job(&server, &start_job(&server, &with_login(Request::post(&path, kind, bytes))));
    assert_eq!(job.get("state").text(), "done", "{job:?}");
}

/// Sends a request that starts a job, and returns the job's number.
#[track_caller]
fn start_job(server: &Server, request: &Request) -> String {
    let response = server.send(request);
    assert_eq!(response.status, 202, "{}", response.text());
    let address = response.header("Location").expect("an address");
    address.rsplit_once("/imports/jobs/").expect("a job").1.to_owned()
}

/// Waits until a job has ended, and returns it.
fn wait_for_job(server: &Server, job: &str) -> Json {
    let state = || json(&server.send(&get(&format!("/imports/jobs/{job}"))));
    wait_until("the job ends", || state().get("endedAt") != &Json::Null);
    state()
}

fn number_text(value: &Json) -> String {
    match value {
        Json::Number(number) => number.clone(),
        other => panic!("not a number: {other:?}"),
    }
}

#[test]
fn an_uploaded_file_is_imported_and_undone() {
    let server = import_server(&[]);
    let dry_run = wait_for_job(&server, &start_job(&server, &upload("?file=persons.csv&dryRun=true", NEW)));
    assert_eq!((dry_run.get("state").text(), dry_run.get("import")), ("done", &Json::Null));
    assert_eq!(number_text(dry_run.get("files").items()[0].get("created")), "1");
    let job = wait_for_job(&server, &start_job(&server, &upload("?file=persons.csv", NEW)));
    assert_eq!((job.get("state").text(), job.get("code")), ("done", &Json::Null));
    assert!(server.site.export_file("persons.csv").contains("noor@example.nl"));
    let import = number_text(job.get("import"));
    let all = json(&server.send(&get("/imports?limit=1")));
    assert_eq!(number_text(all.items()[0].get("number")), import);
    // newest first, over all pages
    let (mut path, mut numbers) = ("/imports?limit=1".to_owned(), Vec::new());
    loop {
        let page = server.send(&get(&path));
        numbers.extend(json(&page).items().iter().map(|item| number_text(item.get("number"))));
        let Some(link) = page.header("Link") else { break };
        let (_, next) = link.split_once(BASE).expect("an address");
        path = next.strip_suffix(">; rel=\"next\"").expect("the next page").to_owned();
    }
    let list = json(&server.send(&get("/imports")));
    let expected: Vec<_> = list.items().iter().map(|item| number_text(item.get("number"))).collect();
    assert!(numbers == expected && expected.is_sorted_by(|a, b| a > b), "{numbers:?}");
    let shown_import = json(&server.send(&get(&format!("/imports/{import}"))));
    assert_eq!((shown_import.get("kind").text(), shown_import.get("actor").text()), ("import", USER));
    let changes = json(&server.send(&get(&format!("/imports/{import}/changes"))));
    let [change] = changes.items() else { panic!("{changes:?}") };
    assert_eq!((change.get("file").text(), change.get("kind").text()), ("persons.csv", "created"));
    assert_eq!(change.get("new").get("Email").text(), "noor@example.nl");
    assert_eq!(change.get("old").names().len(), 0);
    // "list fields are left out and named …; an object inside a row becomes columns"
    let changes = server.send(&get(&format!("/imports/{import}/changes?format=csv")));
    assert_eq!(changes.header("X-Omitted-Fields"), Some("key"));
    let mut lines = changes.text().lines().map(|line| line.split(',').collect::<Vec<_>>());
    let (head, row) = (lines.next().expect("a header"), lines.next().expect("a row"));
    assert_eq!((&head[..4], head.len()), (&["file", "row", "line", "kind"][..], row.len()));
    let cell = |name: &str| row[head.iter().position(|known| *known == name).unwrap_or_else(|| panic!("{name}"))];
    assert_eq!((cell("kind"), cell("old.Email"), cell("new.Email")), ("created", "", "noor@example.nl"));
    let imports = server.send(&get("/imports?format=csv"));
    assert_eq!(imports.header("X-Omitted-Fields"), Some("undoneBy, files"));
    assert!(imports.text().starts_with("number,at,kind,actor,action,undoes\r\n"), "{}", imports.text());
    // a dry run of the undo changes nothing
    let undo =
        |query: &str| server.send(&with_login(Request::post(&format!("{BASE}/imports/{import}/undo{query}"), "", "")));
    assert_eq!(json(&undo("?dryRun=true")).get("import"), &Json::Null);
    assert!(server.site.export_file("persons.csv").contains("noor@example.nl"));
    let undone = number_text(json(&undo("")).get("import"));
    assert!(!server.site.export_file("persons.csv").contains("noor@example.nl"));
    let shown_import = json(&server.send(&get(&format!("/imports/{import}"))));
    assert_eq!(shown_import.get("undoneBy").items().iter().map(number_text).collect::<Vec<_>>(), [undone]);
    problem(&undo(""), 409, "conflict");
    problem(&server.send(&get("/imports/99")), 404, "not-found");
    problem(&server.send(&get("/imports/99/changes")), 404, "not-found");
}

#[test]
fn later_changes_prevent_an_undo() {
    let server = import_server(&[]);
    let job = wait_for_job(&server, &start_job(&server, &upload("?file=persons.csv", NEW)));
    let later = NEW.replace("Noor", "Nora");
    wait_for_job(&server, &start_job(&server, &upload("?file=persons.csv", &later)));
    let path = format!("{BASE}/imports/{}/undo", number_text(job.get("import")));
    let refused = server.send(&with_login(Request::post(&path, "", "")));
    assert_eq!(refused.status, 409, "{}", refused.text());
    let body = Json::parse(refused.text());
    assert_eq!((body.get("code").text(), body.get("rows").items()[0].get("file").text()), ("conflict", "persons.csv"));
}

#[test]
fn errors_are_listed_and_grouped() {
    let server = import_server(&[]);
    let invalid = "ExternalIdentifier,FirstName,FamilyName,Email,EmployeeType\nN1,,Wit,a@b,Vast\nN2,A,B,c@d,Vast\n";
    let id = start_job(&server, &upload("?file=persons.csv", invalid));
    let job = wait_for_job(&server, &id);
    assert_eq!((job.get("state").text(), job.get("code").text()), ("failed", "errors"));
    let codes = |errors: &Json| -> Vec<String> {
        let code = |error: &Json| format!("{} {}", number_text(error.get("line")), error.get("code").text());
        errors.items().iter().map(code).collect()
    };
    assert_eq!(codes(job.get("errors")), ["2 required", "2 kind", "3 kind"]);
    let groups: Vec<_> = job.get("groups").items().iter().map(|group| number_text(group.get("count"))).collect();
    assert_eq!(groups, ["1", "2"]);
    let all = server.send(&get(&format!("/imports/jobs/{id}/errors")));
    assert_eq!(codes(&json(&all)), codes(job.get("errors")));
    let csv = server.send(&get(&format!("/imports/jobs/{id}/errors?format=csv")));
    assert!(csv.text().starts_with("file,line,header,column,code,detail\r\npersons.csv,2,,FirstName,required,"));
    assert_eq!(json(&server.send(&get("/imports/jobs/1/errors?format=json"))).items().len(), 3);
    let stopped =
        wait_for_job(&server, &start_job(&server, &upload("?file=persons.csv&replace=true&maxRemovals=0", NEW)));
    assert_eq!((stopped.get("state").text(), stopped.get("code").text()), ("failed", "guard"));
    let detail = stopped.get("errors").items()[0].get("detail").text();
    assert!(detail.contains("maxRemovals 0 allows 0") && !detail.contains("--"), "{detail}");
    // not a .zip file
    let broken = with_login(Request::post(&format!("{BASE}/imports?file=x.zip"), "application/zip", "nothing"));
    assert_eq!(wait_for_job(&server, &start_job(&server, &broken)).get("state").text(), "failed");
}

// docs/rest.md: "each with file, line, header, column, code, detail"
#[test]
fn each_kind_of_error_has_its_code() {
    let server = import_server(&[]);
    let long = "a".repeat(1_001);
    let persons = |rows: &str| {
        format!(
            "ExternalIdentifier,FirstName,FamilyName,Email,EmployeeType,Id,ContractStartTime,ContractEndTime,ManagerExternalIdentifier\n{rows}"
        )
    };
    let classes = |max_persons: &str| format!("Code,TrainingCode,Name,MaxPersons\nC9,T9,x,{max_persons}\n");
    for (file, content, expected) in [
        ("persons.csv", persons("N1,,W,a@b,,,,,\n"), "2 FirstName required"),
        ("persons.csv", persons("N1,A,W,a@b,Vast,,,,\n"), "2 EmployeeType kind"),
        ("persons.csv", persons("N1,A,W,a@b,,,31-02-2030,,\n"), "2 ContractStartTime kind"),
        ("persons.csv", persons("N1,A,W,a@b,,x,,,\n"), "2 Id kind"),
        ("persons.csv", persons("N1,A,W,a@b,,0,,,\n"), "2 Id range"),
        ("persons.csv", persons(&format!("N1,A,{long},a@b,,,,,\n")), "2 FamilyName length"),
        ("persons.csv", persons("N1,A,W\u{1},a@b,,,,,\n"), "2 FamilyName characters"),
        ("persons.csv", persons("N1,A,W,a@b,,,,,\nN1,A,W,a@b,,,,,\n"), "3 ExternalIdentifier repeated"),
        ("persons.csv", persons("N1,A,W,a@b,,,,,N9\n"), "2 ManagerExternalIdentifier rule"),
        ("persons.csv", persons("N1,A,W,a@b,,,2031-01-01,2030-01-01,\n"), "2 ContractEndTime rule"),
        ("persons.csv", "ExternalIdentifier,Emial\nN1,a@b\n".into(), "1 Emial unknown"),
        ("persons.csv", "ExternalIdentifier,Email,Email\nN1,a@b,a@b\n".into(), "1 Email repeated"),
        ("persons.csv", "Email\na@b\n".into(), "1 ExternalIdentifier required"),
        ("persons.csv", "ExternalIdentifier,FirstName\nN1,A,B\n".into(), "2 null rule"),
        ("classes.csv", classes("x"), "2 MaxPersons kind"),
        ("classes.csv", classes("-1"), "2 MaxPersons range"),
    ] {
        let job = wait_for_job(&server, &start_job(&server, &upload(&format!("?file={file}&dryRun=true"), &content)));
        let summary = |error: &Json| {
            let column = match error.get("column") {
                Json::Null => "null",
                column => column.text(),
            };
            format!("{} {column} {}", number_text(error.get("line")), error.get("code").text())
        };
        let found: Vec<_> = job.get("errors").items().iter().map(summary).collect();
        assert!(found.contains(&expected.to_owned()), "{expected}: {found:?}");
    }
}

#[test]
fn requests_with_the_same_idempotency_key_start_one_job() {
    let server = import_server(&[]);
    let upload_with_key = |query: &str| upload(query, NEW).header("Idempotency-Key", "one");
    let first = start_job(&server, &upload_with_key("?file=persons.csv"));
    wait_for_job(&server, &first);
    assert_eq!(start_job(&server, &upload_with_key("?file=persons.csv")), first);
    problem(&server.send(&upload_with_key("?file=persons.csv&dryRun=true")), 409, "idempotency-conflict");
    let other_body = upload("?file=persons.csv", "ExternalIdentifier\n").header("Idempotency-Key", "one");
    problem(&server.send(&other_body), 409, "idempotency-conflict");
    assert_ne!(start_job(&server, &upload("?file=persons.csv", NEW)), first);
    let long = upload("?file=persons.csv", NEW).header("Idempotency-Key", &"x".repeat(256));
    problem(&server.send(&long), 400, "bad-request");
}

/// "`Content-Disposition` or `?file=` for its name".
#[test]
fn the_file_name_is_in_the_query_or_content_disposition() {
    let server = import_server(&[]);
    let upload_with_disposition = |query: &str, value: &str| upload(query, NEW).header("Content-Disposition", value);
    for request in [
        upload_with_disposition("?dryRun=1", "attachment; filename=persons.csv"),
        upload_with_disposition("?dryRun=1", "attachment; filename=\"export 2026/persons.csv\""),
        upload_with_disposition("?dryRun=1", "attachment; filename=\"x.csv\"; filename*=UTF-8''persons%2Ecsv"),
        upload_with_disposition("?dryRun=1&file=persons.csv", "attachment; filename=functions.csv"),
    ] {
        let job = wait_for_job(&server, &start_job(&server, &request));
        let files = job.get("files").items().iter().map(|file| file.get("file").text());
        assert_eq!(files.collect::<Vec<_>>(), ["persons.csv"], "{request:?}");
        assert!(job.get("createdAt").text().ends_with("+01:00"), "{job:?}");
    }
    for value in ["attachment", "attachment; filename=", "attachment; filename*=UTF-8''%FF", "attachment; filename=.."]
    {
        problem(&server.send(&upload_with_disposition("", value)), 400, "bad-request");
    }
    let long = format!("attachment; filename={}", "é".repeat(200));
    problem(&server.send(&upload_with_disposition("", &long)), 400, "bad-request");
}

#[test]
fn a_file_of_another_system_is_imported_with_its_mapping() {
    let server = import_server(&[]);
    let mapping = "name = \"hr\"\nfile = \"persons.csv\"\n[columns]\n\"Nr\" = \"ExternalIdentifier\"\n\"Roepnaam\" = \"FirstName\"\n\"Naam\" = \"FamilyName\"\n\"Mail\" = \"Email\"\n";
    std::fs::write(server.site.path().join("hr.toml"), mapping).unwrap();
    server.site.lms(&["mappings", "set", "hr.toml"]).ok();
    let foreign = "Nr;Roepnaam;Naam;Mail\nN1;Noor;Wit;noor@example.nl\n";
    for query in ["?file=medewerkers.csv&dryRun=1", "?file=medewerkers.csv&mapping=hr"] {
        let job = wait_for_job(&server, &start_job(&server, &upload(query, foreign)));
        assert_eq!(job.get("state").text(), "done", "{job:?}");
    }
    let import = json(&server.send(&get("/imports?limit=1")));
    assert_eq!(import.items()[0].get("files").items()[0].get("mapping").get("name").text(), "hr");
    problem(&server.send(&upload("?file=x.csv&mapping=nobody", foreign)), 404, "not-found");
    problem(&server.send(&upload("?file=x.csv&mapping=a%0Bb", foreign)), 400, "bad-request");
    let unknown = wait_for_job(&server, &start_job(&server, &upload("?file=x.csv", "A;B\n1;2\n")));
    assert_eq!(unknown.get("state").text(), "failed");
    assert!(unknown.get("errors").items()[0].get("detail").text().contains("No mapping fits it"), "{unknown:?}");
}

#[test]
fn refused_requests_start_no_job() {
    let server = import_server(&[]);
    let before = json(&server.send(&get("/imports"))).items().len();
    problem(&server.send(&upload("", NEW)), 400, "bad-request");
    // all errors are reported
    let invalid = upload("?file=persons.csv&maxChanges=many&dryRun=perhaps&maxRemovals=101%25&replace=1&Dry=1", NEW);
    let response = server.send(&invalid);
    problem(&response, 400, "bad-request");
    let body = Json::parse(response.text());
    let errors = body.get("errors").items().iter().map(|error| (error.get("field").text(), error.get("code").text()));
    assert_eq!(
        errors.collect::<Vec<_>>(),
        [("maxChanges", "kind"), ("dryRun", "kind"), ("maxRemovals", "kind"), ("Dry", "unknown")]
    );
    problem(&server.send(&upload(&format!("?file={}.csv", "x".repeat(252)), NEW)), 400, "bad-request");
    problem(&server.send(&upload("?file=persons.csv&Dry=1", NEW)), 400, "bad-request");
    let image = with_login(Request::post(&format!("{BASE}/imports?file=x.png"), "image/png", "x"));
    let refused = server.send(&image);
    problem(&refused, 415, "unsupported-media-type");
    assert!(refused.header("Accept-Post").is_some_and(|types| types.contains("text/csv")));
    problem(&server.send(&upload("?file=persons.csv", NEW).without_header("Authorization")), 401, "unauthorized");
    server.site.add_credential("other", PASSWORD, &["GetCatalog"]);
    let as_other =
        |request: Request| request.without_header("Authorization").header("Authorization", &basic("other", PASSWORD));
    problem(&server.send(&as_other(upload("?file=persons.csv", NEW))), 403, "not-granted");
    assert_eq!(json(&server.send(&get("/imports"))).items().len(), before);
    // jobs of other credentials are not found
    let job = start_job(&server, &upload("?file=persons.csv&dryRun=true", NEW));
    wait_for_job(&server, &job);
    server.site.lms(&["credential", "grant", "other", "Import"]).ok();
    problem(&server.send(&as_other(get(&format!("/imports/jobs/{job}")))), 404, "not-found");
    problem(&server.send(&as_other(get(&format!("/imports/jobs/{job}/errors")))), 404, "not-found");
    let delete = |path: &str| with_login(Request { method: "DELETE".into(), ..Request::get(&format!("{BASE}{path}")) });
    problem(&server.send(&as_other(delete(&format!("/imports/jobs/{job}")))), 404, "not-found");
    problem(&server.send(&delete(&format!("/imports/jobs/{job}"))), 409, "conflict");
    let read_only = import_server(&["--read-only"]);
    problem(&read_only.send(&upload("?file=persons.csv", NEW)), 503, "cannot-be-written");
    let before = read_only.site.export_file("persons.csv");
    for query in ["", "?dryRun=true"] {
        let undo = with_login(Request::post(&format!("{BASE}/imports/999/undo{query}"), "", ""));
        problem(&read_only.send(&undo), 503, "cannot-be-written");
    }
    assert_eq!(read_only.site.export_file("persons.csv"), before);
}

#[test]
fn a_restart_fails_interrupted_jobs() {
    let site = goldens::site("GetPersonByEmail");
    site.lms(&["credential", "grant", USER, "Import"]).ok();
    let database = rusqlite::Connection::open(site.db()).unwrap();
    let job = "INSERT INTO import_job (credential, digest, query, created_at, state) VALUES (?, '', '', '2026-03-09T11:00:00Z', 'reading')";
    database.execute(job, [USER]).unwrap();
    drop(database);
    let server = site.serve(&["--read-only"]);
    assert_eq!(json(&server.send(&get("/imports/jobs/1"))).get("state").text(), "reading");
    let log = server.stop().stderr;
    assert!(!log.contains("interrupted imports"), "{log}");
    let server = serve(site, &[]);
    let job = wait_for_job(&server, "1");
    assert_eq!((job.get("state").text(), job.get("code").text()), ("failed", "interrupted"));
}

// "One job runs, 16 wait, the next is 503 with `Retry-After`"; "`DELETE` cancels: 204"
#[test]
fn a_full_queue_refuses_jobs_and_jobs_can_be_cancelled() {
    let server = import_server(&[]);
    let rows: String = (0..300_000).map(|n| format!("N{n},Noor,Wit,{n}@example.nl\n")).collect();
    let header = NEW.split_inclusive('\n').next().unwrap();
    let first = start_job(&server, &upload("?file=persons.csv", &(header.to_owned() + &rows)));
    let state = |job: &str| json(&server.send(&get(&format!("/imports/jobs/{job}")))).get("state").text().to_owned();
    wait_until("the first job runs", || state(&first) == "reading");
    let next = |number: usize| upload(&format!("?file=persons.csv&dryRun=true&maxChanges={number}"), NEW);
    let waiting: Vec<_> = (1..=16).map(|number| start_job(&server, &next(number))).collect();
    let refused = server.send(&next(17));
    assert_eq!(refused.status, 503, "{}", refused.text());
    assert!(refused.header("Retry-After").is_some());
    let text = problem(&refused, 503, "busy");
    assert!(text.contains("imports are waiting"), "{text}");
    let cancel = |job: &str| {
        let path = format!("{BASE}/imports/jobs/{job}");
        server.send(&with_login(Request { method: "DELETE".into(), ..Request::get(&path) })).status
    };
    assert_eq!((cancel(&waiting[15]), cancel(&first), cancel(&first)), (204, 204, 409));
    assert_eq!((state(&waiting[15]).as_str(), state(&first).as_str()), ("cancelled", "cancelled"));
    assert_eq!(wait_for_job(&server, &waiting[0]).get("state").text(), "done");
    assert!(!server.site.export_file("persons.csv").contains("N299999"));
}

// "body … can't be read: 400 `bad-request`"; "says the limit"
#[test]
fn unreadable_forms_and_large_files_are_refused() {
    let server = import_server(&["--max-upload", "100000", "--max-body", "2000"]);
    let form = |body: &str| {
        let kind = "multipart/form-data; boundary=BND";
        server.send(&with_login(Request::post(&format!("{BASE}/imports"), kind, body)))
    };
    let part = "--BND\r\nContent-Disposition: form-data; name=\"f\"; filename=\"groups.csv\"\r\n\r\nName\nG\n";
    for body in ["", part] {
        let response = form(body);
        assert_eq!(response.status, 400, "{body}: {}", response.text());
        assert!(response.text().contains("\"code\":\"bad-request\""), "{body}: {}", response.text());
    }
    // parameters belong in the query
    let parameter = "--BND\r\nContent-Disposition: form-data; name=\"dryRun\"\r\n\r\ntrue\r\n";
    let response = form(&format!("{parameter}{part}\r\n--BND--\r\n"));
    assert!(problem(&response, 400, "bad-request").contains("dryRun"));
    let undo = |body: &str| with_login(Request::post(&format!("{BASE}/imports/999/undo"), "application/json", body));
    assert!(problem(&server.send(&undo("{\"dryRun\":true}")), 400, "bad-request").contains("query"));
    assert_eq!(server.send(&undo("{}")).status, 404);
    let kind = "multipart/form-data";
    let response = server.send(&with_login(Request::post(&format!("{BASE}/imports"), kind, part)));
    assert!(problem(&response, 400, "bad-request").contains("boundary"));
    let large = "x".repeat(100_006);
    for response in [form(&format!("{part}{large}\r\n--BND--\r\n")), server.send(&upload("?file=groups.csv", &large))] {
        assert_eq!(response.status, 413, "{}", response.text());
        assert!(response.text().contains("100000 bytes"), "{}", response.text());
    }
}
