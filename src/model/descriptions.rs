//! Descriptions of names that occur in several declarations. A name that occurs once is described in its declaration.

pub const PERSON_ID: &str = "The person's id in this system. It is never used for anybody else.";
pub const EXTERNAL_IDENTIFIER: &str = "Employee number in the HR system; no two persons have the same.";
pub const FIRST_NAME: &str = "First name.";
pub const INSERTION: &str = "The part between first and family name, such as van den; may be empty.";
pub const FAMILY_NAME: &str = "Family name, without the name prefix.";
pub const EMAIL: &str = "Business e-mail address.";
pub const ACCOUNT_LEVEL: &str = "Level of authorisation, such as ADMIN or TRAINER.";
pub const FUNCTION: &str = "Name of the function; Functie onbekend when none is known.";
pub const DIVISION: &str = "Name of the division or location; Locatie onbekend when none is known.";
pub const TOPMOST_DIVISION: &str =
    "Name of the top-level division above the person's division. If there is none above it, the division's own name.";
pub const COST_CENTRE: &str = "Cost centre; empty when there is none.";
pub const PHONE_NUMBER: &str = "Telephone number; empty when there is none.";
pub const CONTRACT_START: &str = "When the contract starts.";
pub const CONTRACT_END: &str = "When the contract ends; from then on the person counts as having left.";
pub const MANAGER_ID: &str = "Id of the person's manager; 0 when none is known.";
pub const MANAGER_IDENTIFIER: &str = "Employee number of the manager; empty when none is known.";

pub const TRAINING_ID: &str = "Id of the training. A course and a course block can have the same id.";
pub const TRAINING_CODE: &str = "Code of the training.";
pub const TRAINING_TITLE: &str = "Title of the training.";
pub const TRAINING_TYPE: &str = "Learning for a course, Longterm for a course block.";
pub const VERSION: &str = "Version of the training; empty when there is none.";
pub const STEP: &str = "Title of the step (trede) to which the training belongs.";
pub const MANDATORY: &str = "Whether the training is mandatory: Ja or Nee.";

pub const CLASS_ID: &str = "Id of the class.";
pub const CLASS_NAME: &str = "Name of the class (lichting).";
pub const GROUP_ID: &str = "Id of the group that the class is for; 0 when there is none.";
pub const MIN_PARTICIPANTS: &str = "Least number of participants; no value when there is no minimum.";
pub const MAX_PARTICIPANTS: &str = "Largest number of participants; no value when there is no maximum.";
pub const WAITING_LIST: &str = "Whether persons can wait for a place when the class is full.";
pub const MAX_WAITING: &str = "Largest number of waiting persons; no value when there is no maximum.";
pub const CANCELLED: &str = "Whether the class is cancelled.";
pub const ARCHIVED: &str = "Whether the class is archived.";
pub const IN_CATALOG: &str = "Whether the catalogue shows the class.";
pub const IN_CALENDAR: &str = "Whether the calendar shows the class.";
pub const OFFERED_EXTERNALLY: &str = "Whether external websites show the class.";

pub const SESSION_ID: &str = "Id of the session.";
pub const DATE: &str = "Day of the session.";
pub const LOCATION: &str = "Name of the location; empty if unknown.";
pub const ADDRESS: &str = "Address of the location; empty if unknown.";
pub const NEVER_FILLED: &str = "Always empty: this operation does not fill it.";
