//! Creates and changes persons: the fields that may be set and the rules over them (contract section 3).

use crate::datafile::{divisions, functions, persons};
use crate::ledger;
use crate::model::condition::Preconditions;
use crate::model::descriptions;
use crate::model::record::{Record, RecordField, SentField};
use crate::model::refusal::{Entity, FieldError, FieldErrorKind, Refusal};
use crate::model::time;
use crate::store::person::{self, NamedRow, PersonRow};
use crate::store::{Change, ChangeError};

/// The fields of a person that a request may set, in the order of the specification's table.
pub const PERSON_FIELDS: &[RecordField] = &[
    RecordField::required("ExternalIdentifier").described(descriptions::EXTERNAL_IDENTIFIER),
    RecordField::required("FirstName").described(descriptions::FIRST_NAME),
    RecordField::optional("Insertion").described(descriptions::INSERTION),
    RecordField::required("FamilyName").described(descriptions::FAMILY_NAME),
    RecordField::required("Email").described(descriptions::EMAIL),
    RecordField::optional("AccountLevel").described("Account level by its name; the default one when empty."),
    RecordField::optional("FunctionName")
        .described("Function by its name, made when there is none of it; Functie onbekend when empty."),
    RecordField::optional("DivisionName")
        .described("Division or location by its name, made when there is none of it; Locatie onbekend when empty."),
    RecordField::optional("CostCentre").described(descriptions::COST_CENTRE),
    RecordField::optional("PhoneNumber").described(descriptions::PHONE_NUMBER),
    RecordField::datetime("ContractStartTime").described(descriptions::CONTRACT_START),
    RecordField::datetime("ContractEndTime").described(descriptions::CONTRACT_END),
    RecordField::optional("ManagerExternalIdentifier")
        .described("Employee number of the manager, who must exist; Manager onbekend when empty."),
];

/// CreatePerson: "Nothing is stored when anything is refused; all wrong fields are named in one text."
pub fn create(change: &mut Change, fields: &Record) -> Result<i64, ChangeError> {
    let sent = PersonFields { fields, person: None, is_whole: true, addressed: None };
    let person = sent.read(change, PersonRow::default())?;
    insert(change, person)
}

fn insert(change: &mut Change, person: PersonRow) -> Result<i64, ChangeError> {
    let id = person.insert(change)?;
    change.entry.created(&persons::FILE, id)?;
    Ok(id)
}

/// UpdatePerson: "an absent element leaves the field alone; a present, empty one sets its default". Returns the
/// person's new entity tag where the request may have conditions.
pub fn update(
    change: &mut Change,
    id: i64,
    fields: &Record,
    conditions: Option<&Preconditions>,
) -> Result<Option<String>, ChangeError> {
    let stored = PersonRow::find(change, id)?.ok_or(Refusal::NotFound(Entity::Person))?;
    check_conditions(change, id, conditions)?;
    let sent = PersonFields { fields, person: Some(id), is_whole: false, addressed: None };
    let person = match sent.dismissal(change) {
        // "only `ContractEndTime` is stored and the rest of the request is not even validated"
        Some(end) => PersonRow { contract_end: Some(end), ..stored },
        None => sent.read(change, stored)?,
    };
    replace(change, id, person)?;
    conditions.map_or(Ok(None), |_| Ok(person::present_tag(change, id)?))
}

/// Creates or replaces the person with this identifier. Returns the id of a created person, and the entity tag.
pub fn put(
    change: &mut Change,
    identifier: &str,
    fields: &Record,
    conditions: Option<&Preconditions>,
) -> Result<(Option<i64>, Option<String>), ChangeError> {
    let mut fields = fields.clone();
    fields.entry("ExternalIdentifier").or_insert_with(|| SentField::Text(identifier.to_owned()));
    let known = match person::with_identifier(change, identifier)? {
        // an anonymised person is unknown
        Some(known) if known.is_dismissed.is_none() => return Err(Refusal::NotFound(Entity::Person).into()),
        known => known.map(|known| known.id).filter(|id| *id > 0),
    };
    match known {
        Some(id) => check_conditions(change, id, conditions)?,
        None => conditions.map_or(Ok(()), |conditions| conditions.check(None))?,
    }
    let sent = PersonFields { fields: &fields, person: known, is_whole: true, addressed: Some(identifier) };
    let person = sent.read(change, PersonRow::default())?;
    let created = match known {
        Some(id) => replace(change, id, person).map(|()| None)?,
        None => Some(insert(change, person)?),
    };
    Ok((created, created.or(known).map_or(Ok(None), |id| person::present_tag(change, id))?))
}

