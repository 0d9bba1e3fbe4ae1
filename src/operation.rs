//! The declarations of operations.
//!
//! A declaration names the parameters, the root of the answer and the schema of its contents: the elements with their
//! order, kinds and queries. A parameter has the name of its SQL parameter. An element has the name of its column's
//! alias. Decoding, grants, answers and pages derive from declarations. Quotations are from the contract.

mod available_courses;
mod changes;
mod column_kind;
mod completed_courses;
pub mod computed_rows;
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
mod prelude;
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
use labels::DutchText;
use request::{Arguments, Parameter};
use response_schema::{ChangeResult, Contents, RowSource};
use rest::{Endpoint, Method, Segment};

/// Every operation, in the order in which the WSDL, `openapi.json` and pages list them.
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

/// The operation whose grant lets a refused change name the id of the conflicting person.
pub const PERSON_BY_ID: &Operation = &get_person_by_service_id::OPERATION;

/// Returns the operations that can be granted by name. Others need the grants of these operations, or none.
pub fn grantable() -> impl Iterator<Item = &'static Operation> {
    OPERATIONS.iter().copied().filter(|operation| matches!(operation.required_grants, RequiredGrants::OwnName))
}

pub fn xml_operations() -> impl Iterator<Item = &'static Operation> {
    OPERATIONS.iter().copied().filter(|operation| operation.in_xml)
}

pub struct Operation {
    /// The neutral name, in which `--brand` may replace the word `Service`.
    pub name: &'static str,
    pub rest: Endpoint,
    /// Whether SOAP and form calls can call the operation. All operations are available over REST.
    pub in_xml: bool,
    pub summary: &'static str,
    /// Empty for operations that only connectors call.
    pub dutch: DutchText,
    /// The word of `--grant` that includes the operation.
    pub granted_with: GrantedWith,
    pub required_grants: RequiredGrants,
    /// The operations among which the body chooses, if the REST address serves several. Otherwise empty.
    pub operations_by_field: &'static [OperationByField],
    /// The parameters except `username` and `password`, in the specification's order.
    pub request: &'static [Parameter],
    /// The root element of result documents in XML, such as `ApiResponseOfPerson`; empty without XML.
    pub root: &'static str,
    /// "On success `Error` is present and empty in the person, portfolio and provisioning shapes and absent in the
    /// others."
    pub has_empty_error_on_success: bool,
    /// "The agenda's flag is `Succes`, on failure too."
    pub success_element: &'static str,
    pub rules: &'static [ArgumentRule],
    /// The column by which the query sorts the rows, in ascending order; `None` if no column has this order.
    pub sorted_by: Option<&'static str>,
    /// Do only programs need the parameters or the rows, such as numbers of rows and positions in a list?
    pub is_for_programs: bool,
    pub contents: Contents,
}

/// The grants that a caller of an operation needs.
pub enum RequiredGrants {
    /// The grant of this operation, by its own name.
    OwnName,
    /// All of the grants of these other operations.
    OfOthers(&'static [&'static str]),
    /// The grant of the operation that answers the request, one of `operations_by_field`.
    OfOperationByField,
    NoGrant,
}

/// An operation that answers a request in place of another, because of the only field in the request's body.
pub struct OperationByField {
    pub field: &'static str,
    pub operation: &'static Operation,
    /// The parameter of `operation` that takes the value of the field.
    pub parameter: &'static str,
}

