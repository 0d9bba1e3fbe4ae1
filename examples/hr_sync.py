#!/usr/bin/env python3
"""For HR: creates or updates the persons of a CSV file; a ContractEndTime in the past dismisses a person. Uses zeep, which reads
the WSDL. The script can be repeated. Exit status 1: the service refused a person.

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
    """Returns a row as personCreate or personUpdate. An empty cell sets the field's default."""
    for name in ("ContractStartTime", "ContractEndTime"):
        row[name] = datetime.fromisoformat(row[name]) if row[name] else zeep.xsd.Nil
    return row


def sync_person(row):
    """Creates or updates a person. Returns whether this succeeded, and a message."""
    found = service.GetPersonByExternalId(**LOGIN, externalId=row["ExternalIdentifier"])
    if found.Success:
        message = f"updated, ServiceId {found.Contents.Id}"
        result = service.UpdatePerson(**LOGIN, servicePersonId=found.Contents.Id, personUpdate=fields(row))
    elif found.Error == "Person not found.":
        result = service.CreatePerson(**LOGIN, personCreate=fields(row))
        message = f"created, ServiceId {result.Contents}"
    else:
        result = found
    return (True, message) if result.Success else (False, result.Error)


file = sys.argv[1] if len(sys.argv) > 1 else Path(__file__).with_suffix(".csv")
refused = 0
with open(file, newline="", encoding="utf-8-sig") as persons:
    for row in csv.DictReader(persons):
        success, text = sync_person(row)
        refused += not success
        print(f"{row['ExternalIdentifier']} {row['FirstName']} {row['FamilyName']}: {text}")
sys.exit(1 if refused else 0)
