//! Me: the credential that a caller signs in with, over REST alone.

use anyhow::Result;

use super::request::Arguments;
use super::response_schema::*;
use super::rest::get;
use super::{GrantedWith, Operation};
use crate::model::cell::Cell;
use crate::model::time;
use crate::store::Snapshot;
use crate::store::credential::{self, Credential};

pub const OPERATION: Operation = Operation {
    needs: Some(&[]),
    granted_with: GrantedWith::Name,
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
    let granted: Vec<_> = granted.map_err(anyhow::Error::from)?.iter().map(|name| facts.brand.name(name)).collect();
    let wall = |at: &String| -> Result<String> { Ok(time::text(snapshot.clock().wall(at.parse()?))) };
    let expires = facts.expires.as_ref().map(wall).transpose()?;
    let kind = if facts.is_token { "token" } else { "password" };
    let caller = vec![Some(facts.name), Some(kind.to_owned()), expires];
    let granted = granted.into_iter().map(|name| vec![Some(name)]).collect();
    let lists: Vec<Box<dyn ComputedRows>> =
        vec![Box::new(TextRows { rows: vec![caller], passed: 0 }), Box::new(TextRows { rows: granted, passed: 0 })];
    Ok(lists.into())
}

/// Rows of texts, all of one key.
struct TextRows {
    rows: Vec<Vec<Option<String>>>,
    passed: usize,
}

impl ComputedRows for TextRows {
    fn advance(&mut self) -> Result<bool> {
        self.passed += 1;
        Ok(self.passed <= self.rows.len())
    }

    fn cell(&self, column: usize) -> Cell<'_> {
        match column.checked_sub(1).map(|column| &self.rows[self.passed - 1][column]) {
            None => Cell::Int(PAGE_KEY),
            Some(None) => Cell::Null,
            Some(Some(text)) => Cell::Text(text.as_bytes()),
        }
    }
}
