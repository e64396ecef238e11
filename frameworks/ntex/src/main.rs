use std::env;
use std::sync::atomic::{AtomicU64, Ordering};

use ntex::web::{self, App, HttpServer};

static HELLOS: AtomicU64 = AtomicU64::new(0);

#[web::get("/")]
async fn hello() -> &'static str {
    HELLOS.fetch_add(1, Ordering::Relaxed);
    "Hello, World!"
}

#[web::get("/count")]
async fn count() -> String {
    let pid = std::process::id();
    let hellos = HELLOS.load(Ordering::Relaxed);
    format!("{pid} {hellos}\n")
}

#[ntex::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let host = env::var("HOST")?;
    let port: u16 = env::var("PORT")?.parse()?;

    HttpServer::new(async || App::new().service((hello, count)))
        .bind((host, port))?
        .run()
        .await?;
    Ok(())
}
