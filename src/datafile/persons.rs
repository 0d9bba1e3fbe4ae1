//! persons.csv: the employees, including dismissed and anonymised ones.

use super::columns::{choice_column, datetime_column, flag_column, id_column, text_column};
use super::file::{Column, DataFile, Dismissal, RecheckScope, RowComparison};
use super::rule::RowRule;
use super::{account_levels, divisions, find_cell, functions};

/// The name of the placeholder manager in requests and data files.
pub const PLACEHOLDER: &str = "Manager onbekend";

/// Unknown functions and divisions in persons.csv are created, as by CreatePerson.
pub static FILE: DataFile = DataFile {
    name: "persons.csv",
    labels: ["Persons", "Personen"],
    add_row_label: ["Add a person", "Persoon toevoegen"],
    about: [
        "employees and hired staff, including those who left",
        "alle medewerkers en ingehuurde krachten, ook wie uit dienst is",
    ],
    table: "person",
    columns: &[
        id_column(),
        text_column("ExternalIdentifier", "the number in the HR system")
            .labels("Employee number", "Personeelsnummer")
            .key(),
        text_column("FirstName", "first name").dutch("Voornaam").required(),
        text_column("Insertion", "what comes between first and family name, such as van den")
            .labels("Name prefix", "Tussenvoegsel")
            .hint("Such as van den.", "Zoals van den."),
        text_column("FamilyName", "family name").dutch("Achternaam").required(),
        text_column("Email", "e-mail address").dutch("E-mailadres").required(),
        text_column("AccountLevel", "the level; by default the default level")
            .dutch("Accountniveau")
            .hint("If empty, the default level is used.", "Leeg laten = standaardniveau.")
            .refers_to(&account_levels::FILE, "account_level")
            .or_query("the default level", "SELECT Name FROM after_account_levels WHERE IsDefault = 'true'"),
        text_column("FunctionName", "the function; created if it does not exist")
            .labels("Function", "Functie")
            .hint(
                "A function that does not exist yet is created.",
                "Bestaat de functie nog niet, dan wordt die aangemaakt.",
            )
            .refers_to_or_creates(&functions::FILE, "function"),
        text_column("DivisionName", "the division or location; created if it does not exist")
            .labels("Division", "Divisie")
            .hint(
                "A division that does not exist yet is created.",
                "Bestaat de divisie nog niet, dan wordt die aangemaakt.",
            )
            .refers_to_or_creates(&divisions::FILE, "division"),
        text_column("CostCentre", "cost centre").dutch("Kostenplaats"),
        text_column("PhoneNumber", "phone number").dutch("Telefoonnummer"),
        datetime_column("ContractStartTime", "when the contract begins")
            .labels("Contract start", "Begin contract")
            .stored_as("contract_start"),
        datetime_column("ContractEndTime", "when it ends; from then on the person is dismissed")
            .labels("Not employed from", "Uit dienst per")
            .hint(
                "If 31 December is the last day of the contract, enter 1 January.",
                "Loopt het contract tot en met 31 december, vul dan 1 januari in.",
            )
            .stored_as("contract_end"),
        text_column("ManagerExternalIdentifier", "the manager, who may be in a later row")
            .labels("Manager", "Leidinggevende")
            .refers_to_or_placeholder(&FILE, "manager"),
        choice_column("EmployeeType", &["Intern", "Extern"], "own staff or hired")
            .dutch("Dienstverband")
            .choice_names(&[["own staff", "eigen personeel"], ["hired staff", "ingehuurd"]])
            .or_default("Intern"),
        flag_column("HasActivatedAccount", "whether the account is in use")
            .labels("Account active", "Account geactiveerd")
            .hint(
                "The person's account for taking trainings, not for this console. It becomes active when the person first \
                 signs in there, so for a new person: no.",
                "Het account waarmee de persoon trainingen volgt, niet het account voor deze beheeromgeving. Het wordt \
                 geactiveerd als de persoon daar voor het eerst inlogt; bij een nieuwe persoon dus: nee.",
            ),
        flag_column("Anonymised", "true only in rows of an export").dutch("Geanonimiseerd").hidden(),
    ],
    title: &["FirstName", "Insertion", "FamilyName"],
    listed: &["ExternalIdentifier", "FunctionName", "DivisionName", "ContractEndTime"],
    details: &["FunctionName", "DivisionName"],
    searched: &["ExternalIdentifier", "FirstName", "Insertion", "FamilyName", "Email"],
    placeholder_name: Some(PLACEHOLDER),
    dismissal: Some(DISMISSAL),
    rules: &[
        NEW_ROW_IS_NOT_ANONYMISED,
        IMPORT_ANONYMISES_NOBODY,
        ANONYMISED_ROW_IS_UNCHANGED,
        // "Two employed persons with one e-mail address are a warning, not a fault." Reports only changed rows.
        RowRule::forbid_results("Email", include_str!("rules/shared_email_addresses.sql")).only_warns(),
        RowRule::forbid_rows("ContractEndTime", "json_array('EndsBeforeStart', ContractStartTime)", ENDS_BEFORE_START),
        IDENTIFIER_DIFFERS_IN_MORE_THAN_ZEROS,
        NEW_IDENTIFIERS_DIFFER_IN_MORE_THAN_ZEROS,
        RowRule::forbid_rows("Email", "json_array('AddressWithoutAt')", "Email <> '' AND instr(Email, '@') = 0")
            .only_warns(),
        NOT_OWN_MANAGER,
        RowRule::warn_of_similar_names("FunctionName", &functions::FILE),
        RowRule::warn_of_similar_names("DivisionName", &divisions::FILE),
    ],
    recheck_scope: RecheckScope::All,
    comparisons: &[SAME_ADDRESS, SAME_WITHOUT_LEADING_ZEROS],
    ..DataFile::DEFAULTS
};

