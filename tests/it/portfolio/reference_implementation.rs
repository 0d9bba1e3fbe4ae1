//! A simple, slow implementation of the learning portfolio. It follows contract §4 sentence by sentence, reads the cells of
//! data files, and shares no code with the service. It records the branches of the rules that each row takes.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::random_organisation::{Organisation, Row};

/// The flags of a request.
#[derive(Debug, Clone, Copy)]
pub struct Flags {
    pub not_in_portfolio: bool,
    pub inactive: bool,
}

pub const ALL_FLAGS: [Flags; 4] = [flags(false, false), flags(true, false), flags(false, true), flags(true, true)];

pub const fn flags(not_in_portfolio: bool, inactive: bool) -> Flags {
    Flags { not_in_portfolio, inactive }
}

/// An expected row of the response.
pub struct ExpectedRow {
    pub person: String,
    pub training: String,
    /// In order, without absent elements.
    pub elements: Vec<(&'static str, String)>,
    pub branches: BTreeSet<&'static str>,
}

/// All branches that a row can take.
pub const BRANCHES: &[&str] = &[
    "an enrolment counts",
    "an enrolment counts though an earlier one is cancelled",
    "an enrolment does not count because the latest is cancelled",
    "an enrolment counts beside a cancelled one of another class",
    "an enrolment without class counts",
    "an enrolment on the waiting list counts",
    "an enrolment in state 0 counts",
    "an enrolment in state 1 counts",
    "a path of the person alone",
    "a path of the function",
    "a path of the own division",
    "a path of a division above",
    "a path of the group",
    "a path chosen as theme",
    "a trainer",
    "in the portfolio for several reasons",
    "not in the portfolio",
    "completed and in the portfolio",
    "inactive",
    "manually added",
    "added from the catalog, but that enrolment does not count",
    "never started",
    "started by progress",
    "started by a result",
    "started by a result that is not the latest",
    "several results",
    "valid without limit",
    "valid by the training's months",
    "no threshold",
    "threshold met",
    "threshold not met: no result",
    "threshold not met: expired",
    "an inactive threshold is ignored",
    "dimmed",
    "dimmed, but started",
    "status 1",
    "status 2",
    "status 3",
    "status 3 though it expired",
    "status 4",
    "status 5",
    "status 6",
    "valid until now",
    "valid until three months ahead",
    "valid until a second later than that",
    "started at the moment of the finish, and expired",
    "step: finished beyond the portfolio",
    "step: in the portfolio and not finished",
    "step: an inactive training is not counted",
    "a manager who is anonymised",
    "a manager who is dismissed",
    "no manager",
    "a contract that ends later",
    "a block",
    "mandatory",
];

/// Returns the expected rows, in order.
pub fn rows(organisation: &Organisation, flags: Flags) -> Vec<ExpectedRow> {
    let rules = Rules::new(organisation);
    let mut rows = Vec::new();
    for person in rules.employed() {
        for training in &rules.trainings {
            if let Some(row) = rules.row(person, *training, flags) {
                rows.push(row);
            }
        }
    }
    rows
}

/// Indexes over the rows of all files, and methods for the rules.
struct Rules<'a> {
    now: String,
    soon: String,
    persons: Vec<Row<'a>>,
    by_identifier: HashMap<&'a str, Row<'a>>,
    steps: HashMap<&'a str, Row<'a>>,
    trainings: Vec<Row<'a>>,
    by_code: HashMap<&'a str, Row<'a>>,
    parents: HashMap<&'a str, &'a str>,
    thresholds: HashMap<&'a str, Vec<&'a str>>,
    /// By person and training.
    enrollments: HashMap<(&'a str, &'a str), Vec<Row<'a>>>,
    progress: HashMap<(&'a str, &'a str), Vec<Row<'a>>>,
    results: HashMap<(&'a str, &'a str), Vec<Row<'a>>>,
    dimmings: HashMap<(&'a str, &'a str), Vec<Row<'a>>>,
    trainers: BTreeSet<(&'a str, &'a str)>,
    members: BTreeSet<(&'a str, &'a str)>,
    /// By training: type and value of the links of its learning paths.
    links: HashMap<&'a str, Vec<(&'a str, &'a str)>>,
}

