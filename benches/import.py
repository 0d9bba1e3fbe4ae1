#!/usr/bin/env python3
"""Import, measured: its rate and memory, readers beside it, and a kill in the middle of it.

    cargo build --release && benches/import.py [PERSONS]

Needs python3 and sqlite3. Five parts, each printed as lines of figures:
  rate     an import of PERSONS (default 100,000) new persons beside `sqlite3 .import` of the same CSV into a
           bare table, by turns, and of the same file again; peak memory is the process's own, the file's
           pages that the system caches not counted
  readers  4 clients that ask without a pause while the same import runs; every answer must be a success
  kill     kill -9 at 20 moments spread over the import's measured time, half of them after the write-ahead
           log has begun to grow; the export afterwards must be that of before
  connector  a connector that calls UpdatePerson without a pause while a whole organisation of PERSONS persons
           and 500 trainings (900,000 rows for 100,000) comes in, comes in with every row changed, and comes in
           unchanged: how long the slowest call waited, and how many were answered with 503
"""

import csv
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

LMS = pathlib.Path(__file__).resolve().parent.parent / "target/release/lms-appliance"
PERSONS = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000


def lms(*arguments, **keywords):
    return subprocess.run([LMS, *map(str, arguments)], check=True, capture_output=True, text=True, **keywords)


def persons(folder, count):
    folder.mkdir()
    with open(folder / "persons.csv", "w") as csv:
        csv.write("ExternalIdentifier,FirstName,Insertion,FamilyName,Email,FunctionName,DivisionName,ManagerExternalIdentifier\n")
        for n in range(1, count + 1):
            manager = f"E{1 + n % 500:07}" if n > 500 else ""
            csv.write(f"E{n:07},Voornaam{n % 997},{'van den' if n % 3 == 0 else ''},Familienaam{n},persoon{n}@example.nl,"
                      f"Functie {n % 50},Locatie {n % 200},{manager}\n")


