//! The tests of number placement from outside, all in one program: to link many takes longer than to run them.

mod agreement;
mod faults;
mod samples;
