//! Tests of the features over folders written as text.

mod actions;
mod checktestdata;
mod completion;
mod hover;
mod inlay;
mod label;
mod lens;
mod lists;
mod manifest;
mod matrix;
mod navigate;
mod rerun;
mod rewrites;
mod robust;
mod rules;
mod scene;
mod show_test;
