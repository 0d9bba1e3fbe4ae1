//! GetClass: any class by its id, with its contact moments.

use super::prelude::*;
use crate::datafile::classes;

pub const OPERATION: Operation = Operation {
    request: &[int_parameter("classId")
        .described(descriptions::CLASS_ID)
        .dutch("Klas", "Het id van de klas.")
        .refers_to(&classes::FILE, "Id")],
    sorted_by: Some("Date"),
    ..Operation::report(
        "GetClass",
        get("/classes/{classId}"),
        "One class, with its sessions.",
        "ApiResponseOfGroupClass",
        Contents::one("GroupClass", query(CLASS), GROUP_CLASS, Some(Entity::Class)),
    )
    .dutch("Eén klas", "De gegevens van één klas, met alle bijeenkomsten.")
};

/// `LockDaysTillStart` is at least 1900, because clients cannot read earlier dates. Without `content_opens` it is NULL.
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

#[rustfmt::skip]
const GROUP_CLASS: &[Field] = &[
    int("Id").described(descriptions::CLASS_ID),
    int("GroupId").described(descriptions::GROUP_ID),
    text("ClassName").described(descriptions::CLASS_NAME),
    boolean("IsVisibleCatalog").described(descriptions::IN_CATALOG),
    // a string, "as given"
    text("IsVisibleCalendar").described(descriptions::IN_CALENDAR),
    boolean("OfferExternally").described(descriptions::OFFERED_EXTERNALLY),
    int("MinPersons").nillable().described(descriptions::MIN_PARTICIPANTS),
    int("MaxPersons").nillable().described(descriptions::MAX_PARTICIPANTS),
    text("Memo").described("Memo for administrators, as HTML; employees do not see it."),
    boolean("ShowMemoInReport").described("Whether reports show the memo."),
    boolean("Archived").described(descriptions::ARCHIVED),
    boolean("Cancelled").described(descriptions::CANCELLED),
    boolean("FilterByDivision").described("Whether only employees of certain divisions may enrol."),
    boolean("HasWaitingList").described(descriptions::WAITING_LIST),
    int("WaitingListCapacity").nillable().described(descriptions::MAX_WAITING),
    datetime("EditDeadline").nillable().described("Until when enrolments may be changed; no value if always."),
    datetime("RegistrationDeadline").nillable().described("Until when one can enrol; no value if always."),
    datetime("LockDaysTillStart").nillable().described("When the content opens; no value if it is always open."),
    text("CompletionType").described("How the class is completed: Normal, Stream or ETicket."),
    boolean("IsUnderConstruction").described("Whether the class is still being made."),
    list("Data", &GROUP_CLASS_DATES).described("The sessions, by date."),
    always_empty_list("Members").described(descriptions::NEVER_FILLED),
    always_empty_list("Editions").described(descriptions::NEVER_FILLED),
    always_empty_list("GroupClassDivisions").described(descriptions::NEVER_FILLED),
    always_empty_list("WaitingListEnrollments").described(descriptions::NEVER_FILLED),
];

const GROUP_CLASS_DATES: ListSchema = ListSchema::of_objects("GroupClassDate", query(CLASS_DATES), DATE_FIELDS);

const CLASS_DATES: &str = "
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
    FROM contact_moment WHERE class = :classId ORDER BY date, starts_at";

const DATE_FIELDS: &[Field] = &[
    int("Id").described(descriptions::SESSION_ID),
    int("ClassId").described(descriptions::CLASS_ID),
    datetime("Date").described(descriptions::DATE),
    text("From").described("When the session begins, as HH:mm."),
    text("Till").described("When the session ends, as HH:mm."),
    text("LocationName").described(descriptions::LOCATION),
    text("LocationAddress").described(descriptions::ADDRESS),
    int("MeetingId").optional().described("Id of the online meeting; no value if there is none."),
    int("TaskId").optional().described("Id of the session's module; no value if it has no particular module."),
    boolean("StreamAvailable").described("Whether the session can be attended online."),
    text("StreamPassword").described("Code to join the stream."),
    text("EticketInformation").described("Extra text on the e-ticket."),
    int("ReservationId")
        .optional()
        .described("Id of the room's reservation in another system; no value if there is none."),
];
