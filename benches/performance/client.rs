//! A keep-alive HTTP client that uses little CPU, because it shares the machine with the server.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::ops::Range;
use std::time::{Duration, Instant};

use base64ct::{Base64, Encoding};

use crate::demo_organisation::{PASSWORD, USER};

const BUFFER_SIZE: usize = 128 * 1024;

pub struct Client {
    stream: TcpStream,
    buffer: Vec<u8>,
    /// The bytes of the buffer that were received and not yet read.
    unread: Range<usize>,
}

/// A response without its body.
pub struct ResponseHead {
    pub status: u16,
    /// The length of the body as sent, without chunk headers.
    pub body_length: usize,
    pub first_byte_at: Instant,
}

impl Client {
    pub fn connect(address: SocketAddr) -> io::Result<Self> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_secs(60)))?;
        Ok(Self { stream, buffer: vec![0; BUFFER_SIZE], unread: 0..0 })
    }

    pub fn send(&mut self, request: &[u8]) -> io::Result<()> {
        self.stream.write_all(request)
    }

    /// Reads a response; passes each piece of its body to the closure.
    pub fn receive(&mut self, mut body: impl FnMut(&[u8])) -> io::Result<ResponseHead> {
        self.fill()?;
        let first_byte_at = Instant::now();
        let line = self.read_line()?;
        let status = self.buffer[line].get(9..12).and_then(parse_number::<10>).ok_or_else(|| invalid("status line"))?;
        let (mut length, mut is_chunked) = (0, false);
        loop {
            let line = self.read_line()?;
            let line = &self.buffer[line];
            if line.is_empty() {
                break;
            }
            if let Some(value) = header_value(line, b"content-length") {
                length = parse_number::<10>(value).ok_or_else(|| invalid("length"))?;
            }
            is_chunked |= header_value(line, b"transfer-encoding").is_some();
        }
        let mut body_length = 0;
        if is_chunked {
            loop {
                let line = self.read_line()?;
                let size = parse_number::<16>(&self.buffer[line]).ok_or_else(|| invalid("chunk"))?;
                self.read_body(size, &mut body)?;
                self.read_line()?;
                body_length += size;
                if size == 0 {
                    break;
                }
            }
        } else {
            self.read_body(length, &mut body)?;
            body_length = length;
        }
        Ok(ResponseHead { status: u16::try_from(status).map_err(|_| invalid("status"))?, body_length, first_byte_at })
    }

    fn read_body(&mut self, mut length: usize, body: &mut impl FnMut(&[u8])) -> io::Result<()> {
        while length > 0 {
            if self.unread.is_empty() {
                self.fill()?;
            }
            let count = length.min(self.unread.len());
            body(&self.buffer[self.unread.start..self.unread.start + count]);
            self.unread.start += count;
            length -= count;
        }
        Ok(())
    }

    /// Reads a line; returns its range in the buffer, without the line end.
    fn read_line(&mut self) -> io::Result<Range<usize>> {
        loop {
            let unread = &self.buffer[self.unread.clone()];
            if let Some(length) = unread.windows(2).position(|end| end == b"\r\n") {
                let line = self.unread.start..self.unread.start + length;
                self.unread.start += length + 2;
                return Ok(line);
            }
            self.fill()?;
        }
    }

    fn fill(&mut self) -> io::Result<()> {
        if self.unread.start > 0 {
            self.buffer.copy_within(self.unread.clone(), 0);
            self.unread = 0..self.unread.len();
        }
        let count = self.stream.read(&mut self.buffer[self.unread.end..])?;
        if count == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.unread.end += count;
        Ok(())
    }
}

fn invalid(part: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("invalid {part}"))
}

/// Returns the value of a header line, if it has this name.
fn header_value<'a>(line: &'a [u8], name: &[u8]) -> Option<&'a [u8]> {
    let (found, value) = line.split_at_checked(name.len())?;
    let value = value.strip_prefix(b":")?;
    found.eq_ignore_ascii_case(name).then(|| value.trim_ascii_start())
}

fn parse_number<const RADIX: u32>(digits: &[u8]) -> Option<usize> {
    usize::from_str_radix(std::str::from_utf8(digits).ok()?, RADIX).ok()
}

/// Writes a Style B request. Each field begins with `&` and is percent-encoded.
pub fn write_form(operation: &str, fields: &str, headers: &str, request: &mut Vec<u8>) {
    let body = format!("username={USER}&password={PASSWORD}{fields}");
    let path = format!("/service/apiservice.asmx/{operation}");
    write_post(&path, "application/x-www-form-urlencoded", headers, &body, request);
}

/// Writes a Style A request: SOAP 1.2 without an action.
pub fn write_soap(operation: &str, parameters: &str, request: &mut Vec<u8>) {
    write_soap_as(USER, operation, parameters, request);
}

/// Writes a Style A request with another credential.
pub fn write_soap_as(user: &str, operation: &str, parameters: &str, request: &mut Vec<u8>) {
    let body = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\
         <soap:Envelope xmlns:soap=\"http://www.w3.org/2003/05/soap-envelope\"><soap:Body>\
         <{operation} xmlns=\"http://tempuri.org/\"><username>{user}</username><password>{PASSWORD}</password>\
         {parameters}</{operation}></soap:Body></soap:Envelope>"
    );
    let content_type = "application/soap+xml; charset=utf-8";
    write_post("/service/apiservice.asmx", content_type, "", &body, request);
}

/// Returns a GET over REST.
pub fn rest_get(path: &str) -> Vec<u8> {
    let credentials = Base64::encode_string(format!("{USER}:{PASSWORD}").as_bytes());
    format!("GET /api/v1{path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Basic {credentials}\r\n\r\n").into()
}

fn write_post(path: &str, content_type: &str, headers: &str, body: &str, request: &mut Vec<u8>) {
    request.clear();
    // writing to a Vec cannot fail
    let _ = write!(
        request,
        "POST {path} HTTP/1.1\r\nHost: localhost\r\n{headers}Content-Type: {content_type}\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
}
