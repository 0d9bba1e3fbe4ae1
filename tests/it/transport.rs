//! Tests HTTP, SOAP, forms, logins and errors (contract, sections 1 and 2). This file makes calls in each [`Style`], compares
//! whole responses and faults, and has a [`Client`] that keeps its connection. `persons` tests the rules of persons.

mod charset;
mod check_order;
mod connection_slots;
mod envelopes;
mod errors;
mod errors_in_started_responses;
mod form_bodies;
mod headers;
mod http_framing;
mod interrupted_responses;
mod lenient_parsing;
mod login_throttle;
mod parameter_values;
mod request_limits;
mod responses;
mod routing;
mod shutdown;
mod soap;
mod tls;
mod unreadable_database;

use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use crate::support::{
    Fixture, Request, Response, Server, Site, TEST_TIMEOUT, form_request, provisioning_site, read_uninterrupted,
    wait_until,
};

pub const SOAP12: &str = "http://www.w3.org/2003/05/soap-envelope";
pub const SOAP11: &str = "http://schemas.xmlsoap.org/soap/envelope/";
pub const XSI: &str = "http://www.w3.org/2001/XMLSchema-instance";
pub const XSD: &str = "http://www.w3.org/2001/XMLSchema";
pub const TEMPURI: &str = "http://tempuri.org/";
pub const FORM_NAMESPACE: &str = "/service/ApiService.asmx";
pub const ASMX: &str = "/service/apiservice.asmx";
pub const FORM_TYPE: &str = "application/x-www-form-urlencoded";
pub const SOAP12_TYPE: &str = "application/soap+xml; charset=utf-8";
pub const XML_TYPE: &str = "text/xml; charset=utf-8";

/// The persons of [`site`]. `E 3` and `E+3` distinguish a space from a plus.
const PERSONS: &str = "\
Id,ExternalIdentifier,FirstName,Insertion,FamilyName,Email,AccountLevel,ManagerExternalIdentifier
1,E1,Anna,van den,Berg,anna@example.nl,ADMIN,
2,E2,Bram,,Smit,bram@example.nl,,E1
3,E 3,Cees,,Blank,cees@example.nl,,E1
4,E+3,Dora,,Plus,dora@example.nl,,E1
";

/// The `Contents` of person 2: empty contract times are absent, other empty fields have their defaults.
pub const BRAM: &str = "<Id>2</Id><ExternalIdentifier>E2</ExternalIdentifier>\
<FirstName>Bram</FirstName><Insertion/><FamilyName>Smit</FamilyName>\
<Email>bram@example.nl</Email><AccountLevel>LEARNER</AccountLevel><IsManager>false</IsManager>\
<FunctionName>Functie onbekend</FunctionName><FunctionId>0</FunctionId>\
<DivisionName>Locatie onbekend</DivisionName><DivisionId>0</DivisionId>\
<CostCentre/><PhoneNumber/><ManagerId>1</ManagerId>";

pub const GET_BY_ID: &str = "GetPersonByServiceId";
pub const PERSON_ROOT: &str = "ApiResponseOfPerson";
pub const LIST_ROOT: &str = "ApiResponseOfListOfBasicPersonInfo";

/// Returns a site with these persons and the credential `hr`, granted the person operations.
fn site_with(persons: &str) -> Site {
    let site = provisioning_site();
    site.import(&[("persons.csv", persons)]).ok();
    site
}

/// Returns a site with [`PERSONS`] and the credential `hr`, granted the person operations.
pub fn site() -> Site {
    static FIXTURE: Fixture = Fixture::new();
    FIXTURE.copy(|| site_with(PERSONS))
}

/// Returns a site whose list of all persons has about 13 MB, which no socket buffer holds.
pub fn large_site() -> Site {
    static FIXTURE: Fixture = Fixture::new();
    FIXTURE.copy(|| {
        let mut csv = String::from("ExternalIdentifier,FirstName,Insertion,FamilyName,Email\n");
        for n in 1..=20_000 {
            writeln!(csv, "P{n:06},Voornaam {n:06},van der,Familienaam {n:06},persoon{n:06}@example.nl")
                .expect("a write to a string");
        }
        site_with(&csv)
    })
}

