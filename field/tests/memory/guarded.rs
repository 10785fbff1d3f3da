//! Inputs against pages that may not be touched: who reads beyond them dies.

use std::{
    fmt::Debug,
    mem::{align_of, size_of_val},
    ptr, slice,
};

/// One readable page between two that may not be touched.
struct Guarded {
    map: *mut u8,
    page: usize,
}

impl Guarded {
    fn new() -> Self {
        // SAFETY: asks for fresh pages; nothing else lives there.
        unsafe {
            let page = usize::try_from(libc::sysconf(libc::_SC_PAGESIZE)).unwrap();
            let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
            let map = libc::mmap(ptr::null_mut(), 3 * page, libc::PROT_NONE, flags, -1, 0);
            assert_ne!(map, libc::MAP_FAILED);
            let map = map.cast::<u8>();
            let middle = map.add(page).cast();
            assert_eq!(
                libc::mprotect(middle, page, libc::PROT_READ | libc::PROT_WRITE),
                0
            );
            Self { map, page }
        }
    }

    /// A copy that ends where the page ends, or that starts where it starts.
    fn place<T: Copy>(&mut self, values: &[T], at_end: bool) -> &[T] {
        let size = size_of_val(values);
        assert!(size <= self.page && self.page.is_multiple_of(align_of::<T>()));
        let offset = if at_end { self.page - size } else { 0 };
        // SAFETY: `size` bytes from `offset` lie in the middle page. Both ends of it are aligned for T, since the size of T
        // is a multiple of its alignment. The borrow of `self` keeps the map alive and unchanged.
        unsafe {
            let place = self.map.add(self.page + offset).cast::<T>();
            ptr::copy_nonoverlapping(values.as_ptr(), place, values.len());
            slice::from_raw_parts(place, values.len())
        }
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        // SAFETY: the map of `new`, once.
        assert_eq!(unsafe { libc::munmap(self.map.cast(), 3 * self.page) }, 0);
    }
}

/// `f` gives the same result when its input lies against a guard page, at either side.
pub(crate) fn slice_at_edges<T: Copy, R: PartialEq + Debug>(
    values: &[T],
    f: impl Fn(&[T]) -> R,
) -> R {
    let expected = f(values);
    for at_end in [true, false] {
        let mut guarded = Guarded::new();
        assert_eq!(f(guarded.place(values, at_end)), expected);
    }
    expected
}

pub(crate) fn at_edges<T: Copy, R: PartialEq + Debug>(value: T, f: impl Fn(&T) -> R) -> R {
    slice_at_edges(&[value], |v| f(&v[0]))
}

pub(crate) fn both_at_edges<A: Copy, B: Copy, R: PartialEq + Debug>(
    a: A,
    b: B,
    f: impl Fn(&A, &B) -> R,
) -> R {
    at_edges(a, |a| at_edges(b, |b| f(a, b)))
}

/// The control of the tests below: a read of one byte too many kills the process.
#[test]
fn a_guard_page_catches_one_byte() {
    for (at_end, offset) in [(true, 32), (false, -1)] {
        let mut guarded = Guarded::new();
        let last = guarded
            .place(&[7u8; 32], at_end)
            .as_ptr()
            .wrapping_offset(offset);
        // SAFETY: the child reads one byte, which must fault, and ends without running anything else.
        let status = unsafe {
            match libc::fork() {
                0 => {
                    ptr::read_volatile(last);
                    libc::_exit(0)
                }
                child => {
                    assert!(child > 0, "fork");
                    let mut status = 0;
                    assert_eq!(libc::waitpid(child, &mut status, 0), child);
                    status
                }
            }
        };
        // A sanitizer catches the signal, and ends the child with an error.
        let killed = libc::WIFSIGNALED(status)
            && [libc::SIGSEGV, libc::SIGBUS].contains(&libc::WTERMSIG(status));
        let stopped = libc::WIFEXITED(status) && libc::WEXITSTATUS(status) != 0;
        assert!(killed || stopped, "the child survived: {status:#x}");
    }
}
