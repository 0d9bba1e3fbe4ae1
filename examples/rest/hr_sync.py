#!/usr/bin/env python3
"""For HR: brings the persons of a CSV file into the service. Who is unknown is created, who is known is changed; a
ContractEndTime that is past dismisses, a PreviousIdentifier renames. Ends with 1 when the service refused somebody.

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
session.auth = (os.environ["LMS_USER"].encode(), os.environ["LMS_PASSWORD"].encode())  # texts would go out as Latin-1
# While an import is written nobody can be changed: 503 with Retry-After, and nothing was done.
retry = Retry(total=5, status_forcelist=[503], allowed_methods=None, raise_on_status=False)
session.mount(URL, HTTPAdapter(max_retries=retry))


def bring(row):
    """Creates or changes one person; an empty cell sets the field's default."""
    previous = row.pop("PreviousIdentifier", "")
    identifier = quote(previous or row["ExternalIdentifier"], safe="")
    found = session.get(f"{URL}/persons/by-external-id/{identifier}", timeout=60)
    if found.status_code in (401, 403):  # everybody would be refused
        sys.exit(found.json()["detail"])
    if found.status_code == 404 and not previous:
        return session.post(f"{URL}/persons", json=row, timeout=60)
    if not found.ok:
        return found
    return session.patch(f"{URL}/persons/{found.json()['Id']}", json=row, timeout=60)


def told(answer):
    match answer.status_code:
        case 201:
            return f"created, {answer.headers['Location'].removeprefix(URL)}"
        case 204:
            return "changed"
        case status:  # 404 nobody is called so, 409 somebody else is, 400 a rule refuses it
            return f"{status}: {answer.json()['detail']}"


file = sys.argv[1] if len(sys.argv) > 1 else Path(__file__).with_suffix(".csv")
refused = 0
with open(file, newline="", encoding="utf-8-sig") as persons:
    for row in csv.DictReader(persons):
        answer = bring(row)
        refused += not answer.ok
        print(f"{row['ExternalIdentifier']} {row['FirstName']} {row['FamilyName']}: {told(answer)}")
sys.exit(1 if refused else 0)
