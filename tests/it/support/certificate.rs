//! Certificates for TLS that a test makes for itself.

use base64ct::Encoding;
use jiff::{Timestamp, ToSpan, tz::TimeZone};
use rcgen::{CertificateParams, Error, PublicKeyData, SerialNumber, SignatureAlgorithm, SigningKey};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair};
use tokio_rustls::rustls::pki_types::CertificateDer;

/// A self-signed certificate and its key.
pub struct Certificate {
    pub pem: String,
    pub key_pem: String,
    pub der: CertificateDer<'static>,
}

impl Certificate {
    /// A certificate for `name` that ends in a hundred days.
    pub fn new(name: &str) -> Self {
        Self::ending_in(name, 100)
    }

    /// A certificate for `name` that ends at the midnight (UTC) before the moment in so many days.
    pub fn ending_in(name: &str, days: i64) -> Self {
        let mut params = CertificateParams::new([name.to_owned()]).expect("a name");
        let end = (Timestamp::now() + (days * 24).hours()).to_zoned(TimeZone::UTC);
        params.not_after = rcgen::date_time_ymd(end.year().into(), end.month() as u8, end.day() as u8);
        params.serial_number = Some(SerialNumber::from(1));
        let key = Key::generate();
        let certificate = params.self_signed(&key).expect("a certificate");
        let der = certificate.der().clone();
        Self { pem: pem("CERTIFICATE", &der), key_pem: key.pem, der }
    }
}

fn pem(label: &str, der: &[u8]) -> String {
    let base64 = base64ct::Base64::encode_string(der);
    format!("-----BEGIN {label}-----\n{base64}\n-----END {label}-----\n")
}

/// An ECDSA key of ring, for rcgen to sign with.
struct Key {
    pair: EcdsaKeyPair,
    random: SystemRandom,
    pem: String,
}

impl Key {
    fn generate() -> Self {
        let (algorithm, random) = (&ECDSA_P256_SHA256_ASN1_SIGNING, SystemRandom::new());
        let pkcs8 = EcdsaKeyPair::generate_pkcs8(algorithm, &random).expect("a key");
        let pair = EcdsaKeyPair::from_pkcs8(algorithm, pkcs8.as_ref(), &random).expect("the same key");
        Self { pair, random, pem: pem("PRIVATE KEY", pkcs8.as_ref()) }
    }
}

impl PublicKeyData for Key {
    fn der_bytes(&self) -> &[u8] {
        self.pair.public_key().as_ref()
    }

    fn algorithm(&self) -> &'static SignatureAlgorithm {
        &rcgen::PKCS_ECDSA_P256_SHA256
    }
}

impl SigningKey for Key {
    fn sign(&self, message: &[u8]) -> Result<Vec<u8>, Error> {
        let signature = self.pair.sign(&self.random, message).map_err(|_| Error::RemoteKeyError)?;
        Ok(signature.as_ref().to_vec())
    }
}
