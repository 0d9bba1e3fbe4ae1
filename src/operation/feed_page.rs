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
    .described("The maximum number of rows.")
    .dutch("Maximum", "Het maximumaantal rijen.");

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
            let newest = FeedPosition::after(feed::newest_change(snapshot)?, None, snapshot)?.to_string();
            Refusal::Gone { position, newest }
        }
    }))
}

/// Returns the schema of a feed page whose rows `open` computes.
pub const fn page_of(open: OpenComputed) -> Contents {
    Contents::One { structure: "ChangesPage", rows: RowSource::Computed(open), fields: PAGE, none: None, several: None }
}

const PAGE: &[Field] = &[
    list("changes", &CHANGES)
        .described("The changed rows, in the order in which to apply them.")
        .dutch("Wijzigingen", "De gewijzigde rijen, in de volgorde waarin ze te verwerken zijn."),
    text("next")
        .described("The position from which to continue: an opaque text.")
        .dutch("Volgende", "Het punt vanaf waar de volgende pagina begint."),
    boolean("more")
        .described("Whether there are more changes already.")
        .dutch("Is er meer", "Of er nu al meer wijzigingen zijn."),
];

static CHANGES: ListSchema = ListSchema {
    element: "Change",
    rows: RowSource::Beside,
    item: ListItem::Fields(&[
        long("number")
            .nillable()
            .described("Its number, one more than the one before; null if a row is reported without a change.")
            .dutch("Nr.", "Het nummer van de wijziging; leeg als de rij niet is gewijzigd."),
        field("moment", FieldValue::ZonedDateTime)
            .nillable()
            .described("When it was made; null if a row is reported without a change.")
            .dutch("Wanneer", "Wanneer de rij is gewijzigd; leeg als dat niet is gebeurd."),
        text("file")
            .described("The data file of the row.")
            .dutch("Tabel", "De tabel waarin de rij staat."),
        long("row")
            .described("The number of the row, which never changes.")
            .dutch("Rij", "Het nummer van de rij, dat nooit verandert."),
        text("kind")
            .one_of(&["created", "changed", "removed", "anonymised"])
            .described("created, changed, removed, or anonymised: nothing else is reported about such a person.")
            .dutch(
                "Soort",
                "created, changed, removed of anonymised (nieuw, gewijzigd, verwijderd of \
                 geanonimiseerd); van een geanonimiseerde persoon staat er verder niets.",
            ),
        list("key", &CELLS)
            .described("The cells of the row's key, as they are or last were.")
            .dutch("Sleutel", "De sleutel van de rij, zoals die is of het laatst was."),
        list("cells", &CELLS)
            .described("The current values of the changed cells; empty for a removed row.")
            .dutch("Cellen", "De huidige waarden van de gewijzigde cellen; leeg als de rij is verwijderd."),
    ]),
};

static CELLS: ListSchema = ListSchema {
    element: "Cell",
    rows: RowSource::Beside,
    item: ListItem::Fields(&[
        text("column").described("The column of the data file.").dutch("Kolom", "De kolom van de tabel."),
        text("value")
            .described("The cell, as an export writes it.")
            .dutch("Waarde", "De waarde, zoals die in een export staat."),
        long("person").nillable().described("The row in persons.csv of the person that the cell names.").dutch(
            "Persoon",
            "Als de cel een persoon noemt: het nummer van de rij van die persoon in persons.csv.",
        ),
    ]),
};

/// A page of events, and the position after it.
pub struct FeedPage {
    /// The data file whose rows it has; `None` for changes.
    pub file: Option<&'static DataFile>,
    pub wait: Option<FeedWait>,
    pub events: Vec<FeedEvent>,
    /// The number of the change or row after which the next page begins.
    pub next: i64,
    /// Is there a next page?
    pub more: bool,
}

