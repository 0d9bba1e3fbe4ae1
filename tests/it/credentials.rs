//! Tests `credential` on the command line and beside a running server (contract section 9).

use crate::support::{Server, Site, form_request, provisioning_site};

/// Returns the status of a request with this login.
fn login_status(server: &Server, name: &str, password: &str) -> u16 {
    let fields = [("username", name), ("password", password), ("externalId", "")];
    server.send(&form_request("GetPersonByExternalId", &fields)).status
}

fn list(site: &Site) -> String {
    site.lms(&["credential", "list"]).ok().stdout
}

/// Returns the line of `credential list` for this name.
fn list_line(site: &Site, name: &str) -> String {
    let list = list(site);
    list.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{name} in {list}")).to_owned()
}

// "Secrets never as arguments: … or one is generated and is the last line on standard output, alone."
// ASVS 6.4.1
#[test]
fn a_generated_password_is_the_last_line_alone() {
    let site = Site::empty();
    let added = ["credential", "add", "hr", "--grant", "provisioning"];
    let output = site.lms(&added).ok();
    let password = output.stdout.lines().last().expect("a password").to_owned();
    assert!(password.len() >= 20, "{output:?}");
    assert!(password.chars().all(|c| c.is_ascii_alphanumeric()));
    assert!(!password.contains(['0', 'O', '1', 'l', 'I']), "{password}");

    let server = site.serve(&[]);
    assert_eq!(login_status(&server, "hr", &password), 200);
    let new = site.lms(&["credential", "rotate", "hr"]).ok().stdout.lines().last().expect("a password").to_owned();
    assert_ne!(new, password);
    // "Changes count in a running server at once."; without --keep-old, the old password expires
    assert_eq!(login_status(&server, "hr", &password), 401);
    assert_eq!(login_status(&server, "hr", &new), 200);
    assert!(!server.log().contains(&new));
}

// "`--password-stdin` reads one line without its newline"; "the password, which is taken exactly as sent"
// ASVS 6.2.5, 6.2.9
#[test]
fn a_password_is_the_exact_first_line_of_the_input() {
    let site = Site::new();
    let add = |name, input: &str| {
        site.lms_with_input(&["credential", "add", name, "--password-stdin", "--grant", "all"], input)
    };
    let blank = " blank and all ";
    let given = add("a", &format!("{blank}\nmore\n")).ok();
    assert!(!given.stdout.contains("blank"));
    add("b", "with no newline").ok();
    add("c", "a line of dos\r\n").ok();
    for refused in ["", "\n", "\r\n", "a\u{1}bcdefgh-ijk\n", &"é".repeat(1001)] {
        add("d", refused).refused();
    }
    let long = "één".repeat(333);
    add("d", &long).ok();
    let server = site.serve(&[]);
    for (name, password) in [("a", blank), ("b", "with no newline"), ("c", "a line of dos"), ("d", &long)] {
        assert_eq!(login_status(&server, name, password), 200, "{name}");
    }
    assert_eq!(login_status(&server, "a", blank.trim()), 401);
    assert_eq!(login_status(&server, " b ", "with no newline"), 200, "a name is trimmed");
}

// "(at least 12 characters, none of the common ones; else exit 1)"
// ASVS 6.2.4, 6.2.11
#[test]
fn common_passwords_are_refused() {
    let site = provisioning_site();
    for (password, why) in [
        ("elevenchars", "11 characters; at least 12"),
        ("élf-letters", "11 characters; at least 12"),
        ("Welkom2026!!", "common"),
        ("wachtwoordwachtwoord", "common"),
        ("P@ssw0rd1234", "common"),
        ("123456789012", "common"),
        ("0987654321qwerty", "common"),
        ("qwertyuiop[]", "common"),
        ("aaaaaaaaaaaaaaaa", "common"),
    ] {
        for args in
            [&["credential", "add", "new", "--password-stdin"][..], &["credential", "rotate", "hr", "--password-stdin"]]
        {
            let refused = site.lms_with_input(args, &format!("{password}\n")).refused();
            assert!(refused.stderr.contains(why), "{password}: {refused:?}");
            assert!(!refused.stderr.contains(password), "{refused:?}");
            assert_eq!(refused.stdout, "");
        }
    }
    assert_eq!(list(&site).lines().count(), 2, "nothing was added");
    let server = site.serve(&[]);
    assert_eq!(login_status(&server, "hr", "stilzwijgend"), 200, "nothing was rotated");
}

#[test]
fn names_are_unique() {
    let site = provisioning_site();
    let again = site.lms(&["credential", "add", " hr "]).refused();
    assert!(again.stderr.contains("rotate hr"), "{again:?}");
    assert_eq!(again.stdout, "");
    for name in ["", "  ", &"x".repeat(1001), "a\u{1}"] {
        site.lms(&["credential", "add", name]).refused();
    }
    assert_eq!(list(&site).lines().count(), 2);
}

