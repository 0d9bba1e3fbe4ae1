//! The pages that a problem's `type` leads to: what it means, and what to do.

use askama::Template;

use super::Page;
use crate::model::problem::Problem;

#[derive(Template)]
#[template(path = "api_problem.html", escape = "api")]
struct Explained<'a> {
    problem: Problem,
    means: &'static str,
    advice: &'static str,
    page: &'a Page<'a>,
}

/// The page of a kind of problem.
pub fn page(problem: Problem, page: &Page) -> String {
    let (means, advice) = explained(problem);
    super::written(Explained {
        problem,
        means,
        advice,
        page,
    })
}

/// What a problem means, and what to do.
fn explained(problem: Problem) -> (&'static str, &'static str) {
    match problem {
        Problem::BadRequest => (
            "The path, the query or the body is not what the operation takes: a name that it does not know, a \
             parameter that is missing, repeated or of another kind, or JSON that cannot be read.",
            "Mend what the detail names, by the operation's page or openapi.json. The same request gives the same \
             answer.",
        ),
        Problem::Unauthorized => (
            "The request has no name and password, or they are not right, or no longer.",
            "Sign in with HTTP Basic, in UTF-8, with a name and password from whoever runs the service.",
        ),
        Problem::NotGranted => (
            "Name and password are right, and may not call this operation.",
            "Ask whoever runs the service to grant it: lms-appliance credential grant NAME OPERATION.",
        ),
        Problem::NotFound => (
            "There is nothing at this path, or no such person, class or training.",
            "Look at the path, and at the id or identifier in it: case and leading zeros count, and a slash in it is \
             written %2F.",
        ),
        Problem::MethodNotAllowed => (
            "There is something at this path, and this method is none of its own.",
            "Use a method that the header Allow names.",
        ),
        Problem::NotAcceptable => (
            "The answer cannot be written in any format that Accept or the query asks for. Only lists can be CSV.",
            "Ask for a format that the detail names, or for none: then it is JSON.",
        ),
        Problem::Conflict => (
            "Another person has this ExternalIdentifier already, or more than one person has this e-mail address.",
            "Change that person instead, whose id the detail tells when it is someone who left; or ask by \
             ExternalIdentifier instead of by address.",
        ),
        Problem::Gone => (
            "Of what changed after the number that was asked for, not all is kept any more: whoever runs the service \
             had it forgotten, or put an older database back.",
            "Take the rows of every data file anew (data-files in openapi.json), and then go on from the number that \
             the detail tells.",
        ),
        Problem::TooLarge => (
            "The body is larger than this service takes, or its head is.",
            "Send less at once: an operation takes one object, far smaller than the limit.",
        ),
        Problem::UnsupportedMediaType => (
            "The body is of a media type that this operation does not take, or it is compressed.",
            "Send JSON with Content-Type: application/json, and without Content-Encoding.",
        ),
        Problem::Refused => (
            "The request was understood, and a rule refuses it: a field that must be filled, a value that is not \
             among those allowed, a number out of range, an end before its begin.",
            "Mend every fault that the detail names, a sentence for each. Nothing was stored.",
        ),
        Problem::TooManyLogins => (
            "Too many wrong passwords came with this name or from this address: the next is not looked at.",
            "Mend the password, and wait as many seconds as the header Retry-After says.",
        ),
        Problem::Internal => (
            "The service met a fault of its own.",
            "Tell whoever runs it the instance of the answer: the log has the details there.",
        ),
        Problem::CannotBeWritten => (
            "The service cannot do it now: it is busy, its database cannot be written, or too many long answers are \
             under way for one credential.",
            "Try again after as many seconds as the header Retry-After says.",
        ),
    }
}
