#!/usr/bin/env python3
"""For HR: creates or changes the persons of a CSV file. A ContractEndTime in the past dismisses a person, a PreviousIdentifier
changes the identifier. Exit status 1: the service refused a person.

    pip install requests==2.34.2
    LMS_URL=http://127.0.0.1:8080 LMS_USER=demo LMS_PASSWORD=… examples/rest/hr_sync.py [FILE.csv]
"""

import csv
import os
import sys
from pathlib import Path
from urllib.parse import quote

import requests
from requests.adapters import HTTPAdapter, Retry

URL = os.environ["LMS_URL"] + "/api/v1"
session = requests.Session()
session.auth = (os.environ["LMS_USER"].encode(), os.environ["LMS_PASSWORD"].encode())  # strings would be encoded as Latin-1
# during an import, changes are refused with 503 and Retry-After
retry = Retry(total=5, status_forcelist=[503], allowed_methods=None, raise_on_status=False)
session.mount(URL, HTTPAdapter(max_retries=retry))


def sync_person(row):
    """Creates or changes a person. An empty cell sets the field's default."""
    previous = row.pop("PreviousIdentifier", "")
    identifier = quote(previous or row["ExternalIdentifier"], safe="")
    found = session.get(f"{URL}/persons/by-external-id/{identifier}", timeout=60)
    if found.status_code in (401, 403):  # all persons would be refused
        sys.exit(found.json()["detail"])
    if found.status_code == 404 and not previous:
        return session.post(f"{URL}/persons", json=row, timeout=60)
    if not found.ok:
        return found
    return session.patch(f"{URL}/persons/{found.json()['Id']}", json=row, timeout=60)


def describe(response):
    match response.status_code:
        case 201:
            return f"created, {response.headers['Location'].removeprefix(URL)}"
        case 204:
            return "changed"
        case status:  # 404: unknown identifier, 409: duplicate, 400: violated rule
            return f"{status}: {response.json()['detail']}"


file = sys.argv[1] if len(sys.argv) > 1 else Path(__file__).with_suffix(".csv")
refused = 0
with open(file, newline="", encoding="utf-8-sig") as persons:
    for row in csv.DictReader(persons):
        response = sync_person(row)
        refused += not response.ok
        print(f"{row['ExternalIdentifier']} {row['FirstName']} {row['FamilyName']}: {describe(response)}")
sys.exit(1 if refused else 0)
