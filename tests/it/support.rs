//! The program under test: a temporary [`Site`] with a database, the command line, and a [`Server`] on a free port. [`http`]
//! builds and reads bytes of HTTP; [`xml`] and [`json`] read answers.

mod certificate;
mod http;
mod json;
mod xml;

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, Stdio};
use std::sync::{Arc, Mutex, OnceLock, mpsc};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tempfile::TempDir;

pub use certificate::Certificate;
pub use http::{Dialect, Request, Response, form_body, form_request, percent_encoded, soap_request};
pub use json::Json;
pub use xml::{Answer, Element};

/// Lets this process open as many files as the system allows, at most 8192.
pub fn raise_open_files() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let current = limit.maximum.unwrap_or(8192).min(8192);
    setrlimit(Resource::Nofile, Rlimit { current: Some(current), ..limit }).expect("the limit of open files");
}

/// The clock of every command and server that does not name another: a Monday, in winter time.
pub const NOW: &str = "2026-03-09T12:00:00";
/// Path of Style A, without a trailing slash.
pub const PATH: &str = "/service/apiservice.asmx";
/// The credential that [`Server::form`] and [`Server::soap`] call with.
pub const USER: &str = "hr";
/// Its password.
pub const PASSWORD: &str = "stilzwijgend";
/// How long anything may take before the test fails. No limit of the service is measured with it: a machine that
/// stalls for a while, as shared ones do, fails nothing.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// functions.csv of [`persons_site`].
pub const FUNCTIONS: &str = "Id,Name\n1,Docent\n2,Teamleider\n";
/// divisions.csv of [`persons_site`].
pub const DIVISIONS: &str = "Id,Name,ParentName\n1,Noord,\n2,Locatie Haven,Noord\n";
/// persons.csv of [`persons_site`]: an ADMIN without manager, a full record, a dismissed one, a contract that ends an
/// hour after [`NOW`], and one with the required fields alone.
pub const PERSONS: &str = "\
Id,ExternalIdentifier,FirstName,Insertion,FamilyName,Email,AccountLevel,FunctionName,DivisionName,CostCentre,PhoneNumber,ContractStartTime,ContractEndTime,ManagerExternalIdentifier,HasActivatedAccount
1,E001,Anna,van den,Berg,anna@example.nl,ADMIN,Teamleider,Noord,K100,010-1234567,2020-01-01T00:00:00,,,true
2,E002,Bram,,Jansen,bram@example.nl,TRAINER,Docent,Locatie Haven,K200,06-12345678,2021-09-01T08:30:00,2030-07-31T23:59:59,E001,false
3,E003,Carla,de,Vries,carla@example.nl,,Docent,Noord,K100,,2019-02-01T00:00:00,2026-01-31T00:00:00,E001,true
4,E004,Dirk,,Bos,dirk@example.nl,,Docent,Noord,,,,2026-03-09T13:00:00,E002,false
5,00005,Eva,,Smit,eva@example.nl,,,,,,,,,
";

/// What a command did.
#[derive(Debug)]
pub struct Output {
    /// Exit status; -1 when a signal ended it.
    pub status: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Output {
    /// Itself, when the command succeeded.
    #[track_caller]
    pub fn ok(self) -> Output {
        assert_eq!(self.status, 0, "the command failed: {self:?}");
        self
    }

    /// Itself, when the command refused or failed (1), which is not wrong usage (2).
    #[track_caller]
    pub fn refused(self) -> Output {
        assert_eq!(self.status, 1, "the command should be refused: {self:?}");
        self
    }
}

/// What a command says when it waits for the write lock.
pub const WAITING: &str = "another process is writing to the database; waiting for it, up to a minute\n";

/// A command under way that waits for the write lock: all that it does without the lock is done.
pub struct Waiting {
    child: Child,
    stderr: BufReader<ChildStderr>,
    told: String,
}

impl Waiting {
    /// Stops it where it stands. It may have been looking at the lock just then, so this returns only once the
    /// system shows that every thread has stopped.
    pub fn pause(&self) {
        signal("STOP", self.child.id());
        let tasks = format!("/proc/{}/task", self.child.id());
        let stopped = |task: &Path| {
            let stat = fs::read_to_string(task.join("stat")).unwrap_or_default();
            let state = stat.rsplit_once(") ").map(|(_, state)| state);
            state.is_none_or(|state| state.starts_with('T'))
        };
        until("it has stopped", || {
            let mut tasks = fs::read_dir(&tasks).expect("its threads");
            tasks.all(|task| stopped(&task.expect("a thread").path()))
        });
    }

