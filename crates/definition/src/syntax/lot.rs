use super::cursor::{Cursor, Parsed};
use super::lines::Sentence;
use super::noun;
use super::tree::{Lot, LotLine, LotLineKind};

pub(super) fn lot(cursor: &mut Cursor<'_>, lines: Vec<LotLine>) -> Parsed<Lot> {
    let place = noun::place(cursor)?;
    Ok(Lot { place, but: noun::but(cursor)?, lines })
}

pub(super) fn line(sentence: &Sentence<'_>) -> Parsed<LotLine> {
    let cursor = &mut Cursor::new(&sentence.tokens);
    let what = if cursor.take("each side by itself") {
        LotLineKind::Apart
    } else {
        cursor.article();
        let kind = cursor.kind()?;
        if cursor.take("on opposite colours") {
            LotLineKind::OppositeColours(kind)
        } else if cursor.take("between") {
            cursor.article();
            LotLineKind::Between(kind, cursor.kind()?)
        } else {
            return Err(cursor.expected(
                "\"on opposite colours\", or \"between\" and other pieces",
                "«\u{a0}on opposite colours\u{a0}», ou «\u{a0}between\u{a0}» et d'autres pièces",
            ));
        }
    };
    cursor.end()?;
    Ok(LotLine { span: sentence.span(), what })
}
