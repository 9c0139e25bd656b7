//! Rulesets behind one face, so that a list can hold them.

use std::marker::PhantomData;

use schemars::{Schema, SchemaGenerator};

use crate::any::AnyVariant;
use crate::files::document::Document;
use crate::ruleset::{BoardSpec, Ruleset};

/// A ruleset behind one face, whatever its types.
pub(crate) trait Entry: Send + Sync {
    fn name(&self) -> &'static str;
    fn book(&self) -> &'static str;
    /// Reads setup and rules, also where there is no board, so that all mistakes are found at once.
    fn build(
        &self,
        board: Option<BoardSpec>,
        document: &mut Document,
    ) -> Option<Box<dyn AnyVariant>>;
    fn schemas(&self, generator: &mut SchemaGenerator) -> [Schema; 2];
}

pub(crate) struct Registered<R>(PhantomData<R>);

impl<R> Registered<R> {
    /// The face of this ruleset.
    pub(crate) fn boxed() -> Box<dyn Entry>
    where
        R: Ruleset,
    {
        Box::new(Self(PhantomData))
    }
}

impl<R: Ruleset> Entry for Registered<R> {
    fn name(&self) -> &'static str {
        R::NAME
    }

    fn book(&self) -> &'static str {
        R::BOOK
    }

    fn build(
        &self,
        board: Option<BoardSpec>,
        document: &mut Document,
    ) -> Option<Box<dyn AnyVariant>> {
        let setup = document.section::<R::Setup>("setup");
        let rules = document.section::<R::Rules>("rules");
        match R::variant(&board?, &setup?, &rules?) {
            Ok(variant) => Some(variant),
            Err(faults) => {
                document.faults(&faults);
                None
            }
        }
    }

    fn schemas(&self, generator: &mut SchemaGenerator) -> [Schema; 2] {
        [
            generator.subschema_for::<R::Setup>(),
            generator.subschema_for::<R::Rules>(),
        ]
    }
}
