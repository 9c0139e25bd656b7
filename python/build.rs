//! Takes the words of the stubs, `mankala/_engine.pyi`, into the engine, so that `help()` says what editors show.

use std::path::Path;
use std::{env, fs};

const STUBS: &str = "mankala/_engine.pyi";

/// How far a line is indented.
fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// The name that a line declares: of a class or of a function.
fn declared(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let rest = line
        .strip_prefix("class ")
        .or_else(|| line.strip_prefix("def "))?;
    rest.split(['(', ':']).next()
}

/// The docstring that begins in this line, without its indentation, if one does.
fn docstring(lines: &[&str]) -> Option<String> {
    let first = lines.first()?;
    let margin = indent(first);
    let mut text = first.trim_start().strip_prefix("\"\"\"")?.to_owned();
    for line in &lines[1..] {
        if text.ends_with("\"\"\"") {
            break;
        }
        text.push('\n');
        text.push_str(line.get(margin..).unwrap_or_default());
    }
    Some(text.strip_suffix("\"\"\"")?.trim_end().to_owned())
}

fn main() {
    println!("cargo::rerun-if-changed={STUBS}");
    let text = fs::read_to_string(STUBS).expect("the stubs are there");
    let out = env::var("OUT_DIR").expect("cargo says where");
    let lines: Vec<&str> = text.lines().collect();
    let mut class = "";
    // What the next docstring is of.
    let mut owner = None;
    for (number, line) in lines.iter().enumerate() {
        if let Some(name) = declared(line) {
            let is_class = line.starts_with("class ");
            if is_class || indent(line) == 0 {
                class = if is_class { name } else { "" };
            }
            let of_class = is_class || class.is_empty();
            owner = Some(if of_class {
                name.to_owned()
            } else {
                format!("{class}.{name}")
            });
        } else if let Some(words) = docstring(&lines[number..])
            && let Some(owner) = owner.take()
        {
            let path = Path::new(&out).join(owner + ".txt");
            fs::write(path, words).expect("room for the words");
        }
    }
}
