//! A reader that leaves or stalls, and a server that stops, leave no snapshot open and no thread behind: the write-ahead
//! log can be emptied again.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::OnceLock;
use std::time::Duration;

use rusqlite::Connection;

use crate::random_organisation::{Organisation, Size};
use crate::support::{Fixture, PASSWORD, Server, Site, USER, form_request, granted_site, wait_until};

/// A server whose report is far longer than the buffers of sockets.
fn served() -> (Site, Server) {
    static FIXTURE: Fixture = Fixture::new();
    static CLOCK: OnceLock<String> = OnceLock::new();
    let site = FIXTURE.copy(|| {
        let organisation = Organisation::random(3, Size { persons: 400, trainings: 60, density: 60 });
        let site = granted_site();
        organisation.import(&site);
        CLOCK.get_or_init(|| organisation.now);
        site
    });
    let server = site.serve(&["--now", CLOCK.get().expect("the clock of the organisation")]);
    (site, server)
}

/// A reader that has read the beginning of the report.
fn reader(server: &Server) -> TcpStream {
    let fields = [("username", USER), ("password", PASSWORD), ("includeInactiveTrainings", "true")];
    let request = form_request(super::ALL, &fields).bytes(&server.address.to_string());
    let mut stream = server.connect();
    stream.write_all(&request).expect("a request");
    let mut begun = [0; 100_000];
    stream.read_exact(&mut begun).expect("the first rows");
    stream
}

/// Changes the data, then empties the log if no reader has an older snapshot. Returns whether the log is empty.
fn emptied(site: &Site) -> bool {
    let database = Connection::open(site.db()).expect("the database");
    database
        .busy_timeout(Duration::ZERO)
        .and_then(|()| database.execute("UPDATE step SET introduction = introduction || '.'", []))
        .expect("a change");
    let busy =
        database.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get::<_, i64>(0)).expect("a checkpoint");
    let log = site.path().join("lms.sqlite-wal");
    busy == 0 && log.metadata().map_or(0, |log| log.len()) == 0
}

#[track_caller]
fn until_emptied(site: &Site) {
    wait_until("no snapshot is open", || emptied(site));
}

fn threads(server: &Server) -> usize {
    let tasks = format!("/proc/{}/task", server.pid());
    std::fs::read_dir(tasks).expect("the server's threads").count()
}

#[test]
fn readers_that_leave_leave_no_snapshot() {
    let (site, server) = served();
    drop(reader(&server));
    until_emptied(&site);
    let before = threads(&server);
    let readers: Vec<_> = (0..4).map(|_| reader(&server)).collect();
    assert!(!emptied(&site), "no snapshot was open");
    assert!(threads(&server) > before);
    drop(readers);
    until_emptied(&site);
    // threads that have nothing to do end after ten seconds
    wait_until("their threads end", || threads(&server) <= before);
}

/// "A reader that takes less than 16 KiB in 30 s while more is ready is cut off".
#[test]
fn a_stalled_reader_leaves_no_snapshot() {
    let (site, server) = served();
    let reader = reader(&server);
    assert!(!emptied(&site), "no snapshot was open");
    until_emptied(&site);
    drop(reader);
}

#[test]
fn a_stopped_server_leaves_no_snapshot() {
    let (site, server) = served();
    let reader = reader(&server);
    assert!(!emptied(&site), "no snapshot was open");
    let reported = server.stop().ok().stderr;
    assert!(reported.contains("stopped before every answer was sent"), "{reported}");
    assert!(emptied(&site));
    drop(reader);
}
