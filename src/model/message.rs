//! Messages: a name in the [registry](super::messages) and arguments for the placeholders of its sentence.

use std::fmt::{self, Display};

use serde_json::Value;

use super::language::Language;
pub use super::messages::MessageName;

/// A sentence that is rendered in the language of its reader. Until then, it is stored or passed on as data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    pub name: MessageName,
    pub arguments: Vec<MessageArgument>,
    /// The text for `{}`. [`Message::to_json`] omits it.
    value: Option<String>,
}

/// Whether a message about imported rows prevents the import.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    Error,
    Warning,
}

/// Replaces a placeholder of the sentence, such as `{0}`. Surplus arguments are appended to the sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MessageArgument {
    Text(String),
    Part(Message),
}

/// Returns the name under which the reader knows a column or an option of the command line. A page shows labels, such as
/// `Achternaam` for `FamilyName`; commands and responses show the declared names.
pub type ColumnNames<'a> = &'a dyn Fn(&str) -> String;

/// The value for messages that have no `{}`, or for which [`Message::with_value`] set the value.
pub const NO_VALUE: &str = "";

pub const DECLARED_NAMES: ColumnNames = &str::to_owned;

/// Returns the words that replace an option of the command line in sentences on pages: `{--max-removals} removals allows 4`
/// becomes `under Options, the limit of removals allows 4`. Returns `None` for other names.
pub fn option_words(name: &str, language: Language) -> Option<&'static str> {
    Some(match name {
        "--allow-similar" => language.either("under Options of an import", "bij Opties van een import"),
        "--max-removals" => language.either("under Options, the limit of", "de grens bij Opties van"),
        "--encoding" => language.either("the encoding of a mapping", "de tekencodering van een kolomkoppeling"),
        "--map" => language
            .either("remove or change the other under Mappings", "verwijder of wijzig de andere bij Kolomkoppelingen"),
        _ => return None,
    })
}

/// How the placeholders of a message and its parts are filled in.
struct Rendering<'a> {
    language: Language,
    value: &'a str,
    columns: ColumnNames<'a>,
    template: fn(MessageName, Language) -> &'static str,
}

impl Message {
    pub fn new(name: MessageName) -> Self {
        Self { name, arguments: Vec::new(), value: None }
    }

    /// Adds the next argument: the first replaces `{0}`, the second `{1}`, ….
    pub fn with(self, argument: impl Display) -> Self {
        self.with_argument(MessageArgument::Text(argument.to_string()))
    }

    pub fn with_argument(mut self, argument: MessageArgument) -> Self {
        self.arguments.push(argument);
        self
    }

    /// Sets the text for `{}` in the message and its parts. The caller quotes the text.
    pub fn with_value(mut self, value: impl Into<String>) -> Self {
        self.value = Some(value.into());
        self
    }

    pub fn with_part(self, part: impl Into<Message>) -> Self {
        self.with_argument(MessageArgument::Part(part.into()))
    }

    /// Returns the message with its datetimes formatted for the language.
    pub fn with_dates(&self, language: Language) -> Self {
        let format_argument = |argument: &MessageArgument| match argument {
            MessageArgument::Text(text) => MessageArgument::Text(language.format_if_datetime(text)),
            MessageArgument::Part(message) => MessageArgument::Part(message.with_dates(language)),
        };
        Self { arguments: self.arguments.iter().map(format_argument).collect(), ..self.clone() }
    }

    /// Returns the message in an error, with the cause; quotes an error that has no message.
    pub fn of_error(error: &anyhow::Error) -> Self {
        match (error.downcast_ref::<Self>(), error.chain().nth(1)) {
            (Some(message), None) => message.clone(),
            (Some(message), Some(cause)) => Self::new(MessageName::WithCause).with_part(message.clone()).with(cause),
            (None, _) => Self::new(MessageName::Verbatim).with(format_args!("{error:#}")),
        }
    }

    pub fn memory_bytes(&self) -> usize {
        let argument_bytes = |argument: &MessageArgument| match argument {
            MessageArgument::Text(text) => size_of::<MessageArgument>() + text.len(),
            MessageArgument::Part(message) => size_of::<MessageArgument>() + message.memory_bytes(),
        };
        self.arguments.iter().map(argument_bytes).sum()
    }

    /// Adds "; did you mean …?" after the sentence if there is a name to suggest.
    pub fn with_suggestion(self, name: Option<impl Display>) -> Self {
        match name {
            Some(name) => self.with_part(Message::new(MessageName::DidYouMean).with(name)),
            None => self,
        }
    }

    /// Returns a JSON array of the name and the arguments, such as `["ImportNumber","3"]`. Rules in SQL make the same array
    /// with `json_array`.
    pub fn to_json(&self) -> Value {
        let arguments = self.arguments.iter().map(|argument| match argument {
            MessageArgument::Text(text) => text.as_str().into(),
            MessageArgument::Part(message) => message.to_json(),
        });
        [Value::from(self.name.name())].into_iter().chain(arguments).collect()
    }

    /// Parses an array of [`Self::to_json`]; `None` for other JSON or an unknown name.
    pub fn from_json(json: &Value) -> Option<Self> {
        let (name, arguments) = json.as_array()?.split_first()?;
        let parse_argument = |argument: &Value| match argument {
            Value::Array(_) => Self::from_json(argument).map(MessageArgument::Part),
            Value::String(text) => Some(MessageArgument::Text(text.clone())),
            // rules in SQL may also pass NULL and numbers
            Value::Null => Some(MessageArgument::Text(String::new())),
            other => Some(MessageArgument::Text(other.to_string())),
        };
        let name = MessageName::from_name(name.as_str()?)?;
        let arguments = arguments.iter().map(parse_argument).collect::<Option<_>>()?;
        Some(Self { name, arguments, value: None })
    }

