//! Transport, gate and errors (contract, sections 1 and 2).
//!
//! Expected values are from the contract, never from the code. This file has the four ways to make a call, the comparison
//! of a whole answer or fault, and a client that keeps its connection. `persons` tests the rules of persons.

mod answers;
mod charset;
mod check_order;
mod connection_slots;
mod envelopes;
mod errors;
mod errors_in_started_answers;
mod form_bodies;
mod headers;
mod http_framing;
mod interrupted_answers;
mod lenient_parsing;
mod login_throttle;
mod parameter_values;
mod request_limits;
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

/// The persons of [`site`]. `E 3` and `E+3` distinguish a blank from a plus; `1` is a manager.
const PERSONS: &str = "\
Id,ExternalIdentifier,FirstName,Insertion,FamilyName,Email,AccountLevel,ManagerExternalIdentifier
1,E1,Anna,van den,Berg,anna@example.nl,ADMIN,
2,E2,Bram,,Smit,bram@example.nl,,E1
3,E 3,Cees,,Blank,cees@example.nl,,E1
4,E+3,Dora,,Plus,dora@example.nl,,E1
";

/// `Contents` of person 2: every default once, contract times absent because they are empty.
pub const BRAM: &str = "<Id>2</Id><ExternalIdentifier>E2</ExternalIdentifier>\
<FirstName>Bram</FirstName><Insertion/><FamilyName>Smit</FamilyName>\
<Email>bram@example.nl</Email><AccountLevel>LEARNER</AccountLevel><IsManager>false</IsManager>\
<FunctionName>Functie onbekend</FunctionName><FunctionId>0</FunctionId>\
<DivisionName>Locatie onbekend</DivisionName><DivisionId>0</DivisionId>\
<CostCentre/><PhoneNumber/><ManagerId>1</ManagerId>";

pub const GET_BY_ID: &str = "GetPersonByServiceId";
pub const PERSON_ROOT: &str = "ApiResponseOfPerson";
pub const LIST_ROOT: &str = "ApiResponseOfListOfBasicPersonInfo";

/// A site with credential `hr`/`stilzwijgend` for the six person operations and these persons.
fn site_with(persons: &str) -> Site {
    let site = provisioning_site();
    site.import(&[("persons.csv", persons)]).ok();
    site
}

/// A site with credential `hr`/`stilzwijgend` and the four persons above.
pub fn site() -> Site {
    static FIXTURE: Fixture = Fixture::new();
    FIXTURE.copy(|| site_with(PERSONS))
}

/// A site whose list of all persons has some 13 MB, far more than the buffers of sockets.
pub fn large_site() -> Site {
    static FIXTURE: Fixture = Fixture::new();
    FIXTURE.copy(|| {
        let mut csv = String::from("ExternalIdentifier,FirstName,Insertion,FamilyName,Email\n");
        for n in 1..=20_000 {
            writeln!(csv, "P{n:06},Voornaam {n:06},van der,Familienaam {n:06},persoon{n:06}@example.nl")
                .expect("a string takes any text");
        }
        site_with(&csv)
    })
}

/// The ways in which one operation can be called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Style B.
    Form,
    /// Style A, SOAP 1.2, naming no action.
    Bare,
    /// Style A, SOAP 1.2, `action` on the Content-Type.
    Action,
    /// Style A, SOAP 1.1 with its `SOAPAction`.
    Soap11,
}

pub const WAYS: [Way; 4] = [Way::Form, Way::Bare, Way::Action, Way::Soap11];
pub const SOAP_WAYS: [Way; 3] = [Way::Bare, Way::Action, Way::Soap11];

impl Way {
    /// "when the request names an action the status of a fault is always 500"
    pub fn status(self, of_the_table: u16) -> u16 {
        match self {
            Way::Form | Way::Bare => of_the_table,
            Way::Action | Way::Soap11 => 500,
        }
    }

