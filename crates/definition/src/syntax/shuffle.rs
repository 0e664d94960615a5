use super::cursor::{Cursor, Parsed};
use super::lines::Sentence;
use super::noun;
use super::tree::{Shuffle, ShuffleLine, ShuffleLineKind};

pub(super) fn shuffle(cursor: &mut Cursor<'_>, lines: Vec<ShuffleLine>) -> Parsed<Shuffle> {
    let place = noun::place(cursor)?;
    Ok(Shuffle { place, but: noun::but(cursor)?, lines })
}

pub(super) fn line(sentence: &Sentence<'_>) -> Parsed<ShuffleLine> {
    let cursor = &mut Cursor::new(&sentence.tokens);
    let what = if cursor.take("each side by itself") {
        ShuffleLineKind::Apart
    } else {
        cursor.article();
        let kind = cursor.kind()?;
        if cursor.take("on opposite colours") {
            ShuffleLineKind::OppositeColours(kind)
        } else if cursor.take("between") {
            cursor.article();
            ShuffleLineKind::Between(kind, cursor.kind()?)
        } else {
            return Err(cursor.expected(
                "\"on opposite colours\", or \"between\" and other pieces",
                "«\u{a0}on opposite colours\u{a0}», ou «\u{a0}between\u{a0}» et d'autres pièces",
            ));
        }
    };
    cursor.end()?;
    Ok(ShuffleLine { span: sentence.span(), what })
}
