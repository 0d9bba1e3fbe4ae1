//! A client that keeps a copy by the steps of docs/changes.md, from `data-files` and `changes` only, and an export in the
//! same form to compare.

use std::collections::BTreeMap;
use std::fs;

use serde_json::Value;

use crate::random_organisation::FILES;
use crate::support::{Request, Server, Site};

/// The credential of [`crate::support::USER`], as HTTP Basic sends it.
pub const CREDENTIAL: &str = "Basic aHI6c3RpbHp3aWpnZW5k";

/// The cells of a row by their columns.
pub type Cells = BTreeMap<String, String>;

/// The rows of every file, in no order of their own.
pub type Data = BTreeMap<String, Vec<Cells>>;

/// Sends a GET below the base of REST, and returns status and body.
#[track_caller]
pub fn ask(server: &Server, path: &str) -> (u16, Value) {
    let request = Request::get(&format!("/api/v1{path}")).header("Authorization", CREDENTIAL);
    let response = server.send(&request);
    let body = serde_json::from_slice(&response.body);
    (response.status, body.unwrap_or_else(|error| panic!("{path}: {error}: {}", response.text())))
}

/// Returns the body of an answer with status 200.
#[track_caller]
pub fn answer(server: &Server, path: &str) -> Value {
    let (status, answer) = ask(server, path);
    assert_eq!(status, 200, "{path}: {answer}");
    answer
}

/// Returns the position from which to continue after an answer.
pub fn next(answer: &Value) -> String {
    let next = answer["next"].as_str().expect("a text");
    assert!(next.is_ascii() && next.len() <= 64, "{next}");
    next.to_owned()
}

/// The changes of an answer.
pub fn changes(answer: &Value) -> &[Value] {
    answer["changes"].as_array().expect("a list")
}

/// A row of the copy.
#[derive(Debug, Default)]
struct Kept {
    /// Whether the row was anonymised, so that nothing more is reported of it.
    anonymised: bool,
    /// Its cells, and the ids of the persons to which they refer.
    cells: BTreeMap<String, (String, Option<i64>)>,
}

/// The copy.
pub struct Copy {
    /// The position from which it continues.
    pub next: String,
    /// The number of the newest change that it has; unknown before the first.
    pub number: Option<i64>,
    rows: BTreeMap<(String, i64), Kept>,
}

impl Copy {
    /// Reads everything, in pages of this size, after the position.
    #[track_caller]
    pub fn begun(server: &Server, limit: usize) -> Copy {
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

    /// Reads all new changes in pages of this size, and returns their number.
    #[track_caller]
    pub fn poll(&mut self, server: &Server, limit: usize) -> usize {
        let mut count = 0;
        loop {
            let page = answer(server, &format!("/changes?since={}&limit={limit}", self.next));
            for change in changes(&page) {
                let number = change["number"].as_i64().unwrap();
                let before = self.number.replace(number).unwrap_or(number - 1);
                assert_eq!(number, before + 1, "no number is left out");
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
        let place = (change["file"].as_str().unwrap().to_owned(), change["row"].as_i64().unwrap());
        match change["kind"].as_str().unwrap() {
            "removed" => drop(self.rows.remove(&place)),
            "anonymised" => {
                assert_eq!(change["cells"], serde_json::json!([]));
                let tombstone = Kept { anonymised: true, cells: BTreeMap::new() };
                self.rows.insert(place, tombstone);
            }
            kind => {
                assert!(kind == "created" || kind == "changed", "{kind}");
                let kept = self.rows.entry(place).or_default();
                for cell in change["cells"].as_array().unwrap() {
                    let text = |name: &str| cell[name].as_str().unwrap().to_owned();
                    let reported = (text("value"), cell["person"].as_i64());
                    kept.cells.insert(text("column"), reported);
                }
            }
        }
    }

    /// Returns the ids and cells of persons who are not anonymised.
    pub fn persons(&self) -> impl Iterator<Item = (i64, Cells)> {
        let persons = self.rows.iter().filter(|((file, _), _)| file == "persons.csv");
        persons.filter(|(_, kept)| !kept.anonymised).map(|((_, row), kept)| (*row, self.reported(kept)))
    }

    /// Returns the data of an export: of an anonymised person only the id, of pictures only the names.
    pub fn data(&self) -> Data {
        let mut data = Data::new();
        for ((file, row), kept) in &self.rows {
            let cells = match (kept.anonymised, file.as_str()) {
                (true, _) => anonymised(&row.to_string()),
                (false, "images") => Cells::from([("Name".into(), kept.cells["Name"].0.clone())]),
                (false, _) => self.reported(kept),
            };
            data.entry(file.clone()).or_default().push(cells);
        }
        sorted(data)
    }

    /// Returns the cells with the present identifiers of the persons to which they refer.
    fn reported(&self, kept: &Kept) -> Cells {
        let cells = kept.cells.iter().map(|(column, (value, person))| {
            let value = person.map_or_else(|| value.clone(), |person| self.called(person));
            (column.clone(), value)
        });
        cells.collect()
    }

    fn called(&self, person: i64) -> String {
        let kept = &self.rows[&("persons.csv".to_owned(), person)];
        match kept.anonymised {
            true => format!("anonymised-{person}"),
            false => kept.cells["ExternalIdentifier"].0.clone(),
        }
    }
}

/// Returns the data of the site's export.
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
    for picture in fs::read_dir(folder.path().join("images")).into_iter().flatten() {
        let name = picture.unwrap().file_name().into_string().unwrap();
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
