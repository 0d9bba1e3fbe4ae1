//! Checks the content of a database: the schema, and the rules that constraints cannot express.

use anyhow::Result;
use rusqlite::Connection;

use super::connection::Database;
use super::integrity::{ReportProblem, report_sentences, run_check};
use super::materialized_tables::MATERIALIZED_TABLES;
use super::{portfolio, schema_difference};

/// Rules over the data. Each query returns a sentence per violating row. A comment in quotes cites the contract.
const RULES: &[&str] = &[
    // "exactly one row has IsDefault": an index prevents two such rows
    "SELECT 'account_levels: no level is the default'
     WHERE NOT EXISTS (SELECT 1 FROM account_level WHERE is_default = 1)",
    // "exist in every database with id 0"
    "SELECT 'placeholders: ' || name || ' is missing' FROM (
         SELECT 'Manager onbekend' AS name
         EXCEPT SELECT first_name || ' ' || family_name FROM person WHERE id = 0
         UNION ALL SELECT * FROM (SELECT 'Functie onbekend' EXCEPT SELECT name FROM function WHERE id = 0)
         UNION ALL SELECT * FROM (SELECT 'Locatie onbekend' EXCEPT SELECT name FROM division WHERE id = 0))",
    // "Divisions form a tree (no cycles …)": `above` pairs each division with all divisions above it
    "WITH RECURSIVE above (division, ancestor) AS (
         SELECT id, parent FROM division WHERE parent IS NOT NULL
         UNION SELECT above.division, division.parent FROM above JOIN division ON division.id = above.ancestor
         WHERE division.parent IS NOT NULL)
     SELECT 'divisions: ' || name || ' is its own ancestor'
     FROM above JOIN division ON division.id = above.division WHERE division = ancestor",
    // "Anonymised … FirstName `Anoniem`, FamilyName `Persoon`, identifier and e-mail …"
    "SELECT 'persons: ' || id || ' is anonymised and has a name or address left' FROM person
     WHERE anonymised AND (first_name, family_name, external_identifier, email)
           IS NOT ('Anoniem', 'Persoon', 'anonymised-' || id, 'anonymised-' || id || '@invalid')",
    // results.csv refuses "a finish later than now"
    "SELECT 'results: ' || id || ' is finished at ' || finished_at || ', which is later than now'
     FROM FinishedModule WHERE finished_at > service_now()",
    "SELECT 'trainings: ' || code || ' has an id beyond the largest that was given to its type'
     FROM LearningModule JOIN training_id USING (type) WHERE id > highest",
    "SELECT 'trainings: ' || code || ' shows ' || image || ', which is not in the database'
     FROM LearningModule
     WHERE image LIKE 'images/%' AND NOT EXISTS (SELECT 1 FROM image AS i WHERE 'images/' || i.name = image)",
    // columns that triggers fill
    "SELECT 'classes: ' || code || ' has the stored start ' || class.begins || ', not ' || start.begins
     FROM class JOIN class_start AS start ON start.class = class.id WHERE class.begins <> start.begins",
    "SELECT 'class_dates: the stored trainers of ' || id || ' differ from the data'
     FROM class_date JOIN class_date_trainers AS t ON t.class_date = id WHERE t.trainer_ids <> class_date.trainer_ids",
    // a block has the sums of the persons whose ids differ in the low 8 bits only
    "SELECT 'portfolio: the sums of the persons from ' || (block << 8) || ' on are wrong'
     FROM (SELECT block, -offered AS offered, -offered_inactive AS offered_inactive, -completed AS completed,
                  -completed_inactive AS completed_inactive FROM portfolio_block
           UNION ALL SELECT * FROM portfolio_sum)
     GROUP BY block
     HAVING (sum(offered), sum(offered_inactive), sum(completed), sum(completed_inactive)) <> (0, 0, 0, 0)",
];

/// Runs all checks, and reports each problem as a sentence. Also reports each check that cannot run.
pub fn check(database: &Database, report: ReportProblem) -> Result<()> {
    run_check("the schema", report, |report| {
        schema_difference::differences(database)?.iter().try_for_each(|sentence| report(sentence))
    })?;
    check_rules(database, report)?;
    check_materialized_tables(database, report)?;
    // Rust code computes these counts, so no view has them
    run_check("portfolio", report, |report| {
        for person in portfolio::find_wrong_counts(database)? {
            report(&format!("portfolio: the stored counts of person {person} are wrong"))?;
        }
        Ok(())
    })
}

pub fn check_rules(database: &Connection, report: ReportProblem) -> Result<()> {
    RULES.iter().try_for_each(|rule| run_check("a rule", report, |report| report_sentences(database, rule, report)))
}

pub fn check_materialized_tables(database: &Connection, report: ReportProblem) -> Result<()> {
    MATERIALIZED_TABLES.iter().try_for_each(|materialized| {
        run_check(materialized.table, report, |report| {
            let queries = materialized.difference_queries(database)?;
            queries.iter().try_for_each(|query| report_sentences(database, query, report))
        })
    })
}
