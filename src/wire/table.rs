//! What stands around the rows of a DataTable, as .NET writes it: the schema that names every column, and
//! the diffgram.

use crate::operation::Table;

/// The schema's names for .NET's own attributes.
const MSDATA: &str = "urn:schemas-microsoft-com:xml-msdata";

/// The namespace of a diffgram.
pub const DIFFGR: &str = "urn:schemas-microsoft-com:xml-diffgram-v1";

/// The markup of a table that does not come from its rows.
pub struct Markup {
    /// Up to the diffgram.
    pub schema: String,
    /// Between the schema and the first row.
    pub open: String,
    /// Up to the row's number in its id.
    pub row: String,
    /// After the number in its id, up to its place in the order.
    pub order: &'static str,
    /// After its place in the order: the row's element is open.
    pub opened: &'static str,
    /// After the last row.
    pub close: &'static str,
    /// The diffgram of a table without rows.
    pub empty: String,
}

impl Markup {
    /// The markup of this table.
    pub fn new(table: &Table) -> Self {
        let namespaces = format!("xmlns:msdata=\"{MSDATA}\" xmlns:diffgr=\"{DIFFGR}\"");
        let row = table.row;
        Self {
            schema: schema(table),
            open: format!("<diffgr:diffgram {namespaces}><DocumentElement xmlns=\"\">"),
            row: format!("<{row} diffgr:id=\"{row}"),
            order: "\" msdata:rowOrder=\"",
            opened: "\">",
            close: "</DocumentElement></diffgr:diffgram>",
            empty: format!("<diffgr:diffgram {namespaces}/>"),
        }
    }
}

/// "the inline `xs:schema` names every column …; its dataset element is called `DocumentElement`". A column
/// that a row may lack is `minOccurs="0"`, as .NET writes it for every column that may be null.
fn schema(table: &Table) -> String {
    let columns: String = table
        .columns
        .iter()
        .map(|column| {
            let (name, kind) = (column.name, column.value.column_type());
            format!("<xs:element name=\"{name}\" type=\"xs:{kind}\" minOccurs=\"0\"/>")
        })
        .collect();
    let row = table.row;
    format!(
        "<xs:schema id=\"DocumentElement\" xmlns=\"\" xmlns:xs=\"http://www.w3.org/2001/XMLSchema\" xmlns:msdata=\"{MSDATA}\">\
         <xs:element name=\"DocumentElement\" msdata:IsDataSet=\"true\" msdata:MainDataTable=\"{row}\" msdata:UseCurrentLocale=\"true\">\
         <xs:complexType><xs:choice minOccurs=\"0\" maxOccurs=\"unbounded\">\
         <xs:element name=\"{row}\"><xs:complexType><xs:sequence>{columns}</xs:sequence></xs:complexType></xs:element>\
         </xs:choice></xs:complexType></xs:element></xs:schema>"
    )
}
