//! The document's state and the problem made of it.

use hueco_search::{Cost, Heuristic, Problem, Quality, Reversible};
use hueco_tiles::problem::ShapeMismatch;
use hueco_tiles::{Board, Shape};

use super::operator::Operator;

/// `tEstado`: the matrix of cells, and for every tile its row and column, so that a heuristic finds a tile without
/// looking for it. Rows, columns and tiles count from 1; the blank is the last number, N*N on a square board.
///
/// ```
/// use hueco_courses::formal::State;
/// use hueco_tiles::parse_board;
///
/// let state = State::create(&parse_board("1 2 3 / 4 5 6 / 0 8 7", None)?);
/// assert_eq!(state.celdas().collect::<Vec<_>>(), [[1, 2, 3], [4, 5, 6], [9, 8, 7]]);
/// assert_eq!(state.fila(), [1, 1, 1, 2, 2, 2, 3, 3, 3]);
/// assert_eq!(state.col(), [1, 2, 3, 1, 2, 3, 3, 2, 1]);
/// # Ok::<(), hueco_tiles::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    shape: Shape,
    celdas: Box<[u16]>,
    fila: Box<[u16]>,
    col: Box<[u16]>,
}

impl State {
    /// `crearEstado`: the state of a board; its 0 becomes the last number.
    pub fn create(board: &Board) -> Self {
        let shape = board.shape();
        let last = shape.cells() as u16;
        let celdas: Box<[u16]> = board.tiles().iter().map(|&tile| if tile == 0 { last } else { tile }).collect();
        let (mut fila, mut col) = (vec![0; shape.cells()], vec![0; shape.cells()]);
        for (cell, &tile) in celdas.iter().enumerate() {
            fila[tile as usize - 1] = shape.row(cell) as u16 + 1;
            col[tile as usize - 1] = shape.col(cell) as u16 + 1;
        }
        Self { shape, celdas, fila: fila.into(), col: col.into() }
    }

    /// `celdas`: the rows of the matrix, the blank as the last number.
    pub fn celdas(&self) -> impl ExactSizeIterator<Item = &[u16]> {
        self.celdas.chunks(self.shape.cols())
    }

    /// `fila`: for every tile from 1, the blank last, its row from 1.
    pub fn fila(&self) -> &[u16] {
        &self.fila
    }

    /// `col`: for every tile from 1, the blank last, its column from 1.
    pub fn col(&self) -> &[u16] {
        &self.col
    }

    /// Rows and columns.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The numbers row by row as they are printed: the blank is 0.
    pub fn numbers(&self) -> impl Iterator<Item = u16> {
        let blank = self.blank();
        self.celdas.iter().map(move |&tile| if tile == blank { 0 } else { tile })
    }

    /// The board, for every other part of the library.
    pub fn board(&self) -> Board {
        let numbers: Vec<u64> = self.numbers().map(u64::from).collect();
        Board::new(self.shape, &numbers).expect("a state holds every number once")
    }

    /// The blank's number.
    fn blank(&self) -> u16 {
        self.celdas.len() as u16
    }

    /// The cell of a tile, from 0.
    fn cell(&self, tile: u16) -> usize {
        let index = tile as usize - 1;
        (self.fila[index] as usize - 1) * self.shape.cols() + self.col[index] as usize - 1
    }

    /// The cell that the blank would enter.
    fn target(&self, operator: Operator) -> Option<usize> {
        self.shape.neighbour(self.cell(self.blank()), operator.direction())
    }

    /// Exchanges the blank with the tile in `from`, in all three.
    fn exchange(&mut self, from: usize) {
        let (blank, tile) = (self.blank(), self.celdas[from]);
        self.celdas.swap(self.cell(blank), from);
        self.fila.swap(blank as usize - 1, tile as usize - 1);
        self.col.swap(blank as usize - 1, tile as usize - 1);
    }
}

/// `esValido(op, s)`: whether the operator of this number can be applied. False for an unknown one.
///
/// ```
/// use hueco_courses::formal::{Operator, State, is_valid};
/// use hueco_tiles::parse_board;
///
/// let state = State::create(&parse_board("1 2 3 / 4 5 6 / 0 8 7", None)?);
/// assert!(is_valid(Operator::Up, &state) && is_valid(4_u32, &state));
/// assert!(!is_valid(Operator::Down, &state) && !is_valid(5_u32, &state));
/// # Ok::<(), hueco_tiles::ParseError>(())
/// ```
pub fn is_valid(operator: impl Into<u32>, state: &State) -> bool {
    Operator::of_number(operator.into()).is_some_and(|operator| state.target(operator).is_some())
}

