//! `mappings …`: how files of other systems become data files (contract §10).

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use serde_json::json;

use super::CommonOptions;
use super::actor::command;
use super::json::JsonLines;
use super::printable::printable;
use super::terminal::{print_line, said, warn, with_writer};
use crate::exchange::mapping::document::LONGEST;
use crate::exchange::mapping::{Mapping, store};
use crate::model::message::{Message, MessageName};
use crate::model::time::Clock;
use crate::store::schema::refuse_special;
use crate::store::{OpenMode, mapping};

#[derive(Args)]
pub struct MappingsArgs {
    #[command(subcommand)]
    command: MappingsCommand,
}

#[derive(Subcommand)]
enum MappingsCommand {
    /// List the mappings: version, data file, file names.
    List {
        #[command(flatten)]
        common: CommonOptions,
        #[command(flatten)]
        form: JsonLines,
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

impl MappingsArgs {
    pub fn run(self) -> Result<()> {
        match self.command {
            MappingsCommand::List { common, form } => list(&common, form.json),
            MappingsCommand::Show { common, name } => {
                let database = common.open(OpenMode::Looking)?;
                let content = mapping::existing(&database, &name)?.content;
                with_writer(|out| Ok(writeln!(out, "{}", content.trim_end())?))
            }
            MappingsCommand::Set { common, file } => set(&common, &file),
            MappingsCommand::Remove { common, name } => {
                let mut database = common.open(OpenMode::Existing)?;
                mapping::existing(&database, &name)?;
                let by = command(format!("mappings remove {name}"));
                mapping::change(&mut database, |change| mapping::remove(change, &by, &name))?;
                Ok(())
            }
        }
    }
}

fn list(common: &CommonOptions, as_json: bool) -> Result<()> {
    let clock = common.clock()?;
    let database = common.open(OpenMode::Looking)?;
    for stored in mapping::all(&database)? {
        let (name, version) = (&stored.name, stored.version);
        let mapping = Mapping::parse(&stored.content, &clock).ok();
        let file = mapping.as_ref().map(|mapping| mapping.file.name);
        let patterns = mapping.map(|mapping| mapping.patterns).unwrap_or_default();
        match as_json {
            true => print_line(json!({ "name": name, "version": version, "file": file, "match": patterns }))?,
            false => {
                let message = Message::new(MessageName::ListedMapping).with(name).with(version);
                let message = match file {
                    Some(file) => message.with(file),
                    None => message.with_part(MessageName::UnreadableMapping),
                };
                print_line(said(message.with(printable(&patterns.join(", ")))).trim_end())?;
            }
        }
    }
    Ok(())
}

fn set(common: &CommonOptions, path: &Path) -> Result<()> {
    let text = read(path)?;
    let mapping = parse(path, &text, &common.clock()?)?;
    let mut database = common.open(OpenMode::Existing)?;
    let clock = common.clock()?;
    let stored = mapping::change(&mut database, |change| store(change, &clock, &mapping, &text, command));
    let (version, is_new) = stored?;
    let message = Message::new(MessageName::StoredMapping).with(&mapping.name).with(version);
    print_line(said(if is_new { message } else { message.with_part(MessageName::UnchangedMapping) }))
}

/// Reads the file, and at most one byte beyond what a mapping may have.
fn read(path: &Path) -> Result<String> {
    let cannot = || Message::new(MessageName::Unreadable).with(path.display());
    refuse_special(path)?;
    let mut bytes = Vec::new();
    File::open(path).and_then(|file| file.take(LONGEST as u64 + 4).read_to_end(&mut bytes)).with_context(cannot)?;
    let text = String::from_utf8(bytes).map_err(|_| Message::new(MessageName::MappingNotUtf8).with(path.display()))?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned())
}

fn parse(path: &Path, text: &str, clock: &Clock) -> Result<Mapping> {
    let errors = match Mapping::parse(text, clock) {
        Ok(mapping) => return Ok(mapping),
        Err(errors) => errors,
    };
    for error in &errors {
        let place = format!("{}:{}: {}", path.display(), error.line, said(error.message.clone()));
        warn(printable(&place));
    }
    bail!(Message::new(MessageName::RefusedMapping).with(errors.len()))
}
