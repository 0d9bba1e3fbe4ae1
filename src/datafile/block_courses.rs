//! block_courses.csv: the courses of each course block.

use super::columns::{order, text};
use super::file::{File, Rule};
use super::trainings;

/// The file.
pub static FILE: File = File {
    name: "block_courses.csv",
    about: "the courses of each course block",
    dutch: (
        "Opleidingen per blok",
        "de opleidingen van elk opleidingsblok",
    ),
    table: "block_course",
    columns: &[
        text("BlockCode", "block", "the course block")
            .dutch("Opleidingsblok", "het opleidingsblok")
            .key()
            .naming(&trainings::FILE, "NULL"),
        text("CourseCode", "course", "the course")
            .dutch("Opleiding", "de opleiding")
            .key()
            .naming(&trainings::FILE, "NULL"),
        order("its place in the block"),
    ],
    rules: &[A_BLOCK, A_COURSE],
    ..File::PLAIN
};

/// "a block_courses row whose block is not Longterm …"
const A_BLOCK: Rule = Rule {
    column: "BlockCode",
    select: "
        SELECT line, BlockCode AS value, '{} is a course (Learning); a block is Longterm' AS message
        FROM next_block_courses
        WHERE fresh AND 'Learning' = coalesce(
            (SELECT type FROM LearningModule WHERE code = BlockCode),
            (SELECT Type FROM stage_trainings WHERE Code = BlockCode))",
    ..Rule::PLAIN
};

/// "… or course not Learning"
const A_COURSE: Rule = Rule {
    column: "CourseCode",
    select: "
        SELECT line, CourseCode AS value, '{} is a block (Longterm); a course is Learning' AS message
        FROM next_block_courses
        WHERE fresh AND 'Longterm' = coalesce(
            (SELECT type FROM LearningModule WHERE code = CourseCode),
            (SELECT Type FROM stage_trainings WHERE Code = CourseCode))",
    ..Rule::PLAIN
};
