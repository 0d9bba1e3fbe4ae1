//! Receives uploaded files into private folders, within limits.

use std::fs::{DirEntry, File, Permissions};
use std::io::{ErrorKind, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

use anyhow::Result;
use http_body_util::BodyExt;
use hyper::body::Incoming;
use hyper::header::{self, HeaderMap};
use multer::{Constraints, Field, Multipart, SizeLimit};
use tempfile::TempDir;

use super::body::BodyError;
use super::server::Server;
use crate::console::FormFields;
use crate::exchange::file_names::canonical_name;
use crate::exchange::upload::Upload;
use crate::model::lock::lock;
use crate::model::message::{Message, MessageName};
use crate::model::text::cut_and_escape_value;

/// The time limit for each piece of an upload. The whole upload may take longer.
const PIECE_TIMEOUT: Duration = Duration::from_secs(15);

const MAX_FILES: usize = 5_000;

/// The limit for unpacked files, as a multiple of the limit for the upload.
const MAX_UNPACKED_RATIO: u64 = 20;

/// The longest file name in bytes. Every file system supports this length.
const MAX_NAME_LENGTH: usize = 255;

/// The most bytes of a form's fields together, without the files. The memory for a field's name and value counts too.
const MAX_FIELD_BYTES: usize = 64 * 1024;

/// Returns the boundary of a multipart form; `None` for any other body.
pub fn form_boundary(headers: &HeaderMap) -> Option<String> {
    let value = headers.get(header::CONTENT_TYPE)?.to_str().ok()?;
    multer::parse_boundary(value).ok()
}

const FOLDER_PREFIX: &str = "lms-upload-";

/// A file in an upload folder, which the process that uses the folder keeps locked.
const MARKER_FILE: &str = "lock";

/// The parent folder of all uploads. It is created for the first upload and removed at exit.
#[derive(Default)]
pub struct Uploads(Mutex<Option<UploadFolder>>);

struct UploadFolder {
    folder: TempDir,
    /// The [`MARKER_FILE`]. Dropping it releases its lock.
    _marker: File,
}

impl Uploads {
    fn create_folder(&self) -> std::io::Result<TempDir> {
        let mut parent = lock(&self.0);
        // the system may delete a temporary folder that was unused for days
        let parent = match parent.take().filter(|parent| parent.folder.path().is_dir()) {
            Some(existing) => parent.insert(existing),
            None => parent.insert(UploadFolder::new()?),
        };
        tempfile::tempdir_in(parent.folder.path())
    }

    /// Removes the parent folder with all uploads, when the service ends.
    pub fn remove_all(&self) {
        drop(lock(&self.0).take());
    }

    /// Removes the parent folders of processes that were killed. Keeps those of running processes.
    pub fn remove_leftover_folders() {
        let Ok(entries) = std::env::temp_dir().read_dir() else { return };
        let has_prefix = |entry: &DirEntry| entry.file_name().to_string_lossy().starts_with(FOLDER_PREFIX);
        let is_folder = |entry: &DirEntry| entry.file_type().is_ok_and(|kind| kind.is_dir());
        for entry in entries.flatten().filter(has_prefix).filter(is_folder) {
            let folder = entry.path();
            let marker_path = folder.join(MARKER_FILE);
            // another user may have put a pipe at this path, and opening a pipe would block
            let is_file = marker_path.symlink_metadata().is_ok_and(|metadata| metadata.is_file());
            if !is_file {
                continue;
            }
            let Ok(marker) = File::open(marker_path) else { continue };
            // only an unused folder has an unlocked marker; the lock makes `UploadFolder::new` wait for the removal
            if marker.try_lock().is_ok() {
                match std::fs::remove_dir_all(&folder) {
                    Ok(()) => tracing::info!(folder = %folder.display(), "removed the uploads of a killed process"),
                    Err(error) => tracing::warn!(folder = %folder.display(), %error, "uploads cannot be removed"),
                }
            }
        }
    }
}

impl UploadFolder {
    /// Creates a folder that only this user can open, whatever the umask is.
    fn new() -> std::io::Result<Self> {
        loop {
            let mut folder = tempfile::Builder::new();
            folder.prefix(FOLDER_PREFIX);
            let folder = folder.permissions(Permissions::from_mode(0o700)).tempdir()?;
            let path = folder.path().join(MARKER_FILE);
            // until the marker is locked, a starting process may take the folder for a leftover and remove it
            match File::create(&path).and_then(|file| file.lock().map(|()| file)) {
                Ok(marker) if path.exists() => return Ok(Self { folder, _marker: marker }),
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
                // the folder was removed: try another folder
                Ok(_) | Err(_) => {}
            }
        }
    }
}

/// Receives a multipart form: its fields, and its files in a new folder. Fails if it exceeds the limit of uploads.
pub async fn receive_form(
    server: &Server,
    body: Option<Incoming>,
    boundary: String,
) -> Result<(FormFields, Upload), BodyError> {
    let body = body.ok_or(BodyError::Broken)?;
    let mut upload = create_upload(server, Vec::new())?;
    let size_limit = SizeLimit::new().whole_stream(server.limits().max_upload_bytes);
    let constraints = Constraints::new().size_limit(size_limit);
    let parts = Multipart::with_constraints(body.into_data_stream(), boundary, constraints);
    let fields = receive_parts(parts, &mut upload).await.map_err(body_error)?;
    Ok((fields, upload))
}

/// Receives a file that is the whole body, within the limit of uploads.
pub async fn receive_file(server: &Server, body: Option<Incoming>, name: &str) -> Result<Upload, BodyError> {
    let mut body = body.ok_or(BodyError::Broken)?;
    let upload = create_upload(server, vec![name.to_owned()])?;
    let limit = server.limits().max_upload_bytes;
    let path = upload.folder.path().join(name);
    // the errors of disk and connection have different types, which `body_error` distinguishes
    let received = async {
        let mut file = create_file(&path)?;
        let mut size = 0;
        while let Some(frame) = tokio::time::timeout(PIECE_TIMEOUT, body.frame()).await? {
            // a frame of trailers has no data
            let data = frame?.into_data().unwrap_or_default();
            size += data.len() as u64;
            if size > limit {
                return Err(multer::Error::StreamSizeExceeded { limit }.into());
            }
            file.write_all(&data)?;
        }
        Ok::<_, anyhow::Error>(())
    };
    received.await.map_err(body_error)?;
    Ok(upload)
}

fn create_upload(server: &Server, names: Vec<String>) -> Result<Upload, BodyError> {
    let folder = server.uploads.create_folder().map_err(|error| body_error(error.into()))?;
    let max_unpacked_bytes = server.limits().max_upload_bytes.saturating_mul(MAX_UNPACKED_RATIO);
    Ok(Upload { folder, names, rejection: None, max_unpacked_bytes })
}

/// Returns the body error for an error of receiving or storing an upload. Logs that the disk is full.
fn body_error(error: anyhow::Error) -> BodyError {
    let is_disk_full = |error: &std::io::Error| {
        matches!(error.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge)
    };
    if error.downcast_ref().is_some_and(is_disk_full) {
        let folder = std::env::temp_dir();
        tracing::error!(folder = %folder.display(), %error, "THE DISK IS FULL: uploads are refused");
        return BodyError::NoSpace;
    }
    // only creating or writing a file gives an `io::Error`
    if error.is::<std::io::Error>() {
        return BodyError::NotStored(format!("{error:#}"));
    }
    match error.downcast_ref::<multer::Error>() {
        Some(multer::Error::StreamSizeExceeded { limit } | multer::Error::FieldSizeExceeded { limit, .. }) => {
            BodyError::TooLarge(usize::try_from(*limit).unwrap_or(usize::MAX))
        }
        // the connection ended in the middle of the form
        Some(multer::Error::StreamReadFailed(_)) => BodyError::Broken,
        Some(error) => BodyError::Malformed(format!("The form cannot be read: {error}.")),
        _ if error.is::<tokio::time::error::Elapsed>() => BodyError::TooSlow,
        _ => BodyError::Broken,
    }
}

/// Skips hidden files. A file with a conflicting or too long name rejects the upload, but the rest is received.
async fn receive_parts(mut parts: Multipart<'_>, upload: &mut Upload) -> Result<FormFields> {
    let (mut fields, mut bytes_left) = (FormFields::default(), MAX_FIELD_BYTES);
    // after the first write error, the other files are read and not stored
    let mut write_result = Ok(());
    while let Some(mut part) = tokio::time::timeout(PIECE_TIMEOUT, parts.next_field()).await?? {
        let Some(sent_path) = part.file_name() else {
            fields.0.push(read_field(&mut part, &mut bytes_left).await?);
            continue;
        };
        // such as `.DS_Store`
        let Some(name) = stored_name(sent_path) else {
            skip_part(&mut part).await?;
            continue;
        };
        let conflicting = conflicting_name(&upload.names, &name);
        if conflicting.is_some() || !is_short_name(&name) {
            upload.rejection = Some(describe_rejection(&name, conflicting));
            skip_part(&mut part).await?;
            continue;
        }
        if upload.names.len() >= MAX_FILES {
            // reported like a form that is too large
            return Err(multer::Error::StreamSizeExceeded { limit: MAX_FILES as u64 }.into());
        }
        match write_result {
            Ok(()) => write_result = store_part(&mut part, &upload.folder.path().join(&name)).await?,
            Err(_) => skip_part(&mut part).await?,
        }
        upload.names.push(name);
    }
    write_result?;
    Ok(fields)
}

pub fn is_short_name(name: &str) -> bool {
    name.len() <= MAX_NAME_LENGTH
}

/// Returns the stored file that conflicts with a new file: both have the same name, or one would be the other's folder.
fn conflicting_name<'n>(names: &'n [String], name: &str) -> Option<&'n str> {
    let is_below = |path: &str, folder: &str| path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
    let is_conflict = |other: &&str| *other == name || is_below(other, name) || is_below(name, other);
    names.iter().map(String::as_str).find(is_conflict)
}

