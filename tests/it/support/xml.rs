//! Parses XML into a tree. The tree does not distinguish `<a/>` from `<a></a>`; the golden files do.

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    pub name: String,
    /// Empty if the element has none.
    pub namespace: String,
    /// Local names and values, in order.
    pub attributes: Vec<(String, String)>,
    /// Without the text of child elements.
    pub text: String,
    pub children: Vec<Element>,
}

impl Element {
    /// Returns the root of a document; panics if the document is not well-formed.
    #[track_caller]
    pub fn parse(text: &str) -> Element {
        match roxmltree::Document::parse(text) {
            Ok(document) => Element::read(document.root_element()),
            Err(error) => panic!("not XML ({error}): {text}"),
        }
    }

    fn read(node: roxmltree::Node) -> Element {
        let attributes = node.attributes();
        Element {
            name: node.tag_name().name().into(),
            namespace: node.tag_name().namespace().unwrap_or_default().into(),
            attributes: attributes.map(|attribute| (attribute.name().into(), attribute.value().into())).collect(),
            text: node.children().filter(|child| child.is_text()).filter_map(|child| child.text()).collect(),
            children: node.children().filter(|child| child.is_element()).map(Element::read).collect(),
        }
    }

    /// Returns the child of this name; panics if there are two.
    #[track_caller]
    pub fn child(&self, name: &str) -> Option<&Element> {
        let mut found = self.children.iter().filter(|child| child.name == name);
        let child = found.next();
        assert!(found.next().is_none(), "two {name} in {self:?}");
        child
    }

    /// Returns the text of the child of this name.
    #[track_caller]
    pub fn value(&self, name: &str) -> Option<&str> {
        self.child(name).map(|child| child.text.as_str())
    }

    /// Returns the names of the children, in order.
    pub fn names(&self) -> Vec<&str> {
        self.children.iter().map(|child| child.name.as_str()).collect()
    }

    /// Returns the first element of this name: this element or a descendant.
    pub fn find(&self, name: &str) -> Option<&Element> {
        if self.name == name { Some(self) } else { self.children.iter().find_map(|child| child.find(name)) }
    }
}

/// The result document: the root of a document without an envelope, or `<Operation>Result` in an envelope.
#[derive(Clone, Debug)]
pub struct Answer {
    pub name: String,
    pub success: bool,
    pub contents: Option<Element>,
    pub error: Option<String>,
}

impl Answer {
    #[track_caller]
    pub(super) fn from_root(root: Element, text: &str) -> Answer {
        let document = if root.name == "Envelope" {
            let response = root.child("Body").and_then(|body| body.children.first());
            let response = response.unwrap_or_else(|| panic!("an empty Body: {text}"));
            assert!(response.name.ends_with("Response"), "no result: {text}");
            response.children.first().cloned().unwrap_or_else(|| panic!("an empty response: {text}"))
        } else {
            root
        };
        let success = document.value("Success").or(document.value("Succes"));
        let success = match success {
            Some("true") => true,
            Some("false") => false,
            other => panic!("Success is {other:?}: {text}"),
        };
        let error = document.value("Error").map(String::from);
        Answer { success, contents: document.child("Contents").cloned(), error, name: document.name }
    }

    /// Asserts success, and returns the contents.
    #[track_caller]
    pub fn ok(self) -> Element {
        assert!(self.success, "refused: {:?}", self.error);
        self.contents.expect("Contents of a success")
    }

    /// Asserts a refusal, and returns its text.
    #[track_caller]
    pub fn refused(self) -> String {
        assert!(!self.success, "not refused: {:?}", self.contents);
        assert!(self.contents.is_none(), "a refusal has no Contents: {:?}", self.contents);
        self.error.expect("Error of a refusal")
    }
}
