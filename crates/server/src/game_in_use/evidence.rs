use super::GameInUse;
use crate::domain::Evidence;

impl GameInUse {
    pub fn evidence(&self) -> Evidence {
        let rules = self.state.rules().filter(|_| !self.state.is_preparing());
        Evidence {
            spec: self.game().spec.clone(),
            position: rules.map(|rules| rules.live().position_text()),
            players: self.game().players,
            record: self.scoresheet([None, None], [None, None]),
        }
    }
}
