//! Every integration test, in one program: a file beside this one is a module of it.

mod any_bytes;
mod apart;
mod api;
mod atlas;
mod book;
mod brief;
mod broken_files;
mod cli;
mod collected;
mod common;
mod compare;
mod dependencies;
mod design;
mod documents;
mod examples;
mod export;
mod extremes;
mod family_map;
mod graphs;
mod house;
mod in_words;
mod ladder;
mod laws;
mod matches;
mod measured_again;
mod notations;
mod openings;
#[allow(
    clippy::all,
    clippy::pedantic,
    reason = "kept as plain as the rule books"
)]
mod opinion;
mod opinions_bao;
mod opinions_congkak;
mod opinions_counts;
mod opinions_laps;
mod opinions_namnam;
mod opinions_omweso;
mod opinions_stores;
mod opinions_tsoro;
mod opinions_two_rows;
mod opinions_weg;
mod own_files;
mod own_program;
mod perft;
mod players;
#[cfg(unix)]
mod programs;
#[cfg(unix)]
mod promises;
mod proofs;
mod puzzles;
mod reconstruct;
mod refusals;
mod review;
mod rounds;
mod sentences;
mod serve;
mod solve;
mod solve_all;
mod stats;
mod stopping;
mod swap;
mod sweep;
mod tables;
#[cfg(unix)]
mod terminal;
mod text;
mod units;
mod variant_files;
mod weights;
mod which;
mod words;
