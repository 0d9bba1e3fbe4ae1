//! Detects common passwords: words, sequences of neighbouring keys and repetitions, also with digits and signs added.

const WORDS: &str = "
    password passwort passwd passphrase pass wachtwoord wachtwoorden toegang welkom welcome geheim geheimpje secret
    letmein login logon inloggen aanmelden admin administrator beheer beheerder root user gebruiker guest gast test
    testing tester demo default changeme change verander master access superman batman spiderman pokemon starwars
    dragon monkey football voetbal baseball basketball soccer hockey princess sunshine iloveyou love liefde schatje
    lieverd hallo hello hoi bonjour computer internet server database system systeem service connector koppeling
    school onderwijs zorg student docent leraar training learning company bedrijf office kantoor summer winter spring
    autumn zomer herfst lente voorjaar najaar january february march april may june july august september october
    november december januari februari maart mei juni juli augustus oktober maandag dinsdag woensdag donderdag
    vrijdag zaterdag zondag monday tuesday wednesday thursday friday saturday sunday amsterdam rotterdam utrecht
    denhaag eindhoven groningen nederland holland netherlands feyenoord ajax psv oranje freedom whatever trustno
    shadow michael jennifer jordan hunter killer flower cheese banana chocolate mustang ferrari mercedes porsche
    google facebook microsoft windows samsung apple android qazwsx qwerty azerty abc een twee drie one two three
    my mijn the de het van en and is for voor";

/// Sequences of neighbouring keys, letters or digits. They match forwards and backwards.
const KEY_SEQUENCES: [&str; 7] = [
    "abcdefghijklmnopqrstuvwxyz",
    "012345678901234567890",
    "qwertyuiop[]",
    "asdfghjkl;'",
    "zxcvbnm,./",
    "1q2w3e4r5t6y7u8i9o0p",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik",
];

/// The least length of a key sequence or repetition that counts as common: `12` alone does not.
const SHORTEST_SEQUENCE: usize = 3;

/// Pairs of a sign or digit and the letter that it replaces.
const SUBSTITUTES: [&str; 10] = ["@a", "4a", "3e", "1i", "1l", "!i", "0o", "$s", "5s", "7t"];

/// Returns whether common parts make up at least half of the password and contain all its letters. `Welkom01Welkom01` is
/// common, and `x9-password-kq` is not.
pub fn is_common(password: &str) -> bool {
    let text: Vec<char> = password.to_lowercase().chars().collect();
    let (mut at, mut common_count) = (0, 0);
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let length = longest_common_part(rest);
        if length == 0 && rest[0].is_alphabetic() {
            return false;
        }
        common_count += length;
        // skips the common part, or a single digit or sign
        at += length.max(1);
    }
    common_count * 2 >= text.len()
}

/// Returns the length of the longest word, key sequence or repetition at the start of the text, or 0.
fn longest_common_part(text: &[char]) -> usize {
    let words = WORDS.split_whitespace().filter(|word| begins_with(text, word)).map(str::len);
    let repetition = text.iter().take_while(|c| **c == text[0]).count();
    let sequences = KEY_SEQUENCES.iter().map(|keys| sequence_length(text, keys));
    let long_sequences = sequences.chain([repetition]).filter(|length| *length >= SHORTEST_SEQUENCE);
    words.chain(long_sequences).max().unwrap_or_default()
}

/// Returns whether the text begins with a word, also with substitutes for its letters, such as `p@$$w0rd`.
fn begins_with(text: &[char], word: &str) -> bool {
    let is_substitute = |sign, letter| SUBSTITUTES.iter().any(|pair| pair.chars().eq([sign, letter]));
    let matches = |(sign, letter): (&char, char)| *sign == letter || is_substitute(*sign, letter);
    text.len() >= word.len() && text.iter().zip(word.chars()).all(matches)
}

/// Returns the length of the longest beginning of `text` that occurs in the key sequence, forwards or backwards.
fn sequence_length(text: &[char], keys: &str) -> usize {
    let forwards: Vec<char> = keys.chars().collect();
    let backwards: Vec<char> = keys.chars().rev().collect();
    let equal_count = |from: &[char]| text.iter().zip(from).take_while(|(typed, key)| typed == key).count();
    // the sequence may begin at any key
    (0..forwards.len())
        .flat_map(|at| [equal_count(&forwards[at..]), equal_count(&backwards[at..])])
        .max()
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::is_common;

    #[test]
    fn passwords_of_common_parts_are_common() {
        for common in [
            "passwordpassword",
            "Welkom01Welkom01",
            "p@$$w0rd!2026",
            "1q2w3e4r5t6y",
            "1qaz2wsx3edc",
            "abcdefghijkl",
            "zyxwvutsrqpo",
            "iloveyou1234",
            "MijnWachtwoord",
            "zzzzzzzzzzzz",
            "ééééééééééééé",
            "111111222222",
            "adminadmin12",
            "Zomer2026!Zomer",
        ] {
            assert!(is_common(common), "{common}");
        }
    }

    #[test]
    fn passwords_with_an_uncommon_part_are_not_common() {
        for uncommon in [
            "stilzwijgend",
            "839201748293",
            "paard-batterij-nietje",
            "welkom-bij-veenhof",
            "your-own-password",
            "x9-password-kq",
            "Vh3mKp7wRt2q",
            "ペンギンは静かに歩く月夜の浜",
        ] {
            assert!(!is_common(uncommon), "{uncommon}");
        }
    }
}
