//! Imports over REST: uploads, their jobs, and the imports of the ledger.

use std::iter;

use serde_json::Value;

use super::prelude::*;
use crate::datafile;
use crate::ledger::history::{self, ChangeQuery, FieldChange, RowChange};
use crate::ledger::imports::{self, ImportRun, ImportedFileCounts};
use crate::model::time;
use crate::store::{Change, ChangeError};

const MAX_FILE_NAME_CHARACTERS: usize = 255;

/// The action of a request that changes imports. `http::rest::imports` carries it out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ImportAction {
    Start,
    Cancel,
    Undo,
}

/// Returns the action of an operation over imports; `None` for all other operations, also for reads of imports.
pub fn import_action(operation: &Operation) -> Option<ImportAction> {
    match operation.name {
        name if name == IMPORT.name => Some(ImportAction::Start),
        name if name == CANCEL.name => Some(ImportAction::Cancel),
        name if name == UNDO.name => Some(ImportAction::Undo),
        _ => None,
    }
}

pub const IMPORT: Operation = Operation {
    request: &[
        Parameter::new("file", ParameterKind::Text(MAX_FILE_NAME_CHARACTERS))
            .optional()
            .described("The name of the file, unless Content-Disposition or the form has it."),
        Parameter::new("mapping", ParameterKind::MappingNames)
            .optional()
            .described("The name of a mapping for a foreign file; repeatable; if absent, names and headers decide."),
        bool_parameter("dryRun").optional().described("Whether to check only."),
        bool_parameter("replace").optional().described("Whether to remove rows that the files do not list."),
        Parameter::new("maxRemovals", ParameterKind::RowLimit)
            .optional()
            .described("The most rows of a table to remove: a number or a percentage; absent: 10%."),
        Parameter::new("maxChanges", ParameterKind::RowLimit)
            .optional()
            .described("The most rows of a file to change: a number or a percentage; absent: any."),
        bool_parameter("allowSimilar")
            .optional()
            .described("Whether new identifiers may differ from stored ones in leading zeros only."),
    ],
    ..Operation::over_rest(
        "Import",
        post_with_files("/imports"),
        "Imports a CSV file, a workbook or a .zip of them, as a job.",
        Contents::Changed { result: ChangeResult::Nothing, change: make_no_change },
    )
};

pub const CANCEL: Operation = Operation {
    required_grants: RequiredGrants::OfOthers(&["Import"]),
    request: &[JOB],
    ..Operation::over_rest(
        "CancelImport",
        delete("/imports/jobs/{job}"),
        "Cancels the job of an import that is not applied yet.",
        Contents::Changed { result: ChangeResult::Nothing, change: make_no_change },
    )
};

pub const UNDO: Operation = Operation {
    required_grants: RequiredGrants::OfOthers(&["Import"]),
    request: &[NUMBER, bool_parameter("dryRun").optional().described("Whether only to report what would be undone.")],
    ..Operation::over_rest(
        "UndoImport",
        post_without_body("/imports/{number}/undo"),
        "Undoes an import.",
        Contents::Changed { result: ChangeResult::Nothing, change: make_no_change },
    )
};

const JOB: Parameter = int_parameter("job").described("The number of the job.");

pub const JOB_STATE: Operation = Operation {
    required_grants: RequiredGrants::OfOthers(&["Import"]),
    request: &[JOB],
    ..Operation::over_rest(
        "ImportJob",
        get("/imports/jobs/{job}"),
        "The job of an import: its state, counts and errors.",
        Contents::one("ImportJob", query(SELECT_JOB), JOB_FIELDS, Some(Entity::Job)),
    )
};

/// A credential sees only its own jobs.
const SELECT_JOB: &str = "
    SELECT id, state, code, progress, files, groups, first_errors AS errors, number AS import,
           wall_time(created_at) AS createdAt, wall_time(ended_at) AS endedAt
    FROM import_job WHERE id = :job AND credential = :caller";