    /// Lets it go on after [`Waiting::pause`].
    pub fn go_on(&self) {
        signal("CONT", self.child.id());
    }

    /// Returns its result, without the message that it waited.
    pub fn end(mut self) -> Output {
        self.stderr.read_to_string(&mut self.told).expect("standard error in UTF-8");
        let output = self.child.wait_with_output().expect("the binary ends");
        Output {
            status: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8(output.stdout).expect("standard output in UTF-8"),
            stderr: self.told,
        }
    }
}

/// Looks until it is so: `what`, which comes of itself. The pause between two looks decides nothing.
#[track_caller]
pub fn until(what: &str, mut so: impl FnMut() -> bool) {
    let limit = Instant::now() + PATIENCE;
    let mut pause = Duration::from_millis(1);
    while !so() {
        assert!(Instant::now() < limit, "not within two minutes: {what}");
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(200));
    }
}

/// Sends the process a signal.
#[track_caller]
pub fn signal(name: &str, process: u32) {
    let kill = format!("kill -{name} {process}");
    let status = Command::new("sh").args(["-c", &kill]).status();
    assert!(status.expect("sh starts").success(), "{kill}");
}

/// A temporary folder with a database `lms.sqlite` in it.
pub struct Site {
    folder: TempDir,
}

impl Site {
    /// A site as `init` leaves it.
    pub fn new() -> Site {
        static FRESH: OnceLock<Vec<(OsString, Vec<u8>)>> = OnceLock::new();
        Site::copied(FRESH.get_or_init(|| {
            let site = Site::empty();
            site.lms(&["init"]).ok();
            site.files()
        }))
    }

    /// A folder without a database.
    pub fn empty() -> Site {
        Site { folder: tempfile::tempdir().expect("a temporary folder") }
    }

    fn copied(files: &[(OsString, Vec<u8>)]) -> Site {
        let site = Site::empty();
        for (name, bytes) in files {
            fs::write(site.path().join(name), bytes).expect("copy of a database");
        }
        site
    }

