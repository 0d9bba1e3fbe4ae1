//! Audit: every entry of the ledger, with filters by person, actor and time.

use anyhow::Result;
use jiff::civil::DateTime;

use super::components::{Form, FormField, Input, Paging, Table, TableCell};
use super::data::names::Names;
use super::edit;
use super::imports as imports_page;
use super::operators::role_name;
use super::page::{Page, PageAnswer, PageContent};
use super::page_context::PageContext;
use super::saved_message::{self, file_counts};
use crate::datafile::find_cell;
use crate::datafile::persons::FILE;
use crate::ledger::audit::{self, AFTER_ALL_TIMES, AuditFilter};
use crate::ledger::find_cells;
use crate::ledger::history::{self, ChangeOrigin, ChangeQuery, RowChange};
use crate::ledger::imports::{self, ImportedFileCounts};
use crate::model::refusal::{Entity, Refusal};
use crate::model::text::like_containing;
use crate::model::time;
use crate::operation::OPERATIONS;
use crate::store::operator::{Role, UNKNOWN};
use crate::store::{Snapshot, listing};

/// Owners only: it shows who signed in from where, and everybody's access.
pub static PAGE: Page = Page { path: "audit", title: |words| words.audit, role: Role::Owner, show, change: None };

/// Entries, or changes of one person, per page.
const ROWS_PER_PAGE: u32 = 50;

/// The most files of an entry whose counts are listed; its page has those of all.
const MAX_LISTED_FILES: usize = 4;

/// The most entries among which a preview looks for changes by others.
const SEARCHED_ENTRIES: usize = 20;

fn show(context: &PageContext) -> Result<PageAnswer> {
    if !context.steps().is_empty() {
        return Ok(PageAnswer::Nothing);
    }
    let (words, query) = (context.words, &context.request.query);
    let snapshot = context.snapshot()?;
    let mut fields = filter_fields(context);
    let moment = |text: &str, days: i64| start_of_day(&snapshot, text, days);
    let (from, till) = (moment(query.text_of("from"), 0), moment(query.text_of("till"), 1));
    for (field, read) in fields.iter_mut().zip([&from, &till]) {
        if read.is_none() {
            field.wrong.push(words.not_a_date.replace("{}", &field.value));
        }
    }
    let identifier = query.text_of("person").trim();
    let person = match identifier {
        "" => None,
        identifier => listing::find_row_by_key(&snapshot, &FILE, identifier)?,
    };
    if person.is_none() && !identifier.is_empty() {
        fields[2].wrong.push(context.refusal(&Refusal::NotFound(Entity::Person)));
    }
    let is_wrong = fields.iter().any(|field| !field.wrong.is_empty());
    let by = AuditFilter {
        from: &from.unwrap_or_default(),
        till: &till.filter(|till| !till.is_empty()).unwrap_or_else(|| AFTER_ALL_TIMES.to_owned()),
        actor: &like_containing(query.text_of("who").trim()),
    };
    let mut content = PageContent::new(words.audit);
    content.note(words.audit_is);
    content.add(&Form::search_form(words.audit, context.address("audit"), fields, words.show));
    if !is_wrong {
        content.add(&match person {
            Some(person) => person_table(context, &snapshot, person, &by)?,
            None => entry_table(context, &snapshot, &by)?,
        });
    }
    Ok(PageAnswer::Page(content))
}

/// Returns the filter fields.
fn filter_fields(context: &PageContext) -> Vec<FormField> {
    let (words, query) = (context.words, &context.request.query);
    let field =
        |name, label, kind| FormField::new(name, label, Input::Line(kind)).with_value(query.text_of(name).trim());
    vec![
        field("from", words.from, "date"),
        field("till", words.till, "date"),
        field("person", words.identifier_of_person, "search"),
        field("who", words.who, "search"),
    ]
}

/// Returns the beginning of a day, plus days, in the ledger's form; empty for no date, `None` for an invalid one.
fn start_of_day(snapshot: &Snapshot, text: &str, days: i64) -> Option<String> {
    match text.trim() {
        "" => Some(String::new()),
        text => {
            let day: DateTime = time::parse_date(text)?.at(0, 0, 0, 0);
            let day = day.checked_add(jiff::Span::new().days(days)).unwrap_or(day);
            Some(snapshot.clock().to_instant_text(day))
        }
    }
}