pub const fn person_column() -> Column {
    text_column("PersonExternalIdentifier", "the person").labels("Person", "Persoon").key().refers_to(&FILE, "person")
}

/// An import that would remove a person ends the contract: "a person is dismissed instead, with contract end now".
const DISMISSAL: Dismissal = Dismissal {
    column: "ContractEndTime",
    cell_sql: "service_now()",
    dismissed_condition: "stored.ContractEndTime <> '' AND stored.ContractEndTime <= service_now()
                          OR stored.Anonymised = 'true'",
};

/// Returns whether a person is no longer employed at the wall time `now`.
pub fn is_dismissed(person: &[(String, String)], now: &str) -> bool {
    let end = find_cell(person, "ContractEndTime");
    !end.is_empty() && end <= now
}

pub fn is_anonymised(person: &[(String, String)]) -> bool {
    find_cell(person, "Anonymised") == "true"
}

/// Accepts `Anonymised` in a new row only if the row is as export writes an anonymised person.
const NEW_ROW_IS_NOT_ANONYMISED: RowRule = RowRule::forbid_rows(
    "Anonymised",
    "json_array('NewAnonymised', row)",
    "is_new AND Anonymised = 'true'
     AND NOT (ExternalIdentifier = 'anonymised-' || row AND Email = 'anonymised-' || row || '@invalid'
              AND FirstName = 'Anoniem' AND Insertion = '' AND FamilyName = 'Persoon'
              AND CostCentre = '' AND PhoneNumber = ''
              AND ContractEndTime <> '' AND ContractEndTime <= service_now())",
);

const IMPORT_ANONYMISES_NOBODY: RowRule = RowRule::forbid_rows(
    "Anonymised",
    "json_array('NotAnonymised', ExternalIdentifier)",
    "NOT is_new AND Anonymised = 'true'
     AND EXISTS (SELECT 1 FROM person WHERE id = row AND NOT anonymised)",
);

const ANONYMISED_ROW_IS_UNCHANGED: RowRule = RowRule::forbid_rows(
    "Anonymised",
    "json_array('StaysAnonymised', ExternalIdentifier)",
    "NOT is_new AND EXISTS (SELECT 1 FROM person WHERE id = row AND anonymised)",
);

/// Refused by CreatePerson and import: "a contract end before its start is refused unless the end is past".
pub const ENDS_BEFORE_START: &str = "ContractEndTime > service_now() AND ContractEndTime < ContractStartTime";

const SAME_ADDRESS: RowComparison = RowComparison { column: "Email", form_sql: "%", is_only_for_new_rows: false };

const SAME_WITHOUT_LEADING_ZEROS: RowComparison =
    RowComparison { column: "ExternalIdentifier", form_sql: "ltrim(%, '0')", is_only_for_new_rows: true };

/// Refuses "a new ExternalIdentifier that differs from a stored one in leading zeros only", unless `--allow-similar`.
const IDENTIFIER_DIFFERS_IN_MORE_THAN_ZEROS: RowRule =
    RowRule::forbid_results("ExternalIdentifier", include_str!("rules/identifiers_with_other_leading_zeros.sql"))
        .waivable();

/// Compares each new identifier with the one before it in the file.
const NEW_IDENTIFIERS_DIFFER_IN_MORE_THAN_ZEROS: RowRule = RowRule::forbid_results(
    "ExternalIdentifier",
    "SELECT line, identifier AS value, json_array('SimilarInFile', previous) AS message
     FROM (SELECT line, ExternalIdentifier AS identifier, lag(ExternalIdentifier) OVER (
               PARTITION BY ltrim(ExternalIdentifier, '0') ORDER BY line) AS previous
           FROM next_persons WHERE is_new)
     WHERE previous <> identifier",
)
.waivable()
.only_warns();

const NOT_OWN_MANAGER: RowRule = RowRule::forbid_rows(
    "ManagerExternalIdentifier",
    "json_array('OwnManager')",
    "ManagerExternalIdentifier = ExternalIdentifier",
)
.only_warns();
