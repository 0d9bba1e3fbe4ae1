//! Puts an organisation into a database by SQL, until `import` reads every file.

use std::path::Path;

use rusqlite::{Connection, params_from_iter};

use super::Organisation;

/// For each file, in the order of references: the statement that stores one row; `:Column` is a cell.
const STATEMENTS: &[(&str, &str)] = &[
    (
        "account_levels.csv",
        "INSERT INTO account_level (name, is_default) VALUES (:Name, :IsDefault = 'true')",
    ),
    ("divisions.csv", "INSERT INTO division (id, name) VALUES (:Id, :Name)"),
    (
        "divisions.csv",
        "UPDATE division SET parent = (SELECT id FROM division WHERE name = :ParentName) WHERE name = :Name",
    ),
    ("functions.csv", "INSERT INTO function (id, name) VALUES (:Id, :Name)"),
    ("groups.csv", "INSERT INTO person_group (id, name) VALUES (:Id, :Name)"),
    (
        "persons.csv",
        "INSERT INTO person (id, external_identifier, first_name, insertion, family_name, email, account_level,
             function, division, cost_centre, phone_number, contract_start, contract_end, employee_type,
             has_activated_account, anonymised)
         VALUES (:Id, :ExternalIdentifier, :FirstName, :Insertion, :FamilyName, :Email,
             (SELECT id FROM account_level WHERE name = :AccountLevel),
             coalesce((SELECT id FROM function WHERE name = :FunctionName), 0),
             coalesce((SELECT id FROM division WHERE name = :DivisionName), 0),
             :CostCentre, :PhoneNumber, nullif(:ContractStartTime, ''), nullif(:ContractEndTime, ''),
             :EmployeeType, :HasActivatedAccount = 'true', :Anonymised = 'true')",
    ),
    (
        "persons.csv",
        "UPDATE person
         SET manager = (SELECT id FROM person WHERE external_identifier = :ManagerExternalIdentifier)
         WHERE external_identifier = :ExternalIdentifier AND :ManagerExternalIdentifier <> ''",
    ),
    (
        "group_members.csv",
        "INSERT INTO group_member (person_group, person) VALUES (
             (SELECT id FROM person_group WHERE name = :GroupName),
             (SELECT id FROM person WHERE external_identifier = :PersonExternalIdentifier))",
    ),
    (
        "steps.csv",
        "INSERT INTO step (id, title, introduction, position) VALUES (:Id, :Title, :Introduction, :Order + 0)",
    ),
    (
        "categories.csv",
        "INSERT INTO category (id, step, title, position)
         VALUES (:Id, (SELECT id FROM step WHERE title = :StepTitle), :Title, :Order + 0)",
    ),
    (
        "trainings.csv",
        "INSERT INTO LearningModule (type, id, code, title, step, category, version, description, image,
             image_name, is_mandatory, is_active, is_visible_in_catalog, costs, validity_months,
             has_certificate)
         SELECT :Type, :Id, :Code, :Title, s.id, c.id, :Version, :Description, :Image, :ImageName,
             :IsMandatory = 'true', :IsActive = 'true', :IsVisibleInCatalog = 'true',
             iif(:Costs = '', NULL, CAST(round(:Costs * 100) AS INTEGER)), nullif(:ValidityMonths, ''),
             :HasCertificate = 'true'
         FROM step AS s JOIN category AS c ON c.step = s.id
         WHERE s.title = :StepTitle AND c.title = :CategoryTitle",
    ),
    ("tasks.csv", "INSERT INTO LearningTasks (id, code, title, kind) VALUES (:Id, :Code, :Title, :Kind)"),
    (
        "training_tasks.csv",
        "INSERT INTO LearningModuleTasks (module, task, position) VALUES (
             (SELECT key FROM LearningModule WHERE code = :TrainingCode),
             (SELECT id FROM LearningTasks WHERE code = :TaskCode), :Order + 0)",
    ),
    (
        "block_courses.csv",
        "INSERT INTO block_course (block, course, position) VALUES (
             (SELECT key FROM LearningModule WHERE code = :BlockCode),
             (SELECT key FROM LearningModule WHERE code = :CourseCode), :Order + 0)",
    ),
    (
        "training_thresholds.csv",
        "INSERT INTO training_threshold (training, required) VALUES (
             (SELECT key FROM LearningModule WHERE code = :TrainingCode),
             (SELECT key FROM LearningModule WHERE code = :RequiredTrainingCode))",
    ),
    (
        "training_trainers.csv",
        "INSERT INTO training_trainer (training, person) VALUES (
             (SELECT key FROM LearningModule WHERE code = :TrainingCode),
             (SELECT id FROM person WHERE external_identifier = :PersonExternalIdentifier))",
    ),
    ("learning_paths.csv", "INSERT INTO learning_path (id, title) VALUES (:Id, :Title)"),
    (
        "learning_path_trainings.csv",
        "INSERT INTO learning_path_training (learning_path, training) VALUES (
             (SELECT id FROM learning_path WHERE title = :LearningPathTitle),
             (SELECT key FROM LearningModule WHERE code = :TrainingCode))",
    ),
    (
        "learning_path_links.csv",
        "INSERT INTO learning_path_link (learning_path, link_type, person, function, division, person_group)
         VALUES ((SELECT id FROM learning_path WHERE title = :LearningPathTitle), :LinkType,
             iif(:LinkType IN ('Person', 'Theme'),
                 (SELECT id FROM person WHERE external_identifier = :LinkValue), NULL),
             iif(:LinkType = 'Function', (SELECT id FROM function WHERE name = :LinkValue), NULL),
             iif(:LinkType = 'Location', (SELECT id FROM division WHERE name = :LinkValue), NULL),
             iif(:LinkType = 'Group', (SELECT id FROM person_group WHERE name = :LinkValue), NULL))",
    ),
    (
        "classes.csv",
        "INSERT INTO class (id, code, training, name, person_group, min_persons, max_persons, memo,
             show_memo_in_report, is_visible_in_catalog, is_visible_in_calendar, offer_externally, is_archived,
             is_cancelled, filter_by_division, has_waiting_list, waiting_list_capacity, edit_deadline,
             registration_deadline, lock_days_till_start, completion_type, is_under_construction)
         VALUES (:Id, :Code, (SELECT key FROM LearningModule WHERE code = :TrainingCode), :Name,
             (SELECT id FROM person_group WHERE name = :GroupName), nullif(:MinPersons, ''),
             nullif(:MaxPersons, ''), :Memo, :ShowMemoInReport = 'true', :IsVisibleInCatalog = 'true',
             :IsVisibleInCalendar = 'true', :OfferExternally = 'true', :IsArchived = 'true',
             :IsCancelled = 'true', :FilterByDivision = 'true', :HasWaitingList = 'true',
             nullif(:WaitingListCapacity, ''), nullif(:EditDeadline, ''), nullif(:RegistrationDeadline, ''),
             nullif(:LockDaysTillStart, ''), :CompletionType, :IsUnderConstruction = 'true')",
    ),
    (
        "class_dates.csv",
        "INSERT INTO class_date (class, date, starts_at, ends_at, location_name, location_address, meeting_id,
             task, stream_available, stream_password, eticket_information, reservation_id)
         VALUES ((SELECT id FROM class WHERE code = :ClassCode), :Date, :From, :Till, :LocationName,
             :LocationAddress, nullif(:MeetingId, ''), (SELECT id FROM LearningTasks WHERE code = :TaskCode),
             :StreamAvailable = 'true', :StreamPassword, :EticketInformation, nullif(:ReservationId, ''))",
    ),
    (
        "class_trainers.csv",
        "INSERT INTO class_trainer (class, person, class_date)
         SELECT c.id, (SELECT id FROM person WHERE external_identifier = :PersonExternalIdentifier),
             (SELECT id FROM class_date WHERE class = c.id AND date = :Date AND starts_at = :From)
         FROM class AS c WHERE c.code = :ClassCode",
    ),
    ("dim_reasons.csv", "INSERT INTO dim_reason (id, reason) VALUES (:Id, :Reason)"),
    (
        "dimmings.csv",
        "INSERT INTO dimming (person, training, dim_reason) VALUES (
             (SELECT id FROM person WHERE external_identifier = :PersonExternalIdentifier),
             (SELECT key FROM LearningModule WHERE code = :TrainingCode), :DimReasonId)",
    ),
    (
        "enrollments.csv",
        "INSERT INTO enrollment (id, person, training, class, enrolled_at, state, on_waiting_list,
             added_from_catalog, changed_at, cancelled_at, cancelled_by, cancellation_reason, costs, payment)
         VALUES (:Id, (SELECT id FROM person WHERE external_identifier = :PersonExternalIdentifier),
             (SELECT key FROM LearningModule WHERE code = :TrainingCode),
             (SELECT id FROM class WHERE code = :ClassCode), :EnrolledAt, :State, :OnWaitingList = 'true',
             :AddedFromCatalog = 'true', coalesce(nullif(:ChangedAt, ''), :EnrolledAt),
             nullif(:CancelledAt, ''), :CancelledBy, :CancellationReason,
             iif(:Costs = '', NULL, CAST(round(:Costs * 100) AS INTEGER)), :Payment)",
    ),
    (
        "progress.csv",
        "INSERT INTO progress (person, training, started_at, percent_complete) VALUES (
             (SELECT id FROM person WHERE external_identifier = :PersonExternalIdentifier),
             (SELECT key FROM LearningModule WHERE code = :TrainingCode), :StartedAt, :PercentComplete + 0)",
    ),
    (
        "results.csv",
        "INSERT INTO FinishedModule (id, person, training, finished_at, class, started_at, valid_until,
             certificate_obtained, version)
         SELECT :Id, (SELECT id FROM person WHERE external_identifier = :PersonExternalIdentifier), m.key,
             :FinishedAt, (SELECT id FROM class WHERE code = :ClassCode), nullif(:StartedAt, ''),
             CASE :ValidUntil WHEN 'never' THEN NULL
                  WHEN '' THEN strftime('%Y-%m-%dT%H:%M:%S', :FinishedAt, '+' || m.validity_months || ' months', 'floor')
                  ELSE :ValidUntil END,
             :CertificateObtained = 'true', :Version
         FROM LearningModule AS m WHERE m.code = :TrainingCode",
    ),
    (
        "absences.csv",
        "INSERT INTO absence (id, person, class, created_at, task, reason, public_costs, hidden_costs)
         VALUES (:Id, (SELECT id FROM person WHERE external_identifier = :PersonExternalIdentifier),
             (SELECT id FROM class WHERE code = :ClassCode), :CreationDate,
             (SELECT id FROM LearningTasks WHERE code = :TaskCode), :AbsenceReason,
             CAST(round(:PublicCosts * 100) AS INTEGER), CAST(round(:HiddenCosts * 100) AS INTEGER))",
    ),
];

/// Stores every row in one transaction.
pub fn load(organisation: &Organisation, database: &Path) {
    let mut connection = Connection::open(database).expect("the site's database");
    let settings = "PRAGMA foreign_keys = ON; PRAGMA synchronous = OFF";
    connection.execute_batch(settings).expect("settings");
    let transaction = connection.transaction().expect("a transaction");
    if organisation.rows("account_levels.csv").next().is_some() {
        // "account_levels.csv always holds the whole list"
        transaction
            .execute_batch("DELETE FROM account_level")
            .expect("no person yet");
    }
    for (file, statement) in STATEMENTS {
        let mut statement = transaction.prepare(statement).expect(file);
        let columns: Vec<_> = (1..=statement.parameter_count())
            .map(|at| statement.parameter_name(at).expect("a name")[1..].to_owned())
            .collect();
        for row in organisation.rows(file) {
            let cells: Vec<_> = columns.iter().map(|column| row.get(column)).collect();
            let stored = statement.execute(params_from_iter(&cells));
            stored.unwrap_or_else(|error| panic!("{file}: {error}: {cells:?}"));
        }
    }
    transaction.commit().expect("a commit");
}
