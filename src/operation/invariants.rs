//! Tests of every operation. Most tests compare declarations with queries: each declared element is a column, in order,
//! and each parameter of a query is a parameter of the request. Long, because the tests share functions.

mod descriptions;

use std::collections::HashSet;

use rusqlite::{Connection, Statement};

use super::request::{Parameter, int_parameter};
use super::response_schema::*;
use super::rest::{Segment, post};
use super::{OPERATIONS, Operation};
use crate::model::time::Clock;
use crate::store::{OpenMode, open};

/// Returns the differences between the declared parameters and columns of an operation and those of its queries.
fn find_differences(operation: &Operation, database: &Connection) -> Vec<String> {
    let mut queries = declared_queries(operation);
    if let Some((select, _)) = operation.required_entity() {
        // only the existence of a row counts: the columns cannot differ from the declaration
        let names = |query: Statement| query.column_names().into_iter().map(str::to_owned).collect();
        let columns = database.prepare(select).map(names).unwrap_or_default();
        queries.push(DeclaredQuery { select: select.to_owned(), columns, is_lookup: false });
    }
    let mut used = HashSet::new();
    let mut differences: Vec<String> =
        queries.iter().flat_map(|query| query_differences(operation, query, database, &mut used)).collect();
    if queries.iter().any(|query| !query.is_lookup) {
        let unused = operation.request.iter().filter(|parameter| !used.contains(parameter.name));
        differences.extend(unused.map(|parameter| format!("no query uses :{}", parameter.name)));
    }
    differences.iter().map(|difference| format!("{}: {difference}", operation.name)).collect()
}

struct DeclaredQuery {
    select: String,
    columns: Vec<String>,
    /// Whether it is a lookup, with the parameter `:key`.
    is_lookup: bool,
}

/// Adds the queries of rows with these fields, of their nested lists and of their lookups. `parent` is the name of
/// the column with the parent's key; empty if the rows are not nested.
fn collect_queries(rows: &RowSource, fields: &[Field], parent: &[&str], queries: &mut Vec<DeclaredQuery>) {
    let mut columns: Vec<String> = parent.iter().map(|name| (*name).to_owned()).collect();
    if is_parent(fields) {
        columns.push("key".to_owned());
    }
    columns.extend(embedded_list_names(fields).into_iter().map(str::to_owned));
    add_columns(fields, "", &mut columns);
    add_query(rows, columns, queries);
    collect_nested_queries(fields, queries);
    collect_lookup_queries(&fields.iter().collect::<Vec<_>>(), FIRST_LOOKUP, queries);
}

fn add_query(rows: &RowSource, columns: Vec<String>, queries: &mut Vec<DeclaredQuery>) {
    queries.extend(rows.select().map(|select| DeclaredQuery {
        select: select.into_owned(),
        columns,
        is_lookup: false,
    }));
}

/// Adds the queries of the lists among these fields. Looks into objects too, which have no query of their own.
fn collect_nested_queries(fields: &[Field], queries: &mut Vec<DeclaredQuery>) {
    for field in fields {
        match field.value {
            FieldValue::List(list) => collect_list_queries(list, ListLevel::Nested, queries),
            FieldValue::Object(object_fields) => collect_nested_queries(object_fields, queries),
            _ => {}
        }
    }
}

/// Adds the queries of the lookups of these fields, beginning with the first or the second.
fn collect_lookup_queries(fields: &[&Field], lookup_depth: usize, queries: &mut Vec<DeclaredQuery>) {
    for lookup in lookups(fields, lookup_depth) {
        let has_lookup = |field: &&&Field| field.has_lookup_at(lookup_depth, lookup);
        let lookup_fields: Vec<&Field> = fields.iter().filter(has_lookup).copied().collect();
        let nested_lookups = lookups(&lookup_fields, lookup_depth + 1);
        let own_fields = lookup_fields.iter().filter(|field| field.lookup_at(lookup_depth + 1).is_none());
        let columns = nested_lookups.iter().map(|nested| nested.key).chain(own_fields.map(|field| field.name));
        queries.push(DeclaredQuery {
            select: lookup.select.text().into_owned(),
            columns: columns.map(str::to_owned).collect(),
            is_lookup: true,
        });
        collect_lookup_queries(&lookup_fields, lookup_depth + 1, queries);
    }
}

