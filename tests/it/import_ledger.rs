//! Tests the import ledger: `import --replace` and `--diff`, `imports`, undo and `why` (contract sections 7 and 9).

use std::fs;

use rusqlite::Connection;

use crate::support::{DIVISIONS, Dialect, FUNCTIONS, Output, PERSONS, Server, Site, persons_site, seed_site};

fn import(site: &Site, files: &[(&str, &str)], flags: &[&str]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let mut args = vec!["import", folder.path().to_str().unwrap()];
    args.extend(flags);
    site.lms(&args)
}

/// Updates one field of a person.
#[track_caller]
fn update(server: &Server, id: u32, field: &str, value: &str) {
    let inner =
        format!("<servicePersonId>{id}</servicePersonId><personUpdate><{field}>{value}</{field}></personUpdate>");
    let answer = server.soap(Dialect::Soap12, "UpdatePerson", &inner);
    let text = answer.text();
    assert!(text.contains("<Success>true</Success>"), "{text}");
}

/// Creates a person with the required fields and these elements.
#[track_caller]
fn create(server: &Server, identifier: &str, elements: &str) {
    let inner = format!(
        "<personCreate><ExternalIdentifier>{identifier}</ExternalIdentifier><FirstName>N</FirstName>\
         <FamilyName>N</FamilyName><Email>{identifier}@x</Email>{elements}</personCreate>"
    );
    let answer = server.soap(Dialect::Soap12, "CreatePerson", &inner);
    let text = answer.text();
    assert!(text.contains("<Success>true</Success>"), "{text}");
}

/// Replaces times by `AT`, operators by `WHO`, paths by `PATH` and digests by `DIGEST`.
fn mask(text: &str) -> String {
    let word = |word: &str| {
        let bare = word.trim_end_matches([',', ';', ')', ':']).trim_start_matches('(');
        let new = match bare {
            _ if bare.len() == 25 && bare.starts_with("20") && bare.contains('T') => "AT",
            _ if bare.contains('@') && bare.split('@').count() == 2 && !bare.contains('.') => "WHO",
            _ if bare.starts_with('/') => "PATH",
            _ if bare.len() == 64 && bare.bytes().all(|b| b.is_ascii_hexdigit()) => "DIGEST",
            _ => return word.to_owned(),
        };
        word.replace(bare, new)
    };
    let line = |line: &str| line.split(' ').map(word).collect::<Vec<_>>().join(" ");
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// Returns a cell of a person's row of persons.csv.
#[track_caller]
fn cell(site: &Site, identifier: &str, column: &str) -> String {
    let text = site.export_file("persons.csv");
    let mut rows = csv::Reader::from_reader(text.as_bytes());
    let headers = rows.headers().unwrap().clone();
    let at = |name: &str| headers.iter().position(|header| header == name).unwrap();
    let row = rows
        .records()
        .map(Result::unwrap)
        .find(|row| &row[at("ExternalIdentifier")] == identifier)
        .unwrap_or_else(|| panic!("no {identifier} in {text}"));
    row[at(column)].to_owned()
}

/// Changes two of [`PERSONS`] and creates a person, a function and a division.
const CHANGES: (&str, &str) = (
    "persons.csv",
    "ExternalIdentifier,FirstName,FamilyName,Email,FunctionName,DivisionName,ManagerExternalIdentifier\n\
     E001,Anna,Berg,anna@new.nl,Teamleider,Noord,\n\
     E002,Bram,Jansen,bram@new.nl,Kok,Zuid,E004\n\
     N1,Nora,Nieuw,nora@new.nl,Kok,Zuid,E001\n\
     00005,Eva,Smit,eva@example.nl,,,\n",
);

// ------------------------------------------------------------------------------------------------------------- undo

// "Every command takes `--db F`, and `--timezone Z` and `--now T`"
#[test]
fn db_may_precede_or_follow_subcommands_of_imports() {
    let site = persons_site();
    let db = site.db();
    let db = db.to_str().unwrap();
    for args in [
        ["imports", "--db", db, "--now", "2026-03-09", "show", "1"],
        ["imports", "show", "1", "--db", db, "--now", "2026-03-09"],
        ["imports", "--db", db, "show", "--now", "2026-03-09", "1"],
    ] {
        let shown = site.lms_with_env(("LMS_DB", "/nowhere"), &args).ok();
        assert!(shown.stdout.starts_with("1  "), "{}", shown.stdout);
    }
    let both = ["imports", "--db", db, "--prune-before", "2026-01-01", "show", "1"];
    assert_eq!(site.lms(&both).status, 2);
}

#[test]
fn a_broken_rule_refuses_an_undo_also_with_keep_later() {
    let site = persons_site();
    for parents in ["A,\nB,A\n", "B,\n", "A,B\n"] {
        site.import(&[("divisions.csv", &format!("Name,ParentName\n{parents}"))]).ok();
    }
    let last = site.lms(&["imports"]).ok().stdout.lines().count();
    let number = (last - 1).to_string();
    let plain = site.lms(&["imports", "undo", &number]).refused().stderr;
    assert!(plain.contains("a division cannot be below itself") && plain.contains("--keep-later"));
    let keeping = site.lms(&["imports", "undo", &number, "--keep-later"]).refused().stderr;
    assert!(keeping.contains("a division cannot be below itself"), "{keeping}");
    assert!(!keeping.contains("--keep-later"), "{keeping}");
}

// "exactly one row has IsDefault"
#[test]
fn a_later_default_level_stays_with_keep_later() {
    let site = persons_site();
    let import_levels = |rows: &str| {
        let rows = format!("Name,IsDefault\nADMIN,nee\nTRAINER,nee\n{rows}");
        site.import(&[("account_levels.csv", &rows)]).ok();
    };
    import_levels("LEARNER,ja\nCOACH,nee\n");
    import_levels("LEARNER,nee\nNEW,ja\n");
    import_levels("LEARNER,nee\nNEW,nee\nLAST,ja\n");
    let refused = site.lms(&["imports", "undo", "3"]).refused().stderr;
    let why = "account_levels.csv:4: IsDefault: LEARNER would be the default again, but LAST is the default now";
    assert!(refused.contains(why), "{refused}");
    let undo = site.lms(&["imports", "undo", "3", "--keep-later"]).ok();
    assert!(undo.stderr.contains(&format!("warning: {why}; it stays as it is")), "{undo:?}");
    // LAST was created later, NEW was changed later; COACH is restored
    let expected = "Name,IsDefault\nADMIN,false\nCOACH,false\nLAST,true\nLEARNER,false\nNEW,false\nTRAINER,false\n";
    assert_eq!(site.export_file("account_levels.csv"), expected);
}

// "one about a row that is not in the file stands on line 1"
#[test]
fn warnings_about_unlisted_rows_have_line_1() {
    let site = persons_site();
    let header = "ExternalIdentifier,FirstName,FamilyName,Email\n";
    let both = format!("{header}N1,N,N,shared@x\nN2,N,N,shared@x\n");
    site.import(&[("persons.csv", &both)]).ok();
    let one = format!("{header}N2,N,N,shared@x\n");
    let flags = ["--replace", "--max-removals", "100%"];
    import(&site, &[("persons.csv", &one)], &flags).ok();
    for (undo, has_warning) in [("3", true), ("4", false)] {
        let undone = site.lms(&["imports", "undo", undo]).ok();
        assert!(undone.stdout.contains("is undone by undo"), "{undone:?}");
        let warning = "warning: persons.csv:1: Email: shared@x is the e-mail address of another";
        assert_eq!(undone.stderr.contains(warning), has_warning, "{undone:?}");
    }
}

#[test]
fn a_change_succeeds_if_its_output_cannot_be_written() {
    let open_full_device = || fs::File::options().write(true).open("/dev/full");
    let site = persons_site();
    if open_full_device().is_err() {
        return; // this system has no /dev/full
    }
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("groups.csv"), "Name\nG\n").unwrap();
    for args in [
        &["import", folder.path().to_str().unwrap(), "--diff"][..],
        &["imports", "undo", "2"],
        &["credential", "grant", "hr", "GetClass"],
        &["credential", "revoke", "hr"],
    ] {
        let before = fs::read(site.db()).unwrap();
        let output = site.lms_with_stdout(args, open_full_device().unwrap()).ok();
        assert!(output.stderr.contains("warning: done"), "{output:?}");
        assert!(fs::read(site.db()).unwrap() != before, "{args:?}");
    }
}

