pub(crate) mod allowances;

use crate::domain::{Error, Sanction};
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expired_sanctions_have_no_effect() {
        let restraint = |until| Some(SanctionRecord { until, reason: "rude".into() });
        let free = Rights { role: None, mute: None, ban: None, since: 0 };
        assert!(expect_not_muted(&free, 5).is_ok());
        let muted = Rights { mute: restraint(Some(6)), ..free.clone() };
        assert!(matches!(expect_not_muted(&muted, 5), Err(Error::Muted(_))));
        assert!(expect_not_muted(&muted, 6).is_ok() && expect_not_banned(&muted, 5).is_ok());
        let banned = Rights { ban: restraint(None), ..free };
        for refused in [expect_not_muted(&banned, 5), expect_not_banned(&banned, i64::MAX)] {
            assert!(matches!(refused, Err(Error::Banned(_))));
        }
    }
}
