"""Connectors that write as fast as they are answered, and remember what was acknowledged.

Each write is one of several rows that belong together: CreatePerson makes a person, a function, a division and their
entries in the ledger, and UpdatePerson sets three fields and makes another division. All of them carry the number of
the write, so that half a write shows.
"""

import base64
import http.client
import json
import threading
import time

from tested_program import PASSWORD, USER, rows

HEADERS = {
    "Authorization": "Basic " + base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode(),
    "Content-Type": "application/json",
}


class Writers:
    """Four connectors on persons whose identifiers begin with a prefix of their own."""

    def __init__(self, prefix):
        self.prefix = prefix
        self.acknowledged = {}
        self.refused = 0
        self.strange = []
        self.stopped = threading.Event()
        self.first = threading.Event()
        self.threads = []

    def start(self, server):
        for number in range(4):
            thread = threading.Thread(target=self.write, args=(server, f"{self.prefix}-{number}-"))
            thread.start()
            self.threads.append(thread)
        self.first.wait(60)
        return self

    def stop(self):
        self.stopped.set()
        for thread in self.threads:
            thread.join()

    def write(self, server, prefix):
        number = 0
        while not self.stopped.is_set() and server.is_there():
            connection = http.client.HTTPConnection(*server.address, timeout=30)
            try:
                while not self.stopped.is_set():
                    self.person(connection, f"{prefix}{number}")
                    number += 1
            except (OSError, http.client.HTTPException):
                number += 1
            finally:
                connection.close()

    def person(self, connection, identifier):
        """Creates a person, and changes it."""
        made = self.call(connection, "POST", "/persons", identifier, 0)
        if made:
            self.call(connection, "PATCH", f"/persons/{made['ServiceId']}", identifier, 1)

    def call(self, connection, method, path, identifier, version):
        written = f"{identifier}.{version}"
        body = {"FirstName": written, "FamilyName": written, "DivisionName": written}
        if method == "POST":
            body |= {"ExternalIdentifier": identifier, "Email": f"{identifier}@example.nl", "FunctionName": identifier}
        connection.request(method, "/api/v1" + path, json.dumps(body), HEADERS)
        answer = connection.getresponse()
        text = answer.read()
        if answer.status in (201, 204):
            self.acknowledged[identifier] = version
            self.first.set()
            return json.loads(text or "null")
        if answer.status == 503:
            self.refused += 1
            time.sleep(0.02)
        else:
            self.strange.append(f"{answer.status} {text[:200]}")
        return None

    def look(self, db):
        """What was acknowledged and is lost, and what is there by half; empty when all is well."""
        begins = self.prefix + "-*"
        persons = {
            identifier: fields
            for identifier, *fields in rows(
                db,
                """SELECT ExternalIdentifier, FirstName, FamilyName, DivisionName, FunctionName,
                          (SELECT group_concat(kind, ' ') FROM
                             (SELECT kind FROM ledger_change WHERE file = 'persons.csv' AND row = row_id ORDER BY id))
                   FROM persons_csv WHERE ExternalIdentifier GLOB ?""",
                begins,
            )
        }
        lost = [
            identifier
            for identifier, version in self.acknowledged.items()
            if identifier not in persons or not persons[identifier][0] >= f"{identifier}.{version}"
        ]
        whole = lambda name, version: [f"{name}.{version}"] * 3 + [name, " ".join(["created", "changed"][: version + 1])]
        half = [name for name, found in persons.items() if found not in (whole(name, 0), whole(name, 1))]
        # what was made beside a person, and is there without
        for (function,) in rows(db, "SELECT name FROM function WHERE name GLOB ?", begins):
            half += [function] * (function not in persons)
        for (division,) in rows(db, "SELECT name FROM division WHERE name GLOB ?", begins):
            name = division.rpartition(".")[0]
            half += [division] * (name not in persons or persons[name][0] < division)
        return lost, half
