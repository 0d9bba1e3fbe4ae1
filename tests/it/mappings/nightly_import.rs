//! Tests `deploy/lms-import`, which the unit of the nightly import runs, and its alarms.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::{HR, set_mapping, site_with, write};
use crate::support::{Request, Site};

const HEADER: &str = "Personeelsnummer;Roepnaam;Achternaam;E-mail werk;Soort dienstverband;Opmerking;Status\n";

/// Runs the script on the folder `drop`, and returns its exit status and output.
fn run(site: &Site, flags: &[&str]) -> (i32, String) {
    let binary = Path::new(env!("CARGO_BIN_EXE_lms-appliance")).parent().unwrap();
    let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap());
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/deploy/lms-import");
    let output = Command::new("sh")
        .args([script, "drop"])
        .args(flags)
        .current_dir(site.path())
        .envs([("PATH", path.as_str()), ("IMPORT_SETTLE", "0")])
        .env("LMS_DB", site.db())
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
    (output.status.code().unwrap(), text)
}

/// Returns the names of the files in a subfolder of `drop` and in the folders of imports there.
fn names(site: &Site, folder: &str) -> Vec<String> {
    let names = |folder: &Path| -> Vec<_> {
        let entries = fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    };
    let folder = site.path().join("drop").join(folder);
    let name = |name: String| match folder.join(&name).is_dir() {
        true => names(&folder.join(&name)),
        false => vec![name],
    };
    let mut names: Vec<_> = names(&folder).into_iter().flat_map(name).collect();
    names.sort();
    names
}

fn metrics(site: &Site) -> Vec<String> {
    let server = site.serve(&["--metrics"]);
    let text = server.send(&Request::get("/metrics")).text().to_string();
    text.lines().filter(|line| line.starts_with("lms_last_import_")).map(str::to_owned).collect()
}

#[test]
fn a_dropped_file_is_imported_and_moved_with_its_report() {
    let site = site_with(&[HR]);
    assert_eq!(metrics(&site), [""; 0]);
    fs::create_dir_all(site.path().join("drop/inbox")).unwrap();
    assert_eq!(run(&site, &[]), (0, String::new()));
    write(&site, "drop/inbox/medewerkers 1.csv", format!("{HEADER}1;An;Bos;a@x.nl;Loondienst;;\n2;Bo;Vos;b@x.nl;;;\n"));
    write(&site, "drop/inbox/medewerkers-2.csv.part", "half");
    std::os::unix::fs::symlink(site.db(), site.path().join("drop/inbox/medewerkers-3.csv")).unwrap();
    let (status, text) = run(&site, &[]);
    assert_eq!(status, 0, "{text}");
    assert!(text.contains("persons.csv: created 2, updated 0, unchanged 0, removed 0"), "{text}");
    assert_eq!(names(&site, "done"), ["medewerkers 1.csv", "medewerkers 1.csv.report.txt"]);
    assert_eq!(names(&site, "inbox"), ["medewerkers-2.csv.part", "medewerkers-3.csv"]);
    let metrics = metrics(&site);
    assert!(metrics[0].starts_with("lms_last_import_timestamp_seconds "), "{metrics:?}");
    assert_eq!(metrics[1..3], ["lms_last_import_rows 2", "lms_last_import_result{result=\"applied\"} 1"]);
}

// "moves it to `done/` or `failed/` with the report beside it, and alarms through exit codes, `/metrics` … and *Today*"
#[test]
fn errors_and_guards_are_alarms() {
    let site = site_with(&[HR]);
    fs::create_dir_all(site.path().join("drop/inbox")).unwrap();
    write(&site, "drop/inbox/medewerkers.csv", format!("{HEADER}1;An;Bos;a@x.nl;Loondienst;;\n"));
    assert_eq!(run(&site, &[]).0, 0);
    write(&site, "drop/inbox/medewerkers.csv", format!("{HEADER}1;An;Vos;a@x.nl;Loondienst;;\n"));
    assert_eq!(run(&site, &["--max-changes", "100%"]).0, 0);
    write(&site, "drop/inbox/medewerkers.csv", format!("{HEADER}1;An;Mos;a@x.nl;Loondienst;;\n"));
    let (status, text) = run(&site, &["--max-changes", "0"]);
    assert!(status == 3 && text.contains("--max-changes 0 allows 0"), "{status} {text}");
    assert!(metrics(&site).contains(&"lms_last_import_result{result=\"guard\"} 1".to_owned()));
    // errors go before guards, also of several files
    let later = format!("{HEADER}1;An;Mos;a@x.nl;Loondienst;;\n2;;Vos;b@x.nl;;;\n");
    write(&site, "drop/inbox/medewerkers-b.csv", later);
    write(&site, "drop/inbox/medewerkers-c.csv", format!("{HEADER}1;An;Los;a@x.nl;Loondienst;;\n"));
    assert_eq!(run(&site, &["--max-changes", "0"]).0, 1);
    let failed = names(&site, "failed");
    let report = |name: &str| failed.iter().filter(|known| known.starts_with(name)).count();
    assert_eq!((report("medewerkers.csv"), report("medewerkers-b.csv"), report("medewerkers-c.csv")), (2, 3, 2));
    assert!(failed.contains(&"medewerkers-b.csv.errors.csv".to_owned()), "{failed:?}");
    assert_eq!(names(&site, "inbox"), [""; 0]);
    // files of an interrupted run are not imported again
    fs::create_dir(site.path().join("drop/importing/1")).unwrap();
    assert_eq!((run(&site, &[]).0, run(&site, &[]).0), (1, 0));
    assert_eq!(site.lms(&["imports"]).ok().stdout.lines().count(), 2);
    // a successful import by hand ends the alarm
    set_mapping(&site, HR).ok();
    write(&site, "medewerkers.csv", format!("{HEADER}1;An;Mos;a@x.nl;Loondienst;;\n"));
    site.lms(&["import", "medewerkers.csv"]).ok();
    assert!(metrics(&site).contains(&"lms_last_import_result{result=\"applied\"} 1".to_owned()));
}
