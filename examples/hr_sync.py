#!/usr/bin/env python3
"""For HR: brings the persons of a CSV file into the service, by SOAP and its WSDL (zeep). Who is unknown is created,
who is known is updated; a ContractEndTime that is past dismisses. Running it again does no harm. Ends with 1 when the
service refused somebody.

    pip install zeep
    LMS_URL=http://127.0.0.1:8080 LMS_USER=demo LMS_PASSWORD=… examples/hr_sync.py [FILE.csv]
"""

import csv
import os
import sys
from datetime import datetime
from pathlib import Path

import zeep

service = zeep.Client(os.environ["LMS_URL"] + "/service/apiservice.asmx?WSDL").service
LOGIN = {"username": os.environ["LMS_USER"], "password": os.environ["LMS_PASSWORD"]}


def fields(row):
    """A row as personCreate or personUpdate: a moment as such, an empty cell as the field's default."""
    for name in ("ContractStartTime", "ContractEndTime"):
        row[name] = datetime.fromisoformat(row[name]) if row[name] else zeep.xsd.Nil
    return row


def bring(row):
    """Creates or updates one person and says what was done."""
    found = service.GetPersonByExternalId(**LOGIN, externalId=row["ExternalIdentifier"])
    if found.Success:
        done = f"updated, ServiceId {found.Contents.Id}"
        result = service.UpdatePerson(**LOGIN, servicePersonId=found.Contents.Id, personUpdate=fields(row))
    elif found.Error == "Person not found.":
        result = service.CreatePerson(**LOGIN, personCreate=fields(row))
        done = f"created, ServiceId {result.Contents}"
    else:
        result = found
    return (True, done) if result.Success else (False, result.Error)


file = sys.argv[1] if len(sys.argv) > 1 else Path(__file__).with_suffix(".csv")
refused = 0
with open(file, newline="", encoding="utf-8-sig") as persons:
    for row in csv.DictReader(persons):
        success, text = bring(row)
        refused += not success
        print(f"{row['ExternalIdentifier']} {row['FirstName']} {row['FamilyName']}: {text}")
sys.exit(1 if refused else 0)
