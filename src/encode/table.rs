//! The frame of a .NET DataTable: the schema with every column, and the diffgram.

use super::{Delimiters, RowDelimiters, RowPrefix};
use crate::operation::response_schema::{AbsentRule, Field, FieldValue, ListSchema};

const MSDATA: &str = "urn:schemas-microsoft-com:xml-msdata";

pub const DIFFGR: &str = "urn:schemas-microsoft-com:xml-diffgram-v1";

/// Returns the delimiters of a DataTable's rows. `diffgr:id` counts the rows from 1, `msdata:rowOrder` from 0.
pub fn diffgram_delimiters(table: &ListSchema) -> RowDelimiters {
    let namespaces = format!("xmlns:msdata=\"{MSDATA}\" xmlns:diffgr=\"{DIFFGR}\"");
    let (schema, row) = (inline_schema(table), table.element);
    RowDelimiters {
        all: Delimiters {
            before: format!("{schema}<diffgr:diffgram {namespaces}><DocumentElement xmlns=\"\">"),
            after: "</DocumentElement></diffgr:diffgram>".to_owned(),
            if_absent: format!("{schema}<diffgr:diffgram {namespaces}/>"),
        },
        // for example `<startedCoursesTable diffgr:id="startedCoursesTable1" msdata:rowOrder="0">`
        open: vec![
            RowPrefix::Text(format!("<{row} diffgr:id=\"{row}")),
            RowPrefix::RowNumber { first: 1 },
            RowPrefix::Text("\" msdata:rowOrder=\"".to_owned()),
            RowPrefix::RowNumber { first: 0 },
            RowPrefix::Text("\">".to_owned()),
        ],
        close: format!("</{row}>"),
        between: "",
    }
}

/// Encodes the spaces in a name as .NET does: `Uit dienst` becomes `Uit_x0020_dienst`.
pub fn encode_xml_name(name: &str) -> String {
    name.replace(' ', "_x0020_")
}

/// Returns the inline schema. As in .NET, a column that may be null has `minOccurs="0"`; every column may be null.
fn inline_schema(table: &ListSchema) -> String {
    let columns: String = table
        .item
        .fields()
        .iter()
        .map(|column| {
            let (name, xsd) = (encode_xml_name(column.name), column_type(column));
            format!("<xs:element name=\"{name}\" type=\"xs:{xsd}\" minOccurs=\"0\"/>")
        })
        .collect();
    let row = table.element;
    format!(
        "<xs:schema id=\"DocumentElement\" xmlns=\"\" xmlns:xs=\"http://www.w3.org/2001/XMLSchema\" xmlns:msdata=\"{MSDATA}\">\
         <xs:element name=\"DocumentElement\" msdata:IsDataSet=\"true\" msdata:MainDataTable=\"{row}\" msdata:UseCurrentLocale=\"true\">\
         <xs:complexType><xs:choice minOccurs=\"0\" maxOccurs=\"unbounded\">\
         <xs:element name=\"{row}\"><xs:complexType><xs:sequence>{columns}</xs:sequence></xs:complexType></xs:element>\
         </xs:choice></xs:complexType></xs:element></xs:schema>"
    )
}

fn column_type(column: &Field) -> &'static str {
    match (column.value, column.absent) {
        // an empty element is no valid number or datetime
        (_, AbsentRule::Empty) => "string",
        (FieldValue::Int, _) => "int",
        (FieldValue::Long, _) => "long",
        _ => "dateTime",
    }
}
