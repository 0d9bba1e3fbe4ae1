//! The words of a generated organisation. Long lists are in `words/`. No handmade person has a name of `FIRST_NAMES`.

use std::sync::LazyLock;

pub type WordList<T> = LazyLock<Vec<T>>;

pub static FIRST_NAMES: WordList<&str> = LazyLock::new(|| include_str!("words/first_names.txt").lines().collect());

/// Pairs of an insertion, such as `van den` or empty, and a family name.
pub static FAMILY_NAMES: WordList<(&str, &str)> =
    LazyLock::new(|| include_str!("words/family_names.txt").lines().map(split_at_semicolon).collect());

pub static LOCATIONS: WordList<&str> = LazyLock::new(|| include_str!("words/locations.txt").lines().collect());

/// Invented places, which distinguish locations of the same name.
pub static PLACES: WordList<&str> = LazyLock::new(|| include_str!("words/places.txt").lines().collect());

pub struct TrainingSubject {
    /// The first part of a training's code.
    pub code: &'static str,
    pub title: &'static str,
    /// The index in [`CATEGORIES`].
    pub category: usize,
}

pub static SUBJECTS: WordList<TrainingSubject> = LazyLock::new(|| {
    let subject = |line| {
        let (code, rest) = split_at_semicolon(line);
        let (title, category) = split_at_semicolon(rest);
        TrainingSubject { code, title, category: category.parse().expect("an index") }
    };
    include_str!("words/subjects.txt").lines().map(subject).collect()
});

fn split_at_semicolon(line: &'static str) -> (&'static str, &'static str) {
    line.split_once(';').expect("a line with a semicolon")
}

pub struct Sector {
    pub division: &'static str,
    /// The first word in the names of locations.
    pub location_word: &'static str,
    /// The word before the number in the names of teams.
    pub team_word: &'static str,
    pub weighted_functions: &'static [(u64, &'static str)],
}

/// The sectors, each with the weight by which it is picked.
pub const SECTORS: [(u64, &Sector); 3] = [
    (
        50,
        &Sector {
            division: "Ouderenzorg",
            location_word: "Woonzorgcentrum",
            team_word: "afdeling",
            weighted_functions: &[
                (46, "Verzorgende IG"),
                (20, "Helpende plus"),
                (12, "Verpleegkundige mbo"),
                (6, "Verpleegkundige hbo"),
                (11, "Facilitair medewerker"),
                (3, "Kok"),
                (2, "Geestelijk verzorger"),
            ],
        },
    ),
    (
        30,
        &Sector {
            division: "Thuiszorg",
            location_word: "Thuiszorg",
            team_word: "wijkteam",
            weighted_functions: &[
                (45, "Verzorgende IG"),
                (25, "Helpende plus"),
                (18, "Wijkverpleegkundige"),
                (12, "Verpleegkundige mbo"),
            ],
        },
    ),
    (
        20,
        &Sector {
            division: "Gehandicaptenzorg",
            location_word: "Woonpark",
            team_word: "woning",
            weighted_functions: &[
                (58, "Begeleider"),
                (30, "Persoonlijk begeleider"),
                (6, "Helpende plus"),
                (6, "Facilitair medewerker"),
            ],
        },
    ),
];

/// The categories of generated trainings, as pairs of step and title.
pub const CATEGORIES: [(&str, &str); 6] = [
    ("Vakbekwaam", "Lichamelijke zorg"),
    ("Verdieping en groei", "Psychische zorg"),
    ("Vakbekwaam", "Digitaal werken"),
    ("Verdieping en groei", "Samenwerken"),
    ("Veilig werken", "Veiligheid en kwaliteit"),
    ("Vakbekwaam", "Wonen en welzijn"),
];
