#!/usr/bin/env python3
"""For BI: the learning portfolio and what was completed in a period (this year), as typed tables of pandas.

    pip install pandas==3.1.1 requests==2.34.2
    LMS_URL=http://127.0.0.1:8080 LMS_USER=demo LMS_PASSWORD=… examples/rest/reports_pandas.py [FROM TO]
"""

import os
import sys
from datetime import date

import pandas
import requests

URL = os.environ["LMS_URL"] + "/api/v1"
LOGIN = (os.environ["LMS_USER"].encode(), os.environ["LMS_PASSWORD"].encode())  # texts would go out as Latin-1


def rows(path, **query):
    answer = requests.get(URL + path, params=query, auth=LOGIN, timeout=300)
    return answer.json() if answer.ok else sys.exit(f"{path}: {answer.json()['detail']}")


def moments(column):
    """Texts with the offsets of winter and summer, as moments of one zone."""
    return pandas.to_datetime(column, utc=True).dt.tz_convert("Europe/Amsterdam")


today = date.today()
first, last = sys.argv[1:] or (f"{today.year}-01-01", f"{today}")

# JSON distinguishes texts (000101) from numbers and booleans, and convert_dtypes lets these be absent; the rest are moments.
portfolio = pandas.DataFrame(rows("/learning-portfolio")).convert_dtypes()
dates = portfolio.filter(regex="At$|Until$").columns
portfolio[dates] = portfolio[dates].apply(moments)

completed = pandas.DataFrame(rows("/completed-courses", fromDate=first, toDate=last)).convert_dtypes()
dates = completed.filter(regex="datum$").columns
completed[dates] = completed[dates].apply(moments)

for name, table in (("portfolio", portfolio), ("completed", completed)):
    print(f"{name}: {len(table)} rows")
    print(table.dtypes.to_string(), "\n")
print(portfolio.groupby(["TrainingIsMandatory", "LearningPortfolioStatus"]).size().to_string(), "\n")
if len(completed):
    month = completed["Afronddatum"].dt.strftime("%Y-%m")
    print(completed.groupby([month, "Opleiding"])["Kosten"].agg(["size", "sum"]).to_string())
