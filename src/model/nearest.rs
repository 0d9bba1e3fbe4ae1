//! Suggestions ("did you mean"): the known name nearest to an unknown one.

/// The least similarity of a suggestion, from 0 to 1.
const MIN_SIMILARITY: f64 = 0.6;

/// The most edits of a misspelling.
const MAX_EDITS: usize = 2;

/// Compares known names with a given one, and keeps the most similar.
pub struct Nearest {
    lower: String,
    best: Option<(f64, String)>,
}

impl Nearest {
    /// Starts a search for names similar to `given`.
    pub fn new(given: &str) -> Self {
        Self { lower: given.to_lowercase(), best: None }
    }

    /// Compares another known name.
    pub fn consider(&mut self, known: &str) {
        let similarity = similarity(&self.lower, &known.to_lowercase());
        if self.best.as_ref().is_none_or(|(best, _)| similarity > *best) {
            self.best = Some((similarity, known.to_owned()));
        }
    }

    /// Returns the most similar name; `None` if it is not similar enough for a suggestion.
    pub fn close_name(&self) -> Option<&str> {
        self.best.as_ref().filter(|(similarity, _)| *similarity > MIN_SIMILARITY).map(|(_, known)| known.as_str())
    }

    fn find_among(given: &str, known: impl IntoIterator<Item: AsRef<str>>) -> Self {
        let mut nearest = Self::new(given);
        known.into_iter().for_each(|known| nearest.consider(known.as_ref()));
        nearest
    }
}

/// Returns the most similar known name; `None` if none is similar enough for a suggestion.
pub fn find_close_name(given: &str, known: impl IntoIterator<Item: AsRef<str>>) -> Option<String> {
    Nearest::find_among(given, known).close_name().map(str::to_owned)
}

/// Returns the most similar known name, however different; empty if there are no known names.
pub fn find_nearest_name(given: &str, known: impl IntoIterator<Item: AsRef<str>>) -> String {
    Nearest::find_among(given, known).best.map_or_else(String::new, |(_, known)| known)
}

/// Returns the end of a message, such as `; did you mean Email?`; empty without a similar name.
pub fn did_you_mean(given: &str, known: impl IntoIterator<Item: AsRef<str>>) -> String {
    find_close_name(given, known).map_or_else(String::new, |known| format!("; did you mean {known}?"))
}

/// Returns whether a name is probably a misspelling of a known one: `GetPersonByExternelId`.
pub fn is_misspelling(given: &str, known: &str) -> bool {
    strsim::damerau_levenshtein(&known.to_lowercase(), &given.to_lowercase()) <= MAX_EDITS
}

/// Returns the similarity of two names. Numbers are similar only if they differ in leading zeros, which spreadsheets
/// remove.
fn similarity(given: &str, known: &str) -> f64 {
    if !given.contains(char::is_alphabetic) {
        let digits = |text: &str| text.trim_start_matches('0').to_owned();
        return f64::from(u8::from(digits(given) == digits(known)));
    }
    let (short, long) = (given.len().min(known.len()), given.len().max(known.len()));
    // cheaper than the distance
    if short * 5 < long * 2 {
        return 0.0;
    }
    strsim::normalized_damerau_levenshtein(given, known)
}

/// Returns whether two names may be spellings of one. Numbers and short words distinguish: `Team A` is not `Team B`.
pub fn are_similar_names(one: &str, other: &str) -> bool {
    if one.len().abs_diff(other.len()) > 8 {
        return false;
    }
    let (one, other) = (one.to_lowercase(), other.to_lowercase());
    let letters = |name: &str| name.replace(|c: char| !c.is_alphanumeric(), "");
    if letters(&one) == letters(&other) {
        return true;
    }
    let words = |name: &str| {
        let words = name.split(|c: char| !c.is_alphanumeric());
        words.filter(|word| !word.is_empty()).map(str::to_owned).collect::<Vec<_>>()
    };
    let (one, other) = (words(&one), words(&other));
    let slips = one.iter().zip(&other).map(|(one, other)| edit_distance(one, other));
    one.len() == other.len() && slips.sum::<Option<usize>>().is_some_and(|slips| slips <= 2)
}

/// Returns the edit distance; `None` if it is too large for a misspelling.
fn edit_distance(one: &str, other: &str) -> Option<usize> {
    let most = match one.chars().count().max(other.chars().count()) {
        _ if one.contains(char::is_numeric) || other.contains(char::is_numeric) => 0,
        0..4 => 0,
        4..8 => 1,
        _ => 2,
    };
    Some(strsim::osa_distance(one, other)).filter(|slips| *slips <= most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_near() {
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
    fn names_that_resemble_each_other() {
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
