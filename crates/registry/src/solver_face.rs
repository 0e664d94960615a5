use std::io;

use entourage_kernel::Evaluate;
use entourage_solver::{CheckpointError, Distance, NoProof, Proof, Solver};

use crate::AnySolver;

pub(crate) struct SolverFace<R: Evaluate> {
    pub(crate) solver: Solver<R>,
    pub(crate) spec: String,
}

impl<R: Evaluate> AnySolver for SolverFace<R> {
    fn advance(&mut self, nodes: u64, most: u16) -> bool {
        self.solver.advance(nodes, most)
    }

    fn distance(&self) -> Distance {
        self.solver.distance()
    }

    fn nodes(&self) -> u64 {
        self.solver.nodes()
    }

    fn proof(&mut self) -> Result<Proof, NoProof> {
        self.solver.proof(&self.spec)
    }

    fn save(&self, out: &mut dyn io::Write) -> io::Result<()> {
        self.solver.save(&self.spec, out)
    }

    fn load(&mut self, input: &mut dyn io::Read) -> Result<(), CheckpointError> {
        self.solver.load(&self.spec, input)
    }
}
