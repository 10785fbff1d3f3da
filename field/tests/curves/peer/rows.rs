//! Results as text: a name and what came out.

use elliptic_curve::{ctutils, ff::PrimeField, subtle::CtOption};
use std::fmt::{Debug, Display};

pub(crate) type Rows = Vec<(&'static str, String)>;

/// One row for each expression, named by its own text.
macro_rules! rows {
    ($show:expr; $($e:expr),+ $(,)?) => { vec![$((stringify!($e), $show($e))),+] };
}
pub(crate) use rows;

/// The rows of both sides are the same, in the same order. What differs is shown: ours, then the peer's.
#[track_caller]
pub(crate) fn same(ours: &Rows, peers: &Rows) {
    assert_eq!(ours.len(), peers.len());
    let different: Vec<_> = ours
        .iter()
        .zip(peers)
        .filter(|(ours, peers)| ours != peers)
        .collect();
    assert!(different.is_empty(), "{different:#?}");
}

pub(crate) fn octets(bytes: impl AsRef<[u8]>) -> String {
    hex::encode(bytes)
}

/// `Debug` text. It may hold the path of the curve's type, which is the one thing that differs; and P-521's elements, spread over
/// lines.
pub(crate) fn debug(value: impl Debug) -> String {
    let lines = if crate::curve::SIZE == 66 {
        String::new()
    } else {
        format!("{value:#?}")
    };
    format!("{value:?} {lines}").replace(crate::curve::NAMES[0], crate::curve::NAMES[1])
}

pub(crate) fn display(value: impl Display) -> String {
    value.to_string()
}

pub(crate) fn flag(value: impl Into<bool>) -> String {
    let value: bool = value.into();
    value.to_string()
}

pub(crate) fn element<F: PrimeField<Repr: AsRef<[u8]>>>(value: F) -> String {
    octets(value.to_repr())
}

pub(crate) fn optional<F: PrimeField<Repr: AsRef<[u8]>>>(value: impl IntoOption<F>) -> String {
    value.into_plain().map_or("none".into(), element)
}

/// The three kinds of option that the crates return.
pub(crate) trait IntoOption<T> {
    fn into_plain(self) -> Option<T>;
}

impl<T> IntoOption<T> for Option<T> {
    fn into_plain(self) -> Option<T> {
        self
    }
}

impl<T, E> IntoOption<T> for Result<T, E> {
    fn into_plain(self) -> Option<T> {
        self.ok()
    }
}

impl<T> IntoOption<T> for CtOption<T> {
    fn into_plain(self) -> Option<T> {
        self.into()
    }
}

impl<T> IntoOption<T> for ctutils::CtOption<T> {
    fn into_plain(self) -> Option<T> {
        self.into_option()
    }
}

/// A value's text, or its error's in both forms.
pub(crate) fn result<T, E: Debug + Display>(
    value: Result<T, E>,
    show: impl Fn(T) -> String,
) -> String {
    match value {
        Ok(value) => show(value),
        Err(error) => format!("error {error} {error:?}"),
    }
}
