//! GetHistoricAbsences: who was absent from which class and what it cost, "by creation date, id".

use super::{
    Contents, Each, GrantedWith, Item, Lookup, Operation, SUCCESS, datetime, lookup, money, text,
};

pub const OPERATION: Operation = Operation {
    name: "GetHistoricAbsences",
    summary: "Absences from classes, with their reasons and costs.",
    granted_with: GrantedWith::Reports,
    request: &[],
    root: "ApiResponseOfListOfHistoricAbsenceReasonDTO",
    error_on_success: false,
    flag: SUCCESS,
    rule: None,
    contents: Contents::Each(Each {
        element: "HistoricAbsenceReasonDTO",
        select: "SELECT PersonExternalIdentifier, PersonFirstName, PersonNameInsertion, PersonFamilyName,
                     Location, Division, GroupClassTitle, GroupClassLocations, GroupClassDates,
                     TrainingCode, TrainingType, TrainingTitle, TaskTitle, AbsenceReason, CreationDate,
                     PublicCosts, HiddenCosts, KostenPlaats
                 FROM historic_absence ORDER BY CreationDate, id",
        item: Item::Fields(&[
            text("PersonExternalIdentifier"),
            text("PersonFirstName"),
            text("PersonNameInsertion"),
            text("PersonFamilyName"),
            text("Location"),
            text("Division"),
            text("GroupClassTitle"),
            lookup("GroupClassLocations", &LOCATIONS),
            lookup("GroupClassDates", &DATES),
            text("TrainingCode"),
            text("TrainingType"),
            text("TrainingTitle"),
            text("TaskTitle"),
            text("AbsenceReason"),
            datetime("CreationDate"),
            money("PublicCosts"),
            money("HiddenCosts"),
            text("KostenPlaats"),
        ]),
    }),
};

/// "distinct, in order of contact moment"
const LOCATIONS: Lookup = Lookup {
    select: "SELECT group_concat(location_name, ', ') AS GroupClassLocations
             FROM (SELECT location_name FROM contact_moment WHERE class = :key AND location_name <> ''
                   GROUP BY location_name ORDER BY min(date || starts_at))",
};

/// "one per contact moment"
const DATES: Lookup = Lookup {
    select: "SELECT group_concat(shown_date, ', ') AS GroupClassDates
             FROM (SELECT shown_date FROM contact_moment WHERE class = :key ORDER BY date, starts_at)",
};
