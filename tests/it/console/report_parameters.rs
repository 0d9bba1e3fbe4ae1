//! Tests the list of reports and the form of their parameters.

use super::reports::site;
use super::{Browser, NAME, text_of};

#[test]
fn reports_for_programs_have_a_heading_after_the_others() {
    let site = site();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let page = browser.page("/console/reports");
    let (for_people, for_programs) = page.split_once("For other programs</h2>").expect("a heading");
    let names = |part: &str| {
        let links = part.split("href=\"/console/reports/").skip(1);
        links.map(|link| link.split('"').next().unwrap_or_default().to_owned()).collect::<Vec<_>>()
    };
    let for_people = names(for_people);
    assert_eq!(for_people[..2], ["GetAllBasicPersonInfo", "GetAllLearningPortfolioContent"]);
    let position = |name: &str| for_people.iter().position(|known| known == name);
    let order =
        ["AvailableCourses", "CompletedCourses", "GetHistoricAbsences", "GetClasses", "GetPersonAgenda", "GetCatalog"];
    assert!(order.map(position).is_sorted() && position("GetCatalog").is_some(), "{for_people:?}");
    let programs = ["GetPersonByServiceId", "GetPaginatedLearningPortfolioContent", "Changes", "DataFile"];
    assert_eq!(names(for_programs), programs);
    browser.language = "nl";
    assert!(text_of(&browser.page("/console/reports")).contains("Voor andere programma's"));
}
