"""Tests that DuckDB and pandas can read every table of `/tables` from its URL, and infer the documented types of columns.

A file system in Python fetches the URLs, because DuckDB's extension httpfs would be a download. Columns without values are not
compared, because no type can be inferred.

    pip install duckdb==2.0.1 pandas==3.1.1 fsspec==2026.9.0 requests==2.34.2
    tests/clients/rest/tables.py http://127.0.0.1:8080 demo PASSWORD
"""

import io
import sys
from base64 import b64encode
from datetime import datetime

import duckdb
import fsspec
import pandas
import requests

base, user, password = sys.argv[1:]
login = b64encode(f"{user}:{password}".encode()).decode()
headers = {"Authorization": f"Basic {login}"}

# kind of a column: type in DuckDB, type in pandas
KINDS = {
    "integer": ("BIGINT", "Int64"),
    "money": ("DOUBLE", "Float64"),
    "boolean": ("BOOLEAN", "boolean"),
    "date": ("DATE", "datetime64"),
    "time": ("TIME", "string"),
    "datetime": ("TIMESTAMP WITH TIME ZONE", "datetime64"),
    "datetime-or-never": ("VARCHAR", "string"),
    "text": ("VARCHAR", "string"),
}


class HttpFileSystem(fsspec.AbstractFileSystem):
    protocol = "http"

    @classmethod
    def _strip_protocol(cls, path):
        return path

    def _open(self, path, **_):
        response = requests.get(path, headers=headers, timeout=60)
        response.raise_for_status()
        return io.BytesIO(response.content)

    def glob(self, path, **_):
        return [path]

    def modified(self, path):
        return datetime.now()

    def info(self, path, **_):
        return {"name": path, "type": "file", "size": self._open(path).getbuffer().nbytes}


duckdb.register_filesystem(HttpFileSystem())
tables = requests.get(f"{base}/api/v1/tables", headers=headers, timeout=60).json()
assert len(tables) == 26
seen = set()
for table in tables:
    url = f"{base}/api/v1/tables/{table['name']}?format=ndjson"
    inferred = duckdb.read_json(url, sample_size=-1)
    types = dict(zip(inferred.columns, map(str, inferred.types)))
    frame = pandas.read_json(url, lines=True, dtype=False, storage_options=headers).convert_dtypes()
    assert len(inferred.fetchall()) == len(frame) == table["rows"], table["name"]
    assert inferred.columns == list(frame.columns) == [column["name"] for column in table["columns"]], table["name"]
    for column in table["columns"]:
        name, kind = column["name"], column["kind"]
        values = frame[name].dropna()
        if len(values) == 0:
            continue
        if kind.startswith("date") and kind != "datetime-or-never":
            values = pandas.to_datetime(values, utc=kind == "datetime")
        seen.add(kind)
        found = (types[name], str(values.dtype).split("[")[0])
        assert found == KINDS[kind], (table["name"], name, kind, found)
assert seen == set(KINDS), seen
print(f"{len(tables)} tables, read by DuckDB {duckdb.__version__} and pandas {pandas.__version__}")
