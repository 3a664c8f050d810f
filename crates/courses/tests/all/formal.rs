//! `formal`: the document's state, operators and examples, and the two outputs.

use hueco_courses::formal::{self, Account, Format, Model, NUM_OPERATORS, Operator, State, apply_operator, is_valid};
use hueco_courses::{CourseError, Ending};
use hueco_search::{BestFirst, Budget, Search};
use hueco_tiles::{Board, RandomBoards, Shape, parse_board, replay};

const GOAL: &str = "1 2 3 / 8 0 4 / 7 6 5";

fn board(text: &str) -> Board {
    parse_board(text, None).unwrap()
}

fn written(start: &str, goal: &str, format: Format) -> (Ending, String) {
    let mut output = Vec::new();
    let ending = formal::run(&board(start), &board(goal), format, &mut output, &mut Budget::unlimited());
    (ending.unwrap(), String::from_utf8(output).unwrap())
}

fn account(start: &str, goal: &str) -> Account {
    Account::new(&board(start), &board(goal), &mut Budget::unlimited()).unwrap()
}

#[test]
fn json_of_the_documents_state() {
    let (ending, json) = written("1 2 3 / 4 5 6 / 0 8 7", GOAL, Format::Json);
    assert_eq!(ending, Ending::Done);
    let start = "{\"celdas\":[[1,2,3],[4,5,6],[9,8,7]],\"fila\":[1,1,1,2,2,2,3,3,3],\"col\":[1,2,3,1,2,3,3,2,1],\
                 \"operators\":[{\"number\":1,\"name\":\"ARRIBA\",\"valid\":true,\"successor\":[1,2,3,0,5,6,4,8,7]},\
                 {\"number\":2,\"name\":\"ABAJO\",\"valid\":false,\"successor\":null},\
                 {\"number\":3,\"name\":\"IZQUIERDA\",\"valid\":false,\"successor\":null},\
                 {\"number\":4,\"name\":\"DERECHA\",\"valid\":true,\"successor\":[1,2,3,4,5,6,8,0,7]}],\
                 \"is_goal\":false,\"solvable\":true,\"solution\":[";
    assert!(json.starts_with(start), "{json}");
    assert!(json.ends_with("],\"cost\":10}\n"), "{json}");
}

#[test]
fn json_of_an_unsolvable_board() {
    let (ending, json) = written("5 4 0 / 6 1 8 / 7 3 2", GOAL, Format::Json);
    assert_eq!(ending, Ending::Done);
    assert!(json.ends_with("\"is_goal\":false,\"solvable\":false,\"solution\":null,\"cost\":null}\n"), "{json}");
}

#[test]
fn the_documents_examples() {
    let last = "1 2 3 / 4 5 6 / 7 8 0";
    for (start, inversions, cost) in [("5 4 0 / 6 1 8 / 7 3 2", "16", 22), ("1 2 3 / 0 4 5 / 7 8 6", "2", 3)] {
        let (_, text) = written(start, GOAL, Format::Text);
        let expected = format!("Objetivo alcanzable: no\n  inversiones: {inversions}; las del objetivo: 7\n");
        assert!(text.contains(&expected), "{text}");
        assert_eq!(account(start, last).cost(), Some(cost));
    }
    assert_eq!(account("1 2 3 / 4 5 6 / 0 8 7", GOAL).cost(), Some(10));
}

#[test]
fn text_of_the_documents_state() {
    let (_, text) = written("1 2 3 / 0 4 5 / 7 8 6", "1 2 3 / 4 5 6 / 7 8 0", Format::Text);
    let expected = "celdas\n1 2 3\n9 4 5\n7 8 6\n\nfila = 1 1 1 2 2 3 3 3 2\ncol  = 1 2 3 2 3 3 1 2 1\n\n\
                    estadoFinal\n1 2 3\n4 5 6\n7 8 9\n\nfila = 1 1 1 2 2 2 3 3 3\ncol  = 1 2 3 1 2 3 1 2 3\n\n\
                    1 ARRIBA     esValido: sí  fila[9] > 1: el hueco no está en la primera fila\n0 2 3\n1 4 5\n7 8 6\n\n\
                    fila = 2 1 1 2 2 3 3 3 1\ncol  = 1 2 3 2 3 3 1 2 1\n\n\
                    2 ABAJO      esValido: sí  fila[9] < 3: el hueco no está en la última fila\n1 2 3\n7 4 5\n0 8 6\n\n\
                    fila = 1 1 1 2 2 3 2 3 3\ncol  = 1 2 3 2 3 3 1 2 1\n\n\
                    3 IZQUIERDA  esValido: no  col[9] > 1: el hueco no está en la primera columna\n\n\
                    4 DERECHA    esValido: sí  col[9] < 3: el hueco no está en la última columna\n1 2 3\n4 0 5\n7 8 6\n\n\
                    fila = 1 1 1 2 2 3 3 3 2\ncol  = 1 2 3 1 3 3 1 2 2\n\n\
                    testObjetivo: no\nObjetivo alcanzable: sí\nSolución: DERECHA DERECHA ABAJO\nCoste del camino: 3\n";
    assert_eq!(text, expected);
    let (_, text) = written(GOAL, GOAL, Format::Text);
    assert!(text.ends_with("testObjetivo: sí\nObjetivo alcanzable: sí\nSolución: \nCoste del camino: 0\n"), "{text}");
}

