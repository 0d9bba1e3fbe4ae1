//! Finds the mapping of each foreign file: by the name of the file, else by its headers (contract §10).

use std::collections::BTreeMap;

use anyhow::{Result, bail};

use super::layout::{LAST_LINE, Layout};
use super::{MappedFile, StoredMapping};
use crate::datafile::FILES;
use crate::datafile::file::DataFile;
use crate::exchange::file_names::is_table_name;
use crate::exchange::source::Source;
use crate::exchange::source::head::{Head, read_heads};
use crate::model::message::{Message, MessageName};
use crate::model::name_similarity::find_close_name;
use crate::model::text::cut_and_escape_cell;

/// Finds the files of a source that have a mapping. With `named` mappings (`--map`), only those are used, and each must fit
/// a file. If the source `is_single`, its only file gets a single named mapping even if the headers differ. A file with a
/// pending mapping gets that one.
pub fn find_mapped_files(
    source: &mut Source,
    stored: &[StoredMapping],
    named: &[String],
    is_single: bool,
    pending: &BTreeMap<String, StoredMapping>,
) -> Result<Vec<MappedFile>> {
    let candidates = select_mappings(stored, named)?;
    if candidates.is_empty() && pending.is_empty() {
        return Ok(Vec::new());
    }
    let forced = candidates.first().copied().filter(|_| is_single && named.len() == 1);
    let mut found: Vec<MappedFile> = Vec::new();
    let mut data_files: Vec<&'static DataFile> = Vec::new();
    for name in source.file_names().into_iter().filter(|name| !name.contains('/')) {
        if let Some(pending) = pending.get(&name) {
            let heads = read_mapping_heads(source, &[pending], &name)?;
            let is_stored = |known: &StoredMapping| {
                (&known.mapping.name, known.version) == (&pending.mapping.name, pending.version)
            };
            let is_pending = !stored.iter().any(is_stored);
            found.push(MappedFile { is_pending, ..pending.apply_to(name, &heads) });
            continue;
        }
        let mut fitting: Vec<_> =
            candidates.iter().copied().filter(|stored| stored.mapping.matches_file_name(&name)).collect();
        if fitting.is_empty() && !is_table_name(&name) {
            continue;
        }
        let heads = read_mapping_heads(source, &candidates, &name)?;
        if let Some(file) = find_data_file(&name, &heads) {
            // a file of another system can have the name of a data file; it has other headers
            fitting.retain(|stored| stored.mapping.fits_named_file(&heads));
            if fitting.is_empty() {
                data_files.push(file);
                continue;
            }
        }
        let known = FILES.iter().find(|file| file.has_name(&name));
        if fitting.is_empty() {
            fitting.extend(candidates.iter().copied().filter(|stored| stored.mapping.has_all_headers(&heads)));
        }
        match (forced, &fitting[..]) {
            (Some(stored), _) | (None, &[stored]) => found.push(stored.apply_to(name, &heads)),
            (None, []) => data_files.extend(known),
            (None, [one, other, ..]) => {
                let message = Message::new(MessageName::TwoMappingsFit).with(cut_and_escape_cell(&name));
                bail!(message.with(&one.mapping.name).with(&other.mapping.name))
            }
        }
    }
    refuse_two_files_as_one(&found, &data_files)?;
    for name in named {
        if !found.iter().any(|file| file.mapping.name == *name) {
            bail!(Message::new(MessageName::MappingFitsNothing).with(name));
        }
    }
    Ok(found)
}

/// Returns the `named` mappings, or all. An unknown name is an error.
fn select_mappings<'s>(stored: &'s [StoredMapping], named: &[String]) -> Result<Vec<&'s StoredMapping>> {
    if named.is_empty() {
        return Ok(stored.iter().collect());
    }
    let mut candidates: Vec<&StoredMapping> = Vec::new();
    for name in named {
        match stored.iter().find(|stored| stored.mapping.name == *name) {
            Some(_) if candidates.iter().any(|other| other.mapping.name == *name) => {}
            Some(found) => candidates.push(found),
            None => {
                let known: Vec<_> = stored.iter().map(|stored| stored.mapping.name.as_str()).collect();
                let nearest = find_close_name(name, &known);
                let message = Message::new(MessageName::NoSuchMapping).with(name);
                bail!(match nearest.is_none() && !known.is_empty() {
                    true => message.with_part(Message::new(MessageName::MappingsAre).with(known.join(", "))),
                    false => message.with_suggestion(nearest),
                });
            }
        }
    }
    Ok(candidates)
}

/// Reads the first rows of a file, as many lines and sheets as these mappings need.
fn read_mapping_heads(source: &mut Source, candidates: &[&StoredMapping], name: &str) -> Result<Vec<Head>> {
    let last = candidates.iter().filter_map(|stored| stored.mapping.header_row).max().unwrap_or(0).max(LAST_LINE);
    let sheets: Vec<_> = candidates.iter().filter_map(|stored| stored.mapping.sheet.as_deref()).collect();
    read_heads(source, name, last, &sheets)
}

/// Returns the data file whose name and key columns a file has. Such a file needs no mapping.
pub(super) fn find_data_file(name: &str, heads: &[Head]) -> Option<&'static DataFile> {
    let file = FILES.iter().find(|file| file.has_name(name))?;
    let has_key = |cells: &[String]| {
        file.key_columns().all(|(_, column)| cells.iter().any(|cell| column.name.eq_ignore_ascii_case(cell)))
    };
    heads.iter().filter_map(|head| head.rows.first()).any(|(_, cells)| has_key(cells)).then_some(file)
}

/// Refuses two files that become one data file.
fn refuse_two_files_as_one(found: &[MappedFile], data_files: &[&'static DataFile]) -> Result<()> {
    for (at, one) in found.iter().enumerate() {
        let file = one.mapping.file;
        let others = found[..at].iter().filter(|other| other.mapping.file.name == file.name);
        let other = others.map(|other| other.name.as_str()).next();
        let other = other.or_else(|| data_files.iter().find(|other| other.name == file.name).map(|other| other.name));
        if let Some(other) = other {
            let message = Message::new(MessageName::TwoFilesBecomeOne).with(cut_and_escape_cell(other));
            bail!(message.with(cut_and_escape_cell(&one.name)).with(file.name));
        }
    }
    Ok(())
}

impl StoredMapping {
    fn apply_to(&self, name: String, heads: &[Head]) -> MappedFile {
        let layout = Layout::find(&self.mapping, heads);
        MappedFile { name, mapping: self.mapping.clone(), version: self.version, is_pending: false, layout }
    }
}
