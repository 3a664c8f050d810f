//! The tests of what is shown from outside, all in one program: to link many takes longer than to run them.

mod boxes;
mod charts;
mod counts;
mod reading;
mod recording;
mod text;
