//! A fault that is met when an answer has long begun.

use super::*;

/// Overwrites pages late in the file, so that a read of everyone fails on the way.
fn damage(site: &Site) {
    let path = site.db();
    let mut bytes = std::fs::read(&path).unwrap();
    let database = rusqlite::Connection::open(&path).unwrap();
    let number = |sql| database.query_row(sql, [], |row| row.get::<_, u32>(0)).unwrap() as usize;
    // the last rows of the list are on its last page
    let page = number("SELECT max(pageno) FROM dbstat WHERE name = 'person' AND pagetype = 'leaf'");
    let size = number("PRAGMA page_size");
    drop(database);
    bytes[(page - 1) * size..page * size].fill(0xFF);
    std::fs::write(&path, bytes).unwrap();
}

// "A fault after a streamed answer has begun cuts the connection; the document is never closed as if
// it were whole."
// ASVS 16.5.3
#[test]
fn a_late_error_resets_the_connection() {
    let site = large_site();
    damage(&site);
    let server = site.serve(&[]);
    for encoding in ["identity", "gzip"] {
        for way in WAYS {
            let everyone = call(way, "GetAllBasicPersonInfo", &[]);
            let response = server.send(&everyone.header("Accept-Encoding", encoding));
            assert_eq!(response.status, 200, "{way:?}");
            assert!(!response.is_complete, "{way:?} {encoding}: the answer was ended");
            assert!(response.body.len() > 64 * 1024 || encoding == "gzip", "{way:?}");
            if encoding == "identity" {
                let end = &response.body[response.body.len() - 200..];
                let end = String::from_utf8_lossy(end);
                assert!(!end.contains("</Contents>"), "{way:?}: {end}");
            }
        }
    }
    let log = log_with(&server, "was cut");
    assert!(log.contains("malformed"), "{log}");
    assert!(exists(&server, "P000002"));
}
