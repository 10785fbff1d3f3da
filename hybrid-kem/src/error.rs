use core::{array::TryFromSliceError, error::Error, fmt};

/// The ciphertext is not one that any encapsulation makes: its point is not on the curve, or of small order; or it has another
/// length.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct DecapsulationError;

impl fmt::Display for DecapsulationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the ciphertext has no valid point")
    }
}

impl Error for DecapsulationError {}

impl From<TryFromSliceError> for DecapsulationError {
    fn from(_: TryFromSliceError) -> Self {
        Self
    }
}
