//! Tests `completions` and `man`.

use std::fs;
use std::process::Command;

use crate::support::Site;

/// Returns the commands that `--help` lists.
fn commands(site: &Site) -> Vec<String> {
    let help = site.lms(&["--help"]).ok().stdout;
    let (_, list) = help.split_once("Commands:\n").expect("the commands");
    let lines = list.lines().take_while(|line| !line.is_empty());
    let names = lines.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    names.filter(|name| !name.is_empty() && *name != "help").map(str::to_owned).collect()
}

#[test]
fn completions_of_every_shell_have_every_command() {
    let site = Site::empty();
    let commands = commands(&site);
    assert!(commands.len() > 15, "{commands:?}");
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = site.lms(&["completions", shell]).ok().stdout;
        for command in &commands {
            assert!(script.contains(command.as_str()), "{shell}: {command}");
        }
    }
    let refused = site.lms(&["completions", "csh"]);
    assert_eq!(refused.status, 2, "{refused:?}");
    assert!(refused.stderr.contains("powershell"), "{refused:?}");
}

#[test]
fn bash_completes_commands_and_flags() {
    let site = Site::empty();
    let script = site.lms(&["completions", "bash"]).ok().stdout;
    fs::write(site.path().join("script"), script).expect("the script");
    for (words, completion) in [
        ("lms-appliance cred", "credential"),
        ("lms-appliance credential rot", "rotate"),
        ("lms-appliance serve --trust", "--trust-proxy"),
    ] {
        // bash calls the function with the command, the current word and the previous word
        let command = format!(
            "source ./script; COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
             $(complete -p lms-appliance | sed 's/.*-F \\([^ ]*\\).*/\\1/') \\
                 lms-appliance \"${{COMP_WORDS[-1]}}\" \"${{COMP_WORDS[-2]}}\"
             echo \"${{COMPREPLY[@]}}\""
        );
        let bash = Command::new("bash").args(["-c", &command]).current_dir(site.path()).output();
        let bash = bash.expect("bash");
        let stdout = String::from_utf8_lossy(&bash.stdout);
        assert_eq!(stdout.trim(), completion, "{words}: {bash:?}");
    }
}

#[test]
fn man_writes_a_page_of_every_command_into_a_new_folder() {
    let site = Site::empty();
    site.lms(&["man", "pages"]).ok();
    let read_page = |name: &str| {
        let path = site.path().join("pages").join(name);
        fs::read_to_string(path).unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    for command in commands(&site) {
        read_page(&format!("lms-appliance-{command}.1"));
    }
    read_page("lms-appliance.1");
    assert!(read_page("lms-appliance-credential-add.1").contains("password\\-stdin"));
    // "Every flag also from the environment"
    assert!(read_page("lms-appliance-serve.1").contains("LMS_LISTEN"));
    let refused = site.lms(&["man", "pages"]).refused();
    assert!(refused.stderr.contains("pages already exists"), "{refused:?}");
}