    fn envelope_namespace(self) -> &'static str {
        if self == Way::Soap11 { SOAP11 } else { SOAP12 }
    }

    /// The media type in which this way sends its request.
    pub fn request_type(self) -> &'static str {
        match self {
            Way::Form => FORM_TYPE,
            Way::Bare => SOAP12_TYPE,
            Way::Action => "application/soap+xml; charset=utf-8; action=\"http://tempuri.org/Call\"",
            Way::Soap11 => XML_TYPE,
        }
    }

    /// The media type of a fault, and of an answer in an envelope.
    fn enveloped_type(self) -> &'static str {
        match self {
            Way::Form | Way::Soap11 => XML_TYPE,
            Way::Bare | Way::Action => SOAP12_TYPE,
        }
    }
}

/// A Style A request of this way; `document` is sent as it is.
pub fn soap_document(way: Way, document: impl Into<Vec<u8>>) -> Request {
    let request = Request::post(ASMX, way.request_type(), document);
    if way == Way::Soap11 { request.header("SOAPAction", "\"http://tempuri.org/Call\"") } else { request }
}

/// Returns an envelope of this version with this Body.
pub fn envelope(way: Way, body: &str) -> String {
    format!("<soap:Envelope xmlns:soap=\"{}\"><soap:Body>{body}</soap:Body></soap:Envelope>", way.envelope_namespace())
}

/// Returns a Style A request; `inner` follows a valid login in the operation's element.
pub fn soap_call(way: Way, operation: &str, inner: &str) -> Request {
    let body = format!(
        "<{operation} xmlns=\"{TEMPURI}\"><username>hr</username><password>stilzwijgend</password>\
         {inner}</{operation}>"
    );
    soap_document(way, envelope(way, &body))
}

/// A Style B request; `body` is sent as it is.
pub fn form_call(operation: &str, body: impl Into<Vec<u8>>) -> Request {
    Request::post(&format!("{ASMX}/{operation}"), FORM_TYPE, body)
}

/// A call of `operation` with exactly these parameters, no login added.
pub fn ask(way: Way, operation: &str, fields: &[(&str, &str)]) -> Request {
    if way == Way::Form {
        return form_request(operation, fields);
    }
    let mut body = format!("<{operation} xmlns=\"{TEMPURI}\">");
    for (name, value) in fields {
        let value = escape(value);
        write!(body, "<{name}>{value}</{name}>").expect("a string takes any text");
    }
    write!(body, "</{operation}>").expect("a string takes any text");
    soap_document(way, envelope(way, &body))
}

/// A call of `operation` by `hr` with these parameters.
pub fn call(way: Way, operation: &str, fields: &[(&str, &str)]) -> Request {
    let mut all = vec![("username", "hr"), ("password", "stilzwijgend")];
    all.extend_from_slice(fields);
    ask(way, operation, &all)
}

/// Returns a valid look-up of person 2.
pub fn bram_call(way: Way) -> Request {
    call(way, GET_BY_ID, &[("servicePersonId", "2")])
}

pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Names with namespaces, order, attributes and texts, without prefixes; `<a/>` is `<a></a>`.
/// White space between elements does not count, inside a text it does.
pub fn canonical(xml: &str) -> String {
    fn walk(node: roxmltree::Node, out: &mut String) {
        let tag = node.tag_name();
        let mut attributes: Vec<String> = node
            .attributes()
            .map(|a| format!(" {{{}}}{}={:?}", a.namespace().unwrap_or(""), a.name(), a.value()))
            .collect();
        attributes.sort();
        let name = format!("{{{}}}{}", tag.namespace().unwrap_or(""), tag.name());
        write!(out, "<{name}{}>", attributes.concat()).expect("a string takes any text");
        let holds_elements = node.children().any(|child| child.is_element());
        for child in node.children() {
            if child.is_element() {
                out.push('\n');
                walk(child, out);
            } else if let Some(text) = child.text()
                && !(holds_elements && text.trim().is_empty())
            {
                write!(out, "{text:?}").expect("a string takes any text");
            }
        }
        out.push_str("</>");
    }
    let document = parse(xml);
    let mut out = String::new();
    walk(document.root_element(), &mut out);
    out
}

