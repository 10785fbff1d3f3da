//! Elliptic curve Diffie-Hellman, SP 800-56A § 5.7.1.2: the shared secret is the x-coordinate, 48 bytes.
//!
//! ```
//! # #[cfg(feature = "getrandom")] {
//! use p384_fast::{PublicKey, ecdh::EphemeralSecret, elliptic_curve::Generate};
//!
//! let (alice, bob) = (EphemeralSecret::generate(), EphemeralSecret::generate());
//! // Each sends its public key as SEC1 bytes; decoding checks that the point is on the curve and not the identity.
//! let from_bob = PublicKey::from_sec1_bytes(&bob.public_key().to_sec1_bytes())?;
//! assert_eq!(
//!     alice.diffie_hellman(&from_bob).raw_secret_bytes(),
//!     bob.diffie_hellman(&alice.public_key()).raw_secret_bytes(),
//! );
//! # }
//! # Ok::<(), p384_fast::elliptic_curve::Error>(())
//! ```

pub use elliptic_curve::ecdh::diffie_hellman;

use crate::NistP384;

/// An ephemeral secret key, used once.
pub type EphemeralSecret = elliptic_curve::ecdh::EphemeralSecret<NistP384>;

/// The x-coordinate of the shared point: derive keys from it, do not use it as one.
pub type SharedSecret = elliptic_curve::ecdh::SharedSecret<NistP384>;
