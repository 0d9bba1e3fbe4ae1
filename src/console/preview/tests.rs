//! Previews that end, and how many there are at once.

use super::*;

fn upload() -> Upload {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("groups.csv"), "Name\nA\n").unwrap();
    Upload {
        folder,
        names: vec!["groups.csv".to_owned()],
        wrong: None,
        most: 1000,
    }
}

#[test]
fn one_that_has_ended_says_so_and_makes_room() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lms.sqlite");
    let clock = Clock::new("Europe/Amsterdam", None).unwrap();
    open(&file, &clock, Open::Create).unwrap();
    let previews = Previews::default();
    let begin = |session: &str, kept| previews.begin(session, upload(), &file, &clock, kept);
    for session in 1..=MOST {
        assert!(begin(&session.to_string(), KEPT).unwrap());
    }
    assert!(!begin("one more", KEPT).unwrap());
    assert!(begin("1", Duration::ZERO).unwrap());
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
    assert!(begin("one more", KEPT).unwrap() && previews.of("1").is_none());
}
