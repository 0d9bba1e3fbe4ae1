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
    .with_default(1000)
    .described("The maximum number of rows.")
    .dutch("Maximum", "Het maximumaantal rijen.");

pub const LIMIT_RANGE: ArgumentRule =
    ArgumentRule::IntegerRange { parameter: LIMIT.name, least: 1, most: 10_000, allowed: "1 to 10000" };

/// Parses the position in a parameter; `None` if the parameter is absent or empty.
pub fn parse_position(arguments: &Arguments, parameter: &'static str) -> Result<Option<FeedPosition>, OpenRowsError> {
    match arguments.text(parameter) {
        "" => Ok(None),
        text => match text.parse() {
            Ok(position) => Ok(Some(position)),
            Err(()) => Err(OpenRowsError::Refused(Refusal::InvalidPosition { parameter, text: text.to_owned() })),
        },
    }
}

/// Converts the error of a position into a refusal.
pub fn refuse_invalid_position(
    check: Result<(), PositionError>,
    parameter: &'static str,
    position: &FeedPosition,
    snapshot: &Snapshot,
) -> Result<(), OpenRowsError> {
    let Err(error) = check else { return Ok(()) };
    let position = position.to_string();
    Err(OpenRowsError::Refused(match error {
        // `--follow` replaces the database by newer copies, in which the position can be valid
        PositionError::Ahead if snapshot.is_followed() => Refusal::PositionAhead { position },
        PositionError::OtherList => Refusal::InvalidPosition { parameter, text: position },
        PositionError::Ahead | PositionError::Gone => {
            let newest = FeedPosition::after(feed::newest_change(snapshot)?, None, snapshot)?.to_string();
            Refusal::PositionGone { position, newest }
        }
    }))
}

pub const fn page_schema(open: OpenComputed) -> Contents {
    Contents::One {
        structure: "ChangesPage",
        rows: RowSource::Computed(open),
        fields: PAGE,
        not_found: None,
        ambiguous: None,
    }
}

const PAGE: &[Field] = &[
    list("changes", &CHANGES)
        .described("The changed rows, in the order in which to apply them.")
        .dutch("Wijzigingen", "De gewijzigde rijen, in de volgorde waarin ze te verwerken zijn."),
    text("next")
        .described("The value to enter in Since (Changes) or After (Rows of a table) to get the next page.")
        .dutch(
            "Volgende",
            "De waarde die u bij Sinds (Wijzigingen) of Na (Rijen van een tabel) invult voor de volgende pagina.",
        ),
    boolean("more").described("Whether there is another page now.").dutch("Is er meer", "Of er nu nog een pagina is."),
];

static CHANGES: ListSchema = ListSchema {
    element: "Change",
    rows: RowSource::Elsewhere,
    item: ListItem::Fields(&[
        long("number")
            .nillable()
            .described("Number of the change, counting up by one; no value if the row is listed without a change.")
            .dutch("Nr.", "Het nummer van de wijziging; leeg als de rij niet is gewijzigd."),
        field("moment", FieldValue::ZonedDateTime)
            .nillable()
            .described("When the change was made; no value if the row is listed without a change.")
            .dutch("Wanneer", "Wanneer de rij is gewijzigd; leeg als dat niet is gebeurd."),
        text("file").described("The data file of the row.").dutch("Tabel", "De tabel waarin de rij staat."),
        long("row")
            .described("The number of the row, which never changes.")
            .dutch("Rij", "Het nummer van de rij, dat nooit verandert."),
        text("kind")
            .one_of(&["created", "changed", "removed", "anonymised"])
            .described(
                "What happened: created, changed, removed or anonymised. For an anonymised person nothing else is \
                 reported.",
            )
            .dutch(
                "Soort",
                "created, changed, removed of anonymised (nieuw, gewijzigd, verwijderd of \
                 geanonimiseerd); van een geanonimiseerde persoon staat er verder niets.",
            ),
        list("key", &CELLS)
            .described("The values that identify the row; for a removed row, its last values.")
            .dutch("Sleutel", "De waarden waaraan de rij te herkennen is; bij een verwijderde rij de laatste waarden."),
        list("cells", &CELLS)
            .described("The current values of the changed cells; empty for a removed row.")
            .dutch("Cellen", "De huidige waarden van de gewijzigde cellen; leeg als de rij is verwijderd."),
    ]),
};

static CELLS: ListSchema = ListSchema {
    element: "Cell",
    rows: RowSource::Elsewhere,
    item: ListItem::Fields(&[
        text("column").described("The column of the data file.").dutch("Kolom", "De kolom van de tabel."),
        text("value")
            .described("The cell, as an export writes it.")
            .dutch("Waarde", "De waarde, zoals die in een export staat."),
        long("person")
            .nillable()
            .described("The row in persons.csv of the person that the cell names.")
            .dutch("Persoon", "Als de cel een persoon noemt: het nummer van de rij van die persoon in persons.csv."),
    ]),
};