/// Returns the id of the person with this identifier who can be updated.
pub fn identified(change: &Change, identifier: &str) -> Result<i64, ChangeError> {
    let found = person::with_identifier(change, identifier)?;
    let known = found.filter(|found| found.is_dismissed.is_some() && found.id > 0);
    Ok(known.ok_or(Refusal::NotFound(Entity::Person))?.id)
}

fn check_conditions(change: &Change, id: i64, conditions: Option<&Preconditions>) -> Result<(), ChangeError> {
    if let Some(conditions) = conditions.filter(|conditions| conditions.has_any()) {
        conditions.check(person::present_tag(change, id)?.as_deref())?;
    }
    Ok(())
}

fn replace(change: &mut Change, id: i64, person: PersonRow) -> Result<(), ChangeError> {
    let before = ledger::cells(change, &persons::FILE, id)?.unwrap_or_default();
    person.store(change, id)?;
    let after = ledger::cells(change, &persons::FILE, id)?.unwrap_or_default();
    let old = ledger::changed_cells(before, &after);
    if !old.is_empty() {
        change.entry.changed(&persons::FILE, id, old)?;
    }
    Ok(())
}

struct PersonFields<'a> {
    fields: &'a Record,
    person: Option<i64>,
    /// Whether an absent field gets its default.
    is_whole: bool,
    /// The identifier in the address, which the fields must not change.
    addressed: Option<&'a str>,
}

#[derive(Default)]
struct FieldErrors(Vec<FieldError>);

impl FieldErrors {
    fn add(&mut self, field: &'static str, kind: FieldErrorKind) {
        self.0.push(FieldError { field, kind });
    }
}