const JOB_FIELDS: &[Field] = &[
    int("id").described("The number of the job."),
    text("state")
        .one_of(&["queued", "reading", "checking", "applying", "done", "failed", "cancelled"])
        .described("What the job is doing, or how it ended."),
    text("code")
        .nillable()
        .one_of(&["errors", "guard", "interrupted"])
        .described("Why the job failed: errors, guard or interrupted."),
    int("progress").described("The percentage of bytes read."),
    FILES,
    field("groups", FieldValue::JsonArray(&GROUPS))
        .described("The errors by kind and column, with their number and first lines."),
    field("errors", FieldValue::JsonArray(&ERRORS)).described("The first 100 single errors."),
    int("import").nillable().described("The number of the import, if it was applied."),
    field("createdAt", FieldValue::ZonedDateTime).described("When the job was created."),
    field("endedAt", FieldValue::ZonedDateTime).nillable().described("When the job ended."),
];

const FILES: Field = field("files", FieldValue::JsonArray(&COUNTS)).described("The counts of each data file.");

static COUNTS: ListSchema = ListSchema::of_objects("FileCounts", RowSource::None, COUNT_FIELDS);

const COUNT_FIELDS: &[Field] = &[
    text("file").described("The data file."),
    CREATED,
    UPDATED,
    UNCHANGED,
    REMOVED,
    long("skipped").described("How many rows the mapping skipped."),
];

const CREATED: Field = long("created").described("The number of rows created.");
const UPDATED: Field = long("updated").described("The number of rows changed.");
const UNCHANGED: Field = long("unchanged").described("The number of rows that were the same already.");
const REMOVED: Field = long("removed").described("The number of rows removed.");

/// Errors of single rows, in a job and in the problem response of an undo.
pub static ERRORS: ListSchema = ListSchema::of_objects("ImportError", RowSource::None, ERROR_FIELDS);

const ERROR_FIELDS: &[Field] = &[FILE, LINE, HEADER, COLUMN, CODE, DETAIL];

const FILE: Field = text("file").nillable().described("The file as it was sent; null if an error concerns all files.");
const LINE: Field = long("line").nillable().described("The line of the record.");
const HEADER: Field = text("header").nillable().described("The header of a foreign file.");
const COLUMN: Field = text("column").nillable().described("The column of the data file.");
const CODE: Field = text("code")
    .one_of(&["required", "unknown", "repeated", "kind", "range", "length", "characters", "rule"])
    .described("The kind of the error, as in a problem.");
const DETAIL: Field = text("detail").described("What is wrong, and what is allowed.");

static GROUPS: ListSchema = ListSchema::of_objects("ImportErrorGroup", RowSource::None, GROUP_FIELDS);

const GROUP_FIELDS: &[Field] = &[
    FILE,
    LINE,
    HEADER,
    COLUMN,
    CODE,
    DETAIL,
    long("count").described("The number of errors in the group."),
    field("lines", FieldValue::JsonArray(&LINES)).described("The first lines."),
    field("values", FieldValue::JsonArray(&VALUES)).described("Values that a mapping could translate."),
];

static LINES: ListSchema = ListSchema::of_values("Line", RowSource::None, FieldValue::Long);

static VALUES: ListSchema = ListSchema::of_objects("UnknownValue", RowSource::None, VALUE_FIELDS);

const VALUE_FIELDS: &[Field] = &[
    text("value").described("The value in the file."),
    text("suggestion").nillable().described("The likely meaning of the value."),
];

pub const UPLOAD_ANSWER: &[Field] = &[long("id").described("The number of the job.")];

pub const UNDO_ANSWER: &[Field] =
    &[long("import").nillable().described("The number of the undo; null for a dry run."), FILES];

pub const JOB_ERRORS: Operation = Operation {
    required_grants: RequiredGrants::OfOthers(&["Import"]),
    request: &[JOB],
    rules: &[ArgumentRule::Exists {
        select: "SELECT 1 FROM import_job WHERE id = :job AND credential = :caller",
        entity: Entity::Job,
    }],
    ..Operation::over_rest(
        "ImportJobErrors",
        get("/imports/jobs/{job}/errors"),
        "Every single error of the job of an import.",
        Contents::List(ListSchema::of_objects(ERRORS.element, query(SELECT_JOB_ERRORS), ERROR_FIELDS)),
    )
};

const SELECT_JOB_ERRORS: &str = "
    SELECT e.value ->> 'file' AS file, e.value ->> 'line' AS line, e.value ->> 'header' AS header,
           e.value ->> 'column' AS \"column\", e.value ->> 'code' AS code, e.value ->> 'detail' AS detail
    FROM import_job AS j CROSS JOIN json_each(j.errors) AS e WHERE j.id = :job AND j.credential = :caller";

