//! persons.csv: the employees, including dismissed and anonymised ones.

use super::columns::{choice, datetime, flag, id, text};
use super::file::{Column, DataFile, DefaultCell, Dismissal, RecheckScope, RowComparison};
use super::rule::RowRule;
use super::{account_levels, divisions, functions};

/// A name of the placeholder manager that requests and data files may use.
pub const PLACEHOLDER: &str = "Manager onbekend";

/// "Functions and divisions of persons.csv are created as CreatePerson does".
pub static FILE: DataFile = DataFile {
    name: "persons.csv",
    about: "the employees, with those who left",
    dutch: ("Personen", "de medewerkers, ook wie weg is"),
    table: "person",
    columns: &[
        id(),
        text("ExternalIdentifier", "the number in the HR system")
            .dutch("Personeelsnummer", "het nummer in het HR-systeem")
            .key(),
        text("FirstName", "first name").dutch("Voornaam", "de voornaam").required(),
        text("Insertion", "what stands between first and family name")
            .dutch("Tussenvoegsel", "wat tussen voor- en achternaam staat"),
        text("FamilyName", "family name").dutch("Achternaam", "de achternaam").required(),
        text("Email", "e-mail address").dutch("E-mailadres", "het e-mailadres").required(),
        text("AccountLevel", "the level; the default one when empty")
            .dutch("Accountniveau", "het niveau; het standaardniveau als het leeg is")
            .naming(&account_levels::FILE, "account_level")
            .or(DefaultCell::Query {
                says: "the default level",
                sql: "SELECT Name FROM after_account_levels WHERE IsDefault = 'true'",
            }),
        text("FunctionName", "the function; created when nobody has it")
            .dutch("Functie", "de functie; wordt gemaakt als niemand haar heeft")
            .creating(&functions::FILE, "function"),
        text("DivisionName", "the division or location; created when nobody has it")
            .dutch("Divisie", "de divisie of locatie; wordt gemaakt als niemand haar heeft")
            .creating(&divisions::FILE, "division"),
        text("CostCentre", "cost centre").dutch("Kostenplaats", "de kostenplaats"),
        text("PhoneNumber", "phone number").dutch("Telefoonnummer", "het telefoonnummer"),
        datetime("ContractStartTime", "when the contract begins")
            .dutch("Contract vanaf", "wanneer het contract begint")
            .stored_as("contract_start"),
        datetime("ContractEndTime", "when it ends; from then on the person is dismissed")
            .dutch("Contract tot", "wanneer het eindigt; vanaf dan is de persoon uit dienst")
            .stored_as("contract_end"),
        text("ManagerExternalIdentifier", "the manager, who may stand below")
            .dutch("Leidinggevende", "de leidinggevende, die ook verderop in het bestand mag staan")
            .naming_or_placeholder(&FILE, "manager"),
        choice("EmployeeType", &["Intern", "Extern"], "own staff or hired")
            .dutch("Dienstverband", "eigen personeel of ingehuurd")
            .or(DefaultCell::Text("Intern")),
        flag("HasActivatedAccount", "whether the account is in use")
            .dutch("Account in gebruik", "of het account in gebruik is"),
        flag("Anonymised", "true only as export writes it")
            .dutch("Geanonimiseerd", "alleen ja zoals een export het schrijft"),
    ],
    title: &["FirstName", "Insertion", "FamilyName"],
    listed: &["ExternalIdentifier", "FunctionName", "DivisionName", "ContractEndTime"],
    details: &["FunctionName", "DivisionName"],
    searched: &["ExternalIdentifier", "FirstName", "Insertion", "FamilyName", "Email"],
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
        RowRule::resembling("FunctionName", &functions::FILE),
        RowRule::resembling("DivisionName", &divisions::FILE),
    ],
    alone: RecheckScope::All,
    alike: &[SAME_ADDRESS, SAME_BUT_FOR_ZEROS],
    ..DataFile::PLAIN
};

/// The person of a row, as part of the key.
pub const fn person() -> Column {
    text("PersonExternalIdentifier", "the person").dutch("Persoon", "de persoon").key().naming(&FILE, "person")
}

/// "a person is dismissed instead, with contract end now …; who is dismissed or anonymised already stays as
/// is".
const DISMISSAL: Dismissal = Dismissal {
    column: "ContractEndTime",
    cell: "service_now()",
    already: "v.ContractEndTime <> '' AND v.ContractEndTime <= service_now() OR v.Anonymised = 'true'",
};

/// An anonymised person from an export keeps its form and id.
const ANONYMISED_ANEW: RowRule = RowRule::rows(
    "Anonymised",
    "json_array('NewAnonymised', row)",
    "fresh AND Anonymised = 'true'
     AND NOT (ExternalIdentifier = 'anonymised-' || row AND Email = 'anonymised-' || row || '@invalid'
              AND FirstName = 'Anoniem' AND Insertion = '' AND FamilyName = 'Persoon'
              AND CostCentre = '' AND PhoneNumber = ''
              AND ContractEndTime <> '' AND ContractEndTime <= service_now())",
);

const ANONYMISED_HERE: RowRule = RowRule::rows(
    "Anonymised",
    "json_array('NotAnonymised', ExternalIdentifier)",
    "NOT fresh AND Anonymised = 'true'
     AND EXISTS (SELECT 1 FROM person WHERE id = row AND NOT anonymised)",
);

/// "a row that changes an anonymised person"
const ANONYMISED_STAYS: RowRule = RowRule::rows(
    "Anonymised",
    "json_array('StaysAnonymised', ExternalIdentifier)",
    "NOT fresh AND EXISTS (SELECT 1 FROM person WHERE id = row AND anonymised)",
);

/// "Two employed persons with one e-mail address are a warning, not a fault." Unchanged rows are not warned of again.
const SHARED_ADDRESS: RowRule = RowRule::query("Email", include_str!("rules/shared_address.sql")).only_warns();

/// A person's contract: "a contract end before its start is refused unless the end is past". The contract states it
/// for CreatePerson; it holds for files too.
pub const ENDS_BEFORE_START: &str = "ContractEndTime > service_now() AND ContractEndTime < ContractStartTime";

const END_BEFORE_START: RowRule =
    RowRule::rows("ContractEndTime", "json_array('EndsBeforeStart', ContractStartTime)", ENDS_BEFORE_START);

const SAME_ADDRESS: RowComparison = RowComparison { column: "Email", form: "%", fresh: false };

const SAME_BUT_FOR_ZEROS: RowComparison =
    RowComparison { column: "ExternalIdentifier", form: "ltrim(%, '0')", fresh: true };

/// "a new ExternalIdentifier that differs from a stored one in leading zeros only (`--allow-similar` takes it)"
const STRIPPED_ZEROS: RowRule =
    RowRule::query("ExternalIdentifier", include_str!("rules/stripped_zeros.sql")).waivable();

/// "an address without `@`"
const NO_ADDRESS: RowRule =
    RowRule::rows("Email", "json_array('AddressWithoutAt')", "Email <> '' AND instr(Email, '@') = 0").only_warns();

/// "one's own manager"
const OWN_MANAGER: RowRule = RowRule::rows(
    "ManagerExternalIdentifier",
    "json_array('OwnManager')",
    "ManagerExternalIdentifier = ExternalIdentifier",
)
.only_warns();
