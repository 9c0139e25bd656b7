//! The program `mankala`: the library on the command line.

fn main() -> std::process::ExitCode {
    mankala::cli::run(mankala::Catalogue::new())
}
