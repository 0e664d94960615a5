//! Counts instructions, which do not depend on machine load; `cargo xtask counts` compares them with `counts.json`.

#![allow(missing_docs, reason = "what the macros of gungraun make has none")]

use entourage_chess::Chess;
use entourage_kernel::{Evaluate, Presentation};
use entourage_struggle::Struggle;
use entourage_symmetron44::Symmetron;
use entourage_toddler::Toddler;
use gungraun::prelude::*;
use peers::Sample;

/// Defines a benchmark on every game. Returning the sample excludes freeing it from the count.
macro_rules! bench {
    ($work:ident) => {
        #[library_benchmark]
        #[bench::toddler(Sample::<Toddler>::new("toddler"))]
        #[bench::symmetron44(Sample::<Symmetron>::new("symmetron44"))]
        #[bench::struggle(Sample::<Struggle>::new("struggle"))]
        #[bench::chess(Sample::<Chess>::new("chess"))]
        fn $work<R: Evaluate + Presentation>(sample: Sample<R>) -> Sample<R> {
            sample.$work();
            sample
        }
    };
}

bench!(generate);
bench!(count);
bench!(make);
bench!(powers);
bench!(evaluate);

library_benchmark_group!(name = games, benchmarks = [generate, count, make, powers, evaluate]);
main!(library_benchmark_groups = games);
