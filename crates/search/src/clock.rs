//! The clock by which limits are kept: the system's, or in WebAssembly the host's.
//!
//! In WebAssembly without a system `std::time::Instant::now` panics. There the program that loads the module supplies the time, by an
//! import `now` of the module `clock`: milliseconds since any moment, as `performance.now()` returns them.

#[cfg(not(target_arch = "wasm32"))]
pub use std::time::Instant;

#[cfg(target_arch = "wasm32")]
pub use imported::Instant;

#[cfg(target_arch = "wasm32")]
mod imported {
    #![allow(unsafe_code)]

    use std::ops::{Add, Sub};
    use std::time::Duration;

    // SAFETY: the import takes nothing and returns a number; a module that is loaded without it does not start.
    #[link(wasm_import_module = "clock")]
    unsafe extern "C" {
        safe fn now() -> f64;
    }

    /// A moment by the host's clock: what the engine uses of `std::time::Instant`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Instant(Duration);

    impl Instant {
        /// This moment.
        #[must_use]
        pub fn now() -> Self {
            Self(Duration::try_from_secs_f64(now() / 1000.0).unwrap_or_default())
        }

        /// The time since then.
        #[must_use]
        pub fn elapsed(&self) -> Duration {
            Self::now() - *self
        }

        /// The moment this much later, if there is one.
        #[must_use]
        pub fn checked_add(&self, time: Duration) -> Option<Self> {
            self.0.checked_add(time).map(Self)
        }

        /// The time since an earlier moment; none if that is later.
        #[must_use]
        pub fn saturating_duration_since(&self, earlier: Self) -> Duration {
            self.0.saturating_sub(earlier.0)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Self;

        fn add(self, time: Duration) -> Self {
            Self(self.0.saturating_add(time))
        }
    }

    impl Sub for Instant {
        type Output = Duration;

        fn sub(self, earlier: Self) -> Duration {
            self.saturating_duration_since(earlier)
        }
    }
}
