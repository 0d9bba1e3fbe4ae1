//! Tests reports: a form, a table and downloads for each read operation.

use super::{Browser, NAME, add_operator, seed_site_with, text_of};
use crate::rest::basic;
use crate::support::{Fixture, Json, PASSWORD, Request, Server, Site, USER};

/// The demo organisation, with a viewer and a credential that is granted everything.
pub fn site() -> Site {
    static FIXTURE: Fixture = Fixture::new();
    FIXTURE.copy(|| {
        let site = seed_site_with("viewer");
        site.lms(&["credential", "grant", USER, "all"]).ok();
        site
    })
}

/// Returns the answer of the REST API.
#[track_caller]
pub fn rest_answer(server: &Server, path: &str) -> String {
    let request = Request::get(&format!("/api/v1{path}"));
    let answer = server.send(&request.header("Authorization", &basic(USER, PASSWORD)));
    assert_eq!(answer.status, 200, "{path}: {}", answer.text());
    answer.text().to_owned()
}

/// Returns the cells of a column of the table in a page.
pub fn column(page: &str, label: &str) -> Vec<String> {
    let text = |cell: &str| text_of(&format!("<main>{cell}"));
    let table = page.split("<tbody>").nth(1).unwrap_or_default();
    let headings = page.split("<thead>").nth(1).expect("a table").split("</thead>").next().unwrap_or_default();
    let mut labels = headings.split("<th ").skip(1);
    let at = labels.position(|heading| text(&format!("<th {heading}")) == label);
    let at = at.unwrap_or_else(|| panic!("no column {label}: {headings}"));
    let rows = table.split("</tbody>").next().unwrap_or_default().split("<tr>").skip(1);
    rows.map(|row| {
        let cells: Vec<_> = row.split("</td>").flat_map(|cell| cell.split("</th>")).collect();
        text(cells[at])
    })
    .collect()
}

/// Returns the query of the next page of a report.
pub fn next_page_query(page: &str) -> Option<String> {
    let mut links = page.split("<a href=\"?");
    let link = links.find(|link| link.contains(">Next rows<"))?;
    let query = link.split('"').next().unwrap_or_default();
    Some(query.replace("&#38;", "&"))
}

/// "the columns that people look for first …, and the others behind *Columns*"
#[test]
fn the_address_of_a_report_contains_the_chosen_columns() {
    let site = site();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let path = "/console/reports/GetAllBasicPersonInfo";
    let headings = |page: &str| {
        let head = page.split("<thead>").nth(1).and_then(|head| head.split("</thead>").next()).expect("a table");
        text_of(head)
    };
    let page = browser.page(path);
    assert_eq!(headings(&page), "Name Employee number Function Division Has left");
    assert!(page.contains("name=\"row.columns\" value=\"Function\" checked>"), "{page}");
    assert!(page.contains("name=\"row.columns\" value=\"Email\"> Email<"), "{page}");
    let query = "row.columns=Email&row.columns=FamilyName&in.Email=a";
    let page = browser.page(&format!("{path}?{query}"));
    assert_eq!(headings(&page), "Family name Email");
    // the form of the columns keeps the filter, and the form of the filters keeps the columns
    let forms: Vec<_> = page.split("<form").collect();
    let form =
        |label: &str| forms.iter().find(|form| form.contains(&format!("aria-label=\"{label}\""))).expect("a form");
    assert!(form("Columns").contains("type=\"hidden\" name=\"in.Email\" value=\"a\""), "{page}");
    assert!(form("Report").contains("type=\"hidden\" name=\"row.columns\" value=\"Email\""), "{page}");
    // a file with these rows has the columns of the page, and a file with all rows has all columns
    let selection = browser.get(&format!("{path}?{query}&format=selection"));
    assert!(selection.text().starts_with("\u{feff}Family name;Email\r\n"), "{}", selection.text());
    let page = browser.page(&format!("{path}?row.columns=Email"));
    assert!(page.contains("?row.columns=Email&#38;format=selection\">CSV for Excel, with semicolons</a>"), "{page}");
    assert!(page.contains("\"?format=csv\">"), "{page}");
    let unknown = browser.get(&format!("{path}?row.columns=Wine"));
    assert_eq!(unknown.status, 400);
    assert!(text_of(unknown.text()).contains("Wine is not a filter or column of this page."), "{}", unknown.text());
}

