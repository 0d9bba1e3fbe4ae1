//! Small JSON documents with names in insertion order.

use std::fmt::{self, Display, Formatter};

/// A JSON value that is built in code. Its `Display` writes compact JSON. Unlike `serde_json::Value`, an object keeps
/// the order in which members were added, so that a document has the order of the declarations.
#[derive(Clone)]
pub enum JsonTree {
    /// The JSON text of a value.
    Raw(String),
    List(Vec<JsonTree>),
    Object(Vec<(String, JsonTree)>),
}

pub fn object() -> JsonTree {
    JsonTree::Object(Vec::new())
}

pub fn list<T: Into<JsonTree>>(items: impl IntoIterator<Item = T>) -> JsonTree {
    JsonTree::List(items.into_iter().map(Into::into).collect())
}

impl JsonTree {
    /// Adds a member to an object. Leaves any other value unchanged.
    pub fn with(mut self, name: impl Into<String>, value: impl Into<JsonTree>) -> Self {
        if let JsonTree::Object(members) = &mut self {
            members.push((name.into(), value.into()));
        }
        self
    }

    pub fn with_some(self, name: &str, value: Option<impl Into<JsonTree>>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }
}

impl From<&str> for JsonTree {
    fn from(text: &str) -> Self {
        JsonTree::Raw(serde_json::Value::from(text).to_string())
    }
}

impl From<String> for JsonTree {
    fn from(text: String) -> Self {
        text.as_str().into()
    }
}

/// Implements `From` for types whose `Display` writes JSON.
macro_rules! from_displayed {
    ($($displayed:ty)*) => {
        $(impl From<$displayed> for JsonTree {
            fn from(value: $displayed) -> Self {
                JsonTree::Raw(value.to_string())
            }
        })*
    };
}

from_displayed!(bool u16 i32 i64 usize);

impl Display for JsonTree {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            JsonTree::Raw(text) => f.write_str(text),
            JsonTree::List(items) => {
                let items: Vec<_> = items.iter().map(JsonTree::to_string).collect();
                write!(f, "[{}]", items.join(","))
            }
            // a name is written as a JSON text, too
            JsonTree::Object(members) => {
                let member = |(name, value): &(String, JsonTree)| format!("{}:{value}", JsonTree::from(name.as_str()));
                let members: Vec<_> = members.iter().map(member).collect();
                write!(f, "{{{}}}", members.join(","))
            }
        }
    }
}
