//! Tests responses: the choice of a format, headers, the form of values, links between pages, HEAD and OPTIONS.

use std::io::Read;

use super::xml_equivalents::{in_format, xml_operations};
use super::*;
use crate::goldens;
use crate::support::{NOW, Site, reports_site, seed_site};

#[test]
fn the_format_parameter_overrides_accept() {
    let server = serve(seed_site(), &[]);
    for (accept, format, expected) in [
        (None, None, "application/json"),
        (Some("*/*"), None, "application/json"),
        (Some("text/csv"), None, "text/csv"),
        (Some("application/json;q=0.1, application/x-ndjson"), None, "application/x-ndjson"),
        (Some("text/html, */*;q=0.1"), None, "application/json"),
        (Some("image/png"), Some("json"), "application/json"),
        (Some("application/json"), Some("ndjson"), "application/x-ndjson"),
        (None, Some("csv"), "text/csv"),
        (None, Some("csv-excel"), "text/csv"),
    ] {
        let mut request = get("/available-courses");
        if let Some(format) = format {
            request = in_format(&request, format);
        }
        if let Some(accept) = accept {
            request = request.header("Accept", accept);
        }
        let response = server.send(&request);
        assert_eq!(response.status, 200);
        let media = response.header("Content-Type").expect("a media type");
        assert_eq!(media, format!("{expected}; charset=utf-8"));
        assert_common_headers(&response);
    }
    // "A single object in NDJSON is one line, in CSV 406."
    let object = server.send(&in_format(&get("/classes/1"), "ndjson"));
    assert_eq!(object.text().lines().count(), 1);
    for request in [in_format(&get("/classes/1"), "csv"), get("/classes/1").header("Accept", "text/csv")] {
        let detail = problem(&server.send(&request), 406, "not-acceptable");
        assert!(detail.contains("application/json"), "{detail}");
    }
    let either = get("/classes/1").header("Accept", "text/csv, application/json;q=0.1");
    json(&server.send(&either));
}

