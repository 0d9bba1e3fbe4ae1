//! Declares what an operation is.
//!
//! A declaration names the parameters, the root of the answer and the schema of its contents: which elements, in which
//! order, of which kind, from which query. A request element is the SQL parameter of the same name; a column's alias
//! is the answer's element. Decoding, grants, answers, pages and the tests of declarations derive from it. A new
//! operation is one file here, one line in [`OPERATIONS`] and one folder of golden answers.

mod available_courses;
mod changes;
mod completed_courses;
mod connector_error;
mod create_person;
mod data_file;
mod feed_page;
mod get_all_basic_person_info;
mod get_all_learning_portfolio_content;
mod get_catalog;
mod get_class;
mod get_classes;
mod get_classes_filtered_by_date;
mod get_classes_filtered_by_training;
mod get_historic_absences;
mod get_paginated_learning_portfolio_content;
mod get_person_agenda;
mod get_person_by_email;
mod get_person_by_external_id;
mod get_person_by_service_id;
pub mod imports;
#[cfg(test)]
mod invariants;
pub mod labels;
mod learning_portfolio;
mod me;
pub mod person;
mod put_person;
mod report_columns;
pub mod request;
pub mod response_schema;
pub mod rest;
mod search_person;
mod started_courses;
mod table;
pub mod table_query;
mod tables;
mod training_class;
mod update_person;
mod update_person_by_external_id;

use crate::model::problem::{ParameterLocation, Problem};
use crate::model::refusal::{Entity, Refusal};
use request::{Arguments, Parameter};
use response_schema::{ChangeResult, Contents, RowSource};
use rest::{Endpoint, Method, Segment};

pub const OPERATIONS: &[&Operation] = &[
    &create_person::OPERATION,
    &update_person::OPERATION,
    &get_all_basic_person_info::OPERATION,
    &get_person_by_service_id::OPERATION,
    &get_person_by_external_id::OPERATION,
    &get_person_by_email::OPERATION,
    &get_historic_absences::OPERATION,
    &completed_courses::OPERATION,
    &started_courses::OPERATION,
    &available_courses::OPERATION,
    &connector_error::OPERATION,
    &get_person_agenda::OPERATION,
    &get_classes::OPERATION,
    &get_classes_filtered_by_date::OPERATION,
    &get_classes_filtered_by_training::OPERATION,
    &get_class::OPERATION,
    &get_catalog::OPERATION,
    &get_all_learning_portfolio_content::OPERATION,
    &get_paginated_learning_portfolio_content::OPERATION,
    &changes::OPERATION,
    &data_file::OPERATION,
    &tables::OPERATION,
    &table::OPERATION,
    &imports::IMPORT,
    &imports::JOB_STATE,
    &imports::CANCEL,
    &imports::JOB_ERRORS,
    &imports::IMPORTS,
    &imports::IMPORT_INFO,
    &imports::IMPORT_CHANGES,
    &imports::UNDO,
    &put_person::OPERATION,
    &update_person_by_external_id::OPERATION,
    &search_person::OPERATION,
    &me::OPERATION,
];

/// The operation whose grant shows the ids of persons.
pub const PERSON_BY_ID: &Operation = &get_person_by_service_id::OPERATION;

/// Those that can be granted by name.
pub fn grantable() -> impl Iterator<Item = &'static Operation> {
    OPERATIONS.iter().copied().filter(|operation| operation.needs.is_none())
}

/// Returns the operations of the XML interface.
pub fn in_xml() -> impl Iterator<Item = &'static Operation> {
    OPERATIONS.iter().copied().filter(|operation| operation.in_xml)
}

