//! The learning portfolio at size: `cargo bench --bench portfolio [-- PERSONS]` (10,000 persons when none is given,
//! about 20 rows each). The real binary answers over a real socket; beside it, in the same run, `sqlite3 -csv` writes a
//! ready-made flat table of the same rows to a pipe, and SQLite scans that table in this process.

use std::error::Error;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::{Connection, params_from_iter};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

const ALL: &str = "GetAllLearningPortfolioContent";
const PAGINATED: &str = "GetPaginatedLearningPortfolioContent";
const NOW: &str = "2026-03-09T12:00:00";
const ITEM: &str = "LearningPortfolioContentCached";
const RUNS: usize = 5;

fn main() -> Result<()> {
    let persons: u64 = std::env::args()
        .skip(1)
        .find_map(|argument| argument.parse().ok())
        .unwrap_or(10_000);
    let folder = tempfile::tempdir()?;
    let db = folder.path().join("lms.sqlite");
    lms(&db, &["init"], "")?;
    lms(
        &db,
        &[
            "credential",
            "add",
            "bi",
            "--password-stdin",
            "--grant",
            "all",
        ],
        "stilzwijgend\n",
    )?;
    grow(&db, persons)?;
    let server = Server::start(&db)?;
    server.settle()?;

    let report = best(|| server.fetch(ALL, ""))?;
    let rows = server.total()?;
    println!("{persons} persons, {rows} rows, {} bytes", report.bytes);
    let seconds = report.whole.as_secs_f64();
    println!(
        "report: {seconds:.3} s, {:.0} rows/s, {:.0} MB/s, first byte after {:.1} ms",
        rows as f64 / seconds,
        report.bytes as f64 / seconds / 1e6,
        report.first.as_secs_f64() * 1e3
    );
    let size = rows.div_ceil(1000).min(10_000);
    for index in [0, (rows / size) / 2, (rows - 1) / size] {
        let fields = format!("&size={size}&index={index}");
        let page = best(|| server.fetch(PAGINATED, &fields))?;
        println!(
            "page {} of {} by {size}: {:.1} ms, {} bytes",
            index + 1,
            rows.div_ceil(size),
            page.whole.as_secs_f64() * 1e3,
            page.bytes
        );
    }
    println!("peak RssAnon: {:.1} MiB", server.peak_kib() as f64 / 1024.0);

    let flat = folder.path().join("flat.sqlite");
    flatten(&server, &flat)?;
    drop(server);
    let csv = best(|| sqlite3_csv(&flat))?;
    let scan = best(|| bare_scan(&flat))?;
    for (what, other) in [
        ("sqlite3 -csv of a flat table", csv),
        ("bare scan of it", scan),
    ] {
        let other = other.whole.as_secs_f64();
        println!(
            "{what}: {other:.3} s; the report takes {:.2} times that ({:.2} x as fast)",
            seconds / other,
            other / seconds
        );
    }
    Ok(())
}

/// What an answer took.
#[derive(Clone, Copy)]
struct Taken {
    first: Duration,
    whole: Duration,
    bytes: u64,
}

fn best(mut run: impl FnMut() -> Result<Taken>) -> Result<Taken> {
    let runs: Vec<_> = (0..RUNS).map(|_| run()).collect::<Result<_>>()?;
    let best = runs.into_iter().min_by_key(|taken| taken.whole);
    Ok(best.expect("some runs"))
}

/// Reads to the end.
fn drain(mut from: impl Read, begun: Instant) -> Result<Taken> {
    let mut buffer = vec![0; 256 * 1024];
    let mut taken = Taken {
        first: Duration::ZERO,
        whole: Duration::ZERO,
        bytes: 0,
    };
    loop {
        let count = from.read(&mut buffer)?;
        if taken.bytes == 0 {
            taken.first = begun.elapsed();
        }
        if count == 0 {
            taken.whole = begun.elapsed();
            return Ok(taken);
        }
        taken.bytes += count as u64;
    }
}

fn lms(db: &Path, args: &[&str], stdin: &str) -> Result<()> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_lms-appliance"))
        .args(args)
        .arg("--db")
        .arg(db)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()?;
    child
        .stdin
        .take()
        .expect("piped")
        .write_all(stdin.as_bytes())?;
    if !child.wait()?.success() {
        return Err(format!("{args:?} failed").into());
    }
    Ok(())
}

