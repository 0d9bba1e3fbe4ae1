//! A database, made by the binary and filled by SQL.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Result, ensure};
use rusqlite::Connection;
use tempfile::TempDir;

use crate::server::Server;

/// The credential of every request.
pub const USER: &str = "hr";
/// Its password.
pub const PASSWORD: &str = "stilzwijgend-stilzwijgend";

/// A folder with a database, beside cargo's own output: on a disk, not in memory.
pub struct Site {
    pub persons: u32,
    folder: TempDir,
}

impl Site {
    /// A database that this fills with so many persons and what belongs to them.
    pub fn new(
        persons: u32,
        fill: impl FnOnce(&mut Connection, u32) -> Result<()>,
    ) -> Result<Self> {
        let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR"))?;
        let site = Self { persons, folder };
        site.run(&["init"], "")?;
        let add = ["credential", "add", USER, "--grant", "all"];
        site.run(
            &[&add[..], &["--password-stdin"]].concat(),
            &format!(
                "{PASSWORD}
"
            ),
        )?;
        let mut connection = Connection::open(site.path())?;
        connection.execute_batch("PRAGMA synchronous = OFF; PRAGMA foreign_keys = ON")?;
        connection.execute_batch(&format!(
            "WITH RECURSIVE reader (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM reader WHERE n < 127)
             INSERT INTO credential (name, password_hash, created_at)
             SELECT name || n, password_hash, created_at FROM credential, reader WHERE name = '{USER}';
             INSERT INTO credential_grant
             SELECT c.id, g.operation FROM credential AS c, credential_grant AS g
             WHERE c.id > (SELECT id FROM credential WHERE name = '{USER}');"
        ))?;
        fill(&mut connection, persons)?;
        connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)")?;
        Ok(site)
    }

    /// The database.
    pub fn path(&self) -> PathBuf {
        self.folder.path().join("lms.sqlite")
    }

    /// A file beside it.
    pub fn beside(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Serves it.
    pub fn serve(&self, flags: &[&str]) -> Result<Server> {
        let mut command = self.command(&["serve", "--listen", "127.0.0.1:0"]);
        Server::start(command.args(flags))
    }

    fn run(&self, arguments: &[&str], input: &str) -> Result<()> {
        let mut child = self
            .command(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()?;
        child
            .stdin
            .take()
            .expect("piped")
            .write_all(input.as_bytes())?;
        ensure!(child.wait()?.success(), "{arguments:?} failed");
        Ok(())
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lms-appliance"));
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("LMS_") {
                command.env_remove(name);
            }
        }
        command.args(arguments).arg("--db").arg(self.path());
        command
    }

    /// The credential of a reader that is one of many: each may have four long answers at once.
    pub fn reader(number: usize) -> String {
        format!("{USER}{}", number / 4)
    }
}
