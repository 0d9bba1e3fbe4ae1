//! Runs the program under test: a temporary [`Site`] with a database, commands, and a [`Server`] on a free port. [`http`]
//! builds requests and parses responses; [`xml`] and [`json`] parse bodies.

mod certificate;
mod http;
mod json;
mod xml;

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, Stdio};
use std::sync::{Arc, Mutex, Once, OnceLock, mpsc};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tempfile::TempDir;

pub use certificate::Certificate;
pub use http::{Dialect, Request, Response, form_body, form_request, percent_encode, soap_request};
pub use json::Json;
pub use xml::{Answer, Element};

/// Raises the limit of open files of this process to the system's maximum, at most 8192.
pub fn raise_open_file_limit() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let current = limit.maximum.unwrap_or(8192).min(8192);
    setrlimit(Resource::Nofile, Rlimit { current: Some(current), ..limit }).expect("the limit of open files");
}

/// The default clock of commands and servers: a Monday, in winter time.
pub const NOW: &str = "2026-03-09T12:00:00";
/// Path of Style A, without a trailing slash.
pub const PATH: &str = "/service/apiservice.asmx";
/// The credential of [`Server::form`] and [`Server::soap`].
pub const USER: &str = "hr";
pub const PASSWORD: &str = "stilzwijgend";
/// The time after which a test fails. It exceeds every limit of the service and the needs of a slow machine.
pub const TEST_TIMEOUT: Duration = Duration::from_secs(120);

/// functions.csv of [`persons_site`].
pub const FUNCTIONS: &str = "Id,Name\n1,Docent\n2,Teamleider\n";
/// divisions.csv of [`persons_site`].
pub const DIVISIONS: &str = "Id,Name,ParentName\n1,Noord,\n2,Locatie Haven,Noord\n";
/// persons.csv of [`persons_site`]: an ADMIN without a manager, a person with all fields, a dismissed person, a person whose
/// contract ends an hour after [`NOW`], and a person with only the required fields.
pub const PERSONS: &str = "\
Id,ExternalIdentifier,FirstName,Insertion,FamilyName,Email,AccountLevel,FunctionName,DivisionName,CostCentre,PhoneNumber,ContractStartTime,ContractEndTime,ManagerExternalIdentifier,HasActivatedAccount
1,E001,Anna,van den,Berg,anna@example.nl,ADMIN,Teamleider,Noord,K100,010-1234567,2020-01-01T00:00:00,,,true
2,E002,Bram,,Jansen,bram@example.nl,TRAINER,Docent,Locatie Haven,K200,06-12345678,2021-09-01T08:30:00,2030-07-31T23:59:59,E001,false
3,E003,Carla,de,Vries,carla@example.nl,,Docent,Noord,K100,,2019-02-01T00:00:00,2026-01-31T00:00:00,E001,true
4,E004,Dirk,,Bos,dirk@example.nl,,Docent,Noord,,,,2026-03-09T13:00:00,E002,false
5,00005,Eva,,Smit,eva@example.nl,,,,,,,,,
";

/// The result of a command.
#[derive(Debug)]
pub struct Output {
    /// The exit status; -1 if a signal ended the command.
    pub status: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Output {
    fn new(output: std::process::Output) -> Output {
        Output {
            status: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8(output.stdout).expect("standard output in UTF-8"),
            stderr: String::from_utf8(output.stderr).expect("standard error in UTF-8"),
        }
    }

    /// Asserts that the command succeeded, and returns its output.
    #[track_caller]
    pub fn ok(self) -> Output {
        assert_eq!(self.status, 0, "the command failed: {self:?}");
        self
    }

    /// Asserts that the command failed with status 1 (wrong usage has status 2), and returns its output.
    #[track_caller]
    pub fn refused(self) -> Output {
        assert_eq!(self.status, 1, "the command should be refused: {self:?}");
        self
    }
}

pub const LOCK_WAIT_MESSAGE: &str = "another process is writing to the database; waiting for it, up to a minute\n";

/// A running command that waits for the write lock. It has finished all work that needs no lock.
pub struct BlockedCommand {
    child: Child,
    stderr: BufReader<ChildStderr>,
    stderr_text: String,
}

impl BlockedCommand {
    /// Stops the process with SIGSTOP, and waits until all its threads are stopped.
    pub fn pause(&self) {
        signal("STOP", self.child.id());
        let tasks = format!("/proc/{}/task", self.child.id());
        let stopped = |task: &Path| {
            let stat = fs::read_to_string(task.join("stat")).unwrap_or_default();
            let state = stat.rsplit_once(") ").map(|(_, state)| state);
            state.is_none_or(|state| state.starts_with('T'))
        };
        wait_until("the process has stopped", || {
            let mut tasks = fs::read_dir(&tasks).expect("its threads");
            tasks.all(|task| stopped(&task.expect("a thread").path()))
        });
    }

