//! GetAllBasicPersonInfo: "all persons, dismissed included, by `ServiceId`".

use super::{Contents, Each, GrantedWith, Item, Operation, SUCCESS, boolean, int, text};

pub const OPERATION: Operation = Operation {
    name: "GetAllBasicPersonInfo",
    summary: "All persons, those who left included, with their managers.",
    granted_with: GrantedWith::Provisioning,
    request: &[],
    root: "ApiResponseOfListOfBasicPersonInfo",
    error_on_success: true,
    flag: SUCCESS,
    rule: None,
    contents: Contents::Each(Each {
        element: "BasicPersonInfo",
        select: "SELECT * FROM basic_person_info ORDER BY ServiceId",
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
};
