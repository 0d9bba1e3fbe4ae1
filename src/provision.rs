//! Creates and changes persons: the fields that a request can set, and the rules for these fields (contract section 3).

use crate::datafile::{divisions, functions, persons};
use crate::ledger;
use crate::model::descriptions;
use crate::model::preconditions::Preconditions;
use crate::model::record::{Record, RecordField, SentField};
use crate::model::refusal::{Entity, FieldError, FieldErrorKind, Refusal};
use crate::model::time;
use crate::store::person::{self, NamedRow, PersonRow, PersonState};
use crate::store::{Change, ChangeError};

/// The fields of a person that a request may set, in the order of the specification's table.
pub const PERSON_FIELDS: &[RecordField] = &[
    RecordField::required("ExternalIdentifier", descriptions::EXTERNAL_IDENTIFIER),
    RecordField::required("FirstName", descriptions::FIRST_NAME),
    RecordField::optional("Insertion", descriptions::INSERTION),
    RecordField::required("FamilyName", descriptions::FAMILY_NAME),
    RecordField::required("Email", descriptions::EMAIL),
    RecordField::optional("AccountLevel", "Name of the account level; the default level when empty."),
    RecordField::optional(
        "FunctionName",
        "Name of the function, which is created if it does not exist; Functie onbekend when empty.",
    ),
    RecordField::optional(
        "DivisionName",
        "Name of the division or location, which is created if it does not exist; Locatie onbekend when empty.",
    ),
    RecordField::optional("CostCentre", descriptions::COST_CENTRE),
    RecordField::optional("PhoneNumber", descriptions::PHONE_NUMBER),
    RecordField::datetime("ContractStartTime", descriptions::CONTRACT_START),
    RecordField::datetime("ContractEndTime", descriptions::CONTRACT_END),
    RecordField::optional(
        "ManagerExternalIdentifier",
        "Employee number of the manager, who must exist; Manager onbekend when empty.",
    ),
];

/// Creates a person, and returns the id. If any field is refused, stores nothing; the error names all wrong fields.
pub fn create_person(change: &mut Change, fields: &Record) -> Result<i64, ChangeError> {
    let sent = SentPersonFields { fields, stored_id: None, is_complete: true, path_identifier: None };
    let person = sent.apply_to(change, PersonRow::default())?;
    insert_person(change, person)
}

fn insert_person(change: &mut Change, person: PersonRow) -> Result<i64, ChangeError> {
    let id = person.insert(change)?;
    change.entry.record_creation(&persons::FILE, id)?;
    Ok(id)
}

/// Changes a person: "an absent element leaves the field alone; a present, empty one sets its default". Returns the new
/// entity tag over REST, which always passes `conditions`. Otherwise returns `None`.
pub fn update_person(
    change: &mut Change,
    id: i64,
    fields: &Record,
    conditions: Option<&Preconditions>,
) -> Result<Option<String>, ChangeError> {
    let stored = PersonRow::find(change, id)?.ok_or(Refusal::NotFound(Entity::Person))?;
    // before the fields: RFC 9110 evaluates preconditions before the request's content
    check_conditions(change, Some(id), conditions)?;
    let sent = SentPersonFields { fields, stored_id: Some(id), is_complete: false, path_identifier: None };
    let person = match sent.past_contract_end(change) {
        // "only `ContractEndTime` is stored and the rest of the request is not even validated"
        Some(end) => PersonRow { contract_end: Some(end), ..stored },
        None => sent.apply_to(change, stored)?,
    };
    replace_person(change, id, person)?;
    match conditions {
        Some(_) => Ok(person::current_entity_tag(change, id)?),
        None => Ok(None),
    }
}

/// Creates or replaces the person with this identifier: absent fields get their defaults. Returns the id of a created
/// person (`None` for a replaced one), and the new entity tag. Called for PUT over REST.
pub fn put_person(
    change: &mut Change,
    identifier: &str,
    fields: &Record,
    conditions: Option<&Preconditions>,
) -> Result<(Option<i64>, Option<String>), ChangeError> {
    // the identifier may be absent from the body, because the path has it
    let mut fields = fields.clone();
    fields.entry("ExternalIdentifier").or_insert_with(|| SentField::Text(identifier.to_owned()));
    let stored = person::find_by_identifier(change, identifier)?;
    // contract §3: no operation returns an anonymised person
    if stored.as_ref().is_some_and(|stored| stored.state == PersonState::Anonymised) {
        return Err(Refusal::NotFound(Entity::Person).into());
    }
    let stored_id = stored.map(|stored| stored.id);
    check_conditions(change, stored_id, conditions)?;
    let sent = SentPersonFields { fields: &fields, stored_id, is_complete: true, path_identifier: Some(identifier) };
    let person = sent.apply_to(change, PersonRow::default())?;
    if let Some(id) = stored_id {
        replace_person(change, id, person)?;
        return Ok((None, person::current_entity_tag(change, id)?));
    }
    let created_id = insert_person(change, person)?;
    Ok((Some(created_id), person::current_entity_tag(change, created_id)?))
}