// "export before the import and after its undo are the same bytes"
#[test]
fn an_undo_restores_the_export_and_can_be_undone() {
    let site = persons_site();
    let before = site.export_files();
    site.import(&[CHANGES]).ok();
    let after = site.export_files();
    assert_ne!(before, after);

    let undo = site.lms(&["imports", "undo", "2"]).ok();
    assert_eq!(
        undo.stdout,
        "import 2 is undone by undo 3\n\
         divisions.csv: created 0, updated 0, unchanged 0, removed 1\n\
         functions.csv: created 0, updated 0, unchanged 0, removed 1\n\
         persons.csv: created 0, updated 2, unchanged 0, removed 1\n"
    );
    assert_eq!(undo.stderr, "");
    assert_eq!(site.export_files(), before);

    let again = site.lms(&["imports", "undo", "2"]).refused();
    assert!(again.stderr.contains("import 2 is undone already, by undo 3"), "{again:?}");
    assert_eq!(site.export_files(), before);

    let redo = site.lms(&["imports", "undo", "3"]).ok();
    assert!(redo.stdout.starts_with("undo 3 is undone by undo 4\n"), "{redo:?}");
    assert_eq!(site.export_files(), after);

    // the import can be undone again
    site.lms(&["imports", "undo", "2"]).ok();
    assert_eq!(site.export_files(), before);
}

// "ids … are never given twice, also after a removal or an undo"
#[test]
fn ids_are_not_reused_after_an_undo() {
    let site = persons_site();
    site.import(&[CHANGES]).ok();
    assert_eq!(cell(&site, "N1", "Id"), "6");
    site.lms(&["imports", "undo", "2"]).ok();
    site.import(&[CHANGES]).ok();
    assert_eq!(cell(&site, "N1", "Id"), "7");
    assert!(site.export_file("functions.csv").ends_with("4,Kok\n"));
}

// "where something later touched the same field"
#[test]
fn later_changes_prevent_an_undo_or_are_kept() {
    let site = persons_site();
    site.import(&[CHANGES]).ok();
    let server = site.serve(&[]);
    update(&server, 2, "Email", "bram@call.nl");
    update(&server, 6, "CostCentre", "K9");
    drop(server);
    site.import(&[("persons.csv", "ExternalIdentifier,Email\nE001,anna@third.nl\n")]).ok();

    let before = site.export_files();
    let first = site.lms(&["imports", "undo", "2"]).refused().stderr;
    assert!(first.contains("\nand 2 more errors\n") && first.ends_with("; --rows lists all rows\n"), "{first}");
    let refused = site.lms(&["imports", "undo", "2", "--rows"]).refused();
    assert_eq!(refused.stdout, "");
    assert_eq!(
        mask(&refused.stderr),
        "persons.csv:2: Email: E001 was changed later by import 3 line 2 (WHO), AT\n\
         persons.csv:3: Email: E002 was changed later by hr UpdatePerson, AT\n\
         persons.csv:3: FunctionName: Kok is referred to by persons.csv N1\n\
         persons.csv:3: DivisionName: Zuid is referred to by persons.csv N1\n\
         persons.csv:4: CostCentre: N1 was changed later by hr UpdatePerson, AT\n\
         lms-appliance: import 2 cannot be undone; nothing was changed; undo import 3 first (--keep-later keeps what was changed later and undoes the rest)"
    );
    assert_eq!(site.export_files(), before);

    let kept = site.lms(&["imports", "undo", "2", "--keep-later"]).ok();
    assert_eq!(
        mask(&kept.stderr),
        "warning: persons.csv:2: Email: E001 was changed later by import 3 line 2 (WHO), AT; it stays as it is\n\
         warning: persons.csv:3: Email: E002 was changed later by hr UpdatePerson, AT; it stays as it is\n\
         warning: persons.csv:3: FunctionName: Kok is referred to by persons.csv N1; it stays as it is\n\
         warning: persons.csv:3: DivisionName: Zuid is referred to by persons.csv N1; it stays as it is\n\
         warning: persons.csv:4: CostCentre: N1 was changed later by hr UpdatePerson, AT; it stays as it is"
    );
    assert_eq!(
        kept.stdout,
        "import 2 is undone by undo 4\n\
         persons.csv: created 0, updated 1, unchanged 0, removed 0\n"
    );
    assert_eq!(cell(&site, "E001", "Email"), "anna@third.nl");
    assert_eq!(cell(&site, "E002", "Email"), "bram@call.nl");
    assert_eq!(cell(&site, "E002", "FunctionName"), "Docent");
    assert_eq!(cell(&site, "E002", "ManagerExternalIdentifier"), "E001");
    assert_eq!(cell(&site, "N1", "CostCentre"), "K9");

    // the kept cells are errors again; the undone cells are not compared
    let again = site.lms(&["imports", "undo", "2", "--rows"]).refused();
    assert_eq!(again.stderr.lines().count(), 6, "{again:?}");
    let nothing = site.lms(&["imports", "undo", "2", "--keep-later"]).refused();
    assert!(nothing.stderr.contains("nothing of import 2 is left to undo"), "{nothing:?}");
}

