//! CompletedCourses of a million results: how long it takes, when its first byte comes, how much memory it needs,
//! and how that compares with what SQLite's own shell needs to print a table with the same columns that is there
//! already, as CSV.
//!
//! `cargo bench --bench reports [-- RESULTS]`; docs/reports.md says what the figures mean and holds the last ones. The
//! two are measured by turns, so that what else the machine does falls on both; beside the time that passed stands
//! the processor time, which others touch less.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use rusqlite::Connection;
use rusqlite::functions::FunctionFlags;

const BINARY: &str = env!("CARGO_BIN_EXE_lms-appliance");
const NOW: &str = "2026-03-09T12:00:00";
const ROUNDS: usize = 5;

fn main() -> Result<()> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let under_bench = arguments.iter().any(|argument| argument == "--bench");
    arguments.retain(|argument| argument != "--bench");
    if !under_bench {
        // `cargo test --all-targets` runs this too
        println!("use `cargo bench --bench reports`");
        return Ok(());
    }
    let results: u32 = arguments
        .first()
        .map_or(Ok(1_000_000), |text| text.parse())?;
    let folder = tempfile::tempdir()?;
    let database = folder.path().join("lms.sqlite");
    let flat = folder.path().join("flat.sqlite");
    prepare(&database, &flat, results)?;
    measure(&database, &flat)
}

/// The service and the shell by turns.
fn measure(database: &Path, flat: &Path) -> Result<()> {
    let server = Server::start(database)?;
    let day = server.ask("2021-01-01", "2021-01-01")?;
    println!("one day: {day}");
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let answer = server.ask("1900-01-01", "9999-12-31")?;
        println!("all:     {answer}");
        ours.push((answer.whole.as_secs_f64(), answer.processor));
        theirs.push(shell(flat)?);
    }
    println!("peak memory of the service: {} KiB", server.peak()?);
    compare("time that passed", &ours, &theirs, |times| times.0);
    compare("processor time", &ours, &theirs, |times| times.1);
    Ok(())
}

/// The time that passed and the processor time of one run, in seconds.
type Times = (f64, f64);

fn compare(what: &str, ours: &[Times], theirs: &[Times], of: fn(&Times) -> f64) {
    let median = |all: &[Times]| {
        let mut seconds: Vec<_> = all.iter().map(of).collect();
        seconds.sort_by(f64::total_cmp);
        seconds[seconds.len() / 2]
    };
    let (ours, theirs) = (median(ours), median(theirs));
    let ratio = theirs / ours;
    println!("{what}, medians: service {ours:.2} s, shell {theirs:.2} s, ratio {ratio:.2}");
}

/// An organisation with so many results, and the flat table.
fn prepare(database: &Path, flat: &Path, results: u32) -> Result<()> {
    let started = Instant::now();
    run(Command::new(BINARY).args(["init", "--db"]).arg(database))?;
    let connection = Connection::open(database)?;
    connection.execute_batch(&FILL.replace(":results", &results.to_string()))?;
    connection.create_scalar_function("service_now", 0, FunctionFlags::SQLITE_UTF8, |_| Ok(NOW))?;
    connection.execute("ATTACH ? AS flat", [flat.to_string_lossy()])?;
    connection.execute_batch(FLAT)?;
    let rows: i64 =
        connection.query_row("SELECT count(*) FROM flat.report", [], |row| row.get(0))?;
    connection.close().map_err(|(_, error)| error)?;
    let mut add = Command::new(BINARY);
    add.args([
        "credential",
        "add",
        "bench",
        "--grant",
        "reports",
        "--password-stdin",
        "--db",
    ]);
    let mut child = add
        .arg(database)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()?;
    child
        .stdin
        .take()
        .context("piped")?
        .write_all(b"benchmarked-it\n")?;
    if !child.wait()?.success() {
        bail!("no credential");
    }
    println!(
        "{rows} results were prepared in {:.0} s",
        started.elapsed().as_secs_f64()
    );
    Ok(())
}

fn run(command: &mut Command) -> Result<()> {
    let status = command.stdout(Stdio::null()).status()?;
    if !status.success() {
        bail!("{command:?}: {status}");
    }
    Ok(())
}

