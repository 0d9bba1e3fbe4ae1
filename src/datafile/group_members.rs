//! group_members.csv: the members of groups.

use super::columns::text_column;
use super::file::DataFile;
use super::groups;
use super::persons::person_column;

pub static FILE: DataFile = DataFile {
    name: "group_members.csv",
    about: "who is in which group",
    dutch: ("Groepsleden", "wie in welke groep zit"),
    table: "group_member",
    columns: &[
        text_column("GroupName", "the group").dutch("Groep").key().refers_to(&groups::FILE, "person_group"),
        person_column(),
    ],
    ..DataFile::DEFAULTS
};