/// "a new operation … appears by itself"
#[test]
fn every_read_operation_is_a_report() {
    let site = site();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let all = browser.page("/console/reports");
    let links = all.split("href=\"/console/reports/").skip(1);
    let links: Vec<_> = links.map(|link| link.split('"').next().unwrap()).collect();
    let described = Json::parse(server.send(&Request::get("/api/v1/openapi.json")).text());
    let reads = described.get("paths").members().iter().filter(|(_, methods)| methods.names().contains(&"get"));
    // /me is about the connector itself, and tables and imports have their own pages
    let reads = reads.filter(|(path, _)| !["/me", "/tables", "/imports"].iter().any(|start| path.starts_with(start)));
    let mut reads: Vec<_> = reads.map(|(_, methods)| methods.get("get")).collect();
    assert_eq!(links.len(), reads.len(), "{links:?}");
    browser.language = "nl";
    for link in links {
        let is_this = |read: &&Json| read.get("operationId").text() == link;
        let at = reads.iter().position(is_this).expect(link);
        let operation = reads.swap_remove(at);
        let parameters = operation.names().contains(&"parameters").then(|| {
            let parameters = operation.get("parameters").items().iter();
            let own = parameters.filter(|one| one.names().contains(&"name") && one.get("in").text() != "header");
            own.map(|one| one.get("name").text().to_owned()).collect::<Vec<_>>()
        });
        let page = browser.page(&format!("/console/reports/{link}"));
        for name in parameters.unwrap_or_default() {
            let is_there = page.contains(&format!("name=\"{name}\"")) || name == "format";
            assert!(is_there, "{link} has no field {name}");
        }
        assert!(page.len() < 100_000, "{link}: {} bytes", page.len());
    }
    assert_eq!(browser.get("/console/reports/CreatePerson").status, 404);
    assert_eq!(browser.get("/console/reports/GetClazz").status, 404);
}

#[test]
fn a_table_shows_the_rows_of_the_answer_in_pages() {
    let site = site();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let answer = rest_answer(&server, "/learning-portfolio");
    let answer = Json::parse(&answer);
    let titles: Vec<_> = answer.items().iter().map(|row| row.get("TrainingTitle").text()).collect();
    let mut sorted = titles.clone();
    sorted.sort_by_key(|title| title.to_lowercase());
    let mut down = sorted.clone();
    down.reverse();
    let titles_with =
        |text: &str| titles.iter().copied().filter(|title| title.to_lowercase().contains(text)).collect::<Vec<_>>();
    let filtered = titles_with("en");
    assert!(filtered.len() > 50 && filtered.len() < titles.len(), "more than a page");
    let has_word = |row: &Json, word: &str| {
        let mut cells = row.members().iter();
        cells.any(|(_, cell)| matches!(cell, Json::Text(text) if text.to_lowercase().contains(word)))
    };
    // a word of a person and a word of a training
    let word = |name| answer.items()[0].get(name).text().split(' ').next_back().unwrap_or_default().to_lowercase();
    let both = [word("PersonFamilyName"), word("TrainingTitle")];
    let rows = answer.items().iter();
    let found = rows.filter(|row| both.iter().all(|word| has_word(row, word)));
    let found: Vec<_> = found.map(|row| row.get("TrainingTitle").text()).collect();
    // labels instead of the numbers of the answer
    let rows = answer.items().iter();
    let completed = rows.filter(|row| row.get("LearningPortfolioStatus") == &Json::Number("4".into()));
    let completed: Vec<_> = completed.map(|row| row.get("TrainingTitle").text()).collect();
    assert!(!completed.is_empty() && completed.len() < titles.len());
    let search = format!("row.has={}+{}", both[1], both[0].to_uppercase());
    for (query, expected) in [
        ("", &titles),
        ("row.sort=TrainingTitle", &sorted),
        ("row.sort=TrainingTitle&row.way=down", &down),
        ("in.TrainingTitle=EN", &filtered),
        (&search, &found),
        ("row.has=completed", &completed),
    ] {
        let mut all = Vec::new();
        let mut address = Some(query.to_owned());
        while let Some(query) = address {
            let page = browser.page(&format!("/console/reports/GetAllLearningPortfolioContent?{query}"));
            let cells = column(&page, "Training title");
            assert!(cells.len() <= 50 && page.len() < 100_000, "{query}");
            all.extend(cells);
            address = next_page_query(&page);
        }
        assert_eq!(&all, expected, "{query}");
    }
    // "these rows": the filtered rows, as shown
    let path = "/console/reports/GetAllLearningPortfolioContent?in.TrainingTitle=EN";
    let page = browser.page(path);
    assert!(page.contains("in.TrainingTitle=EN&#38;format=selection\">CSV for Excel, with semicolons</a>"), "{page}");
    let saved = browser.get(&format!("{path}&format=selection"));
    let disposition = saved.header("Content-Disposition");
    assert_eq!(disposition, Some("attachment; filename=\"GetAllLearningPortfolioContent.csv\""));
    let text = saved.text().strip_prefix('\u{feff}').expect("a byte order mark").to_owned();
    let mut csv = csv::ReaderBuilder::new().delimiter(b';').from_reader(text.as_bytes());
    let at = csv.headers().unwrap().iter().position(|header| header == "Training title").expect("a column");
    let rows: Vec<_> = csv.records().map(|row| row.unwrap()[at].to_owned()).collect();
    assert_eq!(rows, filtered);
    assert!(!browser.page("/console/reports/GetAllLearningPortfolioContent").contains("format=selection"));
    // a report without rows has no downloads
    let none = "/console/reports/GetClassesFilteredByDate?fromDate=1990-01-01&toDate=1990-01-02";
    assert!(!browser.page(none).contains("format="), "{none}");
}