/// Returns the id of the person with this identifier. Unknown and anonymised persons are refused as not found.
pub fn find_updatable_person(change: &Change, identifier: &str) -> Result<i64, ChangeError> {
    let stored = person::find_by_identifier(change, identifier)?;
    let updatable = stored.filter(|stored| stored.state != PersonState::Anonymised);
    Ok(updatable.ok_or(Refusal::NotFound(Entity::Person))?.id)
}

/// Refuses the request if its conditions do not hold. Without `stored_id`, the person does not exist.
fn check_conditions(
    change: &Change,
    stored_id: Option<i64>,
    conditions: Option<&Preconditions>,
) -> Result<(), ChangeError> {
    if let Some(conditions) = conditions.filter(|conditions| conditions.has_any()) {
        let entity_tag = match stored_id {
            Some(id) => person::current_entity_tag(change, id)?,
            None => None,
        };
        conditions.check(entity_tag.as_deref())?;
    }
    Ok(())
}

/// Records the cells that differ afterwards. An update without a difference adds no entry to the ledger.
fn replace_person(change: &mut Change, id: i64, person: PersonRow) -> Result<(), ChangeError> {
    let before = ledger::find_cells(change, &persons::FILE, id)?.unwrap_or_default();
    person.update(change, id)?;
    let after = ledger::find_cells(change, &persons::FILE, id)?.unwrap_or_default();
    let old_cells = ledger::changed_cells(before, &after);
    if !old_cells.is_empty() {
        change.entry.record_change(&persons::FILE, id, old_cells)?;
    }
    Ok(())
}

struct SentPersonFields<'a> {
    fields: &'a Record,
    /// The id of the person to change. `None` for a new person.
    stored_id: Option<i64>,
    /// Whether an absent field counts as empty and gets its default. Otherwise an absent field keeps its value.
    is_complete: bool,
    /// The identifier in the request's path, which the fields must not change. `None` if the path has no identifier.
    path_identifier: Option<&'a str>,
}

/// The errors that were found so far. The text of a refusal has them in this order.
#[derive(Default)]
struct FieldErrors(Vec<FieldError>);

impl FieldErrors {
    fn add(&mut self, field: &'static str, kind: FieldErrorKind) {
        self.0.push(FieldError { field, kind });
    }
}

