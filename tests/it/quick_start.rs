//! Runs the quick start of README.md as written, in an empty folder with the binary on the path.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
const BINARY: &str = env!("CARGO_BIN_EXE_lms-appliance");

#[test]
fn the_quick_start_runs_from_top_to_bottom() {
    let readme = fs::read_to_string(Path::new(ROOT).join("README.md")).expect("the README");
    let block =
        readme.split_once("```sh\n").and_then(|(_, rest)| rest.split_once("```")).expect("a block of commands").0;
    // without the commands that build the binary
    let commands = block.split_once("\n\n").expect("commands after the build").1;
    let port = TcpListener::bind("127.0.0.1:0").and_then(|socket| socket.local_addr()).expect("a free port").port();
    let script =
        format!("set -euo pipefail\ntrap 'kill $service' EXIT\n{}", commands.replace("8085", &port.to_string()));

    let folder = tempfile::tempdir().expect("a folder");
    symlink(Path::new(ROOT).join("seed"), folder.path().join("seed")).expect("a link");
    let bin = Path::new(BINARY).parent().expect("a folder").display().to_string();
    let path = format!("{bin}:{}", std::env::var("PATH").expect("a path"));
    let run = Command::new("bash").arg("-c").arg(script).current_dir(&folder).env("PATH", path).output();
    let run = run.expect("bash");

    let (out, err) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert!(run.status.success(), "{out}\n{err}");
    for expected in ["\"ExternalIdentifier\":\"000101\"", "\"FamilyName\":\"Berg\"", "quickstart CreatePerson"] {
        assert!(out.contains(expected), "{expected}: {out}");
    }
    assert!(err.contains("dry run: nothing was changed"), "{err}");
}
