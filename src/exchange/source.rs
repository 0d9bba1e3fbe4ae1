//! The source of data files: a folder, a .zip, a single file or a generator. A .zip may have one top folder.

mod archive;
pub mod charset;
pub mod records;
pub mod rows;
pub mod top_rows;
pub mod workbook;

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufReader, Read, Seek};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use zip::ZipArchive;
use zip::result::ZipError;

use super::file_names::{canonical_name, is_data_name, is_table_name};
use crate::datafile::images::PICTURE_PREFIX;
use crate::model::message::{Message, MessageName};
use crate::store::schema::refuse_special_file;

/// An entry of every Excel workbook. A workbook is a .zip file too.
const WORKBOOK_ENTRY: &str = "xl/workbook.xml";

/// A generator of data files, such as those of the demo organisation.
pub trait FileGenerator: Send {
    fn file_names(&self) -> Vec<String>;

    fn open_file(&self, name: &str) -> Option<Box<dyn Read + '_>>;
}

/// The files that an import reads. Names of data files are canonical ([`canonical_name`]), names of pictures begin with
/// [`PICTURE_PREFIX`].
pub enum Source {
    /// A folder, and the actual name of each file by canonical name.
    Folder(PathBuf, BTreeMap<String, String>),
    /// An archive, and the position of each entry by name. The names omit the top folder.
    Zip(Box<ZipArchive<BufReader<File>>>, BTreeMap<String, usize>),
    Generated(Box<dyn FileGenerator>),
}

impl Source {
    /// Opens the folder, .zip, CSV file or workbook at this path. A single file is a source that has only this file.
    pub fn open(path: &Path) -> Result<Self> {
        let shown = path.display();
        let read_error = || Message::new(MessageName::Unreadable).with(&shown);
        if path.is_dir() {
            return Self::open_folder(path).with_context(read_error);
        }
        refuse_special_file(path)?;
        let file = File::open(path).with_context(read_error)?;
        // a .zip and a workbook are recognized by their content, any other file by its extension
        match archive::open_zip(file) {
            Ok(archive) => {
                let repeated = archive::find_repeated_entry(File::open(path)?, &archive).with_context(read_error)?;
                if let Some(name) = repeated {
                    bail!(Message::new(MessageName::RepeatedEntry).with(shown).with(name));
                }
                let entries = list_entries(&archive).with_context(read_error)?;
                let is_workbook = entries.contains_key(WORKBOOK_ENTRY);
                Ok(if is_workbook { Self::from_file(path) } else { Source::Zip(Box::new(archive), entries) })
            }
            // a CSV file, or a damaged workbook, whose error the import reports
            Err(_) if is_table_name(&path.to_string_lossy()) => Ok(Self::from_file(path)),
            // the file is unreadable, or its central directory exceeds a limit
            Err(error) if !error.is::<ZipError>() => Err(error).with_context(read_error),
            Err(_) if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("zip")) => {
                bail!(Message::new(MessageName::DamagedZip).with(shown))
            }
            Err(_) => bail!(Message::new(MessageName::NotASource).with(shown)),
        }
    }

    /// Opens a folder with its folder of pictures. Other subfolders count as files that an import ignores.
    fn open_folder(path: &Path) -> Result<Self> {
        let mut names = Vec::new();
        list_folder(path, "", &mut names)?;
        let pictures = path.join(PICTURE_PREFIX);
        if pictures.is_dir() {
            // replaces the folder of the pictures by its files
            names.retain(|name| format!("{name}/") != PICTURE_PREFIX);
            list_folder(&pictures, PICTURE_PREFIX, &mut names)?;
        }
        let actual_names = map_unique(names.into_iter().map(|name| (canonical_name(&name), name)))?;
        Ok(Source::Folder(path.to_owned(), actual_names))
    }

    /// Returns a folder source that has only this file.
    fn from_file(path: &Path) -> Self {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        Source::Folder(folder, BTreeMap::from([(canonical_name(&name), name)]))
    }

    /// Returns the names of all files, including files that an import ignores.
    pub fn file_names(&self) -> Vec<String> {
        match self {
            Source::Folder(_, names) => names.keys().cloned().collect(),
            Source::Zip(_, entries) => entries.keys().cloned().collect(),
            Source::Generated(generator) => generator.file_names(),
        }
    }

    /// Returns the paths of the data files and pictures in a folder. Other sources have no paths.
    pub fn data_paths(&self) -> Vec<PathBuf> {
        let Source::Folder(path, names) = self else { return Vec::new() };
        let data_files = names.iter().filter(|(name, _)| is_data_name(name));
        data_files.map(|(_, actual_name)| path.join(actual_name)).collect()
    }

    pub fn has_file(&self, name: &str) -> bool {
        match self {
            Source::Folder(_, names) => names.contains_key(name),
            Source::Zip(_, entries) => entries.contains_key(name),
            Source::Generated(generator) => generator.file_names().iter().any(|known| known == name),
        }
    }

    pub fn is_generated(&self) -> bool {
        matches!(self, Source::Generated(_))
    }

    /// Returns the size of a file in bytes; 0 if it is unknown.
    pub fn file_size(&mut self, name: &str) -> u64 {
        let size = match self {
            Source::Folder(path, names) => {
                names.get(name).and_then(|actual_name| Some(path.join(actual_name).metadata().ok()?.len()))
            }
            Source::Zip(archive, entries) => {
                entries.get(name).and_then(|&at| archive.by_index(at).ok().map(|file| file.size()))
            }
            Source::Generated(_) => None,
        };
        size.unwrap_or_default()
    }

    /// Fails if the files have more than `max` bytes in all, as archives declare it. No more bytes than declared are read.
    pub fn check_unpacked_size(&mut self, max: u64) -> Result<()> {
        let mut sum: u64 = 0;
        for name in self.file_names() {
            let mut size = self.file_size(&name);
            // a workbook is an archive too, and unpacks to more than its size
            if name.to_lowercase().ends_with(".xlsx")
                && let Some(workbook) = self.open_file(&name)?
            {
                size = workbook::unpacked_size(workbook)?;
            }
            sum = sum.saturating_add(size);
        }
        ensure!(sum <= max, Message::new(MessageName::UnpackedTooLarge).with(sum).with(max));
        Ok(())
    }

    pub fn open_file(&mut self, name: &str) -> Result<Option<Box<dyn Read + '_>>> {
        let read_error = || Message::new(MessageName::Unreadable).with(name);
        Ok(match self {
            // below, the file exists, so that indexing by its name cannot panic
            _ if !self.has_file(name) => None,
            Source::Folder(path, names) => {
                let file = File::open(path.join(&names[name]));
                Some(Box::new(file.with_context(read_error)?))
            }
            Source::Zip(archive, entries) => {
                let entry = archive.by_index(entries[name]);
                Some(Box::new(entry.with_context(read_error)?))
            }
            Source::Generated(generator) => generator.open_file(name),
        })
    }
}

