//! The languages in which people are spoken to, and what is said in each.

/// A language of people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// English.
    English,
    /// Dutch.
    Dutch,
}

impl Language {
    /// All of them.
    pub const ALL: [Language; 2] = [Language::English, Language::Dutch];

    /// Its code, as HTML and HTTP have it.
    pub const fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Dutch => "nl",
        }
    }

    /// Its name in itself.
    pub const fn name(self) -> &'static str {
        match self {
            Language::English => "English",
            Language::Dutch => "Nederlands",
        }
    }

    /// Yes or no.
    pub const fn flag(self, is: bool) -> &'static str {
        match (self, is) {
            (Language::English, true) => "yes",
            (Language::English, false) => "no",
            (Language::Dutch, true) => "ja",
            (Language::Dutch, false) => "nee",
        }
    }

    /// What stands where the end of a validity would, and there is none.
    pub const fn never(self) -> &'static str {
        match self {
            Language::English => "never",
            Language::Dutch => "voor altijd",
        }
    }

    /// The language that a tag such as `nl-BE` begins with.
    pub fn of(tag: &str) -> Option<Self> {
        let code = tag.split('-').next().unwrap_or_default();
        let mut known = Self::ALL.into_iter();
        known.find(|language| code.eq_ignore_ascii_case(language.code()))
    }
}
