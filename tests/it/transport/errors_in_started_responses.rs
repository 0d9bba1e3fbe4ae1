//! Tests errors that occur after a response has begun.

use super::*;

/// Overwrites the last page of the list of persons.
fn damage_database(site: &Site) {
    let path = site.db();
    let mut bytes = std::fs::read(&path).unwrap();
    let database = rusqlite::Connection::open(&path).unwrap();
    let number = |sql| database.query_row(sql, [], |row| row.get::<_, u32>(0)).unwrap() as usize;
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
    damage_database(&site);
    let server = site.serve(&[]);
    for encoding in ["identity", "gzip"] {
        for style in STYLES {
            let request = call(style, "GetAllBasicPersonInfo", &[]);
            let response = server.send(&request.header("Accept-Encoding", encoding));
            assert_eq!(response.status, 200, "{style:?}");
            assert!(!response.is_complete, "{style:?} {encoding}: the response looks complete");
            assert!(response.body.len() > 64 * 1024 || encoding == "gzip", "{style:?}");
            if encoding == "identity" {
                let end = &response.body[response.body.len() - 200..];
                let end = String::from_utf8_lossy(end);
                assert!(!end.contains("</Contents>"), "{style:?}: {end}");
            }
        }
    }
    let log = server.wait_for_log("was cut");
    assert!(log.contains("malformed"), "{log}");
    assert!(has_person(&server, "P000002"));
}
