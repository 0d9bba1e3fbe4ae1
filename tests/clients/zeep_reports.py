#!/usr/bin/env python3
"""A strict WSDL-driven client (zeep) against a running service that holds something: through each port it makes every
retrieval of the reports, and all three ports read the same. The credential needs `reports`.

    pip install zeep
    tests/clients/zeep_reports.py http://127.0.0.1:8080 hr stilzwijgend
"""

import datetime
import sys

import zeep

BASE, USER, PASSWORD = sys.argv[1].rstrip("/"), sys.argv[2], sys.argv[3]
ME = {"username": USER, "password": PASSWORD}
PORTS = ("ApiServiceSoap", "ApiServiceSoap12", "ApiServiceHttpPost")
# A part of a form cannot be left out in zeep, so the optional ones are given.
ALL = {"includeContentNotInPortfolio": True, "includeInactiveTrainings": True}
CALLS = [
    ("GetAllLearningPortfolioContent", ALL, "LearningPortfolioContentCached"),
    ("GetHistoricAbsences", {}, "HistoricAbsenceReasonDTO"),
    ("GetClasses", {"includeArchived": True}, "TrainingClass"),
    ("GetClassesFilteredByDate", {"fromDate": "2020-01-01T00:00:00", "toDate": "2099-01-01T00:00:00", "includeArchived": True}, "TrainingClass"),
    ("GetClassesFilteredByTraining", {"trainingId": 4, "trainingType": "Learning", "includeArchived": True}, "TrainingClass"),
    ("GetPersonAgenda", {"identifier": "001201"}, "AgendaDTO"),
    ("GetCatalog", {}, "CatalogItem"),
]
TABLES = [
    ("CompletedCourses", {"fromDate": "1900-01-01", "toDate": "2099-12-31"}),
    ("StartedCourses", {"fromDate": "1900-01-01", "tillDate": "2099-12-31"}),
    ("AvailableCourses", {}),
]

client = zeep.Client(BASE + "/service/apiservice.asmx?WSDL", settings=zeep.Settings(strict=True))


def contents(service, operation, parameters):
    result = service[operation](**ME, **parameters)
    assert (result.Succes if operation == "GetPersonAgenda" else result.Success) is True, result.Error
    return result.Contents


def reading(port):
    """Everything, as plain values."""
    service = client.bind("ApiService", port)
    read = {}
    for operation, parameters, item in CALLS:
        read[operation] = contents(service, operation, parameters)[item]
    read["GetClass"] = [contents(service, "GetClass", {"classId": read["GetClasses"][0].Id})]
    page = contents(service, "GetPaginatedLearningPortfolioContent", {"size": 7, "index": 1, **ALL})
    assert page.Size == 7 and page.Index == 1 and page.TotalItems == len(read["GetAllLearningPortfolioContent"]), page
    read["page"] = page.Items.LearningPortfolioContentCached
    assert read["page"] == read["GetAllLearningPortfolioContent"][7:14]
    for operation, parameters in TABLES:
        schema, diffgram = contents(service, operation, parameters)._value_1
        read[operation] = [cells for row in diffgram._value_1 for cells in row.values()]
        assert isinstance(read[operation][0].OpleidingsId, int)
    moment = read["CompletedCourses"][0].Afronddatum
    assert isinstance(moment, datetime.datetime) and moment.tzinfo, moment
    contents(service, "CompletedCourses", {"fromDate": "1900-01-01", "toDate": "1900-01-02"})
    return {operation: zeep.helpers.serialize_object(rows, dict) for operation, rows in read.items()}


first, *others = [reading(port) for port in PORTS]
for port, other in zip(PORTS[1:], others):
    for operation, rows in first.items():
        assert rows == other[operation], f"{port} reads {operation} otherwise than {PORTS[0]}"
print("all ports: " + ", ".join(f"{operation} {len(rows)}" for operation, rows in first.items()))
