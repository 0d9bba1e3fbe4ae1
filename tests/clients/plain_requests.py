#!/usr/bin/env python3
"""Tests a running service with python3-requests, without the WSDL: creates, fetches, updates and lists persons with forms and
both versions of SOAP. Leaves a dismissed person for each version. The credential needs `provisioning`.

    tests/clients/plain_requests.py http://127.0.0.1:8080 hr stilzwijgend
"""

import sys
import time
import xml.etree.ElementTree as ET
from xml.sax.saxutils import escape

import requests

BASE, USER, PASSWORD = sys.argv[1].rstrip("/"), sys.argv[2], sys.argv[3]
URL = BASE + "/service/apiservice.asmx"
NAMESPACES = {
    "1.1": "http://schemas.xmlsoap.org/soap/envelope/",
    "1.2": "http://www.w3.org/2003/05/soap-envelope",
}


def to_xml(fields):
    """Returns fields as XML. A dict becomes a nested element."""
    texts = ((k, to_xml(v) if isinstance(v, dict) else escape(str(v))) for k, v in fields.items())
    return "".join(f"<{name}>{text}</{name}>" for name, text in texts)


def parse_result(response, status=200):
    """Returns Success, Contents and Error of a response."""
    assert response.status_code == status, (response.status_code, response.text)
    root = ET.fromstring(response.content)
    found = {e.tag.rpartition("}")[2]: e for e in reversed(list(root.iter()))}
    assert "Success" in found, response.text
    return found["Success"].text == "true", found.get("Contents"), found["Error"].text if "Error" in found else None


def soap(version, operation, **fields):
    namespace = NAMESPACES[version]
    call = to_xml({"username": USER, "password": PASSWORD, **fields})
    body = (
        f'<?xml version="1.0" encoding="utf-8"?><s:Envelope xmlns:s="{namespace}"><s:Body>'
        f'<{operation} xmlns="http://tempuri.org/">{call}</{operation}></s:Body></s:Envelope>'
    )
    if version == "1.1":
        headers = {"Content-Type": "text/xml; charset=utf-8", "SOAPAction": f'"http://tempuri.org/{operation}"'}
    else:
        headers = {"Content-Type": "application/soap+xml; charset=utf-8"}
    return parse_result(requests.post(URL, data=body.encode(), headers=headers, timeout=30))


def form(operation, **fields):
    data = {"username": USER, "password": PASSWORD, **fields}
    return parse_result(requests.post(f"{URL}/{operation}", data=data, timeout=30))


def child_text(contents, name):
    return next((e.text or "" for e in contents if e.tag.rpartition("}")[2] == name), None)


for version in NAMESPACES:
    identifier = f"client-{version}-{time.time_ns()}"
    email = f"{identifier}@example.nl"
    person = {"ExternalIdentifier": identifier, "FirstName": "Zoë", "FamilyName": "Hoff & Zn", "Email": email}
    success, contents, error = soap(version, "CreatePerson", personCreate=person)
    assert success and not error, error
    number = contents.text
    success, _, error = soap(version, "CreatePerson", personCreate=person)
    assert not success and error == f"A person with ExternalIdentifier {identifier} already exists.", error
    for fetched in (
        soap(version, "GetPersonByServiceId", servicePersonId=number),
        form("GetPersonByServiceId", servicePersonId=number),
        form("GetPersonByExternalId", externalId=identifier),
        form("GetPersonByEmail", email=email.upper()),
    ):
        success, contents, error = fetched
        assert success and child_text(contents, "Id") == number and child_text(contents, "FirstName") == "Zoë", error
        assert child_text(contents, "FamilyName") == "Hoff & Zn"
    for end, dismissed in (("2020-01-01T00:00:00", "true"), ("", "false"), ("2020-01-01", "true")):
        success, _, error = soap(
            version, "UpdatePerson", servicePersonId=number, personUpdate={"ContractEndTime": end}
        )
        assert success, error
        for success, contents, error in (soap(version, "GetAllBasicPersonInfo"), form("GetAllBasicPersonInfo")):
            assert success, error
            row = next(row for row in contents if child_text(row, "ServiceId") == number)
            assert child_text(row, "IsDismissed") == dismissed, ET.tostring(row)
    print(f"SOAP {version} and forms: person {number} created, fetched, updated, listed")
