//! Log warnings about how the service was started: "Standard error warns of plain HTTP beyond loopback, … `--now`, a
//! key or database that others may read". The certificate warns of its expiry itself.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use super::NetworkOptions;
use crate::cli::Cli;
use crate::cli::environment::unused_variables;
use crate::model::time::Clock;

pub fn log_warnings(options: &NetworkOptions, db: &Path, clock: &Clock) {
    for sentence in unused_variables(&Cli::command_line()) {
        tracing::warn!("{sentence}");
    }
    if options.tls_cert.is_none() && !options.listen.ip().to_canonical().is_loopback() {
        tracing::warn!(
            address = %options.listen,
            "PLAIN HTTP: passwords and personal data can be intercepted. --tls-cert and --tls-key encrypt it; \
             with a TLS proxy on this machine, use --listen 127.0.0.1:8080"
        );
    }
    if clock.is_fixed() {
        tracing::warn!(
            now = %clock.now(),
            "THE CLOCK IS FIXED (--now), which is for tests and training; nothing is deleted or anonymised because of its age"
        );
    }
    for (what, path) in [("private key", options.tls_key.as_deref()), ("database", Some(db))] {
        if let Some(path) = path.filter(|path| can_others_read(path)) {
            tracing::warn!(
                file = %path.display(),
                "EVERY USER OF THIS MACHINE MAY READ THE {}: `chmod o= {}`",
                what.to_uppercase(),
                path.display()
            );
        }
    }
}

/// Returns whether other users can read a file: its mode and its folders' allow it.
fn can_others_read(path: &Path) -> bool {
    let Ok(path) = path.canonicalize() else {
        return false;
    };
    let allows = |path: &Path, mode: u32| path.metadata().is_ok_and(|file| file.permissions().mode() & mode != 0);
    allows(&path, 0o004) && path.ancestors().skip(1).all(|folder| allows(folder, 0o001))
}