pub struct FeedPage {
    /// The data file of a page of rows; `None` for a page of changes.
    pub file: Option<&'static DataFile>,
    pub wait: Option<FeedWait>,
    pub events: Vec<FeedEvent>,
    /// The number of the change or row after which the next page begins.
    pub next: i64,
    pub has_more: bool,
}

impl FeedPage {
    pub fn open<'s>(self, snapshot: &'s Snapshot) -> Result<OpenedRows<'s>> {
        let events: Rc<[FeedEvent]> = self.events.into();
        let open_cells = |kind| {
            Box::new(FeedCells {
                snapshot,
                events: Rc::clone(&events),
                kind,
                events_read: 0,
                remaining: Vec::new(),
                current: None,
            })
        };
        let times = events.iter().map(|event| wall_time(event, snapshot)).collect::<Result<_>>()?;
        let changes = FeedRows { times, events: Rc::clone(&events), events_read: 0 };
        let next = FeedPosition::after(self.next, self.file, snapshot)?.to_string();
        Ok(OpenedRows {
            next: self.has_more.then(|| next.clone()),
            wait: self.wait,
            lists: vec![
                OwnedRows::boxed(vec![vec![
                    OwnedCell::Int(PAGE_KEY),
                    OwnedCell::Text(next),
                    OwnedCell::Int(self.has_more.into()),
                ]]),
                Box::new(changes),
                open_cells(FeedCellKind::Key),
                open_cells(FeedCellKind::Reported),
            ],
        })
    }
}

fn wall_time(event: &FeedEvent, snapshot: &Snapshot) -> Result<Option<String>> {
    let Some(change) = &event.change else { return Ok(None) };
    Ok(Some(time::format_wall_time(snapshot.clock().to_wall_time(change.at.parse()?))))
}

struct FeedRows {
    events: Rc<[FeedEvent]>,
    times: Vec<Option<String>>,
    /// The number of events read, the current one included.
    events_read: usize,
}

impl ComputedRows for FeedRows {
    fn advance(&mut self) -> Result<bool> {
        self.events_read += 1;
        Ok(self.events_read <= self.events.len())
    }

    fn cell(&self, column: usize) -> Cell<'_> {
        let index = self.events_read - 1;
        let event = &self.events[index];
        // the columns: `parent`, `key`, then the fields of `CHANGES`
        match column {
            0 => Cell::Int(PAGE_KEY),
            1 => Cell::Int(event_key(index)),
            2 => optional_int(event.number()),
            3 => self.times[index].as_ref().map_or(Cell::Null, |time| Cell::Text(time.as_bytes())),
            4 => Cell::Text(event.file.name.as_bytes()),
            5 => Cell::Int(event.row),
            _ => Cell::Text(kind_name(&event.kind).as_bytes()),
        }
    }
}

/// Returns the `key` of the event with this index on the page. The event's cells have this key as their `parent`.
fn event_key(index: usize) -> i64 {
    i64::try_from(index).expect("a page is short")
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

struct FeedCells<'s> {
    snapshot: &'s Snapshot<'s>,
    events: Rc<[FeedEvent]>,
    kind: FeedCellKind,
    /// The number of events read, the current one included.
    events_read: usize,
    /// The remaining cells of the current event, in reverse order.
    remaining: Vec<FeedCell>,
    current: Option<FeedCell>,
}

#[derive(Clone, Copy)]
enum FeedCellKind {
    /// The cells in the list `key`.
    Key,
    /// The cells in the list `cells`.
    Reported,
}

impl ComputedRows for FeedCells<'_> {
    fn advance(&mut self) -> Result<bool> {
        self.current = self.remaining.pop();
        while self.current.is_none() {
            let Some(event) = self.events.get(self.events_read) else { return Ok(false) };
            self.events_read += 1;
            self.remaining = match self.kind {
                FeedCellKind::Key => event.key_cells(self.snapshot)?,
                FeedCellKind::Reported => event.reported_cells(self.snapshot)?,
            };
            self.remaining.reverse();
            self.current = self.remaining.pop();
        }
        Ok(true)
    }

    fn cell(&self, column: usize) -> Cell<'_> {
        let Some(current) = &self.current else { return Cell::Null };
        // the columns: `parent`, then the fields of `CELLS`
        match column {
            0 => Cell::Int(event_key(self.events_read - 1)),
            1 => Cell::Text(current.column.as_bytes()),
            2 => Cell::Text(current.value.as_bytes()),
            _ => optional_int(current.person),
        }
    }
}
