//! A server that sends a constant response from a blocking thread. It uses hyper with the service's settings, and has no
//! authentication, queries or log.

use std::convert::Infallible;

use anyhow::Result;
use http_body_util::{BodyExt, Full};
use hyper::Response;
use hyper::body::{Bytes, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpListener;

/// Serves bodies of this length, until the process is killed.
pub fn serve(length: usize) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(listen(length))
}

async fn listen(length: usize) -> Result<()> {
    let socket = TcpListener::bind("127.0.0.1:0").await?;
    println!("listening on http://{}", socket.local_addr()?);
    loop {
        let (stream, _) = socket.accept().await?;
        stream.set_nodelay(true)?;
        tokio::spawn(async move {
            let respond = service_fn(move |request| respond(request, length));
            let _ = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(std::time::Duration::from_secs(10))
                .max_buf_size(32 * 1024)
                .serve_connection(TokioIo::new(stream), respond)
                .await;
        });
    }
}

async fn respond(request: hyper::Request<Incoming>, length: usize) -> Result<Response<Full<Bytes>>, Infallible> {
    let body = request.into_body().collect().await;
    let constant = tokio::task::spawn_blocking(move || {
        drop(body);
        vec![b'x'; length]
    })
    .await
    .unwrap_or_default();
    Ok(Response::new(Full::new(constant.into())))
}