fn describe_rejection(name: &str, conflicting: Option<&str>) -> Message {
    let shown = cut_and_escape_value(name);
    // a name that is too long is reported first
    match conflicting.filter(|_| is_short_name(name)) {
        Some(other) if other == name => Message::new(MessageName::SentTwice).with(shown),
        Some(other) => Message::new(MessageName::FileAndFolder).with(cut_and_escape_value(other)).with(shown),
        None => Message::new(MessageName::LongFileName).with(name.len()).with(MAX_NAME_LENGTH).with(shown),
    }
}

/// Returns the name under which a file is stored: the last segment of the sent path, below `images/` if the segment
/// before it is `images`. Returns `None` if the last segment is empty or hidden, or has a NUL.
pub fn stored_name(sent_path: &str) -> Option<String> {
    let mut segments = sent_path.rsplit(['/', '\\']);
    let name = segments.next()?.trim();
    let is_plain = !name.is_empty() && !name.starts_with('.') && !name.contains('\0');
    let in_images = segments.next() == Some("images");
    is_plain.then(|| if in_images { format!("images/{name}") } else { canonical_name(name) })
}

/// Reads the name and value of a field, and subtracts their bytes from `bytes_left`. Fails if too few bytes are left.
async fn read_field(part: &mut Field<'_>, bytes_left: &mut usize) -> Result<(String, String)> {
    let mut count_bytes = |count: usize| {
        let limit = MAX_FIELD_BYTES as u64;
        *bytes_left = bytes_left.checked_sub(count).ok_or(multer::Error::StreamSizeExceeded { limit })?;
        Ok::<_, multer::Error>(())
    };
    let (name, mut value) = (part.name().unwrap_or_default().to_owned(), Vec::new());
    // also counts the memory of an empty field, because a form can have very many fields
    count_bytes(size_of::<(String, String)>() + name.len())?;
    while let Some(chunk) = tokio::time::timeout(PIECE_TIMEOUT, part.chunk()).await?? {
        count_bytes(chunk.len())?;
        value.extend_from_slice(&chunk);
    }
    Ok((name, String::from_utf8(value)?))
}

