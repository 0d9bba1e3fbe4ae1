//! Training pictures as the service sends them; how they came in is `exchange`'s.

use rusqlite::{Connection, OptionalExtension};

/// A picture.
pub struct Image {
    /// The media type, found from the content when it was imported.
    pub content_type: &'static str,
    /// Says whether the content is the same: a digest in hexadecimal digits.
    pub digest: String,
    /// The bytes; `None` when the digest was the one that the client has.
    pub content: Option<Vec<u8>>,
}

/// The picture of this name; without its bytes when `has` says of its digest that the client has it.
pub fn find(
    connection: &Connection,
    name: &str,
    has: impl FnOnce(&str) -> bool,
) -> rusqlite::Result<Option<Image>> {
    let found = connection
        .prepare_cached("SELECT id, content_type, digest FROM image WHERE name = ?")?
        .query_row([name], |row| {
            let content_type = match row.get_ref(1)?.as_str()? {
                "image/png" => "image/png",
                "image/jpeg" => "image/jpeg",
                _ => "image/webp",
            };
            Ok((
                row.get::<_, i64>(0)?,
                content_type,
                row.get::<_, String>(2)?,
            ))
        })
        .optional()?;
    let Some((id, content_type, digest)) = found else {
        return Ok(None);
    };
    let content = match has(&digest) {
        true => None,
        false => Some(
            connection
                .prepare_cached("SELECT content FROM image WHERE id = ?")?
                .query_row([id], |row| row.get(0))?,
        ),
    };
    Ok(Some(Image {
        content_type,
        digest,
        content,
    }))
}
