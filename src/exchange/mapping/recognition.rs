//! Finds the mapping of each foreign file: by the name of the file, or else by the headers (contract §10).

use std::collections::BTreeMap;

use anyhow::{Result, bail};

use super::foreign_header::{ForeignHeader, LAST_HEADER_LINE};
use super::suggestion::describe_unmapped_file;
use super::{MappedFile, StoredMapping, read_mappings};
use crate::datafile::FILES;
use crate::datafile::file::DataFile;
use crate::exchange::file_names::{is_data_name, is_table_name};
use crate::exchange::source::Source;
use crate::exchange::source::head::{Head, read_heads};
use crate::model::message::{Message, MessageName};
use crate::model::name_similarity::find_close_name;
use crate::model::text::cut_and_escape_cell;
use crate::store::connection::Database;

/// Finds the foreign files of a source, with their mappings. A file in `pending_mappings` gets its pending mapping. If
/// mappings are `named` (`--map`), uses only these, and each must fit a file. If the source has a single file, and one
/// mapping is named, the file gets that mapping even if the headers differ.
pub fn find_mapped_files(
    source: &mut Source,
    stored_mappings: &[StoredMapping],
    named: &[String],
    is_single_file: bool,
    pending_mappings: &BTreeMap<String, StoredMapping>,
) -> Result<Vec<MappedFile>> {
    let candidates = select_mappings(stored_mappings, named)?;
    if candidates.is_empty() && pending_mappings.is_empty() {
        return Ok(Vec::new());
    }
    let forced = candidates.first().copied().filter(|_| is_single_file && named.len() == 1);
    let mut mapped_files: Vec<MappedFile> = Vec::new();
    let mut unmapped_files: Vec<&'static DataFile> = Vec::new();
    for name in source.file_names().into_iter().filter(|name| !name.contains('/')) {
        if let Some(pending) = pending_mappings.get(&name) {
            let heads = read_mapping_heads(source, &[pending], &name)?;
            let is_same =
                |other: &StoredMapping| other.mapping.name == pending.mapping.name && other.version == pending.version;
            let is_pending = !stored_mappings.iter().any(is_same);
            mapped_files.push(MappedFile { is_pending, ..pending.apply_to(name, &heads) });
            continue;
        }
        let mut fitting: Vec<_> =
            candidates.iter().copied().filter(|stored| stored.mapping.matches_file_name(&name)).collect();
        if fitting.is_empty() && !is_table_name(&name) {
            continue;
        }
        let heads = read_mapping_heads(source, &candidates, &name)?;
        if let Some(file) = find_data_file(&name, &heads) {
            // a file of another system can have the name of a data file, but other headers
            fitting.retain(|stored| stored.mapping.fits_file_named_as_data_file(&heads));
            if fitting.is_empty() {
                unmapped_files.push(file);
                continue;
            }
        }
        if fitting.is_empty() {
            fitting.extend(candidates.iter().copied().filter(|stored| stored.mapping.fits_headers(&heads)));
        }
        match (forced, &fitting[..]) {
            (Some(stored), _) | (None, &[stored]) => mapped_files.push(stored.apply_to(name, &heads)),
            (None, []) => unmapped_files.extend(FILES.iter().find(|file| file.has_name(&name))),
            (None, [first, second, ..]) => {
                let message = Message::new(MessageName::TwoMappingsFit).with(cut_and_escape_cell(&name));
                bail!(message.with(&first.mapping.name).with(&second.mapping.name))
            }
        }
    }
    refuse_files_of_same_data_file(&mapped_files, &unmapped_files)?;
    for name in named {
        if !mapped_files.iter().any(|mapped| mapped.mapping.name == *name) {
            bail!(Message::new(MessageName::MappingFitsNothing).with(name));
        }
    }
    Ok(mapped_files)
}