    /// The plain files of the folder: the database and what SQLite left beside it.
    pub fn files(&self) -> Vec<(OsString, Vec<u8>)> {
        let entries = fs::read_dir(self.path()).expect("the site's folder").map(|entry| entry.expect("an entry"));
        let files = entries.filter(|entry| entry.path().is_file());
        files.map(|entry| (entry.file_name(), fs::read(entry.path()).expect("a readable file"))).collect()
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    pub fn db(&self) -> PathBuf {
        self.path().join("lms.sqlite")
    }

    /// Runs the binary: `args` (the subcommand first), then `--db` and `--now` unless `args` name them.
    pub fn lms(&self, args: &[&str]) -> Output {
        self.lms_with_input(args, "")
    }

    /// As [`Site::lms`], with `stdin` on its standard input.
    pub fn lms_with_input(&self, args: &[&str], stdin: &str) -> Output {
        let mut child = self.command(args).stdin(Stdio::piped()).spawn().expect("the binary starts");
        // A command that refuses before it reads closes the pipe: no matter.
        let _ = child.stdin.take().expect("piped").write_all(stdin.as_bytes());
        let output = child.wait_with_output().expect("the binary ends");
        Output {
            status: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8(output.stdout).expect("standard output in UTF-8"),
            stderr: String::from_utf8(output.stderr).expect("standard error in UTF-8"),
        }
    }

    /// As [`Site::lms`], with this variable in its environment.
    pub fn lms_in(&self, (name, value): (&str, &str), args: &[&str]) -> Output {
        let output = self.command(args).env(name, value).stdin(Stdio::null()).output().expect("the binary starts");
        Output {
            status: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8(output.stdout).expect("standard output in UTF-8"),
            stderr: String::from_utf8(output.stderr).expect("standard error in UTF-8"),
        }
    }

    /// As [`Site::lms`], with its standard output going there.
    pub fn lms_into(&self, args: &[&str], stdout: impl Into<Stdio>) -> Output {
        let output = self.command(args).stdin(Stdio::null()).stdout(stdout).output().expect("the binary starts");
        Output {
            status: output.status.code().unwrap_or(-1),
            stdout: String::new(),
            stderr: String::from_utf8(output.stderr).expect("standard error in UTF-8"),
        }
    }

    /// Starts the binary as [`Site::lms`] does, and returns once it says that it waits for the write lock, which the
    /// caller holds.
    #[track_caller]
    pub fn waiting(&self, args: &[&str]) -> Waiting {
        let mut child = self.begin(args);
        let mut stderr = BufReader::new(child.stderr.take().expect("piped"));
        let mut told = String::new();
        while !told.ends_with(WAITING) {
            let count = stderr.read_line(&mut told).expect("UTF-8");
            assert!(count > 0, "it does not come to its lock: {told}");
        }
        told.truncate(told.len() - WAITING.len());
        Waiting { child, stderr, told }
    }

    /// Starts the binary as [`Site::lms`] does, and does not wait for its end.
    pub fn begin(&self, args: &[&str]) -> Child {
        self.command(args).stdin(Stdio::null()).spawn().expect("the binary starts")
    }

    /// Runs the binary as [`Site::lms`] does where the system kills it as soon as it writes beyond so many bytes of any
    /// file. Whether it was killed.
    pub fn killed_at(&self, bytes: u64, args: &[&str]) -> bool {
        let limited = format!("ulimit -c 0; ulimit -f {}; exec \"$0\" \"$@\"", bytes / 512);
        let command = self.command(args);
        let output = Command::new("sh")
            .args(["-c", &limited])
            .arg(command.get_program())
            .args(command.get_args())
            .current_dir(self.path())
            .output()
            .expect("sh starts");
        output.status.code().is_none()
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = self.bare(args);
        if !args.contains(&"--db") {
            command.arg("--db").arg(self.db());
        }
        if !args.contains(&"--now") {
            command.args(["--now", NOW]);
        }
        command
    }

    /// The binary in the site's folder, with these arguments only.
    fn bare(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lms-appliance"));
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("LMS_") {
                command.env_remove(name);
            }
        }
        command.current_dir(self.path()).args(args).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Makes all ledger entries an hour older, so that new ones are later, to the second.
    pub fn age(&self) {
        let database = rusqlite::Connection::open(self.db()).expect("the database");
        let older = "UPDATE ledger SET at = strftime('%Y-%m-%dT%H:%M:%SZ', at, '-1 hour')";
        database.execute(older, []).expect("the ledger");
    }

    /// Adds a credential; panics when that is refused.
    pub fn credential(&self, name: &str, password: &str, grants: &[&str]) {
        let mut args = vec!["credential", "add", name, "--password-stdin"];
        for grant in grants {
            args.extend(["--grant", grant]);
        }
        self.lms_with_input(&args, &format!("{password}\n")).ok();
    }

    /// Writes the files (name, text) into a fresh folder and imports it.
    pub fn import(&self, files: &[(&str, &str)]) -> Output {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for (name, text) in files {
            fs::write(folder.path().join(name), text).expect("a data file");
        }
        self.lms(&["import", folder.path().to_str().expect("a path in UTF-8")])
    }

    /// Exports into a fresh folder and reads one file of it.
    #[track_caller]
    pub fn exported(&self, file: &str) -> String {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let target = folder.path().join("out");
        self.lms(&["export", target.to_str().expect("a path in UTF-8")]).ok();
        fs::read_to_string(target.join(file)).unwrap_or_else(|error| panic!("{file} of the export: {error}"))
    }

    /// Exports, and returns these columns of a file: for each row the cells, joined by commas.
    #[track_caller]
    pub fn exported_columns(&self, file: &str, columns: &[&str]) -> Vec<String> {
        let text = self.exported(file);
        let mut rows = csv::Reader::from_reader(text.as_bytes());
        let header = rows.headers().expect("a header").clone();
        let at = |name: &&str| header.iter().position(|other| other == *name).expect("the column");
        let positions: Vec<_> = columns.iter().map(at).collect();
        let cells =
            |row: csv::StringRecord| positions.iter().map(|at| row[*at].to_owned()).collect::<Vec<_>>().join(",");
        rows.into_records().map(|row| cells(row.expect("a row"))).collect()
    }

    /// Starts `serve` on a free port and waits until it listens. `--db` and `--now` are added as in [`Site::lms`].
    #[track_caller]
    pub fn serve(&self, flags: &[&str]) -> Server {
        self.serve_with_log(flags, Stdio::piped())
    }

    /// As [`Site::serve`], with this as its standard error, which is then the caller's to read.
    #[track_caller]
    pub fn serve_with_log(&self, flags: &[&str], log: impl Into<Stdio>) -> Server {
        let mut serve = self.serving(flags);
        let child = serve.stderr(log).spawn().expect("the binary starts");
        Server::listening(child)
    }

    /// As [`Site::serve`], with this variable in its environment.
    #[track_caller]
    pub fn serve_in(&self, (name, value): (&str, &OsStr), flags: &[&str]) -> Server {
        let child = self.serving(flags).env(name, value).spawn();
        Server::listening(child.expect("the binary starts"))
    }

    /// `serve`, yet to be started.
    fn serving(&self, flags: &[&str]) -> Command {
        let mut args = vec!["serve"];
        if !flags.contains(&"--listen") {
            args.extend(["--listen", "127.0.0.1:0"]);
        }
        args.extend(flags);
        let mut serve = self.command(&args);
        serve.stdin(Stdio::null());
        serve
    }

    /// Like [`Site::serve`], with a running clock.
    #[track_caller]
    pub fn serve_by_the_clock(&self, flags: &[&str]) -> Server {
        let mut serve = self.bare(&["serve", "--listen", "127.0.0.1:0", "--db"]);
        let child = serve.arg(self.db()).args(flags).stdin(Stdio::null()).spawn();
        Server::listening(child.expect("the binary starts"))
    }

    /// Starts `demo` on a free port and waits until it listens. Nothing is added to `flags`: the clock runs, and the
    /// database is `demo.sqlite` in the site's folder.
    #[track_caller]
    pub fn demo(&self, flags: &[&str]) -> Server {
        let mut args = vec!["demo", "--listen", "127.0.0.1:0"];
        args.extend(flags);
        let child = self.bare(&args).stdin(Stdio::null()).spawn().expect("the binary starts");
        Server::listening(child)
    }
}

/// A running `serve`; killed when dropped.
pub struct Server {
    pub address: SocketAddr,
    child: Child,
    stdout: Arc<Mutex<String>>,
    stderr: Arc<Mutex<String>>,
    readers: Vec<JoinHandle<()>>,
}

impl Server {
    #[track_caller]
    fn listening(mut child: Child) -> Server {
        let stdout = Arc::new(Mutex::new(String::new()));
        let stderr = Arc::new(Mutex::new(String::new()));
        let (first, line) = mpsc::channel();
        let mut readers = vec![collected(child.stdout.take().expect("piped"), stdout.clone(), Some(first))];
        if let Some(log) = child.stderr.take() {
            readers.push(collected(log, stderr.clone(), None));
        }
        let mut server = Server { address: SocketAddr::from(([127, 0, 0, 1], 0)), child, stdout, stderr, readers };
        let line = line.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("serve did not listen: {}", server.log()));
        let address = line.trim_end().strip_prefix("listening on ").and_then(|url| url.split("//").nth(1));
        let address = address.and_then(|rest| rest.strip_suffix(PATH)).and_then(|address| address.parse().ok());
        server.address = address.unwrap_or_else(|| panic!("the first line of serve: {line:?}"));
        server
    }

