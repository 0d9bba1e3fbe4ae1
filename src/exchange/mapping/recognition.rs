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
use crate::exchange::source::top_rows::{TopRows, read_top_rows};
use crate::model::message::{Message, MessageName};
use crate::model::name_similarity::find_close_name;
use crate::model::text::cut_and_escape_cell;
use crate::store::connection::Database;

/// Finds the foreign files of a source, with their mappings. With `mapping_names` (`--map`), uses only these
/// mappings, and each must fit a file. A file gets, in this order:
///
/// 1. its pending mapping;
/// 2. the only named mapping for a single file without the headers of a data file, even if it does not fit;
/// 3. the mapping that fits the file ([`fitting_mappings`]).
pub fn find_mapped_files(
    source: &mut Source,
    stored_mappings: &[StoredMapping],
    mapping_names: &[String],
    is_single_file: bool,
    pending_mappings: &BTreeMap<String, StoredMapping>,
) -> Result<Vec<MappedFile>> {
    let candidates = select_mappings(stored_mappings, mapping_names)?;
    // the usual case: no file needs to be read
    if candidates.is_empty() && pending_mappings.is_empty() {
        return Ok(Vec::new());
    }
    let only_named = candidates.first().copied().filter(|_| is_single_file && mapping_names.len() == 1);
    let mut mapped_files: Vec<MappedFile> = Vec::new();
    // the data files that are read without a mapping
    let mut unmapped_files: Vec<&'static DataFile> = Vec::new();
    // files in subfolders are not read
    for name in source.file_names().into_iter().filter(|name| !name.contains('/')) {
        if let Some(pending) = pending_mappings.get(&name) {
            let tops = read_top_rows_for_mappings(source, &[pending], &name)?;
            let is_pending = !stored_mappings.iter().any(|stored| stored.has_same_version(pending));
            mapped_files.push(MappedFile { is_pending, ..pending.apply_to(name, &tops) });
            continue;
        }
        // a pattern can match a file without a known extension, such as `export.dat`
        let fits_name = candidates.iter().any(|stored| stored.mapping.matches_file_name(&name));
        if !fits_name && !is_table_name(&name) {
            continue;
        }
        let tops = read_top_rows_for_mappings(source, &candidates, &name)?;
        let data_file = find_data_file(&name, &tops);
        let fitting = fitting_mappings(&candidates, &name, &tops);
        match (only_named, &fitting[..]) {
            (_, []) if data_file.is_some() => unmapped_files.extend(data_file),
            (Some(stored), _) | (None, &[stored]) => mapped_files.push(stored.apply_to(name, &tops)),
            // the name of a data file, but other headers: is read as a data file, which reports the headers
            (None, []) => unmapped_files.extend(FILES.iter().find(|file| file.has_name(&name))),
            (None, [first, second, ..]) => {
                let message = Message::new(MessageName::TwoMappingsFit).with(cut_and_escape_cell(&name));
                bail!(message.with(&first.mapping.name).with(&second.mapping.name))
            }
        }
    }
    refuse_files_of_same_data_file(&mapped_files, &unmapped_files)?;
    let is_unused = |name: &&String| mapped_files.iter().all(|mapped| mapped.mapping.name != **name);
    if let Some(unused) = mapping_names.iter().find(is_unused) {
        bail!(Message::new(MessageName::MappingFitsNothing).with(unused));
    }
    Ok(mapped_files)
}

/// Returns the mappings that fit a file by its name or, if there are none, by its headers. If the file looks like a
/// data file, both must fit: a file with our name and our headers is never foreign (contract §10).
fn fitting_mappings<'s>(candidates: &[&'s StoredMapping], name: &str, tops: &[TopRows]) -> Vec<&'s StoredMapping> {
    let mut fitting_by_name = candidates.to_vec();
    fitting_by_name.retain(|stored| stored.mapping.matches_file_name(name));
    if find_data_file(name, tops).is_some() {
        fitting_by_name.retain(|stored| stored.mapping.fits_first_row_with_foreign_header(tops));
        return fitting_by_name;
    }
    if !fitting_by_name.is_empty() {
        return fitting_by_name;
    }
    candidates.iter().copied().filter(|stored| stored.mapping.fits_headers(tops)).collect()
}

