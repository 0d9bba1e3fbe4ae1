//! The 512 connection slots: eviction, refusal, and readers of pictures.

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
    crate::support::raise_open_file_limit();
}

// "when all are taken, the one that has waited longest without a whole request (idle, in its head or its body)
// is closed to make room"
#[test]
fn connections_without_a_complete_request_are_evicted() {
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
    let log = server.wait_for_log("made_room=");
    assert!(log.contains(" WARN connections were refused "), "{log}");
    assert!(log.contains("turned_away=0"), "{log}");
    let made_room = metric(&server, "lms_connections_refused_total{reason=\"made_room\"}");
    assert!(made_room >= Some(1), "{made_room:?}");
    drop(held);
}

// "An answer to a request without a verified sign-in that its reader has not taken from for 2 s counts as waiting too":
// readers of a public page that take nothing cost what is on its way to them, and their places; one that has signed in
// keeps its place, though it has waited longest
#[test]
fn stalled_readers_without_a_login_are_evicted() {
    may_open_many();
    let site = large_site();
    let server = site.serve(&["--metrics"]);
    let idle = memory(&server);
    let mut signed_in = Wire::holding_little(server.address);
    signed_in.send(&kept(&call(Way::Form, "GetAllBasicPersonInfo", &[])));
    assert_eq!(signed_in.head().expect("a head").status, 200);
    let requests = kept(&Request::get(&format!("{ASMX}?WSDL"))).repeat(20);
    let silent: Vec<Wire> = (0..PLACES + 8)
        .map(|_| {
            let mut wire = Wire::holding_little(server.address);
            wire.offer(&requests);
            wire
        })
        .collect();
    let is_answered = || {
        let mut wire = Wire::to(server.address);
        wire.offer(&Request::get("/healthz").bytes("localhost"));
        wire.hear().is_some_and(|response| response.status == 200)
    };
    // until they have stalled for two seconds, a newcomer may be turned away
    awaited("95 of 100 asks are answered", || ((0..100).filter(|_| is_answered()).count() >= 95).then_some(()));
    let taken = memory(&server).saturating_sub(idle);
    assert!(taken < 64 * 1024, "{PLACES} readers take {taken} KiB");
    // this request, too, may be turned away
    wait_until("the metrics have evictions", || {
        let bytes = server.send_bytes(&Request::get("/metrics").bytes("localhost"));
        let evictions = "lms_connections_refused_total{reason=\"made_room\"} ";
        let has_evictions = |line: &str| line.strip_prefix(evictions).is_some_and(|count| count != "0");
        Response::parse(&bytes, false).is_some_and(|(response, _)| response.text().lines().any(has_evictions))
    });
    drop(silent);
    assert!(signed_in.rest().ends_with(b"</ApiResponseOfListOfBasicPersonInfo>\r\n0\r\n\r\n"));
}

/// What the server has in memory now, in KiB.
fn memory(server: &Server) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", server.pid())).expect("a process");
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"));
    let number = line.and_then(|line| line.trim().strip_suffix(" kB"));
    number.and_then(|n| n.parse().ok()).expect("a number of KiB")
}

// a picture in several chunks is complete and has a Content-Length
#[test]
fn a_picture_arrives_complete() {
    let site = site_with_a_picture();
    let server = site.serve(&[]);
    let picture = server.send(&Request::get("/images/large.png"));
    assert_eq!(picture.header("Content-Length"), Some("1000000"));
    assert!(picture.is_complete);
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
