//! An import that is taken back, or looked at for that, by the engine that takes every import back.

use anyhow::Result;

use super::edit::{settle_later, told};
use super::visit::Visit;
use crate::exchange::merge::faults::Fault;
use crate::exchange::undo::Undo;
use crate::store::{self, Open, open};

/// What came of it.
pub enum Outcome {
    /// It is taken back, or could be.
    Done(Done),
    /// It is not: what stands in the way.
    Refused(Vec<Fault>),
    /// It is not: why there is nothing to take back.
    Nothing(String),
}

/// What is taken back.
pub struct Done {
    /// The number of the undo; 0 as long as it is only looked at.
    pub number: i64,
    /// Rows created, changed, left and removed, by file.
    pub tallies: Vec<(&'static str, [i64; 4])>,
    /// What stays as it is, since something later touched it.
    pub stays: Vec<Fault>,
}

/// Takes the import, or undo, of this number back: all of it or nothing, or all but what something later touched.
pub fn undo(visit: &Visit, number: i64, keep_later: bool) -> Result<Outcome> {
    taken_back(visit, number, keep_later, true)
}

/// What that would do.
pub fn preview(visit: &Visit, number: i64, keep_later: bool) -> Result<Outcome> {
    taken_back(visit, number, keep_later, false)
}

fn taken_back(visit: &Visit, number: i64, keep_later: bool, writes: bool) -> Result<Outcome> {
    let clock = visit.snapshot()?.clock().clone();
    let database = open(&visit.console.file, &clock, Open::Existing)?;
    let rehearsed = Undo::of(&database, number, keep_later).and_then(|mut undo| {
        let sound = undo.rehearse()?;
        Ok((undo, sound))
    });
    let (mut undo, sound) = match rehearsed {
        Ok(rehearsed) => rehearsed,
        // what SQLite says is a fault of ours, what the undo says is for whoever asked
        Err(error) if error.is::<store::Error>() => return Err(error),
        Err(error) => return Ok(Outcome::Nothing(error.to_string())),
    };
    let number = match (sound, writes) {
        (false, _) => None,
        (true, false) => Some(0),
        (true, true) => undo.carry_out(&visit.signed.name, &|| ())?,
    };
    let Some(number) = number else {
        return Ok(Outcome::Refused(told(&undo.faults, false)?));
    };
    let tallies = undo.tallies.iter().filter(|tally| tally.given);
    let done = Done {
        number,
        tallies: tallies
            .map(|tally| (tally.file, tally.counts().map(|count| count as i64)))
            .collect(),
        stays: told(&undo.faults, true)?,
    };
    drop(undo);
    settle_later(database);
    Ok(Outcome::Done(done))
}
