//! Reads training pictures in pieces; `exchange` imports them.

use rusqlite::{Connection, OptionalExtension};

/// The bytes of a piece: the memory per slow reader.
const PIECE: usize = 32 * 1024;

pub struct Image {
    id: i64,
    pub content_type: &'static str,
    pub digest: String,
    pub length: usize,
}

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
    /// Returns the piece at an offset; `None` if the picture was replaced since it was found.
    pub fn piece(&self, connection: &Connection, begin: usize) -> rusqlite::Result<Option<Vec<u8>>> {
        let sql = "SELECT 1 FROM image WHERE id = ? AND digest = ?";
        let same = connection.prepare_cached(sql)?.exists((self.id, &self.digest))?;
        if !same {
            return Ok(None);
        }
        let content = connection.blob_open("main", "image", "content", self.id, true)?;
        let mut piece = vec![0; PIECE.min(self.length.saturating_sub(begin))];
        content.read_at_exact(&mut piece, begin)?;
        Ok(Some(piece))
    }
}
