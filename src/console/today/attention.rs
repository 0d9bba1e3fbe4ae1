//! What needs attention: mandatory trainings, classes, connectors, backups.

use std::time::Duration;

use anyhow::Result;
use jiff::SignedDuration;

use super::{TodayFigures, group_digits, linked_number, percentage};
use crate::console::FormFields;
use crate::console::components::{Table, TableCell};
use crate::console::page::{PageAnswer, PageContent};
use crate::datafile::file::DataFile;
use crate::datafile::{persons, trainings};
use crate::ledger::find_cells;
use crate::model::text::shorten_for_message;
use crate::model::time;
use crate::store::last_import::{self, RESULTS};
use crate::store::operator::Role;
use crate::store::overview::{AlertReason, ConnectorAlert, EXPIRED, EXPIRES_SOON, ExpiringTraining, UpcomingClass};
use crate::store::similar_names::SimilarPair;

/// The age of a backup that needs attention.
const OLD_BACKUP: Duration = Duration::from_secs(48 * 3600);

/// The most classes shown.
const CLASSES: usize = 50;

impl TodayFigures<'_> {
    /// Returns what needs somebody, the gravest first, each with where it is shown or mended.
    pub(super) fn needed_actions(&self) -> Result<Vec<(&'static str, String, String)>> {
        let (words, standing) = (self.context.words, self.standing);
        let snapshot = self.context.snapshot()?;
        let mut needs = Vec::new();
        let mut need = |tone, text: String, path: &str| {
            needs.push((tone, text, if path.starts_with('#') { path.to_owned() } else { self.context.address(path) }));
        };
        let backups = &self.context.console.service.store.backups;
        let backup_page = if self.context.may(Role::Owner) { "backup" } else { "#backup" };
        match backups.age(&snapshot)? {
            None => need("wrong", words.no_backup.to_owned(), backup_page),
            Some(age) if age > OLD_BACKUP => {
                let hours = group_digits(age.as_secs() / 3600);
                need("warn", words.backup_is_old.replace("{}", &hours), backup_page);
            }
            Some(_) => {}
        }
        if backups.failures().1.is_some() {
            need("wrong", words.backup_failed.to_owned(), backup_page);
        }
        if let Some(last) = last_import::find(&snapshot)?.filter(|last| last.result != RESULTS[0]) {
            let why = match last.result.as_str() {
                "errors" => words.import_had_errors,
                "guard" => words.import_was_stopped,
                _ => words.import_was_unreadable,
            };
            let text = words.last_import_failed.replace("{at}", &self.context.moment(&snapshot, &last.at)?);
            need("wrong", text.replace("{why}", why).replace("{}", &shorten_for_message(&last.action)), "imports");
        }
        let overbooked = standing.classes.iter().filter(|class| class.is_overbooked()).count();
        let expired: u64 = standing.divisions.values().map(|division| division.due[1]).sum();
        for (tone, says, count, path) in [
            ("wrong", words.overbooked, overbooked, "#classes"),
            ("wrong", words.expired_trainings, usize::try_from(expired)?, "#mandatory"),
            ("wrong", words.failing_connectors, standing.connectors.len(), "#connectors"),
            ("warn", words.other_classes, standing.classes.len() - overbooked, "#classes"),
            ("warn", words.similar_found, standing.similar.len(), "#similar"),
        ] {
            if count > 0 {
                need(tone, says.replace("{}", &group_digits(count as u64)), path);
            }
        }
        Ok(needs)
    }

    /// "mandatory trainings expired or expiring within three months per division", with their share of all mandatory ones
    pub(super) fn mandatory_table(&self) -> Table<'static> {
        let words = self.context.words;
        let divisions = self.standing.divisions.iter();
        let in_need = divisions.filter(|(_, division)| division.due != [0, 0]);
        let mut rows: Vec<_> = in_need
            .map(|(name, division)| {
                let count = |status: i64, count: u64| {
                    let share = percentage(count, division.mandatory);
                    let status = status.to_string();
                    let parameters = [("division", name.as_str()), ("status", &status)];
                    let query = FormFields(parameters.map(|(of, is)| (of.into(), is.into())).into());
                    let address = || self.context.address(&format!("today/due?{}", query.text()));
                    TableCell { aside: share, ..linked_number(count, address) }
                };
                let [soon, expired] = division.due;
                vec![TableCell::text(name), count(EXPIRED, expired), count(EXPIRES_SOON, soon)]
            })
            .collect();
        let all = |place: usize| -> u64 { self.standing.divisions.values().map(|division| division.due[place]).sum() };
        if !rows.is_empty() {
            let mandatory = self.standing.divisions.values().map(|division| division.mandatory).sum();
            let count = |status: i64, count: u64| {
                let aside = percentage(count, mandatory);
                TableCell { aside, ..linked_number(count, || self.portfolio_address(status, true)) }
            };
            let all = [count(EXPIRED, all(1)), count(EXPIRES_SOON, all(0))];
            rows.push([TableCell::text(words.all_divisions)].into_iter().chain(all).collect());
        }
        let labels = [words.division, words.have_expired, words.expire_soon];
        Table::new(words.mandatory_due, labels, rows, words.nothing_due)
    }

    pub(super) fn classes_table(&self) -> Table<'static> {
        let (words, standing) = (self.context.words, self.standing);
        let shown = standing.classes.iter().take(CLASSES);
        let all = (standing.classes.len() > CLASSES).then(|| {
            let (from, to) = self.next_two_weeks();
            let parameters = [("fromDate", &*from), ("toDate", &to), ("includeArchived", "false")];
            (self.report_address("GetClassesFilteredByDate", &parameters), words.all)
        });
        let labels = [words.class, words.training, words.begins, words.participants, words.needs];
        let rows = shown.map(|class| self.class_row(class)).collect();
        Table::new(words.classes_soon, labels, rows, words.no_class_in_need).more(all)
    }

    fn next_two_weeks(&self) -> (String, String) {
        let from = time::parse_date(self.standing.at.get(..10).unwrap_or_default()).unwrap_or_default();
        let to = from.saturating_add(SignedDuration::from_hours(14 * 24));
        (from.to_string(), to.to_string())
    }

    fn class_row(&self, class: &UpcomingClass) -> Vec<TableCell> {
        let words = self.context.words;
        let needs = [
            (class.lacks_trainer, words.lacks_trainer, None),
            (class.is_overbooked(), words.is_overbooked, class.max_persons),
            (class.lacks_persons(), words.lacks_persons, class.min_persons),
        ];
        let needs = needs.into_iter().filter(|(needs, ..)| *needs);
        let needs =
            needs.map(|(_, says, limit)| says.replace("{}", &limit.map(|limit| limit.to_string()).unwrap_or_default()));
        let begins = class.begins.get(..16).unwrap_or(&class.begins);
        vec![
            TableCell::text(&class.name).to(self.context.address(&format!("classes/{}", class.row))),
            TableCell::text(&class.training),
            TableCell::text(self.context.language.format_date(begins)),
            TableCell::number(class.enrolled),
            TableCell::text(needs.collect::<Vec<_>>().join("; ")),
        ]
    }

    pub(super) fn connectors_table(&self) -> Result<Table<'static>> {
        let words = self.context.words;
        let snapshot = self.context.snapshot()?;
        let row = |connector: &ConnectorAlert| -> Result<Vec<TableCell>> {
            let days = |time: SignedDuration| (time.as_hours() / 24).to_string();
            let trouble = match connector.reason {
                AlertReason::Failed(errors) => words.has_failed.replace("{}", &errors.to_string()),
                AlertReason::Silent(silent, None) => words.is_silent.replace("{}", &days(silent)),
                AlertReason::Silent(silent, Some(usual)) => {
                    words.is_unusually_silent.replacen("{}", &days(silent), 1).replacen("{}", &days(usual), 1)
                }
            };
            Ok(vec![
                TableCell::text(&connector.credential).to(self.context.address("connectors")),
                TableCell::text(trouble),
                TableCell::text(self.context.moment(&snapshot, &connector.at)?),
            ])
        };
        let rows = self.standing.connectors.iter().map(row).collect::<Result<_>>()?;
        let labels = [words.connector, words.needs, words.last_heard_of];
        Ok(Table::new(words.connectors_in_trouble, labels, rows, words.no_connector_in_trouble))
    }

    /// Returns similar rows from API calls, of which an import would have warned.
    pub(super) fn similar_table(&self) -> Table<'static> {
        let words = self.context.words;
        let row = |pair: &SimilarPair| {
            let cell = |at: usize| {
                let address = match pair.file.name == persons::FILE.name {
                    true => format!("person/{}", pair.rows[at]),
                    false => format!("data/{}/{}", pair.file.stem(), pair.rows[at]),
                };
                TableCell::text(&pair.names[at]).to(self.context.address(&address))
            };
            vec![TableCell::text(pair.file.label(self.context.language)), cell(0), cell(1)]
        };
        let rows = self.standing.similar.iter().map(row).collect();
        Table::new(words.similar_rows, [words.file, words.one_row, words.other_row], rows, words.nothing_due)
    }

    /// "how old the last good backup is"
    pub(super) fn add_last_backup(&self, content: &mut PageContent) -> Result<()> {
        let words = self.context.words;
        let backups = &self.context.console.service.store.backups;
        let snapshot = self.context.snapshot()?;
        let last = backups.last(&snapshot)?.zip(backups.age(&snapshot)?);
        // what needs action links an owner to the page of backups, others to this section
        if last.is_none() && self.context.may(Role::Owner) {
            return Ok(());
        }
        content.section("backup", words.backup);
        match last {
            Some((made, age)) => {
                let moment = self.context.moment(&snapshot, &made.at)?;
                let text = words.last_backup.replacen("{}", &moment, 1);
                content.note(&text.replacen("{}", &group_digits(age.as_secs() / 3600), 1));
            }
            // it is among what needs action
            None => content.note(words.no_backup_yet),
        }
        Ok(())
    }

    /// Shows the expiring mandatory trainings of a division, the earliest first.
    pub(super) fn expiring_page(&self) -> Result<PageAnswer> {
        let (context, words, query) = (self.context, self.context.words, &self.context.request.query);
        let name = query.text_of("division");
        let status = query.get("status").and_then(|status| status.parse::<i64>().ok());
        let (Some(division), Some(status @ (EXPIRES_SOON | EXPIRED))) = (self.standing.divisions.get(name), status)
        else {
            return Ok(PageAnswer::Nothing);
        };
        let snapshot = context.snapshot()?;
        let title = |file: &'static DataFile, row: i64| -> Result<String> {
            let cells = find_cells(&snapshot, file, row)?.unwrap_or_default();
            Ok(file.row_title(&cells))
        };
        let row = |due: &ExpiringTraining| -> Result<Vec<TableCell>> {
            let until = due.until.map(|until| String::from_utf8_lossy(until.as_bytes()).into_owned());
            let until = until.unwrap_or_default();
            Ok(vec![
                TableCell::text(title(&persons::FILE, due.person)?)
                    .to(context.address(&format!("person/{}", due.person))),
                TableCell::text(title(&trainings::FILE, due.training)?)
                    .to(context.address(&format!("data/trainings/{}", due.training))),
                TableCell::text(context.language.format_date(until.get(..10).unwrap_or_default())),
            ])
        };
        let has_expired = status == EXPIRED;
        let rows: Vec<_> =
            division.first_due.iter().filter(|due| due.status == status).map(row).collect::<Result<_>>()?;
        let says = if has_expired { words.have_expired } else { words.expire_soon };
        let mut content = PageContent::new(format!("{name}: {says}"));
        content.note(&words.counted_at.replace("{}", &self.counted_at()));
        let count = division.due[usize::from(has_expired)];
        let mut more = Vec::new();
        if count > rows.len() as u64 {
            let text = words.first_of.replacen("{}", &group_digits(rows.len() as u64), 1);
            content.warn(&text.replacen("{}", &group_digits(count), 1));
            more.push((self.portfolio_address(status, true), words.whole_report));
        }
        let labels = [words.person, words.training, words.valid_until];
        content.add(&Table::new(says, labels, rows, words.none_found).more(more));
        Ok(PageAnswer::Page(content))
    }
}