// "`--grant` also takes `provisioning` …, `reports` … and `all` …; without it nothing is granted. Branded names are
// accepted."
#[test]
fn grants_are_operations_or_their_groups() {
    let site = Site::new();
    let grants_of = |name: &str, flags: &[&str]| {
        let mut args = vec!["credential", "add", name];
        args.extend(flags);
        site.lms(&args).ok();
        list_line(&site, name)
    };
    assert!(grants_of("a", &[]).ends_with("nothing"));
    assert!(grants_of("b", &["--grant", "provisioning"]).ends_with("provisioning"));
    let two = ["--grant", "UpdatePerson", "--grant", "CreatePerson"];
    assert!(grants_of("c", &two).ends_with("CreatePerson UpdatePerson"));
    let branded = ["--brand", "Acme", "--grant", "GetPersonByAcmeId"];
    assert!(grants_of("d", &branded).ends_with("GetPersonByServiceId"));
    let neutral = ["--brand", "Acme", "--grant", "GetPersonByServiceId"];
    assert!(grants_of("e", &neutral).ends_with("GetPersonByServiceId"));
    assert!(grants_of("f", &["--grant", "reports"]).ends_with("reports"));
    // contract §9: DataFile and Changes return the whole data
    let whole = ["--grant", "reports", "--grant", "Changes", "--grant", "DataFile"];
    assert!(grants_of("whole", &whole).ends_with("reports Changes DataFile"));
    assert!(grants_of("everything", &["--grant", "all"]).ends_with("all"));

    let unknown = ["credential", "add", "g", "--grant", "UpdatePersn"];
    let unknown = site.lms(&unknown).refused().stderr;
    assert_eq!(unknown, "lms-appliance: UpdatePersn is not an operation; did you mean UpdatePerson?\n");
    let far = ["credential", "add", "g", "--grant", "everything"];
    let far = site.lms(&far).refused().stderr;
    assert!(far.contains("(allowed: provisioning, reports, all, "), "{far}");
    // without --brand, names with any brand are accepted; with it, only names with this brand
    for (number, name) in ["GetPersonByAcmeId", "GetPersonByXId"].iter().enumerate() {
        let granted = grants_of(&format!("h{number}"), &["--grant", name]);
        assert!(granted.ends_with("GetPersonByServiceId"), "{granted}");
    }
    for foreign in [
        &["--grant", "GetPersonByExternelId"][..],
        &["--grant", "GetPersonByServceId"],
        &["--grant", "getPersonByAcmeId"],
        &["--grant", "GetPersonById"],
        &["--grant", "GetPersonByA-cmeId"],
        &["--brand", "Acme", "--grant", "GetPersonByOtherwiseId"],
    ] {
        site.lms(&[&["credential", "add", "g"], foreign].concat()).refused();
    }
    assert!(!list(&site).contains("\ng"), "nothing was added");
}

#[test]
fn grants_change_in_a_running_server() {
    let site = provisioning_site();
    let server = site.serve(&[]);
    assert_eq!(login_status(&server, "hr", "stilzwijgend"), 200);
    let change = |word: &str, operation: &str| site.lms(&["credential", word, "hr", operation]).ok().stdout;
    let remaining = change("deny", "GetPersonByExternalId");
    assert!(!remaining.contains("GetPersonByExternalId"), "{remaining}");
    assert_eq!(login_status(&server, "hr", "stilzwijgend"), 403);
    assert_eq!(login_status(&server, "hr", "mis"), 401, "403 needs the password");
    change("grant", "provisioning");
    assert_eq!(login_status(&server, "hr", "stilzwijgend"), 200);
    change("deny", "all");
    assert!(list_line(&site, "hr").ends_with("nothing"));
    assert_eq!(login_status(&server, "hr", "stilzwijgend"), 403);
    site.lms(&["credential", "revoke", "hr"]).ok();
    assert_eq!(login_status(&server, "hr", "stilzwijgend"), 401);
}

