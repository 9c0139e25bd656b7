//! `mankala book`: an encyclopedia of the games, a folder of pages for a web server or for reading from disk.

mod draw;
mod facts;
mod frame;
mod game;
mod indexes;
mod puzzles;
mod relatives;

use super::filter::Game;
use super::prelude::*;
use facts::Facts;
use mankala_core::system::threads::work_off;

/// Folder, addresses and games.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Names of the games; without names, all games that fit the filters.
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// New folder for the pages.
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// Address of the page with the board, like ../ for the folder above.
    ///
    /// Pages link to it for every example and game. Without it they have no links to boards.
    #[arg(long, value_name = "URL", value_parser = address)]
    board: Option<String>,
    /// Address of the finished book, for sitemap.xml and permanent links.
    ///
    /// Without it there is no sitemap, as it needs complete addresses.
    #[arg(long, value_name = "URL", value_parser = complete)]
    site: Option<String>,
    #[command(flatten)]
    threads: ThreadArgs,
    #[command(flatten)]
    filters: Filters,
}

/// Games of a book, and its addresses.
struct Book {
    /// All games, as relatives may be outside the book.
    games: Vec<Game>,
    /// Indexes of the games with a page, by title.
    shown: Vec<usize>,
    /// Schemas of rulesets, which explain values.
    schemas: BTreeMap<&'static str, Value>,
    board: Option<String>,
    site: Option<String>,
}

/// Parses an address without the part after `#`, which a page would run as code if it began with `javascript:`.
fn address(text: &str) -> Result<String, &'static str> {
    let text = text.trim().split('#').next().unwrap_or_default();
    let scheme = text.split(['/', '?']).next().unwrap_or_default();
    let is_web = ["https:", "http:"].contains(&scheme);
    if text.is_empty() || scheme.contains(':') && !is_web {
        return Err("expected an address like https://example.org/ or ../, without a part after #");
    }
    Ok(text.to_owned())
}

/// Parses the address of a folder, with its host.
fn complete(text: &str) -> Result<String, &'static str> {
    let text = address(text)?;
    let host = text.split_once("://").map_or("", |(_, host)| host);
    if host.trim_start_matches('/').is_empty() || text.contains('?') {
        return Err("expected a complete address like https://example.org/book/");
    }
    Ok(format!("{}/", text.trim_end_matches('/')))
}

/// Writes the pages, all or none.
pub(crate) fn run(arguments: &Arguments, catalogue: &Catalogue, output: &mut Output) -> Result {
    let filters = &arguments.filters;
    filters.check(catalogue)?;
    let games = profiled(catalogue);
    let mut named = Vec::new();
    for name in &arguments.names {
        let asked = load(catalogue, name, &[])?;
        let is_asked =
            |game: &Loaded| (&game.origin, game.label()) == (&asked.origin, asked.label());
        named.push(games.iter().position(|(game, _)| is_asked(game)).ok_or_else(|| {
            CommandError::Input(format!("{name}: expected a name from `list`, without changes"))
        })?);
    }
    let mut shown = Vec::new();
    for (place, (loaded, profile)) in games.iter().enumerate() {
        let is_named = named.is_empty() || named.contains(&place);
        if is_named && filters.mean(loaded, profile)? {
            shown.push(place);
        }
    }
    if shown.is_empty() {
        return Err(CommandError::Input(filters.no_match(catalogue, &[])));
    }
    shown.sort_by_key(|&place| games[place].0.header.title.to_lowercase());
    let schemas = catalogue.rulesets().filter_map(|name| Some((name, catalogue.schema(name)?)));
    let book = Book {
        games,
        shown,
        schemas: schemas.collect(),
        board: arguments.board.clone(),
        site: arguments.site.clone(),
    };
    let threads = arguments.threads.count(Facts::memory(), output)?;
    let files = write_folder(&arguments.out, || {
        let pages = book.pages(threads)?;
        let mut files = book.indexes();
        files.extend(pages);
        files.extend(book.sitemap(&files));
        Ok(files)
    })?;
    let (name, count) = (arguments.out.display().to_string(), book.shown.len());
    let games = several(count, "game");
    output.say(
        &json!({ "folder": name, "games": count, "files": files.len() }),
        format!("{name}: {games}; open {name}/index.html"),
    )
}

impl Book {
    /// Makes the page of each game, some at a time.
    fn pages(&self, threads: usize) -> Result<Vec<(String, String)>> {
        let (mut pages, mut progress) = (Vec::new(), ProgressLine::new());
        for some in self.shown.chunks(4 * threads) {
            let (done, all) = (pages.len(), self.shown.len());
            progress.say(|| format!("{done} of {all} pages"));
            let mut made = vec![String::new(); some.len()];
            work_off(threads, some.iter().zip(&mut made), &|(&place, page)| {
                let facts = Facts::of(&self.games[place].0, &interrupt::stopped);
                *page = facts.map_or_else(String::new, |facts| self.page(place, &facts));
            });
            interrupt::check()?;
            pages.extend(some.iter().map(|&place| self.file(place)).zip(made));
        }
        Ok(pages)
    }

    /// Returns the file name of a game's page.
    fn file(&self, place: usize) -> String {
        format!("{}.html", self.games[place].0.header.name)
    }

    fn title(&self, place: usize) -> &str {
        &self.games[place].0.header.title
    }

    /// Returns the list of all pages for search engines, if the address of the book is known.
    fn sitemap(&self, files: &[(String, String)]) -> Option<(String, String)> {
        let site = self.site.as_ref()?;
        let names = files.iter().map(|(name, _)| name);
        let urls = names.filter(|name| name.strip_suffix(".html").is_some()).map(|name| {
            let url = maud::html! { (site) (name) };
            format!("<url><loc>{}</loc></url>\n", url.into_string())
        });
        let urls: String = urls.collect();
        let text = format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n{urls}</urlset>\n"
        );
        Some(("sitemap.xml".to_owned(), text))
    }
}