/// "saved as CSV for Excel, CSV, JSON or XML"
#[test]
fn downloads_of_a_report_equal_the_answers_of_the_api() {
    let site = site();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let report = "/console/reports/CompletedCourses?fromDate=2020-01-01&toDate=2030-12-31";
    let path = "/completed-courses?fromDate=2020-01-01&toDate=2030-12-31";
    let page = browser.page(report);
    for (format, ending) in [("csv-excel", "csv"), ("csv", "csv"), ("json", "json"), ("ndjson", "ndjson")] {
        let link = format!("?fromDate=2020-01-01&#38;toDate=2030-12-31&#38;format={format}\"");
        assert!(page.contains(&link), "{format}");
        let saved = browser.get(&format!("{report}&format={format}"));
        let name = format!("attachment; filename=\"CompletedCourses.{ending}\"");
        assert_eq!(saved.header("Content-Disposition"), Some(name.as_str()));
        assert!(saved.is_complete);
        assert_eq!(saved.text(), rest_answer(&server, &format!("{path}&format={format}")), "{format}");
    }
    let saved = browser.get(&format!("{report}&format=xml"));
    let fields = [("username", USER), ("password", PASSWORD), ("fromDate", "2020-01-01"), ("toDate", "2030-12-31")];
    let request = super::form("/service/apiservice.asmx/CompletedCourses", &fields);
    assert_eq!(saved.text(), server.send(&request).text());
    let portfolios = browser.page("/console/reports/GetAllLearningPortfolioContent");
    assert!(!portfolios.contains("Include inactive trainings."), "no hint repeats its label: {portfolios}");
    let training = "Code,Type,Title,StepTitle,CategoryTitle,Image,IsVisibleInCatalog\n\
                    X,Learning,X,Vakbekwaam,Medicatie,https://pictures.example/x/,true\n";
    site.import(&[("trainings.csv", training)]).ok();
    let nested = browser.page("/console/reports/GetCatalog?row.columns=Image");
    assert!(nested.contains("\"https://pictures.example/x/\">x</a>"), "a link without a file name: {nested}");
    assert!(nested.contains("?format=json") && !nested.contains("?format=csv"));
    assert!(nested.contains("/images/welkom.png\">welkom.png</a>"), "a picture is a link: {nested}");
    for (address, message) in [
        (format!("{report}&format=%3Cpdf"), "cannot be saved as <pdf; choose csv-excel, csv, json"),
        ("/console/reports/GetCatalog?format=csv".to_owned(), "cannot be saved as csv; choose json"),
    ] {
        let refused = browser.get(&address);
        assert_eq!(refused.status, 400, "{}", refused.text());
        assert!(super::text_of(refused.text()).contains(message), "{}", refused.text());
    }
    let none = browser.get("/console/reports/GetPersonByExternalId?externalId=%00");
    assert!(!none.text().contains('\0'), "a NUL");
    // the log names the operator and the operation
    let log = server.stop().stderr;
    let reported = "operation=\"CompletedCourses\" credential=operator jansen status=200 outcome=ok";
    assert!(log.contains(reported), "{log}");
}

