"""What befalls a server while connectors write: it is killed, the power goes, the disk is full, the clock jumps, another
program holds the file. What was acknowledged must be there, and nothing by half."""

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
from tested_program import BINARY, Server, Wrong, environment, must, new, rows
from connector_writers import HEADERS, Writers

FAKETIME = Path("/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1")


class Tally:
    """What a fault came to."""

    def __init__(self):
        self.figures = {"rounds": 0, "acknowledged": 0, "lost": 0, "half": 0, "refused": 0}

    def add(self, writers, db):
        """Counts what became of these writes; a round without one proves nothing."""
        lost, half = writers.look(db)
        if lost or half or writers.strange:
            raise Wrong(f"{db}: lost {lost}, half {half}, answers {writers.strange}, {self.figures}")
        self.figures["rounds"] += 1
        self.figures["acknowledged"] += sum(version + 1 for version in writers.acknowledged.values())
        self.figures["refused"] += writers.refused


@contextmanager
def stopped(server):
    """Ends a server, also where something was wrong."""
    try:
        yield server
    finally:
        if server.is_there():
            server.end(signal.SIGTERM)


def all_again(db, every):
    """Looks at all that earlier rounds wrote, which later ones must have left as it was."""
    for writers in every:
        lost, half = writers.look(db)
        if lost or half:
            raise Wrong(f"{db}: at the end lost {lost}, half {half}")


def kill(rounds, folder):
    """SIGKILL under writes."""
    db, tally, every = new(folder), Tally(), []
    server = Server(db)
    for number in range(rounds):
        writers = Writers(f"K{number}").start(server)
        time.sleep(random.uniform(0, 0.2))
        server.end()
        writers.stop()
        server = Server(db)
        tally.add(writers, db)
        every.append(writers)
        if number % 100 == 99:
            must("check", db=db)
    server.end(signal.SIGTERM)
    must("check", db=db)
    all_again(db, every)
    return tally.figures


def power(rounds, folder):
    """The power goes under writes: what the file system had not yet sent to its disk is gone."""
    tally, every = Tally(), []
    with Disk(folder, 512) as disk:
        db = new(disk.path)
        for number in range(rounds):
            server = Server(db)
            writers = Writers(f"P{number}").start(server)
            time.sleep(random.uniform(0, 0.3))
            acknowledged = dict(writers.acknowledged)
            disk.cut()
            server.end()
            writers.stop()
            # Linux lets an fsync that the cut interrupts succeed; where the power goes nobody is answered afterwards
            writers.acknowledged = acknowledged
            # what a dead disk comes to is an internal error
            writers.strange.clear()
            disk.unmount()
            disk.mount()
            with stopped(Server(db)):
                tally.add(writers, db)
            every.append(writers)
            if number % 20 == 19:
                must("check", db=db)
        must("check", db=db)
        all_again(db, every)
    return tally.figures


def full(rounds, folder):
    """The disk is full under writes, and has room again: meanwhile 503, reads go on, and nothing has to be started anew."""
    tally, every = Tally(), []
    with Disk(folder, 128) as disk:
        db = new(disk.path)
        with stopped(Server(db)) as server:
            for number in range(rounds):
                writers = Writers(f"D{number}").start(server)
                disk.fill(random.randrange(0, 256 << 10))
                waits("a refused write", lambda: writers.refused >= 4)
                asked(server, "/persons/1")
                disk.empty()
                before = len(writers.acknowledged)
                waits("a write after it", lambda: len(writers.acknowledged) >= before + 8)
                writers.stop()
                tally.add(writers, db)
                every.append(writers)
        must("check", db=db)
        all_again(db, every)
    return tally.figures


def full_uploads(rounds, folder):
    """The disk of temporary files is full when a file is sent to the console: 507, logged, and the service goes on."""
    figures = {"rounds": 0, "refused": 0}
    with Disk(folder, 8) as disk:
        db = new(folder)
        password = "drie-kale-knopen-in-een-la"
        subprocess.run(
            [BINARY, "operator", "add", "jansen", "--role", "editor", "--password-stdin", "--db", db],
            input=password, text=True, check=True, stdout=subprocess.DEVNULL, env=environment(),
        )
        with stopped(Server(db, {"TMPDIR": str(disk.path)})) as server:
            origin = "http://%s:%d" % server.address

            def sent(path, body=None, **headers):
                connection = http.client.HTTPConnection(*server.address, timeout=30)
                with closing(connection):
                    connection.request("POST" if body is not None else "GET", path, body, {"Origin": origin} | headers)
                    answer = connection.getresponse()
                    return answer, answer.read().decode()

            form = urllib.parse.urlencode({"name": "jansen", "password": password})
            answer, _ = sent("/console/sign-in", form, **{"Content-Type": "application/x-www-form-urlencoded"})
            cookie = answer.headers["Set-Cookie"].split(";")[0]
            for _ in range(rounds):
                _, page = sent("/console/import", Cookie=cookie)
                token = page.split('name="token" value="')[1].split('"')[0]
                head = '--lms\r\nContent-Disposition: form-data; name="%s"%s\r\n\r\n'
                parts = head % ("token", "") + token + "\r\n" + head % ("files", '; filename="persons.csv"')
                body = parts + "ExternalIdentifier,FirstName\n" + "x" * (12 << 20) + "\r\n--lms--\r\n"
                kind = {"Content-Type": "multipart/form-data; boundary=lms", "Cookie": cookie}
                answer, text = sent("/console/import", body, **kind)
                if answer.status != 507:
                    raise Wrong(f"an upload onto a full disk: {answer.status} {text}")
                asked(server, "/persons/1")
                figures["rounds"] += 1
                figures["refused"] += 1
    return figures