    /// Renders a message that has no `{}`, or for which [`Self::with_value`] set the value.
    pub fn text(&self, language: Language) -> String {
        self.render_with_value(language, NO_VALUE)
    }

    /// Renders the message for a page: with labels for options, and with sentences for actions of commands.
    pub fn text_for_page(&self, language: Language) -> String {
        let columns = |name: &str| option_words(name, language).unwrap_or(name).to_owned();
        self.fill_in(&Rendering { language, value: NO_VALUE, columns: &columns, template: MessageName::page_template })
    }

    pub fn render_with_value(&self, language: Language, value: &str) -> String {
        self.render(language, value, DECLARED_NAMES)
    }

    /// Renders the message with `value` for `{}`, unless [`Self::with_value`] set another value. `columns` returns the
    /// shown name of a column or option. Placeholders of missing arguments become empty.
    pub fn render(&self, language: Language, value: &str, columns: ColumnNames) -> String {
        self.fill_in(&Rendering { language, value, columns, template: MessageName::template })
    }

    fn fill_in(&self, rendering: &Rendering) -> String {
        let rendering = Rendering { value: self.value.as_deref().unwrap_or(rendering.value), ..*rendering };
        let mut text = String::new();
        let mut unread = (rendering.template)(self.name, rendering.language);
        while let Some((before, from_placeholder)) = unread.split_once('{') {
            text += before;
            let (placeholder, after) = from_placeholder.split_once('}').unwrap_or((from_placeholder, ""));
            if let Some(placeholder) = Placeholder::parse(placeholder) {
                text += &self.fill_in_placeholder(placeholder, &rendering);
            }
            unread = after;
        }
        text += unread;
        text.extend(self.appended_arguments().map(|argument| argument.fill_in(&rendering)));
        text
    }

    /// Returns the arguments without a placeholder, such as that of [`Self::with_suggestion`]. They follow the sentence.
    fn appended_arguments(&self) -> impl Iterator<Item = &MessageArgument> {
        self.arguments.iter().skip(self.name.argument_count())
    }

    fn fill_in_placeholder(&self, placeholder: Placeholder, rendering: &Rendering) -> String {
        let argument_text =
            |index: usize| self.arguments.get(index).map(|argument| argument.fill_in(rendering)).unwrap_or_default();
        match placeholder {
            Placeholder::Value => rendering.value.to_owned(),
            Placeholder::Argument(index) => argument_text(index),
            Placeholder::ColumnInArgument(index) => (rendering.columns)(&argument_text(index)),
            Placeholder::Column(name) => (rendering.columns)(name),
            Placeholder::Plural { count, singular, plural } => {
                let is_singular = argument_text(count) == "1";
                if is_singular { singular } else { plural }.to_owned()
            }
        }
    }
}

enum Placeholder<'t> {
    /// `{}`
    Value,
    /// `{0}`
    Argument(usize),
    /// `{@0}`: the argument is the name of a column or option.
    ColumnInArgument(usize),
    /// `{Email}` or `{--map}`: the name of a column or option.
    Column(&'t str),
    /// `{0|row|rows}`: the argument is a count.
    Plural { count: usize, singular: &'t str, plural: &'t str },
}

impl<'t> Placeholder<'t> {
    fn parse(text: &'t str) -> Option<Self> {
        let is_name = text.starts_with("--") || text.starts_with(char::is_alphabetic);
        match text.split('|').collect::<Vec<_>>()[..] {
            [""] => Some(Self::Value),
            [name] if is_name => Some(Self::Column(name)),
            [number] => match number.strip_prefix('@') {
                Some(number) => number.parse().ok().map(Self::ColumnInArgument),
                None => number.parse().ok().map(Self::Argument),
            },
            [count, singular, plural] => Some(Self::Plural { count: count.parse().ok()?, singular, plural }),
            _ => None,
        }
    }
}

impl MessageArgument {
    fn fill_in(&self, rendering: &Rendering) -> String {
        match self {
            MessageArgument::Text(text) => text.clone(),
            MessageArgument::Part(message) => message.fill_in(rendering),
        }
    }
}

impl<T: Into<Message>> From<T> for MessageArgument {
    fn from(part: T) -> Self {
        MessageArgument::Part(part.into())
    }
}

impl Display for MessageArgument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MessageArgument::Text(text) => f.write_str(text),
            MessageArgument::Part(message) => message.fmt(f),
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
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn arguments_parts_columns_and_plurals_are_filled_in() {
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
    fn both_languages_and_pages_have_the_same_arguments() {
        for name in MessageName::ALL {
            let placeholders = |template: &'static str| {
                let used = template.split(['{', '}']).skip(1).step_by(2);
                used.filter(|placeholder| !placeholder.contains('|')).collect::<BTreeSet<_>>()
            };
            let command_text = placeholders(name.template(Language::English));
            for page_text in [Language::English, Language::Dutch].map(|language| name.page_template(language)) {
                assert_eq!(command_text, placeholders(page_text), "{}: {page_text}", name.name());
            }
            assert_eq!(command_text, placeholders(name.template(Language::Dutch)), "{}", name.name());
        }
    }
}
