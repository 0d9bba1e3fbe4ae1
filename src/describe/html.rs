//! The service's pages as HTML that holds nothing unescaped: markup is literal, everything else is text.
//! No page has a script or loads anything: the one style stands in the page under a nonce, the icon in its head.

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
code { overflow-wrap: break-word }
pre { background: var(--soft); border: 1px solid var(--line); border-radius: .375rem; padding: .75rem; margin: .25rem 0 1rem; overflow-x: auto }
.copied { overflow-x: auto }
.copied pre { width: max-content; min-width: 100% }
dl { margin: 0 }
dt { margin-top: .75rem; font-weight: 600; overflow-wrap: anywhere }
dd { margin: 0 }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: .375rem .75rem .375rem 0; border-bottom: 1px solid var(--line) }
.field td:first-child { padding-left: 1rem }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px }
label { display: block; margin: .75rem 0 .25rem }
input, select, button { font: inherit; padding: .5rem .75rem; border: 1px solid #888; border-radius: .375rem; width: 100%; max-width: 24rem }
input, select { background: Field; color: FieldText }
input.tab { position: absolute; width: auto; opacity: 0 }
label.tab { display: inline-block; margin: .5rem .25rem 0 0; padding: .375rem 1rem; border: 1px solid var(--line); border-radius: .375rem; cursor: pointer }
.tab:checked + label { background: #0b57a4; color: #fff }
.tab:focus-visible + label { outline: 2px solid var(--link); outline-offset: 2px }
#rest:checked ~ .xml, #xml:checked ~ .rest { display: none }
button { display: block; margin-top: 1rem; background: #0b57a4; color: #fff; border-color: #0b57a4; cursor: pointer }
@media (max-width: 40rem) {
  thead { position: absolute; clip-path: inset(50%) }
  tr, td { display: block }
  tr { padding: .5rem 0; border-bottom: 1px solid var(--line) }
  tr.field { padding-left: 1rem }
  td, .field td:first-child { padding: 0; border: 0 }
  td:first-child code { font-weight: 600 }
  td + td { display: inline }
  td[data-label]::before { content: ' · ' attr(data-label) ': ' }
  td:last-child { display: block }
}
";

/// A mortarboard.
const ICON: &str = "data:image/svg+xml,\
    %3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E\
    %3Crect width='16' height='16' rx='3' fill='%230b57a4'/%3E\
    %3Cpath fill='%23fff' d='M2 6l6-3 6 3-6 3zM5 8.6v2.6c1.6 1.4 4.4 1.4 6 0V8.6L8 10.1z'/%3E%3C/svg%3E";

/// A row that tells of a parameter or a field.
pub struct Row<'a> {
    /// `field` of a field inside a parameter.
    pub class: &'static str,
    /// Its name.
    pub name: &'a str,
    /// What it is.
    pub kind: &'a str,
    /// What the mark tells, where the head of its column is not seen.
    pub label: &'static str,
    /// Yes or no.
    pub mark: &'a str,
    /// What it means.
    pub says: &'a str,
}

/// A page that is being written.
pub struct Html(String);

impl Html {
    /// Begins the first page.
    pub fn first(title: &str, page: &Page) -> Self {
        let mut html = Self::head(title, page);
        html.raw("<main>\n");
        html
    }

    /// Begins a page below the first, which it leads back to.
    pub fn below(title: &str, page: &Page) -> Self {
        let mut html = Self::head(title, page);
        html.raw("<nav><a href=\"")
            .text(page.service)
            .raw("\">All operations</a></nav>\n<main>\n");
        html
    }

    fn head(title: &str, page: &Page) -> Self {
        let mut html = Self(String::with_capacity(8 * 1024));
        html.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
            .raw(
                "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>",
            )
            .text(title)
            .raw("</title>\n<link rel=\"icon\" href=\"")
            .raw(ICON)
            .raw("\">\n<style nonce=\"")
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

    /// Begins a table with these heads.
    pub fn table(&mut self, heads: [&'static str; 4]) -> &mut Self {
        self.raw("<table>\n<thead>\n<tr>");
        for head in heads {
            self.raw("<th scope=\"col\">").raw(head).raw("</th>");
        }
        self.raw("</tr>\n</thead>\n<tbody>\n")
    }

    /// Writes a row of it.
    pub fn row(&mut self, row: &Row) {
        self.raw("<tr class=\"").raw(row.class).raw("\"><td><code>");
        // a long name may be broken where a point stands in it
        for (at, part) in row.name.split_inclusive('.').enumerate() {
            self.raw(if at == 0 { "" } else { "<wbr>" }).text(part);
        }
        self.raw("</code></td><td>")
            .text(row.kind)
            .raw("</td><td data-label=\"")
            .raw(row.label)
            .raw("\">")
            .text(row.mark)
            .raw("</td><td>")
            .text(row.says)
            .raw("</td></tr>\n");
    }

    /// Writes a text to copy; it scrolls by keyboard too, and a screen reader says what it is.
    pub fn copied(&mut self, what: &'static str, text: &str) {
        self.raw("<h3>")
            .raw(what)
            .raw("</h3>\n<div class=\"copied\" tabindex=\"0\" role=\"region\" aria-label=\"")
            .raw(what)
            .raw("\"><pre>")
            .text(text)
            .raw("</pre></div>\n");
    }

    /// Writes a text as code.
    pub fn code(&mut self, text: &str) -> &mut Self {
        self.raw("<code>").text(text).raw("</code>")
    }

    /// Writes the attributes by which a form's field is sent and its label finds it.
    pub fn named(&mut self, name: &str) -> &mut Self {
        self.raw(" id=\"")
            .text(name)
            .raw("\" name=\"")
            .text(name)
            .raw("\"")
    }

    /// The whole page.
    pub fn finish(mut self) -> String {
        self.raw("</main>\n</body>\n</html>\n");
        self.0
    }
}
