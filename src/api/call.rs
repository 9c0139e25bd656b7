//! A call: a request read, carried out and answered.

use std::cell::Cell;
use std::time::Duration;

use serde_json::{Map, Value};

use super::limits::LONGEST_REQUEST;
use super::progress::Progress;
use super::requests::Request;
use super::response::{Outgoing, Response};
use super::wire::{Id, Kind, Refusal, field};
use crate::files::catalogue::Catalogue;
use crate::system::clock;

/// Who waits for an answer.
#[derive(Clone, Copy)]
pub struct Watch<'a> {
    /// Asked again and again in what takes long; once it says yes, the answer is what has been found so far.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Hears how far a request has come that asked for it with `every`.
    pub progress: &'a dyn Fn(&Response),
}

impl Watch<'_> {
    /// Somebody who waits to the end.
    pub const NONE: Self = Watch {
        stop: &|| false,
        progress: &|_| {},
    };
}

/// A request that has been read.
#[derive(Debug)]
pub struct Call {
    /// What it is known by.
    pub id: Option<Id>,
    /// How many milliseconds at least lie between two words of progress; there are none if it is left out.
    pub every: Option<u32>,
    /// How many bytes the request has.
    pub bytes: usize,
    /// What is asked for.
    pub request: Request,
}

/// Answers a request, whatever its bytes are, with a line of JSON.
#[must_use]
pub fn respond(catalogue: &Catalogue, request: &[u8], watch: &Watch<'_>) -> String {
    let response = match Call::read(request) {
        Ok(call) => call.run(catalogue, watch),
        Err(refused) => refused,
    };
    response.line()
}

/// An object, whatever its keys.
fn object(bytes: &[u8]) -> Result<Map<String, Value>, Refusal> {
    let malformed = |message: String| Refusal::new(Kind::Malformed, message);
    if bytes.len() > LONGEST_REQUEST {
        let message = format!("more than {LONGEST_REQUEST} bytes are too many for a request");
        return Err(Refusal::new(Kind::TooLarge, message));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let place = error.valid_up_to() + 1;
        malformed(format!("this is not UTF-8 text, from byte {place} on"))
    })?;
    let value = serde_json::from_str(text);
    match value.map_err(|error| malformed(format!("this is no JSON: {error}")))? {
        Value::Object(fields) => Ok(fields),
        _ => Err(malformed(
            r#"expected an object like {"id":1,"request":"hello"}"#.to_owned(),
        )),
    }
}

impl Call {
    /// Reads a request.
    ///
    /// # Errors
    ///
    /// What is said to whoever sent it.
    pub fn read(bytes: &[u8]) -> Result<Self, Response> {
        let mut fields = object(bytes).map_err(|refusal| Response::refusal(None, refusal))?;
        let id = field(&mut fields, "id").map_err(|refusal| Response::refusal(None, refusal))?;
        let every = field(&mut fields, "every");
        match every.and_then(|every| Ok((every, Request::read(fields)?))) {
            Ok((every, request)) => Ok(Self {
                id,
                every,
                bytes: bytes.len(),
                request,
            }),
            Err(refusal) => Err(Response::refusal(id, refusal)),
        }
    }

    /// The bytes of memory that it may take to read what the request gives: the worst texts take a hundred times their length.
    #[must_use]
    pub const fn memory_to_read(&self) -> u64 {
        (1 << 20) + 128 * self.bytes as u64
    }

    /// The bytes of memory that it may take to carry the request out.
    #[must_use]
    pub fn memory(&self) -> u64 {
        self.memory_to_read() + self.request.memory()
    }

    /// Carries the request out.
    #[must_use]
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
        let id = self.id.clone();
        Response { id, says }
    }
}
