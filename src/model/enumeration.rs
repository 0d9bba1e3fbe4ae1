//! Numbers with meanings: data files and answers contain the number, pages show the word.

use super::language::Language;

/// Numbers with a word in each language, such as `3` for `scheduled` (`ingepland`).
#[derive(Debug)]
pub struct Enumeration {
    pub numbers: &'static [&'static str],
    /// The English and the Dutch words, in the order of `numbers`.
    words: &'static [(&'static str, &'static str)],
    /// The tones in the order of `numbers`: `good`, `warn`, `wrong` or `note`. Empty if the numbers have no tones.
    tones: &'static [&'static str],
    /// Whether a cell may be the sum of several numbers.
    is_sum: bool,
}

/// The states of enrolments.
pub static STATES: Enumeration = Enumeration {
    numbers: &["0", "1", "2", "3"],
    words: &[
        ("registered", "aangemeld"),
        ("approved", "goedgekeurd"),
        ("refused or cancelled", "geweigerd of geannuleerd"),
        ("scheduled", "ingepland"),
    ],
    // a place in a class is no success yet, and the class can be over
    tones: &["note", "note", "wrong", "note"],
    is_sum: false,
};

/// The statuses of trainings in a learning portfolio.
pub static STATUSES: Enumeration = Enumeration {
    numbers: &["1", "2", "3", "4", "5", "6"],
    words: &[
        ("exempt", "vrijgesteld"),
        ("not started", "niet begonnen"),
        ("started", "begonnen"),
        ("completed", "afgerond"),
        ("expiring soon", "bijna verlopen"),
        ("expired", "verlopen"),
    ],
    tones: &["note", "note", "note", "good", "warn", "wrong"],
    is_sum: false,
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
    is_sum: true,
};

impl Enumeration {
    pub fn words(&self, language: Language) -> Vec<&'static str> {
        self.words.iter().map(|(english, dutch)| language.either(*english, *dutch)).collect()
    }

    pub fn numbers_and_words(&self, language: Language) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.numbers.iter().copied().zip(self.words(language))
    }

    /// Returns the word of a number; of a sum, the words of its parts, such as `enrolled, learning path` for `3`. Returns an
    /// unknown number unchanged.
    pub fn label(&self, number: &str, language: Language) -> String {
        let matching = self.numbers_and_words(language).filter(|(known, _)| self.includes(number, known));
        let words: Vec<_> = matching.map(|(_, word)| word).collect();
        if words.is_empty() { number.to_owned() } else { words.join(", ") }
    }

    /// Returns the tone of a number, which decides its colour on pages; `None` without a tone.
    pub fn tone(&self, number: &str) -> Option<&'static str> {
        let index = self.numbers.iter().position(|known| *known == number)?;
        self.tones.get(index).copied()
    }

    /// Returns whether a number is `part`, or a sum that contains `part`. The numbers of a sum are powers of two.
    pub fn includes(&self, number: &str, part: &str) -> bool {
        match (number.parse::<u32>(), part.parse::<u32>()) {
            (Ok(sum), Ok(part)) if self.is_sum => sum & part != 0,
            _ => number == part,
        }
    }

    /// Returns all numbers with their words, as `0 registered, 1 approved`.
    pub fn list_values(&self, language: Language) -> String {
        self.numbers_and_words(language).map(|(number, word)| format!("{number} {word}")).collect::<Vec<_>>().join(", ")
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
    fn sums_are_shown_as_their_parts() {
        let dutch = |all: &Enumeration, number| all.label(number, Language::Dutch);
        assert_eq!(dutch(&SOURCES, "67"), "ingeschreven, leerpad, trainer");
        assert_eq!(dutch(&SOURCES, "0"), "0");
        assert_eq!(dutch(&STATES, "3"), "ingepland");
        assert_eq!(dutch(&STATES, "7"), "7");
        assert_eq!(dutch(&STATES, ""), "");
    }
}
