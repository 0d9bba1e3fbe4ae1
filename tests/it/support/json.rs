//! JSON answers as a small owned tree that keeps what other readers lose: the order of names, a repeated name, how a
//! number is written.

/// A value of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Json {
    Null,
    Bool(bool),
    /// As it is written.
    Number(String),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    /// The one value of a text; panics when it is none.
    #[track_caller]
    pub fn parse(text: &str) -> Json {
        let mut reader = Reader { text, at: 0 };
        let value = reader.value();
        match value.filter(|_| reader.rest().is_empty()) {
            Some(value) => value,
            None => panic!("not JSON at {}: {text}", reader.at),
        }
    }

    /// The names of an object, in order.
    #[track_caller]
    pub fn names(&self) -> Vec<&str> {
        self.members().iter().map(|(name, _)| name.as_str()).collect()
    }

    /// What an object holds, in order.
    #[track_caller]
    pub fn members(&self) -> &[(String, Json)] {
        match self {
            Json::Object(members) => members,
            other => panic!("no object: {other:?}"),
        }
    }

    /// The items of a list.
    #[track_caller]
    pub fn items(&self) -> &[Json] {
        match self {
            Json::List(items) => items,
            other => panic!("no list: {other:?}"),
        }
    }

    /// The member of this name.
    #[track_caller]
    pub fn get(&self, name: &str) -> &Json {
        let mut members = self.members().iter();
        let found = members.find(|(known, _)| known == name);
        found.map(|(_, value)| value).unwrap_or_else(|| panic!("no {name} in {self:?}"))
    }

    /// The text that this is.
    #[track_caller]
    pub fn text(&self) -> &str {
        match self {
            Json::Text(text) => text,
            other => panic!("no text: {other:?}"),
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn takes(&mut self, word: &str) -> Option<()> {
        let is = self.rest().starts_with(word);
        self.at += if is { word.len() } else { 0 };
        is.then_some(())
    }

    fn value(&mut self) -> Option<Json> {
        for (word, value) in [("null", Json::Null), ("true", Json::Bool(true)), ("false", Json::Bool(false))] {
            if self.takes(word).is_some() {
                return Some(value);
            }
        }
        match self.rest().as_bytes().first()? {
            b'"' => self.string().map(Json::Text),
            b'[' => self.list("[", "]", Self::value).map(Json::List),
            b'{' => self.list("{", "}", Self::member).map(Json::Object),
            _ => self.number(),
        }
    }

    fn list<T>(&mut self, open: &str, close: &str, item: fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        self.takes(open)?;
        let mut items = Vec::new();
        while self.takes(close).is_none() {
            if !items.is_empty() {
                self.takes(",")?;
            }
            items.push(item(self)?);
        }
        Some(items)
    }

    fn member(&mut self) -> Option<(String, Json)> {
        let name = self.string()?;
        self.takes(":")?;
        Some((name, self.value()?))
    }

    fn string(&mut self) -> Option<String> {
        let mut escaped = false;
        let end = self.rest().strip_prefix('"')?.find(|c| {
            let end = c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            end
        })?;
        let literal = self.rest().get(..end + 2)?.to_owned();
        self.at += literal.len();
        serde_json::from_str(&literal).ok()
    }

    fn number(&mut self) -> Option<Json> {
        let of_a_number = |c: char| c.is_ascii_digit() || "+-.eE".contains(c);
        let rest = self.rest();
        let literal = &rest[..rest.find(|c| !of_a_number(c)).unwrap_or(rest.len())];
        serde_json::from_str::<f64>(literal).ok()?;
        let number = Json::Number(literal.to_owned());
        self.at += literal.len();
        Some(number)
    }
}
