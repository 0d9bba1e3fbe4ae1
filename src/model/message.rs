//! Messages: a name in the [registry](super::messages) and facts, which become a sentence in the reader's language.

use std::fmt::{self, Display};

use serde_json::Value;

use super::language::Language;
pub use super::messages::MessageName;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    pub name: MessageName,
    pub facts: Vec<Fact>,
    /// The text for `{}`. [`Message::to_json`] omits it.
    value: Option<String>,
}

/// Whether a message about imported rows prevents the import.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    Error,
    Warning,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fact {
    Text(String),
    /// A message for the next placeholder, or after the sentence if the sentence has no further placeholder.
    Part(Message),
}

/// Returns the name under which the reader knows a column.
pub type ColumnNames<'a> = &'a dyn Fn(&str) -> String;

impl Message {
    pub fn new(name: MessageName) -> Self {
        Self { name, facts: Vec::new(), value: None }
    }

    /// Adds the next fact, a value for `{0}`, `{1}`, ….
    pub fn with(mut self, fact: impl Display) -> Self {
        self.facts.push(Fact::Text(fact.to_string()));
        self
    }

    /// Sets the text for `{}` in the message and its parts. The caller quotes the text.
    pub fn with_value(mut self, value: impl Into<String>) -> Self {
        self.value = Some(value.into());
        self
    }

    pub fn with_part(mut self, part: impl Into<Message>) -> Self {
        self.facts.push(Fact::Part(part.into()));
        self
    }

    /// Returns the message with its datetimes formatted for the language.
    pub fn with_dates(&self, language: Language) -> Self {
        let format_fact = |fact: &Fact| match fact {
            Fact::Text(text) => Fact::Text(language.format_if_datetime(text)),
            Fact::Part(message) => Fact::Part(message.with_dates(language)),
        };
        Self { facts: self.facts.iter().map(format_fact).collect(), ..self.clone() }
    }

    pub fn memory_bytes(&self) -> usize {
        let fact_bytes = |fact: &Fact| match fact {
            Fact::Text(text) => size_of::<Fact>() + text.len(),
            Fact::Part(message) => size_of::<Fact>() + message.memory_bytes(),
        };
        self.facts.iter().map(fact_bytes).sum()
    }

    /// Adds "; did you mean …?" after the sentence if there is a name to suggest.
    pub fn with_suggestion(self, name: Option<impl Display>) -> Self {
        match name {
            Some(name) => self.with_part(Message::new(MessageName::DidYouMean).with(name)),
            None => self,
        }
    }

    /// Returns a JSON array of the name and the facts. Rules in SQL make the same array with `json_array`.
    pub fn to_json(&self) -> Value {
        let facts = self.facts.iter().map(|fact| match fact {
            Fact::Text(text) => text.as_str().into(),
            Fact::Part(message) => message.to_json(),
        });
        [Value::from(self.name.name())].into_iter().chain(facts).collect()
    }

    /// Parses an array of [`Self::to_json`]; `None` for other JSON or an unknown name.
    pub fn from_json(json: &Value) -> Option<Self> {
        let (name, facts) = json.as_array()?.split_first()?;
        let parse_fact = |fact: &Value| match fact {
            Value::Array(_) => Self::from_json(fact).map(Fact::Part),
            Value::String(text) => Some(Fact::Text(text.clone())),
            Value::Null => Some(Fact::Text(String::new())),
            other => Some(Fact::Text(other.to_string())),
        };
        let name = MessageName::from_name(name.as_str()?)?;
        Some(Self { name, facts: facts.iter().map(parse_fact).collect::<Option<_>>()?, value: None })
    }

    /// Renders the message without a value for `{}`.
    pub fn text(&self, language: Language) -> String {
        self.render_with_value(language, "")
    }

    /// Renders the message with `value` for `{}`. Columns have their declared names.
    pub fn render_with_value(&self, language: Language, value: &str) -> String {
        self.render(language, value, &str::to_owned)
    }

    /// Renders the message with `value` for `{}`, unless [`Self::with_value`] set another value.
    pub fn render(&self, language: Language, value: &str, columns: ColumnNames) -> String {
        let value = self.value.as_deref().unwrap_or(value);
        let mut text = String::new();
        let mut rest = self.name.template(language);
        while let Some((before, after)) = rest.split_once('{') {
            text += before;
            let (placeholder, after) = after.split_once('}').unwrap_or((after, ""));
            text += &self.render_placeholder(placeholder, language, value, columns);
            rest = after;
        }
        text += rest;
        let facts_after_sentence = self.facts.iter().skip(self.name.fact_count());
        text.extend(facts_after_sentence.map(|fact| fact.render(language, value, columns)));
        text
    }

    /// Returns the text for a placeholder without braces: a fact (`0`), the column that a fact names (`@0`), a word
    /// that depends on the number in a fact (`0|row|rows`), or a column (`Email`).
    fn render_placeholder(&self, placeholder: &str, language: Language, value: &str, columns: ColumnNames) -> String {
        let fact_text = |number: &str| {
            let fact = number.parse().ok().and_then(|index: usize| self.facts.get(index));
            fact.map(|fact| fact.render(language, value, columns)).unwrap_or_default()
        };
        match placeholder.split('|').collect::<Vec<_>>()[..] {
            [""] => value.to_owned(),
            [number, singular, plural] => if fact_text(number) == "1" { singular } else { plural }.to_owned(),
            [name] if name.starts_with(char::is_alphabetic) => columns(name),
            [name] => match name.strip_prefix('@') {
                Some(number) => columns(&fact_text(number)),
                None => fact_text(name),
            },
            _ => String::new(),
        }
    }
}

impl Fact {
    fn render(&self, language: Language, value: &str, columns: ColumnNames) -> String {
        match self {
            Fact::Text(text) => text.clone(),
            Fact::Part(message) => message.render(language, value, columns),
        }
    }
}

impl From<MessageName> for Message {
    fn from(name: MessageName) -> Self {
        Self::new(name)
    }
}

/// Writes the message in English, the language of the contract.
impl Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Language::English))
    }
}

impl std::error::Error for Message {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_parts_columns_and_plurals_are_filled_in() {
        let message = Message::new(MessageName::StillReferenced).with(2).with("dimmings.csv");
        assert_eq!(
            message.render_with_value(Language::English, "A"),
            "A is not listed, but 2 rows of dimmings.csv refer to it"
        );
        let message =
            Message::new(MessageName::StillReferenced).with(1).with("dimmings.csv").with_suggestion(Some("B"));
        assert_eq!(Message::from_json(&message.to_json()), Some(message.clone()));
        let expected = "A ontbreekt, maar 1 rij van dimmings.csv verwijst ernaar; bedoelt u B?";
        assert_eq!(message.render_with_value(Language::Dutch, "A"), expected);
        let message = Message::new(MessageName::TillNotAfterFrom).with("09:00");
        let rendered = message.render(Language::English, "08:00", &|name| format!("<{name}>"));
        assert_eq!(rendered, "08:00 is not after <From>, 09:00");
    }

    #[test]
    fn both_languages_have_the_same_facts() {
        for name in MessageName::ALL {
            let placeholders = |language: Language| {
                let mut used: Vec<_> = name.template(language).split(['{', '}']).skip(1).step_by(2).collect();
                used.retain(|placeholder| !placeholder.contains('|'));
                used.sort_unstable();
                used.dedup();
                used
            };
            assert_eq!(placeholders(Language::English), placeholders(Language::Dutch), "{}", name.name());
        }
    }
}
