//! The program `mankala`: the command line of the library.

fn main() -> std::process::ExitCode {
    mankala::cli::run(mankala::Catalogue::new())
}
