//! A learning-management service in one self-contained binary.

fn main() {}
