//! A keep-alive client that costs as little as it can: it shares the machine with the server.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::ops::Range;
use std::time::{Duration, Instant};

use base64ct::{Base64, Encoding};

use crate::demo_organisation::{PASSWORD, USER};

const BUFFER: usize = 128 * 1024;

/// One connection.
pub struct Client {
    stream: TcpStream,
    buffer: Vec<u8>,
    filled: Range<usize>,
}

/// What is known of an answer besides its body.
pub struct Reply {
    pub status: u16,
    /// Of the body, as it came.
    pub bytes: usize,
    /// When its first byte came.
    pub began: Instant,
}

impl Client {
    pub fn connect(address: SocketAddr) -> io::Result<Self> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_secs(60)))?;
        Ok(Self { stream, buffer: vec![0; BUFFER], filled: 0..0 })
    }

    pub fn send(&mut self, request: &[u8]) -> io::Result<()> {
        self.stream.write_all(request)
    }

    /// Reads an answer, each piece of its body as it comes.
    pub fn receive(&mut self, mut body: impl FnMut(&[u8])) -> io::Result<Reply> {
        self.fill()?;
        let began = Instant::now();
        let line = self.line()?;
        let status = self.buffer[line].get(9..12).and_then(number::<10>).ok_or_else(|| wrong("a status line"))?;
        let (mut length, mut chunked) = (0, false);
        loop {
            let line = self.line()?;
            let line = &self.buffer[line];
            if line.is_empty() {
                break;
            }
            if let Some(value) = header(line, b"content-length") {
                length = number::<10>(value).ok_or_else(|| wrong("a length"))?;
            }
            chunked |= header(line, b"transfer-encoding").is_some();
        }
        let mut bytes = 0;
        if chunked {
            loop {
                let line = self.line()?;
                let size = number::<16>(&self.buffer[line]).ok_or_else(|| wrong("a chunk"))?;
                self.pass_on(size, &mut body)?;
                self.line()?;
                bytes += size;
                if size == 0 {
                    break;
                }
            }
        } else {
            self.pass_on(length, &mut body)?;
            bytes = length;
        }
        Ok(Reply { status: u16::try_from(status).map_err(|_| wrong("a status"))?, bytes, began })
    }

    fn pass_on(&mut self, mut length: usize, body: &mut impl FnMut(&[u8])) -> io::Result<()> {
        while length > 0 {
            if self.filled.is_empty() {
                self.fill()?;
            }
            let count = length.min(self.filled.len());
            body(&self.buffer[self.filled.start..self.filled.start + count]);
            self.filled.start += count;
            length -= count;
        }
        Ok(())
    }

    /// The next line without its end.
    fn line(&mut self) -> io::Result<Range<usize>> {
        loop {
            let there = &self.buffer[self.filled.clone()];
            if let Some(length) = there.windows(2).position(|end| end == b"\r\n") {
                let line = self.filled.start..self.filled.start + length;
                self.filled.start += length + 2;
                return Ok(line);
            }
            self.fill()?;
        }
    }

    fn fill(&mut self) -> io::Result<()> {
        if self.filled.start > 0 {
            self.buffer.copy_within(self.filled.clone(), 0);
            self.filled = 0..self.filled.len();
        }
        let count = self.stream.read(&mut self.buffer[self.filled.end..])?;
        if count == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.filled.end += count;
        Ok(())
    }
}

fn wrong(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("{what} is wrong"))
}

/// The value of a header's line, if it is this header.
fn header<'a>(line: &'a [u8], name: &[u8]) -> Option<&'a [u8]> {
    let (found, value) = line.split_at_checked(name.len())?;
    let value = value.strip_prefix(b":")?;
    found.eq_ignore_ascii_case(name).then(|| value.trim_ascii_start())
}

fn number<const RADIX: u32>(digits: &[u8]) -> Option<usize> {
    usize::from_str_radix(std::str::from_utf8(digits).ok()?, RADIX).ok()
}

/// Writes a Style B request with these fields, each after a `&` and percent-encoded already.
pub fn form(operation: &str, fields: &str, headers: &str, request: &mut Vec<u8>) {
    let body = format!("username={USER}&password={PASSWORD}{fields}");
    let path = format!("/service/apiservice.asmx/{operation}");
    post(&path, "application/x-www-form-urlencoded", headers, &body, request);
}

/// Writes a Style A request: SOAP 1.2 without an action.
pub fn soap(operation: &str, parameters: &str, request: &mut Vec<u8>) {
    soap_as(USER, operation, parameters, request);
}

/// The same for another credential, whose password is that of all.
pub fn soap_as(user: &str, operation: &str, parameters: &str, request: &mut Vec<u8>) {
    let body = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\
         <soap:Envelope xmlns:soap=\"http://www.w3.org/2003/05/soap-envelope\"><soap:Body>\
         <{operation} xmlns=\"http://tempuri.org/\"><username>{user}</username><password>{PASSWORD}</password>\
         {parameters}</{operation}></soap:Body></soap:Envelope>"
    );
    let media = "application/soap+xml; charset=utf-8";
    post("/service/apiservice.asmx", media, "", &body, request);
}

/// A GET over REST for a credential whose password is that of all.
pub fn rest(user: &str, path: &str) -> Vec<u8> {
    let pair = Base64::encode_string(format!("{user}:{PASSWORD}").as_bytes());
    format!("GET /api/v1{path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Basic {pair}\r\n\r\n").into()
}

fn post(path: &str, media: &str, headers: &str, body: &str, request: &mut Vec<u8>) {
    request.clear();
    // writing into memory does not fail
    let _ = write!(
        request,
        "POST {path} HTTP/1.1\r\nHost: localhost\r\n{headers}Content-Type: {media}\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
}
