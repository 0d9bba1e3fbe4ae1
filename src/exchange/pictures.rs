//! Imports, exports and checks the pictures of trainings, which are rows of [`images`] in the database.

use std::io::Read;
use std::ops::RangeInclusive;

use anyhow::{Context, Result, anyhow};
use blake2::{Blake2b256, Digest};
use imagesize::{ImageSize, ImageType};
use rusqlite::{Connection, params};

use super::merge::error_subject::ErrorSubject;
use super::merge::error_table::{ErrorTable, RowMessage};
use super::merge::imported_file::{GivenFile, ImportedFile};
use super::source::Source;
use super::target::ExportTarget;
use crate::datafile::images::{self, PICTURE_PREFIX};
use crate::model::message::{Message, MessageName, Severity};
use crate::model::text::cut_and_escape_value;
use crate::store::integrity::ReportProblem;

/// The maximum number of bytes of a picture: more than a picture of the allowed dimensions needs.
const MAX_BYTES: u64 = 2 << 20;

/// The extensions of pictures. Other files in the folder are ignored.
const EXTENSIONS: [&str; 4] = [".png", ".jpg", ".jpeg", ".webp"];

/// Loads the pictures of the source, if there are any, into a new stage table. Adds an error for each invalid picture.
pub fn stage_pictures(
    connection: &Connection,
    errors: &ErrorTable,
    imported: &mut ImportedFile,
    source: &mut Source,
) -> Result<()> {
    let mut paths = source.file_names();
    paths.retain(|path| is_picture_path(path));
    if paths.is_empty() {
        return Ok(());
    }
    connection.execute_batch(&imported.create_tables_sql())?;
    for path in paths {
        // one byte more than allowed shows that a picture is too large
        let mut bytes = Vec::new();
        let Some(file) = source.open_file(&path)? else { continue };
        file.take(MAX_BYTES + 1).read_to_end(&mut bytes).with_context(|| format!("{path} cannot be read"))?;
        stage_picture(errors, imported, &path[PICTURE_PREFIX.len()..], &bytes)?;
    }
    imported.given_file = Some(GivenFile::with_all_columns(&images::FILE));
    Ok(())
}

/// Adds a warning if a valid picture does not have the recommended size. `name` is without the folder.
fn stage_picture(errors: &ErrorTable, imported: &ImportedFile, name: &str, bytes: &[u8]) -> rusqlite::Result<()> {
    let add_message = |severity: Severity, message: Message| {
        errors.add_message(imported, &RowMessage::about_file(severity, ErrorSubject::picture(name), message))
    };
    match inspect_picture(name, bytes) {
        Err(message) => {
            add_message(Severity::Error, message)?;
            // stores the name, so that cells that refer to the picture cause no further errors
            insert_picture(errors.connection, name, "", &[])
        }
        Ok(PictureFile { media_type, size: (width, height) }) => {
            if (width, height) != RECOMMENDED_SIZE {
                add_message(Severity::Warning, Message::new(MessageName::PictureSize).with(width).with(height))?;
            }
            insert_picture(errors.connection, name, media_type, bytes)
        }
    }
}

pub fn is_picture_path(path: &str) -> bool {
    path.strip_prefix(PICTURE_PREFIX).is_some_and(has_picture_extension)
}

fn has_picture_extension(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    // macOS adds metadata files, whose names begin with a dot
    !name.starts_with('.') && EXTENSIONS.iter().any(|extension| name.ends_with(extension))
}

/// Inserts a picture into the stage table. Cells of stage tables are texts, so that bytes become hexadecimal digits.
fn insert_picture(connection: &Connection, name: &str, media_type: &str, bytes: &[u8]) -> rusqlite::Result<()> {
    let digest: String = Blake2b256::digest(bytes).iter().map(|byte| format!("{byte:02X}")).collect();
    let sql = "INSERT INTO temp.stage_images (line, Name, ContentType, Digest, Content) VALUES (1, ?, ?, ?, hex(?))";
    connection.prepare_cached(sql)?.execute(params![name, media_type, digest, bytes]).map(drop)
}

