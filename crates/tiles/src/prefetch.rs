//! A word to the processor that something will be wanted soon, for searches that look up more than the caches hold.
//!
//! *Why it is sound.* A prefetch is a hint: it changes nothing that a program can see, and an address that is not mapped
//! is ignored, so any address will do. On other processors nothing is said, and the search is merely slower.

#![allow(unsafe_code)]

/// Asks for the element at an index; one behind the end is allowed and leads nowhere.
#[inline(always)]
pub(crate) fn prefetch<T>(elements: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let address = elements.as_ptr().wrapping_add(index).cast();
        // SAFETY: a hint; any address will do.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(address) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (elements, index);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_index_may_be_asked_for() {
        for bytes in [&[][..], &[1, 2, 3]] {
            for index in [0, 2, 3, 4096, usize::MAX] {
                prefetch(bytes, index);
            }
        }
    }
}
