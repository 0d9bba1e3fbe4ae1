//! Generates persons, divisions and groups. A location has eight teams of thirty persons.

use super::{GeneratedRows, bool_cell};
use crate::demo::names::{FAMILY_NAMES, FIRST_NAMES, LOCATIONS, PLACES, SECTORS, SUBJECTS, Sector};
use crate::demo::random::{ObjectKind, Random};
use crate::demo::rows::RowWriter;

/// The number of persons in a team. The first person is the manager.
const TEAM_SIZE: u64 = 30;

/// The number of teams at a location. The manager of the first team also manages the location.
const TEAMS_PER_LOCATION: u64 = 8;

/// The second person of every fourth team is a trainer.
const TEAMS_PER_TRAINER: u64 = 4;

/// The distance between the name pairs of consecutive persons. Coprime to the number of pairs, so that all pairs occur.
const NAME_STRIDE: u64 = 7919;

/// The handmade directors, who manage the managers of locations.
const DIRECTORS: [&str; 2] = ["000101", "000102"];

/// The trainer of an organisation with too few generated persons.
const HANDMADE_TRAINER: &str = "000126";

const EMERGENCY_GROUP: &str = "BHV'ers";

const PERSONS_PER_GROUP: u64 = 400;

const NO_END: i64 = i64::MAX;

struct PersonName {
    first: &'static str,
    insertion: &'static str,
    family: &'static str,
    email: String,
}

impl GeneratedRows {
    pub fn location_count(&self) -> u64 {
        self.team_count().div_ceil(TEAMS_PER_LOCATION)
    }

    fn team_count(&self) -> u64 {
        self.persons.div_ceil(TEAM_SIZE)
    }

    /// Returns the unique part of a location's name, such as `De Berk`, `De Berk Hoogeveld` or `De Berk Hoogeveld 2`.
    fn place_name(&self, location: u64) -> String {
        let (names, places) = (LOCATIONS.len() as u64, PLACES.len() as u64);
        let name = LOCATIONS[(location % names) as usize];
        // a repeated name gets a place, and a repeated pair of name and place gets a number
        match (location / names).checked_sub(1) {
            None => name.to_owned(),
            Some(repetition) => {
                let place = PLACES[(repetition % places) as usize];
                match repetition / places {
                    0 => format!("{name} {place}"),
                    pair_repetition => format!("{name} {place} {}", pair_repetition + 1),
                }
            }
        }
    }