pub fn parse(xml: &str) -> roxmltree::Document<'_> {
    roxmltree::Document::parse(xml).unwrap_or_else(|fault| panic!("{fault} in {xml:?}"))
}

/// Checks the properties of every answer in XML.
#[track_caller]
pub fn assert_form_of(response: &Response, media_type: &str) {
    let text = response.text();
    assert_eq!(response.header("Content-Type"), Some(media_type), "{text}");
    assert_eq!(response.header("Cache-Control"), Some("no-store"), "{text}");
    assert!(text.starts_with("<?xml version=\"1.0\" encoding=\"utf-8\"?>"), "{text}");
}

/// The result document, bare or in its envelope, as this way of calling gets it.
pub fn result_document(way: Way, operation: &str, root: &str, inner: &str) -> String {
    match way {
        Way::Form => format!("<{root} xmlns=\"{FORM_NAMESPACE}\">{inner}</{root}>"),
        Way::Bare => format!("<{root} xmlns=\"{TEMPURI}\">{inner}</{root}>"),
        Way::Action | Way::Soap11 => envelope(
            way,
            &format!(
                "<{operation}Response xmlns=\"{TEMPURI}\"><{operation}Result>{inner}\
                 </{operation}Result></{operation}Response>"
            ),
        ),
    }
}

/// Checks the whole answer of status 200: status, headers, document.
#[track_caller]
pub fn assert_result(way: Way, response: &Response, operation: &str, root: &str, inner: &str) {
    assert_eq!(response.status, 200, "{way:?}: {}", response.text());
    assert_form_of(response, if way == Way::Bare { XML_TYPE } else { way.enveloped_type() });
    let expected = result_document(way, operation, root, inner);
    assert_eq!(canonical(response.text()), canonical(&expected), "{way:?}");
}

/// Checks that the answer is person 2.
#[track_caller]
pub fn assert_bram(way: Way, response: &Response) {
    let inner = format!("<Success>true</Success><Contents>{BRAM}</Contents><Error/>");
    assert_result(way, response, GET_BY_ID, PERSON_ROOT, &inner);
}

/// Checks that the answer is a refusal by the rules with this text.
#[track_caller]
pub fn assert_by_rule(way: Way, response: &Response, operation: &str, root: &str, text: &str) {
    let inner = format!("<Success>false</Success><Error>{}</Error>", escape(text));
    assert_result(way, response, operation, root, &inner);
}

/// A fault as read: which version, which code, which text.
#[derive(Debug, PartialEq, Eq)]
pub struct Fault {
    pub version: &'static str,
    pub code: String,
    pub reason: String,
}

/// Reads a SOAP Fault and insists on its whole structure; an empty Detail is let pass, and a
/// Header, which SOAP 1.2 has for VersionMismatch and MustUnderstand.
#[track_caller]
pub fn fault(response: &Response) -> Fault {
    let text = response.text();
    let document = parse(text);
    let root = document.root_element();
    let version = match root.tag_name().namespace() {
        Some(SOAP12) => SOAP12,
        Some(SOAP11) => SOAP11,
        other => panic!("not an envelope but {other:?}: {text}"),
    };
    assert_form_of(response, if version == SOAP11 { XML_TYPE } else { SOAP12_TYPE });
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
        // The parts of a 1.1 fault are in no namespace.
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
    // the code is a qualified name: its prefix must mean the envelope's namespace
    let (prefix, code) = value.text().expect(text).trim().split_once(':').expect(text);
    assert_eq!(value.lookup_namespace_uri(Some(prefix)), Some(version), "{text}");
    Fault { version, code: code.into(), reason: reason.text().unwrap_or("").into() }
}

fn elements<'a, 'i>(node: roxmltree::Node<'a, 'i>) -> Vec<roxmltree::Node<'a, 'i>> {
    node.children().filter(|child| child.is_element()).collect()
}

/// The text of an error that is the caller's fault, after everything around it has been compared:
/// status, media type, form, and the whole structure of the document or fault.
#[track_caller]
pub fn error_text(way: Way, response: &Response, table_status: u16, root: &str) -> String {
    error_text_of(way, response, table_status, root, false)
}

