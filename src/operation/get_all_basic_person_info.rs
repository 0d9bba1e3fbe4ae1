//! GetAllBasicPersonInfo: "all persons, dismissed included, by `ServiceId`".

use super::Operation;
use super::rest::get;
use super::shape::*;

pub const OPERATION: Operation = Operation::provisioning(
    "GetAllBasicPersonInfo",
    get("/persons"),
    "All persons, those who left included, with their managers.",
    "ApiResponseOfListOfBasicPersonInfo",
    Contents::Each(Each {
        element: "BasicPersonInfo",
        rows: query("SELECT * FROM basic_person_info ORDER BY ServiceId"),
        item: Item::Fields(&[
            int("ServiceId"),
            text("ExternalId"),
            text("FirstName"),
            text("Insertion"),
            text("FamilyName"),
            text("Email"),
            text("AccountLevel"),
            int("ManagerServiceId"),
            text("ManagerExternalId"),
            text("ManagerFirstName"),
            text("ManagerInsertion"),
            text("ManagerFamilyName"),
            text("Function"),
            text("Division"),
            boolean("HasActivatedAccount"),
            boolean("IsDismissed"),
        ]),
    }),
);
