//! HardTestGen
use super::*;
use crate::bench::Trial;
impl Evolution<'_> {
    pub(super) fn kinds(
        &mut self,
        first: Trial,
        _asker: &mut dyn Asker,
        _watcher: &mut dyn Watcher,
    ) -> Result<Trial, LoopError> {
        Ok(first)
    }
}
