//! The files of the page, which are part of the program.

use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse as _, Response};

/// Each by its path, compressed with gzip.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

const JAVASCRIPT: &str = "text/javascript; charset=utf-8";

/// Tells the page by which door it gets to the engine.
pub(super) async fn config() -> Response {
    let said = "export const door = \"server\";\n";
    ([(CONTENT_TYPE, JAVASCRIPT)], said).into_response()
}

/// A file of the page.
pub(super) async fn file(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    let Some((_, content)) = FILES.iter().find(|(name, _)| *name == path) else {
        let said = "There is no such page here: the first one is /.\n";
        return (StatusCode::NOT_FOUND, said).into_response();
    };
    // Who does not say what it takes takes anything, says RFC 9110.
    let takes = headers
        .get(ACCEPT_ENCODING)
        .map(|takes| takes.to_str().unwrap_or_default());
    if takes.is_some_and(|takes| !takes.contains("gzip") && !takes.contains('*')) {
        let said = "This is sent compressed with gzip, or not at all.\n";
        return (StatusCode::NOT_ACCEPTABLE, said).into_response();
    }
    let told = [(CONTENT_TYPE, kind(path)), (CONTENT_ENCODING, "gzip")];
    (told, *content).into_response()
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
