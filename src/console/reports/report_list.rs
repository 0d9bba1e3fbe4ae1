//! The list of reports: those for people, and those that mainly other programs use.

use super::report_operations;
use crate::console::components::{Table, TableCell};
use crate::console::{PageContent, PageContext};
use crate::operation::Operation;

/// The reports that an HR officer uses most, the most used first. Other reports follow.
const MOST_USED: &[&str] = &[
    "GetAllBasicPersonInfo",
    "GetAllLearningPortfolioContent",
    "AvailableCourses",
    "CompletedCourses",
    "StartedCourses",
    "GetHistoricAbsences",
    "GetClassesFilteredByDate",
    "GetClassesFilteredByTraining",
    "GetClasses",
    "GetClass",
    "GetPersonAgenda",
    "GetCatalog",
];

pub fn report_list_page(context: &PageContext) -> PageContent {
    let words = context.words;
    let (for_programs, mut for_people): (Vec<_>, Vec<_>) =
        report_operations().partition(|operation| operation.is_for_programs);
    let rank = |name: &str| MOST_USED.iter().position(|known| *known == name).unwrap_or(MOST_USED.len());
    // the sort is stable: all other reports keep their order
    for_people.sort_by_key(|operation| rank(operation.name));
    let mut content = PageContent::new(words.reports);
    content.add_note(words.reports_intro);
    add_table(context, words.reports, for_people, &mut content);
    content.add_heading(words.for_other_programs);
    add_table(context, words.for_other_programs, for_programs, &mut content);
    content
}

fn add_table(context: &PageContext, caption: &str, operations: Vec<&'static Operation>, content: &mut PageContent) {
    let (words, brand) = (context.words, &context.console.service.brand);
    let row = |operation: &'static Operation| {
        let address = context.address(&format!("reports/{}", brand.branded_name(operation.name)));
        vec![
            TableCell::text(operation.label(context.language, brand)).link_to(address),
            TableCell::text(operation.description(context.language)),
        ]
    };
    let rows = operations.into_iter().map(row).collect();
    content.add(&Table::new(caption, [words.report, words.contents], rows, words.nothing_found));
}
