pub(crate) mod allowances;

use crate::domain::{Error, Sanction};
use entourage_registry::view::RestraintView;
use entourage_store::{Rights, SanctionRecord};

pub(crate) fn expect_not_muted(rights: &Rights, date: i64) -> Result<(), Error> {
    expect_not_banned(rights, date)?;
    standing(rights.mute.as_ref(), date).map_or(Ok(()), |sentence| Err(Error::Muted(sentence)))
}

pub(crate) fn expect_not_banned(rights: &Rights, date: i64) -> Result<(), Error> {
    standing(rights.ban.as_ref(), date).map_or(Ok(()), |sentence| Err(Error::Banned(sentence)))
}

fn standing(restraint: Option<&SanctionRecord>, date: i64) -> Option<Sanction> {
    let stands = restraint.filter(|restraint| restraint.stands(date))?;
    Some(Sanction { until: stands.until, reason: stands.reason.clone() })
}

/// Returns the view of a sanction for the account holder and for moderators; `None` if it has expired.
pub(crate) fn shown(restraint: Option<SanctionRecord>, date: i64) -> Option<RestraintView> {
    let SanctionRecord { until, reason } = restraint.filter(|restraint| restraint.stands(date))?;
    Some(RestraintView { until, reason })
}
