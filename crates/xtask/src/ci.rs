use crate::nightly::{self, Run};
use crate::phases::Phases;
use crate::project::Project;
use crate::{Outcome, check, test};

/// Runs everything that the continuous integration checks, once the machine has what it needs: the first two tiers, and the groups of
/// the nightly one that watch what has changed.
pub fn ci(project: &Project, phases: &mut Phases) -> Outcome {
    check::check(project, phases)?;
    test::test(project, phases)?;
    let touched = nightly::touched(project)?;
    if touched.is_empty() { Ok(()) } else { nightly::run(project, phases, &touched, Run::Change) }
}
