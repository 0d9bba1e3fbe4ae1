#!/usr/bin/env python3
"""For BI: prints statistics of the courses completed in a period (by default this year). Uses forms.

    pip install requests
    LMS_URL=http://127.0.0.1:8080 LMS_USER=demo LMS_PASSWORD=… examples/completed_courses.py [FROM TO]
"""

import os
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from datetime import date, datetime

import requests

URL = os.environ["LMS_URL"] + "/service/apiservice.asmx"
LOGIN = {"username": os.environ["LMS_USER"], "password": os.environ["LMS_PASSWORD"]}
XS = "{http://www.w3.org/2001/XMLSchema}"
TYPES = {"xs:int": int, "xs:dateTime": datetime.fromisoformat, "xs:string": str}


def read_table(operation, **parameters):
    """Returns the rows of a DataTable as dicts, with the types from its schema."""
    response = requests.post(f"{URL}/{operation}", data=LOGIN | parameters, timeout=300)
    root = ET.fromstring(response.content)
    if root.findtext("{*}Success") != "true":
        sys.exit(f"{operation}: {root.findtext('{*}Error')}")
    columns = {e.get("name"): TYPES[e.get("type")] for e in root.iter(XS + "element") if e.get("type")}
    empty = dict.fromkeys(columns)  # empty datetimes have no element, empty texts an empty one
    return [
        empty | {cell.tag: columns[cell.tag](cell.text) for cell in row if cell.text}
        for row in root.iterfind(".//DocumentElement/*")
    ]


today = date.today()
first, last = sys.argv[1:] or (f"{today.year}-01-01", f"{today}")
rows = read_table("CompletedCourses", fromDate=first, toDate=last)
print(f"{len(rows)} completed from {first} to {last}, {sum(row['Verplicht'] == 'Ja' for row in rows)} of them mandatory")

print("\nby training:")
for title, count in sorted(Counter(row["Opleiding"] for row in rows).items()):
    print(f"{count:4} {title}")

print("\nexpiring first:")
for row in sorted((row for row in rows if row["Verloopdatum"]), key=lambda row: row["Verloopdatum"])[:5]:
    name = f"{row['Voornaam']} {row['Achternaam']}"
    print(f"{row['Verloopdatum']:%d-%m-%Y} {row['Personeelsnummer']} {name:20} {row['Opleiding']}")

if rows:
    print("\nthe first row:")
    for column, value in rows[0].items():
        print(f"  {column}: " + ("none" if value is None else f"{type(value).__name__} {value}"))
