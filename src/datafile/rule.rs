//! Rules for the rows of a data file: queries that find violations. Long queries are in the folder `rules`.

use super::file::DataFile;
use crate::model::message::Severity;

/// A rule for the rows of a data file. It finds violations, which are errors or warnings at a column.
pub struct RowRule {
    pub column: &'static str,
    pub severity: Severity,
    /// Whether `--allow-similar` skips the rule.
    pub is_waivable: bool,
    query: RuleQuery,
}

/// The SQL of a rule. It can read the stored data, the records of the import (such as `stage_persons`), all rows after
/// the import (such as `after_persons`), and the checked rows after the import (such as `next_persons`): those of all
/// records or of the records to recheck. `link_persons` has the ids of the rows to which a `record` refers.
/// `is_new` and `is_changed` mark new and changed rows. A message is a `json_array` of its name and arguments.
enum RuleQuery {
    /// Finds new and changed rows that meet a condition. `message` is SQL.
    Rows { message: &'static str, condition: &'static str },
    /// Finds violations. The query returns the `line`, `value` and `message` of each.
    Query(&'static str),
    /// Finds new rows of the given data file whose names are similar to a stored name.
    SimilarNames(&'static DataFile),
}

impl RowRule {
    /// Forbids new and changed rows that meet a condition. `message` is an SQL expression; in it, `value` is the cell in
    /// `column`.
    pub const fn forbid_rows(column: &'static str, message: &'static str, condition: &'static str) -> Self {
        Self::new(column, RuleQuery::Rows { message, condition })
    }

    /// Makes each `line`, `value` and `message` of `select` an error. The query runs only if a row of the file changes.
    pub const fn forbid_results(column: &'static str, select: &'static str) -> Self {
        Self::new(column, RuleQuery::Query(select))
    }

    /// Warns of "a new function or division that resembles a stored one". The cells of `column` name rows of `named`.
    pub const fn warn_of_similar_names(column: &'static str, named: &'static DataFile) -> Self {
        Self::new(column, RuleQuery::SimilarNames(named)).only_warns()
    }

    const fn new(column: &'static str, query: RuleQuery) -> Self {
        Self { column, severity: Severity::Error, is_waivable: false, query }
    }

    pub const fn only_warns(self) -> Self {
        Self { severity: Severity::Warning, ..self }
    }

    pub const fn waivable(self) -> Self {
        Self { is_waivable: true, ..self }
    }

    /// Returns the SQL for the `line`, `value` and `message` of each violation in `file`.
    pub fn violations_sql(&self, file: &DataFile) -> String {
        match self.query {
            RuleQuery::Rows { message, condition } => {
                let (column, stem) = (self.column, file.stem());
                format!(
                    "SELECT line, \"{column}\" AS value, {message} AS message
                     FROM next_{stem} WHERE is_changed AND ({condition})"
                )
            }
            RuleQuery::Query(select) => select.to_owned(),
            RuleQuery::SimilarNames(named) => {
                // a rule for another file checks only the rows that references in this file create
                let is_created_by_reference = named.name != file.name;
                similar_names_sql(named, is_created_by_reference)
            }
        }
    }

    /// Returns the SQL for the violations of the records to recheck: reads `recheck_next_persons` instead of
    /// `next_persons`. Returns `None` if the rule does not read `next_persons`.
    pub fn recheck_violations_sql(&self, file: &DataFile) -> Option<String> {
        // with a space before them, because names of other tables may end with `next_persons`
        let next_table = format!(" next_{}", file.stem());
        let recheck_table = format!(" recheck_next_{}", file.stem());
        let violations = self.violations_sql(file);
        violations.contains(&next_table).then(|| violations.replace(&next_table, &recheck_table))
    }
}

/// Returns the SQL for the first 100 new names that resemble a stored name: each is compared with every stored name.
fn similar_names_sql(named: &DataFile, is_created_by_reference: bool) -> String {
    let (stem, table) = (named.stem(), named.table);
    // `min` and GROUP BY: one message for each new name, with the first similar name; row 0 is a placeholder
    format!(
        "SELECT new_row.line, new_row.Name AS value, json_array('NewAndSimilar', min(stored.name)) AS message
         FROM (SELECT line, Name FROM next_{stem}
               WHERE is_new AND created_by_reference = {is_created_by_reference} LIMIT 100) AS new_row
              CROSS JOIN {table} AS stored ON stored.id > 0 AND resembles(new_row.Name, stored.name)
         GROUP BY new_row.Name"
    )
}

#[cfg(test)]
mod tests {
    use crate::datafile::FILES;
    use crate::model::messages::MessageName;

    #[test]
    fn rules_have_known_messages() {
        for (file, rule) in FILES.iter().flat_map(|file| file.rules.iter().map(move |rule| (file, rule))) {
            let select = rule.violations_sql(file);
            let messages: Vec<_> = select.split("json_array(").skip(1).collect();
            assert!(!messages.is_empty(), "{}: {select}", file.name);
            for message in messages {
                let words =
                    message.split('\'').skip(1).step_by(2).take(if message.starts_with("iif(") { 3 } else { 1 });
                let names = words.filter(|word| word.starts_with(char::is_uppercase));
                assert!(names.map(MessageName::from_name).all(|name| name.is_some()), "{}: {message}", file.name);
            }
        }
    }
}
