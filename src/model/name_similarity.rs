//! The similarity of names, for suggestions ("did you mean Email?") and for warnings about misspelt names.

/// The least similarity of a suggestion, from 0 to 1.
const MIN_SIMILARITY: f64 = 0.6;

/// The most edits between a name and its misspelling.
const MAX_EDITS: usize = 2;

/// The largest difference in bytes between the lengths of similar names.
const MAX_LENGTH_DIFFERENCE: usize = 8;

/// A search for the known name that is most similar to a given name.
pub struct NameSearch {
    /// In lower case.
    given: String,
    /// The most similar name so far, with its similarity from 0 to 1.
    best: Option<(f64, String)>,
}

impl NameSearch {
    pub fn new(given: &str) -> Self {
        Self { given: given.to_lowercase(), best: None }
    }

    /// Keeps a known name if it is more similar to the given name than all names before.
    pub fn compare_with(&mut self, known: &str) {
        let known_similarity = similarity(&self.given, &known.to_lowercase());
        if self.best.as_ref().is_none_or(|(best, _)| known_similarity > *best) {
            self.best = Some((known_similarity, known.to_owned()));
        }
    }

    /// Returns the most similar name; `None` if it is not similar enough for a suggestion.
    pub fn close_name(&self) -> Option<&str> {
        self.best.as_ref().filter(|(similarity, _)| *similarity > MIN_SIMILARITY).map(|(_, known)| known.as_str())
    }

    fn among(given: &str, known: impl IntoIterator<Item: AsRef<str>>) -> Self {
        let mut search = Self::new(given);
        known.into_iter().for_each(|known| search.compare_with(known.as_ref()));
        search
    }
}

/// Returns the most similar known name; `None` if none is similar enough for a suggestion.
pub fn find_close_name(given: &str, known: impl IntoIterator<Item: AsRef<str>>) -> Option<String> {
    NameSearch::among(given, known).close_name().map(str::to_owned)
}

/// Returns the most similar known name, however different; empty if there are no known names.
pub fn find_nearest_name(given: &str, known: impl IntoIterator<Item: AsRef<str>>) -> String {
    NameSearch::among(given, known).best.map_or_else(String::new, |(_, known)| known)
}

/// Returns whether a name is probably a misspelling of a known name, such as `GetPersonByExternelId`.
pub fn is_misspelling(given: &str, known: &str) -> bool {
    strsim::damerau_levenshtein(&known.to_lowercase(), &given.to_lowercase()) <= MAX_EDITS
}

/// Returns the similarity of two names, from 0 to 1. A name without letters is similar only to the same name with more
/// or fewer leading zeros, since spreadsheets remove these zeros.
fn similarity(given: &str, known: &str) -> f64 {
    // `1002` and `1003` are different employee numbers, although they differ in one digit
    if !given.contains(char::is_alphabetic) {
        let trim_zeros = |text: &str| text.trim_start_matches('0').to_owned();
        return if trim_zeros(given) == trim_zeros(known) { 1.0 } else { 0.0 };
    }
    let (short, long) = (given.len().min(known.len()), given.len().max(known.len()));
    // the similarity is at most `short / long`: below 2/5, it is not computed
    if short * 5 < long * 2 {
        return 0.0;
    }
    strsim::normalized_damerau_levenshtein(given, known)
}

/// Returns whether two names may be spellings of one name. Numbers must be equal: `Team 1` is not `Team 2`.
pub fn are_similar_names(one: &str, other: &str) -> bool {
    if one.len().abs_diff(other.len()) > MAX_LENGTH_DIFFERENCE {
        return false;
    }
    let (one, other) = (one.to_lowercase(), other.to_lowercase());
    let words = |name| str::split(name, |c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let (one_words, other_words): (Vec<_>, Vec<_>) = (words(&one).collect(), words(&other).collect());
    // `Team-leider` and `Teamleider`
    if one_words.concat() == other_words.concat() {
        return true;
    }
    if one_words.len() != other_words.len() {
        return false;
    }
    // word by word: the sum is `None` if two words are too different
    let edits = one_words.iter().zip(&other_words).map(|(one, other)| misspelling_edits(one, other));
    edits.sum::<Option<usize>>().is_some_and(|edits| edits <= MAX_EDITS)
}

/// Returns the number of edits between two words; `None` if there are too many for a misspelling. Words with digits,
/// and words of fewer than four letters, must be equal.
fn misspelling_edits(one: &str, other: &str) -> Option<usize> {
    let has_digits = one.contains(char::is_numeric) || other.contains(char::is_numeric);
    let longer_length = one.chars().count().max(other.chars().count());
    let max_edits = match longer_length {
        _ if has_digits => 0,
        0..4 => 0,
        4..8 => 1,
        _ => MAX_EDITS,
    };
    Some(strsim::osa_distance(one, other)).filter(|edits| *edits <= max_edits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn close_and_nearest_names_are_found() {
        for (given, known, expected) in [
            ("Emial", &["Id", "Email"][..], Some("Email")),
            ("hrr", &["bi", "hr"], Some("hr")),
            ("1002", &["01003", "01002"], Some("01002")),
            ("1002", &["1003"], None),
            ("AGV", &["BHV", "AVG"], Some("AVG")),
            ("West", &["Oost"], None),
            ("same", &["SAMA", "samb"], Some("SAMA")),
            ("any", &[], None),
        ] {
            assert_eq!(find_close_name(given, known).as_deref(), expected, "{given}");
        }
        assert_eq!(find_nearest_name("QQQ", ["GetClass", "GetClasses"]), "GetClass");
    }

    #[test]
    fn similar_names_are_recognised() {
        for (one, other, expected) in [
            ("Verpleegkundige", "verpleegkundige", true),
            ("Verpleegkundige", "Verpleegkundigen", true),
            ("Team-leider", "Teamleider", true),
            ("Locatie  Noord", "locatie Nord", true),
            ("Zuid", "Zuidd", true),
            ("Locatie Oost", "Locatie West", false),
            ("Team A", "Team B", false),
            ("Verpleegkundige niveau 4", "Verpleegkundige niveau 5", false),
            ("Verzorgende IG", "Verzorgende", false),
            ("Intern", "Extern", false),
            ("Kok", "Kop", false),
        ] {
            assert_eq!(are_similar_names(one, other), expected, "{one} {other}");
            assert_eq!(are_similar_names(other, one), expected, "{other} {one}");
        }
    }
}
