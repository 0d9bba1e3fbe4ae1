//! Previews that end, and how many there are at once.

use super::*;
use crate::console::jobs::{Jobs, MOST};

fn upload() -> Upload {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("groups.csv"), "Name\nA\n").unwrap();
    Upload { folder, names: vec!["groups.csv".to_owned()], wrong: None, most: 1000 }
}

#[test]
fn one_that_has_ended_says_so_and_makes_room() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lms.sqlite");
    let clock = Clock::new("Europe/Amsterdam", None).unwrap();
    open(&file, &clock, Open::Create).unwrap();
    let previews = Jobs::default();
    let begin = |session: &str, kept| {
        let preview = || Preview::begin(upload(), &file, &clock, kept);
        previews.begin(session, preview).unwrap().is_some()
    };
    for session in 1..=MOST {
        assert!(begin(&session.to_string(), KEPT));
    }
    assert!(!begin("one more", KEPT));
    assert!(begin("1", Duration::ZERO));
    let first = previews.of("1").unwrap();
    let mut shown = Arc::default();
    loop {
        match first.state() {
            State::Ready(ready) => shown = ready,
            State::Ended => break,
            _ => {}
        }
    }
    // what comes too late changes nothing of that
    assert!(!first.apply(&shown, "me", "groups"));
    assert!(!first.amend(&shown, Amendments::default(), Options::PLAIN));
    assert!(matches!(first.state(), State::Ended));
    while !first.is_over() {
        thread::yield_now();
    }
    assert!(begin("one more", KEPT) && previews.of("1").is_none());
}
