//! Small whole JSON documents: a tree whose names stay in the order in which they are given.

use std::fmt::{self, Display, Formatter};

#[derive(Clone)]
pub enum Tree {
    /// One that is written already.
    Written(String),
    List(Vec<Tree>),
    Object(Vec<(String, Tree)>),
}

/// An object without members.
pub fn object() -> Tree {
    Tree::Object(Vec::new())
}

pub fn list<T: Into<Tree>>(items: impl IntoIterator<Item = T>) -> Tree {
    Tree::List(items.into_iter().map(Into::into).collect())
}

impl Tree {
    /// The object with one more member.
    pub fn and(mut self, name: impl Into<String>, value: impl Into<Tree>) -> Self {
        if let Tree::Object(members) = &mut self {
            members.push((name.into(), value.into()));
        }
        self
    }

    /// The object with a member that may not be there.
    pub fn and_some(self, name: &str, value: Option<impl Into<Tree>>) -> Self {
        match value {
            Some(value) => self.and(name, value),
            None => self,
        }
    }
}

impl From<&str> for Tree {
    fn from(text: &str) -> Self {
        Tree::Written(serde_json::Value::from(text).to_string())
    }
}

impl From<String> for Tree {
    fn from(text: String) -> Self {
        text.as_str().into()
    }
}

impl From<bool> for Tree {
    fn from(flag: bool) -> Self {
        Tree::Written(flag.to_string())
    }
}

impl From<i64> for Tree {
    fn from(number: i64) -> Self {
        Tree::Written(number.to_string())
    }
}

impl Display for Tree {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Tree::Written(text) => f.write_str(text),
            Tree::List(items) => {
                f.write_str("[")?;
                for (at, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", if at == 0 { "" } else { "," })?;
                }
                f.write_str("]")
            }
            Tree::Object(members) => {
                f.write_str("{")?;
                for (at, (name, value)) in members.iter().enumerate() {
                    let comma = if at == 0 { "" } else { "," };
                    write!(f, "{comma}{}:{value}", Tree::from(name.as_str()))?;
                }
                f.write_str("}")
            }
        }
    }
}
