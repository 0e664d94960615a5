use crate::phases::Phases;
use crate::project::Project;
use crate::{Outcome, check, counts, fuzz, test};

/// How many seconds each parser is fuzzed, after what was found before and the seeds.
const FUZZ: u32 = 4;

/// Runs everything that the continuous integration checks, once the machine has what it needs.
///
/// # Errors
/// Anything fails, or would have to be left out.
pub fn ci(project: &Project, phases: &mut Phases) -> Outcome {
    check::check(project, phases)?;
    test::test(project, phases)?;
    counts::counts(project, phases, false)?;
    fuzz::fuzz(project, phases, FUZZ)
}
