//! Encodings of request documents.

use super::*;

fn utf16(text: &str, little: bool) -> Vec<u8> {
    let units = std::iter::once(0xFEFF).chain(text.encode_utf16());
    units.flat_map(|unit: u16| if little { unit.to_le_bytes() } else { unit.to_be_bytes() }).collect()
}

fn document(way: Way) -> String {
    String::from_utf8(bram_call(way).body).expect("UTF-8")
}

/// The request of this way with its charset parameter replaced; `charset` empty: none.
fn named(way: Way, charset: &str, body: impl Into<Vec<u8>>) -> Request {
    let mut request = soap_document(way, body);
    let parameter = if charset.is_empty() { String::new() } else { format!("; charset={charset}") };
    request.headers[0].1 = request.headers[0].1.replace("; charset=utf-8", &parameter);
    request
}

// "Request XML in UTF-8 (BOM accepted)"
#[test]
fn utf_8_with_and_without_bom() {
    let site = site();
    let server = site.serve(&[]);
    for way in SOAP_WAYS {
        for declaration in [
            "",
            "<?xml version=\"1.0\"?>",
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
            "<?xml version='1.0' encoding='utf-8'?>",
        ] {
            for bom in ["", "\u{feff}"] {
                for charset in ["", "utf-8", "UTF-8", "\"utf-8\""] {
                    let body = format!("{bom}{declaration}{}", document(way));
                    assert_bram(way, &server.send(&named(way, charset, body)));
                }
            }
        }
    }
}

// "one BOM accepted": what follows it is the document
#[test]
fn two_boms_are_400() {
    let site = site();
    let server = site.serve(&[]);
    for way in SOAP_WAYS {
        let text = format!("\u{feff}{}", document(way));
        let twice = [format!("\u{feff}{text}").into_bytes(), utf16(&text, true), utf16(&text, false)];
        for body in twice {
            let said = error_text(way, &server.send(&named(way, "", body)), 400, "");
            assert!(said.contains("byte order mark"), "{said}");
        }
    }
}

// "or UTF-16 with BOM"
#[test]
fn utf_16_with_bom() {
    let site = site();
    let server = site.serve(&[]);
    for way in SOAP_WAYS {
        for little in [true, false] {
            for declaration in ["", "<?xml version=\"1.0\" encoding=\"utf-16\"?>"] {
                for charset in ["", "utf-16"] {
                    let body = utf16(&format!("{declaration}{}", document(way)), little);
                    assert_bram(way, &server.send(&named(way, charset, body)));
                }
            }
        }
        // Characters beyond the first plane and of two bytes arrive whole.
        let parameter = "<externalId>é😀</externalId>";
        let request = soap_call(way, "GetPersonByExternalId", parameter);
        let text = String::from_utf8(request.body).expect("UTF-8");
        let response = server.send(&named(way, "", utf16(&text, true)));
        assert_by_rule(way, &response, "GetPersonByExternalId", PERSON_ROOT, "Person not found.");
    }
}

// "any other charset named or met: 400"
#[test]
fn any_other_charset_is_400() {
    let site = site();
    let server = site.serve(&[]);
    for way in SOAP_WAYS {
        let text = document(way);
        for charset in ["iso-8859-1", "windows-1252", "utf-7", "utf-32", "us-ascii", "nonsense"] {
            error_text(way, &server.send(&named(way, charset, text.as_str())), 400, "");
            let declared = format!("<?xml version=\"1.0\" encoding=\"{charset}\"?>{text}");
            error_text(way, &server.send(&named(way, "", declared)), 400, "");
        }
        let met: [Vec<u8>; 6] = [
            // Latin-1, declared UTF-8 or nothing.
            text.replace("stilzwijgend", "gehe\u{1}m").bytes().map(|b| if b == 1 { 0xE9 } else { b }).collect(),
            // UTF-16 without a BOM.
            utf16(&text, true)[2..].to_vec(),
            utf16(&text, false)[2..].to_vec(),
            // UTF-32 with its BOM.
            std::iter::once('\u{feff}').chain(text.chars()).flat_map(|c| (c as u32).to_le_bytes()).collect(),
            // Half a unit, and half a pair.
            utf16(&text, true).into_iter().chain([0x20]).collect(),
            utf16(&text, true).into_iter().chain([0x00, 0xD8]).collect(),
        ];
        for body in met {
            error_text(way, &server.send(&named(way, "", body)), 400, "");
        }
    }
    still_answers(&server);
}
