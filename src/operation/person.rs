//! What the six person operations share: the shape of a person in answers and in requests, and the two
//! changes. The rules are those of contract section 3.

use rusqlite::{OptionalExtension, named_params};

use super::Refused;
use super::refusal::{Fault, FieldFault, Refusal, Thing};
use super::request::{Arguments, Record, RecordField, SentField};
use super::shape::{Field, boolean, datetime, int, text};
use crate::model::text::{LONGEST, checked};
use crate::model::time;
use crate::store::{Change, ledger};

/// The name by which a request or a data file may call the placeholder manager.
pub const PLACEHOLDER_MANAGER: &str = "Manager onbekend";

/// The elements of an ApiPerson.
pub const API_PERSON: &[Field] = &[
    int("Id"),
    text("ExternalIdentifier"),
    text("FirstName"),
    text("Insertion"),
    text("FamilyName"),
    text("Email"),
    text("AccountLevel"),
    boolean("IsManager"),
    text("FunctionName"),
    int("FunctionId"),
    text("DivisionName"),
    int("DivisionId"),
    text("CostCentre"),
    text("PhoneNumber"),
    datetime("ContractStartTime").optional(),
    datetime("ContractEndTime").optional(),
    int("ManagerId"),
];

/// The elements of a personCreate and a personUpdate.
pub const PERSON_FIELDS: &[RecordField] = &[
    RecordField::required("ExternalIdentifier"),
    RecordField::required("FirstName"),
    RecordField::optional("Insertion"),
    RecordField::required("FamilyName"),
    RecordField::required("Email"),
    RecordField::optional("AccountLevel"),
    RecordField::optional("FunctionName"),
    RecordField::optional("DivisionName"),
    RecordField::optional("CostCentre"),
    RecordField::optional("PhoneNumber"),
    RecordField::datetime("ContractStartTime"),
    RecordField::datetime("ContractEndTime"),
    RecordField::optional("ManagerExternalIdentifier"),
];

/// CreatePerson: "Nothing is stored when anything is refused; all wrong fields are named in one text."
pub fn create(change: &mut Change, arguments: &Arguments) -> Result<Option<i64>, Refused> {
    let sent = Sent {
        fields: arguments.record("personCreate"),
        person: None,
    };
    let person = sent.read(change, Person::default())?;
    let id = person.insert(change)?;
    change.entry.created("persons.csv", id)?;
    Ok(Some(id))
}

/// UpdatePerson: "an absent element leaves the field alone; a present, empty one sets its default".
pub fn update(change: &mut Change, arguments: &Arguments) -> Result<Option<i64>, Refused> {
    let id = i64::from(arguments.int("servicePersonId"));
    let stored = Person::find(change, id)?.ok_or(Refusal::NotFound(Thing::Person))?;
    let sent = Sent {
        fields: arguments.record("personUpdate"),
        person: Some(id),
    };
    let before = ledger::cells(change, "persons.csv", id)?.unwrap_or_default();
    match sent.dismissal(change) {
        // "only `ContractEndTime` is stored and the rest of the request is not even validated"
        Some(end) => Person {
            contract_end: Some(end),
            ..stored
        }
        .store(change, id)?,
        None => sent.read(change, stored)?.store(change, id)?,
    }
    let after = ledger::cells(change, "persons.csv", id)?.unwrap_or_default();
    let old = ledger::changed_cells(before, &after);
    if !old.is_empty() {
        change.entry.changed("persons.csv", id, old)?;
    }
    Ok(None)
}

/// "Ids are 1 to 2147483647 and are never given twice": a file may have named the last one.
fn room(change: &Change, table: &'static str) -> Result<(), Refused> {
    let full = change
        .prepare_cached("SELECT 1 FROM sqlite_sequence WHERE name = ? AND seq >= 2147483647")?
        .exists([table])?;
    match full {
        true => Err(Refusal::NoIdLeft { of: table }.into()),
        false => Ok(()),
    }
}

