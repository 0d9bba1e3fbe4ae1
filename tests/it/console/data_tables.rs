//! Tests the table of each data file: search, filters, sorting, pages and downloads.

use super::{Browser, NAME, add_operator, persons_site_with, seed_site_with, text_of, with_operator};
use crate::support::{Request, Site, form_body};
use crate::transport::{self, Client, keep_alive};

/// Returns the first cells of the rows of the table in a page.
fn first_cells(page: &str) -> Vec<String> {
    let rows = page.split("<th scope=\"row\"").skip(1);
    rows.map(|row| text_of(format!("<th{row}").split("</th>").next().unwrap_or_default())).collect()
}

#[test]
fn every_data_file_has_a_table_with_its_rows() {
    let site = seed_site_with("viewer");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let files = browser.page("/console/data");
    let links = files.split("href=\"/console/data/").skip(1);
    let stems: Vec<_> = links.map(|link| link.split('"').next().unwrap().to_owned()).collect();
    assert_eq!(stems.len(), 26, "{stems:?}");
    for stem in stems {
        let page = browser.page(&format!("/console/data/{stem}"));
        assert!(page.contains("<table>"), "{stem}");
        assert!(page.len() < 100_000, "{stem}: first paint is {} bytes", page.len());
        let searched = browser.page(&format!("/console/data/{stem}?q=wine"));
        assert_eq!(first_cells(&searched), [""; 0], "{stem}");
    }
    assert_eq!(browser.get("/console/data/wine").status, 404);
    assert_eq!(browser.get("/console/data/images").status, 404);
}

#[test]
fn a_title_of_one_column_is_listed_once_and_first() {
    let site = seed_site_with("viewer");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let page = browser.page("/console/data/categories");
    let headings: Vec<_> =
        page.split("<th scope=\"col\"").skip(1).map(|rest| rest.split("</th>").next().unwrap()).collect();
    assert_eq!(headings.len(), 3, "{headings:?}");
    assert!(headings[0].contains("Title"), "{headings:?}");
}

/// Returns the second cells of a table of persons: the identifiers.
fn identifiers(page: &str) -> Vec<String> {
    let rows = page.split("<th scope=\"row\"").skip(1).filter_map(|row| row.split("<td").nth(1));
    rows.map(|cell| text_of(format!("<td{cell}").split("</td>").next().unwrap_or_default())).collect()
}

// ASVS 1.2.4
#[test]
fn rows_are_searched_filtered_and_sorted() {
    let site = persons_site_with("viewer");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    for (query, expected) in [
        ("", &["E001", "E002", "E003", "E004", "00005"][..]),
        ("?q=van+den+BERG", &["E001"]),
        ("?q=%25", &[]),
        ("?q=_001", &[]),
        ("?q=example.nl+a", &["E001", "E002", "E003", "E004", "00005"]),
        ("?q=vries", &["E003"]),
        ("?is.FunctionName=Docent", &["E002", "E003", "E004"]),
        ("?is.FunctionName=Docent&is.DivisionName=Noord", &["E003", "E004"]),
        ("?is.FunctionName=Piloot", &[]),
        ("?is.HasActivatedAccount=true", &["E001", "E003"]),
        ("?sort=FamilyName", &["E001", "E004", "E002", "00005", "E003"]),
        ("?sort=ExternalIdentifier&way=down", &["E004", "E003", "E002", "E001", "00005"]),
    ] {
        let page = browser.page(&format!("/console/data/persons{query}"));
        assert_eq!(identifiers(&page), expected, "{query}");
    }
    for (path, message) in [
        (format!("persons?q={}", "a+".repeat(1000)), "the text has 2000 characters; at most 200 are allowed"),
        (format!("persons?{}", "has.Email=a&".repeat(1001)), "there are 1001; at most 50 are allowed"),
        ("persons?ExternalIdentifier=E001".to_owned(), "ExternalIdentifier is not a filter or column of this page."),
        ("persons?sort=nothing".to_owned(), "nothing is not a filter or column of this page."),
    ] {
        let answer = browser.get(&format!("/console/data/{path}"));
        assert_eq!(answer.status, 400, "{}", answer.text());
        assert!(text_of(answer.text()).contains(message), "{}", answer.text());
    }
    let long = browser.get(&format!("/console/person?q={}", "a+".repeat(1000)));
    assert_eq!(long.status, 400, "{}", long.text());
    let longest = format!("/console/data/persons?q={}", "a+".repeat(100));
    assert_eq!(browser.get(&longest).status, 200);
}