/// `aplicaOperador(op, s)`: the new state; the old one stays as it is. `None` where the operator is not valid.
///
/// ```
/// use hueco_courses::formal::{Operator, State, apply_operator};
/// use hueco_tiles::parse_board;
///
/// let state = State::create(&parse_board("1 2 3 / 4 5 6 / 0 8 7", None)?);
/// let after = apply_operator(Operator::Up, &state).unwrap();
/// assert_eq!(after.board().to_string(), "1 2 3 / 0 5 6 / 4 8 7");
/// assert_eq!(apply_operator(Operator::Down, &state), None);
/// # Ok::<(), hueco_tiles::ParseError>(())
/// ```
pub fn apply_operator(operator: impl Into<u32>, state: &State) -> Option<State> {
    let from = state.target(Operator::of_number(operator.into())?)?;
    let mut after = state.clone();
    after.exchange(from);
    Some(after)
}

/// The problem of the document: `estadoInicial` and `estadoObjetivo` (also `estadoFinal`), made of the configurations
/// `puzle_inicial` and `puzle_final`. Every search of the engine takes it.
///
/// ```
/// use hueco_courses::formal::Model;
/// use hueco_search::{BestFirst, Budget, Search};
/// use hueco_tiles::parse_board;
///
/// let start = parse_board("1 2 3 / 4 5 6 / 0 8 7", None)?;
/// let goal = parse_board("1 2 3 / 8 0 4 / 7 6 5", None)?;
/// let model = Model::new(&start, &goal)?;
/// let report = BestFirst::breadth_first(&model).run(&mut (), &mut Budget::unlimited());
/// assert_eq!(report.cost(), Some(10));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    /// `estadoInicial`, of `puzle_inicial`.
    pub start: State,
    /// `estadoObjetivo` or `estadoFinal`, of `puzle_final`.
    pub goal: State,
}

impl Model {
    /// From a board to a goal of the same shape.
    pub fn new(start: &Board, goal: &Board) -> Result<Self, ShapeMismatch> {
        if start.shape() != goal.shape() {
            return Err(ShapeMismatch { board: start.shape(), goal: goal.shape() });
        }
        Ok(Self { start: State::create(start), goal: State::create(goal) })
    }
}

impl Problem for Model {
    type State = State;
    type Action = Operator;
    type Actions = std::vec::IntoIter<(Operator, Cost)>;

    fn start(&self) -> State {
        self.start.clone()
    }

    /// `testObjetivo`.
    fn is_goal(&self, state: &State) -> bool {
        *state == self.goal
    }

    fn actions(&self, state: &State, last: Option<Operator>) -> Self::Actions {
        let valid = |operator: &Operator| state.target(*operator).is_some() && last != Some(operator.inverse());
        let actions: Vec<_> = Operator::ALL.into_iter().filter(valid).map(|operator| (operator, 1)).collect();
        actions.into_iter()
    }

    fn apply(&self, state: &mut State, operator: Operator) {
        if let Some(from) = state.target(operator) {
            state.exchange(from);
        }
    }

    fn heap_bytes(&self, state: &State) -> usize {
        3 * size_of_val(&*state.celdas)
    }
}

impl Reversible for Model {
    fn goal(&self) -> State {
        self.goal.clone()
    }

    fn inverse(&self, operator: Operator) -> Operator {
        operator.inverse()
    }
}

/// The sum of distances, computed from `fila` and `col` without looking for a tile.
#[derive(Clone, Copy, Debug, Default)]
pub struct RowsAndColumns;

impl Heuristic<Model> for RowsAndColumns {
    type Memo = Cost;

    fn memo(&self, model: &Model, state: &State) -> Cost {
        let apart = |a: &[u16], b: &[u16]| -> Cost { a.iter().zip(b).map(|(a, b)| a.abs_diff(*b) as Cost).sum() };
        // The blank is the last: it is left out.
        let tiles = ..state.celdas.len() - 1;
        apart(&state.fila[tiles], &model.goal.fila[tiles]) + apart(&state.col[tiles], &model.goal.col[tiles])
    }

    fn estimate(&self, memo: &Cost, _: Cost) -> Option<Cost> {
        Some(*memo)
    }

    fn quality(&self) -> Quality {
        Quality::Consistent
    }
}
