//! Tests `/tables`: the rows of data files with typed values, filtered, sorted and paginated.

use super::*;
use crate::support::reports_site;

fn tables() -> SiteServer {
    let site = reports_site();
    site.lms(&["credential", "grant", USER, "DataFile"]).ok();
    serve(site, &["--base-url", "https://lms.example.nl"])
}

/// Serves persons whose texts have special characters.
fn special_texts() -> SiteServer {
    let site = Site::new();
    let rows = [
        "E1,Anna,a_b,x@example.nl,,2026-01-01",
        "E2,anna,\"a,b\",y@example.nl,E1,",
        "E3,Ähna,a\\b,z@example.nl,E1,2026-07-01T12:00:00",
        "E4,Bob,A%b,w@example.nl,,2026-03-29 02:30",
    ];
    let head = "ExternalIdentifier,FirstName,FamilyName,Email,ManagerExternalIdentifier,ContractStartTime";
    let persons = [&[head], &rows[..]].concat().join("\n");
    site.import(&[("persons.csv", &persons), ("divisions.csv", "Name,ParentName\nX,Y\nY,\n")]).ok();
    site.add_credential(USER, PASSWORD, &["DataFile"]);
    serve(site, &["--base-url", "https://lms.example.nl"])
}

/// Returns the values of a column in the rows that a query selects.
#[track_caller]
fn column(server: &Server, query: &str, column: &str) -> Vec<String> {
    let rows = json(&server.send(&get(&format!("/tables/{query}"))));
    let text = |row: &Json| match row.get(column) {
        Json::Number(number) => number.clone(),
        other => other.text().to_owned(),
    };
    rows.items().iter().map(text).collect()
}

#[test]
fn descriptions_of_tables_match_their_rows() {
    let server = tables();
    let all = json(&server.send(&get("/tables")));
    let names: Vec<_> = all.items().iter().map(|table| table.get("name").text().to_owned()).collect();
    assert_eq!((names.len(), &*names[4]), (26, "persons"));
    for table in all.items() {
        let name = table.get("name").text();
        let rows = json(&server.send(&get(&format!("/tables/{name}"))));
        assert_eq!(&Json::Number(rows.items().len().to_string()), table.get("rows"), "{name}");
        let declared: Vec<_> = table.get("columns").items().iter().map(|column| column.get("name").text()).collect();
        for row in rows.items() {
            assert_eq!(row.names(), declared, "{name}");
        }
    }
    let persons = all.items()[4].get("columns").items();
    let manager = persons.iter().find(|column| column.get("name").text() == "ManagerExternalIdentifier").unwrap();
    assert_eq!((manager.get("kind").text(), manager.get("references").text()), ("text", "persons"));
    problem(&server.send(&get("/tables/persons.csv")), 404, "not-found");
}

