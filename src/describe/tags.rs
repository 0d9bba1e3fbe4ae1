//! Writes small XML documents, indented by two blanks.

use crate::encode::xml::escaped;

/// The name and value of an attribute.
pub type Attribute<'a> = (&'a str, &'a str);

#[derive(Default)]
pub struct XmlDocument {
    text: String,
    /// The names of the open elements.
    open: Vec<String>,
    /// Is the start tag of the innermost element incomplete? It may still become an empty element.
    in_tag: bool,
}

impl XmlDocument {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn open(&mut self, name: &str, attributes: &[Attribute]) {
        self.begin_line();
        self.text += "<";
        self.text += name;
        for (name, value) in attributes {
            self.text += &format!(" {name}=\"{}\"", escaped(value));
        }
        self.open.push(name.to_owned());
        self.in_tag = true;
    }

    /// Closes the innermost element; does nothing if none is open.
    pub fn close(&mut self) {
        let Some(name) = self.open.pop() else { return };
        match self.in_tag {
            true => self.text += "/>\n",
            false => self.text += &format!("{}</{name}>\n", "  ".repeat(self.open.len())),
        }
        self.in_tag = false;
    }

    pub fn empty(&mut self, name: &str, attributes: &[Attribute]) {
        self.open(name, attributes);
        self.close();
    }

    pub fn leaf(&mut self, name: &str, text: &str) {
        self.begin_line();
        self.text += &format!("<{name}>{}</{name}>\n", escaped(text));
    }

    /// Closes all elements and returns the document.
    pub fn finish(mut self) -> String {
        while !self.open.is_empty() {
            self.close();
        }
        self.text.trim_end().to_owned()
    }

    /// Completes the start tag of the enclosing element, and indents the next line.
    fn begin_line(&mut self) {
        if std::mem::take(&mut self.in_tag) {
            self.text += ">\n";
        }
        self.text += &"  ".repeat(self.open.len());
    }
}