enum ListLevel {
    Outermost,
    /// In the rows of another list, whose key is in the column `parent` of this list's query.
    Nested,
}

fn collect_list_queries(list: &ListSchema, level: ListLevel, queries: &mut Vec<DeclaredQuery>) {
    let parent: &[&str] = match level {
        ListLevel::Outermost => &[],
        ListLevel::Nested => &["parent"],
    };
    match list.item {
        ListItem::Fields(fields) => collect_queries(&list.rows, fields, parent, queries),
        ListItem::Value(_) => {
            let columns = parent.iter().chain([&list.element]).map(|name| (*name).to_owned()).collect();
            add_query(&list.rows, columns, queries);
        }
    }
}

/// Adds the columns of these fields: first the keys of lookups, then values. `prefix` is a path such as `Location.`.
fn add_columns(fields: &[Field], prefix: &str, columns: &mut Vec<String>) {
    let keys =
        lookups(&fields.iter().collect::<Vec<_>>(), FIRST_LOOKUP).into_iter().map(|lookup| lookup.key.to_owned());
    columns.extend(keys);
    for field in fields.iter().filter(|field| field.lookup.is_none()) {
        match field.value {
            FieldValue::List(_) | FieldValue::EmptyList => {}
            FieldValue::Object(fields) => add_columns(fields, &format!("{prefix}{}.", field.name), columns),
            _ => columns.push(format!("{prefix}{}", field.name)),
        }
    }
}

/// Finds other columns and parameters than declared. Adds the request's parameters that the query uses to `used`.
fn query_differences(
    operation: &Operation,
    query: &DeclaredQuery,
    database: &Connection,
    used: &mut HashSet<&'static str>,
) -> Vec<String> {
    let statement = match database.prepare(&query.select) {
        Ok(statement) => statement,
        Err(error) => return vec![error.to_string()],
    };
    let mut differences = Vec::new();
    let columns = statement.column_names();
    if query.columns != columns {
        differences.push(format!("declared are {:?}, the query gives {columns:?}", query.columns));
    }
    for index in 1..=statement.parameter_count() {
        let name = statement.parameter_name(index).unwrap_or("?");
        // the service sets these two itself: the key of the looked-up row, and the credential of the caller
        let is_lookup_key = query.is_lookup && name == ":key";
        let is_caller = operation.depends_on_caller() && name == ":caller";
        if is_lookup_key || is_caller {
            continue;
        }
        // a record, such as the fields of a new person, has many values and cannot be the value of an SQL parameter
        let is_single_value = |parameter: &&Parameter| parameter.record_kind().is_none();
        let mut single_values = operation.request.iter().filter(is_single_value);
        match single_values.find(|parameter| name.strip_prefix(':') == Some(parameter.name)) {
            Some(parameter) => drop(used.insert(parameter.name)),
            None => differences.push(format!("no parameter gives {name}")),
        }
    }
    differences
}

fn create_database() -> (tempfile::TempDir, impl std::ops::Deref<Target = Connection>) {
    let folder = tempfile::tempdir().unwrap();
    let clock = Clock::new("Europe/Amsterdam", None).unwrap();
    let database = open(&folder.path().join("lms.sqlite"), &clock, OpenMode::Create).unwrap();
    (folder, database)
}

#[test]
fn every_declaration_agrees_with_its_query() {
    let (_folder, database) = create_database();
    for operation in OPERATIONS {
        assert_eq!(find_differences(operation, &database), Vec::<String>::new());
    }
}

