//! group_members.csv: who is in which group.

use super::file::{File, person, text};

/// The file.
pub const FILE: File = File {
    name: "group_members.csv",
    about: "who is in which group",
    table: "group_member",
    columns: &[
        text("GroupName", "person_group", "the group")
            .key()
            .naming("groups.csv", "NULL"),
        person(),
    ],
    ..File::PLAIN
};
