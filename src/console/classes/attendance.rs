//! The attendance list of a class: a sheet of paper with a place to sign for everyone at each contact moment.

use anyhow::Result;
use askama::Template;

use super::class::{Looked, looked};
use crate::console::page::{Answer, Content};
use crate::console::visit::Visit;
use crate::console::words::Words;
use crate::store::class::{Member, Moment, Seat, members, moments};

/// How many persons are listed at once.
const PERSONS: u32 = 200;

/// How many contact moments a sheet has, each with room to sign in.
const MOMENTS: usize = 6;

/// A sheet: some contact moments, and everyone.
#[derive(Template)]
#[template(path = "attendance.html")]
struct Sheet<'a> {
    words: &'static Words,
    class: &'a str,
    training: &'a str,
    moments: &'a [Moment],
    members: &'a [Member],
    first: usize,
}

impl Sheet<'_> {
    /// How high a row can be so that all fit on a page.
    fn height(&self) -> &'static str {
        match self.members.len() {
            0..=15 => "wide",
            16..=25 => "middle",
            _ => "narrow",
        }
    }
}

/// The list of a class.
pub fn show(visit: &Visit, row: &str) -> Result<Answer> {
    looked(visit, row, list)
}

fn list(looked: &Looked) -> Result<Answer> {
    let (visit, class) = (looked.visit, &looked.class);
    let words = visit.words;
    let skipped = visit.request.query.text_of("from").parse().unwrap_or_default();
    let all = moments(looked.snapshot, class.row)?;
    let members = members(looked.snapshot, class.row, Seat::Enrolled, skipped, PERSONS)?;
    let mut content = Content::new(format!("{} · {}", words.attendance, class.name));
    content.note(words.attendance_says);
    let mut links = vec![(visit.address(&format!("classes/{}", class.row)), class.name.clone())];
    if members.len() == PERSONS as usize {
        let next = format!("?from={}", skipped.saturating_add(PERSONS));
        links.push((next, words.next_page.to_owned()));
    }
    content.links(&links);
    // of a class without a contact moment the names are worth a sheet all the same
    let mut sheets: Vec<_> = all.chunks(MOMENTS).collect();
    if sheets.is_empty() {
        sheets.push(&[]);
    }
    for moments in sheets {
        content.add(&Sheet {
            words,
            class: &class.name,
            training: &class.training.0,
            moments,
            members: &members,
            first: skipped as usize + 1,
        });
    }
    Ok(Answer::Page(content))
}
