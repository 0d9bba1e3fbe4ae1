//! Rules over the rows of a data file: queries that find violations. Long ones are in `rules/`.

use super::file::DataFile;
use crate::model::message::Severity;

pub struct RowRule {
    pub column: &'static str,
    pub severity: Severity,
    /// Does `--allow-similar` skip the rule?
    pub waivable: bool,
    query: RuleQuery,
}

/// The SQL of a rule. It sees the current data, all rows after the import (`after_persons`), and the file's rows after the
/// import or those being rechecked (`next_persons`, with `line`, `row`, `fresh`, `changed`). A message is a `json_array`
/// of its name and facts.
enum RuleQuery {
    /// New or changed rows that meet a condition, with this message in SQL.
    Rows { message: &'static str, condition: &'static str },
    /// A query for the `line`, `value` and `message` of each violation.
    Query(&'static str),
    /// New rows of this file whose names resemble a stored one.
    SimilarNames(&'static DataFile),
}

impl RowRule {
    /// Forbids new and changed rows that meet a condition. `message` is SQL, in which `value` is the column's cell.
    pub const fn forbid_rows(column: &'static str, message: &'static str, condition: &'static str) -> Self {
        Self::new(column, RuleQuery::Rows { message, condition })
    }

    /// Forbids every result of a query for `line`, `value` and `message`. It only runs if a row changes.
    pub const fn forbid_results(column: &'static str, select: &'static str) -> Self {
        Self::new(column, RuleQuery::Query(select))
    }

    /// Warns of "a new function or division that resembles a stored one". The column contains the name.
    pub const fn warn_of_similar_names(column: &'static str, of: &'static DataFile) -> Self {
        Self::new(column, RuleQuery::SimilarNames(of)).only_warns()
    }

    const fn new(column: &'static str, query: RuleQuery) -> Self {
        Self { column, severity: Severity::Error, waivable: false, query }
    }

    /// Makes violations warnings instead of errors.
    pub const fn only_warns(self) -> Self {
        Self { severity: Severity::Warning, ..self }
    }

    /// Lets `--allow-similar` skip the rule.
    pub const fn waivable(self) -> Self {
        Self { waivable: true, ..self }
    }

    /// Returns the SQL for the `line`, `value` and `message` of each violation in this file.
    pub fn violations_sql(&self, file: &DataFile) -> String {
        match self.query {
            RuleQuery::Rows { message, condition } => format!(
                "SELECT line, \"{}\" AS value, {message} AS message FROM next_{} WHERE changed AND ({condition})",
                self.column,
                file.stem()
            ),
            RuleQuery::Query(select) => select.to_owned(),
            // only the first hundred, because each is compared with every row
            RuleQuery::SimilarNames(of) => format!(
                "SELECT n.line, n.Name AS value, json_array('NewAndSimilar', min(t.name)) AS message
                 FROM (SELECT line, Name FROM next_{} WHERE fresh AND implied = {} LIMIT 100) AS n
                      CROSS JOIN {} AS t ON t.id > 0 AND resembles(n.Name, t.name)
                 GROUP BY n.Name",
                of.stem(),
                of.name != file.name,
                of.table
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::datafile::FILES;
    use crate::model::messages::MessageName;

    #[test]
    fn rules_name_messages_of_the_registry() {
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