#[test]
fn a_refused_undo_names_all_later_imports_the_latest_first() {
    let site = persons_site();
    for row in ["FirstName,CostCentre\nE001,Ann,K1", "FirstName\nE001,Anne", "CostCentre\nE001,K2"] {
        site.import(&[("persons.csv", &format!("ExternalIdentifier,{row}\n"))]).ok();
    }
    let refused = site.lms(&["imports", "undo", "2"]).refused().stderr;
    assert!(refused.contains("undo these first, in this order: import 4, import 3"), "{refused}");
    for import in ["4", "3", "2"] {
        site.lms(&["imports", "undo", import]).ok();
    }
    assert_eq!(cell(&site, "E001", "FirstName"), "Anna");
}

#[test]
fn later_undone_imports_do_not_prevent_an_undo() {
    let site = persons_site();
    let before = site.export_files();
    site.import(&[CHANGES]).ok();
    site.import(&[("persons.csv", "ExternalIdentifier,Email\nE001,a@3\nN1,n@3\n")]).ok();
    site.lms(&["imports", "undo", "2"]).refused();
    site.lms(&["imports", "undo", "3"]).ok();
    site.lms(&["imports", "undo", "2"]).ok();
    assert_eq!(site.export_files(), before);
    // redoing the later import conflicts with the undo
    let refused = site.lms(&["imports", "undo", "4"]).refused();
    assert!(
        mask(&refused.stderr).contains("persons.csv:1: Email: E001 was changed later by undo 5 (WHO), AT"),
        "{refused:?}"
    );
}

// "a created row: where something later points at it"
#[test]
fn a_created_row_with_later_references_stays() {
    let site = persons_site();
    site.import(&[("functions.csv", "Name\nKok\nBode\n"), ("divisions.csv", "Name\nZuid\n")]).ok();
    let server = site.serve(&[]);
    create(&server, "C1", "<FunctionName>Kok</FunctionName>");
    create(&server, "C2", "<FunctionName>Kok</FunctionName>");
    drop(server);
    site.import(&[("divisions.csv", "Name,ParentName\nLocatie Haven,Zuid\n")]).ok();
    let refused = site.lms(&["imports", "undo", "2"]).refused();
    assert_eq!(
        mask(&refused.stderr).lines().take(2).collect::<Vec<_>>(),
        [
            "divisions.csv:2: Zuid is referred to by divisions.csv Locatie Haven, changed by import 3 line 2 (WHO), AT",
            "functions.csv:2: Kok is referred to by persons.csv C1 and 1 more, created by hr CreatePerson, AT",
        ]
    );
    site.lms(&["imports", "undo", "2", "--keep-later"]).ok();
    let functions = site.export_file("functions.csv");
    assert!(functions.contains("Kok") && !functions.contains("Bode"), "{functions}");
}

#[test]
fn rows_created_by_reference_are_removed_with_the_reference() {
    let site = seed_site();
    site.import(&[("classes.csv", "Code,TrainingCode,Name\nZONDER-1,AVG,Zonder groep\n")]).ok();
    let before = site.export_files();
    site.import(&[
        ("divisions.csv", "Name,ParentName\nKoepel,\nOuderenzorg,Koepel\n"),
        ("groups.csv", "Name\nNieuwe groep\n"),
        ("classes.csv", "Code,GroupName\nZONDER-1,Nieuwe groep\n"),
    ])
    .ok();
    let after = site.export_files();
    let undo = site.lms(&["imports", "undo", "3"]).ok();
    assert_eq!(
        undo.stdout,
        "import 3 is undone by undo 4\n\
         divisions.csv: created 0, updated 1, unchanged 0, removed 1\n\
         groups.csv: created 0, updated 0, unchanged 0, removed 1\n\
         classes.csv: created 0, updated 1, unchanged 0, removed 0\n"
    );
    assert_eq!(site.export_files(), before);
    site.lms(&["imports", "undo", "4"]).ok();
    assert_eq!(site.export_files(), after);
}

