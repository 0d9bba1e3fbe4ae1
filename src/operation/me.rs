//! Me: the credential that a caller signs in with, over REST alone.

use anyhow::Result;

use super::Operation;
use super::request::{Arguments, CallerFacts};
use super::response_schema::*;
use super::rest::get;
use crate::model::cell::Cell;
use crate::model::time;
use crate::store::Snapshot;
use crate::store::credential::{self, Credential};

pub const OPERATION: Operation = Operation {
    needs: Some(&[]),
    ..Operation::over_rest(
        "Me",
        get("/me"),
        "The credential that signs in, and the operations that it may call.",
        Contents::One {
            structure: "Caller",
            rows: RowSource::Computed(open),
            fields: FIELDS,
            none: None,
            several: None,
        },
    )
};

const FIELDS: &[Field] = &[
    text("name").says("The name of the credential."),
    text("kind").says("How it signed in: password or token."),
    list("granted", &GRANTED).says("The operations that it may call."),
    field("expires", FieldValue::ZonedDateTime)
        .nillable()
        .says("When this password or token stops working; null where that is not known."),
];

static GRANTED: ListSchema =
    ListSchema { element: "Operation", rows: RowSource::Beside, item: ListItem::Value(FieldValue::Text) };

fn open<'s>(snapshot: &'s Snapshot, arguments: &Arguments) -> Result<OpenedRows<'s>, OpenRowsError> {
    let facts = arguments.caller.clone().unwrap_or_default();
    let stored = Credential::find(snapshot, &facts.name).map_err(anyhow::Error::from)?;
    let granted = stored.map_or(Ok(Vec::new()), |stored| credential::grants(snapshot, stored.id));
    let granted = granted.map_err(anyhow::Error::from)?.iter().map(|name| facts.brand.name(name)).collect();
    let wall = |at: &String| -> Result<String> { Ok(time::text(snapshot.clock().wall(at.parse()?))) };
    let expires = facts.expires.as_ref().map(wall).transpose()?;
    Ok(vec![Box::new(CallerRow { facts, expires, is_passed: false }), Box::new(GrantRows { granted, passed: 0 })])
}

struct CallerRow {
    facts: CallerFacts,
    /// As wall time.
    expires: Option<String>,
    is_passed: bool,
}

impl ComputedRows for CallerRow {
    fn advance(&mut self) -> Result<bool> {
        Ok(!std::mem::replace(&mut self.is_passed, true))
    }

    fn cell(&self, column: usize) -> Cell<'_> {
        match column {
            0 => Cell::Int(PAGE_KEY),
            1 => Cell::Text(self.facts.name.as_bytes()),
            2 => Cell::Text(if self.facts.is_token { b"token" } else { b"password" }),
            _ => self.expires.as_ref().map_or(Cell::Null, |expires| Cell::Text(expires.as_bytes())),
        }
    }
}

struct GrantRows {
    granted: Vec<String>,
    passed: usize,
}

impl ComputedRows for GrantRows {
    fn advance(&mut self) -> Result<bool> {
        self.passed += 1;
        Ok(self.passed <= self.granted.len())
    }

    fn cell(&self, column: usize) -> Cell<'_> {
        match column {
            0 => Cell::Int(PAGE_KEY),
            _ => Cell::Text(self.granted[self.passed - 1].as_bytes()),
        }
    }
}
