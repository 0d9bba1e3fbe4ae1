//! The demonstration's organisation grown to a size, as everybody gets it who tries the service: made once, kept below
//! `target/organisations`, brought up to date by `init`.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::server::Server;

/// The credential of every request; readers that are many have one each, `bench0` and so on.
pub const USER: &str = "bench";
/// Its password.
pub const PASSWORD: &str = "benchmarked-it";

/// Around this day the demonstration is written.
const NOW: &str = "2026-03-09T12:00:00";

/// An organisation.
pub struct Organisation {
    /// How many persons it has.
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
            organisation.fill()?;
        }
        organisation.run(&["init"], &organisation.database(), "")?;
        let kept = fs::read_dir(&organisation.folder)?;
        for entry in kept {
            let path = entry?.path();
            if path.extension().is_some_and(|end| end == "bak") {
                fs::remove_file(path)?;
            }
        }
        Ok(organisation)
    }

    fn fill(&self) -> Result<()> {
        let made = self.beside("making.sqlite");
        let trainings = (self.persons / 200).max(100);
        let mut demo = command(&["demo", "--listen", "127.0.0.1:0", "--now", NOW], &made);
        demo.args(["--persons", &self.persons.to_string()]);
        demo.args(["--trainings", &trainings.to_string()]);
        drop(Server::start(&mut demo)?);
        let add = |name: &str, grant: &str| {
            let add = ["credential", "add", name, "--grant", grant, "--password-stdin"];
            self.run(&add, &made, &format!("{PASSWORD}\n"))
        };
        add(USER, "all")?;
        (0..16).try_for_each(|reader| add(&format!("{USER}{reader}"), "all"))?;
        fs::rename(&made, self.database())?;
        Ok(())
    }

    /// The database.
    pub fn database(&self) -> PathBuf {
        self.beside("lms.sqlite")
    }

    /// A file beside it.
    pub fn beside(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// A copy that may be changed.
    pub fn copy(&self) -> Result<PathBuf> {
        let copy = self.beside("copy.sqlite");
        for end in ["", "-wal", "-shm"] {
            let _ = fs::remove_file(format!("{}{end}", copy.display()));
        }
        fs::copy(self.database(), &copy)?;
        Ok(copy)
    }

    /// Serves a database of it.
    pub fn serve(&self, database: &Path) -> Result<Server> {
        Server::start(&mut command(&["serve", "--listen", "127.0.0.1:0", "--now", NOW], database))
    }

    /// Carries out a command on a database.
    pub fn run(&self, arguments: &[&str], database: &Path, input: &str) -> Result<()> {
        let mut child =
            command(arguments, database).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
        let mut stdin = child.stdin.take().context("piped")?;
        // one that reads nothing may have ended
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
