"""The appliance as a program: its commands, a server that can be killed, and what stands in a database."""

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
# seconds that a command may take
PATIENCE = 300


class Wrong(Exception):
    """Something is not as it must be."""


def command(*words, db, env=None):
    """Starts a command on a database, in its folder; what it tells is kept for whoever waits."""
    return subprocess.Popen(
        [BINARY, *map(str, words), "--db", db],
        cwd=Path(db).parent, env=environment(env), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )


def run(*words, db, env=None):
    """Runs a command to its end: its exit status, and what it told."""
    with command(*words, db=db, env=env) as process:
        try:
            out, err = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            raise Wrong(f"{' '.join(map(str, words))} on {db} does not end in {PATIENCE} s") from None
    return process.returncode, out + err


def must(*words, db):
    """Runs a command that has no reason to fail."""
    status, told = run(*words, db=db)
    if status != 0:
        raise Wrong(f"{' '.join(map(str, words))} on {db} ends with {status}: {told}")


def environment(more=None):
    own = {name: value for name, value in os.environ.items() if not name.startswith("LMS_")}
    return own | (more or {})


def new(folder):
    """A database with the seed's organisation and a credential for everything."""
    db = Path(folder) / "lms.sqlite"
    must("import", ROOT / "seed", db=db)
    subprocess.run(
        [BINARY, "credential", "add", USER, "--grant", "all", "--password-stdin", "--db", db],
        input=PASSWORD, text=True, check=True, stdout=subprocess.DEVNULL, env=environment(),
    )
    return db


class Server:
    """A running service."""

    def __init__(self, db, env=None):
        self.log = open(Path(db).with_suffix(".log") if env is None else os.devnull, "a")
        self.process = subprocess.Popen(
            [BINARY, "serve", "--db", db, "--listen", "127.0.0.1:0"],
            env=environment(env), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self.log, text=True,
        )
        atexit.register(self.process.kill)
        line = self.process.stdout.readline()
        if not line.startswith("listening on http://"):
            raise Wrong(f"serve on {db} does not begin: {line!r}")
        host, _, port = line.split("/")[2].partition(":")
        self.address = host, int(port)

    def end(self, how=signal.SIGKILL):
        self.process.send_signal(how)
        self.process.wait()
        self.process.stdout.close()
        self.log.close()

    def is_there(self):
        return self.process.poll() is None


def opened(db):
    """A database, opened by another SQLite than the appliance's."""
    return closing(sqlite3.connect(f"file:{db}?mode=rw", uri=True))


def rows(db, query, *values):
    """The rows of a query."""
    with opened(db) as connection:
        return connection.execute(query, values).fetchall()


def state(db):
    """A digest of every row of every table but for the moments and random tags of the ledger, and of the schema's version. What is counted
    for pages of the portfolio, and the rosters of classes, are made anew after a change, if need be by the next one; `check`
    compares them with what they must be. The record of the last import is written after the import, also after a failed one."""
    with opened(db) as connection:
        ask = lambda query: connection.execute(query).fetchall()
        found = hashlib.sha256(repr(ask("PRAGMA user_version")).encode())
        for (table,) in ask("""SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'portfolio_%'
                               AND name NOT IN ('roster', 'last_import') ORDER BY name"""):
            columns = [name for _, name, *_ in ask(f"PRAGMA table_info({table})") if name not in ("at", "tag", "lineage", "pruned_tag")]
            order = ", ".join(str(at + 1) for at in range(len(columns)))
            found.update(repr((table, ask(f"SELECT {', '.join(columns)} FROM {table} ORDER BY {order}"))).encode())
    return found.hexdigest()
