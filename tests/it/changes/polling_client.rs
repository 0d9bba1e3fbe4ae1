//! A client in forty lines that keeps a copy of two data files. It waits for their changes, and reads the files again when
//! its position is refused.

use std::thread;

use super::copying_client::{Cells, exported};
use super::*;

const FILES: [&str; 2] = ["persons.csv", "divisions.csv"];

#[derive(Default)]
struct FilteredCopy {
    since: String,
    rows: BTreeMap<(String, i64), Cells>,
}

impl FilteredCopy {
    fn load(server: &Server) -> Self {
        // the position is read first, so that no change during the load is missed
        let mut copy = Self { since: next(&answer(server, "/changes")), ..Self::default() };
        for file in FILES {
            let mut page = answer(server, &format!("/data-files/{file}"));
            copy.apply(&page);
            while page["more"] == true {
                page = answer(server, &format!("/data-files/{file}?after={}", next(&page)));
                copy.apply(&page);
            }
        }
        copy
    }

    /// Applies new changes. If there are none, waits up to `wait` seconds for the first.
    fn follow(&mut self, server: &Server, wait: u32) {
        let filter = FILES.map(|file| format!("&file={file}")).concat();
        loop {
            let (status, page) = get(server, &format!("/changes?since={}&wait={wait}{filter}", self.since));
            if status == 410 {
                *self = Self::load(server);
                continue;
            }
            self.apply(&page);
            self.since = next(&page);
            if page["more"] == false {
                return;
            }
        }
    }

    fn apply(&mut self, page: &Value) {
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
fn compare(copy: &FilteredCopy, site: &Site) {
    let exported = exported(site);
    for file in FILES {
        let rows = copy.rows.iter().filter(|((of, _), _)| of == file).map(|(_, cells)| cells);
        let mut rows: Vec<_> = rows.cloned().collect();
        rows.sort();
        assert_eq!(rows, exported[file], "{file}");
    }
}

#[test]
fn a_copy_of_some_files_survives_an_undo_and_a_restore() {
    let site = site();
    let server = site.serve(&[]);
    let mut copy = FilteredCopy::load(&server);
    compare(&copy, &site);
    site.lms(&["backup", "--to", "copy.sqlite"]).ok();
    // an import by another process ends the wait; changes of groups do not
    let phone = ("persons.csv", "ExternalIdentifier,PhoneNumber\nE004,06\n");
    thread::scope(|scope| {
        let waiting = scope.spawn(|| copy.follow(&server, 60));
        site.import(&[("groups.csv", "Name\nNieuw\n")]).ok();
        site.import(&[phone, ("divisions.csv", "Name,ParentName\nNieuw,\nDeel,Nieuw\n")]).ok();
        waiting.join().expect("a change");
    });
    copy.follow(&server, 0);
    compare(&copy, &site);
    assert!(copy.rows.values().any(|cells| cells.get("ParentName").is_some_and(|parent| parent == "Nieuw")));
    let number = site.lms(&["imports", "--json"]).ok().stdout.lines().count();
    site.lms(&["imports", "undo", &number.to_string()]).ok();
    copy.follow(&server, 60);
    compare(&copy, &site);
    assert!(update(&server, 4, "<PhoneNumber>07</PhoneNumber>"));
    copy.follow(&server, 60);
    server.stop();
    site.lms(&["restore", "--from", "copy.sqlite"]).ok();
    let server = site.serve(&[]);
    copy.follow(&server, 0);
    compare(&copy, &site);
    assert!(update(&server, 4, "<PhoneNumber>08</PhoneNumber>"));
    copy.follow(&server, 60);
    compare(&copy, &site);
}
