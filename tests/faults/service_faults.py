"""Faults of a server while connectors write: SIGKILL, a power failure, a full disk, a locked database, a clock that jumps.

Afterwards, all acknowledged writes must be complete, and no write may be partial."""

import http.client
import json
import os
import random
import signal
import sqlite3
import subprocess
import time
import urllib.parse
from contextlib import closing, contextmanager
from pathlib import Path

from fillable_disks import Disk
from tested_program import BINARY, CheckError, Server, create_database, environment, query, run_ok
from connector_writers import HEADERS, Writers

FAKETIME = Path("/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1")


class Tally:
    """Checks the writes of each round, and counts them."""

    def __init__(self):
        self.figures = {"rounds": 0, "acknowledged": 0, "lost": 0, "partial": 0, "refused": 0}
        self.checked = []

    def add(self, writers, db):
        lost, partial = writers.check(db)
        if lost or partial or writers.unexpected:
            raise CheckError(f"{db}: lost {lost}, partial {partial}, responses {writers.unexpected}, {self.figures}")
        self.figures["rounds"] += 1
        self.figures["acknowledged"] += sum(version + 1 for version in writers.acknowledged.values())
        self.figures["refused"] += writers.refused
        self.checked.append(writers)

    def check_again(self, db):
        """Checks that later rounds did not damage the writes of earlier rounds."""
        run_ok("check", db=db)
        for writers in self.checked:
            lost, partial = writers.check(db)
            if lost or partial:
                raise CheckError(f"{db}: at the end lost {lost}, partial {partial}")


@contextmanager
def stopping(server):
    """Stops the server at the end of the block, also after an exception."""
    try:
        yield server
    finally:
        if server.is_running():
            server.stop(signal.SIGTERM)


def kill(rounds, folder):
    """SIGKILL ends the server."""
    db, tally = create_database(folder), Tally()
    server = Server(db)
    for number in range(rounds):
        writers = Writers(f"K{number}").start(server)
        time.sleep(random.uniform(0, 0.2))
        server.stop()
        writers.stop()
        server = Server(db)
        tally.add(writers, db)
        if number % 100 == 99:
            run_ok("check", db=db)
    server.stop(signal.SIGTERM)
    tally.check_again(db)
    return tally.figures


def power(rounds, folder):
    """The power fails: data that the file system has not sent to its disk are lost."""
    tally = Tally()
    with Disk(folder, 512) as disk:
        db = create_database(disk.path)
        for number in range(rounds):
            server = Server(db)
            writers = Writers(f"P{number}").start(server)
            time.sleep(random.uniform(0, 0.3))
            acknowledged = dict(writers.acknowledged)
            disk.cut_power()
            server.stop()
            writers.stop()
            # Linux lets an fsync succeed that the cut interrupts; a real power failure also ends the server
            writers.acknowledged = acknowledged
            # errors of the disk become status 500
            writers.unexpected.clear()
            disk.unmount()
            disk.mount()
            with stopping(Server(db)):
                tally.add(writers, db)
            if number % 20 == 19:
                run_ok("check", db=db)
        tally.check_again(db)
    return tally.figures


def full(rounds, folder):
    """The disk is full, then has space again. Meanwhile writes get 503 and reads succeed; no restart is needed."""
    tally = Tally()
    with Disk(folder, 128) as disk:
        db = create_database(disk.path)
        with stopping(Server(db)) as server:
            for number in range(rounds):
                writers = Writers(f"D{number}").start(server)
                disk.fill(random.randrange(0, 256 << 10))
                wait_for("a refused write", lambda: writers.refused >= 4)
                get(server, "/persons/1")
                disk.delete_filler()
                wait_for_writes(writers)
                writers.stop()
                tally.add(writers, db)
        tally.check_again(db)
    return tally.figures


