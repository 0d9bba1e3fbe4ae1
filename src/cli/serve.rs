//! `serve`: runs the service until it is stopped.

mod log;
mod signals;
mod startup_warnings;

use std::io::{self, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::builder::{NonEmptyStringValueParser, RangedU64ValueParser};
use clap::{Args, ValueEnum};
use jiff::{SignedDuration, Span};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::signal::unix::Signal;

use super::CommonOptions;
use super::actor::user_at_host;
use super::duration::{parse_duration, parse_period};
use super::shell_quote::quote_for_shell;
use crate::answer::{MemoryBudget, PreparedFormats};
use crate::console::{Console, ServiceLimits, SignInRules};
use crate::encode::frame::Namespaces;
use crate::gate::Gate;
use crate::gate::second_factor::SecondFactorRequirement;
use crate::http::{self, Address, AllowedOrigin, Certificate, HeaderName, Listener, Metrics, Proxies, Server};
use crate::model::address;
use crate::model::brand::Brand;
use crate::model::message::{Message, MessageName};
use crate::model::time::Clock;
use crate::output::resolve_links;
use crate::service::import_jobs::ImportJobs;
use crate::service::{MAX_STREAMED, Service, StreamedResponses};
use crate::store::automatic_backups::{BackupFolder, BackupPlan, Backups, make_backups_on_schedule};
use crate::store::migration::migrate;
use crate::store::operator::Role;
use crate::store::retention::{Retention, apply_retention_daily};
use crate::store::schema::databases_in_folder;
use crate::store::{Access, READER_CACHE_KIB, Store, connector_error};
use log::LogQueue;
use signals::Signals;

/// The most blocking threads. Each of 512 connections may need two: one streams an answer, and one hashes a password or
/// makes a page.
const MAX_BLOCKING_THREADS: usize = 1100;

const MAX_OPEN_FILES: u64 = 8192;

pub const STDOUT_UNWRITABLE: &str = "standard output cannot be written";

const LAST_USE_TIMEOUT: Duration = Duration::from_millis(500);

const BACKUP_TIMEOUT: Duration = Duration::from_secs(5);

/// The error that ends the process, so that a supervisor restarts the service.
const WRITER_ENDED: &str = "the thread that writes the database has ended, and nothing can be saved any more; \
                            the cause is logged above: start the service again, and please report it";

pub fn parse_listen_address(text: &str) -> Result<SocketAddr, &'static str> {
    text.parse()
        .map_err(|_| "an address is IP:PORT, such as 127.0.0.1:8080, or 0.0.0.0:8080 to be reached from other machines")
}

fn parse_operator_default_role(text: &str) -> Result<Role, &'static str> {
    text.parse::<Role>().ok().filter(|role| *role < Role::Owner).ok_or("allowed are viewer and editor")
}

#[derive(Args)]
pub struct ServeCommand {
    #[command(flatten)]
    common: CommonOptions,
    #[command(flatten)]
    options: ServiceOptions,
}