/// Returns the filters in a page: the name and kind of each field.
fn filters(page: &str) -> Vec<(String, String)> {
    let inside = page.split("<main").nth(1).and_then(|main| main.split("<details").nth(1)).unwrap_or_default();
    let inside = inside.split("</details>").next().unwrap();
    let tags = inside.split('<').filter(|tag| tag.contains(" name=\""));
    let attribute = |tag: &str, name: &str| {
        let value = tag.split(&format!(" {name}=\"")).nth(1)?;
        Some(value.split('"').next()?.to_owned())
    };
    tags.map(|tag| {
        let kind = attribute(tag, "type").unwrap_or_else(|| "select".to_owned());
        (attribute(tag, "name").unwrap(), kind)
    })
    .collect()
}

/// Returns whether a cell of a data file matches a filter.
fn is_match(filter: &str, kind: &str, cell: &str, filter_value: &str) -> bool {
    let number = |text: &str| text.parse::<f64>().unwrap();
    let ordered = |cell: &str, filter_value: &str| match kind {
        "date" | "time" => cell.get(..filter_value.len()).unwrap_or(cell).cmp(filter_value),
        _ => number(cell).total_cmp(&number(filter_value)),
    };
    match filter {
        "is" => cell == filter_value,
        "has" => cell.to_ascii_lowercase().contains(&filter_value.to_ascii_lowercase()),
        _ if cell.is_empty() => false,
        "from" => ordered(cell, filter_value).is_ge(),
        _ => ordered(cell, filter_value).is_le(),
    }
}

// "filter by column": the kind of filter depends on the kind of the column
#[test]
fn every_column_is_filtered_by_its_kind() {
    let site = seed_site_with("viewer");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let files = browser.page("/console/data");
    let stems = files.split("href=\"/console/data/").skip(1);
    let exported = site.export_files();
    for stem in stems.map(|link| link.split('"').next().unwrap()) {
        let text = &exported[&format!("{stem}.csv")];
        let mut csv = csv::Reader::from_reader(text.as_bytes());
        let columns: Vec<_> = csv.headers().unwrap().iter().map(str::to_owned).collect();
        let rows: Vec<_> = csv.records().map(Result::unwrap).collect();
        let fields = filters(&browser.page(&format!("/console/data/{stem}")));
        for (at, column) in columns.iter().enumerate() {
            let filters = fields.iter().filter_map(|(name, kind)| {
                let (filter, filtered_column) = name.split_once('.')?;
                (filtered_column == column).then_some((name.as_str(), filter, kind.as_str()))
            });
            let filters: Vec<_> = filters.collect();
            // columns without a field, by which an address can still filter; a reason has no other key than its id
            let omitted = match column.as_str() {
                "Id" if stem != "dim_reasons" => Some(("from.Id", "from", "number")),
                "Anonymised" => Some(("is.Anonymised", "is", "select")),
                _ => None,
            };
            assert_eq!(filters.is_empty(), omitted.is_some(), "{stem} {column}");
            let filters = filters.into_iter().chain(omitted);
            // the median of the cells with a value
            let mut cells: Vec<_> = rows.iter().map(|row| &row[at]).collect();
            cells.retain(|cell| !cell.is_empty() && *cell != "never");
            cells.sort_unstable();
            let Some(filter_value) = cells.get(cells.len() / 2) else {
                continue;
            };
            for (name, filter, kind) in filters {
                let filter_value = match kind {
                    "date" => &filter_value[..10],
                    _ if filter == "has" => filter_value.get(1..4).unwrap_or(filter_value),
                    _ => filter_value,
                };
                let expected = rows.iter().filter(|row| is_match(filter, kind, &row[at], filter_value)).count();
                let query = form_body(&[(name, filter_value)]);
                let page = browser.page(&format!("/console/data/{stem}?{query}"));
                assert_eq!(first_cells(&page).len(), expected.min(50), "{stem} {query}");
            }
        }
    }
}

