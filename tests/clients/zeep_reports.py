#!/usr/bin/env python3
"""zeep, strict, reads the reports, the catalog, the classes and the portfolio of a service that serves the demo
organisation, through each SOAP port: every answer against the served WSDL, the DataTables by the schema that stands in
them, as typed columns. The credential needs `reports`.

    pip install zeep
    tests/clients/zeep_reports.py http://127.0.0.1:8080 hr geheim
"""

import datetime
import sys

import zeep

BASE, USER, PASSWORD = sys.argv[1].rstrip("/"), sys.argv[2], sys.argv[3]
ME = {"username": USER, "password": PASSWORD}
FIRST, LAST = datetime.date(1900, 1, 1), datetime.date(9999, 12, 31)

client = zeep.Client(BASE + "/service/apiservice.asmx?WSDL", settings=zeep.Settings(strict=True))


def ok(result, flag="Success"):
    assert result[flag] is True and not result.Error, result
    return result.Contents


def rows(result, name):
    """The rows of a DataTable; zeep leaves a diffgram without rows as it is."""
    schema, table = ok(result)._value_1
    assert isinstance(schema, zeep.xsd.Schema), schema
    if not hasattr(table, "_value_1"):
        assert len(table) == 0, table
        return []
    assert all(list(row) == [name] for row in table._value_1), table
    return [row[name] for row in table._value_1]


for port in ("ApiServiceSoap", "ApiServiceSoap12"):
    service = client.bind("ApiService", port)

    completed = rows(service.CompletedCourses(**ME, fromDate=FIRST, toDate=LAST), "completedCoursesTable")
    assert len(completed) > 100 and len(dir(completed[0])) == 33, completed[0]
    for row in completed:
        assert type(row.OpleidingsId) is int and row.Afronddatum.tzinfo is not None, row
        assert row.Percentage_gereed == "100%" and row.Status in ("Afgerond", "Verlopen"), row
    assert any(row.Verloopdatum is None for row in completed), "a datetime without a value is absent"
    assert rows(service.CompletedCourses(**ME, fromDate=FIRST, toDate=FIRST), "completedCoursesTable") == []

    started = rows(service.StartedCourses(**ME, fromDate=FIRST, tillDate=LAST), "startedCoursesTable")
    assert len(started) > 50 and all(row["Uit_x0020_dienst"] in ("Ja", "Nee") for row in started), started[0]
    courses = rows(service.AvailableCourses(**ME), "availableCoursesTable")
    assert len(courses) > 10 and [row.Opleiding.lower() for row in courses] == sorted(row.Opleiding.lower() for row in courses)

    absences = ok(service.GetHistoricAbsences(**ME)).HistoricAbsenceReasonDTO
    assert absences and all(type(row.CreationDate) is datetime.datetime for row in absences)
    classes = ok(service.GetClasses(**ME, includeArchived=True)).TrainingClass
    found = ok(service.GetClass(**ME, classId=classes[0].Id))
    assert found.ClassName == classes[0].Name and found.Data.GroupClassDate[0].Date.time() == datetime.time(0)
    steps = ok(service.GetCatalog(**ME)).CatalogItem
    assert all(step.CatSubject.CatSubject[0].CatTrainingInfo.CatTrainingInfo for step in steps)
    items = ok(service.GetAllLearningPortfolioContent(**ME)).LearningPortfolioContentCached
    page = ok(service.GetPaginatedLearningPortfolioContent(**ME, size=10, index=0))
    assert page.TotalItems == len(items) and page.Items.LearningPortfolioContentCached == items[:10]
    agenda = service.GetPersonAgenda(**ME, identifier=items[0].PersonExternalIdentifier)
    ok(agenda, "Succes")
    print(f"{port}: {len(completed)} completed, {len(started)} started, {len(items)} rows of the portfolio")
