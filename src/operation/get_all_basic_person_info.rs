//! GetAllBasicPersonInfo: "all persons, dismissed included, by `ServiceId`".

use super::Operation;
use super::rest::get;
use super::shape::*;
use crate::model::meaning;

pub const OPERATION: Operation = Operation::provisioning(
    "GetAllBasicPersonInfo",
    get("/persons"),
    "All persons, those who left included, with their managers.",
    "ApiResponseOfListOfBasicPersonInfo",
    Contents::Each(Each {
        element: "BasicPersonInfo",
        rows: query("SELECT * FROM basic_person_info ORDER BY ServiceId"),
        item: Item::Fields(&[
            int("ServiceId").says(meaning::PERSON_ID),
            text("ExternalId").says(meaning::EXTERNAL_IDENTIFIER),
            text("FirstName").says(meaning::FIRST_NAME),
            text("Insertion").says(meaning::INSERTION),
            text("FamilyName").says(meaning::FAMILY_NAME),
            text("Email").says(meaning::EMAIL),
            text("AccountLevel").says(meaning::ACCOUNT_LEVEL),
            int("ManagerServiceId").says(meaning::MANAGER_ID),
            text("ManagerExternalId").says(meaning::MANAGER_IDENTIFIER),
            text("ManagerFirstName").says("First name of the manager."),
            text("ManagerInsertion")
                .says("Insertion in the manager's name; empty when there is none."),
            text("ManagerFamilyName").says("Family name of the manager, without the insertion."),
            text("Function").says(meaning::FUNCTION),
            text("Division").says(meaning::DIVISION),
            boolean("HasActivatedAccount")
                .says("Whether the person has activated the account by logging in."),
            boolean("IsDismissed").says("Whether the person has left: the contract has ended."),
        ]),
    }),
)
.dutch(
    "Alle personen",
    "Alle personen, ook wie uit dienst is, met hun leidinggevenden.",
);
