//! Numbers with meanings: data files and answers contain the number, pages show the word.

use super::language::Language;

#[derive(Debug)]
pub struct Enumeration {
    /// The numbers, as cells contain them.
    pub numbers: &'static [&'static str],
    words: &'static [(&'static str, &'static str)],
    /// The tone of each word where they are the states of something: `good`, `warn`, `wrong` or `note`.
    tones: &'static [&'static str],
    /// May a cell be the sum of several numbers?
    adds: bool,
}

pub static STATES: Enumeration = Enumeration {
    numbers: &["0", "1", "2", "3"],
    words: &[
        ("registered", "aangemeld"),
        ("approved", "goedgekeurd"),
        ("refused or cancelled", "geweigerd of geannuleerd"),
        ("scheduled", "ingepland"),
    ],
    tones: &["note", "good", "wrong", "good"],
    adds: false,
};

pub static STATUSES: Enumeration = Enumeration {
    numbers: &["1", "2", "3", "4", "5", "6"],
    words: &[
        ("dimmed", "vrijgesteld"),
        ("not started", "niet begonnen"),
        ("started", "begonnen"),
        ("completed", "afgerond"),
        ("about to expire", "verloopt binnenkort"),
        ("expired", "verlopen"),
    ],
    tones: &["note", "note", "note", "good", "warn", "wrong"],
    adds: false,
};

/// Why a training is in a portfolio.
pub static SOURCES: Enumeration = Enumeration {
    numbers: &["1", "2", "4", "8", "16", "32", "64"],
    words: &[
        ("enrolled", "ingeschreven"),
        ("learning path", "leerpad"),
        ("function", "functie"),
        ("location", "locatie"),
        ("group", "groep"),
        ("theme", "thema"),
        ("trainer", "trainer"),
    ],
    tones: &[],
    adds: true,
};

impl Enumeration {
    pub fn words(&self, language: Language) -> Vec<&'static str> {
        self.words.iter().map(|(english, dutch)| language.either(*english, *dutch)).collect()
    }

    pub fn pairs(&self, language: Language) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.numbers.iter().copied().zip(self.words(language))
    }

    /// Returns the word of a number, or an unknown number unchanged.
    pub fn label(&self, number: &str, language: Language) -> String {
        let matching = self.pairs(language).filter(|(one, _)| self.has(number, one));
        let words: Vec<_> = matching.map(|(_, word)| word).collect();
        match words.is_empty() {
            true => number.to_owned(),
            false => words.join(", "),
        }
    }

    /// Returns the tone of a number, if it is a state.
    pub fn tone(&self, number: &str) -> Option<&'static str> {
        let at = self.numbers.iter().position(|known| *known == number)?;
        self.tones.get(at).copied()
    }

    /// Returns whether a number equals `one` or is a sum that contains it.
    pub fn has(&self, number: &str, one: &str) -> bool {
        match (number.parse::<u32>(), one.parse::<u32>()) {
            (Ok(sum), Ok(one)) if self.adds => sum & one != 0,
            _ => number == one,
        }
    }

    /// Lists all values: `0 registered, 1 approved`.
    pub fn listed(&self, language: Language) -> String {
        let pairs: Vec<_> = self.pairs(language).map(|(number, word)| format!("{number} {word}")).collect();
        pairs.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_a_word_in_each_language() {
        for all in [&STATES, &STATUSES, &SOURCES] {
            for language in Language::ALL {
                assert_eq!(all.words(language).len(), all.numbers.len(), "{all:?}");
            }
        }
    }

    #[test]
    fn sums_are_shown_by_their_parts() {
        let dutch = |all: &Enumeration, number| all.label(number, Language::Dutch);
        assert_eq!(dutch(&SOURCES, "67"), "ingeschreven, leerpad, trainer");
        assert_eq!(dutch(&SOURCES, "0"), "0");
        assert_eq!(dutch(&STATES, "3"), "ingepland");
        assert_eq!(dutch(&STATES, "7"), "7");
        assert_eq!(dutch(&STATES, ""), "");
    }
}