#[test]
fn single_rows_are_shown_as_facts_and_refusals_have_the_text_of_the_api() {
    let site = site();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let page = text_of(&browser.page("/console/reports/GetPersonByExternalId?externalId=001201"));
    let answer = rest_answer(&server, "/persons/by-external-id/001201");
    let answer = Json::parse(&answer);
    for (label, name) in [("Employee number", "ExternalIdentifier"), ("Email", "Email")] {
        let value = answer.get(name).text();
        assert!(page.contains(&format!("{label} {value}")), "{label}: {page}");
    }
    let some = browser.page("/console/reports/Changes?since=0&limit=60");
    assert!(
        text_of(&some).contains("Next 60.") && text_of(&some).contains("More rows follow yes"),
        "{}",
        text_of(&some)
    );
    assert_eq!(column(&some, "Row").len(), 25);
    let rest = browser.page(&format!("/console/reports/Changes?{}", next_page_query(&some).unwrap()));
    assert_eq!(column(&rest, "Row").len(), 25);
    for (query, status, text) in [
        ("GetPersonByExternalId?externalId=wine", 404, "Person not found."),
        ("CompletedCourses?fromDate=2026-02-01&toDate=2026-01-01", 400, "fromDate is later than toDate."),
        (
            "CompletedCourses?fromDate=%3Cb%3E&toDate=2026-01-01",
            400,
            "Invalid value for parameter fromDate: <b>. Allowed is a date (yyyy-MM-dd).",
        ),
        ("Changes?since=2147483647", 410, "The position 2147483647 is not available"),
    ] {
        let answer = browser.get(&format!("/console/reports/{query}"));
        assert_eq!(answer.status, status, "{query}: {}", answer.text());
        assert!(text_of(answer.text()).contains(text), "{query}: {}", text_of(answer.text()));
        assert!(!answer.text().contains("<b>"), "{query}");
    }
}

#[test]
fn the_address_of_a_report_contains_its_parameters() {
    let site = site();
    let server = site.serve(&[]);
    let report = "/console/reports/GetPersonByEmail?email=d%C3%A9+a%2Bb%40x";
    let mut browser = Browser::new(&server);
    let redirect = browser.get(report);
    assert_eq!(
        redirect.header("Location"),
        Some("/console/sign-in?to=reports%2FGetPersonByEmail%3Femail%3Dd%25C3%25A9%2Ba%252Bb%2540x")
    );
    let mut browser = Browser::signed_in(&server, NAME);
    // a browser omits zero seconds
    let page =
        browser.page("/console/reports/GetClassesFilteredByDate?fromDate=2026-01-05T00:00&toDate=2026-02-05T12:30");
    assert!(page.contains("value=\"2026-01-05T00:00:00\"") && !page.contains("class=\"wrong\""), "{page}");
    let page = browser.page("/console/reports/GetPersonAgenda?identifier=001201");
    let example = format!(
        "curl -u 'hr:your-own-password' 'http://{}/api/v1/persons/by-external-id/001201/agenda'",
        server.address
    );
    assert!(text_of(&page).contains(&example), "{}", text_of(&page));
    let training = "trainingId=5&trainingType=Learning&includeArchived=true";
    let page = text_of(&browser.page(&format!("/console/reports/GetClassesFilteredByTraining?{training}")));
    assert!(page.contains("/api/v1/classes/by-training/Learning/5?includeArchived=true'"), "{page}");
}

#[test]
fn dutch_columns_and_words_are_shown_in_english_and_found() {
    let site = site();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let path = "/console/reports/AvailableCourses";
    let page = browser.page(path);
    let mandatory = column(&page, "Mandatory");
    let count = |word: &str| mandatory.iter().filter(|cell| *cell == word).count();
    assert!(count("yes") > 0 && count("no") > 0 && count("yes") + count("no") == mandatory.len(), "{mandatory:?}");
    assert!(!page.contains(">Opleiding<"), "{page}");
    for query in ["in.Verplicht=Yes", "in.Verplicht=ja", "row.has=yes"] {
        let found = column(&browser.page(&format!("{path}?{query}")), "Mandatory");
        assert_eq!(found.len(), count("yes"), "{query}");
    }
    // the answer of the operation keeps its names and words
    let saved = browser.get(&format!("{path}?format=csv"));
    assert!(saved.text().contains(",Opleiding,") && saved.text().contains(",Ja,"), "{}", saved.text());
    browser.language = "nl";
    assert!(column(&browser.page(path), "Verplicht").contains(&"ja".to_owned()));
}

