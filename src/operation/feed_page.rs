//! A page of feed events and the position after it, shared by Changes and DataFile.

use std::rc::Rc;

use anyhow::Result;

use super::prelude::*;
use crate::datafile::file::DataFile;
use crate::ledger::feed::{self, FeedCell, FeedEvent, FeedEventKind};
use crate::ledger::feed_position::{FeedPosition, PositionError};
use crate::model::time;

pub const LIMIT: Parameter = int_parameter("limit")
    .optional()
    .with_default(1000)
    .described("The maximum number of rows.")
    .dutch("Aantal rijen", "Hoeveel rijen u hoogstens krijgt.");

pub const LIMIT_RANGE: ArgumentRule = ArgumentRule::IntegerRange { parameter: LIMIT.name, min: 1, max: 10_000 };

/// Parses the position in a parameter; `None` if the parameter is absent or empty. A malformed position is refused.
pub fn parse_position(arguments: &Arguments, parameter: &'static str) -> Result<Option<FeedPosition>, AnswerError> {
    let text = arguments.text(parameter);
    if text.is_empty() {
        return Ok(None);
    }
    let invalid_error = |()| AnswerError::Refused(Refusal::InvalidPosition { parameter, text: text.to_owned() });
    text.parse().map(Some).map_err(invalid_error)
}

/// Turns the error of a checked position into a refusal, which can name the newest position.
pub fn refuse_invalid_position(
    check: Result<(), PositionError>,
    parameter: &'static str,
    position: &FeedPosition,
    snapshot: &Snapshot,
) -> Result<(), AnswerError> {
    let Err(error) = check else { return Ok(()) };
    let position = position.to_string();
    Err(AnswerError::Refused(match error {
        // `--follow` replaces the database by newer copies, in which the position can be valid
        PositionError::Ahead if snapshot.is_replica() => Refusal::PositionAhead { position },
        PositionError::OtherList => Refusal::InvalidPosition { parameter, text: position },
        PositionError::Ahead | PositionError::Gone => {
            let newest = FeedPosition::after_change(feed::newest_change(snapshot)?, snapshot)?.to_string();
            Refusal::PositionGone { position, newest }
        }
    }))
}

pub const fn page_schema(open: OpenComputed) -> Contents {
    Contents::one("ChangesPage", RowSource::Computed(open), PAGE, None)
}

const PAGE: &[Field] = &[
    list("changes", &CHANGES)
        .described("The changed rows, in the order in which to apply them.")
        .dutch("Wijzigingen", "De gewijzigde rijen, in de volgorde waarin ze te verwerken zijn."),
    text("next")
        .described("The value to enter in Since (Changes) or After (Rows of a table) to get the next page.")
        .dutch(
            "Volgende",
            "De waarde die u bij Sinds (Wijzigingen) of Na rij (Rijen van een tabel) invult voor de volgende pagina.",
        ),
    boolean("more")
        .described("Whether there is another page now.")
        .dutch("Er volgen meer rijen", "Of er nu nog een pagina is."),
];

static CHANGES: ListSchema = ListSchema::of_objects("Change", RowSource::None, CHANGE_FIELDS);

const CHANGE_FIELDS: &[Field] = &[
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
];

static CELLS: ListSchema = ListSchema::of_objects("Cell", RowSource::None, CELL_FIELDS);

const CELL_FIELDS: &[Field] = &[
    text("column").described("The column of the data file.").dutch("Kolom", "De kolom van de tabel."),
    text("value")
        .described("The cell, as an export writes it.")
        .dutch("Waarde", "De waarde, zoals die in een export staat."),
    long("person")
        .nillable()
        .described("The row in persons.csv of the person that the cell names.")
        .dutch("Persoon", "Als de cel een persoon noemt: het nummer van de rij van die persoon in persons.csv."),
];

pub struct FeedPage {
    /// The data file of a page of rows; `None` for a page of changes.
    pub file: Option<&'static DataFile>,
    /// Set if an empty page waits for the next change.
    pub wait: Option<FeedWait>,
    pub events: Vec<FeedEvent>,
    /// The number of the change or row after which the next page begins.
    pub next: i64,
    pub has_more: bool,
}

impl FeedPage {
    /// Opens the page, its changes, and their key cells and reported cells, which are read only when they are needed.
    pub fn open<'s>(self, snapshot: &'s Snapshot) -> Result<OpenedRows<'s>> {
        let next_position = match self.file {
            Some(file) => FeedPosition::after_row(self.next, file, snapshot)?,
            None => FeedPosition::after_change(self.next, snapshot)?,
        };
        let next = next_position.to_string();
        let page =
            [OwnedCell::Int(ONLY_ROW_KEY), OwnedCell::Text(next.clone().into()), OwnedCell::Int(self.has_more.into())];
        // three lists share the events
        let events: Rc<[FeedEvent]> = self.events.into();
        let shared_events = Rc::clone(&events);
        let changes = (0..events.len()).map(move |index| change_row(&shared_events[index], index as i64, snapshot));
        let key_cells = cell_rows(Rc::clone(&events), |event| Ok(event.key_cells(snapshot)?));
        let reported_cells = cell_rows(events, |event| Ok(event.reported_cells(snapshot)?));
        Ok(OpenedRows {
            lists: vec![rows_from_vec(vec![page]), rows_from_iter(changes), key_cells, reported_cells],
            next: self.has_more.then_some(next),
            wait: self.wait,
        })
    }
}

/// Returns the cells of an event: the page as `parent`, the event's index as `key`, then the fields of [`CHANGES`].
fn change_row(event: &FeedEvent, index: i64, snapshot: &Snapshot) -> Result<[OwnedCell; 7]> {
    let (number, moment) = match &event.change {
        Some(change) => {
            let moment = time::format_wall_time(snapshot.clock().to_wall_time(change.at.parse()?));
            (OwnedCell::Int(change.number), OwnedCell::Text(moment.into()))
        }
        None => (OwnedCell::Null, OwnedCell::Null),
    };
    let [file, kind] = [event.file.name, kind_name(&event.kind)].map(|text| OwnedCell::Text(text.into()));
    Ok([OwnedCell::Int(ONLY_ROW_KEY), OwnedCell::Int(index), number, moment, file, OwnedCell::Int(event.row), kind])
}

fn kind_name(kind: &FeedEventKind) -> &'static str {
    match kind {
        FeedEventKind::Created => "created",
        FeedEventKind::Changed(_) => "changed",
        FeedEventKind::Removed => "removed",
        FeedEventKind::Anonymised => "anonymised",
    }
}

/// Returns one row for each cell of each event, with the columns `parent` (the index of the event) and [`CELLS`].
fn cell_rows<'s>(
    events: Rc<[FeedEvent]>,
    read_cells: impl Fn(&FeedEvent) -> Result<Vec<FeedCell>> + 's,
) -> Box<dyn ComputedRows + 's> {
    let rows = (0..events.len()).flat_map(move |index| {
        // an error takes the place of the event's rows: it ends the answer
        let (cells, error) = match read_cells(&events[index]) {
            Ok(cells) => (cells, None),
            Err(error) => (Vec::new(), Some(Err(error))),
        };
        let to_row = move |FeedCell { column, value, person }| {
            let person = person.map_or(OwnedCell::Null, OwnedCell::Int);
            Ok([OwnedCell::Int(index as i64), OwnedCell::Text(column.into()), OwnedCell::Text(value.into()), person])
        };
        cells.into_iter().map(to_row).chain(error)
    });
    rows_from_iter(rows)
}
