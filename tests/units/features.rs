//! Weights of features.

use mankala::variant::{MOST_FEATURES, Weights};

#[test]
fn features_are_weighed_by_their_names() {
    let text = "variant = \"any\"\n[weights]\nback = -7\nfront = 100";
    let weights = Weights::of(text, &["front", "back"]);
    let mut features = [0; MOST_FEATURES];
    features[..2].copy_from_slice(&[3, -2]);
    assert_eq!(weights.sum(&features), 314);
}

#[test]
#[should_panic(expected = "expected weights of [\"a\", \"b\"]")]
fn weights_have_the_names_of_the_features() {
    Weights::of("[weights]\na = 1\nc = 1", &["a", "b"]);
}
