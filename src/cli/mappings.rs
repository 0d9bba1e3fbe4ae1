//! `mappings …`: manages mappings, which turn files of other systems into data files (contract §10).

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Subcommand;
use serde_json::json;

use super::CommonOptions;
use super::actor::command_attribution;
use super::control_characters::escape;
use super::json::OutputOptions;
use super::terminal::{eprint_line, print_line, print_message, translate, with_stdout};
use crate::exchange::mapping::document::MAX_BYTES;
use crate::exchange::mapping::{Mapping, store_mapping};
use crate::model::message::{Message, MessageName};
use crate::model::time::Clock;
use crate::store::schema::refuse_special_file;
use crate::store::{OpenMode, mapping};

const BYTE_ORDER_MARK: char = '\u{feff}';

#[derive(Subcommand)]
pub enum MappingsCommand {
    /// List the mappings: version, data file, file names.
    List {
        #[command(flatten)]
        common: CommonOptions,
        #[command(flatten)]
        output: OutputOptions,
    },
    /// Print a mapping as TOML.
    Show {
        #[command(flatten)]
        common: CommonOptions,
        /// The mapping's name.
        name: String,
    },
    /// Store the mapping of a TOML file; a mapping of the same name gets a new version.
    Set {
        #[command(flatten)]
        common: CommonOptions,
        /// The TOML file.
        file: PathBuf,
    },
    /// Remove a mapping; its version numbers are not used again.
    Remove {
        #[command(flatten)]
        common: CommonOptions,
        /// The mapping's name.
        name: String,
    },
}

impl MappingsCommand {
    pub fn run(self) -> Result<()> {
        match self {
            Self::List { common, output } => list_mappings(&common, output.json),
            Self::Show { common, name } => {
                let database = common.open(OpenMode::Inspect)?;
                let content = mapping::find_existing(&database, &name)?.content;
                with_stdout(|out| Ok(writeln!(out, "{}", content.trim_end())?))
            }
            Self::Set { common, file } => store_file(&common, &file),
            Self::Remove { common, name } => {
                let mut database = common.open(OpenMode::Existing)?;
                // fails with a suggestion if the name is unknown
                mapping::find_existing(&database, &name)?;
                let attribution = command_attribution(Message::new(MessageName::RemoveMapping).with(&name));
                mapping::in_transaction(&mut database, |change| mapping::remove(change, &attribution, &name))?;
                Ok(())
            }
        }
    }
}

fn list_mappings(common: &CommonOptions, as_json: bool) -> Result<()> {
    let database = common.open(OpenMode::Inspect)?;
    for stored in mapping::all(&database)? {
        let (name, version) = (&stored.name, stored.version);
        // an older version of the program may have stored a mapping that this version refuses
        let mapping = Mapping::parse(&stored.content, database.clock()).ok();
        let file = mapping.as_ref().map(|mapping| mapping.file.name);
        let patterns = mapping.map(|mapping| mapping.patterns).unwrap_or_default();
        if as_json {
            print_line(json!({ "name": name, "version": version, "file": file, "match": patterns }))?;
            continue;
        }
        let message = Message::new(MessageName::MappingLine).with(name).with(version);
        let message = match file {
            Some(file) => message.with(file),
            None => message.with_part(MessageName::UnreadableMapping),
        };
        print_line(translate(message.with(escape(&patterns.join(", ")))).trim_end())?;
    }
    Ok(())
}

/// Stores the mapping of a TOML file. An unchanged mapping gets no new version, which the message says.
fn store_file(common: &CommonOptions, path: &Path) -> Result<()> {
    // the mapping is checked before the database is opened
    let text = read_toml(path)?;
    let clock = common.clock()?;
    let mapping = parse_or_print_errors(path, &text, &clock)?;
    let mut database = common.open(OpenMode::Existing)?;
    let (version, is_new) = mapping::in_transaction(&mut database, |change| {
        store_mapping(change, &clock, &mapping, &text, command_attribution)
    })?;
    let message = Message::new(MessageName::StoredMapping).with(&mapping.name).with(version);
    print_message(if is_new { message } else { message.with_part(MessageName::UnchangedMapping) })
}

/// Reads a file as UTF-8, without its byte order mark.
fn read_toml(path: &Path) -> Result<String> {
    refuse_special_file(path)?;
    let mut bytes = Vec::new();
    // one byte more than a mapping may have, so that the parser refuses a file that is too long
    let max_bytes = (BYTE_ORDER_MARK.len_utf8() + MAX_BYTES + 1) as u64;
    File::open(path)
        .and_then(|file| file.take(max_bytes).read_to_end(&mut bytes))
        .with_context(|| Message::new(MessageName::Unreadable).with(path.display()))?;
    let text = String::from_utf8(bytes).map_err(|_| Message::new(MessageName::MappingNotUtf8).with(path.display()))?;
    Ok(text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&text).to_owned())
}

/// Parses a mapping. Prints each error with its line (`hr.toml:12: …`); the returned error only has their number.
fn parse_or_print_errors(path: &Path, text: &str, clock: &Clock) -> Result<Mapping> {
    Mapping::parse(text, clock).or_else(|errors| {
        for error in &errors {
            let line = format!("{}:{}: {}", path.display(), error.line, translate(error.message.clone()));
            eprint_line(escape(&line));
        }
        bail!(Message::new(MessageName::Refused).with(errors.len()))
    })
}
