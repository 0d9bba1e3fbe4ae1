//! Generates persons, divisions and groups: teams of thirty, eight teams per location, each with a manager.

use super::{GeneratedRows, flag};
use crate::demo::names::{FAMILY, FIRST, LOCATIONS, PLACES, SECTORS, SUBJECTS, Sector};
use crate::demo::random::{Random, RandomStream};
use crate::demo::rows::RowSink;

/// Persons per team; the first is its manager.
const TEAM: u64 = 30;

/// Teams per location; the first team's manager also manages the location.
const TEAMS: u64 = 8;

/// In every fourth team the second person is a trainer.
const TRAINER_EACH: u64 = 4;

/// Coprime to the number of pairs of first and family names, so that each occurs once before any repeats.
const STRIDE: u64 = 7919;

/// The handmade directors, who manage the managers of locations.
const DIRECTORS: [&str; 2] = ["000101", "000102"];

const EMERGENCY_GROUP: &str = "BHV'ers";

const GROUP_EACH: u64 = 400;

impl GeneratedRows {
    pub fn location_count(&self) -> u64 {
        self.team_count().div_ceil(TEAMS)
    }

    fn team_count(&self) -> u64 {
        self.persons.div_ceil(TEAM)
    }

    /// Returns a name that no other location has.
    fn place_name(&self, location: u64) -> String {
        let (names, location_names) = (LOCATIONS.len() as u64, PLACES.len() as u64);
        let name = LOCATIONS[(location % names) as usize];
        match (location / names).checked_sub(1) {
            None => name.to_owned(),
            Some(further) => {
                let place = PLACES[(further % location_names) as usize];
                match further / location_names {
                    0 => format!("{name} {place}"),
                    round => format!("{name} {place} {}", round + 1),
                }
            }
        }
    }

    fn sector(&self, location: u64) -> &'static Sector {
        self.random(RandomStream::Location, location).weighed(&SECTORS)
    }

    pub fn location_name(&self, location: u64) -> String {
        format!("{} {}", self.sector(location).location, self.place_name(location))
    }

    fn team_name(&self, team: u64) -> String {
        let location = team / TEAMS;
        let (place, kind) = (self.place_name(location), self.sector(location).team);
        format!("{place}, {kind} {}", team % TEAMS + 1)
    }

    pub fn division_rows(&self, location: u64, table: &mut RowSink) {
        let name = self.location_name(location);
        table.row([("Name", &name), ("ParentName", self.sector(location).division)]);
        for team in (location * TEAMS..self.team_count()).take(TEAMS as usize) {
            table.row([("Name", &self.team_name(team)), ("ParentName", &name)]);
        }
    }

    pub fn group_count(&self) -> u64 {
        (self.persons / GROUP_EACH).min(SUBJECTS.len() as u64)
    }

    pub fn group_name(&self, group: u64) -> String {
        let (_, subject, _) = SUBJECTS[group as usize];
        format!("Aandachtsvelders {}", subject.to_lowercase())
    }

    pub fn group_row(&self, group: u64, table: &mut RowSink) {
        table.row([("Name", &self.group_name(group))]);
    }

    pub fn member_rows(&self, person: u64, table: &mut RowSink) {
        let mut random = self.random(RandomStream::Groups, person);
        let identifier = person_identifier(person);
        if random.chance(9) {
            table.row([("GroupName", EMERGENCY_GROUP), ("PersonExternalIdentifier", &identifier)]);
        }
        if self.group_count() > 0 && random.chance(40) {
            let group = self.group_name(random.below(self.group_count()));
            table.row([("GroupName", &group), ("PersonExternalIdentifier", &identifier)]);
        }
    }

    /// Returns the identifier of a trainer; numbers beyond the last one repeat.
    pub fn trainer_identifier(&self, any: u64) -> String {
        let trainers = (self.persons + TEAM * TRAINER_EACH - 2) / (TEAM * TRAINER_EACH);
        match trainers {
            0 => "000126".to_owned(), // hand-made
            _ => person_identifier(any % trainers * TEAM * TRAINER_EACH + 1),
        }
    }

    /// Returns a person's first and last day of employment; without an end, a distant day.
    pub fn employment_days(&self, person: u64) -> (i64, i64) {
        let mut random = self.random(RandomStream::Person, person);
        let longest = 9_000;
        // the minimum of two, since most were hired in recent years
        let ago = random.below(longest).min(random.below(longest)) as i64;
        let start = 20 - ago;
        let leads = person % TEAM < 2;
        match random.below(100) {
            0..12 if !leads && start < -60 => (start, random.between(start.max(-1_500) + 30, -1)),
            12..22 if !leads => (start, start.max(0) + random.between(30, 700)),
            _ => (start, i64::MAX),
        }
    }

    fn manager_identifier(&self, person: u64) -> String {
        let team = person / TEAM;
        let location = team / TEAMS;
        if !person.is_multiple_of(TEAM) {
            person_identifier(team * TEAM)
        } else if !team.is_multiple_of(TEAMS) {
            person_identifier(location * TEAMS * TEAM)
        } else {
            DIRECTORS[(location % 2) as usize].to_owned()
        }
    }

    pub fn person_row(&self, person: u64, table: &mut RowSink) {
        let mut random = self.random(RandomStream::Names, person + 1);
        let team = person / TEAM;
        let (function, level) = self.function_and_level(person, &mut random);
        let (first, insertion, family, email) = self.person_name(person);
        let (start, end) = self.employment_days(person);
        let end = match end {
            i64::MAX => String::new(),
            end => format!("{}T23:59:59", self.day(end)),
        };
        let phone = match random.chance(30) {
            true => format!("06 00 {:02} {:02} {:02}", random.below(100), random.below(100), random.below(100)),
            false => String::new(),
        };
        let employee = if random.chance(4) { "Extern" } else { "Intern" };
        table.row([
            ("ExternalIdentifier", &person_identifier(person)),
            ("FirstName", first),
            ("Insertion", insertion),
            ("FamilyName", family),
            ("Email", &email),
            ("AccountLevel", level),
            ("FunctionName", function),
            ("DivisionName", &self.team_name(team)),
            ("CostCentre", &format!("{:04}", 5_000 + team / TEAMS % 5_000)),
            ("PhoneNumber", &phone),
            ("ContractStartTime", &format!("{}T00:00:00", self.day(start))),
            ("ContractEndTime", &end),
            ("ManagerExternalIdentifier", &self.manager_identifier(person)),
            ("EmployeeType", employee),
            ("HasActivatedAccount", flag(start <= 0 && random.chance(94))),
            ("Anonymised", "false"),
        ]);
    }

    /// Returns the function and the account level.
    fn function_and_level(&self, person: u64, random: &mut Random) -> (&'static str, &'static str) {
        let team = person / TEAM;
        match person % TEAM {
            0 => ("Teammanager", "MANAGER"),
            1 if team.is_multiple_of(TRAINER_EACH) => ("Praktijkopleider", "TRAINER"),
            1 => ("Praktijkopleider", "COACH"),
            _ => (random.weighed(self.sector(team / TEAMS).functions), "LEARNER"),
        }
    }

    /// Returns first name, insertion, family name and e-mail address.
    fn person_name(&self, person: u64) -> (&'static str, &'static str, &'static str, String) {
        let (firsts, families) = (FIRST.len() as u64, FAMILY.len() as u64);
        let pairs = firsts * families;
        let offset = self.random(RandomStream::Names, 0).below(pairs);
        let pair = (person % pairs * STRIDE + offset) % pairs;
        let first = FIRST[(pair / families) as usize];
        let (insertion, family) = FAMILY[(pair % families) as usize];
        let mut address: String = [first, insertion, family]
            .iter()
            .filter(|part| !part.is_empty())
            .map(|part| address_part(part))
            .collect::<Vec<_>>()
            .join(".");
        if person >= pairs {
            address += &(person / pairs + 1).to_string();
        }
        (first, insertion, family, address + "@deveenhof.example")
    }
}

