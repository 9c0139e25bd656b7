//! Extracts the docstrings of the stubs, `mankala/_engine.pyi`, for the engine, so that `help()` shows them too.

use std::path::Path;
use std::{env, fs};

const STUBS: &str = "mankala/_engine.pyi";

/// Returns the indentation of a line.
fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Returns the name of the class or function that a line declares.
fn declared(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let rest = line.strip_prefix("class ").or_else(|| line.strip_prefix("def "))?;
    rest.split(['(', ':']).next()
}

/// Returns the docstring that begins in this line, without its indentation, if there is one.
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
    let text = fs::read_to_string(STUBS).expect("readable stubs");
    let out = env::var("OUT_DIR").expect("set by cargo");
    let lines: Vec<&str> = text.lines().collect();
    let mut class = "";
    // The owner of the next docstring.
    let mut owner = None;
    for (number, line) in lines.iter().enumerate() {
        if let Some(name) = declared(line) {
            let is_class = line.starts_with("class ");
            if is_class || indent(line) == 0 {
                class = if is_class { name } else { "" };
            }
            let of_class = is_class || class.is_empty();
            owner = Some(if of_class { name.to_owned() } else { format!("{class}.{name}") });
        } else if let Some(words) = docstring(&lines[number..])
            && let Some(owner) = owner.take()
        {
            let path = Path::new(&out).join(owner + ".txt");
            fs::write(path, words).expect("a writable file");
        }
    }
}