#[test]
fn html_is_shown_as_text() {
    let site = site();
    site.import(&[("steps.csv", "Title,Introduction\nVeilig werken,<p>Een &lt; twee.</p><p><em>D</em>rie</p>\n")]).ok();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let path = "/console/reports/GetAllLearningPortfolioContent";
    let shown = column(
        &browser.page(&format!("{path}?in.StepTitle=Veilig+werken&row.columns=StepIntroduction")),
        "Step introduction",
    );
    // the words of a page are read with their character references resolved
    assert!(shown.iter().all(|cell| cell == "Een < twee. Drie"), "{shown:?}");
    assert!(browser.get(&format!("{path}?format=csv")).text().contains("<p>Een &lt; twee.</p>"));
}

#[test]
fn the_search_of_rows_is_shown_on_the_panel_of_the_report() {
    let site = site();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    for report in [
        "GetAllBasicPersonInfo?",
        "GetClassesFilteredByDate?fromDate=2026-03-01&toDate=2026-06-01&includeArchived=false&",
    ] {
        let page = browser.page(&format!("/console/reports/{report}row.has=de&row.way=down"));
        let (_, form) = page.split_once("<form class=\"sheet\" aria-label=\"Report\"").expect("a panel");
        let (visible, filters) = form.split_once("<details>").expect("collapsed filters");
        assert!(visible.contains("name=\"row.has\" type=\"search\" value=\"de\""), "{page}");
        assert!(visible.contains("name=\"row.way\" value=\"down\"") && filters.contains("name=\"in."), "{page}");
        // only the search is an active filter
        let (_, chips) = page.split_once("<ul class=\"chips\"").expect("active filters");
        let (chips, _) = chips.split_once("</ul>").expect("their end");
        assert_eq!(text_of(&format!("<main><ul {chips}")), "Search: de ×", "{chips}");
    }
}

#[test]
fn errors_of_a_report_are_in_dutch_on_a_dutch_page() {
    let site = seed_site_with("viewer");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    browser.language = "nl";
    for (query, expected) in [
        ("GetPaginatedLearningPortfolioContent?size=0&index=0", " moet 1 t/m 10000 zijn."),
        ("GetPaginatedLearningPortfolioContent?size=9&index=-1", " moet 0 of meer zijn."),
        ("GetPaginatedLearningPortfolioContent?size=9&index=x", ": deze waarde is niet toegestaan."),
        ("DataFile?file=x", ": deze waarde is niet toegestaan."),
        ("CompletedCourses?fromDate=2026-03-01&toDate=2025-01-01", " is later dan "),
    ] {
        let answer = browser.get(&format!("/console/reports/{query}"));
        assert_eq!(answer.status, 400, "{query}");
        let text = text_of(answer.text());
        assert!(text.contains(expected), "{expected}: {text}");
        let names = ["size moet", "index moet", "index:", "file:", "fromDate", "toDate", "Allowed"];
        assert!(!names.iter().any(|name| text.contains(&format!(" {name}"))), "{text}");
    }
}

#[test]
fn a_report_without_rows_has_no_headings() {
    let site = site();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let page = browser.page("/console/reports/GetAllBasicPersonInfo?row.has=nobody-is-called-so");
    assert!(!page.contains("<table") && text_of(&page).contains("Nothing was found."), "{}", text_of(&page));
}

