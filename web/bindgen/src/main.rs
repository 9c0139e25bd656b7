//! Generates the JavaScript bindings of a WebAssembly module with wasm-bindgen: `mankala-bindgen MODULE.wasm FOLDER`.
//! With `--types`, it also writes the types for TypeScript.

use std::env::args_os;
use std::error::Error;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let [module, folder] = [1, 2].map(|n| args_os().nth(n).ok_or("expected MODULE.wasm FOLDER"));
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module?).out_name("mankala").web(true)?;
    bindgen
        .typescript(args_os().nth(3).is_some_and(|option| option == "--types"))
        .remove_name_section(true)
        .remove_producers_section(true);
    Ok(bindgen.generate(folder?)?)
}
