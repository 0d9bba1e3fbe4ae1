//! Black-box tests: the real binary, started on port 0, spoken to over real sockets. Expected values come from
//! `specification.md` and the contract, never from the code. Everything goes through [`support`].

mod anonymised;
mod audit;
mod backup;
mod backups;
mod cautions;
mod certificate;
mod changes;
mod check;
mod classes;
mod console;
mod credentials;
mod deadlines;
mod demo;
mod docs;
mod exchange;
mod files;
mod formats;
mod goldens;
mod ledger;
mod lists;
mod log;
mod meanwhile;
mod migration;
mod organisation;
mod pages;
mod persons;
mod portfolio;
mod reports;
mod rest;
mod spreadsheets;
mod support;
mod tidy;
mod transport;
mod usage;
mod written;
