//! An answer's values in ready-made tables, one for each kind of element: what `sqlite3 -csv` has to do no more than
//! write.
//!
//! An element that has nothing in it but text is a value, any other that holds values a row; a value whose name
//! comes again, as in a list of ids, begins another row.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use quick_xml::Reader;
use quick_xml::events::Event;
use rusqlite::{Connection, params_from_iter};

/// The tables of an answer.
pub struct Flat {
    path: PathBuf,
    select: String,
}

/// The names of the values of each kind of row, in order.
type Kinds = BTreeMap<String, Vec<String>>;

type Values = Vec<(String, String)>;

impl Flat {
    /// The tables of the answer in this file; those that are there of an answer of the same length are kept.
    pub fn of(answer: &Path, path: PathBuf) -> Result<Self> {
        let length = i64::try_from(answer.metadata()?.len())?;
        let mut database = Connection::open(&path)?;
        let kept: i64 = database.pragma_query_value(None, "application_id", |row| row.get(0))?;
        if kept != length & 0x7FFF_FFFF {
            database.close().map_err(|(_, error)| error)?;
            fs::remove_file(&path)?;
            database = Connection::open(&path)?;
            fill(&mut database, answer)?;
            database.pragma_update(None, "application_id", length & 0x7FFF_FFFF)?;
        }
        let tables = "SELECT 'SELECT * FROM \"' || name || '\";' FROM sqlite_schema ORDER BY rowid";
        let mut tables = database.prepare(tables)?;
        let select = tables.query_map([], |row| row.get::<_, String>(0))?.collect::<rusqlite::Result<_>>()?;
        Ok(Self { path, select })
    }

    /// How long the shell takes to write them into a pipe.
    pub fn written(&self) -> Result<Duration> {
        let begun = Instant::now();
        let mut child = Command::new("sqlite3")
            .arg("-csv")
            .arg(&self.path)
            .arg(&self.select)
            .stdout(Stdio::piped())
            .spawn()
            .context("sqlite3, the yardstick")?;
        let mut written = child.stdout.take().context("piped")?;
        let mut buffer = vec![0; 256 * 1024];
        while written.read(&mut buffer)? > 0 {}
        let taken = begun.elapsed();
        ensure!(child.wait()?.success(), "sqlite3 failed");
        Ok(taken)
    }
}

fn fill(database: &mut Connection, answer: &Path) -> Result<()> {
    let mut kinds = Kinds::new();
    each_row(answer, |kind, values| {
        let names = kinds.entry(kind.to_owned()).or_default();
        for (name, _) in values {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
        Ok(())
    })?;
    database.execute_batch("PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF")?;
    let transaction = database.transaction()?;
    for (kind, names) in &kinds {
        transaction.execute_batch(&format!("CREATE TABLE \"{kind}\" (\"{}\")", names.join("\", \"")))?;
    }
    each_row(answer, |kind, values| {
        let names = &kinds[kind];
        let marks = vec!["?"; names.len()].join(", ");
        let mut insert = transaction.prepare_cached(&format!("INSERT INTO \"{kind}\" VALUES ({marks})"))?;
        let value = |name: &String| values.iter().find(|(known, _)| known == name).map(|(_, value)| value);
        insert.execute(params_from_iter(names.iter().map(value)))?;
        Ok(())
    })?;
    transaction.commit()?;
    Ok(())
}

/// What was read of an element that has not ended.
#[derive(Default)]
struct Open {
    name: String,
    text: String,
    values: Values,
    is_parent: bool,
}

fn each_row(answer: &Path, mut row: impl FnMut(&str, &Values) -> Result<()>) -> Result<()> {
    let mut reader = Reader::from_reader(BufReader::with_capacity(1 << 18, File::open(answer)?));
    reader.config_mut().expand_empty_elements = true;
    let (mut buffer, mut open) = (Vec::new(), vec![Open::default()]);
    loop {
        buffer.clear();
        match reader.read_event_into(&mut buffer)? {
            Event::Start(start) => {
                open.last_mut().context("the root is open")?.is_parent = true;
                open.push(Open { name: start.name().as_ref().to_owned(), ..Open::default() });
            }
            Event::Text(text) => {
                let text: &str = &text;
                open.last_mut().context("the root is open")?.text.push_str(text);
            }
            Event::GeneralRef(name) => {
                let name = match &*name {
                    "lt" => "<",
                    "gt" => ">",
                    "quot" => "\"",
                    _ => "&",
                };
                open.last_mut().context("the root is open")?.text.push_str(name);
            }
            Event::End(_) => {
                let ended = open.pop().context("one that was begun")?;
                let parent = open.last_mut().context("the root is open")?;
                if !ended.values.is_empty() {
                    row(&ended.name, &ended.values)?;
                }
                if !ended.is_parent {
                    if parent.values.iter().any(|(name, _)| *name == ended.name) {
                        row(&parent.name, &parent.values)?;
                        parent.values.clear();
                    }
                    parent.values.push((ended.name, ended.text));
                }
            }
            Event::Eof => return Ok(()),
            _ => {}
        }
    }
}
