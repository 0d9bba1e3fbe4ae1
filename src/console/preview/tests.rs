//! Tests the end of previews, and their limits.

use super::*;
use crate::console::jobs::{Jobs, MAX_JOBS, MAX_JOBS_OF_OPERATOR};

fn upload() -> Upload {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("groups.csv"), "Name\nA\n").unwrap();
    Upload { folder, names: vec!["groups.csv".to_owned()], rejection: None, max_unpacked_bytes: 1000 }
}

#[test]
fn an_ended_preview_frees_a_place() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let _context = runtime.enter();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lms.sqlite");
    let clock = Clock::new("Europe/Amsterdam", None).unwrap();
    open(&file, &clock, OpenMode::Create).unwrap();
    let previews = Jobs::default();
    let begin = |session: &str, lifetime| {
        let begin_preview = |permit| Preview::begin(upload(), &file, &clock, lifetime, permit);
        // each session has its own operator
        previews.begin(session, session, begin_preview).unwrap().is_some()
    };
    for session in 1..=MAX_JOBS {
        assert!(begin(&session.to_string(), PREVIEW_LIFETIME));
    }
    assert!(!begin("one more", PREVIEW_LIFETIME));
    assert!(begin("1", Duration::ZERO));
    let first = previews.find("1").unwrap();
    let mut shown = Arc::default();
    loop {
        match first.state() {
            PreviewState::Ready(checked) => shown = checked,
            PreviewState::Ended => break,
            _ => {}
        }
    }
    // late requests change nothing
    assert!(!first.apply(&shown, "me", "groups"));
    assert!(!first.amend(&shown, PreviewChange::default()));
    assert!(matches!(first.state(), PreviewState::Ended));
    assert!(begin("one more", PREVIEW_LIFETIME));
}

#[test]
fn an_operator_has_at_most_four_previews_and_a_replaced_preview_stops() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let _context = runtime.enter();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lms.sqlite");
    let clock = Clock::new("Europe/Amsterdam", None).unwrap();
    open(&file, &clock, OpenMode::Create).unwrap();
    let previews = Jobs::default();
    let begin = |session: &str| {
        let begin_preview = |permit| Preview::begin(upload(), &file, &clock, PREVIEW_LIFETIME, permit);
        previews.begin(session, "jan", begin_preview).unwrap()
    };
    let first = begin("1").unwrap();
    let (first_progress, must_stop) = (Arc::clone(&first.progress), Arc::clone(&first.must_stop));
    drop(first);
    for session in 2..=MAX_JOBS_OF_OPERATOR {
        assert!(begin(&session.to_string()).is_some());
    }
    assert!(!must_stop.load(Relaxed));
    assert!(begin("one more").is_some() && previews.find("1").is_none());
    assert!(must_stop.load(Relaxed));
    // the thread of the first preview ends
    while Arc::strong_count(&first_progress) > 1 {
        thread::yield_now();
    }
    // many previews in one session never have more threads than the limit
    for _ in 0..3 * MAX_JOBS {
        begin("2");
        assert!(previews.running_thread_count() <= MAX_JOBS);
    }
}
