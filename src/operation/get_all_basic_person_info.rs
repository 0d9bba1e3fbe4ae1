//! GetAllBasicPersonInfo: "all persons, dismissed included, by `ServiceId`".

use super::Operation;
use super::response_schema::*;
use super::rest::get;
use crate::model::descriptions;

pub const OPERATION: Operation = Operation::provisioning(
    "GetAllBasicPersonInfo",
    get("/persons"),
    "All persons, those who left included, with their managers.",
    "ApiResponseOfListOfBasicPersonInfo",
    Contents::Each(ListSchema {
        element: "BasicPersonInfo",
        rows: query("SELECT * FROM basic_person_info ORDER BY ServiceId"),
        item: ListItem::Fields(FIELDS),
    }),
)
.dutch("Alle personen", "Alle personen, ook wie uit dienst is, met hun leidinggevenden.");

const FIELDS: &[Field] = &[
    int("ServiceId").says(descriptions::PERSON_ID),
    text("ExternalId").says(descriptions::EXTERNAL_IDENTIFIER),
    text("FirstName").says(descriptions::FIRST_NAME),
    text("Insertion").says(descriptions::INSERTION),
    text("FamilyName").says(descriptions::FAMILY_NAME),
    text("Email").says(descriptions::EMAIL),
    text("AccountLevel").of(&LEVEL).says(descriptions::ACCOUNT_LEVEL),
    int("ManagerServiceId").of(&MANAGER).says(descriptions::MANAGER_ID),
    text("ManagerExternalId").of(&MANAGER).says(descriptions::MANAGER_IDENTIFIER),
    text("ManagerFirstName").of(&MANAGER).says("First name of the manager."),
    text("ManagerInsertion").of(&MANAGER).says("Insertion in the manager's name; empty when there is none."),
    text("ManagerFamilyName").of(&MANAGER).says("Family name of the manager, without the insertion."),
    text("Function").of(&FUNCTION).says(descriptions::FUNCTION),
    text("Division").of(&DIVISION).says(descriptions::DIVISION),
    boolean("HasActivatedAccount").says("Whether the person has activated the account by logging in."),
    boolean("IsDismissed").says("Whether the person has left: the contract has ended."),
];

static LEVEL: Lookup = Lookup {
    key: "account_level",
    select: QueryText::Text("SELECT name AS AccountLevel FROM account_level WHERE id = :key"),
    again: RepeatRule::AnyTime,
};

static MANAGER: Lookup = Lookup {
    key: "manager",
    select: QueryText::Text(
        "SELECT id AS ManagerServiceId, external_identifier AS ManagerExternalId, first_name AS ManagerFirstName,
                insertion AS ManagerInsertion, family_name AS ManagerFamilyName
         FROM shown_manager WHERE key = :key",
    ),
    again: RepeatRule::AnyTime,
};

static FUNCTION: Lookup = Lookup {
    key: "function",
    select: QueryText::Text("SELECT name AS Function FROM function WHERE id = :key"),
    again: RepeatRule::AnyTime,
};

static DIVISION: Lookup = Lookup {
    key: "division",
    select: QueryText::Text("SELECT name AS Division FROM division WHERE id = :key"),
    again: RepeatRule::AnyTime,
};