/// Finds the foreign files of a source by the stored mappings, as [`find_mapped_files`] does. Fails if the only file of
/// the source is not a data file and fits no mapping. The error ends with `advice`, which says what the user can do.
pub fn find_files_with_stored_mappings(
    database: &Database,
    source: &mut Source,
    mapping_names: &[String],
    is_single_file: bool,
    advice: MessageName,
) -> Result<Vec<MappedFile>> {
    let stored_mappings = read_mappings(database, database.clock())?;
    let pending_mappings = BTreeMap::new();
    let mapped_files = find_mapped_files(source, &stored_mappings, mapping_names, is_single_file, &pending_mappings)?;
    if is_single_file
        && mapped_files.is_empty()
        && let [name] = &source.file_names()[..]
        && !is_data_name(name)
    {
        bail!(describe_unmapped_file(source, name, &stored_mappings, database.clock(), advice)?);
    }
    Ok(mapped_files)
}

/// Returns the mappings with these names; all stored mappings if no name is given. An unknown name is an error.
fn select_mappings<'s>(
    stored_mappings: &'s [StoredMapping],
    mapping_names: &[String],
) -> Result<Vec<&'s StoredMapping>> {
    if mapping_names.is_empty() {
        return Ok(stored_mappings.iter().collect());
    }
    let mut candidates: Vec<&StoredMapping> = Vec::new();
    for name in mapping_names {
        let Some(stored) = stored_mappings.iter().find(|stored| stored.mapping.name == *name) else {
            bail!(unknown_mapping_error(name, stored_mappings));
        };
        let is_named_twice = candidates.iter().any(|candidate| candidate.mapping.name == *name);
        if !is_named_twice {
            candidates.push(stored);
        }
    }
    Ok(candidates)
}

fn unknown_mapping_error(name: &str, stored_mappings: &[StoredMapping]) -> Message {
    let known: Vec<_> = stored_mappings.iter().map(|stored| stored.mapping.name.as_str()).collect();
    let nearest = find_close_name(name, &known);
    let message = Message::new(MessageName::NoSuchMapping).with(name);
    match nearest.is_none() && !known.is_empty() {
        true => message.with_part(Message::new(MessageName::MappingsAre).with(known.join(", "))),
        false => message.with_suggestion(nearest),
    }
}

/// Reads the first rows of a file, with all lines and sheets that these mappings need.
fn read_top_rows_for_mappings(source: &mut Source, candidates: &[&StoredMapping], name: &str) -> Result<Vec<TopRows>> {
    let header_rows = candidates.iter().filter_map(|stored| stored.mapping.header_row);
    let last_line = header_rows.max().unwrap_or(0).max(LAST_HEADER_LINE);
    let sheets: Vec<_> = candidates.iter().filter_map(|stored| stored.mapping.sheet.as_deref()).collect();
    read_top_rows(source, name, last_line, &sheets)
}

/// Returns `None` also for a foreign file that has the name of a data file.
pub(super) fn find_data_file(name: &str, tops: &[TopRows]) -> Option<&'static DataFile> {
    let file = FILES.iter().find(|file| file.has_name(name))?;
    let has_key = |cells: &[String]| {
        file.key_columns().all(|(_, column)| cells.iter().any(|cell| column.name.eq_ignore_ascii_case(cell)))
    };
    tops.iter().filter_map(|top| top.rows.first()).any(|row| has_key(&row.cells)).then_some(file)
}

/// Fails if two files become the same data file (contract §10).
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
    fn has_same_version(&self, other: &StoredMapping) -> bool {
        self.mapping.name == other.mapping.name && self.version == other.version
    }

    /// Applies the mapping to a file. If the mapping does not fit, `foreign_header` is an error.
    fn apply_to(&self, name: String, tops: &[TopRows]) -> MappedFile {
        let foreign_header = ForeignHeader::find(&self.mapping, tops);
        MappedFile { name, mapping: self.mapping.clone(), version: self.version, is_pending: false, foreign_header }
    }
}
