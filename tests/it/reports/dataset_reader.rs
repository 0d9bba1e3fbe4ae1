//! Reads a DataTable as .NET's DataSet does, and panics where .NET would skip data. It checks these rules of
//! `DataSet.ReadXmlSchema` and of diffgrams:
//!
//! 1. `Contents` contains an `xs:schema` without a target namespace, then a `diffgr:diffgram`, and nothing else.
//! 2. The schema's only element has `msdata:IsDataSet="true"` and is the data set. `msdata:MainDataTable` names its only
//!    table, which is in an unbounded choice.
//! 3. A column is an element of the table's sequence. Its name is encoded (`_x0020_` is a blank). Its type gives the .NET
//!    type: `xs:int` Int32, `xs:dateTime` DateTime, `xs:string` String. `minOccurs="0"` allows DBNull.
//! 4. The diffgram contains at most one element, which has the name of the data set and contains the rows. A row's element
//!    has the table's name and no namespace (.NET skips rows with one). There is no `diffgr:before` and no `diffgr:errors`.
//! 5. A row has two attributes: `diffgr:id`, the table's name and a number from 1, and `msdata:rowOrder`, a number from 0.
//!    Without `diffgr:hasChanges` it is unchanged.
//! 6. A row's elements are columns of the schema (.NET skips others), each at most once and in their order. A column
//!    without an element is DBNull. Only a String may be empty. The elements have no attributes.
//! 7. Int32 is written in decimal digits, and DateTime as `yyyy-MM-ddTHH:mm:ss` with an offset.

use roxmltree::Node;

const XS: &str = "http://www.w3.org/2001/XMLSchema";
const MSDATA: &str = "urn:schemas-microsoft-com:xml-msdata";
const DIFFGR: &str = "urn:schemas-microsoft-com:xml-diffgram-v1";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    Int32,
    DateTime,
    String,
}

/// A value that is not DBNull.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    Int32(i32),
    /// Local time, and offset in minutes.
    DateTime(jiff::civil::DateTime, i32),
    String(String),
}

/// A table as a .NET client sees it.
#[derive(Debug)]
pub struct Table {
    pub name: String,
    /// Decoded names, and types.
    pub columns: Vec<(String, Type)>,
    /// DBNull is `None`.
    pub rows: Vec<Vec<Option<Value>>>,
}

impl Table {
    /// Reads the table in the `Contents` of a response.
    #[track_caller]
    pub fn read(text: &str) -> Table {
        let document = roxmltree::Document::parse(text).expect("XML");
        let contents = document.descendants().find(|node| node.tag_name().name() == "Contents").expect("Contents");
        let [schema, diffgram] = elements(contents)[..] else {
            panic!("not a schema and a diffgram");
        };
        assert!(schema.has_tag_name((XS, "schema")));
        assert_eq!(schema.attribute("targetNamespace"), None);
        let [data_set] = elements(schema)[..] else {
            panic!("not one element in the schema");
        };
        assert_eq!(data_set.attribute((MSDATA, "IsDataSet")), Some("true"));
        let choice = only_child(only_child(data_set, "complexType"), "choice");
        assert_eq!(choice.attribute("maxOccurs"), Some("unbounded"));
        let table = only_child(choice, "element");
        let name = table.attribute("name").expect("a name");
        assert_eq!(data_set.attribute((MSDATA, "MainDataTable")), Some(name));
        let columns = columns(table);
        let rows = rows(diffgram, data_set.attribute("name"), name, &columns);
        let columns = columns.into_iter().map(|(name, kind)| (decode_name(name), kind));
        Table { name: decode_name(name), columns: columns.collect(), rows }
    }

    /// Returns a cell as text; `None` is DBNull.
    #[track_caller]
    pub fn get(&self, row: usize, column: &str) -> Option<String> {
        let at = self.columns.iter().position(|(name, _)| name == column);
        let at = at.unwrap_or_else(|| panic!("no column {column}"));
        self.rows[row][at].as_ref().map(Value::text)
    }

    /// Returns the cells of a column as text; `-` is DBNull.
    #[track_caller]
    pub fn column(&self, column: &str) -> Vec<String> {
        let rows = 0..self.rows.len();
        rows.map(|row| self.get(row, column).unwrap_or_else(|| "-".into())).collect()
    }

    /// Returns the cells of all rows as text; `None` is DBNull.
    pub fn texts(&self) -> Vec<Vec<Option<String>>> {
        let text = |row: &Vec<Option<Value>>| row.iter().map(|value| value.as_ref().map(Value::text)).collect();
        self.rows.iter().map(text).collect()
    }
}

