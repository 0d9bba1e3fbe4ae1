//! The organisation of `demo` with a number of persons. Its database is created once in `target/organisations`; later runs
//! migrate it.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::server::Server;

/// The username of requests. Waiting readers use `bench0` to `bench15`, with the same password.
pub const USER: &str = "bench";
pub const PASSWORD: &str = "benchmarked-it";

/// The time of the service, to which the dates of the data are relative.
const NOW: &str = "2026-03-09T12:00:00";

pub struct Organisation {
    pub persons: u32,
    folder: PathBuf,
}

impl Organisation {
    /// Returns the organisation of this size; creates it if it is missing.
    pub fn new(persons: u32) -> Result<Self> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/organisations").join(persons.to_string());
        let organisation = Self { persons, folder };
        if !organisation.database().exists() {
            fs::create_dir_all(&organisation.folder)?;
            organisation.create()?;
        }
        organisation.run(&["init"], &organisation.database(), "")?;
        // backups that the migration made
        for entry in fs::read_dir(&organisation.folder)? {
            let path = entry?.path();
            if path.extension().is_some_and(|end| end == "bak") {
                fs::remove_file(path)?;
            }
        }
        Ok(organisation)
    }

    fn create(&self) -> Result<()> {
        let unfinished = self.path("unfinished.sqlite");
        let trainings = (self.persons / 200).max(100);
        let mut demo = command(&["demo", "--listen", "127.0.0.1:0", "--now", NOW], &unfinished);
        demo.args(["--persons", &self.persons.to_string()]);
        demo.args(["--trainings", &trainings.to_string()]);
        drop(Server::start(&mut demo)?);
        let add_credential = |name: &str| {
            let add = ["credential", "add", name, "--grant", "all", "--password-stdin"];
            self.run(&add, &unfinished, &format!("{PASSWORD}\n"))
        };
        add_credential(USER)?;
        (0..16).try_for_each(|reader| add_credential(&format!("{USER}{reader}")))?;
        fs::rename(&unfinished, self.database())?;
        Ok(())
    }

    pub fn database(&self) -> PathBuf {
        self.path("lms.sqlite")
    }

    /// Returns the path of a file in the folder of the database.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Copies the database, for tests that change it.
    pub fn copy(&self) -> Result<PathBuf> {
        let copy = self.path("copy.sqlite");
        for end in ["", "-wal", "-shm"] {
            let _ = fs::remove_file(format!("{}{end}", copy.display()));
        }
        fs::copy(self.database(), &copy)?;
        Ok(copy)
    }

    pub fn serve(&self, database: &Path) -> Result<Server> {
        Server::start(&mut command(&["serve", "--listen", "127.0.0.1:0", "--now", NOW], database))
    }

    /// Runs a command on a database.
    pub fn run(&self, arguments: &[&str], database: &Path, input: &str) -> Result<()> {
        let mut child =
            command(arguments, database).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
        let mut stdin = child.stdin.take().context("piped")?;
        // fails if the command ended without reading its input
        let _ = stdin.write_all(input.as_bytes());
        drop(stdin);
        ensure!(child.wait()?.success(), "{arguments:?} failed");
        Ok(())
    }
}

fn command(arguments: &[&str], database: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lms-appliance"));
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("LMS_") {
            command.env_remove(name);
        }
    }
    command.args(arguments).arg("--db").arg(database);
    command
}
