//! Reads the images of trainings piece by piece. `exchange` imports images.

use rusqlite::{Connection, Result};

use crate::ledger::query::query_optional;

/// The most bytes of a piece. A slow client takes this much memory.
const MAX_PIECE_BYTES: usize = 32 * 1024;

/// The properties of an image. Its content is read with [`Image::piece`].
pub struct Image {
    id: i64,
    pub content_type: &'static str,
    /// Identifies the content, also for the browser's cache.
    pub digest: String,
    pub length: usize,
}

pub fn find(connection: &Connection, name: &str) -> Result<Option<Image>> {
    let sql = "SELECT id, content_type, digest, length(content) AS length FROM image WHERE name = ?";
    query_optional(connection, sql, [name], |row| {
        // import accepts only these types
        let content_type = match row.get_ref("content_type")?.as_str()? {
            "image/png" => "image/png",
            "image/jpeg" => "image/jpeg",
            _ => "image/webp",
        };
        let length = row.get::<_, u32>("length")? as usize;
        read_row!(row => Image { id, content_type: content_type, digest, length: length })
    })
}

impl Image {
    /// Returns up to [`MAX_PIECE_BYTES`] bytes after the offset; `None` if the image was replaced since [`find`].
    pub fn piece(&self, connection: &Connection, offset: usize) -> Result<Option<Vec<u8>>> {
        let sql = "SELECT 1 FROM image WHERE id = ? AND digest = ?";
        if !connection.prepare_cached(sql)?.exists((self.id, &self.digest))? {
            return Ok(None);
        }
        // opened read-only (`true`)
        let content = connection.blob_open("main", "image", "content", self.id, true)?;
        let mut piece = vec![0; MAX_PIECE_BYTES.min(self.length.saturating_sub(offset))];
        content.read_at_exact(&mut piece, offset)?;
        Ok(Some(piece))
    }
}