    /// Continues the process after [`BlockedCommand::pause`].
    pub fn resume(&self) {
        signal("CONT", self.child.id());
    }

    /// Waits for the end, and returns the output without [`LOCK_WAIT_MESSAGE`].
    pub fn finish(mut self) -> Output {
        self.stderr.read_to_string(&mut self.stderr_text).expect("standard error in UTF-8");
        let output = self.child.wait_with_output().expect("the binary ends");
        Output { stderr: self.stderr_text, ..Output::new(output) }
    }
}

/// Waits until the condition holds; fails after [`TEST_TIMEOUT`] with its description.
#[track_caller]
pub fn wait_until(description: &str, mut holds: impl FnMut() -> bool) {
    let limit = Instant::now() + TEST_TIMEOUT;
    let mut pause = Duration::from_millis(1);
    while !holds() {
        assert!(Instant::now() < limit, "not within two minutes: {description}");
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(200));
    }
}

#[track_caller]
pub fn signal(name: &str, process: u32) {
    let kill = format!("kill -{name} {process}");
    let status = Command::new("sh").args(["-c", &kill]).status();
    assert!(status.expect("sh starts").success(), "{kill}");
}

/// The files of a [`Site`] that is made once. Each test gets a copy.
pub struct Fixture(OnceLock<Vec<(OsString, Vec<u8>)>>);

impl Fixture {
    pub const fn new() -> Fixture {
        Fixture(OnceLock::new())
    }

    pub fn copy(&self, make: impl FnOnce() -> Site) -> Site {
        let files = self.0.get_or_init(|| make().files());
        let site = Site::empty();
        for (name, bytes) in files {
            fs::write(site.path().join(name), bytes).expect("a copied file");
        }
        site
    }
}

/// Makes temporary folders in memory, which is faster, if `/dev/shm` has enough space and `TMPDIR` is not set.
fn keep_folders_in_memory() {
    const ENOUGH_KIB: u64 = 4 << 20;
    let free = Command::new("df").args(["-k", "--output=avail", "/dev/shm"]).output();
    let free = free.ok().and_then(|output| String::from_utf8(output.stdout).ok());
    let free = free.and_then(|text| text.lines().last()?.trim().parse().ok()).unwrap_or(0);
    if free >= ENOUGH_KIB && std::env::var_os("TMPDIR").is_none() {
        // fails if another folder was set before
        let _ = tempfile::env::override_temp_dir(Path::new("/dev/shm"));
    }
}

/// A temporary folder for a database `lms.sqlite`.
pub struct Site {
    folder: TempDir,
}

impl Site {
    /// Creates a site with an empty database.
    pub fn new() -> Site {
        static FIXTURE: Fixture = Fixture::new();
        FIXTURE.copy(|| {
            let site = Site::empty();
            site.lms(&["init"]).ok();
            site
        })
    }

    /// Creates a site without a database.
    pub fn empty() -> Site {
        static FOLDERS: Once = Once::new();
        FOLDERS.call_once(keep_folders_in_memory);
        Site { folder: tempfile::tempdir().expect("a temporary folder") }
    }

    /// Returns name and content of each file in the folder, subfolders excluded.
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

    /// Runs the binary with `args` (the subcommand first), and adds `--db` and `--now` if `args` lack them.
    pub fn lms(&self, args: &[&str]) -> Output {
        self.lms_with_input(args, "")
    }

    /// Runs [`Site::lms`] with `stdin` as standard input.
    pub fn lms_with_input(&self, args: &[&str], stdin: &str) -> Output {
        let mut child = self.command(args).stdin(Stdio::piped()).spawn().expect("the binary starts");
        // fails if the command ends before it reads
        let _ = child.stdin.take().expect("piped").write_all(stdin.as_bytes());
        Output::new(child.wait_with_output().expect("the binary ends"))
    }