/// How a request calls an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Style B of the contract: a form.
    Form,
    /// Style A of the contract, SOAP 1.2, without an action.
    Soap12,
    /// Style A, SOAP 1.2, with an `action` in the Content-Type.
    Soap12Action,
    /// Style A, SOAP 1.1, with a `SOAPAction` header.
    Soap11,
}

pub const STYLES: [Style; 4] = [Style::Form, Style::Soap12, Style::Soap12Action, Style::Soap11];
pub const SOAP_STYLES: [Style; 3] = [Style::Soap12, Style::Soap12Action, Style::Soap11];

impl Style {
    /// Returns the status of an error that the contract's table gives this status: "when the request names an action the
    /// status of a fault is always 500".
    pub fn status(self, table_status: u16) -> u16 {
        match self {
            Style::Form | Style::Soap12 => table_status,
            Style::Soap12Action | Style::Soap11 => 500,
        }
    }

    fn envelope_namespace(self) -> &'static str {
        if self == Style::Soap11 { SOAP11 } else { SOAP12 }
    }

    pub fn request_type(self) -> &'static str {
        match self {
            Style::Form => FORM_TYPE,
            Style::Soap12 => SOAP12_TYPE,
            Style::Soap12Action => "application/soap+xml; charset=utf-8; action=\"http://tempuri.org/Call\"",
            Style::Soap11 => XML_TYPE,
        }
    }

    /// Returns the media type of faults and enveloped responses.
    fn enveloped_type(self) -> &'static str {
        match self {
            Style::Form | Style::Soap11 => XML_TYPE,
            Style::Soap12 | Style::Soap12Action => SOAP12_TYPE,
        }
    }
}

/// Returns a SOAP request with this document.
pub fn soap_document(style: Style, document: impl Into<Vec<u8>>) -> Request {
    let request = Request::post(ASMX, style.request_type(), document);
    if style == Style::Soap11 { request.header("SOAPAction", "\"http://tempuri.org/Call\"") } else { request }
}

/// Returns an envelope with this Body, in the SOAP version of the style.
pub fn envelope(style: Style, body: &str) -> String {
    format!(
        "<soap:Envelope xmlns:soap=\"{}\"><soap:Body>{body}</soap:Body></soap:Envelope>",
        style.envelope_namespace()
    )
}

/// Returns a SOAP call by `hr`. `inner` follows the login in the operation's element.
pub fn soap_call(style: Style, operation: &str, inner: &str) -> Request {
    let body = format!(
        "<{operation} xmlns=\"{TEMPURI}\"><username>hr</username><password>stilzwijgend</password>\
         {inner}</{operation}>"
    );
    soap_document(style, envelope(style, &body))
}

/// Returns a call in Style B with this body.
pub fn form_call(operation: &str, body: impl Into<Vec<u8>>) -> Request {
    Request::post(&format!("{ASMX}/{operation}"), FORM_TYPE, body)
}

/// Returns a call with exactly these parameters: unlike [`call`], it adds no login.
pub fn exact_call(style: Style, operation: &str, fields: &[(&str, &str)]) -> Request {
    if style == Style::Form {
        return form_request(operation, fields);
    }
    let mut body = format!("<{operation} xmlns=\"{TEMPURI}\">");
    for (name, value) in fields {
        let value = escape(value);
        write!(body, "<{name}>{value}</{name}>").expect("a write to a string");
    }
    write!(body, "</{operation}>").expect("a write to a string");
    soap_document(style, envelope(style, &body))
}

/// Returns a call by `hr` with these parameters.
pub fn call(style: Style, operation: &str, fields: &[(&str, &str)]) -> Request {
    let mut all = vec![("username", "hr"), ("password", "stilzwijgend")];
    all.extend_from_slice(fields);
    exact_call(style, operation, &all)
}