#[test]
fn an_undo_keeps_a_reference_if_the_former_row_was_removed() {
    let site = Site::new();
    site.import(&[
        ("functions.csv", "Name\nDocent\n"),
        ("persons.csv", "ExternalIdentifier,FirstName,FamilyName,Email,FunctionName\nE1,E,E,e@x,Docent\n"),
        ("steps.csv", "Title\nBasis\n"),
        ("categories.csv", "StepTitle,Title\nBasis,Zorg\n"),
        ("trainings.csv", "Code,Type,Title,StepTitle,CategoryTitle\nT,Learning,Tillen,Basis,Zorg\n"),
    ])
    .ok();
    site.import(&[
        ("persons.csv", "ExternalIdentifier,CostCentre,FunctionName\nE1,K1,Kok\n"),
        ("steps.csv", "Title\nVerdieping\n"),
        ("categories.csv", "StepTitle,Title\nVerdieping,Zorg\n"),
        ("trainings.csv", "Code,Title,StepTitle\nT,Hijsen,Verdieping\n"),
    ])
    .ok();
    let removing = [("functions.csv", "Name\nKok\n"), ("categories.csv", "StepTitle,Title\nVerdieping,Zorg\n")];
    import(&site, &removing, &["--replace", "--max-removals", "100%"]).ok();
    site.lms(&["imports", "undo", "2"]).refused();

    let undo = site.lms(&["imports", "undo", "2", "--keep-later"]).ok();
    let reported = mask(&undo.stderr);
    for [referring, removed, file] in [
        ["persons.csv:2: FunctionName: E1", "Docent", "functions.csv"],
        ["trainings.csv:2: CategoryTitle: T", "Basis, Zorg", "categories.csv"],
    ] {
        let by = "by import 3 (WHO), AT; it stays as it is";
        let warning = format!("warning: {referring} referred to {removed}, which was later removed from {file} {by}");
        assert!(reported.lines().any(|line| line == warning), "{warning} is not in {reported}");
    }
    let cells = |file: &str, at: [usize; 3]| {
        let text = site.export_file(file);
        let row: Vec<_> = text.lines().nth(1).unwrap().split(',').collect();
        at.map(|at| row[at].to_owned())
    };
    assert_eq!(cells("persons.csv", [1, 7, 9]), ["E1", "Kok", ""]);
    assert_eq!(cells("trainings.csv", [3, 4, 5]), ["Tillen", "Verdieping", "Zorg"]);
}

// "rows of persons anonymised since stay"
#[test]
fn rows_of_persons_anonymised_since_stay() {
    let site = persons_site();
    site.import(&[(
        "persons.csv",
        "ExternalIdentifier,FirstName,FamilyName,Email,ContractEndTime,ManagerExternalIdentifier\n\
         E003,Carla,Vries,carla@new.nl,2026-01-31,\n\
         N1,Nora,Nieuw,nora@new.nl,2026-01-31,E001\n\
         N2,Nico,Nieuw,nico@new.nl,,N1\n",
    )])
    .ok();
    for identifier in ["E003", "N1"] {
        site.lms(&["person", "anonymise", identifier, "--yes"]).ok();
    }
    let undo = site.lms(&["imports", "undo", "2"]).ok();
    assert_eq!(undo.stderr, "2 rows of persons anonymised since stay as they are\n");
    let persons = site.export_file("persons.csv");
    assert_eq!(persons.lines().count(), 7, "{persons}");
    assert!(persons.contains("anonymised-6") && !persons.contains("nora"), "{persons}");
    assert!(!persons.contains("N2"), "{persons}");
}

// a manager with a new identifier is still the same person
#[test]
fn an_undo_restores_a_manager_whose_identifier_changed() {
    let site = persons_site();
    site.import(&[("persons.csv", "ExternalIdentifier,ManagerExternalIdentifier\nE002,\n")]).ok();
    let server = site.serve(&[]);
    update(&server, 1, "ExternalIdentifier", "X1");
    create(&server, "E001", "");
    drop(server);
    site.lms(&["imports", "undo", "2"]).ok();
    assert_eq!(cell(&site, "E002", "ManagerExternalIdentifier"), "X1");
}

#[test]
fn impossible_undos_are_refused() {
    let site = persons_site();
    let refused = |number: &str, text: &str| {
        let output = site.lms(&["imports", "undo", number]).refused();
        assert!(output.stderr.contains(text), "{output:?}");
    };
    refused("7", "there is no import 7");
    site.import(&[("functions.csv", FUNCTIONS)]).ok();
    refused("2", "import 2 changed nothing");
    site.age_ledger();
    site.lms(&["imports", "--prune-before", "9000-01-01"]).ok();
    refused("1", "import 1 cannot be undone: 9 of its changes were pruned");
}

#[test]
fn an_undo_restores_removed_account_levels_and_the_default() {
    let site = persons_site();
    let before = site.export_files();
    let levels = "Name,IsDefault\nADMIN,0\nTRAINER,0\nLEARNER,0\nGAST,1\n";
    site.import(&[("account_levels.csv", levels)]).ok();
    let after = site.export_files();
    site.lms(&["imports", "undo", "2"]).ok();
    assert_eq!(site.export_files(), before);
    site.lms(&["imports", "undo", "3"]).ok();
    assert_eq!(site.export_files(), after);
}

// ---------------------------------------------------------------------------------------------------------- replace

/// Returns functions.csv with [`FUNCTIONS`] and this number of others.
fn functions(count: usize) -> String {
    let rows = (1..=count).map(|n| format!("F{n:03}\n"));
    format!("Name\nDocent\nTeamleider\n{}", rows.collect::<String>())
}

// "it refuses to remove more than `--max-removals` (a number or a percentage, rounded up; default 10%) of a table's rows"
// ASVS 2.3.2
#[test]
fn replace_removes_unlisted_rows_up_to_a_limit() {
    let site = persons_site();
    site.import(&[("functions.csv", &functions(29))]).ok();
    let before = site.export_files();
    let flags: &[&str] = &["--replace"];
    // 31 rows: 10% is 3.1, rounded up 4
    let stopped = import(&site, &[("functions.csv", &functions(24))], flags);
    assert_eq!(
        (stopped.status, stopped.stderr.as_str()),
        (
            3,
            "functions.csv:1: 5 of 31 rows are not listed and would be removed; --max-removals 10% allows 4\n\
             lms-appliance: stopped by a guard; nothing was changed\n"
        )
    );
    assert_eq!(site.export_files(), before);
    let removed = import(&site, &[("functions.csv", &functions(25))], flags).ok();
    assert_eq!(removed.stdout, "functions.csv: created 0, updated 0, unchanged 27, removed 4\n");
    assert!(site.export_file("functions.csv").ends_with("F025\n"));
    site.lms(&["imports", "undo", "3"]).ok();
    assert_eq!(site.export_files(), before);
    for (max, removed) in [("9", 20), ("30%", 19), ("29.04%", 19), ("29%", 20)] {
        let (allowed, too_many) = (functions(removed), functions(removed - 1));
        let flags = ["--replace", "--dry-run", "--max-removals", max];
        assert_eq!(import(&site, &[("functions.csv", &too_many)], &flags).status, 3);
        import(&site, &[("functions.csv", &allowed)], &flags).ok();
    }
    let usage = import(&site, &[("functions.csv", "Name\n")], &["--replace", "--max-removals", "x"]);
    assert_eq!(usage.status, 2, "{usage:?}");
}

