//! Environment variables for options: `LMS_MAX_BODY` sets `--max-body`.

use std::collections::BTreeSet;

use clap::{ArgAction, Command};

use super::control_characters::escape;
use super::terminal::{eprint_line, translate};
use crate::datafile::cell::parse_flag;
use crate::model::message::{Message, MessageName};
use crate::model::name_similarity::find_close_name;

const PREFIX: &str = "LMS_";

/// Gives each option of the command and its subcommands an environment variable. An empty variable counts as unset.
pub fn with_environment(command: Command) -> Command {
    command
        .mut_args(|argument| {
            // positional arguments have no variable
            let Some(flag) = argument.get_long() else { return argument };
            let variable = variable_name(flag);
            // a switch has no value on the command line, but its variable has one
            let argument = match argument.get_action() {
                ArgAction::SetTrue => argument.value_parser(parse_switch),
                _ => argument,
            };
            match std::env::var_os(&variable).is_some_and(|value| value.is_empty()) {
                true => argument,
                // clap needs a static name: the leak is small, since this function runs once
                false => argument.env(&*variable.leak()),
            }
        })
        .mut_subcommands(with_environment)
}

/// Returns the variable of an option: `LMS_MAX_BODY` for `max-body`.
fn variable_name(flag: &str) -> String {
    format!("{PREFIX}{}", flag.to_uppercase().replace('-', "_"))
}

/// Parses the variable of a switch, in any case: the words of a data file's cell, or `on` and `off`.
fn parse_switch(text: &str) -> Result<bool, String> {
    let flag = match text.trim().to_lowercase().as_str() {
        "on" => Some("true"),
        "off" => Some("false"),
        word => parse_flag(word),
    };
    let allowed = "allowed: true/false, 1/0, ja/nee, yes/no, waar/onwaar, on/off";
    flag.map(|flag| flag == "true").ok_or_else(|| allowed.into())
}

/// Returns a warning for each variable `LMS_…` that belongs to no option of `command` and its subcommands. A variable
/// of any subcommand is known, since all commands may share one file of settings.
pub fn unknown_variable_warnings(command: &Command) -> Vec<Message> {
    let mut known = BTreeSet::new();
    collect_variables(command, &mut known);
    // an empty variable counts as unset
    let variables = std::env::vars_os().filter(|(_, value)| !value.is_empty());
    let names = variables.map(|(name, _)| name.to_string_lossy().into_owned());
    let unknown = names.filter(|name| name.starts_with(PREFIX) && !known.contains(name));
    let warning = |name: String| {
        Message::new(MessageName::UnknownVariable).with(&name).with_suggestion(find_close_name(&name, &known))
    };
    unknown.map(warning).collect()
}

/// Prints a warning for each unknown variable. `serve` logs these warnings instead.
pub fn warn_of_unknown_variables(command: &Command) {
    for warning in unknown_variable_warnings(command) {
        eprint_line(escape(&translate(Message::new(MessageName::Warning).with_part(warning))));
    }
}

fn collect_variables(command: &Command, known: &mut BTreeSet<String>) {
    let flags = command.get_arguments().filter_map(|argument| argument.get_long());
    known.extend(flags.map(variable_name));
    for subcommand in command.get_subcommands() {
        collect_variables(subcommand, known);
    }
}
