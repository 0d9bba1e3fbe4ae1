//! The operations as openapi.json describes them: where each lives over REST, and the tables of the documents.

use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use crate::support::{Json, Request, Site};

/// An operation.
pub struct Operation {
    pub name: String,
    pub method: String,
    /// Its path below the base, with parameters in braces.
    pub path: String,
    /// `list`, `object`, or the status of a change.
    pub answer: String,
    /// Whether it can be called in the styles of XML too.
    pub in_xml: bool,
}

/// Returns every operation, in the order of openapi.json.
pub fn operations() -> &'static [Operation] {
    static OPERATIONS: OnceLock<Vec<Operation>> = OnceLock::new();
    OPERATIONS.get_or_init(|| {
        let site = Site::new();
        let server = site.serve(&[]);
        let wsdl = server.send(&Request::get("/service/apiservice.asmx?WSDL")).text().to_owned();
        let document = Json::parse(server.send(&Request::get("/api/v1/openapi.json")).text());
        let paths = document.get("paths").members().iter();
        let each = paths.flat_map(|(path, methods)| methods.members().iter().map(move |of| (path, of)));
        each.map(|(path, (method, described))| operation(path, method, described, &wsdl)).collect()
    })
}

fn operation(path: &str, method: &str, described: &Json, wsdl: &str) -> Operation {
    let name = described.get("operationId").text().to_owned();
    let succeeds = |(status, _): &&(String, Json)| status.starts_with('2');
    let (status, response) = described.get("responses").members().iter().find(succeeds).expect("a success");
    let answer = match status.as_str() {
        "200" => {
            let schema = response.get("content").get("application/json").get("schema");
            if schema.names().contains(&"items") { "list" } else { "object" }
        }
        status => status,
    };
    Operation {
        method: method.to_uppercase(),
        path: path.to_owned(),
        answer: answer.to_owned(),
        in_xml: wsdl.contains(&format!("\"{name}\"")),
        name,
    }
}

impl Operation {
    /// Returns its row in docs/rest.md.
    fn addressed(&self) -> String {
        let mark = if self.in_xml { "" } else { "*" };
        format!("| {}{mark} | `{} {}` | {} |\n", self.name, self.method, self.path, self.answer)
    }
}

/// Compares the table below `headings` in a document with these rows; `UPDATE=1` writes them.
#[track_caller]
fn table(page: &str, headings: &str, due: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(page);
    let text = fs::read_to_string(&path).expect("the page");
    let (before, rest) = text.split_once(headings).unwrap_or_else(|| panic!("{page} has no table {headings}"));
    let (there, after) = rest.split_once("\n\n").expect("something after the table");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(path, format!("{before}{headings}{due}\n{after}")).expect("written");
        return;
    }
    assert_eq!(format!("{there}\n"), due, "UPDATE=1 writes the table of {page}");
}

#[test]
fn rest_page_lists_all_operations() {
    let rows: String = operations().iter().map(Operation::addressed).collect();
    table("docs/rest.md", "| operation | request | response |\n| --- | --- | --- |\n", &rows);
}

#[test]
fn rest_page_lists_all_formats() {
    let server = Site::new().serve(&[]);
    let page = server.send(&Request::get("/service/apiservice.asmx")).text().to_owned();
    let (_, formats) = page.split_once("Request another format").expect("the formats");
    let (formats, _) = formats.split_once("</dl>").expect("the end of the formats");
    let row = |format: &str| {
        let (codes, body) = format.split_once("</dt>\n<dd>").expect("a description");
        let (body, _) = body.split_once("</dd>").expect("its end");
        let mut codes = codes.split("<code>").skip(1).map(|code| code.split('<').next().unwrap_or_default());
        let name = codes.next().expect("a name");
        let accepted = codes.next().map_or("no media type".to_owned(), |media_type| format!("`{media_type}`"));
        let default = if name == "json" { " (default)" } else { "" };
        format!("| `{name}` | {accepted}{default} | {body} |\n")
    };
    let rows: String = formats.split("<dt>").skip(1).map(row).collect();
    table("docs/rest.md", "| `?format=` | `Accept` | body |\n| --- | --- | --- |\n", &rows);
}
