//! Requests and answers in JSON, for `mankala engine`, `mankala serve` and programs that embed the library.
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
//! The functions keep no state between calls: a request gives the game by variant, first position and moves. The
//! variant is a name or a text, and no request opens a file. Every request gets one response with its `id` and either
//! an `answer` or an `error`. Long requests can send responses with a `progress` before. The module named like a
//! request defines its types, and [`json_schema`] returns them as JSON Schema.

mod call;
mod given;
pub(crate) mod limits;
mod prelude;
mod progress;
mod requests;
mod response;
mod wire;

pub mod check;
pub mod choose;
pub mod diff;
pub mod hello;
pub mod measure;
pub mod openings;
pub mod play;
pub mod position;
pub mod puzzle;
pub mod record;
pub mod review;
pub mod schema;
pub mod transcript;
pub mod variant;
pub mod variants;
pub mod which;

pub use call::{Call, Watch, respond};
pub(crate) use given::unusual_seeds;
pub use given::{GameOf, Limit, TextOf, VariantOf};
pub use limits::LONGEST_REQUEST;
pub use progress::Progress;
pub use requests::{Answer, Request, json_schema};
pub use response::{Outgoing, Response};
pub use wire::{Big, Id, Kind, PROTOCOL, RequestError, TextError};
