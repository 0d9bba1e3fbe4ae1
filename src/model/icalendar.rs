//! Calendars as iCalendar texts (RFC 5545). Times are in UTC, so that no zone has to be described.

pub struct Calendar(String);

/// An event. Times are instants such as `2026-03-09T08:00:00Z`.
pub struct Event<'a> {
    pub uid: &'a str,
    pub starts: &'a str,
    pub ends: &'a str,
    pub changed: &'a str,
    pub sequence: i64,
    pub summary: &'a str,
    pub location: &'a str,
    /// `CONFIRMED`, `TENTATIVE` or `CANCELLED`.
    pub status: &'a str,
}

/// The most bytes of a line, without its CRLF.
const MAX_LINE: usize = 75;

impl Calendar {
    pub fn new(name: &str) -> Self {
        let mut calendar = Self(String::new());
        calendar.property("BEGIN", "VCALENDAR");
        calendar.property("VERSION", "2.0");
        calendar.property("PRODID", "-//lms-appliance//calendar feed//EN");
        // RFC 7986, and its predecessor for older clients
        for property in ["NAME", "X-WR-CALNAME"] {
            calendar.property(property, &escaped(name));
        }
        calendar.property("REFRESH-INTERVAL;VALUE=DURATION", "PT1H");
        calendar
    }

    pub fn add(&mut self, event: &Event) {
        self.property("BEGIN", "VEVENT");
        self.property("UID", &escaped(event.uid));
        for (name, instant) in [
            ("DTSTAMP", event.changed),
            ("LAST-MODIFIED", event.changed),
            ("DTSTART", event.starts),
            ("DTEND", event.ends),
        ] {
            self.property(name, &instant.replace(['-', ':'], ""));
        }
        self.property("SEQUENCE", &event.sequence.to_string());
        self.property("SUMMARY", &escaped(event.summary));
        if !event.location.is_empty() {
            self.property("LOCATION", &escaped(event.location));
        }
        self.property("STATUS", event.status);
        self.property("END", "VEVENT");
    }

    pub fn text(mut self) -> String {
        self.property("END", "VCALENDAR");
        self.0
    }

    /// Writes a property, folded after the longest line.
    fn property(&mut self, name: &str, value: &str) {
        let mut length = 0;
        for c in name.chars().chain([':']).chain(value.chars()) {
            if length + c.len_utf8() > MAX_LINE {
                self.0 += "\r\n ";
                length = 1;
            }
            self.0.push(c);
            length += c.len_utf8();
        }
        self.0 += "\r\n";
    }
}

/// Escapes a text without its control characters, which are not allowed.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' | ';' | ',' => escaped.extend(['\\', c]),
            '\n' => escaped += "\\n",
            '\t' => escaped.push(c),
            c if c.is_control() => {}
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped_and_lines_folded_between_characters() {
        assert_eq!(escaped("a,b;c\\d\r\ne\u{7}"), "a\\,b\\;c\\\\d\\ne");
        let text = Calendar::new(&"é".repeat(200)).text();
        assert!(text.split("\r\n").all(|line| line.len() <= MAX_LINE && !line.contains('\n')), "{text}");
        let unfolded = text.replace("\r\n ", "");
        assert!(unfolded.contains(&format!("\r\nNAME:{}\r\n", "é".repeat(200))), "{unfolded}");
    }
}