#[test]
fn invalid_ranges_are_reported_at_their_fields() {
    let site = persons_site_with("viewer");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    for (query, expected) in [
        ("from.ContractStartTime=1-9-2021", &["E002"][..]),
        ("to.ContractStartTime=2021-09-01T00:00", &["E001", "E002", "E003"]),
        ("from.Id=2&to.Id=3", &["E002", "E003"]),
        ("has.Email=%25", &[]),
        ("has.PhoneNumber=010&has.FamilyName=BER", &["E001"]),
        ("has.FamilyName=+", &["E001", "E002", "E003", "E004", "00005"]),
    ] {
        let page = browser.page(&format!("/console/data/persons?{query}"));
        assert_eq!(identifiers(&page), expected, "{query}");
    }
    let long = format!("has.Email={}", "a".repeat(201));
    for (query, message) in [
        (&*long, "the search has 201 characters; at most 200 are allowed"),
        ("from.ContractEndTime=%3Cb%3E&q=anna", "<b> is not a datetime (YYYY-MM-DD or"),
        ("to.Id=veel", "veel is not an id"),
    ] {
        let page = browser.page(&format!("/console/data/persons?{query}"));
        assert!(text_of(&page).contains(message) && first_cells(&page).is_empty(), "{page}");
        // the page keeps the text
        assert!(!page.contains("<b>") && page.contains("<details open>"), "{page}");
    }
}

#[test]
fn the_next_page_begins_after_the_last_row() {
    let site = with_operator(Site::new(), "viewer");
    let mut groups = String::from("Name\n");
    (0..120).for_each(|number| groups += &format!("Groep {:03}\n", (number * 7) % 120));
    site.import(&[("groups.csv", &groups)]).ok();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    for (query, in_order) in [("", false), ("?sort=Name", true), ("?sort=Name&way=down", true)] {
        let mut address = format!("/console/data/groups{query}");
        let mut all = Vec::new();
        for rows in [50, 50, 20] {
            let page = browser.page(&address);
            let cells = first_cells(&page);
            assert_eq!(cells.len(), rows, "{address}");
            all.extend(cells);
            let next = page.split("<a href=\"?").find(|link| link.contains(">Next rows<"));
            let query = next.map(|link| link.split('"').next().unwrap().replace("&#38;", "&"));
            assert_eq!(query.is_some(), rows == 50, "{address}");
            address = format!("/console/data/groups?{}", query.unwrap_or_default());
        }
        let mut sorted = all.clone();
        sorted.sort();
        sorted.dedup();
        assert_eq!(sorted.len(), 120, "{query}: each row once");
        if query.contains("down") {
            sorted.reverse();
        }
        assert_eq!(all == sorted, in_order, "{query}");
    }
}

#[test]
fn the_address_contains_the_chosen_columns_and_filters() {
    let site = persons_site_with("viewer");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let page = browser.page("/console/data/persons?columns=Email&columns=CostCentre&q=example&is.FunctionName=Docent");
    let head = page.split("<thead>").nth(1).and_then(|head| head.split("</thead>").next()).expect("a table");
    assert_eq!(text_of(head), "Name Email Cost centre");
    // the other form keeps the choice, and each filter is removed by a link
    assert!(page.contains("<input type=\"hidden\" name=\"columns\" value=\"CostCentre\">"), "{page}");
    assert!(page.contains("<input type=\"checkbox\" name=\"columns\" value=\"Email\" checked>"), "{page}");
    for (chip, address) in [
        ("Search: example", "?columns=Email&#38;columns=CostCentre&#38;is.FunctionName=Docent"),
        ("Function: Docent", "?columns=Email&#38;columns=CostCentre&#38;q=example"),
    ] {
        let link = format!("<a href=\"{address}\" aria-label=\"Remove the filter {chip}\">{chip} ");
        assert!(page.contains(&link), "{link}: {page}");
    }
    let begins_with_date = text_of(&browser.page("/console/data/persons?q=2026-03-09+avonddienst"));
    assert!(begins_with_date.contains("Search: 2026-03-09 avonddienst ×"), "{begins_with_date}");
    assert!(!page.contains("value=\"Id\"") && !page.contains("Anonymised"), "no columns that are no fields: {page}");
    // an address from a form that had such fields, and chose such a column
    let page = browser.page("/console/data/persons?from.Id=&is.Anonymised=&columns=Anonymised&columns=Email");
    assert!(page.contains(">bram@example.nl</td>") && !page.contains("name=\"from.Id\""), "{page}");
    let page = browser.page("/console/data/persons?columns=Email&columns=CostCentre");
    // cards of narrow windows name each cell
    assert!(page.contains(" data-label=\"Email\">bram@example.nl</td>"), "{page}");
    browser.language = "nl";
    let page = browser.page("/console/data/persons?columns=ContractStartTime");
    assert!(page.contains(">1-9-2021 08:30</td>"), "{page}");
}

