//! What the names of files say: which are data files or pictures, and what others may be meant for.

use super::pictures;
use crate::datafile::FILES;
use crate::datafile::file::DataFile;
use crate::model::nearest::near;

/// Whether a name that a source has is that of a data file or a picture; any other is left alone.
pub fn is_known(name: &str) -> bool {
    let is_of = |file: &&DataFile| file.name == name || file.workbook() == name;
    pictures::is_picture(name) || FILES.iter().any(is_of)
}

/// Whether a name can be that of a table that another system wrote. Excel and LibreOffice keep files of the other names
/// beside a table that is open.
pub fn is_table(name: &str) -> bool {
    let (stem, ending) = name.rsplit_once('.').unwrap_or_default();
    let is_lock = stem.starts_with("~$") || stem.starts_with(".~lock");
    !is_lock && ["csv", "tsv", "txt", "xlsx", "xlsm"].iter().any(|known| ending.eq_ignore_ascii_case(known))
}

/// Whether a name is that of a workbook.
pub fn is_workbook(name: &str) -> bool {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    ["xlsx", "xlsm"].iter().any(|known| ending.eq_ignore_ascii_case(known))
}

/// The name under which a file is known: that of the data file that it is called by in whatever case, else its own.
pub fn known(name: &str) -> String {
    let own = FILES.iter().flat_map(|file| [file.name.to_owned(), file.workbook()]);
    let mut own = own.filter(|own| own.eq_ignore_ascii_case(name));
    own.next().unwrap_or_else(|| name.to_owned())
}

/// What a file that is left alone may be meant for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LikelyFile {
    /// The data file of this name.
    File(&'static str),
    /// A data file, if it did not stand in a folder.
    Elsewhere,
}

impl LikelyFile {
    /// What the names of such files end in.
    const ENDINGS: [&str; 6] = ["csv", "xlsx", "xls", "xlsm", "xlsb", "ods"];

    /// What a file of this name may be meant for.
    pub fn by(name: &str) -> Option<Self> {
        let (folder, name) = name.rsplit_once('/').unwrap_or(("", name));
        if is_known(&known(name)) {
            return Some(LikelyFile::Elsewhere).filter(|_| !folder.is_empty());
        }
        let name = name.to_lowercase();
        let (stem, ending) = name.rsplit_once('.').filter(|_| folder.is_empty())?;
        // Excel keeps such a file beside a workbook while it is open
        if !Self::ENDINGS.contains(&ending) || stem.starts_with("~$") {
            return None;
        }
        let near = near(stem, FILES.iter().map(|file| file.stem()))?;
        let file = FILES.iter().find(|file| file.stem() == near)?;
        Some(LikelyFile::File(file.name))
    }
}