/// Returns the table of entries or changes, with links to the next page at the position `next`.
fn audit_table<'n>(
    context: &PageContext,
    rows: Vec<Vec<TableCell>>,
    next: impl IntoIterator<Item = (&'n str, String)>,
) -> Table<'static> {
    let words = context.words;
    let paging =
        Paging::of(context, "before", format!("?{}", context.request.query.given_but(&["at", "before"]).text()));
    let labels = [words.when, words.who, words.origin, words.what, words.rows, words.fields];
    Table::new(words.audit, labels, rows, words.none_found).without_empty_columns().more(paging.links(next))
}

/// Returns the table of the ledger entries that match the filter.
fn entry_table(context: &PageContext, snapshot: &Snapshot, by: &AuditFilter) -> Result<Table<'static>> {
    let query = &context.request.query;
    let before = query.get("before").and_then(|entry| entry.parse().ok());
    let after = before.map(|entry| (query.text_of("at").to_owned(), entry));
    let (entries, next) = audit::list_entries(snapshot, by, after, ROWS_PER_PAGE as usize)?;
    let rows = entries.iter().map(|entry| entry_row(context, snapshot, entry)).collect::<Result<_>>()?;
    let next = next.into_iter().flat_map(|(at, entry)| [("at", at), ("before", entry.to_string())]);
    Ok(audit_table(context, rows, next))
}

/// Returns the table of the changes of one person that match the filter.
fn person_table(context: &PageContext, snapshot: &Snapshot, person: i64, by: &AuditFilter) -> Result<Table<'static>> {
    let before = context.request.query.text_of("before").parse();
    let query = ChangeQuery::Latest { person, filter: by };
    let changes = history::list_changes(snapshot, query, before.unwrap_or(i64::MAX), ROWS_PER_PAGE)?;
    let last = changes.last().filter(|_| changes.len() == ROWS_PER_PAGE as usize);
    let next = last.map(|last| ("before", last.id.to_string()));
    let rows = changes
        .iter()
        .map(|change| audit_row(context, snapshot, &change.origin, change_cells(context, snapshot, change)?));
    Ok(audit_table(context, rows.collect::<Result<_>>()?, next))
}

/// Returns the latest changes of data and mappings after a ledger entry: `change 5 (jan), 2026-03-09 12:00: Divisions: North`.
pub fn changes_since(context: &PageContext, entry: i64) -> Result<Vec<String>> {
    let snapshot = context.snapshot()?;
    let (entries, _) = audit::list_entries(&snapshot, &AuditFilter::ANY, None, SEARCHED_ENTRIES)?;
    let is_change =
        |origin: &&ChangeOrigin| origin.entry > entry && (origin.kind != "act" || origin.action.contains("mappings "));
    let text = |origin: &ChangeOrigin| {
        let run = origin.number.map(|number| imports::find_import(&snapshot, number)).transpose()?.flatten();
        let names = Names::new(context, &snapshot);
        let what = run.map(|run| imports_page::action_text(&names, context, &snapshot, &run)).transpose()?;
        let what = what.map(|what| format!(": {what}")).unwrap_or_default();
        Ok(context.with_origin(&snapshot, "{}, {at}", origin)? + &what)
    };
    entries.iter().filter(is_change).map(text).collect()
}

/// Returns an entry of the ledger: its only changed row with the fields, or the numbers of changed rows of each file.
fn entry_row(context: &PageContext, snapshot: &Snapshot, origin: &ChangeOrigin) -> Result<Vec<TableCell>> {
    let files = imports::count_changes_by_file(snapshot, origin.entry)?;
    let only = match files.iter().map(ImportedFileCounts::changes).sum() {
        1 => history::list_changes(snapshot, ChangeQuery::Entry(origin.entry), 0, 1)?.pop(),
        _ => None,
    };
    let counts = || files.iter().map(|file| file_counts(context, &file.file, file.counts)).collect::<Vec<_>>();
    let cells = match &only {
        Some(change) => change_cells(context, snapshot, change)?,
        None if files.len() > MAX_LISTED_FILES => {
            let sum = |at: usize| files.iter().map(|file| file.counts[at]).sum::<i64>();
            let text = context.words.in_tables.replace("{}", &files.len().to_string());
            let counts = saved_message::count_text(context, [sum(0), sum(1), sum(2), sum(3)]);
            [TableCell::text(text.replace("{counts}", &counts)), TableCell::default()]
        }
        None => [TableCell::text(counts().join("; ")), TableCell::default()],
    };
    audit_row(context, snapshot, origin, cells)
}

