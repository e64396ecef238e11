use std::convert::Infallible;
use std::env;
use std::sync::atomic::{AtomicU64, Ordering};

use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::{CONTENT_TYPE, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpListener;

static HELLOS: AtomicU64 = AtomicU64::new(0);

fn text(status: StatusCode, body: impl Into<Bytes>) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(body.into()));
    *response.status_mut() = status;
    response.headers_mut().insert(
        CONTENT_TYPE,
        HeaderValue::from_static("text/plain; charset=utf-8"),
    );
    response
}

fn hello() -> Response<Full<Bytes>> {
    HELLOS.fetch_add(1, Ordering::Relaxed);
    text(StatusCode::OK, "Hello, World!")
}

fn count() -> Response<Full<Bytes>> {
    let pid = std::process::id();
    let hellos = HELLOS.load(Ordering::Relaxed);
    text(StatusCode::OK, format!("{pid} {hellos}\n"))
}

async fn route(request: Request<Incoming>) -> Result<Response<Full<Bytes>>, Infallible> {
    Ok(match (request.method(), request.uri().path()) {
        (&Method::GET, "/") => hello(),
        (&Method::GET, "/count") => count(),
        _ => text(StatusCode::NOT_FOUND, "Not Found"),
    })
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let host = env::var("HOST")?;
    let port: u16 = env::var("PORT")?.parse()?;
    let listener = TcpListener::bind((host, port)).await?;

    loop {
        let (stream, _) = listener.accept().await?;
        if let Err(error) = stream.set_nodelay(true) {
            eprintln!("TCP_NODELAY not set: {error}");
        }

        tokio::spawn(async move {
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .serve_connection(TokioIo::new(stream), service_fn(route));
            if let Err(error) = connection.await {
                eprintln!("connection: {error}");
            }
        });
    }
}
