use std::env;
use std::sync::atomic::{AtomicU64, Ordering};

use actix_web::{App, HttpServer, Responder, get};

static HELLOS: AtomicU64 = AtomicU64::new(0);

#[get("/")]
async fn hello() -> impl Responder {
    HELLOS.fetch_add(1, Ordering::Relaxed);
    "Hello, World!"
}

#[get("/count")]
async fn count() -> impl Responder {
    let pid = std::process::id();
    let hellos = HELLOS.load(Ordering::Relaxed);
    format!("{pid} {hellos}\n")
}

#[actix_web::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let host = env::var("HOST")?;
    let port: u16 = env::var("PORT")?.parse()?;

    HttpServer::new(|| App::new().service(hello).service(count))
        .tcp_nodelay(true)
        .bind((host, port))?
        .run()
        .await?;
    Ok(())
}