    /// Sends one request on a new connection with `Connection: close` and reads the whole answer.
    #[track_caller]
    pub fn send(&self, request: &Request) -> Response {
        let bytes = self.raw(&request.bytes(&self.address.to_string()));
        let parsed = Response::parse(&bytes, request.method == "HEAD");
        parsed.map(|(response, _)| response).unwrap_or_else(|| {
            panic!("no answer to {} {}: {:?}", request.method, request.path, String::from_utf8_lossy(&bytes))
        })
    }

    /// Writes the bytes on a new connection and reads until the other side closes.
    pub fn raw(&self, bytes: &[u8]) -> Vec<u8> {
        let mut reading = self.connect();
        let mut writing = reading.try_clone().expect("a second handle");
        let mut answer = Vec::new();
        let limit = Instant::now() + PATIENCE;
        thread::scope(|scope| {
            // Written beside the reading: an answer may come before the request is through, and end the connection.
            scope.spawn(move || writing.write_all(bytes));
            let mut chunk = [0; 16 * 1024];
            loop {
                let left = limit.saturating_duration_since(Instant::now()).max(Duration::from_millis(1));
                reading.set_read_timeout(Some(left)).expect("a time limit");
                match read(&mut reading, &mut chunk) {
                    Ok(0) => break,
                    Err(error) => {
                        // shown when the test fails: out of time and reset are not the same fault
                        println!("reading ended, {left:?} before the limit: {error}");
                        break;
                    }
                    Ok(count) => answer.extend_from_slice(&chunk[..count]),
                }
            }
            // Lets a writer go that nobody reads.
            let _ = reading.shutdown(Shutdown::Both);
        });
        answer
    }

