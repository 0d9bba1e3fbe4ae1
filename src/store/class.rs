//! Queries for the console: the classes of a month or a person, the persons of a class, and the agenda of a person.

use rusqlite::{Connection, Result, Row, named_params, params};

use crate::ledger::query::{query_all, query_optional};

#[derive(Clone)]
pub struct ClassSummary {
    pub row: i64,
    pub code: String,
    pub name: String,
    pub training_title: String,
    pub training: i64,
    /// The start of the first contact moment, or `never`.
    pub begins: String,
    pub min_persons: Option<i64>,
    pub max_persons: Option<i64>,
    pub enrolled: i64,
    pub waiting: i64,
    pub has_waiting_list: bool,
    /// The names of the trainers, separated by commas.
    pub trainers: String,
    /// Whether a contact moment has no trainer.
    pub lacks_trainer: bool,
    pub is_cancelled: bool,
    pub is_archived: bool,
    pub is_under_construction: bool,
}

/// Returns the SQL for the names of trainers. `select_trainers` selects their ids as `person`.
fn trainer_names_sql(select_trainers: &str) -> String {
    format!(
        "coalesce((SELECT group_concat(full_name, ', ') FROM (
             SELECT DISTINCT person.full_name, person.id
             FROM ({select_trainers}) AS trainer CROSS JOIN known_person AS person ON person.id = trainer.person
             ORDER BY person.family_name COLLATE NOCASE, person.id)), '')"
    )
}

/// Returns a query for the columns of [`read_class`]. `from` is the FROM clause, with the class table as `c`. `clauses`
/// begins with WHERE. `CROSS JOIN` makes SQLite read the tables in the given order.
fn select_classes(from: &str, clauses: &str) -> String {
    let trainer_names = trainer_names_sql("SELECT person FROM class_trainer WHERE class = c.id");
    // this view has the trainers of each contact moment: those of the whole class, and those of this moment only
    let has_moment_without_trainer = "EXISTS (
        SELECT 1 FROM class_date AS moment
        WHERE moment.class = c.id
              AND moment.id NOT IN (SELECT contact_moment FROM contact_moment_trainer WHERE class = c.id))";
    format!(
        "SELECT c.*, training.title, {trainer_names} AS trainers, {has_moment_without_trainer} AS lacks_trainer,
                (SELECT count(*) FROM enrolled WHERE class = c.id) AS enrolled,
                (SELECT count(*) FROM waiting WHERE class = c.id) AS waiting
         FROM {from} CROSS JOIN LearningModule AS training ON training.key = c.training {clauses}"
    )
}

fn read_class(row: &Row) -> Result<ClassSummary> {
    read_row!(row => ClassSummary {
        code, name, training, begins, enrolled, waiting, has_waiting_list, trainers, lacks_trainer, is_cancelled,
        is_archived, is_under_construction, min_persons, max_persons, row: row.get("id")?,
        training_title: row.get("title")?
    })
}

impl ClassSummary {
    pub fn is_full(&self) -> bool {
        self.max_persons.is_some_and(|max| self.enrolled >= max)
    }

    pub fn is_overbooked(&self) -> bool {
        self.max_persons.is_some_and(|max| self.enrolled > max)
    }

    pub fn lacks_persons(&self) -> bool {
        self.min_persons.is_some_and(|min| self.enrolled < min)
    }
}

pub fn find(connection: &Connection, class_row: i64) -> Result<Option<ClassSummary>> {
    query_optional(connection, &select_classes("class AS c", "WHERE c.id = ?"), [class_row], read_class)
}

/// Returns the next classes of a training for which a person can be enrolled.
pub fn open_classes(connection: &Connection, training: i64, limit: u32) -> Result<Vec<ClassSummary>> {
    let clauses = "WHERE c.training = ? AND c.begins > service_now() AND NOT c.is_archived AND NOT c.is_cancelled
                   AND NOT c.is_under_construction ORDER BY c.begins, c.id LIMIT ?";
    let sql = select_classes("class AS c INDEXED BY class_of_training", clauses);
    query_all(connection, &sql, params![training, limit], read_class)
}

/// Returns whether a training has a class, open or not.
pub fn has_classes(connection: &Connection, training: i64) -> Result<bool> {
    connection.prepare_cached("SELECT 1 FROM class WHERE training = ?")?.exists([training])
}