/// One operation, as data.
pub struct Operation {
    /// The neutral name, in which `--brand` may replace the word `Service`.
    pub name: &'static str,
    /// Its method and path over REST.
    pub rest: Endpoint,
    /// Can it be called in XML?
    pub in_xml: bool,
    /// What it does, in one line.
    pub summary: &'static str,
    /// Its Dutch label and summary; empty for operations that only connectors call.
    pub dutch: (&'static str, &'static str),
    /// The collective word of `--grant` that includes it.
    pub granted_with: GrantedWith,
    /// The operations whose grants a caller needs; `None` for its own, under which it can be granted.
    pub needs: Option<&'static [&'static str]>,
    /// The operations that answer in its place: each by the field of the body that it takes as a parameter.
    pub answered_by: &'static [(&'static str, &'static Operation, &'static str)],
    /// Its parameters beside `username` and `password`, in the specification's order.
    pub request: &'static [Parameter],
    /// The root element of the result document.
    pub root: &'static str,
    /// Whether a success carries an empty `Error`: "On success `Error` is present and empty in the person,
    /// portfolio and provisioning shapes and absent in the others."
    pub error_on_success: bool,
    /// The name of the success element: "The agenda's flag is `Succes`, on failure too."
    pub flag: &'static str,
    /// The rules over the arguments, applied in this order.
    pub rules: &'static [ArgumentRule],
    pub contents: Contents,
}

/// A rule that a call must satisfy.
#[derive(Clone, Copy)]
pub enum ArgumentRule {
    /// An integer lies in this range, inclusive.
    Within { parameter: &'static str, least: i32, most: i32, allowed: &'static str },
    /// A range of dates does not end before it begins: "`fromDate is later than toDate.` (`tillDate` for
    /// StartedCourses)". Names its two parameters.
    Range(&'static str, &'static str),
    /// A position belongs to this database's history. Checked when the rows are opened.
    Kept,
    /// The entity that a list depends on exists: if the list is empty, this query must return a row.
    Known {
        select: &'static str,
        /// The entity that does not exist otherwise.
        none: Entity,
    },
}

impl ArgumentRule {
    /// Returns the refusal of these arguments. Rules over the data are checked when the answer is made.
    pub fn refusal(&self, arguments: &Arguments) -> Option<Refusal> {
        match *self {
            ArgumentRule::Within { parameter, least, most, allowed } => arguments
                .given_int(parameter)
                .filter(|given| !(least..=most).contains(given))
                .map(|_| Refusal::OutOfRange { parameter, allowed }),
            ArgumentRule::Range(from, till) => {
                let range = arguments.given_text(from).zip(arguments.given_text(till));
                range.filter(|(from, till)| from > till).map(|_| Refusal::Reversed { from, till })
            }
            ArgumentRule::Kept | ArgumentRule::Known { .. } => None,
        }
    }

    /// Returns the problem type of a refusal.
    pub fn problem(&self) -> Problem {
        match self {
            ArgumentRule::Within { .. } => Problem::BadRequest,
            ArgumentRule::Range(..) => Problem::Refused,
            ArgumentRule::Kept => Problem::Gone,
            ArgumentRule::Known { .. } => Problem::NotFound,
        }
    }
}

/// The collective word of `--grant` that includes an operation; `all` includes every one but `Name`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GrantedWith {
    /// `provisioning`: CreatePerson, UpdatePerson and the four person look-ups.
    Provisioning,
    /// `reports`: the other retrievals of the specification.
    Reports,
    /// `all` alone: retrievals of all data.
    All,
    /// Not even `all`: granted by its name alone.
    Name,
}

impl Operation {
    /// Declares a report.
    const fn report(
        name: &'static str,
        rest: Endpoint,
        summary: &'static str,
        root: &'static str,
        contents: Contents,
    ) -> Self {
        Self {
            name,
            rest,
            in_xml: true,
            summary,
            dutch: ("", ""),
            granted_with: GrantedWith::Reports,
            needs: None,
            answered_by: &[],
            request: &[],
            root,
            error_on_success: false,
            flag: "Success",
            rules: &[],
            contents,
        }
    }

