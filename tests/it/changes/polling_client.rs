//! A consumer in forty lines: it keeps a copy of two data files, waits for their changes, and reads them again where its
//! history has ended.

use std::thread;

use super::copying_client::{Cells, exported};
use super::*;

const FILES: [&str; 2] = ["persons.csv", "divisions.csv"];

#[derive(Default)]
struct Keeper {
    since: String,
    rows: BTreeMap<(String, i64), Cells>,
}

impl Keeper {
    fn begun(server: &Server) -> Self {
        // the position is read first, so that a change in the meantime is read again
        let mut keeper = Self { since: next(&answer(server, "/changes")), ..Self::default() };
        for file in FILES {
            let mut page = answer(server, &format!("/data-files/{file}"));
            keeper.take(&page);
            while page["more"] == true {
                page = answer(server, &format!("/data-files/{file}?after={}", next(&page)));
                keeper.take(&page);
            }
        }
        keeper
    }

    /// Takes the changes since the last time; without any, waits for the first.
    fn follow(&mut self, server: &Server, wait: u32) {
        let filter = FILES.map(|file| format!("&file={file}")).concat();
        loop {
            let (status, page) = ask(server, &format!("/changes?since={}&wait={wait}{filter}", self.since));
            if status == 410 {
                *self = Self::begun(server);
                continue;
            }
            self.take(&page);
            self.since = next(&page);
            if page["more"] == false {
                return;
            }
        }
    }

    fn take(&mut self, page: &Value) {
        for change in changes(page) {
            let text = |of: &Value, name: &str| of[name].as_str().expect("a text").to_owned();
            let key = (text(change, "file"), change["row"].as_i64().expect("a number"));
            if change["kind"] == "removed" {
                self.rows.remove(&key);
            } else {
                let cells = change["cells"].as_array().expect("a list").iter();
                self.rows.entry(key).or_default().extend(cells.map(|cell| (text(cell, "column"), text(cell, "value"))));
            }
        }
    }
}

/// Compares the copy with an export.
#[track_caller]
fn compare(keeper: &Keeper, site: &Site) {
    let exported = exported(site);
    for file in FILES {
        let rows = keeper.rows.iter().filter(|((of, _), _)| of == file).map(|(_, cells)| cells);
        let mut rows: Vec<_> = rows.cloned().collect();
        rows.sort();
        assert_eq!(rows, exported[file], "{file}");
    }
}

#[test]
fn a_copy_of_some_files_survives_an_undo_and_a_restore() {
    let site = site();
    let server = site.serve(&[]);
    let mut keeper = Keeper::begun(&server);
    compare(&keeper, &site);
    site.lms(&["backup", "--to", "copy.sqlite"]).ok();
    // an import of another process wakes it; groups are none of its files
    let phone = ("persons.csv", "ExternalIdentifier,PhoneNumber\nE004,06\n");
    thread::scope(|scope| {
        let waiting = scope.spawn(|| keeper.follow(&server, 60));
        site.import(&[("groups.csv", "Name\nNieuw\n")]).ok();
        site.import(&[phone, ("divisions.csv", "Name,ParentName\nNieuw,\nDeel,Nieuw\n")]).ok();
        waiting.join().expect("it is woken");
    });
    keeper.follow(&server, 0);
    compare(&keeper, &site);
    assert!(keeper.rows.values().any(|cells| cells.get("ParentName").is_some_and(|parent| parent == "Nieuw")));
    let number = site.lms(&["imports", "--json"]).ok().stdout.lines().count();
    site.lms(&["imports", "undo", &number.to_string()]).ok();
    keeper.follow(&server, 60);
    compare(&keeper, &site);
    assert!(update(&server, 4, "<PhoneNumber>07</PhoneNumber>"));
    keeper.follow(&server, 60);
    server.stop();
    site.lms(&["restore", "--from", "copy.sqlite"]).ok();
    let server = site.serve(&[]);
    keeper.follow(&server, 0);
    compare(&keeper, &site);
    assert!(update(&server, 4, "<PhoneNumber>08</PhoneNumber>"));
    keeper.follow(&server, 60);
    compare(&keeper, &site);
}
