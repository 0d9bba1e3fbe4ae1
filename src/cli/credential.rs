//! `credential`: manages the callers of the service, their passwords and grants.

use anyhow::Result;
use clap::{Args, Subcommand, ValueEnum};
use jiff::SignedDuration;
use serde_json::{Value, json};

use super::CommonOptions;
use super::account::{AccountArgs, AccountRow, add_account, escape_account_error, list_accounts};
use super::control_characters::escape;
use super::duration::parse_duration;
use super::json::OutputOptions;
use super::password_input::PasswordSource;
use super::terminal::print_line;
use crate::gate::accounts::new_credential;
use crate::gate::grants;
use crate::model::brand::Brand;
use crate::model::time::{Clock, current_instant};
use crate::store::connection::Database;
use crate::store::credential::{self, Credential, CredentialDetails, DENY, GRANT, GrantAction, Token};

#[derive(Subcommand)]
pub enum CredentialCommand {
    /// Add a credential; creates the database file if it does not exist.
    Add {
        #[command(flatten)]
        common: CommonOptions,
        #[command(flatten)]
        brand_option: BrandOption,
        /// The user name that the caller sends.
        name: String,
        /// An operation, or `provisioning`, `reports` or `all`; can be repeated.
        #[arg(long = "grant", value_name = "OP", value_delimiter = ',')]
        grants: Vec<String>,
        /// Whether answers have an envelope only if the request asks for it, or always.
        #[arg(long, value_enum, default_value_t = Envelope::Auto)]
        envelope: Envelope,
        #[command(flatten)]
        source: PasswordSource,
    },
    /// Show the credentials: grants, envelope, last use, end of an old password, tokens.
    List {
        #[command(flatten)]
        common: CommonOptions,
        #[command(flatten)]
        brand_option: BrandOption,
        #[command(flatten)]
        output: OutputOptions,
    },
    /// Grant operations to a credential.
    Grant(GrantChange),
    /// Remove grants from a credential.
    Deny(GrantChange),
    /// Give a credential a new password.
    Rotate {
        #[command(flatten)]
        credential: AccountArgs<CredentialDetails>,
        /// How long the old password stays valid, such as 24h, 90m or 7d; by default it expires at once.
        #[arg(long, value_name = "DURATION", value_parser = parse_duration)]
        keep_old: Option<SignedDuration>,
        #[command(flatten)]
        source: PasswordSource,
    },
    /// Give a credential a token: a further way to sign in over REST.
    Token {
        #[command(flatten)]
        credential: AccountArgs<CredentialDetails>,
        /// How long the token is valid, such as 365d, 24h or 90m; by default until it is revoked.
        #[arg(long, value_name = "DURATION", value_parser = parse_duration)]
        expires: Option<SignedDuration>,
    },
    /// Remove a credential with its tokens, or one token.
    Revoke {
        #[command(flatten)]
        credential: AccountArgs<CredentialDetails>,
        /// Remove only the token with this beginning, which `credential list` shows.
        #[arg(long, value_name = "PREFIX")]
        token: Option<String>,
    },
}

#[derive(Args)]
pub struct BrandOption {
    /// The word that replaces `Service` in names of operations.
    #[arg(long, value_name = "WORD", value_parser = Brand::new, default_value = "Service")]
    brand: Brand,
}

// Which answers are in a SOAP envelope. (clap would show doc comments as help.)
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Envelope {
    // if the request names an action or changes a person; other answers are bare documents
    Auto,
    // also for hand-written clients that name no action, but expect an envelope
    Always,
}

#[derive(Args)]
pub struct GrantChange {
    #[command(flatten)]
    credential: AccountArgs<CredentialDetails>,
    #[command(flatten)]
    brand_option: BrandOption,
    /// Operations, or `provisioning`, `reports` or `all`.
    #[arg(required = true, value_name = "OP")]
    operations: Vec<String>,
}

