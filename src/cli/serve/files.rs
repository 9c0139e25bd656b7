//! The files of the page, which are part of the program.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse as _, Response};
use serde_json::Value;

/// The files by path.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

const JAVASCRIPT: &str = "text/javascript; charset=utf-8";

/// Tells the page by which door it gets to the engine, and which game it opens.
pub(super) async fn config(State(opens): State<Arc<Value>>) -> Response {
    let said = format!("export const door = \"server\";\nexport const opens = {opens};\n");
    ([(CONTENT_TYPE, JAVASCRIPT)], said).into_response()
}

/// A file of the page.
pub(super) async fn file(uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    let Some((_, content)) = FILES.iter().find(|(name, _)| *name == path) else {
        let said = "There is no such page here: the first one is /.\n";
        return (StatusCode::NOT_FOUND, said).into_response();
    };
    ([(CONTENT_TYPE, kind(path))], *content).into_response()
}

/// What a file is, by the end of its name.
fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => JAVASCRIPT,
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("json" | "map") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("txt" | "md") => "text/plain; charset=utf-8",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    }
}

/// Answers who would do with a page what can't be done with it.
pub(super) async fn no_such_method() -> Response {
    let said = "Pages are read with GET; /api takes a request with POST.\n";
    (StatusCode::METHOD_NOT_ALLOWED, said).into_response()
}
