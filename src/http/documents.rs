//! The large documents that need no sign-in, WSDL and openapi.json: shared by all who ask, so that a reader that takes
//! nothing costs no copy of its own.

use std::collections::VecDeque;
use std::sync::Mutex;

use hyper::body::Bytes;

use crate::model::lock::lock;

/// A document differs by the address that the service is asked at, and clients choose the `Host` header.
const DOCUMENTS: usize = 8;

/// The documents that were asked for last.
#[derive(Default)]
pub struct DocumentCache(Mutex<VecDeque<CachedDocument>>);

struct CachedDocument {
    name: &'static str,
    base: String,
    text: Bytes,
}

impl DocumentCache {
    /// Returns the document of this name for this base address, which `describe` makes if it is not there.
    pub fn find(&self, name: &'static str, base: &str, describe: impl FnOnce() -> String) -> Bytes {
        let is_it = |document: &&CachedDocument| document.name == name && document.base == base;
        if let Some(document) = lock(&self.0).iter().find(is_it) {
            return document.text.clone();
        }
        let text = Bytes::from(describe());
        let mut documents = lock(&self.0);
        documents.truncate(DOCUMENTS - 1);
        documents.push_front(CachedDocument { name, base: base.to_owned(), text: text.clone() });
        text
    }
}