// "a person is dismissed instead, with contract end now; it counts as removed"; "who is dismissed or anonymised
// already stays as is and does not count"
#[test]
fn replace_dismisses_persons() {
    let site = persons_site();
    site.lms(&["person", "anonymise", "E003", "--yes"]).ok();
    let before = site.export_files();
    // E003 is anonymised; E004 leaves in an hour
    let file = ("persons.csv", "ExternalIdentifier\nE001\nE002\n");
    let stopped = import(&site, &[file], &["--replace"]);
    assert_eq!(stopped.status, 3);
    assert_eq!(
        stopped.stderr.lines().next(),
        Some("persons.csv:1: 2 of 5 rows are not listed and would be dismissed; --max-removals 10% allows 1")
    );
    let done = import(&site, &[file], &["--replace", "--max-removals", "2", "--diff"]).ok();
    assert_eq!(
        done.stdout,
        "persons.csv: E004 dismissed\n    ContractEndTime: 2026-03-09T13:00:00 -> 2026-03-09T12:00:00\n\
         persons.csv: 00005 dismissed\n    ContractEndTime: \"\" -> 2026-03-09T12:00:00\n\
         persons.csv: created 0, updated 0, unchanged 2, removed 2\n"
    );
    assert_eq!(
        done.stderr.lines().last(),
        Some("note: persons.csv: the 2 removed persons were dismissed: contract end now, nothing deleted")
    );
    assert_eq!(cell(&site, "E004", "ContractEndTime"), "2026-03-09T12:00:00");
    // dismissed persons do not count again
    let again = import(&site, &[file], &["--replace"]).ok();
    assert_eq!(again.stdout, "persons.csv: created 0, updated 0, unchanged 2, removed 0\n");
    site.lms(&["imports", "undo", "2"]).ok();
    assert_eq!(site.export_files(), before);
}

// "a row removed that others still point at" is an error
#[test]
fn replace_refuses_to_remove_referenced_rows() {
    let site = persons_site();
    let flags = ["--replace", "--max-removals", "100%"];
    let refused = import(&site, &[("functions.csv", "Name\nTeamleider\n")], &flags).refused();
    assert_eq!(
        refused.stderr.lines().next(),
        Some("functions.csv:1: Name: Docent is not listed, but 3 rows of persons.csv refer to it")
    );
    // the same import changes the references
    let persons = "ExternalIdentifier,FunctionName\nE002,Teamleider\nE003,\nE004,\n";
    let files = [("functions.csv", "Name\nTeamleider\n"), ("persons.csv", persons)];
    let flags = ["--replace", "--max-removals", "2"];
    import(&site, &files, &flags).ok();
    assert_eq!(site.export_file("functions.csv"), "Id,Name\n2,Teamleider\n");
}

// "Functions and divisions of persons.csv are created as CreatePerson does": if they exist, they stay
#[test]
fn replace_keeps_the_functions_and_divisions_that_persons_csv_names() {
    let site = Site::new();
    let files = [
        ("divisions.csv", "Name,ParentName\nNoord,\n"),
        ("functions.csv", "Name\nDocent\n"),
        (
            "persons.csv",
            "ExternalIdentifier,FirstName,FamilyName,Email,FunctionName,DivisionName\nE1,E,E,e@x,Kok,Haven\n",
        ),
    ];
    site.import(&files).ok();
    let haven = [("divisions.csv", "Name,ParentName\nHaven,Noord\n")];
    site.import(&haven).ok();
    let before = site.export_files();
    let again = import(&site, &files, &["--replace", "--max-removals", "0"]).ok();
    assert_eq!(
        again.stdout,
        "divisions.csv: created 0, updated 0, unchanged 1, removed 0\n\
         functions.csv: created 0, updated 0, unchanged 1, removed 0\n\
         persons.csv: created 0, updated 0, unchanged 1, removed 0\n"
    );
    assert_eq!(site.export_files(), before);
    // the parent of a referenced division does not stay
    let moved = [("divisions.csv", "Name,ParentName\nZuid,\n"), files[2]];
    let refused = import(&site, &moved, &["--replace", "--max-removals", "100%"]).refused();
    assert_eq!(
        refused.stderr.lines().next(),
        Some("divisions.csv:1: Name: Noord is not listed, but 1 row of divisions.csv refers to it")
    );
}

#[test]
fn a_removed_row_is_not_suggested_as_a_reference() {
    let site = Site::new();
    let both = "Name,ParentName\nNoord,\nHaven,Noord\n";
    site.import(&[("divisions.csv", both)]).ok();
    let files = [("divisions.csv", "Name,ParentName\nHaven,Noord\n")];
    let refused = import(&site, &files, &["--replace", "--max-removals", "1"]).refused();
    assert_eq!(refused.stderr.lines().next(), Some("divisions.csv:2: ParentName: Noord is not in divisions.csv"));
}

// ------------------------------------------------------------------------------------------------------------- diff

const DIFF: &str = "\
divisions.csv (persons.csv:3): Zuid created
    Id: 3
    Name: Zuid
functions.csv (persons.csv:3): Kok created
    Id: 3
    Name: Kok
persons.csv:2: E001 changed
    Email: anna@example.nl -> anna@new.nl
persons.csv:3: E002 changed
    Email: bram@example.nl -> bram@new.nl
    FunctionName: Docent -> Kok
    DivisionName: Locatie Haven -> Zuid
    ManagerExternalIdentifier: E001 -> E004