/// Returns a call by `hr` that looks up person 2.
pub fn bram_call(style: Style) -> Request {
    call(style, GET_BY_ID, &[("servicePersonId", "2")])
}

pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Returns the document in a form that is equal for equivalent documents: without prefixes and white space between elements.
pub fn canonical(xml: &str) -> String {
    fn write_element(node: roxmltree::Node, out: &mut String) {
        let tag = node.tag_name();
        let mut attributes: Vec<String> = node
            .attributes()
            .map(|a| format!(" {{{}}}{}={:?}", a.namespace().unwrap_or(""), a.name(), a.value()))
            .collect();
        attributes.sort();
        let name = format!("{{{}}}{}", tag.namespace().unwrap_or(""), tag.name());
        write!(out, "<{name}{}>", attributes.concat()).expect("a write to a string");
        let has_elements = node.children().any(|child| child.is_element());
        for child in node.children() {
            if child.is_element() {
                out.push('\n');
                write_element(child, out);
            } else if let Some(text) = child.text()
                && !(has_elements && text.trim().is_empty())
            {
                write!(out, "{text:?}").expect("a write to a string");
            }
        }
        out.push_str("</>");
    }
    let document = parse_xml(xml);
    let mut out = String::new();
    write_element(document.root_element(), &mut out);
    out
}

pub fn parse_xml(xml: &str) -> roxmltree::Document<'_> {
    roxmltree::Document::parse(xml).unwrap_or_else(|error| panic!("{error} in {xml:?}"))
}

/// Asserts the headers and the declaration that all XML responses have.
#[track_caller]
pub fn assert_is_xml(response: &Response, media_type: &str) {
    let text = response.text();
    assert_eq!(response.header("Content-Type"), Some(media_type), "{text}");
    assert_eq!(response.header("Cache-Control"), Some("no-store"), "{text}");
    assert!(text.starts_with("<?xml version=\"1.0\" encoding=\"utf-8\"?>"), "{text}");
}

/// Returns the expected result document, in an envelope if the style gets one.
pub fn result_document(style: Style, operation: &str, root: &str, inner: &str) -> String {
    match style {
        Style::Form => format!("<{root} xmlns=\"{FORM_NAMESPACE}\">{inner}</{root}>"),
        Style::Soap12 => format!("<{root} xmlns=\"{TEMPURI}\">{inner}</{root}>"),
        Style::Soap12Action | Style::Soap11 => envelope(
            style,
            &format!(
                "<{operation}Response xmlns=\"{TEMPURI}\"><{operation}Result>{inner}\
                 </{operation}Result></{operation}Response>"
            ),
        ),
    }
}

/// Asserts a successful response: status, headers and document.
#[track_caller]
pub fn assert_result(style: Style, response: &Response, operation: &str, root: &str, inner: &str) {
    assert_eq!(response.status, 200, "{style:?}: {}", response.text());
    assert_is_xml(response, if style == Style::Soap12 { XML_TYPE } else { style.enveloped_type() });
    let expected = result_document(style, operation, root, inner);
    assert_eq!(canonical(response.text()), canonical(&expected), "{style:?}");
}

/// Asserts that the response is person 2.
#[track_caller]
pub fn assert_bram(style: Style, response: &Response) {
    let inner = format!("<Success>true</Success><Contents>{BRAM}</Contents><Error/>");
    assert_result(style, response, GET_BY_ID, PERSON_ROOT, &inner);
}

/// Asserts that a business rule refused the call with this text.
#[track_caller]
pub fn assert_refused(style: Style, response: &Response, operation: &str, root: &str, text: &str) {
    let inner = format!("<Success>false</Success><Error>{}</Error>", escape(text));
    assert_result(style, response, operation, root, &inner);
}

pub struct Fault {
    /// The namespace of the envelope.
    pub version: &'static str,
    pub code: String,
    pub reason: String,
}

