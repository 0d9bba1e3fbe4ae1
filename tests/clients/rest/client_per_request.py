"""Each request of schemathesis comes from an address of its own, as a trusted proxy tells it: it tries wrong passwords
by the dozen, and after ten from one address the service does not look at the next."""

import ipaddress
import itertools

import schemathesis

addresses = (str(ipaddress.ip_address(number)) for number in itertools.count(int(ipaddress.ip_address("10.0.0.1"))))


@schemathesis.hook
def before_call(context, case, kwargs):
    case.headers["X-Forwarded-For"] = next(addresses)
