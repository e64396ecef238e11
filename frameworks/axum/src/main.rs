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
use axum::serve::ListenerExt;
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

    let listener = TcpListener::bind((host, port)).await?.tap_io(|stream| {
        if let Err(error) = stream.set_nodelay(true) {
            eprintln!("TCP_NODELAY not set: {error}");
        }
    });

    axum::serve(listener, app).await?;
    Ok(())
}