/// Returns the classes that begin within two weeks, and the overbooked classes that begin later or have no date.
pub fn upcoming_classes(connection: &Connection) -> Result<Vec<ClassSummary>> {
    let clauses = "WHERE c.begins >= service_now()
                         AND (c.begins <= strftime('%Y-%m-%dT%H:%M:%S', service_now(), '+14 days')
                              OR c.max_persons < (SELECT count(*) FROM enrolled WHERE class = c.id))
                         AND NOT c.is_archived AND NOT c.is_cancelled AND NOT c.is_under_construction
                   ORDER BY c.begins, c.id";
    query_all(connection, &select_classes("class AS c INDEXED BY class_in_order", clauses), [], read_class)
}

/// Returns the past and current classes, the latest first, without cancelled classes and cancelled enrolments.
pub fn begun_classes_of_person(
    connection: &Connection,
    person: i64,
    training: Option<i64>,
    limit: u32,
) -> Result<Vec<ClassSummary>> {
    classes_of_person(connection, person, training, "c.begins <= service_now()", limit)
}

/// Returns the future classes, the latest first, without cancelled classes and cancelled enrolments.
pub fn future_classes_of_person(
    connection: &Connection,
    person: i64,
    training: Option<i64>,
    limit: u32,
) -> Result<Vec<ClassSummary>> {
    classes_of_person(connection, person, training, "c.begins > service_now()", limit)
}

fn classes_of_person(
    connection: &Connection,
    person: i64,
    training: Option<i64>,
    condition: &str,
    limit: u32,
) -> Result<Vec<ClassSummary>> {
    // `class_enrollment` has the latest enrolment of each person in each class
    let from = "class_enrollment AS enrolment CROSS JOIN class AS c ON c.id = enrolment.class";
    let clauses = format!(
        "WHERE enrolment.person = :person
               AND enrolment.state <> 2 -- the state of a cancelled enrolment
               AND (:training IS NULL OR c.training = :training) AND {condition} AND NOT c.is_cancelled
         ORDER BY c.begins DESC, c.id DESC LIMIT :limit"
    );
    let values = named_params! { ":person": person, ":training": training, ":limit": limit };
    query_all(connection, &select_classes(from, &clauses), values, read_class)
}

/// Returns whether a person has an active enrolment without a class, and has not completed the training since.
pub fn is_learning_online(connection: &Connection, person: i64, training: i64) -> Result<bool> {
    let sql = "SELECT 1 FROM enrollment AS e
               WHERE person = ?1 AND training = ?2 AND class IS NULL AND state <> 2
                     AND NOT EXISTS (SELECT 1 FROM FinishedModule AS f
                                     WHERE f.person = ?1 AND f.training = ?2
                                           AND substr(f.finished_at, 1, 10) >= substr(e.enrolled_at, 1, 10))";
    connection.prepare_cached(sql)?.exists([person, training])
}

/// Returns the times at which a person completed a training, the latest first.
pub fn completion_times(connection: &Connection, person: i64, training: i64) -> Result<Vec<String>> {
    let sql = "SELECT finished_at FROM FinishedModule WHERE person = ? AND training = ? ORDER BY 1 DESC";
    query_all(connection, sql, [person, training], |row| row.get(0))
}

pub fn has_result(connection: &Connection, class: i64, person: i64) -> Result<bool> {
    let sql = "SELECT 1 FROM FinishedModule WHERE class = ? AND person = ?";
    connection.prepare_cached(sql)?.exists([class, person])
}

pub fn has_absence(connection: &Connection, class: i64, person: i64) -> Result<bool> {
    connection.prepare_cached("SELECT 1 FROM absence WHERE class = ? AND person = ?")?.exists([class, person])
}

/// Returns the ids of the latest enrolments of all participants and waiting persons, or of `person` only.
pub fn current_enrollments(connection: &Connection, class: i64, person: Option<i64>) -> Result<Vec<i64>> {
    // `participant` has a row per person and class, but not the ids of enrolments
    let sql = "SELECT (SELECT e.id FROM enrollment AS e WHERE e.class = s.class AND e.person = s.person
                       ORDER BY e.enrolled_at DESC, e.id DESC LIMIT 1)
               FROM participant AS s
               WHERE s.class = ?1 AND (s.is_enrolled OR s.is_waiting) AND (?2 IS NULL OR s.person = ?2)";
    query_all(connection, sql, params![class, person], |row| row.get(0))
}

/// Returns the start of the first contact moment and the end of the last; `None` without contact moments.
pub fn start_and_end(connection: &Connection, class: i64) -> Result<Option<(String, String)>> {
    let sql = "SELECT min(date || 'T' || starts_at) AS first_start, max(date || 'T' || ends_at) AS last_end
               FROM contact_moment WHERE class = ? HAVING count(*) > 0";
    query_optional(connection, sql, [class], |row| Ok((row.get("first_start")?, row.get("last_end")?)))
}

/// Returns a text that sorts after all datetimes of a month, such as `2026-03`, and before the datetimes of the next:
/// `.` sorts after `-`.
fn month_end(month: &str) -> String {
    format!("{month}.")
}

