//! Parser of `NAME:key=value,key=value`.

use std::path::Path;

/// Delimiters of strings, the longer ones first.
const QUOTES: [&str; 4] = [r#"""""#, "'''", "\"", "'"];

/// Returns `true` if a variant is given by a path rather than by its name.
pub(crate) fn is_path(name: &str) -> bool {
    let extension = Path::new(name).extension();
    extension.is_some_and(|extension| extension == "toml")
}

/// Splits a variant's name or path from the changes after it.
///
/// A path may contain colons and equals signs. A text that ends in .toml is a path as a whole. A path with
/// changes ends at an existing file, or else at .toml.
pub(crate) fn taken_apart(named: &str) -> (&str, Vec<&str>) {
    if is_path(named) {
        return (named, Vec::new());
    }
    let splits = named.match_indices(':').map(|(colon, _)| (&named[..colon], &named[colon + 1..]));
    let splits: Vec<_> = splits.filter(|(_, changes)| changes.contains('=')).collect();
    let mut paths = splits.iter().filter(|(path, _)| is_path(path));
    let file = paths.clone().find(|(path, _)| Path::new(path).is_file());
    match file.or(paths.next()).or(splits.first()) {
        Some((name, changes)) => (name, at_commas(changes)),
        None => (named, Vec::new()),
    }
}

/// Splits a text at the commas outside brackets and strings.
pub(crate) fn at_commas(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut start, mut at, mut depth) = (0, 0, 0_usize);
    // A string begins at the start of a key or a value: an apostrophe within a word begins none.
    let mut begins = true;
    while let Some(c) = text[at..].chars().next() {
        if let Some(length) = string_at(&text[at..]).filter(|_| begins) {
            at += length;
            begins = false;
            continue;
        }
        match c {
            '[' | '{' => depth += 1,
            ']' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
        begins = c.is_whitespace() || "[{,.=".contains(c);
        at += c.len_utf8();
    }
    parts.push(text[start..].trim());
    parts
}

/// Returns the length of the complete string at the start of a text, if there is one.
fn string_at(text: &str) -> Option<usize> {
    let quote = QUOTES.into_iter().find(|quote| text.starts_with(quote))?;
    let mut at = quote.len();
    loop {
        let rest = &text[at..];
        if rest.starts_with(quote) {
            return Some(at + quote.len());
        }
        let mut letters = rest.chars();
        let letter = letters.next()?;
        at += letter.len_utf8();
        if letter == '\\' && quote.starts_with('"') {
            at += letters.next()?.len_utf8();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_split_outside_strings_and_brackets() {
        for (named, changes) in [
            ("a=1,b=2", &["a=1", "b=2"][..]),
            (r#"a="x,y",b=2"#, &[r#"a="x,y""#, "b=2"]),
            ("a='x,y',b=2", &["a='x,y'", "b=2"]),
            (r#"a='"',b='"',c=1"#, &[r#"a='"'"#, r#"b='"'"#, "c=1"]),
            (r#"a="it's",b='say "x,y"'"#, &[r#"a="it's""#, r#"b='say "x,y"'"#]),
            (r#"a="\",",b=2"#, &[r#"a="\",""#, "b=2"]),
            (r"a='\',b=2", &[r"a='\'", "b=2"]),
            (r#"a="""x",y""",b=2"#, &[r#"a="""x",y""""#, "b=2"]),
            ("a='''x',y''',b=2", &["a='''x',y'''", "b=2"]),
            ("a=[1, [2, 3]],b={c=1,d=2}", &["a=[1, [2, 3]]", "b={c=1,d=2}"]),
            ("a=[']',1],b=2", &["a=[']',1]", "b=2"]),
            ("'a,b'=1,b.'c,d'=2", &["'a,b'=1", "b.'c,d'=2"]),
            ("a=it's,b=2", &["a=it's", "b=2"]),
            ("a='open,b=2", &["a='open", "b=2"]),
            (" a = 1 , b=é ", &["a = 1", "b=é"]),
            ("a=1,", &["a=1", ""]),
        ] {
            let all = format!("kalah:{named}");
            assert_eq!(taken_apart(&all), ("kalah", changes.to_vec()), "{named}");
        }
    }

    #[test]
    fn colons_and_equals_signs_may_be_part_of_a_path() {
        for path in ["./a:b=c/x.toml", "x=y.toml", r"C:\a=b\x.toml", "kalah"] {
            assert_eq!(taken_apart(path), (path, vec![]));
            let all = format!("{path}:board.columns=3,c=1");
            assert_eq!(taken_apart(&all), (path, vec!["board.columns=3", "c=1"]), "{path}");
        }
    }
}
