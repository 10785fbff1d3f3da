//! Keys as bytes.

use crate::{SignatureError, SigningKey, VerifyingKey};
use core::{fmt, marker::PhantomData};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, SeqAccess, Visitor},
};

/// 32 bytes, as bytes or as a sequence.
struct Bytes<T> {
    what: &'static str,
    key: PhantomData<T>,
}

impl<'de, T: for<'a> TryFrom<&'a [u8], Error = SignatureError>> Visitor<'de> for Bytes<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an Ed25519 {} key, 32 bytes", self.what)
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<T, E> {
        T::try_from(bytes).map_err(E::custom)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<T, A::Error> {
        let mut bytes = [0; 32];
        for (i, byte) in bytes.iter_mut().enumerate() {
            *byte = sequence
                .next_element()?
                .ok_or_else(|| A::Error::invalid_length(i, &self))?;
        }
        let mut length = bytes.len();
        while sequence.next_element::<u8>()?.is_some() {
            length += 1;
        }
        if length > bytes.len() {
            return Err(A::Error::invalid_length(length, &self));
        }
        self.visit_bytes(&bytes)
    }
}

macro_rules! key {
    ($type:ident, $what:literal) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_bytes(self.as_bytes())
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_bytes(Bytes {
                    what: $what,
                    key: PhantomData,
                })
            }
        }
    };
}
key! { SigningKey, "secret" }
key! { VerifyingKey, "public" }
