//! Limits of work: no more resources than given, and in proportion to the input.

use super::program::{Folder, limited};

/// Trees of a hundred megabytes each, for two players a thread.
const SAMPLED: &str = "match kalah --south mcts:20000 --north mcts:20000 --games 2 --ply-limit 1";

#[test]
fn players_use_only_free_memory() {
    let folder = Folder::new("memory");
    folder.done(&format!("{SAMPLED} --threads 2 --out free"));
    // For two threads and not for 64; the games are the same.
    let run = limited(&folder, "-v 1000000", &format!("{SAMPLED} --threads 64 --out bounded"));
    assert_eq!(run.status, Some(0), "{run:?}");
    assert!(run.err.contains("of memory per thread"), "{run:?}");
    assert!(run.err.contains("of 64 threads"), "{run:?}");
    assert_eq!(folder.text("bounded"), folder.text("free"));
    // Not for one, whose positions are larger.
    let bao = SAMPLED.replace("kalah", "zanzibar-bao");
    let run = limited(&folder, "-v 110000", &format!("{bao} --out small"));
    assert_eq!(run.status, Some(1), "{run:?}");
    assert!(run.err.contains("these players need up to"), "{run:?}");
    assert!(!folder.path("small").exists());
}

/// A container may allow fewer threads than it shows cores: then fewer play, and nothing panics.
#[test]
fn fewer_threads_do_the_work_if_no_more_are_available() {
    let folder = Folder::new("threads");
    for command in [
        "match kalah --south random --north random --games 500 --threads",
        "perft kalah 4 --divide --threads",
    ] {
        let results = |out: &str| -> Vec<String> {
            let timed = |line: &&str| line.contains("nodes at depth");
            out.lines().filter(|line| !timed(line)).map(str::to_owned).collect()
        };
        let whole = results(&folder.done(&format!("{command} 2")));
        assert!(whole.len() > 5);
        // Stacks so large that there is room for two of them, one of which is wanted for signals, or for none.
        for stack in [8_000_000_000_u64, 100_000_000_000_000] {
            let limit = format!("-v 20000000; export RUST_MIN_STACK={stack}");
            let run = limited(&folder, &limit, &format!("{command} 16"));
            assert_eq!(run.status, Some(0), "{command}: {run:?}");
            assert_eq!(results(&run.out), whole, "{command}");
        }
    }
}