    /// Runs [`Site::lms`] with an environment variable.
    pub fn lms_with_env(&self, (name, value): (&str, &str), args: &[&str]) -> Output {
        Output::new(self.command(args).env(name, value).stdin(Stdio::null()).output().expect("the binary starts"))
    }

    /// Runs [`Site::lms`] with this standard output.
    pub fn lms_with_stdout(&self, args: &[&str], stdout: impl Into<Stdio>) -> Output {
        Output::new(self.command(args).stdin(Stdio::null()).stdout(stdout).output().expect("the binary starts"))
    }

    /// Starts the binary like [`Site::lms`], and returns when it waits for the write lock, which the caller must have.
    #[track_caller]
    pub fn spawn_blocked(&self, args: &[&str]) -> BlockedCommand {
        let mut child = self.spawn(args);
        let mut stderr = BufReader::new(child.stderr.take().expect("piped"));
        let mut stderr_text = String::new();
        while !stderr_text.ends_with(LOCK_WAIT_MESSAGE) {
            let count = stderr.read_line(&mut stderr_text).expect("UTF-8");
            assert!(count > 0, "the command ended without waiting for the lock: {stderr_text}");
        }
        stderr_text.truncate(stderr_text.len() - LOCK_WAIT_MESSAGE.len());
        BlockedCommand { child, stderr, stderr_text }
    }

    /// Starts the binary like [`Site::lms`] without waiting for its end.
    pub fn spawn(&self, args: &[&str]) -> Child {
        self.command(args).stdin(Stdio::null()).spawn().expect("the binary starts")
    }

    /// Runs [`Site::lms`] with a limit on the size of files, and returns whether the system killed it at that limit.
    pub fn is_killed_at_file_size(&self, bytes: u64, args: &[&str]) -> bool {
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
        let mut command = self.command_without_flags(args);
        if !args.contains(&"--db") {
            command.arg("--db").arg(self.db());
        }
        if !args.contains(&"--now") {
            command.args(["--now", NOW]);
        }
        command
    }

    /// Returns the command without `--db` and `--now`, in the site's folder.
    fn command_without_flags(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lms-appliance"));
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("LMS_") {
                command.env_remove(name);
            }
        }
        command.current_dir(self.path()).args(args).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Makes all ledger entries an hour older, so that new entries have later times.
    pub fn age_ledger(&self) {
        let database = rusqlite::Connection::open(self.db()).expect("the database");
        let older = "UPDATE ledger SET at = strftime('%Y-%m-%dT%H:%M:%SZ', at, '-1 hour')";
        database.execute(older, []).expect("the ledger");
    }

    pub fn add_credential(&self, name: &str, password: &str, grants: &[&str]) {
        let mut args = vec!["credential", "add", name, "--password-stdin"];
        for grant in grants {
            args.extend(["--grant", grant]);
        }
        self.lms_with_input(&args, &format!("{password}\n")).ok();
    }

    /// Imports these files (name, text).
    pub fn import(&self, files: &[(&str, &str)]) -> Output {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for (name, text) in files {
            fs::write(folder.path().join(name), text).expect("a data file");
        }
        self.lms(&["import", folder.path().to_str().expect("a path in UTF-8")])
    }

    /// Exports the database, and returns one of the files.
    #[track_caller]
    pub fn export_file(&self, file: &str) -> String {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let target = folder.path().join("out");
        self.lms(&["export", target.to_str().expect("a path in UTF-8")]).ok();
        fs::read_to_string(target.join(file)).unwrap_or_else(|error| panic!("{file} of the export: {error}"))
    }

