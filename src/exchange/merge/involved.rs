//! Which files an import has to do with: those that were given, and those that anything which is asked of these in SQL
//! names. The others have no tables and are not looked at, so that a row that is saved alone takes a moment.

use super::sheet::Sheet;

/// The sheets of those files, of all.
pub fn involved(mut sheets: Vec<Sheet>) -> Vec<Sheet> {
    for at in 0..sheets.len() {
        let creates = |sheet: &Sheet| {
            let mut references = sheet.references();
            sheet.given.is_some()
                && references.any(|(_, _, to)| to.creates && to.to.name == sheets[at].file.name)
        };
        let has_rows = sheets[at].given.is_some() || sheets.iter().any(creates);
        sheets[at].has_rows = has_rows;
    }
    let mut involved: Vec<_> = sheets.iter().map(|sheet| sheet.has_rows).collect();
    let mut next: Vec<_> = (0..sheets.len()).filter(|at| involved[*at]).collect();
    while let Some(at) = next.pop() {
        let texts = texts(&sheets[at]);
        for (other, sheet) in sheets.iter().enumerate() {
            if !involved[other] && names(&sheets[at], &texts, sheet) {
                involved[other] = true;
                next.push(other);
            }
        }
    }
    let mut involved = involved.into_iter();
    sheets.retain(|_| involved.next().unwrap_or_default());
    sheets
}

/// What is asked of a file beyond what follows from its references.
fn texts(sheet: &Sheet) -> String {
    let mut texts = sheet.views();
    if sheet.given.is_some() {
        texts.extend(sheet.file.rules.iter().map(|rule| rule.select(sheet.file)));
    }
    texts
}

/// Whether what is asked of a file asks something of another: one that it names, or one that names rows of it
/// that go.
fn names(sheet: &Sheet, texts: &str, other: &Sheet) -> bool {
    let names = |sheet: &Sheet, other: &Sheet| {
        let mut references = sheet.references();
        references.any(|(_, _, reference)| reference.to.name == other.file.name)
    };
    texts.contains(&format!("_{}", other.file.stem()))
        || sheet.has_rows && names(sheet, other)
        || sheet.removes() && names(other, sheet)
}
