//! When a client disconnects or stalls, or the server stops, its snapshot is closed and its thread ends. A snapshot is closed
//! if a checkpoint can truncate the write-ahead log.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::OnceLock;
use std::time::Duration;

use rusqlite::Connection;

use crate::random_organisation::{Organisation, Size};
use crate::support::{Fixture, PASSWORD, Server, Site, USER, form_request, granted_site, wait_until};

/// Starts a server whose response is much longer than the buffers of sockets.
fn serve_long_response() -> (Site, Server) {
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

/// Requests the response, and reads its beginning.
fn start_reading(server: &Server) -> TcpStream {
    let fields = [("username", USER), ("password", PASSWORD), ("includeInactiveTrainings", "true")];
    let request = form_request(super::ALL, &fields).bytes(&server.address.to_string());
    let mut stream = server.connect();
    stream.write_all(&request).expect("a request");
    stream.read_exact(&mut [0; 100_000]).expect("the first rows");
    stream
}

/// Changes the data, and returns whether a checkpoint truncates the write-ahead log, which an open snapshot prevents.
fn can_truncate_log(site: &Site) -> bool {
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
fn wait_for_closed_snapshots(site: &Site) {
    wait_until("no snapshot is open", || can_truncate_log(site));
}

fn thread_count(server: &Server) -> usize {
    let tasks = format!("/proc/{}/task", server.pid());
    std::fs::read_dir(tasks).expect("the server's threads").count()
}

#[test]
fn clients_that_disconnect_leave_no_snapshot_and_no_thread() {
    let (site, server) = serve_long_response();
    drop(start_reading(&server));
    wait_for_closed_snapshots(&site);
    let before = thread_count(&server);
    let readers: Vec<_> = (0..4).map(|_| start_reading(&server)).collect();
    assert!(!can_truncate_log(&site), "no snapshot was open");
    assert!(thread_count(&server) > before);
    drop(readers);
    wait_for_closed_snapshots(&site);
    // idle threads end after ten seconds
    wait_until("the threads of the readers end", || thread_count(&server) <= before);
}

/// "A reader that takes less than 16 KiB in 30 s while more is ready is cut off".
#[test]
fn a_stalled_reader_leaves_no_snapshot() {
    let (site, server) = serve_long_response();
    let reader = start_reading(&server);
    assert!(!can_truncate_log(&site), "no snapshot was open");
    wait_for_closed_snapshots(&site);
    drop(reader);
}

#[test]
fn a_stopped_server_leaves_no_snapshot() {
    let (site, server) = serve_long_response();
    let reader = start_reading(&server);
    assert!(!can_truncate_log(&site), "no snapshot was open");
    let log = server.stop().ok().stderr;
    assert!(log.contains("stopped before every answer was sent"), "{log}");
    assert!(can_truncate_log(&site));
    drop(reader);
}