/// Returns the classes that begin in `month`, after a position. A class without contact moments begins `never`, so this
/// month selects these classes.
pub fn classes_in_month(
    connection: &Connection,
    month: &str,
    (after_start, after_row): (&str, i64),
    limit: u32,
) -> Result<Vec<ClassSummary>> {
    let clauses = "WHERE c.begins >= :month AND c.begins < :month_end AND (c.begins, c.id) > (:after_start, :after_row)
                   ORDER BY c.begins, c.id LIMIT :limit";
    let sql = select_classes("class AS c INDEXED BY class_in_order", clauses);
    let values = named_params! {
        ":month": month, ":month_end": month_end(month), ":after_start": after_start, ":after_row": after_row,
        ":limit": limit
    };
    query_all(connection, &sql, values, read_class)
}

/// Returns the nearest months before and after `month` in which classes begin. A class without contact moments begins
/// `never`, which sorts after all months.
pub fn adjacent_months(connection: &Connection, month: &str) -> Result<[Option<String>; 2]> {
    let query = |sql: &str, bound: &str| query_optional(connection, sql, [bound], |row| row.get(0));
    Ok([
        query("SELECT substr(begins, 1, 7) FROM class WHERE begins < ? ORDER BY begins DESC LIMIT 1", month)?,
        query("SELECT substr(begins, 1, 7) FROM class WHERE begins >= ? ORDER BY begins LIMIT 1", &month_end(month))?,
    ])
}

pub struct ContactMoment {
    pub row: i64,
    pub date: String,
    /// In the form `09:00-16:30`.
    pub time: String,
    pub location: String,
    pub address: String,
    pub trainers: String,
}

