//! The problems that need attention, such as expired trainings, failing connectors and old backups.

use anyhow::Result;
use jiff::SignedDuration;

use super::{OverviewView, group_digits, linked_share};
use crate::console::backup::age_warning;
use crate::console::classes::{WITHOUT_MOMENTS, begin_text};
use crate::console::components::{AttentionItem, Table, TableCell};
use crate::console::translations::fill;
use crate::console::{FormFields, PageAnswer, PageContent};
use crate::datafile::file::DataFile;
use crate::datafile::{persons, trainings};
use crate::ledger::find_cells;
use crate::model::text::cut_and_escape_value;
use crate::store::Snapshot;
use crate::store::class::ClassSummary;
use crate::store::last_import;
use crate::store::operator::Role;
use crate::store::overview::{AlertReason, ConnectorAlert, DivisionProgress, EXPIRED, EXPIRES_SOON, ExpiringTraining};
use crate::store::similar_names::SimilarPair;

const MAX_CLASSES: usize = 50;

impl OverviewView<'_> {
    pub(super) fn attention_items(&self) -> Result<Vec<AttentionItem>> {
        let (words, overview) = (self.context.words, self.overview);
        let snapshot = self.context.snapshot()?;
        let mut items = Vec::new();
        // `target` is a section of this page, or the path of another page
        let mut add = |tone, text: String, target: &str| {
            let address = if target.starts_with('#') { target.to_owned() } else { self.context.address(target) };
            items.push(AttentionItem { tone, text, address });
        };
        // backups: only owners can open their page
        let backups = &self.context.console.service.store.backups;
        let backup_target = if self.context.has_role(Role::Owner) { "backup" } else { "#backup" };
        match backups.age(&snapshot)? {
            None => add("wrong", words.no_backup_warning.to_owned(), backup_target),
            Some(age) => age_warning(words, age).into_iter().for_each(|text| add("warn", text, backup_target)),
        }
        if backups.last_error().is_some() {
            add("wrong", words.backup_failed.to_owned(), backup_target);
        }
        // the newest import, even if it left no entry in the ledger
        if let Some(last) = last_import::find(&snapshot)?.filter(|last| last.result != "applied") {
            let reason = match last.result.as_str() {
                "errors" => words.import_had_errors,
                "guard" => words.import_was_stopped,
                _ => words.import_was_unreadable,
            };
            let (action, time) = (cut_and_escape_value(&last.action), self.context.format_time(&snapshot, &last.at)?);
            let values = [("", action.as_ref()), ("at", &time), ("why", reason)];
            add("wrong", fill(words.last_import_failed, values), "imports");
        }
        let classes = &overview.classes_needing_attention;
        let overbooked = classes.iter().filter(|class| class.is_overbooked()).count();
        let [expired, _] = self.count_expired_and_expiring();
        // the most urgent first
        for (tone, text, count, section) in [
            ("wrong", words.overbooked_classes, overbooked, "#classes"),
            ("wrong", words.failing_connectors, overview.connector_alerts.len(), "#connectors"),
            ("wrong", words.expired_mandatory_trainings, usize::try_from(expired)?, "#mandatory"),
            ("warn", words.incomplete_classes, classes.len() - overbooked, "#classes"),
            ("warn", words.similar_row_count, overview.similar_pairs.len(), "#similar"),
        ] {
            if count > 0 {
                add(tone, text.replace("{}", &group_digits(count as u64)), section);
            }
        }
        Ok(items)
    }

    fn count_expired_and_expiring(&self) -> [u64; 2] {
        let divisions = self.overview.divisions.values();
        divisions.fold([0, 0], |[expired, soon], division| [expired + division.expired, soon + division.expiring_soon])
    }

    /// Lists the divisions with expired or expiring mandatory trainings; the last row has the totals.
    pub(super) fn mandatory_table(&self) -> Table<'static> {
        let words = self.context.words;
        let divisions = self.overview.divisions.iter();
        let affected_divisions = divisions.filter(|(_, division)| division.expired + division.expiring_soon > 0);
        let mut rows: Vec<_> = affected_divisions.map(|(name, division)| self.division_row(name, division)).collect();
        if !rows.is_empty() {
            rows.push(self.all_divisions_row());
        }
        let labels = [words.topmost_division, words.expired, words.expiring_soon];
        Table::new(words.expired_or_expiring, labels, rows, words.no_training_expires)
    }

    /// Returns the row of a division. Each number links to the page of these trainings, and has its percentage of the
    /// division's mandatory trainings.
    fn division_row(&self, name: &str, division: &DivisionProgress) -> Vec<TableCell> {
        let count_cell = |status: i64, count: u64| {
            let query = FormFields::new([("division", name), ("status", &status.to_string())]).to_query();
            linked_share(count, division.mandatory_trainings, self.context.address(&format!("today/due?{query}")))
        };
        let expired_cell = count_cell(EXPIRED, division.expired);
        let expiring_cell = count_cell(EXPIRES_SOON, division.expiring_soon);
        vec![TableCell::text(name), expired_cell, expiring_cell]
    }

    /// Returns the row with the totals. The percentages are of the mandatory trainings in all divisions, also of those
    /// without a row.
    fn all_divisions_row(&self) -> Vec<TableCell> {
        let divisions = self.overview.divisions.values();
        let mandatory_trainings = divisions.map(|division| division.mandatory_trainings).sum();
        let count_cell = |status: i64, count: u64| {
            linked_share(count, mandatory_trainings, self.mandatory_portfolio_address(status))
        };
        let [expired, soon] = self.count_expired_and_expiring();
        let label = TableCell::text(self.context.words.all_divisions);
        vec![label, count_cell(EXPIRED, expired), count_cell(EXPIRES_SOON, soon)]
    }

    pub(super) fn classes_table(&self) -> Table<'static> {
        let (words, classes) = (self.context.words, &self.overview.classes_needing_attention);
        let shown = classes.iter().take(MAX_CLASSES);
        let all = (classes.len() > MAX_CLASSES).then(|| {
            let (from, to) = self.period_of_classes();
            let parameters = [("fromDate", &*from), ("toDate", &to), ("includeArchived", "false")];
            (self.report_address("GetClassesFilteredByDate", &parameters), words.all)
        });
        let labels = [words.class, words.training, words.begins, words.participants, words.problem];
        let rows = shown.map(|class| self.class_row(class)).collect();
        Table::new(words.classes_needing_attention, labels, rows, words.no_class_needs_attention).with_links(all)
    }

    /// Returns the days of the count and of the last listed class with a date, such as `2026-03-09` and `2026-05-23`.
    fn period_of_classes(&self) -> (String, String) {
        let day = |datetime: &str| datetime.get(..10).unwrap_or_default().to_owned();
        let dated = |class: &&ClassSummary| class.begins != WITHOUT_MOMENTS;
        let last = self.overview.classes_needing_attention.iter().rfind(dated);
        (day(&self.overview.at), day(last.map_or(&self.overview.at, |class| &class.begins)))
    }

    fn class_row(&self, class: &ClassSummary) -> Vec<TableCell> {
        let words = self.context.words;
        // whether the problem applies, its text, and the limit that the text names
        let possible_problems = [
            (class.lacks_trainer, words.session_without_trainer, None),
            (class.is_overbooked(), words.above_maximum, class.max_persons),
            (class.lacks_persons(), words.below_minimum, class.min_persons),
        ];
        let applicable = possible_problems.into_iter().filter(|(applies, ..)| *applies);
        let problems = applicable.map(|(_, text, limit)| match limit {
            Some(limit) => text.replace("{}", &limit.to_string()),
            None => text.to_owned(),
        });
        vec![
            TableCell::text(&class.name).link_to(self.context.address(&format!("classes/{}", class.row))),
            TableCell::text(&class.training_title),
            TableCell::text(begin_text(self.context, &class.begins)),
            TableCell::number(class.enrolled),
            TableCell::text(problems.collect::<Vec<_>>().join("; ")),
        ]
    }

    pub(super) fn connectors_table(&self) -> Result<Table<'static>> {
        let words = self.context.words;
        let snapshot = self.context.snapshot()?;
        let row = |connector: &ConnectorAlert| -> Result<Vec<TableCell>> {
            let days = |time: SignedDuration| (time.as_hours() / 24).to_string();
            // a silence is unusual if it is longer than every earlier one; `None` if too few calls are known
            let problem = match connector.reason {
                AlertReason::Failed(errors) => words.errors_today.replace("{}", &errors.to_string()),
                AlertReason::Silent(silent, None) => words.days_without_calls.replace("{}", &days(silent)),
                AlertReason::Silent(silent, Some(usual)) => {
                    words.unusual_days_without_calls.replacen("{}", &days(silent), 1).replacen("{}", &days(usual), 1)
                }
            };
            Ok(vec![
                TableCell::text(&connector.credential).link_to(self.context.address("connectors")),
                TableCell::text(problem),
                TableCell::text(self.context.format_time(&snapshot, &connector.at)?),
            ])
        };
        let rows = self.overview.connector_alerts.iter().map(row).collect::<Result<_>>()?;
        let labels = [words.connector, words.problem, words.last_call];
        Ok(Table::new(words.connectors, labels, rows, words.all_connectors_work))
    }

    /// Returns a table of pairs of similar rows. An import warns of these, but API calls create them without a warning.
    pub(super) fn similar_table(&self) -> Table<'static> {
        let words = self.context.words;
        let row = |pair: &SimilarPair| {
            let cell = |index: usize| {
                let address = self.context.row_address(pair.file.name, pair.rows[index]);
                TableCell::text(&pair.names[index]).link_to(address)
            };
            vec![TableCell::text(pair.file.label(self.context.language)), cell(0), cell(1)]
        };
        let rows = self.overview.similar_pairs.iter().map(row).collect();
        Table::new(words.similar_rows, [words.data_file, words.row, words.similar_to], rows, "")
    }

    pub(super) fn add_last_backup(&self, content: &mut PageContent) -> Result<()> {
        let words = self.context.words;
        let backups = &self.context.console.service.store.backups;
        let snapshot = self.context.snapshot()?;
        let last = backups.last(&snapshot)?.zip(backups.age(&snapshot)?);
        // without a backup, owners need no section: their list of problems links to the page of backups
        if last.is_none() && self.context.has_role(Role::Owner) {
            return Ok(());
        }
        content.add_section("backup", words.backup);
        match last {
            Some((backup, age)) => {
                let moment = self.context.format_time(&snapshot, &backup.at)?;
                // the time is in the future if the clock was set back
                content.add_note(&match u64::try_from(age.as_secs()) {
                    Ok(seconds) => {
                        let text = words.last_backup_age.replacen("{}", &moment, 1);
                        text.replacen("{}", &group_digits(seconds / 3600), 1)
                    }
                    Err(_) => format!("{}: {moment}", words.last_backup),
                });
            }
            // a note, since the list at the top of the page has the warning
            None => content.add_note(words.no_backup_yet),
        }
        Ok(())
    }

    /// Returns the cells of person, training and the last day of the validity.
    fn expiring_row(&self, snapshot: &Snapshot, expiring: &ExpiringTraining) -> Result<Vec<TableCell>> {
        let context = self.context;
        let row_link = |file: &'static DataFile, row: i64| -> Result<TableCell> {
            let cells = find_cells(snapshot, file, row)?.unwrap_or_default();
            Ok(TableCell::text(file.row_title(&cells)).link_to(context.row_address(file.name, row)))
        };
        let until = expiring.until.map(|until| String::from_utf8_lossy(until.as_bytes()).into_owned());
        // `2026-03-09T00:00:00` without its time
        let last_day = until.as_deref().and_then(|until| until.get(..10)).unwrap_or_default();
        Ok(vec![
            row_link(&persons::FILE, expiring.person)?,
            row_link(&trainings::FILE, expiring.training)?,
            TableCell::text(context.language.format_date(last_day)),
        ])
    }

    /// Shows the expired or the expiring mandatory trainings of a division. The query names status and division.
    pub(super) fn expiring_page(&self) -> Result<PageAnswer> {
        let (context, words, query) = (self.context, self.context.words, &self.context.request.query);
        let name = query.text_of("division");
        let status = query.get("status").and_then(|status| status.parse::<i64>().ok());
        let (Some(division), Some(status @ (EXPIRES_SOON | EXPIRED))) = (self.overview.divisions.get(name), status)
        else {
            return Ok(PageAnswer::NotFound);
        };
        let snapshot = context.snapshot()?;
        let (caption, count) = match status {
            EXPIRED => (words.expired, division.expired),
            _ => (words.expiring_soon, division.expiring_soon),
        };
        let expiring = division.first_due.iter().filter(|expiring| expiring.status == status);
        let rows: Vec<_> = expiring.map(|expiring| self.expiring_row(&snapshot, expiring)).collect::<Result<_>>()?;
        let mut content = PageContent::new(format!("{name}: {caption}"));
        content.add_note(&words.counted_at.replace("{}", &self.counted_at()));
        // the overview lists only the earliest trainings: the report has all, of all divisions
        let mut more = Vec::new();
        if count > rows.len() as u64 {
            let text = words.showing_first_of.replacen("{}", &group_digits(rows.len() as u64), 1);
            content.add_warning(&text.replacen("{}", &group_digits(count), 1));
            more.push((self.mandatory_portfolio_address(status), words.full_report));
        }
        let labels = [words.person, words.training, words.valid_until];
        content.add(&Table::new(caption, labels, rows, words.nothing_found).with_links(more));
        Ok(PageAnswer::Page(content))
    }
}