pub const IMPORTS: Operation = Operation {
    required_grants: RequiredGrants::OfOthers(&["Import"]),
    request: &[
        int_parameter("limit").optional().with_default(100).described("The most imports of the answer, 1 to 1000."),
        int_parameter("after")
            .optional()
            .with_default(i32::MAX)
            .described("The number of the last import of the previous page; if absent, the newest imports."),
    ],
    rules: &[ArgumentRule::IntegerRange { parameter: "limit", min: 1, max: 1000 }],
    ..Operation::over_rest(
        "Imports",
        get("/imports"),
        "The imports and their undos, newest first.",
        Contents::List(ListSchema::of_objects("ImportInfo", RowSource::Computed(open_imports), IMPORT_FIELDS)),
    )
};

pub const IMPORT_INFO: Operation = Operation {
    required_grants: RequiredGrants::OfOthers(&["Import"]),
    request: &[NUMBER],
    ..Operation::over_rest(
        "ImportInfo",
        get("/imports/{number}"),
        "One import, with its counts for each data file.",
        Contents::one("ImportInfo", RowSource::Computed(open_import), IMPORT_FIELDS, Some(Entity::Import)),
    )
};

const NUMBER: Parameter = int_parameter("number").described("The number of the import.");

const IMPORT_FIELDS: &[Field] = &[
    long("number").described("The number of the import."),
    field("at", FieldValue::ZonedDateTime).described("When the import was made."),
    text("kind").one_of(&["import", "undo"]).described("import or undo."),
    text("actor").described("Who made the import."),
    text("action").described("What was imported or undone."),
    long("undoes").nillable().described("The import that this undoes."),
    field("undoneBy", FieldValue::JsonArray(&NUMBERS)).described("The undos of this import."),
    field("files", FieldValue::JsonArray(&RUN_FILES))
        .described("The counts of each data file, and the mapping by which the file was read."),
];

static NUMBERS: ListSchema = ListSchema::of_values("Number", RowSource::None, FieldValue::Long);

static RUN_FILES: ListSchema = ListSchema::of_objects("ImportedFile", RowSource::None, RUN_FILE_FIELDS);

const RUN_FILE_FIELDS: &[Field] = &[
    text("file").described("The data file."),
    text("digest").described("The digest of the file's content; empty for an undo."),
    CREATED,
    UPDATED,
    UNCHANGED,
    REMOVED,
    field("mapping", FieldValue::Object(MAPPING)).nillable().described("The mapping by which the file was read."),
];

const MAPPING: &[Field] =
    &[text("name").described("The name of the mapping."), long("version").described("The version of the mapping.")];

/// Opens a page of imports, the newest first. The position of the next page is the number of the last import.
fn open_imports<'s>(snapshot: &'s Snapshot, arguments: &Arguments) -> Result<OpenedRows<'s>, AnswerError> {
    let limit = arguments.int("limit").unsigned_abs();
    // one more import than the page has: it shows whether there is a next page
    let mut page = imports::list_imports_before(snapshot, arguments.int("after").into(), limit + 1)?;
    let has_more = page.len() > limit as usize;
    page.truncate(limit as usize);
    let next = if has_more { page.last().map(|last| last.number.to_string()) } else { None };
    Ok(OpenedRows { next, ..import_rows(snapshot, page)? })
}

/// Opens one import. An unknown number gives no row, which the answer reports as not found.
fn open_import<'s>(snapshot: &'s Snapshot, arguments: &Arguments) -> Result<OpenedRows<'s>, AnswerError> {
    let import = imports::find_import(snapshot, arguments.int("number").into())?;
    Ok(import_rows(snapshot, import.into_iter().collect())?)
}

fn import_rows<'s>(snapshot: &'s Snapshot, imports: Vec<ImportRun>) -> anyhow::Result<OpenedRows<'s>> {
    let rows = imports.into_iter().map(|import| import_row(snapshot, import));
    Ok(vec![rows_from_vec(rows.collect::<anyhow::Result<_>>()?)].into())
}

