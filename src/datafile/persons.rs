//! persons.csv: the employees, dismissed and anonymised ones too.

use super::columns::{choice, datetime, flag, id, text};
use super::file::{Alike, Alone, Column, Default, Dismissal, File, Rule};
use super::{account_levels, divisions, functions};

/// The name by which a request or a data file may call the placeholder manager.
pub const PLACEHOLDER: &str = "Manager onbekend";

/// The file. "Functions and divisions of persons.csv are created as CreatePerson does".
pub static FILE: File = File {
    name: "persons.csv",
    about: "the employees, with those who left",
    dutch: ("Personen", "de medewerkers, ook wie weg is"),
    table: "person",
    columns: &[
        id(),
        text(
            "ExternalIdentifier",
            "external_identifier",
            "the number in the HR system",
        )
        .dutch("Personeelsnummer", "het nummer in het HR-systeem")
        .key(),
        text("FirstName", "first_name", "first name")
            .dutch("Voornaam", "de voornaam")
            .required(),
        text(
            "Insertion",
            "insertion",
            "what stands between first and family name",
        )
        .dutch("Tussenvoegsel", "wat tussen voor- en achternaam staat"),
        text("FamilyName", "family_name", "family name")
            .dutch("Achternaam", "de achternaam")
            .required(),
        text("Email", "email", "e-mail address")
            .dutch("E-mailadres", "het e-mailadres")
            .required(),
        text(
            "AccountLevel",
            "account_level",
            "the level; the default one when empty",
        )
        .dutch(
            "Accountniveau",
            "het niveau; het standaardniveau als het leeg is",
        )
        .naming(&account_levels::FILE, "NULL")
        .or(Default::Query {
            says: "the default level",
            sql: "SELECT Name FROM after_account_levels WHERE IsDefault = 'true'",
        }),
        text(
            "FunctionName",
            "function",
            "the function; created when nobody has it",
        )
        .dutch(
            "Functie",
            "de functie; wordt gemaakt als niemand haar heeft",
        )
        .creating(&functions::FILE, "0"),
        text(
            "DivisionName",
            "division",
            "the division or location; created when nobody has it",
        )
        .dutch(
            "Divisie",
            "de divisie of locatie; wordt gemaakt als niemand haar heeft",
        )
        .creating(&divisions::FILE, "0"),
        text("CostCentre", "cost_centre", "cost centre").dutch("Kostenplaats", "de kostenplaats"),
        text("PhoneNumber", "phone_number", "phone number")
            .dutch("Telefoonnummer", "het telefoonnummer"),
        datetime(
            "ContractStartTime",
            "contract_start",
            "when the contract begins",
        )
        .dutch("Contract vanaf", "wanneer het contract begint"),
        datetime(
            "ContractEndTime",
            "contract_end",
            "when it ends; from then on the person is dismissed",
        )
        .dutch(
            "Contract tot",
            "wanneer het eindigt; vanaf dan is de persoon uit dienst",
        ),
        text(
            "ManagerExternalIdentifier",
            "manager",
            "the manager, who may stand below",
        )
        .dutch(
            "Leidinggevende",
            "de leidinggevende, die ook verderop in het bestand mag staan",
        )
        .naming(&FILE, "0"),
        choice(
            "EmployeeType",
            "employee_type",
            &["Intern", "Extern"],
            "own staff or hired",
        )
        .dutch("Dienstverband", "eigen personeel of ingehuurd")
        .or(Default::Text("Intern")),
        flag(
            "HasActivatedAccount",
            "has_activated_account",
            "whether the account is in use",
        )
        .dutch("Account in gebruik", "of het account in gebruik is"),
        flag("Anonymised", "anonymised", "true only as export writes it")
            .dutch("Geanonimiseerd", "alleen ja zoals een export het schrijft"),
    ],
    title: &["FirstName", "Insertion", "FamilyName"],
    searched: &[
        "ExternalIdentifier",
        "FirstName",
        "Insertion",
        "FamilyName",
        "Email",
    ],
    placeholder: Some(PLACEHOLDER),
    dismissal: Some(DISMISSAL),
    rules: &[
        ANONYMISED_ANEW,
        ANONYMISED_HERE,
        ANONYMISED_STAYS,
        SHARED_ADDRESS,
        END_BEFORE_START,
        STRIPPED_ZEROS,
        NO_ADDRESS,
        OWN_MANAGER,
        RESEMBLING_FUNCTION,
        RESEMBLING_DIVISION,
    ],
    alone: Alone::All,
    alike: &[SAME_ADDRESS, SAME_BUT_FOR_ZEROS],
    ..File::PLAIN
};

/// Part of the key: the person that the row is about.
pub const fn person() -> Column {
    text("PersonExternalIdentifier", "person", "the person")
        .dutch("Persoon", "de persoon")
        .key()
        .naming(&FILE, "NULL")
}

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
    ..Rule::PLAIN
};

