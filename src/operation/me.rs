//! Me: the credential that a caller signs in with, over REST alone.

use anyhow::Result;

use super::request::Arguments;
use super::response_schema::*;
use super::rest::get;
use super::{GrantedWith, Operation};
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
            rows: RowSource::Computed(open_caller),
            fields: FIELDS,
            not_found: None,
            ambiguous: None,
        },
    )
};

const FIELDS: &[Field] = &[
    text("name").described("The name of the credential."),
    text("kind").described("How it signed in: password or token."),
    list("granted", &GRANTED).described("The operations that it may call."),
    field("expires", FieldValue::ZonedDateTime)
        .nillable()
        .described("When this password or token stops working; null where that is not known."),
];

static GRANTED: ListSchema =
    ListSchema { element: "Operation", rows: RowSource::Elsewhere, item: ListItem::Value(FieldValue::Text) };

/// Opens the row of the caller and its granted operations.
fn open_caller<'s>(snapshot: &'s Snapshot, arguments: &Arguments) -> Result<OpenedRows<'s>, OpenRowsError> {
    let caller = arguments.caller.clone().unwrap_or_default();
    let operations = match Credential::find(snapshot, &caller.name).map_err(anyhow::Error::from)? {
        Some(credential) => credential::grants(snapshot, credential.id).map_err(anyhow::Error::from)?,
        None => Vec::new(),
    };
    let mut granted: Vec<_> = operations.iter().map(|name| caller.brand.apply_to(name)).collect();
    granted.sort_unstable();
    let wall_time =
        |at: &String| -> Result<String> { Ok(time::format_wall_time(snapshot.clock().to_wall_time(at.parse()?))) };
    let expires = caller.expires.as_ref().map(wall_time).transpose()?;
    let kind = if caller.is_token { "token" } else { "password" };
    let text = |text: Option<String>| text.map_or(OwnedCell::Null, OwnedCell::Text);
    let row = |texts: Vec<Option<String>>| {
        [OwnedCell::Int(PAGE_KEY)].into_iter().chain(texts.into_iter().map(text)).collect()
    };
    let caller_row = row(vec![Some(caller.name), Some(kind.to_owned()), expires]);
    let granted_rows = granted.into_iter().map(|name| row(vec![Some(name)])).collect();
    Ok(vec![OwnedRows::boxed(vec![caller_row]), OwnedRows::boxed(granted_rows)].into())
}
