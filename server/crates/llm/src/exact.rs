//! JSON values as types read them, without what serde takes on top: a list is no object, and a word alone is a variant.

use serde::{
    Deserializer,
    de::{
        Error as _, Expected, IntoDeserializer, Unexpected, Visitor,
        value::{MapDeserializer, SeqDeserializer, StrDeserializer},
    },
    forward_to_deserialize_any,
};
use serde_json::{Error, Value};

/// A value to be read.
#[derive(Clone, Copy)]
pub(crate) struct Exact<'a>(pub(crate) &'a Value);

impl Exact<'_> {
    /// That it is something else.
    fn is_not(self, wanted: &dyn Expected) -> Error {
        let is = match self.0 {
            Value::Null => Unexpected::Unit,
            Value::Bool(value) => Unexpected::Bool(*value),
            Value::Number(_) => Unexpected::Other("number"),
            Value::String(text) => Unexpected::Str(text),
            Value::Array(_) => Unexpected::Seq,
            Value::Object(_) => Unexpected::Map,
        };
        Error::invalid_type(is, wanted)
    }
}

impl<'de> IntoDeserializer<'de, Error> for Exact<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for Exact<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(value) => visitor.visit_bool(*value),
            Value::Number(number) => number.deserialize_any(visitor),
            Value::String(text) => visitor.visit_borrowed_str(text),
            Value::Array(items) => visitor.visit_seq(SeqDeserializer::new(items.iter().map(Exact))),
            Value::Object(map) => {
                visitor.visit_map(MapDeserializer::new(map.iter().map(|(key, value)| (key.as_str(), Exact(value)))))
            }
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        if self.0.is_object() { self.deserialize_any(visitor) } else { Err(self.is_not(&"an object")) }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self.0 {
            Value::String(word) => visitor.visit_enum(StrDeserializer::<Error>::new(word)),
            _ => Err(self.is_not(&"one of the words that are allowed")),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _name: &'static str, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map identifier
    }
}
