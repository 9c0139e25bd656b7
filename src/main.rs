//! The program `mankala`: the library on the command line.

mod cli;

fn main() -> std::process::ExitCode {
    cli::main()
}
