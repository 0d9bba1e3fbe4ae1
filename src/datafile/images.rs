//! The pictures of trainings: files in the folder `images/`. Import and ledger treat them as rows with a cell of bytes.

use super::columns::text_column;
use super::file::{Column, DataFile, Domain};

/// The prefix of pictures in `Image` cells and in addresses.
pub const PICTURE_PREFIX: &str = "images/";

pub static FILE: DataFile = DataFile {
    name: "images",
    labels: ["Images", "Afbeeldingen"],
    about: ["the pictures of trainings", "de afbeeldingen van trainingen"],
    table: "image",
    columns: &[
        text_column("Name", "the file's name").dutch("Naam").key(),
        text_column("ContentType", "what its content is").dutch("Soort"),
        text_column("Digest", "BLAKE2b-256 of its content").dutch("Vingerafdruk"),
        Column::new("Content", Domain::Bytes, "the bytes of the file").dutch("Inhoud"),
    ],
    ..DataFile::DEFAULTS
};