persons.csv:4: N1 created
    Id: 6
    ExternalIdentifier: N1
    FirstName: Nora
    FamilyName: Nieuw
    Email: nora@new.nl
    AccountLevel: LEARNER
    FunctionName: Kok
    DivisionName: Zuid
    ManagerExternalIdentifier: E001
    EmployeeType: Intern
    HasActivatedAccount: false
    Anonymised: false
persons.csv: created 1, updated 2, unchanged 1, removed 0
";

#[test]
fn a_diff_has_each_field_of_each_row() {
    let site = persons_site();
    let before = site.export_files();
    let dry = import(&site, &[CHANGES], &["--diff", "--dry-run"]).ok();
    assert_eq!(dry.stdout, DIFF);
    assert_eq!(site.export_files(), before);
    let csv = site.path().join("diff.csv");
    let csv_path = csv.to_str().unwrap();
    let real = import(&site, &[CHANGES], &["--diff", "--diff-csv", csv_path]).ok();
    assert_eq!(real.stdout, DIFF);
    let csv = fs::read_to_string(csv).unwrap();
    let lines: Vec<_> = csv.lines().collect();
    assert_eq!(
        lines[..6],
        [
            "file,line,key,change,column,old,new",
            "divisions.csv,,Zuid,created,Id,,3",
            "divisions.csv,,Zuid,created,Name,,Zuid",
            "functions.csv,,Kok,created,Id,,3",
            "functions.csv,,Kok,created,Name,,Kok",
            "persons.csv,2,E001,changed,Email,anna@example.nl,anna@new.nl",
        ]
    );
    assert_eq!(lines.len(), 22, "{csv}");
    // the ledger has the same changes
    let shown = site.lms(&["imports", "show", "2"]).ok().stdout;
    assert!(
        shown.contains(
            "persons.csv:3: E002 changed: Email: bram@example.nl -> bram@new.nl; FunctionName: Docent -> Kok;"
        ),
        "{shown}"
    );
    // an import without changes has no differences
    let again = import(&site, &[CHANGES], &["--diff"]).ok();
    assert_eq!(again.stdout, "persons.csv: created 0, updated 0, unchanged 4, removed 0\n");
}

// "Order in which files are listed, checked and told: that of the contract's table"
#[test]
fn the_files_of_an_import_are_listed_in_the_order_of_the_table() {
    let site = Site::new();
    site.import(&[
        ("categories.csv", "StepTitle,Title\nBasis,Zorg\n"),
        ("steps.csv", "Title\nBasis\n"),
        ("groups.csv", "Name\nBHV\n"),
    ])
    .ok();
    let reported = site.lms(&["imports", "show", "1"]).ok().stdout;
    let lines = reported.lines().filter_map(|line| line.strip_prefix("    "));
    let files: Vec<_> = lines.filter_map(|line| line.split(':').next()).collect();
    assert_eq!(files, ["groups.csv", "steps.csv", "categories.csv"]);
}

#[test]
fn a_diff_escapes_control_characters() {
    let site = persons_site();
    let files = [("persons.csv", "ExternalIdentifier,CostCentre\nE001,\"a\tb\u{202e}c\"\n")];
    let diff = import(&site, &files, &["--diff"]).ok();
    assert!(diff.stdout.contains("    CostCentre: K100 -> a\\tb\\u{202e}c\n"), "{diff:?}");
}

// ---------------------------------------------------------------------------------------------------------- the list

#[test]
fn imports_are_listed_shown_and_pruned() {
    let site = Site::new();
    assert_eq!(site.lms(&["imports"]).ok().stdout, "");
    site.import(&[("functions.csv", FUNCTIONS), ("divisions.csv", DIVISIONS)]).ok();
    site.import(&[("persons.csv", PERSONS)]).ok();
    site.lms(&["imports", "undo", "2"]).ok();
    let list = site.lms(&["imports"]).ok().stdout;
    let entries = "\
1  AT  import by WHO: PATH: created 4, updated 0, unchanged 0, removed 0
2  AT  import by WHO: PATH: created 5, updated 0, unchanged 0, removed 0; undone by 3
3  AT  undo by WHO: import 2: created 0, updated 0, unchanged 0, removed 5";
    assert_eq!(mask(&list), entries);
    let show = site.lms(&["imports", "show", "1"]).ok().stdout;
    assert_eq!(
        mask(&show),
        "\
1  AT  import by WHO: PATH: created 4, updated 0, unchanged 0, removed 0
    divisions.csv: created 2, updated 0, unchanged 0, removed 0  (BLAKE2b-256 DIGEST)
    functions.csv: created 2, updated 0, unchanged 0, removed 0  (BLAKE2b-256 DIGEST)
divisions.csv:2: Noord created: Id: \"\" -> 1; Name: \"\" -> Noord
divisions.csv:3: Locatie Haven created: Id: \"\" -> 2; Name: \"\" -> Locatie Haven; ParentName: \"\" -> Noord
functions.csv:2: Docent created: Id: \"\" -> 1; Name: \"\" -> Docent
functions.csv:3: Teamleider created: Id: \"\" -> 2; Name: \"\" -> Teamleider"
    );
    let show = site.lms(&["imports", "show", "3"]).ok().stdout;
    assert!(show.contains("persons.csv: 00005 removed: Id: 5 -> \"\"; ExternalIdentifier: 00005 -> \"\""), "{show}");
    site.lms(&["imports", "show", "4"]).refused();

    // imports with pruned changes stay listed
    let before = site.export_files();
    let none = site.lms(&["imports", "--prune-before", "2020-01-01"]).ok();
    assert!(none.stderr.starts_with("deleted 0 changes"), "{none:?}");
    site.age_ledger();
    site.lms(&["imports", "--prune-before", "9000-01-01"]).ok();
    assert_eq!(mask(&site.lms(&["imports"]).ok().stdout), entries);
    let show = site.lms(&["imports", "show", "1"]).ok();
    assert_eq!(show.stdout.lines().count(), 3);
    assert_eq!(show.stderr, "4 changes of this import were pruned\n");
    assert_eq!(site.export_files(), before);
    let database = Connection::open(site.db()).unwrap();
    let remaining: i64 = database.query_row("SELECT count(*) FROM ledger_change", [], |row| row.get(0)).unwrap();
    assert_eq!(remaining, 0);
}

