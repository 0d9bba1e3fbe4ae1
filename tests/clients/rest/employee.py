#!/usr/bin/env python3
"""A client made by openapi-python-client against a running service: the life of an employee, and three reports. It
leaves one dismissed person behind. The credential needs `all`; the client's package is on PYTHONPATH as `lms`.

    tests/clients/rest/employee.py http://127.0.0.1:8080 demo PASSWORD
"""

import base64
import datetime
import sys
import time

from lms import AuthenticatedClient
from lms.api.persons import (
    create_person,
    get_all_basic_person_info,
    get_person_by_email,
    get_person_by_external_id,
    get_person_by_service_id,
    update_person,
)
from lms.api.reports import completed_courses, get_catalog, get_paginated_learning_portfolio_content
from lms.models import CreatePersonBody, Problem, UpdatePersonBody

BASE, USER, PASSWORD = sys.argv[1].rstrip("/"), sys.argv[2], sys.argv[3]
TOKEN = base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode()
client = AuthenticatedClient(base_url=f"{BASE}/api/v1", token=TOKEN, prefix="Basic")

identifier = f"openapi-{time.time_ns()}"
email = f"{identifier}@example.nl"
person = CreatePersonBody(external_identifier=identifier, first_name="Zoë", family_name="Hoff/Zn", email=email)
number = create_person.sync(client=client, body=person).service_id
again = create_person.sync_detailed(client=client, body=person)
assert again.status_code == 409 and isinstance(again.parsed, Problem), again
assert again.parsed.detail == f"A person with ExternalIdentifier {identifier} already exists.", again.parsed

for found in (
    get_person_by_service_id.sync(number, client=client),
    get_person_by_external_id.sync(identifier, client=client),
    get_person_by_email.sync(email.upper(), client=client),
):
    assert (found.id, found.first_name, found.family_name) == (number, "Zoë", "Hoff/Zn"), found
    assert found.contract_end_time is None and found.is_manager is False, found
assert get_person_by_service_id.sync(2147483647, client=client).detail == "Person not found."


def change(**fields):
    answer = update_person.sync_detailed(number, client=client, body=UpdatePersonBody(**fields))
    assert answer.status_code == 204, answer


def is_dismissed():
    rows = get_all_basic_person_info.sync(client=client)
    return next(row for row in rows if row.service_id == number).is_dismissed


amsterdam = datetime.timezone(datetime.timedelta(hours=1))
past = datetime.datetime(2020, 1, 31, 12, tzinfo=amsterdam)
change(insertion="van", contract_start_time=datetime.datetime(2019, 1, 1, tzinfo=amsterdam))
assert get_person_by_service_id.sync(number, client=client).insertion == "van"
for end, dismissed in ((past, True), (None, False), (past, True)):
    change(contract_end_time=end)
    assert is_dismissed() is dismissed, end
assert get_person_by_service_id.sync(number, client=client).contract_end_time == past

period = {"from_date": datetime.date(1900, 1, 1), "to_date": datetime.date(2099, 12, 31)}
courses = completed_courses.sync(client=client, **period)
assert all(isinstance(row.afronddatum, datetime.datetime) and row.afronddatum.tzinfo for row in courses), courses[:1]
reversed_period = {"from_date": period["to_date"], "to_date": period["from_date"]}
assert completed_courses.sync(client=client, **reversed_period).detail == "fromDate is later than toDate."
page = get_paginated_learning_portfolio_content.sync(client=client, size=7, index=0)
assert page.size == 7 and len(page.items) == min(7, page.total_items), page
catalog = get_catalog.sync(client=client)
trainings = [training for step in catalog for subject in step.cat_subject for training in subject.cat_training_info]
print(
    "openapi-python-client: a person created, found, changed, dismissed, rehired; "
    f"{len(courses)} completed courses, {page.total_items} rows of the portfolio, {len(trainings)} trainings"
)
