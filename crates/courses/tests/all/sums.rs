//! `sums`: the document's counts, words and route; puzzles of other shapes; no solution; limits.

use hueco_courses::Ending;
use hueco_courses::sums::{self, Format, Options};
use hueco_search::{Budget, Limit};
use hueco_sums::{Puzzle, parse};

fn written(puzzle: &Puzzle, options: Options) -> String {
    let mut output = Vec::new();
    assert_eq!(sums::run(puzzle, options, &mut output, &mut Budget::unlimited(), &mut |_| {}).unwrap(), Ending::Done);
    String::from_utf8(output).unwrap()
}

fn states(text: &str) -> Vec<&str> {
    text.lines().filter_map(|line| line.strip_prefix("Node Value ")).collect()
}

const END: &str = "SOLUCIÓN ENCONTRADA, DETENIENDO PROCESO:\n[2, 1, 3, 5, 4]\nColocar 1 En la casilla 1\n\
                   Colocar 2 En la casilla 0\nColocar 3 En la casilla 2\n    2\n1   3   5\n    4\n";

#[test]
fn the_documents_record() {
    for (tree, created, examined) in [(true, 82, 51), (false, 34, 31)] {
        let text = written(&sums::cross(), Options { tree, ..Options::default() });
        let start = "Iniciando creación del árbol\nAplicando operadores y realizando bitácora de desarrollo:\n\
                     Node Value [0, 0, 0, 5, 4]\nNode Value [1, 0, 0, 5, 4]\nNode Value [0, 1, 0, 5, 4]\n\
                     Node Value [0, 0, 1, 5, 4]\nNode Value [2, 0, 0, 5, 4]\nNode Value [0, 2, 0, 5, 4]\n\
                     Node Value [0, 0, 2, 5, 4]\nNode Value [3, 0, 0, 5, 4]\nNode Value [0, 3, 0, 5, 4]\n\
                     Node Value [0, 0, 3, 5, 4]\n";
        assert!(text.starts_with(start), "{text}");
        assert!(text.ends_with(END), "{text}");
        let (before, after) = text.split_once("Buscando ruta solución:\n").unwrap();
        assert_eq!((states(before).len(), states(after).len()), (created, examined));
        // Breadth-first: states are examined in the order in which they were created.
        assert_eq!(states(after), states(before)[..examined]);
    }
}

#[test]
fn json() {
    for (tree, created, examined) in [(true, 82, 51), (false, 34, 31)] {
        let json = written(&sums::cross(), Options { tree, format: Format::Json, ..Options::default() });
        let object: serde_json::Value = serde_json::from_str(&json).unwrap();
        let count = |key: &str| object[key].as_array().unwrap().len();
        assert_eq!((count("created"), count("examined")), (created, examined));
        assert!(json.starts_with("{\"created\":[[0,0,0,5,4],[1,0,0,5,4],"), "{json}");
        let end = "\"solution\":[2,1,3,5,4],\"route\":[{\"number\":1,\"cell\":\"B\"},{\"number\":2,\"cell\":\"A\"},\
                   {\"number\":3,\"cell\":\"C\"}]}\n";
        assert!(json.ends_with(end), "{json}");
    }
}

#[test]
fn a_seed_shuffles_numbers_and_is_repeatable() {
    let run = |seed| written(&sums::cross(), Options { seed: Some(seed), ..Options::default() });
    let ordered = written(&sums::cross(), Options::default());
    assert_eq!(run(1), run(1));
    assert!((0..5).any(|seed| run(seed) != ordered));
    for seed in 0..5 {
        let text = run(seed);
        assert!(text.contains("[2, 1, 3, 5, 4]\nColocar "), "{text}");
        // The cells stay in order: each number comes first in A, then in B, then in C.
        let level: Vec<&str> = states(&text)[1..10].to_vec();
        for cells in level.chunks(3) {
            let place = |state: &str| state.split(", ").position(|cell| cell.trim_start_matches('[') != "0").unwrap();
            assert_eq!(cells.iter().map(|state| place(state)).collect::<Vec<_>>(), [0, 1, 2], "{text}");
        }
    }
}

#[test]
fn no_solution_is_reported() {
    let impossible = parse("cells\n  A B\nnumbers 1 2\nA + B = 9\n").unwrap();
    let text = written(&impossible, Options::default());
    assert!(text.ends_with("NO HAY SOLUCIÓN\n"), "{text}");
    let json = written(&impossible, Options { format: Format::Json, ..Options::default() });
    assert!(json.ends_with("\"solution\":null,\"route\":null}\n"), "{json}");
}

#[test]
fn a_limit_is_not_the_same_as_no_solution() {
    let mut output = Vec::new();
    let ending =
        sums::run(&sums::cross(), Options::default(), &mut output, &mut Budget::unlimited().max_nodes(10), &mut |_| {});
    assert_eq!(ending.unwrap(), Ending::Stopped(Limit::Nodes));
    let text = String::from_utf8(output).unwrap();
    assert!(!text.contains("SOLUCIÓN"), "{text}");
}
