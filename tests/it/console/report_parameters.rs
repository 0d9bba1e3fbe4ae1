//! Tests the list of reports and the form of their parameters.

use super::reports::{column, site};
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

#[test]
fn a_report_without_parameters_shows_the_current_year() {
    let site = site();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    for (report, [from, till], path) in [
        ("CompletedCourses", ["fromDate", "toDate"], "completed-courses"),
        ("StartedCourses", ["fromDate", "tillDate"], "started-courses"),
        ("GetClassesFilteredByDate", ["fromDate", "toDate"], "classes/by-date"),
    ] {
        let page = browser.page(&format!("/console/reports/{report}"));
        let period = format!("{from}=2026-01-01&{till}=2026-12-31");
        assert!(page.contains(&format!("name=\"{from}\" type=\"date\" value=\"2026-01-01\"")), "{page}");
        assert!(text_of(&page).contains(&format!("/api/v1/{path}?{period}")), "{}", text_of(&page));
        let is_optional = "&includeArchived=false";
        let chosen = browser.page(
            &format!("/console/reports/{report}?{period}{is_optional}")
                .replace(if report == "GetClassesFilteredByDate" { "" } else { is_optional }, ""),
        );
        let rows = |page: &str| page.matches("<tr>").count();
        assert!(rows(&page) > 1 && rows(&page) == rows(&chosen), "{report}: {page}");
        // a file has the rows of the page
        assert!(page.contains(&format!("?{}", period.replace('&', "&#38;"))), "{page}");
        // the other date could be on the wrong side
        let page = text_of(&browser.page(&format!("/console/reports/{report}?{from}=2030-01-01")));
        assert!(page.contains("First fill in: To date. Then choose Show."), "{page}");
    }
    let classes = column(&browser.page("/console/reports/GetClasses"), "Is archived");
    assert!(!classes.is_empty() && classes.iter().all(|word| word == "no"), "{classes:?}");
}

#[test]
fn types_of_trainings_have_names() {
    let site = site();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    for (language, names) in [("en", ["course", "course block"]), ("nl", ["opleiding", "opleidingsblok"])] {
        browser.language = language;
        let page = browser.page("/console/reports/GetClassesFilteredByTraining");
        for (word, name) in ["Learning", "Longterm"].into_iter().zip(names) {
            let option = page.split(&format!("<option value=\"{word}\"")).nth(1).expect("the option");
            assert!(option.split("</option>").next().is_some_and(|text| text.ends_with(&format!(">{name}"))), "{page}");
        }
        assert!(!text_of(&page).contains("Learning"), "{page}");
    }
}

#[test]
fn the_introduction_mentions_hidden_columns() {
    let site = site();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    for (language, sentence) in
        [("en", "More columns are behind Columns."), ("nl", "Meer kolommen staan onder Kolommen.")]
    {
        browser.language = language;
        assert!(text_of(&browser.page("/console/reports/GetClasses")).contains(sentence), "{language}");
        // a report with all its columns, and a form without a table
        for report in ["Changes?since=0", "GetClass"] {
            assert!(!text_of(&browser.page(&format!("/console/reports/{report}"))).contains(sentence), "{report}");
        }
    }
}

#[test]
fn a_wrong_address_links_to_the_page_without_filters() {
    let site = site();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    for (path, language, text, link) in [
        ("reports/GetClasses?in.Wine=red", "en", "This address does not work in.Wine is not a filter", "Open Classes"),
        ("reports/GetClasses?in.Wine=red", "nl", "Dit adres werkt niet in.Wine is geen filter", "Klassen openen"),
        ("data/persons?Wine=red", "en", "This address does not work Wine is not a filter", "Open Persons"),
    ] {
        browser.language = language;
        let refused = browser.get(&format!("/console/{path}"));
        assert_eq!(refused.status, 400, "{path}");
        let page = refused.text();
        assert!(text_of(page).contains(text) && page.contains(&format!("<a href=\"?\">{link}")), "{page}");
    }
}

#[test]
fn fields_are_named_after_the_row_to_choose_and_explain_what_to_type() {
    let site = site();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    for (report, english, dutch) in [
        ("GetPersonAgenda", "Person", "Persoon"),
        ("GetPersonByExternalId", "Person", "Persoon"),
        ("GetPersonByServiceId", "Person", "Persoon"),
        ("GetClass", "Class", "Klas"),
        ("GetClassesFilteredByTraining", "Training", "Training"),
    ] {
        for (language, label, sentences) in [
            ("en", english, ["First fill in: {}. Then choose Show.", "Type part of the name"]),
            ("nl", dutch, ["Vul eerst in: {}. Kies daarna Tonen.", "Typ een deel van"]),
        ] {
            browser.language = language;
            let page = browser.page(&format!("/console/reports/{report}"));
            let hints = page.matches("class=\"hint\"").count();
            let [first, hint] = sentences.map(|sentence| sentence.replace("{}", label));
            let text = text_of(&page);
            assert!(text.contains(&first) && text.contains(&format!("{label} * {hint}")), "{report}: {text}");
            assert!(page.contains("data-suggests=") && hints <= 3, "{report}: {text}");
        }
    }
    browser.language = "en";
    let page = text_of(&browser.page("/console/reports/GetPaginatedLearningPortfolioContent"));
    assert!(page.contains("First fill in: Rows per page, Page number. Then choose Show."), "{page}");
}

#[test]
fn the_last_date_of_a_period_includes_the_day_unless_it_has_a_time() {
    let site = site();
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    for report in ["CompletedCourses", "StartedCourses", "GetClassesFilteredByDate"] {
        let page = text_of(&browser.page(&format!("/console/reports/{report}")));
        assert!(page.contains("To date * This whole day is included."), "{report}: {page}");
    }
    let query = "fromDate=2026-01-05&toDate=2026-02-05T12:30&includeArchived=false";
    let page = text_of(&browser.page(&format!("/console/reports/GetClassesFilteredByDate?{query}")));
    assert!(page.contains("To date * Up to and including this moment."), "{page}");
}
