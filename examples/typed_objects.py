#!/usr/bin/env python3
"""For a training department: prints upcoming classes, the catalog, the statuses of mandatory trainings and the courses completed
this year. Uses zeep, which reads the WSDL and turns responses into typed objects.

    pip install zeep
    LMS_URL=http://127.0.0.1:8080 LMS_USER=demo LMS_PASSWORD=… examples/typed_objects.py [TODAY]
"""

import os
import sys
from collections import Counter
from datetime import date

import zeep

service = zeep.Client(os.environ["LMS_URL"] + "/service/apiservice.asmx?WSDL").service
LOGIN = {"username": os.environ["LMS_USER"], "password": os.environ["LMS_PASSWORD"]}
STATUS = ["not in offering", "dimmed", "not started", "started", "completed", "about to expire", "expired"]
today = date.fromisoformat(sys.argv[1]) if len(sys.argv) > 1 else date.today()


def contents(operation, **parameters):
    result = service[operation](**LOGIN, **parameters)
    return result.Contents if result.Success else sys.exit(f"{operation}: {result.Error}")


def items(holder, name):
    """Returns the items of a list, which zeep makes None if empty."""
    return holder[name] if holder else []


def read_table(operation, **parameters):
    """Returns the rows of a DataTable, which are in the diffgram after the schema; without rows, it is an empty element."""
    data = contents(operation, **parameters)._value_1[1]
    rows = data._value_1 if hasattr(data, "_value_1") else []
    return [cells for row in rows for cells in row.values()]


def portfolio_rows(size, **parameters):
    """Yields the rows of all pages of the portfolio."""
    index, total = 0, 1
    while index < total:
        page = contents("GetPaginatedLearningPortfolioContent", size=size, index=index, **parameters)
        yield from items(page.Items, "LearningPortfolioContentCached")
        index, total = index + 1, page.TotalPages


print("upcoming classes:")
for group in items(contents("GetClasses", includeArchived=False), "TrainingClass"):
    dates = items(group.Dates, "TrainingClassDate")
    if dates and dates[0].Date > today and not group.IsCancelled:
        enrolled = len(items(group.Enrollments, "int"))
        print(f"  {dates[0].Date} {dates[0].StartsAt:%H:%M} {group.Name}: {enrolled} of {group.MaximumEnrollments or 'any'}")

print("\nin the catalog:")
for step in items(contents("GetCatalog"), "CatalogItem"):
    for subject in items(step.CatSubject, "CatSubject"):
        titles = [training.Title for training in items(subject.CatTrainingInfo, "CatTrainingInfo")]
        print(f"  {step.Title}, {subject.Subject}: {', '.join(titles)}")

print("\nmandatory trainings in the portfolios:")
mandatory = Counter(row.LearningPortfolioStatus for row in portfolio_rows(100) if row.TrainingIsMandatory == "Ja")
for status, count in sorted(mandatory.items()):
    print(f"  {count:4} {STATUS[status]}")

print("\ncompleted this year:")
for row in read_table("CompletedCourses", fromDate=date(today.year, 1, 1), toDate=today):
    print(f"  {row.Afronddatum:%Y-%m-%d} {row.Voornaam} {row.Achternaam}: {row.Opleiding}")
