//! One call for programs: a request in JSON, an answer in JSON. `mankala engine` hands it on, and so may whoever embeds it.
//!
//! ```
//! use mankala::Catalogue;
//! use mankala::api::{Watch, respond};
//!
//! let request = br#"{"id": 1, "request": "position", "game": {"variant": "kalah", "moves": ["A3"]}}"#;
//! let response = respond(&Catalogue::new(), request, &Watch::NONE);
//! assert!(response.starts_with(r#"{"id":1,"answer":{"#), "{response}");
//! ```
//!
//! It keeps nothing between two calls: a game is given each time by its variant, the position where it begins, and its moves.
//! A variant is named or given as a text, and no request opens a file. Every request gets one response with its `id` and either an
//! `answer` or an `error`; while it takes long, responses with a `progress` may come before. What a request and its answer
//! hold is the types of the module of its name, and [`json_schema`] says the same as JSON Schema.

mod call;
mod given;
pub(crate) mod limits;
mod progress;
mod requests;
mod response;
mod wire;
mod work;

pub mod check;
pub mod choose;
pub mod diff;
pub mod hello;
pub mod measure;
pub mod play;
pub mod position;
pub mod record;
pub mod schema;
pub mod transcript;
pub mod variant;
pub mod variants;

pub use call::{Call, Watch, respond};
pub(crate) use given::unusual_seeds;
pub use given::{GameOf, Limit, TextOf, VariantOf};
pub use limits::LONGEST_REQUEST;
pub use progress::Progress;
pub use requests::{Answer, Request, json_schema};
pub use response::{Outgoing, Response};
pub use wire::{Big, Id, Kind, Mistake, PROTOCOL, Refusal};