/// The same for an error of the service (Receiver, Server).
#[track_caller]
pub fn our_error_text(way: Way, response: &Response, table_status: u16, root: &str) -> String {
    error_text_of(way, response, table_status, root, true)
}

#[track_caller]
fn error_text_of(way: Way, response: &Response, status: u16, root: &str, ours: bool) -> String {
    assert_eq!(response.status, way.status(status), "{way:?}: {}", response.text());
    if way == Way::Form {
        assert_form_of(response, XML_TYPE);
        let text = parse(response.text())
            .descendants()
            .find(|node| node.has_tag_name((FORM_NAMESPACE, "Error")))
            .and_then(|node| node.text().map(str::to_owned))
            .unwrap_or_else(|| panic!("no Error text in {}", response.text()));
        let inner = format!("<Success>false</Success><Error>{}</Error>", escape(&text));
        let expected = result_document(way, "", root, &inner);
        assert_eq!(canonical(response.text()), canonical(&expected));
        return text;
    }
    let fault = fault(response);
    let code = match (way, ours) {
        (Way::Soap11, false) => "Client",
        (Way::Soap11, true) => "Server",
        (_, false) => "Sender",
        (_, true) => "Receiver",
    };
    assert_eq!((fault.version, fault.code.as_str()), (way.envelope_namespace(), code), "{way:?}");
    assert!(!fault.reason.trim().is_empty(), "{}", response.text());
    fault.reason
}

/// After whatever was sent before, the server serves.
#[track_caller]
pub fn still_answers(server: &Server) {
    assert_bram(Way::Form, &server.send(&bram_call(Way::Form)));
}

/// Whether a person with this employee number exists, by a look-up.
pub fn exists(server: &Server, identifier: &str) -> bool {
    let fields = [("externalId", identifier)];
    let response = server.send(&call(Way::Form, "GetPersonByExternalId", &fields));
    assert_eq!(response.status, 200, "{}", response.text());
    response.text().contains("<Success>true</Success>")
}

/// `CreatePerson` with the four required fields of a new person.
pub fn new_person(identifier: &str) -> String {
    format!(
        "<personCreate><ExternalIdentifier>{identifier}</ExternalIdentifier>\
         <FirstName>Nora</FirstName><FamilyName>Nieuw</FamilyName>\
         <Email>nora@example.nl</Email></personCreate>"
    )
}

/// Waits until the log contains `needle`, and returns the log: lines may follow the answer.
#[track_caller]
pub fn log_with(server: &Server, needle: &str) -> String {
    server.wait_for_log_lines(1, needle);
    server.log()
}

/// What `look` finds, once it finds something.
#[track_caller]
pub fn awaited<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let mut found = None;
    wait_until(what, || {
        found = look();
        found.is_some()
    });
    found.expect("it was found")
}

/// Returns the sample of /metrics with this name and these labels.
pub fn metric(server: &Server, name: &str) -> Option<u64> {
    let response = server.send(&Request::get("/metrics"));
    let line = response.text().lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ').map(str::to_owned));
    line.and_then(|value| value.parse().ok())
}

/// Returns the bytes of a request that keeps its connection.
pub fn kept(request: &Request) -> Vec<u8> {
    request.clone().header("Connection", "keep-alive").bytes("localhost")
}

/// One connection that is kept, written to and read from step by step.
pub struct Wire {
    stream: BufReader<TcpStream>,
}

impl Wire {
    /// Connects; no single read waits longer than a minute.
    pub fn to(address: SocketAddr) -> Wire {
        Wire::over(TcpStream::connect(address).expect("the server listens"))
    }

    /// Opens a connection with the smallest receive buffer.
    pub fn holding_little(address: SocketAddr) -> Wire {
        let socket =
            socket2::Socket::new(socket2::Domain::for_address(address), socket2::Type::STREAM, None).expect("a socket");
        socket.set_recv_buffer_size(4096).expect("a small buffer");
        socket.connect(&address.into()).expect("the server listens");
        Wire::over(socket.into())
    }

