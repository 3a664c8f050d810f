//! Instance files, as benchmarks read them.

use hueco_tiles::instances::{Form, InstanceError, InstanceFault};
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
fn lines_of_numbers_are_read_as_hog2_writes_them() {
    let ids = |text: &str, size| {
        let instances = read(text, size).into_iter().map(Result::unwrap);
        instances.map(|i| (i.form, i.id, i.board.to_string())).collect::<Vec<_>>()
    };
    let counted = "7 0 1 2 3\n8\t3 1  2 0 \n";
    assert_eq!(
        ids(counted, None),
        [(Form::Hog2, "7".into(), "0 1 / 2 3".into()), (Form::Hog2, "8".into(), "3 1 / 2 0".into())]
    );
    assert_eq!(ids("# plain\n0 1 2 3\n", None), [(Form::Hog2, "2".into(), "0 1 / 2 3".into())]);
    let size = Shape::new(2, 3).unwrap();
    assert_eq!(ids("1 5 4 3 2 1 0", Some(size)), [(Form::Hog2, "1".into(), "5 4 3 / 2 1 0".into())]);
    assert_eq!(ids("# columns: tiles(4)\n0 1 2 3", None)[0].0, Form::Columns);
    fails("1 2 3 4 5 6 7", 1, 1, InstanceFault::NoBoard { found: 7, size: None });
    fails("5", 1, 1, InstanceFault::NoBoard { found: 1, size: None });
    // The first line decides what the others must be.
    fails("1 0 1 2 3\n0 1 2 3", 2, 7, InstanceFault::Words { expected: 5, found: 4 });
    fails("1 0 1 2 2", 1, 9, InstanceFault::Board(Fault::Twice { number: 2, first: Position { line: 1, column: 7 } }));
    let other = read("1 0 1 2 3", Some(size));
    let expected = InstanceFault::NoBoard { found: 5, size: Some(size) };
    assert!(matches!(&other[..], [Err(InstanceError { what, .. })] if *what == expected));
}

#[test]
fn faults_are_placed() {
    let no_tiles = |found: &str| InstanceFault::NoTiles { found: found.into() };
    fails("a 1 2 3 0", 1, 1, InstanceFault::NoColumns);
    fails("\n# no columns\n1 2 3 -", 3, 1, InstanceFault::NoColumns);
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