// -------------------------------------------------------------------------------------------------------------- why

#[test]
fn why_names_the_import_and_line_the_call_or_the_command() {
    let site = persons_site();
    let why = |words: &[&str]| {
        let mut args = vec!["why"];
        args.extend(words);
        mask(&site.lms(&args).ok().stdout)
    };
    assert_eq!(why(&["persons.csv", "E001", "Email"]), "Email: anna@example.nl  <- import 1 line 2 (WHO), PATH, AT");
    let server = site.serve(&[]);
    update(&server, 1, "Email", "anna@call.nl");
    create(&server, "C1", "<FunctionName>Kok</FunctionName>");
    drop(server);
    assert_eq!(why(&["persons.csv", "E001", "email"]), "Email: anna@call.nl  <- hr UpdatePerson, AT");
    assert_eq!(why(&["functions.csv", "Kok"]), "Id: 3  <- hr CreatePerson, AT\nName: Kok  <- hr CreatePerson, AT");
    // every field
    let all = why(&["persons.csv", "E001"]);
    assert_eq!(all.lines().count(), 17, "{all}");
    assert!(all.contains("FirstName: Anna  <- import 1 line 2"), "{all}");
    // a value that an undo restored has its source before the import
    site.import(&[CHANGES]).ok();
    assert_eq!(why(&["persons.csv", "E001", "Email"]), "Email: anna@new.nl  <- import 2 line 2 (WHO), PATH, AT");
    site.lms(&["imports", "undo", "2"]).ok();
    assert_eq!(
        why(&["persons.csv", "E001", "Email"]),
        "Email: anna@call.nl  <- hr UpdatePerson, AT; put back by undo 3 (WHO), import 2, AT"
    );
    // a removed row
    let removed = why(&["persons.csv", "N1", "Email"]);
    assert_eq!(
        removed,
        "persons.csv N1: removed by undo 3 (WHO), import 2, AT\n\
         Email: nora@new.nl  <- import 2 line 4 (WHO), PATH, AT"
    );
    // a removed row whose key is a number
    site.import(&[("dim_reasons.csv", "Id,Reason\n77,Diploma\n")]).ok();
    site.lms(&["imports", "undo", "4"]).ok();
    let removed = why(&["dim_reasons.csv", "77", "Reason"]);
    assert!(removed.starts_with("dim_reasons.csv 77: removed by undo 5"), "{removed}");
    // a command
    site.lms(&["person", "anonymise", "E003", "--yes"]).ok();
    assert_eq!(why(&["persons.csv", "anonymised-3", "FirstName"]), "FirstName: Anoniem  <- WHO person anonymise, AT");
    // a function that a row of persons.csv created has the line of that row
    site.import(&[("persons.csv", "ExternalIdentifier,FunctionName\nE002,Docent\nE004,Bode\n")]).ok();
    assert_eq!(why(&["functions.csv", "Bode", "Name"]), "Name: Bode  <- import 6 persons.csv line 3 (WHO), PATH, AT");
    // a row of a new database
    assert_eq!(
        why(&["account_levels.csv", "ADMIN", "Name"]),
        "Name: ADMIN  <- unknown: the database had the value from the start, or the change was pruned"
    );
}

#[test]
fn an_undo_that_was_redone_and_undone_again_is_no_change() {
    let site = persons_site();
    site.import(&[CHANGES]).ok();
    for undone in ["2", "3", "4"] {
        site.lms(&["imports", "undo", undone]).ok();
    }
    let why = mask(&site.lms(&["why", "persons.csv", "E001", "Email"]).ok().stdout);
    assert_eq!(why, "Email: anna@example.nl  <- import 1 line 2 (WHO), PATH, AT; put back by undo 5 (WHO), undo 4, AT");
    // import 1 has no later changes left
    site.lms(&["imports", "undo", "1"]).ok();
}

#[test]
fn why_refuses_unknown_files_rows_and_columns() {
    let site = persons_site();
    for (words, text) in [
        (&["people.csv", "E001"] as &[&str], "people.csv is not a data file; their names are"),
        (&["persons.csv", "E999"], "persons.csv has no row E999"),
        (&["persons.csv", "E001", "Emial"], "persons.csv has no column Emial"),
        (&["persons.csv", "E001", "Email", "x"], "the key of persons.csv is ExternalIdentifier"),
    ] {
        let mut args = vec!["why"];
        args.extend(words);
        let refused = site.lms(&args).refused();
        assert!(refused.stderr.contains(text), "{refused:?}");
    }
    assert_eq!(site.lms(&["why", "persons.csv"]).status, 2);
}

// --------------------------------------------------------------------------------------------------- all the files

const SEED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/seed");

/// Returns a file of the seed with only the rows that `keep` accepts.
fn seed_rows(name: &str, keep: impl Fn(usize, &csv::StringRecord) -> bool) -> String {
    let text = fs::read_to_string(format!("{SEED}/{name}")).unwrap();
    let mut rows = csv::Reader::from_reader(text.as_bytes());
    let mut out = csv::Writer::from_writer(Vec::new());
    out.write_record(rows.headers().unwrap()).unwrap();
    for (at, row) in rows.records().enumerate() {
        let row = row.unwrap();
        if keep(at, &row) {
            out.write_record(&row).unwrap();
        }
    }
    String::from_utf8(out.into_inner().unwrap()).unwrap()
}

#[test]
fn the_import_of_the_seed_is_undone_and_redone() {
    let site = Site::new();
    let empty = site.export_files();
    site.lms(&["import", SEED]).ok();
    let full = site.export_files();
    site.lms(&["imports", "undo", "1"]).ok();
    assert_eq!(site.export_files(), empty);
    site.lms(&["imports", "undo", "2"]).ok();
    assert_eq!(site.export_files(), full);
}