pub fn contact_moments(connection: &Connection, class: i64) -> Result<Vec<ContactMoment>> {
    // this view has the trainers of each contact moment: those of the whole class, and those of this moment only
    let select_trainers = "SELECT person FROM contact_moment_trainer
                           WHERE class = moment.class AND contact_moment = moment.id";
    let trainer_names = trainer_names_sql(select_trainers);
    let read_moment = |row: &Row| {
        read_row!(row => ContactMoment {
            date, trainers, row: row.get("id")?, time: row.get("shown_time")?, location: row.get("location_name")?,
            address: row.get("location_address")?
        })
    };
    let sql = format!(
        "SELECT moment.*, {trainer_names} AS trainers FROM contact_moment AS moment
         WHERE moment.class = ? ORDER BY moment.date, moment.starts_at"
    );
    query_all(connection, &sql, [class], read_moment)
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum MemberStatus {
    Enrolled,
    /// Enrolled, but neither a result of the class nor an absence is recorded.
    WithoutOutcome,
    Waiting,
}

impl MemberStatus {
    /// Returns a FROM clause with the view of participants as `s`, and a condition.
    fn participants_and_condition(self) -> (&'static str, &'static str) {
        match self {
            Self::Enrolled => ("enrolled AS s", "true"),
            Self::WithoutOutcome => (
                "enrolled AS s",
                "NOT EXISTS (SELECT 1 FROM FinishedModule AS f WHERE f.class = s.class AND f.person = s.person)
                 AND NOT EXISTS (SELECT 1 FROM absence AS a WHERE a.class = s.class AND a.person = s.person)",
            ),
            Self::Waiting => ("waiting AS s", "true"),
        }
    }
}

/// A person who is enrolled in a class, or waits for a place.
pub struct ClassMember {
    pub row: i64,
    pub identifier: String,
    pub name: String,
    /// The name of the division; empty without a division.
    pub division: String,
    /// The time of the latest enrolment.
    pub enrolled_at: String,
}

impl ClassMember {
    /// Returns the name, the identifier and the division, to distinguish namesakes: `Jan Bos · E7 · Noord`.
    pub fn label(&self) -> String {
        let parts = [&self.name, &self.identifier, &self.division].into_iter().filter(|part| !part.is_empty());
        parts.map(String::as_str).collect::<Vec<_>>().join(" · ")
    }
}

/// Returns persons of a class: participants by name, or waiting persons by the time of enrolment. Skips the first
/// `skipped` persons.
pub fn members(
    connection: &Connection,
    class: i64,
    status: MemberStatus,
    skipped: u32,
    limit: u32,
) -> Result<Vec<ClassMember>> {
    select_members(connection, class, status, None, skipped, limit)
}

/// Returns a person of a class; `None` if the person does not have this status.
pub fn find_member(
    connection: &Connection,
    class: i64,
    status: MemberStatus,
    person: i64,
) -> Result<Option<ClassMember>> {
    Ok(select_members(connection, class, status, Some(person), 0, 1)?.pop())
}

pub fn count_members(connection: &Connection, class: i64, status: MemberStatus) -> Result<u32> {
    let (participants, condition) = status.participants_and_condition();
    let sql = format!("SELECT count(*) FROM {participants} WHERE s.class = ? AND {condition}");
    connection.prepare_cached(&sql)?.query_row([class], |row| row.get(0))
}

fn select_members(
    connection: &Connection,
    class: i64,
    status: MemberStatus,
    person: Option<i64>,
    skipped: u32,
    limit: u32,
) -> Result<Vec<ClassMember>> {
    let (participants, condition) = status.participants_and_condition();
    let order = match status {
        MemberStatus::Waiting => "enrolled_at, p.id",
        _ => "p.family_name COLLATE NOCASE, p.first_name COLLATE NOCASE, p.id",
    };
    let read_member = |row: &Row| {
        read_row!(row => ClassMember {
            enrolled_at, row: row.get("id")?, identifier: row.get("external_identifier")?, name: row.get("full_name")?,
            division: row.get("division_name")?
        })
    };
    // `p` is the person, `d` the person's division
    let sql = format!(
        "SELECT p.*, iif(p.division = 0, '', d.name) AS division_name,
                (SELECT max(enrolled_at) FROM enrollment WHERE class = s.class AND person = s.person) AS enrolled_at
         FROM {participants} CROSS JOIN known_person AS p ON p.id = s.person
              CROSS JOIN division AS d ON d.id = p.division
         WHERE s.class = ?1 AND (?2 IS NULL OR s.person = ?2) AND {condition} ORDER BY {order} LIMIT ?3 OFFSET ?4"
    );
    query_all(connection, &sql, params![class, person, limit, skipped], read_member)
}

/// A contact moment of a class in which a person is or was enrolled.
pub struct AgendaItem {
    pub class: i64,
    pub training: String,
    pub date: String,
    /// In the form `09:00-16:30`.
    pub time: String,
    pub place: String,
    /// The state of the enrolment: 0 registered, 1 approved, 2 cancelled, 3 scheduled.
    pub state: u8,
    pub on_waiting_list: bool,
    pub is_cancelled: bool,
    /// Has the contact moment ended?
    pub is_past: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum AgendaPart {
    /// All contact moments, the latest first.
    All,
    /// The contact moments that have not ended, the earliest first.
    Coming,
    /// The contact moments that have ended, the latest first.
    Past,
}

/// Returns the contact moments of a person, after skipping `skipped` of them.
pub fn agenda(
    connection: &Connection,
    person: i64,
    part: AgendaPart,
    skipped: u32,
    limit: u32,
) -> Result<Vec<AgendaItem>> {
    let (condition, order) = match part {
        AgendaPart::All => ("true", "DESC"),
        AgendaPart::Coming => ("NOT is_past", "ASC"),
        AgendaPart::Past => ("is_past", "DESC"),
    };
    let sql = format!(
        "SELECT d.class, t.title AS training, d.date, d.shown_time AS time, d.location_name AS place, e.state,
                e.on_waiting_list, c.is_cancelled, d.date || 'T' || d.ends_at <= service_now() AS is_past
         FROM class_enrollment AS e CROSS JOIN class AS c ON c.id = e.class
              CROSS JOIN LearningModule AS t ON t.key = c.training
              CROSS JOIN contact_moment AS d ON d.class = c.id
         WHERE e.person = ? AND {condition} ORDER BY d.date {order}, d.starts_at {order}, d.id {order} LIMIT ? OFFSET ?"
    );
    let read_item = |row: &Row| {
        read_row!(row => AgendaItem {
            class, training, date, time, place, state, on_waiting_list, is_cancelled, is_past
        })
    };
    query_all(connection, &sql, params![person, limit, skipped], read_item)
}

/// What is known of the class of an enrolment.
pub struct ClassTiming {
    /// The start of the first contact moment, or `never`.
    pub begins: String,
    pub is_cancelled: bool,
    /// Has the last contact moment ended?
    pub is_past: bool,
}

/// Returns the timing of the class with this code; `None` for an empty or unknown code.
pub fn timing(connection: &Connection, code: &str) -> Result<Option<ClassTiming>> {
    let sql = "SELECT begins, is_cancelled,
                      (SELECT coalesce(max(date || 'T' || ends_at) <= service_now(), false)
                       FROM contact_moment WHERE class = class.id) AS is_past
               FROM class WHERE code = ?";
    let read_timing = |row: &Row| read_row!(row => ClassTiming { begins, is_cancelled, is_past });
    query_optional(connection, sql, [code], read_timing)
}
