//! A database of a size, made by the binary and filled by SQL with an organisation of that size.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Result, ensure};
use rusqlite::{Connection, params};
use tempfile::TempDir;

use crate::server::Server;

/// The credential of every request.
pub const USER: &str = "hr";
/// Its password.
pub const PASSWORD: &str = "stilzwijgend-stilzwijgend";

const FIRST: [&str; 16] = [
    "Anna", "Bram", "Carla", "Dirk", "Eva", "Fatima", "Gerard", "Hannah", "Ibrahim", "Johanna",
    "Koen", "Linda", "Mohammed", "Noor", "Olivier", "Petra",
];
const INSERTIONS: [&str; 4] = ["van", "de", "van der", "ten"];
const FAMILY: [&str; 16] = [
    "Bakker",
    "Berg",
    "Bos",
    "Brouwer",
    "Dekker",
    "Dijkstra",
    "Hendriks",
    "Jansen",
    "Meijer",
    "Mulder",
    "Peters",
    "Smit",
    "Visser",
    "Vries",
    "Willemsen",
    "Yilmaz",
];

/// A folder with a database, beside cargo's own output: on a disk, not in memory.
pub struct Site {
    pub persons: u32,
    folder: TempDir,
}

impl Site {
    /// A database with this many persons.
    pub fn new(persons: u32) -> Result<Self> {
        let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR"))?;
        let site = Self { persons, folder };
        site.run(&["init"], "")?;
        site.run(
            &[
                "credential",
                "add",
                USER,
                "--grant",
                "provisioning",
                "--password-stdin",
            ],
            &format!("{PASSWORD}\n"),
        )?;
        site.fill()?;
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

    /// Credentials for 512 readers. One in ten manages about ten others, one in five has left, one in four has an insertion; a function for every
    /// fifty persons up to 400, a division for every forty, each ten under one.
    fn fill(&self) -> Result<()> {
        let mut connection = Connection::open(self.path())?;
        connection.execute_batch("PRAGMA synchronous = OFF")?;
        let transaction = connection.transaction()?;
        transaction.execute_batch(&format!(
            "WITH RECURSIVE reader (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM reader WHERE n < 127)
             INSERT INTO credential (name, password_hash, created_at)
             SELECT name || n, password_hash, created_at FROM credential, reader WHERE name = '{USER}';
             INSERT INTO credential_grant
             SELECT c.id, g.operation FROM credential AS c, credential_grant AS g
             WHERE c.id > (SELECT id FROM credential WHERE name = '{USER}');"
        ))?;
        let functions = (self.persons / 50).clamp(1, 400);
        let divisions = (self.persons / 40).max(1);
        {
            let mut insert = transaction.prepare("INSERT INTO function (name) VALUES (?)")?;
            for number in 1..=functions {
                insert.execute([format!("Functie {number} van de organisatie")])?;
            }
            let mut insert =
                transaction.prepare("INSERT INTO division (name, parent) VALUES (?, ?)")?;
            for number in 1..=divisions {
                let parent = (number >= 10).then_some(number / 10);
                insert.execute(params![format!("Locatie {number}"), parent])?;
            }
            let mut insert = transaction.prepare(
                "INSERT INTO person (external_identifier, first_name, insertion, family_name, email, account_level,
                     function, division, cost_centre, phone_number, contract_start, contract_end, manager,
                     has_activated_account)
                 VALUES (?, ?, ?, ?, ?, (SELECT id FROM account_level WHERE name = ?), ?, ?, ?, ?, ?, ?, ?, ?)",
            )?;
            for id in 1..=self.persons {
                // spread as if by chance, and the same in every run
                let chance = id.wrapping_mul(2_654_435_761) >> 8;
                let pick = |shift: u32, count: usize| (chance >> shift) as usize % count;
                let (first, family) = (FIRST[pick(0, 16)], FAMILY[pick(4, 16)]);
                let manages = id <= self.persons / 10;
                insert.execute(params![
                    external_identifier(id),
                    first,
                    if pick(8, 4) == 0 {
                        INSERTIONS[pick(10, 4)]
                    } else {
                        ""
                    },
                    family,
                    email(id, first, family),
                    if manages { "MANAGER" } else { "LEARNER" },
                    chance % functions + 1,
                    chance % divisions + 1,
                    format!("K{}", chance % 97 + 100),
                    if pick(12, 3) == 0 {
                        String::new()
                    } else {
                        format!("06-{:08}", chance % 100_000_000)
                    },
                    format!(
                        "20{:02}-{:02}-01T00:00:00",
                        5 + pick(3, 20),
                        1 + pick(5, 12)
                    ),
                    (!manages && pick(14, 5) == 0).then_some("2025-06-30T00:00:00"),
                    id / 10,
                    pick(16, 5) > 0,
                ])?;
            }
        }
        transaction.commit()?;
        connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)")?;
        Ok(())
    }
}

/// The employee number of a person that was filled in.
pub fn external_identifier(id: u32) -> String {
    format!("{id:07}")
}

/// The e-mail address of a person that was filled in.
pub fn email_of(id: u32) -> String {
    let chance = (id.wrapping_mul(2_654_435_761) >> 8) as usize;
    email(id, FIRST[chance % 16], FAMILY[(chance >> 4) % 16])
}

fn email(id: u32, first: &str, family: &str) -> String {
    format!("{first}.{family}{id}@organisatie.example")
}
