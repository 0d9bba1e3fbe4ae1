//! The folder of automatic backups. Files that are not named like its backups are never changed.

use std::path::{Path, PathBuf};
use std::{fs, io};

use jiff::Timestamp;

use crate::output::PARTIAL_SUFFIX;

/// The format of times in file names, such as `20260309T031500Z`.
const TIME_FORMAT: &str = "%Y%m%dT%H%M%SZ";

const TIME_LENGTH: usize = 16;

const EXTENSION: &str = ".sqlite";

pub struct BackupFolder {
    pub path: PathBuf,
    /// The prefix of file names. Each database has its own prefix, so that databases can share the folder.
    prefix: String,
}

struct BackupFile {
    at: Timestamp,
    is_complete: bool,
    path: PathBuf,
}

impl BackupFolder {
    pub fn new(path: PathBuf, database: &Path) -> Self {
        let stem = database.file_stem().unwrap_or_default().to_string_lossy();
        let prefix = format!("{stem}-");
        Self { path, prefix }
    }

    /// Returns the path of a new backup: `lms-20260309T031500Z.sqlite`.
    pub fn new_path(&self, now: Timestamp) -> PathBuf {
        let (prefix, stamp) = (&self.prefix, now.strftime(TIME_FORMAT));
        self.path.join(format!("{prefix}{stamp}{EXTENSION}"))
    }

    pub fn newest(&self) -> io::Result<Option<(Timestamp, PathBuf)>> {
        let complete = self.list_files()?.into_iter().filter(|file| file.is_complete);
        Ok(complete.max_by_key(|file| file.at).map(|file| (file.at, file.path)))
    }

    /// Deletes incomplete files, and all but the newest `keep` backups. The backup at `new` counts as the newest.
    pub fn delete_surplus(&self, new: &Path, keep: usize) -> io::Result<()> {
        let (mut complete, incomplete): (Vec<_>, Vec<_>) =
            self.list_files()?.into_iter().partition(|file| file.is_complete);
        // false sorts before true: the new backup comes first, even if others were made while the clock was ahead
        complete.sort_by_key(|file| (file.path != new, std::cmp::Reverse(file.at)));
        for file in complete.iter().skip(keep).chain(&incomplete) {
            fs::remove_file(&file.path)?;
        }
        Ok(())
    }

    fn list_files(&self) -> io::Result<Vec<BackupFile>> {
        let mut files = Vec::new();
        for entry in fs::read_dir(&self.path)? {
            files.extend(self.parse_path(entry?.path()));
        }
        Ok(files)
    }

    /// Parses the path of a backup; `None` if the file is not named like a backup.
    fn parse_path(&self, path: PathBuf) -> Option<BackupFile> {
        let name = path.file_name()?.to_str()?;
        let (stamp, ending) = name.strip_prefix(&self.prefix)?.split_at_checked(TIME_LENGTH)?;
        let at: Timestamp = stamp.parse().ok()?;
        // `.sqlite` for a complete file, `.sqlite.a1B2.partial` for an incomplete one
        let suffix = ending.strip_prefix(EXTENSION)?;
        let is_complete = suffix.is_empty();
        let is_partial = suffix.starts_with('.') && suffix.ends_with(PARTIAL_SUFFIX);
        // `parse` also accepts other forms of a time
        let has_our_format = at.strftime(TIME_FORMAT).to_string() == stamp;
        (has_our_format && (is_complete || is_partial)).then_some(BackupFile { at, is_complete, path })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn the_newest_backups_and_foreign_files_are_kept() {
        let directory = tempfile::tempdir().unwrap();
        let folder = BackupFolder::new(directory.path().to_owned(), Path::new("/srv/lms.sqlite"));
        let other_files = [
            "lms-20260301T000000Z.sqlite.kept",
            "lms-20261301T000000Z.sqlite",
            "lms-before-the-move.sqlite",
            "lms-20260301.sqlite",
            "other-20200301T000000Z.sqlite",
            "letter.txt",
        ];
        let backups = [
            "lms-20260301T000000Z.sqlite",
            "lms-20260302T000000Z.sqlite",
            "lms-20260303T000000Z.sqlite",
            "lms-20260302T000000Z.sqlite.a1B2.partial",
            // made while the clock was ahead
            "lms-20990101T000000Z.sqlite",
        ];
        for name in other_files.iter().chain(&backups) {
            fs::write(directory.path().join(name), "x").unwrap();
        }
        let now = "2026-03-03T00:00:00Z".parse().unwrap();
        let new_path = folder.new_path(now);
        assert_eq!(new_path, directory.path().join(backups[2]));
        folder.delete_surplus(&new_path, 2).unwrap();
        let mut expected: Vec<_> =
            other_files.iter().chain(&[backups[2], backups[4]]).map(|name| (*name).to_owned()).collect();
        expected.sort();
        assert_eq!(names(directory.path()), expected);
        assert_eq!(folder.newest().unwrap().unwrap().1, directory.path().join(backups[4]));
        folder.delete_surplus(&new_path, 1).unwrap();
        assert_eq!(folder.newest().unwrap(), Some((now, new_path)));
    }
}
