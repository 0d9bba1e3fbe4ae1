//! Parses JSON into a tree that keeps the order of names, repeated names, and the notation of numbers.

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Json {
    Null,
    Bool(bool),
    /// As written.
    Number(String),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    /// Parses a text that is one JSON value; panics if it is not.
    #[track_caller]
    pub fn parse(text: &str) -> Json {
        let mut reader = Reader { text, position: 0 };
        let value = reader.value();
        match value.filter(|_| reader.rest().is_empty()) {
            Some(value) => value,
            None => panic!("not JSON at {}: {text}", reader.position),
        }
    }

    /// Returns the names of an object's members, in order.
    #[track_caller]
    pub fn names(&self) -> Vec<&str> {
        self.members().iter().map(|(name, _)| name.as_str()).collect()
    }

    #[track_caller]
    pub fn members(&self) -> &[(String, Json)] {
        match self {
            Json::Object(members) => members,
            other => panic!("not an object: {other:?}"),
        }
    }

    #[track_caller]
    pub fn items(&self) -> &[Json] {
        match self {
            Json::List(items) => items,
            other => panic!("not a list: {other:?}"),
        }
    }

    #[track_caller]
    pub fn get(&self, name: &str) -> &Json {
        let mut members = self.members().iter();
        let found = members.find(|(other, _)| other == name);
        found.map(|(_, value)| value).unwrap_or_else(|| panic!("no {name} in {self:?}"))
    }

    #[track_caller]
    pub fn text(&self) -> &str {
        match self {
            Json::Text(text) => text,
            other => panic!("not a text: {other:?}"),
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    position: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.position..]
    }

    fn take(&mut self, word: &str) -> Option<()> {
        let found = self.rest().starts_with(word);
        self.position += if found { word.len() } else { 0 };
        found.then_some(())
    }

    fn value(&mut self) -> Option<Json> {
        for (word, value) in [("null", Json::Null), ("true", Json::Bool(true)), ("false", Json::Bool(false))] {
            if self.take(word).is_some() {
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
        self.take(open)?;
        let mut items = Vec::new();
        while self.take(close).is_none() {
            if !items.is_empty() {
                self.take(",")?;
            }
            items.push(item(self)?);
        }
        Some(items)
    }

    fn member(&mut self) -> Option<(String, Json)> {
        let name = self.string()?;
        self.take(":")?;
        Some((name, self.value()?))
    }

    fn string(&mut self) -> Option<String> {
        let mut escaped = false;
        let end = self.rest().strip_prefix('"')?.find(|c| {
            let is_end = c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            is_end
        })?;
        let literal = self.rest().get(..end + 2)?.to_owned();
        self.position += literal.len();
        serde_json::from_str(&literal).ok()
    }

    fn number(&mut self) -> Option<Json> {
        let is_in_number = |c: char| c.is_ascii_digit() || "+-.eE".contains(c);
        let rest = self.rest();
        let literal = &rest[..rest.find(|c| !is_in_number(c)).unwrap_or(rest.len())];
        serde_json::from_str::<f64>(literal).ok()?;
        let number = Json::Number(literal.to_owned());
        self.position += literal.len();
        Some(number)
    }
}