fn by_person_and_training<'a>(rows: impl Iterator<Item = Row<'a>>) -> HashMap<(&'a str, &'a str), Vec<Row<'a>>> {
    let mut found: HashMap<_, Vec<_>> = HashMap::new();
    for row in rows {
        let key = (row.get("PersonExternalIdentifier"), row.get("TrainingCode"));
        found.entry(key).or_default().push(row);
    }
    found
}

impl<'a> Rules<'a> {
    fn new(organisation: &'a Organisation) -> Rules<'a> {
        let steps: HashMap<_, _> = organisation.rows("steps.csv").map(|row| (row.get("Title"), row)).collect();
        let mut persons: Vec<_> = organisation.rows("persons.csv").collect();
        persons.sort_by_key(|person| person.int("Id"));
        let mut trainings: Vec<_> = organisation.rows("trainings.csv").collect();
        // "step order, step id, type (`Learning` first), training id"
        trainings.sort_by_key(|training| {
            let step = &steps[training.get("StepTitle")];
            let block = training.get("Type") == "Longterm";
            (step.int("Order"), step.int("Id"), block, training.int("Id"))
        });
        let mut thresholds: HashMap<_, Vec<_>> = HashMap::new();
        for row in organisation.rows("training_thresholds.csv") {
            thresholds.entry(row.get("TrainingCode")).or_default().push(row.get("RequiredTrainingCode"));
        }
        let mut links: HashMap<_, Vec<_>> = HashMap::new();
        for training in organisation.rows("learning_path_trainings.csv") {
            for link in organisation.rows("learning_path_links.csv") {
                if link.get("LearningPathTitle") == training.get("LearningPathTitle") {
                    let links_of_training = links.entry(training.get("TrainingCode")).or_default();
                    links_of_training.push((link.get("LinkType"), link.get("LinkValue")));
                }
            }
        }
        Rules {
            now: organisation.now.clone(),
            // "now + 3 calendar months (clamped to the month's end)"
            soon: months_after(&organisation.now, 3),
            by_identifier: persons.iter().map(|person| (person.get("ExternalIdentifier"), *person)).collect(),
            persons,
            by_code: trainings.iter().map(|training| (training.get("Code"), *training)).collect(),
            trainings,
            steps,
            parents: organisation.rows("divisions.csv").map(|row| (row.get("Name"), row.get("ParentName"))).collect(),
            thresholds,
            enrollments: by_person_and_training(organisation.rows("enrollments.csv")),
            progress: by_person_and_training(organisation.rows("progress.csv")),
            results: by_person_and_training(organisation.rows("results.csv")),
            dimmings: by_person_and_training(organisation.rows("dimmings.csv")),
            trainers: organisation
                .rows("training_trainers.csv")
                .map(|row| (row.get("PersonExternalIdentifier"), row.get("TrainingCode")))
                .collect(),
            members: organisation
                .rows("group_members.csv")
                .map(|row| (row.get("PersonExternalIdentifier"), row.get("GroupName")))
                .collect(),
            links,
        }
    }

    /// "One row for each employed, non-anonymised person"; "*Employed*: `ContractEndTime` is empty or later than now".
    fn employed(&self) -> impl Iterator<Item = Row<'a>> {
        self.persons.iter().copied().filter(|person| {
            let end = person.get("ContractEndTime");
            !person.is("Anonymised") && (end.is_empty() || end > self.now.as_str())
        })
    }

