//! The tests of the server from outside, all in one program: to link many takes longer than to run them.

mod common;
mod hostile;
mod jobs;
mod openapi;
mod routes;
