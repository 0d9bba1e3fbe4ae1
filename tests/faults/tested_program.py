"""Runs commands and servers of the program under test, and queries its databases."""

import atexit
import hashlib
import os
import signal
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BINARY = Path(os.environ.get("LMS_BINARY", ROOT / "target/debug/lms-appliance"))
USER, PASSWORD = "faults", "stilzwijgend"
# seconds
COMMAND_TIMEOUT = 300


class CheckError(Exception):
    """The program did not behave as it must."""


def start_command(*arguments, db, env=None):
    """Starts a command on a database, in the folder of the database."""
    return subprocess.Popen(
        [BINARY, *map(str, arguments), "--db", db],
        cwd=Path(db).parent, env=environment(env), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )


def run(*arguments, db, env=None):
    """Runs a command; returns its exit status and its output."""
    with start_command(*arguments, db=db, env=env) as process:
        try:
            out, err = process.communicate(timeout=COMMAND_TIMEOUT)
        except subprocess.TimeoutExpired:
            process.kill()
            raise CheckError(f"{' '.join(map(str, arguments))} on {db} takes more than {COMMAND_TIMEOUT} s") from None
    return process.returncode, out + err


def run_ok(*arguments, db):
    """Runs a command that must succeed."""
    status, output = run(*arguments, db=db)
    if status != 0:
        raise CheckError(f"{' '.join(map(str, arguments))} on {db}: exit status {status}: {output}")


def environment(more=None):
    """The environment without variables of the program, and with these."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("LMS_")}
    return own | (more or {})


def create_database(folder):
    """Creates a database with the data of seed/ and a credential with all grants."""
    db = Path(folder) / "lms.sqlite"
    run_ok("import", ROOT / "seed", db=db)
    subprocess.run(
        [BINARY, "credential", "add", USER, "--grant", "all", "--password-stdin", "--db", db],
        input=PASSWORD, text=True, check=True, stdout=subprocess.DEVNULL, env=environment(),
    )
    return db


class Server:
    """A running service. Without `env`, its log is in the folder of the database."""

    def __init__(self, db, env=None):
        self.log = open(Path(db).with_suffix(".log") if env is None else os.devnull, "a")
        self.process = subprocess.Popen(
            [BINARY, "serve", "--db", db, "--listen", "127.0.0.1:0"],
            env=environment(env), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self.log, text=True,
        )
        atexit.register(self.process.kill)
        line = self.process.stdout.readline()
        if not line.startswith("listening on http://"):
            raise CheckError(f"serve on {db} does not start: {line!r}")
        host, _, port = line.split("/")[2].partition(":")
        self.address = host, int(port)

    def stop(self, by=signal.SIGKILL):
        self.process.send_signal(by)
        self.process.wait()
        self.process.stdout.close()
        self.log.close()

    def is_running(self):
        return self.process.poll() is None


def connect(db):
    """Opens a database with Python's SQLite, not with the program's."""
    return closing(sqlite3.connect(f"file:{db}?mode=rw", uri=True))


def query(db, sql, *values):
    """Returns the rows of a query."""
    with connect(db) as connection:
        return connection.execute(sql, values).fetchall()


def digest(db):
    """Returns a digest of the schema version and all rows, without times and random tags of the ledger.

    Leaves out materialized tables, which may still have dirty rows (`check` compares them with their source tables), and
    `last_import`, which also records failed imports."""
    with connect(db) as connection:
        select = lambda sql: connection.execute(sql).fetchall()
        result = hashlib.sha256(repr(select("PRAGMA user_version")).encode())
        for (table,) in select("""SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'portfolio_%'
                                  AND name NOT IN ('roster', 'last_import') ORDER BY name"""):
            columns = [name for _, name, *_ in select(f"PRAGMA table_info({table})") if name not in ("at", "tag", "lineage", "pruned_tag")]
            order = ", ".join(str(at + 1) for at in range(len(columns)))
            result.update(repr((table, select(f"SELECT {', '.join(columns)} FROM {table} ORDER BY {order}"))).encode())
    return result.hexdigest()
