//! The pictures of trainings: the folder `images/` beside the data files.
//!
//! A picture is a row whose name is the key and whose bytes are a cell, so that planning, writing and the ledger need
//! no special case. `exchange` reads and writes the files.

use super::columns::text;
use super::file::{Column, DataFile, Domain};

/// The folder, as `Image` cells and addresses begin.
pub const PICTURES: &str = "images/";

pub static FILE: DataFile = DataFile {
    name: "images",
    about: "the pictures of trainings",
    dutch: ("Afbeeldingen", "de afbeeldingen van trainingen"),
    table: "image",
    columns: &[
        text("Name", "the file's name").dutch("Naam").key(),
        text("ContentType", "what its content is").dutch("Soort"),
        text("Digest", "BLAKE2b-256 of its content").dutch("Vingerafdruk"),
        Column::new("Content", Domain::Bytes, "the bytes of the file").dutch("Inhoud"),
    ],
    ..DataFile::PLAIN
};
