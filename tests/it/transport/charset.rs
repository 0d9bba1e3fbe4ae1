//! Tests the character encodings of requests.

use super::*;

fn utf16(text: &str, little: bool) -> Vec<u8> {
    let units = std::iter::once(0xFEFF).chain(text.encode_utf16());
    units.flat_map(|unit: u16| if little { unit.to_le_bytes() } else { unit.to_be_bytes() }).collect()
}

fn bram_document(style: Style) -> String {
    String::from_utf8(bram_call(style).body).expect("UTF-8")
}

/// Returns a request with this charset in its Content-Type; with none if `charset` is empty.
fn with_charset(style: Style, charset: &str, body: impl Into<Vec<u8>>) -> Request {
    let mut request = soap_document(style, body);
    let parameter = if charset.is_empty() { String::new() } else { format!("; charset={charset}") };
    request.headers[0].1 = request.headers[0].1.replace("; charset=utf-8", &parameter);
    request
}

// "Request XML in UTF-8 (BOM accepted)"
#[test]
fn utf_8_is_accepted_with_and_without_bom() {
    let site = site();
    let server = site.serve(&[]);
    for style in SOAP_STYLES {
        for declaration in [
            "",
            "<?xml version=\"1.0\"?>",
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
            "<?xml version='1.0' encoding='utf-8'?>",
        ] {
            for bom in ["", "\u{feff}"] {
                for charset in ["", "utf-8", "UTF-8", "\"utf-8\""] {
                    let body = format!("{bom}{declaration}{}", bram_document(style));
                    assert_bram(style, &server.send(&with_charset(style, charset, body)));
                }
            }
        }
    }
}

// "one BOM accepted"
#[test]
fn two_boms_are_400() {
    let site = site();
    let server = site.serve(&[]);
    for style in SOAP_STYLES {
        let text = format!("\u{feff}{}", bram_document(style));
        let documents = [format!("\u{feff}{text}").into_bytes(), utf16(&text, true), utf16(&text, false)];
        for body in documents {
            let text = error_text(style, &server.send(&with_charset(style, "", body)), 400, "");
            assert!(text.contains("byte order mark"), "{text}");
        }
    }
}

// "or UTF-16 with BOM"
#[test]
fn utf_16_with_bom_is_accepted() {
    let site = site();
    let server = site.serve(&[]);
    for style in SOAP_STYLES {
        for little in [true, false] {
            for declaration in ["", "<?xml version=\"1.0\" encoding=\"utf-16\"?>"] {
                for charset in ["", "utf-16"] {
                    let body = utf16(&format!("{declaration}{}", bram_document(style)), little);
                    assert_bram(style, &server.send(&with_charset(style, charset, body)));
                }
            }
        }
        // one and two UTF-16 units
        let parameter = "<externalId>é😀</externalId>";
        let request = soap_call(style, "GetPersonByExternalId", parameter);
        let text = String::from_utf8(request.body).expect("UTF-8");
        let response = server.send(&with_charset(style, "", utf16(&text, true)));
        assert_refused(style, &response, "GetPersonByExternalId", PERSON_ROOT, "Person not found.");
    }
}

// "any other charset named or met: 400"
#[test]
fn any_other_charset_is_400() {
    let site = site();
    let server = site.serve(&[]);
    for style in SOAP_STYLES {
        let text = bram_document(style);
        for charset in ["iso-8859-1", "windows-1252", "utf-7", "utf-32", "us-ascii", "nonsense"] {
            error_text(style, &server.send(&with_charset(style, charset, text.as_str())), 400, "");
            let declared = format!("<?xml version=\"1.0\" encoding=\"{charset}\"?>{text}");
            error_text(style, &server.send(&with_charset(style, "", declared)), 400, "");
        }
        let undecodable: [Vec<u8>; 6] = [
            // Latin-1
            text.replace("stilzwijgend", "gehe\u{1}m").bytes().map(|b| if b == 1 { 0xE9 } else { b }).collect(),
            // UTF-16 without a BOM
            utf16(&text, true)[2..].to_vec(),
            utf16(&text, false)[2..].to_vec(),
            // UTF-32 with a BOM
            std::iter::once('\u{feff}').chain(text.chars()).flat_map(|c| (c as u32).to_le_bytes()).collect(),
            // UTF-16 that ends in the middle of a unit or of a surrogate pair
            utf16(&text, true).into_iter().chain([0x20]).collect(),
            utf16(&text, true).into_iter().chain([0x00, 0xD8]).collect(),
        ];
        for body in undecodable {
            error_text(style, &server.send(&with_charset(style, "", body)), 400, "");
        }
    }
    assert_responds(&server);
}
