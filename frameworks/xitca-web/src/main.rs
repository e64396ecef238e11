use std::env;
use std::sync::atomic::{AtomicU64, Ordering};

use xitca_web::App;
use xitca_web::handler::handler_service;
use xitca_web::route::get;

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

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let host = env::var("HOST")?;
    let port: u16 = env::var("PORT")?.parse()?;

    App::new()
        .at("/", get(handler_service(hello)))
        .at("/count", get(handler_service(count)))
        .serve()
        .bind((host, port))?
        .run()
        .wait()?;
    Ok(())
}
