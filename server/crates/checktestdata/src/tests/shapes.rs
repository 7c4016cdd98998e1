//! Edges that have a shape.

use std::collections::BTreeSet;

use super::verdict;
use crate::{Draws, Limits, Program, Shape};

/// The edges that a program with two numbers on a line in a loop writes, the lesser end first.
fn edges(n_nodes: usize, n_edges: usize, shape: Shape, seed: u64) -> Vec<(usize, usize)> {
    let source = format!(
        "INT({n_nodes}, {n_nodes}, n) NEWLINE REP({n_edges}) INT(1, n, a) SPACE INT(1, n, b) SPACE INT(1, 9, w) NEWLINE END"
    );
    let program = Program::parse(source.as_bytes());
    let draws = Draws { seed, shape: Some(shape), ..Draws::default() };
    let input = program.generate(&draws, &Limits::default()).unwrap();
    assert_eq!(verdict(&program, &input, &Limits::default()), "accepted");
    let text = String::from_utf8(input).unwrap();
    let edge = |line: &str| {
        let ends: Vec<usize> = line.split(' ').take(2).map(|end| end.parse().unwrap()).collect();
        (ends[0].min(ends[1]), ends[0].max(ends[1]))
    };
    text.lines().skip(1).map(edge).collect()
}

fn degrees(edges: &[(usize, usize)], n_nodes: usize) -> Vec<usize> {
    let at = |node: usize| edges.iter().filter(|(one, other)| *one == node || *other == node).count();
    let mut all: Vec<usize> = (1..=n_nodes).map(at).collect();
    all.sort_unstable();
    all
}

fn is_connected(edges: &[(usize, usize)], n_nodes: usize) -> bool {
    let mut reached = BTreeSet::from([1]);
    for _ in 0..n_nodes {
        for (one, other) in edges {
            if reached.contains(one) || reached.contains(other) {
                reached.extend([*one, *other]);
            }
        }
    }
    reached.len() == n_nodes
}

#[test]
fn trees() {
    for seed in 0..40 {
        for shape in [Shape::Path, Shape::Star, Shape::Broom, Shape::Tree] {
            let edges = edges(7, 6, shape, seed);
            assert!(is_connected(&edges, 7), "{shape:?} {edges:?}");
            match shape {
                Shape::Path => assert_eq!(degrees(&edges, 7), [1, 1, 2, 2, 2, 2, 2]),
                Shape::Star => assert_eq!(degrees(&edges, 7), [1, 1, 1, 1, 1, 1, 6]),
                // Four nodes in a row, the last of which has three more.
                Shape::Broom => assert_eq!(degrees(&edges, 7), [1, 1, 1, 1, 2, 2, 4]),
                _ => {}
            }
        }
    }
}

#[test]
fn several_between_two() {
    let edges = edges(5, 8, Shape::Path, 5);
    for pair in [(1, 2), (2, 3), (3, 4), (4, 5)] {
        assert_eq!(edges.iter().filter(|edge| **edge == pair).count(), 2, "{edges:?}");
    }
}

#[test]
fn all_pairs() {
    for n_nodes in 2..7 {
        let n_pairs = n_nodes * (n_nodes - 1) / 2;
        let edges: BTreeSet<_> = edges(n_nodes, n_pairs, Shape::Clique, 1).into_iter().collect();
        assert_eq!(edges.len(), n_pairs);
    }
}

#[test]
fn layers() {
    // Three layers of two: all eight edges between neighbours.
    let wanted = [(1, 3), (1, 4), (2, 3), (2, 4), (3, 5), (3, 6), (4, 5), (4, 6)];
    let found: BTreeSet<_> = edges(6, 8, Shape::Layers, 1).into_iter().collect();
    assert_eq!(found, BTreeSet::from(wanted));
    for (seed, n_nodes) in (0..20).flat_map(|seed| (2..9).map(move |n| (seed, n))) {
        assert!(edges(n_nodes, 30, Shape::Layers, seed).iter().all(|(one, other)| one != other));
    }
}

#[test]
fn a_shape_gives_way_to_what_is_demanded() {
    let source = "INT(4, 4, n) NEWLINE REP(5) INT(1, n, a) SPACE INT(1, n, b) NEWLINE ASSERT(a > b) END";
    let program = Program::parse(source.as_bytes());
    for (shape, seed) in Shape::ALL.into_iter().flat_map(|shape| (0..10).map(move |seed| (shape, seed))) {
        let draws = Draws { seed, shape: Some(shape), ..Draws::default() };
        let input = program.generate(&draws, &Limits::default()).unwrap();
        assert_eq!(verdict(&program, &input, &Limits::default()), "accepted");
    }
}