// "an enrolment shows person, training and class by name"
#[test]
fn rows_are_searched_and_shown_by_the_names_of_referenced_rows() {
    let site = seed_site_with("viewer");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let enrollments = site.export_file("enrollments.csv");
    let count_enrollments =
        |person: &str| enrollments.lines().filter(|line| line.split(',').nth(1) == Some(person)).count();
    let persons = site.export_file("persons.csv");
    let mut csv = csv::Reader::from_reader(persons.as_bytes());
    let persons: Vec<_> = csv.records().map(Result::unwrap).collect();
    let (person, name) =
        persons.iter().map(|row| (&row[1], &row[4])).find(|(person, _)| count_enrollments(person) > 1).expect("one");
    let expected: usize =
        persons.iter().filter(|row| row[4].contains(name)).map(|row| count_enrollments(&row[1])).sum();
    let page = browser.page(&format!("/console/data/enrollments?{}", form_body(&[("q", name)])));
    let found = first_cells(&page);
    assert_eq!(found.len(), expected, "{name}: {page}");
    let cell = found.iter().find(|cell| cell.ends_with(person)).expect("the person");
    assert!(cell.contains(name), "the code and the name: {cell}");
    // the words of a search may be in different referenced rows
    let both = browser.page(&format!("/console/data/enrollments?q={person}+{}", &name[..3]));
    assert_eq!(first_cells(&both).len(), count_enrollments(person));
    // both words of a name must be in one person's row, in any order, beside a word of another row
    let known = persons.iter().find(|row| row[1] == *person).expect("the person");
    let namesakes = persons.iter().filter(|row| row[2] == known[2] && row[4] == known[4]);
    let expected: usize = namesakes.map(|row| count_enrollments(&row[1])).sum();
    let row = enrollments.lines().find(|line| line.split(',').nth(1) == Some(person)).expect("an enrolment");
    let training = row.split(',').nth(2).expect("a training");
    let mut found = |search: String| {
        first_cells(&browser.page(&format!("/console/data/enrollments?{}", form_body(&[("q", &search)])))).len()
    };
    assert_eq!(found(format!("{} {name}", &known[2])), expected);
    assert_eq!(found(format!("{name} {}", &known[2])), expected);
    assert!((1..expected).contains(&found(format!("{name} {training} {}", &known[2]))), "{training}");
    // the filter by a reference names the row
    let filtered = browser.page(&format!("/console/data/enrollments?is.PersonExternalIdentifier={person}"));
    let words: Vec<_> = [2, 3, 4].iter().map(|at| &known[*at]).filter(|word| !word.is_empty()).collect();
    let chip = format!("Person: {} ({person}) ×", words.join(" "));
    assert!(text_of(&filtered).contains(&chip), "{chip}: {filtered}");
    let none = browser.page(&format!("/console/data/enrollments?q={person}+zzz"));
    assert_eq!(first_cells(&none), [""; 0]);
}

#[test]
fn fields_describe_their_values() {
    let site = seed_site_with("viewer");
    add_operator(&site, "editor", "editor");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let page = browser.page("/console/data/enrollments");
    for label in ["Person (employee number)", "Training (code)", "Class (code)"] {
        assert!(page.contains(&format!(">{label}</label>")), "{label}: {page}");
    }
    for field in [
        "name=\"is.PersonExternalIdentifier\" type=\"text\" value=\"\" data-suggests=\"file=persons&#38;column=ExternalIdentifier\"",
        "name=\"from.EnrolledAt\" type=\"date\"",
        "name=\"from.Costs\" type=\"text\" inputmode=\"decimal\"",
    ] {
        assert!(page.contains(field), "{field}: {page}");
    }
    let page = Browser::signed_in(&server, "editor").page("/console/data/classes/new");
    assert!(page.contains("name=\"MaxPersons\" type=\"number\""), "{page}");
    // labels of references name the searched key
    assert!(browser.page("/console/data/persons").contains(">Function</label>"));
    browser.language = "nl";
    assert!(browser.page("/console/data/enrollments").contains(">Persoon (personeelsnummer)</label>"));
}

