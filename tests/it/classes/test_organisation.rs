//! Builds organisations for tests. Rows have default cells, so that a test gives only the cells that matter.

use crate::random_organisation::Organisation;
use crate::support::NOW;

/// A builder of an organisation at [`NOW`].
pub struct TestOrganisation(pub Organisation);

type Cells<'a> = &'a [(&'a str, &'a str)];

impl TestOrganisation {
    /// Returns an organisation with a step, a category, the course `C` (1, visible in the catalog) and a module `T`.
    pub fn new() -> TestOrganisation {
        let mut organisation = TestOrganisation(Organisation::empty(NOW));
        organisation.0.add("steps.csv", &[("Id", "1"), ("Title", "Trede"), ("Order", "0")]);
        organisation.category("1", "Trede", "Categorie", "0");
        organisation.training("1", "C", &[]);
        organisation.0.add("tasks.csv", &[("Id", "7"), ("Code", "T"), ("Title", "Theorie")]);
        organisation
    }

    fn add(&mut self, file: &str, defaults: Cells, cells: Cells) -> &mut TestOrganisation {
        let others = defaults.iter().filter(|(name, _)| !cells.iter().any(|(other, _)| other == name));
        let all: Vec<_> = others.chain(cells).copied().collect();
        self.0.add(file, &all);
        self
    }

    pub fn category(&mut self, id: &str, step: &str, title: &str, order: &str) -> &mut TestOrganisation {
        let cells = [("Id", id), ("StepTitle", step), ("Title", title), ("Order", order)];
        self.add("categories.csv", &cells, &[])
    }

    /// Adds a person with the identifier `P<id>` and the name `Piet <id>`.
    pub fn person(&mut self, id: &str, cells: Cells) -> &mut TestOrganisation {
        let (identifier, email) = (format!("P{id}"), format!("p{id}@example.nl"));
        let defaults = [
            ("Id", id),
            ("ExternalIdentifier", &identifier),
            ("FirstName", "Piet"),
            ("FamilyName", id),
            ("Email", &email),
            ("AccountLevel", "LEARNER"),
            ("EmployeeType", "Intern"),
        ];
        self.add("persons.csv", &defaults, cells)
    }

    /// Adds an anonymised person as `export` writes it.
    pub fn anonymised(&mut self, id: &str) -> &mut TestOrganisation {
        let identifier = format!("anonymised-{id}");
        let cells = [
            ("ExternalIdentifier", identifier.as_str()),
            ("FirstName", "Anoniem"),
            ("FamilyName", "Persoon"),
            ("Email", &format!("{identifier}@invalid")),
            ("ContractEndTime", "2026-01-01T00:00:00"),
            ("Anonymised", "true"),
        ];
        self.person(id, &cells)
    }

    /// Adds an active course that is visible in the catalog.
    pub fn training(&mut self, id: &str, code: &str, cells: Cells) -> &mut TestOrganisation {
        let defaults = [
            ("Id", id),
            ("Code", code),
            ("Type", "Learning"),
            ("Title", code),
            ("StepTitle", "Trede"),
            ("CategoryTitle", "Categorie"),
            ("IsActive", "true"),
            ("IsVisibleInCatalog", "true"),
        ];
        self.add("trainings.csv", &defaults, cells)
    }

    /// Adds a class of `C` with the code `K<id>`, visible in the catalog and the calendar.
    pub fn class(&mut self, id: &str, cells: Cells) -> &mut TestOrganisation {
        let code = format!("K{id}");
        let defaults = [
            ("Id", id),
            ("Code", &code),
            ("TrainingCode", "C"),
            ("Name", &code),
            ("ShowMemoInReport", "false"),
            ("IsVisibleInCatalog", "true"),
            ("IsVisibleInCalendar", "true"),
            ("OfferExternally", "false"),
            ("IsArchived", "false"),
            ("IsCancelled", "false"),
            ("FilterByDivision", "false"),
            ("HasWaitingList", "false"),
            ("CompletionType", "Normal"),
            ("IsUnderConstruction", "false"),
        ];
        self.add("classes.csv", &defaults, cells)
    }

    /// Adds a contact moment that starts at `start` (`yyyy-MM-dd HH:mm`) and ends at 23:30. `class` is the class's id.
    pub fn moment(&mut self, class: &str, start: &str, cells: Cells) -> &mut TestOrganisation {
        let (code, (date, from)) = (format!("K{class}"), start.split_once(' ').expect("a date and a time"));
        let from = format!("{from}:00");
        let defaults = [
            ("ClassCode", code.as_str()),
            ("Date", date),
            ("From", &from),
            ("Till", "23:30:00"),
            ("StreamAvailable", "false"),
        ];
        self.add("class_dates.csv", &defaults, cells)
    }

    fn identifier(&self, person: &str) -> String {
        let mut rows = self.0.rows("persons.csv");
        rows.find(|row| row.get("Id") == person).expect("a person").get("ExternalIdentifier").to_owned()
    }

    /// Adds a trainer of the contact moment that starts at `start`, or of all if it is empty. `class` and `person` are ids.
    pub fn trainer(&mut self, class: &str, person: &str, start: &str) -> &mut TestOrganisation {
        let (code, identifier) = (format!("K{class}"), self.identifier(person));
        let (date, from) = start.split_once(' ').unwrap_or_default();
        let from = if from.is_empty() { String::new() } else { format!("{from}:00") };
        let cells =
            [("ClassCode", code.as_str()), ("PersonExternalIdentifier", &identifier), ("Date", date), ("From", &from)];
        self.add("class_trainers.csv", &cells, &[])
    }

    /// Adds an enrolment in a class, or without class if `class` is empty. A `w` after `state` puts it on the waiting list.
    pub fn enroll(&mut self, id: &str, person: &str, class: &str, at: &str, state: &str) -> &mut TestOrganisation {
        let (identifier, code) = (self.identifier(person), format!("K{class}"));
        let code = if class.is_empty() { "" } else { &code };
        let cancelled_by = if state.starts_with('2') { "Reden onbekend" } else { "" };
        let cells = [
            ("Id", id),
            ("PersonExternalIdentifier", &identifier),
            ("TrainingCode", "C"),
            ("ClassCode", code),
            ("EnrolledAt", at),
            ("State", &state[..1]),
            ("OnWaitingList", if state.ends_with('w') { "true" } else { "false" }),
            ("AddedFromCatalog", "false"),
            ("CancelledBy", cancelled_by),
        ];
        self.add("enrollments.csv", &cells, &[])
    }
}
