//! Values with rules of their own, such as times, texts and messages. They know no protocol, database or command line.

pub mod address;
pub mod brand;
pub mod cell;
pub mod descriptions;
pub mod enumeration;
pub mod icalendar;
pub mod language;
pub mod lock;
pub mod message;
pub mod messages;
pub mod name_similarity;
pub mod preconditions;
pub mod problem;
pub mod random;
pub mod record;
pub mod refusal;
pub mod request_error;
pub mod text;
pub mod time;
pub mod utc_offsets;