    /// Declares a report that only REST has.
    const fn over_rest(name: &'static str, rest: Endpoint, summary: &'static str, contents: Contents) -> Self {
        Self { in_xml: false, granted_with: GrantedWith::All, ..Self::report(name, rest, summary, "", contents) }
    }

    /// Declares an operation on persons.
    const fn provisioning(
        name: &'static str,
        rest: Endpoint,
        summary: &'static str,
        root: &'static str,
        contents: Contents,
    ) -> Self {
        Self {
            granted_with: GrantedWith::Provisioning,
            error_on_success: true,
            ..Self::report(name, rest, summary, root, contents)
        }
    }

    /// Adds the Dutch label and summary.
    const fn dutch(mut self, label: &'static str, description: &'static str) -> Self {
        self.dutch = (label, description);
        self
    }

    /// "Style B takes scalar parameters only, so `CreatePerson` and `UpdatePerson` are Style A only", and
    /// these two "always answer in an envelope".
    pub fn has_record(&self) -> bool {
        self.request.iter().any(|parameter| parameter.record().is_some())
    }

    /// The names of the operations whose grants a caller needs.
    pub fn required_grants(&self) -> &[&'static str] {
        self.needs.unwrap_or(std::slice::from_ref(&self.name))
    }

    /// Whether its answer is one person, whose state has an entity tag.
    pub fn is_person(&self) -> bool {
        matches!(self.contents, Contents::One { structure: "ApiPerson", .. })
    }

    /// Whether it changes one person, on the conditions of the request.
    pub fn has_conditions(&self) -> bool {
        matches!(self.rest.method, Method::Patch | Method::Put)
    }

    /// Returns whether the answer depends on the caller: its own credential, or its jobs.
    pub fn knows_caller(&self) -> bool {
        self.needs.is_some_and(|needs| matches!(needs, [] | ["Import"]))
    }

    /// Returns whether the request selects the columns of the answer.
    pub fn is_table(&self) -> bool {
        matches!(self.contents.rows(), Some(RowSource::Selected))
    }

    /// Returns whether it changes nothing.
    pub fn is_read(&self) -> bool {
        !matches!(self.contents, Contents::Changed { .. })
    }

    /// Returns the refusals of these arguments by the rules over them alone.
    pub fn refusals(&self, arguments: &Arguments) -> Vec<Refusal> {
        self.rules.iter().filter_map(|rule| rule.refusal(arguments)).collect()
    }

    /// Returns where a parameter stands over REST.
    pub fn location(&self, parameter: &str) -> ParameterLocation {
        let mut segments = self.rest.segments();
        if segments.any(|segment| matches!(segment, Segment::Parameter(name) if name == parameter)) {
            ParameterLocation::Path
        } else if self.rest.has_query() {
            ParameterLocation::Query
        } else {
            ParameterLocation::Body
        }
    }

    /// Returns the query that must return a row for an empty list, and the entity that does not exist otherwise.
    pub fn required_entity(&self) -> Option<(&'static str, Entity)> {
        self.rules.iter().find_map(|rule| match *rule {
            ArgumentRule::Known { select, none } => Some((select, none)),
            _ => None,
        })
    }

    /// The name of the result's type: "Result types are named like the roots; CreatePerson's
    /// `ApiResponseOfInt32`, UpdatePerson's and ConnectorError's `ApiResponseOfObject`."
    pub fn result_type(&self) -> &'static str {
        match self.contents {
            Contents::Changed { gives: ChangeResult::Int(_), .. } => "ApiResponseOfInt32",
            Contents::Changed { gives: ChangeResult::Nothing, .. } => "ApiResponseOfObject",
            Contents::One { .. } | Contents::Each(_) | Contents::Table(_) => self.root,
        }
    }
}

/// Returns the operation with this neutral name, for tests.
#[cfg(test)]
pub fn find(name: &str) -> &'static Operation {
    let mut known = OPERATIONS.iter().copied();
    known.find(|operation| operation.name == name).expect(name)
}
