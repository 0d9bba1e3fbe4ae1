#!/usr/bin/env python3
"""For BI: the learning portfolio and what was completed in a period (this year), as typed tables of DuckDB.

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
LOGIN = (os.environ["LMS_USER"].encode(), os.environ["LMS_PASSWORD"].encode())  # texts would go out as Latin-1
TYPES = {
    "boolean": "BOOLEAN",
    "date-time": "TIMESTAMPTZ",
    "int32": "INTEGER",
    "number": "DECIMAL(12, 2)",
    "string": "VARCHAR",
}


def get(path, **query):
    answer = requests.get(URL + path, params=query, auth=LOGIN, timeout=300, stream=True)
    return answer if answer.ok else sys.exit(f"{path}: {answer.json()['detail']}")


def columns(path):
    """The columns of a list with their types, as openapi.json has them: those of a list without rows too."""
    schema = openapi["paths"][path]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
    row = openapi["components"]["schemas"][schema["items"]["$ref"].rpartition("/")[2]]
    kinds = {name: field.get("format", field["type"]) for name, field in row["properties"].items()}
    return {name: TYPES[kind if isinstance(kind, str) else kind[0]] for name, kind in kinds.items()}


def table(path, **query):
    """A list as a table, by way of a file of an object a line: in little memory, however long it is."""
    with get(path, **query, format="ndjson") as answer, NamedTemporaryFile(suffix=".ndjson") as file:
        file.writelines(answer.iter_content(1 << 16))
        file.flush()
        duckdb.read_json(file.name, columns=columns(path)).create(path.strip("/"))


today = date.today()
first, last = sys.argv[1:] or (f"{today.year}-01-01", f"{today}")

openapi = get("/openapi.json").json()
table("/learning-portfolio")
table("/completed-courses", fromDate=first, toDate=last)

duckdb.sql("SET TimeZone = 'Europe/Amsterdam'")
for query in (
    """FROM (DESCRIBE "learning-portfolio") SELECT column_name, column_type""",
    """FROM (DESCRIBE "completed-courses") SELECT column_name, column_type""",
    """SELECT TrainingIsMandatory, LearningPortfolioStatus, count(*) FROM "learning-portfolio" GROUP BY ALL ORDER BY ALL""",
    """SELECT strftime(Afronddatum, '%Y-%m'), Opleiding, count(*), sum(Kosten) FROM "completed-courses"
       GROUP BY ALL ORDER BY ALL""",
):
    print(*(", ".join(map(str, row)) for row in duckdb.sql(query).fetchall()), sep="\n", end="\n\n")
