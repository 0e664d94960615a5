use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

/// Reads JSON in which numbers without a fraction are integers: some clients write `3.0` for `3`. A repeated field is an error.
pub(super) struct Whole(pub Value);

/// Floats are exact up to here.
const EXACT: f64 = 9_007_199_254_740_992.0;

struct Reading;

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reading)
    }
}

impl<'de> Visitor<'de> for Reading {
    type Value = Whole;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E: Error>(self) -> Result<Whole, E> {
        Ok(Whole(Value::Null))
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Whole, E> {
        Ok(Whole(value.into()))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Whole, E> {
        Ok(Whole(value.into()))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Whole, E> {
        Ok(Whole(value.into()))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Whole, E> {
        let whole = value.fract() == 0.0 && value.abs() < EXACT;
        Ok(Whole(if whole { Value::from(value as i64) } else { value.into() }))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Whole, E> {
        Ok(Whole(value.into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Whole, A::Error> {
        let mut all = Vec::new();
        while let Some(Whole(value)) = values.next_element()? {
            all.push(value);
        }
        Ok(Whole(all.into()))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Whole, A::Error> {
        let mut map = Map::new();
        while let Some((name, Whole(value))) = fields.next_entry::<String, Whole>()? {
            if map.insert(name, value).is_some() {
                return Err(A::Error::custom("a field is named twice"));
            }
        }
        Ok(Whole(map.into()))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(text: &str) -> Option<Value> {
        serde_json::from_str(text).ok().map(|Whole(value)| value)
    }

    #[test]
    fn a_number_without_a_fraction_is_a_whole_one() {
        let text = r#"{ "a": [1.0, -0.0, 2.5, 1e300, 18446744073709551615, -3], "b": { "c": 3.0e0, "d": "3.0" }, "e": [null, true] }"#;
        let value =
            json!({ "a": [1, 0, 2.5, 1e300, u64::MAX, -3], "b": { "c": 3, "d": "3.0" }, "e": [null, true] });
        assert_eq!(read(text), Some(value));
    }

    #[test]
    fn what_json_readers_disagree_about_is_refused() {
        for text in [r#"{"a":1,"a":1}"#, r#"[{"a":{"b":1,"c":2,"b":3}}]"#, "", "{", "[1,]", "NaN", "1 1"] {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(read(&"[".repeat(100_000)), None);
    }
}
