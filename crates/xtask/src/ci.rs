use crate::nightly::{self, Trigger};
use crate::phases::Phases;
use crate::project::Project;
use crate::{Outcome, check, test};

/// Runs the check and test tiers, and the nightly groups whose files have changed.
pub fn ci(project: &Project, phases: &mut Phases) -> Outcome {
    check::check(project, phases)?;
    test::test(project, phases)?;
    let touched = nightly::touched(project)?;
    if touched.is_empty() { Ok(()) } else { nightly::run(project, phases, &touched, Trigger::Change) }
}