/// Returns a changed row, with a link to it, and its fields.
fn change_cells(context: &PageContext, snapshot: &Snapshot, change: &RowChange) -> Result<[TableCell; 2]> {
    let names = Names::new(context, snapshot);
    let fields = format!("{}: {}", context.fate(&change.kind), names.fields(&change.file, &change.fields)?);
    let path = match change.file.strip_suffix(".csv").unwrap_or_default() {
        "persons" => format!("person/{}", change.row),
        stem => format!("data/{stem}/{}", change.row),
    };
    let name = names.row_of(change)?;
    let name = if change.kind == "removed" { name } else { name.to(context.address(&path)) };
    Ok([name, TableCell::text(fields.trim_end_matches(": "))])
}

/// Returns the cells of an entry; the last two are its changed rows and fields.
fn audit_row(
    context: &PageContext,
    snapshot: &Snapshot,
    origin: &ChangeOrigin,
    [rows, fields]: [TableCell; 2],
) -> Result<Vec<TableCell>> {
    let run = origin.number.map(|number| imports::find_import(snapshot, number)).transpose()?.flatten();
    let what = match run {
        Some(run) => TableCell {
            aside: imports_page::action_text(&Names::new(context, snapshot), context, snapshot, &run)?,
            ..TableCell::text(imports_page::name_of(context, &run))
        }
        .to(context.address(&format!("imports/{}", run.number))),
        None => action_cell(context, snapshot, &origin.action)?,
    };
    Ok(vec![
        TableCell::text(context.moment(snapshot, &origin.at)?),
        TableCell::text(if origin.actor == UNKNOWN { context.words.unknown_name } else { &origin.actor }),
        TableCell::text(origin_name(context, origin)),
        what,
        rows,
        fields,
    ])
}

/// Returns an action, with the name of the person that an export is about, unless the person is anonymised.
fn action_cell(context: &PageContext, snapshot: &Snapshot, action: &str) -> Result<TableCell> {
    let text = action_text(context, action);
    let row = action.rsplit_once("person export ").and_then(|(_, row)| row.parse().ok());
    let cells = row.map(|row| find_cells(snapshot, &FILE, row)).transpose()?.flatten();
    let cells = cells.filter(|cells| find_cell(cells, "Anonymised") != "true");
    Ok(match (row, cells) {
        (Some(row), Some(cells)) => {
            let before = text.strip_suffix(&row.to_string()).unwrap_or(&text);
            let text = format!("{before}{}", FILE.row_title(&cells));
            TableCell::text(text).to(context.address(&format!("person/{row}")))
        }
        _ => TableCell::text(text),
    })
}

/// Returns where an entry comes from: an import, an undo, the API, the console or the command line.
fn origin_name(context: &PageContext, origin: &ChangeOrigin) -> &'static str {
    let words = context.words;
    match origin.kind.as_str() {
        "undo" => words.an_undo,
        "call" => words.api,
        "import" if edit::parse_action(&origin.action).is_none() => words.import,
        "import" => words.console,
        _ if origin.action.starts_with("console ") || origin.action.contains(" console ") => words.console,
        _ => words.command_line,
    }
}

