//! The four operators: they move the *blank*.

use std::fmt;

use hueco_tiles::{Direction, Shape};

/// `NUM_OPERADORES`: how many operators there are.
pub const NUM_OPERATORS: usize = 4;

/// An operator: it moves the blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Operator {
    /// `ARRIBA`: up.
    Up = 1,
    /// `ABAJO`: down.
    Down = 2,
    /// `IZQUIERDA`, also `IZQDA`: left.
    Left = 3,
    /// `DERECHA`, also `DECHA`: right.
    Right = 4,
}

impl Operator {
    /// All of them, by number.
    pub const ALL: [Self; NUM_OPERATORS] = [Self::Up, Self::Down, Self::Left, Self::Right];

    /// Its number, from 1.
    pub fn number(self) -> u32 {
        self as u32
    }

    /// The operator of a number; `None` for an unknown one.
    pub fn of_number(number: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|operator| operator.number() == number)
    }

    /// The document's name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Up => "ARRIBA",
            Self::Down => "ABAJO",
            Self::Left => "IZQUIERDA",
            Self::Right => "DERECHA",
        }
    }

    /// When it is valid, as a formula of the document: the blank is the last number.
    ///
    /// ```
    /// use hueco_courses::formal::Operator;
    /// use hueco_tiles::Shape;
    ///
    /// let shape = Shape::new(3, 3)?;
    /// assert_eq!(Operator::Up.rule(shape), "fila[9] > 1");
    /// assert_eq!(Operator::Right.rule(shape), "col[9] < 3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rule(self, shape: Shape) -> String {
        let blank = shape.cells();
        match self {
            Self::Up => format!("fila[{blank}] > 1"),
            Self::Down => format!("fila[{blank}] < {}", shape.rows()),
            Self::Left => format!("col[{blank}] > 1"),
            Self::Right => format!("col[{blank}] < {}", shape.cols()),
        }
    }

    /// When it is valid, in the document's words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Up => "el hueco no está en la primera fila",
            Self::Down => "el hueco no está en la última fila",
            Self::Left => "el hueco no está en la primera columna",
            Self::Right => "el hueco no está en la última columna",
        }
    }

    /// The operator of a name, in either case; `IZQDA` and `DECHA` are names too.
    ///
    /// ```
    /// use hueco_courses::formal::Operator;
    ///
    /// assert_eq!(Operator::of_name("IZQDA"), Some(Operator::Left));
    /// assert_eq!(Operator::of_name("Derecha"), Some(Operator::Right));
    /// assert_eq!(Operator::of_name("SALTO"), None);
    /// ```
    pub fn of_name(name: &str) -> Option<Self> {
        const SHORT: [(&str, Operator); 2] = [("IZQDA", Operator::Left), ("DECHA", Operator::Right)];
        let names = Self::ALL.map(|operator| (operator.name(), operator));
        names.into_iter().chain(SHORT).find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, operator)| operator)
    }

    /// The same move for every other part of the library.
    pub fn direction(self) -> Direction {
        match self {
            Self::Up => Direction::Up,
            Self::Down => Direction::Down,
            Self::Left => Direction::Left,
            Self::Right => Direction::Right,
        }
    }

    /// The operator of a move.
    pub fn of_direction(direction: Direction) -> Self {
        match direction {
            Direction::Up => Self::Up,
            Direction::Down => Self::Down,
            Direction::Left => Self::Left,
            Direction::Right => Self::Right,
        }
    }

    /// The operator that undoes it.
    #[must_use]
    pub fn inverse(self) -> Self {
        Self::of_direction(self.direction().opposite())
    }
}

impl From<Operator> for u32 {
    fn from(operator: Operator) -> u32 {
        operator.number()
    }
}

/// `ARRIBA`
impl fmt::Display for Operator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
