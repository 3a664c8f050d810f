//! The published instance sets, part of the program: boards, their goal, and what was published about them.
//!
//! `data/README.md` says where each figure comes from. The files are those of the `data` folder of this crate, embedded
//! as they are; a test reads them all.

use std::collections::BTreeMap;

use crate::board::{Board, Shape};
use crate::instances::{Instance, columns_start, read_instances};

/// A published set of boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Set {
    /// Korf's 100 boards of the 15-puzzle.
    Korf15,
    /// Korf and Felner's 50 boards of the 24-puzzle.
    Korf24,
    /// The 17 boards of the 15-puzzle that need 80 moves.
    Hardest15,
    /// The 500 boards of 6x6 on which `DeepCubeA` was measured.
    DeepCubeA35,
    /// The 500 boards of 7x7 on which `DeepCubeA` was measured.
    DeepCubeA48,
}

/// The files of a set and the names of its columns.
struct Files {
    boards: &'static str,
    /// A file with a line for each id, where the counts stand apart from the boards.
    counts: Option<&'static str>,
    /// The column of published nodes.
    nodes: Option<&'static str>,
    /// The column of lengths that another solver reached.
    reached: Option<&'static str>,
}

impl Set {
    /// All of them by name.
    pub const ALL: [(&'static str, Self); 5] = [
        ("korf15", Self::Korf15),
        ("korf24", Self::Korf24),
        ("hardest15", Self::Hardest15),
        ("deepcubea35", Self::DeepCubeA35),
        ("deepcubea48", Self::DeepCubeA48),
    ];

    /// The set of a name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|&(_, set)| set)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }

    /// The size of its boards.
    pub fn shape(self) -> Shape {
        let side = match self {
            Self::Korf15 | Self::Hardest15 => 4,
            Self::Korf24 => 5,
            Self::DeepCubeA35 => 6,
            Self::DeepCubeA48 => 7,
        };
        Shape::new(side, side).expect("a side of at least two")
    }

    /// The goal that its figures are for.
    pub fn goal(self) -> Board {
        match self {
            Self::Korf15 | Self::Korf24 => Board::blank_first(self.shape()),
            Self::Hardest15 | Self::DeepCubeA35 | Self::DeepCubeA48 => Board::blank_last(self.shape()),
        }
    }

    /// Who published its figures, and when.
    pub fn source(self) -> &'static str {
        match self {
            Self::Korf15 => "Korf 1985",
            Self::Korf24 => "Korf and Felner 2002",
            Self::Hardest15 => "OEIS A089484",
            Self::DeepCubeA35 | Self::DeepCubeA48 => "DeepCubeA 2019",
        }
    }

    /// Its boards in order, with their published figures.
    pub fn instances(self) -> Vec<Instance> {
        let Files { boards, counts, nodes, reached } = self.files();
        let counts = match (counts, nodes) {
            (Some(counts), Some(nodes)) => column(counts, nodes),
            _ => BTreeMap::new(),
        };
        let number = |instance: &Instance, column: Option<&str>| {
            instance.values.get(column?).map(|word| word.parse::<u64>().expect("a count"))
        };
        let known = |instance| {
            let mut instance: Instance = instance;
            instance.nodes = number(&instance, nodes).or_else(|| counts.get(instance.id.as_str()).copied());
            instance.reached = number(&instance, reached).map(|length| length as u32);
            instance
        };
        read_instances(boards.as_bytes(), None).map(|instance| known(instance.expect("a sound file"))).collect()
    }

    fn files(self) -> Files {
        let boards = |boards| Files { boards, counts: None, nodes: None, reached: None };
        let network = |text| Files { nodes: Some("dca_nodes"), reached: Some("dca_len"), ..boards(text) };
        match self {
            Self::Korf15 => Files {
                counts: Some(include_str!("../data/korf15_100_nodes.txt")),
                nodes: Some("published"),
                ..boards(include_str!("../data/korf15_100.txt"))
            },
            Self::Korf24 => Files {
                counts: Some(include_str!("../data/korf24_50_nodes.txt")),
                nodes: Some("KF2002"),
                ..boards(include_str!("../data/korf24_50.txt"))
            },
            Self::Hardest15 => boards(include_str!("../data/hardest15_80.txt")),
            Self::DeepCubeA35 => network(include_str!("../data/deepcubea_35.txt")),
            Self::DeepCubeA48 => network(include_str!("../data/deepcubea_48.txt")),
        }
    }
}

/// One column of a file of counts, by the id in the first.
fn column(text: &'static str, name: &str) -> BTreeMap<&'static str, u64> {
    let names = text.lines().find_map(|line| Some(&line[columns_start(line)?..])).expect("a `# columns:` line");
    let place = names.split_whitespace().position(|word| word == name).expect("a column of that name");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let count = |line: &'static str| {
        let word = line.split_whitespace().nth(place).filter(|word| *word != "-")?;
        Some((line.split_whitespace().next()?, word.parse().expect("a count")))
    };
    lines.filter_map(count).collect()
}