/// SQLite's shell printing the flat table into a pipe: how long it takes, and its processor time, in seconds.
fn shell(flat: &Path) -> Result<Times> {
    let began = Instant::now();
    let mut time = Command::new("bash");
    time.args([
        "-c",
        "TIMEFORMAT='%U %S'; time sqlite3 -csv \"$0\" 'SELECT * FROM report'",
    ]);
    let mut child = time
        .arg(flat)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let mut printed = child.stdout.take().context("piped")?;
    let mut chunk = vec![0; 256 * 1024];
    let mut bytes = 0;
    loop {
        match printed.read(&mut chunk)? {
            0 => break,
            count => bytes += count,
        }
    }
    let whole = began.elapsed().as_secs_f64();
    let mut text = String::new();
    child
        .stderr
        .take()
        .context("piped")?
        .read_to_string(&mut text)?;
    child.wait()?;
    let times = text.split_whitespace().map(str::parse::<f64>);
    let processor: f64 = times
        .sum::<Result<f64, _>>()
        .with_context(|| text.clone())?;
    println!("shell:   whole {whole:.2} s, processor {processor:.2} s, {bytes} bytes");
    Ok((whole, processor))
}

struct Server {
    child: Child,
    address: String,
}

/// What an answer took.
struct Taken {
    first_byte: Duration,
    whole: Duration,
    bytes: u64,
    /// Of the service, in seconds.
    processor: f64,
}

impl std::fmt::Display for Taken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "first byte {:.1} ms, whole {:.2} s, processor {:.2} s, {} bytes",
            self.first_byte.as_secs_f64() * 1e3,
            self.whole.as_secs_f64(),
            self.processor,
            self.bytes
        )
    }
}

impl Server {
    fn start(database: &Path) -> Result<Self> {
        let mut serve = Command::new(BINARY);
        serve.args(["serve", "--listen", "127.0.0.1:0", "--now", NOW, "--db"]);
        let mut child = serve
            .arg(database)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().context("piped")?).read_line(&mut line)?;
        let address = line
            .strip_prefix("listening on http://")
            .and_then(|rest| rest.split('/').next())
            .with_context(|| line.clone())?
            .to_owned();
        let server = Self { child, address };
        // the first login hashes the password
        server.ask("1900-01-01", "1900-01-01")?;
        Ok(server)
    }

    fn ask(&self, from: &str, to: &str) -> Result<Taken> {
        let body = format!("username=bench&password=benchmarked-it&fromDate={from}&toDate={to}");
        let head = format!(
            "POST /service/apiservice.asmx/CompletedCourses HTTP/1.1\r\nHost: bench\r\nConnection: close\r\n\
             Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        let before = self.processor()?;
        let began = Instant::now();
        let mut stream = TcpStream::connect(&self.address)?;
        stream.write_all((head + &body).as_bytes())?;
        let mut chunk = vec![0; 256 * 1024];
        let mut bytes = stream.read(&mut chunk)?;
        let first_byte = began.elapsed();
        if !chunk.starts_with(b"HTTP/1.1 200") {
            bail!("{}", String::from_utf8_lossy(&chunk[..bytes]));
        }
        loop {
            match stream.read(&mut chunk)? {
                0 => break,
                count => bytes += count,
            }
        }
        Ok(Taken {
            first_byte,
            whole: began.elapsed(),
            bytes: bytes as u64,
            processor: self.processor()? - before,
        })
    }

    /// Processor time of the service up to now, in seconds: fields 14 and 15 of `/proc/<id>/stat`, in hundredths.
    fn processor(&self) -> Result<f64> {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id()))?;
        let (_, fields) = stat.rsplit_once(')').context("no name")?;
        let ticks = fields
            .split_whitespace()
            .skip(11)
            .take(2)
            .map(str::parse::<f64>);
        Ok(ticks.sum::<Result<f64, _>>()? / 100.0)
    }

    /// The most memory that was resident, in KiB.
    fn peak(&self) -> Result<String> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        Ok(line
            .context("no VmHWM")?
            .trim()
            .trim_end_matches(" kB")
            .to_owned())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// 20,000 persons, 500 trainings, 5,000 classes with two contact moments each; nine of ten results have an enrolment
/// before them, half of them a class.
const FILL: &str = include_str!("reports/fill.sql");

/// The report as a table of its own.
const FLAT: &str = include_str!("reports/flat.sql");
