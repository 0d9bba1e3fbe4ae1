//! Calendars as iCalendar texts (RFC 5545). Times are in UTC, so that no zone has to be described.

pub struct Calendar(String);

/// An event. Times are instants such as `2026-03-09T08:00:00Z`.
pub struct Event<'a> {
    pub uid: &'a str,
    pub starts: &'a str,
    pub ends: &'a str,
    pub changed: &'a str,
    /// The number of changes to the event. Clients keep the version with the highest number.
    pub sequence: i64,
    pub summary: &'a str,
    pub location: &'a str,
    /// `CONFIRMED`, `TENTATIVE` or `CANCELLED`.
    pub status: &'a str,
}

/// The most bytes of a line, without its CRLF.
const MAX_LINE_BYTES: usize = 75;

impl Calendar {
    /// Begins a calendar with this name. Clients should read it again every hour.
    pub fn new(name: &str) -> Self {
        let mut calendar = Self(String::new());
        calendar.write_property("BEGIN", "VCALENDAR");
        calendar.write_property("VERSION", "2.0");
        calendar.write_property("PRODID", "-//lms-appliance//calendar feed//EN");
        // `NAME` is defined by RFC 7986; `X-WR-CALNAME` is for older clients
        for property in ["NAME", "X-WR-CALNAME"] {
            calendar.write_property(property, &escape_text(name));
        }
        calendar.write_property("REFRESH-INTERVAL;VALUE=DURATION", "PT1H");
        calendar
    }

    pub fn add_event(&mut self, event: &Event) {
        self.write_property("BEGIN", "VEVENT");
        self.write_property("UID", &escape_text(event.uid));
        for (name, instant) in [
            ("DTSTAMP", event.changed),
            ("LAST-MODIFIED", event.changed),
            ("DTSTART", event.starts),
            ("DTEND", event.ends),
        ] {
            // `2026-03-09T08:00:00Z` becomes `20260309T080000Z`
            self.write_property(name, &instant.replace(['-', ':'], ""));
        }
        self.write_property("SEQUENCE", &event.sequence.to_string());
        self.write_property("SUMMARY", &escape_text(event.summary));
        if !event.location.is_empty() {
            self.write_property("LOCATION", &escape_text(event.location));
        }
        self.write_property("STATUS", event.status);
        self.write_property("END", "VEVENT");
    }

    pub fn finish(mut self) -> String {
        self.write_property("END", "VCALENDAR");
        self.0
    }

    /// Writes a property as `NAME:VALUE`. A line longer than [`MAX_LINE_BYTES`] is folded: a line break and a space continue
    /// it, never within a character.
    fn write_property(&mut self, name: &str, value: &str) {
        let mut line_bytes = 0;
        for c in name.chars().chain([':']).chain(value.chars()) {
            if line_bytes + c.len_utf8() > MAX_LINE_BYTES {
                self.0 += "\r\n ";
                // the space
                line_bytes = 1;
            }
            self.0.push(c);
            line_bytes += c.len_utf8();
        }
        self.0 += "\r\n";
    }
}

/// Escapes a text, and removes the control characters that a calendar may not contain. A line break becomes `\n`.
fn escape_text(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' | ';' | ',' => escaped.extend(['\\', c]),
            '\n' => escaped += "\\n",
            // the only control character that RFC 5545 allows in a text
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
        assert_eq!(escape_text("a,b;c\\d\r\ne\u{7}"), "a\\,b\\;c\\\\d\\ne");
        let text = Calendar::new(&"é".repeat(200)).finish();
        assert!(text.split("\r\n").all(|line| line.len() <= MAX_LINE_BYTES && !line.contains('\n')), "{text}");
        let unfolded = text.replace("\r\n ", "");
        assert!(unfolded.contains(&format!("\r\nNAME:{}\r\n", "é".repeat(200))), "{unfolded}");
    }
}