/// The stored fields of a person that a request may set.
#[derive(Default)]
struct Person {
    external_identifier: String,
    first_name: String,
    insertion: String,
    family_name: String,
    email: String,
    account_level: i64,
    function: Named,
    division: Named,
    cost_centre: String,
    phone_number: String,
    contract_start: Option<String>,
    contract_end: Option<String>,
    manager: i64,
}

/// A function or division: one that is there, or one that comes into being with the person.
enum Named {
    Known(i64),
    New(String),
}

impl Default for Named {
    /// The placeholder.
    fn default() -> Self {
        Named::Known(0)
    }
}

impl Named {
    fn find(change: &Change, table: &str, name: String) -> rusqlite::Result<Self> {
        if name.is_empty() {
            return Ok(Self::default());
        }
        let known = change
            .prepare_cached(&format!("SELECT id FROM {table} WHERE name = ?"))?
            .query_row([&name], |row| row.get(0))
            .optional()?;
        Ok(known.map_or(Named::New(name), Named::Known))
    }

    /// Its id: "unknown functions and divisions are created".
    fn id(&self, change: &mut Change, table: &'static str) -> Result<i64, Refused> {
        match self {
            Named::Known(id) => Ok(*id),
            Named::New(name) => {
                room(change, table)?;
                change
                    .prepare_cached(&format!("INSERT INTO {table} (name) VALUES (?)"))?
                    .execute([name])?;
                let id = change.last_insert_rowid();
                change.entry.created(&format!("{table}s.csv"), id)?;
                Ok(id)
            }
        }
    }
}

impl Person {
    /// A person who can be updated: neither anonymised nor the placeholder.
    fn find(change: &Change, id: i64) -> rusqlite::Result<Option<Self>> {
        change
            .prepare_cached("SELECT * FROM known_person WHERE id = ? AND id > 0")?
            .query_row([id], |row| {
                Ok(Person {
                    external_identifier: row.get("external_identifier")?,
                    first_name: row.get("first_name")?,
                    insertion: row.get("insertion")?,
                    family_name: row.get("family_name")?,
                    email: row.get("email")?,
                    account_level: row.get("account_level")?,
                    function: Named::Known(row.get("function")?),
                    division: Named::Known(row.get("division")?),
                    cost_centre: row.get("cost_centre")?,
                    phone_number: row.get("phone_number")?,
                    contract_start: row.get("contract_start")?,
                    contract_end: row.get("contract_end")?,
                    manager: row.get("manager")?,
                })
            })
            .optional()
    }

    fn insert(self, change: &mut Change) -> Result<i64, Refused> {
        room(change, "person")?;
        self.write(
            change,
            "INSERT INTO person (id, external_identifier, first_name, insertion, family_name, email,
                 account_level, function, division, cost_centre, phone_number,
                 contract_start, contract_end, manager)
             VALUES (:id, :external_identifier, :first_name, :insertion, :family_name, :email,
                 :account_level, :function, :division, :cost_centre, :phone_number,
                 :contract_start, :contract_end, :manager)",
            None,
        )?;
        Ok(change.last_insert_rowid())
    }

    fn store(self, change: &mut Change, id: i64) -> Result<(), Refused> {
        self.write(
            change,
            "UPDATE person SET external_identifier = :external_identifier, first_name = :first_name,
                 insertion = :insertion, family_name = :family_name, email = :email,
                 account_level = :account_level, function = :function, division = :division,
                 cost_centre = :cost_centre, phone_number = :phone_number,
                 contract_start = :contract_start, contract_end = :contract_end, manager = :manager
             WHERE id = :id",
            Some(id),
        )
    }

    fn write(self, change: &mut Change, sql: &str, id: Option<i64>) -> Result<(), Refused> {
        let function = self.function.id(change, "function")?;
        let division = self.division.id(change, "division")?;
        change.prepare_cached(sql)?.execute(named_params! {
            ":id": id,
            ":external_identifier": self.external_identifier,
            ":first_name": self.first_name,
            ":insertion": self.insertion,
            ":family_name": self.family_name,
            ":email": self.email,
            ":account_level": self.account_level,
            ":function": function,
            ":division": division,
            ":cost_centre": self.cost_centre,
            ":phone_number": self.phone_number,
            ":contract_start": self.contract_start,
            ":contract_end": self.contract_end,
            ":manager": self.manager,
        })?;
        Ok(())
    }
}

