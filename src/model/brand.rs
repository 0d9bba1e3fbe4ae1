//! The brand word: "`--brand WORD` (default `Service`) replaces the neutral word in `ServiceId`,
//! `ManagerServiceId`, `GetPersonByServiceId`, `servicePersonId` (lower-case first letter kept) …, in
//! requests, answers, error texts, WSDL and help alike".

use anyhow::{Result, bail};

/// The word that replaces `Service` in the names of operations, parameters and columns.
#[derive(Clone, Debug)]
pub struct Brand {
    word: String,
    /// `word` with a lower-case first letter, for names such as `servicePersonId`.
    uncapitalized: String,
}

impl Default for Brand {
    fn default() -> Self {
        Self { word: "Service".to_owned(), uncapitalized: "service".to_owned() }
    }
}

impl Brand {
    /// Parses a brand word: an ASCII letter, then ASCII letters and digits, so that every branded name is an XML name.
    pub fn new(word: &str) -> Result<Self> {
        let fits =
            word.starts_with(|c: char| c.is_ascii_alphabetic()) && word.chars().all(|c| c.is_ascii_alphanumeric());
        if !fits {
            bail!("a brand word is a letter, then letters and digits");
        }
        let mut uncapitalized = word.to_owned();
        // the first character is ASCII, so it has one byte
        uncapitalized[..1].make_ascii_lowercase();
        Ok(Self { word: word.to_owned(), uncapitalized })
    }

    /// Replaces `Service` in a neutral name: `ServiceId` becomes `AcmeId`, `servicePersonId` becomes `acmePersonId`.
    pub fn branded_name(&self, neutral: &str) -> String {
        match neutral.strip_prefix("service") {
            Some(rest) => format!("{}{rest}", self.uncapitalized),
            None => neutral.replace("Service", &self.word),
        }
    }

    /// Returns whether a sent name is the neutral name, or the neutral name with the brand.
    pub fn matches(&self, neutral: &str, sent: &str) -> bool {
        sent == neutral || sent == self.branded_name(neutral)
    }

    /// Returns whether a sent name is the neutral name with `Service` replaced by any valid brand word: `GetPersonByAcmeId`
    /// matches `GetPersonByServiceId`.
    pub fn matches_any_brand(neutral: &str, sent: &str) -> bool {
        let Some((before, after)) = neutral.split_once("Service") else { return false };
        let word = sent.strip_prefix(before).and_then(|rest| rest.strip_suffix(after));
        word.is_some_and(|word| Self::new(word).is_ok())
    }

    /// Returns whether the word is the default, so that names stay as they are declared.
    pub fn is_neutral(&self) -> bool {
        self.word == "Service"
    }
}