#[derive(Args)]
pub struct ServiceOptions {
    /// The address to listen on; port 0 picks a free one.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080", value_parser = parse_listen_address)]
    listen: SocketAddr,
    /// The certificate chain in PEM; the service then uses https. It is read again on SIGHUP and when it changes.
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    tls_cert: Option<PathBuf>,
    /// The certificate's private key in PEM.
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    tls_key: Option<PathBuf>,
    /// The service's address as clients see it: everything before /service.
    #[arg(long, value_name = "URL", value_parser = address::parse_base_url)]
    base_url: Option<String>,
    /// The namespace of SOAP results.
    #[arg(long, value_name = "URI", default_value = "http://tempuri.org/")]
    #[arg(value_parser = NonEmptyStringValueParser::new())]
    namespace: String,
    /// The namespace of form results.
    #[arg(long, value_name = "URI", default_value = "/service/ApiService.asmx")]
    #[arg(value_parser = NonEmptyStringValueParser::new())]
    form_namespace: String,
    /// The word that replaces `Service` in names such as ServiceId.
    #[arg(long, value_name = "WORD", value_parser = Brand::new, default_value = "Service")]
    brand: Brand,
    /// The largest request body in bytes.
    #[arg(long, value_name = "BYTES", default_value_t = 256 * 1024)]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    max_body: usize,
    /// The largest upload to the console in bytes.
    #[arg(long, env = "LMS_MAX_UPLOAD", value_name = "BYTES", default_value_t = 256 * 1024 * 1024)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    max_upload: u64,
    /// The time limit of an answer.
    #[arg(long, value_name = "DURATION", default_value = "30m", value_parser = parse_duration, hide = true)]
    answer_within: SignedDuration,
    /// Never write to the database.
    #[arg(long)]
    read_only: bool,
    /// Serve each newer copy that is renamed to the database's name, and report its age.
    #[arg(long, requires = "read_only")]
    follow: bool,
    /// The page cache of each reading connection in KiB.
    #[arg(long, env = "LMS_CACHE", value_name = "KIB", default_value_t = READER_CACHE_KIB)]
    #[arg(value_parser = RangedU64ValueParser::<u32>::new().range(64..=4_194_304))]
    cache: u32,
    /// Trust X-Forwarded-For, -Proto and -Host from these proxies: IP addresses and networks (10.0.0.0/8), separated
    /// by commas. Without a value: proxies on this machine.
    #[arg(long, value_name = "ADDRESS,…", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "true", default_value = "false", hide_default_value = true)]
    trust_proxy: Proxies,
    /// Which operators need a second factor at sign-in (owner, all, none); over loopback none.
    #[arg(long, value_name = "WHO", default_value = "owner")]
    require_second_factor: SecondFactorRequirement,
    /// Sign in the operator whom a proxy of --trust-proxy names in this header, such as X-Forwarded-User.
    #[arg(long, value_name = "NAME")]
    operator_header: Option<HeaderName>,
    /// Add an operator whom the proxy names and who does not exist, with this role and no password.
    #[arg(long, value_name = "ROLE", requires = "operator_header", value_parser = parse_operator_default_role)]
    operator_default_role: Option<Role>,
    /// Let pages of this origin read over REST, such as https://intranet.example.nl; can be given several times.
    #[arg(long, value_name = "ORIGIN", value_delimiter = ',')]
    cors: Vec<AllowedOrigin>,
    /// Enable request metrics at /metrics, for Prometheus.
    #[arg(long)]
    metrics: bool,
    /// How long errors of ConnectorError are kept, such as 90d or 24h; at most 100,000.
    #[arg(long, value_name = "DURATION", default_value = "90d", value_parser = parse_duration)]
    connector_errors_keep: SignedDuration,
    /// Make backups automatically in this existing folder.
    #[arg(long, value_name = "FOLDER")]
    backup_dir: Option<PathBuf>,
    /// The interval between backups, such as 24h.
    #[arg(long, value_name = "DURATION", default_value = "24h", value_parser = parse_duration, requires = "backup_dir")]
    backup_every: SignedDuration,
    /// How many backups to keep; older ones are deleted after a new one.
    #[arg(long, value_name = "N", default_value_t = 14, requires = "backup_dir")]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    backup_keep: usize,
    /// Anonymise persons automatically this long after the end of their contracts, such as 7y, 18mo or 90d; this
    /// cannot be undone. `person due` lists them.
    #[arg(long, value_name = "PERIOD", value_parser = parse_period, conflicts_with = "read_only")]
    anonymise_after: Option<Span>,
    /// Delete changes of persons from the audit after this time, such as 3y.
    #[arg(long, value_name = "PERIOD", value_parser = parse_period, conflicts_with = "read_only")]
    audit_keep: Option<Span>,
    /// The format of the log on standard error.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    log_format: LogFormat,
}

/// Prints to standard output after the line with the address. The arguments are standard output and the base URL.
pub type Announcement<'a> = &'a dyn Fn(&mut dyn Write, &str) -> Result<()>;

#[derive(Clone, Copy, ValueEnum)]
enum LogFormat {
    /// Lines for people.
    Text,
    /// One JSON object per line.
    Json,
}

impl ServeCommand {
    pub fn run(self) -> Result<()> {
        // `demo` announces a tour; this command has nothing to add to the line with the address
        let announce = |_: &mut dyn Write, _: &str| Ok(());
        self.options.serve(&self.common.db, &self.common.clock()?, &announce)
    }
}

impl ServiceOptions {
    /// Serves the database until a signal stops the process, and writes the queued lines of the log before it returns.
    pub fn serve(&self, db: &Path, clock: &Clock, announce: Announcement<'_>) -> Result<()> {
        let log = LogQueue::start().context("the log cannot be started")?;
        self.log_format.install(Arc::clone(&log));
        let outcome = self.serve_until_stopped(db, clock, announce, &log);
        log.flush();
        outcome
    }

