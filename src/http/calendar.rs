//! Answers GET on a calendar feed, `{base}/calendar/<secret>.ics`. An unknown secret returns 404. After ten unknown
//! secrets from one address, further unknown secrets return 429. A known secret is always answered.

use std::sync::Arc;

use anyhow::Result;
use blake2::{Blake2b256, Digest};
use hyper::http::request::Parts;
use hyper::{Response, StatusCode, header};

use super::body::AnswerBody;
use super::log::RequestRecord;
use super::server::Server;
use super::{etag, public_address, response};
use crate::model::icalendar::{Calendar, Event};
use crate::model::text::to_hex;
use crate::model::time::Clock;
use crate::store::Store;
use crate::store::calendar_feed::{self, CalendarEvent, FeedKind};

const CALENDAR: &str = "text/calendar; charset=utf-8";

/// Replaces the time of an event's last change if the ledger no longer has the change.
const UNKNOWN_CHANGE_TIME: &str = "1970-01-01T00:00:00Z";

/// The length of an entity tag, without its quotes. The digest of the feed is cut to this length.
const TAG_HEX_DIGITS: usize = 32;

/// Responds with the feed whose secret is in `file_name`, such as `<secret>.ics`.
pub async fn respond(
    server: &Server,
    file_name: &str,
    parts: &Parts,
    mut record: RequestRecord,
) -> Response<AnswerBody> {
    record.page = Some("calendar");
    let base = record.base.clone().unwrap_or_default();
    let (file_name, store) = (file_name.to_owned(), Arc::clone(&server.service.store));
    let feed = tokio::task::spawn_blocking(move || match file_name.strip_suffix(".ics") {
        Some(secret) => feed_text(&store, secret, host_without_port(&base)),
        None => Ok(None),
    });
    match feed.await {
        Ok(Ok(Some(text))) => {
            let tag = format!("\"{}\"", &to_hex(&Blake2b256::digest(&text))[..TAG_HEX_DIGITS]);
            let send = |record| response::whole_response(StatusCode::OK, CALENDAR, text, record);
            let mut response = etag::tagged_response(&parts.headers, &tag, record, send);
            // replaces the `no-cache` of `tagged_response`: caches must not store a feed
            response.headers_mut().insert(header::CACHE_CONTROL, header::HeaderValue::from_static("no-store"));
            response
        }
        Ok(Ok(None)) => unknown_feed_response(server, record),
        // an error of the database, or a panic
        _ => response::text_response(StatusCode::SERVICE_UNAVAILABLE, "The database does not answer.\n", record),
    }
}

/// Returns 404, or 429 with `Retry-After` if the client has requested too many unknown feeds.
fn unknown_feed_response(server: &Server, record: RequestRecord) -> Response<AnswerBody> {
    let Err(wait) = server.service.gate.count_unknown_calendar(record.client) else {
        return response::text_response(StatusCode::NOT_FOUND, "There is no such calendar.\n", record);
    };
    let text = "Too many unknown calendars were requested.\n";
    let mut response = response::text_response(StatusCode::TOO_MANY_REQUESTS, text, record);
    response.headers_mut().insert(header::RETRY_AFTER, wait.as_secs().max(1).into());
    response
}

/// Returns the feed with this secret as iCalendar; `None` if the feed or its subject does not exist.
fn feed_text(store: &Store, secret: &str, host: &str) -> Result<Option<String>> {
    let snapshot = store.snapshot()?;
    let Some(subject) = calendar_feed::find_by_secret(&snapshot, secret)? else { return Ok(None) };
    let Some((title, _)) = subject.name_and_code(&snapshot)? else { return Ok(None) };
    // the title of a person's feed is the person's name, which the feed must not reveal
    let mut calendar = Calendar::new(if subject.kind == FeedKind::Person { "Agenda" } else { &title });
    for event in calendar_feed::events(&snapshot, subject)? {
        add_event(&mut calendar, &event, host, snapshot.clock());
    }
    Ok(Some(calendar.finish()))
}

/// Adds a contact moment of a class as an event. `host` makes the event's id unique among services.
fn add_event(calendar: &mut Calendar, event: &CalendarEvent, host: &str, clock: &Clock) {
    // a time of the event's date, such as `09:30`, in the service's time zone
    let to_utc = |time: &str| {
        let local = format!("{}T{time}", event.date).parse();
        local.map_or(String::new(), |local| clock.to_instant_text(local))
    };
    // a class name that contains the training's name needs no prefix
    let summary = match event.class_name.contains(&event.training) {
        true => event.class_name.clone(),
        false => format!("{}: {}", event.training, event.class_name),
    };
    let location_parts = [event.location_name.as_str(), &event.location_address];
    let location: Vec<_> = location_parts.into_iter().filter(|part| !part.is_empty()).collect();
    calendar.add_event(&Event {
        uid: &format!("contact-moment-{}@{host}", event.row),
        starts: &to_utc(&event.starts_at),
        ends: &to_utc(&event.ends_at),
        changed: event.changed_at.as_deref().unwrap_or(UNKNOWN_CHANGE_TIME),
        sequence: event.sequence,
        summary: &summary,
        location: &location.join(", "),
        status: &event.status,
    });
}

/// Returns `lms.example.nl` for a base such as `https://lms.example.nl:8443/lms`; empty for an empty base.
fn host_without_port(base: &str) -> &str {
    let (_, host) = base.split_once("://").unwrap_or_default();
    public_address::without_port(host.split('/').next().unwrap_or_default())
}