#[test]
fn the_link_that_adds_a_row_is_beside_the_title() {
    let site = seed_site_with("editor");
    add_operator(&site, "viewer", "viewer");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    for (language, labels) in [
        ("en", ["Add a person", "Add a class", "Add an enrolment"]),
        ("nl", ["Persoon toevoegen", "Klas toevoegen", "Inschrijving toevoegen"]),
    ] {
        browser.language = language;
        let pages = ["person", "classes", "data/enrollments"];
        for ((page, stem), label) in pages.iter().zip(["persons", "classes", "enrollments"]).zip(labels) {
            let shown = browser.page(&format!("/console/{page}"));
            let back = if page.starts_with("data/") { String::new() } else { format!("?back={page}") };
            let address = format!("/console/data/{stem}/new{back}");
            let link = format!("</h1>\n<p><a href=\"{address}\" class=\"button\">{label}</a></p>");
            assert!(shown.contains(&link), "{page}: {shown}");
            let form = browser.page(&address);
            assert!(form.contains(&format!("<h1>{label}</h1>")), "{form}");
            // the navigation marks the page that leads to the form
            let section = page.split('/').next().unwrap();
            let current = format!("<a href=\"/console/{section}\" aria-current=\"page\">");
            assert_eq!(form.matches(&current).count(), form.matches("aria-current=\"page\"").count(), "{form}");
            assert!(form.contains(&current), "{form}");
        }
    }
    let shown = Browser::signed_in(&server, "viewer").page("/console/data/enrollments");
    assert!(!shown.contains("/new\""), "{shown}");
}

#[test]
fn codes_and_dates_do_not_wrap() {
    let site = seed_site_with("viewer");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let page = browser.page("/console/data/enrollments");
    let (_, date) = page.split_once(" class=\"nowrap\" data-label=\"Enrolled on\">").expect("a date");
    assert!(date.split('<').next().is_some_and(|date| date.contains("\u{a0}20")), "{page}");
    assert!(page.contains("<th scope=\"row\"><a "), "a name may wrap: {page}");
    assert!(page.contains("<div class=\"table\" "), "few columns have no scroll box: {page}");
    assert!(page.contains("<tr data-sort-by=\"Sort by:\">"), "narrow windows label the sort links: {page}");
    let page = browser.page("/console/imports/1");
    assert!(page.contains("<span class=\"nowrap\">") && page.contains("\u{a0}20"), "{page}");
    assert!(!page.contains("data-sort-by"), "{page}");
    let nine = ["FamilyName", "FirstName", "Insertion", "ExternalId", "ServiceId", "Email", "Function", "Division"];
    let nine = nine.map(|name| format!("row.columns={name}&")).concat();
    let page = browser.page(&format!("/console/reports/GetAllBasicPersonInfo?{nine}row.columns=AccountLevel"));
    assert!(page.contains("<div class=\"table wide\" "), "{page}");
    let page = browser.page("/console/person/19");
    assert!(page.contains("<dd>1\u{a0}Sep\u{a0}2021</dd>"), "{page}");
}

#[test]
fn filtered_rows_and_all_rows_of_a_table_are_downloaded() {
    let site = persons_site_with("viewer");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let address = "/console/data/persons?columns=FunctionName&q=vries";
    let page = browser.page(address);
    let formats = "CSV for Excel, with semicolons CSV, with commas";
    let links = format!("Save these persons as {formats} Save all persons as {formats}");
    assert!(text_of(&page).contains(&links), "{page}");
    assert!(!text_of(&browser.page("/console/data/persons")).contains("Save these persons"));
    let excel = browser.get(&format!("{address}&format=csv-excel"));
    assert_eq!(excel.text(), "\u{feff}Name;Function\r\nCarla de Vries;Docent\r\n");
    assert_eq!(excel.header("Content-Disposition"), Some("attachment; filename=\"persons.csv\""));
    // spreadsheets do not recognize the English dates of pages
    let end = "/console/data/persons?columns=ContractEndTime&q=E002";
    assert!(browser.page(end).contains(">31\u{a0}Jul\u{a0}2030</td>"));
    let excel = browser.get(&format!("{end}&format=csv-excel"));
    assert_eq!(excel.text(), "\u{feff}Name;Not employed from\r\nBram Jansen;2030-07-31\r\n");
    // an import refuses the names of choices that pages show
    let types = "/console/data/trainings?columns=Type&q=BHV";
    assert!(browser.page(types).contains("Learning (course)"));
    assert!(!browser.get(&format!("{types}&format=csv-excel")).text().contains("(course)"));
    let all = browser.get("/console/data/persons?format=csv");
    assert_eq!(all.text(), site.export_file("persons.csv"));
    assert_eq!(browser.get("/console/data/persons?format=pdf").status, 400);
}

