//! The values of a response in tables, one for each element name, so that `sqlite3 -csv` only has to write them.
//!
//! An element with text is a value; an element that contains values is a row. A repeated value, as in a list of ids, begins
//! another row.

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

/// The tables of a response, in a database.
pub struct PreparedTables {
    path: PathBuf,
    select: String,
}

/// The columns of each table, in order.
type Columns = BTreeMap<String, Vec<String>>;

type Values = Vec<(String, String)>;

impl PreparedTables {
    /// Creates the tables, or keeps existing tables of a response of the same length.
    pub fn new(response: &Path, path: PathBuf) -> Result<Self> {
        let length = i64::try_from(response.metadata()?.len())?;
        let mut database = Connection::open(&path)?;
        let known_length: i64 = database.pragma_query_value(None, "application_id", |row| row.get(0))?;
        if known_length != length & 0x7FFF_FFFF {
            database.close().map_err(|(_, error)| error)?;
            fs::remove_file(&path)?;
            database = Connection::open(&path)?;
            create_tables(&mut database, response)?;
            database.pragma_update(None, "application_id", length & 0x7FFF_FFFF)?;
        }
        let tables = "SELECT 'SELECT * FROM \"' || name || '\";' FROM sqlite_schema ORDER BY rowid";
        let mut tables = database.prepare(tables)?;
        let select = tables.query_map([], |row| row.get::<_, String>(0))?.collect::<rusqlite::Result<_>>()?;
        Ok(Self { path, select })
    }

    /// Returns the time in which the shell writes the tables into a pipe.
    pub fn write_time(&self) -> Result<Duration> {
        let start = Instant::now();
        let mut child = Command::new("sqlite3")
            .arg("-csv")
            .arg(&self.path)
            .arg(&self.select)
            .stdout(Stdio::piped())
            .spawn()
            .context("sqlite3")?;
        let mut output = child.stdout.take().context("piped")?;
        let mut buffer = vec![0; 256 * 1024];
        while output.read(&mut buffer)? > 0 {}
        let time = start.elapsed();
        ensure!(child.wait()?.success(), "sqlite3 failed");
        Ok(time)
    }
}

fn create_tables(database: &mut Connection, response: &Path) -> Result<()> {
    let mut columns = Columns::new();
    read_rows(response, |table, values| {
        let names = columns.entry(table.to_owned()).or_default();
        for (name, _) in values {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
        Ok(())
    })?;
    database.execute_batch("PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF")?;
    let transaction = database.transaction()?;
    for (table, names) in &columns {
        transaction.execute_batch(&format!("CREATE TABLE \"{table}\" (\"{}\")", names.join("\", \"")))?;
    }
    read_rows(response, |table, values| {
        let names = &columns[table];
        let placeholders = vec!["?"; names.len()].join(", ");
        let mut insert = transaction.prepare_cached(&format!("INSERT INTO \"{table}\" VALUES ({placeholders})"))?;
        let value = |name: &String| values.iter().find(|(other, _)| other == name).map(|(_, value)| value);
        insert.execute(params_from_iter(names.iter().map(value)))?;
        Ok(())
    })?;
    transaction.commit()?;
    Ok(())
}

/// An element whose end tag was not read yet.
#[derive(Default)]
struct OpenElement {
    name: String,
    text: String,
    values: Values,
    is_parent: bool,
}

/// Calls `row` with the element name and the values of each row.
fn read_rows(response: &Path, mut row: impl FnMut(&str, &Values) -> Result<()>) -> Result<()> {
    let mut reader = Reader::from_reader(BufReader::with_capacity(1 << 18, File::open(response)?));
    reader.config_mut().expand_empty_elements = true;
    let (mut buffer, mut open) = (Vec::new(), vec![OpenElement::default()]);
    loop {
        buffer.clear();
        match reader.read_event_into(&mut buffer)? {
            Event::Start(start) => {
                open.last_mut().context("the root is open")?.is_parent = true;
                open.push(OpenElement { name: start.name().as_ref().to_owned(), ..OpenElement::default() });
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
                let element = open.pop().context("an open element")?;
                let parent = open.last_mut().context("the root is open")?;
                if !element.values.is_empty() {
                    row(&element.name, &element.values)?;
                }
                if !element.is_parent {
                    if parent.values.iter().any(|(name, _)| *name == element.name) {
                        row(&parent.name, &parent.values)?;
                        parent.values.clear();
                    }
                    parent.values.push((element.name, element.text));
                }
            }
            Event::Eof => return Ok(()),
            _ => {}
        }
    }
}