#[test]
fn an_undo_restores_removed_rows_of_every_file() {
    let site = seed_site();
    let before = site.export_files();
    let names = [
        "group_members.csv",
        "training_tasks.csv",
        "block_courses.csv",
        "training_thresholds.csv",
        "training_trainers.csv",
        "learning_path_trainings.csv",
        "learning_path_links.csv",
        "class_trainers.csv",
        "dimmings.csv",
        "enrollments.csv",
        "progress.csv",
        "results.csv",
        "absences.csv",
    ];
    let texts = names.map(|name| (name, seed_rows(name, |at, _| at % 2 == 0)));
    let files: Vec<(&str, &str)> = texts.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let flags = ["--replace", "--max-removals", "50%"];
    let output = import(&site, &files, &flags).ok();
    assert!(!output.stdout.contains("removed 0"), "{output:?}");
    assert_ne!(site.export_files(), before);
    site.lms(&["imports", "undo", "2"]).ok();
    assert_eq!(site.export_files(), before);
}

#[test]
fn an_undo_cannot_remove_a_training_with_a_later_class() {
    let site = seed_site();
    let trainings = "Code,Type,Title,StepTitle,CategoryTitle\n";
    let row = seed_rows("trainings.csv", |at, _| at == 0);
    let mut rows = csv::Reader::from_reader(row.as_bytes());
    let first = rows.records().next().unwrap().unwrap();
    let new = format!("{trainings}NEW,Learning,Nieuw,\"{}\",\"{}\"\n", &first[4], &first[5]);
    site.import(&[("trainings.csv", &new)]).ok();
    let class = ("classes.csv", "Code,TrainingCode,Name\nNEW-1,NEW,Eerste\n");
    site.import(&[class]).ok();
    let refused = site.lms(&["imports", "undo", "2"]).refused();
    assert_eq!(
        mask(&refused.stderr).lines().next(),
        Some("trainings.csv:2: NEW is referred to by classes.csv NEW-1, created by import 3 line 2 (WHO), AT")
    );
    site.lms(&["imports", "undo", "3"]).ok();
    let before = site.lms(&["why", "trainings.csv", "new"]).refused();
    assert!(before.stderr.contains("trainings.csv has no row new"), "{before:?}");
    site.lms(&["imports", "undo", "2"]).ok();
    assert!(!site.export_file("trainings.csv").contains("NEW"));
}

#[test]
fn an_undo_restores_the_results_of_persons_anonymised_since() {
    let site = seed_site();
    let why = |words: &[&str]| {
        let mut args = vec!["why"];
        args.extend(words);
        mask(&site.lms(&args).ok().stdout)
    };
    let text = seed_rows("enrollments.csv", |at, _| at == 0);
    let mut rows = csv::Reader::from_reader(text.as_bytes());
    let first = rows.records().next().unwrap().unwrap();
    let key: Vec<&str> = (1..=4).map(|at| &first[at]).collect();
    let mut words = vec!["enrollments.csv"];
    words.extend(&key);
    words.push("State");
    let state = why(&words);
    assert_eq!(state, format!("State: {}  <- import 1 line 2 (WHO), PATH, AT", &first[5]));

    let dismissed =
        seed_rows("persons.csv", |_, row| !row[12].is_empty() && &row[12] < "2026-01-01" && &row[16] == "false");
    let mut rows = csv::Reader::from_reader(dismissed.as_bytes());
    let results = fs::read_to_string(format!("{SEED}/results.csv")).unwrap();
    let with_results = |row: &csv::StringRecord| results.contains(&format!(",{},", &row[1]));
    let person = rows.records().map(Result::unwrap).find(with_results).expect("a dismissed person with results");
    let identifier = person[1].to_owned();
    let count_results = |site: &Site, identifier: &str| {
        site.export_file("results.csv").lines().filter(|line| line.contains(&format!(",{identifier},"))).count()
    };
    let count_before = count_results(&site, &identifier);
    let remaining = seed_rows("results.csv", |_, row| row[1] != identifier);
    import(&site, &[("results.csv", &remaining)], &["--replace", "--max-removals", "90%"]).ok();
    assert_eq!(count_results(&site, &identifier), 0);
    let id = cell(&site, &identifier, "Id");
    site.lms(&["person", "anonymise", &identifier, "--yes"]).ok();
    let shown = site.lms(&["imports", "show", "2"]).ok().stdout;
    assert!(!shown.contains(&identifier), "{shown}");
    site.lms(&["imports", "undo", "2"]).ok();
    assert_eq!(count_results(&site, &format!("anonymised-{id}")), count_before);
}

#[test]
fn an_undo_cannot_remove_a_picture_of_a_later_training() {
    let site = seed_site();
    let before = site.export_files();
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("images")).unwrap();
    let picture = |name: &str| folder.path().join("images").join(name);
    fs::copy(format!("{SEED}/images/welkom.png"), picture("new.png")).unwrap();
    fs::copy(format!("{SEED}/images/welkom.png"), picture("spare.png")).unwrap();
    site.lms(&["import", folder.path().to_str().unwrap()]).ok();
    let shown = site.lms(&["imports", "show", "2"]).ok().stdout;
    assert!(shown.contains("images:1: new.png created: Name: \"\" -> new.png;"), "{shown}");
    assert!(shown.len() < 2000, "the bytes of pictures are not shown: {} bytes", shown.len());
    let training = ("trainings.csv", "Code,Image\nWELKOM,images/new.png\n");
    site.import(&[training]).ok();
    let refused = site.lms(&["imports", "undo", "2"]).refused();
    assert_eq!(refused.stderr.lines().next(), Some("images:1: new.png is the picture of WELKOM"));
    site.lms(&["imports", "undo", "3"]).ok();
    site.lms(&["imports", "undo", "2"]).ok();
    assert_eq!(site.export_files(), before);
}

#[test]
fn an_undo_works_beside_a_running_server() {
    let site = persons_site();
    let server = site.serve(&[]);
    let before = site.export_files();
    site.import(&[CHANGES]).ok();
    site.lms(&["imports", "undo", "2"]).ok();
    assert_eq!(site.export_files(), before);
    create(&server, "C1", "");
    assert_eq!(cell(&site, "C1", "Id"), "7");
}
