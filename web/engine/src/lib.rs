//! The engine in a browser: the text of a request in, the text of a response out.

use std::sync::LazyLock;

use mankala::Catalogue;
use mankala::api::{Watch, respond};
use wasm_bindgen::prelude::wasm_bindgen;

static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(Catalogue::new);

/// Answers a request, whatever it says, with a line of JSON. Who no longer wants the answer ends the worker.
#[wasm_bindgen]
#[must_use]
pub fn answer(request: &str) -> String {
    respond(&CATALOGUE, request.as_bytes(), &Watch::NONE)
}

/// How many plies of random games of a variant are played in a second; 0 if there is no such variant.
#[wasm_bindgen]
#[must_use]
pub fn random_plies(variant: &str, seconds: f64) -> f64 {
    let loaded = CATALOGUE.load(variant, &[]);
    loaded.map_or(0.0, |loaded| loaded.variant.speed(seconds, 1).plies)
}