// "`--keep-old` lets both passwords work for that time."
#[test]
fn an_old_password_expires_in_a_running_server() {
    let site = provisioning_site();
    let server = site.serve(&[]);
    let keep = ["credential", "rotate", "hr", "--keep-old", "1h", "--password-stdin"];
    let database = rusqlite::Connection::open(site.db()).unwrap();
    let in_an_hour = || {
        let time = "SELECT strftime('%Y-%m-%dT%H:%M:%SZ', 'now', '+1 hour')";
        let time: String = database.query_row(time, [], |row| row.get(0)).unwrap();
        time
    };
    let before = in_an_hour();
    let output = site.lms_with_input(&keep, "nieuwgezegde\n").ok();
    let end = "SELECT old_password_until FROM credential WHERE name = 'hr'";
    let end: String = database.query_row(end, [], |row| row.get(0)).unwrap();
    assert!(before <= end && end <= in_an_hour(), "{end}");
    assert!(!output.stdout.contains("nieuwgezegde"));
    assert!(list_line(&site, "hr").contains("20"), "the end is listed");
    for password in ["stilzwijgend", "nieuwgezegde"] {
        assert_eq!(login_status(&server, "hr", password), 200, "{password}");
    }
    let now = "UPDATE credential SET old_password_until = strftime('%Y-%m-%dT%H:%M:%SZ', 'now')";
    database.execute(now, []).unwrap();
    // the cached login expires too
    assert_eq!(login_status(&server, "hr", "stilzwijgend"), 401);
    assert_eq!(login_status(&server, "hr", "nieuwgezegde"), 200);
    for duration in ["24", "0h", "-1h", "1 month", "soon"] {
        let args = ["credential", "rotate", "hr", "--keep-old", duration];
        assert_eq!(site.lms(&args).status, 2, "{args:?}");
    }
    assert_eq!(login_status(&server, "hr", "nieuwgezegde"), 200);
}

#[test]
fn the_refusal_of_an_unknown_credential_suggests_a_name() {
    let site = provisioning_site();
    for args in [
        &["credential", "revoke", "hrr"][..],
        &["credential", "grant", "hrr", "all"],
        &["credential", "deny", "hrr", "all"],
        &["credential", "rotate", "hrr"],
    ] {
        let refused = site.lms(args).refused();
        assert!(refused.stderr.contains("did you mean hr?"), "{refused:?}");
        assert_eq!(refused.stdout, "", "no password is shown");
    }
}

#[test]
fn the_list_has_the_envelope_and_the_last_use() {
    let site = provisioning_site();
    site.lms(&["credential", "add", "bi", "--envelope", "always"]).ok();
    assert!(list_line(&site, "bi").contains("always"));
    assert!(list_line(&site, "hr").contains("auto"));
    assert!(list_line(&site, "hr").contains("never"));
    let server = site.serve(&[]);
    assert_eq!(login_status(&server, "hr", "stilzwijgend"), 200);
    assert_eq!(login_status(&server, "bi", "mis"), 401);
    server.stop();
    // the last use has the time of the machine's clock, not of --now
    assert!(!list_line(&site, "hr").contains("never"));
    assert!(!list_line(&site, "hr").contains("2026-03-09"));
    assert!(list_line(&site, "bi").contains("never"), "a failed login does not count as a use");
    let none = Site::new().lms(&["credential", "list"]).ok();
    assert_eq!(none.stdout, "");
}

#[test]
fn only_a_successful_add_creates_the_database() {
    for args in [
        &["credential", "list"][..],
        &["credential", "rotate", "hr"],
        &["credential", "revoke", "hr"],
        &["credential", "grant", "hr", "all"],
        &["credential", "deny", "hr", "all"],
    ] {
        let site = Site::empty();
        site.lms(args).refused();
        assert!(!site.db().exists(), "{args:?}");
    }
    let site = Site::empty();
    site.lms(&["credential", "add", "hr", "--grant", "nothing"]).refused();
    assert!(!site.db().exists());
}

/// A pipe whose reader is closed.
fn closed_pipe() -> std::io::PipeWriter {
    std::io::pipe().expect("a pipe").1
}

// "exit 0 / 1 (refused or failed) / 2 (usage)"
#[test]
fn nothing_changes_if_a_new_password_cannot_be_shown() {
    let site = provisioning_site();
    let before = std::fs::read(site.db()).unwrap();
    for args in [["credential", "rotate", "hr"], ["credential", "add", "new"]] {
        let output = site.lms_with_stdout(&args, closed_pipe()).refused();
        assert!(output.stderr.contains("nothing was changed"), "{output:?}");
        assert_eq!(output.stderr.lines().count(), 1, "{output:?}");
    }
    assert!(std::fs::read(site.db()).unwrap() == before);
    let full = std::fs::File::options().write(true).open("/dev/full");
    if let Ok(full) = full {
        let output = site.lms_with_stdout(&["credential", "list"], full).refused();
        assert!(output.stderr.contains("standard output cannot be written"), "{output:?}");
    }
}

#[test]
fn a_closed_standard_output_is_not_an_error() {
    let site = provisioning_site();
    for args in [&["credential", "list"][..], &["init"], &["export", "out"]] {
        let output = site.lms_with_stdout(args, closed_pipe());
        assert_eq!((output.status, output.stderr.as_str()), (0, ""), "{args:?}");
    }
}
