//! The TLS certificate and private key. SIGHUP reloads both files, and a changed file is reloaded within a minute. If
//! they are unreadable or do not match, the previous pair stays in use. Expiry uses the machine's clock, as clients do.

use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context, Result, anyhow, bail};
use der::asn1::{AnyRef, GeneralizedTime, UtcTime};
use der::{Decode, Reader, SliceReader, Tag, Tagged};
use jiff::{SignedDuration, Timestamp};
use tokio::signal::unix::Signal;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::server::{ClientHello, ResolvesServerCert};
use tokio_rustls::rustls::sign::CertifiedKey;
use tokio_rustls::rustls::{Error, ServerConfig};

use crate::model::lock::lock;
use crate::model::message::{Message, MessageName};
use crate::output::path_message;

const CHECK_INTERVAL: Duration = Duration::from_secs(30);

const REPEAT_WARNING_AFTER: Duration = Duration::from_secs(24 * 60 * 60);

const WARN_BEFORE_EXPIRY: SignedDuration = SignedDuration::from_hours(21 * 24);

#[derive(Debug)]
pub struct Certificate {
    chain: PathBuf,
    key: PathBuf,
    pair: Mutex<KeyPair>,
}

/// The modification time and the inode of a file; `None` if the file cannot be read.
type FileVersion = Option<(SystemTime, u64)>;

#[derive(Debug)]
struct KeyPair {
    served: Arc<CertifiedKey>,
    /// The earliest expiry in the chain.
    expires_at: Timestamp,
    /// The versions of the chain file and the key file. Other versions lead to a reload.
    file_versions: [FileVersion; 2],
}

impl Certificate {
    /// Reads both files, and warns of an approaching expiry. Fails if a file is unreadable or the key does not match.
    pub fn read(chain: &Path, key: &Path) -> Result<Arc<Self>> {
        let certificate =
            Self { chain: chain.to_owned(), key: key.to_owned(), pair: Mutex::new(KeyPair::read(chain, key)?) };
        certificate.warn_of_expiry();
        Ok(Arc::new(certificate))
    }

    /// Returns an acceptor whose handshakes use the current certificate, also after a reload.
    pub fn acceptor(self: &Arc<Self>) -> TlsAcceptor {
        let mut config = ServerConfig::builder().with_no_client_auth().with_cert_resolver(Arc::<Self>::clone(self));
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        TlsAcceptor::from(Arc::new(config))
    }

    /// Returns the earliest expiry among the certificates of the chain.
    pub fn expires_at(&self) -> Timestamp {
        lock(&self.pair).expires_at
    }

    /// Reloads the files on SIGHUP or when they change, and warns daily of an approaching expiry. Never returns.
    pub async fn keep_current(&self, sighup: &mut Signal) {
        // `read` warned at startup
        let mut warned_at = Instant::now();
        loop {
            tokio::select! {
                _ = sighup.recv() => self.reload(),
                () = tokio::time::sleep(CHECK_INTERVAL) => {
                    if file_versions(&self.chain, &self.key) != lock(&self.pair).file_versions {
                        self.reload();
                    }
                }
            }
            if warned_at.elapsed() >= REPEAT_WARNING_AFTER {
                self.warn_of_expiry();
                warned_at = Instant::now();
            }
        }
    }

    /// Reads both files again. After an error, the previous certificate and key stay in use.
    fn reload(&self) {
        // stored also after an error, so that broken files are read again only when they change
        let file_versions = file_versions(&self.chain, &self.key);
        match KeyPair::read(&self.chain, &self.key) {
            Ok(pair) => {
                tracing::info!(ends = %pair.expires_at, "the certificate and key were reloaded");
                *lock(&self.pair) = pair;
                self.warn_of_expiry();
            }
            Err(error) => {
                let error = format!("{error:#}");
                tracing::error!(error, "the certificate and key could not be reloaded; the previous ones stay in use");
                lock(&self.pair).file_versions = file_versions;
            }
        }
    }

    /// Logs an error if the certificate has expired, or a warning if it expires within [`WARN_BEFORE_EXPIRY`].
    fn warn_of_expiry(&self) {
        let (ends, now) = (self.expires_at(), Timestamp::now());
        let file = self.chain.display();
        if ends <= now {
            tracing::error!(%file, %ends, "THE CERTIFICATE HAS EXPIRED: clients refuse the service until it is replaced");
        } else if ends.duration_since(now) <= WARN_BEFORE_EXPIRY {
            let days = ends.duration_since(now).as_hours() / 24;
            tracing::warn!(%file, %ends, days, "the certificate expires soon: replace it");
        }
    }
}

impl ResolvesServerCert for Certificate {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(Arc::clone(&lock(&self.pair).served))
    }
}

impl KeyPair {
    fn read(chain_file: &Path, key_file: &Path) -> Result<Self> {
        // the versions are read before the contents: the next check then sees a change made between the two
        let file_versions = file_versions(chain_file, key_file);
        let chain = read_chain(chain_file)?;
        let expires_at = earliest_expiry(&chain).with_context(|| path_message(MessageName::Unreadable, chain_file))?;
        let key = read_private_key(key_file)?;
        let served = CertifiedKey::from_der(chain, key, &default_provider()).map_err(|error| match error {
            Error::InconsistentKeys(_) => {
                anyhow!(path_message(MessageName::KeyOfOtherCertificate, key_file).with(chain_file.display()))
            }
            error => anyhow!(error).context(path_message(MessageName::KeyUnusable, key_file)),
        })?;
        Ok(Self { served: Arc::new(served), expires_at, file_versions })
    }
}