    fn serve_until_stopped(&self, db: &Path, clock: &Clock, announce: Announcement<'_>, log: &LogQueue) -> Result<()> {
        // without a trusted proxy, every client could name any operator
        if self.operator_header.is_some() && self.trust_proxy == Proxies::default() {
            bail!(Message::from(MessageName::HeaderWithoutProxy));
        }
        if let Err(error) = raise_open_file_limit() {
            tracing::warn!(%error, "the limit of open files could not be raised");
        }
        // read before the database is opened, so that a wrong file changes no database
        let certificate = match (&self.tls_cert, &self.tls_key) {
            (Some(chain), Some(key)) => Some(Certificate::read(chain, key)?),
            _ => None,
        };
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .max_blocking_threads(MAX_BLOCKING_THREADS)
            .build()?;
        // `Signals::install` needs the context of a runtime
        let runtime_context = runtime.enter();
        let signals = Signals::install()?;
        drop(runtime_context);
        let is_stopped_by_signal = !self.read_only && !migrate_unless_stopped(db, clock, log, &signals.stop)?;
        if is_stopped_by_signal {
            return Ok(());
        }
        // an empty file counts as missing
        let exists = db.metadata().is_ok_and(|file| file.len() > 0);
        let other_databases = if exists { Vec::new() } else { databases_in_folder(db) };
        // opening creates a missing file, so the lines above look for it first
        let store = self.open_store(db, clock, &signals.stop)?;
        let server = Arc::new(self.build_server(store, certificate.clone())?);
        if !exists {
            log_created_database(db, &other_databases);
        }
        startup_warnings::log_warnings(self, db, clock);
        // a process that was killed leaves its uploads
        http::Uploads::remove_leftover_folders();
        let tasks = self.run_tasks(Arc::clone(&server), certificate, signals, clock, announce);
        let outcome = runtime.block_on(tasks);
        // aborts answers that are still being sent
        runtime.shutdown_background();
        server.uploads.remove_all();
        outcome
    }

    fn open_store(&self, db: &Path, clock: &Clock, stop: &Arc<AtomicBool>) -> Result<Store> {
        // clap allows `--follow` only with `--read-only`
        let access = match (self.read_only, self.follow) {
            (false, _) => Access::Write,
            (true, false) => Access::Read,
            (true, true) => Access::Replica,
        };
        let mut store = Store::new(db, clock, access, self.cache)?;
        let plan = self.backup_dir.as_ref().map(|folder| BackupPlan {
            folder: BackupFolder::new(folder.clone(), &resolve_links(db)),
            interval: self.backup_every.unsigned_abs(),
            kept_backups: self.backup_keep,
            actor: user_at_host(),
        });
        store.backups = Backups::new(db, clock, plan, stop);
        Ok(store)
    }

    fn build_server(&self, store: Store, certificate: Option<Arc<Certificate>>) -> Result<Server> {
        let address =
            Address { base_url: self.base_url.clone(), scheme: if self.tls_cert.is_some() { "https" } else { "http" } };
        let namespaces = Namespaces { soap: self.namespace.clone(), form: self.form_namespace.clone() };
        let formats = Arc::new(PreparedFormats::new(&self.brand, namespaces));
        let service = Arc::new(Service {
            store: Arc::new(store),
            gate: Arc::new(Gate::new()?),
            brand: self.brand.clone(),
            memory: MemoryBudget::default(),
            streamed_responses: StreamedResponses::default(),
        });
        // the console shows these limits on a page
        let limits = ServiceLimits {
            connections: http::MAX_CONNECTIONS,
            max_body_bytes: self.max_body,
            max_upload_bytes: self.max_upload,
            max_answer_time: self.answer_within.unsigned_abs(),
            streamed_responses: MAX_STREAMED,
            error_retention: self.connector_errors_keep.unsigned_abs(),
        };
        let sign_in =
            SignInRules { second_factor: self.require_second_factor, default_role: self.operator_default_role };
        let console = Console::new(&service, &formats, address.public_path(http::route::CONSOLE), limits, sign_in);
        // the pages that need the figures show the error; the rest of the service can work
        if let Err(error) = console.start_first_count() {
            tracing::error!("counting the overview failed: {error:#}");
        }
        Ok(Server {
            formats,
            service,
            console: Arc::new(console),
            uploads: http::Uploads::default(),
            proxies: self.trust_proxy.clone(),
            operator_header: self.operator_header.clone(),
            cors: self.cors.clone(),
            address,
            imports: Arc::new(ImportJobs::new()),
            feed: Arc::default(),
            documents: http::DocumentCache::default(),
            ids: http::RequestIds::new()?,
            metrics: Arc::new(Metrics::new(certificate)),
            shows_metrics: self.metrics,
        })
    }