impl Value {
    fn text(&self) -> String {
        match self {
            Value::Int32(number) => number.to_string(),
            Value::String(text) => text.clone(),
            Value::DateTime(local, offset) => {
                let sign = if *offset < 0 { '-' } else { '+' };
                let minutes = offset.abs();
                format!("{local}{sign}{:02}:{:02}", minutes / 60, minutes % 60)
            }
        }
    }

    fn read(kind: Type, text: &str) -> Value {
        match kind {
            Type::String => Value::String(text.to_owned()),
            Type::Int32 => Value::Int32(text.parse().expect("an Int32")),
            Type::DateTime => {
                let (local, offset) = text.split_at(19);
                let minutes = |at: std::ops::Range<usize>| offset[at].parse::<i32>().expect("digits");
                assert!(offset.len() == 6 && &offset[3..4] == ":", "{text}");
                let minutes = minutes(1..3) * 60 + minutes(4..6);
                let sign = match &offset[..1] {
                    "+" => 1,
                    "-" => -1,
                    other => panic!("{other} is not a sign: {text}"),
                };
                Value::DateTime(local.parse().expect("a datetime"), sign * minutes)
            }
        }
    }
}

fn columns<'a>(table: Node<'a, '_>) -> Vec<(&'a str, Type)> {
    let sequence = only_child(only_child(table, "complexType"), "sequence");
    let column = |node: &Node<'a, '_>| {
        assert!(node.has_tag_name((XS, "element")));
        assert_eq!(node.attribute("minOccurs"), Some("0"));
        let kind = match node.attribute("type") {
            Some("xs:int") => Type::Int32,
            Some("xs:dateTime") => Type::DateTime,
            Some("xs:string") => Type::String,
            other => panic!("unknown type {other:?}"),
        };
        (node.attribute("name").expect("a name"), kind)
    };
    elements(sequence).iter().map(column).collect()
}

fn rows(diffgram: Node, data_set: Option<&str>, table: &str, columns: &[(&str, Type)]) -> Vec<Vec<Option<Value>>> {
    assert!(diffgram.has_tag_name((DIFFGR, "diffgram")));
    let data = match elements(diffgram)[..] {
        [] => return Vec::new(),
        [data] => data,
        _ => panic!("several elements in the diffgram"),
    };
    assert_eq!(Some(data.tag_name().name()), data_set);
    let row = |(at, node): (usize, &Node)| {
        assert_eq!(node.tag_name().namespace().unwrap_or_default(), "");
        assert_eq!(node.tag_name().name(), table);
        let id = format!("{table}{}", at + 1);
        assert_eq!(node.attribute((DIFFGR, "id")), Some(id.as_str()));
        let order = at.to_string();
        assert_eq!(node.attribute((MSDATA, "rowOrder")), Some(order.as_str()));
        assert_eq!(node.attributes().len(), 2);
        values(*node, columns)
    };
    elements(data).iter().enumerate().map(row).collect()
}

fn values(row: Node, columns: &[(&str, Type)]) -> Vec<Option<Value>> {
    let mut found = elements(row).into_iter().peekable();
    let values = columns.iter().map(|(name, kind)| {
        let node = found.next_if(|node| node.tag_name().name() == *name)?;
        assert_eq!(node.tag_name().namespace().unwrap_or_default(), "");
        assert!(elements(node).is_empty() && node.attributes().len() == 0);
        Some(Value::read(*kind, node.text().unwrap_or_default()))
    });
    let values = values.collect();
    assert!(found.next().is_none(), "an element is not a column, or not in order");
    values
}

fn elements<'a, 'i>(node: Node<'a, 'i>) -> Vec<Node<'a, 'i>> {
    node.children().filter(Node::is_element).collect()
}

/// Asserts that a node has only one child element, with this name of XML Schema, and returns it.
#[track_caller]
fn only_child<'a, 'i>(node: Node<'a, 'i>, name: &str) -> Node<'a, 'i> {
    let [child] = elements(node)[..] else {
        panic!("not one element in {node:?}");
    };
    assert!(child.has_tag_name((XS, name)), "{child:?} is not {name}");
    child
}

/// Decodes a name like `XmlConvert.DecodeName`.
fn decode_name(name: &str) -> String {
    let mut rest = name;
    let mut out = String::new();
    while let Some(at) = rest.find("_x") {
        let code = rest.get(at + 2..at + 7).and_then(|code| code.strip_suffix('_'));
        let character = code.and_then(|code| char::from_u32(u32::from_str_radix(code, 16).ok()?));
        match character {
            Some(character) => {
                out.push_str(&rest[..at]);
                out.push(character);
                rest = &rest[at + 7..];
            }
            None => {
                out.push_str(&rest[..at + 2]);
                rest = &rest[at + 2..];
            }
        }
    }
    out + rest
}
