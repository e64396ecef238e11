mod products;
mod store;

use std::env;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::Query;
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::serve::{Listener, ListenerExt};
use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use serde::Deserialize;
use tokio::net::TcpListener;

const MAX_WAIT_MS: u64 = 10_000;

static HELLOS: AtomicU64 = AtomicU64::new(0);

async fn hello() -> &'static str {
    HELLOS.fetch_add(1, Ordering::Relaxed);
    "Hello, World!"
}

async fn count() -> String {
    let pid = std::process::id();
    let hellos = HELLOS.load(Ordering::Relaxed);
    format!("{pid} {hellos}\n")
}

async fn echo(body: Bytes) -> Bytes {
    body
}

#[derive(Deserialize)]
struct Wait {
    ms: u64,
}

async fn wait(Query(Wait { ms }): Query<Wait>) -> Result<String, (StatusCode, String)> {
    if ms > MAX_WAIT_MS {
        let error = format!("ms is at most {MAX_WAIT_MS}");
        return Err((StatusCode::BAD_REQUEST, error));
    }
    tokio::time::sleep(Duration::from_millis(ms)).await;
    Ok(format!("waited {ms}"))
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let host = env::var("HOST")?;
    let port: u16 = env::var("PORT")?.parse()?;

    let app = Router::new()
        .route("/", get(hello))
        .route("/count", get(count))
        .route("/echo", post(echo))
        .route("/wait", get(wait))
        .merge(products::router());

    let mut listener = TcpListener::bind((host, port)).await?.tap_io(|stream| {
        if let Err(error) = stream.set_nodelay(true) {
            eprintln!("TCP_NODELAY not set: {error}");
        }
    });

    // As axum::serve does, which cannot be told to send the answers to pipelined requests at once.
    loop {
        let (stream, _) = listener.accept().await;
        let service = TowerToHyperService::new(app.clone());
        tokio::spawn(
            http1::Builder::new()
                .pipeline_flush(true)
                .serve_connection(TokioIo::new(stream), service),
        );
    }
}
