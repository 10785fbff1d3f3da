//! Traits of points and encodings.

use subtle::ConstantTimeEq;

/// What has a neutral element.
pub trait Identity {
    /// The neutral element.
    fn identity() -> Self;
}

/// What can be asked whether it is the neutral element.
pub trait IsIdentity {
    /// Is this the neutral element?
    fn is_identity(&self) -> bool;
}

impl<T: ConstantTimeEq + Identity> IsIdentity for T {
    fn is_identity(&self) -> bool {
        self.ct_eq(&T::identity()).into()
    }
}
