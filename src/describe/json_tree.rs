//! Small JSON documents with names in insertion order.

use std::fmt::{self, Display, Formatter};

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
                f.write_str("[")?;
                for (index, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", if index == 0 { "" } else { "," })?;
                }
                f.write_str("]")
            }
            JsonTree::Object(members) => {
                f.write_str("{")?;
                for (index, (name, value)) in members.iter().enumerate() {
                    let comma = if index == 0 { "" } else { "," };
                    let quoted_name = JsonTree::from(name.as_str());
                    write!(f, "{comma}{quoted_name}:{value}")?;
                }
                f.write_str("}")
            }
        }
    }
}
