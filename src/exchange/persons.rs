//! persons.csv: the employees, dismissed and anonymised ones too.

use super::file::{Alone, Default, Dismissal, File, Rule, choice, datetime, flag, id, text};

/// The file. "Functions and divisions of persons.csv are created as CreatePerson does".
pub const FILE: File = File {
    name: "persons.csv",
    about: "the employees, with those who left",
    table: "person",
    columns: &[
        id(),
        text(
            "ExternalIdentifier",
            "external_identifier",
            "the number in the HR system",
        )
        .key(),
        text("FirstName", "first_name", "first name").required(),
        text(
            "Insertion",
            "insertion",
            "what stands between first and family name",
        ),
        text("FamilyName", "family_name", "family name").required(),
        text("Email", "email", "e-mail address").required(),
        text(
            "AccountLevel",
            "account_level",
            "the level; the default one when empty",
        )
        .naming("account_levels.csv", "NULL")
        .or(Default::Query {
            says: "the default level",
            sql: "SELECT Name FROM after_account_levels WHERE IsDefault = 'true'",
        }),
        text(
            "FunctionName",
            "function",
            "the function; created when nobody has it",
        )
        .creating("functions.csv", "0"),
        text(
            "DivisionName",
            "division",
            "the division or location; created when nobody has it",
        )
        .creating("divisions.csv", "0"),
        text("CostCentre", "cost_centre", "cost centre"),
        text("PhoneNumber", "phone_number", "phone number"),
        datetime(
            "ContractStartTime",
            "contract_start",
            "when the contract begins",
        ),
        datetime(
            "ContractEndTime",
            "contract_end",
            "when it ends; from then on the person is dismissed",
        ),
        text(
            "ManagerExternalIdentifier",
            "manager",
            "the manager, who may stand below",
        )
        .naming("persons.csv", "0"),
        choice(
            "EmployeeType",
            "employee_type",
            &["Intern", "Extern"],
            "own staff or hired",
        )
        .or(Default::Text("Intern")),
        flag(
            "HasActivatedAccount",
            "has_activated_account",
            "whether the account is in use",
        ),
        flag("Anonymised", "anonymised", "true only as export writes it"),
    ],
    placeholder: Some("Manager onbekend"),
    dismissal: Some(DISMISSAL),
    rules: &[
        ANONYMISED_ANEW,
        ANONYMISED_HERE,
        ANONYMISED_STAYS,
        SHARED_ADDRESS,
        END_BEFORE_START,
    ],
    alone: Alone::All,
    alike: &["Email"],
    ..File::PLAIN
};

/// "a person is dismissed instead, with contract end now …; who is dismissed or anonymised already stays as
/// is".
const DISMISSAL: Dismissal = Dismissal {
    column: "ContractEndTime",
    cell: "service_now()",
    already: "v.ContractEndTime <> '' AND v.ContractEndTime <= service_now() OR v.Anonymised = 'true'",
};

/// A person who was anonymised elsewhere comes in as export writes it, under the id that it had.
const ANONYMISED_ANEW: Rule = Rule {
    column: "Anonymised",
    warns: false,
    select: "
        SELECT line, 'true' AS value,
               'only `person anonymise` anonymises; a new row says true only as export writes it: Anoniem Persoon, '
               || 'dismissed, anonymised-' || row || ' with Id ' || row AS message
        FROM next_persons
        WHERE fresh AND Anonymised = 'true'
              AND NOT (ExternalIdentifier = 'anonymised-' || row AND Email = 'anonymised-' || row || '@invalid'
                       AND FirstName = 'Anoniem' AND Insertion = '' AND FamilyName = 'Persoon'
                       AND CostCentre = '' AND PhoneNumber = ''
                       AND ContractEndTime <> '' AND ContractEndTime <= service_now())",
};

const ANONYMISED_HERE: Rule = Rule {
    column: "Anonymised",
    warns: false,
    select: "
        SELECT line, 'true' AS value,
               'only `person anonymise` anonymises; ' || ExternalIdentifier || ' is not anonymised' AS message
        FROM next_persons
        WHERE NOT fresh AND Anonymised = 'true'
              AND EXISTS (SELECT 1 FROM person WHERE id = row AND NOT anonymised)",
};

/// "a row that changes an anonymised person"
const ANONYMISED_STAYS: Rule = Rule {
    column: "Anonymised",
    warns: false,
    select: "
        SELECT line, Anonymised AS value,
               ExternalIdentifier || ' is anonymised and stays as it is; the row would change it' AS message
        FROM next_persons
        WHERE NOT fresh AND changed AND EXISTS (SELECT 1 FROM person WHERE id = row AND anonymised)",
};

/// "Two employed persons with one e-mail address are a warning, not a fault." Of rows that stay as they
/// are nothing is said: they were warned of when they came.
const SHARED_ADDRESS: Rule = Rule {
    column: "Email",
    warns: true,
    select: "
        WITH employed AS (
            SELECT line, Email, changed, count(*) OVER (PARTITION BY Email COLLATE NOCASE) AS here
            FROM next_persons
            WHERE Email <> '' AND (ContractEndTime = '' OR ContractEndTime > service_now())
        )
        SELECT line, Email AS value, '{} is the address of another employed person too' AS message
        FROM employed
        WHERE changed AND (here > 1 OR EXISTS (
            SELECT 1 FROM person AS p
            WHERE p.email = employed.Email COLLATE NOCASE
                  AND (p.contract_end IS NULL OR p.contract_end > service_now())
                  AND NOT EXISTS (SELECT 1 FROM plan_persons WHERE row = p.id)
                  AND NOT EXISTS (SELECT 1 FROM gone_persons WHERE row = p.id)))",
};

/// "a contract end before its start is refused unless the end is past": said of CreatePerson, and no less
/// true of a person who comes from a file.
const END_BEFORE_START: Rule = Rule {
    column: "ContractEndTime",
    warns: false,
    select: "
        SELECT line, ContractEndTime AS value, '{} is before ContractStartTime, ' || ContractStartTime AS message
        FROM next_persons
        WHERE changed AND ContractEndTime > service_now() AND ContractEndTime < ContractStartTime",
};