/// Parses a SOAP fault and asserts its structure. Allowed are an empty Detail, and a Header, which SOAP 1.2 uses for
/// VersionMismatch and MustUnderstand.
#[track_caller]
pub fn parse_fault(response: &Response) -> Fault {
    let text = response.text();
    let document = parse_xml(text);
    let root = document.root_element();
    let version = match root.tag_name().namespace() {
        Some(SOAP12) => SOAP12,
        Some(SOAP11) => SOAP11,
        other => panic!("not an envelope but {other:?}: {text}"),
    };
    assert_is_xml(response, if version == SOAP11 { XML_TYPE } else { SOAP12_TYPE });
    assert_eq!(root.tag_name().name(), "Envelope", "{text}");
    let body = elements(root).into_iter().find(|n| n.tag_name().name() == "Body").expect(text);
    assert_eq!(body.tag_name().namespace(), Some(version), "{text}");
    assert_eq!(elements(body).len(), 1, "{text}");
    let fault = elements(body)[0];
    assert_eq!((fault.tag_name().namespace(), fault.tag_name().name()), (Some(version), "Fault"));
    let mut parts = elements(fault);
    if parts.last().is_some_and(|n| n.tag_name().name().eq_ignore_ascii_case("detail")) {
        assert!(elements(parts.pop().expect("just seen")).is_empty(), "{text}");
    }
    let names: Vec<(Option<&str>, &str)> =
        parts.iter().map(|n| (n.tag_name().namespace(), n.tag_name().name())).collect();
    let language = ("http://www.w3.org/XML/1998/namespace", "lang");
    let (value, reason) = if version == SOAP11 {
        // SOAP 1.1: these elements have no namespace
        assert_eq!(names, [(None, "faultcode"), (None, "faultstring")], "{text}");
        assert!(matches!(parts[1].attribute(language), None | Some("en")), "{text}");
        (parts[0], parts[1])
    } else {
        assert_eq!(names, [(Some(SOAP12), "Code"), (Some(SOAP12), "Reason")], "{text}");
        let (code, reason) = (elements(parts[0]), elements(parts[1]));
        assert_eq!((code.len(), reason.len()), (1, 1), "{text}");
        assert_eq!(code[0].tag_name(), (SOAP12, "Value").into(), "{text}");
        assert_eq!(reason[0].tag_name(), (SOAP12, "Text").into(), "{text}");
        assert_eq!(reason[0].attribute(language), Some("en"), "{text}");
        (code[0], reason[0])
    };
    // the code is a qualified name in the envelope's namespace
    let (prefix, code) = value.text().expect(text).trim().split_once(':').expect(text);
    assert_eq!(value.lookup_namespace_uri(Some(prefix)), Some(version), "{text}");
    Fault { version, code: code.into(), reason: reason.text().unwrap_or("").into() }
}

fn elements<'a, 'i>(node: roxmltree::Node<'a, 'i>) -> Vec<roxmltree::Node<'a, 'i>> {
    node.children().filter(|child| child.is_element()).collect()
}

/// Asserts status, headers and document of an error that the client caused, and returns the error's text. `root` is the root
/// element in Style B.
#[track_caller]
pub fn error_text(style: Style, response: &Response, table_status: u16, root: &str) -> String {
    error_text_with_code(style, response, table_status, root, "Client", "Sender")
}

/// Does the same as [`error_text`] for an error of the service.
#[track_caller]
pub fn server_error_text(style: Style, response: &Response, table_status: u16, root: &str) -> String {
    error_text_with_code(style, response, table_status, root, "Server", "Receiver")
}

#[track_caller]
fn error_text_with_code(
    style: Style,
    response: &Response,
    status: u16,
    root: &str,
    soap11: &str,
    soap12: &str,
) -> String {
    assert_eq!(response.status, style.status(status), "{style:?}: {}", response.text());
    if style == Style::Form {
        assert_is_xml(response, XML_TYPE);
        let text = parse_xml(response.text())
            .descendants()
            .find(|node| node.has_tag_name((FORM_NAMESPACE, "Error")))
            .and_then(|node| node.text().map(str::to_owned))
            .unwrap_or_else(|| panic!("no Error text in {}", response.text()));
        let inner = format!("<Success>false</Success><Error>{}</Error>", escape(&text));
        let expected = result_document(style, "", root, &inner);
        assert_eq!(canonical(response.text()), canonical(&expected));
        return text;
    }
    let fault = parse_fault(response);
    let code = if style == Style::Soap11 { soap11 } else { soap12 };
    assert_eq!((fault.version, fault.code.as_str()), (style.envelope_namespace(), code), "{style:?}");
    assert!(!fault.reason.trim().is_empty(), "{}", response.text());
    fault.reason
}

