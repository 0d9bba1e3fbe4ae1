//! The pictures of trainings: the folder `images/` beside the data files.
//!
//! A picture is a row like any other, whose name is its key and whose bytes are a cell, so that planning,
//! writing and the ledger need not know it. How it is read and written is told in `exchange`.

use super::columns::text;
use super::file::{Column, Domain, File};

/// The folder, as a cell `Image` and an address name it.
pub const PICTURES: &str = "images/";

/// The pictures.
pub static FILE: File = File {
    name: "images",
    about: "the pictures of trainings",
    table: "image",
    columns: &[
        text("Name", "the file's name").key(),
        text("ContentType", "what its content is"),
        text("Digest", "BLAKE2b-256 of its content"),
        Column::new("Content", Domain::Bytes, "the bytes of the file"),
    ],
    ..File::PLAIN
};
