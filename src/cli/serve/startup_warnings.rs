//! Log warnings about how the service was started (contract §9). `http` warns of the certificate's expiry.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use super::ServiceOptions;
use crate::cli::Cli;
use crate::cli::environment::unknown_variable_warnings;
use crate::model::time::Clock;

/// Logs a warning for each unknown variable, for plain HTTP beyond this machine, for a fixed clock, and for files that
/// every user of the machine may read.
pub fn log_warnings(options: &ServiceOptions, db: &Path, clock: &Clock) {
    for warning in unknown_variable_warnings(&Cli::command_line()) {
        tracing::warn!("{warning}");
    }
    // `to_canonical` converts an IPv4 address in IPv6 form, such as ::ffff:127.0.0.1
    let is_loopback = options.listen.ip().to_canonical().is_loopback();
    if options.tls_cert.is_none() && !is_loopback {
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
    // the certificate itself is public
    for (file_kind, path) in [("private key", options.tls_key.as_deref()), ("database", Some(db))] {
        if let Some(path) = path.filter(|path| can_others_read(path)) {
            tracing::warn!(
                file = %path.display(),
                "EVERY USER OF THIS MACHINE MAY READ THE {}: `chmod o= {}`",
                file_kind.to_uppercase(),
                path.display()
            );
        }
    }
}

/// Returns whether the modes of a file and of its folders let other users read the file.
fn can_others_read(path: &Path) -> bool {
    const OTHERS_READ: u32 = 0o004;
    const OTHERS_ENTER: u32 = 0o001;
    let Ok(path) = path.canonicalize() else { return false };
    let has_mode = |path: &Path, bit: u32| path.metadata().is_ok_and(|file| file.permissions().mode() & bit != 0);
    let mut folders = path.ancestors().skip(1);
    has_mode(&path, OTHERS_READ) && folders.all(|folder| has_mode(folder, OTHERS_ENTER))
}
