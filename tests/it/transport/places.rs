//! The 512 places for connections: who makes room, who is turned away, and what readers of pictures cost.

use super::*;

const PLACES: usize = 512;

/// A site with a picture `large.png` of a million bytes, more than kernels hold for a reader.
fn site_with_a_picture() -> Site {
    let site = site();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\x01\x90\0\0\x01\x2c\x08\x02\0\0\0\0\0\0\0".to_vec();
    png.extend((png.len()..1_000_000).map(|n| n as u8 ^ (n >> 8) as u8));
    fs::create_dir(folder.path().join("images")).expect("a folder");
    fs::write(folder.path().join("images/large.png"), png).expect("a picture");
    site.lms(&["import", folder.path().to_str().expect("UTF-8")]).ok();
    site
}

/// Tests hold more connections than a process may have open by default.
fn may_open_many() {
    rlimit::increase_nofile_limit(8192).expect("as many files as the system allows");
}

// "when all are taken, the one that has waited longest without a whole request (idle, in its head or its body)
// is closed to make room"
#[test]
fn connections_without_a_whole_request_make_room() {
    may_open_many();
    let site = site();
    let server = site.serve(&["--metrics"]);
    let bytes = kept(&bram_call(Way::Form));
    // nothing, half a head, all but the last byte of the body
    let sent = [0, 20, bytes.len() - 1];
    let held: Vec<Wire> = (0..PLACES)
        .map(|n| {
            let mut wire = Wire::to(server.address);
            wire.send(&bytes[..sent[n % 3]]);
            wire
        })
        .collect();
    for _ in 0..20 {
        assert_eq!(server.send(&Request::get("/healthz")).status, 200);
    }
    still_answers(&server);
    let log = server.logged("made_room=");
    assert!(log.contains(" WARN connections were refused "), "{log}");
    assert!(log.contains("turned_away=0"), "{log}");
    let made_room = metric(&server, "lms_connections_refused_total{reason=\"made_room\"}");
    assert!(made_room >= Some(1), "{made_room:?}");
    drop(held);
}

// "and 503 only while every one is being answered"; readers that wait cost what is on its way to them, not a
// picture each
#[test]
fn the_513th_is_503_while_512_are_being_answered() {
    may_open_many();
    let site = site_with_a_picture();
    let server = site.serve(&["--metrics"]);
    let request = kept(&Request::get("/images/large.png"));
    let held: Vec<Wire> = (0..PLACES)
        .map(|_| {
            let mut wire = Wire::holding_little(server.address);
            wire.send(&request);
            assert_eq!(wire.head().expect("a head").status, 200);
            wire
        })
        .collect();
    let mut one_more = Wire::to(server.address);
    one_more.offer(&Request::get("/healthz").bytes("localhost"));
    let turned_away = one_more.head().expect("an answer");
    assert_eq!(turned_away.status, 503);
    assert_eq!(turned_away.header("Retry-After"), Some("1"));
    assert_eq!(turned_away.header("X-Content-Type-Options"), Some("nosniff"));
    let taken = memory(&server);
    assert!(taken < 200_000, "{PLACES} readers take {taken} KiB");
    let log = server.logged("turned_away=1");
    assert!(log.contains("made_room=0"), "{log}");
    drop(held);
    awaited("a place is free again", || {
        let mut wire = Wire::to(server.address);
        wire.offer(&bram_call(Way::Form).bytes("localhost"));
        wire.hear().filter(|response| response.status == 200)
    });
    let turned_away = "lms_connections_refused_total{reason=\"turned_away\"}";
    assert!(metric(&server, turned_away) >= Some(1));
}

/// What the server has in memory now, in KiB.
fn memory(server: &Server) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", server.pid())).expect("a process");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let number = line.and_then(|line| line.trim().strip_suffix(" kB"));
    number.and_then(|n| n.parse().ok()).expect("a number of KiB")
}

// a picture that comes in pieces is the same picture, and says how long it is
#[test]
fn a_picture_comes_whole() {
    let site = site_with_a_picture();
    let server = site.serve(&[]);
    let picture = server.send(&Request::get("/images/large.png"));
    assert_eq!(picture.header("Content-Length"), Some("1000000"));
    assert!(picture.complete);
    assert!(picture.body.starts_with(b"\x89PNG"));
    let right = |n: &usize| picture.body[*n] == *n as u8 ^ (*n >> 8) as u8;
    assert_eq!((100..1_000_000).filter(right).count(), 1_000_000 - 100);
    let head = server.send(&Request::new("HEAD", "/images/large.png"));
    assert_eq!(head.header("Content-Length"), Some("1000000"));
    let tag = picture.header("ETag").expect("a tag");
    let again = Request::get("/images/large.png").header("If-None-Match", tag);
    let again = server.send(&again);
    assert_eq!((again.status, again.body.len()), (304, 0));
    let log = server.stop().stderr;
    assert_eq!(log.matches("whole=true").count(), 3, "{log}");
}