impl CredentialCommand {
    pub fn run(self) -> Result<()> {
        let outcome = match self {
            Self::Add { common, brand_option: BrandOption { brand }, name, grants, envelope, source } => {
                // whether answers are in a SOAP envelope even if the request does not ask for one
                let always_envelope = envelope == Envelope::Always;
                // names of operations can contain the brand: `GetPersonByAcmeId`
                let operations = grants::parse_grants(&grants, &brand)?;
                let new = new_credential(always_envelope, operations, &brand);
                add_account::<CredentialDetails>(&common, &name, &source, &new)
            }
            Self::List { common, brand_option: BrandOption { brand }, output } => {
                let to_row = |database: &Database, stored| credential_row(database, stored, &brand);
                list_accounts(&common, &output, to_row, print_table)
            }
            Self::Grant(change) => change.run(GRANT),
            Self::Deny(change) => change.run(DENY),
            Self::Rotate { credential, keep_old, source } => credential.rotate_password(&source, keep_old),
            Self::Token { credential, expires } => credential.add_token(expires),
            Self::Revoke { credential, token: Some(prefix) } => {
                credential.change_account(|accounts, name| accounts.revoke_token(name, prefix.trim()))
            }
            // without the beginning of a token, the whole credential is removed
            Self::Revoke { credential, token: None } => credential.revoke(),
        };
        // the names in an error may have control characters
        outcome.map_err(escape_account_error)
    }
}

impl GrantChange {
    fn run(self, change: GrantAction) -> Result<()> {
        let brand = self.brand_option.brand;
        let operations = grants::parse_grants(&self.operations, &brand)?;
        self.credential.change_account(|accounts, name| accounts.change_grants(name, change, &operations, &brand))
    }
}

const HEADINGS: [&str; 6] = ["NAME", "ENVELOPE", "LAST USED", "OLD PASSWORD UNTIL", "TOKENS", "GRANTED"];

fn format_optional(instant: Option<&str>, clock: &Clock) -> Result<Option<String>> {
    instant.map(|instant| clock.format_in_zone(instant)).transpose()
}

/// Returns a token as a JSON object and as a text: `lms_Xk29aQzP (last used never, expires 2027-03-09T11:00:00+01:00)`.
fn describe_token(Token { prefix, expires_at, last_used_at }: &Token, clock: &Clock) -> Result<(Value, String)> {
    let expires = format_optional(expires_at.as_deref(), clock)?;
    let last_used = format_optional(last_used_at.as_deref(), clock)?;
    let [expires_text, used_text] = [&expires, &last_used].map(|time| time.as_deref().unwrap_or("never"));
    let text = format!("{prefix} (last used {used_text}, expires {expires_text})");
    Ok((json!({ "prefix": prefix, "last_used": last_used, "expires": expires }), text))
}

fn credential_row(database: &Database, stored: Credential, brand: &Brand) -> Result<AccountRow> {
    let clock = database.clock();
    let granted = credential::grants(database, stored.id)?;
    let envelope = if stored.details.always_envelope { "always" } else { "auto" };
    let last_used = format_optional(stored.last_used_at.as_deref(), clock)?;
    // the real time, not that of `--now`, as at sign-in
    let old_password = stored.valid_old_password(&current_instant());
    let old_password_until = format_optional(old_password.map(|old| old.until.as_str()), clock)?;
    let tokens = credential::tokens(database, stored.id)?;
    let tokens = tokens.iter().map(|token| describe_token(token, clock)).collect::<Result<Vec<_>>>()?;
    let (tokens, token_texts): (Vec<_>, Vec<_>) = tokens.into_iter().unzip();
    let object = json!({
        "name": stored.name,
        "envelope": envelope,
        "last_used": last_used,
        "old_password_until": old_password_until,
        "tokens": tokens,
        "granted": granted.iter().map(|name| brand.branded_name(name)).collect::<Vec<_>>(),
    });
    let cells = vec![
        escape(&stored.name).into_owned(),
        envelope.into(),
        last_used.unwrap_or_else(|| "never".into()),
        old_password_until.unwrap_or_else(|| "-".into()),
        if token_texts.is_empty() { "-".into() } else { token_texts.join(", ") },
        grants::describe_grants(&granted, brand),
    ];
    Ok((object, cells))
}

fn print_table(mut rows: Vec<Vec<String>>) -> Result<()> {
    rows.insert(0, HEADINGS.map(str::to_owned).into());
    let width = |column: usize| {
        let cell_widths = rows.iter().map(|row| row[column].chars().count());
        cell_widths.max().unwrap_or_default()
    };
    let widths: [usize; HEADINGS.len()] = std::array::from_fn(width);
    rows.iter().try_for_each(|row| {
        let cells: Vec<_> = row.iter().zip(widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
        print_line(cells.join("  ").trim_end())
    })
}