/// Returns the cells of an import, in the order of [`IMPORT_FIELDS`].
fn import_row(snapshot: &Snapshot, import: ImportRun) -> anyhow::Result<[OwnedCell; 8]> {
    let undo_numbers = json_cell(import.undo_numbers());
    let mut files = imports::list_imported_files(snapshot, import.id)?;
    files.sort_by_key(|file| datafile::sort_position(&file.file));
    // the ledger has UTC, answers have the time in the service's zone
    let at = snapshot.clock().to_wall_time(import.at.parse()?);
    Ok([
        OwnedCell::Int(import.number),
        OwnedCell::Text(time::format_wall_time(at).into()),
        OwnedCell::Text(import.kind.into()),
        OwnedCell::Text(import.actor.into()),
        OwnedCell::Text(import.action.into()),
        import.undoes.map_or(OwnedCell::Null, OwnedCell::Int),
        undo_numbers,
        json_cell(files.iter().map(ImportedFileCounts::to_json).collect::<Value>()),
    ])
}

fn json_cell(value: impl Into<Value>) -> OwnedCell {
    OwnedCell::Text(value.into().to_string().into())
}

pub const IMPORT_CHANGES: Operation = Operation {
    required_grants: RequiredGrants::OfOthers(&["Import"]),
    request: &[NUMBER],
    rules: &[ArgumentRule::Exists { select: "SELECT 1 FROM ledger WHERE number = :number", entity: Entity::Import }],
    ..Operation::over_rest(
        "ImportChanges",
        get("/imports/{number}/changes"),
        "The rows that one import changed, with their old and new cells.",
        Contents::List(ListSchema::of_objects("ImportChange", RowSource::Computed(open_changes), CHANGE_FIELDS)),
    )
};

const CHANGE_FIELDS: &[Field] = &[
    text("file").described("The data file."),
    long("row").described("The row, by the number that it keeps."),
    long("line").nillable().described("The line of the imported file."),
    text("kind").one_of(&["created", "changed", "removed"]).described("created, changed or removed."),
    field("key", FieldValue::JsonArray(&KEY)).described("The key of the row, now or before its removal."),
    field("old", FieldValue::JsonObject).described("The changed cells before, by their columns."),
    field("new", FieldValue::JsonObject).described("The changed cells afterwards, by their columns."),
];

static KEY: ListSchema = ListSchema::of_values("KeyCell", RowSource::None, FieldValue::Text);

/// Opens the changed rows of one import. An import can change millions of rows, so they are read in pages while they
/// are sent.
fn open_changes<'s>(snapshot: &'s Snapshot, arguments: &Arguments) -> Result<OpenedRows<'s>, AnswerError> {
    // an unknown import has no rows: no ledger entry has the id 0
    let entry = imports::find_import(snapshot, arguments.int("number").into())?.map_or(0, |import| import.id);
    let (mut page, mut after) = (Vec::new().into_iter(), 0);
    let rows = iter::from_fn(move || {
        let is_page_finished = page.as_slice().is_empty();
        if is_page_finished {
            match history::list_changes(snapshot, ChangeQuery::Entry(entry), after, CHANGES_PER_READ) {
                Ok(changes) => page = changes.into_iter(),
                Err(error) => return Some(Err(error.into())),
            }
        }
        // an empty page ends the rows
        let change = page.next()?;
        after = change.id;
        Some(Ok(change_row(change)))
    });
    Ok(vec![rows_from_iter(rows)].into())
}

const CHANGES_PER_READ: u32 = 500;

/// Returns the cells of a change, in the order of [`CHANGE_FIELDS`].
fn change_row(change: RowChange) -> [OwnedCell; 7] {
    let to_json_object = |fields: &[FieldChange], cell: fn(&FieldChange) -> &str| {
        json_cell(Value::from_iter(fields.iter().map(|field| (field.field.clone(), cell(field)))))
    };
    // a created row has no old cells, and a removed row has no new cells
    let old_fields = if change.kind == "created" { &[][..] } else { &change.fields };
    let new_fields = if change.kind == "removed" { &[][..] } else { &change.fields };
    let old_cells = to_json_object(old_fields, |field| &field.old);
    let new_cells = to_json_object(new_fields, |field| &field.new);
    [
        OwnedCell::Text(change.file.into()),
        OwnedCell::Int(change.row),
        change.origin.line.map_or(OwnedCell::Null, OwnedCell::Int),
        OwnedCell::Text(change.kind.into()),
        json_cell(change.key),
        old_cells,
        new_cells,
    ]
}

/// Is never called, because `http` carries out every [`ImportAction`] itself.
fn make_no_change(_: &mut Change, _: &Arguments) -> Result<ChangeOutcome, ChangeError> {
    unreachable!("the REST interface makes this change itself")
}
