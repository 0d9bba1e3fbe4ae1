//! What must be so of a data file's rows beyond what its columns say: a rule finds what is not, as SQL. The longer
//! queries stand in `rules/`.

use super::file::DataFile;

/// Something that must be so of a file's rows.
pub struct RowRule {
    /// The column that a fault names.
    pub column: &'static str,
    /// Whether what it finds only warns.
    pub warns: bool,
    /// Whether `--allow-similar` passes over what it finds.
    pub waivable: bool,
    finds: RuleQuery,
}

/// What a rule finds, as SQL. It sees the file's rows as they will be, or those that are looked at again
/// (`next_persons`, with `line`, `row`, `fresh`, `changed`), all rows as they will be (`after_persons`), and the data
/// as they are.
enum RuleQuery {
    /// The rows that are new or changed and for which a condition holds, each with this message.
    Rows { says: &'static str, when: &'static str },
    /// `line`, `value` and `message` of each fault.
    Query(&'static str),
    /// New rows of this file that resemble a stored one: its own, or those that another file's cells create.
    Resembling(&'static DataFile),
}

impl RowRule {
    /// That the condition holds for no row that is new or changed: those that stay as they are were taken when they
    /// came. The message tells of its cell in the column, which the condition may call `value`.
    pub const fn rows(column: &'static str, says: &'static str, when: &'static str) -> Self {
        Self::new(column, RuleQuery::Rows { says, when })
    }

    /// That the query, which gives `line`, `value` and `message` of each fault, gives none. It is not asked where all rows
    /// of the file are there already, each once and as they are.
    pub const fn query(column: &'static str, select: &'static str) -> Self {
        Self::new(column, RuleQuery::Query(select))
    }

    /// "a new function or division that resembles a stored one (named)": a row of this file, which the column names.
    pub const fn resembling(column: &'static str, of: &'static DataFile) -> Self {
        Self::new(column, RuleQuery::Resembling(of)).only_warns()
    }

    const fn new(column: &'static str, finds: RuleQuery) -> Self {
        Self { column, warns: false, waivable: false, finds }
    }

    /// Makes it warn, and refuse nothing.
    pub const fn only_warns(mut self) -> Self {
        self.warns = true;
        self
    }

    /// Makes it pass over what it finds under `--allow-similar`.
    pub const fn waivable(mut self) -> Self {
        self.waivable = true;
        self
    }

    /// The query of `line`, `value` and `message` of each fault in this file, which has the rule.
    pub fn select(&self, file: &DataFile) -> String {
        match self.finds {
            RuleQuery::Rows { says, when } => format!(
                "SELECT line, \"{}\" AS value, {says} AS message FROM next_{} WHERE changed AND ({when})",
                self.column,
                file.stem()
            ),
            RuleQuery::Query(select) => select.to_owned(),
            // the first hundred, which are told
            RuleQuery::Resembling(of) => format!(
                "SELECT n.line, n.Name AS value, '{{}} is new, and resembles ' || min(t.name) AS message
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
