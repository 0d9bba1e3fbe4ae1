//! The service's pages as HTML that holds nothing unescaped: markup is literal, everything else is text.
//! No page has a script; the one style stands in the page under a nonce.

use super::Page;
use crate::encode::xml::escaped;

const STYLE: &str = "
:root { color-scheme: light dark; --line: #8884; --soft: #8881; --link: light-dark(#0b57a4, #8ab8f0) }
* { box-sizing: border-box }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 54rem; margin: 0 auto; padding: 1rem 1rem 4rem }
h1 { line-height: 1.2; overflow-wrap: anywhere; margin: .5rem 0 }
h2 { margin: 2.5rem 0 .5rem; border-bottom: 1px solid var(--line) }
h3 { font-size: 1rem; margin: 1rem 0 .25rem }
p { margin: .5rem 0 }
a { color: var(--link) }
code, pre { font: .875rem/1.45 ui-monospace, Menlo, Consolas, monospace }
code { overflow-wrap: anywhere }
pre { background: var(--soft); border: 1px solid var(--line); border-radius: .375rem; padding: .75rem; margin: .25rem 0 1rem; overflow-x: auto }
dl { margin: 0 }
dt { margin-top: .75rem; font-weight: 600; overflow-wrap: anywhere }
dd { margin: 0 }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: .375rem .75rem .375rem 0; border-bottom: 1px solid var(--line) }
td code { overflow-wrap: normal }
td.field { padding-left: 1rem }
div { overflow-x: auto }
label { display: block; margin: .75rem 0 .25rem }
input, button { font: inherit; padding: .5rem .75rem; border: 1px solid #888; border-radius: .375rem; width: 100%; max-width: 24rem }
button { display: block; margin-top: 1rem; background: #0b57a4; color: #fff; border-color: #0b57a4; cursor: pointer }
";

/// A page that is being written.
pub struct Html(String);

impl Html {
    /// Begins a page of this title.
    pub fn new(title: &str, page: &Page) -> Self {
        let mut html = Self(String::with_capacity(8 * 1024));
        html.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
            .raw(
                "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>",
            )
            .text(title)
            .raw("</title>\n<style nonce=\"")
            .text(page.nonce)
            .raw("\">")
            .raw(STYLE)
            .raw("</style>\n</head>\n<body>\n");
        html
    }

    /// Writes markup: only what stands in the program.
    pub fn raw(&mut self, markup: &'static str) -> &mut Self {
        self.0.push_str(markup);
        self
    }

    /// Writes a text, in an element or a double-quoted attribute.
    pub fn text(&mut self, text: &str) -> &mut Self {
        self.0.push_str(&escaped(text));
        self
    }

    /// Writes a text as code.
    pub fn code(&mut self, text: &str) -> &mut Self {
        self.raw("<code>").text(text).raw("</code>")
    }

    /// The whole page.
    pub fn finish(mut self) -> String {
        self.raw("</body>\n</html>\n");
        self.0
    }
}