#[test]
fn values_have_their_types_in_every_format() {
    let server = special_texts();
    let rows = json(&server.send(&get("/tables/persons?fields=Id,contractstarttime,ContractEndTime,FunctionName")));
    let expected = [
        r#"{"Id":1,"ContractStartTime":"2026-01-01T00:00:00+01:00","ContractEndTime":null,"FunctionName":null}"#,
        r#"{"Id":2,"ContractStartTime":null,"ContractEndTime":null,"FunctionName":null}"#,
        r#"{"Id":3,"ContractStartTime":"2026-07-01T12:00:00+02:00","ContractEndTime":null,"FunctionName":null}"#,
        r#"{"Id":4,"ContractStartTime":"2026-03-29T03:30:00+02:00","ContractEndTime":null,"FunctionName":null}"#,
    ];
    let text = |format: &str| server.send(&get(&format!("/tables/persons?fields=Id,FamilyName&format={format}")));
    assert_eq!(rows.items().len(), expected.len());
    let response = server.send(&get("/tables/persons?fields=Id,contractstarttime,ContractEndTime,FunctionName"));
    assert_eq!(response.text(), format!("[{}]", expected.join(",")));
    assert_eq!(text("csv").text(), "Id,FamilyName\r\n1,a_b\r\n2,\"a,b\"\r\n3,a\\b\r\n4,A%b\r\n");
    assert_eq!(text("csv-excel").text(), "\u{feff}Id;FamilyName\r\n1;a_b\r\n2;a,b\r\n3;a\\b\r\n4;A%b\r\n");
    assert_eq!(text("ndjson").text().lines().next(), Some(r#"{"Id":1,"FamilyName":"a_b"}"#));
    let empty = server.send(&get("/tables/persons?Id=gt.99"));
    assert_eq!(empty.text(), "[]");
    assert_eq!(text("csv").header("X-Omitted-Fields"), None);
}

#[test]
fn filters_compare_by_type() {
    let server = special_texts();
    for (query, expected) in [
        ("FirstName=eq.Anna", &["E1"][..]),
        ("FirstName=contains.NA", &["E1", "E2", "E3"]),
        ("FirstName=starts.an", &["E1", "E2"]),
        // by code point: upper case before lower case before others
        ("FirstName=gt.Bob", &["E2", "E3"]),
        ("FirstName=lte.Bob", &["E1", "E4"]),
        ("FamilyName=in.a%5C,b,A%25b", &["E2", "E4"]),
        ("FamilyName=in.a%5C%5Cb", &["E3"]),
        ("FamilyName=contains.%25", &["E4"]),
        ("FamilyName=contains._", &["E1"]),
        ("FamilyName=contains.%5C", &["E3"]),
        ("ManagerExternalIdentifier=eq.E1", &["E2", "E3"]),
        ("ManagerExternalIdentifier=ne.E1", &["E1", "E4"]),
        ("ManagerExternalIdentifier=null.true", &["E1", "E4"]),
        ("ManagerExternalIdentifier=null.false", &["E2", "E3"]),
        ("ManagerExternalIdentifier=lt.ZZ", &["E2", "E3"]),
        // the placeholder for an empty value cannot be found
        ("FunctionName=eq.Functie%20onbekend", &[]),
        ("ContractStartTime=gte.2026-07-01T10:00:00Z", &["E3"]),
        ("ContractStartTime=eq.2026-03-29T03:30:00", &["E4"]),
        ("ContractStartTime=ne.2026-01-01", &["E2", "E3", "E4"]),
        ("contractstarttime=LT.2026-01-01", &["!"]),
        ("Id=in.1,3", &["E1", "E3"]),
        ("Id=gt.1&Id=lt.4", &["E2", "E3"]),
        ("Anonymised=eq.false", &["E1", "E2", "E3", "E4"]),
        ("Anonymised=ne.0", &[]),
    ] {
        let path = format!("persons?{query}");
        // operators are case-sensitive
        if expected == ["!"] {
            problem(&server.send(&get(&format!("/tables/{path}"))), 400, "bad-request");
            continue;
        }
        assert_eq!(column(&server, &path, "ExternalIdentifier"), expected, "{query}");
    }
}

#[test]
fn wrong_queries_are_refused_with_the_allowed_values() {
    let server = special_texts();
    for (query, field, code, allowed) in [
        ("Emial=eq.x", "Emial", "unknown", "Did you mean Email?"),
        ("Emial=eq.x", "Emial", "unknown", "Allowed are Id, ExternalIdentifier,"),
        ("Xyzzy=eq.x", "Xyzzy", "unknown", "Unknown parameter: Xyzzy. Allowed are Id,"),
        ("sort=--Id", "sort", "kind", "each once"),
        ("Email=x", "Email", "kind", "the operators are eq, ne, lt, lte, gt, gte, in, contains, starts, null"),
        ("Id=contains.1", "Id", "kind", "the operators are eq, ne, lt, lte, gt, gte, in, null"),
        ("Anonymised=lt.true", "Anonymised", "kind", "the operators are eq, ne, in, null"),
        ("Email=eq.", "Email", "kind", "null.true"),
        ("Email=in.a,,b", "Email", "kind", "a value"),
        ("Id=eq.x", "Id", "kind", "a whole number"),
        ("Id=eq.99999999999", "Id", "kind", "a whole number from -2147483648 to 2147483647"),
        ("Id=eq.x&id=eq.y", "Id", "kind", "a whole number"),
        ("Anonymised=eq.ja", "Anonymised", "kind", "true, false, 1 or 0"),
        ("ContractEndTime=gt.gisteren", "ContractEndTime", "kind", "a datetime"),
        ("Email=null.maybe", "Email", "kind", "null.true or null.false"),
        ("sort=Nobody", "sort", "kind", "ExternalIdentifier"),
        ("sort=Id,-Id", "sort", "kind", "each once"),
        ("fields=Id,id", "fields", "kind", "each once"),
        ("limit=0", "limit", "range", "1 to 10000"),
        ("limit=10001", "limit", "range", "1 to 10000"),
        ("after=zz", "after", "kind", "the same sort and filters"),
        ("sort=Id&SORT=Id", "SORT", "repeated", "Repeated parameter"),
    ] {
        let response = server.send(&get(&format!("/tables/persons?{query}")));
        problem(&response, 400, "bad-request");
        let body = Json::parse(response.text());
        let [error] = body.get("errors").items() else {
            panic!("{query}: {}", response.text());
        };
        assert_eq!((error.get("field").text(), error.get("code").text()), (field, code), "{query}");
        assert!(error.get("detail").text().contains(allowed), "{query}: {}", response.text());
    }
    // all errors are reported, in the order of the query
    let query = "Nobody=eq.1&limit=0&Id=eq.x&sort=-";
    let body = Json::parse(server.send(&get(&format!("/tables/persons?{query}"))).text());
    let fields: Vec<_> = body.get("errors").items().iter().map(|error| error.get("field").text().to_owned()).collect();
    assert_eq!(fields, ["Nobody", "limit", "Id", "sort"]);
    let many = vec!["Id=ne.1"; 101].join("&");
    problem(&server.send(&get(&format!("/tables/persons?{many}"))), 400, "bad-request");
    problem(&server.send(&get("/tables/persons").without_header("Authorization")), 401, "unauthorized");
}

/// Follows the links from this path, and returns the identifiers of each page.
fn read_pages(server: &Server, path: &str) -> Vec<Vec<String>> {
    let (mut path, mut pages) = (path.to_owned(), Vec::new());
    loop {
        let response = server.send(&get(&path));
        pages.push(json(&response).items().iter().map(|row| row.get("ExternalIdentifier").text().to_owned()).collect());
        let head = server.send(&Request { method: "HEAD".into(), ..get(&path) });
        assert_eq!(head.header("Link"), response.header("Link"), "{path}");
        let Some(link) = response.header("Link") else {
            return pages;
        };
        let address = link.strip_suffix(">; rel=\"next\"").unwrap_or_else(|| panic!("{link}"));
        path = address.strip_prefix("<https://lms.example.nl/api/v1").unwrap_or_else(|| panic!("{link}")).to_owned();
    }
}

#[test]
fn pages_have_every_row_once_in_any_order() {
    let server = special_texts();
    for (sort, expected) in [
        ("", "E1 E2 E3 E4"),
        ("FirstName", "E1 E4 E2 E3"),
        ("-FirstName", "E3 E2 E4 E1"),
        // rows without a value are first, and last in descending order
        ("ContractStartTime", "E2 E1 E4 E3"),
        ("-ContractStartTime", "E3 E4 E1 E2"),
        ("ManagerExternalIdentifier,-Id", "E4 E1 E3 E2"),
        ("-ManagerExternalIdentifier,Id", "E2 E3 E1 E4"),
        ("Anonymised,-FirstName", "E3 E2 E4 E1"),
    ] {
        for limit in 1..=5 {
            let pages = read_pages(&server, &format!("/tables/persons?sort={sort}&limit={limit}"));
            assert_eq!(pages.concat().join(" "), expected, "{sort} {limit}");
            assert_eq!(pages.len(), 4usize.div_ceil(limit), "{sort} {limit}");
        }
    }
    let first = server.send(&get("/tables/persons?sort=Id&limit=1&Id=gt.0"));
    let link = first.header("Link").unwrap();
    let (_, after) = link.split_once("after=").unwrap();
    let after = after.strip_suffix(">; rel=\"next\"").unwrap();
    assert_eq!(column(&server, &format!("persons?sort=id&id=gt.0&after={after}"), "Id"), ["2", "3", "4"]);
    for query in ["sort=-Id&Id=gt.0", "Id=gt.0", "sort=Id&Id=gt.1", "sort=Id"] {
        problem(&server.send(&get(&format!("/tables/persons?{query}&after={after}"))), 400, "bad-request");
    }
    problem(&server.send(&get(&format!("/tables/divisions?sort=Id&Id=gt.0&after={after}"))), 400, "bad-request");
}

// the position in a link has only the beginning of a long text
#[test]
fn rows_are_sorted_by_long_texts_too() {
    let site = Site::new();
    let long = "x".repeat(3000);
    let steps = format!("Title,Introduction\nA,{long}\nB,\nC,{long}\nD,y\nE,a\n");
    site.import(&[("steps.csv", &steps)]).ok();
    site.add_credential(USER, PASSWORD, &["DataFile"]);
    let server = serve(site, &["--base-url", "https://lms.example.nl"]);
    for (sort, expected) in [("Introduction", "B E A C D"), ("-Introduction", "D A C E B")] {
        let (mut path, mut titles) = (format!("/tables/steps?sort={sort}&limit=1"), Vec::new());
        loop {
            let page = server.send(&get(&path));
            titles.extend(json(&page).items().iter().map(|row| row.get("Title").text().to_owned()));
            let Some(link) = page.header("Link") else { break };
            let address = link.strip_suffix(">; rel=\"next\"").and_then(|link| link.split_once(BASE));
            path = address.expect("the next page").1.to_owned();
        }
        assert_eq!(titles.join(" "), expected, "{sort}");
    }
}

// "changes meanwhile neither repeat nor skip a row that stayed as it was"
#[test]
fn changes_between_pages_neither_repeat_nor_skip_other_rows() {
    let server = special_texts();
    let read_page = |path: &str| {
        let page = server.send(&get(path));
        let link = page.header("Link").map(|link| link.split_once(BASE).expect("an address").1.to_owned());
        let rows = json(&page);
        let rows: Vec<_> = rows.items().iter().map(|row| row.get("ExternalIdentifier").text().to_owned()).collect();
        (rows.join(" "), link.map(|link| link.replace(">; rel=\"next\"", "")))
    };
    let (first, next) = read_page("/tables/persons?sort=FirstName&limit=2");
    assert_eq!(first, "E1 E4");
    // the last row of the page moves to the end, a row of the next page moves before it, and rows are added on both sides
    let head = "ExternalIdentifier,FirstName,FamilyName,Email";
    let rows = ["E4,Zoë,x,w@example.nl", "E2,Aad,x,y@example.nl", "E5,Abel,x,v@example.nl", "E6,Zus,x,u@example.nl"];
    server.site.import(&[("persons.csv", &[&[head], &rows[..]].concat().join("\n"))]).ok();
    let (second, next) = read_page(&next.expect("a next page"));
    assert_eq!(second, "E4 E6");
    let (third, next) = read_page(&next.expect("a next page"));
    assert_eq!((third.as_str(), next), ("E3", None));
}

#[test]
fn every_table_has_the_rows_of_its_export() {
    let server = tables();
    let all = json(&server.send(&get("/tables")));
    let files = server.site.export_files();
    for table in all.items() {
        let name = table.get("name").text();
        let rows = server.send(&get(&format!("/tables/{name}?format=csv")));
        let exported = &files[&format!("{name}.csv")];
        // cells can differ: times have an offset here
        let head = |text: &str| text.lines().next().map(str::to_owned);
        assert_eq!(head(rows.text()), head(exported), "{name}");
        assert_eq!(rows.text().lines().count(), exported.lines().count(), "{name}");
    }
    // contract 2: "input: … `Z` or offset, converted to the service's zone"
    for format in ["csv", "csv-excel"] {
        let rows = all.items().iter().map(|table| {
            let name = table.get("name").text();
            let rows = server.send(&get(&format!("/tables/{name}?format={format}")));
            (format!("{name}.csv"), rows.text().to_owned())
        });
        let rows: Vec<_> = rows.collect();
        let files: Vec<_> = rows.iter().map(|(name, rows)| (name.as_str(), rows.as_str())).collect();
        let summary = server.site.import(&files).ok().stdout;
        let unchanged = summary.lines().filter(|line| line.contains("created 0, updated 0, unchanged"));
        assert_eq!(unchanged.count(), 26, "{format}: {summary}");
    }
}
