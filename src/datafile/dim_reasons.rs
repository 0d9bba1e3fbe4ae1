//! dim_reasons.csv: the reasons why a person is exempt from a training.

use super::columns::{id_column, text_column};
use super::file::DataFile;

pub static FILE: DataFile = DataFile {
    name: "dim_reasons.csv",
    labels: ["Reasons for exemption", "Redenen van vrijstelling"],
    add_row_label: ["Add a reason for exemption", "Reden van vrijstelling toevoegen"],
    about: ["reasons for being exempt", "waarom iemand van een training is vrijgesteld"],
    table: "dim_reason",
    title: &["Reason"],
    columns: &[id_column().key(), text_column("Reason", "the reason").dutch("Reden").required()],
    ..DataFile::DEFAULTS
};
