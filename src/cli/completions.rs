//! `completions`: what a shell needs to complete the command line, from the declarations that read it.

use anyhow::Result;
use clap::Args;
use clap_complete::{Shell, generate};

use super::terminal::with_writer;
use super::{Cli, NAME, UnusedOptions};

#[derive(Args)]
pub struct CompletionsCommand {
    /// The shell that is to read it.
    shell: Shell,
    #[command(flatten)]
    common: UnusedOptions,
}

impl CompletionsCommand {
    pub fn run(self) -> Result<()> {
        // in memory first: whoever reads may go, and clap_complete would panic
        let mut script = Vec::new();
        generate(self.shell, &mut Cli::declared(), NAME, &mut script);
        let script = String::from_utf8(script)?;
        // clap_complete writes a name with a hyphen in two ways for bash, which then completes nothing behind a command:
        // https://github.com/clap-rs/clap/issues/6421
        let wrong = NAME.replace('-', "__subcmd__");
        let script = script.replace(&wrong, &NAME.replace('-', "__"));
        with_writer(|out| Ok(out.write_all(script.as_bytes())?))
    }
}