const ANONYMISED_HERE: Rule = Rule {
    column: "Anonymised",
    select: "
        SELECT line, 'true' AS value,
               'only `person anonymise` anonymises; ' || ExternalIdentifier || ' is not anonymised' AS message
        FROM next_persons
        WHERE NOT fresh AND Anonymised = 'true'
              AND EXISTS (SELECT 1 FROM person WHERE id = row AND NOT anonymised)",
    ..Rule::PLAIN
};

/// "a row that changes an anonymised person"
const ANONYMISED_STAYS: Rule = Rule {
    column: "Anonymised",
    select: "
        SELECT line, Anonymised AS value,
               ExternalIdentifier || ' is anonymised and stays as it is; the row would change it' AS message
        FROM next_persons
        WHERE NOT fresh AND changed AND EXISTS (SELECT 1 FROM person WHERE id = row AND anonymised)",
    ..Rule::PLAIN
};

/// "Two employed persons with one e-mail address are a warning, not a fault." Of rows that stay as they
/// are nothing is said: they were warned of when they came.
const SHARED_ADDRESS: Rule = Rule {
    column: "Email",
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
    ..Rule::WARNING
};

/// "a contract end before its start is refused unless the end is past": said of CreatePerson, and no less
/// true of a person who comes from a file.
const END_BEFORE_START: Rule = Rule {
    column: "ContractEndTime",
    select: "
        SELECT line, ContractEndTime AS value, '{} is before ContractStartTime, ' || ContractStartTime AS message
        FROM next_persons
        WHERE changed AND ContractEndTime > service_now() AND ContractEndTime < ContractStartTime",
    ..Rule::PLAIN
};

const SAME_ADDRESS: Alike = Alike {
    column: "Email",
    form: "%",
    fresh: false,
};

const SAME_BUT_FOR_ZEROS: Alike = Alike {
    column: "ExternalIdentifier",
    form: "ltrim(%, '0')",
    fresh: true,
};

/// "a new ExternalIdentifier that differs from a stored one in leading zeros only (`--allow-similar` takes it)"
const STRIPPED_ZEROS: Rule = Rule {
    column: "ExternalIdentifier",
    waivable: true,
    select: "
        WITH fresh AS MATERIALIZED (
            SELECT line, ExternalIdentifier AS own, ltrim(ExternalIdentifier, '0') AS bare FROM next_persons
            WHERE fresh
        ), met AS (
            SELECT f.line, f.own, p.external_identifier AS stored
            FROM fresh AS f CROSS JOIN person AS p ON p.external_identifier = f.bare
            UNION ALL
            SELECT f.line, f.own, p.external_identifier
            FROM fresh AS f CROSS JOIN person AS p ON ltrim(p.external_identifier, '0') = f.bare
            WHERE p.external_identifier >= '0' AND p.external_identifier < '1'
        )
        SELECT line, own AS value,
               '{} is new and ' || max(stored) || ' is stored: '
               || iif(length(own) < length(max(stored)), 'did Excel strip the zero?',
                      'was it stripped of a zero?')
               || ' --allow-similar takes it as another person' AS message
        FROM met WHERE stored <> ''
        GROUP BY line",
    ..Rule::PLAIN
};

/// "an address without `@`"
const NO_ADDRESS: Rule = Rule {
    column: "Email",
    select: "
        SELECT line, Email AS value, '{} has no @' AS message
        FROM next_persons WHERE changed AND Email <> '' AND instr(Email, '@') = 0",
    ..Rule::WARNING
};

/// "one's own manager"
const OWN_MANAGER: Rule = Rule {
    column: "ManagerExternalIdentifier",
    select: "
        SELECT line, ExternalIdentifier AS value, '{} is the person itself: nobody else is the manager' AS message
        FROM next_persons WHERE changed AND ManagerExternalIdentifier = ExternalIdentifier",
    ..Rule::WARNING
};

/// "a new function or division that resembles a stored one (named)", which persons.csv creates.
const RESEMBLING_FUNCTION: Rule = Rule {
    column: "FunctionName",
    select: "
        SELECT n.line, n.Name AS value, '{} is new, and resembles ' || min(t.name) AS message
        FROM (SELECT line, Name FROM next_functions WHERE fresh AND implied LIMIT 100) AS n
             CROSS JOIN function AS t ON t.id > 0 AND resembles(n.Name, t.name)
        GROUP BY n.Name",
    ..Rule::WARNING
};

const RESEMBLING_DIVISION: Rule = Rule {
    column: "DivisionName",
    select: "
        SELECT n.line, n.Name AS value, '{} is new, and resembles ' || min(t.name) AS message
        FROM (SELECT line, Name FROM next_divisions WHERE fresh AND implied LIMIT 100) AS n
             CROSS JOIN division AS t ON t.id > 0 AND resembles(n.Name, t.name)
        GROUP BY n.Name",
    ..Rule::WARNING
};