    fn over(stream: TcpStream) -> Wire {
        stream.set_read_timeout(Some(TEST_TIMEOUT)).expect("a live socket");
        Wire { stream: BufReader::new(stream) }
    }

    pub fn send(&mut self, bytes: &[u8]) {
        self.stream.get_mut().write_all(bytes).expect("the server reads");
    }

    /// Sends bytes; a server may refuse before it has read all.
    pub fn offer(&mut self, bytes: &[u8]) -> bool {
        self.stream.get_mut().write_all(bytes).is_ok()
    }

    /// Reads up to `limit` bytes; 0 at the end or when cut off.
    pub fn take(&mut self, limit: usize) -> usize {
        let mut buffer = vec![0; limit];
        read_uninterrupted(&mut self.stream, &mut buffer).unwrap_or(0)
    }

    /// Everything until the connection ends, in whichever way it ends.
    pub fn rest(&mut self) -> Vec<u8> {
        let mut all = Vec::new();
        let _ = self.stream.read_to_end(&mut all);
        all
    }

    /// Reads until this ending, for a connection that stays open.
    pub fn rest_until(&mut self, end: &[u8]) -> Vec<u8> {
        let mut all = Vec::new();
        let mut buffer = [0; 65536];
        while let Ok(n @ 1..) = read_uninterrupted(&mut self.stream, &mut buffer) {
            let seen = all.len().saturating_sub(end.len());
            all.extend_from_slice(&buffer[..n]);
            if all[seen..].windows(end.len()).any(|window| window == end) {
                break;
            }
        }
        all
    }

    /// How long a read waits from now on.
    pub fn patience(&mut self, limit: Duration) {
        self.stream.get_ref().set_read_timeout(Some(limit)).expect("a live socket");
    }

    /// Waits for the end of the connection, ignores all bytes, and returns whether it ended in time.
    pub fn ended(&mut self) -> bool {
        match read_uninterrupted(&mut self.stream, &mut [0; 4096]) {
            Ok(count) => count == 0,
            Err(error) => !matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut),
        }
    }

    /// Reads a head, and returns whether it is the interim answer 100.
    pub fn has_interim_answer(&mut self) -> bool {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            if !matches!(self.stream.read_until(b'\n', &mut head), Ok(1..)) {
                return false;
            }
        }
        head.starts_with(b"HTTP/1.1 100 ")
    }

    /// The head of the next answer.
    pub fn head(&mut self) -> Option<Response> {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            if self.stream.read_until(b'\n', &mut head).ok()? == 0 {
                return None;
            }
        }
        Response::parse(&head, true).map(|(response, _)| response)
    }

    /// The next answer, whole; none when the connection ends before it does.
    pub fn hear(&mut self) -> Option<Response> {
        let mut response = self.head()?;
        if let Some(length) = response.header("Content-Length") {
            response.body = vec![0; length.parse().ok()?];
            self.stream.read_exact(&mut response.body).ok()?;
        } else if response.header("Transfer-Encoding").is_some() {
            response.body = self.chunks()?;
        }
        Some(response)
    }

    fn chunks(&mut self) -> Option<Vec<u8>> {
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

/// The result of GetAllBasicPersonInfo over [`PERSONS`], without its root.
pub fn all_persons() -> String {
    let manager = |id, external, first, insertion, family| {
        format!(
            "<ManagerServiceId>{id}</ManagerServiceId><ManagerExternalId>{external}</ManagerExternalId>\
             <ManagerFirstName>{first}</ManagerFirstName><ManagerInsertion>{insertion}</ManagerInsertion>\
             <ManagerFamilyName>{family}</ManagerFamilyName>"
        )
    };
    let nobody = manager(0, "", "Manager", "", "onbekend");
    let anna = manager(1, "E1", "Anna", "van den", "Berg");
    let rows = [
        (1, "E1", "Anna", "van den", "Berg", "anna", "ADMIN", &nobody),
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
        .expect("a string takes any text");
    }
    out + "</Contents><Error/>"
}
