#!/usr/bin/env python3
"""Tests a running service with zeep in strict mode: calls all report operations through each port of the WSDL, and compares
the results. The database must contain data. The credential needs `reports`.

    pip install zeep
    tests/clients/zeep_reports.py http://127.0.0.1:8080 hr stilzwijgend
"""

import datetime
import sys

import zeep

BASE, USER, PASSWORD = sys.argv[1].rstrip("/"), sys.argv[2], sys.argv[3]
LOGIN = {"username": USER, "password": PASSWORD}
PORTS = ("ApiServiceSoap", "ApiServiceSoap12", "ApiServiceHttpPost")
# zeep cannot omit optional parameters of forms
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
    result = service[operation](**LOGIN, **parameters)
    assert (result.Succes if operation == "GetPersonAgenda" else result.Success) is True, result.Error
    return result.Contents


def read_all(port):
    """Returns the results of all operations as plain values."""
    service = client.bind("ApiService", port)
    results = {}
    for operation, parameters, item in CALLS:
        results[operation] = contents(service, operation, parameters)[item]
    results["GetClass"] = [contents(service, "GetClass", {"classId": results["GetClasses"][0].Id})]
    page = contents(service, "GetPaginatedLearningPortfolioContent", {"size": 7, "index": 1, **ALL})
    assert page.Size == 7 and page.Index == 1 and page.TotalItems == len(results["GetAllLearningPortfolioContent"]), page
    results["page"] = page.Items.LearningPortfolioContentCached
    assert results["page"] == results["GetAllLearningPortfolioContent"][7:14]
    for operation, parameters in TABLES:
        schema, diffgram = contents(service, operation, parameters)._value_1
        results[operation] = [cells for row in diffgram._value_1 for cells in row.values()]
        assert isinstance(results[operation][0].OpleidingsId, int)
    completed = results["CompletedCourses"][0].Afronddatum
    assert isinstance(completed, datetime.datetime) and completed.tzinfo, completed
    contents(service, "CompletedCourses", {"fromDate": "1900-01-01", "toDate": "1900-01-02"})
    return {operation: zeep.helpers.serialize_object(rows, dict) for operation, rows in results.items()}


first, *others = [read_all(port) for port in PORTS]
for port, other in zip(PORTS[1:], others):
    for operation, rows in first.items():
        assert rows == other[operation], f"{operation}: {port} and {PORTS[0]} differ"
print("all ports: " + ", ".join(f"{operation} {len(rows)}" for operation, rows in first.items()))
