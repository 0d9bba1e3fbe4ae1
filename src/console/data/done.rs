//! What was done to a row, told as the ledger has it, with the button that takes back what the form of a row made.

use anyhow::Result;

use crate::console::components::{Field, Form, Input};
use crate::console::edit;
use crate::console::page::{Answer, Content};
use crate::console::undo::{self, Outcome};
use crate::console::visit::Visit;
use crate::datafile::file::File;
use crate::ledger::cells;
use crate::ledger::history::{self, Asked, Change, Origin};
use crate::ledger::imports::{self, FileRun, Run};
use crate::ledger::provenance;
use crate::store::Snapshot;
use crate::store::operator::Role;

/// Takes back the change of a row that its form made. What any other import did is looked at first.
pub fn undone(visit: &Visit, file: &'static File) -> Result<Answer> {
    let Ok(number) = visit.request.form.text_of("number").parse::<i64>() else {
        return Ok(Answer::Nothing);
    };
    let Some((_, change)) = made(&visit.snapshot()?, file, number)? else {
        return Ok(Answer::To(format!("imports/{number}/undo")));
    };
    let mut content = Content::new(visit.words.refused);
    match undo::undo(visit, number)? {
        Outcome::Done(_) => {
            let row = cells(&*visit.snapshot()?, file, change.row)?.is_some().then(|| format!("/{}", change.row));
            let row = row.unwrap_or_default();
            return Ok(Answer::To(format!("data/{}{row}?undone={number}", file.stem())));
        }
        Outcome::Nothing(why) => content.wrong(&format!("{}{why}", visit.words.not_undone)),
        Outcome::Refused(faults) => {
            for fault in faults {
                content.wrong(&format!("{}{fault}", visit.words.not_undone));
            }
        }
    }
    Ok(Answer::Page(content))
}

/// The import of this number and the one change that it made of this file's rows, if it is one that the form of a row
/// made.
fn made(snapshot: &Snapshot, file: &'static File, number: i64) -> Result<Option<(Run, Change)>> {
    let run = imports::find(snapshot, number)?;
    let Some(run) = run.filter(|run| run.kind == "import" && edit::is_of(&run.action, file)) else {
        return Ok(None);
    };
    let files = imports::files(snapshot, run.id)?;
    let count = |[created, updated, _, removed]: [i64; 4]| created + updated + removed;
    let is_one = |of: &FileRun| of.file == file.name && count(of.counts) == 1;
    // beside the row stand at most the names that it created
    let few = file.columns.len() as u32;
    let changes = history::page(snapshot, Asked::Entry(run.id), 0, few)?;
    let change = changes.into_iter().find(|change| change.file == file.name).filter(|_| files.iter().any(is_one));
    Ok(change.map(|change| (run, change)))
}

/// Says what was done before the page was shown, where the ledger says so too, with the button that takes it back.
pub fn done(
    visit: &Visit,
    snapshot: &Snapshot,
    file: &'static File,
    row: Option<i64>,
    content: &mut Content,
) -> Result<()> {
    let words = visit.words;
    let number = |name: &str| visit.request.query.get(name)?.parse::<i64>().ok();
    for (name, says) in [("saved", words.saved), ("removed", words.removed), ("undone", words.undone)] {
        let Some(number) = number(name) else { continue };
        let Some((run, change)) = made(snapshot, file, number)? else {
            continue;
        };
        let became = match (run.undone_by.as_str(), change.kind.as_str()) {
            ("", "removed") => "removed",
            ("", _) => "saved",
            _ => "undone",
        };
        if became != name || row.is_some_and(|row| row != change.row) {
            continue;
        }
        content.good(&says.replace("{}", &number.to_string()));
        if name == "undone" || !visit.may(Role::Editor) {
            continue;
        }
        let fields = vec![Field::new("number", "", Input::Hidden).holding(number.to_string())];
        let action = visit.address(&format!("data/{}/undo", file.stem()));
        content.add(&Form::changing(visit, words.undo, action, fields, words.undo));
    }
    Ok(())
}

/// Says who changed the row since it was shown, by what and when.
pub fn changed(visit: &Visit, snapshot: &Snapshot, file: &File, row: Option<i64>, content: &mut Content) -> Result<()> {
    let words = visit.words;
    let last = provenance::last(snapshot, file, row.unwrap_or_default())?;
    let who = |last: &Origin| match last.actor == visit.signed.name {
        true => words.changed_by_you,
        false => words.changed_by_another,
    };
    let told = last.map(|last| visit.told(snapshot, who(&last), &last)).transpose()?.unwrap_or_default();
    content.wrong(&format!("{told} {}", words.changed_meanwhile));
    Ok(())
}

/// That there is no such row, and what took it away if it was there.
pub fn gone(visit: &Visit, snapshot: &Snapshot, file: &File, row: i64) -> Result<Answer> {
    let last = provenance::last(snapshot, file, row)?;
    last.map_or(Ok(Answer::Nothing), |last| {
        let told = visit.told(snapshot, visit.words.row_is_gone, &last);
        Ok(Answer::Gone(told?))
    })
}
