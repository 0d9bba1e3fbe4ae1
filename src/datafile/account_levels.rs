//! account_levels.csv: the account levels, one of which is the default.

use super::columns::{flag_column, text_column};
use super::file::DataFile;
use super::rule::RowRule;

/// "account_levels.csv always holds the whole list: exactly one row has IsDefault, a level not listed is removed".
pub static FILE: DataFile = DataFile {
    name: "account_levels.csv",
    labels: ["Account levels", "Accountniveaus"],
    add_row_label: ["Add an account level", "Accountniveau toevoegen"],
    about: [
        "what persons may do with their own account in the learning environment; one level is the default",
        "wat iemand met het eigen account in de leeromgeving mag; één niveau is de standaard",
    ],
    table: "account_level",
    columns: &[
        text_column("Name", "its name").dutch("Naam").key(),
        flag_column("IsDefault", "whether it is the level of persons without one")
            .dutch("Standaard")
            .hint("For a person without a level.", "Voor wie geen niveau heeft."),
    ],
    has_all_rows: true,
    rules: &[HAS_DEFAULT, HAS_ONE_DEFAULT],
    // a unique index allows only one default, even while rows are updated
    before_write: "
        UPDATE account_level SET is_default = 0
        WHERE is_default
              AND name <> (SELECT Name FROM after_account_levels WHERE IsDefault = 'true')",
    ..DataFile::DEFAULTS
};

/// Refuses a file without a default level. The error is at line 1, the header.
const HAS_DEFAULT: RowRule = RowRule::forbid_results(
    "IsDefault",
    "
        SELECT 1 AS line, '' AS value, json_array('NoDefaultLevel') AS message
        WHERE NOT EXISTS (SELECT 1 FROM next_account_levels WHERE IsDefault = 'true')",
);

const HAS_ONE_DEFAULT: RowRule = RowRule::forbid_results(
    "IsDefault",
    "
        SELECT coalesce(line, 1) AS line, 'true' AS value,
               json_array('OtherDefaultLevel', first) AS message
        FROM (SELECT line, record, min(record) OVER () AS first_record,
                     first_value(Name) OVER (ORDER BY record) AS first
              FROM next_account_levels WHERE IsDefault = 'true')
        WHERE record > first_record",
);