impl FeedPage {
    /// Opens the rows of the page for the serializer.
    pub fn open<'s>(self, snapshot: &'s Snapshot) -> Result<OpenedRows<'s>> {
        let events: Rc<[FeedEvent]> = self.events.into();
        let cells = |which| {
            Box::new(FeedCells {
                snapshot,
                events: Rc::clone(&events),
                which,
                passed: 0,
                remaining: Vec::new(),
                current: None,
            })
        };
        let moments = events.iter().map(|event| wall_time(event, snapshot));
        let changes = FeedRows { moments: moments.collect::<Result<_>>()?, events: Rc::clone(&events), passed: 0 };
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

/// Returns the time of an event in the service's zone; `None` if the row is reported without a change.
fn wall_time(event: &FeedEvent, snapshot: &Snapshot) -> Result<Option<String>> {
    let Some((_, at)) = &event.change else {
        return Ok(None);
    };
    Ok(Some(time::format_wall_time(snapshot.clock().to_wall_time(at.parse()?))))
}

struct FeedRows {
    events: Rc<[FeedEvent]>,
    moments: Vec<Option<String>>,
    /// The number of events passed.
    passed: usize,
}

impl ComputedRows for FeedRows {
    fn advance(&mut self) -> Result<bool> {
        self.passed += 1;
        Ok(self.passed <= self.events.len())
    }

    fn cell(&self, column: usize) -> Cell<'_> {
        let at = self.passed - 1;
        let event = &self.events[at];
        match column {
            0 => Cell::Int(PAGE_KEY),
            1 => Cell::Int(event_key(at)),
            2 => optional_int(event.number()),
            3 => match &self.moments[at] {
                Some(moment) => Cell::Text(moment.as_bytes()),
                None => Cell::Null,
            },
            4 => Cell::Text(event.file.name.as_bytes()),
            5 => Cell::Int(event.row),
            _ => Cell::Text(kind_name(&event.kind).as_bytes()),
        }
    }
}

/// Returns the key that relates cells to their event.
fn event_key(at: usize) -> i64 {
    i64::try_from(at).expect("a page is short")
}

fn optional_int(number: Option<i64>) -> Cell<'static> {
    number.map_or(Cell::Null, Cell::Int)
}

fn kind_name(kind: &FeedEventKind) -> &'static str {
    match kind {
        FeedEventKind::Created => "created",
        FeedEventKind::Changed(_) => "changed",
        FeedEventKind::Removed => "removed",
        FeedEventKind::Anonymised => "anonymised",
    }
}

/// The cells of the events, loaded event by event.
struct FeedCells<'s> {
    snapshot: &'s Snapshot<'s>,
    events: Rc<[FeedEvent]>,
    /// Old or new cells.
    which: FeedCellKind,
    /// The number of events passed.
    passed: usize,
    /// The remaining cells of the current event, in reverse order.
    remaining: Vec<FeedCell>,
    /// The current cell.
    current: Option<FeedCell>,
}

/// Which cells of an event.
#[derive(Clone, Copy)]
enum FeedCellKind {
    Key,
    Given,
}

impl ComputedRows for FeedCells<'_> {
    fn advance(&mut self) -> Result<bool> {
        self.current = self.remaining.pop();
        while self.current.is_none() {
            let Some(event) = self.events.get(self.passed) else {
                return Ok(false);
            };
            self.passed += 1;
            self.remaining = match self.which {
                FeedCellKind::Key => event.key(self.snapshot)?,
                FeedCellKind::Given => event.reported_cells(self.snapshot)?,
            };
            self.remaining.reverse();
            self.current = self.remaining.pop();
        }
        Ok(true)
    }

    fn cell(&self, column: usize) -> Cell<'_> {
        let Some(current) = &self.current else {
            return Cell::Null;
        };
        match column {
            0 => Cell::Int(event_key(self.passed - 1)),
            1 => Cell::Text(current.column.as_bytes()),
            2 => Cell::Text(current.value.as_bytes()),
            _ => optional_int(current.person),
        }
    }
}
