//! The workshop.
export function workshop() { return { enter() {}, leave() {}, restore() {} }; }
