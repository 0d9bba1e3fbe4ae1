//! Recognizes data files and pictures by name, and guesses which data file another name means.

use super::pictures;
use crate::datafile::FILES;
use crate::model::name_similarity::find_close_name;

/// Returns whether a name in a source is that of a data file or a picture.
pub fn is_data_name(name: &str) -> bool {
    pictures::is_picture_path(name) || FILES.iter().any(|file| file.has_name(name))
}

/// Returns whether a name has the extension of a CSV file or workbook. The lock files of Excel and LibreOffice do not count.
pub fn is_table_name(name: &str) -> bool {
    let (stem, ending) = name.rsplit_once('.').unwrap_or_default();
    let is_lock = stem.starts_with("~$") || stem.starts_with(".~lock");
    !is_lock && ["csv", "tsv", "txt", "xlsx", "xlsm"].iter().any(|known| ending.eq_ignore_ascii_case(known))
}

/// Returns whether a name is that of an Excel workbook.
pub fn is_workbook_name(name: &str) -> bool {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    ["xlsx", "xlsm"].iter().any(|known| ending.eq_ignore_ascii_case(known))
}

/// Returns the declared name of a data file for its name in any case; another name unchanged.
pub fn canonical_name(name: &str) -> String {
    let mut declared = FILES.iter().flat_map(|file| [file.name.to_owned(), file.workbook_name()]);
    declared.find(|declared| declared.eq_ignore_ascii_case(name)).unwrap_or_else(|| name.to_owned())
}

/// What an ignored file probably is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LikelyFile {
    /// The data file of this name.
    File(&'static str),
    /// A data file, which is ignored because it is in a subfolder.
    InSubfolder,
}

impl LikelyFile {
    /// The file extensions that are considered.
    const EXTENSIONS: [&str; 6] = ["csv", "xlsx", "xls", "xlsm", "xlsb", "ods"];

    /// Guesses which data file an ignored file is, by its name; `None` if none is similar.
    pub fn guess(name: &str) -> Option<Self> {
        let (folder, name) = name.rsplit_once('/').unwrap_or(("", name));
        if is_data_name(&canonical_name(name)) {
            return Some(LikelyFile::InSubfolder).filter(|_| !folder.is_empty());
        }
        let name = name.to_lowercase();
        let (stem, ending) = name.rsplit_once('.').filter(|_| folder.is_empty())?;
        // Excel's lock file beside an open workbook
        if !Self::EXTENSIONS.contains(&ending) || stem.starts_with("~$") {
            return None;
        }
        let near = find_close_name(stem, FILES.iter().map(|file| file.stem()))?;
        let file = FILES.iter().find(|file| file.stem() == near)?;
        Some(LikelyFile::File(file.name))
    }
}