/// Checks that the name of a picture needs no escapes in a URL, and cannot lead out of the folder of an export.
fn check_picture_name(name: &str) -> Result<(), Message> {
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
    if !name.chars().all(is_allowed) {
        return Err(MessageName::PictureName.into());
    }
    if !has_picture_extension(name) {
        return Err(Message::new(MessageName::PictureEnding).with(EXTENSIONS.join(", ")));
    }
    Ok(())
}

struct PictureFile {
    media_type: &'static str,
    /// Width and height in pixels.
    size: (usize, usize),
}

/// The recommended width and height in pixels (contract §7).
const RECOMMENDED_SIZE: (usize, usize) = (400, 300);

const WIDTHS: RangeInclusive<usize> = 170..=500;

const HEIGHTS: RangeInclusive<usize> = 128..=376;

/// Returns the type and dimensions of a picture. An invalid picture fails with the error that an import reports.
fn inspect_picture(name: &str, bytes: &[u8]) -> Result<PictureFile, Message> {
    check_picture_name(name)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(MessageName::PictureTooLarge.into());
    }
    let media_type = match imagesize::image_type(bytes) {
        Ok(ImageType::Png) => "image/png",
        Ok(ImageType::Jpeg) => "image/jpeg",
        Ok(ImageType::Webp) => "image/webp",
        _ => return Err(MessageName::NotAPicture.into()),
    };
    let ImageSize { width, height } = imagesize::blob_size(bytes).map_err(|_| MessageName::DamagedPicture)?;
    // one error is enough: the size is checked before the ratio
    let error = if width < *WIDTHS.start() || height < *HEIGHTS.start() {
        MessageName::PictureTooSmall
    } else if width > *WIDTHS.end() || height > *HEIGHTS.end() {
        MessageName::PictureTooBig
    // the ratio must be 4:3; a height that is one pixel off makes a difference of four
    } else if (3 * width).abs_diff(4 * height) > 4 {
        MessageName::PictureRatio
    } else {
        return Ok(PictureFile { media_type, size: (width, height) });
    };
    Err(Message::new(error).with(width).with(height))
}

/// Reports the stored pictures that an import would refuse; another program may have written them.
pub fn check_stored_pictures(connection: &Connection, report: ReportProblem) -> Result<()> {
    let mut select = connection.prepare("SELECT name, content_type, content FROM image")?;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        let (name, media_type): (String, String) = (row.get("name")?, row.get("content_type")?);
        let problem = match inspect_picture(&name, row.get_ref("content")?.as_blob()?) {
            Ok(picture) if picture.media_type == media_type => continue,
            Ok(picture) => format!("the content is {}, not {media_type}", picture.media_type),
            Err(error) => error.to_string(),
        };
        report(&format!("image: {PICTURE_PREFIX}{}: {problem}", cut_and_escape_value(&name)))?;
    }
    Ok(())
}

pub fn export_pictures(connection: &Connection, target: &mut ExportTarget<'_>) -> Result<u64> {
    let mut select = connection.prepare("SELECT name, content FROM image ORDER BY name")?;
    let mut rows = select.query([])?;
    let mut count = 0;
    while let Some(row) = rows.next()? {
        let name: String = row.get("name")?;
        let path = format!("{PICTURE_PREFIX}{name}");
        // another program may have stored a name such as `../x.png`
        check_picture_name(&name).map_err(|why| anyhow!("{} is not written: {why}", cut_and_escape_value(&path)))?;
        target
            .write_file(&path, |out| Ok(out.write_all(row.get_ref("content")?.as_blob()?)?))
            .with_context(|| format!("{path} cannot be written"))?;
        count += 1;
    }
    Ok(count)
}
