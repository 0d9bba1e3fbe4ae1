#!/usr/bin/env python3
"""For BI: loads the learning portfolio and the courses completed in a period (by default this year) into typed tables of pandas.

    pip install pandas==3.1.1 requests==2.34.2
    LMS_URL=http://127.0.0.1:8080 LMS_USER=demo LMS_PASSWORD=… examples/rest/reports_pandas.py [FROM TO]
"""

import os
import sys
from datetime import date

import pandas
import requests

URL = os.environ["LMS_URL"] + "/api/v1"
LOGIN = (os.environ["LMS_USER"].encode(), os.environ["LMS_PASSWORD"].encode())  # strings would be encoded as Latin-1


def rows(path, **query):
    response = requests.get(URL + path, params=query, auth=LOGIN, timeout=300)
    return response.json() if response.ok else sys.exit(f"{path}: {response.json()['detail']}")


def to_datetimes(column):
    """Parses texts with different offsets into datetimes of one zone."""
    return pandas.to_datetime(column, utc=True).dt.tz_convert("Europe/Amsterdam")


today = date.today()
first, last = sys.argv[1:] or (f"{today.year}-01-01", f"{today}")

# JSON distinguishes texts (000101), numbers and booleans; convert_dtypes allows missing values; datetimes are converted here
portfolio = pandas.DataFrame(rows("/learning-portfolio")).convert_dtypes()
dates = portfolio.filter(regex="At$|Until$").columns
portfolio[dates] = portfolio[dates].apply(to_datetimes)

completed = pandas.DataFrame(rows("/completed-courses", fromDate=first, toDate=last)).convert_dtypes()
dates = completed.filter(regex="datum$").columns
completed[dates] = completed[dates].apply(to_datetimes)

for name, table in (("portfolio", portfolio), ("completed", completed)):
    print(f"{name}: {len(table)} rows")
    print(table.dtypes.to_string(), "\n")
print(portfolio.groupby(["TrainingIsMandatory", "LearningPortfolioStatus"]).size().to_string(), "\n")
if len(completed):
    month = completed["Afronddatum"].dt.strftime("%Y-%m")
    print(completed.groupby([month, "Opleiding"])["Kosten"].agg(["size", "sum"]).to_string())
