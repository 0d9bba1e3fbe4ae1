//! A page of feed events and the position after it, shared by Changes and DataFile.

use std::rc::Rc;

use anyhow::Result;

use super::ArgumentRule;
use super::request::{Arguments, Parameter, ParameterKind};
use super::response_schema::*;
use crate::datafile::file::DataFile;
use crate::ledger::feed::{self, FeedCell, FeedEvent, FeedEventKind};
use crate::ledger::position::{FeedPosition, PositionError};
use crate::model::cell::Cell;
use crate::model::refusal::Refusal;
use crate::model::time;
use crate::store::Snapshot;

pub const LIMIT: Parameter = Parameter::optional("limit", ParameterKind::Int)
    .or(1000)
    .described("How many rows the answer tells of at most.")
    .dutch("Hoogstens", "Van hoeveel rijen het antwoord hoogstens vertelt.");

/// The bounds of the page size.
pub const LIMITED: ArgumentRule =
    ArgumentRule::Within { parameter: LIMIT.name, least: 1, most: 10_000, allowed: "1 to 10000" };

/// Parses a position parameter; `None` if absent.
pub fn given_position(arguments: &Arguments, parameter: &'static str) -> Result<Option<FeedPosition>, OpenRowsError> {
    match arguments.text(parameter) {
        "" => Ok(None),
        text => match text.parse() {
            Ok(position) => Ok(Some(position)),
            Err(()) => Err(OpenRowsError::Refused(Refusal::NoPosition { parameter, text: text.to_owned() })),
        },
    }
}

/// Refuses a position that is invalid on this snapshot.
pub fn refuse_unless(
    valid: Result<(), PositionError>,
    (parameter, position): (&'static str, &FeedPosition),
    snapshot: &Snapshot,
) -> Result<(), OpenRowsError> {
    let Err(why) = valid else {
        return Ok(());
    };
    let position = position.to_string();
    Err(OpenRowsError::Refused(match why {
        // a copy that is not followed never catches up
        PositionError::Ahead if snapshot.is_followed() => Refusal::Behind { position },
        PositionError::OtherList => Refusal::NoPosition { parameter, text: position },
        PositionError::Ahead | PositionError::Gone => {
            let newest = FeedPosition::after(feed::newest(snapshot)?, None, snapshot)?.to_string();
            Refusal::Gone { position, newest }
        }
    }))
}

/// Returns the schema of a feed page whose rows `open` computes.
pub const fn page_of(open: OpenComputed) -> Contents {
    Contents::One { structure: "ChangesPage", rows: RowSource::Computed(open), fields: PAGE, none: None, several: None }
}

const PAGE: &[Field] = &[
    list("changes", &CHANGES).described("What became of which row, in the order in which to take it."),
    text("next").described("The position from which to continue: an opaque text."),
    boolean("more").described("Whether there is more already; else ask again when you like."),
];

static CHANGES: ListSchema = ListSchema {
    element: "Change",
    rows: RowSource::Beside,
    item: ListItem::Fields(&[
        long("number")
            .nillable()
            .described("Its number, one more than the one before; null where a row is told without a change."),
        field("moment", FieldValue::ZonedDateTime)
            .nillable()
            .described("When it was made; null where a row is told without a change."),
        text("file").described("The data file that the row stands in."),
        long("row").described("The row, by a number that it keeps whatever else of it changes."),
        text("kind")
            .one_of(&["created", "changed", "removed", "anonymised"])
            .described("created, changed, removed, or anonymised: nothing else is reported about such a person."),
        list("key", &CELLS).described("The cells of the row's key, as they are now or were last."),
        list("cells", &CELLS).described("What the cells are now that the change gave; none of a row that is gone."),
    ]),
};

static CELLS: ListSchema = ListSchema {
    element: "Cell",
    rows: RowSource::Beside,
    item: ListItem::Fields(&[
        text("column").described("The column of the data file."),
        text("value").described("The cell, as an export writes it."),
        long("person")
            .nillable()
            .described("Where the cell names a person: that person's row in persons.csv, which stays."),
    ]),
};

/// A page of events, and the position after it.
pub struct FeedPage {
    /// The data file whose rows it has; `None` for changes.
    pub file: Option<&'static DataFile>,
    pub wait: Option<FeedWait>,
    pub notices: Vec<FeedEvent>,
    /// The number of the change or row after which the next page begins.
    pub next: i64,
    /// Is there a next page?
    pub more: bool,
}

impl FeedPage {
    /// Opens the rows of the page for the serializer.
    pub fn open<'s>(self, snapshot: &'s Snapshot) -> Result<OpenedRows<'s>> {
        let notices: Rc<[FeedEvent]> = self.notices.into();
        let cells = |which| {
            Box::new(FeedCells {
                snapshot,
                notices: Rc::clone(&notices),
                which,
                passed: 0,
                left: Vec::new(),
                told: None,
            })
        };
        let moments = notices.iter().map(|notice| moment(notice, snapshot));
        let changes = FeedRows { moments: moments.collect::<Result<_>>()?, notices: Rc::clone(&notices), passed: 0 };
        let next = FeedPosition::after(self.next, self.file, snapshot)?.to_string();
        Ok(OpenedRows {
            next: self.more.then(|| next.clone()),
            wait: self.wait,
            lists: vec![
                OwnedRows::boxed(vec![vec![
                    OwnedCell::Int(PAGE_KEY),
                    OwnedCell::Text(next),
                    OwnedCell::Int(self.more.into()),
                ]]),
                Box::new(changes),
                cells(FeedCellKind::Key),
                cells(FeedCellKind::Given),
            ],
        })
    }
}

