#!/usr/bin/env python3
"""For a data warehouse, an intranet or a search index: keeps a copy of the data in a file. Reads the changes since the last run;
in the first run, or if these changes were deleted, all data. See docs/changes.md.

    pip install requests==2.34.2
    LMS_URL=http://127.0.0.1:8080 LMS_USER=demo LMS_PASSWORD=… examples/rest/keep_copy.py [FILE.json]
"""

import json
import os
import sys
from pathlib import Path

import requests

URL = os.environ["LMS_URL"] + "/api/v1"
LOGIN = (os.environ["LMS_USER"].encode(), os.environ["LMS_PASSWORD"].encode())  # strings would be encoded as Latin-1


class PositionError(Exception):
    """The position belongs to another database, or changes after it were deleted."""


def get(path, **query):
    response = requests.get(URL + path, params=query, auth=LOGIN, timeout=300)
    if response.status_code == 410:
        raise PositionError(response.json()["detail"])
    return response.json() if response.ok else sys.exit(f"{path}: {response.json()['detail']}")


def apply(files, changes):
    """Applies changes to the copy: cells by file and row. A reference to a person becomes the number of its row."""
    for change in changes:
        rows, row = files.setdefault(change["file"], {}), str(change["row"])
        if change["kind"] == "removed":
            rows.pop(row, None)
        elif change["kind"] == "anonymised":
            rows[row] = {}
        else:
            cells = change["cells"]
            rows.setdefault(row, {}).update(
                {cell["column"]: cell["value"] if cell["person"] is None else cell["person"] for cell in cells}
            )


def read_all():
    """Reads all rows. The position is read first, so that no change is missed."""
    files, since = {}, get("/changes")["next"]
    parameters = get("/openapi.json")["paths"]["/data-files/{file}"]["get"]["parameters"]
    for file in next(parameter["schema"]["enum"] for parameter in parameters if parameter["name"] == "file"):
        page = get(f"/data-files/{file}")
        apply(files, page["changes"])
        while page["more"]:
            page = get(f"/data-files/{file}", after=page["next"])
            apply(files, page["changes"])
    return {"since": since, "files": files}


def update(copy):
    """Applies and prints the changes since the copy's position."""
    more = True
    while more:
        page = get("/changes", since=copy["since"])
        apply(copy["files"], page["changes"])
        copy["since"], more = page["next"], page["more"]
        for change in page["changes"]:
            columns = ", ".join(cell["column"] for cell in change["cells"])
            print(f"{change['number']} {change['file']} {change['row']} {change['kind']}: {columns}")


file = Path(sys.argv[1] if len(sys.argv) > 1 else "lms-copy.json")
copy = json.loads(file.read_text()) if file.exists() else read_all()
try:
    update(copy)
except PositionError as error:
    print(error)
    copy = read_all()
temporary = file.with_suffix(".new")
temporary.write_text(json.dumps(copy))
temporary.replace(file)  # an interruption keeps the old copy
print(f"{sum(map(len, copy['files'].values()))} rows of {len(copy['files'])} files")