/// Creates a file that only this user can read, and the folder that contains it. Fails if the file exists.
fn create_file(path: &Path) -> std::io::Result<File> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    File::options().write(true).create_new(true).mode(0o600).open(path)
}

/// The result of writing a file. An error in reading the request is returned beside it.
type StoreResult = std::io::Result<()>;

/// Reads a part to its end, and stores it. After a write error, the rest is read too, because closing a connection with
/// unread data could destroy the answer.
async fn store_part(part: &mut Field<'_>, path: &Path) -> Result<StoreResult> {
    let mut file = create_file(path);
    while let Some(chunk) = tokio::time::timeout(PIECE_TIMEOUT, part.chunk()).await?? {
        if let Ok(open) = &mut file
            && let Err(error) = open.write_all(&chunk)
        {
            file = Err(error);
        }
    }
    Ok(file.map(drop))
}

async fn skip_part(part: &mut Field<'_>) -> Result<()> {
    while tokio::time::timeout(PIECE_TIMEOUT, part.chunk()).await??.is_some() {}
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::{MARKER_FILE, UploadFolder, Uploads, stored_name};

    #[test]
    fn the_folder_is_private() {
        let mode = UploadFolder::new().unwrap().folder.path().metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o700);
    }

    #[test]
    fn a_starting_process_keeps_new_folders() {
        std::thread::scope(|scope| {
            let starting = scope.spawn(|| (0..200).for_each(|_| Uploads::remove_leftover_folders()));
            while !starting.is_finished() {
                let new = UploadFolder::new().unwrap();
                assert!(new.folder.path().join(MARKER_FILE).is_file());
            }
        });
    }

    #[test]
    fn a_file_is_stored_under_the_last_segment_of_its_path() {
        for (sent, stored) in [
            ("persons.csv", Some("persons.csv")),
            ("seed/persons.csv", Some("persons.csv")),
            (r"C:\seed\persons.csv", Some("persons.csv")),
            ("../../etc/passwd", Some("passwd")),
            ("/etc/passwd", Some("passwd")),
            ("seed/images/bhv.png", Some("images/bhv.png")),
            ("images/../x.png", Some("x.png")),
            ("..", None),
            ("images/..", None),
            ("", None),
            (".htaccess", None),
            ("a\0b", None),
        ] {
            assert_eq!(stored_name(sent).as_deref(), stored, "{sent}");
        }
    }
}