    fn row(&self, person: Row<'a>, training: Row<'a>, flags: Flags) -> Option<ExpectedRow> {
        let mut branches = BTreeSet::new();
        let sources = self.sources(person, training, &mut branches);
        let result = self.latest_result(person, training);
        if sources == 0 && !(flags.not_in_portfolio && result.is_some()) {
            return None;
        }
        if !training.is("IsActive") && !flags.inactive {
            return None;
        }
        let mut note = |condition: bool, branch| {
            if condition {
                branches.insert(branch);
            }
        };
        note(sources == 0, "not in the portfolio");
        note(sources != 0 && result.is_some(), "completed and in the portfolio");
        note(!training.is("IsActive"), "inactive");
        note(training.get("Type") == "Longterm", "a block");
        note(training.is("IsMandatory"), "mandatory");
        note(!person.get("ContractEndTime").is_empty(), "a contract that ends later");
        let manager = self.manager(person, &mut branches);
        let dim_reason = self.dim_reason(person, training);
        let started = self.started_at(person, training, &mut branches);
        let valid_until = result.and_then(|result| self.valid_until(result, &mut branches));
        let status =
            self.status(dim_reason.is_some(), started.as_deref(), result, valid_until.as_deref(), &mut branches);
        let counts = self.step_counts(person, training.get("StepTitle"), &mut branches);
        let step = &self.steps[training.get("StepTitle")];
        let text = |text: &str| Some(text.to_owned());
        let elements = [
            ("StepTitle", text(step.get("Title"))),
            ("StepIntroduction", text(step.get("Introduction"))),
            ("StepOrder", text(step.get("Order"))),
            ("TrainingTitle", text(training.get("Title"))),
            ("TrainingIsMandatory", text(if training.is("IsMandatory") { "Ja" } else { "Nee" })),
            ("TrainingImageName", text(training.get("ImageName"))),
            ("PersonExternalIdentifier", text(person.get("ExternalIdentifier"))),
            ("ManagerExternalIdentifier", Some(manager)),
            ("PersonFirstName", text(person.get("FirstName"))),
            ("PersonNameInsertion", text(person.get("Insertion"))),
            ("PersonFamilyName", text(person.get("FamilyName"))),
            ("DimReasonId", dim_reason),
            ("TrainingThresholdIsMet", Some(self.is_threshold_met(person, training, &mut branches).to_string())),
            ("TrainingIsManuallyAdded", Some(self.manually_added(person, training, &mut branches).to_string())),
            ("TrainingStartedAt", started),
            ("TrainingFinishedAt", result.map(|result| result.get("FinishedAt").to_owned())),
            ("TrainingValidUntil", valid_until),
            ("LearningPortfolioStatus", Some(status.to_string())),
            ("InPortfolio", Some((sources != 0).to_string())),
            ("Sources", Some(sources.to_string())),
            ("TrainingsInPortfolioForPersonInStepCount", Some(counts[0].to_string())),
            ("TrainingsFinishedForPersonInStepCount", Some(counts[1].to_string())),
            ("TrainingsInPortfolioFinishedForPersonInStepCount", Some(counts[2].to_string())),
        ];
        Some(ExpectedRow {
            person: person.get("ExternalIdentifier").to_owned(),
            training: training.get("Code").to_owned(),
            elements: elements.into_iter().filter_map(|(name, value)| Some((name, value?))).collect(),
            branches,
        })
    }

    /// "As someone's manager [an anonymised person] reads as the placeholder", which has no identifier.
    fn manager(&self, person: Row, branches: &mut BTreeSet<&'static str>) -> String {
        let manager = person.get("ManagerExternalIdentifier");
        let Some(known) = self.by_identifier.get(manager) else {
            branches.insert("no manager");
            return String::new();
        };
        if known.is("Anonymised") {
            branches.insert("a manager who is anonymised");
            return String::new();
        }
        let end = known.get("ContractEndTime");
        if !end.is_empty() && end <= self.now.as_str() {
            branches.insert("a manager who is dismissed");
        }
        manager.to_owned()
    }

