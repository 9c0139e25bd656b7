//! Engine for browsers: takes the text of a request and returns the text of a response.

use std::sync::LazyLock;

use js_sys::Function;
use mankala::Catalogue;
use mankala::api::{Response, Watch, respond};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(Catalogue::new);

/// Returns the response to any request as a line of JSON. If the request asks for progress, `tell` receives its lines
/// first. To cancel a request, terminate the worker.
#[wasm_bindgen]
#[must_use]
pub fn answer(request: &str, tell: &Function) -> String {
    let progress = |response: &Response| {
        // An exception of the callback does not prevent the response.
        drop(tell.call1(&JsValue::NULL, &response.line().into()));
    };
    let watch = Watch { progress: &progress, ..Watch::NONE };
    respond(&CATALOGUE, request.as_bytes(), &watch)
}

/// Returns the number of plies of random games of a variant played in a second; 0 if the variant is unknown.
#[wasm_bindgen]
#[must_use]
pub fn random_plies(variant: &str, seconds: f64) -> f64 {
    let loaded = CATALOGUE.load(variant, &[]);
    loaded.map_or(0.0, |loaded| loaded.variant.speed(seconds, 1).plies)
}
