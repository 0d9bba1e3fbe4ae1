"""Tests that the icalendar library can read calendar feeds, which are created in the console as a browser does it."""
import re
import sys
from datetime import timezone

import icalendar
import requests

base, name, password = sys.argv[1:]
site = requests.Session()
site.headers["Origin"] = base
site.post(f"{base}/console/sign-in", {"name": name, "password": password}).raise_for_status()
for feed in ["class/3", "person/7", "division/1"]:
    page = site.get(f"{base}/console/calendar/{feed}").text
    token = re.search(r'name="token" value="([^"]+)"', page)[1]
    page = site.post(f"{base}/console/calendar/{feed}/renew", {"token": token}).text
    address = re.search(r"http\S+/calendar/\S+?\.ics", page)[0]
    response = requests.get(address)
    assert response.headers["Content-Type"] == "text/calendar; charset=utf-8", response.headers
    calendar = icalendar.Calendar.from_ical(response.content)
    events = calendar.walk("VEVENT")
    assert events and not calendar.errors and not any(event.errors for event in events), feed
    assert len({event["UID"] for event in events}) == len(events)
    for event in events:
        assert event.decoded("DTSTART") < event.decoded("DTEND")
        assert event.decoded("DTSTART").tzinfo is not None
        assert {"DTSTAMP", "SUMMARY", "STATUS", "SEQUENCE"} <= set(event)
    assert requests.get(address, headers={"If-None-Match": response.headers["ETag"]}).status_code == 304
    if feed == "class/3":
        first = events[0]
        print(f"{feed}: {first['SUMMARY']} at {first.decoded('DTSTART').astimezone(timezone.utc):%Y-%m-%d %H:%M} UTC")
    print(f"{feed}: {len(events)} events")
