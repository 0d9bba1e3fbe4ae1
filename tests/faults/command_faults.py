"""Interrupts commands that change or copy a database: SIGKILL at a random time, or a full disk.

After each interruption, the rows must be as before the command or as after it, `check` must find no errors, and a second
attempt must succeed."""

import random
import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from fillable_disks import Disk
from tested_program import ROOT, CheckError, create_database, digest, run, run_ok, start_command

# enough for a command to take some tenths of a second
IMPORTED_PERSONS = 2000


class Command:
    """A command, and digests of the database before and after it."""

    def __init__(self, folder, original, arguments, output="lms.sqlite"):
        self.folder = Path(folder)
        self.original = original
        self.arguments = arguments
        # the name of the file that the command changes or creates
        self.output = output
        self.before = digest(original)
        db = self.copy_database(self.folder / "after")
        self.execute(db)
        # these differ after a backup: its ledger entry is not in the copy
        self.after, self.database_after = digest(db.parent / output), digest(db)
        self.size = sum(file.stat().st_size for file in db.parent.iterdir())
        if output == "lms.sqlite" and self.after == self.before:
            raise CheckError(f"{arguments} changes nothing")

    def copy_database(self, folder):
        """Copies the original database into an empty folder."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        return Path(shutil.copy(self.original, folder / "lms.sqlite"))

    def is_done(self, db):
        """Returns whether the command took effect; raises CheckError if it took effect in part."""
        file = db.parent / self.output
        run_ok("check", db=db)
        found = digest(db)
        if found not in (self.before, self.database_after):
            raise CheckError(f"{db} is neither as before nor as after {self.arguments}")
        if file == db or not file.exists():
            return file == db and found == self.after
        run_ok("check", db=file)
        if digest(file) != self.after:
            raise CheckError(f"{file} is incomplete after {self.arguments}")
        return True

    def execute(self, db):
        """Runs the command and measures its duration, which depends on the load of the machine."""
        begin = time.monotonic()
        run_ok(*self.arguments, db=db)
        self.seconds = time.monotonic() - begin

    def retry(self, db):
        self.execute(db)
        if not self.is_done(db):
            raise CheckError(f"{self.arguments} succeeded without effect")


def write_persons(folder, prefix, family_name):
    """Writes a data file of persons; returns its folder."""
    folder = Path(folder) / prefix
    folder.mkdir()
    lines = [f"{prefix}{n:05},Voor,{family_name},{prefix}{n}@example.nl,Functie {n % 97}" for n in range(IMPORTED_PERSONS)]
    header = "ExternalIdentifier,FirstName,FamilyName,Email,FunctionName"
    (folder / "persons.csv").write_text("\n".join([header, *lines]) + "\n")
    return folder


def create_imported(folder):
    """Creates a database into which persons were imported."""
    db = create_database(folder)
    run_ok("import", write_persons(folder, "A", "Nieuw"), db=db)
    return db


def import_command(folder):
    return Command(folder, create_database(folder), ["import", write_persons(folder, "A", "Nieuw")])


def undo_command(folder):
    return Command(folder, create_imported(folder), ["imports", "undo", "2"])


def migration_command(folder):
    """Returns `init` on a database of schema version 1 with 20,000 persons."""
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
    return Command(folder, db, ["init"])


def backup_command(folder):
    return Command(folder, create_imported(folder), ["backup", "--to", "copy.sqlite"], "copy.sqlite")


def restore_command(folder):
    db = create_imported(folder)
    copy = Path(folder) / "copy.sqlite"
    run_ok("backup", "--to", copy, db=db)
    run_ok("import", write_persons(folder, "B", "Later"), db=db)
    return Command(folder, db, ["restore", "--from", copy])


COMMANDS = {
    "import": import_command,
    "migration": migration_command,
    "undo": undo_command,
    "backup": backup_command,
    "restore": restore_command,
}


def kill_fault(make_command):
    """Returns the fault that sends SIGKILL at a random time while the command runs."""

    def kill(rounds, folder):
        command = make_command(folder)
        figures = {"rounds": 0, "as before": 0, "as after": 0, "partial": 0, "ended first": 0}
        while figures["rounds"] < rounds:
            db = command.copy_database(Path(folder) / "killed")
            with start_command(*command.arguments, db=db) as process:
                time.sleep(random.uniform(0, command.seconds))
                process.kill()
                _, error = process.communicate()
            if process.returncode >= 0:
                figures["ended first"] += 1
                if process.returncode:
                    raise CheckError(f"{command.arguments}: {error}")
                continue
            figures["rounds"] += 1
            is_done = command.is_done(db)
            figures["as after" if is_done else "as before"] += 1
            if not is_done:
                command.retry(db)
        return figures

    return kill


def full_disk_fault(make_command):
    """Returns the fault that leaves a random number of bytes free on the disk, up to the size of the command's result."""

    def fill_disk(rounds, folder):
        command = make_command(folder)
        figures = {"rounds": 0, "as before": 0, "partial": 0, "enough space": 0}
        with Disk(folder, 64 + (command.size * 8 >> 20)) as disk:
            while figures["rounds"] < rounds:
                db = command.copy_database(disk.path / "full")
                disk.fill(random.randrange(0, command.size))
                status, output = run(*command.arguments, db=db, env={"TMPDIR": str(disk.path)})
                disk.delete_filler()
                if status == 0:
                    figures["enough space"] += 1
                    if not command.is_done(db):
                        raise CheckError(f"{command.arguments} succeeded without effect")
                    continue
                figures["rounds"] += 1
                if "full" not in output and "No space" not in output:
                    raise CheckError(f"{command.arguments}: exit status {status} without the reason: {output}")
                if command.is_done(db):
                    raise CheckError(f"{command.arguments} failed but took effect: {output}")
                figures["as before"] += 1
                command.retry(db)
        return figures

    return fill_disk
