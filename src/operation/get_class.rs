//! GetClass: any class by its id, with its contact moments.

use super::Operation;
use super::request::int_parameter;
use super::rest::get;
use super::shape::*;
use crate::model::refusal::Thing;

pub const OPERATION: Operation = Operation {
    request: &[int_parameter("classId")],
    ..Operation::report(
        "GetClass",
        get("/classes/{classId}"),
        "One class, with its contact moments.",
        "ApiResponseOfGroupClass",
        Contents::One {
            structure: "GroupClass",
            rows: query(CLASS),
            fields: GROUP_CLASS,
            none: Some(Thing::Class),
            several: None,
        },
    )
};

/// A datetime before the years that the service knows is none that a client can read: access opens at their
/// begin. `max` of no value is none.
const CLASS: &str = "
    SELECT id                                             AS key,
           id                                             AS Id,
           coalesce(person_group, 0)                      AS GroupId,
           name                                           AS ClassName,
           is_visible_in_catalog                          AS IsVisibleCatalog,
           iif(is_visible_in_calendar, 'true', 'false')   AS IsVisibleCalendar,
           offer_externally                               AS OfferExternally,
           min_persons                                    AS MinPersons,
           max_persons                                    AS MaxPersons,
           memo                                           AS Memo,
           show_memo_in_report                            AS ShowMemoInReport,
           is_archived                                    AS Archived,
           is_cancelled                                   AS Cancelled,
           filter_by_division                             AS FilterByDivision,
           has_waiting_list                               AS HasWaitingList,
           waiting_list_capacity                          AS WaitingListCapacity,
           edit_deadline                                  AS EditDeadline,
           registration_deadline                          AS RegistrationDeadline,
           max(content_opens, '1900-01-01T00:00:00')      AS LockDaysTillStart,
           completion_type                                AS CompletionType,
           is_under_construction                          AS IsUnderConstruction
    FROM class WHERE id = :classId";

const GROUP_CLASS: &[Field] = &[
    int("Id"),
    int("GroupId"),
    text("ClassName"),
    boolean("IsVisibleCatalog"),
    // a string, "as given"
    text("IsVisibleCalendar"),
    boolean("OfferExternally"),
    int("MinPersons").nillable(),
    int("MaxPersons").nillable(),
    text("Memo"),
    boolean("ShowMemoInReport"),
    boolean("Archived"),
    boolean("Cancelled"),
    boolean("FilterByDivision"),
    boolean("HasWaitingList"),
    int("WaitingListCapacity").nillable(),
    datetime("EditDeadline").nillable(),
    datetime("RegistrationDeadline").nillable(),
    datetime("LockDaysTillStart").nillable(),
    text("CompletionType"),
    boolean("IsUnderConstruction"),
    list("Data", &GROUP_CLASS_DATES),
    nothing("Members"),
    nothing("Editions"),
    nothing("GroupClassDivisions"),
    nothing("WaitingListEnrollments"),
];

const GROUP_CLASS_DATES: Each = Each {
    element: "GroupClassDate",
    rows: query(
        "
    SELECT class                    AS parent,
           id                       AS Id,
           class                    AS ClassId,
           date || 'T00:00:00'      AS Date,
           shown_start              AS [From],
           shown_end                AS Till,
           location_name            AS LocationName,
           location_address         AS LocationAddress,
           meeting_id               AS MeetingId,
           task                     AS TaskId,
           stream_available         AS StreamAvailable,
           stream_password          AS StreamPassword,
           eticket_information      AS EticketInformation,
           reservation_id           AS ReservationId
    FROM contact_moment WHERE class = :classId ORDER BY date, starts_at",
    ),
    item: Item::Fields(&[
        int("Id"),
        int("ClassId"),
        datetime("Date"),
        text("From"),
        text("Till"),
        text("LocationName"),
        text("LocationAddress"),
        int("MeetingId").optional(),
        int("TaskId").optional(),
        boolean("StreamAvailable"),
        text("StreamPassword"),
        text("EticketInformation"),
        int("ReservationId").optional(),
    ]),
};
