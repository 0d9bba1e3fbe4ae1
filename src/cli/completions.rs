//! `completions`: writes a shell's completion script.

use anyhow::Result;
use clap::Args;
use clap_complete::{Shell, generate};

use super::terminal::with_stdout;
use super::{Cli, NAME, UnusedOptions};

#[derive(Args)]
pub struct CompletionsCommand {
    /// The shell.
    shell: Shell,
    #[command(flatten)]
    common: UnusedOptions,
}

impl CompletionsCommand {
    pub fn run(self) -> Result<()> {
        // buffered, since clap_complete panics if standard output is closed
        let mut script = Vec::new();
        generate(self.shell, &mut Cli::command_line(), NAME, &mut script);
        let script = String::from_utf8(script)?;
        // for bash, clap_complete replaces a name's hyphens in two ways, so that nothing is completed after a command:
        // https://github.com/clap-rs/clap/issues/6421
        let broken_name = NAME.replace('-', "__subcmd__");
        let script = script.replace(&broken_name, &NAME.replace('-', "__"));
        with_stdout(|out| Ok(out.write_all(script.as_bytes())?))
    }
}