// "names and cells of HTML and script in every place that shows data"
#[test]
fn texts_of_an_answer_are_escaped() {
    let site = Site::new();
    add_operator(&site, NAME, "viewer");
    let evil = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>";
    let quoted = format!("\"{}\"", evil.replace('"', "\"\""));
    site.import(&[(
        "persons.csv",
        &format!("ExternalIdentifier,FirstName,FamilyName,Email\n{quoted},{quoted},{quoted},{quoted}\n"),
    )])
    .ok();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let hostile = "%3Cscript%3E%22%27%3E";
    for path in [
        "GetAllBasicPersonInfo".to_owned(),
        "GetPersonByServiceId?servicePersonId=1".to_owned(),
        format!("GetAllBasicPersonInfo?row.has={hostile}&row.sort={hostile}&in.FirstName={hostile}"),
        format!("GetAllBasicPersonInfo?row.sort=FirstName&row.from=9&row.after={hostile}"),
    ] {
        let page = browser.page(&format!("/console/reports/{path}"));
        assert!(!page.contains("<script>") && !page.contains("<img"), "{path}: {page}");
    }
    let unknown = browser.get(&format!("/console/reports/GetAllBasicPersonInfo?{hostile}=1"));
    assert_eq!(unknown.status, 400);
    assert!(
        text_of(unknown.text()).contains("is not a filter or column of this page")
            && !unknown.text().contains("<script>")
    );
    let page = browser.page("/console/reports/GetAllBasicPersonInfo?row.columns=FirstName");
    assert_eq!(column(&page, "First name"), [evil]);
}

#[test]
fn parameters_that_refer_to_rows_suggest_rows_and_name_the_chosen_row() {
    let site = site();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    for (report, parameter, file, column) in [
        ("GetPersonAgenda", "identifier", "persons", "ExternalIdentifier"),
        ("GetPersonByExternalId", "externalId", "persons", "ExternalIdentifier"),
        ("GetPersonByServiceId", "servicePersonId", "persons", "Id"),
        ("GetPersonByEmail", "email", "persons", "Email"),
        ("GetClass", "classId", "classes", "Id"),
        ("GetClassesFilteredByTraining", "trainingId", "trainings", "Id"),
    ] {
        let page = browser.page(&format!("/console/reports/{report}"));
        let input =
            format!("name=\"{parameter}\" type=\"text\" value=\"\" data-suggests=\"file={file}&#38;column={column}\"");
        assert!(page.contains(&input), "{report}: {page}");
    }
    // without JavaScript, the operator chooses one of the rows that match a part of a name
    let found = browser.get("/console/data/suggest?file=persons&column=Id&q=visser").text().to_string();
    let found: Vec<serde_json::Value> = serde_json::from_str(&found).unwrap();
    let (id, title) = (found[0]["key"].as_str().unwrap(), found[0]["text"].as_str().unwrap());
    let path = "/console/reports/GetPersonByServiceId?servicePersonId=visser";
    let page = browser.page(path);
    assert!(page.contains(&format!("name=\"match.servicePersonId\" value=\"{id}\"")), "{page}");
    let message = if found.len() > 1 { "Several match visser." } else { "visser is not known." };
    assert!(text_of(&page).contains(message) && text_of(&page).contains(title), "{}", text_of(&page));
    let page = browser.page(&format!("{path}&match.servicePersonId={id}"));
    let name = title.split(" · ").next().unwrap();
    assert!(page.contains(&format!("<strong>{name}</strong>")) && page.contains(&format!("/persons/{id}")), "{page}");
    // without a match, the report explains the error
    let none = browser.get("/console/reports/GetPersonByExternalId?externalId=zzz");
    assert_eq!(none.status, 404);
    assert!(text_of(none.text()).contains("Nothing in Persons matches zzz."), "{}", text_of(none.text()));
    // SQLite would find the person with the id 1 by 1e0, and the placeholder by 0
    let page = browser.page("/console/reports/GetPersonByServiceId?servicePersonId=1");
    assert!(page.contains("id=\"servicePersonId-chosen\"><strong>") && !page.contains("<strong></strong>"), "{page}");
    for value in ["1e0", "1.0", "0", "-1"] {
        let answer = browser.get(&format!("/console/reports/GetPersonByServiceId?servicePersonId={value}"));
        assert!(answer.text().contains("id=\"servicePersonId-chosen\"><strong></strong>"), "{}", answer.text());
    }
}

#[test]
fn a_download_is_refused_instead_of_offering_matches() {
    let site = site();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let path = "/console/reports/GetPersonAgenda?identifier=visser";
    assert!(browser.page(path).contains("name=\"match.identifier\""));
    for format in ["csv", "json"] {
        assert_eq!(browser.get(&format!("{path}&format={format}")).status, 404, "{format}");
    }
    assert_eq!(browser.get(&format!("{path}&format=docx")).status, 400);
}
