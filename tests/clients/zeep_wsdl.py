#!/usr/bin/env python3
"""Tests a running service with zeep in strict mode, which reports elements that violate the WSDL: creates, fetches, updates and
lists persons through each SOAP port, and also fetches and lists them through the form port. Leaves dismissed persons. The
credential needs `provisioning`.

    pip install zeep
    tests/clients/zeep_wsdl.py http://127.0.0.1:8080 hr stilzwijgend
"""

import datetime
import sys
import time

import zeep

BASE, USER, PASSWORD = sys.argv[1].rstrip("/"), sys.argv[2], sys.argv[3]
LOGIN = {"username": USER, "password": PASSWORD}

client = zeep.Client(BASE + "/service/apiservice.asmx?WSDL", settings=zeep.Settings(strict=True))
form_operations = {name for name in client.wsdl.services["ApiService"].ports["ApiServiceHttpPost"].binding._operations}
by_id_operation = next(name for name in form_operations if name.startswith("GetPersonBy") and name.endswith("Id") and "External" not in name)
BRAND = by_id_operation[len("GetPersonBy") : -len("Id")]
PERSON_ID = BRAND[0].lower() + BRAND[1:] + "PersonId"


def contents_of(result):
    assert result.Success is True and not result.Error, result
    return result.Contents


def error_of(result):
    assert result.Success is False and result.Contents is None, result
    return result.Error


def fetch_person(service, number, identifier, email):
    """Returns the person, after comparing the three look-ups."""
    by_id = contents_of(service[by_id_operation](**LOGIN, **{PERSON_ID: number}))
    assert by_id == contents_of(service.GetPersonByExternalId(**LOGIN, externalId=identifier))
    assert by_id == contents_of(service.GetPersonByEmail(**LOGIN, email=email.upper()))
    return by_id


def list_row(service, number):
    rows = contents_of(service.GetAllBasicPersonInfo(**LOGIN)).BasicPersonInfo
    return next(row for row in rows if row[BRAND + "Id"] == number)


form_service = client.bind("ApiService", "ApiServiceHttpPost")
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
    number = contents_of(service.CreatePerson(**LOGIN, personCreate=person))
    assert isinstance(number, int), number
    assert "already exists" in error_of(service.CreatePerson(**LOGIN, personCreate=person))

    for api in (service, form_service):
        found = fetch_person(api, number, identifier, email)
        assert found.Id == number and found.FirstName == "Zoë" and found.FamilyName == "Hoff & <Zn>", found
        assert found.ContractStartTime == start and found.ContractEndTime is None and found.IsManager is False, found
        assert error_of(api.GetPersonByExternalId(**LOGIN, externalId=identifier + "x")) == "Person not found."

    def update(**fields):
        return service.UpdatePerson(**LOGIN, **{PERSON_ID: number}, personUpdate=fields)

    contents_of(update(Insertion="van", ContractStartTime=zeep.xsd.Nil))
    found = fetch_person(service, number, identifier, email)
    assert found.Insertion == "van" and found.FirstName == "Zoë" and found.ContractStartTime is None, found
    assert error_of(update(FirstName="")) == "FirstName is required."
    for end, dismissed in ((datetime.datetime(2020, 1, 1), True), (zeep.xsd.Nil, False), (datetime.datetime(2020, 1, 1), True)):
        contents_of(update(ContractEndTime=end))
        for api in (service, form_service):
            assert list_row(api, number).IsDismissed is dismissed
    print(f"{port}: person {number} created, fetched, updated, listed")

wrong = {"username": USER, "password": PASSWORD + "x"}
try:
    client.bind("ApiService", "ApiServiceSoap").GetAllBasicPersonInfo(**wrong)
except zeep.exceptions.Fault as fault:
    assert fault.message == "Invalid username or password.", fault.message
else:
    raise AssertionError("a wrong password was accepted")