/// Returns the time of an event as wall time.
fn moment(notice: &FeedEvent, snapshot: &Snapshot) -> Result<Option<String>> {
    let Some((_, at)) = &notice.change else {
        return Ok(None);
    };
    Ok(Some(time::text(snapshot.clock().wall(at.parse()?))))
}

struct FeedRows {
    notices: Rc<[FeedEvent]>,
    moments: Vec<Option<String>>,
    /// The number of events passed.
    passed: usize,
}

impl ComputedRows for FeedRows {
    fn advance(&mut self) -> Result<bool> {
        self.passed += 1;
        Ok(self.passed <= self.notices.len())
    }

    fn cell(&self, column: usize) -> Cell<'_> {
        let at = self.passed - 1;
        let notice = &self.notices[at];
        match column {
            0 => Cell::Int(PAGE_KEY),
            1 => Cell::Int(key_of(at)),
            2 => optional(notice.number()),
            3 => match &self.moments[at] {
                Some(moment) => Cell::Text(moment.as_bytes()),
                None => Cell::Null,
            },
            4 => Cell::Text(notice.file.name.as_bytes()),
            5 => Cell::Int(notice.row),
            _ => Cell::Text(word(&notice.became).as_bytes()),
        }
    }
}

/// Returns the key that relates cells to their event.
fn key_of(at: usize) -> i64 {
    i64::try_from(at).expect("a page is short")
}

fn optional(number: Option<i64>) -> Cell<'static> {
    number.map_or(Cell::Null, Cell::Int)
}

fn word(became: &FeedEventKind) -> &'static str {
    match became {
        FeedEventKind::Created => "created",
        FeedEventKind::Changed(_) => "changed",
        FeedEventKind::Removed => "removed",
        FeedEventKind::Anonymised => "anonymised",
    }
}

/// The cells of the events, loaded event by event.
struct FeedCells<'s> {
    snapshot: &'s Snapshot<'s>,
    notices: Rc<[FeedEvent]>,
    /// Old or new cells.
    which: FeedCellKind,
    /// The number of events passed.
    passed: usize,
    /// The remaining cells of the current event, in reverse order.
    left: Vec<FeedCell>,
    /// The current cell.
    told: Option<FeedCell>,
}

/// Which cells of an event.
#[derive(Clone, Copy)]
enum FeedCellKind {
    Key,
    Given,
}

impl ComputedRows for FeedCells<'_> {
    fn advance(&mut self) -> Result<bool> {
        self.told = self.left.pop();
        while self.told.is_none() {
            let Some(notice) = self.notices.get(self.passed) else {
                return Ok(false);
            };
            self.passed += 1;
            self.left = match self.which {
                FeedCellKind::Key => notice.key(self.snapshot)?,
                FeedCellKind::Given => notice.cells(self.snapshot)?,
            };
            self.left.reverse();
            self.told = self.left.pop();
        }
        Ok(true)
    }

    fn cell(&self, column: usize) -> Cell<'_> {
        let Some(told) = &self.told else {
            return Cell::Null;
        };
        match column {
            0 => Cell::Int(key_of(self.passed - 1)),
            1 => Cell::Text(told.column.as_bytes()),
            2 => Cell::Text(told.value.as_bytes()),
            _ => optional(told.person),
        }
    }
}
