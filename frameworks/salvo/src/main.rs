use std::env;
use std::sync::atomic::{AtomicU64, Ordering};

use salvo::prelude::*;

static HELLOS: AtomicU64 = AtomicU64::new(0);

#[handler]
async fn hello() -> &'static str {
    HELLOS.fetch_add(1, Ordering::Relaxed);
    "Hello, World!"
}

#[handler]
async fn count() -> String {
    let pid = std::process::id();
    let hellos = HELLOS.load(Ordering::Relaxed);
    format!("{pid} {hellos}\n")
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let host = env::var("HOST")?;
    let port: u16 = env::var("PORT")?.parse()?;

    let router = Router::new()
        .get(hello)
        .push(Router::with_path("count").get(count));

    let acceptor = TcpListener::new((host, port)).bind().await;
    Server::new(acceptor).serve(router).await;
    Ok(())
}
