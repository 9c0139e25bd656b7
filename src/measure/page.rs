//! To be written.
use super::report::Report;
impl Report {
    /// The report as one page.
    #[must_use]
    pub fn page(&self) -> String {
        String::new()
    }
}
