"""What befalls a command that changes or copies a database: it is killed at any moment, or the disk is full. What it
works on must then be as before it or as after it, sound, and the command done anew must come to its end."""

import random
import shutil
import sqlite3
import subprocess
import time
from contextlib import closing
from pathlib import Path

from fillable_disks import Disk
from tested_program import ROOT, Wrong, command, must, new, run, state

# rows of what is imported: enough for a command to take some tenths of a second
PERSONS = 2000


class Act:
    """A command, and the databases before and after it."""

    def __init__(self, folder, before, words, changes="lms.sqlite"):
        self.folder = Path(folder)
        self.before = before
        self.words = words
        # the file that it makes or changes
        self.changes = changes
        self.old = state(before)
        db = self.begin(self.folder / "after")
        self.carry_out(db)
        # the file afterwards, and the database, whose ledger records a backup
        self.new, self.noted = state(db.parent / changes), state(db)
        self.size = sum(file.stat().st_size for file in db.parent.iterdir())
        if changes == "lms.sqlite" and self.new == self.old:
            raise Wrong(f"{words} changes nothing")

    def begin(self, folder):
        """The database as it is before, alone in this folder."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        return Path(shutil.copy(self.before, folder / "lms.sqlite"))

    def look(self, db):
        """Whether what it did is there; it is wrong where that is neither so nor not so."""
        file = db.parent / self.changes
        must("check", db=db)
        found = state(db)
        if found not in (self.old, self.noted):
            raise Wrong(f"{db} is neither as before nor as after {self.words}")
        if file == db or not file.exists():
            return file == db and found == self.new
        must("check", db=file)
        if state(file) != self.new:
            raise Wrong(f"{file} is not whole after {self.words}")
        return True

    def carry_out(self, db):
        """Does it; how long that takes differs with what else the machine does."""
        begin = time.monotonic()
        must(*self.words, db=db)
        self.seconds = time.monotonic() - begin

    def again(self, db):
        """Does it anew."""
        self.carry_out(db)
        if not self.look(db):
            raise Wrong(f"{self.words} said that it was done")


def persons(folder, begins, family):
    """A data file of persons; gives its folder."""
    folder = Path(folder) / begins
    folder.mkdir()
    lines = [f"{begins}{n:05},Voor,{family},{begins}{n}@example.nl,Functie {n % 97}" for n in range(PERSONS)]
    header = "ExternalIdentifier,FirstName,FamilyName,Email,FunctionName"
    (folder / "persons.csv").write_text("\n".join([header, *lines]) + "\n")
    return folder


def importing(folder):
    return Act(folder, new(folder), ["import", persons(folder, "A", "Nieuw")])


def undoing(folder):
    db = new(folder)
    must("import", persons(folder, "A", "Nieuw"), db=db)
    return Act(folder, db, ["imports", "undo", "2"])


def migrating(folder):
    """A database of the first version, grown."""
    db = Path(folder) / "lms.sqlite"
    with closing(sqlite3.connect(db)) as old:
        old.executescript((ROOT / "tests/schemas/v1.sql").read_text())
        old.execute("PRAGMA journal_mode = WAL")
        old.execute(
            """WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 20000)
               INSERT INTO person (external_identifier, first_name, family_name, email, account_level)
               SELECT 'M' || n, 'Voor', 'Achter', 'm' || n || '@example.nl', (SELECT min(id) FROM account_level)
               FROM n"""
        )
        old.commit()
    return Act(folder, db, ["init"])


def backing_up(folder):
    db = new(folder)
    must("import", persons(folder, "A", "Nieuw"), db=db)
    return Act(folder, db, ["backup", "--to", "copy.sqlite"], "copy.sqlite")


def restoring(folder):
    db = new(folder)
    must("import", persons(folder, "A", "Nieuw"), db=db)
    copy = Path(folder) / "copy.sqlite"
    must("backup", "--to", copy, db=db)
    must("import", persons(folder, "B", "Later"), db=db)
    return Act(folder, db, ["restore", "--from", copy])


ACTS = {
    "import": importing,
    "migration": migrating,
    "undo": undoing,
    "backup": backing_up,
    "restore": restoring,
}


def killed(make):
    """SIGKILL at a moment of its own each time, from the begin of the command to its end."""

    def fault(rounds, folder):
        act = make(folder)
        figures = {"rounds": 0, "as before": 0, "as after": 0, "half": 0, "ended first": 0}
        while figures["rounds"] < rounds:
            db = act.begin(Path(folder) / "killed")
            with command(*act.words, db=db) as process:
                time.sleep(random.uniform(0, act.seconds))
                process.kill()
                _, told = process.communicate()
            if process.returncode >= 0:
                figures["ended first"] += 1
                if process.returncode:
                    raise Wrong(f"{act.words}: {told}")
                continue
            figures["rounds"] += 1
            is_done = act.look(db)
            figures["as after" if is_done else "as before"] += 1
            if not is_done:
                act.again(db)
        return figures

    return fault


def filled(make):
    """The disk is full after some more bytes each time, between none and as many as the command leaves behind."""

    def fault(rounds, folder):
        act = make(folder)
        figures = {"rounds": 0, "as before": 0, "half": 0, "room enough": 0}
        with Disk(folder, 64 + (act.size * 8 >> 20)) as disk:
            while figures["rounds"] < rounds:
                db = act.begin(disk.path / "full")
                disk.fill(random.randrange(0, act.size))
                status, told = run(*act.words, db=db, env={"TMPDIR": str(disk.path)})
                disk.empty()
                if status == 0:
                    figures["room enough"] += 1
                    if not act.look(db):
                        raise Wrong(f"{act.words} said that it was done")
                    continue
                figures["rounds"] += 1
                if "full" not in told and "No space" not in told:
                    raise Wrong(f"{act.words} ends with {status} and does not say why: {told}")
                if act.look(db):
                    raise Wrong(f"{act.words} failed and is done: {told}")
                figures["as before"] += 1
                act.again(db)
        return figures

    return fault
