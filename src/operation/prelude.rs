//! The names that most declarations of operations use.

pub use super::computed_rows::*;
pub use super::request::*;
pub use super::response_schema::*;
pub use super::rest::*;
pub use super::{ArgumentRule, GrantedWith, Operation, RequiredGrants};
pub use crate::model::descriptions;
pub use crate::model::refusal::{Entity, Refusal};
pub use crate::store::Snapshot;