/// How stored actions begin that are no operations, and their continuations, in Dutch. The rest of an action is names.
const DUTCH_BEGINNINGS: [(&str, &str); 33] = [
    ("signed in to the console from", "ingelogd in het beheer vanaf"),
    ("signed in to the console with a recovery code from", "ingelogd in het beheer met een herstelcode vanaf"),
    ("was signed in to the console by the proxy from", "door de proxy ingelogd in het beheer vanaf"),
    (
        "gave a wrong code at signing in to the console from",
        "gaf een verkeerde code bij het inloggen in het beheer vanaf",
    ),
    ("failed to sign in to the console from", "mislukte poging om in te loggen in het beheer vanaf"),
    ("was throttled at signing in to the console from", "geblokkeerde poging om in te loggen in het beheer vanaf"),
    ("credential add", "verbinding toegevoegd:"),
    ("credential rotate", "nieuw wachtwoord voor verbinding"),
    ("credential revoke", "verbinding of token ingetrokken:"),
    ("credential token", "nieuw token voor verbinding"),
    ("credential grant", "rechten gegeven aan verbinding"),
    ("credential deny", "rechten ontnomen aan verbinding"),
    ("operator add", "beheerder toegevoegd:"),
    ("operator rotate", "nieuw wachtwoord voor beheerder"),
    ("operator revoke", "beheerder verwijderd:"),
    ("operator role", "andere rol voor beheerder"),
    ("operator reset-second-factor", "tweede factor verwijderd van beheerder"),
    ("operator set-second-factor", "tweede factor ingesteld door beheerder"),
    ("operator remove-second-factor", "tweede factor verwijderd door beheerder"),
    ("operator new-recovery-codes", "nieuwe herstelcodes voor beheerder"),
    ("calendar renew class", "adres van het agenda-abonnement vernieuwd van klas"),
    ("calendar renew person", "adres van het agenda-abonnement vernieuwd van persoon"),
    ("calendar renew division", "adres van het agenda-abonnement vernieuwd van divisie"),
    ("calendar remove class", "agenda-abonnement verwijderd van klas"),
    ("calendar remove person", "agenda-abonnement verwijderd van persoon"),
    ("calendar remove division", "agenda-abonnement verwijderd van divisie"),
    ("gave a wrong present password in the console from", "gaf een verkeerd huidig wachtwoord in het beheer vanaf"),
    ("mappings set", "kolomkoppeling bewaard:"),
    ("mappings remove", "kolomkoppeling verwijderd:"),
    (
        "demo; a new password of the operator demo, who is owner",
        "demo: nieuw wachtwoord voor beheerder demo, een eigenaar",
    ),
    (
        "demo; a new password of the credential demo, which is granted every operation",
        "demo: nieuw wachtwoord voor verbinding demo, die alles mag opvragen",
    ),
    ("person export", "alles over persoon gedownload:"),
    ("person anonymise", "persoon geanonimiseerd"),
];

const DUTCH_CONTINUATIONS: [(&str, &str); 9] = [
    ("; viewer", "; lezer"),
    ("; editor", "; bewerker"),
    ("; owner", "; eigenaar"),
    (", version ", ", versie "),
    ("; granted: ", "; rechten: "),
    ("; the old password holds no longer", "; het oude wachtwoord geldt niet meer"),
    ("; the old password holds until ", "; het oude wachtwoord geldt tot "),
    ("; it holds until it is revoked", "; het geldt tot het wordt ingetrokken"),
    ("; it holds until ", "; het geldt tot "),
];

/// Returns a stored action in the page's language.
pub fn action_text(context: &PageContext, action: &str) -> String {
    let brand = &context.console.service.brand;
    let bare = action.strip_prefix("console ").unwrap_or(action);
    match OPERATIONS.iter().find(|operation| brand.matches(operation.name, bare)) {
        Some(operation) => context.language.either(action.to_owned(), operation.label(context.language, brand)),
        None => context.language.either(action.to_owned(), dutch_action(context, bare)),
    }
}

/// Translates a stored action into Dutch; unknown words stay.
fn dutch_action(context: &PageContext, action: &str) -> String {
    let known = |(begin, dutch): &(&str, &str)| Some(format!("{dutch}{}", action.strip_prefix(begin)?));
    let mut text = DUTCH_BEGINNINGS.iter().find_map(known).unwrap_or_else(|| action.to_owned());
    if let Some((before, role)) = text.rsplit_once(' ').filter(|_| action.starts_with("operator role")) {
        text = format!("{before}: {}", role.parse().map_or(role, |role| role_name(context, role)));
    }
    DUTCH_CONTINUATIONS.iter().fold(text, |text, (phrase, dutch)| text.replacen(phrase, dutch, 1))
}
