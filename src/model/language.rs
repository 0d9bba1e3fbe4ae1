//! The languages of the console and of messages.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    English,
    Dutch,
}

impl Language {
    pub const ALL: [Language; 2] = [Language::English, Language::Dutch];

    pub fn either<T>(self, english: T, dutch: T) -> T {
        match self {
            Language::English => english,
            Language::Dutch => dutch,
        }
    }

    pub fn code(self) -> &'static str {
        self.either("en", "nl")
    }

    pub fn name(self) -> &'static str {
        self.either("English", "Nederlands")
    }

    pub fn flag(self, is: bool) -> &'static str {
        match is {
            true => self.either("yes", "ja"),
            false => self.either("no", "nee"),
        }
    }

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
