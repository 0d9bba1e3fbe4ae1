//! A cache of WSDL and openapi.json. All clients share one copy, so that slow readers cost no memory.

use std::collections::VecDeque;
use std::sync::Mutex;

use hyper::body::Bytes;

use crate::model::lock::lock;

/// The cache is limited, because documents depend on the `Host` header, which clients choose.
const MAX_DOCUMENTS: usize = 8;

#[derive(Default)]
pub struct DocumentCache(Mutex<VecDeque<CachedDocument>>);

struct CachedDocument {
    name: &'static str,
    base: String,
    text: Bytes,
}

impl DocumentCache {
    pub fn find_or_create(&self, name: &'static str, base: &str, create: impl FnOnce() -> String) -> Bytes {
        let is_requested = |document: &&CachedDocument| document.name == name && document.base == base;
        if let Some(document) = lock(&self.0).iter().find(is_requested) {
            return document.text.clone();
        }
        // created without the lock: two requests may create the same document, which does no harm
        let text = Bytes::from(create());
        let mut documents = lock(&self.0);
        // the newest document is the first, so this removes the oldest
        documents.truncate(MAX_DOCUMENTS - 1);
        documents.push_front(CachedDocument { name, base: base.to_owned(), text: text.clone() });
        text
    }
}
