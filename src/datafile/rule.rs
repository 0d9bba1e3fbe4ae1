//! Rules over the rows of a data file, beyond its columns. A rule is a query that finds violations; long queries are
//! in `rules/`.

use super::file::DataFile;

/// A rule over a file's rows.
pub struct RowRule {
    /// The column that an error names.
    pub column: &'static str,
    /// Is a violation only a warning?
    pub warns: bool,
    /// Does `--allow-similar` waive it?
    pub waivable: bool,
    finds: RuleQuery,
}

/// The SQL of a rule. A message in it is a `json_array` of its name in [`messages`](crate::model::messages) and its facts. It sees the file's rows after the import, or those being rechecked (`next_persons`, with `line`,
/// `row`, `fresh`, `changed`), all rows after the import (`after_persons`), and the current data.
enum RuleQuery {
    /// New or changed rows for which a condition holds, with this message in SQL.
    Rows { says: &'static str, when: &'static str },
    /// A query for the `line`, `value` and `message` of each violation.
    Query(&'static str),
    /// New rows of this file that resemble a stored one: its own, or rows that another file's cells create.
    Resembling(&'static DataFile),
}

impl RowRule {
    /// Declares that a condition holds for no new or changed row; unchanged rows were checked earlier. The
    /// condition may call the row's cell in the column `value`.
    pub const fn rows(column: &'static str, says: &'static str, when: &'static str) -> Self {
        Self::new(column, RuleQuery::Rows { says, when })
    }

    /// Declares that a query for `line`, `value` and `message` returns no row. Skipped if the file's rows are all
    /// stored unchanged, each once.
    pub const fn query(column: &'static str, select: &'static str) -> Self {
        Self::new(column, RuleQuery::Query(select))
    }

    /// Declares "a new function or division that resembles a stored one (named)": a row of this file, named in the
    /// column.
    pub const fn resembling(column: &'static str, of: &'static DataFile) -> Self {
        Self::new(column, RuleQuery::Resembling(of)).only_warns()
    }

    const fn new(column: &'static str, finds: RuleQuery) -> Self {
        Self { column, warns: false, waivable: false, finds }
    }

    pub const fn only_warns(mut self) -> Self {
        self.warns = true;
        self
    }

    /// Makes `--allow-similar` waive it.
    pub const fn waivable(mut self) -> Self {
        self.waivable = true;
        self
    }

    /// Returns the query for the `line`, `value` and `message` of each violation in this file.
    pub fn select(&self, file: &DataFile) -> String {
        match self.finds {
            RuleQuery::Rows { says, when } => format!(
                "SELECT line, \"{}\" AS value, {says} AS message FROM next_{} WHERE changed AND ({when})",
                self.column,
                file.stem()
            ),
            RuleQuery::Query(select) => select.to_owned(),
            // only the first hundred
            RuleQuery::Resembling(of) => format!(
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
            let select = rule.select(file);
            let messages: Vec<_> = select.split("json_array(").skip(1).collect();
            assert!(!messages.is_empty(), "{}: {select}", file.name);
            for message in messages {
                let words =
                    message.split('\'').skip(1).step_by(2).take(if message.starts_with("iif(") { 3 } else { 1 });
                let names = words.filter(|word| word.starts_with(char::is_uppercase));
                assert!(names.map(MessageName::named).all(|name| name.is_some()), "{}: {message}", file.name);
            }
        }
    }
}
