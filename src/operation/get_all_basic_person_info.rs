//! GetAllBasicPersonInfo: "all persons, dismissed included, by `ServiceId`".

use super::prelude::*;

pub const OPERATION: Operation = Operation::provisioning(
    "GetAllBasicPersonInfo",
    get("/persons"),
    "All persons, including those who left, with their managers.",
    "ApiResponseOfListOfBasicPersonInfo",
    Contents::List(ListSchema::of_objects(
        "BasicPersonInfo",
        query("SELECT * FROM basic_person_info ORDER BY ServiceId"),
        FIELDS,
    )),
)
.sorted_by("ServiceId")
.dutch("Alle personen", "Alle personen, ook wie uit dienst is, met hun leidinggevenden.");

const FIELDS: &[Field] = &[
    int("ServiceId").described(descriptions::PERSON_ID),
    text("ExternalId").described(descriptions::EXTERNAL_IDENTIFIER),
    text("FirstName").described(descriptions::FIRST_NAME),
    text("Insertion").described(descriptions::INSERTION),
    text("FamilyName").described(descriptions::FAMILY_NAME),
    text("Email").described(descriptions::EMAIL),
    text("AccountLevel").with_lookup(&LEVEL).described(descriptions::ACCOUNT_LEVEL),
    int("ManagerServiceId").with_lookup(&MANAGER).described(descriptions::MANAGER_ID),
    text("ManagerExternalId").with_lookup(&MANAGER).described(descriptions::MANAGER_IDENTIFIER),
    text("ManagerFirstName").with_lookup(&MANAGER).described("First name of the manager."),
    text("ManagerInsertion").with_lookup(&MANAGER).described("Name prefix of the manager; empty if there is none."),
    text("ManagerFamilyName").with_lookup(&MANAGER).described("Family name of the manager, without the name prefix."),
    text("Function").with_lookup(&FUNCTION).described(descriptions::FUNCTION),
    text("Division").with_lookup(&DIVISION).described(descriptions::DIVISION),
    boolean("HasActivatedAccount").described("Whether the person has activated the account by logging in."),
    boolean("IsDismissed").described("Whether the person has left: the contract has ended."),
];

static LEVEL: Lookup = Lookup::new("account_level", "SELECT name AS AccountLevel FROM account_level WHERE id = :key");

static MANAGER: Lookup = Lookup::new(
    "manager",
    "SELECT id AS ManagerServiceId, external_identifier AS ManagerExternalId, first_name AS ManagerFirstName,
                insertion AS ManagerInsertion, family_name AS ManagerFamilyName
         FROM shown_manager WHERE person = :key",
);

static FUNCTION: Lookup = Lookup::new("function", "SELECT name AS Function FROM function WHERE id = :key");

static DIVISION: Lookup = Lookup::new("division", "SELECT name AS Division FROM division WHERE id = :key");
