//! Training pictures as the service sends them, a piece at a time; how they came in is `exchange`'s.

use rusqlite::{Connection, OptionalExtension};

/// How long a piece is: what is on its way to each reader, however slow.
const PIECE: usize = 32 * 1024;

/// A picture, without its bytes.
pub struct Image {
    id: i64,
    /// The media type, found from the content when it was imported.
    pub content_type: &'static str,
    /// Says whether the content is the same: a digest in hexadecimal digits.
    pub digest: String,
    /// How many bytes it has.
    pub length: usize,
}

/// The picture of this name.
pub fn find(connection: &Connection, name: &str) -> rusqlite::Result<Option<Image>> {
    connection
        .prepare_cached("SELECT id, content_type, digest, length(content) FROM image WHERE name = ?")?
        .query_row([name], |row| {
            Ok(Image {
                id: row.get(0)?,
                content_type: match row.get_ref(1)?.as_str()? {
                    "image/png" => "image/png",
                    "image/jpeg" => "image/jpeg",
                    _ => "image/webp",
                },
                digest: row.get(2)?,
                length: row.get::<_, u32>(3)? as usize,
            })
        })
        .optional()
}

impl Image {
    /// The piece that begins there; none when the picture is another one since it was found.
    pub fn piece(&self, connection: &Connection, begin: usize) -> rusqlite::Result<Option<Vec<u8>>> {
        let same = connection
            .prepare_cached("SELECT 1 FROM image WHERE id = ? AND digest = ?")?
            .exists((self.id, &self.digest))?;
        if !same {
            return Ok(None);
        }
        let content = connection.blob_open("main", "image", "content", self.id, true)?;
        let mut piece = vec![0; PIECE.min(self.length.saturating_sub(begin))];
        content.read_at_exact(&mut piece, begin)?;
        Ok(Some(piece))
    }
}