#[track_caller]
pub fn assert_responds(server: &Server) {
    assert_bram(Style::Form, &server.send(&bram_call(Style::Form)));
}

pub fn has_person(server: &Server, identifier: &str) -> bool {
    let fields = [("externalId", identifier)];
    let response = server.send(&call(Style::Form, "GetPersonByExternalId", &fields));
    assert_eq!(response.status, 200, "{}", response.text());
    response.text().contains("<Success>true</Success>")
}

/// Returns the parameter of `CreatePerson` with the four required fields.
pub fn new_person(identifier: &str) -> String {
    format!(
        "<personCreate><ExternalIdentifier>{identifier}</ExternalIdentifier>\
         <FirstName>Nora</FirstName><FamilyName>Nieuw</FamilyName>\
         <Email>nora@example.nl</Email></personCreate>"
    )
}

/// Waits until `find` returns a value, and returns it.
#[track_caller]
pub fn wait_for<T>(description: &str, mut find: impl FnMut() -> Option<T>) -> T {
    let mut found = None;
    wait_until(description, || {
        found = find();
        found.is_some()
    });
    found.expect("a value")
}

/// Returns the bytes of a request that keeps its connection open.
pub fn keep_alive(request: &Request) -> Vec<u8> {
    request.clone().header("Connection", "keep-alive").bytes("localhost")
}

/// A client with one open connection.
pub struct Client {
    stream: BufReader<TcpStream>,
}

impl Client {
    pub fn connect(address: SocketAddr) -> Client {
        Client::new(TcpStream::connect(address).expect("the server listens"))
    }

    /// Connects with the smallest receive buffer.
    pub fn with_small_buffer(address: SocketAddr) -> Client {
        let socket =
            socket2::Socket::new(socket2::Domain::for_address(address), socket2::Type::STREAM, None).expect("a socket");
        socket.set_recv_buffer_size(4096).expect("a small buffer");
        socket.connect(&address.into()).expect("the server listens");
        Client::new(socket.into())
    }

    fn new(stream: TcpStream) -> Client {
        stream.set_read_timeout(Some(TEST_TIMEOUT)).expect("a live socket");
        Client { stream: BufReader::new(stream) }
    }

    pub fn send(&mut self, bytes: &[u8]) {
        self.stream.get_mut().write_all(bytes).expect("the server reads");
    }

    /// Sends bytes, and returns whether the server took them all.
    pub fn try_send(&mut self, bytes: &[u8]) -> bool {
        self.stream.get_mut().write_all(bytes).is_ok()
    }

    /// Reads once, and returns the count of bytes: at most `limit`, and 0 if the connection has ended or was reset.
    pub fn read(&mut self, limit: usize) -> usize {
        let mut buffer = vec![0; limit];
        read_uninterrupted(&mut self.stream, &mut buffer).unwrap_or(0)
    }

    /// Reads until the connection ends or is reset.
    pub fn read_to_end(&mut self) -> Vec<u8> {
        let mut all = Vec::new();
        let _ = self.stream.read_to_end(&mut all);
        all
    }

    /// Reads until `end` was received.
    pub fn read_until(&mut self, end: &[u8]) -> Vec<u8> {
        let mut all = Vec::new();
        let mut buffer = [0; 65536];
        while let Ok(n @ 1..) = read_uninterrupted(&mut self.stream, &mut buffer) {
            let searched = all.len().saturating_sub(end.len());
            all.extend_from_slice(&buffer[..n]);
            if all[searched..].windows(end.len()).any(|window| window == end) {
                break;
            }
        }
        all
    }