def locked(rounds, folder):
    """Another program holds the file's lock under writes, of ten times once for longer than a call waits."""
    db, tally = new(folder), Tally()
    with stopped(Server(db)) as server:
        for number in range(rounds):
            writers = Writers(f"L{number}").start(server)
            with closing(sqlite3.connect(db, timeout=0, isolation_level=None)) as other:
                waits("the file's lock", lambda: takes_lock(other))
                if number % 10 == 9:
                    waits("a refused write", lambda: writers.refused >= 1)
                else:
                    time.sleep(random.uniform(0, 1))
                asked(server, "/persons/1")
                other.execute("ROLLBACK")
            before = len(writers.acknowledged)
            waits("a write after it", lambda: len(writers.acknowledged) >= before + 8)
            writers.stop()
            tally.add(writers, db)
    must("check", db=db)
    return tally.figures


def takes_lock(connection):
    """Whether the lock was free just then: under writes it is free for moments only, which SQLite's own wait can miss."""
    try:
        connection.execute(random.choice(["BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"]))
    except sqlite3.OperationalError as error:
        if error.sqlite_errorname != "SQLITE_BUSY":
            raise
        return False
    return True


def clock(rounds, folder):
    """The system's clock jumps under writes, to any moment between 1990 and 2100; who keeps a copy misses no row."""
    db, tally, every = new(folder), Tally(), []
    moment = Path(folder) / "moment"
    moment.write_text("+0")
    faked = {
        "LD_PRELOAD": str(FAKETIME),
        "FAKETIME_TIMESTAMP_FILE": str(moment),
        "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    }
    with stopped(Server(db, faked)) as server:
        began = asked(server, "/changes")["next"]
        for number in range(rounds):
            jump(moment, random.uniform(-10, 10) if number % 2 else random.uniform(-36.8 * 365, 73 * 365))
            writers = Writers(f"C{number}").start(server)
            jump(moment, random.uniform(-2, 2))
            before = len(writers.acknowledged)
            waits("a write after it", lambda: len(writers.acknowledged) >= before + 8)
            writers.stop()
            tally.add(writers, db)
            every.append(writers)
        told = told_since(server, began)
    made = {identifier for writers in every for identifier in writers.acknowledged}
    if missing := made - told:
        raise Wrong(f"{db}: /changes does not tell {missing}")
    tally.figures["years seen"] = len(rows(db, "SELECT DISTINCT substr(at, 1, 4) FROM ledger"))
    must("check", db=db)
    return tally.figures


def jump(moment, days):
    """Sets the clock so many days off, at once."""
    beside = moment.with_suffix(".new")
    beside.write_text(f"{days * 86400:+.0f}")
    os.replace(beside, moment)


def told_since(server, since):
    """The identifiers of all persons that the feed of changes tells."""
    told, more = set(), True
    while more:
        answer = asked(server, f"/changes?limit=10000&since={since}")
        since, more = answer["next"], answer["more"]
        told |= {change["key"][0]["value"] for change in answer["changes"] if change["file"] == "persons.csv"}
    return told


def asked(server, path):
    """What a GET answers."""
    connection = http.client.HTTPConnection(*server.address, timeout=30)
    with closing(connection):
        connection.request("GET", "/api/v1" + path, headers=HEADERS)
        answer = connection.getresponse()
        text = answer.read()
        if answer.status != 200:
            raise Wrong(f"GET {path}: {answer.status} {text}")
        return json.loads(text)


def waits(what, come, seconds=60):
    """Until something has come."""
    until = time.monotonic() + seconds
    while not come():
        if time.monotonic() > until:
            raise Wrong(f"{what} does not come in {seconds} s")
        time.sleep(0.005)
