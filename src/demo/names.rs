//! The words of a generated organisation; long lists are in `words/`, one per line. Names are common Dutch ones. No
//! first name of a handmade person is among them, so that addresses differ.

use std::sync::LazyLock;

pub type NameList<T> = LazyLock<Vec<T>>;

pub static FIRST: NameList<&str> = LazyLock::new(|| include_str!("words/first_names.txt").lines().collect());

pub static FAMILY: NameList<(&str, &str)> =
    LazyLock::new(|| include_str!("words/family_names.txt").lines().map(split_at_semicolon).collect());

pub static LOCATIONS: NameList<&str> = LazyLock::new(|| include_str!("words/locations.txt").lines().collect());

/// Invented places, for when every name of a location is used.
pub static PLACES: NameList<&str> = LazyLock::new(|| include_str!("words/places.txt").lines().collect());

/// Subjects of trainings: code prefix, title, and index in [`CATEGORIES`].
pub static SUBJECTS: NameList<(&str, &str, usize)> = LazyLock::new(|| {
    let subject = |line| {
        let (code, rest) = split_at_semicolon(line);
        let (title, category) = split_at_semicolon(rest);
        (code, title, category.parse().expect("a place in a list"))
    };
    include_str!("words/subjects.txt").lines().map(subject).collect()
});

fn split_at_semicolon(line: &'static str) -> (&'static str, &'static str) {
    line.split_once(';').expect("a line of two words or more")
}

/// A sector: names of its locations and teams, and its functions by weight.
pub struct Sector {
    pub division: &'static str,
    pub location: &'static str,
    pub team: &'static str,
    pub functions: &'static [(u64, &'static str)],
}

pub const SECTORS: [(u64, &Sector); 3] = [
    (
        50,
        &Sector {
            division: "Ouderenzorg",
            location: "Woonzorgcentrum",
            team: "afdeling",
            functions: &[
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
            location: "Thuiszorg",
            team: "wijkteam",
            functions: &[
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
            location: "Woonpark",
            team: "woning",
            functions: &[
                (58, "Begeleider"),
                (30, "Persoonlijk begeleider"),
                (6, "Helpende plus"),
                (6, "Facilitair medewerker"),
            ],
        },
    ),
];

/// Generated categories: their step and title.
pub const CATEGORIES: [(&str, &str); 6] = [
    ("Vakbekwaam", "Lichamelijke zorg"),
    ("Verdieping en groei", "Psychische zorg"),
    ("Vakbekwaam", "Digitaal werken"),
    ("Verdieping en groei", "Samenwerken"),
    ("Veilig werken", "Veiligheid en kwaliteit"),
    ("Vakbekwaam", "Wonen en welzijn"),
];