#[test]
fn downloads_of_an_operator_do_not_limit_a_connector_with_the_same_name() {
    let site = transport::large_site();
    add_operator(&site, "hr", "viewer");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, "hr");
    let save = Request::get("/console/data/persons?format=csv");
    let start_download = || {
        let mut client = Client::with_small_buffer(server.address);
        client.send(&keep_alive(&browser.request(save.clone())));
        assert_eq!(client.read_head().expect("a head").status, 200);
        client
    };
    let slow: Vec<_> = (0..4).map(|_| start_download()).collect();
    // reports and tables share one limit
    for fifth in [Request::get("/console/reports/GetAllBasicPersonInfo?format=csv"), save] {
        let refused = browser.send(fifth);
        let page = text_of(refused.text());
        assert!(refused.status == 503 && page.contains("at most 4"), "{} {page}", refused.status);
        assert_eq!(refused.header("Retry-After"), Some("10"), "{page}");
    }
    let all = transport::call(transport::Style::Form, "GetAllBasicPersonInfo", &[]);
    assert_eq!(server.send(&all).status, 200);
    drop(slow);
}

#[test]
fn a_page_with_a_wrong_filter_can_be_corrected() {
    let site = persons_site_with("viewer");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let page = browser.page("/console/data/persons?from.ContractEndTime=morgen&is.DivisionName=Noord");
    let shown = text_of(&page);
    assert!(shown.contains("morgen is not a datetime") && shown.contains("No rows are shown, because"), "{shown}");
    // each filter can be removed, the columns can be chosen, and a download is not offered
    for link in ["href=\"?is.DivisionName=Noord\"", "href=\"?from.ContractEndTime=morgen\"", "name=\"columns\""] {
        assert!(page.contains(link), "{link}: {page}");
    }
    assert!(!page.contains("format="), "{page}");
    // a part of a name is no key: the page offers the keys
    let page = browser.page("/console/data/persons?is.ManagerExternalIdentifier=anna");
    assert!(text_of(&page).contains("anna is not known. Is this the one?") && first_cells(&page).is_empty(), "{page}");
    let chosen = "is.ManagerExternalIdentifier=anna&match.is.ManagerExternalIdentifier=E001";
    let page = browser.page(&format!("/console/data/persons?{chosen}"));
    assert!(text_of(&page).contains("Manager: Anna van den Berg (E001)"), "{}", text_of(&page));
    assert!(!first_cells(&page).is_empty(), "{page}");
}

#[test]
fn a_filter_by_one_of_several_files_suggests_rows_of_the_selected_file() {
    let site = seed_site_with("viewer");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let path = "/console/data/learning_path_links";
    for (query, label, suggestions) in [
        ("", "Audience", None),
        ("?is.LinkValue=Ouderenzorg", "Audience", None),
        ("?is.LinkType=Theme", "Audience (employee number)", Some("file=persons&#38;column=ExternalIdentifier")),
        ("?is.LinkType=Location&is.LinkValue=Ouderenzorg", "Audience", Some("file=divisions&#38;column=Name")),
    ] {
        let page = browser.page(&format!("{path}{query}"));
        assert!(page.contains(&format!("<label for=\"is.LinkValue\">{label}</label>")), "{page}");
        let input = page.split("<input id=\"is.LinkValue\"").nth(1).unwrap().split('>').next().unwrap();
        let expected = suggestions.map(|query| format!("data-suggests=\"{query}\""));
        assert_eq!(input.contains("data-suggests"), expected.is_some(), "{input}");
        assert!(expected.is_none_or(|expected| input.contains(&expected)), "{input}");
    }
    let page = browser.page(&format!("{path}?is.LinkType=Location&is.LinkValue=Dagbest"));
    assert!(text_of(&page).contains("Dagbest is not known. Is this the one?"), "{}", text_of(&page));
}