impl PersonFields<'_> {
    /// Returns the end of contract if it was sent and is "past": not later than now.
    fn dismissal(&self, change: &Change) -> Option<String> {
        let SentField::Text(sent) = self.sent("ContractEndTime")? else { return None };
        let end = change.clock.parse(sent.trim())?;
        (end <= change.now).then(|| time::text(end))
    }

    /// Applies the sent fields in the order of the specification's table, which is that of the errors.
    fn read(&self, change: &Change, mut person: PersonRow) -> Result<PersonRow, ChangeError> {
        let mut errors = FieldErrors::default();
        let stored_end = person.contract_end.clone();

        if let Some(identifier) = self.text("ExternalIdentifier", &mut errors) {
            if let Some(addressed) = self.addressed.filter(|addressed| *addressed != identifier) {
                let (sent, addressed) = (identifier.clone(), addressed.to_owned());
                errors.add("ExternalIdentifier", FieldErrorKind::OtherIdentifier { sent, addressed });
            } else if let Some(fault) = self.identifier_conflict(change, &identifier)? {
                errors.add("ExternalIdentifier", fault);
            }
            person.external_identifier = identifier;
        }
        self.set("FirstName", &mut person.first_name, &mut errors);
        self.set("Insertion", &mut person.insertion, &mut errors);
        self.set("FamilyName", &mut person.family_name, &mut errors);
        self.set("Email", &mut person.email, &mut errors);
        if let Some(name) = self.text("AccountLevel", &mut errors) {
            match person::account_level(change, &name)? {
                Some(level) => person.account_level = level,
                None => errors.add("AccountLevel", FieldErrorKind::NotALevel(name, person::account_levels(change)?)),
            }
        }
        if let Some(name) = self.text("FunctionName", &mut errors) {
            person.function = NamedRow::find(change, &functions::FILE, name)?;
        }
        if let Some(name) = self.text("DivisionName", &mut errors) {
            person.division = NamedRow::find(change, &divisions::FILE, name)?;
        }
        self.set("CostCentre", &mut person.cost_centre, &mut errors);
        self.set("PhoneNumber", &mut person.phone_number, &mut errors);
        if let Some(start) = self.datetime("ContractStartTime", change, &mut errors) {
            person.contract_start = start;
        }
        match self.datetime("ContractEndTime", change, &mut errors) {
            Some(end) => person.contract_end = end,
            None => self.rehire(change, &mut person),
        }
        // a stored value is not an error of this request
        let contract_sent = person.contract_end != stored_end || self.sends("ContractStartTime");
        if contract_sent && person.ends_before_start(change)? {
            let [start, end] = [&person.contract_start, &person.contract_end].map(|at| at.clone().unwrap_or_default());
            errors.add("ContractEndTime", FieldErrorKind::BeforeStart { end, start });
        }
        if let Some(identifier) = self.text("ManagerExternalIdentifier", &mut errors) {
            match person::manager(change, &identifier)? {
                Some(manager) => person.manager = manager,
                None => errors.add("ManagerExternalIdentifier", FieldErrorKind::NoManager(identifier)),
            }
        }
        if errors.0.is_empty() { Ok(person) } else { Err(Refusal::Fields(errors.0).into()) }
    }

    /// "A ContractStartTime later than the stored past end, sent without ContractEndTime, re-employs too
    /// and empties the end."
    fn rehire(&self, change: &Change, person: &mut PersonRow) {
        let past_end = person.contract_end.as_ref().filter(|end| **end <= time::text(change.now));
        let starts_later = past_end.is_some_and(|end| person.contract_start.as_ref() > Some(end));
        if starts_later && self.sends("ContractStartTime") && !self.sends("ContractEndTime") {
            person.contract_end = None;
        }
    }

    fn sends(&self, field: &str) -> bool {
        self.sent(field).is_some()
    }

    /// Returns a field as sent. Panics for a name that is not in the table.
    fn sent(&self, field: &str) -> Option<&SentField> {
        let is_known = PERSON_FIELDS.iter().any(|known| known.name == field);
        assert!(is_known, "{field} is no field of a person");
        self.fields.get(field)
    }

    fn set(&self, field: &'static str, to: &mut String, errors: &mut FieldErrors) {
        if let Some(value) = self.text(field, errors) {
            *to = value;
        }
    }

    /// Returns the trimmed text of a field to set; `None` if there is nothing to set or after an error.
    fn text(&self, field: &'static str, errors: &mut FieldErrors) -> Option<String> {
        let absent = SentField::Text(String::new());
        let sent = self.sent(field).or(self.is_whole.then_some(&absent))?;
        let declared = PERSON_FIELDS.iter().find(|known| known.name == field)?;
        match declared.text(sent) {
            Ok(value) => Some(value.to_owned()),
            Err(error) => {
                errors.add(field, error);
                None
            }
        }
    }

    /// Returns the datetime of a field to set; `Some(None)` clears it.
    fn datetime(&self, field: &'static str, change: &Change, errors: &mut FieldErrors) -> Option<Option<String>> {
        let sent = self.text(field, errors)?;
        if sent.is_empty() {
            return Some(None);
        }
        match change.clock.parse(&sent) {
            Some(datetime) => Some(Some(time::text(datetime))),
            None => {
                errors.add(field, FieldErrorKind::NotADateTime(sent));
                None
            }
        }
    }

    /// Returns the error for an identifier that another person has.
    fn identifier_conflict(&self, change: &Change, identifier: &str) -> Result<Option<FieldErrorKind>, ChangeError> {
        if identifier == persons::PLACEHOLDER {
            return Ok(Some(FieldErrorKind::Placeholder(identifier.to_owned())));
        }
        let other = person::with_identifier(change, identifier)?;
        let other = other.filter(|other| Some(other.id) != self.person);
        Ok(other.map(|other| FieldErrorKind::Duplicate {
            identifier: identifier.to_owned(),
            // does not reveal an anonymised person
            dismissed: other.is_dismissed.unwrap_or_default().then_some(other.id),
            person: other.is_dismissed.map(|_| other.id),
        }))
    }
}