/// The fields as sent.
struct Sent<'a> {
    fields: &'a Record,
    /// The person to update; `None` on creation.
    person: Option<i64>,
}

/// Wrong fields, in the order in which the fields were read.
#[derive(Default)]
struct Faults(Vec<FieldFault>);

impl Faults {
    fn add(&mut self, field: &'static str, fault: Fault) {
        self.0.push(FieldFault { field, fault });
    }
}

impl Sent<'_> {
    /// The end of contract, when it is given and "past": not later than now.
    fn dismissal(&self, change: &Change) -> Option<String> {
        let SentField::Text(sent) = self.fields.get("ContractEndTime")? else {
            return None;
        };
        let end = change.clock.parse(sent.trim())?;
        (end <= change.now).then(|| time::text(end))
    }

    /// The person with the fields that were sent, in the order of the specification's table: that is the
    /// order of the sentences when they are refused.
    fn read(&self, change: &Change, mut person: Person) -> Result<Person, Refused> {
        let mut faults = Faults::default();
        let stored_end = person.contract_end.clone();

        if let Some(identifier) = self.text("ExternalIdentifier", &mut faults) {
            if let Some(fault) = self.taken(change, &identifier)? {
                faults.add("ExternalIdentifier", fault);
            }
            person.external_identifier = identifier;
        }
        self.set("FirstName", &mut person.first_name, &mut faults);
        self.set("Insertion", &mut person.insertion, &mut faults);
        self.set("FamilyName", &mut person.family_name, &mut faults);
        self.set("Email", &mut person.email, &mut faults);
        if let Some(name) = self.text("AccountLevel", &mut faults) {
            match account_level(change, &name)? {
                Ok(level) => person.account_level = level,
                Err(fault) => faults.add("AccountLevel", fault),
            }
        }
        if let Some(name) = self.text("FunctionName", &mut faults) {
            person.function = Named::find(change, "function", name)?;
        }
        if let Some(name) = self.text("DivisionName", &mut faults) {
            person.division = Named::find(change, "division", name)?;
        }
        self.set("CostCentre", &mut person.cost_centre, &mut faults);
        self.set("PhoneNumber", &mut person.phone_number, &mut faults);
        if let Some(start) = self.datetime("ContractStartTime", change, &mut faults) {
            person.contract_start = start;
        }
        match self.datetime("ContractEndTime", change, &mut faults) {
            Some(end) => person.contract_end = end,
            None => self.rehire(change, &mut person),
        }
        // what was stored before is not this request's fault
        let contract_sent = person.contract_end != stored_end || self.sends("ContractStartTime");
        if let Some(fault) = ends_before_start(change, &person).filter(|_| contract_sent) {
            faults.add("ContractEndTime", fault);
        }
        if let Some(identifier) = self.text("ManagerExternalIdentifier", &mut faults) {
            match manager(change, &identifier)? {
                Some(manager) => person.manager = manager,
                None => faults.add("ManagerExternalIdentifier", Fault::NoManager(identifier)),
            }
        }
        match faults.0.is_empty() {
            true => Ok(person),
            false => Err(Refusal::Fields(faults.0).into()),
        }
    }

    /// "A ContractStartTime later than the stored past end, sent without ContractEndTime, re-employs too
    /// and empties the end."
    fn rehire(&self, change: &Change, person: &mut Person) {
        let past_end = person
            .contract_end
            .as_ref()
            .filter(|end| **end <= time::text(change.now));
        let later = self.sends("ContractStartTime")
            && past_end.is_some_and(|end| person.contract_start.as_ref() > Some(end));
        if later && !self.sends("ContractEndTime") {
            person.contract_end = None;
        }
    }

    fn sends(&self, field: &str) -> bool {
        self.fields.contains_key(field)
    }

    /// Sets a field that is a text and nothing more.
    fn set(&self, field: &'static str, to: &mut String, faults: &mut Faults) {
        if let Some(value) = self.text(field, faults) {
            *to = value;
        }
    }

    /// The text of a field, trimmed, when it is to be set: on creation an absent one is empty. `None`,
    /// after a fault, also when it can't be.
    fn text(&self, field: &'static str, faults: &mut Faults) -> Option<String> {
        let value = match self.fields.get(field) {
            Some(SentField::Text(sent)) => match checked(sent, LONGEST) {
                Ok(value) => value,
                Err(unfit) => {
                    faults.add(field, Fault::Unfit(sent.trim().to_owned(), unfit));
                    return None;
                }
            },
            Some(SentField::Elements) => {
                faults.add(field, Fault::Elements);
                return None;
            }
            None if self.person.is_none() => "",
            None => return None,
        };
        let required = PERSON_FIELDS
            .iter()
            .any(|known| known.name == field && known.required);
        if required && value.is_empty() {
            faults.add(field, Fault::Required);
            return None;
        }
        Some(value.to_owned())
    }

    /// The datetime of a field, when it is to be set: `Some(None)` empties it.
    fn datetime(
        &self,
        field: &'static str,
        change: &Change,
        faults: &mut Faults,
    ) -> Option<Option<String>> {
        let sent = self.text(field, faults)?;
        if sent.is_empty() {
            return Some(None);
        }
        match change.clock.parse(&sent) {
            Some(datetime) => Some(Some(time::text(datetime))),
            None => {
                faults.add(field, Fault::NotADateTime(sent));
                None
            }
        }
    }

    /// The fault of an identifier that another person has.
    fn taken(&self, change: &Change, identifier: &str) -> rusqlite::Result<Option<Fault>> {
        if identifier == PLACEHOLDER_MANAGER {
            return Ok(Some(Fault::Placeholder(identifier.to_owned())));
        }
        let other = change
            .prepare_cached(
                "SELECT p.id, k.is_dismissed FROM person AS p LEFT JOIN known_person AS k ON k.id = p.id
                 WHERE p.external_identifier = ? AND p.id IS NOT ?",
            )?
            .query_row((identifier, self.person), |row| {
                Ok((row.get::<_, i64>(0)?, row.get::<_, Option<bool>>(1)?))
            })
            .optional()?;
        Ok(other.map(|(id, dismissed)| Fault::Duplicate {
            identifier: identifier.to_owned(),
            // an anonymised person is not told of
            dismissed: dismissed.unwrap_or_default().then_some(id),
        }))
    }
}

