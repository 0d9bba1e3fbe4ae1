//! GetPaginatedLearningPortfolioContent: totals, limits, pages past the end, flags, and that changes apply to the next page.

use super::handmade_cases::{add_portfolio, ana};
use super::reference_implementation::flags;
use super::{PAGINATED, all, page, serve};
use crate::support::{Dialect, Server};

const DEFAULT: super::Flags = flags(false, false);

#[track_caller]
fn refusal(server: &Server, size: &str, index: &str) -> String {
    let response = server.form(PAGINATED, &[("size", size), ("index", index)]);
    assert_eq!(response.status, 200);
    let answer = response.answer();
    assert_eq!(answer.name, "ApiResponseOfLearningPortfolioContentPaginated");
    answer.refused()
}

// "`size` 1 to 10000, `index` from 0": business rules, so the status is 200; the size is checked first
#[test]
fn sizes_and_indexes_out_of_range_are_refused() {
    let (_site, server) = serve(&ana());
    for size in ["0", "-1", "10001", "2147483647", "-2147483648"] {
        assert_eq!(refusal(&server, size, "0"), "size must be 1 to 10000.");
    }
    for index in ["-1", "-2147483648"] {
        assert_eq!(refusal(&server, "1", index), "index must be 0 or more.");
    }
    assert_eq!(refusal(&server, "0", "-1"), "size must be 1 to 10000.");
}

#[test]
fn missing_and_invalid_parameters_have_status_400() {
    let (_site, server) = serve(&ana());
    for (sent, text) in [
        (vec![("index", "0")], "Missing parameter: size."),
        (vec![("size", "5"), ("index", "")], "Missing parameter: index."),
        (vec![("size", "2147483648"), ("index", "0")], "Invalid value for parameter size: 2147483648."),
        (
            vec![("size", "5"), ("index", "0"), ("includeInactiveTrainings", "ja")],
            "Invalid value for parameter includeInactiveTrainings: ja.",
        ),
    ] {
        let response = server.form(PAGINATED, &sent);
        assert_eq!(response.status, 400, "{sent:?}");
        let error = response.answer().refused();
        assert!(error.starts_with(text), "{error}");
    }
}

// "A page past the end is empty with Success true"
#[test]
fn a_page_past_the_end_is_empty() {
    let mut organisation = ana();
    add_portfolio(&mut organisation);
    let (_site, server) = serve(&organisation);
    for (size, index, pages, rows) in
        [(4, 0, 1, 4), (4, 1, 1, 0), (3, 1, 2, 1), (10_000, 0, 1, 4), (10_000, 2_147_483_647, 1, 0)]
    {
        let (numbers, found) = page(&server, DEFAULT, size, index);
        assert_eq!(numbers, [4, size as i64, index as i64, pages]);
        assert_eq!(found.len(), rows);
    }
}

// "`TotalPages` = ceil(TotalItems / size)"
#[test]
fn an_empty_portfolio_has_0_pages() {
    let (_site, server) = serve(&ana());
    let (numbers, found) = page(&server, DEFAULT, 10, 0);
    assert_eq!((numbers, found.len()), ([0, 10, 0, 0], 0));
    assert!(all(&server, DEFAULT).is_empty());
}

#[test]
fn empty_flags_are_false_and_1_and_true_in_any_case_are_true() {
    let mut organisation = ana();
    add_portfolio(&mut organisation);
    let inactive = [("IsActive", "false")];
    super::handmade_cases::training(&mut organisation, "X5", "5", &inactive);
    super::handmade_cases::path(&mut organisation, "X", "X5", "Person", "Ana");
    let (_site, server) = serve(&organisation);
    for (sent, rows) in [("", 4), ("false", 4), ("0", 4), ("1", 5), ("TRUE", 5)] {
        let sent = [("includeInactiveTrainings", sent)];
        let contents = server.form(super::ALL, &sent).answer().ok();
        assert_eq!(contents.children.len(), rows, "{sent:?}");
    }
    assert_eq!(server.form(super::ALL, &[]).answer().ok().children.len(), 4);
}

#[test]
fn changes_of_function_and_contract_apply_to_the_next_page() {
    let mut organisation = ana();
    add_portfolio(&mut organisation);
    let functions = [("Id", "1"), ("Name", "Docent")];
    organisation.add("functions.csv", &functions);
    super::handmade_cases::training(&mut organisation, "C5", "5", &[]);
    super::handmade_cases::path(&mut organisation, "F", "C5", "Function", "Docent");
    let (_site, server) = serve(&organisation);
    let total = || {
        let ([total, ..], rows) = page(&server, DEFAULT, 100, 0);
        assert_eq!(rows.len() as i64, total);
        assert_eq!(rows, all(&server, DEFAULT));
        total
    };
    let update = |fields: &str| {
        let sent = format!("<servicePersonId>1</servicePersonId><personUpdate>{fields}</personUpdate>");
        let answer = server.soap(Dialect::Soap12, "UpdatePerson", &sent).answer();
        assert!(answer.success, "{answer:?}");
    };
    assert_eq!(total(), 4);
    update("<FunctionName>Docent</FunctionName>");
    assert_eq!(total(), 5);
    update("<ContractEndTime>2026-03-09T12:00:00</ContractEndTime>");
    assert_eq!(total(), 0);
    update("<ContractEndTime></ContractEndTime><FunctionName></FunctionName>");
    assert_eq!(total(), 4);
}
