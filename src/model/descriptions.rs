//! Descriptions of names that several declarations share. A name in one declaration alone is described there.

pub const PERSON_ID: &str = "The person's id in the service, never given to another.";
pub const CREATED: &str = "Id of what was created, for later calls.";
pub const EXTERNAL_IDENTIFIER: &str = "Employee number in the HR system; no two persons have the same.";
pub const FIRST_NAME: &str = "First name.";
pub const INSERTION: &str = "The part between first and family name, such as van den; may be empty.";
pub const FAMILY_NAME: &str = "Family name, without the insertion.";
pub const EMAIL: &str = "Business e-mail address.";
pub const ACCOUNT_LEVEL: &str = "Level of authorisation, such as ADMIN or TRAINER.";
pub const FUNCTION: &str = "Name of the function; Functie onbekend when none is known.";
pub const DIVISION: &str = "Name of the division or location; Locatie onbekend when none is known.";
pub const TOPMOST_DIVISION: &str = "Name of the topmost division above it, or of itself.";
pub const COST_CENTRE: &str = "Cost centre; empty when there is none.";
pub const PHONE_NUMBER: &str = "Telephone number; empty when there is none.";
pub const CONTRACT_START: &str = "When the contract starts.";
pub const CONTRACT_END: &str = "When the contract ends; after that the person counts as having left.";
pub const MANAGER_ID: &str = "Id of the person's manager; 0 when none is known.";
pub const MANAGER_IDENTIFIER: &str = "Employee number of the manager; empty when none is known.";

pub const TRAINING_ID: &str = "Id of the training; a course and a course block may share one.";
pub const TRAINING_CODE: &str = "Code of the training.";
pub const TRAINING_TITLE: &str = "Title of the training.";
pub const TRAINING_TYPE: &str = "Learning for a course, Longterm for a course block.";
pub const VERSION: &str = "Version of the training; empty when there is none.";
pub const STEP: &str = "Title of the step (trede) that the training stands in.";
pub const MANDATORY: &str = "Whether the training is mandatory: Ja or Nee.";

pub const CLASS_ID: &str = "Id of the class (lichting).";
pub const CLASS_NAME: &str = "Name of the class (lichting).";
pub const GROUP_ID: &str = "Id of the group that the class is for; 0 when there is none.";
pub const LEAST: &str = "Least number of participants; none when there is no minimum.";
pub const MOST: &str = "Largest number of participants; none when there is no maximum.";
pub const WAITING_LIST: &str = "Whether one can wait for a place once the class is full.";
pub const MOST_WAITING: &str = "How many may wait; none when there is no maximum.";
pub const CANCELLED: &str = "Whether the class is cancelled.";
pub const ARCHIVED: &str = "Whether the class is archived.";
pub const IN_CATALOG: &str = "Whether the catalogue shows the class.";
pub const IN_CALENDAR: &str = "Whether the calendar shows the class.";
pub const EXTERNALLY: &str = "Whether external websites show the class.";

pub const MOMENT_ID: &str = "Id of the session.";
pub const DATE: &str = "Day of the session.";
pub const LOCATION: &str = "Name of the place; empty when none is known.";
pub const ADDRESS: &str = "Address of the place; empty when none is known.";
pub const NEVER_FILLED: &str = "Always empty: this operation does not fill it.";
