//! Access control: only the own page and programs that are no web pages may send requests.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{HOST, HeaderName, ORIGIN};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

/// Content security policy of the page: it loads only its own files.
pub(super) const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
     connect-src 'self'; img-src 'self' data:; worker-src 'self'; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'";

/// Headers of every response.
const HEADERS: [(&str, &str); 6] = [
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cache-control", "no-cache"),
];

/// Host names that requests may use.
#[derive(Clone)]
pub(super) enum Names {
    /// Names of this machine, with the port.
    Own(Arc<[String]>),
    /// Any, for addresses that contain a token.
    Any,
}

impl Names {
    /// Returns the names of a server at a loopback address, that address first.
    pub(super) fn of(at: SocketAddr) -> Self {
        let fixed = ["127.0.0.1", "localhost", "[::1]"];
        let fixed = fixed.map(|name| format!("{name}:{}", at.port()));
        let names = [at.to_string()].into_iter().chain(fixed);
        // Addresses leave out the default port.
        let short = |name: String| name.strip_suffix(":80").unwrap_or(&name).to_owned();
        Self::Own(names.map(short).collect())
    }

    /// Returns `true` if the host is known and the origin, if any, is its own page.
    ///
    /// The host must be known unless there is a token: under DNS rebinding, a foreign host would also match its own
    /// origin.
    fn allow(&self, headers: &HeaderMap, addressed: Option<&str>) -> bool {
        let Some(host) = only(headers, &HOST) else {
            return false;
        };
        let known = match self {
            Self::Own(names) => names.iter().any(|name| name == host),
            Self::Any => true,
        };
        known
            && addressed.is_none_or(|addressed| addressed == host)
            && (!headers.contains_key(ORIGIN)
                || only(headers, &ORIGIN).and_then(|origin| origin.strip_prefix("http://"))
                    == Some(host))
    }
}

/// Returns the value of a header that occurs once.
pub(super) fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?;
    values.next().is_none().then(|| value.to_str().ok())?
}

/// Refuses requests from elsewhere.
pub(super) async fn check(State(names): State<Names>, request: Request, next: Next) -> Response {
    let addressed = request.uri().authority().map(Authority::as_str);
    if names.allow(request.headers(), addressed) {
        return next.run(request).await;
    }
    let own = match &names {
        Names::Own(names) => format!("http://{}/", names[0]),
        Names::Any => "the link".to_owned(),
    };
    let said = format!(
        "Forbidden: use {own} from its own page or from a program that is not a browser.\n"
    );
    (StatusCode::FORBIDDEN, said).into_response()
}

pub(super) async fn no_token() -> Response {
    (StatusCode::FORBIDDEN, "Forbidden: use the whole link, with its token.\n").into_response()
}

pub(super) async fn headers(mut response: Response) -> Response {
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}
