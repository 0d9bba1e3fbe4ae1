//! What pages say in English.

use super::Words;

pub static WORDS: Words = Words {
    code: "en",
    product: "Learning appliance",
    skip: "To the content",
    pages: "Pages",
    languages: "Language",
    sign_in: "Sign in",
    sign_out: "Sign out",
    name: "Name",
    password: "Password",
    wrong_password: "Name or password is wrong.",
    too_many: "Too many attempts have failed. Try again in {} seconds.",
    session_ended: "Your session has ended and nothing was changed. Sign in again.",
    not_of_this_page: "The request did not come from a page of this session, so nothing was changed. Go back, \
                       load the page again and try once more.",
    plain_http: "The console is not open over plain HTTP, on which passwords and personal data can be read. \
                 Use the https address, or a browser on the machine itself.",
    no_operator: "Nobody can sign in yet. On the machine itself, make an operator: \
                  lms-appliance operator add NAME --role owner --db {}",
    refused: "This did not happen",
    nothing_here: "There is nothing at this address.",
    internal: "Something went wrong on our side; nothing was changed. The log tells more under {}.",
    data: "Data",
    file: "Data file",
    holds: "Holds",
    rows: "Rows",
    search: "Search",
    search_in: "In {}",
    find: "Find",
    all: "all",
    filters: "Filters",
    none_found: "Nothing was found.",
    next_page: "Next rows",
    first_page: "To the first rows",
    sort_up: "Sort by {}, first to last",
    sort_down: "Sort by {}, last to first",
    yes: "yes",
    no: "no",
};
