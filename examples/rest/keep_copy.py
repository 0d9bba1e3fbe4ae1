#!/usr/bin/env python3
"""For a data warehouse, an intranet or a search index: keeps a copy of the data, in a file, by what changed since the
last time; the first time, or when what changed is not kept any more, by all of it. docs/changes.md says how that works.

    pip install requests==2.34.2
    LMS_URL=http://127.0.0.1:8080 LMS_USER=demo LMS_PASSWORD=… examples/rest/keep_copy.py [FILE.json]
"""

import json
import os
import sys
from pathlib import Path

import requests

URL = os.environ["LMS_URL"] + "/api/v1"
LOGIN = (os.environ["LMS_USER"].encode(), os.environ["LMS_PASSWORD"].encode())  # texts would go out as Latin-1


class Gone(Exception):
    """The position belongs to another history, or changes after it were forgotten."""


def ask(path, **query):
    answer = requests.get(URL + path, params=query, auth=LOGIN, timeout=300)
    if answer.status_code == 410:
        raise Gone(answer.json()["detail"])
    return answer.json() if answer.ok else sys.exit(f"{path}: {answer.json()['detail']}")


def take(files, changes):
    """Brings changes into the copy: per file and row the cells, with a person by that person's row."""
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


def whole():
    """All rows; the position comes first, so that what changes meanwhile comes again."""
    files, since = {}, ask("/changes")["next"]
    parameters = ask("/openapi.json")["paths"]["/data-files/{file}"]["get"]["parameters"]
    for file in next(each["schema"]["enum"] for each in parameters if each["name"] == "file"):
        page = ask(f"/data-files/{file}")
        take(files, page["changes"])
        while page["more"]:
            page = ask(f"/data-files/{file}", after=page["next"])
            take(files, page["changes"])
    return {"since": since, "files": files}


def follow(copy):
    """Takes what changed since, and prints it."""
    more = True
    while more:
        page = ask("/changes", since=copy["since"])
        take(copy["files"], page["changes"])
        copy["since"], more = page["next"], page["more"]
        for change in page["changes"]:
            columns = ", ".join(cell["column"] for cell in change["cells"])
            print(f"{change['number']} {change['file']} {change['row']} {change['kind']}: {columns}")


file = Path(sys.argv[1] if len(sys.argv) > 1 else "lms-copy.json")
copy = json.loads(file.read_text()) if file.exists() else whole()
try:
    follow(copy)
except Gone as gone:
    print(gone)
    copy = whole()
beside = file.with_suffix(".new")
beside.write_text(json.dumps(copy))
beside.replace(file)  # a copy that is cut off leaves the former one
print(f"{sum(map(len, copy['files'].values()))} rows of {len(copy['files'])} files")