    /// Exports the database, and returns all files by name.
    #[track_caller]
    pub fn export_files(&self) -> BTreeMap<String, String> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        self.lms(&["export", folder.path().to_str().expect("a path in UTF-8")]).ok();
        let entries = fs::read_dir(folder.path()).expect("the export").map(|entry| entry.expect("an entry"));
        let files = entries.filter(|entry| entry.path().is_file());
        files
            .map(|entry| {
                let name = entry.file_name().into_string().expect("a name in UTF-8");
                (name, fs::read_to_string(entry.path()).expect("a data file"))
            })
            .collect()
    }

    /// Returns the rows of all tables as text, except `last_import`, which a refused import changes too.
    pub fn dump_tables(&self) -> String {
        let database = rusqlite::Connection::open(self.db()).expect("the database");
        let tables = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'last_import' ORDER BY name";
        let mut tables = database.prepare(tables).expect("the schema");
        let tables = tables.query_map([], |row| row.get::<_, String>(0)).expect("the tables");
        let mut all = String::new();
        for table in tables.map(|table| table.expect("a name")) {
            let mut query = database.prepare(&format!("SELECT * FROM \"{table}\"")).expect("a table");
            let count = query.column_count();
            let mut rows = query.query([]).expect("the rows of a table");
            while let Some(row) = rows.next().expect("a row") {
                let cells: Vec<_> = (0..count).map(|at| row.get_ref(at).expect("a cell")).collect();
                all += &format!("{table} {cells:?}\n");
            }
        }
        all
    }

    /// Exports a file, and returns these columns of each row, joined by commas.
    #[track_caller]
    pub fn export_columns(&self, file: &str, columns: &[&str]) -> Vec<String> {
        let text = self.export_file(file);
        let mut rows = csv::Reader::from_reader(text.as_bytes());
        let header = rows.headers().expect("a header").clone();
        let at = |name: &&str| header.iter().position(|other| other == *name).expect("the column");
        let positions: Vec<_> = columns.iter().map(at).collect();
        let cells =
            |row: csv::StringRecord| positions.iter().map(|at| row[*at].to_owned()).collect::<Vec<_>>().join(",");
        rows.into_records().map(|row| cells(row.expect("a row"))).collect()
    }

    /// Starts `serve` on a free port, with `--db` and `--now` like [`Site::lms`], and waits until it listens.
    #[track_caller]
    pub fn serve(&self, flags: &[&str]) -> Server {
        self.serve_with_log(flags, Stdio::piped())
    }

    /// Runs [`Site::serve`] with this standard error, which the caller must read.
    #[track_caller]
    pub fn serve_with_log(&self, flags: &[&str], log: impl Into<Stdio>) -> Server {
        let mut serve = self.serve_command(flags);
        let child = serve.stderr(log).spawn().expect("the binary starts");
        Server::wait_for_address(child)
    }

    /// Runs [`Site::serve`] with an environment variable.
    #[track_caller]
    pub fn serve_with_env(&self, (name, value): (&str, &OsStr), flags: &[&str]) -> Server {
        let child = self.serve_command(flags).env(name, value).spawn();
        Server::wait_for_address(child.expect("the binary starts"))
    }

    fn serve_command(&self, flags: &[&str]) -> Command {
        let mut args = vec!["serve"];
        if !flags.contains(&"--listen") {
            args.extend(["--listen", "127.0.0.1:0"]);
        }
        args.extend(flags);
        let mut serve = self.command(&args);
        serve.stdin(Stdio::null());
        serve
    }

    /// Runs [`Site::serve`] with a limit on the size of files, at which writes fail.
    #[track_caller]
    pub fn serve_with_file_size_limit(&self, bytes: u64) -> Server {
        let limited = format!("trap '' XFSZ; ulimit -f {}; exec \"$0\" \"$@\"", bytes / 512);
        let serve = self.serve_command(&[]);
        let mut shell = Command::new("sh");
        shell.args(["-c", &limited]).arg(serve.get_program()).args(serve.get_args()).current_dir(self.path());
        let child = shell.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        Server::wait_for_address(child.expect("sh starts"))
    }

    /// Runs [`Site::serve`] with a running clock.
    #[track_caller]
    pub fn serve_with_running_clock(&self, flags: &[&str]) -> Server {
        let mut serve = self.command_without_flags(&["serve", "--listen", "127.0.0.1:0", "--db"]);
        let child = serve.arg(self.db()).args(flags).stdin(Stdio::null()).spawn();
        Server::wait_for_address(child.expect("the binary starts"))
    }

    /// Starts `demo` on a free port with a running clock and the database `demo.sqlite`, and waits until it listens.
    #[track_caller]
    pub fn serve_demo(&self, flags: &[&str]) -> Server {
        let mut args = vec!["demo", "--listen", "127.0.0.1:0"];
        args.extend(flags);
        let child = self.command_without_flags(&args).stdin(Stdio::null()).spawn().expect("the binary starts");
        Server::wait_for_address(child)
    }
}