/// A running service, and the most memory of its own that it was seen to have.
struct Server {
    child: Child,
    address: String,
    peak_kib: Arc<AtomicU64>,
    ended: Arc<AtomicBool>,
}

impl Server {
    fn start(db: &Path) -> Result<Server> {
        let mut child = Command::new(env!("CARGO_BIN_EXE_lms-appliance"))
            .args(["serve", "--listen", "127.0.0.1:0", "--now", NOW, "--db"])
            .arg(db)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("piped")).read_line(&mut line)?;
        let address = line.split('/').nth(2).ok_or("no address")?.to_owned();
        let server = Server {
            child,
            address,
            peak_kib: Arc::default(),
            ended: Arc::default(),
        };
        server.watch();
        Ok(server)
    }

    fn watch(&self) {
        let status = format!("/proc/{}/status", self.child.id());
        let (peak, ended) = (Arc::clone(&self.peak_kib), Arc::clone(&self.ended));
        thread::spawn(move || {
            while !ended.load(Ordering::Relaxed) {
                let text = fs::read_to_string(&status).unwrap_or_default();
                let anonymous = text.lines().find_map(|line| line.strip_prefix("RssAnon:"));
                let kib = anonymous.and_then(|rest| rest.split_whitespace().next()?.parse().ok());
                peak.fetch_max(kib.unwrap_or_default(), Ordering::Relaxed);
                thread::sleep(Duration::from_millis(2));
            }
        });
    }

    fn peak_kib(&self) -> u64 {
        self.peak_kib.load(Ordering::Relaxed)
    }

    fn send(&self, operation: &str, fields: &str) -> Result<(TcpStream, Instant)> {
        let body = format!("username=bi&password=stilzwijgend{fields}");
        let begun = Instant::now();
        let mut stream = TcpStream::connect(&self.address)?;
        write!(
            stream,
            "POST /service/apiservice.asmx/{operation} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\
             Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )?;
        Ok((stream, begun))
    }

    fn fetch(&self, operation: &str, fields: &str) -> Result<Taken> {
        let (stream, begun) = self.send(operation, fields)?;
        drain(stream, begun)
    }

    /// Lets the writer count what was written behind its back: every change does, a refused one too.
    fn settle(&self) -> Result<()> {
        let body = "<Envelope><Body><UpdatePerson><username>bi</username><password>stilzwijgend</password>\
                    <servicePersonId>0</servicePersonId><personUpdate/></UpdatePerson></Body></Envelope>";
        let mut stream = TcpStream::connect(&self.address)?;
        let begun = Instant::now();
        write!(
            stream,
            "POST /service/apiservice.asmx HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\
             Content-Type: application/soap+xml\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )?;
        let taken = drain(stream, begun)?;
        println!("counting everyone anew: {:.3} s", taken.whole.as_secs_f64());
        Ok(())
    }

    fn total(&self) -> Result<u64> {
        let (mut stream, _) = self.send(PAGINATED, "&size=1&index=0")?;
        let mut text = String::new();
        stream.read_to_string(&mut text)?;
        let after = text.split("<TotalItems>").nth(1).ok_or("no total")?;
        Ok(after.split('<').next().unwrap_or_default().parse()?)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.ended.store(true, Ordering::Relaxed);
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An organisation by SQL: 240 trainings in 12 steps; a person's come by function, location, group and enrolment.
fn grow(db: &Path, persons: u64) -> Result<()> {
    let connection = Connection::open(db)?;
    connection.execute_batch("PRAGMA synchronous = OFF; PRAGMA cache_size = -65536; BEGIN")?;
    connection.execute_batch(&format!(
        "CREATE TEMP TABLE n AS
             WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < {persons}) SELECT n FROM n;
         CREATE TEMP TABLE k AS SELECT n AS k FROM n WHERE n <= 240;
         INSERT INTO function (id, name) SELECT k, 'Functie ' || k FROM k WHERE k <= 60;
         INSERT INTO division (id, name, parent) SELECT k, 'Locatie ' || k, nullif(k / 4, 0) FROM k WHERE k <= 80;
         INSERT INTO person_group (id, name) SELECT k, 'Groep ' || k FROM k WHERE k <= 40;
         INSERT INTO step (id, title, introduction, position)
             SELECT k, 'Stap ' || k || ': veilig werken', '<p>Deze trainingen herhaal je <strong>elk jaar</strong>: veilig voor de cliënt, veilig voor jou.</p>', k FROM k WHERE k <= 12;
         INSERT INTO category (id, step, title) SELECT id, id, 'Alle' FROM step;
         INSERT INTO LearningModule (key, type, id, code, title, step, category, image_name, is_mandatory, is_active)
             SELECT k, 'Learning', k, 'T' || k, 'Training nummer ' || k || ' in de catalogus',
                 k % 12 + 1, k % 12 + 1, 'training-' || k || '.png', k % 3 = 0, k % 15 > 0 FROM k;
         INSERT INTO training_threshold (training, required) SELECT k, k - 12 FROM k WHERE k > 12 AND k % 5 = 0;
         INSERT INTO learning_path (id, title) SELECT k, 'Leerpad ' || k FROM k;
         INSERT INTO learning_path_training (learning_path, training) SELECT k, (k * 7 + j * 31) % 240 + 1
             FROM k, (SELECT 1 AS j UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4);
         INSERT INTO learning_path_link (learning_path, link_type, function) SELECT k, 'Function', k FROM k WHERE k <= 60;
         INSERT INTO learning_path_link (learning_path, link_type, division) SELECT 60 + k, 'Location', k FROM k WHERE k <= 80;
         INSERT INTO learning_path_link (learning_path, link_type, person_group) SELECT 140 + k, 'Group', k FROM k WHERE k <= 40;
         INSERT INTO person (id, external_identifier, first_name, insertion, family_name, email, account_level, function,
             division, contract_end, manager)
             SELECT n, printf('E%06d', n), 'Anna', iif(n % 3 = 0, 'van den', ''), 'Berg-' || n, 'p' || n || '@example.nl', 3,
                 n % 60 + 1, n % 80 + 1, iif(n % 10 = 0, iif(n % 20 = 0, '2025-07-31T00:00:00', '2027-07-31T00:00:00'), NULL),
                 max(1, n / 12) FROM n;
         INSERT INTO group_member (person_group, person) SELECT n % 40 + 1, n FROM n WHERE n % 2 = 0;
         INSERT INTO learning_path_link (learning_path, link_type, person)
             SELECT 180 + n % 60 + 1, iif(n % 2, 'Theme', 'Person'), n FROM n WHERE n % 5 = 0;
         INSERT INTO enrollment (person, training, enrolled_at, state, changed_at, added_from_catalog)
             SELECT n, (n * 13 + j * 29) % 240 + 1, '2024-02-01T10:00:00', 3, '2024-02-01T10:00:00', j = 1
             FROM n, (SELECT k AS j FROM k WHERE k <= 8);
         INSERT INTO FinishedModule (person, training, finished_at, started_at, valid_until)
             SELECT n, (n * 13 + j * 29) % 240 + 1, '2024-0' || (j % 8 + 1) || '-15T16:30:00', '2024-01-10T09:00:00',
                 iif(j % 2, '2026-0' || (j % 8 + 1) || '-15T16:30:00', NULL)
             FROM n, (SELECT k AS j FROM k WHERE k <= 8);
         INSERT INTO progress (person, training, started_at, percent_complete)
             SELECT n, (n * 13 + j * 29) % 240 + 1, '2025-11-02T13:45:00', 60
             FROM n, (SELECT k AS j FROM k WHERE k BETWEEN 6 AND 10);
         INSERT INTO dim_reason (id, reason) VALUES (1, 'Vrijgesteld');
         INSERT INTO dimming (person, training, dim_reason) SELECT n, (n * 13 + 29) % 240 + 1, 1 FROM n WHERE n % 4 = 0;
         COMMIT;"
    ))?;
    connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)")?;
    Ok(())
}

/// The rows of the report in a table of their own, every element a column.
fn flatten(server: &Server, flat: &Path) -> Result<()> {
    let mut connection = Connection::open(flat)?;
    connection.execute_batch("PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF;")?;
    let columns = COLUMNS.join(", ");
    connection.execute(&format!("CREATE TABLE flat ({columns})"), [])?;
    let transaction = connection.transaction()?;
    let marks = vec!["?"; COLUMNS.len()].join(", ");
    let mut insert = transaction.prepare(&format!("INSERT INTO flat VALUES ({marks})"))?;
    let (stream, _) = server.send(ALL, "")?;
    let mut text = Vec::new();
    let mut from = Unchunked::new(stream)?;
    let end = format!("</{ITEM}>");
    loop {
        let mut chunk = [0; 64 * 1024];
        let count = from.read(&mut chunk)?;
        if count == 0 {
            break;
        }
        text.extend_from_slice(&chunk[..count]);
        let held = std::mem::take(&mut text);
        let mut rest = held.as_slice();
        while let Some(at) = rest.windows(end.len()).position(|w| w == end.as_bytes()) {
            let row = std::str::from_utf8(&rest[..at])?;
            insert.execute(params_from_iter(COLUMNS.map(|column| value(row, column))))?;
            rest = &rest[at + end.len()..];
        }
        text = rest.to_vec();
    }
    drop(insert);
    transaction.commit()?;
    Ok(())
}

fn value<'a>(row: &'a str, column: &str) -> Option<&'a str> {
    let open = format!("<{column}>");
    let from = row.find(&open)? + open.len();
    let length = row[from..].find('<')?;
    Some(&row[from..from + length])
}

