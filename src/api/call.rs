//! A call: a request read, carried out and answered.

use std::cell::Cell;
use std::time::Duration;

use serde_json::{Map, Value};

use super::limits::LONGEST_REQUEST;
use super::progress::Progress;
use super::requests::Request;
use super::response::{Outgoing, Response};
use super::wire::{Id, Kind, RequestError, field};
use crate::files::catalogue::Catalogue;
use mankala_core::system::clock;

/// Callbacks of a call: cancellation and progress.
#[derive(Clone, Copy)]
pub struct Watch<'a> {
    /// Polled during long work; once it returns `true`, the answer holds the results so far.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Receives the progress of a request with `every`.
    pub progress: &'a dyn Fn(&Response),
}

impl Watch<'_> {
    /// Neither cancels nor reports progress.
    pub const NONE: Self = Watch { stop: &|| false, progress: &|_| {} };
}

/// A request that has been read.
#[derive(Debug)]
pub struct Call {
    /// The `id` of the request.
    pub id: Option<Id>,
    /// Minimum time between two progress responses, in milliseconds; `None` for no progress.
    pub every: Option<u32>,
    /// Size of the request in bytes.
    pub bytes: usize,
    /// The request itself.
    pub request: Request,
}

/// Answers any bytes with a line of JSON.
pub fn respond(catalogue: &Catalogue, request: &[u8], watch: &Watch<'_>) -> String {
    Call::read(request).map_or_else(|refused| refused, |call| call.run(catalogue, watch)).line()
}

fn object(bytes: &[u8]) -> Result<Map<String, Value>, RequestError> {
    let malformed = |message: String| RequestError::new(Kind::Malformed, message);
    if bytes.len() > LONGEST_REQUEST {
        let message = format!("expected a request of at most {LONGEST_REQUEST} bytes");
        return Err(RequestError::new(Kind::TooLarge, message));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let place = error.valid_up_to() + 1;
        malformed(format!("expected UTF-8 text, found other bytes from byte {place} on"))
    })?;
    let value = serde_json::from_str(text);
    match value.map_err(|error| malformed(format!("expected JSON: {error}")))? {
        Value::Object(fields) => Ok(fields),
        _ => Err(malformed(r#"expected an object like {"id":1,"request":"hello"}"#.to_owned())),
    }
}

impl Call {
    /// Reads a request.
    ///
    /// # Errors
    ///
    /// Returns the response to send if the bytes are no valid request.
    pub fn read(bytes: &[u8]) -> Result<Self, Response> {
        let mut fields = object(bytes).map_err(|refusal| Response::error(None, refusal))?;
        let id = field(&mut fields, "id").map_err(|refusal| Response::error(None, refusal))?;
        let every = field(&mut fields, "every");
        match every.and_then(|every| Ok((every, Request::read(fields)?))) {
            Ok((every, request)) => Ok(Self { id, every, bytes: bytes.len(), request }),
            Err(refusal) => Err(Response::error(id, refusal)),
        }
    }

    /// Returns the bytes of memory for reading the request: the worst texts take a hundred times their length.
    pub const fn memory_to_read(&self) -> u64 {
        (1 << 20) + 128 * self.bytes as u64
    }

    /// Returns the bytes of memory that the whole request may take.
    pub fn memory(&self) -> u64 {
        self.memory_to_read() + self.request.memory()
    }

    /// Carries out the request.
    pub fn run(&self, catalogue: &Catalogue, watch: &Watch<'_>) -> Response {
        let last = Cell::new(clock::now());
        let tell = |progress: Progress| {
            let due = self.every.map(|every| Duration::from_millis(every.into()));
            if due.is_some_and(|due| last.get().elapsed() >= due) {
                last.set(clock::now());
                (watch.progress)(&self.says(Outgoing::Progress(progress)));
            }
        };
        match self.request.answer(catalogue, watch.stop, &tell) {
            Ok(answer) => self.says(Outgoing::Answer(answer)),
            Err(refusal) => self.says(Outgoing::Error(refusal)),
        }
    }

    fn says(&self, says: Outgoing) -> Response {
        Response { id: self.id.clone(), says }
    }
}
