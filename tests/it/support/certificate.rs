//! Self-signed TLS certificates for tests.

use base64ct::Encoding;
use jiff::{Timestamp, ToSpan};
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
    /// Creates a certificate for the host `name` that expires in 100 days.
    pub fn new(name: &str) -> Self {
        Self::expiring_in(name, 100)
    }

    /// Creates a certificate for the host `name` that expires at the last midnight (UTC) before `days` from now.
    pub fn expiring_in(name: &str, days: i64) -> Self {
        let (algorithm, random) = (&ECDSA_P256_SHA256_ASN1_SIGNING, SystemRandom::new());
        let pkcs8 = EcdsaKeyPair::generate_pkcs8(algorithm, &random).expect("a key");
        let key = EcdsaKeyPair::from_pkcs8(algorithm, pkcs8.as_ref(), &random).expect("the same key");
        let content = unsigned(name, Timestamp::now() + (days * 24).hours(), key.public_key().as_ref());
        let signature = key.sign(&random, &content).expect("a signature");
        let signed = der(SEQUENCE, &[&content, ECDSA_WITH_SHA256, &der(BIT_STRING, &[&[0], signature.as_ref()])]);
        Self { pem: pem("CERTIFICATE", &signed), key_pem: pem("PRIVATE KEY", pkcs8.as_ref()), der: signed.into() }
    }
}

fn pem(label: &str, der: &[u8]) -> String {
    let base64 = base64ct::Base64::encode_string(der);
    format!("-----BEGIN {label}-----\n{base64}\n-----END {label}-----\n")
}

const SEQUENCE: u8 = 0x30;
const SET: u8 = 0x31;
const BIT_STRING: u8 = 0x03;
const OCTET_STRING: u8 = 0x04;
const UTF8_STRING: u8 = 0x0c;
const UTC_TIME: u8 = 0x17;

const VERSION_3: &[u8] = b"\xa0\x03\x02\x01\x02";
const SERIAL_NUMBER_1: &[u8] = b"\x02\x01\x01";
const ECDSA_WITH_SHA256: &[u8] = b"\x30\x0a\x06\x08\x2a\x86\x48\xce\x3d\x04\x03\x02";
const KEY_ON_P256: &[u8] = b"\x30\x13\x06\x07\x2a\x86\x48\xce\x3d\x02\x01\x06\x08\x2a\x86\x48\xce\x3d\x03\x01\x07";
const COMMON_NAME: &[u8] = b"\x06\x03\x55\x04\x03";
const ALTERNATIVE_NAME: &[u8] = b"\x06\x03\x55\x1d\x11";

/// Returns the part of a certificate that is signed (RFC 5280, section 4.1).
fn unsigned(host: &str, end: Timestamp, public_key: &[u8]) -> Vec<u8> {
    let name = der(SEQUENCE, &[&der(SET, &[&der(SEQUENCE, &[COMMON_NAME, &der(UTF8_STRING, &[b"test"])])])]);
    let end = end.strftime("%y%m%d000000Z").to_string();
    let validity = der(SEQUENCE, &[&der(UTC_TIME, &[b"750101000000Z"]), &der(UTC_TIME, &[end.as_bytes()])]);
    let key = der(SEQUENCE, &[KEY_ON_P256, &der(BIT_STRING, &[&[0], public_key])]);
    let hosts = der(OCTET_STRING, &[&der(SEQUENCE, &[&der(0x82, &[host.as_bytes()])])]);
    let extensions = der(0xa3, &[&der(SEQUENCE, &[&der(SEQUENCE, &[ALTERNATIVE_NAME, &hosts])])]);
    der(SEQUENCE, &[VERSION_3, SERIAL_NUMBER_1, ECDSA_WITH_SHA256, &name, &validity, &name, &key, &extensions])
}

/// Encodes a value of at most 65,535 bytes.
fn der(tag: u8, parts: &[&[u8]]) -> Vec<u8> {
    let content = parts.concat();
    let [high, low] = u16::try_from(content.len()).expect("a short value").to_be_bytes();
    let length: &[u8] = match (high, low) {
        (0, ..=127) => &[low],
        (0, _) => &[0x81, low],
        _ => &[0x82, high, low],
    };
    [&[tag], length, &content].concat()
}
