//! The files of the page, embedded in the program.

use std::sync::Arc;

use axum::extract::{OriginalUri, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse as _, Redirect, Response};
use serde_json::Value;

const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

const JAVASCRIPT: &str = "text/javascript; charset=utf-8";

/// Serves the settings of the page: its way to the engine, and the game to open.
pub(super) async fn config(State(opens): State<Arc<Value>>) -> Response {
    let said = format!("export const door = \"server\";\nexport const opens = {opens};\n");
    ([(CONTENT_TYPE, JAVASCRIPT)], said).into_response()
}

/// Serves a file of the page, and redirects a folder without its last slash, from which the page would load no files.
pub(super) async fn file(OriginalUri(whole): OriginalUri, uri: Uri) -> Response {
    if uri.path() == "/" && !whole.path().ends_with('/') {
        return Redirect::permanent(&format!("{}/", whole.path())).into_response();
    }
    let path = uri.path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    let Some((_, content)) = FILES.iter().find(|(name, _)| *name == path) else {
        return (StatusCode::NOT_FOUND, "There is no such page; start at /.\n").into_response();
    };
    ([(CONTENT_TYPE, kind(path))], *content).into_response()
}

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

/// Replies 405 Method Not Allowed.
pub(super) async fn no_such_method() -> Response {
    let said = "Pages are read with GET; /api takes a request with POST.\n";
    (StatusCode::METHOD_NOT_ALLOWED, said).into_response()
}