#[test]
fn the_search_can_be_chosen() {
    let (start, goal) = (board("1 2 3 / 4 5 6 / 0 8 7"), board(GOAL));
    for (name, method) in formal::Method::ALL {
        assert_eq!(formal::Method::parse(name), Some(method));
        let account = Account::by(&start, &goal, method, &mut Budget::unlimited()).unwrap();
        let moves: Vec<_> = account.solution.as_ref().unwrap().iter().map(|operator| operator.direction()).collect();
        assert_eq!(replay(&start, &moves).unwrap(), goal, "{name}");
        assert!(account.cost() == Some(10) || method == formal::Method::Dfs, "{name}");
    }
    let mut output = Vec::new();
    formal::run_by(&start, &goal, formal::Method::Bfs, Format::Text, &mut output, &mut Budget::unlimited()).unwrap();
    assert!(String::from_utf8(output).unwrap().contains("Solución (en anchura): "));
}

#[test]
fn boards_are_read_as_the_document_prints_them() {
    let same =
        ["{ {1,2,3}, {4,5,6}, {9,8,7} }", "{{1,2,3},{4,5,6},{0,8,7}}", "1 2 3 / 4 5 6 / 9 8 7", "1 2 3 4 5 6 9 8 7"];
    for text in same {
        assert_eq!(board(&formal::plain_form(text)), board("1 2 3 / 4 5 6 / 0 8 7"), "{text}");
    }
    // Other texts stay as they are, so that errors speak of what was typed.
    for text in ["1 2 3 / 4 x 6 / 0 8 7", "blank-first", "", "{", "1 2 3 / 4 0 5 / 7 8 6"] {
        assert_eq!(formal::plain_form(text), text);
    }
}

#[test]
fn operators_have_numbers_and_names() {
    assert_eq!(Operator::ALL.len(), NUM_OPERATORS);
    let named: Vec<_> = Operator::ALL.iter().map(|operator| (operator.number(), operator.name())).collect();
    assert_eq!(named, [(1, "ARRIBA"), (2, "ABAJO"), (3, "IZQUIERDA"), (4, "DERECHA")]);
    for operator in Operator::ALL {
        assert_eq!(Operator::of_number(operator.number()), Some(operator));
        assert_eq!(Operator::of_name(operator.name()), Some(operator));
        assert_eq!(Operator::of_direction(operator.direction()), operator);
    }
    assert_eq!((Operator::of_name("decha"), Operator::of_name("")), (Some(Operator::Right), None));
}

#[test]
fn an_operator_makes_a_new_state() {
    for board in RandomBoards::new(&board(GOAL), 5).take(50) {
        let state = State::create(&board);
        assert_eq!(state.board(), board);
        for number in 0..7_u32 {
            let after = apply_operator(number, &state);
            assert_eq!(after.is_some(), is_valid(number, &state));
            let Some(after) = after else { continue };
            // Rows and columns are kept up to date: as if created from the new board.
            assert_eq!(after, State::create(&after.board()));
            let operator = Operator::of_number(number).unwrap();
            assert_eq!(Some(after.board()), board.after(operator.direction()));
            assert_eq!(apply_operator(operator.inverse(), &after), Some(state.clone()));
        }
    }
}

#[test]
fn solutions_lead_to_the_goal_on_every_shape() {
    for (shape, seed) in [((3, 3), 1), ((2, 3), 2), ((3, 2), 3), ((2, 2), 4), ((1, 5), 5), ((3, 4), 6)] {
        let goal = Board::blank_first(Shape::new(shape.0, shape.1).unwrap());
        for start in RandomBoards::new(&goal, seed).take(2) {
            let account = Account::new(&start, &goal, &mut Budget::unlimited()).unwrap();
            let moves: Vec<_> = account.solution.unwrap().iter().map(|operator| operator.direction()).collect();
            assert_eq!(replay(&start, &moves).unwrap(), goal);
            if goal.shape().cells() <= 9 {
                let model = Model::new(&start, &goal).unwrap();
                let report = BestFirst::breadth_first(&model).run(&mut (), &mut Budget::unlimited());
                assert_eq!(report.cost(), Some(moves.len() as u32));
            }
        }
    }
}

#[test]
fn large_boards_and_limits() {
    let shape = Shape::new(5, 5).unwrap();
    let goal = Board::blank_last(shape);
    let near = replay(&goal, &hueco_tiles::parse_moves("ULLURDLU").unwrap()).unwrap();
    let account = Account::new(&near, &goal, &mut Budget::unlimited()).unwrap();
    assert_eq!(account.cost(), Some(8));
    let far = RandomBoards::new(&goal, 1).next().unwrap();
    let mut output = Vec::new();
    let ending = formal::run(&far, &goal, Format::Json, &mut output, &mut Budget::unlimited().max_nodes(1000));
    assert_eq!(ending.unwrap(), Ending::Stopped(hueco_search::Limit::Nodes));
    assert!(String::from_utf8(output).unwrap().ends_with("\"solvable\":true,\"solution\":null,\"cost\":null}\n"));
    let other = formal::run(&far, &board(GOAL), Format::Text, std::io::sink(), &mut Budget::unlimited());
    assert!(matches!(other, Err(CourseError::Shape(_))));
}

#[test]
fn a_line_of_tiles_in_another_order_is_unsolvable() {
    let line = |text| parse_board(text, Some(Shape::new(1, 4).unwrap())).unwrap();
    let mut output = Vec::new();
    let (start, goal) = (line("2 1 0 3"), line("1 2 3 0"));
    formal::run(&start, &goal, Format::Text, &mut output, &mut Budget::unlimited()).unwrap();
    let text = String::from_utf8(output).unwrap();
    assert!(text.ends_with("Objetivo alcanzable: no\n  la pieza número 1 es 2; la del objetivo es 1\n"), "{text}");
}
