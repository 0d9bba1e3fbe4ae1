//! Tests that uploads of 42 MiB and more need less memory than their size. Contract section 11 allows 256 MiB.

use std::fs;

use super::upload_and_preview::{preview_upload, zip};
use super::{Browser, NAME, persons_site_with, text_of};
use crate::import_limits::workbook_with_strings;
use crate::support::Server;

/// Returns a figure of the process's memory, in MiB.
fn memory(server: &Server, name: &str) -> usize {
    let status = fs::read_to_string(format!("/proc/{}/status", server.pid())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
    line.trim().trim_end_matches(" kB").parse::<usize>().unwrap() / 1024
}

#[test]
fn uploads_take_less_memory_than_their_size() {
    let site = persons_site_with("editor");
    let server = site.serve(&[]);
    let mut browser = Browser::signed_in(&server, NAME);
    let idle_memory = memory(&server, "VmRSS:");

    let long = "x".repeat(1_000_000);
    let rows: String = (0..60).map(|number| format!("N{number},A,B,a@x,{long}\n")).collect();
    let file = "ExternalIdentifier,FirstName,FamilyName,Email,ContractEndTime\n".to_owned() + &rows;
    let page = preview_upload(&mut browser, &[("upload.zip", &zip(&[("persons.csv", file.as_bytes())]))]);
    assert!(page.len() < 200_000, "a page of {} bytes", page.len());
    let cut = "x".repeat(200);
    assert!(page.contains(&(cut.clone() + "…")) && !page.contains(&(cut + "x")), "{page}");

    let header = format!("Name{}\nG{}\n", ",".repeat(4_000_000), ",".repeat(40_000_000));
    let page = preview_upload(&mut browser, &[("upload.zip", &zip(&[("groups.csv", header.as_bytes())]))]);
    assert!(text_of(&page).contains("a row can have at most 1000 cells"), "{page}");

    let page = preview_upload(&mut browser, &[("groups.xlsx", &workbook_with_strings(300, 250_000))]);
    assert!(page.contains(&("x".repeat(200) + "…")), "{page}");

    let max_memory = memory(&server, "VmHWM:");
    assert!(max_memory <= idle_memory + 40, "{idle_memory} MiB became {max_memory} MiB");
}
