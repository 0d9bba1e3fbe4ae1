//! Tests the 512 connection slots: which connections are evicted when all are taken.

use super::*;
use crate::support::raise_open_file_limit;

const SLOTS: usize = 512;

/// Returns a site with an image `large.png` of a million bytes, which no socket buffer holds.
fn site_with_image() -> Site {
    let site = site();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\x01\x90\0\0\x01\x2c\x08\x02\0\0\0\0\0\0\0".to_vec();
    png.extend((png.len()..1_000_000).map(|n| n as u8 ^ (n >> 8) as u8));
    fs::create_dir(folder.path().join("images")).expect("a folder");
    fs::write(folder.path().join("images/large.png"), png).expect("an image");
    site.lms(&["import", folder.path().to_str().expect("UTF-8")]).ok();
    site
}

// "when all are taken, the one that has waited longest without a whole request (idle, in its head or its body)
// is closed to make room"
#[test]
fn connections_without_a_complete_request_are_evicted() {
    raise_open_file_limit();
    let site = site();
    let server = site.serve(&["--metrics"]);
    let bytes = keep_alive(&bram_call(Style::Form));
    // nothing, half a head, all but the last byte of the body
    let sent = [0, 20, bytes.len() - 1];
    let clients: Vec<Client> = (0..SLOTS)
        .map(|n| {
            let mut client = Client::connect(server.address);
            client.send(&bytes[..sent[n % 3]]);
            client
        })
        .collect();
    for _ in 0..20 {
        assert_eq!(server.send(&Request::get("/healthz")).status, 200);
    }
    assert_responds(&server);
    let log = server.wait_for_log("made_room=");
    assert!(log.contains(" WARN connections were refused "), "{log}");
    assert!(log.contains("turned_away=0"), "{log}");
    assert!(server.metric("lms_connections_refused_total{reason=\"made_room\"}") >= 1);
    drop(clients);
}

// "An answer to a request without a verified sign-in that its reader has not taken from for 2 s counts as waiting too"
#[test]
fn stalled_readers_without_a_login_are_evicted() {
    raise_open_file_limit();
    let site = large_site();
    let server = site.serve(&["--metrics"]);
    let memory_before = memory_kib(&server);
    let mut signed_in = Client::with_small_buffer(server.address);
    signed_in.send(&keep_alive(&call(Style::Form, "GetAllBasicPersonInfo", &[])));
    assert_eq!(signed_in.read_head().expect("a head").status, 200);
    let requests = keep_alive(&Request::get(&format!("{ASMX}?WSDL"))).repeat(20);
    let stalled: Vec<Client> = (0..SLOTS + 8)
        .map(|_| {
            let mut client = Client::with_small_buffer(server.address);
            client.try_send(&requests);
            client
        })
        .collect();
    let is_answered = || {
        let mut client = Client::connect(server.address);
        client.try_send(&Request::get("/healthz").bytes("localhost"));
        client.read_response().is_some_and(|response| response.status == 200)
    };
    // until the readers have stalled for 2 s, a new client may be refused
    wait_until("95 of 100 requests are answered", || (0..100).filter(|_| is_answered()).count() >= 95);
    let used = memory_kib(&server).saturating_sub(memory_before);
    assert!(used < 64 * 1024, "{SLOTS} readers use {used} KiB");
    // this request, too, may be refused
    wait_until("the metrics have evictions", || {
        let bytes = server.send_bytes(&Request::get("/metrics").bytes("localhost"));
        let evictions = "lms_connections_refused_total{reason=\"made_room\"} ";
        let has_evictions = |line: &str| line.strip_prefix(evictions).is_some_and(|count| count != "0");
        Response::parse(&bytes, false).is_some_and(|(response, _)| response.text().lines().any(has_evictions))
    });
    drop(stalled);
    assert!(signed_in.read_to_end().ends_with(b"</ApiResponseOfListOfBasicPersonInfo>\r\n0\r\n\r\n"));
}

/// Returns the server's memory that is not backed by files, in KiB.
fn memory_kib(server: &Server) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", server.pid())).expect("a process");
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"));
    let number = line.and_then(|line| line.trim().strip_suffix(" kB"));
    number.and_then(|n| n.parse().ok()).expect("a number of KiB")
}

#[test]
fn a_large_image_is_complete_and_has_its_content_length() {
    let site = site_with_image();
    let server = site.serve(&[]);
    let image = server.send(&Request::get("/images/large.png"));
    assert_eq!(image.header("Content-Length"), Some("1000000"));
    assert!(image.is_complete);
    assert!(image.body.starts_with(b"\x89PNG"));
    let is_unchanged = |n: &usize| image.body[*n] == *n as u8 ^ (*n >> 8) as u8;
    assert_eq!((100..1_000_000).filter(is_unchanged).count(), 1_000_000 - 100);
    let head = server.send(&Request::new("HEAD", "/images/large.png"));
    assert_eq!(head.header("Content-Length"), Some("1000000"));
    let tag = image.header("ETag").expect("a tag");
    let known = server.send(&Request::get("/images/large.png").header("If-None-Match", tag));
    assert_eq!((known.status, known.body.len()), (304, 0));
    let log = server.stop().stderr;
    assert_eq!(log.matches("whole=true").count(), 3, "{log}");
}