    /// A new connection, for tests that speak on it themselves.
    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect_timeout(&self.address, PATIENCE).expect("a connection");
        stream.set_write_timeout(Some(PATIENCE)).expect("a time limit");
        stream
    }

    /// Style B as hr/stilzwijgend.
    #[track_caller]
    pub fn form(&self, operation: &str, fields: &[(&str, &str)]) -> Response {
        let mut all = vec![("username", USER), ("password", PASSWORD)];
        all.extend(fields);
        self.send(&form_request(operation, &all))
    }

    /// Style A as hr/stilzwijgend; `inner_xml` follows username and password in the operation's element.
    #[track_caller]
    pub fn soap(&self, dialect: Dialect, operation: &str, inner_xml: &str) -> Response {
        let inner = format!("<username>{USER}</username><password>{PASSWORD}</password>{inner_xml}");
        self.send(&soap_request(dialect, operation, &inner))
    }

    /// What the server has written on standard error up to now.
    pub fn log(&self) -> String {
        self.stderr.lock().expect("the log").clone()
    }

    /// What the server has written on standard error, once `words` are in it.
    #[track_caller]
    pub fn logged(&self, words: &str) -> String {
        until(words, || self.log().contains(words));
        self.log()
    }

    /// Waits until the log has so many lines with this in them.
    #[track_caller]
    pub fn logs(&self, count: usize, part: &str) {
        let told = || self.log().lines().filter(|line| line.contains(part)).count();
        until(part, || told() >= count);
    }

    /// Asks for it to stop, and waits until it has begun to.
    #[track_caller]
    pub fn stopping(&self) {
        self.terminate();
        self.logs(1, "stopping");
    }

    /// A sample of `/metrics`, with which it must have been started.
    #[track_caller]
    pub fn metric(&self, name: &str) -> u64 {
        let response = self.send(&Request::get("/metrics"));
        let text = response.text();
        let value = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        value.and_then(|value| value.parse().ok()).unwrap_or_else(|| panic!("{name} in {text}"))
    }

    /// All that the server has written on standard output once `last` is in it.
    #[track_caller]
    pub fn told(&self, last: &str) -> String {
        let told = || self.stdout.lock().expect("the output").clone();
        until(last, || told().contains(last));
        told()
    }

    /// The server's process id.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Sends SIGTERM without waiting.
    pub fn terminate(&self) {
        signal("TERM", self.child.id());
    }

    /// SIGTERM, and what the server left.
    #[track_caller]
    pub fn stop(mut self) -> Output {
        self.terminate();
        let mut status = None;
        until("the server stops", || {
            status = self.child.try_wait().expect("a process of ours");
            status.is_some()
        });
        for reader in self.readers.drain(..) {
            reader.join().expect("a reader of the server's output");
        }
        let stdout = self.stdout.lock().expect("the output").clone();
        Output { status: status.and_then(|status| status.code()).unwrap_or(-1), stdout, stderr: self.log() }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        if thread::panicking() {
            eprintln!("--- log of the server ---\n{}", self.log());
        }
    }
}