/// Returns the external identifier of a generated person.
pub fn person_identifier(person: u64) -> String {
    (100_001 + person).to_string()
}

/// Returns a name as a part of an e-mail address.
fn address_part(name: &str) -> String {
    let letter = |letter: char| match letter {
        ' ' => '.',
        'é' | 'ë' | 'è' => 'e',
        'ï' | 'ı' => 'i',
        'ğ' => 'g',
        other => other,
    };
    name.to_lowercase().replace('\'', "").chars().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::demo::seed;
    use crate::demo::shift::DateShift;

    fn grown(persons: u64) -> GeneratedRows {
        GeneratedRows::new(1, persons, 0, DateShift::NONE)
    }

    #[test]
    fn every_address_is_one_persons() {
        let grown = grown(40_000);
        let mut addresses: BTreeSet<String> =
            seed::rows("persons.csv").map(|row| row.cell("Email").to_lowercase()).collect();
        // two handmade persons share one
        let seeds = addresses.len();
        for person in 0..40_000 {
            let (.., address) = grown.person_name(person);
            assert!(
                address.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b".@".contains(&b)),
                "{address}"
            );
            assert!(addresses.insert(address.clone()), "{address}");
        }
        assert_eq!(addresses.len(), seeds + 40_000);
    }

    #[test]
    fn no_first_name_is_that_of_a_hand_made_person() {
        let taken: BTreeSet<String> = seed::rows("persons.csv").map(|row| row.cell("FirstName").to_owned()).collect();
        let found: Vec<_> = FIRST.iter().filter(|name| taken.contains(**name)).collect();
        assert_eq!(found, [] as [&&str; 0]);
    }

    #[test]
    fn every_division_has_a_name_of_its_own() {
        let grown = grown(400_000);
        let mut names = BTreeSet::new();
        for location in 0..grown.location_count() {
            assert!(names.insert(grown.location_name(location)));
        }
        for team in 0..grown.team_count() {
            assert!(names.insert(grown.team_name(team)), "{}", grown.team_name(team));
        }
        let mut there = seed::rows("divisions.csv");
        assert!(there.all(|row| !names.contains(row.cell("Name"))));
    }

    #[test]
    fn a_trainer_is_a_person_who_is_there() {
        for persons in [1, 2, 119, 120, 121, 122, 1_000] {
            let grown = grown(persons);
            let last = person_identifier(persons - 1);
            for any in 0..50 {
                let trainer = grown.trainer_identifier(any);
                assert!(trainer == "000126" || trainer <= last, "{persons}: {trainer}");
            }
        }
    }
}