impl SentPersonFields<'_> {
    /// Returns the sent end of the contract if the end is not later than now. Such a request dismisses the person. Returns
    /// `None` for an invalid end, whose error [`Self::apply_to`] finds.
    fn past_contract_end(&self, change: &Change) -> Option<String> {
        let SentField::Text(sent) = self.sent_field("ContractEndTime")? else { return None };
        let end = change.clock.parse_datetime(sent.trim())?;
        (end <= change.now).then(|| time::format_wall_time(end))
    }

    /// Returns the person with the sent fields, or the errors of all fields in the order of the specification's table.
    /// `person` has the values that absent fields keep: the stored ones, or the defaults of a new person.
    fn apply_to(&self, change: &Change, mut person: PersonRow) -> Result<PersonRow, ChangeError> {
        let mut errors = FieldErrors::default();
        let stored_end = person.contract_end.clone();

        // in the order of the specification's table, which is the order of the errors
        if let Some(identifier) = self.read_text("ExternalIdentifier", &mut errors) {
            // the body of a PUT may have the identifier of its path, but no other
            if let Some(addressed) = self.path_identifier.filter(|addressed| *addressed != identifier) {
                let (sent, addressed) = (identifier.clone(), addressed.to_owned());
                errors.add("ExternalIdentifier", FieldErrorKind::OtherIdentifier { sent, addressed });
            } else if let Some(error) = self.identifier_conflict(change, &identifier)? {
                errors.add("ExternalIdentifier", error);
            }
            person.external_identifier = identifier;
        }
        self.set_text("FirstName", &mut person.first_name, &mut errors);
        self.set_text("Insertion", &mut person.insertion, &mut errors);
        self.set_text("FamilyName", &mut person.family_name, &mut errors);
        self.set_text("Email", &mut person.email, &mut errors);
        // an unknown level is refused, while an unknown function or division is created with the person
        if let Some(name) = self.read_text("AccountLevel", &mut errors) {
            match person::find_account_level(change, &name)? {
                Some(level) => person.account_level = level,
                None => errors.add("AccountLevel", FieldErrorKind::UnknownLevel(name, person::account_levels(change)?)),
            }
        }
        if let Some(name) = self.read_text("FunctionName", &mut errors) {
            person.function = NamedRow::find(change, &functions::FILE, name)?;
        }
        if let Some(name) = self.read_text("DivisionName", &mut errors) {
            person.division = NamedRow::find(change, &divisions::FILE, name)?;
        }
        self.set_text("CostCentre", &mut person.cost_centre, &mut errors);
        self.set_text("PhoneNumber", &mut person.phone_number, &mut errors);
        self.set_datetime("ContractStartTime", &mut person.contract_start, change, &mut errors);
        self.set_datetime("ContractEndTime", &mut person.contract_end, change, &mut errors);
        self.rehire_if_started_again(change, &mut person);
        // contract times that the request does not change are not checked
        let changes_contract = person.contract_end != stored_end || self.has_field("ContractStartTime");
        if changes_contract && person.ends_before_start(change)? {
            let [start, end] = [&person.contract_start, &person.contract_end].map(|at| at.clone().unwrap_or_default());
            errors.add("ContractEndTime", FieldErrorKind::BeforeStart { end, start });
        }
        if let Some(identifier) = self.read_text("ManagerExternalIdentifier", &mut errors) {
            match person::find_manager(change, &identifier)? {
                Some(manager) => person.manager = manager,
                None => errors.add("ManagerExternalIdentifier", FieldErrorKind::UnknownManager(identifier)),
            }
        }
        if errors.0.is_empty() { Ok(person) } else { Err(Refusal::Fields(errors.0).into()) }
    }

    /// Empties the end of the contract as contract §3 requires: "A ContractStartTime later than the stored past end,
    /// sent without ContractEndTime, re-employs too and empties the end."
    fn rehire_if_started_again(&self, change: &Change, person: &mut PersonRow) {
        // texts of wall times have one length, so they sort by time
        let past_end = person.contract_end.as_ref().filter(|end| **end <= time::format_wall_time(change.now));
        let starts_later = past_end.is_some_and(|end| person.contract_start.as_ref() > Some(end));
        let sends_only_start = self.has_field("ContractStartTime") && !self.has_field("ContractEndTime");
        if starts_later && sends_only_start {
            person.contract_end = None;
        }
    }

    /// Returns whether the request has a field, even an empty field.
    fn has_field(&self, field: &str) -> bool {
        self.sent_field(field).is_some()
    }

    /// Returns a field as sent; `None` if the request lacks the field. Panics for an unknown name.
    fn sent_field(&self, field: &str) -> Option<&SentField> {
        let is_known = PERSON_FIELDS.iter().any(|known| known.name == field);
        assert!(is_known, "{field} is no field of a person");
        self.fields.get(field)
    }

    /// Sets `target` to the text that [`Self::read_text`] returns. Keeps `target` if there is no text.
    fn set_text(&self, field: &'static str, target: &mut String, errors: &mut FieldErrors) {
        if let Some(value) = self.read_text(field, errors) {
            *target = value;
        }
    }

    /// Sets `target` to a field's datetime, or to `None` for an empty field. Keeps `target` if absent or invalid.
    fn set_datetime(
        &self,
        field: &'static str,
        target: &mut Option<String>,
        change: &Change,
        errors: &mut FieldErrors,
    ) {
        let Some(sent) = self.read_text(field, errors) else { return };
        // an empty field sets the default, which is no datetime
        if sent.is_empty() {
            *target = None;
            return;
        }
        match change.clock.parse_datetime(&sent) {
            Some(datetime) => *target = Some(time::format_wall_time(datetime)),
            None => errors.add(field, FieldErrorKind::NotADateTime(sent)),
        }
    }

    /// Returns the trimmed text of a field, which is empty if the field gets its default. Returns `None` if the field keeps
    /// its value, because the request lacks it, or because its text is invalid, which adds an error.
    fn read_text(&self, field: &'static str, errors: &mut FieldErrors) -> Option<String> {
        let empty = SentField::Text(String::new());
        let sent = match self.sent_field(field) {
            Some(sent) => sent,
            None if self.is_complete => &empty,
            None => return None,
        };
        let declared = PERSON_FIELDS.iter().find(|known| known.name == field)?;
        match declared.read_text(sent) {
            Ok(value) => Some(value.to_owned()),
            Err(error) => {
                errors.add(field, error);
                None
            }
        }
    }

    /// Returns the error of an identifier that another person or the placeholder has; `None` if the identifier is free. The
    /// error has the ids that the interface may show.
    fn identifier_conflict(&self, change: &Change, identifier: &str) -> Result<Option<FieldErrorKind>, ChangeError> {
        if identifier == persons::PLACEHOLDER {
            return Ok(Some(FieldErrorKind::Placeholder(identifier.to_owned())));
        }
        let stored = person::find_by_identifier(change, identifier)?;
        // the person to change may keep the identifier
        let other = stored.filter(|stored| Some(stored.id) != self.stored_id);
        Ok(other.map(|other| FieldErrorKind::Duplicate {
            identifier: identifier.to_owned(),
            dismissed: (other.state == PersonState::Dismissed).then_some(other.id),
            // an anonymised person is not revealed
            person: (other.state != PersonState::Anonymised).then_some(other.id),
        }))
    }
}
