//! The engine in a browser: the text of a request in, the text of a response out.

use std::sync::LazyLock;

use js_sys::Function;
use mankala::Catalogue;
use mankala::api::{Response, Watch, respond};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(Catalogue::new);

/// Answers a request, whatever it says, with a line of JSON. Before, `tell` gets the lines that say how far it has come, if it asks for
/// them. Whoever no longer wants the answer ends the worker.
#[wasm_bindgen]
#[must_use]
pub fn answer(request: &str, tell: &Function) -> String {
    let progress = |response: &Response| {
        // Who can't hear it gets the answer all the same.
        drop(tell.call1(&JsValue::NULL, &response.line().into()));
    };
    let watch = Watch {
        progress: &progress,
        ..Watch::NONE
    };
    respond(&CATALOGUE, request.as_bytes(), &watch)
}

/// How many plies of random games of a variant are played in a second; 0 if there is no such variant.
#[wasm_bindgen]
#[must_use]
pub fn random_plies(variant: &str, seconds: f64) -> f64 {
    let loaded = CATALOGUE.load(variant, &[]);
    loaded.map_or(0.0, |loaded| loaded.variant.speed(seconds, 1).plies)
}