/// Reads a stream by lines into `text`, and hands the first line to `first`.
fn collected(
    stream: impl Read + Send + 'static,
    text: Arc<Mutex<String>>,
    mut first: Option<mpsc::Sender<String>>,
) -> JoinHandle<()> {
    thread::spawn(move || {
        let mut stream = BufReader::new(stream);
        let mut line = Vec::new();
        while stream.read_until(b'\n', &mut line).is_ok_and(|count| count > 0) {
            let read = String::from_utf8_lossy(&line).into_owned();
            text.lock().expect("the text").push_str(&read);
            if let Some(first) = first.take() {
                let _ = first.send(read);
            }
            line.clear();
        }
    })
}

/// A site with the credential hr/stilzwijgend, granted `provisioning`, and [`PERSONS`], [`FUNCTIONS`], [`DIVISIONS`].
#[track_caller]
pub fn persons_site() -> Site {
    static PREPARED: OnceLock<Vec<(OsString, Vec<u8>)>> = OnceLock::new();
    Site::copied(PREPARED.get_or_init(|| {
        let site = Site::new();
        site.credential(USER, PASSWORD, &["provisioning"]);
        let files = [("persons.csv", PERSONS), ("functions.csv", FUNCTIONS), ("divisions.csv", DIVISIONS)];
        site.import(&files).ok();
        site.files()
    }))
}

/// A site with the credential hr/stilzwijgend, granted `reports`, and no data.
#[track_caller]
pub fn reports_site() -> Site {
    static PREPARED: OnceLock<Vec<(OsString, Vec<u8>)>> = OnceLock::new();
    Site::copied(PREPARED.get_or_init(|| {
        let site = Site::new();
        site.credential(USER, PASSWORD, &["reports"]);
        site.files()
    }))
}

/// [`reports_site`] with the demo organisation of `seed/`.
#[track_caller]
pub fn seed_site() -> Site {
    static PREPARED: OnceLock<Vec<(OsString, Vec<u8>)>> = OnceLock::new();
    Site::copied(PREPARED.get_or_init(|| {
        let site = reports_site();
        site.lms(&["import", concat!(env!("CARGO_MANIFEST_DIR"), "/seed")]).ok();
        site.files()
    }))
}

/// A site without rows, with the credential hr/stilzwijgend that is granted everything.
#[track_caller]
pub fn granted_site() -> Site {
    static PREPARED: OnceLock<Vec<(OsString, Vec<u8>)>> = OnceLock::new();
    Site::copied(PREPARED.get_or_init(|| {
        let site = Site::new();
        site.credential(USER, PASSWORD, &["all"]);
        site.files()
    }))
}

/// What comes next, whatever signal comes between: a debugger's, or that the machine woke up.
pub fn read(from: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match from.read(buffer) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            read => return read,
        }
    }
}