fn example_operation(select: &'static str, fields: &'static [Field], parameter: &'static str) -> Operation {
    let contents = Contents::one("Changed", query(select), fields, None);
    Operation {
        request: Box::leak(Box::new([int_parameter(parameter)])),
        ..Operation::provisioning("Changed", post("/changed"), "", "ApiResponse", contents)
    }
}

#[test]
fn differences_of_queries_and_fields_are_found() {
    const FIELDS: &[Field] = &[int("Id"), int("ManagerId")];
    const SELECT: &str = "SELECT Id, ManagerId FROM api_person WHERE Id = :personId";
    let (_folder, database) = create_database();
    let count_differences =
        |select, fields, parameter| find_differences(&example_operation(select, fields, parameter), &database).len();
    assert_eq!(count_differences(SELECT, FIELDS, "personId"), 0);
    assert_eq!(
        count_differences("SELECT Id AS Ident, ManagerId FROM api_person WHERE Id = :personId", FIELDS, "personId"),
        1
    );
    assert_eq!(count_differences(SELECT, const { &[int("Id"), int("BossId")] }, "personId"), 1);
    assert_eq!(count_differences(SELECT, const { &[int("ManagerId"), int("Id")] }, "personId"), 1);
    // the query's `personId` is not in the request, and the request's `servicePersonId` is not in the query
    assert_eq!(count_differences(SELECT, FIELDS, "servicePersonId"), 2);
    // `api_person` has no column `Identity`, and the parameter `personId` is unused
    assert_eq!(count_differences("SELECT Identity FROM api_person", FIELDS, "personId"), 2);
}

#[test]
fn names_and_summaries_are_valid() {
    let names: HashSet<&str> = OPERATIONS.iter().map(|operation| operation.name).collect();
    assert_eq!(names.len(), OPERATIONS.len());
    for operation in OPERATIONS {
        assert!(operation.summary.ends_with('.'), "{}: {}", operation.name, operation.summary);
        // operations over REST alone have no root
        assert!(operation.root.starts_with("ApiResponse") == operation.in_xml, "{}", operation.name);
        let distinct_parameters: HashSet<String> = operation
            .request
            .iter()
            .map(|parameter| parameter.name.to_ascii_lowercase())
            .chain(["username".to_owned(), "password".to_owned()])
            .collect();
        assert_eq!(distinct_parameters.len(), operation.request.len() + 2, "{}", operation.name);
    }
}

/// Returns the steps of SQLite's query plan, the outermost table first.
fn plan_steps(select: &str, database: &Connection) -> Vec<String> {
    let mut statement = database.prepare(&format!("EXPLAIN QUERY PLAN {select}")).unwrap();
    statement.raw_query().mapped(|row| row.get("detail")).collect::<Result<_, _>>().unwrap()
}

/// Returns the steps of the plan, without those of subqueries that run for each row.
fn outer_plan_steps(select: &str, database: &Connection) -> Vec<String> {
    let mut plan = database.prepare(&format!("EXPLAIN QUERY PLAN {select}")).unwrap();
    let mut rows = plan.raw_query();
    let mut correlated = HashSet::new();
    let mut steps = Vec::new();
    while let Some(row) = rows.next().unwrap() {
        let (id, parent): (i64, i64) = (row.get("id").unwrap(), row.get("parent").unwrap());
        let detail: String = row.get("detail").unwrap();
        if correlated.contains(&parent) || detail.starts_with("CORRELATED") {
            correlated.insert(id);
        } else {
            steps.push(detail);
        }
    }
    steps
}

fn declared_queries(operation: &Operation) -> Vec<DeclaredQuery> {
    let mut queries = Vec::new();
    match &operation.contents {
        Contents::One { rows, fields, .. } => collect_queries(rows, fields, &[], &mut queries),
        Contents::List(list) | Contents::Table(list) => collect_list_queries(list, ListLevel::Outermost, &mut queries),
        Contents::Changed { .. } => {}
    }
    queries
}

fn row_queries(operation: &Operation) -> Vec<DeclaredQuery> {
    declared_queries(operation).into_iter().filter(|query| !query.is_lookup).collect()
}

