//! Counts the streamed responses in flight per credential.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use crate::model::lock::lock;

pub const MOST_STREAMED: usize = 4;

#[derive(Default)]
pub struct StreamedResponses(Mutex<HashMap<String, usize>>);

/// A streamed response. The response is counted until this value is dropped.
pub struct StreamedResponse {
    counts: Arc<StreamedResponses>,
    credential: String,
}

impl StreamedResponses {
    /// Counts a new streamed response. Returns `None` if the credential has [`MOST_STREAMED`] already.
    pub fn begin(self: &Arc<Self>, credential: &str) -> Option<StreamedResponse> {
        let mut counts = lock(&self.0);
        let count = counts.entry(credential.to_owned()).or_default();
        if *count >= MOST_STREAMED {
            return None;
        }
        *count += 1;
        Some(StreamedResponse { counts: Arc::clone(self), credential: credential.to_owned() })
    }
}

impl Drop for StreamedResponse {
    fn drop(&mut self) {
        let mut counts = lock(&self.counts.0);
        if let Some(count) = counts.get_mut(&self.credential) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.credential);
            }
        }
    }
}
