//! A client that keeps a copy of the data by the steps of docs/changes.md, and an export in the same form for comparison.

use std::collections::BTreeMap;
use std::fs;

use serde_json::Value;

use crate::random_organisation::FILES;
use crate::support::{Request, Server, Site};

/// The Authorization header of [`crate::support::USER`].
pub const CREDENTIAL: &str = "Basic aHI6c3RpbHp3aWpnZW5k";

/// The cells of a row by their columns.
pub type Cells = BTreeMap<String, String>;

/// The sorted rows of each file.
pub type Data = BTreeMap<String, Vec<Cells>>;

/// Sends a GET to the REST API, and returns status and body.
#[track_caller]
pub fn get(server: &Server, path: &str) -> (u16, Value) {
    let request = Request::get(&format!("/api/v1{path}")).header("Authorization", CREDENTIAL);
    let response = server.send(&request);
    let body = serde_json::from_slice(&response.body);
    (response.status, body.unwrap_or_else(|error| panic!("{path}: {error}: {}", response.text())))
}

/// Sends a GET to the REST API, asserts status 200, and returns the body.
#[track_caller]
pub fn answer(server: &Server, path: &str) -> Value {
    let (status, answer) = get(server, path);
    assert_eq!(status, 200, "{path}: {answer}");
    answer
}

/// Returns the position in a response from which to continue.
pub fn next(answer: &Value) -> String {
    let next = answer["next"].as_str().expect("a text");
    assert!(next.is_ascii() && next.len() <= 64, "{next}");
    next.to_owned()
}

pub fn changes(answer: &Value) -> &[Value] {
    answer["changes"].as_array().expect("a list")
}

#[derive(Debug, Default)]
struct CopiedRow {
    is_anonymised: bool,
    /// By column: the value, and the id of the person to which it refers.
    cells: BTreeMap<String, (String, Option<i64>)>,
}

/// A copy of the data.
pub struct Copy {
    /// The position of the next poll.
    pub next: String,
    /// The number of the last applied change; `None` before the first.
    pub number: Option<i64>,
    /// By file and row number.
    rows: BTreeMap<(String, i64), CopiedRow>,
}

impl Copy {
    /// Reads the position, then all data files in pages of this size.
    #[track_caller]
    pub fn load(server: &Server, limit: usize) -> Copy {
        let mut copy = Copy { next: next(&answer(server, "/changes")), number: None, rows: BTreeMap::new() };
        for (file, _) in FILES.iter().chain(&[("images", "")]) {
            let mut path = format!("/data-files/{file}?limit={limit}");
            loop {
                let page = answer(server, &path);
                changes(&page).iter().for_each(|change| copy.apply(change));
                path = format!("/data-files/{file}?after={}&limit={limit}", next(&page));
                if page["more"] == false {
                    break;
                }
            }
        }
        copy
    }

    /// Applies all new changes in pages of this size, and returns their number.
    #[track_caller]
    pub fn poll(&mut self, server: &Server, limit: usize) -> usize {
        let mut count = 0;
        loop {
            let page = answer(server, &format!("/changes?since={}&limit={limit}", self.next));
            for change in changes(&page) {
                let number = change["number"].as_i64().unwrap();
                let before = self.number.replace(number).unwrap_or(number - 1);
                assert_eq!(number, before + 1, "a number is missing");
                self.apply(change);
                count += 1;
            }
            self.next = next(&page);
            if page["more"] == false {
                return count;
            }
            assert_eq!(changes(&page).len(), limit);
        }
    }

    fn apply(&mut self, change: &Value) {
        let key = (change["file"].as_str().unwrap().to_owned(), change["row"].as_i64().unwrap());
        match change["kind"].as_str().unwrap() {
            "removed" => drop(self.rows.remove(&key)),
            "anonymised" => {
                assert_eq!(change["cells"], serde_json::json!([]));
                let tombstone = CopiedRow { is_anonymised: true, cells: BTreeMap::new() };
                self.rows.insert(key, tombstone);
            }
            kind => {
                assert!(kind == "created" || kind == "changed", "{kind}");
                let row = self.rows.entry(key).or_default();
                for cell in change["cells"].as_array().unwrap() {
                    let text = |name: &str| cell[name].as_str().unwrap().to_owned();
                    row.cells.insert(text("column"), (text("value"), cell["person"].as_i64()));
                }
            }
        }
    }

    /// Returns the ids and cells of persons who are not anonymised.
    pub fn persons(&self) -> impl Iterator<Item = (i64, Cells)> {
        let persons = self.rows.iter().filter(|((file, _), _)| file == "persons.csv");
        persons.filter(|(_, row)| !row.is_anonymised).map(|((_, id), row)| (*id, self.present_cells(row)))
    }

    /// Returns the data in the form of [`exported`].
    pub fn data(&self) -> Data {
        let mut data = Data::new();
        for ((file, id), row) in &self.rows {
            let cells = match (row.is_anonymised, file.as_str()) {
                (true, _) => anonymised(&id.to_string()),
                (false, "images") => Cells::from([("Name".into(), row.cells["Name"].0.clone())]),
                (false, _) => self.present_cells(row),
            };
            data.entry(file.clone()).or_default().push(cells);
        }
        sorted(data)
    }

    /// Returns the cells with the present identifiers of the persons to which they refer.
    fn present_cells(&self, row: &CopiedRow) -> Cells {
        let cells = row.cells.iter().map(|(column, (value, person))| {
            let value = person.map_or_else(|| value.clone(), |person| self.identifier(person));
            (column.clone(), value)
        });
        cells.collect()
    }

    fn identifier(&self, person: i64) -> String {
        let row = &self.rows[&("persons.csv".to_owned(), person)];
        match row.is_anonymised {
            true => format!("anonymised-{person}"),
            false => row.cells["ExternalIdentifier"].0.clone(),
        }
    }
}

/// Returns the data of an export. Anonymised persons have only their ids, and images only their names.
#[track_caller]
pub fn exported(site: &Site) -> Data {
    let folder = tempfile::tempdir().unwrap();
    site.lms(&["export", folder.path().to_str().unwrap()]).ok();
    let mut data = Data::new();
    for (file, _) in FILES {
        let mut reader = csv::Reader::from_path(folder.path().join(file)).expect(file);
        let columns = reader.headers().expect(file).clone();
        for record in reader.records() {
            let record = record.expect(file);
            let cells = columns.iter().zip(&record);
            let cells: Cells = cells.map(|(column, cell)| (column.to_owned(), cell.to_owned())).collect();
            let cells = match cells.get("Anonymised").is_some_and(|is| is == "true") {
                true => anonymised(&cells["Id"]),
                false => cells,
            };
            data.entry((*file).to_owned()).or_default().push(cells);
        }
    }
    for image in fs::read_dir(folder.path().join("images")).into_iter().flatten() {
        let name = image.unwrap().file_name().into_string().unwrap();
        data.entry("images".to_owned()).or_default().push(Cells::from([("Name".into(), name)]));
    }
    sorted(data)
}

fn anonymised(id: &str) -> Cells {
    Cells::from([("Anonymised".into(), id.to_owned())])
}

fn sorted(mut data: Data) -> Data {
    data.values_mut().for_each(|rows| rows.sort());
    data
}
