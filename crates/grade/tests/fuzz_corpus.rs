//! The fuzz body on the corpus and on generated outputs, so that it runs on every machine.

use std::path::Path;

use hueco_grade::fuzz;
use proptest::prelude::*;

#[test]
fn outputs() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/grade_output");
    let mut seeds = 0;
    for entry in std::fs::read_dir(&folder).unwrap() {
        let data = std::fs::read(entry.unwrap().path()).unwrap();
        // Cut anywhere, a seed is a new case.
        (0..=data.len()).for_each(|end| fuzz::grade_output(&data[..end]));
        seeds += 1;
    }
    assert!(seeds >= 5, "{} has {seeds} seeds", folder.display());
}

proptest! {
    #[test]
    fn any_bytes(data in prop::collection::vec(any::<u8>(), 0..200)) {
        fuzz::grade_output(&data);
    }

    #[test]
    fn text_like_outputs(
        input in "(1 1 0 2 3 4 5 6 7 8|[0-9 \n-]{0,20}) [2-5] 5",
        outputs in prop::array::uniform2("(PIEZAS\n\n|SUMAS\n|[0-8] [0-8] [0-8]\n|-1\n\n|solution [0-9]{1,20} moves\n|up down\n|N.mero de movimientos = [0-9]{1,20}\n|Colocar [0-9] En la casilla [0-9]\n|é|\r\n){0,20}"),
    ) {
        let [right, found] = outputs;
        fuzz::grade_output(format!("{input}\n---\n{right}\n---\n{found}").as_bytes());
    }
}
