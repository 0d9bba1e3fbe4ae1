//! "did you mean": the known name nearest to one that is not known.

/// What to add to a refusal: the known name that is nearest to the given one, if any is near.
pub fn nearest<T: AsRef<str>>(given: &str, known: &[T]) -> String {
    let likeness = |known: &str| {
        strsim::normalized_damerau_levenshtein(&known.to_lowercase(), &given.to_lowercase())
    };
    known
        .iter()
        .map(|known| (likeness(known.as_ref()), known.as_ref()))
        .max_by(|(one, _), (other, _)| one.total_cmp(other))
        .filter(|(likeness, _)| *likeness > 0.4)
        .map(|(_, known)| format!("; did you mean {known}?"))
        .unwrap_or_default()
}
