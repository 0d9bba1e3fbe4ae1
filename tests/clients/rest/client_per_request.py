"""Hooks for schemathesis. Each request has a different client address in X-Forwarded-For, because the service refuses logins
from an address after ten wrong passwords."""

import ipaddress
import itertools

import schemathesis
from schemathesis import GenerationMode

addresses = (str(ipaddress.ip_address(number)) for number in itertools.count(int(ipaddress.ip_address("10.0.0.1"))))


@schemathesis.hook
def before_call(context, case, kwargs):
    case.headers["X-Forwarded-For"] = next(addresses)
    # long waits for changes only slow down the tests
    wait = str((case.query or {}).get("wait", ""))
    if wait.isdecimal() and int(wait) in range(2, 61):
        case.query["wait"] = 1


@schemathesis.check
def valid_requests_are_refused_only_by_business_rules(ctx, response, case):
    """A request that matches the schema gets 400 only if a business rule refuses it."""
    is_valid = case.meta is not None and case.meta.generation.mode == GenerationMode.POSITIVE
    # the schema does not contain the columns of tables
    is_valid = is_valid and case.path != "/tables/{name}"
    if is_valid and response.status_code == 400:
        assert response.json()["code"] == "refused", response.text