    pub fn set_read_timeout(&mut self, limit: Duration) {
        self.stream.get_ref().set_read_timeout(Some(limit)).expect("a live socket");
    }

    /// Reads once, ignores the bytes, and returns whether the connection has ended.
    pub fn has_ended(&mut self) -> bool {
        match read_uninterrupted(&mut self.stream, &mut [0; 4096]) {
            Ok(count) => count == 0,
            Err(error) => !matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut),
        }
    }

    /// Reads a response head, and returns whether its status is 100.
    pub fn has_interim_response(&mut self) -> bool {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            if !matches!(self.stream.read_until(b'\n', &mut head), Ok(1..)) {
                return false;
            }
        }
        head.starts_with(b"HTTP/1.1 100 ")
    }

    pub fn read_head(&mut self) -> Option<Response> {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            if self.stream.read_until(b'\n', &mut head).ok()? == 0 {
                return None;
            }
        }
        Response::parse(&head, true).map(|(response, _)| response)
    }

    /// Reads a response; returns `None` if the connection ends before it is complete.
    pub fn read_response(&mut self) -> Option<Response> {
        let mut response = self.read_head()?;
        if let Some(length) = response.header("Content-Length") {
            response.body = vec![0; length.parse().ok()?];
            self.stream.read_exact(&mut response.body).ok()?;
        } else if response.header("Transfer-Encoding").is_some() {
            response.body = self.read_chunks()?;
        }
        Some(response)
    }

    fn read_chunks(&mut self) -> Option<Vec<u8>> {
        let mut body = Vec::new();
        loop {
            let mut size = String::new();
            self.stream.read_line(&mut size).ok()?;
            let size = usize::from_str_radix(size.trim(), 16).ok()?;
            let mut chunk = vec![0; size + 2];
            self.stream.read_exact(&mut chunk).ok()?;
            chunk.truncate(size);
            body.append(&mut chunk);
            if size == 0 {
                return Some(body);
            }
        }
    }
}

/// Returns the result of GetAllBasicPersonInfo for [`PERSONS`], without its root.
pub fn all_persons() -> String {
    let manager = |id, external, first, insertion, family| {
        format!(
            "<ManagerServiceId>{id}</ManagerServiceId><ManagerExternalId>{external}</ManagerExternalId>\
             <ManagerFirstName>{first}</ManagerFirstName><ManagerInsertion>{insertion}</ManagerInsertion>\
             <ManagerFamilyName>{family}</ManagerFamilyName>"
        )
    };
    let no_manager = manager(0, "", "Manager", "", "onbekend");
    let anna = manager(1, "E1", "Anna", "van den", "Berg");
    let rows = [
        (1, "E1", "Anna", "van den", "Berg", "anna", "ADMIN", &no_manager),
        (2, "E2", "Bram", "", "Smit", "bram", "LEARNER", &anna),
        (3, "E 3", "Cees", "", "Blank", "cees", "LEARNER", &anna),
        (4, "E+3", "Dora", "", "Plus", "dora", "LEARNER", &anna),
    ];
    let mut out = String::from("<Success>true</Success><Contents>");
    for (id, external, first, insertion, family, mail, level, manager) in rows {
        write!(
            out,
            "<BasicPersonInfo><ServiceId>{id}</ServiceId><ExternalId>{external}</ExternalId>\
             <FirstName>{first}</FirstName><Insertion>{insertion}</Insertion>\
             <FamilyName>{family}</FamilyName><Email>{mail}@example.nl</Email>\
             <AccountLevel>{level}</AccountLevel>{manager}<Function>Functie onbekend</Function>\
             <Division>Locatie onbekend</Division><HasActivatedAccount>false</HasActivatedAccount>\
             <IsDismissed>false</IsDismissed></BasicPersonInfo>"
        )
        .expect("a write to a string");
    }
    out + "</Contents><Error/>"
}