/// Queries of lists find their rows in order, so that an answer begins before all rows are found.
#[test]
fn queries_of_lists_do_not_sort() {
    let (_folder, database) = create_database();
    // GetPersonAgenda sorts the few contact moments of one person, which come from several classes
    let lists = OPERATIONS.iter().filter(|operation| {
        matches!(operation.contents, Contents::List(_) | Contents::Table(_)) && operation.name != "GetPersonAgenda"
    });
    for operation in lists {
        for query in row_queries(operation) {
            let plan = outer_plan_steps(&query.select, &database);
            // `FOR LAST n TERMS`: the rows are found in order, and SQLite sorts only those with equal first terms
            let sorts = |step: &String| step.contains("TEMP B-TREE") && !step.starts_with("USE TEMP B-TREE FOR LAST ");
            assert!(!plan.iter().any(sorts), "{}: {plan:#?}", operation.name);
        }
    }
}

/// The step that reads the index of anonymised persons. It runs only once.
const ANONYMISED_PERSONS_STEP: &str = "SCAN person USING INDEX person_anonymised";

/// Lists and nested lists are read side by side: each query scans one table in the order of the answer and finds the
/// rest by index. Nothing is scanned, filtered or materialized per row.
#[test]
fn no_query_scans_a_table_for_each_row() {
    let (_folder, database) = create_database();
    let lists = OPERATIONS.iter().map(|operation| (operation.name, row_queries(operation)));
    for (operation, queries) in lists {
        for query in queries {
            let plan = plan_steps(&query.select, &database);
            let is_scan = |step: &String| {
                ["SCAN ", "MATERIALIZE", "CO-ROUTINE", "AUTOMATIC"]
                    .iter()
                    .any(|word| step.contains(word) && step != ANONYMISED_PERSONS_STEP)
                    // a subquery that assembles a text for one row
                    && !step.contains("(subquery-")
                    // the items of an array in one row
                    && !step.contains("VIRTUAL TABLE")
            };
            // the first step scans the one table
            assert!(!plan.iter().skip(1).any(is_scan), "{operation}: {plan:#?}");
        }
    }
}

/// "A range that selects little reads little": an index on the date finds the rows of a period. Keys find the rows of
/// other tables.
#[test]
fn a_period_is_found_by_its_dates() {
    let (_folder, database) = create_database();
    for (name, condition) in [
        ("CompletedCourses", "(finished_at>? AND finished_at<?)"),
        ("StartedCourses", "(enrolled_at>? AND enrolled_at<?)"),
    ] {
        let operation = super::find(name);
        let Contents::Table(table) = &operation.contents else {
            panic!("{name} is a table");
        };
        let plan = outer_plan_steps(&table.rows.select().unwrap(), &database);
        let is_by_date = |step: &String| step.contains(&format!("USING PRIMARY KEY {condition}"));
        assert!(plan.iter().any(is_by_date), "{name}: {plan:#?}");
        assert!(!plan.iter().any(|step| step.contains("TEMP B-TREE")), "{name}: {plan:#?}");
        let mut scans = plan.iter().filter(|step| step.starts_with("SCAN"));
        assert!(scans.all(|step| step == ANONYMISED_PERSONS_STEP), "{name}: {plan:#?}");
    }
}

/// "Parameters keep their names …; those in braces stand in the path", and no two operations share an address.
#[test]
fn no_two_operations_share_an_address() {
    let mut addresses = HashSet::new();
    for operation in OPERATIONS {
        let mut address = vec![format!("{:?}", operation.rest.method)];
        for segment in operation.rest.segments() {
            address.push(match segment {
                Segment::Literal(text) => text.to_owned(),
                Segment::Parameter(name) => {
                    let mut declared = operation.request.iter();
                    assert!(declared.any(|parameter| parameter.name == name), "{}", operation.name);
                    "{}".to_owned()
                }
            });
        }
        assert!(addresses.insert(address), "{}", operation.name);
    }
}