/// A running service, which is killed when dropped.
pub struct Server {
    pub address: SocketAddr,
    child: Child,
    stdout: Arc<Mutex<String>>,
    stderr: Arc<Mutex<String>>,
    readers: Vec<JoinHandle<()>>,
}

impl Server {
    #[track_caller]
    fn wait_for_address(mut child: Child) -> Server {
        let stdout = Arc::new(Mutex::new(String::new()));
        let stderr = Arc::new(Mutex::new(String::new()));
        let (first, line) = mpsc::channel();
        let mut readers = vec![collect_lines(child.stdout.take().expect("piped"), stdout.clone(), Some(first))];
        if let Some(log) = child.stderr.take() {
            readers.push(collect_lines(log, stderr.clone(), None));
        }
        let mut server = Server { address: SocketAddr::from(([127, 0, 0, 1], 0)), child, stdout, stderr, readers };
        let line = line.recv_timeout(TEST_TIMEOUT).unwrap_or_else(|_| panic!("serve did not listen: {}", server.log()));
        let address = line.trim_end().strip_prefix("listening on ").and_then(|url| url.split("//").nth(1));
        let address = address.and_then(|rest| rest.strip_suffix(PATH)).and_then(|address| address.parse().ok());
        server.address = address.unwrap_or_else(|| panic!("the first line of serve: {line:?}"));
        server
    }

    /// Sends a request on a new connection with `Connection: close`, and returns the response.
    #[track_caller]
    pub fn send(&self, request: &Request) -> Response {
        let bytes = self.send_bytes(&request.bytes(&self.address.to_string()));
        let parsed = Response::parse(&bytes, request.method == "HEAD");
        parsed.map(|(response, _)| response).unwrap_or_else(|| {
            panic!("no response to {} {}: {:?}", request.method, request.path, String::from_utf8_lossy(&bytes))
        })
    }

    /// Sends bytes on a new connection, and returns the bytes that the server sends until it closes the connection.
    pub fn send_bytes(&self, bytes: &[u8]) -> Vec<u8> {
        let mut reader = self.connect();
        let mut writer = reader.try_clone().expect("a second handle");
        let mut response = Vec::new();
        let limit = Instant::now() + TEST_TIMEOUT;
        thread::scope(|scope| {
            // on another thread, because the server may respond and close before it has read the whole request
            scope.spawn(move || writer.write_all(bytes));
            let mut chunk = [0; 16 * 1024];
            loop {
                let left = limit.saturating_duration_since(Instant::now()).max(Duration::from_millis(1));
                reader.set_read_timeout(Some(left)).expect("a time limit");
                match read_uninterrupted(&mut reader, &mut chunk) {
                    Ok(0) => break,
                    Err(error) => {
                        // if the test fails, this distinguishes a timeout from a reset
                        println!("reading failed {left:?} before the limit: {error}");
                        break;
                    }
                    Ok(count) => response.extend_from_slice(&chunk[..count]),
                }
            }
            // ends a blocked write
            let _ = reader.shutdown(Shutdown::Both);
        });
        response
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect_timeout(&self.address, TEST_TIMEOUT).expect("a connection");
        stream.set_write_timeout(Some(TEST_TIMEOUT)).expect("a time limit");
        stream
    }

    /// Calls an operation in Style B as hr/stilzwijgend.
    #[track_caller]
    pub fn form(&self, operation: &str, fields: &[(&str, &str)]) -> Response {
        let mut all = vec![("username", USER), ("password", PASSWORD)];
        all.extend(fields);
        self.send(&form_request(operation, &all))
    }

    /// Calls an operation in Style A as hr/stilzwijgend. `inner_xml` follows username and password.
    #[track_caller]
    pub fn soap(&self, dialect: Dialect, operation: &str, inner_xml: &str) -> Response {
        let inner = format!("<username>{USER}</username><password>{PASSWORD}</password>{inner_xml}");
        self.send(&soap_request(dialect, operation, &inner))
    }

    /// Returns the text of standard error so far.
    pub fn log(&self) -> String {
        self.stderr.lock().expect("the log").clone()
    }

    /// Waits until standard error contains `part`, and returns its text.
    #[track_caller]
    pub fn wait_for_log(&self, part: &str) -> String {
        wait_until(part, || self.log().contains(part));
        self.log()
    }

