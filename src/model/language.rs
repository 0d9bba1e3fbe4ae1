//! The languages of the console and of messages.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    English,
    Dutch,
}

impl Language {
    pub const ALL: [Language; 2] = [Language::English, Language::Dutch];

    /// Returns the text for this language.
    pub fn either<T>(self, english: T, dutch: T) -> T {
        match self {
            Language::English => english,
            Language::Dutch => dutch,
        }
    }

    /// Returns the code for HTML and HTTP.
    pub fn code(self) -> &'static str {
        self.either("en", "nl")
    }

    /// Returns the language's own name.
    pub fn name(self) -> &'static str {
        self.either("English", "Nederlands")
    }

    pub fn flag(self, is: bool) -> &'static str {
        match is {
            true => self.either("yes", "ja"),
            false => self.either("no", "nee"),
        }
    }

    /// Returns the word for a validity without end.
    pub fn never(self) -> &'static str {
        self.either("never", "voor altijd")
    }

    /// Returns the language of a tag such as `nl-BE`.
    pub fn of(tag: &str) -> Option<Self> {
        let code = tag.split('-').next().unwrap_or_default();
        let mut known = Self::ALL.into_iter();
        known.find(|language| code.eq_ignore_ascii_case(language.code()))
    }
}