/// "a contract end before its start is refused unless the end is past"
fn ends_before_start(change: &Change, person: &Person) -> Option<Fault> {
    let (start, end) = (
        person.contract_start.as_ref()?,
        person.contract_end.as_ref()?,
    );
    (end < start && *end > time::text(change.now)).then(|| Fault::BeforeStart {
        end: end.clone(),
        start: start.clone(),
    })
}

/// The level of this name, the default for an empty one, or the fault with the allowed names.
fn account_level(change: &Change, name: &str) -> rusqlite::Result<Result<i64, Fault>> {
    let known = change
        .prepare_cached(
            "SELECT id FROM account_level WHERE name = ?1 OR (?1 = '' AND is_default = 1)",
        )?
        .query_row([name], |row| row.get(0))
        .optional()?;
    if let Some(level) = known {
        return Ok(Ok(level));
    }
    let names: Vec<String> = change
        .prepare_cached("SELECT name FROM account_level ORDER BY id")?
        .query_map([], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    Ok(Err(Fault::NotALevel(name.to_owned(), names)))
}

/// The manager of this identifier; the placeholder for an empty one and for its name.
fn manager(change: &Change, identifier: &str) -> rusqlite::Result<Option<i64>> {
    if identifier.is_empty() || identifier == PLACEHOLDER_MANAGER {
        return Ok(Some(0));
    }
    change
        .prepare_cached("SELECT id FROM known_person WHERE external_identifier = ?")?
        .query_row([identifier], |row| row.get(0))
        .optional()
}