/// A rule over valid arguments. A call that breaks a rule is refused.
#[derive(Clone, Copy)]
pub enum ArgumentRule {
    /// An integer lies in this range, inclusive.
    IntegerRange { parameter: &'static str, min: i32, max: i32 },
    /// The date in `from` is not after the date in `till`: "`fromDate is later than toDate.` (`tillDate` for
    /// StartedCourses)".
    DateRange { from: &'static str, till: &'static str },
    /// A position is valid in this database. The rule is checked when the rows are opened.
    ValidPosition,
    /// The entity to which a list belongs exists: if the list is empty, this query must return a row.
    Exists { select: &'static str, entity: Entity },
}

impl ArgumentRule {
    /// Returns the refusal if the arguments break the rule. Rules over stored data are checked when the answer is made.
    pub fn refusal(&self, arguments: &Arguments) -> Option<Refusal> {
        match *self {
            ArgumentRule::IntegerRange { parameter, min, max } => {
                let is_outside = arguments.given_int(parameter).is_some_and(|given| !(min..=max).contains(&given));
                is_outside.then_some(Refusal::OutOfRange { parameter, min, max })
            }
            ArgumentRule::DateRange { from, till } => {
                // dates are texts in a form that sorts by time: 2026-03-09
                let dates = arguments.given_text(from).zip(arguments.given_text(till));
                let is_reversed = dates.is_some_and(|(first, last)| first > last);
                is_reversed.then_some(Refusal::Reversed { from, till })
            }
            ArgumentRule::ValidPosition | ArgumentRule::Exists { .. } => None,
        }
    }

    /// Returns the problem with which REST answers a call that breaks the rule.
    pub fn problem(&self) -> Problem {
        match self {
            ArgumentRule::IntegerRange { .. } => Problem::BadRequest,
            ArgumentRule::DateRange { .. } => Problem::Refused,
            ArgumentRule::ValidPosition => Problem::Gone,
            ArgumentRule::Exists { .. } => Problem::NotFound,
        }
    }
}

/// The word of `--grant` that grants several operations at once. `all` grants every operation except those with `Name`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GrantedWith {
    /// `provisioning`: CreatePerson, UpdatePerson and the four person look-ups.
    Provisioning,
    /// `reports`: the other retrievals of the specification.
    Reports,
    /// No word but `all`: retrievals of all data.
    All,
    /// No word: the operation is granted by its name alone.
    Name,
}

impl Operation {
    /// Declares an operation that returns a report over XML and REST. The other constructors change its defaults.
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
            dutch: DutchText::NONE,
            granted_with: GrantedWith::Reports,
            required_grants: RequiredGrants::OwnName,
            operations_by_field: &[],
            request: &[],
            root,
            has_empty_error_on_success: false,
            success_element: "Success",
            rules: &[],
            sorted_by: None,
            is_for_programs: false,
            contents,
        }
    }

    /// Declares an operation that only REST has. It is granted by its own name or with `all`.
    const fn over_rest(name: &'static str, rest: Endpoint, summary: &'static str, contents: Contents) -> Self {
        Self { in_xml: false, granted_with: GrantedWith::All, ..Self::report(name, rest, summary, "", contents) }
    }

    /// Declares an operation over persons, which is granted with `provisioning`.
    const fn provisioning(
        name: &'static str,
        rest: Endpoint,
        summary: &'static str,
        root: &'static str,
        contents: Contents,
    ) -> Self {
        Self {
            granted_with: GrantedWith::Provisioning,
            has_empty_error_on_success: true,
            ..Self::report(name, rest, summary, root, contents)
        }
    }

    const fn sorted_by(mut self, column: &'static str) -> Self {
        self.sorted_by = Some(column);
        self
    }

    const fn dutch(mut self, label: &'static str, description: &'static str) -> Self {
        self.dutch = DutchText { label, description };
        self
    }

    /// Returns whether a parameter is a record, which only SOAP (the contract's style A) and REST can send. Operations
    /// with such a parameter "always answer in an envelope".
    pub fn has_record_parameter(&self) -> bool {
        self.request.iter().any(|parameter| parameter.record_kind().is_some())
    }

    /// Empty for an operation that chooses another by its body: the grant of the chosen operation is checked.
    pub fn required_grant_names(&self) -> &[&'static str] {
        match &self.required_grants {
            RequiredGrants::OwnName => std::slice::from_ref(&self.name),
            RequiredGrants::OfOthers(names) => names,
            RequiredGrants::OfOperationByField | RequiredGrants::NoGrant => &[],
        }
    }

    /// Returns whether a success answers with one person. Over REST, such an answer has an entity tag.
    pub fn has_person_answer(&self) -> bool {
        matches!(self.contents, Contents::One { structure: "ApiPerson", .. })
    }

    /// Returns whether the operation changes one person. Only such changes can have conditions, such as If-Match.
    pub fn can_have_conditions(&self) -> bool {
        matches!(self.rest.method, Method::Patch | Method::Put)
    }

    /// Returns whether the answer depends on the caller's credential, so that the arguments must contain the caller.
    pub fn depends_on_caller(&self) -> bool {
        // Me, which needs no grant, describes the credential; other credentials cannot see the import jobs of one
        matches!(self.required_grants, RequiredGrants::NoGrant | RequiredGrants::OfOthers(["Import"]))
    }

    /// Returns whether the request names the table, and so the columns of the answer.
    pub fn selects_columns(&self) -> bool {
        matches!(self.contents.rows(), Some(RowSource::RequestedTable))
    }

    pub fn is_read(&self) -> bool {
        !matches!(self.contents, Contents::Changed { .. })
    }

    /// Returns a refusal for each broken rule, except rules over stored data.
    pub fn refusals(&self, arguments: &Arguments) -> Vec<Refusal> {
        self.rules.iter().filter_map(|rule| rule.refusal(arguments)).collect()
    }

    pub fn parameter_location(&self, parameter: &str) -> ParameterLocation {
        let mut segments = self.rest.segments();
        if segments.any(|segment| matches!(segment, Segment::Parameter(name) if name == parameter)) {
            ParameterLocation::Path
        } else if self.rest.has_query() {
            ParameterLocation::Query
        } else {
            ParameterLocation::Body
        }
    }

    /// Returns a query for the entity (such as a person) that must exist for this operation, and the entity's kind.
    pub fn required_entity(&self) -> Option<(&'static str, Entity)> {
        self.rules.iter().find_map(|rule| match *rule {
            ArgumentRule::Exists { select, entity } => Some((select, entity)),
            _ => None,
        })
    }

    /// Returns the name of the result's type: "Result types are named like the roots; CreatePerson's
    /// `ApiResponseOfInt32`, UpdatePerson's and ConnectorError's `ApiResponseOfObject`."
    pub fn result_type(&self) -> &'static str {
        match self.contents {
            Contents::Changed { result: ChangeResult::Int(_), .. } => "ApiResponseOfInt32",
            Contents::Changed { result: ChangeResult::Nothing, .. } => "ApiResponseOfObject",
            Contents::One { .. } | Contents::List(_) | Contents::Table(_) => self.root,
        }
    }
}

#[cfg(test)]
pub fn find(name: &str) -> &'static Operation {
    let mut known = OPERATIONS.iter().copied();
    known.find(|operation| operation.name == name).expect(name)
}