    fn sector(&self, location: u64) -> &'static Sector {
        self.random(ObjectKind::Location, location).pick_weighted(&SECTORS)
    }

    pub fn location_name(&self, location: u64) -> String {
        format!("{} {}", self.sector(location).location_word, self.place_name(location))
    }

    /// Returns the unique name of a team, such as `De Berk, afdeling 1`. The number begins again at each location.
    fn team_name(&self, team: u64) -> String {
        let location = team / TEAMS_PER_LOCATION;
        let (place, word) = (self.place_name(location), self.sector(location).team_word);
        format!("{place}, {word} {}", team % TEAMS_PER_LOCATION + 1)
    }

    pub fn write_division_rows(&self, location: u64, rows: &mut RowWriter) {
        let name = self.location_name(location);
        rows.write_row([("Name", &name), ("ParentName", self.sector(location).division)]);
        for team in (location * TEAMS_PER_LOCATION..self.team_count()).take(TEAMS_PER_LOCATION as usize) {
            rows.write_row([("Name", &self.team_name(team)), ("ParentName", &name)]);
        }
    }

    pub fn group_count(&self) -> u64 {
        (self.persons / PERSONS_PER_GROUP).min(SUBJECTS.len() as u64)
    }

    pub fn group_name(&self, group: u64) -> String {
        format!("Aandachtsvelders {}", SUBJECTS[group as usize].title.to_lowercase())
    }

    pub fn write_group_row(&self, group: u64, rows: &mut RowWriter) {
        rows.write_row([("Name", &self.group_name(group))]);
    }

    pub fn write_member_rows(&self, person: u64, rows: &mut RowWriter) {
        let mut random = self.random(ObjectKind::Groups, person);
        let identifier = person_identifier(person);
        if random.percent_chance(9) {
            rows.write_row([("GroupName", EMERGENCY_GROUP), ("PersonExternalIdentifier", &identifier)]);
        }
        if self.group_count() > 0 && random.percent_chance(40) {
            let group = self.group_name(random.below(self.group_count()));
            rows.write_row([("GroupName", &group), ("PersonExternalIdentifier", &identifier)]);
        }
    }

    /// Returns the identifier of a trainer. Numbers beyond the last trainer start again with the first trainer.
    pub fn trainer_identifier(&self, number: u64) -> String {
        let persons_per_trainer = TEAM_SIZE * TEAMS_PER_TRAINER;
        // the persons 1, 1 + `persons_per_trainer` and so on are trainers
        let trainer_count = self.persons.saturating_sub(1).div_ceil(persons_per_trainer);
        match trainer_count {
            0 => HANDMADE_TRAINER.to_owned(),
            _ => person_identifier(number % trainer_count * persons_per_trainer + 1),
        }
    }

    /// Counts days from this week's Monday; the last can be [`NO_END`]. Every data file gets the same days.
    pub fn employment_days(&self, person: u64) -> (i64, i64) {
        let mut random = self.random(ObjectKind::Person, person);
        // the longest employment, about 25 years
        const MAX_DAYS: u64 = 9_000;
        // the minimum of two numbers, so that most persons were hired in recent years
        let days_before_latest = random.below(MAX_DAYS).min(random.below(MAX_DAYS)) as i64;
        // the latest start is in the coming weeks
        let start = 20 - days_before_latest;
        let is_leader_or_trainer = person % TEAM_SIZE < 2;
        // of 100 persons, about 12 have left and 10 have a contract with an end, except leaders and trainers
        match random.below(100) {
            // has left, at least 30 days after the start and in the last four years
            0..12 if !is_leader_or_trainer && start < -60 => (start, random.between(start.max(-1_500) + 30, -1)),
            12..22 if !is_leader_or_trainer => (start, start.max(0) + random.between(30, 700)),
            _ => (start, NO_END),
        }
    }

    /// Returns the identifier of a person's manager: of the team, of the location or, for managers of locations, a director.
    fn manager_identifier(&self, person: u64) -> String {
        let team = person / TEAM_SIZE;
        let location = team / TEAMS_PER_LOCATION;
        if !person.is_multiple_of(TEAM_SIZE) {
            person_identifier(team * TEAM_SIZE)
        } else if !team.is_multiple_of(TEAMS_PER_LOCATION) {
            person_identifier(location * TEAMS_PER_LOCATION * TEAM_SIZE)
        } else {
            DIRECTORS[(location % 2) as usize].to_owned()
        }
    }

    /// Writes a person. Telephone numbers begin with `06 00`, as in the handmade rows.
    pub fn write_person_row(&self, person: u64, rows: &mut RowWriter) {
        // from 1, because `person_name` uses the number 0 of this kind
        let mut random = self.random(ObjectKind::Names, person + 1);
        let team = person / TEAM_SIZE;
        let (function, level) = self.function_and_level(person, &mut random);
        let PersonName { first, insertion, family, email } = self.person_name(person);
        let (start, end) = self.employment_days(person);
        let end_time = match end {
            NO_END => String::new(),
            end => format!("{}T23:59:59", self.shift.date(end)),
        };
        let phone = match random.percent_chance(30) {
            true => format!("06 00 {:02} {:02} {:02}", random.below(100), random.below(100), random.below(100)),
            false => String::new(),
        };
        let employee_type = if random.percent_chance(4) { "Extern" } else { "Intern" };
        let cost_centre = format!("{:04}", 5_000 + team / TEAMS_PER_LOCATION % 5_000);
        rows.write_row([
            ("ExternalIdentifier", &person_identifier(person)),
            ("FirstName", first),
            ("Insertion", insertion),
            ("FamilyName", family),
            ("Email", &email),
            ("AccountLevel", level),
            ("FunctionName", function),
            ("DivisionName", &self.team_name(team)),
            ("CostCentre", &cost_centre),
            ("PhoneNumber", &phone),
            ("ContractStartTime", &format!("{}T00:00:00", self.shift.date(start))),
            ("ContractEndTime", &end_time),
            ("ManagerExternalIdentifier", &self.manager_identifier(person)),
            ("EmployeeType", employee_type),
            ("HasActivatedAccount", bool_cell(start <= 0 && random.percent_chance(94))),
            ("Anonymised", "false"),
        ]);
    }

    fn function_and_level(&self, person: u64, random: &mut Random) -> (&'static str, &'static str) {
        let team = person / TEAM_SIZE;
        match person % TEAM_SIZE {
            0 => ("Teammanager", "MANAGER"),
            1 if team.is_multiple_of(TEAMS_PER_TRAINER) => ("Praktijkopleider", "TRAINER"),
            1 => ("Praktijkopleider", "COACH"),
            _ => (random.pick_weighted(self.sector(team / TEAMS_PER_LOCATION).weighted_functions), "LEARNER"),
        }
    }

    /// Returns the name of a person. A name repeats only after all pairs of a first and a family name are used. Then the
    /// e-mail address gets a number, so that addresses are unique.
    fn person_name(&self, person: u64) -> PersonName {
        let (first_names, family_names) = (FIRST_NAMES.len() as u64, FAMILY_NAMES.len() as u64);
        let pairs = first_names * family_names;
        // the seed decides where the sequence of pairs begins
        let offset = self.random(ObjectKind::Names, 0).below(pairs);
        let pair = (person % pairs * NAME_STRIDE + offset) % pairs;
        let first = FIRST_NAMES[(pair / family_names) as usize];
        let (insertion, family) = FAMILY_NAMES[(pair % family_names) as usize];
        let parts = [first, insertion, family].into_iter().filter(|part| !part.is_empty());
        let mut address = parts.map(address_part).collect::<Vec<_>>().join(".");
        // a name that was used before gets a number
        if person >= pairs {
            address += &(person / pairs + 1).to_string();
        }
        PersonName { first, insertion, family, email: address + "@deveenhof.example" }
    }
}

