//! block_courses.csv: the courses of each course block.

use super::columns::{order_column, text_column};
use super::file::DataFile;
use super::rule::RowRule;
use super::trainings;

pub static FILE: DataFile = DataFile {
    name: "block_courses.csv",
    labels: ["Courses of course blocks", "Opleidingen per blok"],
    add_row_label: ["Add a course to a block", "Opleiding toevoegen aan blok"],
    about: ["the courses of each course block", "de opleidingen van elk opleidingsblok"],
    table: "block_course",
    columns: &[
        text_column("BlockCode", "the course block")
            .labels("Course block", "Opleidingsblok")
            .key()
            .refers_to(&trainings::FILE, "block"),
        text_column("CourseCode", "the course")
            .labels("Course", "Opleiding")
            .key()
            .refers_to(&trainings::FILE, "course"),
        order_column("its place in the block"),
    ],
    rules: &[BLOCK_IS_LONGTERM, COURSE_IS_LEARNING],
    ..DataFile::DEFAULTS
};

/// Refuses a BlockCode that is a course (Type `Learning`). The type of a stored training never changes.
const BLOCK_IS_LONGTERM: RowRule = RowRule::forbid_rows(
    "BlockCode",
    "json_array('BlockIsCourse')",
    "is_new AND 'Learning' = coalesce(
         (SELECT type FROM LearningModule WHERE code = BlockCode),
         (SELECT Type FROM stage_trainings WHERE Code = BlockCode))",
);

const COURSE_IS_LEARNING: RowRule = RowRule::forbid_rows(
    "CourseCode",
    "json_array('CourseIsBlock')",
    "is_new AND 'Longterm' = coalesce(
         (SELECT type FROM LearningModule WHERE code = CourseCode),
         (SELECT Type FROM stage_trainings WHERE Code = CourseCode))",
);
