//! Limits the streamed responses in flight per credential.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::model::lock::lock;

/// The most streamed responses of a credential at once (contract §1).
pub const MAX_STREAMED: usize = 4;

/// For each credential that has called, a semaphore with the number of responses that the credential may still begin.
#[derive(Default)]
pub struct StreamedResponses(Mutex<HashMap<String, Arc<Semaphore>>>);

/// The permit of a streamed response, which counts until the permit is dropped.
pub type StreamedResponse = OwnedSemaphorePermit;

impl StreamedResponses {
    /// Returns a permit, or `None` if the credential has [`MAX_STREAMED`] streamed responses already.
    pub fn begin(&self, credential: &str) -> Option<StreamedResponse> {
        let mut semaphores = lock(&self.0);
        let new_semaphore = || Arc::new(Semaphore::new(MAX_STREAMED));
        let semaphore = semaphores.entry(credential.to_owned()).or_insert_with(new_semaphore);
        Arc::clone(semaphore).try_acquire_owned().ok()
    }
}
