//! The XML interface: the frames of answers and the format of replies in both calling styles.

use std::sync::Arc;

use super::reply::{Headers, ReplyFormat, StatusReply};
use super::server::Server;
use super::status::http_status;
use crate::answer::{AnswerError, AnswerRequest};
use crate::decode::Call;
use crate::encode::Document;
use crate::encode::frame::{CallStyle, Frame, TEXT_XML, fault_document};
use crate::gate::GrantedCall;
use crate::model::refusal::Refusal;
use crate::model::request_error::RequestError;
use crate::operation::Operation;
use crate::operation::response_schema::ChangeOutcome;
use crate::service::{AnswerHead, Interface};

#[derive(Clone)]
pub struct XmlInterface {
    pub server: Arc<Server>,
    pub style: CallStyle,
    /// `None` if the operation is not known yet, or does not exist.
    operation: Option<&'static Operation>,
    /// The name of the operation as called, which the envelope repeats.
    called_as: String,
}

impl Interface for XmlInterface {
    /// Writes the answer in the frame that suits the granted call. Returns the number of rows.
    fn write(&self, request: &AnswerRequest, document: &mut Document) -> Result<u64, AnswerError> {
        let granted = request.checked.granted();
        let frame = self.answer_frame(granted);
        self.server.formats.xml.write_framed(&frame, request, document)
    }
}

impl ReplyFormat for XmlInterface {
    const CHALLENGES: &'static [&'static str] = &[r#"LmsBody realm="lms""#];

    fn server(&self) -> &Arc<Server> {
        &self.server
    }

    fn answer_headers(&self, head: &AnswerHead) -> (&'static str, Headers) {
        (self.answer_frame(&head.granted).content_type, Headers::new())
    }

    fn change_reply(&self, granted: &GrantedCall, outcome: ChangeOutcome) -> StatusReply {
        let frame = self.answer_frame(granted);
        StatusReply::new(200, frame.content_type, frame.change_document(granted.operation(), outcome.created))
    }

    fn refusal_reply(&self, granted: &GrantedCall, refusal: &Refusal, _request_id: &str) -> StatusReply {
        let frame = self.answer_frame(granted);
        let text = refusal.english_text(&self.server.service.brand);
        StatusReply::new(200, frame.content_type, frame.refusal_document(granted.operation().success_element, &text))
    }

    /// Returns a result document for a form call, else a SOAP fault, with status 500 if the request names an action.
    fn error_reply(&self, failure: &RequestError, _request_id: &str) -> StatusReply {
        let status = http_status(failure);
        match self.style {
            CallStyle::Form => {
                // contract §2: the root is `ApiResponse` if the operation is unknown
                let (root, success_name) = match self.operation {
                    Some(operation) => (operation.root, operation.success_element),
                    None => ("ApiResponse", "Success"),
                };
                let frame = Frame::result_document(root, &self.server.formats.namespaces.form);
                StatusReply::new(status, TEXT_XML, frame.refusal_document(success_name, &failure.message_text()))
            }
            CallStyle::Soap { version, names_action } => {
                let status = if names_action { 500 } else { status };
                StatusReply::new(status, version.content_type(), fault_document(version, failure))
            }
        }
    }
}

impl XmlInterface {
    pub fn new(server: &Arc<Server>, style: CallStyle, operation: Option<&'static Operation>) -> Self {
        Self { server: Arc::clone(server), style, operation, called_as: String::new() }
    }

    pub fn for_call(self, call: &Call) -> Self {
        Self { operation: Some(call.operation), called_as: call.called_as.clone(), ..self }
    }

    fn answer_frame(&self, granted: &GrantedCall) -> Frame {
        let namespaces = &self.server.formats.namespaces;
        Frame::for_answer(self.style, granted.operation(), &self.called_as, granted.always_envelope(), namespaces)
    }
}