    /// Waits until at least `count` lines of standard error contain `part`.
    #[track_caller]
    pub fn wait_for_log_lines(&self, count: usize, part: &str) {
        wait_until(part, || self.log().lines().filter(|line| line.contains(part)).count() >= count);
    }

    /// Sends SIGTERM, and waits until the server logs that it is stopping.
    #[track_caller]
    pub fn begin_shutdown(&self) {
        self.terminate();
        self.wait_for_log_lines(1, "stopping");
    }

    /// Returns a value of `/metrics`. The server needs `--metrics`.
    #[track_caller]
    pub fn metric(&self, name: &str) -> u64 {
        let response = self.send(&Request::get("/metrics"));
        let text = response.text();
        let value = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        value.and_then(|value| value.parse().ok()).unwrap_or_else(|| panic!("{name} in {text}"))
    }

    /// Waits until standard output contains `part`, and returns its text.
    #[track_caller]
    pub fn wait_for_stdout(&self, part: &str) -> String {
        let stdout = || self.stdout.lock().expect("the output").clone();
        wait_until(part, || stdout().contains(part));
        stdout()
    }

    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Sends SIGTERM without waiting.
    pub fn terminate(&self) {
        signal("TERM", self.child.id());
    }

    /// Sends SIGTERM, waits for the end, and returns the output.
    #[track_caller]
    pub fn stop(mut self) -> Output {
        self.terminate();
        let mut status = None;
        wait_until("the server stops", || {
            status = self.child.try_wait().expect("a child process");
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

/// Appends the lines of a stream to `text`, and sends the first line to `first`.
fn collect_lines(
    stream: impl Read + Send + 'static,
    text: Arc<Mutex<String>>,
    mut first: Option<mpsc::Sender<String>>,
) -> JoinHandle<()> {
    thread::spawn(move || {
        let mut stream = BufReader::new(stream);
        let mut line = Vec::new();
        while stream.read_until(b'\n', &mut line).is_ok_and(|count| count > 0) {
            let line_text = String::from_utf8_lossy(&line).into_owned();
            text.lock().expect("the text").push_str(&line_text);
            if let Some(first) = first.take() {
                let _ = first.send(line_text);
            }
            line.clear();
        }
    })
}

/// Creates a site with the credential hr/stilzwijgend, granted `provisioning`, and [`PERSONS`], [`FUNCTIONS`], [`DIVISIONS`].
#[track_caller]
pub fn persons_site() -> Site {
    static FIXTURE: Fixture = Fixture::new();
    FIXTURE.copy(|| {
        let site = Site::new();
        site.add_credential(USER, PASSWORD, &["provisioning"]);
        let files = [("persons.csv", PERSONS), ("functions.csv", FUNCTIONS), ("divisions.csv", DIVISIONS)];
        site.import(&files).ok();
        site
    })
}

/// Creates a site with the credential hr/stilzwijgend, granted `provisioning`, and no data.
#[track_caller]
pub fn provisioning_site() -> Site {
    static FIXTURE: Fixture = Fixture::new();
    FIXTURE.copy(|| {
        let site = Site::new();
        site.add_credential(USER, PASSWORD, &["provisioning"]);
        site
    })
}

/// Creates a site with the credential hr/stilzwijgend, granted `reports`, and no data.
#[track_caller]
pub fn reports_site() -> Site {
    static FIXTURE: Fixture = Fixture::new();
    FIXTURE.copy(|| {
        let site = Site::new();
        site.add_credential(USER, PASSWORD, &["reports"]);
        site
    })
}

/// Creates a [`reports_site`] with the demo organisation of `seed/`.
#[track_caller]
pub fn seed_site() -> Site {
    static FIXTURE: Fixture = Fixture::new();
    FIXTURE.copy(|| {
        let site = reports_site();
        site.lms(&["import", concat!(env!("CARGO_MANIFEST_DIR"), "/seed")]).ok();
        site
    })
}

/// Creates a site with the credential hr/stilzwijgend, granted everything, and no data.
#[track_caller]
pub fn granted_site() -> Site {
    static FIXTURE: Fixture = Fixture::new();
    FIXTURE.copy(|| {
        let site = Site::new();
        site.add_credential(USER, PASSWORD, &["all"]);
        site
    })
}

/// Reads, and retries if a signal interrupts: a debugger or a machine that wakes up sends signals.
pub fn read_uninterrupted(from: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match from.read(buffer) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            read => return read,
        }
    }
}
