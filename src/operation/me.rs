//! Me, only over REST: the credential with which a caller signs in.

use super::prelude::*;
use crate::model::time;
use crate::store::credential::{self, Credential};

pub const OPERATION: Operation = Operation {
    required_grants: RequiredGrants::NoGrant,
    granted_with: GrantedWith::Name,
    ..Operation::over_rest(
        "Me",
        get("/me"),
        "The credential that signs in, and the operations that it may call.",
        Contents::one("Caller", RowSource::Computed(open_caller), FIELDS, None),
    )
};

const FIELDS: &[Field] = &[
    text("name").described("The name of the credential."),
    text("kind").described("How it signed in: password or token."),
    list("granted", &GRANTED).described("The operations that it may call."),
    field("expires", FieldValue::ZonedDateTime)
        .nillable()
        .described("When this password or token stops working; null if that is unknown."),
];

static GRANTED: ListSchema = ListSchema::of_values("Operation", RowSource::None, FieldValue::Text);

fn open_caller<'s>(snapshot: &'s Snapshot, arguments: &Arguments) -> Result<OpenedRows<'s>, AnswerError> {
    let caller = arguments.caller.clone().unwrap_or_default();
    let operations = match Credential::find(snapshot, &caller.name)? {
        Some(credential) => credential::grants(snapshot, credential.id)?,
        None => Vec::new(),
    };
    // sorted by the names that the client sees
    let mut granted: Vec<_> = operations.iter().map(|name| caller.brand.branded_name(name)).collect();
    granted.sort_unstable();
    let granted_rows = granted.into_iter().map(|name| [OwnedCell::Int(ONLY_ROW_KEY), OwnedCell::Text(name.into())]);
    let kind = if caller.is_token { "token" } else { "password" };
    let expires = match &caller.expires {
        Some(utc) => OwnedCell::Text(time::format_wall_time(snapshot.clock().to_wall_time(utc.parse()?)).into()),
        None => OwnedCell::Null,
    };
    let [name, kind] = [caller.name.into(), kind.into()].map(OwnedCell::Text);
    let caller_row = [OwnedCell::Int(ONLY_ROW_KEY), name, kind, expires];
    Ok(vec![rows_from_vec(vec![caller_row]), rows_from_vec(granted_rows.collect())].into())
}
