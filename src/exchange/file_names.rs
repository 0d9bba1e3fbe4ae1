//! Recognizes data files and pictures by their names, and guesses the data file from a similar name.

use super::pictures;
use crate::datafile::FILES;
use crate::model::name_similarity::find_close_name;

/// Returns whether a file with this name in a source is a data file or a picture.
pub fn is_data_name(name: &str) -> bool {
    pictures::is_picture_path(name) || FILES.iter().any(|file| file.has_name(name))
}

/// Returns whether a name is that of a CSV file, with any separator, or of a workbook. Lock files, which Excel and
/// LibreOffice create next to an open file, do not count.
pub fn is_table_name(name: &str) -> bool {
    let (stem, extension) = name.rsplit_once('.').unwrap_or_default();
    let is_lock_file = stem.starts_with("~$") || stem.starts_with(".~lock");
    !is_lock_file && ["csv", "tsv", "txt", "xlsx", "xlsm"].iter().any(|known| extension.eq_ignore_ascii_case(known))
}

pub fn is_workbook_name(name: &str) -> bool {
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    ["xlsx", "xlsm"].iter().any(|known| extension.eq_ignore_ascii_case(known))
}

/// Returns the declared name of a data file from its name in any case. Returns any other name unchanged.
pub fn canonical_name(name: &str) -> String {
    let mut declared = FILES.iter().flat_map(|file| [file.name.to_owned(), file.workbook_name()]);
    declared.find(|declared| declared.eq_ignore_ascii_case(name)).unwrap_or_else(|| name.to_owned())
}

/// The probable data file of an ignored file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LikelyFile {
    File(&'static str),
    /// A data file that is ignored because it is in a subfolder.
    InSubfolder,
}

impl LikelyFile {
    /// The extensions of CSV files and of spreadsheets, including formats that cannot be read.
    const EXTENSIONS: [&str; 6] = ["csv", "xlsx", "xls", "xlsm", "xlsb", "ods"];

    /// Guesses the data file from the name of an ignored file, such as persons.csv from `person.xls`.
    pub fn guess(name: &str) -> Option<Self> {
        let (folder, file_name) = name.rsplit_once('/').unwrap_or(("", name));
        if is_data_name(&canonical_name(file_name)) {
            // at the top, a file with such a name is read and not ignored
            return (!folder.is_empty()).then_some(LikelyFile::InSubfolder);
        }
        let lowercase_name = file_name.to_lowercase();
        // in a subfolder, only the names of data files count, not similar names
        let (stem, extension) = lowercase_name.rsplit_once('.').filter(|_| folder.is_empty())?;
        let is_excel_lock_file = stem.starts_with("~$");
        if !Self::EXTENSIONS.contains(&extension) || is_excel_lock_file {
            return None;
        }
        let close_stem = find_close_name(stem, FILES.iter().map(|file| file.stem()))?;
        let file = FILES.iter().find(|file| file.stem() == close_stem)?;
        Some(LikelyFile::File(file.name))
    }
}
