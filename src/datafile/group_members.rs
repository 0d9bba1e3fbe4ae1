//! group_members.csv: the members of groups.

use super::columns::text_column;
use super::file::DataFile;
use super::groups;
use super::persons::person_column;

pub static FILE: DataFile = DataFile {
    name: "group_members.csv",
    labels: ["Group members", "Groepsleden"],
    add_row_label: ["Add a group member", "Groepslid toevoegen"],
    about: ["who is in which group", "wie in welke groep zit"],
    table: "group_member",
    columns: &[
        text_column("GroupName", "the group").labels("Group", "Groep").key().refers_to(&groups::FILE, "person_group"),
        person_column(),
    ],
    ..DataFile::DEFAULTS
};
