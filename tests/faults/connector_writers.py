"""Connectors that write without pauses, and record which writes were acknowledged.

Each write changes several rows: CreatePerson creates a person, a function, a division and entries in the ledger, and
UpdatePerson sets three fields and creates another division. All contain the version of the write, so that a check can find
partial writes.
"""

import base64
import http.client
import json
import threading
import time

from tested_program import PASSWORD, USER, query

HEADERS = {
    "Authorization": "Basic " + base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode(),
    "Content-Type": "application/json",
}


class Writers:
    """Four connectors that write persons whose identifiers begin with `prefix`."""

    def __init__(self, prefix):
        self.prefix = prefix
        # the last acknowledged version of each person: 0 is its creation, 1 its change
        self.acknowledged = {}
        self.refused = 0
        self.unexpected = []
        self.stopped = threading.Event()
        self.has_written = threading.Event()
        self.threads = []

    def start(self, server):
        """Starts the threads, and waits for the first acknowledged write."""
        for number in range(4):
            thread = threading.Thread(target=self.write_persons, args=(server, f"{self.prefix}-{number}-"))
            thread.start()
            self.threads.append(thread)
        self.has_written.wait(60)
        return self

    def stop(self):
        self.stopped.set()
        for thread in self.threads:
            thread.join()

    def write_persons(self, server, prefix):
        number = 0
        while not self.stopped.is_set() and server.is_running():
            connection = http.client.HTTPConnection(*server.address, timeout=30)
            try:
                while not self.stopped.is_set():
                    self.write_person(connection, f"{prefix}{number}")
                    number += 1
            except (OSError, http.client.HTTPException):
                number += 1
            finally:
                connection.close()

    def write_person(self, connection, identifier):
        """Creates a person, and changes it."""
        created = self.call(connection, "POST", "/persons", identifier, 0)
        if created:
            self.call(connection, "PATCH", f"/persons/{created['ServiceId']}", identifier, 1)

    def call(self, connection, method, path, identifier, version):
        written = f"{identifier}.{version}"
        body = {"FirstName": written, "FamilyName": written, "DivisionName": written}
        if method == "POST":
            body |= {"ExternalIdentifier": identifier, "Email": f"{identifier}@example.nl", "FunctionName": identifier}
        connection.request(method, "/api/v1" + path, json.dumps(body), HEADERS)
        response = connection.getresponse()
        text = response.read()
        if response.status in (201, 204):
            self.acknowledged[identifier] = version
            self.has_written.set()
            return json.loads(text or "null")
        if response.status == 503:
            self.refused += 1
            time.sleep(0.02)
        else:
            self.unexpected.append(f"{response.status} {text[:200]}")
        return None

    def check(self, db):
        """Returns the identifiers of lost persons (acknowledged but missing or older), and the names in partial writes."""
        pattern = self.prefix + "-*"
        persons = {
            identifier: fields
            for identifier, *fields in query(
                db,
                """SELECT ExternalIdentifier, FirstName, FamilyName, DivisionName, FunctionName,
                          (SELECT group_concat(kind, ' ') FROM
                             (SELECT kind FROM ledger_change WHERE file = 'persons.csv' AND row = row_id ORDER BY id))
                   FROM persons_csv WHERE ExternalIdentifier GLOB ?""",
                pattern,
            )
        }
        lost = [
            identifier
            for identifier, version in self.acknowledged.items()
            if identifier not in persons or not persons[identifier][0] >= f"{identifier}.{version}"
        ]
        expected = lambda name, version: [f"{name}.{version}"] * 3 + [name, " ".join(["created", "changed"][: version + 1])]
        partial = [name for name, fields in persons.items() if fields not in (expected(name, 0), expected(name, 1))]
        # functions and divisions without their person
        for (function,) in query(db, "SELECT name FROM function WHERE name GLOB ?", pattern):
            partial += [function] * (function not in persons)
        for (division,) in query(db, "SELECT name FROM division WHERE name GLOB ?", pattern):
            name = division.rpartition(".")[0]
            partial += [division] * (name not in persons or persons[name][0] < division)
        return lost, partial