fn list_folder(folder: &Path, prefix: &str, names: &mut Vec<String>) -> std::io::Result<()> {
    for entry in folder.read_dir()? {
        names.push(format!("{prefix}{}", entry?.file_name().to_string_lossy()));
    }
    Ok(())
}

/// Returns the files by canonical name. A repeated name is an error.
fn map_unique<T>(files: impl Iterator<Item = (String, T)>) -> Result<BTreeMap<String, T>> {
    let mut by_name = BTreeMap::new();
    for (name, file) in files {
        if by_name.contains_key(&name) {
            bail!(Message::new(MessageName::NameInOtherCase).with(name));
        }
        by_name.insert(name, file);
    }
    Ok(by_name)
}

/// Returns the position of each file of an archive by name. If all files are in one folder, the names omit that folder.
fn list_entries<R: Read + Seek>(archive: &ZipArchive<R>) -> Result<BTreeMap<String, usize>> {
    let mut entries = BTreeMap::new();
    for position in 0..archive.len() {
        let name = archive.name_for_index(position).transpose()?.unwrap_or_default();
        // macOS adds a metadata file for each file
        if !name.ends_with('/') && !name.starts_with("__MACOSX/") {
            entries.insert(name.into_owned(), position);
        }
    }
    // all names begin with the top folder, if there is one
    let prefix_length = find_top_folder(&entries).map_or(0, |folder| folder.len());
    map_unique(entries.into_iter().map(|(name, position)| (canonical_name(&name[prefix_length..]), position)))
}

/// Returns the folder, with its `/`, that has all entries. The folder of the pictures is not a top folder.
fn find_top_folder(entries: &BTreeMap<String, usize>) -> Option<String> {
    let (folder, _) = entries.keys().next()?.split_once('/')?;
    let folder = format!("{folder}/");
    let has_all_entries = entries.keys().all(|name| name.starts_with(&folder));
    (has_all_entries && folder != PICTURE_PREFIX).then_some(folder)
}
