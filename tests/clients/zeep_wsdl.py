#!/usr/bin/env python3
"""A strict WSDL-driven client (zeep) against a running service: it loads the served WSDL and through each SOAP port
creates, fetches, updates and lists persons; the look-ups go through the form port too. Every answer is read against
the schema: an element out of place is an error. It leaves dismissed persons behind. The credential needs
`provisioning`.

    pip install zeep
    tests/clients/zeep_wsdl.py http://127.0.0.1:8080 hr stilzwijgend
"""

import datetime
import sys
import time

import zeep

BASE, USER, PASSWORD = sys.argv[1].rstrip("/"), sys.argv[2], sys.argv[3]
ME = {"username": USER, "password": PASSWORD}

client = zeep.Client(BASE + "/service/apiservice.asmx?WSDL", settings=zeep.Settings(strict=True))
lookups = {name for name in client.wsdl.services["ApiService"].ports["ApiServiceHttpPost"].binding._operations}
branded = next(name for name in lookups if name.startswith("GetPersonBy") and name.endswith("Id") and "External" not in name)
WORD = branded[len("GetPersonBy") : -len("Id")]
PERSON_ID = WORD[0].lower() + WORD[1:] + "PersonId"


def ok(result):
    assert result.Success is True and not result.Error, result
    return result.Contents


def refused(result):
    assert result.Success is False and result.Contents is None, result
    return result.Error


def fetched(service, number, identifier, email):
    """The person by each look-up; all say the same."""
    by_id = ok(service[branded](**ME, **{PERSON_ID: number}))
    assert by_id == ok(service.GetPersonByExternalId(**ME, externalId=identifier))
    assert by_id == ok(service.GetPersonByEmail(**ME, email=email.upper()))
    return by_id


def row(service, number):
    rows = ok(service.GetAllBasicPersonInfo(**ME)).BasicPersonInfo
    return next(row for row in rows if row[WORD + "Id"] == number)


form = client.bind("ApiService", "ApiServiceHttpPost")
for port in ("ApiServiceSoap", "ApiServiceSoap12"):
    service = client.bind("ApiService", port)
    identifier = f"zeep-{port}-{time.time_ns()}"
    email = f"{identifier}@example.nl"
    start = datetime.datetime(2026, 1, 1, 8, 30)
    person = {
        "ExternalIdentifier": identifier,
        "FirstName": "Zoë",
        "FamilyName": "Hoff & <Zn>",
        "Email": email,
        "ContractStartTime": start,
    }
    number = ok(service.CreatePerson(**ME, personCreate=person))
    assert isinstance(number, int), number
    assert "already exists" in refused(service.CreatePerson(**ME, personCreate=person))

    for way in (service, form):
        found = fetched(way, number, identifier, email)
        assert found.Id == number and found.FirstName == "Zoë" and found.FamilyName == "Hoff & <Zn>", found
        assert found.ContractStartTime == start and found.ContractEndTime is None and found.IsManager is False, found
        assert refused(way.GetPersonByExternalId(**ME, externalId=identifier + "x")) == "Person not found."

    def update(**fields):
        return service.UpdatePerson(**ME, **{PERSON_ID: number}, personUpdate=fields)

    ok(update(Insertion="van", ContractStartTime=zeep.xsd.Nil))
    found = fetched(service, number, identifier, email)
    assert found.Insertion == "van" and found.FirstName == "Zoë" and found.ContractStartTime is None, found
    assert refused(update(FirstName="")) == "FirstName is required."
    for end, dismissed in ((datetime.datetime(2020, 1, 1), True), (zeep.xsd.Nil, False), (datetime.datetime(2020, 1, 1), True)):
        ok(update(ContractEndTime=end))
        for way in (service, form):
            assert row(way, number).IsDismissed is dismissed
    print(f"{port}: person {number} created, fetched, updated, listed")

wrong = {"username": USER, "password": PASSWORD + "x"}
try:
    client.bind("ApiService", "ApiServiceSoap").GetAllBasicPersonInfo(**wrong)
except zeep.exceptions.Fault as fault:
    assert fault.message == "Invalid username or password.", fault.message
else:
    raise AssertionError("a wrong password was let in")
