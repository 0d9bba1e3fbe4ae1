#!/usr/bin/env python3
"""For BI: loads the learning portfolio and the courses completed in a period (by default this year) into typed tables of DuckDB.

    pip install duckdb==2.0.0 requests==2.34.2
    LMS_URL=http://127.0.0.1:8080 LMS_USER=demo LMS_PASSWORD=… examples/rest/reports_duckdb.py [FROM TO]
"""

import os
import sys
from datetime import date
from tempfile import NamedTemporaryFile

import duckdb
import requests

URL = os.environ["LMS_URL"] + "/api/v1"
LOGIN = (os.environ["LMS_USER"].encode(), os.environ["LMS_PASSWORD"].encode())  # strings would be encoded as Latin-1
TYPES = {
    "boolean": "BOOLEAN",
    "date-time": "TIMESTAMPTZ",
    "int32": "INTEGER",
    "number": "DECIMAL(12, 2)",
    "string": "VARCHAR",
}


def get(path, **query):
    response = requests.get(URL + path, params=query, auth=LOGIN, timeout=300, stream=True)
    return response if response.ok else sys.exit(f"{path}: {response.json()['detail']}")


def columns(path):
    """Returns the columns and types of a list from openapi.json, so that empty lists have them too."""
    schema = openapi["paths"][path]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
    row = openapi["components"]["schemas"][schema["items"]["$ref"].rpartition("/")[2]]
    kinds = {name: field.get("format", field["type"]) for name, field in row["properties"].items()}
    return {name: TYPES[kind if isinstance(kind, str) else kind[0]] for name, kind in kinds.items()}


def load_table(path, **query):
    """Loads a list into a table through a temporary file, so that long lists need little memory."""
    with get(path, **query, format="ndjson") as response, NamedTemporaryFile(suffix=".ndjson") as file:
        file.writelines(response.iter_content(1 << 16))
        file.flush()
        duckdb.read_json(file.name, columns=columns(path)).create(path.strip("/"))


today = date.today()
first, last = sys.argv[1:] or (f"{today.year}-01-01", f"{today}")

openapi = get("/openapi.json").json()
load_table("/learning-portfolio")
load_table("/completed-courses", fromDate=first, toDate=last)

duckdb.sql("SET TimeZone = 'Europe/Amsterdam'")
for query in (
    """FROM (DESCRIBE "learning-portfolio") SELECT column_name, column_type""",
    """FROM (DESCRIBE "completed-courses") SELECT column_name, column_type""",
    """SELECT TrainingIsMandatory, LearningPortfolioStatus, count(*) FROM "learning-portfolio" GROUP BY ALL ORDER BY ALL""",
    """SELECT strftime(Afronddatum, '%Y-%m'), Opleiding, count(*), sum(Kosten) FROM "completed-courses"
       GROUP BY ALL ORDER BY ALL""",
):
    print(*(", ".join(map(str, row)) for row in duckdb.sql(query).fetchall()), sep="\n", end="\n\n")