pub fn person_identifier(person: u64) -> String {
    (100_001 + person).to_string()
}

/// Converts a name to a part of an e-mail address, without accents and apostrophes: `van den` becomes `van.den`.
fn address_part(name: &str) -> String {
    let ascii = |letter: char| match letter {
        ' ' => '.',
        'é' | 'ë' | 'è' => 'e',
        'ï' | 'ı' => 'i',
        'ğ' => 'g',
        other => other,
    };
    name.to_lowercase().replace('\'', "").chars().map(ascii).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::demo::seed;
    use crate::demo::shift::DateShift;

    fn generated(persons: u64) -> GeneratedRows {
        GeneratedRows::new(1, persons, 0, DateShift::NONE)
    }

    #[test]
    fn no_two_persons_have_the_same_address() {
        let generated = generated(40_000);
        let mut addresses: BTreeSet<String> =
            seed::rows("persons.csv").map(|row| row.cell("Email").to_lowercase()).collect();
        // two handmade persons share an address
        let handmade_count = addresses.len();
        for person in 0..40_000 {
            let address = generated.person_name(person).email;
            assert!(
                address.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b".@".contains(&b)),
                "{address}"
            );
            assert!(addresses.insert(address.clone()), "{address}");
        }
        assert_eq!(addresses.len(), handmade_count + 40_000);
    }

    #[test]
    fn first_names_differ_from_those_of_handmade_persons() {
        let handmade_names: BTreeSet<String> =
            seed::rows("persons.csv").map(|row| row.cell("FirstName").to_owned()).collect();
        let found: Vec<_> = FIRST_NAMES.iter().filter(|name| handmade_names.contains(**name)).collect();
        assert_eq!(found, [] as [&&str; 0]);
    }

    #[test]
    fn division_names_are_unique() {
        let generated = generated(400_000);
        let mut names = BTreeSet::new();
        for location in 0..generated.location_count() {
            assert!(names.insert(generated.location_name(location)));
        }
        for team in 0..generated.team_count() {
            assert!(names.insert(generated.team_name(team)), "{}", generated.team_name(team));
        }
        let mut handmade = seed::rows("divisions.csv");
        assert!(handmade.all(|row| !names.contains(row.cell("Name"))));
    }

    #[test]
    fn every_trainer_is_a_person_of_the_organisation() {
        for persons in [1, 2, 119, 120, 121, 122, 1_000] {
            let generated = generated(persons);
            let last = person_identifier(persons - 1);
            for number in 0..50 {
                let trainer = generated.trainer_identifier(number);
                assert!(trainer == "000126" || trainer <= last, "{persons}: {trainer}");
            }
        }
    }
}
