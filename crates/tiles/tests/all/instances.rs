//! Instance files, as benchmarks read them.

use hueco_tiles::instances::{InstanceError, InstanceFault};
use hueco_tiles::parse::Fault;
use hueco_tiles::{Instance, Position, Shape, read_instances};

fn read(text: &str, size: Option<Shape>) -> Vec<Result<Instance, InstanceError>> {
    read_instances(text.as_bytes(), size).collect()
}

#[track_caller]
fn fails(text: &str, line: usize, column: usize, what: InstanceFault) {
    let errors: Vec<_> = read(text, None).into_iter().filter_map(Result::err).collect();
    assert_eq!(errors, [InstanceError { at: Position { line, column }, what }], "{text:?}");
}

#[test]
fn columns_values_and_boards() {
    let text = "# two\n# columns: id optimal seconds tiles(4)\na 4 1.5 1 2 3 0\n\nb - - 0 1 2 3 # solved\n\
                # columns: optimal tiles(2x3)\n7 1 2 3 4 5 _\n";
    let instances: Vec<Instance> = read(text, None).into_iter().map(Result::unwrap).collect();
    let known: Vec<_> = instances.iter().map(|i| (i.line, i.id.as_str(), i.optimal, i.board.to_string())).collect();
    assert_eq!(
        known,
        [
            (3, "a", Some(4), "1 2 / 3 0".into()),
            (5, "b", None, "0 1 / 2 3".into()),
            (7, "7", Some(7), "1 2 3 / 4 5 0".into()),
        ]
    );
    assert_eq!(instances[0].values["seconds"], "1.5");
    assert!(!instances[1].values.contains_key("seconds"));
}

#[test]
fn a_size_shapes_the_cells() {
    let text = "# columns: tiles(6)\n1 2 3 4 5 0";
    let size = Shape::new(3, 2).unwrap();
    assert_eq!(read(text, Some(size))[0].as_ref().unwrap().board.shape(), size);
    fails(text, 1, 12, InstanceFault::NoShape { cells: 6 });
    let other = read("# columns: tiles(4)\n1 2 3 0", Some(size));
    assert!(matches!(other[..], [Err(InstanceError { what: InstanceFault::OtherSize { .. }, .. })]));
}

#[test]
fn faults_are_placed() {
    let no_tiles = |found: &str| InstanceFault::NoTiles { found: found.into() };
    fails("1 2 3 0", 1, 1, InstanceFault::NoColumns);
    fails("# columns: id optimal", 1, 15, no_tiles("optimal"));
    fails("# columns:", 1, 10, no_tiles(""));
    fails("# columns: tiles(4) id", 1, 12, no_tiles("tiles(4)"));
    fails("# columns: id tiles(1)", 1, 15, no_tiles("tiles(1)"));
    fails("# columns: id tiles(99999999999999999999)", 1, 15, no_tiles("tiles(999999999999999999…"));
    fails("# columns: id id tiles(4)", 1, 15, InstanceFault::ColumnTwice { name: "id".into() });
    let body = |line: &str| format!("# columns: id optimal tiles(4)\n{line}\nok 1 1 2 3 0\n");
    fails(&body("x 3 1 2 3"), 2, 9, InstanceFault::Words { expected: 6, found: 5 });
    fails(&body("x 3 1 2 3 0 5"), 2, 13, InstanceFault::Words { expected: 6, found: 7 });
    fails(&body("x 3a 1 2 3 0"), 2, 3, InstanceFault::NotALength { found: "3a".into() });
    fails(&body("x 3 1 2 3 4"), 2, 11, InstanceFault::Board(Fault::NoBlank));
    fails(&body("é 3 1 2 3 -"), 2, 11, InstanceFault::Board(Fault::Hyphen { found: "-".into() }));
    fails(&body("x 3 1 2/ 3 0"), 2, 7, InstanceFault::Board(Fault::Unexpected { found: "2/".into() }));
}