    /// Prints the address, and runs the server and the background tasks. Fails if the writer ends.
    async fn run_tasks(
        &self,
        server: Arc<Server>,
        certificate: Option<Arc<Certificate>>,
        mut signals: Signals,
        clock: &Clock,
        announce: Announcement<'_>,
    ) -> Result<()> {
        // printed after it is bound, since the system chooses the port for port 0
        let listener = Listener::bind(self.listen, certificate.as_ref().map(Certificate::acceptor))?;
        let base = listener.base_url()?;
        let mut out = io::stdout();
        writeln!(out, "listening on {base}/service/apiservice.asmx").context(STDOUT_UNWRITABLE)?;
        announce(&mut out, &base)?;
        out.flush().context(STDOUT_UNWRITABLE)?;
        let retention = Retention {
            path: server.service.store.path().to_owned(),
            clock: clock.clone(),
            anonymise_after: self.anonymise_after,
            audit_keep: self.audit_keep,
            actor: user_at_host(),
            stop: Arc::clone(&signals.stop),
            has_traces_to_erase: Arc::default(),
        };
        let stop = async { drop(signals.stopped.await) };
        let store = &server.service.store;
        // the first task that returns ends all: the server after a signal, or the writer after a panic
        tokio::select! {
            () = http::serve(listener, Arc::clone(&server), stop) => {}
            () = reload_on_hangup(certificate.as_deref(), &mut signals.hangup) => {}
            () = store.writer().wait_for_end() => bail!("{WRITER_ENDED}"),
            () = server.service.gate.store_last_uses_periodically(store) => {}
            () = connector_error::delete_old_periodically(store, clock, self.connector_errors_keep) => {}
            () = ImportJobs::end_interrupted_then_wait(store) => {}
            () = make_backups_on_schedule(store) => {}
            () = apply_retention_daily(&retention) => {}
        }
        finish_writes(&server.service).await;
        Ok(())
    }
}

/// Migrates the database and logs each step. Returns false if a signal stopped the migration, which is no failure.
fn migrate_unless_stopped(db: &Path, clock: &Clock, log: &LogQueue, stop: &Arc<AtomicBool>) -> Result<bool> {
    // flushed at once, so that an operator sees the progress of a long migration
    let report = |line: &str| {
        tracing::info!("{line}");
        log.flush();
    };
    match migrate(db, clock, &report, stop) {
        Err(error) if stop.load(Relaxed) => {
            tracing::info!("{error:#}");
            Ok(false)
        }
        outcome => outcome.map(|()| true),
    }
}

/// Waits for a running backup, and stores when credentials were last used. Gives up after the time limits.
async fn finish_writes(service: &Service) {
    let store = &service.store;
    // a running backup sees the stop flag, ends and removes its file
    let wait_for_backup = store.backups.wait_until_idle();
    if tokio::time::timeout(BACKUP_TIMEOUT, wait_for_backup).await.is_err() {
        tracing::warn!("stopped while a backup was being made: a file that ends in .partial is left");
    }
    // the times of last use do not justify a long wait for a locked database
    let store_last_uses = service.gate.store_last_uses(store);
    if tokio::time::timeout(LAST_USE_TIMEOUT, store_last_uses).await.is_err() {
        tracing::warn!("stopped without storing when credentials were last used: the database is locked");
    }
}

/// Raises the limit of open files, to [`MAX_OPEN_FILES`] at most: each running answer opens the database.
fn raise_open_file_limit() -> io::Result<()> {
    // an absent maximum means that there is no limit
    let limit = getrlimit(Resource::Nofile);
    let target = limit.maximum.map_or(MAX_OPEN_FILES, |maximum| maximum.min(MAX_OPEN_FILES));
    if limit.current.is_some_and(|current| current < target) {
        setrlimit(Resource::Nofile, Rlimit { current: Some(target), ..limit })?;
    }
    Ok(())
}

/// Reloads the certificate on SIGHUP and when its files change. Without a certificate, only logs the signal.
async fn reload_on_hangup(certificate: Option<&Certificate>, hangup: &mut Signal) {
    if let Some(certificate) = certificate {
        return certificate.keep_current(hangup).await;
    }
    while hangup.recv().await.is_some() {
        tracing::info!("SIGHUP: there is no certificate to reload");
    }
}

/// Warns that an empty database was created, since the path may be mistyped (contract §9).
fn log_created_database(db: &Path, other_databases: &[PathBuf]) {
    let file = quote_for_shell(&db.to_string_lossy());
    let others: Vec<_> = other_databases.iter().map(|other| quote_for_shell(&other.to_string_lossy())).collect();
    let hint = match others.is_empty() {
        true => String::new(),
        false => format!("; THIS FOLDER HAS OTHER DATABASES, did you mean one of them? {}", others.join(", ")),
    };
    tracing::warn!(
        "NEW EMPTY DATABASE: {file} held no database, so an empty one was created{hint}. \
         `lms-appliance import FOLDER --db {file}` fills it, \
         `lms-appliance credential add NAME --grant all --db {file}` adds a client"
    );
}

impl LogFormat {
    fn install(self, log: Arc<LogQueue>) {
        // errors of writing the log are not printed: they would go to the same standard error
        let log = tracing_subscriber::fmt().with_writer(log).log_internal_errors(false).with_target(false);
        match self {
            LogFormat::Text => log.with_ansi(false).init(),
            LogFormat::Json => log.json().flatten_event(true).init(),
        }
    }
}
