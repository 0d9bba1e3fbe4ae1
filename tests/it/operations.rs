//! Reads the operations from openapi.json, and tests that docs/rest.md has tables of all operations and formats.

use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use crate::support::{Json, Request, Site};

pub struct Operation {
    pub name: String,
    pub method: String,
    /// Relative to the base path, with parameters in braces.
    pub path: String,
    /// The kind of a successful response: `list` or `object`, or the status of a change.
    pub response: String,
    /// Whether it can also be called in Style A or B of the contract.
    pub is_in_xml: bool,
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
        let operations = paths.flat_map(|(path, methods)| methods.members().iter().map(move |of| (path, of)));
        operations.map(|(path, (method, description))| read_operation(path, method, description, &wsdl)).collect()
    })
}

fn read_operation(path: &str, method: &str, description: &Json, wsdl: &str) -> Operation {
    let name = description.get("operationId").text().to_owned();
    let is_success = |(status, _): &&(String, Json)| status.starts_with('2');
    let (status, response) = description.get("responses").members().iter().find(is_success).expect("a success");
    let kind = match status.as_str() {
        "200" => {
            let schema = response.get("content").get("application/json").get("schema");
            if schema.names().contains(&"items") { "list" } else { "object" }
        }
        status => status,
    };
    Operation {
        method: method.to_uppercase(),
        path: path.to_owned(),
        response: kind.to_owned(),
        is_in_xml: wsdl.contains(&format!("\"{name}\"")),
        name,
    }
}

impl Operation {
    /// Returns its row in docs/rest.md.
    fn table_row(&self) -> String {
        let mark = if self.is_in_xml { "" } else { "*" };
        format!("| {}{mark} | `{} {}` | {} |\n", self.name, self.method, self.path, self.response)
    }
}

/// Asserts that the table below `headings` in a document has these rows; `UPDATE=1` writes them.
#[track_caller]
fn assert_table(page: &str, headings: &str, rows: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(page);
    let text = fs::read_to_string(&path).expect("the page");
    let (before, rest) = text.split_once(headings).unwrap_or_else(|| panic!("{page} has no table {headings}"));
    let (found, after) = rest.split_once("\n\n").expect("text after the table");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(path, format!("{before}{headings}{rows}\n{after}")).expect("a writable page");
        return;
    }
    assert_eq!(format!("{found}\n"), rows, "UPDATE=1 writes the table of {page}");
}

#[test]
fn the_rest_page_lists_all_operations() {
    let rows: String = operations().iter().map(Operation::table_row).collect();
    assert_table("docs/rest.md", "| operation | request | response |\n| --- | --- | --- |\n", &rows);
}

#[test]
fn the_rest_page_lists_all_formats() {
    let server = Site::new().serve(&[]);
    let page = server.send(&Request::get("/service/apiservice.asmx")).text().to_owned();
    let (_, formats) = page.split_once("Request another format").expect("the formats");
    let (formats, _) = formats.split_once("</dl>").expect("the end of the formats");
    let row = |format: &str| {
        let (codes, body) = format.split_once("</dt>\n<dd>").expect("a description");
        let (body, _) = body.split_once("</dd>").expect("the end of a description");
        let mut codes = codes.split("<code>").skip(1).map(|code| code.split('<').next().unwrap_or_default());
        let name = codes.next().expect("a name");
        let accepted = codes.next().map_or("no media type".to_owned(), |media_type| format!("`{media_type}`"));
        let default = if name == "json" { " (default)" } else { "" };
        format!("| `{name}` | {accepted}{default} | {body} |\n")
    };
    let rows: String = formats.split("<dt>").skip(1).map(row).collect();
    assert_table("docs/rest.md", "| `?format=` | `Accept` | body |\n| --- | --- | --- |\n", &rows);
}