/// Names have the order of the XML.
// ASVS 1.2.3
#[test]
fn values_are_written_as_documented() {
    let server = serve(goldens::site("GetPersonByEmail"), &[]);
    let found = server.send(&get("/persons/2"));
    assert_eq!(
        found.text(),
        r#"{"Id":2,"ExternalIdentifier":"E002","FirstName":"Bram","Insertion":"","FamilyName":"Jansen","Email":"bram@example.nl","AccountLevel":"TRAINER","IsManager":true,"FunctionName":"Docent","FunctionId":1,"DivisionName":"Locatie Haven","DivisionId":2,"CostCentre":"K200","PhoneNumber":"06-12345678","ContractStartTime":"2021-09-01T08:30:00+02:00","ContractEndTime":"2030-07-31T23:59:59+02:00","ManagerId":1}"#
    );
    let found = server.send(&get("/persons/by-external-id/00005"));
    assert!(found.text().contains(r#""ContractStartTime":null,"ContractEndTime":null"#));
    let found = server.send(&get("/persons/6"));
    assert!(found.text().contains(r#""FamilyName":"Idrissi & Zn <1>""#));
    assert!(found.text().contains(r#""PhoneNumber":"\"06\" > '05'""#));
    let demo = serve(seed_site(), &[]);
    let found = demo.send(&get("/available-courses"));
    assert!(found.text().contains(r#""Kosten":"#) && found.text().contains(".00}"), "{}", found.text());
    let found = json(&demo.send(&get("/persons/by-external-id/001201/agenda")));
    assert_eq!(found.items()[0].get("agendaTarget"), &Json::Text(String::new()));
    let found = json(&demo.send(&get("/started-courses?fromDate=1900-01-01&tillDate=9999-12-31")));
    assert!(found.items()[0].names().contains(&"Uit dienst"));
    let found = json(&demo.send(&get("/classes/1")));
    assert_eq!(found.get("Members"), &Json::List(Vec::new()));
    assert!(matches!(found.get("IsVisibleCalendar"), Json::Text(_)));
}

#[test]
fn names_have_the_brand() {
    let server = serve(goldens::site("GetPersonByEmail"), &["--brand", "Acme"]);
    let found = json(&server.send(&get("/persons")));
    assert_eq!(found.items()[0].names()[0], "AcmeId");
    let table = server.send(&in_format(&get("/persons"), "csv"));
    assert!(table.text().starts_with("AcmeId,ExternalId,"), "{}", table.text());
    let person = xml_equivalents::object(&[
        ("ExternalIdentifier", "N1"),
        ("FirstName", "Nina"),
        ("FamilyName", "Nieuw"),
        ("Email", "n@example.nl"),
    ]);
    let created = server.send(&json_request("POST", "/persons", person));
    assert!(created.text().starts_with("{\"AcmeId\":"), "{}", created.text());
}

#[test]
fn an_empty_list_has_the_usual_headers() {
    let server = serve(reports_site(), &[]);
    let lists = [
        "/catalog",
        "/available-courses",
        "/historic-absences",
        "/classes?includeArchived=true",
        "/learning-portfolio",
    ];
    for path in lists {
        assert_eq!(server.send(&get(path)).text(), "[]");
        assert_eq!(server.send(&in_format(&get(path), "ndjson")).text(), "");
        let table = server.send(&in_format(&get(path), "csv"));
        assert_eq!(table.text().matches("\r\n").count(), 1, "{}", table.text());
        let excel = server.send(&in_format(&get(path), "csv-excel"));
        let header = table.text().replace(',', ";");
        assert_eq!(excel.text(), format!("\u{feff}{header}"));
    }
}

/// "a cell that begins with `=`, `+`, `-` or `@` and is no number is written with a `'` before it". In `csv` it is quoted, as
/// are cells with the separator of another locale.
#[test]
fn csv_cells_cannot_become_formulas_or_be_split() {
    let site = reports_site();
    let files = [
        ("steps.csv", "Id,Title\n1,=1+1;2\n"),
        ("categories.csv", "Id,StepTitle,Title\n1,=1+1;2,Alles\n"),
        (
            "trainings.csv",
            "Id,Code,Type,Title,StepTitle,CategoryTitle,Version,Costs\n\
             1,+31,Learning,\"a\"\"b, c\nd\",=1+1;2,Alles,-2,1234.50\n\
             2,@x,Learning,Ä,=1+1;2,Alles,,\n",
        ),
    ];
    site.import(&files).ok();
    let server = site.serve(&["--now", NOW]);
    let header = "OpleidingsId;Opleiding;Opleidingscode;Versie;Trede;Verplicht;Kosten";
    let excel = server.send(&in_format(&get("/available-courses"), "csv-excel"));
    assert_eq!(
        excel.text(),
        format!(
            "\u{feff}{header}\r\n1;\"a\"\"b, c\nd\";'+31;'-2;\"'=1+1;2\";Nee;1234,50\r\n2;Ä;'@x;;\"'=1+1;2\";Nee;\r\n"
        )
    );
    let plain = server.send(&in_format(&get("/available-courses"), "csv"));
    assert_eq!(
        plain.text(),
        format!(
            "{}\r\n1,\"a\"\"b, c\nd\",\"+31\",\"-2\",\"=1+1;2\",Nee,1234.50\r\n\
             2,Ä,\"@x\",,\"=1+1;2\",Nee,\r\n",
            header.replace(';', ",")
        )
    );
}

#[test]
fn pages_are_linked() {
    let server = serve(seed_site(), &["--base-url", "https://lms.example.nl/leren"]);
    let pages = "https://lms.example.nl/leren/api/v1/learning-portfolio/pages";
    let links = |query: &str| {
        let response = server.send(&get(&format!("/learning-portfolio/pages?{query}")));
        json(&response);
        response.header("Link").expect("links").to_owned()
    };
    let link = |query: &str, index: &str, rel: &str| format!("<{pages}?{query}&index={index}>; rel=\"{rel}\"");
    let total = json(&server.send(&get("/learning-portfolio/pages?size=100&index=0")));
    let Json::Number(total) = total.get("TotalPages") else {
        panic!("a number");
    };
    let last: usize = total.parse::<usize>().expect("a number") - 1;
    let last = last.to_string();
    let expected = [link("size=100", "0", "first"), link("size=100", "1", "next"), link("size=100", &last, "last")];
    assert_eq!(links("size=100&index=0"), expected.join(", "));
    let expected = [
        link("size=100&includeInactiveTrainings=false", "0", "first"),
        link("size=100&includeInactiveTrainings=false", &last, "prev"),
        link("size=100&includeInactiveTrainings=false", &last, "last"),
    ];
    assert_eq!(links("size=100&&IND%45X=99&includeInactiveTrainings=false"), expected.join(", "));
    // a streamed response has links, too
    let long = server.send(&get("/learning-portfolio/pages?size=10000&index=0"));
    assert_eq!(long.header("Transfer-Encoding"), Some("chunked"));
    assert_eq!(
        long.header("Link"),
        Some([link("size=10000", "0", "first"), link("size=10000", "0", "last")].join(", ").as_str())
    );
    let empty_server = serve(reports_site(), &[]);
    let response = empty_server.send(&get("/learning-portfolio/pages?size=1&index=5"));
    let header = response.header("Link").expect("a link");
    assert!(header.ends_with("index=0>; rel=\"first\"") && !header.contains(','), "{header}");
    assert_eq!(server.send(&get("/catalog")).header("Link"), None);
}

#[test]
fn head_has_the_headers_of_get_and_options_needs_no_login() {
    let server = serve(seed_site(), &["--metrics"]);
    for path in
        ["/catalog", "/learning-portfolio", "/classes/999999", "/nothing", "/learning-portfolio/pages?size=1&index=1"]
    {
        let response = server.send(&get(path));
        let head = server.send(&Request { method: "HEAD".into(), ..get(path) });
        let status_and_headers = |response: &Response| {
            let mut headers = response.headers.clone();
            // these differ between requests, or depend on the body
            let excluded = ["date", "content-length", "transfer-encoding", "request-id"];
            headers.retain(|(name, _)| !excluded.contains(&name.as_str()));
            (response.status, headers)
        };
        assert_eq!(status_and_headers(&head), status_and_headers(&response), "{path}");
        assert!(head.body.is_empty());
    }
    for operation in xml_operations() {
        let (name, method) = (&operation.name, operation.method.as_str());
        let path = operation.path.replace("{trainingType}", "Learning").replace(['{', '}'], "");
        let response = server.send(&Request::new("OPTIONS", &format!("{BASE}{path}?anything")));
        assert_eq!((response.status, response.body.len()), (204, 0));
        assert_eq!(response.header("Content-Type"), None);
        assert_common_headers(&response);
        let allow: Vec<_> = response.header("Allow").expect("methods").split(", ").collect();
        assert!(allow.contains(&method) && allow.contains(&"OPTIONS"), "{name}: {allow:?}");
        assert_eq!(allow.contains(&"HEAD"), allow.contains(&"GET"));
        for forbidden in ["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "TRACE", "FOO"] {
            if !allow.contains(&forbidden) {
                let response = server.send(&Request::new(forbidden, &format!("{BASE}{path}")));
                assert_eq!(response.status, 405, "{forbidden} {path}");
                assert_eq!(response.header("Allow").map(|methods| methods.split(", ").collect()), Some(allow.clone()));
            }
        }
    }
    let unknown = server.send(&Request::new("OPTIONS", &format!("{BASE}/nothing")));
    problem(&unknown, 404, "not-found");
}

#[test]
fn the_base_and_openapi_json_follow_the_rules_of_all_paths() {
    let server = serve(Site::new(), &[]);
    for path in ["", "/", "/openapi.json"] {
        let send = |method: &str| server.send(&Request::new(method, &format!("{BASE}{path}")));
        let options = send("OPTIONS");
        assert_eq!((options.status, options.body.len()), (204, 0), "{path}");
        assert_eq!(options.header("Allow"), Some("GET, HEAD, OPTIONS"));
        assert_eq!(options.header("Content-Type"), None);
        assert_common_headers(&options);
        for forbidden in ["POST", "PATCH", "TRACE"] {
            let refused = send(forbidden);
            problem(&refused, 405, "method-not-allowed");
            assert_eq!(refused.header("Allow"), options.header("Allow"));
        }
        for method in ["GET", "HEAD"] {
            let version = send(method);
            let version = version.header("API-Version");
            assert_eq!(version, Some("1.1.0"), "{method} {path}");
        }
    }
    let invalid_host = Request::get(&format!("{BASE}/openapi.json")).header("Host", "a b");
    let detail = problem(&server.send(&invalid_host), 400, "bad-request");
    assert_eq!(detail, "The Host header must be one valid host, with or without a port.");
}

/// "gzip as in XML"; `Vary` has `Accept` unless the query names the format
#[test]
fn responses_over_1_kib_are_compressed_on_request() {
    let server = serve(seed_site(), &[]);
    for (path, is_compressed) in [("/catalog", true), ("/learning-portfolio", true), ("/classes/999999", false)] {
        let plain = server.send(&get(path));
        let compressed = server.send(&get(path).header("Accept-Encoding", "gzip"));
        assert_eq!(compressed.header("Content-Encoding").is_some(), is_compressed, "{path}");
        if is_compressed {
            assert_eq!(compressed.header("Vary"), Some("Accept, Accept-Encoding"));
            let with_format = server.send(&in_format(&get(path), "json"));
            assert_eq!(with_format.header("Vary"), Some("Accept-Encoding"));
            let mut text = Vec::new();
            let mut decoder = flate2::read::GzDecoder::new(compressed.body.as_slice());
            decoder.read_to_end(&mut text).expect("gzip");
            assert!(text == plain.body, "{path}");
        }
    }
}