const COLUMNS: [&str; 23] = [
    "StepTitle",
    "StepIntroduction",
    "StepOrder",
    "TrainingTitle",
    "TrainingIsMandatory",
    "TrainingImageName",
    "PersonExternalIdentifier",
    "ManagerExternalIdentifier",
    "PersonFirstName",
    "PersonNameInsertion",
    "PersonFamilyName",
    "DimReasonId",
    "TrainingThresholdIsMet",
    "TrainingIsManuallyAdded",
    "TrainingStartedAt",
    "TrainingFinishedAt",
    "TrainingValidUntil",
    "LearningPortfolioStatus",
    "InPortfolio",
    "Sources",
    "TrainingsInPortfolioForPersonInStepCount",
    "TrainingsFinishedForPersonInStepCount",
    "TrainingsInPortfolioFinishedForPersonInStepCount",
];

/// The body of a chunked answer.
struct Unchunked {
    from: BufReader<TcpStream>,
    left: usize,
}

impl Unchunked {
    fn new(stream: TcpStream) -> Result<Self> {
        let mut from = BufReader::new(stream);
        let mut line = String::new();
        while line != "\r\n" {
            line.clear();
            from.read_line(&mut line)?;
        }
        Ok(Self { from, left: 0 })
    }
}

impl Read for Unchunked {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        if self.left == 0 {
            let mut line = String::new();
            while line.trim().is_empty() {
                line.clear();
                if self.from.read_line(&mut line)? == 0 {
                    return Ok(0);
                }
            }
            self.left = usize::from_str_radix(line.trim(), 16).map_err(std::io::Error::other)?;
            if self.left == 0 {
                return Ok(0);
            }
        }
        let most = self.left.min(into.len());
        let count = self.from.read(&mut into[..most])?;
        self.left -= count;
        Ok(count)
    }
}

fn sqlite3_csv(flat: &Path) -> Result<Taken> {
    let begun = Instant::now();
    let mut child = Command::new("sqlite3")
        .arg("-csv")
        .arg(flat)
        .arg("SELECT * FROM flat")
        .stdout(Stdio::piped())
        .spawn()?;
    let taken = drain(child.stdout.take().expect("piped"), begun)?;
    child.wait()?;
    Ok(taken)
}

fn bare_scan(flat: &Path) -> Result<Taken> {
    let connection = Connection::open(flat)?;
    let begun = Instant::now();
    let mut statement = connection.prepare("SELECT * FROM flat")?;
    let mut rows = statement.query([])?;
    let mut bytes = 0;
    while let Some(row) = rows.next()? {
        for column in 0..COLUMNS.len() {
            bytes += row
                .get_ref(column)?
                .as_bytes_or_null()?
                .map_or(0, <[u8]>::len) as u64;
        }
    }
    let whole = begun.elapsed();
    Ok(Taken {
        first: whole,
        whole,
        bytes,
    })
}