/// Finds the foreign files of a source as [`find_mapped_files`] does, by the stored mappings. Fails, with `advice`, if
/// the only file of the source is not a data file and fits no mapping.
pub fn apply_stored_mappings(
    database: &Database,
    source: &mut Source,
    named: &[String],
    is_single_file: bool,
    advice: MessageName,
) -> Result<Vec<MappedFile>> {
    let stored_mappings = read_mappings(database, database.clock())?;
    let mapped_files = find_mapped_files(source, &stored_mappings, named, is_single_file, &BTreeMap::new())?;
    let unmapped_name = source.file_names().pop().filter(|_| is_single_file && mapped_files.is_empty());
    if let Some(name) = unmapped_name.filter(|name| !is_data_name(name)) {
        bail!(describe_unmapped_file(source, &name, &stored_mappings, database.clock(), advice)?);
    }
    Ok(mapped_files)
}

/// Returns the `named` mappings; all stored mappings if none are named. An unknown name is an error.
fn select_mappings<'s>(stored_mappings: &'s [StoredMapping], named: &[String]) -> Result<Vec<&'s StoredMapping>> {
    if named.is_empty() {
        return Ok(stored_mappings.iter().collect());
    }
    let mut candidates: Vec<&StoredMapping> = Vec::new();
    for name in named {
        match stored_mappings.iter().find(|stored| stored.mapping.name == *name) {
            Some(found) if candidates.iter().all(|candidate| candidate.mapping.name != *name) => candidates.push(found),
            Some(_) => {} // named twice
            None => {
                let known: Vec<_> = stored_mappings.iter().map(|stored| stored.mapping.name.as_str()).collect();
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

/// Reads the first rows of a file: all lines and sheets that these mappings need.
fn read_mapping_heads(source: &mut Source, candidates: &[&StoredMapping], name: &str) -> Result<Vec<Head>> {
    let header_rows = candidates.iter().filter_map(|stored| stored.mapping.header_row);
    let last_line = header_rows.max().unwrap_or(0).max(LAST_HEADER_LINE);
    let sheets: Vec<_> = candidates.iter().filter_map(|stored| stored.mapping.sheet.as_deref()).collect();
    read_heads(source, name, last_line, &sheets)
}

/// Returns the data file with this name; `None` if the first row of the file lacks a key column.
pub(super) fn find_data_file(name: &str, heads: &[Head]) -> Option<&'static DataFile> {
    let file = FILES.iter().find(|file| file.has_name(name))?;
    let has_key = |cells: &[String]| {
        file.key_columns().all(|(_, column)| cells.iter().any(|cell| column.name.eq_ignore_ascii_case(cell)))
    };
    heads.iter().filter_map(|head| head.rows.first()).any(|row| has_key(&row.cells)).then_some(file)
}

fn refuse_files_of_same_data_file(mapped_files: &[MappedFile], unmapped_files: &[&'static DataFile]) -> Result<()> {
    for (at, mapped) in mapped_files.iter().enumerate() {
        let data_file = mapped.mapping.file.name;
        let mut earlier_files = mapped_files[..at].iter().filter(|earlier| earlier.mapping.file.name == data_file);
        let is_read_unmapped = unmapped_files.iter().any(|file| file.name == data_file);
        let earlier_name = earlier_files.next().map(|earlier| earlier.name.as_str());
        if let Some(other_name) = earlier_name.or(is_read_unmapped.then_some(data_file)) {
            let message = Message::new(MessageName::TwoFilesBecomeOne).with(cut_and_escape_cell(other_name));
            bail!(message.with(cut_and_escape_cell(&mapped.name)).with(data_file));
        }
    }
    Ok(())
}

impl StoredMapping {
    /// Applies the mapping to a file. If the mapping does not fit, `foreign_header` is an error.
    fn apply_to(&self, name: String, heads: &[Head]) -> MappedFile {
        let foreign_header = ForeignHeader::find(&self.mapping, heads);
        MappedFile { name, mapping: self.mapping.clone(), version: self.version, is_pending: false, foreign_header }
    }
}
