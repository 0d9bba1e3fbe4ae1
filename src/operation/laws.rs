//! What must hold for every operation of the list. Above all that declaration and query agree: each
//! declared element is a column of its query, in order, and each parameter of a query is in scope.

use std::collections::HashSet;

use rusqlite::Connection;

use super::{Contents, Field, GrantedWith, Kind, OPERATIONS, Operation, int, int_parameter};
use crate::model::time::Clock;
use crate::store::{Open, open};

/// Where an operation's declaration and its query part.
fn drift(operation: &Operation, database: &Connection) -> Vec<String> {
    let (select, fields) = match &operation.contents {
        Contents::One { select, fields, .. } | Contents::Each { select, fields, .. } => {
            (*select, *fields)
        }
        Contents::Changed { .. } => return Vec::new(),
    };
    let statement = match database.prepare(select) {
        Ok(statement) => statement,
        Err(error) => return vec![format!("{}: {error}", operation.name)],
    };
    let declared: Vec<&str> = fields.iter().map(|field| field.name).collect();
    let columns = statement.column_names();
    let mut found = Vec::new();
    if declared != columns {
        found.push(format!(
            "{}: declared are {declared:?}, the query gives {columns:?}",
            operation.name
        ));
    }
    for index in 1..=statement.parameter_count() {
        let name = statement.parameter_name(index).unwrap_or("?");
        let in_scope = operation.request.iter().any(|parameter| {
            name.strip_prefix(':') == Some(parameter.name)
                && !matches!(parameter.kind, Kind::Record(_))
        });
        if !in_scope {
            found.push(format!("{}: no parameter gives {name}", operation.name));
        }
    }
    for parameter in operation.request {
        let name = format!(":{}", parameter.name);
        if !matches!(statement.parameter_index(&name), Ok(Some(_))) {
            found.push(format!("{}: the query does not use {name}", operation.name));
        }
    }
    found
}

fn database() -> (tempfile::TempDir, impl std::ops::Deref<Target = Connection>) {
    let folder = tempfile::tempdir().unwrap();
    let clock = Clock::new("Europe/Amsterdam", None).unwrap();
    let database = open(&folder.path().join("lms.sqlite"), &clock, Open::Create).unwrap();
    (folder, database)
}

#[test]
fn every_declaration_agrees_with_its_query() {
    let (_folder, database) = database();
    for operation in OPERATIONS {
        assert_eq!(drift(operation, &database), Vec::<String>::new());
    }
}

/// An operation like GetPersonByServiceId, with one side changed.
fn changed(select: &'static str, fields: &'static [Field], parameter: &'static str) -> Operation {
    Operation {
        name: "Changed",
        summary: "",
        granted_with: GrantedWith::Provisioning,
        request: Box::leak(Box::new([int_parameter(parameter)])),
        root: "ApiResponse",
        error_on_success: true,
        contents: Contents::One {
            select,
            fields,
            none: "",
            several: None,
        },
    }
}

#[test]
fn a_rename_on_one_side_only_is_found() {
    const FIELDS: &[Field] = &[int("Id"), int("ManagerId")];
    const SELECT: &str = "SELECT Id, ManagerId FROM api_person WHERE Id = :personId";
    let (_folder, database) = database();
    let found =
        |select, fields, parameter| drift(&changed(select, fields, parameter), &database).len();
    assert_eq!(found(SELECT, FIELDS, "personId"), 0);
    assert_eq!(
        found(
            "SELECT Id AS Ident, ManagerId FROM api_person WHERE Id = :personId",
            FIELDS,
            "personId"
        ),
        1
    );
    assert_eq!(
        found(SELECT, const { &[int("Id"), int("BossId")] }, "personId"),
        1
    );
    assert_eq!(
        found(SELECT, const { &[int("ManagerId"), int("Id")] }, "personId"),
        1
    );
    // the query's parameter is out of scope, and the request's is not used
    assert_eq!(found(SELECT, FIELDS, "servicePersonId"), 2);
    assert_eq!(
        found("SELECT Identity FROM api_person", FIELDS, "personId"),
        1
    );
}

#[test]
fn names_are_unique_and_say_something() {
    let names: HashSet<&str> = OPERATIONS.iter().map(|operation| operation.name).collect();
    assert_eq!(names.len(), OPERATIONS.len());
    for operation in OPERATIONS {
        assert!(
            operation.summary.ends_with('.'),
            "{}: {}",
            operation.name,
            operation.summary
        );
        assert!(
            operation.root.starts_with("ApiResponse"),
            "{}",
            operation.name
        );
        let parameters: HashSet<String> = operation
            .request
            .iter()
            .map(|parameter| parameter.name.to_ascii_lowercase())
            .chain(["username".to_owned(), "password".to_owned()])
            .collect();
        assert_eq!(
            parameters.len(),
            operation.request.len() + 2,
            "{}",
            operation.name
        );
    }
}

/// Answers go out as the rows are found: nothing is sorted first.
#[test]
fn no_answer_is_sorted_before_its_first_row() {
    let (_folder, database) = database();
    for operation in OPERATIONS {
        let Contents::Each { select, .. } = &operation.contents else {
            continue;
        };
        let mut plan = database
            .prepare(&format!("EXPLAIN QUERY PLAN {select}"))
            .unwrap();
        let steps: Vec<String> = plan
            .query_map([], |row| row.get("detail"))
            .unwrap()
            .collect::<Result<_, _>>()
            .unwrap();
        assert!(
            !steps.iter().any(|step| step.contains("TEMP B-TREE")),
            "{}: {steps:#?}",
            operation.name
        );
    }
}