def full_uploads(rounds, folder):
    """The disk of temporary files is full during uploads to the console: they get 507, and the service continues."""
    figures = {"rounds": 0, "refused": 0}
    with Disk(folder, 8) as disk:
        db = create_database(folder)
        password = "drie-kale-knopen-in-een-la"
        subprocess.run(
            [BINARY, "operator", "add", "jansen", "--role", "editor", "--password-stdin", "--db", db],
            input=password, text=True, check=True, stdout=subprocess.DEVNULL, env=environment(),
        )
        with stopping(Server(db, {"TMPDIR": str(disk.path)})) as server:
            origin = "http://%s:%d" % server.address

            def send(path, body=None, **headers):
                connection = http.client.HTTPConnection(*server.address, timeout=30)
                with closing(connection):
                    connection.request("POST" if body is not None else "GET", path, body, {"Origin": origin} | headers)
                    response = connection.getresponse()
                    return response, response.read().decode()

            form = urllib.parse.urlencode({"name": "jansen", "password": password})
            response, _ = send("/console/sign-in", form, **{"Content-Type": "application/x-www-form-urlencoded"})
            cookie = response.headers["Set-Cookie"].split(";")[0]
            for _ in range(rounds):
                _, page = send("/console/import", Cookie=cookie)
                token = page.split('name="token" value="')[1].split('"')[0]
                part_head = '--lms\r\nContent-Disposition: form-data; name="%s"%s\r\n\r\n'
                parts = part_head % ("token", "") + token + "\r\n" + part_head % ("files", '; filename="persons.csv"')
                body = parts + "ExternalIdentifier,FirstName\n" + "x" * (12 << 20) + "\r\n--lms--\r\n"
                headers = {"Content-Type": "multipart/form-data; boundary=lms", "Cookie": cookie}
                response, text = send("/console/import", body, **headers)
                if response.status != 507:
                    raise CheckError(f"an upload onto a full disk: {response.status} {text}")
                get(server, "/persons/1")
                figures["rounds"] += 1
                figures["refused"] += 1
    return figures


def locked(rounds, folder):
    """Another program locks the database, in every tenth round until a call times out."""
    db, tally = create_database(folder), Tally()
    with stopping(Server(db)) as server:
        for number in range(rounds):
            writers = Writers(f"L{number}").start(server)
            with closing(sqlite3.connect(db, timeout=0, isolation_level=None)) as other:
                wait_for("the file's lock", lambda: try_lock(other))
                if number % 10 == 9:
                    wait_for("a refused write", lambda: writers.refused >= 1)
                else:
                    time.sleep(random.uniform(0, 1))
                get(server, "/persons/1")
                other.execute("ROLLBACK")
            wait_for_writes(writers)
            writers.stop()
            tally.add(writers, db)
    run_ok("check", db=db)
    return tally.figures


def try_lock(connection):
    """Tries to lock the database; returns whether it succeeded. SQLite's own timeout polls too rarely during writes."""
    try:
        connection.execute(random.choice(["BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"]))
    except sqlite3.OperationalError as error:
        if error.sqlite_errorname != "SQLITE_BUSY":
            raise
        return False
    return True


def clock(rounds, folder):
    """The clock jumps between 1990 and 2100. /changes must still report all persons that were created."""
    db, tally = create_database(folder), Tally()
    offset_file = Path(folder) / "offset"
    offset_file.write_text("+0")
    faketime = {
        "LD_PRELOAD": str(FAKETIME),
        "FAKETIME_TIMESTAMP_FILE": str(offset_file),
        "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    }
    with stopping(Server(db, faketime)) as server:
        start = get(server, "/changes")["next"]
        for number in range(rounds):
            set_clock(offset_file, random.uniform(-10, 10) if number % 2 else random.uniform(-36.8 * 365, 73 * 365))
            writers = Writers(f"C{number}").start(server)
            set_clock(offset_file, random.uniform(-2, 2))
            wait_for_writes(writers)
            writers.stop()
            tally.add(writers, db)
        reported = changed_persons(server, start)
    created = {identifier for writers in tally.checked for identifier in writers.acknowledged}
    if missing := created - reported:
        raise CheckError(f"{db}: /changes does not report {missing}")
    tally.figures["different years"] = len(query(db, "SELECT DISTINCT substr(at, 1, 4) FROM ledger"))
    run_ok("check", db=db)
    return tally.figures


def set_clock(offset_file, days):
    """Sets the clock's offset atomically."""
    temporary = offset_file.with_suffix(".new")
    temporary.write_text(f"{days * 86400:+.0f}")
    os.replace(temporary, offset_file)


def changed_persons(server, since):
    """Returns the identifiers of all persons in /changes after a position."""
    persons, more = set(), True
    while more:
        page = get(server, f"/changes?limit=10000&since={since}")
        since, more = page["next"], page["more"]
        persons |= {change["key"][0]["value"] for change in page["changes"] if change["file"] == "persons.csv"}
    return persons


def get(server, path):
    """Returns the JSON of a successful GET."""
    connection = http.client.HTTPConnection(*server.address, timeout=30)
    with closing(connection):
        connection.request("GET", "/api/v1" + path, headers=HEADERS)
        response = connection.getresponse()
        text = response.read()
        if response.status != 200:
            raise CheckError(f"GET {path}: {response.status} {text}")
        return json.loads(text)


def wait_for_writes(writers):
    """Waits until eight more persons are created."""
    before = len(writers.acknowledged)
    wait_for("eight acknowledged writes", lambda: len(writers.acknowledged) >= before + 8)


def wait_for(what, condition, seconds=60):
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise CheckError(f"waited {seconds} s for {what}")
        time.sleep(0.005)
