//! The reports of import jobs and undos over REST, as JSON.

use anyhow::Result;
use serde_json::{Value, json};

use crate::exchange::import::Import;
use crate::exchange::merge::error_table::{ErrorTable, GroupedFiles, ImportError};
use crate::exchange::merge::tally::RowTally;
use crate::exchange::upload::Upload;
use crate::ledger::imports::RowCounts;
use crate::model::language::Language;
use crate::model::message::Severity;
use crate::model::problem::FieldCode;
use crate::store::import_job::ImportJobReport;
use crate::store::is_unavailable;

/// The most errors in the status of a job. A separate request returns all errors.
const MAX_FIRST_ERRORS: u64 = 100;

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum JobEnd {
    Done,
    /// The import would have removed or changed more rows than its limits allow. No row has an error.
    StoppedByLimit,
    RowErrors,
    /// The files could not be read, or the database could not be written.
    Failed,
}

impl JobEnd {
    pub fn job_state(self) -> &'static str {
        match self {
            JobEnd::Done => "done",
            JobEnd::StoppedByLimit | JobEnd::RowErrors | JobEnd::Failed => "failed",
        }
    }

    /// Returns the result for monitoring, one of [`last_import::RESULTS`].
    pub fn import_result(self) -> &'static str {
        match self {
            JobEnd::Done => "applied",
            JobEnd::StoppedByLimit => "guard",
            JobEnd::RowErrors => "errors",
            JobEnd::Failed => "failed",
        }
    }
}

pub enum ImportOutcome {
    Invalid,
    CheckedOnly,
    Applied(i64),
}

/// Returns the counts of each imported file, and of other files in which rows changed, as a JSON array.
pub fn file_counts(tallies: &[RowTally]) -> Value {
    let tallies = tallies.iter().filter(|tally| tally.is_in_summary || tally.counts.changes() > 0);
    let files = tallies.map(|tally| {
        let RowCounts { created, updated, unchanged, removed } = tally.counts;
        json!({
            "file": tally.file, "created": created, "updated": updated, "unchanged": unchanged, "removed": removed,
            "skipped": tally.skipped_rows.unwrap_or(0),
        })
    });
    files.collect()
}

/// Returns the report of a job that failed with an error that belongs to no row.
pub fn failure_report(upload: &Upload, error: &anyhow::Error) -> ImportJobReport {
    let detail = with_rest_names(&upload.strip_folder(&format!("{error:#}")));
    let code = FieldCode::Kind.name();
    let only_error =
        json!({ "file": null, "line": null, "header": null, "column": null, "code": code, "detail": detail });
    let errors = json!([only_error]).to_string();
    ImportJobReport {
        // a locked or full database is not an error of the file
        code: Some(if is_unavailable(error) { "interrupted" } else { "errors" }),
        first_errors: errors.clone(),
        errors,
        ..Default::default()
    }
}

pub fn report_outcome(import: &Import, outcome: &ImportOutcome) -> Result<(JobEnd, ImportJobReport)> {
    let errors = &import.errors;
    errors.drop_limit_errors_beside_others()?;
    let (job_end, code) = match outcome {
        ImportOutcome::CheckedOnly | ImportOutcome::Applied(_) => (JobEnd::Done, None),
        ImportOutcome::Invalid if errors.has_only_limit_errors()? => (JobEnd::StoppedByLimit, Some("guard")),
        ImportOutcome::Invalid => (JobEnd::RowErrors, Some("errors")),
    };
    let (number, changes) = match outcome {
        ImportOutcome::Applied(number) => (Some(*number), import.changed_rows()),
        ImportOutcome::CheckedOnly | ImportOutcome::Invalid => (None, 0),
    };
    let report = ImportJobReport {
        code,
        number,
        files: file_counts(&import.tallies).to_string(),
        changes,
        groups: error_groups(errors)?.to_string(),
        first_errors: error_list(errors, MAX_FIRST_ERRORS)?.to_string(),
        errors: error_list(errors, u64::MAX)?.to_string(),
    };
    Ok((job_end, report))
}

/// Returns the errors of one kind in one column as one item, as a JSON array. An item has the first error, the number of
/// errors, some of their lines, and the wrong values with suggestions.
fn error_groups(errors: &ErrorTable) -> Result<Value> {
    let groups = errors.group_errors(GroupedFiles::All)?.into_iter().map(|group| {
        let mut value = error_object(group.first());
        let values = group.values.iter().map(|(value, suggestion)| json!({ "value": value, "suggestion": suggestion }));
        value["count"] = group.count.into();
        value["lines"] = group.errors.iter().map(|error| error.line).collect();
        value["values"] = values.collect();
        value
    });
    Ok(groups.collect())
}

/// Returns up to `limit` errors, without warnings, as a JSON array.
pub fn error_list(errors: &ErrorTable, limit: u64) -> Result<Value> {
    let mut list = Vec::new();
    errors.for_each(Severity::Error, limit, |error| {
        list.push(error_object(&error));
        Ok(())
    })?;
    Ok(list.into())
}

/// In a message, replaces the options of the command line by the parameters of REST.
fn with_rest_names(text: &str) -> String {
    let names = [
        ("--max-removals", "maxRemovals"),
        ("--max-changes", "maxChanges"),
        ("--allow-similar", "allowSimilar"),
        ("(--map)", "(the parameter mapping)"),
        ("--map NAME", "the parameter mapping"),
    ];
    names.iter().fold(text.to_owned(), |renamed, (option, parameter)| renamed.replace(option, parameter))
}

/// Returns an error as a JSON object. `header` is the foreign file's header, and `column` the data file's column.
fn error_object(error: &ImportError) -> Value {
    let or_null = |text: &str| if text.is_empty() { Value::Null } else { text.into() };
    json!({
        "file": error.file, "line": error.line, "header": or_null(&error.header), "column": or_null(&error.column),
        "code": error.message.name.code().name(), "detail": with_rest_names(&error.detail(Language::English)),
    })
}