fn file_versions(chain_file: &Path, key_file: &Path) -> [FileVersion; 2] {
    [chain_file, key_file].map(|path| {
        let file = fs::metadata(path).ok()?;
        Some((file.modified().ok()?, file.ino()))
    })
}

/// Returns the earliest `notAfter` of the certificates. An empty chain is an error.
fn earliest_expiry(chain: &[CertificateDer]) -> Result<Timestamp> {
    let expiry = |certificate: &CertificateDer| {
        let since_1970 = parse_not_after(certificate).map_err(|error| anyhow!("not a certificate: {error}"))?;
        // RFC 5280 section 4.1.2.5: the last second of 9999, which exceeds `Timestamp::MAX`, means no expiry
        Ok(Timestamp::from_second(i64::try_from(since_1970.as_secs())?).unwrap_or(Timestamp::MAX))
    };
    let expiries: Vec<_> = chain.iter().map(expiry).collect::<Result<_>>()?;
    expiries.into_iter().min().context("no certificate is there")
}

/// Returns `notAfter` of a certificate (RFC 5280 section 4.1), as the time since 1970.
fn parse_not_after(certificate: &[u8]) -> der::Result<Duration> {
    // Certificate ::= SEQUENCE { tbsCertificate, signatureAlgorithm, signature }
    let certificate = AnyRef::from_der(certificate)?;
    // TBSCertificate ::= SEQUENCE { version OPTIONAL, serialNumber, signature, issuer, validity, … }
    let to_be_signed = AnyRef::decode(&mut SliceReader::new(certificate.value())?)?;
    let mut fields = SliceReader::new(to_be_signed.value())?;
    if AnyRef::decode(&mut fields)?.tag() != Tag::Integer {
        // the decoded field was the optional version; the next field is the serial number
        fields.decode::<AnyRef>()?;
    }
    let [_algorithm, _issuer, validity] = [fields.decode::<AnyRef>()?, fields.decode()?, fields.decode()?];
    // Validity ::= SEQUENCE { notBefore, notAfter }: each is a UTCTime or a GeneralizedTime
    let mut validity = SliceReader::new(validity.value())?;
    let [_not_before, not_after] = [validity.decode::<AnyRef>()?, validity.decode()?];
    match not_after.tag() {
        Tag::UtcTime => Ok(not_after.decode_as::<UtcTime>()?.to_unix_duration()),
        _ => Ok(not_after.decode_as::<GeneralizedTime>()?.to_unix_duration()),
    }
}

fn read_chain(path: &Path) -> Result<Vec<CertificateDer<'static>>> {
    let pem = read_pem(path, PemContent::Certificate)?;
    let chain: Vec<_> = CertificateDer::pem_slice_iter(&pem)
        .collect::<Result<_, _>>()
        .map_err(|error| anyhow!(path_message(MessageName::PemUnreadable, path).with(error)))?;
    if chain.is_empty() {
        bail!(path_message(MessageName::PemWithoutCertificate, path));
    }
    Ok(chain)
}

/// Reads the private key of a PEM file. The error for an encrypted key shows how to decrypt the key.
fn read_private_key(path: &Path) -> Result<PrivateKeyDer<'static>> {
    let pem = read_pem(path, PemContent::PrivateKey)?;
    let text = String::from_utf8_lossy(&pem);
    // PKCS #8, then the older format of OpenSSL
    if text.contains("BEGIN ENCRYPTED PRIVATE KEY") || text.contains("Proc-Type: 4,ENCRYPTED") {
        bail!(path_message(MessageName::KeyEncrypted, path));
    }
    PrivateKeyDer::from_pem_slice(&pem).map_err(|_| anyhow!(path_message(MessageName::PemWithoutKey, path)))
}

const PEM_BEGIN: &[u8] = b"-----BEGIN ";

#[derive(Clone, Copy)]
enum PemContent {
    Certificate,
    PrivateKey,
}

impl PemContent {
    fn message_name(self) -> MessageName {
        match self {
            PemContent::Certificate => MessageName::Certificate,
            PemContent::PrivateKey => MessageName::PrivateKey,
        }
    }

    fn openssl_command(self) -> &'static str {
        match self {
            PemContent::Certificate => "x509",
            PemContent::PrivateKey => "pkey",
        }
    }
}

/// Reads a PEM file. Errors name the content, and propose an openssl command that writes PEM.
fn read_pem(path: &Path, content: PemContent) -> Result<Vec<u8>> {
    let message = |name| Message::new(name).with(path.display()).with_part(content.message_name());
    let bytes = fs::read(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => anyhow!(message(MessageName::PemFileMissing)),
        _ => anyhow!(error).context(message(MessageName::PemFileUnreadable)),
    })?;
    // the most common mistake is a DER file, which has the same contents in binary
    if !bytes.windows(PEM_BEGIN.len()).any(|bytes| bytes == PEM_BEGIN) {
        bail!(path_message(MessageName::NotPem, path).with(content.openssl_command()));
    }
    Ok(bytes)
}
