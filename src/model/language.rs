//! The languages in which people are spoken to, and what is said in each.

/// A language of people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    English,
    Dutch,
}

impl Language {
    pub const ALL: [Language; 2] = [Language::English, Language::Dutch];

    /// What is said in it, of the same in both.
    pub fn either<T>(self, english: T, dutch: T) -> T {
        match self {
            Language::English => english,
            Language::Dutch => dutch,
        }
    }

    /// Its code, as HTML and HTTP have it.
    pub fn code(self) -> &'static str {
        self.either("en", "nl")
    }

    /// Its name in itself.
    pub fn name(self) -> &'static str {
        self.either("English", "Nederlands")
    }

    pub fn flag(self, is: bool) -> &'static str {
        match is {
            true => self.either("yes", "ja"),
            false => self.either("no", "nee"),
        }
    }

    /// What stands where the end of a validity would, and there is none.
    pub fn never(self) -> &'static str {
        self.either("never", "voor altijd")
    }

    /// The language that a tag such as `nl-BE` begins with.
    pub fn of(tag: &str) -> Option<Self> {
        let code = tag.split('-').next().unwrap_or_default();
        let mut known = Self::ALL.into_iter();
        known.find(|language| code.eq_ignore_ascii_case(language.code()))
    }
}