    fn rows_of<'m>(
        &self,
        map: &'m HashMap<(&'a str, &'a str), Vec<Row<'a>>>,
        person: Row<'a>,
        training: Row<'a>,
    ) -> &'m [Row<'a>] {
        let key = (person.get("ExternalIdentifier"), training.get("Code"));
        map.get(&key).map_or(&[], Vec::as_slice)
    }

    /// "An enrolment in state 0, 1 or 3, waiting list included, where the latest per class counts (e-learning: the
    /// latest without class)".
    fn counting_enrollments(&self, person: Row<'a>, training: Row<'a>) -> Vec<Row<'a>> {
        let mut latest: BTreeMap<&str, Row> = BTreeMap::new();
        for enrollment in self.rows_of(&self.enrollments, person, training) {
            let class = enrollment.get("ClassCode");
            let order = |row: &Row<'a>| (row.get("EnrolledAt"), row.int("Id"));
            if latest.get(class).is_none_or(|other| order(other) < order(enrollment)) {
                latest.insert(class, *enrollment);
            }
        }
        latest.into_values().filter(|row| row.get("State") != "2").collect()
    }

    fn sources(&self, person: Row<'a>, training: Row<'a>, branches: &mut BTreeSet<&'static str>) -> u32 {
        let mut sources = 0;
        let mut add = |condition: bool, bits: u32, branch| {
            if condition {
                sources |= bits;
                branches.insert(branch);
            }
        };
        let enrollments = self.counting_enrollments(person, training);
        add(!enrollments.is_empty(), 1, "an enrolment counts");
        let identifier = person.get("ExternalIdentifier");
        let own = person.get("DivisionName");
        let ancestors = self.ancestors(own);
        for (link, value) in self.links.get(training.get("Code")).into_iter().flatten() {
            match *link {
                "Person" => add(*value == identifier, 2, "a path of the person alone"),
                "Function" => add(
                    *value == name_or(person.get("FunctionName"), "Functie onbekend"),
                    2 | 4,
                    "a path of the function",
                ),
                "Location" => {
                    add(*value == name_or(own, "Locatie onbekend"), 2 | 8, "a path of the own division");
                    add(ancestors.contains(value), 2 | 8, "a path of a division above");
                }
                "Group" => add(self.members.contains(&(identifier, *value)), 2 | 16, "a path of the group"),
                "Theme" => add(*value == identifier, 2 | 32, "a path chosen as theme"),
                other => panic!("a link of type {other}"),
            }
        }
        add(self.trainers.contains(&(identifier, training.get("Code"))), 64, "a trainer");
        self.note_enrollments(self.rows_of(&self.enrollments, person, training), &enrollments, branches);
        if ![0, 1, 2, 6, 10, 18, 34, 64].contains(&sources) {
            branches.insert("in the portfolio for several reasons");
        }
        sources
    }

    fn note_enrollments(&self, all: &[Row], counting: &[Row], branches: &mut BTreeSet<&'static str>) {
        let mut note = |condition: bool, branch| {
            if condition {
                branches.insert(branch);
            }
        };
        let is_same_class = |a: &Row, b: &Row| a.get("ClassCode") == b.get("ClassCode");
        let is_cancelled = |row: &&Row| row.get("State") == "2";
        for enrollment in counting {
            let mut cancelled = all.iter().filter(is_cancelled);
            let has_earlier = cancelled.clone().any(|row| is_same_class(row, enrollment));
            note(has_earlier, "an enrolment counts though an earlier one is cancelled");
            let has_other = cancelled.any(|row| !is_same_class(row, enrollment));
            note(has_other, "an enrolment counts beside a cancelled one of another class");
            note(enrollment.get("ClassCode").is_empty(), "an enrolment without class counts");
            note(enrollment.is("OnWaitingList"), "an enrolment on the waiting list counts");
            note(enrollment.get("State") == "0", "an enrolment in state 0 counts");
            note(enrollment.get("State") == "1", "an enrolment in state 1 counts");
        }
        let has_replaced =
            all.iter().any(|row| row.get("State") != "2" && !counting.iter().any(|other| is_same_class(other, row)));
        note(has_replaced, "an enrolment does not count because the latest is cancelled");
    }

    fn ancestors(&self, division: &str) -> Vec<&'a str> {
        let mut ancestors = Vec::new();
        let mut parent = self.parents.get(division).copied().unwrap_or_default();
        while !parent.is_empty() {
            ancestors.push(parent);
            parent = self.parents.get(parent).copied().unwrap_or_default();
        }
        ancestors
    }

    /// "One of those enrolments has AddedFromCatalog".
    fn manually_added(&self, person: Row<'a>, training: Row<'a>, branches: &mut BTreeSet<&'static str>) -> bool {
        let added = self.counting_enrollments(person, training).iter().any(|row| row.is("AddedFromCatalog"));
        let all = self.rows_of(&self.enrollments, person, training);
        if added {
            branches.insert("manually added");
        } else if all.iter().any(|row| row.is("AddedFromCatalog")) {
            branches.insert("added from the catalog, but that enrolment does not count");
        }
        added
    }

    fn dim_reason(&self, person: Row<'a>, training: Row<'a>) -> Option<String> {
        let dimming = self.rows_of(&self.dimmings, person, training).first()?;
        Some(dimming.get("DimReasonId").to_owned())
    }

    /// "The latest start among progress and results".
    fn started_at(&self, person: Row<'a>, training: Row<'a>, branches: &mut BTreeSet<&'static str>) -> Option<String> {
        let start = |row: &Row<'a>| Some(row.get("StartedAt")).filter(|at| !at.is_empty());
        let progress = self.rows_of(&self.progress, person, training);
        let results = self.rows_of(&self.results, person, training);
        let by_progress = progress.iter().filter_map(start).max();
        let by_result = results.iter().filter_map(start).max();
        let latest = self.latest_result(person, training);
        branches.insert(match by_progress.max(by_result) {
            None => "never started",
            at if at == by_progress => "started by progress",
            at if at == latest.as_ref().and_then(start) => "started by a result",
            _ => "started by a result that is not the latest",
        });
        if results.len() > 1 {
            branches.insert("several results");
        }
        by_progress.max(by_result).map(str::to_owned)
    }

    fn latest_result(&self, person: Row<'a>, training: Row<'a>) -> Option<Row<'a>> {
        self.rows_of(&self.results, person, training).iter().copied().max_by_key(|result| result.get("FinishedAt"))
    }

    /// "Empty on a new result becomes FinishedAt + the training's ValidityMonths (clamped), or never when it has none".
    fn valid_until(&self, result: Row<'a>, branches: &mut BTreeSet<&'static str>) -> Option<String> {
        let until = match result.get("ValidUntil") {
            "never" => None,
            "" => {
                let training = &self.by_code[result.get("TrainingCode")];
                let months = training.get("ValidityMonths");
                months.parse().ok().map(|months| {
                    branches.insert("valid by the training's months");
                    months_after(result.get("FinishedAt"), months)
                })
            }
            until => Some(until.to_owned()),
        };
        if until.is_none() {
            branches.insert("valid without limit");
        }
        until
    }

    /// "*expired* means `ValidUntil` earlier than now".
    fn has_expired(&self, valid_until: Option<&str>) -> bool {
        valid_until.is_some_and(|until| until < self.now.as_str())
    }

    /// "Every required active training has a latest result that has not expired; true when none is required".
    fn is_threshold_met(&self, person: Row<'a>, training: Row<'a>, branches: &mut BTreeSet<&'static str>) -> bool {
        let required = self.thresholds.get(training.get("Code")).map_or(&[][..], Vec::as_slice);
        let mut is_met = true;
        let mut active = 0;
        for code in required {
            let required = self.by_code[code];
            if !required.is("IsActive") {
                branches.insert("an inactive threshold is ignored");
                continue;
            }
            active += 1;
            match self.latest_result(person, required) {
                None => {
                    is_met = false;
                    branches.insert("threshold not met: no result");
                }
                Some(result) => {
                    let until = self.valid_until(result, &mut BTreeSet::new());
                    if self.has_expired(until.as_deref()) {
                        is_met = false;
                        branches.insert("threshold not met: expired");
                    }
                }
            }
        }
        if active == 0 {
            branches.insert("no threshold");
        } else if is_met {
            branches.insert("threshold met");
        }
        is_met
    }

    fn status(
        &self,
        is_dimmed: bool,
        started: Option<&str>,
        result: Option<Row>,
        valid_until: Option<&str>,
        branches: &mut BTreeSet<&'static str>,
    ) -> u32 {
        let mut note = |condition: bool, branch| {
            if condition {
                branches.insert(branch);
            }
        };
        note(is_dimmed, "dimmed");
        note(is_dimmed && started.is_some(), "dimmed, but started");
        note(valid_until == Some(self.now.as_str()), "valid until now");
        note(valid_until == Some(self.soon.as_str()), "valid until three months ahead");
        let later = self.soon[..17].to_owned() + &format!("{:02}", second(&self.soon) + 1);
        note(valid_until == Some(later.as_str()), "valid until a second later than that");
        if self.has_expired(valid_until) {
            let finish = result.expect("an expired result").get("FinishedAt");
            note(started == Some(finish), "started at the moment of the finish, and expired");
            // "3 if started again after that finish, else 6"
            if started.is_some_and(|started| started > finish) {
                note(true, "status 3 though it expired");
                return 3;
            }
            note(true, "status 6");
            return 6;
        }
        // "ValidUntil not later than now + 3 calendar months (clamped to the month's end): 5"
        if valid_until.is_some_and(|until| until <= self.soon.as_str()) {
            note(true, "status 5");
            return 5;
        }
        if result.is_some() {
            note(true, "status 4");
            return 4;
        }
        if started.is_some() {
            note(true, "status 3");
            return 3;
        }
        if is_dimmed {
            note(true, "status 1");
            return 1;
        }
        note(true, "status 2");
        2
    }

    /// "Per person and step, over active trainings whatever the flags of the call: in the portfolio; with any completion;
    /// both".
    fn step_counts(&self, person: Row<'a>, step: &str, branches: &mut BTreeSet<&'static str>) -> [u32; 3] {
        let mut counts = [0; 3];
        for training in &self.trainings {
            if training.get("StepTitle") != step {
                continue;
            }
            let is_in_portfolio = self.sources(person, *training, &mut BTreeSet::new()) != 0;
            let is_finished = self.latest_result(person, *training).is_some();
            if !training.is("IsActive") {
                if is_in_portfolio || is_finished {
                    branches.insert("step: an inactive training is not counted");
                }
                continue;
            }
            counts[0] += u32::from(is_in_portfolio);
            counts[1] += u32::from(is_finished);
            counts[2] += u32::from(is_in_portfolio && is_finished);
        }
        if counts[1] > counts[2] {
            branches.insert("step: finished beyond the portfolio");
        }
        if counts[0] > counts[2] {
            branches.insert("step: in the portfolio and not finished");
        }
        counts
    }
}

/// Returns the placeholder for an empty name. "A placeholder's name means the placeholder".
fn name_or<'a>(name: &'a str, placeholder: &'a str) -> &'a str {
    if name.is_empty() { placeholder } else { name }
}

fn second(moment: &str) -> u32 {
    moment[17..19].parse().expect("seconds")
}

fn months_after(moment: &str, months: i64) -> String {
    let number = |range: std::ops::Range<usize>| moment[range].parse::<i64>().expect("a number");
    let month = number(0..4) * 12 + number(5..7) - 1 + months;
    let (year, month) = (month / 12, month % 12 + 1);
    let is_leap_year = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let last = match month {
        2 if is_leap_year => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    format!("{year:04}-{month:02}-{:02}{}", number(8..10).min(last), &moment[10..])
}
