//! An organisation of so many persons, the same in every run.

use anyhow::Result;
use rusqlite::{Connection, params};

const FIRST: [&str; 16] = [
    "Anna", "Bram", "Carla", "Dirk", "Eva", "Fatima", "Gerard", "Hannah", "Ibrahim", "Johanna",
    "Koen", "Linda", "Mohammed", "Noor", "Olivier", "Petra",
];
const INSERTIONS: [&str; 4] = ["van", "de", "van der", "ten"];
const FAMILY: [&str; 16] = [
    "Bakker",
    "Berg",
    "Bos",
    "Brouwer",
    "Dekker",
    "Dijkstra",
    "Hendriks",
    "Jansen",
    "Meijer",
    "Mulder",
    "Peters",
    "Smit",
    "Visser",
    "Vries",
    "Willemsen",
    "Yilmaz",
];

/// One in ten manages about ten others, one in five has left, one in four has an insertion; a function for every
/// fifty persons up to 400, a division for every forty, each ten under one.
pub fn fill(connection: &mut Connection, persons: u32) -> Result<()> {
    let transaction = connection.transaction()?;
    let functions = (persons / 50).clamp(1, 400);
    let divisions = (persons / 40).max(1);
    {
        let mut insert = transaction.prepare("INSERT INTO function (name) VALUES (?)")?;
        for number in 1..=functions {
            insert.execute([format!("Functie {number} van de organisatie")])?;
        }
        let mut insert =
            transaction.prepare("INSERT INTO division (name, parent) VALUES (?, ?)")?;
        for number in 1..=divisions {
            let parent = (number >= 10).then_some(number / 10);
            insert.execute(params![format!("Locatie {number}"), parent])?;
        }
        let mut insert = transaction.prepare(
                "INSERT INTO person (external_identifier, first_name, insertion, family_name, email, account_level,
                     function, division, cost_centre, phone_number, contract_start, contract_end, manager,
                     has_activated_account)
                 VALUES (?, ?, ?, ?, ?, (SELECT id FROM account_level WHERE name = ?), ?, ?, ?, ?, ?, ?, ?, ?)",
            )?;
        for id in 1..=persons {
            // spread as if by chance, and the same in every run
            let chance = id.wrapping_mul(2_654_435_761) >> 8;
            let pick = |shift: u32, count: usize| (chance >> shift) as usize % count;
            let (first, family) = (FIRST[pick(0, 16)], FAMILY[pick(4, 16)]);
            let manages = id <= persons / 10;
            insert.execute(params![
                external_identifier(id),
                first,
                if pick(8, 4) == 0 {
                    INSERTIONS[pick(10, 4)]
                } else {
                    ""
                },
                family,
                email(id, first, family),
                if manages { "MANAGER" } else { "LEARNER" },
                chance % functions + 1,
                chance % divisions + 1,
                format!("K{}", chance % 97 + 100),
                if pick(12, 3) == 0 {
                    String::new()
                } else {
                    format!("06-{:08}", chance % 100_000_000)
                },
                format!(
                    "20{:02}-{:02}-01T00:00:00",
                    5 + pick(3, 20),
                    1 + pick(5, 12)
                ),
                (!manages && pick(14, 5) == 0).then_some("2025-06-30T00:00:00"),
                id / 10,
                pick(16, 5) > 0,
            ])?;
        }
    }
    transaction.commit()?;
    Ok(())
}

/// The employee number of a person that was filled in.
pub fn external_identifier(id: u32) -> String {
    format!("{id:07}")
}

/// The e-mail address of a person that was filled in.
pub fn email_of(id: u32) -> String {
    let chance = (id.wrapping_mul(2_654_435_761) >> 8) as usize;
    email(id, FIRST[chance % 16], FAMILY[(chance >> 4) % 16])
}

fn email(id: u32, first: &str, family: &str) -> String {
    format!("{first}.{family}{id}@organisatie.example")
}