def measured(*command):
    """Seconds and the peak of resident anonymous memory in MiB of a command that must succeed."""
    begin = time.monotonic()
    process = subprocess.Popen([str(part) for part in command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    peak = 0
    while process.poll() is None:
        try:
            status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
            peak = max(peak, *(int(line.split()[1]) for line in status.splitlines() if line.startswith("RssAnon")), 0)
        except (FileNotFoundError, ProcessLookupError, TypeError):
            pass
        time.sleep(0.005)
    assert process.returncode == 0, command
    return time.monotonic() - begin, peak / 1024


def rate(folder):
    ours, theirs = [], []
    for turn in range(3):
        db = folder / f"rate{turn}.sqlite"
        lms("init", "--db", db)
        ours.append(measured(LMS, "import", folder / "new", "--db", db))
        bare = folder / f"bare{turn}.sqlite"
        theirs.append(measured("sqlite3", bare, ".mode csv", f".import {folder / 'new' / 'persons.csv'} persons"))
    again = measured(LMS, "import", folder / "new", "--db", folder / "rate0.sqlite")
    best, bare = min(ours), min(theirs)
    print(f"rate: {PERSONS} new persons in {best[0]:.2f} s, {PERSONS / best[0]:,.0f} rows/s, peak {max(peak for _, peak in ours):.0f} MiB")
    print(f"rate: sqlite3 .import into a bare table {bare[0]:.2f} s; the import takes {best[0] / bare[0]:.1f} times as long")
    print(f"rate: the same again, all unchanged, {again[0]:.2f} s, peak {again[1]:.0f} MiB")
    return best[0]


def readers(folder):
    db = folder / "readers.sqlite"
    lms("init", "--db", db)
    lms("credential", "add", "bi", "--grant", "all", "--password-stdin", "--db", db, input="stilzwijgend\n")
    lms("import", folder / "few", "--db", db)
    service = subprocess.Popen([LMS, "serve", "--db", db, "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, text=True)
    url = service.stdout.readline().split()[-1] + "/GetAllBasicPersonInfo"
    done, waits, rows = threading.Event(), [], set()

    def client():
        while not done.is_set():
            begin = time.monotonic()
            text = urllib.request.urlopen(url, b"username=bi&password=stilzwijgend", timeout=60).read()
            waits.append(time.monotonic() - begin)
            assert b"<Success>true</Success>" in text and text.endswith(b">"), text[:300]
            rows.add(text.count(b"<BasicPersonInfo>"))

    clients = [threading.Thread(target=client) for _ in range(4)]
    for one in clients:
        one.start()
    time.sleep(0.5)
    before = sorted(waits)
    waits.clear()
    seconds, peak = measured(LMS, "import", folder / "new", "--db", db)
    during = sorted(waits)
    done.set()
    for one in clients:
        one.join()
    service.terminate()
    service.wait()
    assert rows <= {1000, PERSONS}, f"an answer in the middle of the import: {rows}"
    middle = lambda waits: waits[len(waits) // 2] * 1000
    print(f"readers: the import beside them took {seconds:.2f} s, peak {peak:.0f} MiB; {len(during)} answers meanwhile, none failed,"
          f" median {middle(during):.1f} ms (before: {middle(before):.1f} ms), slowest {during[-1] * 1000:.0f} ms")


def until_the_log_grows(process, db):
    log = pathlib.Path(f"{db}-wal")
    while process.poll() is None and not (log.exists() and log.stat().st_size):
        time.sleep(0.0005)


def kill(folder, seconds):
    db = folder / "kill.sqlite"
    begin = lambda db: subprocess.Popen([LMS, "import", folder / "new", "--db", db], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    # how long the log grows before all of it counts: from its first page to the end, the shortest of three
    windows = []
    for turn in range(3):
        whole = folder / f"whole{turn}.sqlite"
        lms("import", folder / "few", "--db", whole)
        process = begin(whole)
        until_the_log_grows(process, whole)
        first = time.monotonic()
        process.wait()
        windows.append(time.monotonic() - first)
    lms("import", folder / "few", "--db", db)
    export = lambda name: (lms("export", folder / name, "--db", db), (folder / name / "persons.csv").read_bytes())[1]
    before, killed, late, moment = export("before"), 0, 0, 0
    while killed < 20:
        process = begin(db)
        if killed < 10:
            time.sleep(seconds * 0.9 * (killed + 1) / 11)
        else:
            until_the_log_grows(process, db)
            time.sleep(min(windows) * 0.6 * (killed - 10) / 10)
        process.kill()
        assert process.wait() == -9, "the import was faster than the kill"
        moment += 1
        after = export(f"after{moment}")
        if after != before and after.count(b"\n") == PERSONS + 1:
            # killed after its commit: all of it is there, which is right too; take it back and try again
            late += 1
            assert late < 20, "the log grows too shortly to be met"
            lms("imports", "undo", lms("imports", "--db", db).stdout.splitlines()[-1].split()[0], "--db", db)
            continue
        assert after == before, f"a part of the import is there, at moment {moment}"
        killed += 1
    print(f"kill: killed at 20 moments, 10 of them after the write-ahead log had begun to grow (it does so for"
          f" {min(windows):.2f} s): nothing of the import was there; {late} more came after its commit")


def organisation(folder):
    """An export of the made-up organisation, and the same with a cell of every person, enrolment and result changed."""
    db = folder / "demo.sqlite"
    demo = subprocess.Popen([LMS, "demo", "--persons", str(PERSONS), "--trainings", "500", "--db", db, "--listen", "127.0.0.1:0"],
                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    demo.stdout.readline()  # it listens
    demo.terminate()
    demo.wait()
    for name in "whole", "changed":
        lms("export", folder / name, "--db", db)
    stays = "Anoniem"  # an anonymised person cannot change
    for name, column in ("persons", "PhoneNumber"), ("enrollments", "Payment"), ("results", "Version"):
        path = folder / "changed" / f"{name}.csv"
        with open(path, newline="") as text:
            rows = list(csv.reader(text))
        at = rows[0].index(column)
        with open(path, "w", newline="") as text:
            csv.writer(text).writerows([rows[0]] + [row[:at] + ["anders"] + row[at + 1:] if stays not in row else row for row in rows[1:]])
    # who is there before: the first thousand, their managers left out
    (folder / "first").mkdir()
    for name in "functions.csv", "divisions.csv":
        shutil.copy(folder / "whole" / name, folder / "first" / name)
    with open(folder / "whole/persons.csv", newline="") as text:
        rows = list(csv.reader(text))
    at = rows[0].index("ManagerExternalIdentifier")
    with open(folder / "first/persons.csv", "w", newline="") as text:
        csv.writer(text).writerows([row[:at] + row[at + 1:] for row in rows[:1001]])
    # of whom the connector knows all but the anonymised
    return [row[0] for row in rows[1:1001] if row[rows[0].index("Anonymised")] == "false"]


UPDATE = """<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body><UpdatePerson><username>hr</username>
<password>stilzwijgend</password><servicePersonId>{}</servicePersonId><personUpdate><CostCentre>K{}</CostCentre></personUpdate>
</UpdatePerson></s:Body></s:Envelope>"""


def connector(folder):
    known = organisation(folder)
    db = folder / "connector.sqlite"
    lms("import", folder / "first", "--db", db)
    lms("credential", "add", "hr", "--grant", "provisioning", "--password-stdin", "--db", db, input="stilzwijgend\n")
    service = subprocess.Popen([LMS, "serve", "--db", db, "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, text=True)
    url = service.stdout.readline().split()[-1]
    ending, waits, refused = threading.Event(), [], []

    def calls():
        n = 0
        while not ending.is_set():
            n += 1
            call = urllib.request.Request(url, UPDATE.format(known[n % len(known)], n).encode(), {"Content-Type": "application/soap+xml"})
            begin = time.monotonic()
            try:
                text = urllib.request.urlopen(call, timeout=60).read()
            except urllib.error.HTTPError as error:
                assert error.code == 503, error
                refused.append(n)
                continue
            waits.append(time.monotonic() - begin)
            assert b"<Success>true</Success>" in text, text[:300]

    client = threading.Thread(target=calls)
    client.start()
    for name, what in ("whole", "all new"), ("changed", "every person, enrolment and result changed"), ("whole", "changed back"), ("whole", "unchanged"):
        time.sleep(0.5)
        waits.clear()
        refused.clear()
        seconds, peak = measured(LMS, "import", folder / name, "--db", db)
        time.sleep(1)  # the call that waited comes through
        print(f"connector: {what}: import {seconds:.2f} s, peak {peak:.0f} MiB; {len(waits)} calls meanwhile, {len(refused)} answered 503,"
              f" slowest {max(waits):.2f} s", flush=True)
    ending.set()
    client.join()
    service.terminate()
    service.wait()


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    os.environ["LMS_TIMEZONE"] = "Europe/Amsterdam"
    persons(folder / "new", PERSONS)
    persons(folder / "few", 1000)
    seconds = rate(folder)
    readers(folder)
    kill(folder, seconds)
    connector(folder)
